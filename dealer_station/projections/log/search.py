"""Searching the record, newest first: by table, kind, time and words, for one role.

Words are looked for in what the role may see: type, text, source, masked facts. A card that is
masked for him cannot be found, and nothing of it be told from what is found or from how long it
takes. One question looks at so many events and no longer than so long; what it returns then says
where the next one goes on, and may hold fewer events than were asked for, or none.
"""

import re
from dataclasses import dataclass
from typing import Any, Final

from dealer_station.clock import Clock
from dealer_station.event_log.catalogue import station_catalogue
from dealer_station.event_log.record import StoredEvent
from dealer_station.event_log.streams import progressive_stream, table_stream
from dealer_station.projections.events.reading import Reading
from dealer_station.projections.events.shown import is_readable, shown_event, words_of
from dealer_station.projections.queries import RecordQueries, Wanted
from dealer_station.table.visibility import cards_named

ROWS_AT_ONCE: Final = 500
"""Events that one statement brings."""

POSITIONS_AT_ONCE: Final = 50_000
"""Positions that one statement looks at, where few of them are wanted."""

TIME_MS_MAX: Final = 1_000
"""How long one question may look; a little longer where one statement takes long."""

SKEW_MS: Final = 300_000
"""By how much the clocks of stations that write one record may differ."""

# Amounts as the screens show them: "1,250.00", "1 250,00" with a space that does not break.
_GROUP: Final = re.compile(r"(?<=\d)[\u00a0\u202f](?=\d{3})")
_SHOWN_AMOUNT: Final = re.compile(r"[+\u2212-]?(\d{1,3}(?:,\d{3})+|\d+)[.,](\d\d)")


@dataclass(frozen=True, slots=True)
class Question:
    """What is looked for; None where it does not matter. Times are UTC ms, both ends included.

    `kind` is the name of an event (card_drawn) or a type of the catalogue (money, game, device,
    security). `before` is a position: only older events are looked at.
    """

    text: str | None = None
    table: str | None = None
    kind: str | None = None
    since: int | None = None
    until: int | None = None
    before: int | None = None
    limit: int = 50


@dataclass(frozen=True, slots=True)
class Found:
    """Events as JSON, newest first, and the position before which to go on (None: nothing left)."""

    events: list[dict[str, Any]]
    before: int | None


def search(queries: RecordQueries, reading: Reading, question: Question, clock: Clock) -> Found:
    """Look through the record for one role."""
    found: list[dict[str, Any]] = []
    wanted = _wanted(question, reading)
    if not wanted.names:
        return Found(found, None)
    first, last = _border(queries, question)
    began_ms = clock.monotonic_ms()
    while last >= first:
        window = max(first, last - POSITIONS_AT_ONCE + 1)
        rows = queries.window(window, last, wanted, ROWS_AT_ONCE)
        for row in rows:
            shown = _match(row, reading, question)
            if shown is None:
                continue
            found.append(shown)
            if len(found) == question.limit:
                return Found(found, row.position if row.position > first else None)
        last = (rows[-1].position if len(rows) == ROWS_AT_ONCE else window) - 1
        if clock.monotonic_ms() - began_ms > TIME_MS_MAX:
            return Found(found, last + 1 if last >= first else None)
    return Found(found, None)


def _border(queries: RecordQueries, question: Question) -> tuple[int, int]:
    """Return the first and last position to look at."""
    first, last = 1, queries.last_position()
    if question.since is not None:
        first = queries.position_since(question.since - SKEW_MS)
    if question.until is not None:
        last = min(last, queries.position_since(question.until + SKEW_MS + 1) - 1)
    if question.before is not None:
        last = min(last, question.before - 1)
    return first, last


def _wanted(question: Question, reading: Reading) -> Wanted:
    """Return what the database can choose by: names that may be read, and streams."""
    names = frozenset(
        entry.event_id
        for entry in station_catalogue().values()
        if question.kind in {None, entry.event_id, entry.type.value}
        and is_readable(entry.event_id, reading.role)
    )
    if question.table is None:
        return Wanted(names=names)
    return Wanted((table_stream(question.table),), progressive_stream(""), names)


def _match(row: StoredEvent, reading: Reading, question: Question) -> dict[str, Any] | None:
    """Return the event as its reader may see it; None where it is not what is looked for."""
    since, until = question.since or 0, question.until
    if row.recorded_at < since or (until is not None and row.recorded_at > until):
        return None
    read = reading.read(row)
    is_other = question.table is not None and row.stream != table_stream(question.table)
    if is_other and getattr(read.event, "table_id", None) != question.table:
        return None
    shown = shown_event(read)
    words = _words(question.text or "")
    return shown if not words or _has_all(words_of(shown), words) else None


def _words(text: str) -> list[str]:
    return _GROUP.sub("", text).split()


def _has_all(said: str, words: list[str]) -> bool:
    """Whether all words are there: a card as a word of its own, any other in whatever case.

    An amount may be written as the screens show it or as the record has it.
    """
    cards, lower = cards_named(said), said.casefold()
    return all(
        word in cards
        if cards_named(word) == {word}
        else word.casefold() in lower or _recorded_amount(word) in lower
        for word in words
    )


def _recorded_amount(word: str) -> str:
    """Return an amount as the record writes it; any other word as it is."""
    amount = _SHOWN_AMOUNT.fullmatch(word)
    return f"{amount[1].replace(',', '')}.{amount[2]}" if amount else word.casefold()


def is_kind(name: str) -> bool:
    """Whether a question may ask for this kind: an event's name or a type of the catalogue."""
    entries = station_catalogue().values()
    return any(name in {entry.event_id, entry.type.value} for entry in entries)
