"""The live line of browser signs: the very bytes of MQTT, fresh ones only, and not too many."""

import socket
import threading
import time
from contextlib import ExitStack
from decimal import Decimal

import pytest
from api_builders import KeptRecord, Station, new_services, serving
from brokers import eventually
from signage_builders import PROGRESSIVE, PUBLIC, Signed, next_text, sign
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection

import dealer_station.api.signage.live as module
from dealer_station.api.app import create_app
from dealer_station.clock import SystemClock
from dealer_station.messages.meter_display import METER_EVERY_MS, Meter
from dealer_station.messages.meter_signature import check
from dealer_station.people.people import People
from dealer_station.settings import SignageSettings
from dealer_station.table import commands as c
from dealer_station.table.roles import Actor, Role

DEALER = Actor("D-104", Role.DEALER)


def closing_code(line: ClientConnection) -> int | None:
    """Take everything until the station closes; returns the code it closes with."""
    until = time.monotonic() + 8
    while time.monotonic() < until:
        try:
            line.recv(timeout=8)
        except ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd else None
    return None


def metric(signed: Signed, name: str, **labels: str) -> float:
    return signed.services.metrics.registry.get_sample_value(name, labels) or 0.0


def connected(signed: Signed) -> float:
    return metric(signed, "ds_live_signs", progressive=PROGRESSIVE)


def test_a_sign_gets_the_very_payload_that_goes_out_by_mqtt(
    station: Station, signed: Signed
) -> None:
    with sign(station) as line:
        texts = [next_text(line) for _ in range(3)]
    payloads = [meter.to_bytes().decode() for meter in signed.said]
    assert texts == [text for text in payloads if text in texts]
    for text in texts:
        meter = Meter.from_bytes(text.encode())
        check(meter, PUBLIC)
        assert text.startswith(meter.signed_bytes().decode()[:-1])
    sequences = [Meter.from_bytes(text.encode()).sequence for text in texts]
    assert sequences == list(range(sequences[0], sequences[0] + 3))


def test_a_sign_that_comes_gets_no_meter_from_before(station: Station, signed: Signed) -> None:
    eventually(lambda: len(signed.said) >= 2)
    before = signed.said[-1].sequence
    with sign(station) as line:
        began = time.monotonic()
        first = Meter.from_bytes(next_text(line).encode())
        assert time.monotonic() - began < 3 * METER_EVERY_MS / 1000
    assert first.sequence > before


def test_a_commit_comes_at_once(station: Station) -> None:
    station.submit(c.OpenTable, DEALER, table_id="CS-2", seats=(1, 2))
    station.submit(c.OpenBetting, DEALER)
    station.submit(c.PlaceWager, DEALER, seat=1, spot="ante", amount=Decimal(10))
    station.submit(c.PlaceWager, DEALER, seat=1, spot="progressive")
    with sign(station) as line:
        next_text(line)
        station.submit(c.CloseBetting, DEALER)
        until = time.monotonic() + 5
        while (meter := Meter.from_bytes(next_text(line).encode())).levels[
            0
        ].amount_minor == 10_000_00:
            assert time.monotonic() < until
    assert meter.levels[0].amount_minor == 10_000_70


def test_an_unknown_progressive_is_told(station: Station) -> None:
    with sign(station, "other") as line:
        assert closing_code(line) == 4404


@pytest.mark.parametrize("origin", ["https://evil.example", "null"])
def test_a_foreign_page_gets_no_connection(station: Station, origin: str) -> None:
    with pytest.raises(InvalidStatus), sign(station, origin=origin):
        pass


def test_the_stations_own_page_gets_one(station: Station) -> None:
    with sign(station, origin=station.url) as line:
        assert next_text(line)


def test_one_sign_too_many_is_turned_away_until_one_has_gone(
    people: People, kept: KeptRecord
) -> None:
    clock = SystemClock()
    services = new_services(people, clock, kept)
    few = services.settings.model_copy(update={"signage": SignageSettings(connections_max=2)})
    object.__setattr__(services, "settings", few)
    signed = Signed(services, clock)
    station = Station(signed.services)
    with signed.feed.running(), station.running(), ExitStack() as stack:
        first, second = (stack.enter_context(sign(station)) for _ in range(2))
        assert next_text(first)
        assert next_text(second)
        with sign(station) as third:
            assert closing_code(third) == 1013
        assert metric(signed, "ds_signs_refused_total") == 1
        assert connected(signed) == 2
        first.close()
        eventually(lambda: connected(signed) == 1)
        with sign(station) as fourth:
            assert next_text(fourth)


def test_a_sign_that_goes_is_forgotten(station: Station, signed: Signed) -> None:
    with sign(station) as line:
        next_text(line)
        assert connected(signed) == 1
    eventually(lambda: connected(signed) == 0)


def test_what_a_sign_sends_is_taken_and_ignored(station: Station) -> None:
    with sign(station) as line:
        for text in ("", "{}", "\0", "x" * 4_000):
            line.send(text)
        line.send(b"\xff")
        assert next_text(line)
        assert next_text(line)


def test_a_sign_that_takes_nothing_is_dropped_and_holds_nobody_up(
    station: Station, signed: Signed, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "SEND_TIMEOUT_S", 0.5)
    host, port = station.url.removeprefix("http://").split(":")
    with socket.socket() as asleep, sign(station) as good:
        asleep.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2_048)
        asleep.settimeout(10)
        asleep.connect((host, int(port)))
        asleep.sendall(
            f"GET /api/signage/{PROGRESSIVE}/live HTTP/1.1\r\nHost: {host}:{port}\r\n"
            "Connection: Upgrade\r\nUpgrade: websocket\r\n"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
            .encode()
        )  # fmt: skip
        assert asleep.recv(12) == b"HTTP/1.1 101"
        eventually(lambda: connected(signed) == 2)
        is_over = threading.Event()
        flood = threading.Thread(target=_flood, args=(signed, is_over))
        flood.start()
        try:
            until = time.monotonic() + 60
            while metric(signed, "ds_screens_dropped_total", reason="slow") < 1:
                assert time.monotonic() < until, "not dropped"
                assert next_text(good)
        finally:
            is_over.set()
            flood.join()
        eventually(lambda: connected(signed) == 1)


def _flood(signed: Signed, is_over: threading.Event) -> None:
    """Say meters much faster than any station does."""
    (listener,) = [each for each in signed.feed._listeners if each != signed.said.append]
    while not is_over.wait(0.001):
        listener(signed.said[-1])


def test_a_stop_under_open_signs_takes_seconds_and_follows_nothing_more(signed: Signed) -> None:
    running = ExitStack()
    running.enter_context(signed.feed.running())
    with running, ExitStack() as serving_now:
        station = Station(signed.services)
        station.url = serving_now.enter_context(serving(create_app(signed.services)))
        with sign(station) as line:
            next_text(line)
            assert len(signed.feed._listeners) == 2
            began = time.monotonic()
            serving_now.close()
            assert time.monotonic() - began < 6
            assert closing_code(line) in {1001, 1012}
        assert len(signed.feed._listeners) == 1
