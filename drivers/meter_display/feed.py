"""Which meter may be shown: signed by a known key, newer than the last, and not older than 2 s.

Knows signatures, the order of meters and freshness by its own clock (DSP-09). Does not know signs.
Times are monotonic milliseconds of the driver: the station's clock is not compared with them.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from dealer_station.messages.meter_display import (
    METER_LATE_MS,
    AnyMeter,
    Hit,
    LevelAmount,
    levels_of,
)
from dealer_station.messages.meter_signature import UntrustedMeter, check
from drivers.link.errors import JournalError

Mark = tuple[int, int]
"""Epoch and sequence of a meter, in the order in which stations send them."""

NO_MARK: Final[Mark] = (0, 0)


class Taken(StrEnum):
    """What became of a meter that came."""

    ACCEPTED = "accepted"
    PASSED_OVER = "passed_over"
    UNTRUSTED = "untrusted"


@dataclass(frozen=True, slots=True)
class Fresh:
    """A meter that may be shown now: those of the sign's levels that it has, by name.

    `hit` is of one of the sign's levels. `hit_currency` is that of the hit's amount; None: the
    sign's.
    """

    mark: Mark
    levels: Mapping[str, LevelAmount]
    hit: Hit | None
    hit_currency: str | None = None


class MeterFeed:
    """The meters of one or several levels of one progressive, as one sign sees them.

    A retained meter is never shown: nobody knows how old it is. It only tells which meters are
    older still. The very message that was accepted last may come again (brokers deliver at least
    once): that is no fault, and does not make it fresh again.
    """

    def __init__(
        self,
        progressive: str,
        levels: Iterable[str],
        keys: Mapping[str, bytes],
        mark: Mark = NO_MARK,
        *,
        currency: str | None = None,
    ) -> None:
        """`currency` is what the sign shows; None: the progressive's own."""
        self._progressive = progressive
        self._currency = currency
        self._levels = frozenset(levels)
        self._keys = keys
        self._accepted_mark = mark
        self._known_mark = mark
        self._accepted: AnyMeter | None = None
        self._accepted_at_ms = 0
        self.reason = ""

    @property
    def mark(self) -> Mark:
        """The newest meter that was ever accepted; (0, 0) before the first."""
        return self._accepted_mark

    def take(self, meter: AnyMeter, now_ms: int, *, is_fresh: bool) -> Taken:
        """Take a meter as it came. After UNTRUSTED `reason` says what is wrong with it."""
        if meter.progressive != self._progressive:
            return Taken.PASSED_OVER
        try:
            check(meter, self._keys)
        except UntrustedMeter as error:
            self.reason = str(error)
            return Taken.UNTRUSTED if is_fresh else Taken.PASSED_OVER
        mark = (meter.epoch, meter.sequence)
        if not is_fresh:
            self._known_mark = max(self._known_mark, mark)
            return Taken.PASSED_OVER
        if mark <= self._accepted_mark or mark < self._known_mark:
            if meter == self._accepted:
                return Taken.PASSED_OVER
            newest = max(self._accepted_mark, self._known_mark)
            self.reason = f"an old meter came again: {_name(mark)}, the newest is {_name(newest)}"
            return Taken.UNTRUSTED
        self._accepted, self._accepted_at_ms = meter, now_ms
        self._accepted_mark = self._known_mark = mark
        return Taken.ACCEPTED

    def fresh(self, now_ms: int) -> Fresh | None:
        """Return what may be shown now; None where the newest meter is late."""
        meter = self._accepted
        if meter is None or now_ms - self._accepted_at_ms >= METER_LATE_MS:
            return None
        shown = self._currency or meter.currency
        own = {each.level: each for each in levels_of(meter, shown) if each.level in self._levels}
        hit = meter.hit if meter.hit is not None and meter.hit.level in self._levels else None
        currency = None if hit is None else hit.currency or meter.currency
        return Fresh(self._accepted_mark, own, hit, None if currency == shown else currency)


def _name(mark: Mark) -> str:
    return f"epoch {mark[0]}, sequence {mark[1]}"


def mark_to_note(mark: Mark) -> bytes:
    """Return a mark as it stands in the journal."""
    return json.dumps({"epoch": mark[0], "sequence": mark[1]}).encode()


def mark_from_note(note: bytes | None) -> Mark:
    """Read a mark back; (0, 0) for None. Raises JournalError for what is none."""
    if note is None:
        return NO_MARK
    try:
        content = json.loads(note)
        return int(content["epoch"]), int(content["sequence"])
    except (ValueError, KeyError, TypeError) as error:
        raise JournalError(f"the stored mark of meters is unreadable: {error}") from error
