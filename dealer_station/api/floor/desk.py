"""Puts the floor together from the tables' controllers and the read models, for one role at a time.

Knows when the picture changes: with every commit of a table, every move of a meter, and by time
(how fast a table plays, whether the record is sealed). Keeps no picture; the live hub does.
"""

import threading
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

import orjson

from dealer_station.api.dependencies import signs_of
from dealer_station.api.ports import HealthState, ServedProgressive, ServedTable, Services
from dealer_station.event_log.errors import EventLogError
from dealer_station.progressive.conversion import Conversion, rates_by_currency
from dealer_station.progressive.ledger import Ledger
from dealer_station.progressive.levels import SOLE_LEVEL, Level
from dealer_station.projections.alerts import Alert, record_alert
from dealer_station.projections.devices.signs import Meters, Signs
from dealer_station.projections.floor.floor import floor_snapshot
from dealer_station.projections.floor.table_now import TableNow
from dealer_station.projections.meters.shown import PlayedFor, meter_row
from dealer_station.table.roles import Role

PAUSE_S: Final = 0.2
"""Least time between two snapshots for one screen: five a second."""

REFRESH_MS: Final = 5_000
"""How often time alone makes a new picture: paces, signs that are late, the record's seals."""

UNSEALED_MS_MAX: Final = 300_000
"""A station that works has sealed what was written so long ago (it seals every minute)."""

_RECORD: Final = "record"


class FloorDesk:
    """The floor of a station; a channel of the live hub. Safe to call from any thread."""

    name = "floor"
    pause_s = PAUSE_S

    def __init__(self, services: Services) -> None:
        self._services = services
        self._started_at = services.clock.now()
        self._ticked_ms = services.clock.monotonic_ms()
        self._lock = threading.Lock()
        self._picture = 0
        self._failed_since: int | None = None

    @property
    def picture(self) -> int:
        """A number that changes with everything on the floor."""
        return self._picture

    def subscribe(self, listener: Callable[[], None]) -> Callable[[], None]:
        """Call `listener` after each commit of a table, move of a meter, and word of a sign."""

        def changed(_of: int | str) -> None:
            self._next_picture()
            listener()

        ends = [table.controller.subscribe(changed) for table in self._services.tables.values()]
        ends.append(self._services.signs.subscribe(changed))

        def stop() -> None:
            for end in ends:
                end()

        return stop

    def _next_picture(self) -> None:
        with self._lock:
            self._picture += 1

    def tick(self) -> bool:
        """Make a new picture every so often, since paces and alerts change by time."""
        now_ms = self._services.clock.monotonic_ms()
        if now_ms - self._ticked_ms < REFRESH_MS:
            return False
        self._ticked_ms = now_ms
        self._next_picture()
        return True

    def render(self, role: Role, picture: int) -> str:
        """Return a role's snapshot as the live hub sends it. Raises EventLogError."""
        floor = self.floor(role)
        return orjson.dumps({"type": "snapshot", "version": picture, "floor": floor}).decode()

    def floor(self, role: Role) -> dict[str, Any]:
        """Return the floor as a role may see it now. Raises EventLogError."""
        now = self._services.clock.now()
        reads = self._services.reads
        # The signs first: what one of them shows by now, its meter has shown before.
        signs = {name: signs_of(self._services, name) for name in self._services.tables}
        meters = {
            (one.progressive_id, one.name_of(level.level_id)): replace(
                reads.meter(one.progressive_id, level.level_id).meter(),
                rates=rates_by_currency(self._conversions(one).values()),
            )
            for one, _, level in self._levels()
        }
        tables = [
            self._table(table, role, signs[name], meters, now)
            for name, table in self._services.tables.items()
        ]
        return floor_snapshot(tables, self.meters(role, now), self._record_alerts(now), now)

    def meters(self, role: Role, now: int) -> list[dict[str, Any]]:
        """Return the rows of the progressives. Raises EventLogError."""
        reads = self._services.reads
        reading = reads.reading(role)
        return [
            meter_row(
                self._played_for(one, ledger, level),
                reads.meter(one.progressive_id, level.level_id),
                reading,
                now,
            )
            for one, ledger, level in self._levels()
        ]

    def _levels(self) -> list[tuple[ServedProgressive, Ledger, Level]]:
        """Return every level that is played for, with the ledger that it is in.

        A progressive that is not open yet has its main one.
        """
        return [
            (one, ledger, level)
            for one in self._services.progressives.values()
            for ledger in (self._services.ledgers.newest(one.progressive_id),)
            for level in ledger.levels_in_play or (Level(SOLE_LEVEL),)
        ]

    def _played_for(self, served: ServedProgressive, ledger: Ledger, level: Level) -> PlayedFor:
        states = {one: self._services.tables[one].controller.state for one in served.table_ids}
        return PlayedFor(
            served.progressive_id,
            served.name_of(level.level_id),
            served.currency,
            served.table_ids,
            level,
            self._conversions(served),
            hits=ledger.hits_of(level.level_id),
            in_play=tuple(one for one, state in states.items() if state.is_round_open),
            is_suspended=any(state.suspends(served.progressive_id) for state in states.values()),
        )

    def _conversions(self, served: ServedProgressive) -> dict[str, Conversion]:
        """Return how tables in another currency count for a progressive, by table."""
        return {
            table_id: conversion
            for table_id in served.table_ids
            for conversion in self._services.tables[table_id].controller.conversions.values()
        }

    def _table(
        self, table: ServedTable, role: Role, signs: Signs, meters: Meters, now: int
    ) -> TableNow:
        """Return a table with state and view of the same version."""
        controller = table.controller
        while True:
            view, state, rules = controller.view(role, now), controller.state, controller.rules
            if view["version"] == state.version:
                break
        return TableNow(
            table_id=table.table_id,
            name=table.name,
            role=role,
            state=state,
            rules=rules,
            view=dict(view),
            moments=self._services.reads.moments(table.table_id).now(state),
            expected=table.expected_devices,
            signs=signs,
            meters=meters,
            watched_since=self._started_at,
        )

    def _record_alerts(self, now: int) -> list[Alert]:
        """Say that the record cannot be written, or has not been sealed."""
        self._failed_since = (self._failed_since or now) if self._is_record_ill() else None
        found = [record_alert("failed", self._failed_since)] if self._failed_since else []
        unsealed_at = self._services.reads.queries.unsealed_since()
        if unsealed_at is not None and now - unsealed_at > UNSEALED_MS_MAX:
            found.append(record_alert("not_sealed", unsealed_at))
        return found

    def _is_record_ill(self) -> bool:
        check = self._services.health_checks.get(_RECORD)
        try:
            return check is not None and check().state is not HealthState.OK
        except EventLogError:
            return True
