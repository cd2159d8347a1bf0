"""One row a device: what it last told of itself, and the devices that should be there and are not.

What a device says in words of its own is not for a dealer, and names no card.
"""

from collections.abc import Sequence
from typing import Any, Final

from dealer_station.projections.devices.signs import Signs, shown_by
from dealer_station.table.devices import DeviceStatus
from dealer_station.table.role_view import device_view
from dealer_station.table.roles import Role
from dealer_station.table.state import TableState

READY: Final = "ready"
MISSING: Final = "missing"
"""The state that is shown of a device that must be there and has told nothing yet."""

Expected = Sequence[tuple[str, str]]
"""Kind and id of every device that must be at a table."""


def device_rows(
    state: TableState, table_id: str, expected: Expected, signs: Signs, role: Role
) -> list[dict[str, Any]]:
    """Return the devices of a table as JSON, in order of id."""
    known = {device.device_id: device for device in state.devices}
    ids = {device_id for _, device_id in expected}
    rows = [_row(device, state, table_id, role) for device in state.devices]
    for row in rows:
        row["expected"] = row["id"] in ids
        row["shown"] = shown_by(signs.get(row["id"]))
    absent = [_absent(kind, one, state, table_id) for kind, one in expected if one not in known]
    return sorted([*rows, *absent], key=lambda row: row["id"])


def missing_devices(state: TableState, expected: Expected) -> Expected:
    """Return the devices that must be there and have told nothing yet."""
    return [(kind, one) for kind, one in expected if state.device(one) is None]


def _row(device: DeviceStatus, state: TableState, table_id: str, role: Role) -> dict[str, Any]:
    row = _absent(device.device_kind, device.device_id, state, table_id)
    return row | dict(device_view(device, role)) | {"session": device.session}


def _absent(kind: str, device_id: str, state: TableState, table_id: str) -> dict[str, Any]:
    acceptor = state.acceptor(device_id)
    words = {True: "open", False: "closed", None: None}
    return {
        "table": table_id,
        "id": device_id,
        "kind": kind,
        "seat": acceptor.seat if acceptor else None,
        "state": MISSING,
        "since": None,
        "session": None,
        "faults": [],
        "expected": True,
        "window": words[acceptor.is_open] if acceptor else None,
        "lamp": acceptor.is_lit if acceptor else None,
        "lit_at": acceptor.lamp_at if acceptor and acceptor.is_lit else None,
        "shown": None,
    }
