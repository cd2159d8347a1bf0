"""Messages of progressive meters and the signs that show them.

Knows amounts as whole numbers of the smallest unit, where the signature stands, and what a meter of
an older form says in the newest. Knows no key and checks no signature: `meter_signature` does.
"""

from enum import StrEnum
from typing import Annotated, Final, Literal, Self

from pydantic import Field, StringConstraints, model_validator

from dealer_station.messages.card_shoe import CardText
from dealer_station.messages.envelope import (
    Code,
    Count,
    DriverMessage,
    Identifier,
    Name,
    Ordinal,
    Part,
    StationMessage,
    Text,
    TimeMs,
)

SHOWN: Final = "shown"
"""Name of the reported state that says what a sign shows."""

METER_EVERY_MS: Final = 500
"""How often a station sends a fresh meter, whether or not it has moved."""

METER_LATE_MS: Final = 2_000
"""After this long without a fresh meter a sign goes blank by its own clock (DSP-09)."""

HIT_SHOWN_MS: Final = 20_000
"""How long a hit stands in the meter's messages, and so on the signs; less while another waits."""

HIT_NEWS_MS: Final = 120_000
"""How old a hit may be, by the wall clock, when it is first told: an older one is over.

Long enough for a station that was down when it fell, and for clocks of two stations that differ.
"""


Currency = Annotated[str, StringConstraints(pattern=r"^[A-Z]{3}$")]
"""A currency by ISO 4217; it has two decimals."""

Signature = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{128}$")]
"""An Ed25519 signature in hexadecimal."""


METER_VERSIONS: Final = (1, 2)
"""Schema versions of the meter that this code reads; a station says it in the last of them."""


class MeterState(StrEnum):
    """What a sign should make of a level's amount.

    ``live``: it may be won now. ``suspended``: it cannot be won at present.
    """

    LIVE = "live"
    SUSPENDED = "suspended"


class OverflowTo(StrEnum):
    """Where goes what is collected above a level's cap (PRG-06).

    ``overflow``: it is kept apart. ``reserve``: towards the level's next start. ``revenue``: to the
    house.
    """

    OVERFLOW = "overflow"
    RESERVE = "reserve"
    REVENUE = "revenue"


class LevelCap(Part):
    """The most that a level's meter may show, and what becomes of more (PRG-05, PRG-06).

    ``is_reached``: the meter stands at it and wagers move it no further. The station says so, since
    in a currency that it converts to the amounts are equal a little before.
    """

    cap_minor: Count
    is_reached: bool
    overflow_to: OverflowTo


class LevelAmount(Part):
    """One prize of a progressive: what its meter shows, in the smallest unit of the currency.

    ``cap`` is null where the level has none.
    """

    level: Name
    amount_minor: Count
    state: MeterState
    cap: LevelCap | None = None

    @model_validator(mode="after")
    def _check_cap(self) -> Self:
        """Refuse an amount above its cap (FC-210), and one below a cap that is reached."""
        if self.cap is not None:
            if self.amount_minor > self.cap.cap_minor:
                raise ValueError("amount_minor is above the level's cap")
            if self.cap.is_reached and self.amount_minor < self.cap.cap_minor:
                raise ValueError("amount_minor is below a cap that is said to be reached")
        return self


Levels = Annotated[tuple[LevelAmount, ...], Field(min_length=1, max_length=16)]
"""The levels of a progressive, in the order in which they were opened."""


class OwnAmounts(Part):
    """The levels in the currency of tables that play in another than the progressive's (LNK-12).

    Converted by the station and rounded down: never more than is there.
    """

    currency: Currency
    levels: Levels


class Hit(Part):
    """The newest prize that took its amount from a meter (DSP-06).

    ``number`` counts the progressive's hits from 1; ``table`` is the winner's table as people call
    it; ``category`` names the hand and ``hand`` holds its cards, which lie open by now. The amount
    is what the winners are paid, in ``currency``; null: the meter's. The new value that the others
    play for stands in the meter's levels.
    """

    number: Ordinal
    level: Name
    table: Text
    seats: Annotated[tuple[Ordinal, ...], Field(max_length=20)]
    amount_minor: Count
    category: Code
    hand: Annotated[tuple[CardText, ...], Field(max_length=7)]
    hit_at: TimeMs
    currency: Currency | None = None


class SignedMessage(StationMessage):
    """What a station says and signs: its last member is ``signature``."""

    def signed_bytes(self) -> bytes:
        """What is signed: the payload's JSON without its last member, ``signature``."""
        return self.model_dump_json(exclude={"signature"}).encode()


class Meter(SignedMessage):
    """Signed amounts of a progressive, on ``progressive/{progressive}/meter``.

    ``sequence`` grows with every message of an epoch, ``sent_at`` is the station's clock. A sign
    shows it only if the signature holds and it is newer than the one before, and goes blank by
    itself when the next one is late. ``currency`` is the progressive's; ``own`` has the same levels
    in every other one that tables play in. ``hit`` stands there for `HIT_SHOWN_MS` from when it was
    first said; of several each has its turn. ``signature`` is Ed25519 over ``signed_bytes()`` in
    hexadecimal, made with the key that ``key_id`` names. Its levels say their caps since version 2;
    `MeterV1` is the form before.
    """

    schema_version: Literal[2] = 2  # type: ignore[assignment] # of the messages this one alone
    progressive: Name
    sequence: Ordinal
    sent_at: TimeMs
    currency: Currency
    levels: Levels
    own: Annotated[tuple[OwnAmounts, ...], Field(max_length=16)] = ()
    hit: Hit | None
    key_id: Identifier
    signature: Signature


class LevelAmountV1(Part):
    """One prize of a progressive in a meter of version 1, which says nothing of its cap."""

    level: Name
    amount_minor: Count
    state: MeterState


LevelsV1 = Annotated[tuple[LevelAmountV1, ...], Field(min_length=1, max_length=16)]


class OwnAmountsV1(Part):
    """The levels in another currency in a meter of version 1."""

    currency: Currency
    levels: LevelsV1


class MeterV1(SignedMessage):
    """A meter of version 1: read, since older stations still say it, and no longer said.

    Its signature is over its own form: it is checked before anything is made of it.
    """

    progressive: Name
    sequence: Ordinal
    sent_at: TimeMs
    currency: Currency
    levels: LevelsV1
    own: Annotated[tuple[OwnAmountsV1, ...], Field(max_length=16)] = ()
    hit: Hit | None
    key_id: Identifier
    signature: Signature


AnyMeter = Meter | MeterV1
"""A meter as it came, in whichever form."""


def levels_of(meter: AnyMeter, currency: str) -> tuple[LevelAmount, ...]:
    """Return a meter's levels in a currency, in the newest form; () where it is not in it.

    Of a cap that an older form does not tell nothing is said.
    """
    own = ((each.currency, each.levels) for each in meter.own)
    found = next((levels for code, levels in own if code == currency), ())
    levels = meter.levels if currency == meter.currency else found
    return tuple(
        level if isinstance(level, LevelAmount) else LevelAmount(**dict(level)) for level in levels
    )


class Shown(DriverMessage):
    """What a sign shows, on ``reported/shown``.

    ``what``: ``amount`` of a level, a ``notice`` (its name alone, or that it is at its cap), a
    ``hit``, or ``blank`` (no fresh meter, or the sign is not ready). ``level`` is whose it is: of
    several only one stands there at a time. ``text`` is what was written; ``is_read_back`` tells
    that the sign was asked afterwards and said the same. ``epoch`` and ``sequence`` are those of
    the meter that was shown. ``currency`` is what the sign is set up for; null: the progressive's
    own.
    """

    progressive: Name
    level: Name
    what: Literal["amount", "notice", "hit", "blank"]
    amount_minor: Count | None
    text: Text
    is_read_back: bool
    epoch: Count
    sequence: Count
    shown_at: TimeMs
    currency: Currency | None = None
