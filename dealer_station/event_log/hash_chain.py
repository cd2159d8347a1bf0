"""Checks the whole record against its own digests and the signed seals.

    report = verify(log, public_keys(Path("keys")))
    report.is_good, report.first          # the first thing wrong: position, stream, version, what

Reads every row once. Knows how digests and seals are made (`digests`, `seals`); believes
nothing that the database says without computing it again. What it cannot see: a record cut back
to before a seal together with that seal. Therefore the report names the newest seal, to be
compared with one that was kept elsewhere.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from hashlib import sha256
from typing import Final

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from sqlalchemy import and_, func, or_, select, text

from dealer_station.event_log import tables
from dealer_station.event_log.digests import content_of, merkle_root, row_digest
from dealer_station.event_log.errors import LogUnavailable
from dealer_station.event_log.record import NO_DIGEST, NO_HEAD, Head, StoredEvent
from dealer_station.event_log.seals import Seal, seal, seals
from dealer_station.event_log.store import EventLog

__all__ = ["Finding", "FindingKind", "Seal", "VerifyReport", "seal", "seals", "verify"]

_ROWS_A_READ: Final = 1000
_FINDINGS_MAX: Final = 100


class FindingKind(StrEnum):
    """What can be wrong with a record."""

    CHANGED_ROW = "changed_row"
    MISSING_ROW = "missing_row"
    BROKEN_CHAIN = "broken_chain"
    CUT_TAIL = "cut_tail"
    UNREADABLE_ROW = "unreadable_row"
    WRONG_HEAD = "wrong_head"
    WRONG_COMMAND = "wrong_command"
    WRONG_SEAL = "wrong_seal"
    UNKNOWN_KEY = "unknown_key"
    MISSING_TRIGGER = "missing_trigger"
    DAMAGED_FILE = "damaged_file"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing wrong: where, as far as that can be said, and what in words."""

    kind: FindingKind
    position: int | None
    stream: str | None
    version: int | None
    what: str


@dataclass(frozen=True, slots=True)
class VerifyReport:
    """What was read, and what is wrong, in order of position."""

    rows: int
    streams: int
    seals: int
    sealed_position: int
    last_seal_digest: bytes | None
    findings: tuple[Finding, ...]

    @property
    def is_good(self) -> bool:
        """Whether nothing is wrong."""
        return not self.findings

    @property
    def first(self) -> Finding | None:
        """The first thing wrong."""
        return self.findings[0] if self.findings else None


@dataclass(slots=True)
class _Check:
    """The running state of one pass over the record.

    `gaps`: position of a single missing row whose stream is not known yet -> its finding.
    """

    keys: Mapping[str, Ed25519PublicKey]
    waiting_seals: list[Seal]
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


def verify(log: EventLog, public_keys: Mapping[str, Ed25519PublicKey]) -> VerifyReport:
    """Check every row, head, command and seal. Raises LogUnavailable when nothing can be read."""
    # Seals and heads are read before the rows: a row that they know of is there by then, also
    # while a station goes on writing.
    all_seals = seals(log)
    heads_before = log.heads()
    check = _Check(public_keys, list(reversed(all_seals)))
    for event in _rows(log, check):
        _check_seals_before(event.position, check)
        _check_row(event, check)
    _check_seals_before(check.position + 1, check)
    if check.is_readable:
        _check_tail(heads_before, log.heads(), check)
        if not check.findings:
            _check_commands(log, check)
        _check_guards(log, check)
    check.findings.sort(key=_rank)
    return VerifyReport(
        rows=check.rows,
        streams=len(check.heads),
        seals=len(all_seals),
        sealed_position=max((one.position for one in all_seals), default=0),
        last_seal_digest=all_seals[-1].digest if all_seals else None,
        findings=tuple(check.findings),
    )


def _rank(finding: Finding) -> tuple[bool, int, bool]:
    """By position; at one position the row before the seal that covers it; the rest last."""
    is_of_seal = finding.kind in {FindingKind.WRONG_SEAL, FindingKind.UNKNOWN_KEY}
    return (finding.position is None, finding.position or 0, is_of_seal)


def _rows(log: EventLog, check: _Check) -> Iterator[StoredEvent]:
    """Every row; where a page cannot be read, row by row up to the one that is at fault."""
    after, rows_max = 0, _ROWS_A_READ
    while True:
        try:
            page = log.read_page(after, rows_max)
        except LogUnavailable as error:
            if rows_max == 1:
                check.is_readable = False
                check.found(FindingKind.UNREADABLE_ROW, str(error), after + 1)
                return
            rows_max = 1
            continue
        yield from page
        if len(page) < rows_max:
            return
        after = page[-1].position


def _check_row(event: StoredEvent, check: _Check) -> None:
    """Position, version, link and digest; the first that is wrong is the row's finding."""
    head = check.heads.get(event.stream, NO_HEAD)
    place = (event.position, event.stream, event.version)
    check.rows += 1
    if event.position != check.position + 1:
        first, last = check.position + 1, event.position - 1
        if first == last:
            check.gaps[first] = len(check.findings)
        check.found(FindingKind.MISSING_ROW, f"rows {first} to {last} are missing", first)
    check.position = event.position
    if not _is_whole(event):
        check.found(FindingKind.CHANGED_ROW, "the row does not match its digest", *place)
    elif event.version != head.version + 1:
        _found_version_gap(event, head, check)
    elif event.previous_digest != head.digest:
        check.found(FindingKind.BROKEN_CHAIN, "the row does not follow the one before it", *place)
    check.heads[event.stream] = Head(event.version, event.position, event.digest)


def _is_whole(event: StoredEvent) -> bool:
    """Whether the digest fits; SQLite may hold a value of any type in any column."""
    try:
        digest = row_digest(event.previous_digest, content_of(event), event.body)
    except TypeError:
        return False
    return digest == event.digest


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


def _check_tail(before: Mapping[str, Head], after: Mapping[str, Head], check: _Check) -> None:
    """What seals and heads say must be there; heads were read before and after the rows."""
    for one in reversed(check.waiting_seals):
        check.found(
            FindingKind.CUT_TAIL,
            f"the record ends at {check.position}, seal {one.number} says {one.position}",
            check.position + 1,
        )
    for stream in sorted(before.keys() | check.heads.keys()):
        seen, said = check.heads.get(stream, NO_HEAD), before.get(stream, NO_HEAD)
        if said.version > seen.version:
            _found_short_stream(stream, said, seen, check)
            continue
        said = after.get(stream, NO_HEAD)
        if said.version < seen.version or (said.version == seen.version and said != seen):
            check.found(
                FindingKind.WRONG_HEAD,
                f"stream_head says version {said.version} at {said.position}",
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


def _check_commands(log: EventLog, check: _Check) -> None:
    """Each event belongs to a command that names its position, and the other way round."""
    event, command = tables.event_log.c, tables.command.c
    orphans = log.query(
        select(event.position, event.stream, event.version)
        .select_from(
            tables.event_log.outerjoin(tables.command, event.command_id == command.command_id)
        )
        .where(
            or_(
                command.first_position.is_(None),
                event.position < command.first_position,
                event.position > command.last_position,
            )
        )
        .order_by(event.position)
        .limit(_FINDINGS_MAX)
    )
    for row in orphans:
        check.found(FindingKind.WRONG_COMMAND, "no command names this row", row[0], row[1], row[2])
    written = (
        select(func.count())
        .where(
            and_(
                event.position.between(command.first_position, command.last_position),
                event.command_id == command.command_id,
            )
        )
        .scalar_subquery()
    )
    short = log.query(
        select(command.command_id, command.first_position)
        .where(command.last_position - command.first_position + 1 != written)
        .order_by(command.first_position)
        .limit(_FINDINGS_MAX)
    )
    for row in short:
        what = f"command {row[0]} names rows that are not its own"
        check.found(FindingKind.WRONG_COMMAND, what, row[1])


def _check_guards(log: EventLog, check: _Check) -> None:
    """The triggers stand, and SQLite's own check of the file finds nothing."""
    present = {row[0] for row in log.query(tables.triggers_present(log.dialect))}
    for name in sorted(tables.TRIGGERS[log.dialect] - present):
        check.found(FindingKind.MISSING_TRIGGER, f"the trigger {name} is gone")
    if log.dialect == "sqlite":
        for row in log.query(text("PRAGMA integrity_check(5)")):
            if row[0] != "ok":
                check.found(FindingKind.DAMAGED_FILE, str(row[0]))
