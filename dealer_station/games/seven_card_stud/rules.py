"""Seven Card Stud: what the game tells the table.

Two cards face down and one up, then three up and one down, one at a time, always from the dealer's
left; the low card opens, later the high board is first (ST-04 to ST-07, ST-20, ST-30). Where two
houses differ, they differ in the rule set.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from dealer_station.cards.card import Card
from dealer_station.cards.poker_hand import HandValue, evaluate
from dealer_station.games.pot_rules import (
    NO_DEBT,
    Announcement,
    AnnouncementKind,
    Candidate,
    HandPlan,
    InSight,
    Opener,
    PlayedRound,
    Positions,
    Post,
    PostKind,
    Street,
    StreetDeal,
    StubCount,
    clockwise,
)
from dealer_station.games.pots.betting import Opening
from dealer_station.games.pots.pots import RakeRules
from dealer_station.games.pots.structure import FixedLimit
from dealer_station.games.procedure import BOARD, seat_of
from dealer_station.games.seven_card_stud.announcements import announced
from dealer_station.games.seven_card_stud.boards import high_seat, low_seat, shows_pair
from dealer_station.games.seven_card_stud.odd_units import OddUnit, odd_unit_order
from dealer_station.games.seven_card_stud.shortage import ShortageProcedure, street_deal
from dealer_station.values import maker

THIRD: Final = "third_street"
FOURTH: Final = "fourth_street"
SEVENTH: Final = "seventh_street"

STREETS: Final = (
    Street(THIRD, faces=(False, False, True)),
    Street(FOURTH, faces=(True,), has_burn=True),
    Street("fifth_street", faces=(True,), has_burn=True, is_big=True),
    Street("sixth_street", faces=(True,), has_burn=True, is_big=True),
    Street(SEVENTH, faces=(False,), has_burn=True, is_big=True),
)
"""Burns before the fourth to seventh street, the bigger unit from the fifth on (ST-05, 06, 34)."""

SEATS_MAX: Final = 8
"""ST-02."""

_HAND_MIN: Final = 2
_CARDS: Final = 7
_UP_CARDS: Final = range(3, 7)
_FORCED: Final = Opening.FORCED
_ANTE: Final = PostKind.ANTE
_opener, _post = maker(Opener), maker(Post)


@dataclass(frozen=True, slots=True)
class SevenCardStud:
    """A rule set of the game; amounts in smallest units.

    `fault`: why it cannot be played as it is, empty if it can. `says_draws`: possible straights
    and flushes are announced. `level`: what the house calls its amounts, empty if it has set them
    one by one.
    """

    structure: FixedLimit
    ante_minor: int
    bring_in_minor: int
    chip_minor: int
    shortage: ShortageProcedure
    odd_unit: OddUnit
    pair_option: bool
    dead_seat_keeps_receiving: bool
    says_draws: bool
    buy_in_minor: int | None = None
    clock_ms: int = 0
    rake: RakeRules | None = None
    reads_hole_cards: bool = True
    tracks_stakes: bool = True
    discloses_mucked: bool = False
    house_choices: frozenset[str] = frozenset()
    fault: str = ""
    level: str = ""

    name = "seven-card-stud"
    decks = 1
    seats_max = SEATS_MAX
    table_hands = (BOARD,)
    player_cards_public = False
    progressive = None
    shoe = None
    has_book = False
    has_button = False
    streets = STREETS
    small_blind_minor = 0
    big_blind_minor = 0
    leader_must_show = True

    @property
    def absent_is_killed(self) -> bool:
        """Where there is a clock, it does what is to be done (ST-75, ST-D21)."""
        return not self.clock_ms

    def is_up_card(self, hand: str, number: int) -> bool:
        """The third to the sixth card, and a common card (ST-05, ST-06, ST-62)."""
        return hand == BOARD or (seat_of(hand) is not None and number in _UP_CARDS)

    def next_hand(
        self,
        seats: Sequence[Candidate],
        last: Positions | None,  # noqa: ARG002 - there is no button
        button: int | None = None,  # noqa: ARG002
    ) -> HandPlan | None:
        """Everybody who has chips and is not away antes and is dealt in (ST-10, ST-D01)."""
        dealt = tuple(sorted([one.seat for one in seats if one.is_in]))
        if len(dealt) < _HAND_MIN:
            return None
        ante = self.ante_minor
        antes = tuple([_post(seat, _ANTE, ante_minor=ante) for seat in dealt]) if ante else ()
        return HandPlan(dealt, antes, {one.seat: NO_DEBT for one in seats})

    def deal(
        self,
        street: Street,
        live: Sequence[int],
        positions: Positions | None,  # noqa: ARG002
        cards: StubCount,
        dead: Sequence[int] = (),
    ) -> StreetDeal:
        """One card at a time from the dealer's left; the order never rotates (ST-04)."""
        return street_deal(
            self.shortage,
            live,
            cards,
            dead,
            has_burn=street.has_burn,
            rounds=len(street.faces),
        )

    def opener(self, street: Street, hand: InSight) -> Opener:
        """The low card has to open third street; later the high board is first (ST-20, ST-30).

        If a hole card that the dealer turned up makes a hand low, it owes nothing, and its left
        neighbour is the first who may open (ST-I03).
        """
        boards = {seat: hand.up[seat] for seat in hand.live}
        if street.name != THIRD:
            return _opener(high_seat(boards, hand.board))
        low = low_seat(boards)
        if low in hand.excused:
            following = clockwise(hand.live, low)[0]
            return Opener(following, Opening.OFFERED, self.bring_in_minor)
        return _opener(low, _FORCED, self.bring_in_minor)

    def has_pair_option(self, street: Street, hand: InSight) -> bool:
        """Any live hand that shows a pair on fourth street gives it to all (ST-35, ST-39)."""
        return (
            self.pair_option
            and street.name == FOURTH
            and shows_pair([hand.up[seat] for seat in hand.live])
        )

    def value(self, cards: Sequence[Card], board: Sequence[Card]) -> HandValue | None:
        """Seven cards win, a common one among them; no other number does (ST-58).

        A hand that kept a seventh card of its own has no use for a common one.
        """
        played = cards if len(cards) == _CARDS else (*cards, *board)
        return evaluate(played) if len(played) == _CARDS else None

    def show_leader(self, hand: InSight, rounds: Sequence[PlayedRound]) -> int:
        """The last raiser of seventh street, else who was first there, else the high hand.

        ST-55, ST-D17.
        """
        if rounds and rounds[-1].street == SEVENTH:
            aggressor = rounds[-1].aggressor
            return rounds[-1].first if aggressor is None else aggressor
        return high_seat({seat: hand.up[seat] for seat in hand.live}, hand.board)

    def winners(
        self,
        seats: Collection[int],
        hands: Mapping[int, Sequence[Card]],
        board: Sequence[Card],
        positions: Positions | None,  # noqa: ARG002
    ) -> tuple[int, ...]:
        """The best hands, in the order of the house for odd units (ST-56, ST-59)."""
        values = {
            seat: value for seat in seats if (value := self.value(hands[seat], board)) is not None
        }
        best = max(values.values(), default=None)
        equal = [seat for seat, value in values.items() if value == best]
        if len(equal) <= 1:
            return tuple(equal)
        played = {
            seat: hands[seat] if len(hands[seat]) == _CARDS else (*hands[seat], *board)
            for seat in equal
        }
        return odd_unit_order(self.odd_unit, equal, played)

    def announcements(self, street: Street, hand: InSight) -> tuple[Announcement, ...]:
        """Who is low or high, every pair, and below a limit what may be made (ST-70)."""
        return announced(hand, is_first=street.name == THIRD, says_draws=self.says_draws)

    def said_of_raise(self, seat: int, to_minor: int) -> tuple[Announcement, ...]:
        """Every raise is said (ST-70)."""
        return (Announcement(AnnouncementKind.RAISE, seat, to_minor=to_minor),)
