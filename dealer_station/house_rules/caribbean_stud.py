"""Caribbean Stud's rule sets: keys of the rule sheet's section 7.1, typed and checked together."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from typing import Any, TypeVar

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    ValidationError,
    ValidationInfo,
    field_validator,
)

from dealer_station.cards.poker_hand import HandCategory
from dealer_station.games.caribbean_stud.rules import BET_ANTES, PROGRESSIVE, CaribbeanStud
from dealer_station.games.paytable import (
    MAIN_LEVEL,
    EnvyFrom,
    Paytable,
    Prize,
    PrizeKind,
    ProgressiveTable,
)
from dealer_station.games.rules import (
    LevelRules,
    OnDealerMisdeal,
    OnFold,
    PaymentOrder,
    ProgressiveOrder,
    ProgressiveRules,
    ProgressiveSources,
)
from dealer_station.house_rules.files import RuleSetError, first_error
from dealer_station.house_rules.levels import (
    LEVELS,
    check_prizes,
    envy_fault,
    levels_of,
    with_main_level,
)
from dealer_station.house_rules.values import (
    NONE,
    Amount,
    OptionalAmount,
    Share,
    Switch,
    Whole,
    number,
    share_of,
)
from dealer_station.money import to_minor

POOL = "main"
"""The pool of the $1 progressive, as table scripts and views call it."""

PROGRESSIVE_PRICE_MINOR = 100
"""The progressive is one fixed unit of 1.00, never scaled (CS-03, CS-G13)."""

_RECORD_MAX_MINOR = 2**63 - 1
"""Largest amount that the record can hold."""

_Line = TypeVar("_Line")


class Values(BaseModel):
    """The values of a rule set; amounts in smallest units."""

    model_config = ConfigDict(extra="forbid", frozen=True, arbitrary_types_allowed=True)

    table_min: Amount = Field(gt=0)
    table_max: Amount
    bet_paytable: str
    max_bet_payout: OptionalAmount
    progressive_paytable: str
    contribution: Share
    seed_amount: OptionalAmount
    deduct_fixed_prizes: Switch
    progressive_on_fold: OnFold
    progressive_on_dealer_misdeal: OnDealerMisdeal
    progressive_order: ProgressiveOrder
    royal_minimum: Amount
    payment_order: PaymentOrder
    decision_seconds: Whole = Field(ge=0, le=3600)
    player_cards_public: Switch

    @field_validator("table_max")
    @classmethod
    def _not_below_min(cls, table_max: int, info: ValidationInfo) -> int:
        if table_max < info.data.get("table_min", 0):
            raise ValueError("is below table_min")
        return table_max

    @field_validator("royal_minimum")
    @classmethod
    def _of_its_order(cls, royal_minimum: int, info: ValidationInfo) -> int:
        if royal_minimum and info.data.get("progressive_order") is ProgressiveOrder.BY_TURN:
            raise ValueError("belongs to straight_flush_first (CS-26)")
        return royal_minimum

    @field_validator("seed_amount")
    @classmethod
    def _given_for_a_progressive(cls, seed: int | None, info: ValidationInfo) -> int | None:
        if seed is None and info.data.get("progressive_paytable", NONE) != NONE:
            raise ValueError("a progressive needs one (CS-G07)")
        return seed


def build(content: Mapping[str, Any], origin: str) -> CaribbeanStud:
    """Build the game from a rule set's content: its `values`, `levels`, `paytables`, all text.

    `origin` names the file (or the record) in errors.
    """
    levels = levels_of(content, origin)
    try:
        values = Values.model_validate(with_main_level(content))
    except ValidationError as error:
        raise first_error(origin, error) from None
    bet = _lines(content["paytables"]["bet"], number, origin, "bet")
    for hand in HandCategory:
        if hand not in bet:
            raise RuleSetError(origin, f"paytables.bet.{hand.value}", "is missing")
    _check_highest_payment(values.table_max, max(bet.values()), origin)
    return CaribbeanStud(
        table_min_minor=values.table_min,
        table_max_minor=values.table_max,
        bet_paytable=Paytable(values.bet_paytable, bet),
        max_bet_payout_minor=values.max_bet_payout,
        progressive=_progressive(values, levels, content["paytables"]["progressive"], origin),
        payment_order=values.payment_order,
        decision_ms=values.decision_seconds * 1000,
        player_cards_public=values.player_cards_public,
    )


def _check_highest_payment(table_max: int, best_odds: Fraction, origin: str) -> None:
    """A seat whose payment the record cannot hold could never be paid: say so before it plays."""
    antes_back = 2 + BET_ANTES * (1 + best_odds)
    if antes_back * table_max > _RECORD_MAX_MINOR:
        reason = f"at {best_odds} to 1 a Bet would win more than can be recorded"
        raise RuleSetError(origin, "table_max", reason)


def _lines(
    lines: Mapping[str, Any], read: Callable[[Any], _Line], origin: str, kind: str
) -> dict[HandCategory, _Line]:
    """Read a paytable's lines; one that cannot be is named by paytable and hand."""
    table: dict[HandCategory, _Line] = {}
    for hand, text in lines.items():
        try:
            table[HandCategory(hand)] = read(text)
        except ValueError as error:
            raise RuleSetError(origin, f"paytables.{kind}.{hand}", str(error)) from None
    return table


def _progressive(
    values: Values, levels: Mapping[str, LevelRules], lines: Mapping[str, Any], origin: str
) -> ProgressiveRules | None:
    if values.progressive_paytable == NONE or values.seed_amount is None:
        if levels:
            raise RuleSetError(origin, LEVELS, "there is no progressive (progressive_paytable)")
        return None
    prizes = _lines(lines, _prize, origin, "progressive")
    if not any(prize.kind is PrizeKind.WHOLE_METER for prize in prizes.values()):
        raise RuleSetError(origin, "paytables.progressive", "no hand wins the meter (100%)")
    check_prizes(levels, prizes, values.progressive_order, origin)
    return ProgressiveRules(
        spot=PROGRESSIVE,
        pool=POOL,
        price_minor=PROGRESSIVE_PRICE_MINOR,
        table=ProgressiveTable(values.progressive_paytable, prizes),
        levels=levels or {MAIN_LEVEL: LevelRules(values.seed_amount, values.contribution)},
        deduct_fixed_prizes=values.deduct_fixed_prizes,
        on_fold=values.progressive_on_fold,
        on_dealer_misdeal=values.progressive_on_dealer_misdeal,
        order=values.progressive_order,
        royal_minimum_minor=values.royal_minimum,
        sources=_sources(values.progressive_order),
    )


def _sources(order: ProgressiveOrder) -> ProgressiveSources:
    """Return the ids of the rule sheet that explain a settled progressive stake."""
    whole = "CS-26" if order is ProgressiveOrder.STRAIGHT_FLUSH_FIRST else "CS-23"
    won = {
        PrizeKind.FIXED: "CS-20",
        PrizeKind.METER_SHARE: "CS-22",
        PrizeKind.WHOLE_METER: whole,
    }
    return ProgressiveSources(won=won, lost="CS-24", folded="CS-G02", dead="CS-D09", envy="CS-25")


class _PrizeLine(BaseModel):
    """A prize that says more than its amount: which level it takes from, what others get."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    prize: str
    level: str = MAIN_LEVEL
    envy: Amount | None = Field(default=None, gt=0)
    envy_from: EnvyFrom | None = None


def _prize(line: str | Mapping[str, str]) -> Prize:
    """Read a line of a progressive paytable: a prize, or a table that says more of it."""
    if isinstance(line, str):
        return _amount_of(line)
    try:
        said = _PrizeLine.model_validate(line)
    except ValidationError as error:
        fault = first_error("", error)
        raise ValueError(f"{fault.key}: {fault.reason}") from None
    prize = replace(
        _amount_of(said.prize),
        level=said.level,
        envy_minor=said.envy or 0,
        envy_from=said.envy_from or EnvyFrom.HOUSE,
    )
    if said.envy_from is not None and not said.envy:
        raise ValueError("envy_from: there is no envy sum")
    fault_of_envy = envy_fault(prize)
    if fault_of_envy is not None:
        raise ValueError(f"envy_from: {fault_of_envy}")
    return prize


def _amount_of(text: str) -> Prize:
    """Read `50` as a fixed prize in the table's currency, `10%` as a share of the meter."""
    if text == "100%":
        return Prize(PrizeKind.WHOLE_METER)
    if text.endswith("%"):
        return Prize(PrizeKind.METER_SHARE, share=share_of(number(text[:-1]) / 100))
    number(text)
    minor = to_minor(Decimal(text)) if "/" not in text else None
    if minor is None:
        raise ValueError(f"{text!r} is no amount in whole cents")
    return Prize(PrizeKind.FIXED, fixed_minor=minor)
