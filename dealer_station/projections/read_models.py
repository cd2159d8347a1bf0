"""Every read model of one record, in one bundle: what bootstrap builds and the API asks.

Each is built when it is first asked for and followed from then on; `building` asks for all of them
once, in a thread of its own, so that the first person does not wait for a long record to be read.
"""

import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial

from dealer_station.clock import Clock
from dealer_station.event_log.errors import EventLogError
from dealer_station.event_log.registry import EventRegistry
from dealer_station.event_log.store import EventLog
from dealer_station.observability import get_logger
from dealer_station.progressive.levels import SOLE_LEVEL
from dealer_station.projections.events.reading import Reading
from dealer_station.projections.floor.moments import TableMoments
from dealer_station.projections.log.search import Found, Question, search
from dealer_station.projections.meters.movements import MeterMovements
from dealer_station.projections.queries import RecordQueries
from dealer_station.projections.rounds.bettors import PastBooks
from dealer_station.projections.rounds.explained import explained_round
from dealer_station.projections.rounds.listed import listed_round
from dealer_station.projections.rounds.played import PlayedRound, PlayedRounds
from dealer_station.projections.rounds.stays import Stay, TableStays
from dealer_station.table.roles import Role
from dealer_station.table.seen_book import SeenBook
from dealer_station.table.view import View

_log = get_logger(__name__)


class ReadModels:
    """Answers from the record. Safe to call from any thread. Raises EventLogError."""

    def __init__(self, log: EventLog, registry: EventRegistry, clock: Clock) -> None:
        self.queries = RecordQueries(log)
        self._registry = registry
        self._clock = clock
        self._rounds = PlayedRounds(self.queries, registry)
        self._books = PastBooks(self.queries, registry, self._rounds)
        self._meters: dict[tuple[str, str], MeterMovements] = {}
        self._moments: dict[str, TableMoments] = {}
        self._stays: dict[str, TableStays] = {}
        self._lock = threading.Lock()

    def reading(self, role: Role) -> Reading:
        """Return a role's reading, for one answer."""
        return Reading(self._registry, self._rounds, role)

    def rounds(self, table_id: str, before: int | None, limit: int) -> list[View]:
        """Return the lines of at most `limit` rounds below a number, newest first."""
        end = self._rounds.index(table_id).newest() + 1 if before is None else before
        return [
            listed_round(one) for one in self._rounds.load_corrected_before(table_id, end, limit)
        ]

    def round(self, table_id: str, number: int, role: Role) -> View | None:
        """Return a round with all that explains it; None where there is none of that number."""
        played = self._rounds.load_corrected(table_id, number) if number else None
        if played is None:
            return None
        return explained_round(self.queries, self.reading(role), played)

    def has_round(self, table_id: str, number: int) -> bool:
        """Whether a round of that number has been opened at a table."""
        return number > 0 and self._rounds.index(table_id).part(number) is not None

    def newest_round(self, table_id: str) -> int:
        """Return the number of a table's newest round; 0 before the first."""
        return self._rounds.index(table_id).newest()

    def played_before(self, table_id: str, before: int, limit: int) -> list[PlayedRound]:
        """Return at most `limit` rounds below a number as they were played, newest first.

        They are masked for nobody: what is told of them is for whoever asks to decide.
        """
        return self._rounds.load_before(table_id, before, limit)

    def stays(self, table_id: str, seat: int) -> tuple[Stay, ...]:
        """Return who has sat at a seat, newest first."""
        index = self._rounds.index(table_id)
        with self._lock:
            if table_id not in self._stays:
                stays = TableStays(table_id, index, self.queries, self._registry)
                self._stays[table_id] = stays
            followed = self._stays[table_id]
        return followed.of_seat(seat)

    def book(self, table_id: str, number: int) -> SeenBook | None:
        """Return the bettors' book of a round; None where there is no round or no book."""
        return self._books.book(table_id, number)

    def meter(self, progressive_id: str, level_id: str = SOLE_LEVEL) -> MeterMovements:
        """Return the history of a progressive's level."""
        place = (progressive_id, level_id)
        with self._lock:
            if place not in self._meters:
                history = MeterMovements(progressive_id, self.queries, self._registry, level_id)
                self._meters[place] = history
            return self._meters[place]

    def moments(self, table_id: str) -> TableMoments:
        """Return since when things are so at a table."""
        index = self._rounds.index(table_id)
        with self._lock:
            if table_id not in self._moments:
                follower = TableMoments(table_id, index, self.queries, self._registry)
                self._moments[table_id] = follower
            return self._moments[table_id]

    def search(self, question: Question, role: Role) -> Found:
        """Look through the record."""
        return search(self.queries, self.reading(role), question, self._clock)

    @contextmanager
    def building(self, tables: Iterable[str], progressives: Iterable[str]) -> Iterator[None]:
        """Build what is asked for first, beside everything else; ends with the block."""
        work: list[Callable[[threading.Event], object]] = []
        work += [self._rounds.index(table_id).catch_up for table_id in tables]
        work += [self.meter(progressive_id).catch_up for progressive_id in progressives]
        is_ending = threading.Event()
        thread = threading.Thread(
            target=partial(_build, work, is_ending), name="read models", daemon=True
        )
        thread.start()
        try:
            yield
        finally:
            is_ending.set()
            thread.join()


def _build(work: Iterable[Callable[[threading.Event], object]], is_ending: threading.Event) -> None:
    for build in work:
        try:
            build(is_ending)
        except EventLogError as error:
            # Whoever asks first builds it then.
            _log.warning("read_model_not_built", reason=str(error))
