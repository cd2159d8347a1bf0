"""Turns frozen dataclasses into canonical bytes and back, by their type hints, without doubt.

Canonical: UTF-8 JSON, keys sorted, no spaces, every field present. Compiled once a class.

| a field's type                      | in JSON                                  |
| ----------------------------------- | ---------------------------------------- |
| str, int, bool, None                | the same; integers of 64 bits            |
| StrEnum, IntEnum                    | the member's value                       |
| fractions.Fraction                  | text, lowest terms: "7/10", "-3"         |
| a type with a `Converter`           | its text                                 |
| tuple[X, ...], tuple[X, Y]          | list                                     |
| Mapping[K, V], K of text or integer | object; an integer key in decimal digits |
| frozen dataclass                    | object                                   |
| X | Y, Optional[X]                  | whichever; they must differ in JSON      |

Any other type, floats above all, is refused when the class is compiled. A value that is not of
its field's type is refused when it is written or read: `CodecError` says which field.
"""

import dataclasses
import re
import types
import typing
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum, StrEnum
from fractions import Fraction
from operator import attrgetter
from typing import Any, Final, Generic, TypeVar

import orjson

from dealer_station.event_log.errors import CodecError

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Converter(Generic[T]):
    """How one type is written as text and read back; `from_text(to_text(x)) == x`.

    `from_text` raises ValueError for what is no such text.
    """

    type: type[T]
    to_text: Callable[[T], str]
    from_text: Callable[[str], T]


@dataclass(frozen=True, slots=True)
class _Form:
    """One type, compiled: the Python and the JSON types it takes, and both directions."""

    python_types: tuple[type, ...]
    json_type: type
    write: Callable[[Any], Any]
    read: Callable[[Any], Any]


class Codec:
    """Compiles and keeps the forms of types."""

    def __init__(self, converters: Sequence[Converter[Any]] = ()) -> None:
        self._forms: dict[Any, _Form] = {
            str: _Form((str,), str, _write_text, _reading(str)),
            int: _Form((int,), int, _write_integer, _reading(int)),
            bool: _Form((bool,), bool, _reading(bool), _reading(bool)),
            type(None): _Form((type(None),), type(None), _same, _same),
            Fraction: _text_form(Converter(Fraction, str, _read_fraction)),
        }
        self._forms.update((converter.type, _text_form(converter)) for converter in converters)
        self._open: list[Any] = []

    def compile(self, cls: type) -> None:
        """Make the form of a dataclass now; CodecError when a field's type is not exact."""
        if not dataclasses.is_dataclass(cls):
            raise CodecError(f"{cls!r} is no dataclass")
        self._form(cls)

    def to_bytes(self, value: Any) -> bytes:
        """Canonical bytes of a dataclass instance. Raises CodecError."""
        written = self._form(type(value)).write(value)
        try:
            return orjson.dumps(written, option=orjson.OPT_SORT_KEYS)
        except TypeError as error:  # an integer beyond 64 bits, half a surrogate pair
            raise CodecError(f"{type(value).__name__}: {error}") from error

    def from_json(self, cls: type[T], value: Any) -> T:
        """An instance from parsed JSON. Raises CodecError."""
        read: T = self._form(cls).read(value)
        return read

    def _form(self, hint: Any) -> _Form:
        form = self._forms.get(hint)
        if form is None:
            if hint in self._open:
                raise CodecError(f"{hint!r} contains itself")
            self._open.append(hint)
            try:
                form = self._forms[hint] = self._compile(hint)
            finally:
                self._open.pop()
        return form

    def _compile(self, hint: Any) -> _Form:
        origin, arguments = typing.get_origin(hint), typing.get_args(hint)
        if origin in {typing.Union, types.UnionType}:
            return self._union(hint, arguments)
        if origin is tuple:
            return self._tuple(hint, arguments)
        if origin in {Mapping, dict}:
            return self._mapping(arguments)
        if isinstance(hint, typing.NewType):
            return self._form(hint.__supertype__)
        if isinstance(hint, type) and issubclass(hint, StrEnum | IntEnum):
            return _enum_form(hint)
        if isinstance(hint, type) and dataclasses.is_dataclass(hint):
            return self._dataclass(hint)
        raise CodecError(f"{hint!r} has no exact form in the record")

    def _dataclass(self, cls: type) -> _Form:
        parameters = cls.__dataclass_params__  # type: ignore[attr-defined] # is_dataclass was asked
        if not parameters.frozen:
            raise CodecError(f"{cls.__name__} is not frozen")
        hints = typing.get_type_hints(cls)
        members: dict[str, _Form] = {}
        for field in dataclasses.fields(cls):
            if not field.init:
                raise CodecError(f"{cls.__name__}.{field.name} is not set by the constructor")
            try:
                members[field.name] = self._form(hints[field.name])
            except CodecError as error:
                raise CodecError(f"{cls.__name__}.{field.name}: {error}") from error
        return _dataclass_form(cls, members)

    def _union(self, hint: Any, arguments: Sequence[Any]) -> _Form:
        forms = [self._form(argument) for argument in arguments]
        by_json = {form.json_type: form.read for form in forms}
        by_python = {python: form.write for form in forms for python in form.python_types}
        if len(by_json) < len(forms):
            raise CodecError(f"{hint!r}: two of its types look the same in JSON")

        def write(value: Any) -> Any:
            return _pick(by_python, value, hint)(value)

        def read(value: Any) -> Any:
            return _pick(by_json, value, hint)(value)

        return _Form(tuple(by_python), object, write, read)

    def _tuple(self, hint: Any, arguments: Sequence[Any]) -> _Form:
        if len(arguments) == _OPEN_TUPLE and arguments[1] is Ellipsis:
            form = self._form(arguments[0])
            each_write, each_read = form.write, form.read
            return _Form(
                (tuple,),
                list,
                lambda value: [each_write(item) for item in _expect(tuple, value)],
                lambda value: tuple([each_read(item) for item in _expect(list, value)]),
            )
        forms = [self._form(argument) for argument in arguments]

        def write(value: Any) -> Any:
            items = _expect_count(len(forms), _expect(tuple, value), hint)
            return [form.write(item) for form, item in zip(forms, items, strict=True)]

        def read(value: Any) -> Any:
            items = _expect_count(len(forms), _expect(list, value), hint)
            return tuple([form.read(item) for form, item in zip(forms, items, strict=True)])

        return _Form((tuple,), list, write, read)

    def _mapping(self, arguments: Sequence[Any]) -> _Form:
        key, value_form = self._form(arguments[0]), self._form(arguments[1])
        if key.json_type not in {str, int}:
            raise CodecError(f"{arguments[0]!r} is no key of a mapping")
        is_integer = key.json_type is int

        def write(value: Any) -> Any:
            if not isinstance(value, Mapping):
                raise CodecError(f"{value!r} is no mapping")
            return {
                str(key.write(name)) if is_integer else key.write(name): value_form.write(item)
                for name, item in value.items()
            }

        def read(value: Any) -> Any:
            return {
                key.read(_read_digits(name) if is_integer else name): value_form.read(item)
                for name, item in _expect(dict, value).items()
            }

        return _Form((dict, types.MappingProxyType), dict, write, read)


_OPEN_TUPLE: Final = 2
_INTEGER: Final = re.compile("0|-?[1-9][0-9]*")
_FRACTION: Final = re.compile("-?[0-9]+(/[0-9]+)?")


def _dataclass_form(cls: type, members: Mapping[str, _Form]) -> _Form:
    name = cls.__name__
    writers = [(field, attrgetter(field), form.write) for field, form in members.items()]
    readers = [(field, form.read) for field, form in members.items()]
    fields = frozenset(members)

    def write(value: Any) -> Any:
        if type(value) is not cls:
            raise CodecError(f"{value!r} is no {name}")
        written = {}
        for field, get, write_field in writers:
            try:
                written[field] = write_field(get(value))
            except CodecError as error:
                raise CodecError(f"{name}.{field}: {error}") from error
        return written

    def read(value: Any) -> Any:
        _expect(dict, value)
        if value.keys() != fields:
            odd = sorted(value.keys() ^ fields)
            raise CodecError(f"{name}: fields missing or unknown: {', '.join(odd)}")
        arguments = {}
        for field, read_field in readers:
            try:
                arguments[field] = read_field(value[field])
            except CodecError as error:
                raise CodecError(f"{name}.{field}: {error}") from error
        return cls(**arguments)

    return _Form((cls,), dict, write, read)


def _enum_form(cls: type[StrEnum] | type[IntEnum]) -> _Form:
    values = {member: member.value for member in cls}
    members = {member.value: member for member in cls}
    json_type = str if issubclass(cls, StrEnum) else int

    def write(value: Any) -> Any:
        if type(value) is not cls:
            raise CodecError(f"{value!r} is no {cls.__name__}")
        return values[value]

    def read(value: Any) -> Any:
        try:
            return members[_expect(json_type, value)]
        except KeyError as error:
            raise CodecError(f"{value!r} is no {cls.__name__}") from error

    return _Form((cls,), json_type, write, read)


def _text_form(converter: Converter[Any]) -> _Form:
    cls, to_text, from_text = converter.type, converter.to_text, converter.from_text

    def write(value: Any) -> Any:
        if type(value) is not cls:
            raise CodecError(f"{value!r} is no {cls.__name__}")
        return to_text(value)

    def read(value: Any) -> Any:
        try:
            return from_text(_expect(str, value))
        except ValueError as error:
            raise CodecError(f"{value!r} is no {cls.__name__}: {error}") from error

    return _Form((cls,), str, write, read)


def _write_text(value: Any) -> Any:
    """Text; a StrEnum member, which is a text to every reader, is written as its value."""
    if type(value) is str:
        return value
    if isinstance(value, StrEnum):
        return value.value
    raise CodecError(f"{value!r} is no text")


def _write_integer(value: Any) -> Any:
    """An integer or an IntEnum member; a bool is neither an amount nor a count."""
    if type(value) is int:
        return value
    if isinstance(value, IntEnum):
        return value.value
    raise CodecError(f"{value!r} is no integer")


def _read_fraction(text: str) -> Fraction:
    """Only the one way in which a fraction is written: two spellings would be two contents."""
    if _FRACTION.fullmatch(text) is None:
        raise ValueError("it is written as 7/10 or -3")
    try:
        fraction = Fraction(text)
    except ZeroDivisionError as error:
        raise ValueError("its denominator is 0") from error
    if str(fraction) != text:
        raise ValueError("it is not in lowest terms")
    return fraction


def _read_digits(text: str) -> int:
    if _INTEGER.fullmatch(text) is None:
        raise CodecError(f"{text!r} is no integer key")
    return int(text)


def _reading(cls: type) -> Callable[[Any], Any]:
    return lambda value: _expect(cls, value)


def _same(value: Any) -> Any:
    return _expect(type(None), value)


def _expect(cls: type, value: Any) -> Any:
    if type(value) is not cls:
        raise CodecError(f"{value!r} is no {cls.__name__}")
    return value


def _expect_count(count: int, value: Any, hint: Any) -> Any:
    if len(value) != count:
        raise CodecError(f"{value!r} is no {hint!r}")
    return value


def _pick(by_type: Mapping[type, Callable[[Any], Any]], value: Any, hint: Any) -> Any:
    """The direction of the member that takes the value, be it of a derived type (StrEnum)."""
    for cls in type(value).__mro__:
        if cls in by_type:
            return by_type[cls]
    raise CodecError(f"{value!r} is none of {hint!r}")
