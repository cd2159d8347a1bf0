"""Which hit of a progressive its meters tell now, when several fall together (DSP-05, DSP-06).

Each is told in its turn and for its full time; none is pushed away by the next one, however large
(DSP-10). While another waits the turn is shorter, so that the fourth of four at once still stands
on the signs within 30 seconds (DSP-05). Pure bookkeeping: time comes in from outside.
"""

from collections.abc import Sequence
from typing import Final

from dealer_station.controller.meter_history import MeterHit
from dealer_station.messages.meter_display import HIT_NEWS_MS, HIT_SHOWN_MS

HIT_CROWDED_MS: Final = 8_000
"""How long a hit is told while another one waits for its turn."""


class HitProgramme:
    """The hits of one progressive that are still to be told, oldest first."""

    def __init__(self) -> None:
        self._newest = 0
        self._waiting: list[int] = []
        self._told = 0
        self._since_ms = 0

    def told_now(self, hits: Sequence[MeterHit], now_ms: int, now: int) -> MeterHit | None:
        """Return the hit to tell, None if there is none.

        `hits` are those that stand, in the order of their numbers; `now_ms` is monotonic: a wall
        clock that jumps ends nothing and begins nothing anew. `now` is UTC in ms.
        """
        for hit in hits:
            if hit.number > self._newest:
                self._newest = hit.number
                if abs(now - hit.hit_at) < HIT_NEWS_MS:
                    self._waiting.append(hit.number)
        standing = {hit.number: hit for hit in hits}
        self._waiting = [number for number in self._waiting if number in standing]
        while self._waiting:
            first = self._waiting[0]
            if self._told != first:
                self._told, self._since_ms = first, now_ms
            turn_ms = HIT_CROWDED_MS if len(self._waiting) > 1 else HIT_SHOWN_MS
            if now_ms - self._since_ms < turn_ms:
                return standing[first]
            self._waiting.pop(0)
        return None
