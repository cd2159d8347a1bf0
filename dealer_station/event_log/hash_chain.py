"""Checks the whole record against its own digests and the signed seals.

    report = verify(log, public_keys(Path("keys")), kept=SealMark.parse("7:4f…"))
    report.is_good, report.first          # the first thing wrong: position, stream, version, what

Reads every row once. Knows how digests and seals are made (`digests`, `seals`). Of `event_log`,
`command`, `stream_head` and `seal` it believes no column without computing it again:

- a row's digest covers the row and the content_digest of its command;
- a command's positions, versions and time are computed from its rows. Every command has rows (the
  store takes none without an event), so none lies beyond the digests;
- heads are computed from the rows, seals from the heads, and a seal's signature from its content.

What that proves depends on what the reader brings along:

- Nothing: that the digests fit. Whoever may write to the database can change a row and compute
  every digest, head and command anew; he needs no key for that.
- The public key: that nothing up to the newest seal was changed, by anybody without the private
  key, and nothing cut off before it. But he can remove the newest seals, all of them if he likes,
  and rewrite or cut off what stood after those that he leaves: the record then looks as if it had
  not been sealed since. `unsealed` is found where the rows left say that a station worked on
  past the time of a seal (module `unsealed`); who shortens their times or changes their epochs
  as well is not found out.
- A seal kept elsewhere (`kept`; the report names the newest): that nothing up to its position was
  changed or cut off since, by anybody, the owner of the private key included.

`received`, `lease` and `station_state` are no evidence and are not checked.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from hashlib import sha256
from typing import Final, TypeVar

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from orjson import dumps
from sqlalchemy import and_, select, text, true

from dealer_station.event_log import tables
from dealer_station.event_log.digests import content_of, merkle_root, row_digest
from dealer_station.event_log.errors import LogUnavailable
from dealer_station.event_log.findings import Finding, FindingKind, VerifyReport, rank
from dealer_station.event_log.guards import faults_of_guards
from dealer_station.event_log.planning import CommandRow
from dealer_station.event_log.record import DIGEST_BYTES, NO_DIGEST, NO_HEAD, Head, StoredEvent
from dealer_station.event_log.seals import Seal, SealMark, seal, seals
from dealer_station.event_log.store import EventLog
from dealer_station.event_log.unsealed import UnsealedRows

__all__ = ["Finding", "FindingKind", "Seal", "SealMark", "VerifyReport", "seal", "seals", "verify"]

_ROWS_A_READ: Final = 1000
_FINDINGS_MAX: Final = 100
_EVENT_COLUMNS: Final = [tables.event_log.c[one.name] for one in fields(StoredEvent)]
_COMMAND_COLUMNS: Final = [tables.command.c[name] for name in CommandRow._fields]

_Read = TypeVar("_Read")


@dataclass(slots=True)
class _Written:
    """The rows of one command, as far as they have passed by, and what `command` says of them.

    `said` is None when it says nothing; `is_sound`: nothing was found in any row, none is missing.
    """

    command_id: str
    said: CommandRow | None
    first_position: int
    last_position: int
    recorded_at: int
    versions: dict[str, int] = field(default_factory=dict)
    is_sound: bool = True

    def take(self, event: StoredEvent, *, is_sound: bool) -> None:
        """Take in the next row."""
        self.last_position = event.position
        self.versions[event.stream] = event.version
        self.is_sound = self.is_sound and is_sound

    def untrue(self) -> list[str]:
        """The columns of `command` that do not say what the rows say."""
        if self.said is None:
            return []
        computed = self.said._replace(
            first_position=self.first_position,
            last_position=self.last_position,
            versions=dumps(self.versions).decode(),
            recorded_at=self.recorded_at,
        )
        pairs = zip(CommandRow._fields, self.said, computed, strict=True)
        return [name for name, said, true in pairs if said != true]


@dataclass(slots=True)
class _Check:
    """The running state of one pass over the record.

    `gaps`: position of a single missing row whose stream is not known yet -> its finding.
    `written`: the command whose rows are passing by. `end`: the last position of which the seals
    read may know; what a station writes meanwhile it also seals meanwhile.
    """

    keys: Mapping[str, Ed25519PublicKey]
    waiting_seals: list[Seal] = field(default_factory=list)
    written: _Written | None = None
    unsealed: UnsealedRows = field(default_factory=UnsealedRows)
    end: int = 0
    heads: dict[str, Head] = field(default_factory=dict)
    findings: list[Finding] = field(default_factory=list)
    gaps: dict[int, int] = field(default_factory=dict)
    rows: int = 0
    position: int = 0
    seal_number: int = 0
    seal_digest: bytes = NO_DIGEST
    is_readable: bool = True

    def found(
        self,
        kind: FindingKind,
        what: str,
        position: int | None = None,
        stream: str | None = None,
        version: int | None = None,
    ) -> None:
        """Note a finding; after a hundred it is clear enough."""
        if len(self.findings) < _FINDINGS_MAX:
            self.findings.append(Finding(kind, position, stream, version, what))


def verify(
    log: EventLog,
    public_keys: Mapping[str, Ed25519PublicKey],
    *,
    kept: SealMark | None = None,
) -> VerifyReport:
    """Check every row, head, command and seal, and whether a seal kept elsewhere is among them.

    What cannot be read is a finding; LogUnavailable is raised when the database does not answer.
    """
    log.query(select(1))
    check = _Check(public_keys)
    # Seals and heads are read before the rows: a row that they know of is there by then, also
    # while a station goes on writing.
    all_seals = _whole_seals(log, check)
    check.waiting_seals.extend(reversed(all_seals))
    kept_position = None if kept is None else _check_kept(kept, all_seals, check)
    heads_before = _readable("stream_head", log.heads, check)
    check.end = _end(heads_before or {})
    for event, said in _rows(log, check):
        _check_seals_before(event.position, check)
        _check_row_and_command(event, said, check)
        if 0 < event.position <= check.end:
            check.unsealed.take(event)
    _check_seals_before(check.position + 1, check)
    if check.is_readable:
        _check_seals_after(check)
        if heads_before is not None:
            _check_heads(heads_before, log.heads(), check)
        is_cut = any(one.kind is FindingKind.CUT_TAIL for one in check.findings)
        _check_command(check, is_followed=not is_cut)
        _check_commands_without_rows(log, check)
        _check_guards(log, check)
        _check_unsealed(check)
    check.findings.sort(key=rank)
    return VerifyReport(
        rows=check.rows,
        streams=len(check.heads),
        seals=len(all_seals),
        sealed_position=max((one.position for one in all_seals), default=0),
        last_seal=all_seals[-1].mark if all_seals else None,
        kept_position=kept_position,
        findings=tuple(check.findings),
    )


def _readable(table: str, read: Callable[[], _Read], check: _Check) -> _Read | None:
    """What a table beside the rows holds; a value that the driver cannot take is a finding."""
    try:
        return read()
    except LogUnavailable as error:
        check.found(FindingKind.UNREADABLE_ROW, f"{table} cannot be read: {error}")
        return None


def _whole_seals(log: EventLog, check: _Check) -> list[Seal]:
    """The seals. SQLite may hold a value of any type in any column: such a seal is none."""
    whole = []
    for one in _readable("seal", lambda: seals(log), check) or ():
        if all(type(getattr(one, part.name)) is part.type for part in fields(Seal)):
            whole.append(one)
        else:
            check.found(FindingKind.WRONG_SEAL, f"seal {one.number}: a value is of another type")
    return whole


def _page(
    log: EventLog, after: int | None, rows_max: int
) -> Sequence[tuple[StoredEvent, CommandRow | None]]:
    """Rows after a position (None: from the very first), each with its command's row, if any."""
    event, command = tables.event_log.c, tables.command.c
    rows = log.query(
        select(*_EVENT_COLUMNS, *_COMMAND_COLUMNS)
        .select_from(
            tables.event_log.outerjoin(tables.command, event.command_id == command.command_id)
        )
        .where(true() if after is None else event.position > after)
        .order_by(event.position)
        .limit(rows_max)
    )
    count = len(_EVENT_COLUMNS)
    return [
        (
            StoredEvent(*row[:count]),
            None if row[count] is None else CommandRow(*row[count:]),
        )
        for row in rows
    ]


def _rows(log: EventLog, check: _Check) -> Iterator[tuple[StoredEvent, CommandRow | None]]:
    """Every row; where a page cannot be read, row by row up to the one that is at fault."""
    after: int | None = None
    rows_max = _ROWS_A_READ
    while True:
        try:
            page = _page(log, after, rows_max)
        except LogUnavailable as error:
            if rows_max == 1:
                check.is_readable = False
                check.found(FindingKind.UNREADABLE_ROW, str(error), (after or 0) + 1)
                return
            rows_max = 1
            continue
        yield from page
        if len(page) < rows_max:
            return
        after = page[-1][0].position


def _check_row_and_command(event: StoredEvent, said: CommandRow | None, check: _Check) -> None:
    """A command ends where the rows of another begin."""
    written, position = check.written, event.position
    if written is None or written.command_id != event.command_id:
        _check_command(check, is_followed=position == check.position + 1)
        written = _Written(event.command_id, said, position, position, event.recorded_at)
        check.written = written
    findings = len(check.findings)
    _check_row(event, said, check)
    written.take(event, is_sound=len(check.findings) == findings)


def _check_command(check: _Check, *, is_followed: bool) -> None:
    """Compare what `command` says of the rows that have passed by with what they say.

    Where a row is bad or missing, also right after them (not `is_followed`), that is found already
    and what the command says of it is no news.
    """
    written = check.written
    if written is None or not written.is_sound or not is_followed:
        return
    untrue = written.untrue()
    if untrue:
        what = f"command {written.command_id}: its rows say other {', '.join(untrue)}"
        check.found(FindingKind.WRONG_COMMAND, what, written.first_position)


def _check_row(event: StoredEvent, said: CommandRow | None, check: _Check) -> None:
    """Position, version, link and digest; the first that is wrong is the row's finding."""
    check.rows += 1
    if event.position <= check.position:
        check.found(FindingKind.CHANGED_ROW, "a position before the first", event.position)
        return
    if event.position != check.position + 1:
        first, last = check.position + 1, event.position - 1
        if first == last:
            check.gaps[first] = len(check.findings)
        check.found(FindingKind.MISSING_ROW, f"rows {first} to {last} are missing", first)
    check.position = event.position
    if (type(event.stream), type(event.version), type(event.digest)) != (str, int, bytes):
        check.found(FindingKind.CHANGED_ROW, "a value is of another type", event.position)
        return
    head = check.heads.get(event.stream, NO_HEAD)
    place = (event.position, event.stream, event.version)
    if said is None:
        check.found(FindingKind.WRONG_COMMAND, "no command names this row", *place)
    elif not _is_whole(event, said.content_digest):
        what = "the row and what its command said do not match its digest"
        check.found(FindingKind.CHANGED_ROW, what, *place)
    elif event.version != head.version + 1:
        _found_version_gap(event, head, check)
    elif event.previous_digest != head.digest:
        check.found(FindingKind.BROKEN_CHAIN, "the row does not follow the one before it", *place)
    check.heads[event.stream] = Head(event.version, event.position, event.digest)


def _is_whole(event: StoredEvent, content_digest: bytes) -> bool:
    """Whether the digest fits; SQLite may hold a value of any type in any column."""
    try:
        digest = row_digest(event.previous_digest, content_digest, content_of(event), event.body)
    except TypeError:
        return False
    return digest == event.digest and len(content_digest) == DIGEST_BYTES


def _found_version_gap(event: StoredEvent, head: Head, check: _Check) -> None:
    """A whole row whose forerunner is gone, or that stands where it does not belong."""
    version = head.version + 1
    if event.version == version + 1 and _name_gap(
        head.position, event.position, event.stream, version, check
    ):
        return
    check.found(
        FindingKind.MISSING_ROW if event.version > version else FindingKind.BROKEN_CHAIN,
        f"{event.stream} goes from version {head.version} to {event.version}",
        event.position,
        event.stream,
        event.version,
    )


def _name_gap(after: int, before: int, stream: str, version: int, check: _Check) -> bool:
    """Where one single row is missing in between, it is the one that the stream lacks."""
    gaps = [gap for gap in check.gaps if after < gap < before]
    if len(gaps) != 1:
        return False
    place = check.gaps.pop(gaps[0])
    check.findings[place] = replace(check.findings[place], stream=stream, version=version)
    return True


def _check_seals_before(position: int, check: _Check) -> None:
    """Check the seals made when the record ended before this position."""
    while check.waiting_seals and check.waiting_seals[-1].position < position:
        _check_seal(check.waiting_seals.pop(), check)


def _check_seal(one: Seal, check: _Check) -> None:
    wrong = _fault_of_content(one, check)
    if wrong is None and (
        one.streams != len(check.heads) or one.merkle_root != merkle_root(check.heads)
    ):
        wrong = "the streams are not what was sealed"
    if wrong is not None:
        check.found(FindingKind.WRONG_SEAL, f"seal {one.number}: {wrong}", one.position)
    check.seal_number, check.seal_digest = one.number, one.digest
    check.unsealed.are_sealed()
    _check_signature(one, check)


def _fault_of_content(one: Seal, check: _Check) -> str | None:
    if one.number != check.seal_number + 1:
        return f"seal {check.seal_number + 1} is missing before it"
    if one.previous_digest != check.seal_digest:
        return "it does not follow the seal before it"
    if one.digest != sha256(one.content()).digest():
        return "it does not match its digest"
    return None


def _check_signature(one: Seal, check: _Check) -> None:
    key = check.keys.get(one.key_id)
    if key is None:
        what = f"seal {one.number}: no public key {one.key_id} was given"
        check.found(FindingKind.UNKNOWN_KEY, what, one.position)
        return
    try:
        key.verify(one.signature, one.content())
    except InvalidSignature:
        what = f"seal {one.number}: the signature is not of key {one.key_id}"
        check.found(FindingKind.WRONG_SEAL, what, one.position)


def _check_seals_after(check: _Check) -> None:
    """The seals that say the record goes on."""
    for one in reversed(check.waiting_seals):
        check.found(
            FindingKind.CUT_TAIL,
            f"the record ends at {check.position}, seal {one.number} says {one.position}",
            check.position + 1,
        )


def _check_unsealed(check: _Check) -> None:
    if check.unsealed.are_overdue:
        minutes = check.unsealed.longest_ms // 60_000
        what = f"a station wrote on for {minutes} minutes from here, and there is no seal over it"
        check.found(FindingKind.UNSEALED, what, check.unsealed.first)


def _check_kept(kept: SealMark, all_seals: Sequence[Seal], check: _Check) -> int | None:
    """Position of the seal that somebody kept; what it says is checked with that of all others.

    None and a finding when it is not in the record: where another stands in its place, that one's
    position is named; where none does, the first position after the seals before it.
    """
    same = next((one for one in all_seals if one.number == kept.number), None)
    if same is None:
        before = max((one.position for one in all_seals if one.number < kept.number), default=0)
        what = f"the kept seal {kept.number} is not in the record"
        check.found(FindingKind.LOST_SEAL, what, before + 1)
    elif same.digest != kept.digest:
        what = f"seal {kept.number} is not the kept one: the record was made anew"
        check.found(FindingKind.LOST_SEAL, what, same.position)
    else:
        return same.position
    return None


def _end(heads: Mapping[str, Head]) -> int:
    return max(
        (head.position for stream, head in heads.items() if _is_whole_head(stream, head)), default=0
    )


def _check_heads(before: Mapping[str, Head], after: Mapping[str, Head], check: _Check) -> None:
    """What the heads say must be there; they were read before and after the rows."""
    for stream, head in before.items():
        if not _is_whole_head(stream, head):
            what = f"stream_head of {stream!r}: a value is of another type"
            check.found(FindingKind.WRONG_HEAD, what)
    before, after = (
        {stream: head for stream, head in heads.items() if _is_whole_head(stream, head)}
        for heads in (before, after)
    )
    for stream in sorted(before.keys() | check.heads.keys()):
        _check_head(stream, before.get(stream, NO_HEAD), after.get(stream, NO_HEAD), check)


def _is_whole_head(stream: object, head: Head) -> bool:
    """SQLite may hold a value of any type in any column: such a head is none."""
    return type(stream) is str and tuple(map(type, head)) == (int, int, bytes)


def _check_head(stream: str, before: Head, after: Head, check: _Check) -> None:
    """A head read before the rows stands no further than they; one read after them, no less far."""
    seen = check.heads.get(stream, NO_HEAD)
    if before.version > seen.version:
        _found_short_stream(stream, before, seen, check)
    elif after.version < seen.version or (after.version == seen.version and after != seen):
        check.found(
            FindingKind.WRONG_HEAD,
            f"stream_head says version {after.version} at {after.position}",
            seen.position,
            stream,
            seen.version,
        )


def _found_short_stream(stream: str, said: Head, seen: Head, check: _Check) -> None:
    """The head of a stream stands further on than its rows: its end is gone."""
    is_cut = said.position > check.position
    is_one_gone = said.version == seen.version + 1
    if is_one_gone and _name_gap(seen.position, said.position + 1, stream, said.version, check):
        return
    check.found(
        FindingKind.CUT_TAIL if is_cut else FindingKind.MISSING_ROW,
        f"{stream} ends at version {seen.version}, its head says {said.version}",
        min(said.position, check.position + 1),
        stream,
        seen.version + 1,
    )


def _check_commands_without_rows(log: EventLog, check: _Check) -> None:
    """The commands that have passed by have rows; here are those that name none of their own."""
    event, command = tables.event_log.c, tables.command.c
    own = and_(event.position == command.first_position, event.command_id == command.command_id)
    statement = (
        select(command.command_id, command.first_position)
        .select_from(tables.command.outerjoin(tables.event_log, own))
        .where(event.position.is_(None))
        .order_by(command.first_position)
        .limit(_FINDINGS_MAX)
    )
    for command_id, first in _readable("command", lambda: log.query(statement), check) or ():
        what = f"command {command_id} has no row at {first}"
        position = first if type(first) is int else None
        check.found(FindingKind.WRONG_COMMAND, what, position)


def _check_guards(log: EventLog, check: _Check) -> None:
    """The triggers are those of the record, and SQLite's own check of the file finds nothing."""
    for kind, what in faults_of_guards(log):
        check.found(kind, what)
    if log.dialect == "sqlite":
        check_file = text("PRAGMA integrity_check(5)")
        for row in _readable("the file", lambda: log.query(check_file), check) or ():
            if row[0] != "ok":
                check.found(FindingKind.DAMAGED_FILE, str(row[0]))
