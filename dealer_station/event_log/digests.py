"""Digests of the record: pure functions over bytes, so that anybody can compute them again.

A row's digest is SHA-256 over
    previous digest of its stream (32 bytes)
  + content_digest of the command that wrote it (32 bytes; it stands in `command`)
  + its columns as one JSON array in UTF-8 without spaces: position, stream, version, name,
    schema_version, recorded_at, command_id, correlation_id, causation_id, epoch
  + one newline (JSON writes none of its own, so the body's first byte is never in doubt)
  + the body's bytes as they are stored.

A seal's Merkle tree has one leaf a stream, in byte order of the stream names. Leaf:
SHA-256(0x00 + JSON array of stream, version, digest as hex). Node: SHA-256(0x01 + left +
right). A node without a right neighbour moves up unchanged. The two prefixes keep a leaf from
being passed off as a node (RFC 6962, section 2.1).
"""

from collections.abc import Mapping
from hashlib import sha256
from typing import Final

from orjson import dumps

from dealer_station.event_log.record import Head, StoredEvent

RowContent = tuple[int, str, int, str, int, int, str, str | None, str | None, int]
"""position, stream, version, name, schema_version, recorded_at, command_id, correlation_id,
causation_id, epoch."""

_LEAF: Final = b"\x00"
_NODE: Final = b"\x01"


def row_digest(
    previous_digest: bytes, content_digest: bytes, content: RowContent, body: bytes
) -> bytes:
    """Digest of one row, given the digests of the row before it in its stream and of its command.

    Both must be 32 bytes long, else another cut of the same bytes would have the same digest.
    """
    return sha256(previous_digest + content_digest + dumps(content) + b"\n" + body).digest()


def content_of(event: StoredEvent) -> RowContent:
    """The columns of a stored row that stand before the body in its digest."""
    return (
        event.position,
        event.stream,
        event.version,
        event.name,
        event.schema_version,
        event.recorded_at,
        event.command_id,
        event.correlation_id,
        event.causation_id,
        event.epoch,
    )


def merkle_root(heads: Mapping[str, Head]) -> bytes:
    """Root over the heads of all streams; of no streams, the digest of nothing."""
    if not heads:
        return sha256(b"").digest()
    level = [
        sha256(_LEAF + dumps((stream, heads[stream].version, heads[stream].digest.hex()))).digest()
        for stream in sorted(heads, key=str.encode)
    ]
    while len(level) > 1:
        pairs = zip(level[::2], level[1::2], strict=False)
        odd = level[-1:] if len(level) % 2 else []
        level = [sha256(_NODE + left + right).digest() for left, right in pairs] + odd
    return level[0]
