"""Serial ports: found by identity, opened for us alone, closed at the first error.

Knows pyserial's and Linux' habits, so that no other module must:

- an unplugged port shows as SerialException, OSError 5 or termios.error, depending on the call:
  all of them are `LinkClosed` here;
- pyserial's `exclusive` is an advisory lock which other programs ignore, so TIOCEXCL is set too.
  Not on pseudo-terminals: there the kernel keeps the flag after the owner died, and nobody but
  root could ever open the port again;
- one thread opens, reads, writes and closes; reads wait a few milliseconds only, so nothing ever
  has to be cancelled.
"""

import errno
import fcntl
import os
import termios
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Final, Literal, Protocol, Self

import serial
from pydantic import Field, model_validator
from serial.tools import list_ports

from dealer_station.settings import Section
from drivers.link.errors import (
    LinkClosed,
    LinkTimeout,
    PortBusy,
    PortDenied,
    PortMismatch,
    PortMissing,
    PortUnavailable,
)

_PARITY: Final = {
    "none": serial.PARITY_NONE,
    "even": serial.PARITY_EVEN,
    "odd": serial.PARITY_ODD,
}
_PSEUDO_TERMINALS: Final = Path("/dev/pts")
_GONE: Final = frozenset({errno.ENOENT, errno.ENODEV, errno.ENXIO, errno.EIO})
_BUSY: Final = frozenset({errno.EBUSY, errno.EAGAIN})
_DENIED: Final = frozenset({errno.EACCES, errno.EPERM})
_READ_MAX: Final = 4096

UsbId = Annotated[int, Field(ge=0, le=0xFFFF)]


class PortIdentity(Section):
    """What a USB adapter says of itself; it stays the same in whatever socket it is plugged."""

    vendor_id: UsbId = Field(description="USB vendor id, such as 0x0403.")
    product_id: UsbId = Field(description="USB product id, such as 0x6001.")
    serial_number: str | None = Field(default=None, description="USB serial number.")

    def __str__(self) -> str:
        number = "" if self.serial_number is None else f" serial {self.serial_number}"
        return f"{self.vendor_id:04x}:{self.product_id:04x}{number}"


class LineSettings(Section):
    """Which port, and how the bytes stand on the line. Durations in milliseconds."""

    path: Path | None = Field(default=None, description="Path of the port, such as /dev/ttyS0.")
    identity: PortIdentity | None = Field(
        default=None, description="Identity of the USB adapter; better than a path."
    )
    baud: int = Field(default=9_600, ge=300, le=921_600, description="Bits a second.")
    bytesize: Literal[7, 8] = Field(default=8, description="Data bits.")
    parity: Literal["none", "even", "odd"] = Field(default="none", description="Parity bit.")
    stopbits: Literal[1, 2] = Field(default=1, description="Stop bits.")
    rtscts: bool = Field(default=False, description="Hardware handshake by RTS and CTS.")
    dtr: bool = Field(default=True, description="Level of DTR from the moment of opening.")
    rts: bool = Field(default=True, description="Level of RTS, where rtscts does not own it.")
    read_timeout_ms: int = Field(default=20, ge=1, le=200, description="Longest wait of a read.")
    write_timeout_ms: int = Field(
        default=1_000, ge=50, le=10_000, description="Longest wait of a write."
    )
    pause_ms: int = Field(
        default=50, ge=5, le=1_000, description="Silence after which a half packet is given up."
    )
    reopen_ms_min: int = Field(
        default=500, ge=50, le=30_000, description="First wait before the port is opened again."
    )
    reopen_ms_max: int = Field(
        default=30_000, ge=50, le=300_000, description="Longest wait; tried for ever."
    )

    @model_validator(mode="after")
    def _check_port(self) -> Self:
        if self.path is None and self.identity is None:
            raise ValueError("path or identity must be given")
        if self.reopen_ms_max < self.reopen_ms_min:
            raise ValueError("reopen_ms_max is lower than reopen_ms_min")
        return self


class KnownPort(Protocol):
    """What the operating system tells about one port (pyserial's ListPortInfo)."""

    device: str
    vid: int | None
    pid: int | None
    serial_number: str | None


ListPorts = Callable[[], Iterable[KnownPort]]


class SerialPort:
    """An open serial port; a `drivers.link.transport.Transport` for one thread."""

    def __init__(self, port: serial.Serial, name: str) -> None:
        self._port = port
        self._name = name

    @property
    def name(self) -> str:
        """The port's path."""
        return self._name

    def read(self) -> bytes:
        """Return what has arrived, after the read time-out at most. Raises LinkClosed."""
        try:
            first: bytes = self._port.read(1)
            if not first:
                return b""
            return first + bytes(self._port.read(min(self._port.in_waiting, _READ_MAX)))
        except (OSError, termios.error, TypeError, ValueError) as error:
            raise LinkClosed(f"{self._name}: {error}") from error

    def write(self, data: bytes) -> None:
        """Send all bytes. Raises LinkTimeout when nobody takes them, LinkClosed when it is gone."""
        try:
            self._port.write(data)
        except serial.SerialTimeoutException as error:
            raise LinkTimeout(f"{self._name}: bytes are not taken (handshake lines?)") from error
        except (OSError, termios.error) as error:
            raise LinkClosed(f"{self._name}: {error}") from error

    def close(self) -> None:
        """Give the port back."""
        with suppress(OSError, termios.error):
            self._port.close()


def _system_ports() -> Iterable[KnownPort]:
    """Return the ports of this machine."""
    ports: Iterable[KnownPort] = list_ports.comports()
    return ports


class SerialOpener:
    """Opens one configured port, looking it up anew each time."""

    def __init__(self, settings: LineSettings, ports: ListPorts = _system_ports) -> None:
        self._settings = settings
        self._ports = ports

    def __call__(self) -> SerialPort:
        """Find and open the port. Raises PortUnavailable with what an operator can do about it."""
        settings = self._settings
        path = self._find()
        port = serial.Serial()
        port.port = path
        port.baudrate = settings.baud
        port.bytesize = settings.bytesize
        port.parity = _PARITY[settings.parity]
        port.stopbits = settings.stopbits
        port.rtscts = settings.rtscts
        port.timeout = settings.read_timeout_ms / 1000
        port.write_timeout = settings.write_timeout_ms / 1000
        port.exclusive = True
        # Set before opening: a change of level resets some devices.
        port.dtr = settings.dtr
        port.rts = settings.rts
        try:
            port.open()
            _take_exclusively(port, path)
        except (OSError, termios.error, ValueError) as error:
            with suppress(OSError, termios.error):
                port.close()
            raise _unavailable(path, error) from error
        return SerialPort(port, path)

    def _find(self) -> str:
        """Return the path to open. Identity beats path; two different devices are refused."""
        settings = self._settings
        if settings.identity is None:
            assert settings.path is not None, "checked by LineSettings"
            return str(settings.path)
        found = sorted(
            port.device for port in self._ports() if _has_identity(port, settings.identity)
        )
        if not found:
            raise PortMissing(f"no device {settings.identity} is plugged in")
        if len(found) > 1:
            raise PortUnavailable(
                f"{len(found)} devices are {settings.identity}: {', '.join(found)}; "
                "configure the serial number"
            )
        if settings.path is not None and settings.path.exists():
            given = os.path.realpath(settings.path)
            if given != os.path.realpath(found[0]):
                raise PortMismatch(
                    f"path {settings.path} is {given}, but {settings.identity} is {found[0]}"
                )
        return found[0]


def _has_identity(port: KnownPort, identity: PortIdentity) -> bool:
    return (port.vid, port.pid) == (identity.vendor_id, identity.product_id) and (
        identity.serial_number is None or port.serial_number == identity.serial_number
    )


def _take_exclusively(port: serial.Serial, path: str) -> None:
    """Let the kernel refuse every later opening of the port."""
    if _PSEUDO_TERMINALS not in Path(os.path.realpath(path)).parents:
        fcntl.ioctl(port.fileno(), termios.TIOCEXCL)


def _unavailable(path: str, error: Exception) -> PortUnavailable:
    """Return the error that says why a port did not open."""
    number = getattr(error, "errno", None)
    if number is None and error.args and isinstance(error.args[0], int):
        number = error.args[0]  # termios.error
    if number in _GONE:
        return PortMissing(f"{path}: not there")
    if number in _BUSY:
        holders = port_holders(path)
        return PortBusy(f"{path}: in use by {holders or 'another program'}")
    if number in _DENIED:
        return PortDenied(f"{path}: this account may not open it (group dialout?)")
    return PortUnavailable(f"{path}: {error}")


def port_holders(path: str) -> str:
    """Return the other processes that hold a port, as far as this account may see."""
    target = os.path.realpath(path)
    holders: set[int] = set()
    for entry in Path("/proc").glob("[0-9]*/fd/*"):
        with suppress(OSError, ValueError):
            if os.readlink(entry) == target:  # noqa: PTH115 - the raw text, not a path to follow
                holders.add(int(entry.parts[2]))
    holders.discard(os.getpid())
    return ", ".join(f"process {pid} ({_process_name(pid)})" for pid in sorted(holders))


def _process_name(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/comm").read_text(encoding="utf-8", errors="replace").strip()
    except OSError:
        return "?"
