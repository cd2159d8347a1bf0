"""Values that pot games share: amounts said by others, rake, and what no game of ours offers."""

from collections.abc import Mapping
from enum import StrEnum
from fractions import Fraction
from typing import Annotated, Any, Final

from pydantic import BeforeValidator, TypeAdapter

from dealer_station.games.pot_rules import PotGame
from dealer_station.games.pots.pots import RakeRules
from dealer_station.house_rules.files import RuleSetError
from dealer_station.house_rules.values import NONE, Amount, Switch, number

NOT_OFFERED: Final = frozenset(
    {
        "bomb_pot",
        "buy_the_button",
        "insurance",
        "kill",
        "run_it_twice",
        "straddle",
    }
)
"""What other houses have and this station does not play (HE-19, HE-51, P-15)."""

_PERCENT_MAX: Final = 100
_SECONDS_MAX: Final = 3600
_RAKE_KEYS: Final = frozenset({"percent", "cap", "unit", "no_flop_no_drop"})
_AMOUNT: Final = TypeAdapter(Amount)
_SWITCH: Final = TypeAdapter(Switch)


class HoleCards(StrEnum):
    """Whether the table's reader sees face-down cards (P-18)."""

    READ = "read"
    UNREAD = "unread"


class Stakes(StrEnum):
    """Whether the table follows the chips, or cards and order only."""

    TRACKED = "tracked"
    UNTRACKED = "untracked"


def refuse_not_offered(overrides: Mapping[str, str], file: str) -> None:
    """Refuse a table that asks for what is not played here, whatever it would set it to."""
    for key in sorted(NOT_OFFERED & overrides.keys()):
        raise RuleSetError(file, key, "is not offered")


def not_played_yet(game: PotGame) -> tuple[str, str] | None:
    """Return key and value of what the rule set asks for and no table does yet; None: nothing.

    Rooms that track cards and order only. A table is not opened under such rules: it would play by
    others.
    """
    if not game.tracks_stakes:
        return "stakes", Stakes.UNTRACKED.value
    return None


def _clock(value: object) -> object:
    """Read seconds as milliseconds; `none` and 0: no clock."""
    if value == NONE:
        return 0
    if not (isinstance(value, str) and value.isascii() and value.isdecimal()):
        raise ValueError(f"{value!r} is neither {NONE} nor a whole number of seconds")
    if int(value) > _SECONDS_MAX:
        raise ValueError(f"is more than {_SECONDS_MAX} seconds")
    return 1000 * int(value)


def _raise_cap(value: object) -> object:
    """Read a number of raises; `none`: no cap."""
    if value == NONE:
        return None
    if not (isinstance(value, str) and value.isascii() and value.isdecimal() and int(value)):
        raise ValueError(f"{value!r} is neither {NONE} nor a number of raises")
    return int(value)


def _rake(value: object) -> RakeRules | None:
    """Read `none`, or `percent: 10, cap: 4, unit: 1` with `no_flop_no_drop: true` if so."""
    text = str(value)
    if text == NONE:
        return None
    parts: dict[str, str] = {}
    for line in text.split(","):
        key, separator, said = (part.strip() for part in line.partition(":"))
        if not separator or key not in _RAKE_KEYS or key in parts:
            raise ValueError(f"{line.strip()!r} is no part of a rake")
        parts[key] = said
    if missing := {"percent", "unit"} - parts.keys():
        raise ValueError(f"a rake needs {min(missing)}")
    percent, unit = number(parts["percent"]), _AMOUNT.validate_python(parts["unit"])
    if not Fraction(0) < percent <= _PERCENT_MAX:
        raise ValueError(f"{parts['percent']!r} is no share of a pot")
    if not unit:
        raise ValueError("a rake is rounded down to more than nothing")
    cap = parts.get("cap", NONE)
    return RakeRules(
        percent,
        unit,
        None if cap == NONE else _AMOUNT.validate_python(cap),
        no_flop_no_drop=_SWITCH.validate_python(parts.get("no_flop_no_drop", "false")),
    )


Milliseconds = Annotated[int, BeforeValidator(_clock)]
RaiseCap = Annotated[int | None, BeforeValidator(_raise_cap)]
Rake = Annotated[RakeRules | None, BeforeValidator(_rake)]


def choices(values: Any, keys: tuple[str, ...]) -> frozenset[str]:
    """Return house choices as a catalogue asks for them: `key=value`."""
    said = {key: getattr(values, key) for key in keys}
    return frozenset(
        f"{key}={str(value).lower() if isinstance(value, bool) else value}"
        for key, value in said.items()
    )
