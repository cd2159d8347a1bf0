"""Order of facts: what is new, what came twice, what is missing, what cannot be true.

Pure: no clock, no client, no database. The record is behind ``InboxStore``. One rule decides: an
event is taken if the event it names as its predecessor is the newest committed one of its device.

- It is the next one: taken, whatever session its driver is in now (a driver that restarted still
  sends what its journal holds under the old identities).
- It is not newer than the newest committed: a repeat if it was recorded with the same content.
  Otherwise somebody must see it: its identity was used for two facts (a wiped disk starts again at
  session 1), or an older session turns up with a fact that nobody recorded.
- It is further ahead: something is missing. It is not kept; the driver is asked to send again all
  that follows the newest committed event, and this one comes with it.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final, Protocol

from dealer_station.messages.device import Replayed
from dealer_station.messages.envelope import START, DeviceEvent, Position
from dealer_station.messages.topics import DeviceAddress

BEHIND_MS: Final = 1_000
"""How long a head may be ahead of the record before that counts as a gap: events on their way."""

ASK_AGAIN_MS: Final = 2_000
"""Pause before a second request to replay; it doubles."""

ASK_AGAIN_MS_MAX: Final = 30_000
"""Longest pause between requests to replay."""


_REPORTED_MAX: Final = 256


class Recorded(StrEnum):
    """What the record holds under an event's identity."""

    NONE = "none"
    SAME = "same"
    OTHER = "other"


class InboxStore(Protocol):
    """What the inbox must know of the record."""

    def acknowledged(self, device: DeviceAddress) -> Position | None:
        """Newest committed event of a device; None if there is none."""

    def recorded(self, device: DeviceAddress, event: DeviceEvent) -> Recorded:
        """Whether an event with this (device, session, sequence) is recorded, and as the same."""


class OrderFaultKind(StrEnum):
    """What can be wrong with the order of a device's facts; each must reach a person.

    ``facts_lost``: the driver no longer has events that were never committed.
    ``journal_lost``: the driver does not know what came before its session.
    ``identity_reused``: two facts came under one identity.
    ``stale_session``: an unrecorded fact of a session before the newest committed one.
    ``birth_behind``: a driver announced a session lower than one already seen.
    """

    FACTS_LOST = "facts_lost"
    JOURNAL_LOST = "journal_lost"
    IDENTITY_REUSED = "identity_reused"
    STALE_SESSION = "stale_session"
    BIRTH_BEHIND = "birth_behind"


@dataclass(frozen=True, slots=True)
class OrderFault:
    """One fault: the newest committed event when it showed, and the position that showed it."""

    kind: OrderFaultKind
    device: DeviceAddress
    committed: Position
    found: Position


@dataclass(frozen=True, slots=True)
class Accept:
    """Commit it, then call ``Inbox.committed``. With a fault: it is new, but facts are missing."""

    fault: OrderFault | None = None


@dataclass(frozen=True, slots=True)
class Duplicate:
    """Recorded already; drop it."""


@dataclass(frozen=True, slots=True)
class Ahead:
    """Something between ``committed`` and it is missing; drop it, it comes again by replay."""

    committed: Position


@dataclass(frozen=True, slots=True)
class Refused:
    """It cannot be taken. ``is_news`` until ``Inbox.reported``: drivers send until acknowledged."""

    fault: OrderFault
    is_news: bool


Verdict = Accept | Duplicate | Ahead | Refused


@dataclass(frozen=True, slots=True)
class ReplayRequest:
    """Ask the driver to send again everything after ``after``; tell ``Inbox.asked`` its id."""

    device: DeviceAddress
    after: Position


@dataclass(slots=True)
class _Order:
    """What is known of one device's events."""

    committed: Position
    newest_birth: int
    head: Position | None = None
    missing_since: int | None = None
    is_gap: bool = False
    asked_at: int | None = None
    pause_ms: int = ASK_AGAIN_MS
    asked_id: str = ""
    asked_after: Position = START
    # The oldest event after ``committed`` that the driver says it still has.
    oldest_left: Position | None = None
    reported: set[tuple[OrderFaultKind, Position]] = field(default_factory=set)

    def is_news(self, kind: OrderFaultKind, position: Position) -> bool:
        """Whether a person was not told of this before."""
        return (kind, position) not in self.reported


class Inbox:
    """Judges events of all devices. Not thread-safe: one thread takes messages in."""

    def __init__(self, store: InboxStore) -> None:
        self._store = store
        self._orders: dict[DeviceAddress, _Order] = {}

    def judge(self, device: DeviceAddress, event: DeviceEvent, now: int) -> Verdict:
        """Say what an event is. Only ``committed`` moves the order on."""
        order = self._order(device)
        if event.position <= order.committed:
            return self._judge_old(device, event, order)
        if event.previous == order.committed or (
            event.previous is None and order.committed == START
        ):
            return Accept()
        if event.previous is None:
            return Accept(_fault(OrderFaultKind.JOURNAL_LOST, device, order, event.position))
        if event.position == order.oldest_left:
            return Accept(_fault(OrderFaultKind.FACTS_LOST, device, order, event.position))
        if order.missing_since is None:
            order.missing_since = now
        order.is_gap = True
        return Ahead(order.committed)

    def committed(self, device: DeviceAddress, position: Position, now: int) -> None:
        """The event at ``position`` is in the record."""
        order = self._order(device)
        assert position > order.committed, f"{device}: {position} after {order.committed}"
        order.committed = position
        order.oldest_left = None
        order.is_gap = False
        order.pause_ms = ASK_AGAIN_MS
        order.asked_at = None
        is_behind = order.head is not None and order.head > position
        order.missing_since = now if is_behind else None

    def position(self, device: DeviceAddress) -> Position:
        """Newest committed event of a device; START if there is none."""
        return self._order(device).committed

    def birth(
        self, device: DeviceAddress, session: int, *, is_announcement: bool
    ) -> OrderFault | None:
        """A driver's birth came; a fault if it announces a session below one already seen.

        What the broker had kept or brings once more is no announcement: after a crash it may have
        kept an older one, and NATS brings what was left unacknowledged behind newer ones.
        """
        order = self._order(device)
        if session >= order.newest_birth:
            order.newest_birth = session
            return None
        if not is_announcement:
            return None
        return _fault(OrderFaultKind.BIRTH_BEHIND, device, order, Position(session, 0))

    def is_current(self, device: DeviceAddress, session: int) -> bool:
        """Whether a state or report of this session still counts."""
        return session >= self._order(device).newest_birth

    def head(self, device: DeviceAddress, newest: Position | None, now: int) -> None:
        """A driver says which event is its newest; if it does not come, it is asked for."""
        order = self._order(device)
        order.head = newest
        if newest is not None and newest > order.committed and order.missing_since is None:
            order.missing_since = now

    def replays_due(self, now: int) -> tuple[ReplayRequest, ...]:
        """Requests that should be sent now: at once for a gap, later for a head ahead."""
        return tuple(
            ReplayRequest(device, order.committed)
            for device, order in self._orders.items()
            if self._is_due(order, now)
        )

    def asked(self, request: ReplayRequest, command_id: str, now: int) -> None:
        """A request was sent; the next one waits longer."""
        order = self._order(request.device)
        if order.asked_at is not None:
            order.pause_ms = min(order.pause_ms * 2, ASK_AGAIN_MS_MAX)
        order.asked_at = now
        order.asked_id = command_id
        order.asked_after = request.after

    def replied(
        self, device: DeviceAddress, command_id: str, replayed: Replayed | None
    ) -> OrderFault | None:
        """A driver answered a request: what it has left. A fault if it has nothing of what it owes.

        Answers to other commands and outdated ones change nothing.
        """
        order = self._order(device)
        if command_id != order.asked_id or order.asked_after != order.committed:
            return None
        if replayed is None:
            return None
        order.oldest_left = replayed.first
        if replayed.first is not None or order.head is None or order.head <= order.committed:
            return None
        if not order.is_news(OrderFaultKind.FACTS_LOST, order.head):
            return None
        return _fault(OrderFaultKind.FACTS_LOST, device, order, order.head)

    def reported(self, fault: OrderFault) -> None:
        """A fault is in the record. Not before: a database that failed must not use it up.

        Forgets all earlier ones when they grow too many.
        """
        reported = self._order(fault.device).reported
        if len(reported) >= _REPORTED_MAX:
            reported.clear()
        reported.add((fault.kind, fault.found))

    def devices(self) -> Iterable[DeviceAddress]:
        """Every device that was heard of."""
        return tuple(self._orders)

    def _order(self, device: DeviceAddress) -> _Order:
        """What is known of a device; begins with what the record says."""
        order = self._orders.get(device)
        if order is None:
            position = self._store.acknowledged(device) or START
            order = self._orders[device] = _Order(position, newest_birth=position.session)
        return order

    def _judge_old(self, device: DeviceAddress, event: DeviceEvent, order: _Order) -> Verdict:
        """An event that should be recorded already: is it?"""
        match self._store.recorded(device, event):
            case Recorded.SAME:
                return Duplicate()
            case Recorded.OTHER:
                kind = OrderFaultKind.IDENTITY_REUSED
            case Recorded.NONE:
                kind = OrderFaultKind.STALE_SESSION
        fault = _fault(kind, device, order, event.position)
        return Refused(fault, is_news=order.is_news(kind, event.position))

    @staticmethod
    def _is_due(order: _Order, now: int) -> bool:
        """Whether a request should be sent for this device."""
        if order.missing_since is None:
            return False
        if not order.is_gap and (
            order.head is None
            or order.head <= order.committed
            or now - order.missing_since < BEHIND_MS
        ):
            return False
        return order.asked_at is None or now - order.asked_at >= order.pause_ms


def _fault(
    kind: OrderFaultKind, device: DeviceAddress, order: _Order, found: Position
) -> OrderFault:
    """A fault as of now."""
    return OrderFault(kind, device, order.committed, found)
