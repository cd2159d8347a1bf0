"""Tables that play into a record on disk, and the read models over it.

recorded.play(seats=(1, 2)).run("open_betting", …)
recorded.reads.round("t1", 1, Role.AUDITOR)
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from table_play import TablePlay

from dealer_station.clock import VirtualClock
from dealer_station.controller.log_record import LogRecord
from dealer_station.event_log.group_writer import GroupWriter
from dealer_station.event_log.station_registry import station_registry
from dealer_station.event_log.store import EventLog
from dealer_station.observability import Metrics
from dealer_station.projections.queries import RecordQueries
from dealer_station.projections.read_models import ReadModels
from dealer_station.projections.rounds.played import PlayedRounds
from dealer_station.table.roles import Role
from dealer_station.table.view import View

FLUSH = "9h 7h 5h 3h 2h"
ROYAL = "Ac Kc Qc Jc Tc"
OTHER_ROYAL = "Ad Kd Qd Jd Td"
PAIR = "8s 8c 9c 4s 7s"
NOTHING = "8h 7c 5c 4d 2s"
QUALIFIES = "Ah Kh 9s 6c 4h"


class Recorded:
    """An open record, a clock that stands, and everything that reads the record."""

    def __init__(self, log: EventLog, writer: GroupWriter) -> None:
        self.log = log
        self.clock = VirtualClock(start_at=1_764_455_647_000)
        self.record = LogRecord(log, writer, Metrics(), self.clock)
        self.registry = station_registry()
        self.queries = RecordQueries(log)
        self.reads = ReadModels(log, self.registry, self.clock)

    def play(self, table_id: str = "t1", **options: Any) -> TablePlay:
        """Open a table that plays into the record."""
        return TablePlay(table_id=table_id, record=self.record, clock=self.clock, **options)

    def rounds(self) -> PlayedRounds:
        """Rounds of the record that nobody has asked for yet."""
        return PlayedRounds(self.queries, self.registry)

    def again(self) -> ReadModels:
        """Read models that know nothing yet: those of a station that has just started."""
        return ReadModels(self.log, self.registry, self.clock)

    def round(self, number: int = 1, role: Role = Role.AUDITOR, table_id: str = "t1") -> View:
        """Return a round as a role may see it."""
        shown = self.reads.round(table_id, number, role)
        assert shown is not None
        return shown

    def events(self, name: str, number: int = 1, role: Role = Role.AUDITOR) -> list[View]:
        """Return the events of one name of a round, as a role may read them."""
        return [event for event in self.round(number, role)["events"] if event["type"] == name]


@contextmanager
def recorded_in(database: str) -> Iterator[Recorded]:
    """Open a record in a database, SQLite or PostgreSQL."""
    with EventLog(database) as log, GroupWriter(log) as writer:
        yield Recorded(log, writer)


def bet_and_deal(
    play: TablePlay,
    hands: dict[int, str],
    dealer: str = QUALIFIES,
    progressive: tuple[int, ...] = (),
) -> TablePlay:
    """Open a round with antes of 10.00 and deal these hands."""
    stakes = [f"{seat} ante 10" for seat in hands] + [f"{seat} progressive" for seat in progressive]
    cards = ", ".join(f"{seat}: {cards}" for seat, cards in hands.items())
    return play.run(
        "open_betting",
        f"wager: {'; '.join(stakes)}",
        "close_betting",
        f"deal: {{{cards}, dealer: {dealer}}}",
    )


def decide(play: TablePlay, *folds: int) -> TablePlay:
    """Let every seat that owes a decision bet, but those that fold."""
    acts = [f"{seat} {'fold' if seat in folds else 'bet'}" for seat in play.round.undecided]
    return play.run(f"act: {'; '.join(acts)}")


def whole_round(
    play: TablePlay,
    hands: dict[int, str],
    dealer: str = QUALIFIES,
    progressive: tuple[int, ...] = (),
    folds: tuple[int, ...] = (),
) -> TablePlay:
    """Play a round to its end."""
    return decide(bet_and_deal(play, hands, dealer, progressive), *folds).run("pay")
