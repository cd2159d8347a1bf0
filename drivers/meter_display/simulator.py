"""A sign without hardware on a serial line: speaks Alpha bytes on a pseudo-terminal.

Knows the pseudo-terminal, the time and the control socket; what the sign does is in
`simulated_sign`, what goes wrong in `fault_script`. It is a program of its own, so that the driver
may be killed at any moment: the glass goes on showing what it showed, as a real one does.

Control: one command a line on a Unix socket, one answer a line, `ok {JSON}` or `error REASON`.

| command | does |
| --- | --- |
| `status` | what can be seen, flickers and blinks so far, frames, allocations, whether a host is there |
| `fault FAULT` | a fault (see `fault_script`) for the next frame |
| `power_loss MS` | the power goes now, and the memory with it |
| `power_cut MS` | the power goes now; a battery keeps the memory |
| `unplug MS`, `mute MS`, `noise N` | happens now |
"""  # noqa: E501 - a table row cannot be broken

import random
import selectors
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any, Final

from pydantic import AfterValidator, Field

from dealer_station.clock import Clock
from dealer_station.observability import get_logger
from dealer_station.settings import Section
from drivers.link.simulated_wire import HOST, Emission, SimulatedWire
from drivers.link.simulator_control import ControlError, ControlServer
from drivers.meter_display.fault_script import FaultScript, FaultScriptError, parse_fault
from drivers.meter_display.glass_ledger import GlassLedger
from drivers.meter_display.simulated_device import SignDevice
from drivers.meter_display.simulated_receiver import SignReceiver
from drivers.meter_display.simulated_sign import Make, SimulatedSign

_NOISE_MAX: Final = 4_096
_IDLE_POLL_MS: Final = 200
_DIGITS_MAX: Final = 9


def _check_fault(word: str) -> str:
    FaultScript((word,))
    return word


class SimulatorSettings(Section):
    """What a simulated sign does. Durations in milliseconds."""

    link: Path = Field(description="Symbolic link to the pseudo-terminal, for the driver's path.")
    ledger: Path = Field(description="Ledger of all that stood on the glass, JSON lines.")
    control: Path | None = Field(default=None, description="Unix socket of the control protocol.")
    seed: int = Field(default=1, ge=0, description="Seed of the faults.")
    baud: int = Field(
        default=9_600, ge=0, le=921_600, description="Pace of the bytes, both ways; 0 is no pacing."
    )
    sign_type: str = Field(default="^", pattern=r"^[!-~]$", description="Its type code.")
    address: str = Field(default="01", pattern=r"^[0-9A-F]{2}$", description="Its address.")
    reset_ms: int = Field(
        default=5_000, ge=0, le=60_000, description="How long it is deaf when it resets."
    )
    busy_ms: int = Field(
        default=100, ge=0, le=10_000, description="How long it is deaf after a write."
    )
    page_ms: int = Field(
        default=3_000, ge=100, le=60_000, description="How long a page stands before the next."
    )
    faults: tuple[Annotated[str, AfterValidator(_check_fault)], ...] = Field(
        default=(), description="Fault script by frames, such as 3:drop 9:unplug=500."
    )

    def device(self, ledger: GlassLedger) -> SignDevice:
        """Return the sign that these settings describe."""
        make = Make(
            sign_type=self.sign_type,
            address=self.address,
            reset_ms=self.reset_ms,
            busy_ms=self.busy_ms,
            page_ms=self.page_ms,
        )
        faults = FaultScript(self.faults, seed=self.seed)
        return SignDevice(SimulatedSign(make), SignReceiver(baud=self.baud), faults, ledger)


class SignSimulator:
    """The running simulator. One thread: construct, `run`, and `stop` from a signal handler."""

    def __init__(self, settings: SimulatorSettings, clock: Clock) -> None:
        self._settings = settings
        self._clock = clock
        self._log = get_logger("simulator")
        self._ledger = GlassLedger(settings.ledger)
        self._device = settings.device(self._ledger)
        self._selector = selectors.DefaultSelector()
        self._control = (
            None if settings.control is None else ControlServer(settings.control, self._selector)
        )
        self._wire = SimulatedWire(
            settings.link, baud=settings.baud, selector=self._selector, clock=clock
        )
        # Noise on demand; seeded so that a run repeats, and it guards nothing.
        self._chance = random.Random(settings.seed)  # noqa: S311 - see above
        self._is_stopping = False

    def stop(self) -> None:
        """Let `run` end soon. Safe in a signal handler."""
        self._is_stopping = True

    def run(self, on_ready: Callable[[Path], None] | None = None) -> None:
        """Simulate until `stop`; `on_ready` is told the port's path once it is there."""
        try:
            self._wire.plug()
            if on_ready is not None:
                on_ready(self._settings.link)
            while not self._is_stopping:
                self._step()
        finally:
            self._wire.unplug()
            if self._control is not None:
                self._control.close()
            self._selector.close()
            self._ledger.close()

    def _step(self) -> None:
        """Wait for something to happen, then let it."""
        received = b""
        for key, _ in self._selector.select(self._patience_s(self._clock.monotonic_ms())):
            if key.data == HOST:
                received += self._wire.take()
            elif self._control is not None:
                self._control.serve(key, self._command)
        now_ms = self._clock.monotonic_ms()
        received += self._wire.work(now_ms)
        if received:
            self._device.take(received, now_ms)
        outcome = self._device.work(now_ms, self._clock.now())
        for emission in outcome.emissions:
            self._wire.put(emission)
        if outcome.unplug_ms is not None:
            self._unplug(outcome.unplug_ms)

    def _patience_s(self, now_ms: int) -> float:
        """Return how long nothing needs to be done."""
        ends = (
            now_ms + _IDLE_POLL_MS,
            self._wire.patience_ms(now_ms),
            self._device.due_ms(now_ms),
        )
        return max(0.0, min(end for end in ends if end is not None) - now_ms) / 1_000

    def _unplug(self, duration_ms: int) -> None:
        self._device.unplugged()
        self._wire.unplug_for(duration_ms)

    # ------------------------------------------------------------------ control

    def _command(self, _client: int, words: list[str]) -> dict[str, Any]:
        """Carry out one control command."""
        now_ms = self._clock.monotonic_ms()
        match words:
            case ["status"]:
                pass
            case ["fault", word]:
                self._add_fault(word)
            case ["power_loss", duration]:
                self._device.lose_power(_whole(duration), now_ms, keeps_memory=False)
            case ["power_cut", duration]:
                self._device.lose_power(_whole(duration), now_ms, keeps_memory=True)
            case ["unplug", duration]:
                self._unplug(_whole(duration))
            case ["mute", duration]:
                self._device.be_silent(_whole(duration), now_ms)
            case ["noise", count]:
                noise = self._chance.randbytes(min(_whole(count), _NOISE_MAX))
                self._wire.put(Emission(0, noise))
            case _:
                raise ControlError("unknown command")
        return self._device.status(now_ms) | {"is_host_present": self._wire.is_host_present}

    def _add_fault(self, word: str) -> None:
        try:
            self._device.add_fault(parse_fault(word))
        except FaultScriptError as error:
            raise ControlError(str(error)) from None


def _whole(text: str) -> int:
    """Return a whole number of at most nine digits. Raises ControlError."""
    if not text.isascii() or not text.isdigit() or len(text) > _DIGITS_MAX:
        raise ControlError(f"{text!r} is no number")
    return int(text)
