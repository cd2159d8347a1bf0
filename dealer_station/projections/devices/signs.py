"""What jackpot signs say they show, held against the record.

Knows what a sign told and what its meter is and was. A sign is told the meter twice a second, so
one that shows an amount some seconds after the meter has left it is wrong, however often the meter
has moved since; and so is one that still shows a hit when no meter tells it any more.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, Final, Protocol

from dealer_station.messages.meter_display import HIT_NEWS_MS, HIT_SHOWN_MS, Shown
from dealer_station.money import format_minor
from dealer_station.progressive.conversion import to_table

LATE_MS: Final = 2_000
"""How long a sign may show what its meter no longer says."""

BLANK: Final = "blank"
"""Code of the trouble with a sign that shows nothing."""


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
    """A progressive's meter, in smallest units, and when it last changed (UTC ms).

    `left_at`: amounts that it showed lately and when it left them last. `hit_at`: when a prize was
    last taken from it, 0: never. `rates`: other currencies that its tables play in, each with what
    one unit of it is in the meter's.
    """

    minor: int
    changed_at: int
    left_at: Mapping[int, int] = field(default_factory=dict)
    hit_at: int = 0
    rates: Mapping[str, Fraction] = field(default_factory=dict)

    def shown_in(self, currency: str | None) -> "MeterNow | None":
        """Return it as a sign of a currency shows it; None where no table plays in that.

        Of several amounts that look the same to the sign the one that was left last counts.
        """
        if currency is None:
            return self
        if currency not in self.rates:
            return None
        rate = self.rates[currency]
        in_order = sorted(self.left_at.items(), key=lambda one: one[1])
        left_at = {to_table(minor, rate): at for minor, at in in_order}
        return replace(self, minor=to_table(self.minor, rate), left_at=left_at)


Meters = Mapping[tuple[str, str], MeterNow]
"""Progressive id and what the sign calls a level -> that level's meter."""


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
    """What is wrong with a sign and since when (UTC ms).

    `blank`, `differs`, `hit_over` (it still shows one), or `not_verified`.
    """

    code: str
    since: int
    facts: Mapping[str, str]


def sign_trouble(sign: SeenSign, meters: Meters, now: int) -> SignTrouble | None:
    """Return what is wrong with a sign at a moment (ms), the worst first; None: nothing."""
    shown = sign.shown
    own = meters.get((shown.progressive, shown.level))
    meter = None if own is None else own.shown_in(shown.currency)
    if shown.what == "blank":
        return SignTrouble(BLANK, sign.heard_at, {"progressive": shown.progressive})
    if meter is None:
        return None
    if shown.what == "hit":
        return _hit_trouble(sign, meter, now)
    if shown.amount_minor is None:
        return None
    facts = {
        "progressive": shown.progressive,
        "shown": format_minor(shown.amount_minor),
        "meter": format_minor(meter.minor),
    }
    wrong_since = _wrong_since(sign, shown.amount_minor, meter, now)
    if wrong_since is not None:
        return SignTrouble("differs", wrong_since, facts)
    return None if shown.is_read_back else SignTrouble("not_verified", sign.heard_at, facts)


def _wrong_since(sign: SeenSign, amount_minor: int, meter: MeterNow, now: int) -> int | None:
    """Return since when the amount of a sign is wrong; None: it is the meter's, or was just now.

    An amount that the meter has not shown for long, or never did, was wrong when it was told.
    """
    if amount_minor == meter.minor:
        return None
    left_at = meter.left_at.get(amount_minor)
    if left_at is None:
        return sign.heard_at
    return left_at + LATE_MS if now - left_at > LATE_MS else None


def _hit_trouble(sign: SeenSign, meter: MeterNow, now: int) -> SignTrouble | None:
    """Judge a sign that shows a hit: it may for as long as its meter may tell the newest one."""
    over_at = meter.hit_at + HIT_NEWS_MS + HIT_SHOWN_MS + LATE_MS
    if now <= over_at:
        return None
    facts = {"progressive": sign.shown.progressive, "shown": sign.shown.text}
    return SignTrouble("hit_over", max(over_at, sign.heard_at), facts)
