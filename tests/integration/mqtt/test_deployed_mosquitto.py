"""deploy/mosquitto as its README has it: its commands and its sample, but for their paths."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from brokers import Peer, eventually, monotonic_ms
from certificates import make_certificate
from message_samples import SHOE, TOPICS

from dealer_station.messages.topics import EventKind
from dealer_station.mqtt.broker_config import BrokerKind, find_program
from dealer_station.mqtt.broker_url import BrokerUrl, why_unreachable
from dealer_station.mqtt.embedded_broker import _free_port
from dealer_station.mqtt.round_trip import BrokerUnusable, prove_round_trip
from dealer_station.mqtt.session_events import Incoming, Protocol

SAMPLE = Path(__file__).parents[3] / "deploy" / "mosquitto"
CARD = TOPICS.event(SHOE, EventKind.CARD)
# Whoever installs it types one password for every user, twice as the program asks for it.
TYPED = "word\nword\n"


def installing_commands():
    """The commands that stand in blocks of their own below the README's heading Install."""
    readme = (SAMPLE / "README.md").read_text()
    install = readme.partition("## Install\n")[2].partition("\n## ")[0]
    blocks = re.findall(r"^ +```\n(.*?)^ +```$", install, re.DOTALL | re.MULTILINE)
    return [line.strip() for block in blocks for line in block.replace("\\\n", " ").splitlines()]


def run_command(command, folder):
    """Run a line of the README, with `folder` in the place of /etc/mosquitto."""
    here = command.replace("/etc/mosquitto", shlex.quote(str(folder)))
    # The files of a test belong to whoever runs it; the user `mosquitto` may be missing.
    if here.startswith("chown mosquitto: "):
        return
    if here.startswith("python "):
        here = here.replace("python", shlex.quote(sys.executable), 1)
    subprocess.run(here, shell=True, check=True, input=TYPED, text=True)  # noqa: S602 - ours


@pytest.fixture(scope="module")
def deployed_folder(tmp_path_factory):
    """What stands for /etc/mosquitto, after the README's commands."""
    folder = tmp_path_factory.mktemp("deployed")
    make_certificate(folder)
    for command in installing_commands():
        run_command(command, folder)
    return folder


@pytest.fixture(scope="module")
def deployed(deployed_folder):
    """Address of a user, by name, at a broker that runs with the sample."""
    folder = deployed_folder
    port = _free_port()
    text = (SAMPLE / "mosquitto.conf").read_text()
    for there, here in (
        ("listener 8883", f"listener {port} 127.0.0.1"),
        ("/etc/mosquitto/certs/broker.pem", str(folder / "cert.pem")),
        ("/etc/mosquitto/certs/broker.key", str(folder / "key.pem")),
        ("/etc/mosquitto/", f"{folder}/"),
        ("/var/lib/mosquitto/", f"{folder}/"),
    ):
        assert there in text
        text = text.replace(there, here)
    config = folder / "mosquitto.conf"
    # As root it would change to a user that cannot read a test's folder.
    config.write_text(f"{text}\nuser root\n")
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(
            [find_program(BrokerKind.MOSQUITTO), "-c", config], stdout=log, stderr=log
        )
    try:
        eventually(lambda: why_unreachable(BrokerUrl("127.0.0.1", port), None, 1) is None)
        yield lambda user: f"mqtts://{user}:word@127.0.0.1:{port}?ca={folder / 'cert.pem'}"
    finally:
        process.terminate()
        process.wait(timeout=10)


def test_the_readme_gives_every_user_of_the_rights_a_password():
    users = re.findall(r"^user (.+)$", (SAMPLE / "acl.example").read_text(), re.MULTILINE)
    commands = [c.split() for c in installing_commands() if c.startswith("mosquitto_passwd ")]
    assert [command[-1] for command in commands] == users
    assert ["-c" in command for command in commands] == [True] + [False] * (len(users) - 1)


def test_installed_files_are_as_the_readme_says(deployed_folder):
    assert (deployed_folder / "dealer-station.acl").read_bytes() == (
        SAMPLE / "acl.example"
    ).read_bytes()
    for name in ("dealer-station.acl", "dealer-station.passwords"):
        assert (deployed_folder / name).stat().st_mode & 0o777 == 0o600


def test_station_reaches_it_over_tls_with_mqtt_5(deployed):
    url = BrokerUrl.parse(deployed("station"))
    protocol = prove_round_trip(url, TOPICS, timeout_s=10, monotonic_ms=monotonic_ms)
    assert protocol is Protocol.MQTT_5


def test_driver_brings_facts_and_nothing_else(deployed, unique):
    with (
        Peer(deployed("station"), unique, CARD, TOPICS.acknowledged(SHOE)) as station,
        Peer(deployed("CS-2-shoe-driver"), f"{unique}d") as driver,
    ):
        station.wait_ready()
        driver.say(TOPICS.acknowledged(SHOE), b"forged")
        driver.say(CARD, b"honest")
        eventually(lambda: b"honest" in station.payloads())
        assert b"forged" not in station.payloads()


def test_stranger_is_refused(deployed):
    url = BrokerUrl.parse(deployed("station").replace("station:word", "stranger:word"))
    with pytest.raises(BrokerUnusable, match="uthori"):
        prove_round_trip(url, TOPICS, timeout_s=5, monotonic_ms=monotonic_ms)


def test_session_outlives_the_connection(deployed, unique):
    with Peer(deployed("station"), unique, CARD) as station:
        station.wait_ready()
    with Peer(deployed("CS-2-shoe-driver"), f"{unique}d") as driver:
        driver.say(CARD, b"meanwhile")
        assert driver.session.flush(5)
    with Peer(deployed("station"), unique, CARD) as station:
        station.wait_for(Incoming)
        assert station.payloads() == [b"meanwhile"]
