"""One device's way to the station: its journal, what it says, its events out, its commands in.

Knows the order in which things must happen: store, then publish; forget only what the station has
committed. Does not know the line or any protocol. The runner's thread alone uses it.
"""

from collections.abc import Callable
from dataclasses import dataclass

from dealer_station.clock import Clock
from dealer_station.messages.device import Command, Replayed, Reply, ReplyResult
from dealer_station.messages.envelope import Position
from dealer_station.messages.topics import CommandVerb, Topics
from dealer_station.mqtt.outbox import Outgoing
from dealer_station.observability import get_logger
from drivers.link.announcer import DeviceAnnouncer
from drivers.link.command_intake import CommandIntake, Ignore, Obey, Refuse, Repeat
from drivers.link.identity import DeviceIdentity
from drivers.link.journal import Journal
from drivers.link.sender import EventSender
from drivers.link.steps import (
    Answer,
    Become,
    Describe,
    DeviceStep,
    LinkCounts,
    Remember,
    Report,
    Store,
)


@dataclass(frozen=True, slots=True)
class PostSettings:
    """How one device's facts are kept: most unacknowledged events, and when to send again (ms)."""

    events_max: int
    resend_after_ms: int


class DevicePost:
    """The journal, words, events and commands of one device. The journal is closed with it."""

    def __init__(
        self,
        identity: DeviceIdentity,
        topics: Topics,
        journal: Journal,
        settings: PostSettings,
        *,
        clock: Clock,
        publish: Callable[[Outgoing], None],
        on_sent: Callable[[], None],
    ) -> None:
        self.identity = identity
        self.journal = journal
        self.announcer = DeviceAnnouncer(identity, topics, journal, now=clock.now, publish=publish)
        self.sender = EventSender(
            journal,
            topics,
            identity.address,
            publish=publish,
            on_sent=on_sent,
            resend_after_ms=settings.resend_after_ms,
        )
        self._topics = topics
        self._settings = settings
        self._clock = clock
        self._publish = publish
        self._commands = CommandIntake()
        self._is_refusing = False
        self._log = get_logger("drivers.link").bind(device=identity.name)

    def begin_session(self, session: int) -> None:
        """Begin the driver's new session, in which nothing was said yet."""
        self.journal.begin_session(at_least=session)
        assert self.journal.session == session, "all devices of a driver share its session"
        self.announcer.begin_session()
        self.sender.renewed()

    # ------------------------------------------------------------------ out

    def perform(self, step: DeviceStep) -> None:
        """Carry out one step of this device. Raises JournalError when the journal fails."""
        match step:
            case Store():
                self._store(step)
            case Remember():
                self.journal.remember(step.note)
            case Become():
                if self.announcer.become(step.life, step.reason, step.faults):
                    self._log.info("device state", state=step.life, reason=step.reason)
            case Describe():
                self.announcer.describe(step.firmware, step.serial_number)
            case Report():
                self.announcer.show(step.name, step.compose(self.journal.session))
            case Answer():
                reply = self._make_reply(step.command_id, step.result, step.error)
                if self._commands.finished(reply):
                    self._publish_reply(reply)

    def _store(self, step: Store) -> None:
        """Put an event on the disk, then on its way to the station."""
        event = self.journal.append(step.kind, self._clock.now(), step.compose, step.note)
        self._log.info("event stored", kind=step.kind, position=tuple(event.position))
        self.sender.pump()  # before the head, which must not run ahead of its event
        self.announcer.stored()

    def report(self, counts: LinkCounts, reconnects: int) -> None:
        """Tell the quality of the line."""
        self.announcer.report(counts, reconnects)

    def news_of_bound(self) -> tuple[str | None] | None:
        """Say whether the journal has just outgrown its bound, or has just shrunk enough.

        A reason in a tuple: stop taking facts; None in a tuple: take them again; None: no news.
        """
        stored, most = self.journal.count_stored, self._settings.events_max
        if not self._is_refusing and stored >= most:
            self._is_refusing = True
            news: tuple[str | None] = (f"the station has not acknowledged {stored} events",)
        elif self._is_refusing and stored <= most // 2:
            self._is_refusing = False
            news = (None,)
        else:
            return None
        self._log.error("journal bound", is_refusing=self._is_refusing, stored=stored)
        return news

    # ------------------------------------------------------------------ in

    def is_of_former_owner(self, epoch: int) -> bool:
        """Whether a station with a higher epoch has spoken; remembers the highest."""
        known = self.journal.epoch
        if epoch > known:
            self.journal.raise_epoch(epoch)
        elif epoch < known:
            self._log.warning("word of a former owner ignored", epoch=epoch)
        return epoch < known

    def committed(self, position: Position, now_ms: int) -> None:
        """Forget what the station has committed."""
        if self.journal.forget(position):
            self.sender.acknowledged(now_ms)

    def judge(self, command: Command, *, retained: bool, now_ms: int) -> bool:
        """Answer what is not the device's business; returns whether it has to carry it out."""
        verdict = self._commands.judge(
            command, retained=retained, epoch=self.journal.epoch, now=self._clock.now()
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
                self.is_of_former_owner(command.epoch)
                self._log.info("command", verb=command.verb)
                if command.verb is not CommandVerb.REPLAY:
                    return True
                self._replay(command, now_ms)
        return False

    def _replay(self, command: Command, now_ms: int) -> None:
        """Say what will come, then send it again."""
        assert command.replay_after is not None, "checked by the message"
        first = next(iter(self.journal.after(command.replay_after, 1)), None)
        replayed = Replayed(
            first=None if first is None else first.position,
            count=self.journal.count(command.replay_after),
        )
        reply = self._make_reply(command.command_id, ReplyResult.DONE, None, replayed)
        if self._commands.finished(reply):
            self._publish_reply(reply)
        self.sender.rewind(command.replay_after, now_ms)

    def _make_reply(
        self,
        command_id: str,
        result: ReplyResult,
        error: str | None,
        replayed: Replayed | None = None,
    ) -> Reply:
        return Reply(
            device=self.identity.name,
            session=self.journal.session,
            command_id=command_id,
            result=result,
            error=error,
            replayed=replayed,
        )

    def _publish_reply(self, reply: Reply) -> None:
        topic = self._topics.reply(self.identity.address)
        self._publish(Outgoing(topic, reply.to_bytes()))
