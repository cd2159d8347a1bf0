"""A line of acceptors without hardware: ccTalk on a pseudo-terminal, with a book of its own.

Knows the pseudo-terminal, the time and the control socket; the devices' rules are in
`simulated_acceptor`, the wire they share in `simulated_bus`, what goes wrong in `fault_script`. It
is a program of its own, so that the driver may be killed at any moment: the devices keep counting.
Its own end is no power cut: `<ledger>.state` keeps counters and lamps over it (`reset` cuts power).

Control: one command a line on a Unix socket, one answer a line, `ok {JSON}` or `error REASON`.
DEVICE is an acceptor's name.

| command | does |
| --- | --- |
| `drop DEVICE [NUMBER] [as POSITION]` | a token falls in; the answer comes when its fate is known. With NUMBER the answer repeats what became of that one, so a client may ask again after a crash |
| `burst DEVICE COUNT` | so many tokens at once |
| `status [DEVICE]` | counters, windows, lamps, whether a host listens |
| `lamp DEVICE` | whether the lamp burns, and the last times it changed |
| `error DEVICE CODE` | the device counts an error event |
| `fault DEVICE|line FAULT` | the next answer of the device, or message of the host, meets a fault |
| `reset DEVICE` | its power goes and comes back |
| `mute DEVICE MS` | it is deaf and dumb for a while |
| `busy DEVICE COUNT` | it answers "busy" so many times |
| `break DEVICE`, `mend DEVICE` | its bulb dies; gets a new one |
| `unplug MS` | the adapter is pulled out for a while |
"""  # noqa: E501 - a table row cannot be broken

import json
import selectors
from collections import defaultdict
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated, Any, Final

from pydantic import AfterValidator, Field

from dealer_station.clock import Clock
from dealer_station.observability import get_logger
from dealer_station.settings import Section
from drivers.bet_acceptor.fault_script import LINE, FaultScript, FaultScriptError
from drivers.bet_acceptor.models.cctalk.codec import Checksum
from drivers.bet_acceptor.models.cctalk.commands import COIN_ID_LENGTH, POSITIONS
from drivers.bet_acceptor.settings import DEVICES_MAX, Bit, DeviceSettings
from drivers.bet_acceptor.simulated_acceptor import AcceptorModel, LampChange, SimulatedAcceptor
from drivers.bet_acceptor.simulated_bus import SimulatedBus
from drivers.bet_acceptor.token_ledger import LedgerError, TokenEntry, TokenLedger
from drivers.link.simulated_wire import HOST, Emission, SimulatedWire
from drivers.link.simulator_control import ControlError, ControlServer

_IDLE_POLL_MS: Final = 200
_DIGITS_MAX: Final = 9
_LAMP_TIMES_MAX: Final = 20
_BURST_MAX: Final = 250
_STANDARD: Final = (2, 11, 12, 13, 14, 15, 16, 17)


def _check_fault(word: str) -> str:
    FaultScript((word,))
    return word


def _standard_devices() -> tuple[DeviceSettings, ...]:
    """Return eight acceptors at the addresses that ccTalk keeps for them."""
    return tuple(
        DeviceSettings(name=f"acceptor-{seat}", address=address)
        for seat, address in enumerate(_STANDARD, start=1)
    )


class SimulatedToken(Section):
    """A kind of token that the simulated acceptors know."""

    position: int = Field(ge=1, le=POSITIONS, description="Its position.")
    coin_id: str = Field(
        min_length=COIN_ID_LENGTH, max_length=COIN_ID_LENGTH, description="What they call it."
    )


class SimulatorSettings(Section):
    """What a simulated line does. Durations in milliseconds."""

    link: Path = Field(description="Symbolic link to the pseudo-terminal, for the driver's path.")
    ledger: Path = Field(description="Ledger of the tokens, JSON lines.")
    lamps: Path | None = Field(default=None, description="Ledger of the lamps, JSON lines.")
    control: Path | None = Field(default=None, description="Unix socket of the control protocol.")
    device: tuple[DeviceSettings, ...] = Field(
        default_factory=_standard_devices,
        min_length=1,
        max_length=DEVICES_MAX,
        description="The acceptors.",
    )
    token: tuple[SimulatedToken, ...] = Field(
        default=(SimulatedToken(position=1, coin_id="TK100A"),),
        max_length=POSITIONS,
        description="The tokens that they know.",
    )
    checksum: Checksum = Field(default=Checksum.SIMPLE, description="The checksum they use.")
    has_echo: bool = Field(default=True, description="Whether the host hears its own bytes.")
    baud: int = Field(
        default=0, ge=0, le=921_600, description="Pace of the bytes, both ways; 0 is no pacing."
    )
    reply_delay_ms: int = Field(
        default=5, ge=0, le=1_000, description="Time from a request to its answer."
    )
    travel_ms: int = Field(
        default=120, ge=0, le=5_000, description="Time from a good token to its being counted."
    )
    return_ms: int = Field(
        default=300, ge=0, le=5_000, description="Time from a refused token to its being back."
    )
    boot_ms: int = Field(default=250, ge=0, le=10_000, description="Deaf after power-up.")
    lamp_bit: Bit = Field(default=0, description="Bit of the lamp's output line.")
    counts_rejects: bool = Field(default=True, description="Whether a returned token is an event.")
    seed: int = Field(default=1, ge=0, description="Seed of the faults.")
    faults: tuple[Annotated[str, AfterValidator(_check_fault)], ...] = Field(
        default=(), description="Fault script, such as acceptor-1.12:drop*2 line.40:collision."
    )
    fault_rate: float = Field(
        default=0.0, ge=0.0, le=1.0, description="Share of answers that meet a fault by chance."
    )

    def acceptors(self) -> list[SimulatedAcceptor]:
        """Return the acceptors as they leave the works."""
        coin_ids = {token.position: token.coin_id for token in self.token}
        return [
            SimulatedAcceptor(
                device.name,
                device.address,
                self.checksum,
                AcceptorModel(
                    serial_number=number,
                    coin_ids=coin_ids,
                    travel_ms=self.travel_ms,
                    return_ms=self.return_ms,
                    boot_ms=self.boot_ms,
                    lamp_bit=self.lamp_bit,
                    counts_rejects=self.counts_rejects,
                ),
            )
            for number, device in enumerate(self.device, start=1)
        ]


@dataclass(slots=True)
class _Waiting:
    """A client that waits for the fate of the tokens it dropped."""

    client: int
    device: str
    numbers: list[int]


class AcceptorSimulator:
    """The running simulator. One thread: construct, `run`, and `stop` from a signal handler."""

    def __init__(self, settings: SimulatorSettings, clock: Clock) -> None:
        self._settings = settings
        self._clock = clock
        self._log = get_logger("simulator")
        self._state_path = settings.ledger.with_name(settings.ledger.name + ".state")
        self._bus = SimulatedBus(
            settings.acceptors(),
            FaultScript(settings.faults, rate=settings.fault_rate, seed=settings.seed),
            has_echo=settings.has_echo,
            baud=settings.baud,
            reply_delay_ms=settings.reply_delay_ms,
        )
        self._restore()
        self._ledger = TokenLedger(settings.ledger, settings.lamps)
        self._numbers = {name: self._ledger.newest(name) for name in self._bus.acceptors}
        self._lamp_times: dict[str, list[LampChange]] = defaultdict(list)
        self._waiting: list[_Waiting] = []
        self._selector = selectors.DefaultSelector()
        self._control = (
            None if settings.control is None else ControlServer(settings.control, self._selector)
        )
        # The bus paces the bytes itself, both ways.
        self._wire = SimulatedWire(settings.link, baud=0, selector=self._selector, clock=clock)
        self._is_stopping = False

    @property
    def bus(self) -> SimulatedBus:
        """The devices and their wire."""
        return self._bus

    def stop(self) -> None:
        """Let `run` end soon. Safe in a signal handler."""
        self._is_stopping = True

    def run(self, on_ready: Callable[[Path], None] | None = None) -> None:
        """Serve until `stop`. `on_ready` is called once with the link's path."""
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

    # ------------------------------------------------------------------ the loop

    def _step(self) -> None:
        """Wait for something to happen, then let it."""
        received = b""
        for key, _ in self._selector.select(self._patience_s(self._clock.monotonic_ms())):
            if key.data == HOST:
                received += self._wire.take()
            elif self._control is not None:
                self._advance()
                self._control.serve(key, self._command)
        now_ms = self._clock.monotonic_ms()
        received += self._wire.work(now_ms)
        if received:
            self._bus.sent(received, now_ms)
        self._advance()

    def _patience_s(self, now_ms: int) -> float:
        """Return how long nothing needs to be done."""
        ends = [
            now_ms + _IDLE_POLL_MS,
            self._wire.patience_ms(now_ms),
            self._bus.next_due_ms,
        ]
        return max(0.0, min(end for end in ends if end is not None) - now_ms) / 1000

    def _advance(self) -> None:
        """Write down what became of tokens and lamps; then let what is due reach the host."""
        data = self._bus.advance(self._clock.monotonic_ms())
        is_changed = False
        for device, acceptor in self._bus.acceptors.items():
            for settled in acceptor.take_settled():
                self._ledger.settle(device, settled, self._clock.now())
                self._log.info("token", device=device, number=settled.number, what=settled.what)
                is_changed = True
            for change in acceptor.take_lamp_changes():
                self._ledger.note_lamp(device, change)
                self._lamp_times[device] = [*self._lamp_times[device], change][-_LAMP_TIMES_MAX:]
                is_changed = True
        if is_changed:
            self._store()
        if data:
            self._wire.put(Emission(0, data))
        if is_changed:
            self._serve_waiting()

    # ------------------------------------------------------------------ what outlives it

    def _restore(self) -> None:
        """Give the devices back what they had: only this program ended, not their power."""
        try:
            content = json.loads(self._state_path.read_text(encoding="utf-8"))
            for device, state in content.items():
                if device in self._bus.acceptors:
                    self._bus.acceptors[device].restore(state)
        except FileNotFoundError:
            return
        except (ValueError, TypeError, KeyError, AttributeError) as error:
            raise LedgerError(f"{self._state_path}: {error}") from error

    def _store(self) -> None:
        """Replace the state file in one step."""
        content = {device: one.to_json() for device, one in self._bus.acceptors.items()}
        fresh = self._state_path.with_name(self._state_path.name + ".new")
        fresh.write_text(json.dumps(content), encoding="utf-8")
        fresh.replace(self._state_path)

    # ------------------------------------------------------------------ control

    def _command(self, client: int, words: list[str]) -> dict[str, Any] | None:
        """Carry out one control command; None if the answer comes later."""
        match words:
            case ["drop", device, *rest]:
                return self._drop(client, self._acceptor(device), rest)
            case ["burst", device, count]:
                acceptor = self._acceptor(device)
                numbers = [self._insert(acceptor, 1) for _ in range(_whole(count, _BURST_MAX))]
                self._waiting.append(_Waiting(client, device, numbers))
                self._advance()
                return None
            case ["status"]:
                return self._status()
            case ["status", device]:
                return self._status_of(self._acceptor(device))
            case ["lamp", device]:
                return self._lamp(self._acceptor(device))
            case ["unplug", duration]:
                self._bus.forget()
                self._wire.unplug_for(_whole(duration))
            case _:
                self._trouble(words)
        self._advance()
        self._store()
        return self._status()

    def _trouble(self, words: list[str]) -> None:
        """Let something go wrong at one device at the word of a client."""
        now_ms = self._clock.monotonic_ms()
        match words:
            case ["error", device, code]:
                self._acceptor(device).report_error(_whole(code, 255))
            case ["reset", device]:
                self._acceptor(device).reset(now_ms)
            case ["mute", device, duration]:
                self._acceptor(device).mute(now_ms, _whole(duration))
            case ["busy", device, count]:
                self._acceptor(device).busy_answers = _whole(count)
            case ["break", device]:
                self._acceptor(device).break_lamp(now_ms, is_broken=True)
            case ["mend", device]:
                self._acceptor(device).break_lamp(now_ms, is_broken=False)
            case ["fault", place, word]:
                if place != LINE:
                    self._acceptor(place)
                self._add_fault(place, word)
            case _:
                raise ControlError("unknown command")

    def _add_fault(self, place: str, word: str) -> None:
        try:
            self._bus.faults.add_next(place, word)
        except FaultScriptError as error:
            raise ControlError(str(error)) from None

    def _acceptor(self, device: str) -> SimulatedAcceptor:
        if device not in self._bus.acceptors:
            raise ControlError(f"no acceptor {device!r}")
        return self._bus.acceptors[device]

    def _drop(
        self, client: int, acceptor: SimulatedAcceptor, words: list[str]
    ) -> dict[str, Any] | None:
        """Let a token fall in, or tell what became of one that did."""
        token = 1
        if words[-2:-1] == ["as"]:
            token = _whole(words[-1], POSITIONS)
            words = words[:-2]
        device, newest = acceptor.device, self._numbers[acceptor.device]
        number = _whole(words[0]) if words else newest + 1
        if len(words) > 1 or not 1 <= number <= newest + 1 or not token:
            raise ControlError(f"write drop DEVICE [NUMBER] [as POSITION]; {newest} have fallen")
        if number == newest + 1:
            self._insert(acceptor, token)
        self._waiting.append(_Waiting(client, device, [number]))
        self._advance()
        self._serve_waiting()
        return None

    def _insert(self, acceptor: SimulatedAcceptor, token: int) -> int:
        self._numbers[acceptor.device] += 1
        number = self._numbers[acceptor.device]
        acceptor.insert(number, token, self._clock.monotonic_ms())
        return number

    def _serve_waiting(self) -> None:
        """Answer whoever waits for a token of which the fate is known now."""
        if self._control is None:
            return
        for waiting in tuple(self._waiting):
            entries = [self._ledger.find(waiting.device, number) for number in waiting.numbers]
            if None not in entries:
                self._waiting.remove(waiting)
                self._control.answer(waiting.client, _fates, entries)

    def _lamp(self, acceptor: SimulatedAcceptor) -> dict[str, Any]:
        times = [asdict(change) for change in self._lamp_times[acceptor.device]]
        return {"is_lit": acceptor.is_lit, "changes": times}

    def _status_of(self, acceptor: SimulatedAcceptor) -> dict[str, Any]:
        return {
            "device": acceptor.device,
            "counter": acceptor.counter,
            "fallen": self._numbers[acceptor.device],
            "is_accepting": acceptor.is_accepting,
            "mask": acceptor.mask,
            "is_lit": acceptor.is_lit,
        }

    def _status(self) -> dict[str, Any]:
        return {
            "is_host_present": self._wire.is_host_present,
            "acceptors": [self._status_of(one) for one in self._bus.acceptors.values()],
        }


def _fates(entries: list[TokenEntry]) -> dict[str, Any]:
    """Return what became of one token, or of several."""
    if len(entries) == 1:
        return asdict(entries[0])
    return {"tokens": [asdict(entry) for entry in entries]}


def _whole(text: str, most: int | None = None) -> int:
    """Return a whole number of at most nine digits and at most `most`. Raises ControlError."""
    if not text.isascii() or not text.isdigit() or len(text) > _DIGITS_MAX:
        raise ControlError(f"{text!r} is no number")
    number = int(text)
    if most is not None and number > most:
        raise ControlError(f"at most {most}")
    return number
