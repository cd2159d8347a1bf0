"""The server as it runs: a slow screen, a stop under open screens, passwords beside commands."""

import asyncio
import base64
import json
import os
import socket
import statistics
import threading
import time
import uuid
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from api_builders import TABLE, Station, must, new_services, record_beside, send, sign_in
from people_builders import hire, people_on_sqlite
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

import dealer_station.api.live_hub as module
from dealer_station.clock import SystemClock
from dealer_station.table import commands as c
from dealer_station.table.roles import Actor, Role

DEALER = Actor("D-104", Role.DEALER)


@contextmanager
def live(station: Station, token: str) -> Iterator[ClientConnection]:
    url = station.url.replace("http://", "ws://") + f"/api/tables/{TABLE}/live"
    with connect(url, additional_headers={"Cookie": f"ds_session={token}"}) as socket_:
        yield socket_


@contextmanager
def screen_that_takes_nothing(station: Station, token: str) -> Iterator[socket.socket]:
    """A live connection with a small buffer whose owner has gone to sleep."""
    host, port = station.url.removeprefix("http://").split(":")
    with socket.socket() as raw:
        raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2_048)
        raw.settimeout(10)
        raw.connect((host, int(port)))
        key = base64.b64encode(os.urandom(16)).decode()
        raw.sendall(
            f"GET /api/tables/{TABLE}/live HTTP/1.1\r\nHost: {host}:{port}\r\n"
            f"Cookie: ds_session={token}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        assert raw.recv(12) == b"HTTP/1.1 101"
        yield raw


def commit_one(station: Station, number: int) -> int:
    """Change the table by one commit; returns the version."""
    return station.controller.submit(
        c.RecordDevice(
            command_id=str(uuid.uuid4()), issued_at=station.services.clock.now(), actor=DEALER,
            device_id="shoe-1", device_kind="card_shoe", device_state="ready", session=number,
        )
    ).version  # fmt: skip


def dropped(station: Station) -> float:
    value = station.services.metrics.registry.get_sample_value(
        "ds_screens_dropped_total", {"reason": "slow"}
    )
    return value or 0.0


def wait_for_version(socket_: ClientConnection, version: int) -> None:
    while True:
        message: dict[str, Any] = json.loads(socket_.recv(timeout=5))
        if message["type"] == "snapshot" and message["version"] >= version:
            return


@pytest.fixture
def token(station: Station) -> Iterator[str]:
    """The token of the dealer's session; his table is open."""
    with station.screen() as screen:
        sign_in(screen, Role.DEALER)
        must(send(screen, "open_table"))
        yield screen.cookies["ds_session"]


def test_a_screen_that_takes_nothing_is_dropped_and_holds_nobody_up(
    station: Station, token: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "SEND_TIMEOUT_S", 0.5)
    with screen_that_takes_nothing(station, token), live(station, token) as good:
        delays = []
        until = time.monotonic() + 60
        number = 0
        while not dropped(station) and time.monotonic() < until:
            number += 1
            began = time.monotonic()
            wait_for_version(good, commit_one(station, number))
            delays.append(time.monotonic() - began)
        assert dropped(station) == 1.0, f"not dropped after {number} snapshots"
        assert statistics.median(delays) < 0.2
        assert max(delays) < 2.0


def test_a_stop_under_open_screens_takes_seconds_and_ends_cleanly(tmp_path: Path) -> None:
    clock = SystemClock()
    with people_on_sqlite(tmp_path, clock) as people, record_beside(people, clock) as kept:
        hire(people, Role.DEALER)
        station = Station(new_services(people, clock, kept))
        running = ExitStack()
        running.enter_context(station.running())
        with running, station.screen() as screen:
            sign_in(screen, Role.DEALER)
            with live(station, screen.cookies["ds_session"]) as socket_:
                socket_.recv(timeout=5)
                assert len(station.controller._listeners) == 2, "its own line and the floor's"
                began = time.monotonic()
                running.close()
                assert time.monotonic() - began < 6
                assert closing_code(socket_) in {1001, 1012}
        assert station.controller._listeners == []


def closing_code(socket_: ClientConnection) -> int | None:
    """Take everything until the station closes; returns the code it closes with."""
    while True:
        try:
            socket_.recv(timeout=5)
        except ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd else None


def test_more_sign_ins_than_can_be_checked_are_turned_away_at_once(station: Station) -> None:
    async def sign_in_many() -> list[httpx.Response]:
        limits = httpx.Limits(max_connections=100)
        async with httpx.AsyncClient(base_url=station.url, timeout=30, limits=limits) as client:
            body = {"person": "X-1", "password": "guess"}
            return await asyncio.gather(
                *(client.post("/api/session", json=body) for _ in range(90))
            )

    answers = asyncio.run(sign_in_many())
    busy = [answer for answer in answers if answer.status_code == 503]
    assert busy
    assert {answer.json()["code"] for answer in busy} == {"sign_in_busy"}
    assert {answer.status_code for answer in answers} <= {401, 429, 503}
    with station.screen() as screen:
        sign_in(screen, Role.DEALER)


def test_commands_do_not_wait_for_passwords(station: Station, token: str) -> None:
    """Twenty people (or an attacker) signing in at once leave the tables their threads."""
    stop = threading.Event()

    def guess(number: int) -> None:
        with station.screen() as screen:
            while not stop.is_set():
                body = {"person": f"X-{number}", "password": "guess"}
                screen.post("/api/session", json=body)

    guessers = [threading.Thread(target=guess, args=(number,)) for number in range(20)]
    for guesser in guessers:
        guesser.start()
    delays = []
    try:
        time.sleep(0.3)
        headers = {"Cookie": f"ds_session={token}"}
        with httpx.Client(base_url=station.url, headers=headers, timeout=10) as dealer:
            for _ in range(30):
                body = {"command_id": str(uuid.uuid4()), "command": "call_supervisor"}
                began = time.monotonic()
                must(dealer.post(f"/api/tables/{TABLE}/commands", json=body))
                delays.append(time.monotonic() - began)
    finally:
        stop.set()
        for guesser in guessers:
            guesser.join()
    assert statistics.median(delays) < 0.5
    assert max(delays) < 3.0
