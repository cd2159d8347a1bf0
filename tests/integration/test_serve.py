"""The station as a process: it says how it is, stops in good order, and names what is wrong."""

import json
import signal
import subprocess
import time
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from api_builders import PLAIN
from brokers import eventually, make_broker
from demo_runs import free_port
from message_samples import SITE
from station_programs import COMMAND, environment, run

from dealer_station.event_log.hash_chain import verify
from dealer_station.event_log.keys import public_keys
from dealer_station.event_log.store import EventLog
from dealer_station.mqtt.broker_config import BrokerKind

PASSWORD = "correct horse battery"  # noqa: S105 - of these tests
STOP_S = 10
"""How long a stop may take on a machine that does other things as well."""


@pytest.fixture(scope="module", params=BrokerKind, ids=str)
def broker(request, tmp_path_factory):
    with make_broker(tmp_path_factory.mktemp("broker"), request.param) as broker:
        yield broker


class House:
    """A house's folder, and its station as a process."""

    def __init__(self, folder: Path, url: str) -> None:
        self.folder = folder
        self.url = url
        self.port = free_port()
        self.settings = f"""\
site = "{SITE}"
[http]
port = {self.port}
"""
        self.write("station.toml", self.settings)

    def write(self, name: str, text: str) -> Path:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path

    @property
    def config(self) -> tuple[str, str]:
        return "--config", str(self.folder)

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [*COMMAND, "serve", *self.config],
            cwd=self.folder,
            env=environment(MQTT_URL=self.url),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    @contextmanager
    def serving(self):
        """A station that answers; whatever the test leaves of it is killed."""
        process = self.start()
        try:
            eventually(lambda: process.poll() is not None or self.health() is not None, 60)
            yield process
        finally:
            if process.poll() is None:
                process.kill()
            process.communicate()

    def health(self) -> httpx.Response | None:
        try:
            return httpx.get(f"{self.address}/health", timeout=5, verify=PLAIN)
        except httpx.TransportError:
            return None

    def stop(self, process, number=signal.SIGTERM) -> tuple[float, str]:
        """Stop the station; returns how long that took, in seconds, and what it logged."""
        began = time.monotonic()
        process.send_signal(number)
        out, err = process.communicate(timeout=60)
        assert out == ""
        return time.monotonic() - began, err

    def verified(self):
        with EventLog(str(self.folder / "var" / "station.db"), read_only=True) as log:
            return verify(log, public_keys(self.folder / "var" / "keys"))


@pytest.fixture
def house(tmp_path, broker):
    return House(tmp_path, broker.station_url())


@pytest.fixture
def lone_house(tmp_path):
    """A house whose broker is not there, for what has nothing to do with one."""
    return House(tmp_path, f"mqtt://x:y@127.0.0.1:{free_port()}")


def failed(house: House, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run a station that cannot start."""
    ended = run("serve", *house.config, cwd=house.folder, **variables)
    assert "Traceback" not in ended.stderr
    assert ended.stdout == ""
    return ended


# ----------------------------------------------------------------------- a station that runs


def test_a_station_serves_and_stops_in_good_order(house):
    """SIGTERM ends it with status 0 within seconds; the record is sealed to its end."""
    words = ["d1", "--role", "dealer", "--name", "Dana"]
    made = run("account", *words, *house.config, cwd=house.folder, stdin=PASSWORD)
    assert made.returncode == 0, made.stderr
    with house.serving() as process:
        healthy = eventually(
            lambda: (answer := house.health()) and answer.json()["status"] == "ok" and answer
        )
        assert healthy.status_code == 200
        headers = {"origin": house.address}
        with httpx.Client(base_url=house.address, headers=headers, verify=PLAIN) as client:
            account = {"person": "d1", "password": PASSWORD}
            signed_in = client.post("/api/session", json=account)
            assert signed_in.status_code == 200, signed_in.text
        duration_s, log = house.stop(process)
    assert process.returncode == 0, log
    assert duration_s < STOP_S
    report = house.verified()
    assert report.is_good
    assert report.seals >= 1
    assert report.sealed_position == report.rows > 0
    lines = [json.loads(line) for line in log.splitlines()]
    assert "station_ready" in {line["event"] for line in lines}
    assert not [line for line in lines if line["level"] in {"error", "critical"}]
    assert PASSWORD not in log
    assert house.url.split(":")[2].split("@")[0] not in log


def test_ctrl_c_stops_it_as_well(house):
    with house.serving() as process:
        duration_s, log = house.stop(process, signal.SIGINT)
    assert process.returncode == 0, log
    assert duration_s < STOP_S
    assert house.verified().is_good


def test_a_signal_that_comes_while_it_starts_is_not_lost(lone_house):
    """From the moment on that the record is there, a stop is a stop."""
    process = lone_house.start()
    try:
        database = lone_house.folder / "var" / "station.db"
        eventually(database.exists, 60)
        _, log = lone_house.stop(process)
        assert process.returncode == 0, log
    finally:
        process.kill()
        process.communicate()
    assert lone_house.verified().is_good


def test_a_station_that_was_killed_comes_back_from_its_record(house):
    with house.serving() as process:
        process.kill()
        process.wait()
    with house.serving() as process:
        assert house.health().status_code in {200, 503}
        house.stop(process)
    assert process.returncode == 0
    assert house.verified().is_good


def test_a_broker_that_is_not_there_shows_in_the_health_and_holds_nothing_up(lone_house):
    with lone_house.serving() as process:
        health = lone_house.health()
        assert health.status_code == 503
        assert "not connected" in health.text
        duration_s, _ = lone_house.stop(process)
    assert process.returncode == 0
    assert duration_s < STOP_S


# ---------------------------------------------------------------------- what is wrong is named


def test_without_a_broker_it_says_how_to_name_one(lone_house):
    ended = failed(lone_house)
    assert ended.returncode == 2
    assert ended.stderr == "mqtt.url: no broker; set MQTT_URL or the key in station.toml\n"


@pytest.mark.parametrize(
    ("file", "text", "says"),
    [
        ("station.toml", "colour = 'red'\n", "station.toml: colour: unknown key"),
        ("station.toml", "tables = ['none']\n", "there is no table 'none'"),
        ("station.toml", "[mqtt]\nurl = 'http://b'\n", "mqtt.url: the broker's address must"),
        ("station.toml", "[database]\nurl = 'mysql://h/d'\n", "database.url: "),
        ("tables/one.toml", "id = 'x'\n", "tables/one.toml: name: Field required"),
    ],
)
def test_a_wrong_configuration_ends_with_status_2_naming_file_and_key(lone_house, file, text, says):
    lone_house.write(file, text)
    variables = {} if "mqtt" in text else {"MQTT_URL": lone_house.url}
    ended = failed(lone_house, **variables)
    assert ended.returncode == 2
    assert says in ended.stderr


def test_a_variable_that_means_nothing_ends_with_status_2(lone_house):
    ended = failed(lone_house, MQTT_URL=lone_house.url, DEALER_STATION_HTP__PORT="1")
    assert ended.returncode == 2
    assert "DEALER_STATION_HTP__PORT" in ended.stderr


def test_a_data_folder_that_cannot_be_made_is_named(lone_house):
    lone_house.write("var", "a file")
    ended = failed(lone_house, MQTT_URL=lone_house.url)
    assert ended.returncode == 2
    assert ended.stderr == "data_directory: var: File exists\n"


def test_a_database_that_is_none_or_a_key_that_others_may_read_ends_the_station(lone_house):
    lone_house.write("var/station.db", "no database, and long enough to be taken for none" * 20)
    ended = failed(lone_house, MQTT_URL=lone_house.url)
    assert ended.returncode == 1
    (line,) = [json.loads(text) for text in ended.stderr.splitlines()]
    assert (line["event"], line["level"]) == ("station_ends", "critical")
    assert "not a database" in line["reason"]


def test_a_second_station_on_the_same_port_ends_and_leaves_the_first_its_tables(lone_house):
    """It must not have become the owner of the tables before it finds out."""
    with lone_house.serving() as process:
        second = failed(lone_house, MQTT_URL=lone_house.url)
        assert second.returncode == 1
        line = json.loads(second.stderr.splitlines()[-1])
        assert line["event"] == "station_ends"
        assert line["reason"] == f"127.0.0.1 port {lone_house.port}: Address already in use"
        with EventLog(str(lone_house.folder / "var" / "station.db"), read_only=True) as log:
            assert log.lease_epoch("table/CS-1") == 1
        lone_house.stop(process)
    assert process.returncode == 0
