"""What jackpot signs say they show, held against the record.

Knows what a sign told and what its meter is. A sign is told the meter twice a second, so one that
shows another amount some seconds after the last change is wrong, whichever of the two is higher.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Protocol

from dealer_station.messages.meter_display import Shown
from dealer_station.money import format_minor

LATE_MS: Final = 2_000
"""How long after a change of the meter a sign may show the amount before it."""


class SeenSign(Protocol):
    """A sign's newest word, and when it came (UTC ms, the station's clock)."""

    @property
    def shown(self) -> Shown:
        """What the sign told."""

    @property
    def heard_at(self) -> int:
        """When the station heard it."""


Signs = Mapping[str, SeenSign]
"""Device id -> newest word of the signs of one table."""


@dataclass(frozen=True, slots=True)
class MeterNow:
    """A progressive's meter, in smallest units, and when it last changed (UTC ms)."""

    minor: int
    changed_at: int


Meters = Mapping[str, MeterNow]
"""Progressive id -> its meter."""


def shown_by(sign: SeenSign | None) -> dict[str, Any] | None:
    """Return what a sign shows, as JSON."""
    if sign is None:
        return None
    shown = sign.shown
    return {
        "what": shown.what,
        "text": shown.text,
        "amount": None if shown.amount_minor is None else format_minor(shown.amount_minor),
        "is_read_back": shown.is_read_back,
        "at": sign.heard_at,
    }


@dataclass(frozen=True, slots=True)
class SignTrouble:
    """What is wrong with a sign: `blank`, `differs` or `not_verified`; since when (UTC ms)."""

    code: str
    since: int
    facts: Mapping[str, str]


def sign_trouble(sign: SeenSign, meters: Meters, now: int) -> SignTrouble | None:
    """Return what is wrong with a sign at a moment (ms), the worst first; None: nothing."""
    shown, meter = sign.shown, meters.get(sign.shown.progressive)
    if shown.what == "blank":
        return SignTrouble("blank", sign.heard_at, {"progressive": shown.progressive})
    if shown.what != "amount" or shown.amount_minor is None or meter is None:
        return None
    facts = {
        "progressive": shown.progressive,
        "shown": format_minor(shown.amount_minor),
        "meter": format_minor(meter.minor),
    }
    if shown.amount_minor != meter.minor and now - meter.changed_at > LATE_MS:
        return SignTrouble("differs", meter.changed_at + LATE_MS, facts)
    return None if shown.is_read_back else SignTrouble("not_verified", sign.heard_at, facts)
