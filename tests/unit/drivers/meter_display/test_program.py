"""A driver as it is put together: what it may find on its disk, and what it says it can do."""

import pytest
from pydantic import SecretStr
from sign_bench import LEVEL, PROGRESSIVE, Signer

from dealer_station.clock import SystemClock
from dealer_station.messages.device import Assurance
from drivers.link.errors import JournalError, PortMissing
from drivers.link.serial_port import SerialOpener
from drivers.link.usb_port import UsbOpener
from drivers.meter_display.feed import mark_to_note
from drivers.meter_display.program import build_driver
from drivers.meter_display.settings import MeterDisplaySettings


def no_port():
    raise PortMissing("no port")


@pytest.fixture
def build(tmp_path):
    made = []

    def build_with(opener=no_port, **fields):
        given = {
            "table": "CS-1", "driver": "sign-driver", "device": "sign-1",
            "data_directory": tmp_path, "mqtt": {"url": SecretStr("mqtt://localhost")},
            "line": {"path": "/dev/none"},
            "meter": {"progressive": PROGRESSIVE, "level": LEVEL,
                      "keys": [Signer().public.hex()]},
        }  # fmt: skip
        settings = MeterDisplaySettings(**(given | fields))
        made.append(build_driver(settings, SystemClock(), opener))
        return made[-1]

    yield build_with
    for runner in made:
        runner._posts["sign-1"].journal.close()


def test_mark_of_the_newest_meter_is_found_again(build):
    runner = build()
    journal = runner._posts["sign-1"].journal
    journal.begin_session()
    journal.remember(mark_to_note((4, 7)))
    journal.close()
    assert build()._logic._feed.mark == (4, 7)


def test_note_that_is_none_ends_the_start(build):
    runner = build()
    journal = runner._posts["sign-1"].journal
    journal.begin_session()
    journal.remember(b"{}")
    journal.close()
    with pytest.raises(JournalError, match="unreadable"):
        build()


@pytest.mark.parametrize(
    ("every", "assurance", "can"),
    [(1, Assurance.ACKNOWLEDGED, True), (0, Assurance.NONE, False)],
)
def test_sign_that_cannot_be_asked_is_of_no_assurance(build, every, assurance, can):
    (device,) = build(alpha={"read_back_every": every})._identity.devices
    assert device.assurance is assurance
    assert ("read_back" in device.capabilities) is can
    assert device.protocol == "alpha"


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({}, SerialOpener),
        ({"line": None, "usb": {"vendor_id": 0x8765, "product_id": 0x1234}}, UsbOpener),
    ],
)
def test_line_or_usb_is_opened_as_configured(build, fields, expected):
    assert isinstance(build(None, **fields)._line._opener, expected)
