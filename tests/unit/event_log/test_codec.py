from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum, StrEnum
from fractions import Fraction
from types import MappingProxyType
from typing import Any, NewType, Optional

import orjson
import pytest

from dealer_station.cards.card import Card
from dealer_station.event_log.codec import Codec, Converter
from dealer_station.event_log.errors import CodecError


class Colour(StrEnum):
    RED = "red"
    BLACK = "black"


class Size(IntEnum):
    SMALL = 1
    LARGE = 2


Minor = NewType("Minor", int)
ACE = Card.parse("As")


@dataclass(frozen=True, slots=True)
class Part:
    name: str
    weight: Fraction


@dataclass(frozen=True, slots=True, kw_only=True)
class Whole:
    text: str = "a"
    count: int = 1
    flag: bool = True
    nothing: None = None
    maybe: str | None = None
    old_maybe: Optional[int] = None  # noqa: UP045 - both spellings must work
    colour: Colour = Colour.RED
    size: Size = Size.SMALL
    share: Fraction = Fraction(7, 10)
    card: Card = ACE
    amount: Minor = Minor(5)
    many: tuple[int, ...] = (1, 2)
    pair: tuple[str, Size] = ("x", Size.LARGE)
    empty: tuple[()] = ()
    facts: Mapping[str, str | int] = field(default_factory=lambda: {"b": 1, "a": "x"})
    by_seat: Mapping[int, Minor] = field(default_factory=lambda: {3: Minor(1)})
    by_colour: Mapping[Colour, int] = field(default_factory=lambda: {Colour.BLACK: 2})
    part: Part = Part("p", Fraction(1))
    parts: tuple[Part, ...] = ()
    either: Part | int | None = None


CARDS = Converter(Card, str, Card.parse)


@pytest.fixture
def codec() -> Codec:
    return Codec([CARDS])


def round_trip(codec: Codec, value: Any) -> Any:
    return codec.from_json(type(value), orjson.loads(codec.to_bytes(value)))


def test_canonical_bytes_are_sorted_without_spaces_every_field_present(codec: Codec) -> None:
    assert codec.to_bytes(Whole()).decode() == (
        '{"amount":5,"by_colour":{"black":2},"by_seat":{"3":1},"card":"As","colour":"red",'
        '"count":1,"either":null,"empty":[],"facts":{"a":"x","b":1},"flag":true,"many":[1,2],'
        '"maybe":null,"nothing":null,"old_maybe":null,"pair":["x",2],'
        '"part":{"name":"p","weight":"1"},"parts":[],"share":"7/10","size":1,"text":"a"}'
    )


@pytest.mark.parametrize(
    "value",
    [
        Whole(),
        Whole(text="Zoë ♠ \x00\n", maybe="", old_maybe=-3, colour=Colour.BLACK),
        Whole(facts=MappingProxyType({}), either=Part("q", Fraction(-1, 3))),
        Whole(either=7, parts=(Part("a", Fraction(2, 4)), Part("b", Fraction(0)))),
        Whole(count=-(2**63), amount=Minor(2**63 - 1)),
    ],
)
def test_what_is_written_is_read_back_equal(codec: Codec, value: Whole) -> None:
    again = round_trip(codec, value)

    assert again == value
    assert codec.to_bytes(again) == codec.to_bytes(value)
    assert type(again.share) is Fraction
    assert again.card is value.card


def test_a_text_enum_in_a_field_of_text_is_written_as_its_value(codec: Codec) -> None:
    assert round_trip(codec, Part(Colour.RED, Fraction(1))) == Part("red", Fraction(1))
    assert round_trip(codec, Whole(facts={"a": Colour.RED, "b": Size.LARGE})).facts == {
        "a": "red",
        "b": 2,
    }


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"count": 1.0}, "Whole.count: 1.0 is no integer"),
        ({"count": True}, "Whole.count: True is no integer"),
        ({"flag": 1}, "Whole.flag: 1 is no bool"),
        ({"text": 5}, "Whole.text: 5 is no text"),
        ({"share": 0.5}, "Whole.share: 0.5 is no Fraction"),
        ({"share": 1}, "Whole.share: 1 is no Fraction"),
        ({"facts": {"a": 0.5}}, "Whole.facts: 0.5 is none of"),
        ({"facts": {"a": True}}, "Whole.facts: True is no integer"),
        ({"facts": [1]}, "Whole.facts: .* is no mapping"),
        ({"many": [1]}, "Whole.many: .* is no tuple"),
        ({"many": (1, "x")}, "Whole.many: 'x' is no integer"),
        ({"pair": ("x",)}, "Whole.pair"),
        ({"colour": "red"}, "Whole.colour: 'red' is no Colour"),
        ({"part": None}, "Whole.part: None is no Part"),
        ({"part": Part("p", 2.5)}, "Whole.part: Part.weight: 2.5 is no Fraction"),  # type: ignore[arg-type]
        ({"card": "As"}, "Whole.card: 'As' is no Card"),
        ({"maybe": 3}, "Whole.maybe: 3 is none of"),
        ({"count": 2**70}, "64-bit"),
        ({"text": "\ud800"}, "Whole: "),
    ],
)
def test_a_value_that_is_not_of_its_type_is_not_written(
    codec: Codec, changes: dict[str, Any], words: str
) -> None:
    with pytest.raises(CodecError, match=words):
        codec.to_bytes(Whole(**changes))


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"count": 1.5}, "Whole.count: 1.5 is no int"),
        ({"count": True}, "Whole.count: True is no int"),
        ({"share": "2/4"}, "not in lowest terms"),
        ({"share": "0.7"}, "written as 7/10"),
        ({"share": "x"}, "Whole.share"),
        ({"share": "1/0"}, "denominator is 0"),
        ({"card": "10h"}, "Whole.card"),
        ({"colour": "blue"}, "'blue' is no Colour"),
        ({"size": 3}, "3 is no Size"),
        ({"by_seat": {"03": 1}}, "'03' is no integer key"),
        ({"by_seat": {"x": 1}}, "'x' is no integer key"),
        ({"many": "12"}, "is no list"),
        ({"pair": ["x", 2, 3]}, "Whole.pair"),
        ({"unknown": 1}, "missing or unknown: unknown"),
        ({"part": {"name": "p"}}, "Part: fields missing or unknown: weight"),
        ({"part": 5}, "5 is no dict"),
    ],
)
def test_what_does_not_fit_is_not_read(codec: Codec, changes: dict[str, Any], words: str) -> None:
    content = {**orjson.loads(codec.to_bytes(Whole())), **changes}

    with pytest.raises(CodecError, match=words):
        codec.from_json(Whole, content)


def test_a_missing_field_is_not_read(codec: Codec) -> None:
    with pytest.raises(CodecError, match="Part: fields missing or unknown: name, weight"):
        codec.from_json(Part, {})


@dataclass(frozen=True)
class WithFloat:
    amount: float


@dataclass(frozen=True)
class WithFloatInside:
    amounts: tuple[int | float, ...]


@dataclass(frozen=True)
class WithBytes:
    raw: bytes


@dataclass(frozen=True)
class WithTwoTexts:
    either: Colour | str


@dataclass(frozen=True)
class WithOddKeys:
    facts: Mapping[bool, str]


@dataclass(frozen=True)
class WithList:
    items: list[int]


@dataclass(frozen=True)
class WithoutConverter:
    value: complex


@dataclass(frozen=True)
class Computed:
    value: int = field(init=False, default=1)


@dataclass
class Mutable:
    value: int


class Plain:
    pass


@pytest.mark.parametrize(
    ("cls", "words"),
    [
        (WithFloat, "WithFloat.amount: <class 'float'> has no exact form"),
        (WithFloatInside, "WithFloatInside.amounts: .*float"),
        (WithBytes, "has no exact form"),
        (WithTwoTexts, "look the same in JSON"),
        (WithOddKeys, "is no key of a mapping"),
        (WithList, "has no exact form"),
        (WithoutConverter, "has no exact form"),
        (Computed, "not set by the constructor"),
        (Mutable, "is not frozen"),
        (Plain, "is no dataclass"),
    ],
)
def test_a_class_whose_fields_are_not_exact_is_refused(cls: type, words: str) -> None:
    with pytest.raises(CodecError, match=words):
        Codec().compile(cls)


def test_a_converter_teaches_a_further_type() -> None:
    codec = Codec([Converter(complex, str, complex)])

    assert codec.to_bytes(WithoutConverter(1j)) == b'{"value":"1j"}'
    assert round_trip(codec, WithoutConverter(1j)) == WithoutConverter(1j)
