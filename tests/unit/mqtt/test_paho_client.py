"""How a client is built, and that its callbacks can neither raise nor misread."""

import socket

import pytest
from paho.mqtt.client import MQTTMessage
from paho.mqtt.enums import MQTTProtocolVersion
from structlog.testing import capture_logs

from dealer_station.mqtt.broker_url import BrokerUrl
from dealer_station.mqtt.paho_client import (
    ClientActive,
    ClientMessage,
    build_client,
    publish_properties,
)
from dealer_station.mqtt.session_events import Protocol, SessionSettings, Will

URL = BrokerUrl("127.0.0.1", 1883, username="station", password="word")  # noqa: S106 - a test's


def client(protocol, hand_over=lambda _event: None, **settings):
    return build_client(
        SessionSettings(url=URL, client_id="x", **settings), protocol, None, hand_over
    )


def test_protocols_and_sessions_are_the_clients_own():
    five = client(Protocol.MQTT_5)
    three = client(Protocol.MQTT_3_1_1)
    fresh = client(Protocol.MQTT_3_1_1, session_expiry_s=0)
    assert five.protocol == MQTTProtocolVersion.MQTTv5
    assert three.protocol == MQTTProtocolVersion.MQTTv311
    assert (three._clean_session, fresh._clean_session) == (False, True)


def test_will_is_kept_and_delayed_only_where_the_broker_knows_delays():
    will = Will("t", b"lost", delay_s=3)
    five = client(Protocol.MQTT_5, will=will)
    assert five._will_retain
    assert five._will_properties.WillDelayInterval == 3
    three = client(Protocol.MQTT_3_1_1, will=will)
    assert three._will_retain
    assert three._will_properties is None


def test_expiry_is_a_property_of_mqtt_5_alone():
    assert publish_properties(Protocol.MQTT_5, 2).MessageExpiryInterval == 2
    assert publish_properties(Protocol.MQTT_5, None) is None
    assert publish_properties(Protocol.MQTT_3_1_1, 2) is None


@pytest.mark.parametrize(("topic", "expected"), [(b"a/b", "a/b"), (b"a/\xff", "\ufffd")])
def test_topic_that_is_no_text_is_handed_on_as_none_of_ours(topic, expected):
    events = []
    message = MQTTMessage(mid=7, topic=topic)
    message.payload = bytearray(b"x")
    message.qos = 1
    one = client(Protocol.MQTT_5, events.append)
    one.on_message(one, None, message)
    assert events == [ClientMessage(expected, b"x", retained=False, duplicate=False, qos=1, mid=7)]


def test_callback_never_raises():
    def fail(_event):
        raise ValueError("owner's fault")

    one = client(Protocol.MQTT_5, fail)
    with capture_logs() as lines:
        one.on_message(one, None, MQTTMessage(topic=b"t"))
        one.on_connect(one, None, None, None, None)
        one.on_log(one, None, 16, "Received PINGRESP")
    assert len(lines) == 3
    assert all(line["log_level"] == "error" for line in lines)


@pytest.mark.parametrize("protocol", Protocol)
def test_every_packet_is_sent_at_once(protocol):
    one = client(protocol)
    with socket.socket() as opened:
        assert not opened.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
        one.on_socket_open(one, None, opened)
        assert opened.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


def test_only_packets_from_the_broker_count_as_signs_of_life():
    events = []
    one = client(Protocol.MQTT_5, events.append)
    one.on_log(one, None, 16, "Sending PINGREQ")
    assert events == []
    one.on_log(one, None, 16, "Received PINGRESP")
    one.on_pre_connect(one, None)
    assert events == [ClientActive(is_heard=True), ClientActive(is_heard=False)]
