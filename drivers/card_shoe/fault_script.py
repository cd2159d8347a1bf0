"""What shall go wrong between a simulated scanner and the driver, card by card.

A script is a list of words `NUMBER:FAULT`, where NUMBER counts the cards that left the shoe:

| fault | what happens |
| --- | --- |
| `drop*K` | the first K copies of the packet never reach the wire (K is 1 if not given) |
| `corrupt*K` | one bit is flipped in each of the first K copies |
| `truncate*K` | each of the first K copies ends early |
| `duplicate` | the packet is sent, and sent again at once as a repeat, whatever the host says |
| `delay=MS` | the first copy is late |
| `noise=N` | N bytes of noise stand before the packet |
| `unreadable` | the symbol on the card is damaged: its text means nothing |
| `mute=MS` | the scanner is deaf and dumb for a while before the card is sent |
| `boot` | the scanner restarts before the card is sent |
| `unplug=MS` | the cable is pulled right after the first copy, for a while |

Chance comes from a seed and the card's number only, so a run repeats.
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
    DUPLICATE = "duplicate"
    DELAY = "delay"
    NOISE = "noise"
    UNREADABLE = "unreadable"
    MUTE = "mute"
    BOOT = "boot"
    UNPLUG = "unplug"


_WORD: Final = re.compile(r"([a-z]+)(?:\*([1-9]\d?)|=(\d{1,6}))?")
_COUNTED: Final = frozenset({FaultKind.DROP, FaultKind.CORRUPT, FaultKind.TRUNCATE})
_SIZED: Final = frozenset({FaultKind.DELAY, FaultKind.NOISE, FaultKind.MUTE, FaultKind.UNPLUG})
# Faults that chance may choose: each of them is made good by the protocol.
_BY_CHANCE: Final = (
    FaultKind.DROP,
    FaultKind.CORRUPT,
    FaultKind.TRUNCATE,
    FaultKind.DUPLICATE,
    FaultKind.DELAY,
    FaultKind.NOISE,
)
_DELAY_MS: Final = 20
_NOISE_BYTES: Final = 12


class FaultScriptError(ValueError):
    """A word that is no fault; the text names it."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One fault of one card. `amount` is copies, milliseconds or bytes, as the kind says."""

    kind: FaultKind
    amount: int = 1


def parse_fault(word: str) -> Fault:
    """Read one fault, such as `corrupt*2` or `delay=300`. Raises FaultScriptError."""
    match = _WORD.fullmatch(word)
    if match is None or match[1] not in set(FaultKind):
        raise FaultScriptError(f"{word!r} is no fault")
    kind = FaultKind(match[1])
    if (match[2] is not None and kind not in _COUNTED) or (
        (match[3] is not None) != (kind in _SIZED)
    ):
        raise FaultScriptError(f"{word!r}: {_usage(kind)}")
    return Fault(kind, int(match[2] or match[3] or 1))


def _usage(kind: FaultKind) -> str:
    if kind in _SIZED:
        return f"write {kind}=NUMBER"
    return f"write {kind} or {kind}*COPIES" if kind in _COUNTED else f"write {kind} alone"


class FaultScript:
    """The faults of every card: those that are written down, then those of chance."""

    def __init__(self, words: Iterable[str] = (), *, rate: float = 0.0, seed: int = 0) -> None:
        self._written: dict[int, list[Fault]] = {}
        self._rate = rate
        self._seed = seed
        for word in words:
            number, colon, fault = word.partition(":")
            if not colon or not number.isascii() or not number.isdigit():
                raise FaultScriptError(f"{word!r}: write NUMBER:FAULT")
            self.add(int(number), parse_fault(fault))

    def add(self, number: int, fault: Fault) -> None:
        """Let a fault happen to card `number`."""
        self._written.setdefault(number, []).append(fault)

    def of(self, number: int) -> tuple[Fault, ...]:
        """Return the faults of card `number`."""
        written = tuple(self._written.get(number, ()))
        chance = self._chance(number, "choice")
        if written or chance.random() >= self._rate:
            return written
        kind = chance.choice(_BY_CHANCE)
        amount = {FaultKind.DELAY: _DELAY_MS, FaultKind.NOISE: _NOISE_BYTES}.get(kind, 1)
        return (Fault(kind, amount),)

    def find(self, number: int, kind: FaultKind) -> Fault | None:
        """Return the fault of that kind, if card `number` has it."""
        return next((fault for fault in self.of(number) if fault.kind is kind), None)

    def emissions(
        self, number: int, copy: int, packet: bytes, repeat: bytes
    ) -> tuple[Emission, ...]:
        """Return what reaches the wire of copy `copy` (0 is the first) of a card's packet.

        `repeat` is the same packet marked as a repeat.
        """
        chance = self._chance(number, f"copy {copy}")
        data, delay_ms, before, after = packet, 0, b"", b""
        for fault in self.of(number):
            is_hit = copy < fault.amount
            match fault.kind:
                case FaultKind.DROP if is_hit:
                    return ()
                case FaultKind.CORRUPT if is_hit:
                    data = _flip_a_bit(data, chance)
                case FaultKind.TRUNCATE if is_hit:
                    data = data[: chance.randrange(1, len(data))]
                case FaultKind.DUPLICATE if copy == 0:
                    after = repeat
                case FaultKind.DELAY if copy == 0:
                    delay_ms = fault.amount
                case FaultKind.NOISE if copy == 0:
                    before = chance.randbytes(fault.amount)
                case _:
                    pass
        return (Emission(delay_ms, before + data + after),)

    def _chance(self, number: int, what: str) -> random.Random:
        # Chance of a simulation; it must repeat and guards nothing.
        return random.Random(f"{self._seed}/{number}/{what}")  # noqa: S311 - see above


def _flip_a_bit(data: bytes, chance: random.Random) -> bytes:
    place = chance.randrange(len(data) * 8)
    changed = bytearray(data)
    changed[place // 8] ^= 1 << place % 8
    return bytes(changed)
