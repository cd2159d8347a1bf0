"""USB devices through the whole of pyusb, on a bus that can be pulled, stalled and claimed."""

import threading
import time

import pytest
from pydantic import ValidationError

from drivers.link.errors import (
    LinkClosed,
    LinkGarbled,
    LinkTimeout,
    PortBusy,
    PortDenied,
    PortMissing,
    PortUnavailable,
)
from drivers.link.simulated_usb import IN, OUT, SimulatedUsbBus, UsbDevice
from drivers.link.usb_port import UsbOpener, UsbSettings


class Keeper:
    """A device that keeps what it gets and says what it was told to."""

    def __init__(self):
        self.heard = []
        self.says = b""
        self.times_unplugged = 0

    def taken(self, data):
        self.heard.append(data)

    def given(self):
        said, self.says = self.says, b""
        return said

    def unplugged(self):
        self.times_unplugged += 1


class Bench:
    def __init__(self, **fields):
        self.bus = SimulatedUsbBus()
        self.gadget = Keeper()
        self.device = UsbDevice(self.gadget, **fields)
        self.bus.plug(self.device)

    def opener(self, **fields):
        given = {"vendor_id": 0x8765, "product_id": 0x1234, "read_timeout_ms": 5}
        given["write_timeout_ms"] = 50
        return UsbOpener(UsbSettings(**(given | fields)), self.bus)

    def open(self, **fields):
        return self.opener(**fields)()


@pytest.fixture
def bench():
    return Bench()


def test_identity_finds_the_device_among_others(bench):
    bench.bus.plug(UsbDevice(Keeper(), product_id=0x9999))
    bench.bus.plug(UsbDevice(Keeper(), serial_number="SIGN0002"))
    bench.bus.plug(UsbDevice(Keeper(), serial_number=None))
    port = bench.open(serial_number="SIGN0001")
    assert port.name == "usb 8765:1234 serial SIGN0001 (bus 1, address 1)"
    port.write(b"x")
    assert bench.gadget.heard == [b"x"]
    with pytest.raises(PortUnavailable, match="3 USB devices are 8765:1234; configure the serial"):
        bench.open()
    with pytest.raises(PortMissing, match="SIGN0009"):
        bench.open(serial_number="SIGN0009")


def test_missing_device_is_missing():
    with pytest.raises(PortMissing, match="no USB device 8765:1234 is plugged in"):
        UsbOpener(UsbSettings(vendor_id=0x8765, product_id=0x1234), SimulatedUsbBus())()


def test_configured_device_is_neither_reset_nor_configured_again(bench):
    port = bench.open()
    port.write(b"x")
    port.close()
    assert (bench.device.resets, bench.device.configurations) == (0, 0)


def test_device_without_a_configuration_gets_one():
    bench = Bench(configuration=0)
    bench.open().write(b"x")
    assert (bench.device.resets, bench.device.configurations) == (0, 1)
    assert bench.gadget.heard == [b"x"]


def test_kernel_driver_is_detached_and_put_back():
    bench = Bench(is_bound=True)
    port = bench.open()
    assert not bench.device.is_bound
    port.close()
    assert bench.device.is_bound


def test_interface_that_another_program_has_is_busy():
    bench = Bench(is_claimed_elsewhere=True)
    with pytest.raises(PortBusy, match="in use by another program"):
        bench.open()
    bench.device.is_claimed_elsewhere = False
    bench.open().write(b"x")


@pytest.mark.parametrize("serial_number", [None, "SIGN0001"])
def test_forbidden_device_is_denied_and_not_missing(serial_number):
    bench = Bench(is_denied=True)
    with pytest.raises(PortDenied, match="udev rule"):
        bench.open(serial_number=serial_number)


def test_no_interface_of_that_number(bench):
    with pytest.raises(PortUnavailable, match="no interface 3"):
        bench.open(interface=3)


@pytest.mark.parametrize(
    ("length", "expected"),
    [
        (0, []), (1, [1]), (63, [63]), (64, [64, 0]), (65, [64, 1]), (128, [64, 64, 0]),
        (150, [64, 64, 22]),
    ],
)  # fmt: skip
def test_write_goes_in_packets_and_a_full_last_one_is_followed_by_an_empty_one(
    bench, length, expected
):
    data = bytes(range(256))[:length]
    bench.open().write(data)
    assert [len(packet) for packet in bench.device.transfers] == expected
    assert b"".join(bench.gadget.heard) == data


def test_read_brings_packet_by_packet_and_nothing_when_there_is_nothing(bench):
    port = bench.open()
    assert port.read() == b""
    bench.gadget.says = bytes(100)
    assert (len(port.read()), len(port.read()), port.read()) == (64, 36, b"")


def test_device_with_nothing_to_read_from_is_waited_for(bench, monkeypatch):
    describe = bench.bus.get_interface_descriptor

    def one_way(*place):
        described = describe(*place)
        described.bNumEndpoints = 1
        return described

    monkeypatch.setattr(bench.bus, "get_interface_descriptor", one_way)
    port = bench.open(read_timeout_ms=20)
    start = time.monotonic()
    assert [port.read() for _ in range(3)] == [b""] * 3
    assert time.monotonic() - start >= 0.06
    port.write(b"amount")
    assert bench.gadget.heard == [b"amount"]


def test_what_lay_in_the_device_before_is_not_brought(bench):
    bench.gadget.says = b"of before" * 30
    port = bench.open()
    assert port.read() == b""


def test_write_that_is_not_taken_times_out_and_is_not_repeated(bench):
    port = bench.open()
    bench.device.hangs = True
    start = time.monotonic()
    with pytest.raises(LinkTimeout, match="not taken"):
        port.write(b"x" * 100)
    assert time.monotonic() - start >= 0.05
    bench.device.hangs = False
    assert bench.gadget.heard == []


def test_write_that_is_taken_in_part_is_told_and_not_repeated(bench, monkeypatch):
    port = bench.open()
    bulk_write = bench.bus.bulk_write
    monkeypatch.setattr(
        bench.bus, "bulk_write", lambda h, ep, i, data, t: bulk_write(h, ep, i, data[:3], t)
    )
    with pytest.raises(LinkTimeout, match="3 of 10 bytes were taken"):
        port.write(b"0123456789")
    assert bench.gadget.heard == [b"012"]


def test_stalled_write_is_cleared_once_and_its_chunk_sent(bench):
    port = bench.open()
    bench.device.stalls[OUT] = 1
    port.write(b"x" * 70)
    assert bench.device.cleared == [OUT]
    assert b"".join(bench.gadget.heard) == b"x" * 70
    bench.device.stalls[OUT] = 2
    with pytest.raises(LinkClosed, match="stays stalled"):
        port.write(b"y")
    assert bench.gadget.heard[-1] != b"y"


def test_stalled_read_is_cleared_once(bench):
    port = bench.open()
    bench.device.stalls[IN] = 1
    assert port.read() == b""
    assert bench.device.cleared == [IN]
    bench.gadget.says = b"again"
    assert port.read() == b"again"
    bench.device.stalls[IN] = 2
    assert port.read() == b""
    with pytest.raises(LinkClosed, match="stays stalled"):
        port.read()


def test_stall_that_cannot_be_cleared_closes(bench, monkeypatch):
    port = bench.open()
    bench.device.stalls[OUT] = 1
    clear_halt = bench.bus.clear_halt

    def pull(handle, endpoint):
        bench.bus.unplug(bench.device)
        clear_halt(handle, endpoint)

    monkeypatch.setattr(bench.bus, "clear_halt", pull)
    with pytest.raises(LinkClosed, match="No such device"):
        port.write(b"x")


def test_packet_that_is_too_long_is_garbled(bench):
    port = bench.open()
    bench.device.to_host.append(bytes(65))
    with pytest.raises(LinkGarbled, match="longer"):
        port.read()


def test_unplugged_while_reading_and_for_ever_after(bench):
    port = bench.open(read_timeout_ms=200)
    threading.Timer(0.05, bench.bus.unplug, (bench.device,)).start()
    with pytest.raises(LinkClosed, match="Input/Output Error"):
        port.read()
    with pytest.raises(LinkClosed, match="No such device"):
        port.read()
    bench.bus.plug(bench.device)
    with pytest.raises(LinkClosed, match="No such device"):
        port.read()
    port.close()
    assert bench.gadget.times_unplugged == 1


def test_replugged_device_is_found_at_its_new_address(bench):
    opener = bench.opener()
    first = opener()
    bench.bus.unplug(bench.device)
    with pytest.raises(PortMissing):
        opener()
    bench.bus.plug(bench.device)
    second = opener()
    assert "address 1" in first.name
    assert "address 2" in second.name
    second.write(b"x")
    assert bench.gadget.heard == [b"x"]


def test_device_that_goes_while_it_is_opened_is_missing(bench, monkeypatch):
    claim = bench.bus.claim_interface

    def pull(handle, number):
        bench.bus.unplug(bench.device)
        return claim(handle, number)

    monkeypatch.setattr(bench.bus, "claim_interface", pull)
    with pytest.raises(PortMissing, match="unplugged"):
        bench.open()


@pytest.mark.parametrize("fault", ["is_claimed_elsewhere", "is_denied"])
def test_failed_opening_leaves_the_device_for_the_next(bench, fault):
    setattr(bench.device, fault, True)
    for _ in range(3):
        with pytest.raises(PortUnavailable):
            bench.open()
    setattr(bench.device, fault, False)
    bench.open().write(b"x")
    assert bench.gadget.heard == [b"x"]


def test_settings_are_bounded():
    with pytest.raises(ValidationError, match="reopen_ms_max is lower"):
        UsbSettings(vendor_id=1, product_id=2, reopen_ms_min=500, reopen_ms_max=100)
    with pytest.raises(ValidationError):
        UsbSettings(vendor_id=0x10000, product_id=2)


def test_without_another_backend_libusb_itself_looks():
    """Real libusb: this machine has no such device, and that is what it says."""
    opener = UsbOpener(UsbSettings(vendor_id=0x8765, product_id=0x1234, serial_number="none"))
    with pytest.raises(PortMissing, match="no USB device"):
        opener()
