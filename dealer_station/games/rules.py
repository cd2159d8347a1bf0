"""What every game tells the table: the protocol between a game's rules and the table's core.

A game knows its stakes, its deal, its decisions and what a finished hand is worth. It knows no
round in progress, no irregularity and no meter; the table's core keeps those and asks the game.
Hands are named as positions read (`seat 3`, `dealer`, `banker`); a finished round's cards come as a
mapping from these names.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Protocol

from dealer_station.cards.card import Card
from dealer_station.cards.poker_hand import HandCategory
from dealer_station.games.paytable import MAIN_LEVEL, Prize, PrizeKind, ProgressiveTable


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


class MeterGoesTo(StrEnum):
    """Who shares the whole meter when a hand wins it.

    `winning_hands`: these hands alone, in equal parts, and each of them must have been seen
    (CS-23). `every_stake`: every progressive stake of the round, by its amount, and one hand seen
    stands for all (CH-42, CH-G07, CH-D10).
    """

    WINNING_HANDS = "winning_hands"
    EVERY_STAKE = "every_stake"


@dataclass(frozen=True, slots=True)
class Spot:
    """A marked place for a wager. `price_minor` set: taken once, at exactly that price.

    `is_base`: a stake of which a seat must have one before any other. `is_decision`: staked by a
    decision, never placed by hand. `excludes`: the spots on which the same seat may have no stake.
    `is_capped_by_base`: at most the seat's base stake; `is_trimmed`: what is above that cap is not
    staked instead of being refused. `pays`: what it pays to one ("40"), where that is always the
    same and known beforehand; for people, nothing is settled by it.
    """

    name: str
    is_base: bool = False
    is_decision: bool = False
    price_minor: int | None = None
    min_minor: int = 1
    max_minor: int | None = None
    excludes: tuple[str, ...] = ()
    is_capped_by_base: bool = False
    is_trimmed: bool = False
    pays: str = ""


class AfterCut(StrEnum):
    """How many rounds are played after the one in which the cut card came (BA-52)."""

    ONE_MORE = "one_more"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class ShoeRules:
    """The life of a shoe that serves many rounds.

    `burn_count`: cards burned when it is new; None: the first one is turned over and says how many
    more. `burn_between_rounds` are burned before every round but its first. `keeps_set_aside_card`:
    a card that was set aside is the first one of the next round.
    """

    burn_count: int | None
    after_cut: AfterCut
    burn_between_rounds: int = 0
    keeps_set_aside_card: bool = False


Hands = Mapping[str, Sequence[Card]]
"""Cards by the name of their hand."""


@dataclass(frozen=True, slots=True)
class SpotsInPlay:
    """The spots on which stakes still lie: at hands that play on, and at folded ones."""

    in_hand: frozenset[str] = frozenset()
    folded: frozenset[str] = frozenset()


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

    @property
    def handed_back_minor(self) -> int:
        """What it brings across the table: stake and win, nothing when it lost."""
        return 0 if self.outcome is Outcome.LOSE else self.stake_minor + self.net_minor


@dataclass(frozen=True, slots=True)
class ProgressiveSources:
    """The rules that explain what became of a progressive stake, by their ids.

    `envy` is that of a sum for another's hand; empty where no prize brings any.
    """

    won: Mapping[PrizeKind, str]
    lost: str
    folded: str
    dead: str
    envy: str = ""


class OverflowTo(StrEnum):
    """Where goes what is collected above a cap (PRG-06)."""

    OVERFLOW = "overflow"
    """It is kept on an account of its own."""
    RESERVE = "reserve"
    """It feeds the next base."""
    REVENUE = "revenue"
    """It is given up to the house."""


class ReserveUse(StrEnum):
    """What the reserve does when the level starts again (PRG-04)."""

    PAYS_BASE = "pays_base"
    ADDS_TO_BASE = "adds_to_base"


@dataclass(frozen=True, slots=True)
class LevelRules:
    """One level: amounts in smallest units, rates as exact parts of each wager.

    `cap_minor` None: none. `probability` is that of one wager winning the whole level; None where
    the house does not declare it.
    """

    base_minor: int
    rate: Fraction
    cap_minor: int | None = None
    overflow_to: OverflowTo = OverflowTo.OVERFLOW
    reserve_rate: Fraction = Fraction(0)
    reserve_use: ReserveUse = ReserveUse.PAYS_BASE
    probability: Fraction | None = None


@dataclass(frozen=True, slots=True)
class ProgressiveRules:
    """How a game's progressive works; amounts in smallest units, shares exact.

    `price_minor` None: the stake is of any amount. `levels` by name, the main one among them.
    `unseen_kinds` are the kinds of prize that are paid without a supervisor having seen the hand.
    """

    spot: str
    pool: str
    price_minor: int | None
    table: ProgressiveTable
    levels: Mapping[str, LevelRules]
    deduct_fixed_prizes: bool
    on_fold: OnFold
    on_dealer_misdeal: OnDealerMisdeal
    order: ProgressiveOrder
    royal_minimum_minor: int
    sources: ProgressiveSources
    meter_goes_to: MeterGoesTo = MeterGoesTo.WINNING_HANDS
    unseen_kinds: frozenset[PrizeKind] = frozenset()

    def prize(self, category: HandCategory) -> Prize | None:
        """Return what a hand wins; None when the table has no such line (CS-D14)."""
        return self.table.prizes.get(category)

    @property
    def level_names(self) -> tuple[str, ...]:
        """The levels in the order in which they are shown: the main one, then the others."""
        return (MAIN_LEVEL, *sorted(self.levels.keys() - {MAIN_LEVEL}))

    @property
    def contribution(self) -> Fraction:
        """The part of each stake that feeds the main level's meter."""
        return self.levels[MAIN_LEVEL].rate

    @property
    def seed_minor(self) -> int:
        """What the main level starts again at."""
        return self.levels[MAIN_LEVEL].base_minor

    def least_minor(self, level: str) -> int:
        """Return the least that each winner of a whole level gets: a royal's minimum (CS-26).

        Where a royal has its own level, nobody else is promised it.
        """
        royal = self.prize(HandCategory.ROYAL_FLUSH)
        is_royals = royal is None or royal.level == level
        return self.royal_minimum_minor if is_royals else 0


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
    def shoe(self) -> ShoeRules | None:
        """The life of the shoe; None where the deck is shuffled for every round."""

    @property
    def table_hands(self) -> tuple[str, ...]:
        """The hands that belong to no seat: the dealer's, a board, baccarat's two."""

    @property
    def has_decisions(self) -> bool:
        """Whether seats decide anything once the cards are dealt."""

    @property
    def may_deal_without_wagers(self) -> bool:
        """Whether a round is dealt that nobody has a stake in."""

    @property
    def has_book(self) -> bool:
        """Whether any number of bettors play one hand by a book; then no seat stakes anything."""

    @property
    def house_choices(self) -> frozenset[str]:
        """What the rule set has chosen where a catalogue asks for it, as `key=value`."""

    @property
    def honours_side_bets(self) -> bool:
        """Whether finished side bets are paid when the round is void (CS-I04, CH-I25)."""

    @property
    def hand_size(self) -> int:
        """How many cards a hand is dealt."""

    @property
    def seats_max(self) -> int:
        """How many seats the cards in play are enough for, beside the dealer."""

    def deal_order(self, seats: Sequence[int]) -> tuple[str, ...]:
        """Return the hands in dealing order for the seats with a base stake."""

    def further_order(self, hands: Hands, in_play: SpotsInPlay) -> tuple[str, ...]:
        """Return the hands to which cards go after the deal and the decisions, as far as is known.

        Asked again after each of these cards; empty when the round's cards are complete.
        """

    def hand_of(self, seat: int) -> str:
        """Return the hand that a seat plays: its own, or one that all seats share."""

    def plays_with(self, hand: str) -> tuple[str, ...]:
        """Return the hands whose cards a hand may use: itself, and a board where there is one."""

    def surplus_case(self, hands: Hands) -> str:
        """Say what kind of card it would be that comes when none is due; empty: the usual kind."""

    def shoe_history(self, rounds: Sequence[Hands]) -> Mapping[str, object] | None:
        """Return what is shown of the shoe's settled rounds, as plain content; None: nothing is."""

    def burn_after_first(self, card: Card) -> int:
        """Return how many cards more are burned when this one is turned over on a new shoe."""

    def is_up_card(self, hand: str, number: int, late_dealer_cards: int = 0) -> bool:
        """Say whether the rules deal this card face up.

        `late_dealer_cards` complete the dealer's hand after all others, face down.
        """

    def opens_after_decisions(self, hand: str, number: int) -> bool:
        """Say whether a card that came too early is turned up when the last decision is closed."""

    def act_stakes(self, base_minor: int) -> Mapping[str, int]:
        """Return the decisions a seat may take and what each stakes (0: nothing)."""

    def act_spot(self, action: str) -> str | None:
        """Return the spot on which a decision puts its stake."""

    def category(self, cards: Sequence[Card]) -> HandCategory | None:
        """Return the category of all the cards that a seat's hand uses; None: not complete."""

    def prize(self, cards: Sequence[Card]) -> Prize | None:
        """Return the progressive prize that all the cards of a hand win; None without one."""

    def value_of(self, hand: str, hands: Hands) -> HandCategory | int | None:
        """Return what a hand is worth by the known hands, for people; None while it is nothing."""

    def settle(
        self, stakes: Mapping[str, int], hand: str, hands: Hands
    ) -> tuple[SettledWager, ...]:
        """Settle the stakes at a hand's seat (all but the progressive) by the finished cards."""

    def side_bets(
        self, stakes: Mapping[str, int], hand: str, hands: Hands, *, is_folded: bool
    ) -> tuple[SettledWager, ...]:
        """Settle the side stakes (all but the progressive) that stand by themselves.

        These are the ones which the cards known so far have decided, whatever comes after them; a
        fold may leave them alone or not. They are paid at a folded hand, and where a void round
        honours finished side bets.
        """

    def forfeit(self, stakes: Mapping[str, int], *, is_dead: bool) -> tuple[SettledWager, ...]:
        """Take the stakes of a folded or dead hand (all but the progressive)."""
