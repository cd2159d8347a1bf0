"""Records of earlier releases fold to what they meant when they were written."""

import json

import pytest
from pot_tables import PotPlay
from table_play import FLUSH, NOTHING, PAIR_OF_EIGHTS, ROYAL_CLUBS, TablePlay, dealt, decided

from dealer_station.controller.streams import progressive_stream, table_stream
from dealer_station.event_log.record import NewEvent
from dealer_station.event_log.station_registry import station_registry
from dealer_station.progressive import ledger_events as ledger
from dealer_station.progressive.award import AwardKind, AwardOwed, LevelPrize, PrizeTake
from dealer_station.progressive.ledger import fold as fold_ledger
from dealer_station.table import events as e
from dealer_station.table.evolve import fold

ADDED = {
    "betting_closed": ("seats",),
    "betting_opened": ("is_shuffled",),
    "counted_wager_returned": ("conversion",),
    "deck_changed": ("burn_count",),
    "hand_started": ("up_numbers",),
    "level_hit": ("conversion",),
    "table_opened": ("acceptors", "conversions"),
    "wager_placed": ("device_counter",),
    "wagers_counted": ("conversion",),
}
"""What an event says by now that version 1 did not."""


def as_version_1(row: NewEvent) -> NewEvent:
    """Return a row as an earlier release wrote it."""
    if row.name not in ADDED:
        return row
    body = json.loads(row.body)
    for name in ADDED[row.name]:
        del body[name]
    return NewEvent(row.name, 1, json.dumps(body).encode())


def decoded(name: str, body: str) -> object:
    return station_registry().decode(NewEvent(name, 1, body.encode()))


def test_a_betting_closed_of_version_1_had_the_seats_that_got_cards():
    body = '{"at":1,"deal_order":["seat 2","seat 5","dealer","seat 2"],"person_id":"d1"}'
    assert decoded("betting_closed", body) == e.BettingClosed(
        at=1, deal_order=("seat 2", "seat 5", "dealer", "seat 2"), person_id="d1", seats=(2, 5)
    )


def test_a_round_of_version_1_had_a_shuffled_deck():
    body = '{"at":1,"round_number":4,"rules_digest":"r","person_id":"d1"}'
    assert decoded("betting_opened", body) == e.BettingOpened(
        at=1, round_number=4, rules_digest="r", person_id="d1", is_shuffled=True
    )


def test_a_deck_of_version_1_was_not_burned():
    body = '{"at":1,"person_id":"d1"}'
    assert decoded("deck_changed", body) == e.DeckChanged(at=1, person_id="d1", burn_count=0)


LIVES = {
    "two rounds": lambda: decided({1: FLUSH, 2: PAIR_OF_EIGHTS}, progressive=(1,), folds=(2,)).run(
        "pay", "open_betting", "wager: 2 ante 10", "close_betting", "shoe: 5d"
    ),
    "a changed deck": lambda: dealt({1: NOTHING}).run(
        "report: {irregularity: CS-I17}", "rule: fouled_deck by manager", "new_deck", "open_betting"
    ),
    "a corrected deal": lambda: dealt({1: NOTHING, 3: FLUSH}).run(
        "report: {irregularity: CS-I16, card: 4h}", "rule: burn_card"
    ),
    "a card between rounds": lambda: decided({1: NOTHING}).run("pay", "shoe: 5d"),
}


@pytest.mark.parametrize("life", LIVES)
def test_a_record_of_an_earlier_release_folds_to_the_same_table(life: str):
    play: TablePlay = LIVES[life]()
    rows = play.record.read(table_stream("t1"))
    old = [as_version_1(row) for row in rows]
    assert any(row.version == 1 and row.name in ADDED for row in old)
    registry = station_registry()
    assert fold(registry.decode(row) for row in old) == play.state


def test_a_hand_of_poker_of_an_earlier_release_folds_to_the_same_table():
    play = PotPlay(
        stacks=dict.fromkeys((1, 2, 3, 4), 500), button=1, small_blind="5", big_blind="10"
    )
    play.run("start_hand", "deal: {1: As Ad, 2: Ks Kd, 3: Qs Qd, 4: Js Jd}", "act: 4 raise 60")
    old = [as_version_1(row) for row in play.record.read(table_stream("t1"))]
    assert "hand_started" in {row.name for row in old if row.version == 1}
    registry = station_registry()
    assert fold(registry.decode(row) for row in old) == play.state


LEDGERS = {
    "a pool that was won": lambda: decided({1: ROYAL_CLUBS, 2: FLUSH}, progressive=(1, 2)).run(
        "pay"
    ),
    "wagers that were returned": lambda: dealt({1: FLUSH}, progressive=(1,)).run(
        "shoe: Jo", "rule: fouled_deck by manager"
    ),
}


@pytest.mark.parametrize("life", LEDGERS)
def test_a_progressive_of_an_earlier_release_was_in_its_tables_currency(life: str):
    play: TablePlay = LEDGERS[life]()
    rows = play.record.read(progressive_stream("p1"))
    old = [as_version_1(row) for row in rows]
    assert any(row.version == 1 and row.name in ADDED for row in old)
    registry = station_registry()
    assert fold_ledger(tuple(registry.decode(row) for row in old)) == play.progressive
    assert [registry.decode(row) for row in old] == play.postings()


def test_a_table_of_version_2_had_no_other_currency():
    play = dealt({1: NOTHING})
    opened = next(row for row in play.record.read(table_stream("t1")) if row.name == "table_opened")
    body = json.loads(opened.body)
    del body["conversions"]
    old = NewEvent("table_opened", 2, json.dumps(body).encode())
    assert station_registry().decode(old) == play.events(e.TableOpened)[0]


AWARD = '"at":9,"award_id":"h-1","entry":[],"hit_id":"h","level_id":"main","person_id":"ann",'
PLACE = '"round_number":4,"seat":2,"table_id":"t1"'
AWARDS_OF_VERSION_1 = {
    "award_verified": "",
    "award_disputed": ',"reason":"?"',
    "dispute_settled": ',"reason":"!"',
    "award_voided": ',"amount_minor":5,"reason":"dead"',
    "level_award_paid": ',"amount_minor":5,"paid_by":"attendant"',
}


@pytest.mark.parametrize("name", AWARDS_OF_VERSION_1)
def test_an_award_of_version_1_was_won(name: str):
    event = decoded(name, f"{{{AWARD}{PLACE}{AWARDS_OF_VERSION_1[name]}}}")
    assert isinstance(event, ledger.AwardEvent)
    assert (event.award_id, event.seat, event.kind) == ("h-1", 2, AwardKind.WIN)


def test_a_hit_of_version_1_brought_no_envy_sum():
    """Written by the release before envy sums: fields as that release had them."""
    prize = (
        '{"envy_minor":0,"fixed_minor":0,"is_from_meter":true,"minimum_minor":0,"part":"0",'
        '"sharing":"equally","take":"whole"}'
    )
    award = '{"amount_minor":5,"award_id":"h-1","from_meter_minor":5,"kind":"win","seat":2}'
    body = (
        f'{{"amount_minor":5,"at":9,"awards":[{award}],"entry":[],"hand":"royal_flush",'
        f'"hit_id":"h","level_id":"main","meter_after":"1","meter_before":"5","number":1,'
        f'"prize":{prize},"reseed_house_minor":1,"reseed_reserve_minor":0,"round_number":4,'
        '"table_id":"t1"}'
    )
    hit = decoded("level_hit", body)
    assert isinstance(hit, ledger.LevelHit)
    assert hit.awards == (AwardOwed("h-1", 2, AwardKind.WIN, 5, 5, None),)
    assert hit.prize == LevelPrize(PrizeTake.WHOLE)
