from dataclasses import dataclass

import pytest

from dealer_station.event_log.catalogue import (
    CatalogueEntry,
    CatalogueError,
    EventType,
    catalogue_of,
    drift,
    parse_catalogue,
    station_catalogue,
)
from dealer_station.event_log.registry import EventRegistry
from dealer_station.table.roles import Role

GOOD = """
[[event]]
id = "card_drawn"
type = "game"
roles = ["dealer", "auditor"]
text = "{card} drawn for {position}"
documentation = '''
A card left the shoe.
'''
"""


@dataclass(frozen=True)
class CardDrawn:
    card: str
    position: str


def registry(*names: str) -> EventRegistry:
    made = EventRegistry()
    for name in names:
        made.add(dataclass(frozen=True)(type("Made", (CardDrawn,), {})), name)
    return made


def test_a_catalogue_is_read_by_id() -> None:
    assert parse_catalogue(GOOD) == {
        "card_drawn": CatalogueEntry(
            "card_drawn",
            EventType.GAME,
            (Role.DEALER, Role.AUDITOR),
            "{card} drawn for {position}",
            "A card left the shoe.",
        )
    }
    assert parse_catalogue("") == {}


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('type = "game"', 'type = "fun"', "card_drawn: 'fun' is not a valid EventType"),
        ('"auditor"', '"guest"', "card_drawn: 'guest' is not a valid Role"),
        ('"auditor"', '"device"', "card_drawn: a device reads no events"),
        ('"auditor"', '"dealer"', "card_drawn: roles must be a list of different roles"),
        ('["dealer", "auditor"]', "[]", "roles must be a list"),
        ('type = "game"\n', "", "card_drawn: needs exactly"),
        ('type = "game"\n', 'type = "game"\nodd = 1\n', "card_drawn: needs exactly"),
        ('text = "{card}', 'text = "{card', "card_drawn: "),
        ('text = "{card}', 'text = "{card!r}', "card_drawn: {card} is no field"),
        ('text = "{card} drawn for {position}"', 'text = " "', "text must be a text"),
        ("[[event]]", "[[odd]]", "unknown tables: odd"),
        ("[[event]]", "[[event]", "no TOML"),
    ],
)
def test_anything_else_is_refused_by_name(old: str, new: str, words: str) -> None:
    assert old in GOOD
    with pytest.raises(CatalogueError, match=words):
        parse_catalogue(GOOD.replace(old, new))


def test_ids_stand_once_and_in_order() -> None:
    with pytest.raises(CatalogueError, match="card_drawn stands twice"):
        parse_catalogue(GOOD + GOOD)
    with pytest.raises(CatalogueError, match="not in order"):
        parse_catalogue(GOOD + GOOD.replace("card_drawn", "act_taken"))


def test_drift_tells_what_differs() -> None:
    catalogue = parse_catalogue(GOOD)

    assert drift(catalogue, registry("card_drawn")) == []
    assert drift(catalogue, registry("card_drawn", "other")) == ["other is not in the catalogue"]
    assert drift(catalogue, registry()) == ["card_drawn is not registered"]
    odd = parse_catalogue(GOOD.replace("{position}", "{place}"))
    assert drift(odd, registry("card_drawn")) == [
        "card_drawn: its text names place, no field of it"
    ]


DEVICE = GOOD.replace('type = "game"', 'type = "device"').replace("card_drawn", "act_taken")


def test_files_of_one_type_each_make_one_catalogue_in_order_of_id() -> None:
    found = catalogue_of([(EventType.GAME, GOOD), (EventType.DEVICE, DEVICE)])
    assert list(found) == ["act_taken", "card_drawn"]
    assert [entry.type for entry in found.values()] == [EventType.DEVICE, EventType.GAME]
    assert list(station_catalogue()) == sorted(station_catalogue())
    assert {entry.type for entry in station_catalogue().values()} == set(EventType)


def test_an_event_stands_in_the_file_of_its_type_and_in_no_other() -> None:
    with pytest.raises(CatalogueError, match="card_drawn: game stands among money"):
        catalogue_of([(EventType.MONEY, GOOD)])
    twice = DEVICE.replace("act_taken", "card_drawn")
    with pytest.raises(CatalogueError, match="card_drawn stands twice"):
        catalogue_of([(EventType.GAME, GOOD), (EventType.DEVICE, twice)])
