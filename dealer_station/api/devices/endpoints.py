"""The devices of the station's tables."""

from typing import Annotated

import orjson
from fastapi import APIRouter, Depends, Response

from dealer_station.api.dependencies import ServicesDep, session_with, signs_of
from dealer_station.api.devices.schemas import DevicesShown
from dealer_station.api.problems import RightMissing, SignedOut, responses
from dealer_station.people.rights import Right
from dealer_station.people.sessions import Session
from dealer_station.projections.devices.rows import device_rows

router = APIRouter(prefix="/api/devices", tags=["devices"])

ViewerDep = Annotated[Session, Depends(session_with(Right.VIEW_DEVICES))]


@router.get("", response_model=DevicesShown, responses=responses(SignedOut, RightMissing))
def list_devices(session: ViewerDep, services: ServicesDep) -> Response:
    """List every device with its health, and those that should be there and are not."""
    rows = [
        row
        for table in services.tables.values()
        for row in device_rows(
            table.controller.state,
            table.table_id,
            table.expected_devices,
            signs_of(services, table.table_id),
            session.role,
        )
    ]
    return Response(orjson.dumps({"devices": rows}), media_type="application/json")
