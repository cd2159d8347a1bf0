"""Seals: signed statements of how far the record had come.

A seal signs, with Ed25519, the Merkle root over the heads of all streams, the last position and
the digest of the seal before it. Whoever holds a seal can tell later that nothing up to it was
changed or cut off. Knows keys and digests, not when sealing is due.

Signed content: JSON in UTF-8, keys sorted, no spaces, digests as lower-case hexadecimal, of
format, key_id, merkle_root, number, position, previous_digest, sealed_at, streams. The seal's
digest is the SHA-256 of that content.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields, replace
from hashlib import sha256
from typing import Final, NamedTuple, Self

import orjson
from sqlalchemy import func, select

from dealer_station.event_log import tables
from dealer_station.event_log.digests import merkle_root
from dealer_station.event_log.keys import SigningKey
from dealer_station.event_log.record import DIGEST_BYTES, NO_DIGEST, Head
from dealer_station.event_log.store import EventLog

FORMAT: Final = 1
"""Form of the signed content."""


class SealMark(NamedTuple):
    """What is kept of a seal elsewhere, to be held against the record later."""

    number: int
    digest: bytes

    @classmethod
    def parse(cls, text: str) -> Self:
        """The mark as `str` writes it, NUMBER:DIGEST in hexadecimal. Raises ValueError."""
        number, _, digest = text.strip().partition(":")
        try:
            mark = cls(int(number), bytes.fromhex(digest))
        except ValueError:
            mark = cls(0, b"")
        if mark.number < 1 or len(mark.digest) != DIGEST_BYTES:
            raise ValueError(f"{text!r} is no seal: NUMBER:DIGEST, as verify prints the newest")
        return mark

    def __str__(self) -> str:
        return f"{self.number}:{self.digest.hex()}"


@dataclass(frozen=True, slots=True)
class Seal:
    """One row of `seal`: the record up to `position`, `streams` streams, signed at `sealed_at`."""

    number: int
    sealed_at: int
    position: int
    streams: int
    merkle_root: bytes
    previous_digest: bytes
    digest: bytes
    key_id: str
    signature: bytes

    @property
    def mark(self) -> SealMark:
        """What to keep of it."""
        return SealMark(self.number, self.digest)

    def content(self) -> bytes:
        """The bytes under the signature, made from the seal's own fields."""
        return orjson.dumps(
            {
                "format": FORMAT,
                "key_id": self.key_id,
                "merkle_root": self.merkle_root.hex(),
                "number": self.number,
                "position": self.position,
                "previous_digest": self.previous_digest.hex(),
                "sealed_at": self.sealed_at,
                "streams": self.streams,
            },
            option=orjson.OPT_SORT_KEYS,
        )


def seal(log: EventLog, key: SigningKey, sealed_at: int) -> Seal:
    """Seal the record as it stands, durably; no append comes in between. Raises LogUnavailable."""
    head, columns = tables.stream_head.c, tables.seal.c
    with log.write_transaction() as connection:
        rows = connection.execute(select(head.stream, head.version, head.position, head.digest))
        heads = {row[0]: Head(row[1], row[2], row[3]) for row in rows}
        position = connection.execute(select(func.max(tables.event_log.c.position))).scalar()
        last = connection.execute(
            select(columns.number, columns.digest).order_by(columns.number.desc()).limit(1)
        ).first()
        number, previous_digest = (0, NO_DIGEST) if last is None else (last[0], last[1])
        draft = Seal(
            number=number + 1,
            sealed_at=sealed_at,
            position=position or 0,
            streams=len(heads),
            merkle_root=merkle_root(heads),
            previous_digest=previous_digest,
            digest=NO_DIGEST,
            key_id=key.key_id,
            signature=b"",
        )
        content = draft.content()
        done = replace(draft, digest=sha256(content).digest(), signature=key.sign(content))
        connection.execute(tables.seal.insert().values(**asdict(done)))
    return done


def seals(log: EventLog) -> Sequence[Seal]:
    """Every seal in order of its number."""
    names = [field.name for field in fields(Seal)]
    rows = log.query(
        select(*(tables.seal.c[name] for name in names)).order_by(tables.seal.c.number)
    )
    return [Seal(*row) for row in rows]
