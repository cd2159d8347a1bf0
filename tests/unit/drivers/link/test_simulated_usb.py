"""The simulated bus says what Linux was measured to say, in that order."""

import array
import errno

import pytest
import usb.core
import usb.util

from drivers.link.simulated_usb import IN, OUT, PACKET_MAX, SimulatedUsbBus, UsbDevice


class Mute:
    def __init__(self):
        self.heard = b""

    def taken(self, data):
        self.heard += data

    def given(self):
        return b""

    def unplugged(self):
        pass


@pytest.fixture
def bus():
    return SimulatedUsbBus()


@pytest.fixture
def device(bus):
    made = UsbDevice(Mute())
    bus.plug(made)
    return made


def find(bus):
    return usb.core.find(backend=bus, idVendor=0x8765)


def number_of(error):
    return error.value.errno


def test_device_describes_itself_through_pyusb(bus, device):
    found = find(bus)
    assert (found.idProduct, found.serial_number, found.bus) == (0x1234, "SIGN0001", 1)
    configuration = found.get_active_configuration()
    (interface,) = configuration
    assert [each.bEndpointAddress for each in interface] == [OUT, IN]
    assert all(each.wMaxPacketSize == PACKET_MAX for each in interface)
    assert found.parent is None


def test_device_without_texts_has_no_serial_number(bus):
    bus.plug(UsbDevice(Mute(), serial_number=None))
    assert find(bus).serial_number is None


def test_pulled_cable_says_eio_once_and_then_enodev(bus, device):
    found = find(bus)
    assert found.write(OUT, b"x", 50) == 1
    bus.unplug(device)
    said = []
    for _ in range(3):
        with pytest.raises(usb.core.USBError) as error:
            found.read(IN, 64, 20)
        said.append(number_of(error))
    assert said == [errno.EIO, errno.ENODEV, errno.ENODEV]
    assert find(bus) is None


def test_device_that_comes_back_has_another_address_and_old_handles_stay_dead(bus, device):
    before = find(bus)
    before.write(OUT, b"x", 50)
    bus.unplug(device)
    bus.plug(device)
    after = find(bus)
    assert (before.address, after.address) == (1, 2)
    for _ in range(2):
        with pytest.raises(usb.core.USBError):
            before.write(OUT, b"x", 50)
    assert after.write(OUT, b"y", 50) == 1
    assert device.gadget.heard == b"xy"


def test_stall_lasts_for_as_many_transfers_as_were_set(bus, device):
    found = find(bus)
    device.stalls[OUT] = 1
    with pytest.raises(usb.core.USBError) as error:
        found.write(OUT, b"x", 50)
    assert number_of(error) == errno.EPIPE
    found.clear_halt(OUT)
    assert device.cleared == [OUT]
    assert found.write(OUT, b"x", 50) == 1


def test_time_outs_are_time_outs(bus, device):
    found = find(bus)
    with pytest.raises(usb.core.USBTimeoutError):
        found.read(IN, 64, 5)
    device.hangs = True
    with pytest.raises(usb.core.USBTimeoutError):
        found.write(OUT, b"x", 5)


def test_bound_or_claimed_interface_is_busy(bus, device):
    found = find(bus)
    device.is_bound = True
    assert found.is_kernel_driver_active(0)
    with pytest.raises(usb.core.USBError) as error:
        usb.util.claim_interface(found, 0)
    assert number_of(error) == errno.EBUSY
    found.detach_kernel_driver(0)
    usb.util.claim_interface(found, 0)
    found.attach_kernel_driver(0)
    with pytest.raises(usb.core.USBError) as error:
        found.read(IN, 64, 5)
    assert number_of(error) == errno.EBUSY


def test_packet_that_does_not_fit_overflows(bus, device):
    device.to_host.append(bytes(10))
    with pytest.raises(usb.core.USBError) as error:
        bus.bulk_read(bus.open_device(bus._pluggings[0]), IN, 0, array.array("B", bytes(9)), 5)
    assert number_of(error) == errno.EOVERFLOW


def test_resets_and_configurations_are_counted_and_empty_the_device(bus, device):
    found = find(bus)
    device.to_host.append(b"old")
    found.reset()
    found.set_configuration()
    assert (device.resets, device.configurations) == (1, 1)
    with pytest.raises(usb.core.USBTimeoutError):
        found.read(IN, 64, 5)
