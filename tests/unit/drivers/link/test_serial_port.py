import fcntl
import os
import pty
import termios
from dataclasses import dataclass
from pathlib import Path

import pytest
import serial
from pydantic import ValidationError

from drivers.link.errors import (
    LinkClosed,
    LinkTimeout,
    PortBusy,
    PortDenied,
    PortMismatch,
    PortMissing,
    PortUnavailable,
)
from drivers.link.serial_port import (
    LineSettings,
    PortIdentity,
    SerialOpener,
    _unavailable,
    port_holders,
)


@pytest.fixture
def terminal():
    """A pseudo-terminal: the device's end and the path of the host's end."""
    device, host = pty.openpty()
    path = Path(os.ttyname(host))
    os.close(host)
    with os.fdopen(device, "r+b", buffering=0) as end:
        yield end, path


def opener(path, ports=(), **fields):
    return SerialOpener(LineSettings(path=path, **fields), lambda: ports)


@dataclass
class Plugged:
    device: str
    vid: int | None = 0x0403
    pid: int | None = 0x6001
    serial_number: str | None = "A1"


# Asks whether TIOCEXCL is set; Linux' number, which the standard library does not name.
TIOCGEXCL = 0x80045440
IDENTITY = {"vendor_id": 0x0403, "product_id": 0x6001}


def test_reads_and_writes(terminal):
    device, path = terminal
    port = opener(path)()
    assert port.name == str(path)
    assert port.read() == b""
    device.write(b"\x00\xffabc\r\n")
    got = b""
    while len(got) < 7:
        got += port.read()
    assert got == b"\x00\xffabc\r\n"
    port.write(b"\x04\xd0\r\n")
    assert device.read(10) == b"\x04\xd0\r\n"
    port.close()
    port.close()


def test_unplugged_while_open_is_link_closed(terminal):
    device, path = terminal
    port = opener(path)()
    device.close()
    with pytest.raises(LinkClosed):
        port.read()
    with pytest.raises(LinkClosed):
        port.write(b"x")
    port.close()


def test_closed_port_is_link_closed(terminal):
    _, path = terminal
    port = opener(path)()
    port.close()
    with pytest.raises(LinkClosed):
        port.read()
    with pytest.raises(LinkClosed):
        port.write(b"x")


def test_nobody_takes_the_bytes(terminal):
    _, path = terminal
    port = opener(path, write_timeout_ms=50)()
    with pytest.raises(LinkTimeout):
        port.write(b"x" * 100_000)
    port.close()


def test_missing_port_is_said(tmp_path):
    with pytest.raises(PortMissing, match="not there"):
        opener(tmp_path / "no")()


def test_port_that_is_no_terminal_is_said(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(PortUnavailable):
        opener(tmp_path / "file")()


def test_second_opener_is_told_that_it_is_busy(terminal):
    _, path = terminal
    port = opener(path)()
    with pytest.raises(PortBusy, match="in use"):
        opener(path)()
    port.close()
    opener(path)().close()


def test_pseudo_terminal_gets_no_kernel_lock_that_would_outlive_its_owner(terminal):
    _, path = terminal
    port = opener(path)()
    second = os.open(path, os.O_RDWR | os.O_NOCTTY)
    assert fcntl.ioctl(second, TIOCGEXCL, b"\0\0\0\0") == b"\0\0\0\0"
    os.close(second)
    port.close()


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        (OSError(2, "x"), PortMissing),
        (OSError(19, "x"), PortMissing),
        (serial.SerialException(16, "x"), PortBusy),
        (BlockingIOError(11, "x"), PortBusy),
        (serial.SerialException(13, "x"), PortDenied),
        (PermissionError(1, "x"), PortDenied),
        (termios.error(5, "x"), PortMissing),
        (termios.error(22, "x"), PortUnavailable),
        (ValueError("x"), PortUnavailable),
    ],
)
def test_every_failure_of_opening_has_its_name(error, kind):
    made = _unavailable("/dev/none", error)
    assert type(made) is kind
    assert "/dev/none" in str(made)


def test_holders_leave_this_process_out(terminal):
    _, path = terminal
    descriptor = os.open(path, os.O_RDWR | os.O_NOCTTY)
    assert port_holders(str(path)) == ""
    os.close(descriptor)


def test_identity_finds_the_port_whatever_its_number(terminal):
    _, path = terminal
    others = [
        Plugged("/dev/ttyUSB0", serial_number="B2"),
        Plugged("/dev/ttyS0", vid=None, pid=None, serial_number=None),
        Plugged("/dev/ttyUSB9", pid=0x6010),
    ]
    found = SerialOpener(
        LineSettings(identity=PortIdentity(**IDENTITY, serial_number="A1")),
        lambda: [*others, Plugged(str(path))],
    )()
    assert found.name == str(path)
    found.close()


def test_identity_beats_a_path_that_is_gone(terminal, tmp_path):
    _, path = terminal
    made = opener(tmp_path / "gone", [Plugged(str(path))], identity=PortIdentity(**IDENTITY))()
    assert made.name == str(path)
    made.close()


def test_path_and_identity_that_differ_are_refused(terminal, tmp_path):
    _, path = terminal
    (tmp_path / "other").write_text("")
    with pytest.raises(PortMismatch, match="0403:6001"):
        opener(tmp_path / "other", [Plugged(str(path))], identity=PortIdentity(**IDENTITY))()


def test_path_may_be_a_link_to_the_device_of_the_identity(terminal, tmp_path):
    _, path = terminal
    (tmp_path / "link").symlink_to(path)
    opener(tmp_path / "link", [Plugged(str(path))], identity=PortIdentity(**IDENTITY))().close()


def test_absent_and_ambiguous_identities_are_said():
    identity = PortIdentity(**IDENTITY)
    with pytest.raises(PortMissing, match="no device 0403:6001"):
        SerialOpener(LineSettings(identity=identity), list)()
    two = [Plugged("/dev/b"), Plugged("/dev/a")]
    with pytest.raises(PortUnavailable, match="/dev/a, /dev/b"):
        SerialOpener(LineSettings(identity=identity), lambda: two)()


@pytest.mark.parametrize(
    "fields",
    [{}, {"path": "/dev/x", "reopen_ms_min": 500, "reopen_ms_max": 100}, {"path": "x", "baud": 1}],
)
def test_bad_settings_are_refused(fields):
    with pytest.raises(ValidationError):
        LineSettings(**fields)
