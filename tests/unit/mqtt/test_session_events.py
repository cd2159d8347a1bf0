"""Settings of a session: what no broker would take is refused before anything connects."""

import pytest

from dealer_station.messages.topics import BadTopic
from dealer_station.mqtt.broker_url import BrokerUrl
from dealer_station.mqtt.session_events import Protocol, SessionSettings

URL = BrokerUrl("127.0.0.1", 1883)


@pytest.mark.parametrize("client_id", ["", "a.b", "a b", "a/b", "x" * 65])
def test_client_id_that_nats_would_refuse_is_refused_here(client_id):
    with pytest.raises(BadTopic):
        SessionSettings(url=URL, client_id=client_id)


@pytest.mark.parametrize(
    "wrong",
    [
        {"session_expiry_s": -1},
        {"keepalive_s": 0},
        {"reconnect_after_s": 0},
        {"reconnect_after_s": 2, "reconnect_after_s_max": 1},
    ],
)
def test_times_that_make_no_sense_are_programming_errors(wrong):
    with pytest.raises(AssertionError):
        SessionSettings(url=URL, client_id="x", **wrong)


def test_silence_is_half_as_long_again_as_the_keepalive():
    settings = SessionSettings(url=URL, client_id="x", keepalive_s=4)
    assert settings.silence_ms_max == 6_000
    assert settings.idle_ms_max > settings.reconnect_after_s_max * 1_000


def test_newest_protocol_is_tried_first():
    assert list(Protocol) == [Protocol.MQTT_5, Protocol.MQTT_3_1_1]
