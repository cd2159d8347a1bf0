from pathlib import Path

import pytest

from dealer_station.messages.topics import DeviceKind
from dealer_station.settings import ConfigurationError
from drivers.link.settings import DriverSettings, load_driver_settings

GOOD = """
table = "t1"
driver = "d1"
device = "shoe-1"
[line]
path = "/dev/ttyS0"
"""


@pytest.fixture
def write(tmp_path):
    def write_file(text):
        path = tmp_path / "driver.toml"
        path.write_text(text)
        return path

    return write_file


def test_defaults_and_derived_values(write, monkeypatch):
    monkeypatch.delenv("MQTT_URL", raising=False)
    settings = load_driver_settings(write(GOOD), DriverSettings)
    assert settings.journal_path == Path("var/drivers/d1-shoe-1.journal")
    assert str(settings.address(DeviceKind.CARD_SHOE)) == "t1/card_shoe/shoe-1"
    assert settings.line.baud == 9_600
    with pytest.raises(ConfigurationError, match="MQTT_URL is not set"):
        settings.broker_url()


def test_environment_names_the_broker(write, monkeypatch):
    monkeypatch.setenv("MQTT_URL", "mqtt://me:secret@broker:1884")
    settings = load_driver_settings(write(GOOD + '[mqtt]\nurl = "mqtt://other"\n'), DriverSettings)
    url = settings.broker_url()
    assert (url.host, url.port, url.username) == ("broker", 1884, "me")
    assert "secret" not in repr(settings)


def test_bad_broker_is_named_without_its_password(write, monkeypatch):
    monkeypatch.setenv("MQTT_URL", "http://me:secret@broker")
    settings = load_driver_settings(write(GOOD), DriverSettings)
    with pytest.raises(ConfigurationError, match=r"mqtt\.url") as caught:
        settings.broker_url()
    assert "secret" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "key"),
    [
        (GOOD + "spead = 1\n", "line.spead: unknown key"),
        ("colour = 1\n" + GOOD, "colour: unknown key"),
        (GOOD.replace('"t1"', '"a b"'), "table"),
        (GOOD.replace('device = "shoe-1"\n', ""), "device"),
        (GOOD + "baud = 7\n", "line.baud"),
        (GOOD.replace('path = "/dev/ttyS0"', ""), "line"),
        (GOOD + 'parity = "mark"\n', "line.parity"),
        ("table = ", "driver.toml"),
    ],
)
def test_wrong_keys_and_values_are_named_with_the_file(write, text, key):
    with pytest.raises(ConfigurationError, match=r"driver\.toml") as caught:
        load_driver_settings(write(text), DriverSettings)
    assert key in str(caught.value)
