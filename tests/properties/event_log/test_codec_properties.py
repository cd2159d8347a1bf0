"""Whatever fits its type goes through the record unchanged, in one spelling only."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import IntEnum, StrEnum
from fractions import Fraction
from typing import Any

import orjson
import pytest
from bettors_builders import FIXED_PRICE, SHARED_HAND
from hypothesis import given, settings
from hypothesis import strategies as st

from dealer_station.bettors.terms import BookTerms
from dealer_station.cards.card import Card
from dealer_station.event_log.codec import Codec, Converter
from dealer_station.event_log.errors import CodecError
from dealer_station.event_log.station_registry import station_registry

# Terms of a book that contradict themselves cannot be made, so nobody can write them down.
st.register_type_strategy(BookTerms, st.sampled_from((SHARED_HAND, FIXED_PRICE)))


class Colour(StrEnum):
    RED = "red"
    BLACK = "black"


class Size(IntEnum):
    SMALL = 1
    LARGE = 2


@dataclass(frozen=True, slots=True)
class Part:
    name: str
    weight: Fraction


@dataclass(frozen=True, slots=True, kw_only=True)
class Whole:
    text: str
    count: int
    flag: bool
    maybe: str | None
    colour: Colour
    size: Size
    share: Fraction
    card: Card
    many: tuple[int, ...]
    pair: tuple[str, Size]
    facts: Mapping[str, str | int]
    by_seat: Mapping[int, Fraction]
    part: Part
    parts: tuple[Part, ...]
    either: Part | int | None


texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
integers = st.integers(-(2**63), 2**63 - 1)
cards = st.integers(0, 51).map(Card.from_index)
parts = st.builds(Part, texts, st.fractions())
wholes = st.builds(
    Whole,
    text=texts,
    count=integers,
    flag=st.booleans(),
    maybe=st.none() | texts,
    colour=st.sampled_from(Colour),
    size=st.sampled_from(Size),
    share=st.fractions(),
    card=cards,
    many=st.lists(integers, max_size=4).map(tuple),
    pair=st.tuples(texts, st.sampled_from(Size)),
    facts=st.dictionaries(texts, texts | integers, max_size=4),
    by_seat=st.dictionaries(integers, st.fractions(), max_size=4),
    part=parts,
    parts=st.lists(parts, max_size=3).map(tuple),
    either=st.none() | integers | parts,
)
CODEC = Codec([Converter(Card, str, Card.parse)])


@settings(deadline=None)
@given(wholes)
def test_written_and_read_back_it_is_the_same(value: Whole) -> None:
    written = CODEC.to_bytes(value)
    again = CODEC.from_json(Whole, orjson.loads(written))

    assert again == value
    assert CODEC.to_bytes(again) == written


@settings(deadline=None)
@given(wholes)
def test_the_bytes_are_what_any_json_library_calls_canonical(value: Whole) -> None:
    written = CODEC.to_bytes(value)

    content = json.loads(written)
    assert (
        written
        == json.dumps(content, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()
    )


@settings(deadline=None)
@given(wholes, wholes)
def test_different_values_have_different_bytes(one: Whole, other: Whole) -> None:
    assert (CODEC.to_bytes(one) == CODEC.to_bytes(other)) is (one == other)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=6,
)


@settings(deadline=None)
@given(wholes, st.sampled_from(sorted(Whole.__slots__)), json_values)
def test_a_body_with_one_odd_field_is_read_exactly_or_not_at_all(
    value: Whole, field: str, odd: Any
) -> None:
    content = {**orjson.loads(CODEC.to_bytes(value)), field: odd}
    try:
        read = CODEC.from_json(Whole, content)
    except CodecError:
        return
    assert json.loads(CODEC.to_bytes(read)) == content


@pytest.fixture
def integers_of_64_bits() -> Iterator[None]:
    """Let a field of integers hold what the codec writes, and nothing else."""
    st.register_type_strategy(int, integers)
    yield
    st.register_type_strategy(int, st.integers())


@pytest.mark.usefixtures("integers_of_64_bits")
@pytest.mark.parametrize("entry", list(station_registry()), ids=lambda entry: entry.name)
@settings(deadline=None, max_examples=20)
@given(data=st.data())
def test_every_event_of_the_station_survives_its_record(entry: Any, data: st.DataObject) -> None:
    registry = station_registry()
    event = data.draw(st.from_type(entry.event_class))
    stored = registry.encode(event)

    assert registry.decode(stored) == event
    assert registry.encode(registry.decode(stored)) == stored
