"""A scanner at the far end of a pseudo-terminal that writes at the pace of a real line.

Each byte is written when its last bit would have come over an 8N1 line, so the moment of the last
write is the moment at which a host has the whole packet. The protocol is the simulator's own.
"""

import os
import selectors
import threading
import time
import tty
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from drivers.card_shoe.models.ssi.codec import SsiCodec, encode
from drivers.card_shoe.simulated_scanner import Delivered, Outcome, SimulatedScanner, Transmit
from drivers.card_shoe.simulated_shoe import CODE_128, symbol_of

BITS_OF_A_BYTE = 10
PATIENCE_S = 10.0
# Longest sleep: a later wake-up than wanted would be counted as the driver's time.
SPIN_S = 0.0003


class PacedScanner:
    """Serves one port in a thread of its own. Times are seconds of the monotonic clock."""

    def __init__(self, link: Path, baud: int) -> None:
        self._byte_s = BITS_OF_A_BYTE / baud
        self._scanner = SimulatedScanner()
        self._codec = SsiCodec()
        self._scans: deque[str] = deque()
        self._number = 0
        self._last_byte_at = 0.0
        self._result: tuple[float, float] | None = None
        self._done = threading.Event()
        self._is_stopping = threading.Event()
        self._master, self._slave = os.openpty()
        tty.setraw(self._slave)
        self._wake_read, self._wake_write = os.pipe()
        link.symlink_to(os.ttyname(self._slave))
        self._thread = threading.Thread(target=self._serve, name="paced scanner")
        self._thread.start()

    def scan(self, card: str) -> tuple[float, float]:
        """Scan a card; returns when its last byte was written and when it was acknowledged."""
        self._done.clear()
        self._scans.append(card)
        os.write(self._wake_write, b"\n")
        assert self._done.wait(PATIENCE_S), f"{card} was not acknowledged"
        assert self._result is not None
        return self._result

    def close(self) -> None:
        self._is_stopping.set()
        os.write(self._wake_write, b"\n")
        self._thread.join()
        for descriptor in (self._master, self._slave, self._wake_read, self._wake_write):
            os.close(descriptor)

    def _serve(self) -> None:
        with selectors.DefaultSelector() as selector:
            selector.register(self._master, selectors.EVENT_READ)
            selector.register(self._wake_read, selectors.EVENT_READ)
            while not self._is_stopping.is_set():
                for key, _ in selector.select(self._until_due_s()):
                    data = os.read(key.fd, 4096)
                    if key.fd == self._master:
                        self._heard(data, time.monotonic())
                while self._scans:
                    self._number += 1
                    symbol = symbol_of(self._scans.popleft()).encode()
                    self._carry_out(
                        self._scanner.present(self._number, CODE_128, symbol, _now_ms())
                    )
                self._carry_out(self._scanner.tick(_now_ms()))

    def _until_due_s(self) -> float:
        due_ms = self._scanner.deadline_ms
        return 0.5 if due_ms is None else max(0.0, (due_ms - _now_ms()) / 1000)

    def _heard(self, data: bytes, at: float) -> None:
        for frame in self._codec.receive(data):
            outcomes = self._scanner.received(frame, _now_ms())
            if any(isinstance(outcome, Delivered) for outcome in outcomes):
                self._result = (self._last_byte_at, at)
                self._done.set()
            self._carry_out(outcomes)

    def _carry_out(self, outcomes: list[Outcome]) -> None:
        for outcome in outcomes:
            if isinstance(outcome, Transmit):
                self._write(encode(outcome.frame))

    def _write(self, packet: bytes) -> None:
        start = time.monotonic()
        for place in range(len(packet)):
            _wait_until(start + (place + 1) * self._byte_s)
            os.write(self._master, packet[place : place + 1])
        self._last_byte_at = time.monotonic()


def _now_ms() -> int:
    return time.monotonic_ns() // 1_000_000


def _wait_until(moment: float) -> None:
    """Sleep, and go round in circles for the last part of a millisecond."""
    while (left := moment - time.monotonic()) > 0:
        if left > SPIN_S:
            time.sleep(left - SPIN_S)


@contextmanager
def paced_scanner(link: Path, baud: int) -> Iterator[PacedScanner]:
    scanner = PacedScanner(link, baud)
    try:
        yield scanner
    finally:
        scanner.close()
