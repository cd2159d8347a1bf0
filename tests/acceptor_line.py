"""A line of acceptors in virtual time: the driver's own logic, the simulator's own bus, no waiting.

What the runner would do with steps is done here: events and notes are kept per device and outlive
the driver, as a disk outlives a process.
"""

import math
from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

from dealer_station.messages import contract
from dealer_station.messages.bet_acceptor import Lamp, LampMoved, TokenTaken, Window, WindowMoved
from dealer_station.messages.device import Command, DeviceFault, Life
from dealer_station.messages.envelope import DeviceEvent, Position
from dealer_station.messages.topics import (
    CommandVerb,
    DeviceAddress,
    DeviceKind,
    EventKind,
    Topics,
)
from drivers.bet_acceptor.driver import BetAcceptors, SeatAddress
from drivers.bet_acceptor.fault_script import FaultScript
from drivers.bet_acceptor.models.cctalk.codec import Checksum
from drivers.bet_acceptor.models.cctalk.profile import LineProfile, Token
from drivers.bet_acceptor.simulated_acceptor import AcceptorModel, SimulatedAcceptor
from drivers.bet_acceptor.simulated_bus import SimulatedBus
from drivers.link.journal import NextEvent
from drivers.link.steps import (
    Answer,
    At,
    Become,
    Describe,
    Drop,
    LineStep,
    Pause,
    Remember,
    Store,
    Write,
)

NOW_AT = 1_700_000_000_000
PAUSE_MS = 50
TOPICS = Topics("main")
Event = TypeVar("Event", bound=DeviceEvent)
TOKENS = (Token(1, 100, "TK100A"),)


def names(count: int) -> list[str]:
    return [f"acceptor-{seat}" for seat in range(1, count + 1)]


class Journal:
    """One device's disk."""

    def __init__(self, device: str) -> None:
        self.address = DeviceAddress("t1", DeviceKind.BET_ACCEPTOR, device)
        self.note: bytes | None = None
        self.events: list[DeviceEvent] = []
        self.session = 0
        self._sequence = 0

    def begin_session(self) -> None:
        self.session += 1
        self._sequence = 0

    def store(self, step: Store) -> None:
        self._sequence += 1
        previous = self.events[-1].position if self.events else None
        position = Position(self.session, self._sequence)
        payload = step.compose(NextEvent(position, previous))
        topic = TOPICS.event(self.address, EventKind(step.kind))
        message = contract.read(topic, payload).message
        assert isinstance(message, DeviceEvent)
        self.events.append(message)
        if step.note is not None:
            self.note = step.note


class VirtualLine:
    """Driver and devices, and the clock that both go by."""

    def __init__(
        self,
        seats: int | Sequence[SimulatedAcceptor] = 1,
        *,
        profile: LineProfile | None = None,
        checksum: Checksum = Checksum.SIMPLE,
        model: AcceptorModel | None = None,
        faults: FaultScript | None = None,
        tick_ms: int = 5,
        **bus: Any,
    ) -> None:
        if isinstance(seats, int):
            seats = [
                SimulatedAcceptor(name, 11 + place, checksum, model)
                for place, name in enumerate(names(seats))
            ]
        self.devices = [SeatAddress(one.device, one.address) for one in seats]
        self.bus = SimulatedBus(seats, faults or FaultScript(), **bus)
        self.profile = profile or LineProfile(tokens=TOKENS)
        self.journals = {one.device: Journal(one.device) for one in seats}
        self.words: dict[str, Become] = {}
        self.lives: dict[str, list[Life]] = {one.device: [] for one in seats}
        self.described: dict[str, Describe] = {}
        self.answers: dict[str, Answer] = {}
        self.now_ms = 1_000
        self._wish_count = 0
        self.writes: list[tuple[int, bytes]] = []
        self.drops: list[str] = []
        self.dies_after: int | None = None
        """How many more steps the driver carries out before it is killed; None: for ever."""
        self._tick_ms = tick_ms
        self._heard_at_ms: int | None = None
        self._numbers = dict.fromkeys(self.journals, 0)
        self._is_open = False
        self.start_driver()

    # ------------------------------------------------------------------ the driver

    def start_driver(self) -> None:
        """Begin a driver on what the disks hold, on a line that opens at once."""
        for journal in self.journals.values():
            journal.begin_session()
        notes = {device: journal.note for device, journal in self.journals.items()}
        self.logic = BetAcceptors(self.profile, self.devices, notes)
        self.dies_after = None
        self.open()

    def kill_driver(self) -> None:
        """Let the driver die: what is on the wire stays there, what it knew is gone."""
        self._is_open = False

    def open(self) -> None:
        self._is_open = True
        self._heard_at_ms = None
        self.perform(self.logic.opened(self.now_ms))

    def lose(self, reason: str = "unplugged") -> None:
        """Pull the cable."""
        self._is_open = False
        self.bus.forget()
        self.perform(self.logic.lost(reason, self.now_ms, self.now_at))

    @property
    def is_open(self) -> bool:
        """Whether a driver lives and its line is there."""
        return self._is_open

    @property
    def now_at(self) -> int:
        return NOW_AT + self.now_ms

    def perform(self, steps: Iterable[LineStep]) -> None:
        dropped = None
        for step in steps:
            if self.dies_after is not None:
                if self.dies_after == 0:
                    self.kill_driver()
                    return
                self.dies_after -= 1
            match step:
                case Write():
                    if self._is_open:
                        self.writes.append((self.now_ms, step.data))
                        self.bus.sent(step.data, self.now_ms)
                case Pause():
                    self.now_ms += step.duration_ms
                    self.bus.advance(self.now_ms)
                case Drop():
                    dropped = step.reason
                case At():
                    self._at(step)
        if dropped is not None:
            self.drops.append(dropped)
            self.lose(dropped)

    def _at(self, at: At) -> None:
        journal = self.journals[at.device]
        match at.step:
            case Store():
                journal.store(at.step)
            case Remember():
                journal.note = at.step.note
            case Become():
                self.words[at.device] = at.step
                self.lives[at.device].append(at.step.life)
            case Describe():
                self.described[at.device] = at.step
            case Answer():
                self.answers[at.step.command_id] = at.step
            case _:
                raise AssertionError(f"an acceptor does not {at.step}")

    # ------------------------------------------------------------------ time

    def run(self, duration_ms: int) -> None:
        """Let time pass for driver and devices."""
        until_ms = self.now_ms + duration_ms
        while self.now_ms < until_ms:
            self._step(until_ms)

    def until(self, condition: Callable[[], Any], limit_ms: int = 20_000) -> None:
        """Let time pass until something is so."""
        until_ms = self.now_ms + limit_ms
        while not condition():
            assert self.now_ms < until_ms, "did not happen in time"
            self._step(until_ms)

    def _step(self, until_ms: int) -> None:
        next_ms = min(until_ms, self.now_ms + self._tick_ms)
        due_ms = self.bus.next_due_ms
        if due_ms is not None:
            next_ms = min(next_ms, max(self.now_ms, math.ceil(due_ms)))
        self.now_ms = next_ms if next_ms > self.now_ms else self.now_ms + (due_ms is None)
        data = self.bus.advance(self.now_ms)
        if self._is_open and data:
            self._heard_at_ms = self.now_ms
            self.perform(self.logic.received(data, self.now_ms, self.now_at))
        elif self._is_open and self._has_paused:
            self._heard_at_ms = None
            self.perform(self.logic.paused(self.now_ms, self.now_at))
        if self._is_open:
            self.perform(self.logic.tick(self.now_ms, self.now_at))

    @property
    def _has_paused(self) -> bool:
        return self._heard_at_ms is not None and self.now_ms - self._heard_at_ms >= PAUSE_MS

    # ------------------------------------------------------------------ the station

    def connect(self, *, is_connected: bool = True) -> None:
        """Let the broker come or go."""
        self.perform(
            self.logic.station(is_there=is_connected, now_ms=self.now_ms, now_at=self.now_at)
        )

    def wish_open(self, order: int, *devices: str) -> None:
        """Desire the windows of some devices, or of all, open."""
        for device in devices or self.journals:
            self._wish(
                Window(
                    epoch=1, device=device, sequence=self._next_wish(), is_open=True, order=order
                )
            )

    def wish_shut(self, order: int, *devices: str) -> None:
        """Desire the windows of some devices, or of all, shut."""
        for device in devices or self.journals:
            self._wish(
                Window(
                    epoch=1, device=device, sequence=self._next_wish(), is_open=False, order=order
                )
            )

    def wish_lit(self, *devices: str) -> None:
        """Desire the lamps of some devices, or of all, lit."""
        for device in devices or self.journals:
            self._wish(Lamp(epoch=1, device=device, sequence=self._next_wish(), is_lit=True))

    def wish_dark(self, *devices: str) -> None:
        """Desire the lamps of some devices, or of all, dark."""
        for device in devices or self.journals:
            self._wish(Lamp(epoch=1, device=device, sequence=self._next_wish(), is_lit=False))

    def _next_wish(self) -> int:
        self._wish_count += 1
        return self._wish_count

    def _wish(self, wish: Window | Lamp) -> None:
        self.perform(self.logic.desired(wish.device, wish, self.now_ms, self.now_at))

    def command(self, verb: CommandVerb, device: str, command_id: str, **fields: Any) -> None:
        command = Command(
            device=device,
            verb=verb,
            command_id=command_id,
            epoch=1,
            sent_at=self.now_at,
            expires_at=self.now_at + 2_000,
            **fields,
        )
        self.perform(self.logic.command(device, command, self.now_ms))

    def clear(self, device: str, *faults: str) -> None:
        """Clear faults as a supervisor does."""
        self.command(CommandVerb.CLEAR_FAULT, device, f"clear-{self.now_ms}", faults=faults)

    # ------------------------------------------------------------------ the devices

    def acceptor(self, device: str = "acceptor-1") -> SimulatedAcceptor:
        return self.bus.acceptors[device]

    def insert(self, device: str = "acceptor-1", token: int = 1) -> int:
        """Drop a token now; returns its number at that device."""
        self._numbers[device] += 1
        self.acceptor(device).insert(self._numbers[device], token, self.now_ms)
        return self._numbers[device]

    # ------------------------------------------------------------------ what came of it

    def events(self, device: str = "acceptor-1") -> list[DeviceEvent]:
        return self.journals[device].events

    def _of(self, kind: type[Event], device: str) -> list[Event]:
        return [event for event in self.journals[device].events if isinstance(event, kind)]

    def taken(self, device: str = "acceptor-1") -> list[TokenTaken]:
        return self._of(TokenTaken, device)

    def moves(self, device: str = "acceptor-1") -> list[WindowMoved]:
        return self._of(WindowMoved, device)

    def lamps(self, device: str = "acceptor-1") -> list[bool]:
        return [event.is_lit for event in self._of(LampMoved, device)]

    def faults(self, device: str = "acceptor-1") -> list[DeviceFault]:
        return self._of(DeviceFault, device)

    def codes(self, device: str = "acceptor-1") -> list[str]:
        return [fault.code for fault in self.faults(device)]

    def life(self, device: str = "acceptor-1") -> Life:
        return self.words[device].life

    def newest_move(self, device: str = "acceptor-1") -> tuple[bool, int] | None:
        moves = self.moves(device)
        return (moves[-1].is_open, moves[-1].order) if moves else None

    def all_are(self, life: Life) -> bool:
        return all(word.life is life for word in self.words.values())

    def all_open(self, order: int) -> bool:
        return all(self.newest_move(device) == (True, order) for device in self.journals)

    def all_shut(self, order: int) -> bool:
        return all(self.newest_move(device) == (False, order) for device in self.journals)


def ready_line(seats: int | Sequence[SimulatedAcceptor] = 1, **options: Any) -> VirtualLine:
    """A line whose devices are ready, with a station that has desired nothing yet."""
    line = VirtualLine(seats, **options)
    line.connect()
    line.until(lambda: line.all_are(Life.READY))
    return line


def open_line(
    seats: int | Sequence[SimulatedAcceptor] = 1, order: int = 7, **options: Any
) -> VirtualLine:
    """A line whose windows are open for the betting `order`."""
    line = ready_line(seats, **options)
    line.wish_open(order)
    line.until(lambda: line.all_open(order))
    return line
