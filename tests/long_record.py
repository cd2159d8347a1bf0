"""Writes a long record in seconds: real rounds, played once each and then written again and again.

What a table plays is copied with new numbers, times and positions, past the store: no digest is
right and no command can be found, which no reader of rounds asks for. Both databases.
"""

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import Connection
from table_play import FLUSH, NOTHING, PAIR_OF_EIGHTS, TablePlay

from dealer_station.event_log import tables
from dealer_station.event_log.record import NO_DIGEST, StoredEvent
from dealer_station.event_log.store import EventLog

TABLE: Final = "t1"
PROGRESSIVE: Final = "p1"
SEATS: Final = (1, 2, 3, 4, 5, 6, 7)
BEGAN_AT: Final = 1_700_000_000_000
ROUND_MS: Final = 75_000
COLUMNS: Final = (
    "position", "stream", "version", "name", "schema_version", "body", "recorded_at",
    "command_id", "epoch", "digest", "previous_digest",
)  # fmt: skip
_AT: Final = re.compile(rb'"at":\d+')
_ROUND: Final = re.compile(rb'"round_number":\d+')
HANDS: Final = {
    1: FLUSH, 2: PAIR_OF_EIGHTS, 3: NOTHING, 4: "Jh Jc Jd Ts 6s", 5: "Qh Qc Qd Th 6d",
    6: "Ac 3c 9d Tc 2c", 7: "As 3s 6h Js Td",
}  # fmt: skip
DEALER_CARDS: Final = "Ah Kh 9s 6c 4h"


@dataclass(frozen=True)
class Written:
    """What was written: rounds, events of the table, events of all."""

    rounds: int
    versions: int
    positions: int


def write_rounds(log: EventLog, rounds: int) -> Written:
    """Write so many rounds of seven seats at one table, which plays for one progressive."""
    opening, played = _templates()
    versions = {f"table/{TABLE}": 0, f"progressive/{PROGRESSIVE}": 0}
    counted = _Counted(versions)
    rows = counted.rows(_rows(opening, played, rounds))
    with log.write_transaction() as connection:
        driver = connection.connection.driver_connection
        assert driver is not None
        if log.dialect == "sqlite":
            places = ", ".join("?" * len(COLUMNS))
            statement = f"INSERT INTO event_log ({', '.join(COLUMNS)}) VALUES ({places})"  # noqa: S608 - names of ours
            driver.executemany(statement, rows)
        else:
            with driver.cursor().copy(f"COPY event_log ({', '.join(COLUMNS)}) FROM STDIN") as copy:
                for row in rows:
                    copy.write_row(row)
        _write_heads(connection, versions, counted.position)
    return Written(rounds, versions[f"table/{TABLE}"], counted.position)


class _Counted:
    """Gives every row its place in the record and in its stream."""

    def __init__(self, versions: dict[str, int]) -> None:
        self.position = 0
        self._versions = versions

    def rows(self, written: Iterator[tuple[StoredEvent, bytes, int]]) -> Iterator[tuple[Any, ...]]:
        for row, body, at in written:
            self.position += 1
            self._versions[row.stream] += 1
            place = (self.position, row.stream, self._versions[row.stream])
            form = (row.name, row.schema_version, body, at, f"c-{self.position}")
            yield (*place, *form, 1, NO_DIGEST, NO_DIGEST)


def _templates() -> tuple[list[StoredEvent], list[list[StoredEvent]]]:
    """Play one round of each kind; returns what comes before the first, and each round's rows."""
    play = TablePlay(seats=SEATS, table_id=TABLE)
    chance = random.Random(7)
    stakes = "; ".join(f"{seat} ante 10" for seat in SEATS)
    hands = ", ".join(f"{seat}: {cards}" for seat, cards in HANDS.items())
    for number in range(6):
        side = "".join(f"; {seat} progressive" for seat in chance.sample(SEATS, 4))
        play.run("open_betting", f"wager: {stakes}{side}", "close_betting")
        play.run(f"deal: {{{hands}, dealer: {DEALER_CARDS}}}")
        if number == 3:
            play.run(
                "report: {irregularity: CS-I09, seat: 5, note: told seat 4}", "rule: dead_hand"
            )
        folds = chance.sample((2, 3, 6, 7), 2)
        owing = play.round.undecided
        acts = [f"{seat} {'fold' if seat in folds else 'bet'}" for seat in owing]
        play.run(f"act: {'; '.join(acts)}", "pay")
    rows = sorted(
        (row for stream in play.record._rows.values() for row in stream),
        key=lambda row: row.position,
    )
    parts: list[list[StoredEvent]] = [[]]
    for row in rows:
        if row.name == "betting_opened":
            parts.append([])
        parts[-1].append(row)
    return parts[0], parts[1:]


def _rows(
    opening: list[StoredEvent], played: list[list[StoredEvent]], rounds: int
) -> Iterator[tuple[StoredEvent, bytes, int]]:
    for row in opening:
        yield row, _body(row, BEGAN_AT, 0), BEGAN_AT
    for number in range(1, rounds + 1):
        for place, row in enumerate(played[number % len(played)]):
            at = BEGAN_AT + number * ROUND_MS + place * 500
            yield row, _body(row, at, number), at


def _body(row: StoredEvent, at: int, number: int) -> bytes:
    """Return what a row says, at another time and in another round."""
    moved = _AT.sub(b'"at":%d' % at, row.body, count=1)
    return _ROUND.sub(b'"round_number":%d' % number, moved, count=1)


def _write_heads(connection: Connection, versions: dict[str, int], position: int) -> None:
    for stream, version in versions.items():
        head = {"stream": stream, "version": version, "position": position, "digest": bytes(32)}
        connection.execute(tables.stream_head.insert(), [head])
