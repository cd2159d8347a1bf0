from pathlib import Path

import pytest

from dealer_station.messages.topics import DeviceKind
from dealer_station.settings import ConfigurationError
from drivers.link.serial_port import LineSettings
from drivers.link.settings import DriverSettings, load_driver_settings

GOOD = """
table = "t1"
driver = "d1"
[line]
path = "/dev/ttyS0"
"""


class SerialSettings(DriverSettings):
    """A driver's file with nothing but what every serial driver has."""

    line: LineSettings


@pytest.fixture
def write(tmp_path):
    def write_file(text):
        path = tmp_path / "driver.toml"
        path.write_text(text)
        return path

    return write_file


def test_defaults_and_derived_values(write, monkeypatch):
    monkeypatch.delenv("MQTT_URL", raising=False)
    settings = load_driver_settings(write(GOOD), SerialSettings)
    shoe = (DeviceKind.CARD_SHOE, "shoe-1")
    assert settings.journal_path(*shoe) == Path("var/drivers/main.t1.card_shoe.shoe-1.journal")
    assert settings.journal_address(*shoe) == "main/t1/card_shoe/shoe-1"
    assert str(settings.address(*shoe)) == "t1/card_shoe/shoe-1"
    assert settings.line.baud == 9_600
    with pytest.raises(ConfigurationError, match="MQTT_URL is not set"):
        settings.broker_url()


def test_every_site_table_and_device_has_its_own_journal(write, monkeypatch):
    monkeypatch.delenv("MQTT_URL", raising=False)
    files = (
        GOOD,
        GOOD.replace('"t1"', '"t2"'),
        'site = "other"\n' + GOOD,
        # A hyphen in a name must not make two addresses one.
        GOOD.replace('"t1"', '"t-1"'),
        'site = "main-t"\n' + GOOD.replace('"t1"', '"1"'),
    )
    settings = [load_driver_settings(write(text), SerialSettings) for text in files]
    names = ("shoe-1", "shoe-2")
    paths = {m.journal_path(kind, n) for m in settings for kind in DeviceKind for n in names}
    assert len(paths) == len(files) * len(DeviceKind) * len(names)


def test_environment_names_the_broker(write, monkeypatch):
    monkeypatch.setenv("MQTT_URL", "mqtt://me:secret@broker:1884")
    settings = load_driver_settings(write(GOOD + '[mqtt]\nurl = "mqtt://other"\n'), SerialSettings)
    url = settings.broker_url()
    assert (url.host, url.port, url.username) == ("broker", 1884, "me")
    assert "secret" not in repr(settings)


def test_bad_broker_is_named_without_its_password(write, monkeypatch):
    monkeypatch.setenv("MQTT_URL", "http://me:secret@broker")
    settings = load_driver_settings(write(GOOD), SerialSettings)
    with pytest.raises(ConfigurationError, match=r"mqtt\.url") as caught:
        settings.broker_url()
    assert "secret" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "key"),
    [
        (GOOD + "spead = 1\n", "line.spead: unknown key"),
        ("colour = 1\n" + GOOD, "colour: unknown key"),
        (GOOD.replace('"t1"', '"a b"'), "table"),
        (GOOD.replace('driver = "d1"\n', ""), "driver"),
        (GOOD + "baud = 7\n", "line.baud"),
        (GOOD.replace('path = "/dev/ttyS0"', ""), "line"),
        (GOOD + 'parity = "mark"\n', "line.parity"),
        ("table = ", "driver.toml"),
    ],
)
def test_wrong_keys_and_values_are_named_with_the_file(write, text, key):
    with pytest.raises(ConfigurationError, match=r"driver\.toml") as caught:
        load_driver_settings(write(text), SerialSettings)
    assert key in str(caught.value)
