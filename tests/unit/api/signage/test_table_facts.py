"""What a sign above a table is told, without a sign-in: open hands, limits, payouts, the roads."""

import time
from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal

import pytest
from api_builders import SEATS, TABLE, KeptRecord, Station, code_of, must, new_services
from signage_builders import Signed

from dealer_station.api.ports import ServedTable
from dealer_station.clock import SystemClock
from dealer_station.controller.progressives import Progressives
from dealer_station.controller.table_controller import TableController, TableSetup
from dealer_station.event_log.station_registry import station_registry
from dealer_station.house_rules.loader import load_rules
from dealer_station.people.people import People
from dealer_station.settings import config_directory
from dealer_station.table import commands as c
from dealer_station.table.role_view import TableFacts
from dealer_station.table.roles import Actor, Role

BACCARAT = "BA-1"
DEALER = Actor("D-104", Role.DEALER)
DEVICE = Actor("shoe-1", Role.DEVICE)
DRAGON = ("4s", "Kh", "2d", "3c", "4h")
"""BA-T01: the Banker wins with a seven of three cards."""


@pytest.fixture
def baccarat(people: People, kept: KeptRecord) -> Iterator[Station]:
    """A station with a baccarat table beside the other one; `submit` plays baccarat."""
    clock, registry = SystemClock(), station_registry()
    setup = TableSetup(
        facts=TableFacts(BACCARAT, "Baccarat 1", "USD"),
        seats=SEATS,
        rules=load_rules(config_directory(), "baccarat", "gardens", {}),
        progressives={},
    )
    controller = TableController(setup, kept.record, registry, Progressives(kept.record, registry))
    controller.recover(clock.now(), clock.now())
    services = new_services(people, clock, kept)
    served = ServedTable(
        table_id=BACCARAT, name="Baccarat 1", game="baccarat", seats=SEATS, controller=controller
    )
    services = replace(services, tables={**services.tables, BACCARAT: served})
    station = Station(services, controller)
    with station.running():
        yield station


def play(station: Station, *cards: str) -> None:
    station.submit(c.OpenBetting, DEALER)
    station.submit(c.PlaceWager, DEALER, seat=3, spot="banker", amount=Decimal(10))
    station.submit(c.CloseBetting, DEALER)
    for card in cards:
        station.submit(c.RecordCard, DEVICE, card=card)


def test_a_sign_is_told_what_every_player_sees(baccarat: Station) -> None:
    baccarat.submit(c.OpenTable, DEALER, table_id=BACCARAT, seats=SEATS)
    play(baccarat, *DRAGON)
    with baccarat.screen() as screen:
        answer = screen.get(f"/api/signage/tables/{BACCARAT}")
    shown = must(answer)
    history = shown.pop("history")
    assert shown == {
        "id": BACCARAT,
        "name": "Baccarat 1",
        "game": "baccarat",
        "currency": "USD",
        "version": baccarat.controller.version,
        "round": 1,
        "is_open": True,
        "phase": "paying",
        "limits": {"min": "5.00", "max": "500.00"},
        "spots": [
            {"name": name, "min": "5.00", "max": "500.00", "pays": pays}
            for name, pays in (
                ("player", "1"), ("banker", "1"), ("dragon7", "40"), ("tiger8", "25"), ("tie", "8")
            )
        ],
        "cards": {"player": "4s 2d", "banker": "Kh 3c 4h"},
        "hands": {"player": 6, "banker": 7},
    }  # fmt: skip
    assert history["bead_plate"] == []
    assert answer.headers["cache-control"] == "no-store"
    assert "set-cookie" not in answer.headers


def test_a_settled_round_stands_in_the_roads(baccarat: Station) -> None:
    baccarat.submit(c.OpenTable, DEALER, table_id=BACCARAT, seats=SEATS)
    play(baccarat, *DRAGON)
    baccarat.submit(c.PaySeat, DEALER, seat=3)
    with baccarat.screen() as screen:
        history = must(screen.get(f"/api/signage/tables/{BACCARAT}"))["history"]
    assert history["counts"] == {"player": 0, "banker": 1, "tie": 0}
    assert history["bead_plate"] == [
        {"column": 0, "row": 0, "winner": "banker", "total": 7, "event": "dragon7"}
    ]


def test_payouts_are_those_of_the_rules_in_force(baccarat: Station) -> None:
    rules = baccarat.controller.rules
    pays = {spot.name: spot.pays for spot in rules.game.spots}
    with baccarat.screen() as screen:
        spots = must(screen.get(f"/api/signage/tables/{BACCARAT}"))["spots"]
    assert {spot["name"]: spot["pays"] for spot in spots} == pays


def test_no_card_that_lies_face_down_and_no_wager_is_told(station: Station) -> None:
    """A game with hidden hands: the dealer's four cards stay backs, the seats' are not shown."""
    station.submit(c.OpenTable, DEALER, table_id=TABLE, seats=(1, 2))
    station.submit(c.OpenBetting, DEALER)
    for seat in (1, 2):
        station.submit(c.PlaceWager, DEALER, seat=seat, spot="ante", amount=Decimal(10))
    station.submit(c.CloseBetting, DEALER)
    station.deal()
    with station.screen() as screen:
        shown = must(screen.get(f"/api/signage/tables/{TABLE}"))
    assert shown["cards"] == {"dealer": "## ## ## ## 2d"}
    assert shown["hands"] == {}
    assert shown["history"] is None
    assert not {"stakes", "net", "outcome", "status"} & set(shown)
    prices = {spot["name"]: (spot["min"], spot["max"], spot["pays"]) for spot in shown["spots"]}
    assert prices["progressive"] == ("1.00", "1.00", None)
    assert prices["ante"] == ("5.00", "500.00", None)
    assert prices["bet"] == (None, None, None)


def test_a_table_of_another_station_is_not_found(station: Station) -> None:
    with station.screen() as screen:
        for name in ("other", "%2e%2e", "x" * 200):
            answer = screen.get(f"/api/signage/tables/{name}")
            assert (answer.status_code, code_of(answer)) == (404, "not_found")


def test_the_table_is_asked_twice_a_second_however_many_signs_ask(
    station: Station, signed: Signed, monkeypatch: pytest.MonkeyPatch
) -> None:
    controller = signed.services.tables[TABLE].controller
    asked: list[float] = []
    view = controller.public_view

    def spy() -> object:
        asked.append(time.monotonic())
        return view()

    monkeypatch.setattr(controller, "public_view", spy)
    began = time.monotonic()
    with station.screen() as screen:
        for _ in range(200):
            must(screen.get(f"/api/signage/tables/{TABLE}"))
    assert 1 <= len(asked) <= 2 + 2 * (time.monotonic() - began)
