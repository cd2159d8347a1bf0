"""The Gardens' baccarat: two hands, forced draws, no commission, Dragon 7, Tiger 8 and Tie.

Rule ids (BA-..) are those of the rule sheet in this folder's README. The tableau says who draws,
the coup what the hands are worth; this file gives the table's core the game's shape.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from dealer_station.cards.baccarat_hand import is_natural, point_value, total
from dealer_station.cards.card import Card
from dealer_station.cards.poker_hand import HandCategory
from dealer_station.games.baccarat.coup import (
    DRAGON7,
    EVEN_MONEY,
    TIE,
    TIGER8,
    BaccaratOdds,
    Coup,
    settle,
)
from dealer_station.games.baccarat.roads import Result, Winner
from dealer_station.games.baccarat.roads_content import roads_content
from dealer_station.games.baccarat.tableau import next_hand
from dealer_station.games.paytable import Prize
from dealer_station.games.procedure import ASIDE, BANKER, PLAYER, seat_hand
from dealer_station.games.rules import (
    Hands,
    Outcome,
    PaymentOrder,
    ProgressiveRules,
    SettledWager,
    ShoeRules,
    Spot,
    SpotsInPlay,
)

NAME = "baccarat"
FIRST_CARDS = (PLAYER, BANKER, PLAYER, BANKER)
"""Four cards one by one, the Player's hand first (BA-20)."""

_TWO, _THREE, _TEN = 2, 3, 10


@dataclass(frozen=True, slots=True)
class Limits:
    """The smallest and the largest stake on a spot, in smallest units."""

    min_minor: int
    max_minor: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Baccarat:
    """One house's baccarat; amounts in smallest units. Implements `games.rules.HouseGame`."""

    table_limits: Limits
    tiger8_limits: Limits
    tie_limits: Limits
    refuses_both_sides: bool
    trims_dragon7: bool
    odds: BaccaratOdds
    decks: int
    shoe: ShoeRules
    payment_order: PaymentOrder
    house_choices: frozenset[str]

    name: str = NAME
    hand_size: int = _THREE
    table_hands: tuple[str, ...] = (PLAYER, BANKER)
    has_decisions: bool = False
    may_deal_without_wagers: bool = True
    has_book: bool = False
    progressive: ProgressiveRules | None = None
    decision_ms: int = 0
    player_cards_public: bool = True
    honours_side_bets: bool = False

    @property
    def seats_max(self) -> int:
        """Seats get no cards, so the shoe limits none of them."""
        return 20

    @property
    def spots(self) -> tuple[Spot, ...]:
        """Player and Banker (one of them, BA-16), the side bets beside them (BA-11 to BA-14)."""
        own, tiger8, tie = self.table_limits, self.tiger8_limits, self.tie_limits
        return (
            self._base(PLAYER, BANKER),
            self._base(BANKER, PLAYER),
            Spot(
                DRAGON7,
                min_minor=own.min_minor,
                max_minor=own.max_minor,
                is_capped_by_base=True,
                is_trimmed=self.trims_dragon7,
                pays=str(self.odds.dragon7),
            ),
            Spot(
                TIGER8,
                min_minor=tiger8.min_minor,
                max_minor=tiger8.max_minor,
                pays=str(self.odds.tiger8),
            ),
            Spot(TIE, min_minor=tie.min_minor, max_minor=tie.max_minor, pays=str(self.odds.tie)),
        )

    def _base(self, name: str, other: str) -> Spot:
        return Spot(
            name,
            is_base=True,
            min_minor=self.table_limits.min_minor,
            max_minor=self.table_limits.max_minor,
            excludes=(other,) if self.refuses_both_sides else (),
            pays=str(EVEN_MONEY),
        )

    def deal_order(self, seats: Sequence[int]) -> tuple[str, ...]:
        """First and third card to the Player, second and fourth to the Banker (BA-20)."""
        del seats
        return FIRST_CARDS

    def further_order(self, hands: Hands, in_play: SpotsInPlay) -> tuple[str, ...]:
        """Third cards, each as forced by the cards before it (BA-22, BA-23)."""
        del in_play
        following = next_hand(hands[PLAYER], hands[BANKER])
        return () if following is None else (following,)

    def hand_of(self, seat: int) -> str:
        """Seats bet on the table's two hands; one of a seat's own gets no card."""
        return seat_hand(seat)

    def plays_with(self, hand: str) -> tuple[str, ...]:
        """A hand is its own cards."""
        return (hand,)

    def surplus_case(self, hands: Hands) -> str:
        """Say after what a needless card came: a natural, or who has drawn (section 7.2)."""
        player, banker = hands.get(PLAYER, ()), hands.get(BANKER, ())
        if is_natural(player) or is_natural(banker):
            return "natural"
        if len(banker) == _THREE:
            return "banker_drew"
        return "player_drew" if len(player) == _THREE else ""

    def shoe_history(self, rounds: Sequence[Hands]) -> Mapping[str, object] | None:
        """The five roads of the shoe, drawn anew from its settled rounds (`roads.py`)."""
        return roads_content([_result(hands) for hands in rounds])

    def burn_after_first(self, card: Card) -> int:
        """Ace one, ten and court cards ten, the others their number (BA-50, BA-D05)."""
        return point_value(card) or _TEN

    def is_up_card(self, hand: str, number: int, late_dealer_cards: int = 0) -> bool:
        """Both hands lie face up, and what was set aside from them; a burned card does not."""
        del number, late_dealer_cards
        return hand in {PLAYER, BANKER, ASIDE}

    def opens_after_decisions(self, hand: str, number: int) -> bool:
        """There are no decisions."""
        del hand, number
        return False

    def act_stakes(self, base_minor: int) -> Mapping[str, int]:
        """Nobody decides anything: every draw is forced (BA-23)."""
        del base_minor
        return {}

    def act_spot(self, action: str) -> str | None:
        """No decision stakes anything."""
        del action
        return None

    def category(self, cards: Sequence[Card]) -> HandCategory | None:
        """A seat has no hand of its own here."""
        del cards
        return None

    def prize(self, cards: Sequence[Card]) -> Prize | None:
        """There is no progressive."""
        del cards
        return None

    def value_of(self, hand: str, hands: Hands) -> HandCategory | int | None:
        """The total of either hand, from two cards on (BA-03)."""
        cards = hands.get(hand, ())
        return total(cards) if _TWO <= len(cards) <= _THREE else None

    def settle(
        self, stakes: Mapping[str, int], hand: str, hands: Hands
    ) -> tuple[SettledWager, ...]:
        """Settle a seat's stakes by the two hands (BA-30 to BA-43)."""
        del hand
        return settle(stakes, Coup.of(hands[PLAYER], hands[BANKER]), self.odds)

    def side_bets(
        self, stakes: Mapping[str, int], hand: str, hands: Hands, *, is_folded: bool
    ) -> tuple[SettledWager, ...]:
        """Nobody folds, and no ruling pays a side bet of a void round."""
        del stakes, hand, hands, is_folded
        return ()

    def forfeit(self, stakes: Mapping[str, int], *, is_dead: bool) -> tuple[SettledWager, ...]:
        """No ruling of this game takes a seat's stakes; if one did they would be lost."""
        del is_dead
        return tuple(
            SettledWager(spot, stake, Outcome.LOSE, -stake, "", "BA-15")
            for spot, stake in stakes.items()
        )


def _result(hands: Hands) -> Result:
    """Return what the roads show of a settled round."""
    coup = Coup.of(hands[PLAYER], hands[BANKER])
    winner = Winner.TIE if coup.winner is None else Winner(coup.winner)
    return Result(
        winner,
        max(coup.player_total, coup.banker_total),
        is_dragon7=coup.is_dragon7,
        is_tiger8=coup.is_tiger8,
    )
