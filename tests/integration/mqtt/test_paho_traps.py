"""Every known trap of the MQTT client library, each sprung on real brokers.

The numbers are those of the library study that chose it.
"""

import socket
import threading
import time

import pytest
from brokers import Peer, eventually, monotonic_ms
from journalled_driver import Journal, JournalledDriver
from message_samples import DRIVER, SHOE, TABLE, TOPICS
from paho.mqtt.enums import CallbackAPIVersion
from record_in_memory import RecordInMemory
from recording_station import RecordingStation
from tcp_proxy import TcpProxy

from dealer_station.messages.topics import EventKind
from dealer_station.mqtt.broker_url import BrokerUrl
from dealer_station.mqtt.outbox import OutboxFull
from dealer_station.mqtt.paho_client import build_client
from dealer_station.mqtt.session import MqttSession
from dealer_station.mqtt.session_events import (
    Connected,
    Disconnected,
    Incoming,
    Protocol,
    SessionSettings,
    Unreachable,
)

CARD = TOPICS.event(SHOE, EventKind.CARD)


@pytest.fixture
def station(shared_broker, unique):
    with Peer(shared_broker.station_url(), unique, CARD) as peer:
        yield peer.wait_ready()


@pytest.fixture
def driver(shared_broker, unique):
    with Peer(shared_broker.driver_url(TABLE, DRIVER), f"{unique}d") as peer:
        yield peer.wait_ready()


def test_01_exception_of_the_owner_does_not_stop_the_network(shared_broker, unique, driver):
    def fail(event):
        if isinstance(event, Incoming) and event.payload == b"bad":
            raise ValueError("owner's fault")

    with Peer(shared_broker.station_url(), unique, CARD, on_event=fail) as station:
        station.wait_ready()
        driver.say(CARD, b"bad")
        driver.say(CARD, b"good")
        eventually(lambda: b"good" in station.payloads())
        assert station.session.health().is_connected
        assert station.session.health().renewals == 0


# These two tests kill the library's thread on purpose.
kills_a_thread = pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")


@kills_a_thread
def test_01_dead_network_thread_is_noticed_and_replaced(shared_broker, unique, driver):
    """The client still calls itself connected; only silence tells."""
    with Peer(shared_broker.station_url(), unique, CARD, keepalive_s=1) as station:
        station.wait_ready()
        client = station.session._client

        def die(*_arguments, **_named):
            raise SystemExit

        client._loop = die
        station.say(TOPICS.view(TABLE), b"wakes the thread")
        eventually(lambda: client._thread is None, 5)
        assert client.is_connected()
        station.wait_for(Disconnected, timeout_s=5)
        station.wait_for(Connected, 2)
        station.wait_ready()
        assert station.session.health().renewals == 1
        driver.say(CARD, b"after")
        eventually(lambda: b"after" in station.payloads())


@kills_a_thread
def test_01_thread_that_dies_while_there_is_no_connection_is_noticed(shared_broker, unique):
    with TcpProxy(shared_broker.port) as proxy:
        url = proxy.url(shared_broker.station_url())
        with Peer(url, unique, keepalive_s=1, reconnect_after_s_max=0.1) as station:
            station.wait_ready()
            proxy.is_refusing = True
            client = station.session._client

            def die(*_arguments, **_named):
                raise SystemExit

            client.reconnect = die
            proxy.cut()
            eventually(lambda: client._thread is None, 5)
            proxy.is_refusing = False
            station.wait_for(Connected, 2, timeout_s=15)
            assert station.session.health().renewals == 1


def test_02_session_outlives_the_connection(shared_broker, unique, driver):
    with Peer(shared_broker.station_url(), unique, CARD) as station:
        station.wait_ready()
    driver.say(CARD, b"meanwhile")
    assert driver.session.flush(5)
    with Peer(shared_broker.station_url(), unique, CARD) as station:
        eventually(lambda: b"meanwhile" in station.payloads())
        assert station.of(Connected)[0].is_resumed


def test_03_what_is_published_while_offline_is_sent_once_and_confirmed(
    shared_broker, unique, station
):
    outcomes = []
    with TcpProxy(shared_broker.port) as proxy:
        proxy.is_refusing = True
        url = proxy.url(shared_broker.driver_url(TABLE, DRIVER))
        with Peer(url, f"{unique}d") as driver:
            for number in range(30):
                driver.say(CARD, str(number).encode(), on_done=outcomes.append)
            time.sleep(0.3)
            assert outcomes == []
            assert driver.session.health().waiting == 30
            proxy.is_refusing = False
            eventually(lambda: len(outcomes) == 30)
    assert outcomes == [True] * 30
    eventually(lambda: len(station.payloads()) >= 30)
    assert station.payloads() == [str(number).encode() for number in range(30)]


def test_04_full_outbox_raises(shared_broker, unique):
    with TcpProxy(shared_broker.port) as proxy:
        proxy.is_refusing = True
        url = proxy.url(shared_broker.driver_url(TABLE, DRIVER))
        with Peer(url, f"{unique}d", waiting_max=5) as driver:
            for _ in range(5):
                driver.say(CARD, b"x")
            with pytest.raises(OutboxFull):
                driver.say(CARD, b"one too many")
            proxy.is_refusing = False
            assert driver.session.flush(10)


def test_05_session_starts_without_a_broker_and_connects_when_there_is_one(shared_broker, unique):
    with socket.socket() as reserved:
        reserved.bind(("127.0.0.1", 0))
        port = reserved.getsockname()[1]
    start = shared_broker.station_url().rsplit(":", 1)[0]
    with Peer(f"{start}:{port}", unique) as peer:
        (unreachable,) = peer.wait_for(Unreachable)
        assert "refused" in unreachable.reason
        time.sleep(0.3)
        assert peer.events == [unreachable]
        with TcpProxy(shared_broker.port, port):
            peer.wait_for(Connected)


def test_06_slow_owner_holds_up_nothing(shared_broker, unique, driver):
    """A slow commit keeps acknowledgements back, never other traffic of the session."""
    with Peer(
        shared_broker.station_url(), unique, CARD, TOPICS.probe(unique), acknowledges=False
    ) as station:
        station.wait_ready()
        driver.say(CARD, b"slow")
        (slow,) = station.wait_for(Incoming)
        started = time.monotonic()
        for number in range(50):
            station.say(TOPICS.view(TABLE), str(number).encode())
        assert station.session.flush(5)
        assert time.monotonic() - started < 2
        station.session.acknowledge(slow)


def test_07_what_a_killed_process_had_not_sent_is_in_its_journal(own_broker, unique):
    """The library's memory dies with the process: nothing may stand there alone."""
    store, journal = RecordInMemory(), Journal()
    with (
        TcpProxy(own_broker.port) as proxy,
        RecordingStation(own_broker.station_url(), store, unique),
    ):
        url = proxy.url(own_broker.driver_url(TABLE, DRIVER))
        with JournalledDriver(url, journal, f"{unique}d") as driver:
            driver.peer.wait_ready()
            proxy.is_frozen = True
            for card in ("As", "Kd", "2c"):
                driver.draw(card)
        proxy.is_frozen = False
        assert len(journal.stored) == 3
        with JournalledDriver(url, journal, f"{unique}d"):
            eventually(lambda: store.events.get(SHOE) == journal.drawn)


def test_08_nothing_is_acknowledged_before_the_owner_says_so(shared_broker, unique, driver):
    with Peer(shared_broker.station_url(), unique, CARD, acknowledges=False) as station:
        station.wait_ready()
        driver.say(CARD, b"uncommitted")
        station.wait_for(Incoming)
        time.sleep(0.2)
    with Peer(shared_broker.station_url(), unique, CARD) as station:
        eventually(lambda: b"uncommitted" in station.payloads())


def test_09_publishing_from_everywhere_at_once_does_not_deadlock(
    shared_broker, unique, driver, station
):
    count = 50
    lock = threading.Lock()

    def again(is_delivered):
        assert is_delivered
        driver.say(CARD, b"from on_done")

    def many():
        for _ in range(count):
            with lock:  # an owner's lock around a publication
                driver.say(CARD, b"from a thread")

    threads = [threading.Thread(target=many) for _ in range(4)]
    for thread in threads:
        thread.start()
    for _ in range(20):
        driver.say(CARD, b"first", on_done=again)
    for thread in threads:
        thread.join(timeout=20)
        assert not thread.is_alive()
    eventually(lambda: len(station.payloads()) >= 4 * count + 40, 30)
    assert driver.session.flush(5)


def test_10_window_holds_also_after_a_reconnect(shared_broker, unique, station):
    with TcpProxy(shared_broker.port) as proxy:
        url = proxy.url(shared_broker.driver_url(TABLE, DRIVER))
        with Peer(url, f"{unique}d", keepalive_s=30) as driver:
            driver.wait_ready()
            proxy.is_frozen = True
            for number in range(200):
                driver.say(CARD, str(number).encode())
            for _ in range(2):
                eventually(lambda: driver.session.health().in_flight == 20)
                assert driver.session.health().waiting == 180
                assert len(driver.session._client._out_messages) == 20
                proxy.cut()
                time.sleep(0.3)
            proxy.is_frozen = False
            assert driver.session.flush(20)
    eventually(lambda: len(set(station.payloads())) == 200)
    assert list(dict.fromkeys(station.payloads())) == [str(n).encode() for n in range(200)]


@pytest.mark.parametrize("protocol", Protocol)
def test_11_callbacks_are_of_the_second_version(protocol):
    settings = SessionSettings(url=BrokerUrl("127.0.0.1", 1), client_id="x")
    client = build_client(settings, protocol, None, lambda _event: None)
    assert client.callback_api_version is CallbackAPIVersion.VERSION2
    assert client._manual_ack is True


def test_12_tls_files_are_read_before_any_thread(tmp_path):
    url = BrokerUrl.parse(f"mqtts://h?ca={tmp_path / 'missing.pem'}")
    before = threading.active_count()
    with pytest.raises(OSError, match="No such file"):
        MqttSession(
            SessionSettings(url=url, client_id="x"),
            deliver=lambda _event: None,
            monotonic_ms=monotonic_ms,
        )
    assert threading.active_count() == before
