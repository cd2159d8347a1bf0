"""The driver of a line of bet acceptors: bytes in, tokens, windows, lamps and faults out.

Knows how what a seat asks for becomes a message or a step of the runner. Does not know games,
tables, which seat a device serves, ports or brokers: it is pure, and the runner of `drivers.link`
carries out what it asks for.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from dealer_station.messages.bet_acceptor import Lamp, LampMoved, TokenTaken, Window, WindowMoved
from dealer_station.messages.device import Assurance, Command, DeviceFault, ReplyResult
from dealer_station.messages.envelope import DeviceEvent
from dealer_station.messages.meter_display import AnyMeter
from dealer_station.messages.topics import CommandVerb, EventKind
from drivers.bet_acceptor.models.cctalk.bus import AcceptorBus
from drivers.bet_acceptor.models.cctalk.memory import SeatMemory, WindowState
from drivers.bet_acceptor.models.cctalk.profile import LineProfile
from drivers.bet_acceptor.models.cctalk.seat import Seat
from drivers.bet_acceptor.models.cctalk.steps import (
    FAULT_CLASSES,
    AtSeat,
    BusStep,
    Keep,
    Light,
    Move,
    SeatStep,
    Send,
    Take,
    Trouble,
)
from drivers.link.journal import Compose, NextEvent
from drivers.link.steps import (
    Answer,
    At,
    DeviceStep,
    Drop,
    LineStep,
    LinkCounts,
    Pause,
    Remember,
    Store,
    Wish,
    Write,
)

PROTOCOL = "cctalk"
CAPABILITIES = (
    "credit", "window", "lamp", "fault", "identify", "self_test", "replay", "clear_fault",
)  # fmt: skip
ASSURANCE = Assurance.IDENTIFIED
_TEXT_MAX = 500


@dataclass(frozen=True, slots=True)
class SeatAddress:
    """A device of the line: its name in the contract and its address on the wire."""

    device: str
    address: int


class BetAcceptors:
    """The logic of one line of acceptors; a `drivers.link.steps.LineLogic`.

    `notes` holds each device's durable note by its name, None for a new one. Raises JournalError
    for a note that is none.
    """

    def __init__(
        self,
        profile: LineProfile,
        devices: Iterable[SeatAddress],
        notes: Mapping[str, bytes | None],
    ) -> None:
        self._seats = {
            one.device: Seat(
                one.device, one.address, profile, SeatMemory.from_bytes(notes[one.device])
            )
            for one in devices
        }
        self._bus = AcceptorBus(profile, tuple(self._seats.values()))
        self._goodbye_ms = profile.reply_timeout_ms
        # The wall clock as it was told last, for what is not told the time.
        self._now_at = 0

    def memory(self, device: str) -> SeatMemory:
        """Return what must be known of a device after a crash."""
        return self._seats[device].memory

    def counts(self, device: str) -> LinkCounts:
        """Quality of the line as this device sees it."""
        return self._seats[device].counts

    # ------------------------------------------------------------------ the line

    def opened(self, now_ms: int) -> list[LineStep]:
        """Start the conversation on a line that was just opened."""
        return self._steps(self._bus.opened(now_ms), self._now_at)

    def received(self, data: bytes, now_ms: int, now_at: int) -> list[LineStep]:
        """Take bytes that arrived."""
        return self._steps(self._bus.received(data, now_ms), now_at)

    def paused(self, now_ms: int, now_at: int) -> list[LineStep]:
        """Take note of a pause: what lies half received will not be completed."""
        return self._steps(self._bus.paused(now_ms), now_at)

    def tick(self, now_ms: int, now_at: int) -> list[LineStep]:
        """Let time-outs, polls and probes happen."""
        return self._steps(self._bus.tick(now_ms), now_at)

    def lost(self, reason: str, now_ms: int, now_at: int) -> list[LineStep]:
        """Take note that the line is gone or could not be opened."""
        del now_ms
        return self._steps(self._bus.lost(reason), now_at)

    def closing(self) -> list[LineStep]:
        """Shut open windows before the line is closed on purpose."""
        steps: list[LineStep] = []
        for step in self._steps(self._bus.closing(), self._now_at):
            steps += [step, Pause(self._goodbye_ms)]
        return steps

    # ------------------------------------------------------------------ the station

    def desired(self, device: str, wish: Wish, now_ms: int, now_at: int) -> list[LineStep]:
        """Take what window or lamp should be."""
        seat = self._seats[device]
        match wish:
            case Window():
                steps = seat.desire_window(WindowState(wish.is_open, wish.order))
            case Lamp():
                steps = seat.desire_lamp(is_lit=wish.is_lit)
        return self._steps(self._bus.at(seat, steps, now_ms), now_at)

    def station(self, *, is_there: bool, now_ms: int, now_at: int) -> list[LineStep]:
        """Take note that the station gave a sign of life, or is not to be reached."""
        return self._everywhere(
            lambda seat: seat.station(is_there=is_there, now_ms=now_ms), now_ms, now_at
        )

    def refuse_input(
        self, device: str, reason: str | None, now_ms: int, now_at: int
    ) -> list[LineStep]:
        """Take no tokens at a device (its journal is full), or take them again with None."""
        seat = self._seats[device]
        return self._steps(self._bus.at(seat, seat.refuse_input(reason), now_ms), now_at)

    def meter(self, meter: AnyMeter, *, is_fresh: bool, now_ms: int, now_at: int) -> list[LineStep]:
        """Leave a meter alone: an acceptor shows none."""
        del meter, is_fresh, now_ms, now_at
        return []

    def command(self, device: str, command: Command, now_ms: int) -> list[LineStep]:
        """Begin a command. `replay` is the runner's, not the device's."""
        seat, command_id = self._seats[device], command.command_id
        match command.verb:
            case CommandVerb.IDENTIFY:
                steps = seat.identify(command_id, now_ms)
            case CommandVerb.SELF_TEST:
                steps = self._self_test(seat, command_id)
            case CommandVerb.CLEAR_FAULT:
                steps = seat.clear_fault(command_id, command.faults or ())
            case CommandVerb.REPLAY:
                raise AssertionError("a replay never reaches the device")
        return self._steps(self._bus.at(seat, steps, now_ms), self._now_at)

    def _self_test(self, seat: Seat, command_id: str) -> list[SeatStep]:
        """Begin a self-test, unless it would keep tokens of any seat of this line waiting."""
        if any(one.may_take_tokens for one in self._seats.values()):
            why = "a window on this line is open, and a self-test would hold up the line"
            return [Answer(command_id, ReplyResult.REFUSED, why)]
        return seat.self_test(command_id)

    # ------------------------------------------------------------------ steps

    def _everywhere(
        self, act: Callable[[Seat], list[SeatStep]], now_ms: int, now_at: int
    ) -> list[LineStep]:
        """Let every seat do something, then see what the line has to send."""
        steps = [AtSeat(seat.device, step) for seat in self._seats.values() for step in act(seat)]
        return self._steps(self._bus.at_all(steps, now_ms), now_at)

    def _steps(self, steps: Iterable[BusStep], now_at: int) -> list[LineStep]:
        """Turn the bus' steps into the runner's, in their order."""
        self._now_at = now_at
        done: list[LineStep] = []
        for step in steps:
            match step:
                case Send():
                    done.append(Write(step.data))
                case Drop():
                    done.append(step)
                case AtSeat():
                    done.append(At(step.device, self._seat_step(step.device, step.step, now_at)))
        return done

    @staticmethod
    def _seat_step(device: str, step: SeatStep, now_at: int) -> DeviceStep:
        match step:
            case Take():
                return Store(EventKind.CREDIT, _token(device, step, now_at), _note(step))
            case Move():
                compose = _event(
                    WindowMoved,
                    device,
                    now_at,
                    is_open=step.is_open,
                    order=step.order,
                    device_counter=step.counter,
                )
                return Store(EventKind.WINDOW, compose, _note(step))
            case Light():
                compose = _event(LampMoved, device, now_at, is_lit=step.is_lit)
                return Store(EventKind.LAMP, compose, _note(step))
            case Trouble():
                return Store(EventKind.FAULT, _fault(device, step, now_at), _note(step))
            case Keep():
                return Remember(step.memory.to_bytes())
            case _:
                return step


def _token(device: str, step: Take, now_at: int) -> Compose:
    return _event(
        TokenTaken,
        device,
        now_at,
        token=step.token,
        coin_id=step.coin_id,
        value_minor=step.value_minor,
        path=step.path,
        device_counter=step.counter,
        assurance=ASSURANCE,
    )


def _fault(device: str, step: Trouble, now_at: int) -> Compose:
    return _event(
        DeviceFault,
        device,
        now_at,
        code=step.code,
        fault_class=FAULT_CLASSES[step.code],
        lost_count=step.lost_count,
        detail=step.detail[:_TEXT_MAX],
    )


def _event(message: type[DeviceEvent], device: str, now_at: int, **facts: object) -> Compose:
    """Return what makes an event's payload once its identity is known."""

    def compose(event: NextEvent) -> bytes:
        fields: dict[str, object] = {
            "device": device,
            "session": event.position.session,
            "sequence": event.position.sequence,
            "previous": event.previous,
            "device_time": now_at,
        }
        return message.model_validate(fields | facts).to_bytes()

    return compose


def _note(step: Take | Move | Light | Trouble) -> bytes | None:
    return None if step.memory is None else step.memory.to_bytes()
