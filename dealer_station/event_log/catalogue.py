"""Loads the files of `events/`: what every event of the record is for, and in what words.

Knows their form and refuses anything else in them. Each file has events of one type, which its name
begins with. Does not know the classes of events; `drift` compares with a registry.
"""

import string
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from enum import StrEnum
from functools import cache
from importlib.resources import files
from typing import Any, Final

from dealer_station.event_log.registry import EventRegistry
from dealer_station.table.roles import Role

FILES: Final = ("catalogue.toml", "catalogue_levels.toml")
"""The packaged files; an event stands in one of them."""

_KEYS: Final = frozenset({"id", "type", "roles", "text", "documentation"})


class CatalogueError(Exception):
    """The catalogue is not in its form; says which event and what."""


class EventType(StrEnum):
    """What an event is about, so that it can be found and held back."""

    MONEY = "money"
    GAME = "game"
    DEVICE = "device"
    SECURITY = "security"


@dataclass(frozen=True, slots=True)
class CatalogueEntry:
    """One event as the catalogue describes it."""

    event_id: str
    type: EventType
    roles: tuple[Role, ...]
    text: str
    documentation: str

    def placeholders(self) -> frozenset[str]:
        """The fields that the text names. Raises CatalogueError for a text of another form."""
        names: set[str] = set()
        try:
            for _, name, form, conversion in string.Formatter().parse(self.text):
                if name is not None:
                    if not name.isidentifier() or form or conversion:
                        raise CatalogueError(f"{self.event_id}: {{{name}}} is no field")
                    names.add(name)
        except ValueError as error:
            raise CatalogueError(f"{self.event_id}: {error} in its text") from error
        return frozenset(names)


@cache
def station_catalogue() -> Mapping[str, CatalogueEntry]:
    """The catalogue that is packaged with the station, by id."""
    folder = files(__package__) / "events"
    return catalogue_of(
        (EventType(part.name.split(".")[0].split("_")[0]), part.read_text(encoding="utf-8"))
        for part in folder.iterdir()
        if part.name.endswith(".toml")
    )


def catalogue_of(contents: Iterable[tuple[EventType, str]]) -> Mapping[str, CatalogueEntry]:
    """One catalogue, in order of id, from files of one type each. Raises CatalogueError."""
    entries: dict[str, CatalogueEntry] = {}
    for kind, content in contents:
        for name, entry in parse_catalogue(content).items():
            if entry.type is not kind:
                raise CatalogueError(f"{name}: {entry.type} stands among {kind}")
            if name in entries:
                raise CatalogueError(f"{name} stands twice")
            entries[name] = entry
    return dict(sorted(entries.items()))


def parse_catalogue(content: str) -> Mapping[str, CatalogueEntry]:
    """A catalogue from the text of a TOML file. Raises CatalogueError."""
    try:
        document = tomllib.loads(content)
    except tomllib.TOMLDecodeError as error:
        raise CatalogueError(f"no TOML: {error}") from error
    if document.keys() - {"event"}:
        raise CatalogueError(f"unknown tables: {', '.join(sorted(document.keys() - {'event'}))}")
    entries: dict[str, CatalogueEntry] = {}
    for number, row in enumerate(document.get("event", []), start=1):
        entry = _entry(number, row)
        if entry.event_id in entries:
            raise CatalogueError(f"{entry.event_id} stands twice")
        entries[entry.event_id] = entry
    if list(entries) != sorted(entries):
        raise CatalogueError("the events are not in order of id")
    return entries


def drift(catalogue: Mapping[str, CatalogueEntry], registry: EventRegistry) -> list[str]:
    """Where catalogue and registry differ, one line each; empty when they agree."""
    registered = {entry.name: entry.event_class for entry in registry}
    lines = [f"{name} is not in the catalogue" for name in sorted(registered - catalogue.keys())]
    lines += [f"{name} is not registered" for name in sorted(catalogue.keys() - registered.keys())]
    for name in sorted(catalogue.keys() & registered.keys()):
        odd = catalogue[name].placeholders() - {field.name for field in fields(registered[name])}
        lines += [f"{name}: its text names {field}, no field of it" for field in sorted(odd)]
    return lines


def _reader(word: str) -> Role:
    """A role of a person; a device reads nothing."""
    role = Role(word)
    if role is Role.DEVICE:
        raise ValueError("a device reads no events")
    return role


def _entry(number: int, row: Any) -> CatalogueEntry:
    name = row.get("id", f"event number {number}") if isinstance(row, dict) else number
    if not isinstance(row, dict) or row.keys() != _KEYS:
        raise CatalogueError(f"{name}: needs exactly {', '.join(sorted(_KEYS))}")
    for key in _KEYS - {"roles"}:
        if not isinstance(row[key], str) or not row[key].strip():
            raise CatalogueError(f"{name}: {key} must be a text")
    roles = row["roles"]
    if not isinstance(roles, list) or not roles or len(set(roles)) != len(roles):
        raise CatalogueError(f"{name}: roles must be a list of different roles")
    try:
        entry = CatalogueEntry(
            event_id=row["id"],
            type=EventType(row["type"]),
            roles=tuple(_reader(role) for role in roles),
            text=row["text"],
            documentation=row["documentation"].strip(),
        )
    except ValueError as error:
        raise CatalogueError(f"{name}: {error}") from error
    entry.placeholders()
    return entry
