"""USB devices with bulk endpoints: found by identity, claimed for us alone, let go at once.

Knows pyusb's, libusb's and Linux' habits, so that no other module must:

- a device object is good for one plugging only: after a replug it says "no such device" for ever,
  so the device is looked for anew at each opening;
- an unplugged device says EIO first and ENODEV after that; both are `LinkClosed` here;
- setting the configuration that is set already, or a reset, makes some devices forget their
  endpoints: neither is done unless the device has no configuration at all;
- a read that times out loses what had come of it, so one read asks for one packet: that has come
  whole, or not at all;
- the last packet of a write is marked by being short: after a full one an empty one goes out;
- a write is never repeated blindly. The one exception is a chunk that a stalled endpoint refused:
  nothing of it was taken, so it goes out once more after the stall was cleared. Another stall ends
  the line, which is then opened anew.
"""

import errno
import time
from collections.abc import Iterable
from contextlib import suppress
from typing import Any, Final, Self

import libusb_package
import usb.core
import usb.util
from pydantic import Field, model_validator

from dealer_station.settings import Section
from drivers.link.errors import (
    LinkClosed,
    LinkError,
    LinkGarbled,
    LinkTimeout,
    PortBusy,
    PortDenied,
    PortMissing,
    PortUnavailable,
)
from drivers.link.serial_port import UsbId

CHUNK_MAX: Final = 64
"""Most bytes of one transfer to the device: one packet of a full-speed bulk endpoint."""

_GONE: Final = frozenset(
    {errno.ENODEV, errno.EIO, errno.ENXIO, errno.ENOENT, errno.EPROTO, errno.ESHUTDOWN}
)
_DENIED: Final = frozenset({errno.EACCES, errno.EPERM})
# What lies unread in a device when it is opened belongs to a conversation of before.
_STALE_PACKETS_MAX: Final = 64
_STALE_WAIT_MS: Final = 5


class UsbSettings(Section):
    """Which USB device. Durations in milliseconds."""

    vendor_id: UsbId = Field(description="USB vendor id, such as 0x8765.")
    product_id: UsbId = Field(description="USB product id, such as 0x1234.")
    serial_number: str | None = Field(
        default=None, description="USB serial number; needed where two such devices are plugged in."
    )
    interface: int = Field(default=0, ge=0, le=31, description="Number of the interface.")
    read_timeout_ms: int = Field(default=20, ge=1, le=200, description="Longest wait of a read.")
    write_timeout_ms: int = Field(
        default=1_000, ge=50, le=10_000, description="Longest wait of a write."
    )
    pause_ms: int = Field(
        default=200, ge=5, le=1_000, description="Silence after which a half packet is given up."
    )
    reopen_ms_min: int = Field(
        default=500, ge=50, le=30_000, description="First wait before the device is looked for."
    )
    reopen_ms_max: int = Field(
        default=30_000, ge=50, le=300_000, description="Longest wait; tried for ever."
    )

    @model_validator(mode="after")
    def _check_waits(self) -> Self:
        if self.reopen_ms_max < self.reopen_ms_min:
            raise ValueError("reopen_ms_max is lower than reopen_ms_min")
        return self

    def __str__(self) -> str:
        number = "" if self.serial_number is None else f" serial {self.serial_number}"
        return f"{self.vendor_id:04x}:{self.product_id:04x}{number}"


class UsbPort:
    """An open USB device; a `drivers.link.transport.Transport` for one thread."""

    def __init__(self, device: Any, settings: UsbSettings, name: str) -> None:
        self._device = device
        self._settings = settings
        self._name = name
        self._stalled: set[int] = set()
        self._is_open = True
        self._has_detached = False
        self._in: int | None = None
        self._packet_max = CHUNK_MAX
        self._out = 0

    @property
    def name(self) -> str:
        """Identity, and where the device is plugged in."""
        return self._name

    def claim(self) -> None:
        """Take the interface for us alone. Raises PortUnavailable; give it back with `close`."""
        number = self._settings.interface
        try:
            self._configure()
            self._find_endpoints(number)
            with suppress(NotImplementedError):
                if self._device.is_kernel_driver_active(number):
                    self._device.detach_kernel_driver(number)
                    self._has_detached = True
            usb.util.claim_interface(self._device, number)
        except usb.core.USBError as error:
            raise _unavailable(self._name, error) from error
        self._drop_what_is_stale()

    def _configure(self) -> None:
        """Set a configuration only where there is none."""
        try:
            self._device.get_active_configuration()
        except usb.core.USBError as error:
            if error.errno is not None:
                raise
            self._device.set_configuration()

    def _find_endpoints(self, number: int) -> None:
        configuration = self._device.get_active_configuration()
        interface = usb.util.find_descriptor(configuration, bInterfaceNumber=number)
        if interface is None:
            raise PortUnavailable(f"{self._name}: it has no interface {number}")
        outs = _bulk_endpoints(interface, usb.util.ENDPOINT_OUT)
        ins = _bulk_endpoints(interface, usb.util.ENDPOINT_IN)
        if not outs:
            raise PortUnavailable(f"{self._name}: interface {number} has no bulk endpoint to write")
        self._out = outs[0].bEndpointAddress
        if ins:
            self._in, self._packet_max = ins[0].bEndpointAddress, ins[0].wMaxPacketSize

    def _drop_what_is_stale(self) -> None:
        for _ in range(_STALE_PACKETS_MAX):
            try:
                if not self._read(_STALE_WAIT_MS):
                    return
            except LinkError as error:
                raise PortUnavailable(str(error)) from error

    # ------------------------------------------------------------------ bytes

    def read(self) -> bytes:
        """Return one packet, after the read time-out at most. Raises LinkClosed, LinkGarbled.

        A device that has nothing to read from is waited for all the same: the caller asks again
        at once.
        """
        self._check()
        if self._in is None:
            time.sleep(self._settings.read_timeout_ms / 1_000)
        return self._read(self._settings.read_timeout_ms)

    def _read(self, timeout_ms: int) -> bytes:
        if self._in is None:
            return b""
        try:
            data: bytes = self._device.read(self._in, self._packet_max, timeout_ms).tobytes()
        except usb.core.USBTimeoutError:
            return b""
        except usb.core.USBError as error:
            self._clear_stall(self._in, error)
            return b""
        self._stalled.discard(self._in)
        return data

    def write(self, data: bytes) -> None:
        """Send all bytes. Raises LinkTimeout when they are not taken, LinkClosed when it's gone."""
        self._check()
        chunks = [data[start : start + CHUNK_MAX] for start in range(0, len(data), CHUNK_MAX)]
        if data and len(data) % CHUNK_MAX == 0:
            chunks.append(b"")
        for chunk in chunks:
            self._write(chunk)

    def _write(self, chunk: bytes) -> None:
        try:
            taken = self._device.write(self._out, chunk, self._settings.write_timeout_ms)
        except usb.core.USBTimeoutError as error:
            raise LinkTimeout(f"{self._name}: bytes are not taken") from error
        except usb.core.USBError as error:
            self._clear_stall(self._out, error)
            self._write(chunk)
            return
        if taken != len(chunk):
            raise LinkTimeout(f"{self._name}: {taken} of {len(chunk)} bytes were taken")
        self._stalled.discard(self._out)

    def _clear_stall(self, endpoint: int, error: usb.core.USBError) -> None:
        """Clear a first stall of an endpoint; all else ends the line."""
        if error.errno != errno.EPIPE or endpoint in self._stalled:
            raise _broken(self._name, error) from error
        self._stalled.add(endpoint)
        try:
            self._device.clear_halt(endpoint)
        except usb.core.USBError as worse:
            raise _broken(self._name, worse) from worse

    def close(self) -> None:
        """Give the device back, and to the kernel's driver what was the kernel's."""
        if not self._is_open:
            return
        self._is_open = False
        with suppress(usb.core.USBError, NotImplementedError, ValueError):
            usb.util.release_interface(self._device, self._settings.interface)
        if self._has_detached:
            with suppress(usb.core.USBError, NotImplementedError):
                self._device.attach_kernel_driver(self._settings.interface)
        with suppress(usb.core.USBError):
            usb.util.dispose_resources(self._device)

    def _check(self) -> None:
        if not self._is_open:
            raise LinkClosed(f"{self._name}: closed")


class UsbOpener:
    """Opens one configured device, looking it up anew each time.

    `backend` replaces libusb (pyusb's `IBackend`).
    """

    def __init__(self, settings: UsbSettings, backend: Any | None = None) -> None:
        self._settings = settings
        self._backend = backend

    def __call__(self) -> UsbPort:
        """Find and claim the device. Raises PortUnavailable with what an operator can do."""
        device = self._find()
        port = UsbPort(device, self._settings, self._name(device))
        try:
            port.claim()
        except BaseException:
            port.close()
            raise
        return port

    def _name(self, device: Any) -> str:
        return f"usb {self._settings} (bus {device.bus}, address {device.address})"

    def _find(self) -> Any:
        settings = self._settings
        backend = self._backend or libusb_package.get_libusb1_backend()
        if backend is None:
            raise PortUnavailable("libusb cannot be loaded")
        try:
            found = list(
                usb.core.find(
                    find_all=True,
                    backend=backend,
                    idVendor=settings.vendor_id,
                    idProduct=settings.product_id,
                )
            )
        except usb.core.USBError as error:
            raise _unavailable(str(settings), error) from error
        if settings.serial_number is not None:
            found = [each for each in found if self._has_serial_number(each)]
        if not found:
            raise PortMissing(f"no USB device {settings} is plugged in")
        if len(found) > 1:
            raise PortUnavailable(
                f"{len(found)} USB devices are {settings}; configure the serial number"
            )
        return found[0]

    def _has_serial_number(self, device: Any) -> bool:
        """Whether it is the one; to ask, the device must be opened. Raises PortUnavailable."""
        try:
            number = device.serial_number
        except usb.core.USBError as error:
            if error.errno in _GONE:
                return False
            raise _unavailable(self._name(device), error) from error
        except ValueError:
            # It has no texts; or it may not be opened, which pyusb does not tell apart.
            self._check_access(device)
            return False
        finally:
            with suppress(usb.core.USBError):
                usb.util.dispose_resources(device)
        return bool(number == self._settings.serial_number)

    def _check_access(self, device: Any) -> None:
        try:
            device.is_kernel_driver_active(self._settings.interface)
        except usb.core.USBError as error:
            if error.errno in _DENIED:
                raise _unavailable(self._name(device), error) from error
        except NotImplementedError:
            pass


def _bulk_endpoints(interface: Iterable[Any], direction: int) -> list[Any]:
    """Return the bulk endpoints of an interface that go one way."""
    return [
        each
        for each in interface
        if usb.util.endpoint_type(each.bmAttributes) == usb.util.ENDPOINT_TYPE_BULK
        and usb.util.endpoint_direction(each.bEndpointAddress) == direction
    ]


def _unavailable(name: str, error: usb.core.USBError) -> PortUnavailable:
    """Return the error that says why a device cannot be used."""
    if error.errno in _GONE:
        return PortMissing(f"{name}: it was unplugged")
    if error.errno == errno.EBUSY:
        return PortBusy(f"{name}: in use by another program or a driver of the system")
    if error.errno in _DENIED:
        return PortDenied(f"{name}: this account may not open it (a udev rule is missing?)")
    return PortUnavailable(f"{name}: {error}")


def _broken(name: str, error: usb.core.USBError) -> LinkError:
    """Return the error that says why an open device broke."""
    if error.errno == errno.EPIPE:
        return LinkClosed(f"{name}: the endpoint stays stalled")
    if error.errno == errno.EOVERFLOW:
        return LinkGarbled(f"{name}: a packet was longer than its endpoint allows")
    return LinkClosed(f"{name}: {error}")
