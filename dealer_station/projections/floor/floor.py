"""The whole floor for one role, put together from its tables."""

from collections.abc import Sequence
from typing import Any

from dealer_station.projections.alerts import Alert, table_alerts
from dealer_station.projections.devices.rows import device_rows
from dealer_station.projections.floor.inbox import in_order, inbox
from dealer_station.projections.floor.table_now import TableNow
from dealer_station.projections.floor.tiles import tile


def floor_snapshot(
    tables: Sequence[TableNow], meters: list[dict[str, Any]], station: list[Alert], now: int
) -> dict[str, Any]:
    """Return the floor as JSON at a moment (ms); `station` are alerts of no table."""
    items = {table.table_id: inbox(table) for table in tables}
    alerts = {table.table_id: table_alerts(table) for table in tables}
    return {
        "now": now,
        "tables": [
            tile(
                table,
                needs=len(items[table.table_id]),
                alerts=len(alerts[table.table_id]),
                now=now,
            )
            for table in tables
        ],
        "inbox": in_order([item for waiting in items.values() for item in waiting]),
        "meters": meters,
        "devices": [
            row
            for table in tables
            for row in device_rows(
                table.state, table.table_id, table.expected, table.signs, table.role
            )
        ],
        "alerts": [*station, *(alert for found in alerts.values() for alert in found)],
    }
