"""What every game tells the table: the protocol between a game's rules and the table's core.

A game knows its stakes, its deal, its decisions and what a finished hand is worth. It knows no
round in progress, no irregularity and no meter; the table's core keeps those and asks the game.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Protocol

from dealer_station.cards.card import Card
from dealer_station.cards.poker_hand import HandCategory
from dealer_station.games.paytable import Prize, PrizeKind, ProgressiveTable


class Outcome(StrEnum):
    """What became of a wager."""

    PENDING = "pending"
    WIN = "win"
    LOSE = "lose"
    PUSH = "push"
    VOID = "void"


class PaymentOrder(StrEnum):
    """Which seat is settled first: the dealer's right is the highest number (CS-G05)."""

    RIGHT = "right"
    LEFT = "left"


class OnFold(StrEnum):
    """What a fold does to the progressive stake (CS-G02)."""

    SURVIVE = "survive"
    LOSE = "lose"


class OnDealerMisdeal(StrEnum):
    """What a dealer's misdeal does to progressive winners (CS-I04)."""

    VOID = "void"
    HONOUR = "honour"


class ProgressiveOrder(StrEnum):
    """In which order progressive prizes are taken from the meter (CS-22, CS-26)."""

    BY_TURN = "by_turn"
    STRAIGHT_FLUSH_FIRST = "straight_flush_first"


@dataclass(frozen=True, slots=True)
class Spot:
    """A marked place for a wager. `price_minor` set: taken once, at exactly that price.

    `is_base`: the stake a seat must have before any other. `is_decision`: staked by a decision,
    never placed by hand.
    """

    name: str
    is_base: bool = False
    is_decision: bool = False
    price_minor: int | None = None
    min_minor: int = 1
    max_minor: int | None = None


@dataclass(frozen=True, slots=True)
class SettledWager:
    """What one wager came to: net is what the bettor won (+) or lost (-), in smallest units.

    `odds` is text for screens (`20:1`), `rule` the rule id that explains the result.
    """

    spot: str
    stake_minor: int
    outcome: Outcome
    net_minor: int
    odds: str
    rule: str


@dataclass(frozen=True, slots=True)
class ProgressiveSources:
    """The rules that explain what became of a progressive stake, by their ids."""

    won: Mapping[PrizeKind, str]
    lost: str
    folded: str
    dead: str


@dataclass(frozen=True, slots=True)
class ProgressiveRules:
    """How a game's progressive works; amounts in smallest units, shares exact."""

    spot: str
    pool: str
    price_minor: int
    table: ProgressiveTable
    contribution: Fraction
    seed_minor: int
    deduct_fixed_prizes: bool
    on_fold: OnFold
    on_dealer_misdeal: OnDealerMisdeal
    order: ProgressiveOrder
    royal_minimum_minor: int
    sources: ProgressiveSources

    def prize(self, category: HandCategory) -> Prize | None:
        """Return what a hand wins; None when the table has no such line (CS-D14)."""
        return self.table.prizes.get(category)


class HouseGame(Protocol):
    """A game against the house. All methods are pure; cards are known and dealt."""

    @property
    def name(self) -> str:
        """The game's id, e.g. `caribbean-stud`."""

    @property
    def decks(self) -> int:
        """How many decks are in play."""

    @property
    def spots(self) -> tuple[Spot, ...]:
        """Where wagers may lie, the base spot first."""

    @property
    def progressive(self) -> ProgressiveRules | None:
        """The progressive, where the rule set offers one."""

    @property
    def payment_order(self) -> PaymentOrder:
        """Which seat is settled first."""

    @property
    def decision_ms(self) -> int:
        """Time for all decisions; 0 means no limit."""

    @property
    def player_cards_public(self) -> bool:
        """Whether player cards lie face up for all (CS-G14)."""

    @property
    def hand_size(self) -> int:
        """How many cards a hand has."""

    @property
    def seats_max(self) -> int:
        """How many seats the cards in play are enough for, beside the dealer."""

    def deal_order(self, seats: Sequence[int]) -> tuple[str, ...]:
        """Return the hands in dealing order for the seats with a base stake."""

    def is_up_card(self, hand: str, number: int, late_dealer_cards: int = 0) -> bool:
        """Say whether the rules deal this card face up.

        `late_dealer_cards` complete the dealer's hand after all others, face down.
        """

    def act_stakes(self, base_minor: int) -> Mapping[str, int]:
        """Return the decisions a seat may take and what each stakes (0: nothing)."""

    def act_spot(self, action: str) -> str | None:
        """Return the spot on which a decision puts its stake."""

    def category(self, cards: Sequence[Card]) -> HandCategory:
        """Return the category of a complete hand."""

    def settle(
        self, stakes: Mapping[str, int], cards: Sequence[Card], dealer: Sequence[Card]
    ) -> tuple[SettledWager, ...]:
        """Settle a seat's stakes (all but the progressive) against the dealer's hand."""

    def forfeit(self, stakes: Mapping[str, int], *, is_dead: bool) -> tuple[SettledWager, ...]:
        """Take the stakes of a folded or dead hand (all but the progressive)."""
