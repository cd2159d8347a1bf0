"""What happens at a station by time alone.

Decision clocks, the silence of acceptors, signs of life, seals of the record.
"""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial

from dealer_station.clock import Clock
from dealer_station.controller.table_controller import TableController
from dealer_station.event_log.errors import EventLogError
from dealer_station.event_log.keys import SigningKey
from dealer_station.event_log.seals import seal
from dealer_station.event_log.store import EventLog
from dealer_station.observability import get_logger
from dealer_station.table import commands as c
from dealer_station.table.house.deciding import is_time_due
from dealer_station.table.roles import Actor, Role

_log = get_logger(__name__)

SEAL_EVERY_MS = 60_000
"""How often the record is sealed."""

ALIVE_EVERY_MS = 500
"""How often the station notes that it runs: clocks stand from the last note on (design 2.12)."""

SILENT_AFTER_MS = 3_000
"""How long nothing may be written before the station counts as failed."""

_TICK_S = 0.1
_STATION = Actor("station", Role.STATION)


class Keeper:
    """What happens by time alone; see the module."""

    def __init__(
        self,
        log: EventLog,
        key: SigningKey,
        controllers: dict[str, TableController],
        clock: Clock,
    ) -> None:
        self._log = log
        self._key = key
        self._controllers = controllers
        self._clock = clock
        self._written_ms = clock.monotonic_ms()
        self._trouble = ""
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="keeper", daemon=True)

    @property
    def is_working(self) -> bool:
        """Whether the thread lives: one that an error of ours has ended is not started again."""
        return self._thread.is_alive()

    @property
    def trouble(self) -> str:
        """Say why nothing could be written lately; empty while the database takes what it gets."""
        silence_ms = self._clock.monotonic_ms() - self._written_ms
        is_silent = silence_ms > SILENT_AFTER_MS
        return f"nothing written for {silence_ms // 1000} s: {self._trouble}" if is_silent else ""

    @contextmanager
    def running(self) -> Iterator[None]:
        """Run until the block ends; the record is sealed when it begins and when it ends.

        The first seal covers what a station that was killed has left.
        """
        self._seal()
        self._thread.start()
        try:
            yield
        finally:
            self._stopping.set()
            self._thread.join()
            self._note_alive()
            self._seal()

    def _run(self) -> None:
        sealed_ms = noted_ms = self._clock.monotonic_ms()
        while not self._stopping.wait(_TICK_S):
            now_ms = self._clock.monotonic_ms()
            self._tick_clocks()
            if now_ms - noted_ms >= ALIVE_EVERY_MS:
                noted_ms = now_ms
                self._note_alive()
            if now_ms - sealed_ms >= SEAL_EVERY_MS:
                sealed_ms = now_ms
                self._seal()

    def _tick_clocks(self) -> None:
        for controller in self._controllers.values():
            if not self._surviving("clock", controller.note_clock):
                continue
            if is_time_due(controller.state, self._clock.now()):
                tick = c.AdvanceClock(
                    command_id=self._clock.new_id(), issued_at=self._clock.now(), actor=_STATION
                )
                self._surviving("clock", partial(controller.submit, tick))

    def _note_alive(self) -> None:
        """Note that the tables are served here; what was taken over is another station's."""
        for table_id, controller in self._controllers.items():
            if controller.is_taken_over:
                continue
            noting = partial(self._log.set_alive, table_id, self._clock.now())
            if self._surviving("alive", noting):
                self._written_ms = self._clock.monotonic_ms()

    def _seal(self) -> None:
        self._surviving("seal", lambda: seal(self._log, self._key, self._clock.now()))

    def _surviving(self, what: str, act: Callable[[], object]) -> bool:
        """A database that is away, or a fault in one table, must not end the keeper of all."""
        try:
            act()
        except EventLogError as error:
            self._trouble = str(error)
            _log.error("keeper_failed", what=what, reason=str(error))
        except Exception:  # noqa: BLE001 - one table's fault; it is logged with its trace
            _log.exception("keeper_failed", what=what)
        else:
            return True
        return False
