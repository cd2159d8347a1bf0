"""Messages of progressive meters and the signs that show them.

Knows amounts as whole numbers of the smallest unit and where the signature stands. Knows no key
and checks no signature.
"""

from enum import StrEnum
from typing import Annotated

from pydantic import Field, StringConstraints

from dealer_station.messages.envelope import (
    Count,
    Identifier,
    Name,
    Ordinal,
    Part,
    StationMessage,
    TimeMs,
)


class MeterState(StrEnum):
    """What a sign should make of a level's amount.

    ``live``: it may be won now. ``hit``: it was just won, the amount is the prize. ``suspended``:
    it cannot be won at present.
    """

    LIVE = "live"
    HIT = "hit"
    SUSPENDED = "suspended"


class LevelAmount(Part):
    """One prize of a progressive: what its meter shows, in the smallest unit of the currency."""

    level: Name
    amount_minor: Count
    state: MeterState


class Meter(StationMessage):
    """Signed amounts of a progressive, on ``progressive/{progressive}/meter``.

    ``sequence`` grows with every message of an epoch, ``sent_at`` is the station's clock. A sign
    shows it only if the signature holds and it is newer than the one before, and goes blank by
    itself when the next one is late. ``signature`` is Ed25519 over ``signed_bytes()`` in
    hexadecimal, made with the key that ``key_id`` names.
    """

    progressive: Name
    sequence: Ordinal
    sent_at: TimeMs
    currency: Annotated[str, StringConstraints(pattern=r"^[A-Z]{3}$")]
    levels: Annotated[tuple[LevelAmount, ...], Field(min_length=1, max_length=16)]
    key_id: Identifier
    signature: Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{128}$")]

    def signed_bytes(self) -> bytes:
        """What is signed: the payload's JSON without its last member, ``signature``."""
        return self.model_dump_json(exclude={"signature"}).encode()
