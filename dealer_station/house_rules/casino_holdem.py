"""Casino Hold'em's rule sets: keys of the rule sheet's section 7.1, typed and checked together."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Annotated, Any, Final

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    ValidationError,
    ValidationInfo,
    field_validator,
)

from dealer_station.cards.poker_hand import HandCategory
from dealer_station.games.casino_holdem.bonus import BonusPaytable
from dealer_station.games.casino_holdem.jumbo7 import JUMBO7
from dealer_station.games.casino_holdem.rules import (
    ANTE,
    BONUS,
    CALL_ANTES,
    BettorsAt,
    BonusOnFold,
    Burns,
    CasinoHoldem,
    DealOut,
    HandMode,
)
from dealer_station.games.paytable import (
    MAIN_LEVEL,
    Paytable,
    Prize,
    PrizeKind,
    ProgressiveTable,
)
from dealer_station.games.rules import (
    LevelRules,
    MeterGoesTo,
    OnDealerMisdeal,
    OnFold,
    PaymentOrder,
    ProgressiveOrder,
    ProgressiveRules,
    ProgressiveSources,
    Spot,
)
from dealer_station.house_rules.files import RuleSetError, first_error
from dealer_station.house_rules.levels import LEVELS, levels_of, with_main_level
from dealer_station.house_rules.values import (
    AMOUNT_MAX_MINOR,
    NONE,
    Amount,
    OptionalAmount,
    Share,
    Switch,
    Whole,
    number,
)
from dealer_station.money import EXPONENT

PAIR_OF_ACES: Final = "pair_of_aces"
"""The lowest line of a Bonus paytable; a lower pair loses (CH-31)."""

UNIT_MINOR: Final = 10**EXPONENT
"""A Jumbo 7 ticket is 1.00 or more where it has no fixed price."""

_SIX_LINES: Final = (
    ("royal_flush",),
    ("straight_flush",),
    ("four_of_a_kind",),
    ("full_house",),
    ("flush",),
    ("straight", "three_of_a_kind", "two_pair", "pair", "high_card"),
)
_BONUS_HANDS: Final = tuple(hand for hand in HandCategory if hand > HandCategory.PAIR)
_JUMBO7_HANDS: Final = tuple(hand for hand in HandCategory if hand >= HandCategory.STRAIGHT)
_STREETS: Final = 3
_BURNS_MAX: Final = 3
_RECORD_MAX_MINOR: Final = 2**63 - 1
"""Largest amount that the record can hold."""
_BOOK_MAX_MINOR: Final = 2**60
"""Largest payment to a bettor: the four stakes of one add up in 64 bits (bettors/settlement)."""


def ante_lines(text: str) -> Mapping[str, str] | None:
    """Read `100/20/10/3/2/1` as an Ante paytable: royal flush down to flush, and all the rest.

    None where the text is the name of a paytable.
    """
    words = text.split("/")
    if len(words) != len(_SIX_LINES):
        return None
    return {
        hand: word.strip() for hands, word in zip(_SIX_LINES, words, strict=True) for hand in hands
    }


def _burns(value: object) -> Burns:
    """Read `none`, or cards burned before flop, turn and river: `1, 1, 1`."""
    text = str(value)
    if text == NONE:
        return Burns()
    words = [word.strip() for word in text.split(",")]
    are_whole = all(w.isascii() and w.isdecimal() and int(w) <= _BURNS_MAX for w in words)
    if len(words) != _STREETS or not are_whole:
        raise ValueError(f"{text!r} is neither {NONE} nor three numbers from 0 to {_BURNS_MAX}")
    return Burns(*map(int, words))


def _jumbo7_prizes(value: object) -> Mapping[HandCategory, Prize]:
    """Read `none`, or prizes per 1.00 of ticket by hand: `straight: 10, flush: 20`."""
    text = str(value)
    prizes: dict[HandCategory, Prize] = {}
    for line in () if text == NONE else text.split(","):
        hand, separator, prize = (part.strip() for part in line.partition(":"))
        if not separator or hand not in {one.value for one in _JUMBO7_HANDS}:
            raise ValueError(f"{line.strip()!r} is no prize of a hand from a straight upward")
        category, times = HandCategory(hand), number(prize)
        if category in prizes:
            raise ValueError(f"{hand} stands twice")
        if not times:
            raise ValueError(f"{hand} wins nothing")
        prizes[category] = Prize(PrizeKind.TIMES_STAKE, times=times)
    return prizes


class Values(BaseModel):
    """The values of a rule set; amounts in smallest units."""

    model_config = ConfigDict(extra="forbid", frozen=True, arbitrary_types_allowed=True)

    hand_mode: HandMode
    table_min: Amount = Field(gt=0)
    table_max: Amount
    bonus_min: Amount = Field(gt=0)
    bonus_max: Amount
    ante_paytable: str
    bonus_paytable: str
    bonus_on_fold: BonusOnFold
    jumbo7: Switch
    jumbo7_price: OptionalAmount
    jumbo7_paytable: Annotated[Mapping[HandCategory, Prize], BeforeValidator(_jumbo7_prizes)]
    contribution: Share
    seed_amount: OptionalAmount
    deal_out: DealOut
    honour_finished_side_bets: Switch
    decision_seconds: Whole = Field(ge=0, le=3600)
    payment_order: PaymentOrder
    burns: Annotated[Burns, BeforeValidator(_burns)]
    # Rule sets in the record that were written before there was a book do not say it.
    bettors: BettorsAt = BettorsAt.SEATS

    @field_validator("table_max", "bonus_max")
    @classmethod
    def _not_below_min(cls, most: int, info: ValidationInfo) -> int:
        least = str(info.field_name).replace("_max", "_min")
        if most < info.data.get(least, 0):
            raise ValueError(f"is below {least}")
        return most

    @field_validator("jumbo7_price")
    @classmethod
    def _costs_something(cls, price: int | None) -> int | None:
        if price == 0:
            raise ValueError("must be more than nothing")
        return price

    @field_validator("seed_amount")
    @classmethod
    def _given_for_jumbo7(cls, seed: int | None, info: ValidationInfo) -> int | None:
        if seed is None and info.data.get("jumbo7"):
            raise ValueError("Jumbo 7 needs one (CH-44)")
        return seed

    @field_validator("bettors")
    @classmethod
    def _book_can_be_played(cls, bettors: BettorsAt, info: ValidationInfo) -> BettorsAt:
        if bettors is BettorsAt.BOOK and info.data.get("hand_mode") is not HandMode.SHARED:
            raise ValueError("a book needs one hand for all: hand_mode shared (CH-12b)")
        if bettors is BettorsAt.BOOK and not info.data.get("decision_seconds"):
            raise ValueError("a book needs decision_seconds: nobody else ends the wait (CH-14)")
        return bettors


def build(content: Mapping[str, Any], origin: str) -> CasinoHoldem:
    """Build the game from a rule set's content: its `values`, `levels`, `paytables`, all text.

    `origin` names the file (or the record) in errors.
    """
    levels = levels_of(content, origin)
    try:
        values = Values.model_validate(with_main_level(content))
    except ValidationError as error:
        raise first_error(origin, error) from None
    _check_unused(values, origin)
    ante = _ante_paytable(values, content["paytables"]["ante"], origin)
    bonus = _bonus_paytable(values, content["paytables"]["bonus"], origin)
    _check_highest_payment(values, ante, bonus, origin)
    return CasinoHoldem(
        hand_mode=values.hand_mode,
        ante=Spot(ANTE, is_base=True, min_minor=values.table_min, max_minor=values.table_max),
        bonus=Spot(BONUS, min_minor=values.bonus_min, max_minor=values.bonus_max),
        jumbo7=_ticket(values),
        ante_paytable=ante,
        bonus_paytable=bonus,
        bonus_on_fold=values.bonus_on_fold,
        progressive=_progressive(values, levels, origin),
        deal_out=values.deal_out,
        burns=values.burns,
        honours_side_bets=values.honour_finished_side_bets,
        payment_order=values.payment_order,
        decision_ms=values.decision_seconds * 1000,
        house_choices=frozenset({"burns=configured"} if values.burns.total else ()),
        has_book=values.bettors is BettorsAt.BOOK,
    )


def _check_unused(values: Values, origin: str) -> None:
    """Refuse what is said of Jumbo 7 where it is not offered: one of the two is a mistake."""
    said = {
        "jumbo7_price": values.jumbo7_price is not None,
        "jumbo7_paytable": bool(values.jumbo7_paytable),
        "contribution": bool(values.contribution),
        "seed_amount": bool(values.seed_amount),
    }
    for key, is_said in said.items():
        if is_said and not values.jumbo7:
            raise RuleSetError(origin, key, "there is no Jumbo 7 that it could be of (jumbo7)")


def _ticket(values: Values) -> Spot | None:
    """Return the Jumbo 7 spot: a fixed price, or any amount from 1.00 that can be paid (CH-40)."""
    if not values.jumbo7:
        return None
    if values.jumbo7_price is not None:
        return Spot(JUMBO7, price_minor=values.jumbo7_price)
    best = max((prize.times for prize in values.jumbo7_paytable.values()), default=Fraction(1))
    paid_max = _BOOK_MAX_MINOR if values.bettors is BettorsAt.BOOK else _RECORD_MAX_MINOR
    most = min(AMOUNT_MAX_MINOR, int(paid_max / (2 * max(best, Fraction(1)))))
    return Spot(JUMBO7, min_minor=UNIT_MINOR, max_minor=most)


def _ante_paytable(values: Values, lines: Mapping[str, str], origin: str) -> Paytable:
    """Every hand has its line, a high card too (CH-25, CH-G12)."""
    table = _lines(lines, tuple(HandCategory), origin, "ante_paytable")
    return Paytable(
        values.ante_paytable, {HandCategory(hand): odds for hand, odds in table.items()}
    )


def _bonus_paytable(values: Values, lines: Mapping[str, str], origin: str) -> BonusPaytable:
    """A line for a pair of aces and for each hand above any pair (CH-31)."""
    table = _lines(lines, (PAIR_OF_ACES, *_BONUS_HANDS), origin, "bonus_paytable")
    aces = table.pop(PAIR_OF_ACES)
    odds = {HandCategory(hand): line for hand, line in table.items()}
    return BonusPaytable(Paytable(values.bonus_paytable, odds), aces)


def _lines(
    lines: Mapping[str, str], hands: tuple[str, ...], origin: str, key: str
) -> dict[str, Fraction]:
    """Read a paytable that has just these hands; a wrong line is named by key and hand."""
    table: dict[str, Fraction] = {}
    for hand in (*hands, *lines):
        name = str(hand)
        if name not in lines:
            raise RuleSetError(origin, key, f"{name} is missing")
        if name not in {str(one) for one in hands}:
            raise RuleSetError(origin, key, f"has no line {name}")
        try:
            table[name] = number(lines[name])
        except ValueError as error:
            raise RuleSetError(origin, key, f"{name}: {error}") from None
        if not table[name]:
            raise RuleSetError(origin, key, f"{name} pays nothing")
    return table


def _check_highest_payment(
    values: Values, ante: Paytable, bonus: BonusPaytable, origin: str
) -> None:
    """A seat whose payment the record cannot hold could never be paid: say so before it plays."""
    best_ante = max(ante.odds_to_one.values())
    best_bonus = max(*bonus.lines.odds_to_one.values(), bonus.pair_of_aces)
    most = _BOOK_MAX_MINOR if values.bettors is BettorsAt.BOOK else _RECORD_MAX_MINOR
    if values.table_max * (1 + best_ante + 2 * CALL_ANTES) > most:
        raise RuleSetError(origin, "table_max", "an Ante would win more than can be recorded")
    if values.bonus_max * (1 + best_bonus) > most:
        raise RuleSetError(origin, "bonus_max", "a Bonus would win more than can be recorded")
    prizes = values.jumbo7_paytable.values()
    if any(prize.times * (values.jumbo7_price or 0) > most for prize in prizes):
        raise RuleSetError(origin, "jumbo7_paytable", "a ticket would win more than is recorded")


def _progressive(
    values: Values, levels: Mapping[str, LevelRules], origin: str
) -> ProgressiveRules | None:
    if not values.jumbo7 or values.seed_amount is None:
        if levels:
            raise RuleSetError(origin, LEVELS, "there is no Jumbo 7 to play for them (jumbo7)")
        return None
    for name in levels.keys() - {MAIN_LEVEL}:
        # Seven cards in one straight flush win the one pool; fixed prizes come from the house.
        raise RuleSetError(origin, f"{LEVELS}.{name}", "no prize takes from it")
    honours = values.honour_finished_side_bets
    return ProgressiveRules(
        spot=JUMBO7,
        pool=JUMBO7,
        price_minor=values.jumbo7_price,
        table=ProgressiveTable(JUMBO7, values.jumbo7_paytable),
        levels=levels or {MAIN_LEVEL: LevelRules(values.seed_amount, values.contribution)},
        deduct_fixed_prizes=False,
        on_fold=OnFold.SURVIVE,
        on_dealer_misdeal=OnDealerMisdeal.HONOUR if honours else OnDealerMisdeal.VOID,
        order=ProgressiveOrder.BY_TURN,
        royal_minimum_minor=0,
        sources=ProgressiveSources(
            won={PrizeKind.WHOLE_METER: "CH-42", PrizeKind.TIMES_STAKE: "CH-43"},
            lost="CH-43",
            folded="CH-G06",
            dead="CH-15",
        ),
        meter_goes_to=MeterGoesTo.EVERY_STAKE,
        unseen_kinds=frozenset({PrizeKind.TIMES_STAKE}),
    )
