"""The floor over HTTP and live."""

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

import httpx
import pytest
from api_builders import (
    STATION,
    TABLE,
    KeptRecord,
    Station,
    code_of,
    must,
    new_services,
    send,
    sign_in,
)
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from dealer_station.api.floor.desk import FloorDesk
from dealer_station.api.floor.schemas import FloorShown
from dealer_station.api.ports import Health, HealthState
from dealer_station.clock import VirtualClock
from dealer_station.event_log.errors import LogUnavailable
from dealer_station.people.people import People
from dealer_station.table import commands as c
from dealer_station.table.roles import Role


@contextmanager
def live(station: Station, client: httpx.Client) -> Iterator[ClientConnection]:
    url = station.url.replace("http://", "ws://") + "/api/floor/live"
    token = client.cookies["ds_session"]
    with connect(url, additional_headers={"Cookie": f"ds_session={token}"}) as socket:
        yield socket


def receive(socket: ClientConnection) -> dict[str, Any]:
    message: dict[str, Any] = json.loads(socket.recv(timeout=5))
    return message


def next_snapshot(socket: ClientConnection) -> dict[str, Any]:
    while (message := receive(socket))["type"] != "snapshot":
        pass
    return message


def floor(client: httpx.Client) -> dict[str, Any]:
    content = must(client.get("/api/floor"))
    FloorShown.model_validate(content)
    shown: dict[str, Any] = content["floor"]
    return shown


@pytest.fixture
def supervisor(station: Station, betting: httpx.Client) -> Iterator[httpx.Client]:
    """A supervisor's console, while the dealer takes wagers."""
    with station.screen() as screen:
        sign_in(screen, Role.SUPERVISOR)
        yield screen


def test_the_floor_is_in_the_form_of_its_document(
    betting: httpx.Client, supervisor: httpx.Client, station: Station
) -> None:
    must(send(betting, "call_supervisor"))
    must(send(betting, "place_wager", seat=1, spot="ante", amount="10.00"))
    must(send(betting, "close_betting"))
    station.deal()
    must(send(betting, "report_irregularity", irregularity="CS-I08", seat=1, card="2c"))
    shown = floor(supervisor)
    (tile,) = shown["tables"]
    assert (tile["id"], tile["needs"], tile["dealer"]) == (TABLE, 2, "D-104")
    assert [item["kind"] for item in shown["inbox"]] == ["ruling", "call"]
    assert [meter["progressive"] for meter in shown["meters"]] == ["main-1"]
    assert [alert["kind"] for alert in shown["alerts"]] == ["called"]


def test_a_ready_command_of_the_inbox_is_taken_as_it_is(
    betting: httpx.Client, supervisor: httpx.Client
) -> None:
    must(send(betting, "call_supervisor"))
    (item,) = floor(supervisor)["inbox"]
    said = {name: value for name, value in item["command"].items() if name != "command"}
    must(send(supervisor, item["command"]["command"], **said))
    assert floor(supervisor)["inbox"] == []


def test_a_record_that_is_ill_is_an_alert(
    people: People, clock: VirtualClock, kept: KeptRecord
) -> None:
    states = [HealthState.FAILED]
    checks = {"record": lambda: Health(states[0])}
    station = Station(new_services(people, clock, kept, health_checks=checks))
    with station.running(), station.screen() as screen:
        sign_in(screen, Role.SUPERVISOR)
        since = clock.now()
        clock.advance(5_000)
        first = floor(screen)["alerts"]
        assert [(alert["kind"], alert["code"]) for alert in first] == [("record", "failed")]
        assert first[0]["since"] == since + 5_000
        clock.advance(5_000)
        assert floor(screen)["alerts"] == first, "since it was first seen"
        states[0] = HealthState.OK
        assert floor(screen)["alerts"] == []


def test_a_record_that_is_not_sealed_is_an_alert(
    supervisor: httpx.Client, station: Station, clock: VirtualClock
) -> None:
    since = clock.now()
    clock.advance(300_000)
    assert floor(supervisor)["alerts"] == []
    clock.advance(1)
    (alert,) = floor(supervisor)["alerts"]
    assert (alert["kind"], alert["code"], alert["since"]) == ("record", "not_sealed", since)


def test_a_database_that_is_away_is_told(
    supervisor: httpx.Client, station: Station, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type(station.services.reads.queries), "unsealed_since", _away)
    answer = supervisor.get("/api/floor")
    assert (answer.status_code, code_of(answer)) == (503, "record_unavailable")
    with live(station, supervisor) as socket, pytest.raises(ConnectionClosed) as closed:
        socket.recv(timeout=5)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1013


def _away(_queries: object) -> None:
    raise LogUnavailable("gone")


# -------------------------------------------------------------------------------------- live


def test_the_whole_floor_comes_at_once_and_after_each_commit(
    betting: httpx.Client, supervisor: httpx.Client, station: Station
) -> None:
    with live(station, supervisor) as socket:
        first = receive(socket)
        assert first["type"] == "snapshot"
        FloorShown.model_validate({"floor": first["floor"]})
        must(send(betting, "call_supervisor"))
        second = next_snapshot(socket)
    assert second["version"] > first["version"]
    assert second["floor"]["tables"][0]["supervisor_called"]


def test_it_lives_by_a_heartbeat(
    supervisor: httpx.Client, station: Station, clock: VirtualClock
) -> None:
    with live(station, supervisor) as socket:
        receive(socket)
        assert receive(socket) == {"type": "heartbeat", "now": clock.now()}


def test_many_changes_come_together(
    betting: httpx.Client, supervisor: httpx.Client, station: Station
) -> None:
    """At most some five a second, and the last one always."""
    with live(station, supervisor) as socket:
        receive(socket)
        began, came = time.monotonic(), 0
        for number in range(40):
            must(send(betting, "place_wager", seat=1 + number % 7, spot="ante", amount="5.00"))
        wanted = station.app.state.floor.picture
        while (message := next_snapshot(socket))["version"] < wanted:
            came += 1
        took = time.monotonic() - began
    assert wanted >= 40
    assert message["floor"]["tables"][0]["seats_playing"] == 7
    assert came + 1 <= took / 0.2 + 2


def test_time_alone_brings_a_new_picture(
    supervisor: httpx.Client, station: Station, clock: VirtualClock
) -> None:
    with live(station, supervisor) as socket:
        first = receive(socket)
        clock.advance(60_000)
        assert next_snapshot(socket)["floor"]["now"] == first["floor"]["now"] + 60_000


def test_each_role_gets_its_own_floor(
    betting: httpx.Client, supervisor: httpx.Client, station: Station
) -> None:
    must(send(betting, "place_wager", seat=1, spot="ante", amount="10.00"))
    must(send(betting, "close_betting"))
    station.deal()
    must(send(betting, "report_irregularity", irregularity="CS-I08", seat=1, card="2c"))
    with station.screen() as other:
        sign_in(other, Role.AUDITOR)
        with live(station, supervisor) as first, live(station, other) as second:
            seen = [receive(socket)["floor"]["inbox"][0] for socket in (first, second)]
    assert [item["cards"] for item in seen] == [[{"position": "seat 1 card 1", "card": "2c"}], []]
    assert [item["ruling"]["facts"]["card"] for item in seen] == ["2c", "##"]


def test_it_ends_with_the_session(
    supervisor: httpx.Client, station: Station, people: People
) -> None:
    with live(station, supervisor) as socket:
        receive(socket)
        people.sessions.revoke("S-201", by="M-301")
        with suppress(ConnectionClosed):
            while True:
                socket.recv(timeout=5)
        assert socket.close_code == 4401


def test_screens_of_the_floor_are_counted(supervisor: httpx.Client, station: Station) -> None:
    with live(station, supervisor) as socket:
        receive(socket)
        value = station.services.metrics.registry.get_sample_value(
            "ds_live_screens", {"table": FloorDesk.name, "role": "supervisor"}
        )
    assert value == 1.0


def test_a_progressive_that_is_suspended_is_told_with_its_meter_and_as_an_alert(
    supervisor: httpx.Client, station: Station
) -> None:
    station.submit(c.SuspendProgressive, STATION, progressive_id="main-1")
    shown = floor(supervisor)
    assert [meter["state"] for meter in shown["meters"]] == ["suspended"]
    (alert,) = shown["alerts"]
    assert (alert["kind"], alert["code"]) == ("progressive", "link_lost")
    assert [tile["alerts"] for tile in shown["tables"]] == [1]
    station.submit(c.ResumeProgressive, STATION, progressive_id="main-1")
    assert [meter["state"] for meter in floor(supervisor)["meters"]] == ["live"]
