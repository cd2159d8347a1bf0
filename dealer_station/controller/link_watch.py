"""The link of each progressive: lost, nobody may play for it; back, its devices are asked first.

The link of a progressive is the way from the station, which keeps its ledger, to its devices:
acceptors and signs. All of them hang on one `Link` at present, the connection to the broker; a
progressive none of whose tables has such a device has no link to lose. What should stand in the
record follows from the link, the devices' answers and the tables' states alone, so a database that
was away, a restart or a step done twice changes nothing.

A link counts as lost after `LINK_PATIENCE_MS` without a word from its far end, though something is
said to it twice a second: the same whether the connection broke or the line went dead. That is long
enough for a first and mostly a second attempt to connect again, so that a short break suspends
nothing, and leaves three quarters of a second of the two that a player may be left in doubt
(LNK-05). A station that stood still itself has not listened meanwhile, and counts little of it.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from dealer_station.clock import Clock
from dealer_station.controller.ports import Link
from dealer_station.controller.table_controller import TableController
from dealer_station.event_log.errors import EventLogError
from dealer_station.messages.device import COMMAND_LIFE_MS, Command, Life, Reply
from dealer_station.messages.envelope import START
from dealer_station.messages.topics import CommandVerb, DeviceAddress, DeviceKind
from dealer_station.mqtt.outbox import OutboxFull
from dealer_station.mqtt.publisher import LowerEpoch
from dealer_station.mqtt.session import SessionStopped
from dealer_station.observability import get_logger
from dealer_station.table import commands as c
from dealer_station.table.roles import STATION_ID, Actor, Role
from dealer_station.table.state import TableState
from dealer_station.table.suspension import EVERY_LEVEL, SuspensionReason

_log = get_logger(__name__)

TICK_MS: Final = 100
LINK_PATIENCE_MS: Final = 1_250
"""How long nothing may be heard before the link counts as lost; see the module."""

ANSWER_PATIENCE_MS: Final = 15_000
"""How long devices are waited for: their drivers come back ten seconds after the broker at most.

A device that stays silent keeps nobody else from playing: its window was not opened anew, so it
takes no wager, and where it had one to tell, its silence holds the closing of betting.
"""

_COUNTED_MS_MAX: Final = 250
_SLACK_MS: Final = 50
_STATION: Final = Actor(STATION_ID, Role.STATION)
_KINDS: Final = (DeviceKind.BET_ACCEPTOR, DeviceKind.METER_DISPLAY)
_LINK_LOST: Final = SuspensionReason.LINK_LOST


@dataclass(slots=True)
class _Question:
    """What a device was asked since the link came back, and when last; it keeps its id."""

    command_id: str
    asked_ms: int
    is_answered: bool = False


class LinkWatch:
    """Suspends and resumes progressives by their link. One thread ticks it; any may tell answers.

    `send` gives a command to a device.
    """

    def __init__(
        self,
        link: Link,
        controllers: Mapping[str, TableController],
        epochs: Mapping[str, int],
        send: Callable[[DeviceAddress, Command], None],
        clock: Clock,
    ) -> None:
        self._link = link
        self._controllers = controllers
        self._epochs = epochs
        self._send = send
        self._clock = clock
        self._ticked_ms = clock.monotonic_ms()
        self._unheard_ms = 0
        self._is_up = False
        self._questions: dict[DeviceAddress, _Question] = {}
        self._asking_since_ms: int | None = None
        self._failed: set[tuple[str, str]] = set()
        self._listeners: tuple[Callable[[str], None], ...] = ()

    @property
    def is_lost(self) -> bool:
        """Whether nothing was heard for too long."""
        return self._unheard_ms > LINK_PATIENCE_MS

    def subscribe(self, listener: Callable[[str], None]) -> None:
        """Call `listener` with a progressive's id each time a table suspends or resumes it."""
        self._listeners = (*self._listeners, listener)

    def replied(self, address: DeviceAddress, reply: Reply) -> None:
        """Take a device's answer, whatever it says; one to another command is none of ours."""
        question = self._questions.get(address)
        if question is not None and reply.command_id == question.command_id:
            question.is_answered = True

    def tick(self) -> None:
        """Listen, and bring the record to what is so; call it every `TICK_MS`."""
        self._listen()
        states = {
            table_id: controller.state
            for table_id, controller in self._controllers.items()
            if not controller.is_taken_over
        }
        if self.is_lost or not any(state.suspensions for state in states.values()):
            self._questions = {}
            self._asking_since_ms = None
        for table_id, state in states.items():
            played = self._controllers[table_id].progressive_ids
            for progressive_id in sorted(
                played | {one.progressive_id for one in state.suspensions}
            ):
                is_suspended = any(
                    one.is_of(progressive_id, EVERY_LEVEL, _LINK_LOST) for one in state.suspensions
                )
                if is_suspended and self._may_resume(progressive_id, states):
                    self._submit(table_id, progressive_id, c.ResumeProgressive)
                elif not is_suspended and self.is_lost and self._has_link(progressive_id, states):
                    self._submit(table_id, progressive_id, c.SuspendProgressive)

    def _listen(self) -> None:
        """Take note of how long nothing was heard, as far as anybody listened."""
        now_ms = self._clock.monotonic_ms()
        elapsed_ms, self._ticked_ms = now_ms - self._ticked_ms, now_ms
        silence_ms = self._link.silence_ms()
        if silence_ms is not None and silence_ms <= elapsed_ms + _SLACK_MS:
            self._unheard_ms = min(silence_ms, _COUNTED_MS_MAX)
            self._is_up = True
        else:
            self._unheard_ms += min(elapsed_ms, _COUNTED_MS_MAX)
            self._is_up = self._is_up and not self.is_lost

    def _submit(
        self,
        table_id: str,
        progressive_id: str,
        kind: type[c.SuspendProgressive | c.ResumeProgressive],
    ) -> None:
        """Record it; a database that is away, or one table's fault, is tried again."""
        command = kind(
            command_id=self._clock.new_id(),
            issued_at=self._clock.now(),
            actor=_STATION,
            progressive_id=progressive_id,
        )
        what, key = kind.__name__, (table_id, progressive_id)
        try:
            self._controllers[table_id].submit(command)
        except EventLogError as error:
            if key not in self._failed:
                _log.error("suspension_waits", table=table_id, what=what, reason=str(error))
            self._failed.add(key)
            return
        except Exception:  # noqa: BLE001 - one table's fault must not keep the others playable
            if key not in self._failed:
                _log.exception("suspension_failed", table=table_id, what=what)
            self._failed.add(key)
            return
        self._failed.discard(key)
        _log.warning("link_of_a_progressive", table=table_id, progressive=progressive_id, what=what)
        for listener in self._listeners:
            listener(progressive_id)

    # ------------------------------------------------------------------------- devices

    def _has_link(self, progressive_id: str, states: Mapping[str, TableState]) -> bool:
        return any(
            state.acceptors or any(device.device_kind in _KINDS for device in state.devices)
            for table_id, state in states.items()
            if self._controllers[table_id].plays_for(progressive_id)
        )

    def _may_resume(self, progressive_id: str, states: Mapping[str, TableState]) -> bool:
        """Whether the link is back and its devices have answered, or there is none any more."""
        if not self._has_link(progressive_id, states):
            return True
        if not self._is_up:
            return False
        devices = [
            address
            for table_id, state in states.items()
            if self._controllers[table_id].plays_for(progressive_id)
            for address in _alive(table_id, state)
        ]
        silent = list(self._silent(devices))
        if self._asking_since_ms is None:
            self._asking_since_ms = self._clock.monotonic_ms()
        if silent and self._clock.monotonic_ms() - self._asking_since_ms < ANSWER_PATIENCE_MS:
            return False
        for address in silent:
            _log.error("device_did_not_answer", table=address.table, device=address.device)
            self._questions[address].is_answered = True  # nobody waits for it any more
        return True

    def _silent(self, devices: Iterable[DeviceAddress]) -> Iterable[DeviceAddress]:
        """Ask each device that has not answered, and return it."""
        for address in devices:
            question = self._questions.get(address)
            if question is None or not question.is_answered:
                self._ask(address, question)
                yield address

    def _ask(self, address: DeviceAddress, asked: _Question | None) -> None:
        """Ask a device for what it has not told; its reply says that it is there.

        Its facts come again, too, and those that the record has are known as repeats.
        """
        now_ms, now = self._clock.monotonic_ms(), self._clock.now()
        if asked is not None and now_ms - asked.asked_ms < COMMAND_LIFE_MS:
            return
        command_id = self._clock.new_id() if asked is None else asked.command_id
        self._questions[address] = _Question(command_id, now_ms)
        command = Command(
            epoch=self._epochs[address.table],
            device=address.device,
            command_id=command_id,
            verb=CommandVerb.REPLAY,
            sent_at=now,
            expires_at=now + COMMAND_LIFE_MS,
            replay_after=START,
        )
        try:
            self._send(address, command)
        except (OutboxFull, LowerEpoch, SessionStopped) as error:
            _log.warning("device_not_asked", device=str(address), why=str(error))


def _alive(table_id: str, state: TableState) -> Iterable[DeviceAddress]:
    """Return a table's acceptors and signs as far as they have told anything and are not lost."""
    for device in state.devices:
        if device.device_kind in _KINDS and device.device_state != Life.LOST:
            yield DeviceAddress(table_id, DeviceKind(device.device_kind), device.device_id)
