"""One session against real brokers: protocol, order, sessions, wills, rights, silence."""

import os
import signal
import time

import pytest
from brokers import OTHER_SHOE, Peer, eventually
from message_samples import DRIVER, SHOE, TABLE, TOPICS
from tcp_proxy import TcpProxy

from dealer_station.messages.topics import EventKind
from dealer_station.mqtt.broker_config import BrokerKind
from dealer_station.mqtt.outbox import Outgoing
from dealer_station.mqtt.session import SessionStopped
from dealer_station.mqtt.session_events import (
    Connected,
    ConnectRefused,
    Disconnected,
    Incoming,
    Protocol,
    PublishRefused,
    SubscriptionRefused,
    Will,
)

CARD = TOPICS.event(SHOE, EventKind.CARD)
HEAD = TOPICS.head(SHOE)
DRIVER_STATE = TOPICS.driver_state(TABLE, DRIVER)


def numbered(count):
    return [str(number).encode() for number in range(count)]


def test_mqtt_5_is_tried_first_and_3_1_1_is_enough(shared_broker, unique):
    with Peer(shared_broker.station_url(), unique) as peer:
        (connected,) = peer.wait_for(Connected)
        expected = (
            Protocol.MQTT_5 if shared_broker.kind is BrokerKind.MOSQUITTO else Protocol.MQTT_3_1_1
        )
        assert connected.protocol == expected
        assert peer.session.health().protocol == expected
        assert peer.of(ConnectRefused) == []
        assert peer.session.health().renewals == 0


def test_messages_arrive_in_order(shared_broker, unique):
    with (
        Peer(shared_broker.station_url(), unique, CARD) as station,
        Peer(shared_broker.driver_url(TABLE, DRIVER), f"{unique}d") as driver,
    ):
        station.wait_ready()
        for payload in numbered(300):
            driver.say(CARD, payload)
        station.wait_for(Incoming, 300)
        assert station.payloads() == numbered(300)
        assert driver.session.flush(5)


def test_messages_wait_for_a_station_that_was_away(shared_broker, unique):
    """The session outlives connection and process: MQTT 5 keeps it only because it is told how
    long."""
    with Peer(shared_broker.station_url(), unique, CARD) as station:
        station.wait_ready()
    with Peer(shared_broker.driver_url(TABLE, DRIVER), f"{unique}d") as driver:
        for payload in numbered(50):
            driver.say(CARD, payload)
        assert driver.session.flush(10)
    with Peer(shared_broker.station_url(), unique, CARD) as station:
        station.wait_for(Incoming, 50)
        assert station.of(Connected)[0].is_resumed
        assert station.payloads() == numbered(50)


def test_session_without_expiry_keeps_nothing(shared_broker, unique):
    with Peer(shared_broker.station_url(), unique, CARD, session_expiry_s=0) as station:
        station.wait_ready()
    with Peer(shared_broker.driver_url(TABLE, DRIVER), f"{unique}d") as driver:
        driver.say(CARD, b"while away")
        assert driver.session.flush(10)
        with Peer(shared_broker.station_url(), unique, CARD, session_expiry_s=0) as station:
            station.wait_ready()
            assert not station.of(Connected)[0].is_resumed
            driver.say(CARD, b"while here")
            station.wait_for(Incoming)
            assert station.payloads() == [b"while here"]


def test_what_was_not_acknowledged_comes_again(shared_broker, unique):
    """Manual acknowledgement: a crash between receipt and commit loses nothing."""
    url = shared_broker.station_url()
    with (
        Peer(url, unique, CARD, acknowledges=False) as station,
        Peer(shared_broker.driver_url(TABLE, DRIVER), f"{unique}d") as driver,
    ):
        station.wait_ready()
        for payload in numbered(10):
            driver.say(CARD, payload)
        received = station.wait_for(Incoming, 10)
        for message in received[:4]:
            station.session.acknowledge(message)
        time.sleep(0.3)
    with Peer(url, unique, CARD) as station:
        station.wait_for(Incoming, 6)
        time.sleep(0.2)
        assert station.payloads() == numbered(10)[4:]


def test_acknowledgement_of_a_former_connection_is_ignored(shared_broker, unique):
    """Message ids start anew: an old one could acknowledge somebody else's message."""
    with (
        TcpProxy(shared_broker.port) as proxy,
        Peer(proxy.url(shared_broker.station_url()), unique, CARD, acknowledges=False) as station,
        Peer(shared_broker.driver_url(TABLE, DRIVER), f"{unique}d") as driver,
    ):
        station.wait_ready()
        driver.say(CARD, b"1")
        (first,) = station.wait_for(Incoming)
        proxy.cut()
        station.wait_for(Connected, 2)
        again = station.wait_for(Incoming, 2)[1]
        assert again.payload == b"1"
        assert again.connection != first.connection
        station.session.acknowledge(first)
        time.sleep(0.2)
        proxy.cut()
        third = station.wait_for(Incoming, 3)[2]
        assert third.payload == b"1"


def test_state_that_found_the_window_full_is_there_for_the_asking(shared_broker, unique):
    """NATS brings it as a repeat, seconds later, though it never came; the newest is retained."""
    with (
        Peer(
            shared_broker.station_url(), unique, CARD, DRIVER_STATE, acknowledges=False
        ) as station,
        Peer(shared_broker.driver_url(TABLE, DRIVER), f"{unique}d") as driver,
    ):
        station.wait_ready()
        for payload in numbered(25):
            driver.say(CARD, payload)
        station.wait_for(Incoming, 20)
        lost = f"lost {unique}".encode()
        driver.say(DRIVER_STATE, lost, retain=True)
        assert driver.session.flush(5)
        for message in station.of(Incoming):
            station.session.acknowledge(message)
        eventually(lambda: lost in station.payloads())
        (late,) = [m for m in station.of(Incoming) if m.payload == lost]
        assert late.duplicate == (shared_broker.kind is BrokerKind.NATS)
        station.session.ask_anew(DRIVER_STATE)
        eventually(lambda: station.payloads().count(lost) == 2)
        newest = station.of(Incoming)[-1]
        assert (newest.payload, newest.retained, newest.duplicate) == (lost, True, False)
        assert station.payloads().count(b"0") == 1, "what is not retained does not come again"


def test_connection_that_is_cut_comes_back_without_loss(shared_broker, unique):
    with (
        TcpProxy(shared_broker.port) as proxy,
        Peer(proxy.url(shared_broker.station_url()), unique, CARD) as station,
        Peer(proxy.url(shared_broker.driver_url(TABLE, DRIVER)), f"{unique}d") as driver,
    ):
        station.wait_ready()
        driver.wait_ready()
        for number, payload in enumerate(numbered(200)):
            driver.say(CARD, payload)
            if number % 50 == 25:
                time.sleep(0.05)
                proxy.cut()
        assert driver.session.flush(20)
        # Order is the inbox's work: NATS brings what was not acknowledged 5 s later, after others.
        eventually(lambda: set(station.payloads()) == set(numbered(200)))


def test_birth_goes_out_at_every_connection_before_anything_else(shared_broker, unique):
    def birth():
        return (Outgoing(DRIVER_STATE, b"ready", retain=True, latest_wins=True),)

    with (
        TcpProxy(shared_broker.port) as proxy,
        Peer(shared_broker.station_url(), unique, DRIVER_STATE) as station,
    ):
        station.wait_ready()
        proxy.is_refusing = True
        with Peer(
            proxy.url(shared_broker.driver_url(TABLE, DRIVER)), f"{unique}d", birth=birth
        ) as driver:
            # On one topic: between two a broker owes a reader no order.
            driver.say(DRIVER_STATE, b"1")
            time.sleep(0.2)
            proxy.is_refusing = False
            eventually(lambda: b"1" in station.payloads())
            live = [m.payload for m in station.of(Incoming) if not m.retained]
            assert live[-2:] == [b"ready", b"1"]
            proxy.cut()
            eventually(lambda: [m.payload for m in station.of(Incoming)].count(b"ready") >= 2)


def test_state_published_while_births_are_gathered_is_not_undone_by_an_older_one(
    shared_broker, unique
):
    sessions = []

    def birth():
        gathered = (Outgoing(HEAD, b"older", retain=True, latest_wins=True),)
        eventually(lambda: sessions)[0].publish(
            Outgoing(HEAD, b"newer", retain=True, latest_wins=True)
        )
        return gathered

    url = shared_broker.driver_url(TABLE, DRIVER)
    with (
        Peer(shared_broker.station_url(), unique, HEAD) as station,
        Peer(url, f"{unique}d", birth=birth) as driver,
    ):
        sessions.append(driver.session)
        eventually(lambda: b"newer" in station.payloads())
        assert driver.session.flush(10)
        driver.say(HEAD, b"end", retain=True)
        eventually(lambda: b"end" in station.payloads())
        after = station.payloads()
        assert b"older" not in after[after.index(b"newer") :]


def test_will_is_published_and_kept_when_a_driver_dies_and_not_when_it_leaves(
    shared_broker, unique
):
    will = Will(DRIVER_STATE, b"lost " + unique.encode())
    with Peer(shared_broker.station_url(), unique, DRIVER_STATE) as station:
        station.wait_ready()
        url = shared_broker.driver_url(TABLE, DRIVER)
        with Peer(url, f"{unique}d", will=will, session_expiry_s=0) as driver:
            driver.wait_ready()
        time.sleep(0.3)
        assert will.payload not in station.payloads()
        with TcpProxy(shared_broker.port) as proxy:
            driver = Peer(proxy.url(url), f"{unique}d", will=will, session_expiry_s=0)
            with driver:
                driver.wait_ready()
                proxy.is_refusing = True
                proxy.cut()
                eventually(lambda: will.payload in station.payloads())
        with Peer(shared_broker.station_url(), f"{unique}l", DRIVER_STATE) as late:
            kept = late.wait_for(Incoming)[0]
            assert (kept.payload, kept.retained) == (will.payload, True)


def test_retained_state_meets_whoever_comes_later_and_news_are_not_marked_so(shared_broker, unique):
    with Peer(shared_broker.driver_url(TABLE, DRIVER), f"{unique}d") as driver:
        driver.say(HEAD, b"old " + unique.encode(), retain=True, latest_wins=True)
        assert driver.session.flush(5)
        with Peer(shared_broker.station_url(), unique, HEAD) as station:
            kept = station.wait_ready().wait_for(Incoming)[0]
            assert (kept.payload, kept.retained) == (b"old " + unique.encode(), True)
            driver.say(HEAD, b"new", retain=True, latest_wins=True)
            eventually(lambda: b"new" in station.payloads())
            news = next(m for m in station.of(Incoming) if m.payload == b"new")
            assert not news.retained


def test_restarted_station_sees_retained_states_although_its_session_is_resumed(
    shared_broker, unique
):
    with Peer(shared_broker.driver_url(TABLE, DRIVER), f"{unique}d") as driver:
        driver.say(HEAD, unique.encode(), retain=True)
        assert driver.session.flush(5)
    for _ in range(2):
        with Peer(shared_broker.station_url(), unique, HEAD) as station:
            kept = station.wait_for(Incoming)[0]
            assert kept.retained
            time.sleep(0.1)


def test_driver_cannot_publish_on_a_foreign_topic(shared_broker, unique):
    """Neither as another device nor as the station; MQTT 5 even says so."""
    foreign = (
        TOPICS.event(OTHER_SHOE, EventKind.CARD),
        TOPICS.acknowledged(SHOE),
        TOPICS.view(TABLE),
    )
    with (
        Peer(shared_broker.station_url(), unique, "ds/v1/gardens/#") as station,
        Peer(shared_broker.driver_url(TABLE, DRIVER), f"{unique}d") as driver,
    ):
        station.wait_ready()
        for topic in foreign:
            driver.say(topic, b"forged " + unique.encode())
        driver.say(CARD, b"honest " + unique.encode())
        eventually(lambda: b"honest " + unique.encode() in station.payloads())
        assert b"forged " + unique.encode() not in station.payloads()
        assert driver.session.flush(5)
        refused = [event.topic for event in driver.of(PublishRefused)]
        speaks_5 = driver.session.health().protocol is Protocol.MQTT_5
        assert refused == (list(foreign) if speaks_5 else [])


def test_station_cannot_forge_facts(shared_broker, unique):
    with (
        Peer(shared_broker.station_url(), unique, CARD, TOPICS.probe(unique)) as station,
    ):
        station.wait_ready()
        station.say(CARD, b"forged " + unique.encode())
        station.say(TOPICS.probe(unique), b"honest")
        eventually(lambda: b"honest" in station.payloads())
        assert b"forged " + unique.encode() not in station.payloads()


def test_driver_hears_nothing_of_another_device(shared_broker, unique):
    own, foreign = TOPICS.acknowledged(SHOE), TOPICS.acknowledged(OTHER_SHOE)
    with (
        Peer(shared_broker.driver_url(TABLE, DRIVER), f"{unique}d", own, foreign) as driver,
        Peer(shared_broker.station_url(), unique) as station,
    ):
        driver.wait_ready()
        station.say(foreign, b"foreign " + unique.encode())
        station.say(own, b"own " + unique.encode())
        eventually(lambda: b"own " + unique.encode() in driver.payloads())
        assert b"foreign " + unique.encode() not in driver.payloads()
        if shared_broker.kind is BrokerKind.NATS:
            (refused,) = driver.wait_for(SubscriptionRefused)
            assert refused.topic_filter == foreign


def test_wrong_password_is_told_and_tried_again(shared_broker, unique):
    user = shared_broker.station_url().split(":")[1].removeprefix("//")
    bad = f"mqtt://{user}:wrong@127.0.0.1:{shared_broker.port}"
    with Peer(bad, unique) as peer:
        refused = peer.wait_for(ConnectRefused, 2)
        assert "uthori" in refused[0].reason
        assert not peer.session.health().is_connected
        assert peer.of(Connected) == []


def test_silent_broker_is_noticed_and_found_again(own_broker, unique):
    """A stopped process keeps its sockets open: only the missing answer to a ping tells."""
    with Peer(own_broker.station_url(), unique, CARD, keepalive_s=1) as station:
        station.wait_ready()
        os.kill(own_broker.pid, signal.SIGSTOP)
        try:
            stopped = time.monotonic()
            station.wait_for(Disconnected, timeout_s=10)
            assert time.monotonic() - stopped < 4
            assert not station.session.health().is_connected
        finally:
            os.kill(own_broker.pid, signal.SIGCONT)
        station.wait_for(Connected, 2)
        with Peer(own_broker.driver_url(TABLE, DRIVER), f"{unique}d") as driver:
            driver.say(CARD, b"after")
            eventually(lambda: b"after" in station.payloads())


def test_pulled_cable_is_noticed_although_much_is_being_sent(shared_broker, unique):
    with TcpProxy(shared_broker.port) as proxy:
        url = proxy.url(shared_broker.driver_url(TABLE, DRIVER))
        with Peer(url, f"{unique}d", keepalive_s=1) as driver:
            driver.wait_ready()
            proxy.is_frozen = True
            for payload in numbered(40):
                driver.say(CARD, payload)
            driver.wait_for(Disconnected, timeout_s=10)
            assert driver.session.health().in_flight <= 20
            proxy.is_frozen = False
            assert driver.session.flush(15)


def test_stopped_session_takes_nothing_more(shared_broker, unique):
    peer = Peer(shared_broker.station_url(), unique)
    peer.wait_ready()
    assert peer.session.stop()
    with pytest.raises(SessionStopped):
        peer.say(TOPICS.view(TABLE), b"x")
    assert peer.session.stop()


def test_stop_sends_what_waits(shared_broker, unique):
    with Peer(shared_broker.station_url(), unique, CARD) as station:
        station.wait_ready()
        driver = Peer(shared_broker.driver_url(TABLE, DRIVER), f"{unique}d").wait_ready()
        for payload in numbered(100):
            driver.say(CARD, payload)
        assert driver.session.stop(flush_s=10)
        station.wait_for(Incoming, 100)


def test_expired_command_is_not_delivered_where_mqtt_5_is_granted(shared_broker, unique):
    topic = TOPICS.view(TABLE)
    with Peer(shared_broker.station_url(), unique, topic) as away:
        away.wait_ready()
    with Peer(shared_broker.station_url(), f"{unique}s") as station:
        station.wait_ready()
        station.say(topic, b"short", expires_after_s=1)
        station.say(topic, b"long")
        assert station.session.flush(5)
        time.sleep(2.1)
        with Peer(shared_broker.station_url(), unique, topic) as back:
            eventually(lambda: b"long" in back.payloads())
            speaks_5 = station.session.health().protocol is Protocol.MQTT_5
            assert (b"short" in back.payloads()) != speaks_5
