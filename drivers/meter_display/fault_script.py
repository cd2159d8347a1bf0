"""What shall go wrong between a simulated sign and the driver, frame by frame.

A script is a list of words `NUMBER:FAULT`, where NUMBER counts the frames that reach the sign:

| fault | what happens |
| --- | --- |
| `drop` | the sign does not hear the frame |
| `corrupt` | one bit of the reply is flipped |
| `truncate` | the reply ends early |
| `lie` | the reply says that a STRING holds another value than it does |
| `delay=MS` | the reply is late |
| `noise=N` | N bytes of noise stand before the reply |
| `silent=MS` | from this frame on the sign is deaf and dumb for a while |
| `power_loss=MS` | before the frame the power goes, and the memory with it, for a while |
| `unplug=MS` | after the frame the cable is pulled, for a while |

Chance comes from a seed and the frame's number only, so a run repeats.
"""

import random
import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from drivers.link.simulated_wire import Emission


class FaultKind(StrEnum):
    """What goes wrong."""

    DROP = "drop"
    CORRUPT = "corrupt"
    TRUNCATE = "truncate"
    LIE = "lie"
    DELAY = "delay"
    NOISE = "noise"
    SILENT = "silent"
    POWER_LOSS = "power_loss"
    UNPLUG = "unplug"


_WORD: Final = re.compile(r"([a-z_]+)(?:=(\d{1,6}))?")
_SIZED: Final = frozenset(
    {FaultKind.DELAY, FaultKind.NOISE, FaultKind.SILENT, FaultKind.POWER_LOSS, FaultKind.UNPLUG}
)


class FaultScriptError(ValueError):
    """A word that is no fault; the text names it."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One fault of one frame. `amount` is milliseconds or bytes, where the kind has one."""

    kind: FaultKind
    amount: int = 0


def parse_fault(word: str) -> Fault:
    """Read one fault, such as `drop` or `delay=300`. Raises FaultScriptError."""
    match = _WORD.fullmatch(word)
    if match is None or match[1] not in set(FaultKind):
        raise FaultScriptError(f"{word!r} is no fault")
    kind = FaultKind(match[1])
    if (match[2] is not None) != (kind in _SIZED):
        usage = f"{kind}=NUMBER" if kind in _SIZED else f"{kind} alone"
        raise FaultScriptError(f"{word!r}: write {usage}")
    return Fault(kind, int(match[2] or 0))


class FaultScript:
    """The faults of every frame."""

    def __init__(self, words: Iterable[str] = (), *, seed: int = 0) -> None:
        self._written: dict[int, list[Fault]] = {}
        self._seed = seed
        for word in words:
            number, colon, fault = word.partition(":")
            if not colon or not number.isascii() or not number.isdigit():
                raise FaultScriptError(f"{word!r}: write NUMBER:FAULT")
            self.add(int(number), parse_fault(fault))

    def add(self, number: int, fault: Fault) -> None:
        """Let a fault happen to frame `number`."""
        self._written.setdefault(number, []).append(fault)

    def find(self, number: int, kind: FaultKind) -> Fault | None:
        """Return the fault of that kind, if frame `number` has it."""
        return next((f for f in self._written.get(number, ()) if f.kind is kind), None)

    def emission(self, number: int, answer: bytes) -> Emission:
        """Return what reaches the wire of the reply to frame `number`, and when."""
        # Chance of a simulation; it must repeat and guards nothing.
        chance = random.Random(f"{self._seed}/{number}")  # noqa: S311 - see above
        data, delay_ms, before = answer, 0, b""
        for fault in self._written.get(number, ()):
            match fault.kind:
                case FaultKind.CORRUPT:
                    data = _flip_a_bit(data, chance)
                case FaultKind.TRUNCATE:
                    data = data[: len(data) // 2 + chance.randrange(len(data) // 2)]
                case FaultKind.DELAY:
                    delay_ms = fault.amount
                case FaultKind.NOISE:
                    before = chance.randbytes(fault.amount)
                case _:
                    pass
        return Emission(delay_ms, before + data)


def _flip_a_bit(data: bytes, chance: random.Random) -> bytes:
    """Flip one bit behind the sync, where it does harm."""
    start = len(data) - len(data.lstrip(b"\0"))
    place = start * 8 + chance.randrange((len(data) - start) * 8)
    changed = bytearray(data)
    changed[place // 8] ^= 1 << place % 8
    return bytes(changed)
