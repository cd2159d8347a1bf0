"""Where a device's bytes come from: three methods, nothing about any protocol.

A transport is used by one thread only, the one that opened it. Every failure is a `LinkError`.
"""

from typing import Protocol


class Transport(Protocol):
    """An open line to a device."""

    @property
    def name(self) -> str:
        """What an operator calls this line: a path or the like."""

    def read(self) -> bytes:
        """Return what has arrived, after a short wait at most; empty when nothing came.

        Raises LinkClosed when the line is gone.
        """

    def write(self, data: bytes) -> None:
        """Send all of `data`. Raises LinkClosed or LinkTimeout."""

    def close(self) -> None:
        """Give the line back. May be called twice; never raises."""


class Opener(Protocol):
    """Makes a fresh transport, looking the device up anew each time."""

    def __call__(self) -> Transport:
        """Open the line. Raises PortUnavailable with the reason."""
