"""The wire of a simulated device: a pseudo-terminal that can be unplugged, slow or silent.

Knows pseudo-terminals, pace and delays. Does not know what the bytes mean. One thread.

The other end of a pseudo-terminal is not held open here: then a host that leaves is noticed (a
read says EIO), and a lock that a killed host left on it goes away with its last descriptor.
"""

import heapq
import os
import selectors
import tty
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final

from dealer_station.clock import Clock
from dealer_station.observability import get_logger

HOST: Final = "host"
_READ_MAX: Final = 4096
_ABSENT_POLL_MS: Final = 10
_BITS_OF_A_BYTE: Final = 10


@dataclass(frozen=True, slots=True)
class Emission:
    """Bytes to put on the wire after a delay in milliseconds."""

    delay_ms: int
    data: bytes


class SimulatedWire:
    """One pseudo-terminal behind a symbolic link. Times are monotonic milliseconds.

    `baud` paces the bytes (0: none). While muted nothing goes out and nothing comes in.
    """

    def __init__(
        self, link: Path, *, baud: int, selector: selectors.BaseSelector, clock: Clock
    ) -> None:
        self._link = link
        self._baud = baud
        self._selector = selector
        self._clock = clock
        self._log = get_logger("simulator")
        self._master: int | None = None
        self._mute_until_ms = 0
        self._free_at_ms = 0.0
        # (when, order, what): bytes to send and things to do later.
        self._later: list[tuple[float, int, Callable[[], None]]] = []
        self._order = 0
        self.is_host_present = False

    @property
    def is_muted(self) -> bool:
        """Whether the wire is dead for a while."""
        return self._clock.monotonic_ms() < self._mute_until_ms

    def plug(self) -> None:
        """Make a pseudo-terminal and point the link at it."""
        if self._master is not None:
            return
        self._master, slave = os.openpty()
        tty.setraw(slave)
        target = os.ttyname(slave)
        os.close(slave)
        os.set_blocking(self._master, False)
        self._link.parent.mkdir(parents=True, exist_ok=True)
        fresh = self._link.with_name(f".{self._link.name}.new")
        fresh.unlink(missing_ok=True)
        fresh.symlink_to(target)
        fresh.replace(self._link)
        self._log.info("plugged", link=str(self._link), pseudo_terminal=target)

    def unplug(self) -> None:
        """Pull the cable: the host's port breaks."""
        if self._master is None:
            return
        self._host_left()
        self._link.unlink(missing_ok=True)
        os.close(self._master)
        self._master = None
        self._log.info("unplugged")

    def unplug_for(self, duration_ms: int) -> None:
        """Pull the cable and put it back after a while."""
        self.unplug()
        self._at(self._clock.monotonic_ms() + duration_ms, self.plug)

    def unplug_soon_for(self, duration_ms: int) -> None:
        """The same, after the bytes that are being written now."""
        self._at(self._clock.monotonic_ms(), partial(self.unplug_for, duration_ms))

    def mute(self, duration_ms: int) -> None:
        """Let nothing out or in for a while."""
        self._mute_until_ms = self._clock.monotonic_ms() + duration_ms

    def patience_ms(self, now_ms: int) -> float | None:
        """Return until when nothing needs to be done here; None for ever."""
        ends: list[float] = []
        if self._master is not None and not self.is_host_present:
            ends.append(now_ms + _ABSENT_POLL_MS)
        if self._later:
            ends.append(self._later[0][0])
        return min(ends, default=None)

    def work(self, now_ms: int) -> bytes:
        """Do what is due; returns the first bytes of a host that was just found."""
        data = b"" if self.is_host_present else self._look_for_host()
        while self._later and self._later[0][0] <= now_ms:
            heapq.heappop(self._later)[2]()
        return data

    def take(self) -> bytes:
        """Return what the host sent; empty when it left or the wire is muted."""
        if self._master is None:
            return b""
        try:
            data = os.read(self._master, _READ_MAX)
        except BlockingIOError:
            return b""
        except OSError:
            self._host_left()
            return b""
        return b"" if self.is_muted else data

    def put(self, emission: Emission) -> None:
        """Put bytes on the wire after their delay and at the pace of the line."""
        now_ms = self._clock.monotonic_ms()
        start = max(now_ms + emission.delay_ms, self._free_at_ms)
        if not self._baud:
            if start <= now_ms:
                self._write(emission.data)
            else:
                self._at(start, partial(self._write, emission.data))
            return
        byte_ms = 1000 * _BITS_OF_A_BYTE / self._baud
        for place in range(len(emission.data)):
            piece = emission.data[place : place + 1]
            self._at(start + (place + 1) * byte_ms, partial(self._write, piece))
        self._free_at_ms = start + len(emission.data) * byte_ms

    def _at(self, when_ms: float, what: Callable[[], None]) -> None:
        self._order += 1
        heapq.heappush(self._later, (when_ms, self._order, what))

    def _look_for_host(self) -> bytes:
        """See whether somebody opened the port; without an opener a read says EIO."""
        if self._master is None:
            return b""
        try:
            data = os.read(self._master, _READ_MAX)
        except BlockingIOError:
            data = b""
        except OSError:
            return b""
        self.is_host_present = True
        self._selector.register(self._master, selectors.EVENT_READ, HOST)
        self._log.info("host opened the port")
        return b"" if self.is_muted else data

    def _host_left(self) -> None:
        if self.is_host_present and self._master is not None:
            self._selector.unregister(self._master)
            self.is_host_present = False
            self._log.info("host closed the port")

    def _write(self, data: bytes) -> None:
        """Put bytes on the wire; a wire without a listener swallows them."""
        if self._master is None or not self.is_host_present or self.is_muted:
            return
        with suppress(OSError):
            os.write(self._master, data)
