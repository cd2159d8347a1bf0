"""What an acceptor's error events mean for the token, and for the people who watch.

Knows the codes that stand behind a 0 in the event buffer (header 229). Does not know counters or
what is done about them. Codes: ccTalk generic specification, Part 3; which of them keep the token:
a public reading of that part; alarms: a public library's grouping (README.md, "Sources").
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final


class Fate(StrEnum):
    """Where the token is after an error event."""

    NOTHING = "nothing"
    RETURNED = "returned"
    KEPT = "kept"
    UNKNOWN = "unknown"


class Alarm(StrEnum):
    """Who should hear of an error event."""

    FRAUD = "fraud"
    HARDWARE = "hardware"
    TOO_FAST = "too_fast"


@dataclass(frozen=True, slots=True)
class ErrorCode:
    """One error code; `alarm` is None where nobody needs to hear of it."""

    code: int
    name: str
    fate: Fate
    alarm: Alarm | None


_NAMES: Final[dict[int, str]] = {
    0: "none",
    1: "reject",
    2: "inhibited",
    3: "multiple window",
    4: "wake-up time-out",
    5: "validation time-out",
    6: "credit sensor time-out",
    7: "sorter opto time-out",
    8: "second close coin",
    9: "accept gate not ready",
    10: "credit sensor not ready",
    11: "sorter not ready",
    12: "reject coin not cleared",
    13: "validation sensor not ready",
    14: "credit sensor blocked",
    15: "sorter opto blocked",
    16: "credit sequence error",
    17: "coin going backwards",
    18: "too fast over credit sensor",
    19: "too slow over credit sensor",
    20: "coin on string",
    21: "double coin event (DCE) time-out",
    22: "double coin event (DCE)",
    23: "credit sensor reached too early",
    24: "repeated reject",
    25: "slug",
    26: "reject sensor blocked",
    27: "games overload",
    28: "coin pulses exceeded",
    29: "accept gate open, not closed",
    30: "accept gate closed, not open",
    31: "manifold opto time-out",
    32: "manifold opto blocked",
    33: "manifold not ready",
    34: "security status changed",
    35: "motor exception",
    36: "swallowed coin",
    37: "too fast over validation sensor",
    38: "too slow over validation sensor",
    39: "incorrectly sorted",
    40: "external light attack",
    **{128 + kind: f"inhibited type {kind + 1}" for kind in range(32)},
    253: "data block request",
    254: "coin return mechanism activated",
    255: "unspecified alarm",
}
_NO_COIN_IN_IT: Final = frozenset({0, 253})
_KEPT: Final = frozenset({7, *range(16, 21), 23, *range(26, 30), 31, 36, 39, 40, 254, 255})
_UNKNOWN: Final = frozenset({4, 5, 6, 21, 34, 35})
_FRAUD: Final = frozenset({*range(16, 21), *range(22, 26)})
_HARDWARE: Final = frozenset({*range(4, 8), *range(13, 16), 21, *range(26, 33)})
_TOO_FAST: Final = frozenset(range(8, 13))


def error_code(code: int) -> ErrorCode:
    """Return what error `code` (0 to 255) means. A code of no list: the token's fate is unknown."""
    return ErrorCode(code, _NAMES.get(code, f"code {code}"), _fate(code), _alarm(code))


def _fate(code: int) -> Fate:
    if code in _NO_COIN_IN_IT:
        return Fate.NOTHING
    if code in _KEPT:
        return Fate.KEPT
    if code in _UNKNOWN or code not in _NAMES:
        return Fate.UNKNOWN
    return Fate.RETURNED


def _alarm(code: int) -> Alarm | None:
    if code in _FRAUD:
        return Alarm.FRAUD
    if code in _HARDWARE:
        return Alarm.HARDWARE
    return Alarm.TOO_FAST if code in _TOO_FAST else None
