"""A simulated sign behind the whole of pyusb."""

import time

import pytest

from dealer_station.clock import SystemClock
from drivers.link.errors import LinkClosed
from drivers.link.usb_port import UsbOpener, UsbSettings
from drivers.meter_display.fault_script import FaultScript, parse_fault
from drivers.meter_display.glass_ledger import GlassLedger, seen
from drivers.meter_display.models.alpha.codec import AlphaCodec, Frame, encode
from drivers.meter_display.models.alpha.instructions import Special, read_special, write_text
from drivers.meter_display.simulated_device import SignDevice
from drivers.meter_display.simulated_receiver import SignReceiver
from drivers.meter_display.simulated_sign import Make, SimulatedSign
from drivers.meter_display.simulated_usb_sign import UsbSign

ASK = encode(Frame("^", "00", (read_special(Special.GENERAL_INFORMATION),)))
MESSAGE = encode(Frame("^", "00", (write_text("0", b"\x1b bWIN"),)))


@pytest.fixture
def sign():
    ledger = GlassLedger()
    device = SignDevice(
        SimulatedSign(Make(reset_ms=0, busy_ms=0)), SignReceiver(baud=0), FaultScript(), ledger
    )
    return UsbSign(device, ledger, SystemClock())


def open_port(sign):
    return UsbOpener(UsbSettings(vendor_id=0x8765, product_id=0x1234), sign.bus)()


def answer(port, timeout_s=5.0):
    codec = AlphaCodec(needs_checksum=True)
    deadline = time.monotonic() + timeout_s
    while time.monotonic() < deadline:
        for frame in codec.receive(port.read()):
            return frame
    return None


def test_question_and_message(sign):
    port = open_port(sign)
    port.write(ASK)
    assert answer(port).instructions[0].data.startswith(b'"1044-160B')
    port.write(MESSAGE)
    assert sign.status()["visible"] == "WIN"
    assert seen(sign.ledger.entries) == ("", "WIN")


def test_late_reply_and_pulled_cable(sign):
    port = open_port(sign)
    sign.add_fault(parse_fault("delay=60"))
    begin = time.monotonic()
    port.write(ASK)
    assert answer(port) is not None
    assert time.monotonic() - begin >= 0.055  # clocks of whole milliseconds
    sign.add_fault(parse_fault("unplug=1"))
    port.write(MESSAGE)
    with pytest.raises(LinkClosed):
        port.read()
    assert sign.status()["visible"] == "WIN"  # the glass stays
    sign.plug()
    port = open_port(sign)
    port.write(ASK)
    assert answer(port) is not None


def test_power_goes_while_the_cable_stays(sign):
    port = open_port(sign)
    port.write(MESSAGE)
    sign.lose_power(30, keeps_memory=False)
    assert sign.status()["visible"] == ""
    time.sleep(0.05)
    port.read()
    port.write(ASK)
    assert answer(port) is not None
    assert sign.status()["visible"] == ""
