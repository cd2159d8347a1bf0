"""Who may ask what of the console: every endpoint and every role, along the table of rights."""

import httpx
import pytest
from api_builders import METER, TABLE, Station, code_of, must, send, sign_in
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from dealer_station.people.people import People
from dealer_station.people.rights import RIGHTS, Right
from dealer_station.table.roles import Role

PERSONS = (Role.DEALER, Role.SUPERVISOR, Role.MANAGER, Role.TECHNICIAN, Role.AUDITOR, Role.PLATFORM)
ENDPOINTS = {
    "/api/floor": Right.VIEW_FLOOR,
    f"/api/tables/{TABLE}/rounds": Right.VIEW_ROUNDS,
    f"/api/tables/{TABLE}/rounds/1": Right.VIEW_ROUNDS,
    "/api/progressives": Right.VIEW_METERS,
    f"/api/progressives/{METER}/movements": Right.VIEW_ROUNDS,
    "/api/devices": Right.VIEW_DEVICES,
    "/api/log": Right.SEARCH_LOG,
    f"/api/tables/{TABLE}/seats/1/history": Right.VIEW_ROUNDS,
}
WITHOUT_AN_ANSWER = {f"/api/tables/{TABLE}/seats/1/history": (404, "not_found")}
"""What the table has not, a game against the house: who may ask is told so."""


@pytest.fixture
def playing(client: httpx.Client) -> httpx.Client:
    """A table with a round; somebody else may sign in on the screen."""
    sign_in(client, Role.DEALER)
    must(send(client, "open_table"))
    must(send(client, "open_betting"))
    client.delete("/api/session")
    return client


@pytest.mark.parametrize("role", PERSONS)
def test_exactly_the_roles_of_the_table_get_an_answer(
    playing: httpx.Client, people: People, role: Role, subtests: pytest.Subtests
) -> None:
    sign_in(playing, role)
    for path, right in ENDPOINTS.items():
        with subtests.test(path):
            answer = playing.get(path)
            if role in RIGHTS[right] and path in WITHOUT_AN_ANSWER:
                assert (answer.status_code, code_of(answer)) == WITHOUT_AN_ANSWER[path]
                continue
            if role in RIGHTS[right]:
                assert answer.status_code == 200, answer.text
                continue
            assert (answer.status_code, code_of(answer)) == (403, "right_missing")
            assert answer.json()["facts"]["right"] == right.value
            entry = people.journal.read(limit=1)[0]
            assert (entry.kind.value, entry.facts["act"]) == ("right_refused", path)


def test_nobody_gets_an_answer_without_a_session(
    playing: httpx.Client, subtests: pytest.Subtests
) -> None:
    for path in ENDPOINTS:
        with subtests.test(path):
            answer = playing.get(path)
            assert (answer.status_code, code_of(answer)) == (401, "signed_out")


def test_every_endpoint_of_the_console_is_in_this_test(client: httpx.Client) -> None:
    asked = {
        path.replace(TABLE, "{table_id}").replace("rounds/1", "rounds/{number}")
        .replace("seats/1", "seats/{seat}").replace(METER, "{progressive_id}")
        for path in ENDPOINTS
    }  # fmt: skip
    document = client.get("/api/openapi.json").json()
    with_session = {
        path
        for path, operations in document["paths"].items()
        if "get" in operations and {"session": []} in operations["get"].get("security", [])
    }
    table = "/api/tables/{table_id}"
    bettors = {f"{table}/bettors", f"{table}/bettors/{{number}}"}
    bettors.add(f"{table}/rounds/{{number}}/bettors/{{bettor}}")
    elsewhere = {"/api/session", "/api/tables", table, *bettors}
    assert with_session - elsewhere == asked


@pytest.mark.parametrize("role", [*PERSONS, None])
def test_the_live_floor_is_for_those_who_may_see_it(
    station: Station, client: httpx.Client, role: Role | None
) -> None:
    if role is not None:
        sign_in(client, role)
    token = client.cookies.get("ds_session", "none")
    url = station.url.replace("http://", "ws://") + "/api/floor/live"
    with connect(url, additional_headers={"Cookie": f"ds_session={token}"}) as socket:
        if role in RIGHTS[Right.VIEW_FLOOR]:
            assert '"snapshot"' in str(socket.recv(timeout=5))
            return
        with pytest.raises(ConnectionClosed) as closed:
            socket.recv(timeout=5)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == (4401 if role is None else 4403)
