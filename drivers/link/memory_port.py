"""A line inside one process, with the faults that a real line has.

Knows bytes, splits, silence and breakage; no protocol. For tests and training: the driver's end
is a `Transport`, the other end (`MemoryLine`) plays device and cable.
"""

import threading
from collections.abc import Callable

from drivers.link.errors import LinkClosed, LinkTimeout, PortMissing


class MemoryLine:
    """The cable and the device's end of it. Thread-safe.

    `split` limits how many bytes one read brings; `damage` changes bytes on their way to the
    host (return fewer to lose some).
    """

    def __init__(
        self,
        *,
        split: int = 4096,
        damage: Callable[[bytes], bytes] | None = None,
        read_timeout_s: float = 0.01,
    ) -> None:
        self._condition = threading.Condition()
        self._to_host = bytearray()
        self._from_host = bytearray()
        self._split = split
        self._damage = damage
        self._read_timeout_s = read_timeout_s
        self._is_plugged = True
        self._is_jammed = False
        self._generation = 0
        self.openings = 0

    def open(self) -> "MemoryPort":
        """Open the host's end; an `Opener`. Raises PortMissing while unplugged."""
        with self._condition:
            if not self._is_plugged:
                raise PortMissing("memory: not there")
            self.openings += 1
            self._to_host.clear()
            return MemoryPort(self, self._generation)

    def send(self, data: bytes) -> None:
        """Send bytes from the device to the host."""
        with self._condition:
            self._to_host += self._damage(data) if self._damage else data
            self._condition.notify_all()

    def take(self) -> bytes:
        """Return and forget what the host sent."""
        with self._condition:
            data = bytes(self._from_host)
            self._from_host.clear()
            return data

    def unplug(self) -> None:
        """Pull the cable: open ports break for ever."""
        with self._condition:
            self._is_plugged = False
            self._generation += 1
            self._to_host.clear()
            self._from_host.clear()
            self._condition.notify_all()

    def plug(self) -> None:
        """Put the cable back: it can be opened again."""
        with self._condition:
            self._is_plugged = True

    def jam(self, *, is_jammed: bool) -> None:
        """Let the device stop taking bytes (handshake), or take them again."""
        with self._condition:
            self._is_jammed = is_jammed

    def read(self, generation: int) -> bytes:
        """Return bytes for the host; called by its port."""
        with self._condition:
            self._check(generation)
            if not self._to_host:
                self._condition.wait(self._read_timeout_s)
                self._check(generation)
            data = bytes(self._to_host[: self._split])
            del self._to_host[: self._split]
            return data

    def write(self, generation: int, data: bytes) -> None:
        """Take bytes from the host; called by its port."""
        with self._condition:
            self._check(generation)
            if self._is_jammed:
                raise LinkTimeout("memory: bytes are not taken")
            self._from_host += data

    def _check(self, generation: int) -> None:
        if generation != self._generation:
            raise LinkClosed("memory: unplugged")


class MemoryPort:
    """The host's end of a `MemoryLine`; a `drivers.link.transport.Transport`."""

    def __init__(self, line: MemoryLine, generation: int) -> None:
        self._line = line
        self._generation = generation
        self._is_open = True

    @property
    def name(self) -> str:
        """Always "memory"."""
        return "memory"

    def read(self) -> bytes:
        """Return what has arrived, after a short wait at most. Raises LinkClosed."""
        self._check()
        return self._line.read(self._generation)

    def write(self, data: bytes) -> None:
        """Send bytes. Raises LinkClosed or LinkTimeout."""
        self._check()
        self._line.write(self._generation, data)

    def close(self) -> None:
        """Close this end."""
        self._is_open = False

    def _check(self) -> None:
        if not self._is_open:
            raise LinkClosed("memory: closed")
