import asyncio
import socket
import uuid
from typing import Any

import httpx
from api_builders import TABLE, KeptRecord, Station, new_services, sign_in
from starlette.types import Message, Receive, Scope, Send

from dealer_station.api.middleware import SECURITY_HEADERS, BodyLimit, SecurityHeaders
from dealer_station.clock import VirtualClock
from dealer_station.people.people import People
from dealer_station.settings import HttpSettings
from dealer_station.table.roles import Role


def test_every_answer_carries_the_security_headers(client: httpx.Client) -> None:
    for path in ("/api/tables", "/api/problems", "/health", "/metrics", "/x", "/api/openapi.json"):
        answer = client.get(path)
        for name, value in SECURITY_HEADERS.items():
            assert answer.headers[name] == value, (path, name)
        assert "server" not in answer.headers
        if path.startswith("/api"):
            assert answer.headers["cache-control"] == "no-store"


def test_a_page_with_its_own_policy_keeps_it() -> None:
    async def page(_scope: Scope, _receive: Receive, send: Send) -> None:
        headers = [(b"content-security-policy", b"default-src 'self'")]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": b""})

    async def ask() -> list[Message]:
        sent: list[Message] = []

        async def send(message: Message) -> None:
            sent.append(message)

        async def receive() -> Message:
            return {"type": "http.request", "body": b"", "more_body": False}

        scope = {"type": "http", "path": "/dealer", "method": "GET", "headers": []}
        await SecurityHeaders(page)(scope, receive, send)
        return sent

    headers = dict(asyncio.run(ask())[0]["headers"])
    assert headers[b"content-security-policy"] == b"default-src 'self'"
    assert headers[b"x-frame-options"] == b"DENY"


ORIGINS: list[tuple[dict[str, str], bool]] = [
    ({}, True),
    ({"Origin": "{own}"}, True),
    ({"Origin": "https://tables.example"}, True),
    ({"Origin": "HTTPS://TABLES.EXAMPLE"}, True),
    ({"Origin": "https://evil.example"}, False),
    ({"Origin": "https://tables.example.evil.example"}, False),
    ({"Origin": "http://tables.example:81"}, False),
    ({"Origin": "null"}, False),
    ({"Origin": ""}, False),
    ({"Sec-Fetch-Site": "same-origin"}, True),
    ({"Sec-Fetch-Site": "none"}, True),
    ({"Sec-Fetch-Site": "cross-site"}, False),
    ({"Sec-Fetch-Site": "same-site"}, False),
]


def test_foreign_pages_cannot_change_anything(
    people: People, clock: VirtualClock, kept: KeptRecord
) -> None:
    http = HttpSettings(origins=("https://tables.example/",))
    station = Station(new_services(people, clock, kept, http=http))
    with station.running() as url, station.screen() as screen:
        for headers, is_allowed in ORIGINS:
            filled = {name: value.format(own=url) for name, value in headers.items()}
            answer = screen.delete("/api/session", headers=filled)
            assert answer.status_code == (204 if is_allowed else 403), headers
            if not is_allowed:
                assert answer.json()["code"] == "foreign_origin"
            assert screen.get("/api/problems", headers=filled).status_code == 200


def test_every_changing_method_is_guarded(client: httpx.Client) -> None:
    for method in ("POST", "PUT", "PATCH", "DELETE"):
        answer = client.request(method, "/api/session", headers={"Origin": "https://evil.example"})
        assert (answer.status_code, answer.json()["code"]) == (403, "foreign_origin"), method


def test_a_large_body_is_refused_without_taking_it_in(
    people: People, clock: VirtualClock, kept: KeptRecord
) -> None:
    station = Station(new_services(people, clock, kept, http=HttpSettings(body_bytes_max=2_048)))
    url = f"/api/tables/{TABLE}/commands"
    with station.running(), station.screen() as screen:
        sign_in(screen, Role.DEALER)
        told = screen.post(url, content=b"x" * 2_049)
        assert (told.status_code, told.json()["code"]) == (413, "too_large")
        chunks = screen.post(url, content=iter([b"x" * 1_024] * 3))
        assert (chunks.status_code, chunks.json()["code"]) == (413, "too_large")
        body = {"command_id": str(uuid.uuid4()), "command": "open_table"}
        assert screen.post(url, json=body).status_code == 200


def test_a_body_that_never_ends_is_given_up() -> None:
    async def ask() -> list[Message]:
        sent: list[Message] = []

        async def send(message: Message) -> None:
            sent.append(message)

        async def receive() -> Message:
            await asyncio.sleep(60)
            raise AssertionError

        async def app(*_args: Any) -> None:
            raise AssertionError("the endpoint must not be reached")

        scope = {"type": "http", "path": "/", "method": "POST", "headers": []}
        await BodyLimit(app, bytes_max=100, seconds=0.05)(scope, receive, send)
        return sent

    assert asyncio.run(ask())[0]["status"] == 408


def test_what_is_not_there_is_told_in_the_same_shape(client: httpx.Client) -> None:
    for method, path, status, code in (
        ("GET", "/nothing", 404, "not_found"),
        ("GET", "/api/nothing", 404, "not_found"),
        ("GET", "/docs", 404, "not_found"),
        ("PUT", "/api/session", 405, "method_not_allowed"),
        ("POST", "/api/tables", 405, "method_not_allowed"),
    ):
        answer = client.request(method, path)
        assert (answer.status_code, answer.json()["code"]) == (status, code), path
        assert answer.headers["content-type"] == "application/problem+json"
    assert client.put("/api/session").headers["allow"] == "DELETE, GET, POST"


def test_answers_are_timed_by_route_and_not_by_path(client: httpx.Client, station: Station) -> None:
    sign_in(client, Role.DEALER)
    client.get(f"/api/tables/{TABLE}")
    for number in range(3):
        client.get(f"/nothing/{number}")
    text = station.services.metrics.render()[0].decode()
    timed = 'ds_http_seconds_count{method="GET",route="'
    assert f'{timed}/api/tables/{{table_id}}",status="200"}} 1.0' in text
    assert f'{timed}unmatched",status="404"}} 3.0' in text
    assert "/nothing" not in text


def test_an_invented_method_makes_no_label(client: httpx.Client, station: Station) -> None:
    host, port = station.url.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port)), timeout=5) as raw:
        raw.sendall(b"BREW /api/tables HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        answer = raw.makefile("rb").read()
    assert answer.startswith(b"HTTP/1.1 4")
    assert "BREW" not in station.services.metrics.render()[0].decode()
