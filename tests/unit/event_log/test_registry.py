from dataclasses import dataclass
from typing import Any

import pytest

from dealer_station.event_log.errors import CodecError
from dealer_station.event_log.record import NewEvent, StoredEvent
from dealer_station.event_log.registry import EventRegistry, Registered, Upcaster


@dataclass(frozen=True, slots=True)
class CardShown:
    card: str
    seat: int
    is_open: bool


@dataclass(frozen=True, slots=True)
class Closed:
    at: int


def seat_added(body: dict[str, Any]) -> dict[str, Any]:
    return {**body, "seat": 0}


def renamed(body: dict[str, Any]) -> dict[str, Any]:
    return {"card": body["card"], "seat": body["seat"], "is_open": body["open"]}


@pytest.fixture
def registry() -> EventRegistry:
    registry = EventRegistry()
    registry.add(CardShown, "card_shown", 3)
    registry.add(Closed, "closed")
    registry.add_upcaster(Upcaster("card_shown", 1, seat_added))
    registry.add_upcaster(Upcaster("card_shown", 2, renamed))
    return registry


def stored(name: str, version: int, body: bytes) -> StoredEvent:
    digest = bytes(32)
    return StoredEvent(1, "t", 1, name, version, body, 5, "c", None, None, 1, digest, digest)


def test_an_event_goes_out_under_its_name_and_newest_version(registry: EventRegistry) -> None:
    event = CardShown("As", 3, is_open=True)

    new = registry.encode(event)

    assert new == NewEvent("card_shown", 3, b'{"card":"As","is_open":true,"seat":3}')
    assert registry.decode(new) == event
    assert registry.decode(stored(new.name, new.version, new.body)) == event


def test_old_bodies_are_brought_up_to_date_step_by_step(registry: EventRegistry) -> None:
    first = stored("card_shown", 1, b'{"card":"As","open":false}')
    second = stored("card_shown", 2, b'{"card":"As","open":true,"seat":4}')

    assert registry.decode(first) == CardShown("As", 0, is_open=False)
    assert registry.decode(second) == CardShown("As", 4, is_open=True)


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (stored("unknown", 1, b"{}"), "'unknown' is no registered event"),
        (stored("closed", 2, b'{"at":1}'), "known up to version 1, not 2"),
        (stored("closed", 0, b'{"at":1}'), "known up to version 1, not 0"),
        (stored("closed", 1, b"{"), "is no JSON"),
        (stored("closed", 1, b'{"at":1.5}'), "Closed.at: 1.5 is no int"),
    ],
)
def test_a_row_that_cannot_be_understood_is_an_error(
    registry: EventRegistry, event: StoredEvent, words: str
) -> None:
    with pytest.raises(CodecError, match=words):
        registry.decode(event)


def test_an_unregistered_class_is_not_written(registry: EventRegistry) -> None:
    with pytest.raises(CodecError, match="Registered is no registered event"):
        registry.encode(Registered("x", 1, Closed))


@pytest.mark.parametrize(
    ("cls", "name", "version"),
    [
        (Closed, "other", 1),
        (Registered, "closed", 1),
        (Registered, "Other", 1),
        (Registered, "other-one", 1),
        (Registered, "other", 0),
    ],
)
def test_a_name_or_class_is_registered_once_and_properly(
    registry: EventRegistry, cls: type, name: str, version: int
) -> None:
    with pytest.raises(CodecError):
        registry.add(cls, name, version)


def test_gaps_between_versions_are_told(registry: EventRegistry) -> None:
    assert registry.gaps() == []

    incomplete = EventRegistry()
    incomplete.add(CardShown, "card_shown", 3)
    incomplete.add_upcaster(Upcaster("card_shown", 2, renamed))
    incomplete.add_upcaster(Upcaster("card_shown", 3, renamed))
    assert incomplete.gaps() == [
        "card_shown: no upcaster from version 1",
        "card_shown: upcaster from version 3 leads nowhere",
    ]
    with pytest.raises(CodecError, match="no upcaster from version 1"):
        incomplete.decode(stored("card_shown", 1, b"{}"))
    with pytest.raises(CodecError, match="two upcasters"):
        incomplete.add_upcaster(Upcaster("card_shown", 2, seat_added))


def test_registered_events_come_in_order_of_name(registry: EventRegistry) -> None:
    assert [entry.name for entry in registry] == ["card_shown", "closed"]


def test_a_body_can_be_read_alone_in_its_newest_form(registry: EventRegistry) -> None:
    newest = {"card": "As", "seat": 0, "is_open": False}
    assert registry.body_of("card_shown", 1, b'{"card":"As","open":false}') == newest
    assert registry.body_of("card_shown", 3, b'{"card":"As","seat":0,"is_open":false}') == newest
    for name, version, body in (("gone", 1, b"{}"), ("closed", 2, b"{}"), ("closed", 1, b"{")):
        with pytest.raises(CodecError):
            registry.body_of(name, version, body)
