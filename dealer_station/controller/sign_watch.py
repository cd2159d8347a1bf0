"""What the jackpot signs say they show, as last heard: kept in memory, for the console.

A retained word comes again at every start, so nothing is lost with it. Knows when a word came, by
the station's own clock; whether it is as it should be is judged by whoever shows it. Thread-safe.
"""

import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from dealer_station.clock import Clock
from dealer_station.messages.meter_display import Shown
from dealer_station.messages.topics import DeviceAddress


@dataclass(frozen=True, slots=True)
class SeenSign:
    """A sign's newest word, and when it came (UTC milliseconds, the station's clock)."""

    shown: Shown
    heard_at: int


class SignWatch:
    """The newest word of every sign since the start."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._seen: Mapping[DeviceAddress, SeenSign] = {}
        self._listeners: list[Callable[[str], None]] = []
        self._lock = threading.Lock()

    def hear(self, sign: DeviceAddress, shown: Shown) -> None:
        """Take a sign's word; one of an older session than the last does not count."""
        with self._lock:
            before = self._seen.get(sign)
            if before is not None and shown.session < before.shown.session:
                return
            # Replaced as a whole: readers hold what they have.
            self._seen = {**self._seen, sign: SeenSign(shown, self._clock.now())}
            listeners = tuple(self._listeners)
        for listener in listeners:
            listener(sign.table)

    def seen(self) -> Mapping[DeviceAddress, SeenSign]:
        """Return every sign's newest word."""
        return self._seen

    def subscribe(self, listener: Callable[[str], None]) -> Callable[[], None]:
        """Call `listener` with the table of a sign after each word; returns how to stop it."""
        with self._lock:
            self._listeners.append(listener)

        def stop() -> None:
            with self._lock:
                if listener in self._listeners:
                    self._listeners.remove(listener)

        return stop
