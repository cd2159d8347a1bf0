"""The levels of a rule set's progressive: `[levels.NAME]` in its file, typed and checked together.

A rule set without such tables has one level, `main`, of its `seed_amount` and `contribution`; with
them these two stand there and nowhere else. In errors, and where a table sets a value of its own,
a key is written as `levels.NAME.KEY`.
"""

from collections.abc import Mapping
from fractions import Fraction
from typing import Annotated, Any, Final

from pydantic import BaseModel, BeforeValidator, ConfigDict, ValidationError

from dealer_station.games.paytable import MAIN_LEVEL, EnvyFrom, Prize, PrizeKind
from dealer_station.games.rules import LevelRules, OverflowTo, ProgressiveOrder, ReserveUse
from dealer_station.house_rules.files import RuleSetError, first_error
from dealer_station.house_rules.values import NONE, Amount, OptionalAmount, Share, share_of
from dealer_station.progressive.levels import fault_of
from dealer_station.table.levels import level_terms

LEVELS: Final = "levels"
"""Where a rule set's content has its levels, by name and key."""

_OF_MAIN: Final = {"seed_amount": "base", "contribution": "rate"}
"""Keys of a rule set of one level, each with the key of `[levels.main]` that takes its place."""


def _optional_share(value: object) -> object:
    return None if value == NONE else share_of(value)


class _LevelValues(BaseModel):
    """One level as a file has it; what is left out does not exist there."""

    model_config = ConfigDict(extra="forbid", frozen=True, arbitrary_types_allowed=True)

    base: Amount
    rate: Share
    cap: OptionalAmount = None
    overflow_to: OverflowTo | None = None
    reserve_rate: Share = Fraction(0)
    reserve_use: ReserveUse | None = None
    probability: Annotated[Fraction | None, BeforeValidator(_optional_share)] = None


def levels_of(content: Mapping[str, Any], origin: str) -> Mapping[str, LevelRules]:
    """Return the levels that a rule set's content has; empty where it has no such tables.

    Raises RuleSetError with file and key: a term that cannot be, terms that contradict each other,
    no main level, rates that are more than the wager together, or a second truth in `values`.
    """
    said = content.get(LEVELS, {})
    if not said:
        return {}
    for key, term in _OF_MAIN.items():
        if key in content["values"]:
            raise RuleSetError(origin, key, f"stands as {LEVELS}.{MAIN_LEVEL}.{term} already")
    levels = {name: _level(name, terms, origin) for name, terms in said.items()}
    if MAIN_LEVEL not in levels:
        raise RuleSetError(origin, f"{LEVELS}.{MAIN_LEVEL}", "is missing")
    total = sum((one.rate + one.reserve_rate for one in levels.values()), Fraction(0))
    if total > 1:
        raise RuleSetError(origin, LEVELS, f"all rates together are {total} of a wager")
    return levels


def with_main_level(content: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the values of a rule set, with the main level's base and rate where levels have them.

    Called once the levels were read: these values are right then.
    """
    said = content.get(LEVELS, {})
    if not said:
        return dict(content["values"])
    main = said[MAIN_LEVEL]
    return {**content["values"], **{key: main[term] for key, term in _OF_MAIN.items()}}


def _level(name: str, said: Mapping[str, str], origin: str) -> LevelRules:
    place = f"{LEVELS}.{name}"
    try:
        values = _LevelValues.model_validate(said)
    except ValidationError as error:
        fault = first_error(origin, error)
        raise RuleSetError(origin, f"{place}.{fault.key}", fault.reason) from None
    level = LevelRules(
        base_minor=values.base,
        rate=values.rate,
        cap_minor=values.cap,
        overflow_to=values.overflow_to or OverflowTo.OVERFLOW,
        reserve_rate=values.reserve_rate,
        reserve_use=values.reserve_use or ReserveUse.PAYS_BASE,
        probability=values.probability,
    )
    faults = {
        "cap": "must be no less than the base, and more than nothing",
        "reserve_rate": "is more than the rate leaves of a wager",
        "probability": "is longer than 1 in 100,000,000 (PRG-08)",
    }
    fault_name = fault_of(level_terms(level))
    if fault_name is not None:
        raise RuleSetError(origin, f"{place}.{fault_name}", faults[fault_name])
    if values.overflow_to is not None and values.cap is None:
        raise RuleSetError(origin, f"{place}.overflow_to", "there is no cap to flow over")
    has_reserve = values.reserve_rate or values.overflow_to is OverflowTo.RESERVE
    if values.reserve_use is not None and not has_reserve:
        raise RuleSetError(origin, f"{place}.reserve_use", "nothing feeds a reserve")
    return level


# ---------------------------------------------------------------- levels and the prizes they pay


def check_prizes(
    levels: Mapping[str, LevelRules],
    prizes: Mapping[Any, Prize],
    order: ProgressiveOrder,
    origin: str,
) -> None:
    """Refuse prizes and levels that do not fit together; RuleSetError names file and key.

    A prize of a level that there is not; a level that no prize takes from, or that nobody can win
    whole; hands that share a level and bring other envy sums; straight flushes first where that
    changes nothing. `prizes` by hand. A rule set of one level is `levels` empty.
    """
    for hand, prize in prizes.items():
        if prize.level not in (levels or {MAIN_LEVEL}):
            key = f"paytables.progressive.{hand}.level"
            raise RuleSetError(origin, key, f"there is no level {prize.level!r}")
    _check_shared_envy(prizes, origin)
    for name in levels:
        kinds = {prize.kind for prize in prizes.values() if prize.level == name}
        if not kinds:
            raise RuleSetError(origin, f"{LEVELS}.{name}", "no prize takes from it")
        if PrizeKind.WHOLE_METER not in kinds:
            raise RuleSetError(origin, f"{LEVELS}.{name}", "no hand wins it whole (100%)")
    if levels and order is ProgressiveOrder.STRAIGHT_FLUSH_FIRST and not _is_shared_first(prizes):
        raise RuleSetError(origin, "progressive_order", "no level has shares that could go first")


def _check_shared_envy(prizes: Mapping[Any, Prize], origin: str) -> None:
    """Hands that share a whole level are one hit, and a hit has one envy sum (CS-23, CS-25)."""
    found: dict[str, int] = {}
    for hand, prize in prizes.items():
        if prize.kind is not PrizeKind.WHOLE_METER:
            continue
        if found.setdefault(prize.level, prize.envy_minor) != prize.envy_minor:
            key = f"paytables.progressive.{hand}.envy"
            raise RuleSetError(origin, key, f"another hand shares level {prize.level} for another")


def _is_shared_first(prizes: Mapping[Any, Prize]) -> bool:
    """Whether a hand wins a share of a level that another one wins whole (CS-26)."""
    return any(prize.kind is PrizeKind.METER_SHARE for prize in prizes.values())


def envy_fault(prize: Prize) -> str | None:
    """Say what cannot be in a prize's envy sum; None where all of it can (CS-25)."""
    is_whole = prize.kind is PrizeKind.WHOLE_METER
    if prize.envy_from is EnvyFrom.LEVEL and is_whole:
        return "the winner has the whole meter, nothing is left for others"
    return None
