"""A simulated sign with its ear, its faults and its ledger, whatever line it hangs on.

Knows the order of things: bytes are heard, faults happen, the sign acts, the ledger is written,
replies go out. Does no input or output but the ledger's; the line is the simulator's.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, Final

from drivers.link.simulated_wire import Emission
from drivers.meter_display.fault_script import Fault, FaultKind, FaultScript
from drivers.meter_display.glass_ledger import GlassLedger
from drivers.meter_display.models.alpha.codec import REPLY_SYNC_LENGTH, Frame, encode
from drivers.meter_display.models.alpha.instructions import Code
from drivers.meter_display.simulated_receiver import Heard, SignReceiver
from drivers.meter_display.simulated_sign import SimulatedSign

_LIE: Final = b"88,888.88"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What follows from the bytes of a moment: replies, and for how long the cable is pulled."""

    emissions: tuple[Emission, ...] = ()
    unplug_ms: int | None = None


class SignDevice:
    """One sign on one line. Times are monotonic milliseconds, `now_at` UTC milliseconds."""

    def __init__(
        self, sign: SimulatedSign, receiver: SignReceiver, faults: FaultScript, ledger: GlassLedger
    ) -> None:
        self._sign = sign
        self._receiver = receiver
        self._faults = faults
        self._ledger = ledger
        self._frames = 0
        self._silent_until_ms = 0
        self._power_at_ms: int | None = None
        self._keeps_memory = True

    def take(self, data: bytes, now_ms: int) -> None:
        """Take bytes that the host has sent."""
        self._receiver.take(data, now_ms)

    def work(self, now_ms: int, now_at: int) -> Outcome:
        """Let everything happen that is due, and write down what the glass shows."""
        if self._power_at_ms is not None and now_ms >= self._power_at_ms:
            self._power_at_ms = None
            self._receiver.forget()
            self._sign.get_power(now_ms, keeps_memory=self._keeps_memory)
        self._sign.tick(now_ms)
        heard, garbage = self._receiver.work(now_ms)
        if garbage:
            self._sign.garbled()
        emissions: list[Emission] = []
        unplug_ms = None
        for each in heard:
            self._frames += 1
            emissions += self._act(each, self._frames, now_ms)
            self._note(now_ms, now_at)
            pulled = self._faults.find(self._frames, FaultKind.UNPLUG)
            unplug_ms = unplug_ms if pulled is None else pulled.amount
        self._note(now_ms, now_at)
        return Outcome(tuple(emissions), unplug_ms)

    def due_ms(self, now_ms: int) -> int | None:
        """Return when `work` has something to do; None if it waits for the host."""
        ends = (self._receiver.due_ms, self._power_at_ms, self._sign.next_change_ms(now_ms))
        return min((end for end in ends if end is not None), default=None)

    def unplugged(self) -> None:
        """Take note that the cable was pulled: what was under way is lost."""
        self._receiver.forget()

    def lose_power(self, duration_ms: int, now_ms: int, *, keeps_memory: bool) -> None:
        """Let the sign go dark for a while; without a battery its memory goes too."""
        self._sign.lose_power()
        self._keeps_memory = keeps_memory
        self._power_at_ms = now_ms + duration_ms

    def be_silent(self, duration_ms: int, now_ms: int) -> None:
        """Let the sign be deaf and dumb for a while."""
        self._silent_until_ms = now_ms + duration_ms

    def add_fault(self, fault: Fault) -> None:
        """Let a fault happen to the next frame."""
        self._faults.add(self._frames + 1, fault)

    def status(self, now_ms: int) -> dict[str, Any]:
        """Return what can be seen and what has happened so far."""
        view = self._sign.view(now_ms)
        return {
            "visible": view.visible,
            "flickers": view.flickers,
            "blinks": view.blinks,
            "frames": self._frames,
            "frames_lost": self._sign.frames_lost,
            "allocations": self._sign.allocations,
        }

    def _act(self, heard: Heard, number: int, now_ms: int) -> Iterable[Emission]:
        """Let the sign hear a frame, with the faults that this one has; returns its replies."""
        silent = self._faults.find(number, FaultKind.SILENT)
        if silent is not None:
            self.be_silent(silent.amount, now_ms)
        power = self._faults.find(number, FaultKind.POWER_LOSS)
        if power is not None:
            self.lose_power(power.amount, now_ms, keeps_memory=False)
        if self._faults.find(number, FaultKind.DROP) is not None or now_ms < self._silent_until_ms:
            return ()
        if heard.is_rushed:
            self._sign.rushed()
            return ()
        replies = self._sign.received(heard.frame, heard.started_ms, heard.ended_ms)
        lies = self._faults.find(number, FaultKind.LIE) is not None
        return [
            self._faults.emission(number, encode(_lie(r) if lies else r, sync=REPLY_SYNC_LENGTH))
            for r in replies
        ]

    def _note(self, now_ms: int, now_at: int) -> None:
        self._ledger.note(self._sign.view(now_ms), self._frames, now_at)


def _lie(frame: Frame) -> Frame:
    """Return a reply that says another value than the STRING has; others are left alone."""
    (instruction,) = frame.instructions
    if instruction.code != Code.WRITE_STRING:
        return frame
    false = replace(instruction, data=instruction.data[:1] + _LIE)
    return replace(frame, instructions=(false,))
