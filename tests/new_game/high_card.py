"""High Card: the smallest house game, as the README of the games shows it.

Each seat and the dealer get one card; the higher rank wins even money, equal ranks push.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from dealer_station.cards.card import Card
from dealer_station.cards.poker_hand import HandCategory
from dealer_station.games.paytable import Prize
from dealer_station.games.procedure import DEALER, seat_hand
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
from dealer_station.money import to_minor


@dataclass(frozen=True, slots=True, kw_only=True)
class HighCard:
    """One house's High Card; amounts in smallest units. Implements `games.rules.HouseGame`."""

    min_minor: int
    max_minor: int
    payment_order: PaymentOrder

    name: str = "high-card"
    decks: int = 1
    hand_size: int = 1
    seats_max: int = 51
    shoe: ShoeRules | None = None
    table_hands: tuple[str, ...] = (DEALER,)
    has_decisions: bool = False
    may_deal_without_wagers: bool = False
    has_book: bool = False
    progressive: ProgressiveRules | None = None
    decision_ms: int = 0
    player_cards_public: bool = True
    honours_side_bets: bool = False
    house_choices: frozenset[str] = frozenset()

    @property
    def spots(self) -> tuple[Spot, ...]:
        return (Spot("card", is_base=True, min_minor=self.min_minor, max_minor=self.max_minor),)

    def deal_order(self, seats: Sequence[int]) -> tuple[str, ...]:
        return (*(seat_hand(seat) for seat in sorted(seats)), DEALER)

    def further_order(self, hands: Hands, in_play: SpotsInPlay) -> tuple[str, ...]:
        return ()

    def hand_of(self, seat: int) -> str:
        return seat_hand(seat)

    def plays_with(self, hand: str) -> tuple[str, ...]:
        return (hand,)

    def surplus_case(self, hands: Hands) -> str:
        return ""

    def shoe_history(self, rounds: Sequence[Hands]) -> Mapping[str, object] | None:
        return None

    def burn_after_first(self, card: Card) -> int:
        return 0

    def is_up_card(self, hand: str, number: int, late_dealer_cards: int = 0) -> bool:
        return True

    def opens_after_decisions(self, hand: str, number: int) -> bool:
        return False

    def act_stakes(self, base_minor: int) -> Mapping[str, int]:
        return {}

    def act_spot(self, action: str) -> str | None:
        return None

    def category(self, cards: Sequence[Card]) -> HandCategory | None:
        return None

    def prize(self, cards: Sequence[Card]) -> Prize | None:
        return None

    def value_of(self, hand: str, hands: Hands) -> HandCategory | int | None:
        return int(hands[hand][0].rank) if hands.get(hand) else None

    def settle(
        self, stakes: Mapping[str, int], hand: str, hands: Hands
    ) -> tuple[SettledWager, ...]:
        (own,), (house,) = hands[hand], hands[DEALER]
        stake = stakes["card"]
        if own.rank == house.rank:
            return (SettledWager("card", stake, Outcome.PUSH, 0, "", "HC-02"),)
        if own.rank > house.rank:
            return (SettledWager("card", stake, Outcome.WIN, stake, "1:1", "HC-01"),)
        return (SettledWager("card", stake, Outcome.LOSE, -stake, "", "HC-01"),)

    def side_bets(
        self, stakes: Mapping[str, int], hand: str, hands: Hands, *, is_folded: bool
    ) -> tuple[SettledWager, ...]:
        return ()

    def forfeit(self, stakes: Mapping[str, int], *, is_dead: bool) -> tuple[SettledWager, ...]:
        return tuple(
            SettledWager(spot, stake, Outcome.LOSE, -stake, "", "HC-03")
            for spot, stake in stakes.items()
        )


def build(content: Mapping[str, Any], origin: str) -> HighCard:
    """Build the game from a rule set's content, as the loaders in `house_rules` do."""
    values = content["values"]
    least, most = (to_minor(Decimal(values[key])) for key in ("table_min", "table_max"))
    assert least is not None, f"{origin}: table_min is no amount"
    assert most is not None, f"{origin}: table_max is no amount"
    return HighCard(
        min_minor=least,
        max_minor=most,
        payment_order=PaymentOrder(values["payment_order"]),
    )
