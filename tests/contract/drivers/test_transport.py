"""What every transport must do, whatever carries its bytes."""

import os
import pty
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from drivers.link.errors import LinkClosed, LinkError, PortUnavailable
from drivers.link.memory_port import MemoryLine
from drivers.link.serial_port import LineSettings, SerialOpener
from drivers.link.simulated_usb import SimulatedUsbBus, UsbDevice
from drivers.link.transport import Opener
from drivers.link.usb_port import UsbOpener, UsbSettings


class TransportContract:
    """Inherit it and give the fixture `line`: opener, device's send and take, unplug."""

    def test_reads_what_the_device_sends_whatever_the_bytes(self, line):
        port = line.opener()
        line.send(bytes(range(256)))
        got = b""
        deadline = time.monotonic() + 5
        while len(got) < 256 and time.monotonic() < deadline:
            got += port.read()
        assert got == bytes(range(256))
        port.close()

    def test_writes_what_the_host_sends_whatever_the_bytes(self, line):
        port = line.opener()
        port.write(bytes(range(256)))
        assert line.take(256) == bytes(range(256))
        port.close()

    def test_silent_line_returns_soon_with_nothing(self, line):
        port = line.opener()
        start = time.monotonic()
        assert port.read() == b""
        assert time.monotonic() - start < 0.5
        port.close()

    def test_closed_transport_raises_and_closes_again(self, line):
        port = line.opener()
        port.close()
        port.close()
        with pytest.raises(LinkClosed):
            port.read()
        with pytest.raises(LinkClosed):
            port.write(b"x")

    def test_unplugged_line_raises_a_link_error_and_cannot_be_opened(self, line):
        port = line.opener()
        line.unplug()
        with pytest.raises(LinkError):
            port.read()
        with pytest.raises(LinkError):
            port.write(b"x")
        port.close()
        with pytest.raises(PortUnavailable):
            line.opener()

    def test_opened_again_it_brings_nothing_of_before(self, line):
        port = line.opener()
        line.send(b"old")
        time.sleep(0.05)
        port.close()
        port = line.opener()
        assert port.read() == b""
        line.send(b"new")
        got = b""
        while len(got) < 3:
            got += port.read()
        assert got == b"new"
        port.close()

    def test_it_has_a_name(self, line):
        port = line.opener()
        assert port.name
        port.close()


class MemoryEnd:
    def __init__(self) -> None:
        self._line = MemoryLine(read_timeout_s=0.005)
        self.opener: Opener = self._line.open
        self.send: Callable[[bytes], None] = self._line.send
        self.unplug = self._line.unplug

    def take(self, count: int) -> bytes:
        return self._line.take()[:count]


class TestMemoryPort(TransportContract):
    @pytest.fixture
    def line(self):
        return MemoryEnd()


class TerminalEnd:
    def __init__(self, link: Path) -> None:
        self._device, host = pty.openpty()
        link.symlink_to(os.ttyname(host))
        os.close(host)
        self._link = link
        self.opener: Opener = SerialOpener(LineSettings(path=link))
        self.is_plugged = True

    def send(self, data: bytes) -> None:
        os.write(self._device, data)

    def take(self, count: int) -> bytes:
        got = b""
        while len(got) < count:
            got += os.read(self._device, count)
        return got

    def unplug(self) -> None:
        if self.is_plugged:
            self.is_plugged = False
            os.close(self._device)


class TestSerialPort(TransportContract):
    @pytest.fixture
    def line(self, tmp_path):
        end = TerminalEnd(tmp_path / "port")
        yield end
        end.unplug()


class UsbEnd:
    """A device that keeps what it is told and says what it is told to; on a simulated bus."""

    def __init__(self) -> None:
        self._heard = b""
        self._says = b""
        self._bus = SimulatedUsbBus()
        self._device = UsbDevice(self)
        self._bus.plug(self._device)
        settings = UsbSettings(vendor_id=0x8765, product_id=0x1234, read_timeout_ms=5)
        self.opener: Opener = UsbOpener(settings, self._bus)

    def send(self, data: bytes) -> None:
        self._says += data

    def take(self, count: int) -> bytes:
        taken, self._heard = self._heard[:count], self._heard[count:]
        return taken

    def unplug(self) -> None:
        self._bus.unplug(self._device)

    # The device's side.

    def taken(self, data: bytes) -> None:
        self._heard += data

    def given(self) -> bytes:
        said, self._says = self._says, b""
        return said

    def unplugged(self) -> None:
        self._says = b""


class TestUsbPort(TransportContract):
    @pytest.fixture
    def line(self):
        return UsbEnd()
