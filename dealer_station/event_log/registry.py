"""Names and versions of events, and the classes that stand for them.

An event is stored under a name of the domain ("card_drawn") and a version of its form, never
under an import path, so code may move. The newest version has a class; an older body is brought
up to date by upcasters (`upcasters/`), a step a version, when it is read. What is stored never
changes.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

import orjson

from dealer_station.event_log.codec import Codec, Converter
from dealer_station.event_log.errors import CodecError
from dealer_station.event_log.record import NewEvent, StoredEvent

_NAME: Final = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")


@dataclass(frozen=True, slots=True)
class Upcaster:
    """A pure step from the body of one version to that of the next; gets a dict of its own."""

    name: str
    from_version: int
    step: Callable[[dict[str, Any]], dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Registered:
    """One event: its name, its newest version and the class of that version."""

    name: str
    version: int
    event_class: type


class EventRegistry:
    """Which class stands for which event, both ways."""

    def __init__(self, converters: Sequence[Converter[Any]] = ()) -> None:
        self._codec = Codec(converters)
        self._by_name: dict[str, Registered] = {}
        self._by_class: dict[type, Registered] = {}
        self._upcasters: dict[tuple[str, int], Upcaster] = {}

    def __iter__(self) -> Iterator[Registered]:
        return iter(sorted(self._by_name.values(), key=lambda entry: entry.name))

    def add(self, event_class: type, name: str, version: int = 1) -> None:
        """Register a frozen dataclass as the newest version of an event.

        Raises CodecError when a name or class stands here already or a field is not exact.
        """
        if _NAME.fullmatch(name) is None:
            raise CodecError(f"{name!r} is no name of an event")
        if version < 1:
            raise CodecError(f"{name}: versions count from 1, not {version}")
        if name in self._by_name or event_class in self._by_class:
            raise CodecError(f"{name} or {event_class.__name__} is registered already")
        self._codec.compile(event_class)
        entry = Registered(name, version, event_class)
        self._by_name[name] = self._by_class[event_class] = entry

    def add_upcaster(self, upcaster: Upcaster) -> None:
        """Register the one step from a version to the next."""
        key = (upcaster.name, upcaster.from_version)
        if key in self._upcasters:
            raise CodecError(f"{upcaster.name} has two upcasters from {upcaster.from_version}")
        self._upcasters[key] = upcaster

    def gaps(self) -> list[str]:
        """What is missing to read every version that was ever written; empty when complete."""
        needed = {(entry.name, version) for entry in self for version in range(1, entry.version)}
        return [
            *(
                f"{name}: no upcaster from version {at}"
                for name, at in sorted(needed - self._upcasters.keys())
            ),
            *(
                f"{name}: upcaster from version {at} leads nowhere"
                for name, at in sorted(self._upcasters.keys() - needed)
            ),
        ]

    def encode(self, event: object) -> NewEvent:
        """The event under its name and newest version, ready to be stored. Raises CodecError."""
        entry = self._by_class.get(type(event))
        if entry is None:
            raise CodecError(f"{type(event).__name__} is no registered event")
        return NewEvent(entry.name, entry.version, self._codec.to_bytes(event))

    def decode(self, stored: StoredEvent | NewEvent) -> Any:
        """The event that a row holds, as an instance of the newest version. Raises CodecError."""
        version = stored.version if isinstance(stored, NewEvent) else stored.schema_version
        entry, body = self._current(stored.name, version, stored.body)
        return self._codec.from_json(entry.event_class, body)

    def body_of(self, name: str, version: int, body: bytes) -> dict[str, Any]:
        """What an event says, in the form of its newest version, its fields not checked.

        For who reads a field or two of very many events. Raises CodecError.
        """
        return self._current(name, version, body)[1]

    def _current(
        self, name: str, version: int, content: bytes
    ) -> tuple[Registered, dict[str, Any]]:
        """The event's entry, and its body in the form of the newest version."""
        entry = self._by_name.get(name)
        if entry is None:
            raise CodecError(f"{name!r} is no registered event")
        if not 1 <= version <= entry.version:
            raise CodecError(f"{entry.name} is known up to version {entry.version}, not {version}")
        try:
            body = orjson.loads(content)
        except orjson.JSONDecodeError as error:
            raise CodecError(f"the body of {entry.name} is no JSON: {error}") from error
        for step in range(version, entry.version):
            upcaster = self._upcasters.get((entry.name, step))
            if upcaster is None:
                raise CodecError(f"{entry.name}: no upcaster from version {step}")
            body = upcaster.step(body)
        return entry, body
