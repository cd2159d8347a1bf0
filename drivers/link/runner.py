"""Joins a device to the station: transport, protocol logic, journal and MQTT, in one loop.

Knows the order in which things must happen: store, then publish and acknowledge to the device;
forget only what the station has committed. Does not know any protocol or card.

One thread does all of it and alone touches the port and the journal. The MQTT session's threads
only put what happened into this thread's queue.
"""

import queue
import random
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from dealer_station.clock import Clock
from dealer_station.messages import contract
from dealer_station.messages.device import (
    Acknowledged,
    Command,
    Life,
    Replayed,
    Reply,
    ReplyResult,
)
from dealer_station.messages.envelope import START, BadMessage, Position
from dealer_station.messages.topics import CommandVerb
from dealer_station.mqtt.broker_url import BrokerUrl
from dealer_station.mqtt.outbox import Outgoing
from dealer_station.mqtt.session import MqttSession
from dealer_station.mqtt.session_events import (
    Connected,
    ConnectRefused,
    Disconnected,
    Incoming,
    PublishRefused,
    SessionEvent,
    SessionSettings,
    SubscriptionRefused,
    Unreachable,
)
from dealer_station.observability import get_logger
from drivers.link.announcer import Announcer, Identity
from drivers.link.command_intake import CommandIntake, Ignore, Obey, Refuse, Repeat
from drivers.link.journal import Journal
from drivers.link.line import Broken, Data, Line, LineEvent, LineTimes, Opened, Paused
from drivers.link.sender import EventSender
from drivers.link.steps import (
    Answer,
    Become,
    Describe,
    DeviceLogic,
    Drop,
    Remember,
    Step,
    Store,
    Write,
)
from drivers.link.transport import Opener

REPORT_MS: Final = 10_000
_WAIT_MS_MAX: Final = 50
_FLUSH_S: Final = 2.0
# How long a broker may take to bring a retained message after the connection.
_RETAINED_WAIT_MS: Final = 1_500


@dataclass(frozen=True, slots=True)
class Sent:
    """The broker has one more event; `generation` counts the MQTT sessions of this driver."""

    generation: int


@dataclass(frozen=True, slots=True)
class RunnerSettings:
    """How the runner works with broker, line and journal. Durations in milliseconds."""

    url: BrokerUrl
    keepalive_s: int = 5
    times: LineTimes = field(default_factory=LineTimes)
    events_max: int = 10_000
    resend_after_ms: int = 30_000


class Runner:
    """Runs one device until `stop`. Construct and `run` in one thread.

    The journal belongs to the runner from here on; `run` closes it.
    """

    def __init__(
        self,
        identity: Identity,
        settings: RunnerSettings,
        *,
        opener: Opener,
        journal: Journal,
        logic: DeviceLogic,
        clock: Clock,
    ) -> None:
        self._identity = identity
        self._settings = settings
        self._journal = journal
        self._logic = logic
        self._clock = clock
        self._log = get_logger("drivers.link").bind(device=identity.address.device)
        self._topics = identity.topics
        self._inputs: queue.SimpleQueue[SessionEvent | Sent] = queue.SimpleQueue()
        # Spreads reconnects in time; it guards nothing.
        self._line = Line(opener, settings.times, random.Random())  # noqa: S311 - see above
        self._announcer = Announcer(identity, journal, now=clock.now, publish=self._publish)
        self._sender = EventSender(
            journal,
            self._topics,
            identity.address,
            publish=self._publish,
            on_sent=self._enqueue_sent,
            resend_after_ms=settings.resend_after_ms,
        )
        self._commands = CommandIntake()
        self._mqtt: MqttSession | None = None
        self._generation = 0
        self._report_at_ms = 0
        self._is_refusing = False
        self._is_stopping = False

    def stop(self) -> None:
        """Let `run` end soon. Safe in a signal handler."""
        self._is_stopping = True

    def run(self) -> None:
        """Serve the device until `stop`. Raises JournalError when the journal fails."""
        try:
            acknowledged = self._retained_position() if self._journal.is_fresh else START
            if acknowledged is not None:
                self._begin_session(acknowledged)
                while not self._is_stopping:
                    self._turn()
                self._leave()
        finally:
            self._line.close()
            if self._mqtt is not None:
                self._mqtt.stop(flush_s=_FLUSH_S)
            self._journal.close()

    # ------------------------------------------------------------------ sessions

    def _retained_position(self) -> Position | None:
        """Ask the broker what the station acknowledged; None if stopped before it answered.

        Only a driver without a journal needs it: its disk was wiped, or it is new here. It must not
        begin at session 1 again if the station knows later ones, so it waits for the broker.
        """
        self._log.info("no journal: asking the broker for the newest acknowledged event")
        topic = self._topics.acknowledged(self._identity.address)
        session = self._make_session((topic,), is_probe=True)
        session.start()
        give_up_at_ms = None
        try:
            while not self._is_stopping:
                event = self._next_input(_WAIT_MS_MAX)
                if isinstance(event, Connected):
                    give_up_at_ms = self._clock.monotonic_ms() + _RETAINED_WAIT_MS
                elif isinstance(event, Incoming):
                    return self._position_of(event)
                elif event is not None:
                    self._log.warning("waiting for the broker", event_kind=type(event).__name__)
                if give_up_at_ms is not None and self._clock.monotonic_ms() >= give_up_at_ms:
                    return START
            return None
        finally:
            session.stop(flush_s=0)
            self._inputs = queue.SimpleQueue()

    def _position_of(self, incoming: Incoming) -> Position:
        try:
            message = Acknowledged.from_bytes(incoming.payload, incoming.topic)
        except BadMessage as error:
            self._log.warning("unreadable message", error=str(error))
            return START
        return message.position

    def _begin_session(self, acknowledged: Position) -> None:
        """Begin a session above `acknowledged`, with an MQTT session whose will says so."""
        number = self._journal.begin_session(acknowledged)
        self._log.info("session begins", session=number, unacknowledged=self._journal.count_stored)
        self._announcer.begin_session()
        self._sender.renewed()
        self._mqtt = self._make_session(
            self._topics.driver_filters(self._identity.address), is_probe=False
        )
        self._mqtt.start()

    def _make_session(self, filters: tuple[str, ...], *, is_probe: bool) -> MqttSession:
        self._generation += 1
        inputs = self._inputs
        return MqttSession(
            SessionSettings(
                url=self._settings.url,
                # Drivers of two tables may have one name; a client id is the broker's own.
                client_id=f"{self._identity.address.table}-{self._identity.driver}",
                subscriptions=filters,
                will=None if is_probe else self._announcer.will(),
                session_expiry_s=0,
                keepalive_s=self._settings.keepalive_s,
            ),
            deliver=inputs.put,
            monotonic_ms=self._clock.monotonic_ms,
            birth=tuple if is_probe else self._announcer.births,
        )

    def _restart_session(self, acknowledged: Position) -> None:
        """Begin again above what the station knows: this disk was restored from an older copy."""
        self._log.error("the station knows a later session", acknowledged=tuple(acknowledged))
        if self._mqtt is not None:
            self._mqtt.stop(flush_s=0)
        self._inputs = queue.SimpleQueue()
        self._begin_session(acknowledged)

    def _leave(self) -> None:
        """Say good-bye to device and station."""
        self._perform(self._logic.closing())
        self._line.close()
        self._announcer.leave("stopped by the operator")

    # ------------------------------------------------------------------ the loop

    def _turn(self) -> None:
        """Serve the broker, then the line, then the time."""
        now_ms = self._clock.monotonic_ms()
        event = self._next_input(min(self._line.wait_ms(now_ms), _WAIT_MS_MAX))
        while event is not None:
            self._from_broker(event)
            event = self._next_input(0)
        line_event = self._line.poll(self._clock.monotonic_ms())
        if line_event is not None:
            self._from_line(line_event)
        now_ms = self._clock.monotonic_ms()
        self._perform(self._logic.tick(now_ms, self._clock.now()))
        self._watch_journal(now_ms)
        self._sender.tick(now_ms)
        if now_ms >= self._report_at_ms:
            self._report_at_ms = now_ms + REPORT_MS
            self._announcer.report(self._logic.counts, max(0, self._line.openings - 1))

    def _next_input(self, wait_ms: int) -> SessionEvent | Sent | None:
        try:
            return (
                self._inputs.get(timeout=wait_ms / 1000) if wait_ms else self._inputs.get_nowait()
            )
        except queue.Empty:
            return None

    def _watch_journal(self, now_ms: int) -> None:
        """Stop taking facts before the journal outgrows its bound; go on when it shrank."""
        stored, most = self._journal.count_stored, self._settings.events_max
        if not self._is_refusing and stored >= most:
            self._is_refusing = True
            reason = f"the station has not acknowledged {stored} events"
        elif self._is_refusing and stored <= most // 2:
            self._is_refusing = False
            reason = None
        else:
            return
        self._log.error("journal bound", is_refusing=self._is_refusing, stored=stored)
        self._perform(self._logic.refuse_input(reason, now_ms, self._clock.now()))

    # ------------------------------------------------------------------ the line

    def _from_line(self, event: LineEvent) -> None:
        now_ms, now_at = self._clock.monotonic_ms(), self._clock.now()
        match event:
            case Opened():
                self._log.info("line opened", port=event.name)
                self._perform(self._logic.opened(now_ms))
            case Data():
                self._perform(self._logic.received(event.data, now_ms, now_at))
            case Paused():
                self._perform(self._logic.paused(now_ms, now_at))
            case Broken():
                self._perform(self._logic.lost(event.reason, now_ms, now_at))

    def _perform(self, steps: Iterable[Step]) -> None:
        """Carry out what the logic asks for, in order; see `steps` for what a failure means."""
        broken: Broken | None = None
        for step in steps:
            match step:
                case Write():
                    if broken is None:
                        broken = self._line.write(step.data, self._clock.monotonic_ms())
                case Store():
                    self._store(step)
                case Remember():
                    self._journal.remember(step.note)
                case Drop():
                    broken = broken or self._line.drop(step.reason, self._clock.monotonic_ms())
                case _:
                    self._tell(step)
        if broken is not None:
            self._from_line(broken)

    def _store(self, step: Store) -> None:
        """Put an event on the disk, then on its way to the station."""
        event = self._journal.append(step.kind, self._clock.now(), step.compose, step.note)
        self._log.info("event stored", kind=step.kind, position=tuple(event.position))
        self._sender.pump()  # before the head, which must not run ahead of its event
        self._announcer.stored()

    def _tell(self, step: Become | Describe | Answer) -> None:
        match step:
            case Become():
                if step.life in (Life.READY, Life.DEGRADED):
                    self._line.succeed()
                if self._announcer.become(step.life, step.reason, step.faults):
                    self._log.info("device state", state=step.life, reason=step.reason)
            case Describe():
                self._announcer.describe(step.firmware, step.serial_number)
            case Answer():
                self._reply(step.command_id, step.result, step.error)

    # ------------------------------------------------------------------ the broker

    def _from_broker(self, event: SessionEvent | Sent) -> None:
        now_ms = self._clock.monotonic_ms()
        match event:
            case Sent():
                if event.generation == self._generation:
                    self._sender.sent()
            case Connected():
                self._sender.connected(now_ms)
            case Disconnected():
                self._sender.disconnected()
            case Incoming():
                self._take(event)
            case SubscriptionRefused() | PublishRefused() | ConnectRefused() | Unreachable():
                self._log.error("broker trouble", trouble=type(event).__name__, reason=event.reason)

    def _take(self, incoming: Incoming) -> None:
        """Read one message of the station and act on it."""
        session = self._mqtt
        try:
            message = contract.read(incoming.topic, incoming.payload).message
        except BadMessage as error:
            self._log.warning("unreadable message", error=str(error))
        else:
            if isinstance(message, Acknowledged):
                self._acknowledged(message)
            elif isinstance(message, Command):
                self._command(message, retained=incoming.retained)
        if session is not None and session is self._mqtt:
            session.acknowledge(incoming)

    def _knows_better(self, epoch: int) -> bool:
        """Whether a station with a higher epoch has spoken; remembers the highest."""
        known = self._journal.epoch
        if epoch > known:
            self._journal.raise_epoch(epoch)
        return epoch < known

    def _acknowledged(self, message: Acknowledged) -> None:
        """Forget what the station has committed."""
        if self._knows_better(message.epoch):
            self._log.warning("acknowledgement of a former owner ignored", epoch=message.epoch)
            return
        if message.session > self._journal.session:
            self._restart_session(message.position)
            return
        if self._journal.forget(message.position):
            self._sender.acknowledged(self._clock.monotonic_ms())

    def _command(self, command: Command, *, retained: bool) -> None:
        now = self._clock.now()
        verdict = self._commands.judge(
            command, retained=retained, epoch=self._journal.epoch, now=now
        )
        match verdict:
            case Ignore():
                self._log.warning("command ignored", verb=command.verb, why=verdict.why)
            case Refuse():
                self._log.warning("command refused", verb=command.verb, why=verdict.error)
                self._publish_reply(
                    self._make_reply(command.command_id, ReplyResult.REFUSED, verdict.error)
                )
            case Repeat():
                self._publish_reply(verdict.reply)
            case Obey():
                self._knows_better(command.epoch)
                self._log.info("command", verb=command.verb)
                self._obey(command)

    def _obey(self, command: Command) -> None:
        now_ms = self._clock.monotonic_ms()
        if command.verb is not CommandVerb.REPLAY:
            self._perform(self._logic.command(command, now_ms))
            return
        assert command.replay_after is not None, "checked by the message"
        first = next(iter(self._journal.after(command.replay_after, 1)), None)
        replayed = Replayed(
            first=None if first is None else first.position,
            count=self._journal.count(command.replay_after),
        )
        reply = self._make_reply(command.command_id, ReplyResult.DONE, None, replayed)
        if self._commands.finished(reply):
            self._publish_reply(reply)
        self._sender.rewind(command.replay_after, now_ms)

    def _reply(self, command_id: str, result: ReplyResult, error: str | None) -> None:
        reply = self._make_reply(command_id, result, error)
        if self._commands.finished(reply):
            self._publish_reply(reply)

    def _make_reply(
        self,
        command_id: str,
        result: ReplyResult,
        error: str | None,
        replayed: Replayed | None = None,
    ) -> Reply:
        return Reply(
            device=self._identity.address.device,
            session=self._journal.session,
            command_id=command_id,
            result=result,
            error=error,
            replayed=replayed,
        )

    def _publish_reply(self, reply: Reply) -> None:
        topic = self._topics.reply(self._identity.address)
        self._publish(Outgoing(topic, reply.to_bytes()))

    def _publish(self, item: Outgoing) -> None:
        assert self._mqtt is not None, "a session is begun before anything is said"
        self._mqtt.publish(item)

    def _enqueue_sent(self) -> None:
        self._inputs.put(Sent(self._generation))
