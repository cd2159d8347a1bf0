"""Configuration of embedded brokers: durable, on loopback, private, rights in each one's words."""

import base64
import hashlib
import json
import os
import stat

import pytest
from message_samples import DRIVER, SHOE, TABLE, TOPICS

from dealer_station.messages.topics import BadTopic, Rights
from dealer_station.mqtt.broker_config import BrokerKind, BrokerUser, find_program, write_config

STATION = BrokerUser("station", "station-word", TOPICS.station_rights())
DRIVER_USER = BrokerUser("CS-2-shoe", "driver-word", TOPICS.driver_rights(TABLE, DRIVER, [SHOE]))


def test_nats_keeps_every_message_on_disk_and_stays_on_loopback(tmp_path):
    arguments = write_config(BrokerKind.NATS, tmp_path, 18831, (STATION, DRIVER_USER))
    assert arguments == ("--config", str(tmp_path / "nats.conf"))
    config = json.loads((tmp_path / "nats.conf").read_text())
    assert config["jetstream"]["sync_interval"] == "always"
    assert config["jetstream"]["store_dir"] == str(tmp_path / "store")
    assert config["mqtt"] == {
        "host": "127.0.0.1", "port": 18831, "ack_wait": "5s", "max_ack_pending": 20,
    }  # fmt: skip
    assert config["host"] == "127.0.0.1"
    assert config["server_name"]


def test_nats_rights_are_subjects(tmp_path):
    write_config(BrokerKind.NATS, tmp_path, 1, (STATION, DRIVER_USER))
    users = json.loads((tmp_path / "nats.conf").read_text())["authorization"]["users"]
    station, driver = users
    assert (
        "ds.v1.gardens.table.CS-2.card_shoe.shoe-1.event.*"
        in (driver["permissions"]["publish"]["allow"])
    )
    assert {"$MQTT.sub.>", "$MQTT.deliver.pubrel.>"} <= set(
        driver["permissions"]["subscribe"]["allow"]
    )
    # "#" includes the parent level
    assert station["permissions"]["subscribe"]["allow"][:2] == [
        "ds.v1.gardens", "ds.v1.gardens.>",
    ]  # fmt: skip


def test_mosquitto_saves_every_second_and_knows_nobody_unnamed(tmp_path):
    arguments = write_config(BrokerKind.MOSQUITTO, tmp_path, 18831, (STATION,))
    assert arguments == ("-c", str(tmp_path / "mosquitto.conf"))
    lines = (tmp_path / "mosquitto.conf").read_text().splitlines()
    for line in (
        "listener 18831 127.0.0.1",
        "allow_anonymous false",
        "persistence true",
        "autosave_on_changes true",
        "autosave_interval 1",
    ):
        assert line in lines


def test_mosquitto_passwords_are_salted_hashes(tmp_path):
    write_config(BrokerKind.MOSQUITTO, tmp_path, 1, (STATION, DRIVER_USER))
    first, second = (tmp_path / "passwords").read_text().splitlines()
    name, hashed = first.split(":")
    assert name == "station"
    assert "station-word" not in hashed
    _, kind, rounds, salt, digest = hashed.split("$")
    assert (kind, int(rounds)) == ("7", 101)
    again = hashlib.pbkdf2_hmac("sha512", b"station-word", base64.b64decode(salt), int(rounds))
    assert base64.b64decode(digest) == again
    assert salt not in second


def test_mosquitto_rights_name_reading_and_writing(tmp_path):
    write_config(BrokerKind.MOSQUITTO, tmp_path, 1, (DRIVER_USER,))
    lines = (tmp_path / "rights").read_text().splitlines()
    assert lines[0] == "user CS-2-shoe"
    assert f"topic write {TOPICS.head(SHOE)}" in lines
    assert f"topic read {TOPICS.acknowledged(SHOE)}" in lines
    assert not any(line.startswith(("topic readwrite", "pattern", "topic ds")) for line in lines)


@pytest.mark.parametrize("kind", BrokerKind)
def test_files_with_secrets_are_ours_alone(tmp_path, kind):
    previous = os.umask(0)
    try:
        write_config(kind, tmp_path, 1, (STATION,))
        write_config(kind, tmp_path, 2, (STATION,))
    finally:
        os.umask(previous)
    files = list(tmp_path.iterdir())
    assert files
    for path in files:
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
        assert path.suffix != ".part"


def test_user_is_a_name_and_its_password_is_not_printed():
    with pytest.raises(BadTopic):
        BrokerUser("a.b", "x", Rights((), ()))
    assert "station-word" not in repr(STATION)


@pytest.mark.parametrize("kind", BrokerKind)
def test_program_is_found_where_it_is_installed(kind):
    program = find_program(kind)
    assert program is not None
    assert os.access(program, os.X_OK)


def test_missing_program_is_none(monkeypatch, tmp_path):
    monkeypatch.setattr("sysconfig.get_path", lambda _name: str(tmp_path))
    monkeypatch.setenv("PATH", str(tmp_path))
    assert find_program(BrokerKind.NATS) is None
