"""Caribbean Stud's rule sets: keys of the rule sheet's section 7.1, typed and checked together."""

from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError, model_validator

from dealer_station.cards.poker_hand import HandCategory
from dealer_station.games.caribbean_stud.rules import PROGRESSIVE, CaribbeanStud
from dealer_station.games.paytable import Paytable, Prize, PrizeKind, ProgressiveTable
from dealer_station.games.rules import (
    OnDealerMisdeal,
    OnFold,
    PaymentOrder,
    ProgressiveOrder,
    ProgressiveRules,
)
from dealer_station.house_rules.files import first_error
from dealer_station.money import exact, to_minor

POOL = "main"
"""The pool of the $1 progressive, as table scripts and views call it."""

PROGRESSIVE_PRICE_MINOR = 100
"""The progressive is one fixed unit of 1.00, never scaled (CS-03, CS-G13)."""

NONE = "none"


def _amount(value: object) -> object:
    """Read an amount as smallest units; `none` is no amount."""
    if value == NONE:
        return None
    if not isinstance(value, str):
        return value
    try:
        minor = to_minor(Decimal(value))
    except ArithmeticError:
        minor = None
    if minor is None or minor < 0:
        raise ValueError(f"{value!r} is no amount in whole cents")
    return minor


def _share(value: object) -> object:
    try:
        return exact(str(value))
    except ValueError:
        raise ValueError(f"{value!r} is no number") from None


Amount = Annotated[int, BeforeValidator(_amount)]
OptionalAmount = Annotated[int | None, BeforeValidator(_amount)]
Share = Annotated[Fraction, BeforeValidator(_share)]


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
    deduct_fixed_prizes: bool
    progressive_on_fold: OnFold
    progressive_on_dealer_misdeal: OnDealerMisdeal
    progressive_order: ProgressiveOrder
    royal_minimum: Amount
    payment_order: PaymentOrder
    decision_seconds: int = Field(ge=0, le=3600)
    player_cards_public: bool

    @model_validator(mode="after")
    def _agree(self) -> "Values":
        if self.table_max < self.table_min:
            raise ValueError("table_max is below table_min")
        if not 0 <= self.contribution <= 1:
            raise ValueError("contribution is the part of each 1.00: 0 to 1")
        if self.progressive_paytable != NONE and self.seed_amount is None:
            raise ValueError("a progressive needs its seed_amount (CS-G07)")
        return self


def build(content: Mapping[str, Any], origin: str) -> CaribbeanStud:
    """Build the game from a rule set's content: its `values` and `paytables`, all text.

    `origin` names the file (or the record) in errors.
    """
    try:
        values = Values.model_validate(content["values"])
    except ValidationError as error:
        raise first_error(origin, error) from None
    return CaribbeanStud(
        table_min_minor=values.table_min,
        table_max_minor=values.table_max,
        bet_paytable=_bet_paytable(values.bet_paytable, content["paytables"]["bet"]),
        max_bet_payout_minor=values.max_bet_payout,
        progressive=_progressive(values, content["paytables"]["progressive"]),
        payment_order=values.payment_order,
        decision_ms=values.decision_seconds * 1000,
        player_cards_public=values.player_cards_public,
    )


def _bet_paytable(name: str, lines: Mapping[str, str]) -> Paytable:
    return Paytable(name, {HandCategory(hand): exact(odds) for hand, odds in lines.items()})


def _progressive(values: Values, lines: Mapping[str, str]) -> ProgressiveRules | None:
    if values.progressive_paytable == NONE or values.seed_amount is None:
        return None
    prizes = {HandCategory(hand): _prize(text) for hand, text in lines.items()}
    return ProgressiveRules(
        spot=PROGRESSIVE,
        pool=POOL,
        price_minor=PROGRESSIVE_PRICE_MINOR,
        table=ProgressiveTable(values.progressive_paytable, prizes),
        contribution=values.contribution,
        seed_minor=values.seed_amount,
        deduct_fixed_prizes=values.deduct_fixed_prizes,
        on_fold=values.progressive_on_fold,
        on_dealer_misdeal=values.progressive_on_dealer_misdeal,
        order=values.progressive_order,
        royal_minimum_minor=values.royal_minimum,
    )


def _prize(text: str) -> Prize:
    """Read `50` as a fixed prize in the table's currency, `10%` as a share of the meter."""
    if text == "100%":
        return Prize(PrizeKind.WHOLE_METER)
    if text.endswith("%"):
        return Prize(PrizeKind.METER_SHARE, share=exact(text[:-1]) / 100)
    minor = to_minor(Decimal(text))
    assert minor is not None, f"{text} is a whole number of cents"
    return Prize(PrizeKind.FIXED, fixed_minor=minor)
