"""Baccarat's rule sets: keys of the rule sheet's section 7.1, typed and checked together."""

from collections.abc import Mapping
from enum import StrEnum
from fractions import Fraction
from typing import Annotated, Any

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    ValidationError,
    ValidationInfo,
    field_validator,
)

from dealer_station.games.baccarat.coup import BaccaratOdds
from dealer_station.games.baccarat.rules import Baccarat, Limits
from dealer_station.games.rules import AfterCut, PaymentOrder, ShoeRules
from dealer_station.house_rules.files import RuleSetError, first_error
from dealer_station.house_rules.values import Amount, Whole, number

TABLE = "table"
"""A limit that is the table's own (BA-G07)."""

DECKS_MIN, DECKS_MAX = 3, 8
"""What California allows (BA-01)."""

_FIRST_CARD, _BY_DECKS = "first_card", "decks"
_BURN_MAX = 52
_RECORD_MAX_MINOR = 2**63 - 1
"""Largest amount that the record can hold."""


class BothSides(StrEnum):
    """Whether a seat may bet on both hands (BA-16)."""

    REFUSE = "refuse"
    ALLOW = "allow"


class OverCap(StrEnum):
    """What becomes of a Dragon 7 above the base wager (BA-V01)."""

    REFUSE = "refuse"
    TRIM = "trim"


class SetAsideCard(StrEnum):
    """What becomes of a card that is not used (BA-I04)."""

    BURN = "burn"
    NEXT_ROUND = "next_round"


class FaceUpInShoe(StrEnum):
    """What a card found face up in the shoe does (BA-I09)."""

    PLAY = "play"
    DISCARD = "discard"
    VOID = "void"


def _limit(value: object) -> object:
    """Read a limit of a side bet; `table` is none of its own."""
    return None if value == TABLE else value


def _pays(value: object) -> Fraction:
    """Read odds to one; a wager that pays nothing is no wager."""
    pays = number(str(value))
    if not pays:
        raise ValueError("pays nothing")
    return pays


def _burn_rule(value: object) -> object:
    """Read how many cards a new shoe burns: by its first card, one a deck, or a number."""
    if value in {_FIRST_CARD, _BY_DECKS}:
        return value
    text = str(value)
    if not (text.isascii() and text.isdecimal() and int(text) <= _BURN_MAX):
        raise ValueError(f"{value!r} is neither {_FIRST_CARD} nor {_BY_DECKS} nor 0 to {_BURN_MAX}")
    return text


SideLimit = Annotated[Amount | None, BeforeValidator(_limit)]
Pays = Annotated[Fraction, BeforeValidator(_pays)]


class Values(BaseModel):
    """The values of a rule set; amounts in smallest units."""

    model_config = ConfigDict(extra="forbid", frozen=True, arbitrary_types_allowed=True)

    decks: Whole = Field(ge=DECKS_MIN, le=DECKS_MAX)
    table_min: Amount = Field(gt=0)
    table_max: Amount
    tiger8_min: SideLimit
    tiger8_max: SideLimit
    tie_min: SideLimit
    tie_max: SideLimit
    both_sides: BothSides
    dragon7_over_cap: OverCap
    tie_pays: Pays
    dragon7_pays: Pays
    tiger8_pays: Pays
    burn_rule: Annotated[str, BeforeValidator(_burn_rule)]
    burn_between_rounds: Whole = Field(ge=0, le=_BURN_MAX)
    after_cut: AfterCut
    set_aside_card: SetAsideCard
    face_up_in_shoe: FaceUpInShoe
    payment_order: PaymentOrder

    @field_validator("table_max")
    @classmethod
    def _not_below_min(cls, table_max: int, info: ValidationInfo) -> int:
        if table_max < info.data.get("table_min", 0):
            raise ValueError("is below table_min")
        return table_max

    @property
    def burn_count(self) -> int | None:
        """Cards that a new shoe burns; None: the first one says how many more (BA-50)."""
        if self.burn_rule == _FIRST_CARD:
            return None
        return self.decks if self.burn_rule == _BY_DECKS else int(self.burn_rule)


def build(content: Mapping[str, Any], origin: str) -> Baccarat:
    """Build the game from a rule set's content: its `values`, all text.

    `origin` names the file (or the record) in errors.
    """
    try:
        values = Values.model_validate(content["values"])
    except ValidationError as error:
        raise first_error(origin, error) from None
    odds = BaccaratOdds(values.tie_pays, values.dragon7_pays, values.tiger8_pays)
    game = Baccarat(
        table_limits=Limits(values.table_min, values.table_max),
        tiger8_limits=_limits(values, "tiger8", values.tiger8_min, values.tiger8_max, origin),
        tie_limits=_limits(values, "tie", values.tie_min, values.tie_max, origin),
        refuses_both_sides=values.both_sides is BothSides.REFUSE,
        trims_dragon7=values.dragon7_over_cap is OverCap.TRIM,
        odds=odds,
        decks=values.decks,
        shoe=ShoeRules(
            burn_count=values.burn_count,
            after_cut=values.after_cut,
            burn_between_rounds=values.burn_between_rounds,
            keeps_set_aside_card=values.set_aside_card is SetAsideCard.NEXT_ROUND,
        ),
        payment_order=values.payment_order,
        house_choices=frozenset({f"face_up_in_shoe={values.face_up_in_shoe.value}"}),
    )
    _check_highest_payment(game, origin)
    return game


def _limits(values: Values, name: str, least: int | None, most: int | None, origin: str) -> Limits:
    """Return a side bet's limits: its own, or the table's."""
    limits = Limits(
        values.table_min if least is None else least,
        values.table_max if most is None else most,
    )
    if not limits.min_minor:
        raise RuleSetError(origin, f"{name}_min", "must be more than nothing")
    if limits.max_minor < limits.min_minor:
        raise RuleSetError(origin, f"{name}_max", f"is below {name}_min")
    return limits


def _check_highest_payment(game: Baccarat, origin: str) -> None:
    """A seat whose payment the record cannot hold could never be paid: say so before it plays."""
    best = max(game.odds.tie, game.odds.dragon7, game.odds.tiger8, Fraction(1))
    stakes = sum(spot.max_minor or 0 for spot in game.spots)
    if (1 + best) * stakes > _RECORD_MAX_MINOR:
        raise RuleSetError(origin, "table_max", "a seat would win more than can be recorded")
