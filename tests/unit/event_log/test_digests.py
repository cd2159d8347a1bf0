import json
from hashlib import sha256

from dealer_station.event_log.digests import RowContent, content_of, merkle_root, row_digest
from dealer_station.event_log.record import Head, StoredEvent

CONTENT: RowContent = (7, "table/Zoë", 3, "card_drawn", 1, 1700, "c-1", None, "cause", 2)


def h(data: bytes) -> bytes:
    return sha256(data).digest()


def test_a_row_s_digest_can_be_computed_from_its_description_alone() -> None:
    previous, says, body = h(b"before"), h(b"says"), b'{"card":"As"}'
    array = json.dumps(CONTENT, ensure_ascii=False, separators=(",", ":")).encode()

    assert array == '[7,"table/Zoë",3,"card_drawn",1,1700,"c-1",null,"cause",2]'.encode()
    assert row_digest(previous, says, CONTENT, body) == h(previous + says + array + b"\n" + body)


def test_a_known_digest_stays_what_it_is() -> None:
    """The record outlives the release: this value must never change."""
    digest = row_digest(bytes(32), bytes([1] * 32), CONTENT, b'{"card":"As"}')

    assert digest.hex() == "efbefdc3853651b692b5a3640d33907a32a6fa5b412f0b564bfacc401ea45e29"


def test_content_of_a_stored_row_is_what_was_digested() -> None:
    row = StoredEvent(
        position=7,
        stream="table/Zoë",
        version=3,
        name="card_drawn",
        schema_version=1,
        body=b"{}",
        recorded_at=1700,
        command_id="c-1",
        correlation_id=None,
        causation_id="cause",
        epoch=2,
        digest=bytes(32),
        previous_digest=bytes(32),
    )

    assert content_of(row) == CONTENT


def leaf(stream: str, version: int, digest: bytes) -> bytes:
    return h(b"\x00" + f'["{stream}",{version},"{digest.hex()}"]'.encode())


def test_the_merkle_root_of_three_streams() -> None:
    a, b, c = h(b"a"), h(b"b"), h(b"c")
    heads = {"b": Head(2, 9, b), "c": Head(3, 1, c), "a": Head(1, 5, a)}
    left = h(b"\x01" + leaf("a", 1, a) + leaf("b", 2, b))

    assert merkle_root(heads) == h(b"\x01" + left + leaf("c", 3, c))
    assert merkle_root({"a": Head(1, 5, a)}) == leaf("a", 1, a)
    assert merkle_root({}) == h(b"")
