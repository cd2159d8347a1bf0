"""A USB bus without hardware, inside one process: a pyusb backend with devices that are plugged in.

Knows descriptors, claims, packets, stalls and what a kernel says when a cable is pulled. Does not
know what a device does: it hands packets to a `Gadget`. The whole of pyusb runs above it; what it
cannot show is libusb and the kernel themselves.

Errors come in the order in which Linux gives them (measured): a transfer that is under way when the
cable goes says EIO, everything after that ENODEV; a stall says EPIPE until it is cleared; an
interface of a kernel driver, or claimed elsewhere, says EBUSY. A device that comes back has another
address, and handles of before stay dead.
"""

import array
import errno
import threading
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any, Final, Protocol

import usb.core
from usb.backend import IBackend

PACKET_MAX: Final = 64
OUT: Final = 0x02
IN: Final = 0x82
_BULK: Final = 2
_ENGLISH: Final = bytes((4, 3, 0x09, 0x04))
_STRING: Final = 3
_SERIAL_INDEX: Final = 3
_POLL_S: Final = 0.002
_BACKEND_CODES: Final = {
    errno.EIO: -1,
    errno.EACCES: -3,
    errno.ENODEV: -4,
    errno.EBUSY: -6,
    errno.ETIMEDOUT: -7,
    errno.EOVERFLOW: -8,
    errno.EPIPE: -9,
}


class Gadget(Protocol):
    """What a simulated device does with its packets. Called from the host's thread."""

    def taken(self, data: bytes) -> None:
        """Take the bytes of one transfer from the host; an empty one is a zero-length packet."""

    def given(self) -> bytes:
        """Return the bytes for the host that have become ready since the last call."""

    def unplugged(self) -> None:
        """Take note that the cable was pulled."""


@dataclass(eq=False)
class UsbDevice:
    """One device and its troubles, which a test sets.

    `stalls` counts the transfers of each endpoint that will be refused; `hangs` lets writes time
    out; `is_denied` refuses this account; `is_bound` has a kernel driver on the interface;
    `is_claimed_elsewhere` another program. `resets` and `configurations` count what a driver should
    not do.
    """

    gadget: Gadget
    vendor_id: int = 0x8765
    product_id: int = 0x1234
    serial_number: str | None = "SIGN0001"
    configuration: int = 1
    stalls: dict[int, int] = field(default_factory=dict)
    hangs: bool = False
    is_denied: bool = False
    is_bound: bool = False
    is_claimed_elsewhere: bool = False
    resets: int = 0
    configurations: int = 0
    cleared: list[int] = field(default_factory=list)
    transfers: list[bytes] = field(default_factory=list)
    address: int | None = None
    to_host: deque[bytes] = field(default_factory=deque)


@dataclass(frozen=True)
class _Plugging:
    """A device as it was plugged in once: the identity that a host finds."""

    device: UsbDevice
    address: int


@dataclass
class _Handle:
    """An open device. `has_seen_the_end`: the EIO of a pulled cable was said."""

    plugging: _Plugging
    has_seen_the_end: bool = False


def _error(number: int, text: str) -> usb.core.USBError:
    kind = usb.core.USBTimeoutError if number == errno.ETIMEDOUT else usb.core.USBError
    return kind(text, _BACKEND_CODES[number], number)


class SimulatedUsbBus(IBackend):  # type: ignore[misc]  # pyusb has no types
    """The bus, as pyusb's `find(backend=…)` takes it. Thread-safe: tests pull cables meanwhile."""

    def __init__(self) -> None:
        self._lock = threading.RLock()
        self._pluggings: list[_Plugging] = []
        self._newest_address = 0

    # ------------------------------------------------------------------ the cable

    def plug(self, device: UsbDevice) -> None:
        """Plug a device in: it gets the next address."""
        with self._lock:
            self._newest_address += 1
            device.address = self._newest_address
            self._pluggings.append(_Plugging(device, self._newest_address))

    def unplug(self, device: UsbDevice) -> None:
        """Pull a device's cable."""
        with self._lock:
            self._pluggings = [each for each in self._pluggings if each.device is not device]
            device.address = None
            device.to_host.clear()
            device.gadget.unplugged()

    # ------------------------------------------------------------------ descriptors

    def enumerate_devices(self) -> Iterator[_Plugging]:
        """Yield what is plugged in."""
        with self._lock:
            yield from tuple(self._pluggings)

    def get_parent(self, dev: _Plugging) -> None:
        """Return no parent: all devices hang on the root."""
        del dev

    def get_device_descriptor(self, dev: _Plugging) -> SimpleNamespace:
        """Return the device descriptor with what pyusb adds to it."""
        device = dev.device
        return SimpleNamespace(
            bLength=18,
            bDescriptorType=1,
            bcdUSB=0x0110,
            bDeviceClass=0xFF,
            bDeviceSubClass=0,
            bDeviceProtocol=0,
            bMaxPacketSize0=8,
            idVendor=device.vendor_id,
            idProduct=device.product_id,
            bcdDevice=0x0100,
            iManufacturer=0,
            iProduct=0,
            iSerialNumber=0 if device.serial_number is None else _SERIAL_INDEX,
            bNumConfigurations=1,
            bus=1,
            address=dev.address,
            port_number=1,
            port_numbers=(1,),
            speed=2,
        )

    def get_configuration_descriptor(self, dev: _Plugging, config: int) -> SimpleNamespace:
        """Return the one configuration. Raises IndexError past it, as pyusb iterates."""
        del dev
        _only(config)
        return SimpleNamespace(
            bLength=9,
            bDescriptorType=2,
            wTotalLength=32,
            bNumInterfaces=1,
            bConfigurationValue=1,
            iConfiguration=0,
            bmAttributes=0x80,
            bMaxPower=50,
            extra_descriptors=[],
        )

    def get_interface_descriptor(
        self, dev: _Plugging, intf: int, alt: int, config: int
    ) -> SimpleNamespace:
        """Return the one interface. Raises IndexError past it."""
        del dev
        _only(intf, alt, config)
        return SimpleNamespace(
            bLength=9,
            bDescriptorType=4,
            bInterfaceNumber=0,
            bAlternateSetting=0,
            bNumEndpoints=2,
            bInterfaceClass=0xFF,
            bInterfaceSubClass=0,
            bInterfaceProtocol=0,
            iInterface=0,
            extra_descriptors=[],
        )

    def get_endpoint_descriptor(
        self, dev: _Plugging, ep: int, intf: int, alt: int, config: int
    ) -> SimpleNamespace:
        """Return one of the two bulk endpoints. Raises IndexError past them."""
        del dev
        _only(intf, alt, config)
        return SimpleNamespace(
            bLength=7,
            bDescriptorType=5,
            bEndpointAddress=(OUT, IN)[ep],
            bmAttributes=_BULK,
            wMaxPacketSize=PACKET_MAX,
            bInterval=0,
            bRefresh=0,
            bSynchAddress=0,
            extra_descriptors=[],
        )

    # ------------------------------------------------------------------ handles

    def open_device(self, dev: _Plugging) -> _Handle:
        """Open a device."""
        with self._lock:
            handle = _Handle(dev)
            self._live(handle)
            if dev.device.is_denied:
                raise _error(errno.EACCES, "Access denied (insufficient permissions)")
            return handle

    def close_device(self, dev_handle: _Handle) -> None:
        """Close it; a dead one too."""

    def set_configuration(self, dev_handle: _Handle, config_value: int) -> None:
        """Set the configuration, and count it."""
        with self._lock:
            device = self._live(dev_handle)
            device.configurations += 1
            device.configuration = config_value
            device.to_host.clear()

    def get_configuration(self, dev_handle: _Handle) -> int:
        """Return the configuration that is set."""
        with self._lock:
            return self._live(dev_handle).configuration

    def claim_interface(self, dev_handle: _Handle, intf: int) -> None:
        """Take the interface, unless somebody has it."""
        del intf
        with self._lock:
            device = self._live(dev_handle)
            if device.is_bound or device.is_claimed_elsewhere:
                raise _error(errno.EBUSY, "Resource busy")

    def release_interface(self, dev_handle: _Handle, intf: int) -> None:
        """Give the interface back."""
        del intf
        with self._lock:
            self._live(dev_handle)

    def is_kernel_driver_active(self, dev_handle: _Handle, intf: int) -> bool:
        """Whether a kernel driver is bound."""
        del intf
        with self._lock:
            return self._live(dev_handle).is_bound

    def detach_kernel_driver(self, dev_handle: _Handle, intf: int) -> None:
        """Take the interface from the kernel driver."""
        del intf
        with self._lock:
            self._live(dev_handle).is_bound = False

    def attach_kernel_driver(self, dev_handle: _Handle, intf: int) -> None:
        """Give it back to the kernel driver."""
        del intf
        with self._lock:
            self._live(dev_handle).is_bound = True

    def clear_halt(self, dev_handle: _Handle, ep: int) -> None:
        """End the stall of an endpoint."""
        with self._lock:
            self._live(dev_handle).cleared.append(ep)

    def reset_device(self, dev_handle: _Handle) -> None:
        """Reset, and count it."""
        with self._lock:
            device = self._live(dev_handle)
            device.resets += 1
            device.to_host.clear()

    # ------------------------------------------------------------------ transfers

    def bulk_write(self, dev_handle: _Handle, ep: int, intf: int, data: Any, timeout: int) -> int:
        """Hand one transfer to the device."""
        del intf
        with self._lock:
            device = self._transfer(dev_handle, ep)
            if not device.hangs:
                packet = bytes(data)
                device.transfers.append(packet)
                device.gadget.taken(packet)
                return len(packet)
        threading.Event().wait(timeout / 1_000)
        raise _error(errno.ETIMEDOUT, "Operation timed out")

    def bulk_read(self, dev_handle: _Handle, ep: int, intf: int, buff: Any, timeout: int) -> int:
        """Bring one packet from the device, waiting for it as long as `timeout` ms."""
        del intf
        for _ in range(max(1, int(timeout / 1_000 / _POLL_S))):
            with self._lock:
                device = self._transfer(dev_handle, ep)
                _refill(device)
                if device.to_host:
                    return _fill(buff, device.to_host)
            threading.Event().wait(_POLL_S)
        with self._lock:
            self._transfer(dev_handle, ep)
        raise _error(errno.ETIMEDOUT, "Operation timed out")

    def ctrl_transfer(
        self,
        dev_handle: _Handle,
        bmRequestType: int,  # noqa: N803 - pyusb's names
        bRequest: int,  # noqa: N803
        wValue: int,  # noqa: N803
        wIndex: int,  # noqa: N803
        data: Any,
        timeout: int,
    ) -> int:
        """Answer the question for a text of the device; nothing else is asked of it."""
        del bmRequestType, bRequest, wIndex, timeout
        with self._lock:
            device = self._live(dev_handle)
            kind, index = wValue >> 8, wValue & 0xFF
            if kind != _STRING or device.serial_number is None:
                raise _error(errno.EPIPE, "Pipe error")
            text = device.serial_number.encode("utf-16-le")
            answer = bytes((len(text) + 2, _STRING)) + text if index else _ENGLISH
            data[: len(answer)] = array.array("B", answer)
            return len(answer)

    def _transfer(self, handle: _Handle, endpoint: int) -> UsbDevice:
        """Return the device for a transfer that may begin."""
        if not self._is_live(handle) and not handle.has_seen_the_end:
            handle.has_seen_the_end = True
            raise _error(errno.EIO, "Input/Output Error")
        device = self._live(handle)
        if device.is_bound:
            raise _error(errno.EBUSY, "Resource busy")
        if device.stalls.get(endpoint, 0):
            device.stalls[endpoint] -= 1
            raise _error(errno.EPIPE, "Pipe error")
        return device

    def _is_live(self, handle: _Handle) -> bool:
        return handle.plugging in self._pluggings

    def _live(self, handle: _Handle) -> UsbDevice:
        if not self._is_live(handle):
            raise _error(errno.ENODEV, "No such device (it may have been disconnected)")
        return handle.plugging.device


def _only(*numbers: int) -> None:
    """There is one of each: IndexError for any other."""
    if any(numbers):
        raise IndexError(numbers)


def _refill(device: UsbDevice) -> None:
    """Cut what the device has to say into packets."""
    said = device.gadget.given()
    device.to_host.extend(
        said[start : start + PACKET_MAX] for start in range(0, len(said), PACKET_MAX)
    )


def _fill(buffer: Any, packets: deque[bytes]) -> int:
    """Put the first packet into a buffer. Raises EOVERFLOW where it does not fit."""
    packet = packets.popleft()
    if len(packet) > len(buffer):
        raise _error(errno.EOVERFLOW, "Overflow")
    buffer[: len(packet)] = array.array("B", packet)
    return len(packet)
