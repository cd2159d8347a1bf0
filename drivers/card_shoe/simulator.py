"""A card shoe without hardware: speaks SSI bytes on a pseudo-terminal, keeps its own ledger.

Knows the pseudo-terminal, the time and the control socket; the scanner's rules are in
`simulated_scanner`, the cards in `simulated_shoe`, what goes wrong in `fault_script`. It is a
program of its own, so that the driver may be killed at any moment: the card that nobody
acknowledged is sent again, marked as a repeat, when a driver is back.

Control: one command a line on a Unix socket, one answer a line, `ok {JSON}` or `error REASON`.

| command | does |
| --- | --- |
| `next [NUMBER]` | the next card of the shuffle leaves. With NUMBER the answer repeats what left as that number, so a client may ask again after a crash |
| `draw CARD` | a card by name leaves: `As`, `Jo`, `CUT`, `??` (damaged symbol) |
| `shuffle SEED [DECKS]` | fresh decks in the order of the seed |
| `ledger` | how many cards left and were acknowledged, and the last of them |
| `status` | the same, and whether a host listens |
| `fault FAULT` | a fault (see `fault_script`) for the next card |
| `boot`, `unplug MS`, `mute MS`, `noise N` | happens now |

`next` and `draw` wait until the gate is open (scanning enabled, last card acknowledged), at most
`gate_wait_ms`; then they fail and no card has left.
"""  # noqa: E501 - a table row cannot be broken

import random
import selectors
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Annotated, Any, Final

from pydantic import AfterValidator, Field

from dealer_station.clock import Clock
from dealer_station.observability import get_logger
from dealer_station.settings import Section
from drivers.card_shoe.fault_script import (
    Fault,
    FaultKind,
    FaultScript,
    FaultScriptError,
    parse_fault,
)
from drivers.card_shoe.models.ssi.codec import RETRANSMIT, Frame, SsiCodec, encode
from drivers.card_shoe.simulated_scanner import Delivered, GivenUp, Outcome, SimulatedScanner
from drivers.card_shoe.simulated_shoe import CODE_128, LedgerEntry, ShoeError, SimulatedShoe
from drivers.link.simulated_wire import HOST, Emission, SimulatedWire
from drivers.link.simulator_control import ControlError, ControlServer

DECKS_MAX: Final = 8
_NOISE_MAX: Final = 4096
_IDLE_POLL_MS: Final = 200
_PAUSE_MS: Final = 50
_DIGITS_MAX: Final = 9


def _check_fault(word: str) -> str:
    FaultScript((word,))
    return word


class SimulatorSettings(Section):
    """What a simulated shoe does. Durations in milliseconds."""

    link: Path = Field(description="Symbolic link to the pseudo-terminal, for the driver's path.")
    ledger: Path = Field(description="Ledger of the cards that left the shoe, JSON lines.")
    control: Path | None = Field(default=None, description="Unix socket of the control protocol.")
    seed: int = Field(default=1, ge=0, description="Seed of the first shuffle and of the faults.")
    decks: int = Field(default=1, ge=1, le=DECKS_MAX, description="Decks of the first shuffle.")
    response_timeout_ms: int = Field(
        default=2_000, ge=20, le=30_000, description="Wait for an acknowledgement, as the driver's."
    )
    baud: int = Field(
        default=0, ge=0, le=921_600, description="Pace of the bytes on the wire; 0 is no pacing."
    )
    has_gate: bool = Field(
        default=True, description="Keep a card until it is acknowledged; false: a bare scanner."
    )
    gate_wait_ms: int = Field(
        default=5_000, ge=0, le=600_000, description="Longest wait of `next` for the gate."
    )
    revision: str = Field(
        default="SIMULATED SHOE 1", pattern="^[ -~]{1,80}$", description="Identity it answers with."
    )
    faults: tuple[Annotated[str, AfterValidator(_check_fault)], ...] = Field(
        default=(), description="Fault script, such as 3:drop*2 5:corrupt 9:unplug=500."
    )
    fault_rate: float = Field(
        default=0.0, ge=0.0, le=1.0, description="Share of cards that meet a fault by chance."
    )


@dataclass(frozen=True, slots=True)
class _Waiting:
    """A `next` or `draw` that waits for the gate."""

    client: int
    card: str | None
    deadline_ms: int


class ShoeSimulator:
    """The running simulator. One thread: construct, `run`, and `stop` from a signal handler."""

    def __init__(self, settings: SimulatorSettings, clock: Clock) -> None:
        self._settings = settings
        self._clock = clock
        self._log = get_logger("card_shoe.simulator")
        self._shoe = SimulatedShoe(settings.ledger, seed=settings.seed, decks=settings.decks)
        self._faults = FaultScript(settings.faults, rate=settings.fault_rate, seed=settings.seed)
        self._scanner = SimulatedScanner(
            response_timeout_ms=settings.response_timeout_ms,
            revision=settings.revision,
            has_gate=settings.has_gate,
        )
        self._codec = SsiCodec()
        self._selector = selectors.DefaultSelector()
        self._control = (
            None if settings.control is None else ControlServer(settings.control, self._selector)
        )
        self._wire = SimulatedWire(
            settings.link, baud=settings.baud, selector=self._selector, clock=clock
        )
        self._heard_at_ms = 0
        self._waiting: list[_Waiting] = []
        # Cards whose preceding faults have happened.
        self._preceded: set[int] = set()
        # Noise on demand; seeded so that a run repeats, and it guards nothing.
        self._chance = random.Random(settings.seed)  # noqa: S311 - see above
        self._is_stopping = False

    @property
    def shoe(self) -> SimulatedShoe:
        """The cards and their ledger."""
        return self._shoe

    def stop(self) -> None:
        """Let `run` end soon. Safe in a signal handler."""
        self._is_stopping = True

    def run(self, on_ready: Callable[[Path], None] | None = None) -> None:
        """Serve until `stop`. `on_ready` is called once with the link's path."""
        try:
            self._wire.plug()
            self._resume()
            if on_ready is not None:
                on_ready(self._settings.link)
            while not self._is_stopping:
                self._step()
        finally:
            self._wire.unplug()
            if self._control is not None:
                self._control.close()
            self._selector.close()
            self._shoe.close()

    def _resume(self) -> None:
        """Show the scanner again what was not acknowledged before this program was killed."""
        entry = self._shoe.undelivered
        if entry is not None:
            self._scan(entry, was_sent=True)

    # ------------------------------------------------------------------ the loop

    def _step(self) -> None:
        """Wait for something to happen, then let it."""
        received = b""
        for key, _ in self._selector.select(self._patience_s(self._clock.monotonic_ms())):
            if key.data == HOST:
                received += self._wire.take()
            elif self._control is not None:
                self._control.serve(key, self._command)
        now_ms = self._clock.monotonic_ms()
        self._take(received + self._wire.work(now_ms), now_ms)
        self._do(self._scanner.tick(now_ms))
        self._serve_waiting(now_ms)

    def _patience_s(self, now_ms: int) -> float:
        """Return how long nothing needs to be done."""
        ends = [
            now_ms + _IDLE_POLL_MS,
            self._wire.patience_ms(now_ms),
            self._scanner.deadline_ms,
            self._heard_at_ms + _PAUSE_MS if self._codec.is_waiting else None,
            *(waiting.deadline_ms for waiting in self._waiting),
        ]
        return max(0.0, min(end for end in ends if end is not None) - now_ms) / 1000

    def _take(self, data: bytes, now_ms: int) -> None:
        """Take bytes of the host; after a pause nothing half received is completed."""
        if data:
            self._heard_at_ms = now_ms
            self._hear(self._codec.receive(data), now_ms)
        elif self._codec.is_waiting and now_ms - self._heard_at_ms >= _PAUSE_MS:
            self._hear(self._codec.idle(), now_ms)

    def _hear(self, frames: Iterable[Frame], now_ms: int) -> None:
        for frame in frames:
            self._do(self._scanner.received(frame, now_ms))

    # ------------------------------------------------------------------ the scanner

    def _do(self, outcomes: Iterable[Outcome]) -> None:
        """Carry out what the scanner decided."""
        for outcome in outcomes:
            if isinstance(outcome, Delivered | GivenUp):
                self._shoe.deliver(outcome.number)
                self._log.info("card left", number=outcome.number, ended=type(outcome).__name__)
                continue
            packet = encode(outcome.frame)
            if outcome.number is None:
                self._wire.put(Emission(0, packet))
                continue
            marked = outcome.frame.status | RETRANSMIT
            repeat = encode(replace(outcome.frame, status=marked))
            number, copy = outcome.number, outcome.copy
            if copy == 0 and self._faults.find(number, FaultKind.DUPLICATE) is not None:
                self._scanner.copied()
            for emission in self._faults.emissions(number, copy, packet, repeat):
                self._wire.put(emission)
            unplug = self._faults.find(number, FaultKind.UNPLUG)
            if unplug is not None and copy == 0:
                self._wire.unplug_soon_for(unplug.amount)

    def _scan(self, entry: LedgerEntry, *, was_sent: bool = False) -> None:
        """Show a card's symbol to the scanner."""
        self._do(
            self._scanner.present(
                entry.number,
                CODE_128,
                entry.symbol.encode("ascii"),
                self._clock.monotonic_ms(),
                was_sent=was_sent,
            )
        )

    # ------------------------------------------------------------------ cards

    @property
    def _is_gate_open(self) -> bool:
        """Whether the next card may leave. A bare scanner has no gate, only its own queue."""
        if not self._scanner.is_free:
            return False
        return self._scanner.is_enabled or not self._settings.has_gate

    def _serve_waiting(self, now_ms: int) -> None:
        """Let the next card leave for whoever has waited longest, or send him away."""
        while self._waiting and self._control is not None:
            waiting = self._waiting[0]
            if self._is_gate_open:
                if not self._precede_by_fault():
                    return
                del self._waiting[0]
                self._control.answer(waiting.client, self._release, waiting.card)
            elif now_ms >= waiting.deadline_ms:
                del self._waiting[0]
                self._control.answer(waiting.client, _gate_closed)
            else:
                return

    def _precede_by_fault(self) -> bool:
        """Let what must happen before the next card happen; False while it is going on."""
        if self._wire.is_muted:
            return False
        number = self._shoe.left + 1
        if number in self._preceded:
            return True
        self._preceded.add(number)
        mute = self._faults.find(number, FaultKind.MUTE)
        if mute is not None:
            self._wire.mute(mute.amount)
        if self._faults.find(number, FaultKind.BOOT) is not None:
            self._do(self._scanner.boot(self._clock.monotonic_ms()))
        return self._is_gate_open and mute is None

    def _release(self, card: str | None) -> dict[str, Any]:
        """Let a card leave, write it down, scan it; returns its ledger line."""
        number = self._shoe.left + 1
        damaged = self._faults.find(number, FaultKind.UNREADABLE) is not None
        try:
            entry = self._shoe.draw(self._clock.now(), card=card, damaged=damaged)
        except ShoeError as error:
            raise ControlError(str(error)) from None
        if self._scanner.is_enabled or self._settings.has_gate:
            self._scan(entry)
        else:
            self._shoe.deliver(entry.number)  # left unseen: a bare scanner that is switched off
        return asdict(entry)

    # ------------------------------------------------------------------ control

    def _command(self, client: int, words: list[str]) -> dict[str, Any] | None:
        """Carry out one control command; None if the answer comes later."""
        match words:
            case ["next"]:
                return self._wait_for_gate(client, None)
            case ["next", number]:
                return self._next_numbered(client, _whole(number))
            case ["draw", card]:
                return self._wait_for_gate(client, card)
            case ["shuffle", seed, *rest] if len(rest) <= 1:
                decks = _whole(rest[0]) if rest else 1
                if not 1 <= decks <= DECKS_MAX:
                    raise ControlError(f"1 to {DECKS_MAX} decks")
                self._shoe.shuffle(_whole(seed), decks)
            case ["ledger"] | ["status"]:
                pass
            case _:
                self._trouble(words)
        return self._status()

    def _trouble(self, words: list[str]) -> None:
        """Let something go wrong at the word of a client."""
        match words:
            case ["fault", word]:
                self._add_fault(word)
            case ["boot"]:
                self._do(self._scanner.boot(self._clock.monotonic_ms()))
            case ["unplug", duration]:
                self._wire.unplug_for(_whole(duration))
            case ["mute", duration]:
                self._wire.mute(_whole(duration))
            case ["noise", count]:
                noise = self._chance.randbytes(min(_whole(count), _NOISE_MAX))
                self._wire.put(Emission(0, noise))
            case _:
                raise ControlError("unknown command")

    def _next_numbered(self, client: int, number: int) -> dict[str, Any] | None:
        if 1 <= number <= self._shoe.left:
            return asdict(self._shoe.entries[number - 1])
        if number != self._shoe.left + 1 or self._waiting:
            raise ControlError(f"{self._shoe.left} cards have left")
        return self._wait_for_gate(client, None)

    def _wait_for_gate(self, client: int, card: str | None) -> dict[str, Any] | None:
        """Put a client in line; the answer comes when the card has left."""
        deadline_ms = self._clock.monotonic_ms() + self._settings.gate_wait_ms
        self._waiting.append(_Waiting(client, card, deadline_ms))
        return None

    def _add_fault(self, word: str) -> None:
        try:
            fault: Fault = parse_fault(word)
        except FaultScriptError as error:
            raise ControlError(str(error)) from None
        self._faults.add(self._shoe.left + 1, fault)

    def _status(self) -> dict[str, Any]:
        """Return what `status` and `ledger` tell."""
        entries = self._shoe.entries
        return {
            "left": self._shoe.left,
            "delivered": self._shoe.delivered,
            "remaining": self._shoe.remaining,
            "last": asdict(entries[-1]) if entries else None,
            "is_enabled": self._scanner.is_enabled,
            "is_host_present": self._wire.is_host_present,
        }


def _gate_closed() -> dict[str, Any]:
    raise ControlError("the gate is closed: scanning is off or the last card is unacknowledged")


def _whole(text: str) -> int:
    """Return a whole number of at most nine digits. Raises ControlError."""
    if not text.isascii() or not text.isdigit() or len(text) > _DIGITS_MAX:
        raise ControlError(f"{text!r} is no number")
    return int(text)
