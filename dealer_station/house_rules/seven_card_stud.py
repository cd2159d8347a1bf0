"""Seven Card Stud's rule sets: keys of the rule sheet's section 7.1, typed and checked together."""

import re
from collections.abc import Mapping
from enum import StrEnum
from typing import Any, Final

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from dealer_station.games.pots.structure import FixedLimit, HeadsUp
from dealer_station.games.seven_card_stud.levels import Level, fault
from dealer_station.games.seven_card_stud.odd_units import OddUnit
from dealer_station.games.seven_card_stud.rules import SevenCardStud
from dealer_station.games.seven_card_stud.shortage import ShortageProcedure
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

LEVEL: Final = "level"
"""The value of an amount that the level says."""

AMOUNTS: Final = ("ante", "bring_in", "small_bet", "big_bet")
_TIMES_SMALL_BET: Final = re.compile(r"([1-9][0-9]{0,3})L", re.ASCII)
_CHOICES: Final = ("premature_card", "seven_card_bet", "exposed_last_card")
_AMOUNT: Final = TypeAdapter(Amount)


class HeadsUpFrom(StrEnum):
    """When two players are two (ST-47)."""

    ACTION = "action"
    ROUND_START = "round_start"


class PrematureCard(StrEnum):
    """What becomes of cards that are dealt too early (ST-I09)."""

    SET_ASIDE = "set_aside"
    RESHUFFLE_STUB = "reshuffle_stub"


class MuckDisclosure(StrEnum):
    """Whether a hand mucked at the showdown stands in others' hand histories (ST-57)."""

    NONE = "none"
    ON_REQUEST = "on_request"


class ExposedLastCard(StrEnum):
    """How the others get their last card when the first player's lies face up (ST-I17)."""

    DOWN = "down"
    UP = "up"


class Values(BaseModel):
    """The values of a rule set; amounts in smallest units."""

    model_config = ConfigDict(extra="forbid", frozen=True, arbitrary_types_allowed=True)

    level: str
    ante: str
    bring_in: str
    small_bet: str
    big_bet: str
    chip: Amount = Field(gt=0)
    buy_in: str
    raise_cap: RaiseCap
    heads_up_unlimited: Switch
    heads_up_from: HeadsUpFrom
    fourth_street_pair_option: Switch
    dead_seat_keeps_receiving: Switch
    premature_card: PrematureCard
    seven_card_bet: Switch
    exposed_last_card: ExposedLastCard
    muck_disclosure: MuckDisclosure
    odd_unit: OddUnit
    announce_draws_below: OptionalAmount
    clock_s: Milliseconds
    rake: Rake
    hole_cards: HoleCards
    stakes: Stakes


class _Fixed(BaseModel):
    """What belongs to the rule set and no table may change."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    shortage: ShortageProcedure


def build(content: Mapping[str, Any], origin: str) -> SevenCardStud:
    """Build the game from a rule set's content; `origin` names file or record in errors.

    A level that the house has not set, or one whose bring-in is above the small bet, is no error:
    the rule set is there to be read, but no hand starts (ST-14, ST-15).
    """
    try:
        values = Values.model_validate(content["values"])
        fixed = _Fixed.model_validate(content["fixed"])
    except ValidationError as error:
        raise first_error(origin, error) from None
    level = level_of(values, content.get("limit_levels", {}), origin)
    small_bet, big_bet = level.small_bet_minor or 0, level.big_bet_minor or 0
    draws_below = values.announce_draws_below
    return SevenCardStud(
        structure=FixedLimit(small_bet, big_bet, values.raise_cap, _heads_up(values)),
        ante_minor=level.ante_minor or 0,
        bring_in_minor=level.bring_in_minor or 0,
        chip_minor=values.chip,
        shortage=fixed.shortage,
        odd_unit=values.odd_unit,
        pair_option=values.fourth_street_pair_option,
        dead_seat_keeps_receiving=values.dead_seat_keeps_receiving,
        says_draws=draws_below is not None and small_bet < draws_below,
        buy_in_minor=_buy_in(values.buy_in, level.small_bet_minor, origin),
        clock_ms=values.clock_s,
        rake=values.rake,
        reads_hole_cards=values.hole_cards is HoleCards.READ,
        tracks_stakes=values.stakes is Stakes.TRACKED,
        discloses_mucked=values.muck_disclosure is MuckDisclosure.ON_REQUEST,
        house_choices=choices(values, _CHOICES),
        fault=fault(level),
        level="" if values.level == NONE else values.level,
    )


def level_of(values: Values, levels: Mapping[str, Mapping[str, str]], origin: str) -> Level:
    """Return what is played for: the amounts set, and for the others those of the level."""
    if values.level not in {NONE, *levels}:
        named = ", ".join(levels) or "there is none"
        raise RuleSetError(origin, LEVEL, f"no such level: {values.level!r}; {named}")
    chosen = levels.get(values.level, {})
    texts: dict[str, tuple[str, str]] = {}
    for key in AMOUNTS:
        text = getattr(values, key)
        where = key if text != LEVEL else f"limit_levels.{values.level}.{key}"
        texts[key] = (chosen.get(key, NONE) if text == LEVEL else text, where)
    return _level(texts, origin)


def check_levels(levels: Mapping[str, Mapping[str, str]], file: str) -> None:
    """Check every level of a rule set's file, also those that no table plays for.

    RuleSetError for a key that a level does not have, and for amounts that contradict each other.
    """
    for name, amounts in levels.items():
        where = {key: f"limit_levels.{name}.{key}" for key in (*AMOUNTS, *amounts)}
        if unknown := amounts.keys() - set(AMOUNTS):
            raise RuleSetError(file, where[min(unknown)], "unknown key")
        _level({key: (amounts.get(key, NONE), where[key]) for key in AMOUNTS}, file)


def _level(texts: Mapping[str, tuple[str, str]], origin: str) -> Level:
    """Read the amounts of a level, each with the key that an error names."""
    amounts = {key: _amount(text, where, origin) for key, (text, where) in texts.items()}
    for key, amount in amounts.items():
        if amount == 0 and key != "ante":
            raise RuleSetError(origin, texts[key][1], "must be more than nothing")
    if amounts["small_bet"] and amounts["big_bet"] and amounts["big_bet"] < amounts["small_bet"]:
        raise RuleSetError(origin, texts["big_bet"][1], "is below small_bet (ST-34)")
    return Level(*amounts.values())


def _amount(text: str, key: str, origin: str) -> int | None:
    if text == NONE:
        return None
    try:
        return _AMOUNT.validate_python(text)
    except ValidationError as error:
        raise RuleSetError(origin, key, error.errors()[0]["msg"]) from None


def _heads_up(values: Values) -> HeadsUp:
    if not values.heads_up_unlimited:
        return HeadsUp.NEVER
    return HeadsUp(values.heads_up_from.value)


def _buy_in(text: str, small_bet: int | None, origin: str) -> int | None:
    """Read an amount, `none`, or a multiple of the small bet: `10L` (ST-11)."""
    times = _TIMES_SMALL_BET.fullmatch(text)
    if times is None:
        amount = _amount(text, "buy_in", origin)
        if amount == 0:
            raise RuleSetError(origin, "buy_in", "must be more than nothing")
        return amount
    return None if small_bet is None else int(times[1]) * small_bet
