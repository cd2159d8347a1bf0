"""Texas Hold'em's rule sets: keys of the rule sheet's section 7.1, typed and checked together."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated, Any, Final

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    TypeAdapter,
    ValidationError,
    ValidationInfo,
    field_validator,
)

from dealer_station.games.pots.structure import FixedLimit, HeadsUp, NoLimit, Structure
from dealer_station.games.texas_holdem.positions import BlindRules, ButtonRule, NewPlayer
from dealer_station.games.texas_holdem.rules import TexasHoldem
from dealer_station.house_rules.files import RuleSetError, first_error
from dealer_station.house_rules.pot_values import (
    HoleCards,
    Milliseconds,
    RaiseCap,
    Rake,
    Stakes,
    choices,
)
from dealer_station.house_rules.values import NONE, Amount, OptionalAmount, Switch

SMALL_BET: Final = "L"
HALF_SMALL_BET: Final = "L/2"
"""Blinds of a limit game that follow its small bet (HE-20)."""

BIG_BLIND: Final = "big_blind"
"""The smallest bet of a game without a limit that follows its big blind (HE-31)."""

LIMIT_KEYS: Final = ("small_bet", "big_bet", "raise_cap", "heads_up_unlimited", "half_bet_rule")
"""Keys that only a limit game has; the other says `none`."""

_CHOICES: Final = ("four_card_flop", "premature_turn", "substantial_action", "allin_cards")
_AMOUNT: Final = TypeAdapter(Amount)


class Betting(StrEnum):
    """How much may be bet (HE-20, HE-30)."""

    LIMIT = "limit"
    NO_LIMIT = "no_limit"


class FourCardFlop(StrEnum):
    """What is done when a flop has four cards (HE-I20)."""

    PICK_BURN = "pick_burn"
    REDEAL = "redeal"


class PrematureTurn(StrEnum):
    """What becomes of a turn that is dealt too early (HE-I23)."""

    RESHUFFLE = "reshuffle"
    SET_ASIDE = "set_aside"


class SubstantialAction(StrEnum):
    """When it is too late for a misdeal (HE-I08)."""

    TDA = "tda"
    TWO_PLAYERS = "two_players"
    WSOP = "wsop"


class AllInCards(StrEnum):
    """Whether hands lie open once nobody can bet any more (HE-45)."""

    DOWN = "down"
    UP = "up"


class OddUnit(StrEnum):
    """Who takes an odd unit first (HE-D10)."""

    LEFT_OF_BUTTON = "left_of_button"


def _optional(kind: Any) -> BeforeValidator:
    """Read `none` as None and anything else as the kind says."""
    adapter = TypeAdapter(kind)
    return BeforeValidator(lambda value: None if value == NONE else adapter.validate_python(value))


class Values(BaseModel):
    """The values of a rule set; amounts in smallest units."""

    model_config = ConfigDict(extra="forbid", frozen=True, arbitrary_types_allowed=True)

    structure: Betting
    small_bet: OptionalAmount
    big_bet: OptionalAmount
    small_blind: str
    big_blind: str
    min_bet: str
    chip: Amount = Field(gt=0)
    raise_cap: RaiseCap
    heads_up_unlimited: Annotated[HeadsUp | None, _optional(HeadsUp)]
    half_bet_rule: Annotated[bool | None, _optional(Switch)]
    button_rule: ButtonRule
    new_player: NewPlayer
    four_card_flop: FourCardFlop
    premature_turn: PrematureTurn
    substantial_action: SubstantialAction
    clock_s: Milliseconds
    rake: Rake
    odd_unit: OddUnit
    allin_cards: AllInCards
    hole_cards: HoleCards
    stakes: Stakes

    @field_validator("small_bet", "big_bet")
    @classmethod
    def _is_something(cls, amount: int | None) -> int | None:
        if amount == 0:
            raise ValueError("must be more than nothing")
        return amount

    @field_validator("big_bet")
    @classmethod
    def _not_below_small(cls, amount: int | None, info: ValidationInfo) -> int | None:
        small = info.data.get("small_bet")
        if amount is not None and small is not None and amount < small:
            raise ValueError("is below small_bet")
        return amount


def build(content: Mapping[str, Any], origin: str) -> TexasHoldem:
    """Build the game from a rule set's content; `origin` names file or record in errors."""
    try:
        values = Values.model_validate(content["values"])
    except ValidationError as error:
        raise first_error(origin, error) from None
    structure, small_blind, big_blind = _betting(values, origin)
    return TexasHoldem(
        structure=structure,
        blinds=BlindRules(values.button_rule, values.new_player, small_blind, big_blind),
        chip_minor=values.chip,
        clock_ms=values.clock_s,
        rake=values.rake,
        reads_hole_cards=values.hole_cards is HoleCards.READ,
        tracks_stakes=values.stakes is Stakes.TRACKED,
        house_choices=choices(values, _CHOICES),
    )


def _betting(values: Values, origin: str) -> tuple[Structure, int, int]:
    """Return structure, small and big blind; what contradicts itself is a RuleSetError."""
    said = values.model_dump(include=set(LIMIT_KEYS))
    if values.structure is Betting.NO_LIMIT:
        for key in LIMIT_KEYS:
            if said[key] is not None:
                raise RuleSetError(origin, key, f"must be {NONE}: structure is no_limit (HE-30)")
        big = _blind(values.big_blind, "big_blind", None, origin)
        small = _not_above(_blind(values.small_blind, "small_blind", None, origin), big, origin)
        return NoLimit(_min_bet(values, big, origin), values.chip), small, big
    for key in ("small_bet", "big_bet", "heads_up_unlimited", "half_bet_rule"):
        if said[key] is None:
            raise RuleSetError(origin, key, "a limit game needs it (HE-20)")
    if values.min_bet != NONE:
        raise RuleSetError(origin, "min_bet", f"must be {NONE}: structure is limit (HE-20)")
    bet, big_bet, heads_up = values.small_bet, values.big_bet, values.heads_up_unlimited
    assert bet is not None
    assert big_bet is not None
    assert heads_up is not None
    big = _blind(values.big_blind, "big_blind", bet, origin)
    if big != bet:
        raise RuleSetError(origin, "big_blind", "is not small_bet, which is the bet (HE-20)")
    small = _not_above(_blind(values.small_blind, "small_blind", bet, origin), big, origin)
    limit = FixedLimit(bet, big_bet, values.raise_cap, heads_up, bool(values.half_bet_rule))
    return limit, small, big


def _blind(text: str, key: str, bet: int | None, origin: str) -> int:
    """Read an amount, or `L` and `L/2` of a limit game."""
    if text in {SMALL_BET, HALF_SMALL_BET}:
        if bet is None:
            raise RuleSetError(origin, key, f"{text!r} needs a small_bet")
        parts = 1 if text == SMALL_BET else 2
        if bet % parts:
            raise RuleSetError(origin, key, "half of small_bet is no whole amount")
        return bet // parts
    amount = _amount(text, key, origin)
    if not amount:
        raise RuleSetError(origin, key, "must be more than nothing")
    return amount


def _amount(text: str, key: str, origin: str) -> int:
    try:
        return _AMOUNT.validate_python(text)
    except ValidationError as error:
        raise RuleSetError(origin, key, error.errors()[0]["msg"]) from None


def _not_above(small: int, big: int, origin: str) -> int:
    if small > big:
        raise RuleSetError(origin, "small_blind", "is above big_blind (HE-12)")
    return small


def _min_bet(values: Values, big_blind: int, origin: str) -> int:
    """Read the smallest bet: the big blind, or an amount that is not below it."""
    if values.min_bet == BIG_BLIND:
        return big_blind
    if values.min_bet == NONE:
        raise RuleSetError(origin, "min_bet", "a game without a limit needs it (HE-31)")
    amount = _amount(values.min_bet, "min_bet", origin)
    if amount < big_blind:
        raise RuleSetError(origin, "min_bet", "is below big_blind (HE-31)")
    return amount
