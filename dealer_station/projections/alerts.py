"""What is not as it should be.

Devices, a suspended progressive, the record, a locked deck, a call for a supervisor.
"""

from typing import Any

from dealer_station.projections.devices.rows import MISSING, READY, missing_devices
from dealer_station.projections.devices.signs import BLANK, sign_trouble
from dealer_station.projections.floor.table_now import TableNow

Alert = dict[str, Any]
"""A JSON object."""


def table_alerts(table: TableNow) -> list[Alert]:
    """Return the alerts of one table."""
    state, moments, now = table.state, table.moments, table.view["now"]
    found = [
        _alert(
            table.table_id,
            "device",
            device.device_state,
            device.since_at,
            key=device.device_id,
            device=device.device_id,
            device_kind=device.device_kind,
        )
        for device in state.devices
        if device.device_state != READY
    ]
    found += [
        _alert(
            table.table_id,
            "device",
            MISSING,
            table.watched_since,
            key=device_id,
            device=device_id,
            device_kind=kind,
        )
        for kind, device_id in missing_devices(state, table.expected)
    ]
    found += _sign_alerts(table)
    found += [
        _alert(
            table.table_id,
            "progressive",
            one.reason.value,
            one.since_at,
            key=one.progressive_id,
            progressive=one.progressive_id,
        )
        for one in state.suspensions
    ]
    if state.is_deck_locked:
        found.append(_alert(table.table_id, "deck_locked", "locked", moments.deck_locked_at or now))
    if state.is_supervisor_called:
        found.append(_alert(table.table_id, "called", "called", moments.called_at or now))
    return found


def _sign_alerts(table: TableNow) -> list[Alert]:
    """Return what is wrong with the table's signs; one is right to be dark while suspended."""
    found = []
    for device_id, sign in sorted(table.signs.items()):
        trouble = sign_trouble(sign, table.meters, table.view["now"])
        is_dark = trouble is not None and trouble.code == BLANK
        if trouble is not None and not (is_dark and table.state.suspends(sign.shown.progressive)):
            facts = {"device": device_id, **trouble.facts}
            found.append(
                _alert(table.table_id, "sign", trouble.code, trouble.since, key=device_id, **facts)
            )
    return found


def record_alert(code: str, since: int) -> Alert:
    """Return the alert that the record is not written, sealed or read as it should be."""
    return _alert(None, "record", code, since)


def _alert(
    table_id: str | None, kind: str, code: str, since: int, *, key: str = "", **facts: str
) -> Alert:
    return {
        "id": "/".join(part for part in (table_id, kind, key) if part),
        "table": table_id,
        "kind": kind,
        "code": code,
        "text_key": f"alert.{kind}.{code}",
        "since": since,
        "facts": facts,
    }
