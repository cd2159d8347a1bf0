"""Devices over HTTP."""

from dataclasses import replace

import httpx
from api_builders import DEVICE, TABLE, KeptRecord, Station, must, new_services, sign_in

from dealer_station.api.devices.schemas import DevicesShown
from dealer_station.clock import VirtualClock
from dealer_station.people.people import People
from dealer_station.table import commands as c
from dealer_station.table.roles import Role


def test_no_device_has_been_heard(client: httpx.Client) -> None:
    sign_in(client, Role.TECHNICIAN)
    assert must(client.get("/api/devices")) == {"devices": []}


def test_devices_are_in_the_form_of_their_document(
    people: People, clock: VirtualClock, kept: KeptRecord
) -> None:
    services = new_services(people, clock, kept)
    table = replace(
        services.tables[TABLE],
        expected_devices=(("card_shoe", "shoe-1"), ("meter_display", "sign-1")),
    )
    station = Station(replace(services, tables={TABLE: table}))
    said = {"device_id": "shoe-1", "device_kind": "card_shoe", "device_state": "ready"}
    station.submit(c.RecordDevice, DEVICE, session=2, **said)
    with station.running(), station.screen() as screen:
        sign_in(screen, Role.TECHNICIAN)
        content = must(screen.get("/api/devices"))
        DevicesShown.model_validate(content)
        floor = must(screen.get("/api/floor"))["floor"]
    assert [(row["id"], row["state"]) for row in content["devices"]] == [
        ("shoe-1", "ready"), ("sign-1", "missing"),
    ]  # fmt: skip
    assert floor["devices"] == content["devices"]
    assert [alert["code"] for alert in floor["alerts"]] == ["missing"]
