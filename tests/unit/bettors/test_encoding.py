"""The bytes of batches, written out, and what is no batch."""

import numpy as np
import pytest

from dealer_station.bettors.batches import (
    Batch,
    decision_batch,
    wager_batch,
    withdrawal_batch,
)
from dealer_station.bettors.encoding import (
    EncodingError,
    content_hash,
    decode_batch,
    decode_recorded,
    encode_batch,
    encode_recorded,
)

WAGERS = wager_batch("w-1", [(1, "bonus", 500), (258, "ante", -1)])
WAGERS_BYTES = (
    b"DSBB" + bytes([1, 1]) + b"\x03w-1" + b"\x02" + b"\x04ante" + b"\x05bonus"
    b"\x02\0\0\0" + bytes([2, 2]) + b"\x01\0\x02\x01" + b"\x01\0" + b"\xf4\x01\xff\xff"
)


def same(left: Batch, right: Batch) -> bool:
    return (left.kind, left.batch_id, left.names) == (right.kind, right.batch_id, right.names) and (
        left.bettors.tolist(), left.name_index.tolist(), left.amounts.tolist()
    ) == (right.bettors.tolist(), right.name_index.tolist(), right.amounts.tolist())  # fmt: skip


def test_every_byte_of_a_batch() -> None:
    assert encode_batch(WAGERS) == WAGERS_BYTES
    assert same(decode_batch(WAGERS_BYTES), WAGERS)


def test_decisions_without_amounts_have_no_such_column() -> None:
    batch = decision_batch("d", [(1, "call", None), (2, "call", None)])
    content = encode_batch(batch)
    assert content == b"DSBB\x01\x03\x01d\x01\x04call\x02\0\0\0\x01\x00\x01\x02\0\0"
    assert same(decode_batch(content), batch)


def test_the_answers_follow_the_batch_in_the_record() -> None:
    codes = np.array([0, 2], np.uint8)
    content = encode_recorded(WAGERS, codes)
    assert content == WAGERS_BYTES + b"\x01\0\0\0" + b"\x01\0\0\0" + b"\x02"
    recorded = decode_recorded(content)
    assert same(recorded.batch, WAGERS)
    assert recorded.codes.tolist() == [0, 2]


@pytest.mark.parametrize(
    "batch",
    [
        wager_batch("ü", [(2**64 - 1, "ante", 2**63 - 1), (0, "", -(2**63))]),
        wager_batch("b", [(2**32, "ante", 2**31), (7, "ante", 2**15)]),
        wager_batch("b", [(0, "ante", 127)]),
        wager_batch("b", [(0, "ante", -1)]),
        withdrawal_batch("b", [(65536, "ante"), (1, "Ünsinn")]),
        decision_batch("b", [(1, "call", 2000), (2, "fold", None), (3, "fold", 0)]),
        wager_batch("b", [(n, f"s{n:03}", n) for n in range(255)]),
    ],
)
def test_what_is_written_is_read(batch: Batch) -> None:
    assert same(decode_batch(encode_batch(batch)), batch)


def test_a_usual_wager_takes_seven_bytes() -> None:
    usual = wager_batch("b", [(10**6 + n, "ante", 5000) for n in range(1000)])
    assert 7000 < len(encode_batch(usual)) < 7050


def test_the_hash_knows_id_order_and_every_entry() -> None:
    entries = [(1, "ante", 500), (2, "ante", 500)]
    batches = [
        wager_batch("b", entries),
        wager_batch("c", entries),
        wager_batch("b", entries[::-1]),
        wager_batch("b", [(1, "ante", 500), (2, "ante", 501)]),
        withdrawal_batch("b", [(1, "ante"), (2, "ante")]),
        decision_batch("b", [(1, "ante", 500), (2, "ante", 500)]),
    ]
    assert len({content_hash(batch) for batch in batches}) == len(batches)
    assert content_hash(wager_batch("b", entries)) == content_hash(batches[0])


def changed(at: int, new: bytes, content: bytes = WAGERS_BYTES) -> bytes:
    return content[:at] + new + content[at + len(new) :]


COUNT = WAGERS_BYTES.index(b"\x02\0\0\0")


@pytest.mark.parametrize(
    "content",
    [
        b"",
        WAGERS_BYTES[:-1],
        WAGERS_BYTES + b"\0",
        changed(0, b"X"),
        changed(4, b"\x02"),
        changed(5, b"\x00"),
        changed(5, b"\x04"),
        changed(5, b"\x02"),  # withdrawals with amounts
        changed(7, b"\xff"),  # the id no UTF-8
        changed(12, b"zzzz"),  # names falling
        changed(COUNT, b"\0\0\0\0"),
        changed(COUNT, b"\xff\xff\xff\xff"),
        changed(COUNT + 4, b"\0"),
        changed(COUNT + 4, b"\x03"),
        changed(COUNT + 5, b"\x01"),
        changed(COUNT + 6, b"\x01\0\x02\0"),  # bettors 1 and 2 need one byte
        changed(COUNT + 10, b"\0\0"),  # the second name is not used
        changed(COUNT + 10, b"\x01\x02"),  # a third name
        changed(COUNT + 12, b"\x01\0\x02\0"),  # amounts need one byte
        changed(COUNT + 12, b"\xff\xff\xff\xff"),  # not said, but there is a column
    ],
)
def test_bytes_in_any_other_form_are_refused(content: bytes) -> None:
    with pytest.raises(EncodingError):
        decode_batch(content)


@pytest.mark.parametrize(
    "answers",
    [
        b"",
        b"\x01\0\0\0",
        b"\x03\0\0\0" + b"\0\0\0\0" + b"\x01\0\0\0" + b"\x02\0\0\0" + b"\x01\x01\x01",
        b"\x01\0\0\0" + b"\x02\0\0\0" + b"\x01",  # beyond the last entry
        b"\x02\0\0\0" + b"\x01\0\0\0" + b"\0\0\0\0" + b"\x01\x01",  # falling
        b"\x02\0\0\0" + b"\x01\0\0\0" + b"\x01\0\0\0" + b"\x01\x01",  # twice
        b"\x01\0\0\0" + b"\x01\0\0\0" + b"\0",  # accepted is not listed
        b"\x01\0\0\0" + b"\x01\0\0\0" + b"\x0c",  # no such answer
        b"\0\0\0\0" + b"\0",
    ],
)
def test_answers_in_any_other_form_are_refused(answers: bytes) -> None:
    with pytest.raises(EncodingError):
        decode_recorded(WAGERS_BYTES + answers)
