"""What all messages share: strictness, bounds, identity, and errors that name the place."""

import pytest
from message_samples import card_drawn
from pydantic import ValidationError

from dealer_station.messages.card_shoe import CardDrawn
from dealer_station.messages.envelope import (
    PAYLOAD_BYTES_MAX,
    START,
    WHOLE_NUMBER_MAX,
    BadMessage,
    Position,
)


def changed(old: bytes, new: bytes) -> bytes:
    payload = card_drawn(2, 3).to_bytes()
    assert payload.count(old) == 1
    return payload.replace(old, new)


def test_message_comes_back_equal_and_hashable_identity():
    card = card_drawn(2, 3)
    again = CardDrawn.from_bytes(card.to_bytes())
    assert again == card
    assert again.to_bytes() == card.to_bytes()
    assert again.position == Position(2, 3)
    assert isinstance(again.previous, Position)


def test_positions_order_by_session_first():
    assert START < Position(1, 1) < Position(1, 9) < Position(2, 1)


def test_message_is_frozen():
    card = card_drawn()
    with pytest.raises(ValidationError, match="frozen"):
        card.card = "Kd"  # type: ignore[misc]  # the point of the test


@pytest.mark.parametrize(
    ("payload", "where", "what"),
    [
        (b"", "line 1 column 0", "EOF"),
        (b"{", "line 1 column 1", "EOF"),
        (b"[]", "", "object"),
        (b"null", "", "object"),
        (b"\xff\xfe", "line 1 column 1", "Invalid JSON"),
        (b"[" * 5_000, "line 1", "recursion"),
        (changed(b'"schema_version":1', b'"schema_version":2'), "schema_version", "should be 1"),
        (changed(b'"session":2', b'"session":"2"'), "session", "integer"),
        (changed(b'"session":2', b'"session":2.0'), "session", "integer"),
        (changed(b'"session":2', b'"session":0'), "session", "greater"),
        (changed(b'"session":2', b'"session":true'), "session", "integer"),
        (changed(b'"sequence":3', b'"sequence":9007199254740992'), "sequence", "less"),
        (changed(b'"sequence":3', b'"sequence":' + b"9" * 400), "sequence", ""),
        (changed(b'"device":"shoe-1"', b'"device":"shoe.1"'), "device", "pattern"),
        (changed(b'"device":"shoe-1"', b'"device":"shoe-1\\n"'), "device", "pattern"),
        (changed(b'"card":"As"', b'"card":"As","extra":1'), "extra", "Extra"),
        (changed(b'"card":"As",', b""), "card", "required"),
        (changed(b'"previous":[2,2]', b'"previous":[2,-2]'), "previous.1", "greater"),
        (changed(b'"previous":[2,2]', b'"previous":[2]'), "previous", ""),
    ],
)
def test_bad_payload_is_named_with_topic_place_and_reason(payload, where, what):
    with pytest.raises(BadMessage) as caught:
        CardDrawn.from_bytes(payload, "some/topic")
    error = caught.value
    assert error.topic == "some/topic"
    assert error.where.startswith(where)
    assert what in error.what
    assert str(error).startswith("some/topic: ")


def test_error_never_repeats_the_payload():
    with pytest.raises(BadMessage) as caught:
        CardDrawn.from_bytes(changed(b'"card":"As"', b'"card":"Secret-Qh"'))
    assert "Qh" not in str(caught.value)


def test_long_payload_is_refused_unread():
    with pytest.raises(BadMessage, match="at most 65536"):
        CardDrawn.from_bytes(b" " * (PAYLOAD_BYTES_MAX + 1))


@pytest.mark.parametrize(
    ("session", "sequence", "previous"),
    [
        (2, 1, None),
        (2, 1, Position(1, 1)),
        (5, 1, Position(2, 40)),
        (2, 2, Position(2, 1)),
        (WHOLE_NUMBER_MAX, WHOLE_NUMBER_MAX, Position(WHOLE_NUMBER_MAX, WHOLE_NUMBER_MAX - 1)),
    ],
)
def test_chain_that_is_in_order_is_taken(session, sequence, previous):
    assert card_drawn(session, sequence, previous=previous).previous == previous


@pytest.mark.parametrize(
    ("session", "sequence", "previous"),
    [
        (2, 1, Position(2, 0)),
        (2, 1, Position(2, 1)),
        (2, 1, Position(3, 1)),
        (2, 1, START),
        (2, 2, None),
        (2, 2, Position(1, 1)),
        (2, 3, Position(2, 1)),
        (2, 3, Position(2, 3)),
    ],
)
def test_chain_that_cannot_be_is_refused(session, sequence, previous):
    with pytest.raises(ValidationError, match="previous"):
        card_drawn(session, sequence, previous=previous)
