"""Addresses of brokers: what they may say, and that passwords stay unsaid."""

import pytest

from dealer_station.mqtt.broker_url import BadBrokerUrl, BrokerUrl


def test_full_address_is_taken_apart():
    url = BrokerUrl.parse("mqtt://station:p%40ss%2Fw@broker.example:18830")
    assert (url.host, url.port, url.is_tls) == ("broker.example", 18830, False)
    assert (url.username, url.password) == ("station", "p@ss/w")


@pytest.mark.parametrize(
    ("text", "port", "is_tls"), [("mqtt://h", 1883, False), ("mqtts://h/", 8883, True)]
)
def test_port_follows_the_scheme(text, port, is_tls):
    url = BrokerUrl.parse(text)
    assert (url.port, url.is_tls, url.username) == (port, is_tls, None)


def test_tls_files_are_parameters():
    url = BrokerUrl.parse("mqtts://h?ca=/etc/ca.pem&cert=/c.pem&key=/k.pem")
    assert (url.ca, url.cert, url.key) == ("/etc/ca.pem", "/c.pem", "/k.pem")


def test_ipv6_address_is_printed_as_it_is_written():
    assert str(BrokerUrl.parse("mqtt://u:p@[::1]:1884")) == "mqtt://u@[::1]:1884"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("http://h", "must start"),
        ("h:1883", "must start"),
        ("mqtt://", "no host"),
        ("mqtt://u:secret@:1883", "no host"),
        ("mqtt://u:secret@h:0", "no port"),
        ("mqtt://u:secret@h:99999", "bad host or port"),
        ("mqtt://u:secret@h:port", "bad host or port"),
        ("mqtt://u:secret@[h", "bad host or port"),
        ("mqtt://u:secret@h/path", "no path"),
        ("mqtt://u:secret@h#x", "no path"),
        ("mqtt://u:secret@h?ca=/x", "unknown parameters"),
        ("mqtts://u:secret@h?verify=no", "unknown parameters"),
        ("mqtts://u:secret@h?cert=/c", "both cert and key"),
    ],
)
def test_bad_address_is_named_without_the_password(text, why):
    with pytest.raises(BadBrokerUrl, match=why) as caught:
        BrokerUrl.parse(text)
    assert "secret" not in str(caught.value)


def test_password_is_never_printed():
    url = BrokerUrl.parse("mqtts://station:s3cret@h")
    assert "s3cret" not in f"{url} {url!r}"


def test_plain_address_has_no_tls_and_missing_files_are_found_at_once():
    assert BrokerUrl.parse("mqtt://h").tls_context() is None
    with pytest.raises(OSError, match="No such file"):
        BrokerUrl.parse("mqtts://h?ca=/does/not/exist.pem").tls_context()
