"""Decides, without a database, what a group of requests writes and which are refused.

The caller holds the log's write lock, so the snapshot is the truth until it commits. Requests
are taken in order and each sees what the earlier ones of its group do; a refused one leaves no
trace. That is why one stale append never spoils its group.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from orjson import dumps, loads

from dealer_station.event_log.digests import row_digest
from dealer_station.event_log.errors import (
    AlreadyReceived,
    AppendRefused,
    CommandConflict,
    StaleEpoch,
    WrongVersion,
)
from dealer_station.event_log.record import (
    ANY_VERSION,
    NO_HEAD,
    Append,
    Appended,
    AppendRequest,
    Head,
    Receipt,
)

EventRow = tuple[
    int, str, int, str, int, int, str, str | None, str | None, int, bytes, bytes, bytes
]
"""A row of `event_log`: the columns of `RowContent`, then body, digest, previous_digest."""


class CommandRow(NamedTuple):
    """A row of `command`: its id, the digest of its content, and what it wrote.

    `versions` is a JSON object: each stream it wrote to, in order, and the version it left there.
    """

    command_id: str
    content_digest: bytes
    first_position: int
    last_position: int
    versions: str
    recorded_at: int


@dataclass(slots=True)
class Snapshot:
    """What the database says, under the write lock, about all that a group names."""

    last_position: int
    heads: dict[str, Head]
    epochs: dict[str, int]
    commands: dict[str, CommandRow]
    received: dict[str, tuple[int, int]]


Outcome = Appended | AppendRefused | None
"""Result of one request of a group: None for a receipt, a refusal as a value."""


@dataclass(slots=True)
class Plan:
    """Rows that a group adds, heads and places that it moves, and each request's outcome."""

    events: list[EventRow] = field(default_factory=list)
    commands: list[CommandRow] = field(default_factory=list)
    heads: dict[str, Head] = field(default_factory=dict)
    received: dict[str, tuple[int, int, int]] = field(default_factory=dict)
    outcomes: list[Outcome] = field(default_factory=list)

    def is_empty(self) -> bool:
        """Whether there is nothing to commit."""
        return not self.commands and not self.received


def plan_group(requests: Sequence[AppendRequest | Receipt], snapshot: Snapshot) -> Plan:
    """What the group writes. The snapshot is used up: it moves along with the plan."""
    plan = Plan()
    for request in requests:
        try:
            if isinstance(request, Receipt):
                _plan_receipt(request, snapshot, plan)
                plan.outcomes.append(None)
            else:
                plan.outcomes.append(_plan_append(request, snapshot, plan))
        except AppendRefused as refusal:
            plan.outcomes.append(refusal)
    return plan


def _plan_receipt(receipt: Receipt, snapshot: Snapshot, plan: Plan) -> None:
    _check_place(receipt.received, snapshot)
    _move_place(receipt.received, receipt.received_at, snapshot, plan)


def _plan_append(request: AppendRequest, snapshot: Snapshot, plan: Plan) -> Appended:
    """Every check comes first, so that a refusal has changed nothing."""
    known = snapshot.commands.get(request.command_id)
    if known is not None:
        return _repeat(known, request)
    for append in request.appends:
        _check_stream(append, request.epoch, snapshot)
    if request.received is not None:
        _check_place(request.received, snapshot)
        _move_place(request.received, request.recorded_at, snapshot, plan)
    first = snapshot.last_position + 1
    versions = {
        append.stream: _write_stream(append, request, snapshot, plan)
        for append in request.appends
        if append.events
    }
    last = snapshot.last_position
    row = CommandRow(
        request.command_id,
        request.content_digest,
        first,
        last,
        dumps(versions).decode(),
        request.recorded_at,
    )
    plan.commands.append(row)
    snapshot.commands[request.command_id] = row
    return Appended(tuple(range(first, last + 1)), versions)


def _repeat(known: CommandRow, request: AppendRequest) -> Appended:
    if known.content_digest != request.content_digest:
        raise CommandConflict(request.command_id)
    return appended_of(known)


def appended_of(row: CommandRow) -> Appended:
    """The first result of a command that is in the record already."""
    positions = tuple(range(row.first_position, row.last_position + 1))
    return Appended(positions, loads(row.versions), is_repeat=True)


def _check_stream(append: Append, epoch: int, snapshot: Snapshot) -> None:
    """The epoch is looked at before the version: an owner of old must not fold and try again.

    A guard writes nothing to its stream, so it needs no lease on it.
    """
    current = snapshot.epochs.get(append.stream)
    if append.events and current is not None and current != epoch:
        raise StaleEpoch(append.stream, epoch, current)
    expected = append.expected_version
    if expected is not ANY_VERSION:
        actual = snapshot.heads.get(append.stream, NO_HEAD).version
        if actual != expected:
            raise WrongVersion(append.stream, expected, actual)


def _check_place(received: tuple[str, int, int], snapshot: Snapshot) -> None:
    device_id, session, sequence = received
    known = snapshot.received.get(device_id)
    if known is not None and (session, sequence) <= known:
        raise AlreadyReceived(device_id, (session, sequence), known)


def _move_place(
    received: tuple[str, int, int], received_at: int, snapshot: Snapshot, plan: Plan
) -> None:
    device_id, session, sequence = received
    snapshot.received[device_id] = (session, sequence)
    plan.received[device_id] = (session, sequence, received_at)


def _write_stream(append: Append, request: AppendRequest, snapshot: Snapshot, plan: Plan) -> int:
    """Chain the events of one stream; returns the version the stream has then."""
    head = snapshot.heads.get(append.stream, NO_HEAD)
    stream, position = append.stream, snapshot.last_position
    version, digest = head.version, head.digest
    for event in append.events:
        position += 1
        version += 1
        content = (
            position,
            stream,
            version,
            event.name,
            event.version,
            request.recorded_at,
            request.command_id,
            request.correlation_id,
            request.causation_id,
            request.epoch,
        )
        previous = digest
        digest = row_digest(previous, request.content_digest, content, event.body)
        plan.events.append((*content, event.body, digest, previous))
    snapshot.last_position = position
    snapshot.heads[stream] = plan.heads[stream] = Head(version, position, digest)
    return version
