"""Messages of progressive meters and the signs that show them.

Knows amounts as whole numbers of the smallest unit and where the signature stands. Knows no key
and checks no signature: `meter_signature` does.
"""

from enum import StrEnum
from typing import Annotated, Final, Literal

from pydantic import Field, StringConstraints

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


class MeterState(StrEnum):
    """What a sign should make of a level's amount.

    ``live``: it may be won now. ``suspended``: it cannot be won at present.
    """

    LIVE = "live"
    SUSPENDED = "suspended"


class LevelAmount(Part):
    """One prize of a progressive: what its meter shows, in the smallest unit of the currency."""

    level: Name
    amount_minor: Count
    state: MeterState


class OwnAmounts(Part):
    """The levels in the currency of tables that play in another than the progressive's (LNK-12).

    Converted by the station and rounded down: never more than is there.
    """

    currency: Currency
    levels: Annotated[tuple[LevelAmount, ...], Field(min_length=1, max_length=16)]


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


class Meter(StationMessage):
    """Signed amounts of a progressive, on ``progressive/{progressive}/meter``.

    ``sequence`` grows with every message of an epoch, ``sent_at`` is the station's clock. A sign
    shows it only if the signature holds and it is newer than the one before, and goes blank by
    itself when the next one is late. ``currency`` is the progressive's; ``own`` has the same levels
    in every other one that tables play in. ``hit`` stands there for `HIT_SHOWN_MS` from when it was
    first said; of several each has its turn. ``signature`` is Ed25519 over ``signed_bytes()`` in
    hexadecimal, made with the key that ``key_id`` names.
    """

    progressive: Name
    sequence: Ordinal
    sent_at: TimeMs
    currency: Currency
    levels: Annotated[tuple[LevelAmount, ...], Field(min_length=1, max_length=16)]
    own: Annotated[tuple[OwnAmounts, ...], Field(max_length=16)] = ()
    hit: Hit | None
    key_id: Identifier
    signature: Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{128}$")]

    def signed_bytes(self) -> bytes:
        """What is signed: the payload's JSON without its last member, ``signature``."""
        return self.model_dump_json(exclude={"signature"}).encode()


class Shown(DriverMessage):
    """What a sign shows, on ``reported/shown``.

    ``what``: ``amount`` of a level, a ``notice`` (its name alone, before its amount), a ``hit``, or
    ``blank`` (no fresh meter, or the sign is not ready). ``level`` is whose it is: of several only
    one stands there at a time. ``text`` is what was written; ``is_read_back`` tells that the sign
    was asked afterwards and said the same. ``epoch`` and ``sequence`` are those of the meter that
    was shown. ``currency`` is what the sign is set up for; null: the progressive's own.
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
