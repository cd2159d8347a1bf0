"""Texas Hold'em, limit and no-limit: what the game tells the table.

Two cards each, face down, then a board of three, one and one, with a round of betting after each;
the best five of seven cards win (HE-02 to HE-05). Where the rules speak of an amount, a cap or a
method, they take it from the rule set.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from dealer_station.cards.card import Card
from dealer_station.cards.poker_hand import HandValue, evaluate
from dealer_station.games.pot_rules import (
    Announcement,
    Candidate,
    HandPlan,
    InSight,
    Opener,
    PlayedRound,
    Positions,
    Street,
    StreetDeal,
    StubCount,
    clockwise,
)
from dealer_station.games.pots.betting import Opening
from dealer_station.games.pots.pots import RakeRules
from dealer_station.games.pots.structure import Structure
from dealer_station.games.procedure import BOARD, BURN, seat_hand
from dealer_station.games.texas_holdem.positions import BlindRules, next_positions

PRE_FLOP: Final = "pre_flop"

STREETS: Final = (
    Street(PRE_FLOP, faces=(False, False)),
    Street("flop", board_cards=3, has_burn=True),
    Street("turn", board_cards=1, has_burn=True, is_big=True),
    Street("river", board_cards=1, has_burn=True, is_big=True),
)
"""No burn before the deal, one before every card of the board (HE-04, HE-05, HE-20)."""

SEATS_MAX: Final = 10
"""HE-01: the usual size; the law of one state allows eleven."""

_CARDS: Final = 7
_HOLE_CARDS: Final = 2


@dataclass(frozen=True, slots=True)
class TexasHoldem:
    """A rule set of the game; amounts in smallest units."""

    structure: Structure
    blinds: BlindRules
    chip_minor: int
    clock_ms: int = 0
    rake: RakeRules | None = None
    reads_hole_cards: bool = True
    tracks_stakes: bool = True
    house_choices: frozenset[str] = frozenset()

    name = "texas-holdem"
    decks = 1
    seats_max = SEATS_MAX
    table_hands = (BOARD,)
    player_cards_public = False
    progressive = None
    shoe = None
    has_book = False
    has_button = True
    streets = STREETS
    level = ""
    ante_minor = 0
    bring_in_minor = 0
    buy_in_minor = None
    leader_must_show = False
    dead_seat_keeps_receiving = False
    absent_is_killed = False
    discloses_mucked = False
    fault = ""

    @property
    def small_blind_minor(self) -> int:
        """The small blind."""
        return self.blinds.small_minor

    @property
    def big_blind_minor(self) -> int:
        """The big blind."""
        return self.blinds.big_minor

    def is_up_card(self, hand: str, number: int) -> bool:  # noqa: ARG002 - the same for every card
        """Only the board lies face up (HE-03, HE-04)."""
        return hand == BOARD

    def next_hand(
        self, seats: Sequence[Candidate], last: Positions | None, button: int | None = None
    ) -> HandPlan | None:
        """Button, blinds and who is dealt in (HE-D15 to HE-D19)."""
        return next_positions(self.blinds, seats, last, button)

    def deal(
        self,
        street: Street,
        live: Sequence[int],
        positions: Positions | None,
        cards: StubCount,
        dead: Sequence[int] = (),  # noqa: ARG002 - a folded hand gets no card here
    ) -> StreetDeal:
        """One card at a time from the button's left, the button last; the board after a burn.

        There are always enough cards: ten players and a board need 28.
        """
        if street.faces:
            seats = clockwise(live, _of(positions).button)
            return StreetDeal(tuple(seat_hand(seat) for _ in street.faces for seat in seats))
        burn = (BURN,) if street.has_burn and not cards.is_burn_out else ()
        return StreetDeal(burn + (BOARD,) * street.board_cards)

    def opener(self, street: Street, hand: InSight) -> Opener:
        """The seat left of the blinds, later the first live one left of the button (HE-14, 15)."""
        positions = _of(hand.positions)
        if street.name == PRE_FLOP:
            seat = clockwise(hand.live, positions.big)[0]
            return Opener(seat, Opening.BLINDS, self.blinds.big_minor)
        return Opener(clockwise(hand.live, positions.button)[0])

    def has_pair_option(self, street: Street, hand: InSight) -> bool:  # noqa: ARG002 - no up cards
        """Nobody shows a pair."""
        return False

    def value(self, cards: Sequence[Card], board: Sequence[Card]) -> HandValue | None:
        """The best five of the two own cards and the board; both must be there (HE-02, HE-42)."""
        if len(cards) != _HOLE_CARDS or len(cards) + len(board) != _CARDS:
            return None
        return evaluate((*cards, *board))

    def show_leader(self, hand: InSight, rounds: Sequence[PlayedRound]) -> int:
        """Who bet or raised last in the last round with any action, else left of the button.

        Blinds are no bets here; the first live seat may be all-in (HE-41, HE-D13).
        """
        if rounds and (aggressor := rounds[-1].aggressor) is not None:
            return aggressor
        return clockwise(hand.live, _of(hand.positions).button)[0]

    def winners(
        self,
        seats: Collection[int],
        hands: Mapping[int, Sequence[Card]],
        board: Sequence[Card],
        positions: Positions | None,
    ) -> tuple[int, ...]:
        """The best hands, odd units clockwise from the button's left (HE-43, HE-46, HE-D10)."""
        values = {
            seat: value for seat in seats if (value := self.value(hands[seat], board)) is not None
        }
        if not values:
            return ()
        best = max(values.values())
        return clockwise(
            [seat for seat, value in values.items() if value == best], _of(positions).button
        )

    def announcements(self, street: Street, hand: InSight) -> tuple[Announcement, ...]:  # noqa: ARG002
        """The board lies open for all; nothing is announced."""
        return ()

    def said_of_raise(self, seat: int, to_minor: int) -> tuple[Announcement, ...]:  # noqa: ARG002
        """No source asks the dealer of this game to announce a raise."""
        return ()


def _of(positions: Positions | None) -> Positions:
    assert positions is not None, "hold'em has a button"
    return positions
