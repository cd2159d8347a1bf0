"""What goes wrong on a simulated line of acceptors, by script, by command, or by chance.

Knows faults and the bytes that reach the wire because of them. Does not know acceptors or time.

A script is a list of words `DEVICE.ANSWER:FAULT`: what happens to that answer of that device,
counted from 1. `line.MESSAGE:FAULT` is for a message of the host.

| fault | what happens |
| --- | --- |
| `drop*K` | the answer and the K-1 after it never reach the wire (K is 1 if not given) |
| `corrupt*K` | one bit is flipped in each of K answers |
| `truncate*K` | each of K answers ends early |
| `duplicate` | the answer is sent twice |
| `delay=MS` | the answer is late |
| `noise=N` | N bytes of noise stand before the answer |
| `nul` | a byte 00 stands before the answer |
| `collision*K` | (line) one bit is flipped in each of K messages of the host, for everybody |
| `split=MS` | (line) the echo comes in two pieces |
| `no_echo*K` | (line) the echo does not come |

Chance comes from a seed and the answer's number only, so a run repeats.
"""

import random
import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

LINE: Final = "line"
_NOISE_MAX: Final = 4_096


class FaultKind(StrEnum):
    """What goes wrong."""

    DROP = "drop"
    CORRUPT = "corrupt"
    TRUNCATE = "truncate"
    DUPLICATE = "duplicate"
    DELAY = "delay"
    NOISE = "noise"
    NUL = "nul"
    COLLISION = "collision"
    SPLIT = "split"
    NO_ECHO = "no_echo"


_WORD: Final = re.compile(r"([a-z_]+)(?:\*([1-9]\d?)|=(\d{1,6}))?")
_PLACE: Final = re.compile(r"([A-Za-z0-9_-]+)\.([1-9]\d*):(.+)")
_COUNTED: Final = frozenset(
    {
        FaultKind.DROP,
        FaultKind.CORRUPT,
        FaultKind.TRUNCATE,
        FaultKind.COLLISION,
        FaultKind.NO_ECHO,
    }
)
_SIZED: Final = frozenset({FaultKind.DELAY, FaultKind.NOISE, FaultKind.SPLIT})
_OF_THE_LINE: Final = frozenset({FaultKind.COLLISION, FaultKind.SPLIT, FaultKind.NO_ECHO})
# Faults that chance may choose: each of them is made good by asking again.
_BY_CHANCE: Final = (
    FaultKind.DROP,
    FaultKind.CORRUPT,
    FaultKind.TRUNCATE,
    FaultKind.DUPLICATE,
    FaultKind.NOISE,
)


class FaultScriptError(ValueError):
    """A word that is no fault; the text names it."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One fault. `amount` is how many messages, milliseconds or bytes, as the kind says."""

    kind: FaultKind
    amount: int = 1


@dataclass(frozen=True, slots=True)
class Emission:
    """Bytes that reach the wire after a delay in milliseconds."""

    delay_ms: int
    data: bytes


def parse_fault(word: str, *, of_line: bool) -> Fault:
    """Read one fault, such as `corrupt*2` or `delay=300`. Raises FaultScriptError."""
    match = _WORD.fullmatch(word)
    if match is None or match[1] not in set(FaultKind):
        raise FaultScriptError(f"{word!r} is no fault")
    kind = FaultKind(match[1])
    if (match[2] is not None and kind not in _COUNTED) or (
        (match[3] is not None) != (kind in _SIZED)
    ):
        raise FaultScriptError(f"{word!r}: wrong form of {kind}")
    if (kind in _OF_THE_LINE) is not of_line:
        where = "the line" if kind in _OF_THE_LINE else "a device"
        raise FaultScriptError(f"{word!r} is a fault of {where}")
    return Fault(kind, min(int(match[2] or match[3] or 1), _NOISE_MAX))


class FaultScript:
    """The faults of every device's answers and of the host's messages."""

    def __init__(self, words: Iterable[str] = (), *, rate: float = 0.0, seed: int = 0) -> None:
        self._written: dict[tuple[str, int], list[Fault]] = {}
        self._said: Counter[str] = Counter()
        self._rate = rate
        self._seed = seed
        for word in words:
            match = _PLACE.fullmatch(word)
            if match is None:
                raise FaultScriptError(f"{word!r}: write DEVICE.ANSWER:FAULT")
            self._add(match[1], int(match[2]), parse_fault(match[3], of_line=match[1] == LINE))

    def add_next(self, place: str, word: str) -> None:
        """Let a fault happen to the next answer of a device, or message of the host (`line`).

        Raises FaultScriptError.
        """
        fault = parse_fault(word, of_line=place == LINE)
        self._add(place, self._said[place] + 1, fault)

    def _add(self, place: str, number: int, fault: Fault) -> None:
        """Write a fault down for the messages that it hits."""
        for message in range(fault.amount if fault.kind in _COUNTED else 1):
            self._written.setdefault((place, number + message), []).append(fault)

    def next_of(self, place: str) -> tuple[tuple[Fault, ...], random.Random]:
        """Return the faults of the next message of a place, and its chance."""
        self._said[place] += 1
        number = self._said[place]
        # Chance of a simulation; it must repeat and guards nothing.
        chance = random.Random(f"{self._seed}/{place}/{number}")  # noqa: S311 - see above
        written = tuple(self._written.pop((place, number), ()))
        if written or place == LINE or chance.random() >= self._rate:
            return written, chance
        kind = chance.choice(_BY_CHANCE)
        return (Fault(kind, 3 if kind is FaultKind.NOISE else 1),), chance

    def answer(self, device: str, data: bytes) -> tuple[Emission, ...]:
        """Return what reaches the wire of the next answer of a device."""
        faults, chance = self.next_of(device)
        delay_ms, before, after = 0, b"", b""
        for fault in faults:
            match fault.kind:
                case FaultKind.DROP:
                    return ()
                case FaultKind.CORRUPT:
                    data = flip_a_bit(data, chance)
                case FaultKind.TRUNCATE:
                    data = data[: chance.randrange(1, len(data))]
                case FaultKind.DUPLICATE:
                    after = data
                case FaultKind.DELAY:
                    delay_ms = fault.amount
                case FaultKind.NOISE:
                    before = chance.randbytes(fault.amount)
                case FaultKind.NUL:
                    before = b"\x00"
                case _:
                    raise AssertionError(f"{fault.kind} is a fault of the line")
        return (Emission(delay_ms, before + data + after),)


def flip_a_bit(data: bytes, chance: random.Random) -> bytes:
    """Return the bytes with one bit changed."""
    place = chance.randrange(len(data) * 8)
    changed = bytearray(data)
    changed[place // 8] ^= 1 << place % 8
    return bytes(changed)
