"""TLS to both brokers: a certificate of the house's own authority, and what is refused."""

import json
import subprocess

import pytest
from brokers import Peer, eventually, make_broker, monotonic_ms
from certificates import make_certificate
from message_samples import TOPICS

from dealer_station.mqtt import embedded_broker
from dealer_station.mqtt.broker_config import BrokerKind
from dealer_station.mqtt.broker_url import BrokerUrl, why_unreachable
from dealer_station.mqtt.round_trip import BrokerUnusable, prove_round_trip
from dealer_station.mqtt.session_events import Incoming


@pytest.fixture(scope="module", params=BrokerKind, ids=str)
def tls_broker(request, tmp_path_factory):
    """The embedded broker's own configuration with TLS put in, started by hand."""
    folder = tmp_path_factory.mktemp(request.param)
    make_certificate(folder)
    broker = make_broker(folder, request.param)
    port = embedded_broker._free_port()
    (folder / "store").mkdir()
    arguments = embedded_broker.write_config(
        request.param, folder, port, tuple(broker._users.values())
    )
    config = folder / ("nats.conf" if request.param is BrokerKind.NATS else "mosquitto.conf")
    if request.param is BrokerKind.NATS:
        members = json.loads(config.read_text())
        members["mqtt"]["tls"] = {
            "cert_file": str(folder / "cert.pem"), "key_file": str(folder / "key.pem"),
        }  # fmt: skip
        config.write_text(json.dumps(members))
    else:
        first, rest = config.read_text().split("\n", 1)
        files = f"certfile {folder / 'cert.pem'}\nkeyfile {folder / 'key.pem'}\n"
        config.write_text(f"{first}\n{files}{rest}")
    program = embedded_broker.find_program(request.param)
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen([program, *arguments], stdout=log, stderr=log)
    eventually(lambda: why_unreachable(BrokerUrl("127.0.0.1", port), None, 1) is None)
    user = broker._users["station"]
    yield f"mqtts://{user.name}:{user.password}@127.0.0.1:{port}", folder
    process.terminate()
    process.wait(timeout=10)


def test_messages_travel_over_tls(tls_broker, unique):
    url, folder = tls_broker
    topic = TOPICS.probe(unique)
    with Peer(f"{url}?ca={folder / 'cert.pem'}", unique, topic) as peer:
        peer.wait_ready()
        peer.say(topic, b"hidden")
        eventually(lambda: b"hidden" in [m.payload for m in peer.of(Incoming)])


# The client library leaves the socket of a failed handshake to the garbage collector.
leaves_sockets = pytest.mark.filterwarnings(
    "ignore:Exception ignored in. <ssl.SSLSocket:pytest.PytestUnraisableExceptionWarning"
)


@leaves_sockets
def test_unknown_authority_is_not_talked_to_and_the_reason_told(tls_broker):
    url, _ = tls_broker
    with pytest.raises(BrokerUnusable, match="not trusted: self-signed"):
        prove_round_trip(BrokerUrl.parse(url), TOPICS, timeout_s=1, monotonic_ms=monotonic_ms)


@leaves_sockets
def test_certificate_for_another_name_is_not_talked_to_and_the_reason_told(tls_broker):
    url, folder = tls_broker
    other = url.replace("127.0.0.1", "localhost") + f"?ca={folder / 'cert.pem'}"
    with pytest.raises(BrokerUnusable, match="not trusted: Hostname mismatch"):
        prove_round_trip(BrokerUrl.parse(other), TOPICS, timeout_s=1, monotonic_ms=monotonic_ms)


def test_plain_client_gets_nothing_from_a_tls_port(tls_broker):
    url, _ = tls_broker
    plain = BrokerUrl.parse(url.replace("mqtts", "mqtt"))
    with pytest.raises(BrokerUnusable):
        prove_round_trip(plain, TOPICS, timeout_s=1, monotonic_ms=monotonic_ms)
