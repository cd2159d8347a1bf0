import json
import threading
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from decimal import Decimal
from typing import Any

import httpx
import pytest
from api_builders import TABLE, Station, must, send, sign_in
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from dealer_station.clock import VirtualClock
from dealer_station.controller.table_controller import TableController
from dealer_station.event_log.station_registry import station_registry
from dealer_station.people.people import People
from dealer_station.table import commands as c
from dealer_station.table.role_view import TableFacts
from dealer_station.table.roles import Actor, Role


@contextmanager
def live(
    station: Station, token: str | None, *, table: str = TABLE, origin: str | None = None
) -> Iterator[ClientConnection]:
    """Follow a table live with a session's token."""
    url = station.url.replace("http://", "ws://") + f"/api/tables/{table}/live"
    headers = {"Cookie": f"ds_session={token}"} if token else {}
    with connect(
        url,
        additional_headers=headers,
        origin=origin,
        open_timeout=5,
        close_timeout=2,  # type: ignore[arg-type] # any text
    ) as socket:
        yield socket


def receive(socket: ClientConnection) -> dict[str, Any]:
    message: dict[str, Any] = json.loads(socket.recv(timeout=5))
    return message


def next_snapshot(socket: ClientConnection) -> dict[str, Any]:
    while (message := receive(socket))["type"] != "snapshot":
        pass
    return message


def closing_code(socket: ClientConnection) -> int | None:
    """Take everything until the station closes; returns the code it closes with."""
    until = time.monotonic() + 8
    while time.monotonic() < until:
        try:
            socket.recv(timeout=8)
        except ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd else None
    return None


def gauge(station: Station, role: str) -> float:
    value = station.services.metrics.registry.get_sample_value(
        "ds_live_screens", {"table": TABLE, "role": role}
    )
    return value or 0.0


@pytest.fixture
def token(client: httpx.Client) -> str:
    """The token of the dealer's session."""
    sign_in(client, Role.DEALER)
    return client.cookies["ds_session"]


def test_the_whole_table_comes_at_once(station: Station, client: httpx.Client, token: str) -> None:
    with live(station, token) as socket:
        message = receive(socket)
    assert message["type"] == "snapshot"
    assert message["version"] == message["view"]["version"] == 0
    assert message["view"] == client.get(f"/api/tables/{TABLE}").json()["view"]


def test_a_snapshot_comes_after_each_commit(
    station: Station, client: httpx.Client, token: str
) -> None:
    with live(station, token) as socket:
        assert receive(socket)["version"] == 0
        must(send(client, "open_table"))
        assert next_snapshot(socket)["view"]["is_open"]
        accepted = must(send(client, "open_betting"))
        message = next_snapshot(socket)
        assert message["version"] == accepted["version"]
        assert message["view"]["phase"] == "betting"


def other_table(station: Station) -> TableController:
    """Open a table that plays for the same progressive, at the same station."""
    first = station.controller
    setup = replace(first._setup, facts=TableFacts("CS-9", "Caribbean Stud 9", "USD"))
    other = TableController(setup, first._record, station_registry(), first._progressives)
    send_to(other, c.OpenTable, table_id="CS-9", seats=(1,))
    return other


def send_to(table: TableController, kind: type[c.Command], **fields: Any) -> None:
    command = kind(
        command_id=str(uuid.uuid4()), issued_at=1, actor=Actor("d", Role.DEALER), **fields
    )
    assert table.submit(command).refusal is None


def test_a_meter_that_another_table_has_moved_is_shown_at_once(
    station: Station, client: httpx.Client, token: str
) -> None:
    must(send(client, "open_table"))
    other = other_table(station)
    send_to(other, c.OpenBetting)
    send_to(other, c.PlaceWager, seat=1, spot="ante", amount=Decimal(10))
    send_to(other, c.PlaceWager, seat=1, spot="progressive")
    with live(station, token) as socket:
        before = receive(socket)
        assert before["view"]["meters"] == {"main": "10000.00"}
        send_to(other, c.CloseBetting)
        after = next_snapshot(socket)
    assert after["view"]["meters"] == {"main": "10000.70"}
    assert after["version"] == before["version"] == station.controller.version


def test_a_refusal_sends_nothing(station: Station, client: httpx.Client, token: str) -> None:
    with live(station, token) as socket:
        receive(socket)
        assert send(client, "close_betting").status_code == 409
        assert receive(socket)["type"] == "heartbeat"


def test_a_heartbeat_comes_every_second_with_the_stations_time(
    station: Station, token: str, clock: VirtualClock
) -> None:
    with live(station, token) as socket:
        receive(socket)
        began = time.monotonic()
        beats = [receive(socket) for _ in range(3)]
        took = time.monotonic() - began
    assert beats == [{"type": "heartbeat", "now": clock.now()}] * 3
    assert 2.5 < took < 4.5


def test_a_later_screen_gets_the_time_of_now(
    station: Station, token: str, clock: VirtualClock
) -> None:
    with live(station, token) as first:
        receive(first)
        clock.advance(10_000)
        with live(station, token) as second:
            assert receive(second)["view"]["now"] == clock.now()


def test_each_role_gets_its_own_snapshot(
    station: Station, client: httpx.Client, token: str
) -> None:
    must(send(client, "open_table"))
    must(send(client, "open_betting"))
    must(send(client, "place_wager", seat=1, spot="ante", amount="10.00"))
    must(send(client, "close_betting"))
    with station.screen() as other:
        sign_in(other, Role.AUDITOR)
        with live(station, token) as dealer, live(station, other.cookies["ds_session"]) as auditor:
            station.deal()
            version = station.controller.version
            for socket, role in ((dealer, Role.DEALER), (auditor, Role.AUDITOR)):
                while (message := next_snapshot(socket))["version"] < version:
                    pass
                expected = station.controller.view(role, message["view"]["now"])
                assert message["view"] == json.loads(json.dumps(expected))
                assert message["view"]["cards"]["dealer"].count("##") == 4
            assert (gauge(station, "dealer"), gauge(station, "auditor")) == (1.0, 1.0)


def test_a_snapshot_is_made_once_for_all_screens_of_a_role(
    station: Station, client: httpx.Client, token: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[Role] = []
    view = station.controller.view

    def spy(role: Role, now: int) -> Any:
        made.append(role)
        return view(role, now)

    with live(station, token) as a, live(station, token) as b, live(station, token) as c:
        for socket in (a, b, c):
            receive(socket)
        body = {"command_id": "018f2f60-0000-7000-8000-000000000001", "command": "open_table"}
        monkeypatch.setattr(station.controller, "view", spy)
        must(client.post(f"/api/tables/{TABLE}/commands", json=body))
        texts = {json.dumps(next_snapshot(socket)) for socket in (a, b, c)}
    assert len(texts) == 1
    assert made == [Role.DEALER]


@pytest.mark.parametrize("brought", [None, "guess"])
def test_without_a_session_the_screen_must_sign_in_again(
    station: Station, client: httpx.Client, brought: str | None
) -> None:
    with live(station, brought) as socket:
        assert closing_code(socket) == 4401


def test_a_table_of_another_station_is_told(station: Station, token: str) -> None:
    with live(station, token, table="CS-9") as socket:
        assert closing_code(socket) == 4404


@pytest.mark.parametrize("origin", ["https://evil.example", "null"])
def test_a_foreign_page_gets_no_connection(station: Station, token: str, origin: str) -> None:
    with pytest.raises(InvalidStatus) as refused, live(station, token, origin=origin):
        pass
    assert refused.value.response.status_code == 403


def test_the_stations_own_page_gets_one(station: Station, token: str) -> None:
    with live(station, token, origin=station.url) as socket:
        assert receive(socket)["type"] == "snapshot"


def end_by_sign_out(client: httpx.Client, people: People, clock: VirtualClock) -> None:
    client.delete("/api/session")


def end_by_revocation(client: httpx.Client, people: People, clock: VirtualClock) -> None:
    people.sessions.revoke("D-104", by="M-301")


def end_by_leaving(client: httpx.Client, people: People, clock: VirtualClock) -> None:
    people.accounts.disable("D-104", by="M-301")


def end_by_idling(client: httpx.Client, people: People, clock: VirtualClock) -> None:
    clock.advance(900_000)


def end_by_another_role(client: httpx.Client, people: People, clock: VirtualClock) -> None:
    people.accounts.set_role("D-104", Role.AUDITOR, by="M-301")


@pytest.mark.parametrize(
    "end",
    [end_by_sign_out, end_by_revocation, end_by_leaving, end_by_idling, end_by_another_role],
)
def test_the_connection_ends_with_the_session(
    station: Station,
    client: httpx.Client,
    token: str,
    people: People,
    clock: VirtualClock,
    end: Any,
) -> None:
    with live(station, token) as socket:
        receive(socket)
        end(client, people, clock)
        began = time.monotonic()
        assert closing_code(socket) == 4401
        assert time.monotonic() - began < 3


def test_a_screen_that_goes_is_forgotten(station: Station, token: str) -> None:
    with live(station, token) as socket:
        receive(socket)
        assert gauge(station, "dealer") == 1.0
    until = time.monotonic() + 3
    while gauge(station, "dealer") and time.monotonic() < until:
        time.sleep(0.02)
    assert gauge(station, "dealer") == 0.0


def test_what_a_screen_sends_is_taken_and_ignored(station: Station, token: str) -> None:
    with live(station, token) as socket:
        for text in ("", "{}", "\0", "x" * 4_000):
            socket.send(text)
        socket.send(b"\xff")
        assert receive(socket)["type"] == "snapshot"
        assert receive(socket)["type"] == "heartbeat"


def test_a_flood_from_a_screen_ends_its_connection_only(station: Station, token: str) -> None:
    with live(station, token) as good:
        receive(good)
        with live(station, token) as bad:
            bad.send("x" * 10_000)
            assert closing_code(bad) == 1009
        assert receive(good)["type"] == "heartbeat"


def test_commits_faster_than_a_screen_reads_end_in_the_newest_snapshot(
    station: Station, client: httpx.Client, token: str
) -> None:
    must(send(client, "open_table"))
    with live(station, token) as socket:
        for command in ("call_supervisor", "open_betting"):
            must(send(client, command))
        for amount in range(30):
            seat = 1 + amount % 7
            must(send(client, "place_wager", seat=seat, spot="ante", amount="10.00"))
        while (message := next_snapshot(socket))["version"] < station.controller.version:
            pass
    assert message["view"]["stakes"]["1"]["ante"] == "50.00"


def test_a_faulty_session_check_ends_nothing_and_is_tried_again(
    station: Station, people: People, token: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried = threading.Event()

    def fail(_ids: object) -> dict[str, Role]:
        tried.set()
        raise OSError("database is locked")

    with live(station, token) as socket:
        receive(socket)
        with monkeypatch.context() as patch:
            patch.setattr(
                "dealer_station.people.sessions.Sessions.still_open", lambda _, i: fail(i)
            )
            assert tried.wait(5)
            assert receive(socket)["type"] == "heartbeat"
        people.sessions.revoke("D-104", by="M-301")
        assert closing_code(socket) == 4401
