"""One event as a person reads it: in words, with source, ledger and rule."""

import pytest
from recorded_play import FLUSH, NOTHING, PAIR, Recorded, bet_and_deal, decide, whole_round
from table_play import SHOE

from dealer_station.event_log.catalogue import station_catalogue
from dealer_station.event_log.station_registry import EVENTS
from dealer_station.projections.events.shown import is_readable, words_of
from dealer_station.projections.log.search import Question
from dealer_station.table import commands as c
from dealer_station.table.roles import Role
from dealer_station.table.view import View


def first(recorded: Recorded, name: str, role: Role = Role.AUDITOR) -> View:
    return recorded.events(name, role=role)[0]


def busy(recorded: Recorded) -> None:
    play = bet_and_deal(recorded.play(), {1: FLUSH, 2: PAIR, 3: NOTHING}, progressive=(1,))
    play.run("report: {irregularity: CS-I09, seat: 2}", "rule: dead_hand")
    decide(play, 3).run("pay")


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("betting_opened", "Round 1 opened"),
        ("wager_placed", "Seat 1: 10.00 on ante"),
        ("betting_closed", "No more bets; cards go to seat 1, seat 2, seat 3, dealer"),
        ("card_drawn", "9h drawn for seat 1 card 1"),
        ("act_taken", "Seat 1: bet"),
        ("irregularity_raised", "Irregularity 1: CS-I09"),
        ("ruling_made", "Irregularity 1 ruled: dead_hand"),
        ("level_hit", "flush: level main hit, 50.00 fixed"),
        ("award_verified", "Award t1-1-1-1 of seat 1 verified"),
        ("level_award_paid", "Award of 50.00 paid to seat 1 by attendant"),
        ("wagers_counted", "Wagers of round 1 fed the levels"),
    ],
)
def test_an_event_is_told_in_the_catalogues_words(recorded: Recorded, name: str, text: str) -> None:
    busy(recorded)
    assert first(recorded, name)["text"] == text


def test_a_masked_card_is_masked_in_the_words_too(recorded: Recorded) -> None:
    bet_and_deal(recorded.play(seats=(1,)), {1: PAIR})
    assert first(recorded, "card_drawn", Role.SUPERVISOR)["text"] == "## drawn for seat 1 card 1"


def test_a_card_that_was_not_due_has_no_place(recorded: Recorded) -> None:
    bet_and_deal(recorded.play(seats=(1,)), {1: PAIR}).run("shoe: 2d")
    last = recorded.events("card_drawn", role=Role.SUPERVISOR)[-1]
    assert last["text"] == "2d drawn for -"


@pytest.mark.parametrize(
    ("name", "source", "person"),
    [
        ("betting_opened", "dealer", "dealer"),
        ("card_drawn", "device", None),
        ("deal_completed", "station", None),
        ("irregularity_raised", "dealer", "dealer"),
        ("ruling_made", "supervisor", "supervisor"),
        ("hand_verified", "s1", "s1"),
        ("level_hit", "station", None),
    ],
)
def test_where_an_event_comes_from(
    recorded: Recorded, name: str, source: str, person: str | None
) -> None:
    busy(recorded)
    event = first(recorded, name)
    assert (event["source"], event["person"]) == (source, person)


def test_what_the_table_finds_comes_from_the_station(recorded: Recorded) -> None:
    bet_and_deal(recorded.play(seats=(1,)), {1: PAIR}).run("shoe: 2d")
    event = first(recorded, "irregularity_raised")
    assert (event["source"], event["person"]) == ("station", None)


def test_a_ruling_that_a_card_gives_comes_from_the_device(recorded: Recorded) -> None:
    play = recorded.play(seats=(1,))
    play.run("open_betting", "wager: 1 ante 10", "close_betting", "shoe: 9h Ah ?? 7h")
    event = first(recorded, "ruling_made")
    assert (event["source"], event["person"]) == ("device", None)


@pytest.mark.parametrize(
    ("name", "rule"),
    [
        ("wagers_counted", "PRG-15"),
        ("irregularity_raised", "CS-I09"),
        ("ruling_made", "CS-I09"),
        ("level_hit", "CS-20"),
        ("level_award_paid", "CS-20"),
        ("seat_paid", None),
        ("card_drawn", None),
    ],
)
def test_the_rule_that_explains_an_event(recorded: Recorded, name: str, rule: str | None) -> None:
    busy(recorded)
    assert first(recorded, name)["rule"] == rule


def test_returned_stakes_and_a_void_round_name_the_irregularity(recorded: Recorded) -> None:
    play = bet_and_deal(recorded.play(seats=(1,)), {1: PAIR})
    play.run("report: {irregularity: CS-I18}", "rule: void_round")
    assert first(recorded, "wager_returned")["rule"] == "CS-I18"
    assert first(recorded, "round_voided")["rule"] == "CS-I18"


def test_the_ledger_is_told_line_by_line(recorded: Recorded) -> None:
    whole_round(recorded.play(seats=(1,)), {1: PAIR}, progressive=(1,))
    assert first(recorded, "wagers_counted")["ledger"] == [
        {"account": "contributions", "amount": "-0.70", "level": "main"},
        {"account": "meter", "amount": "0.70", "level": "main"},
    ]
    assert first(recorded, "seat_paid")["ledger"] is None


def test_the_places_of_an_event_in_the_record(recorded: Recorded) -> None:
    play = recorded.play(seats=(1,))
    play.run("open_betting")
    event = first(recorded, "betting_opened")
    assert (event["stream"], event["version"]) == ("table/t1", play.state.version)
    assert event["at"] == event["recorded_at"] == recorded.clock.now()
    (row,) = recorded.queries.part("table/t1", event["version"], event["version"])
    assert row.position == event["position"]


def test_only_who_stands_in_the_catalogue_reads_an_event() -> None:
    for name in EVENTS:
        entry = station_catalogue()[name]
        assert [role for role in Role if is_readable(name, role)] == [
            role for role in Role if role in entry.roles
        ]
    assert not is_readable("card_drawn", Role.TECHNICIAN)
    assert not is_readable("no_event", Role.AUDITOR)


def test_a_technician_reads_of_devices_and_not_of_rounds(recorded: Recorded) -> None:
    play = recorded.play(seats=(1,))
    said = {"device_id": "shoe", "device_kind": "card_shoe", "device_state": "ready"}
    play.submit(c.RecordDevice, SHOE, **said)
    whole_round(play, {1: PAIR})
    names = {event["type"] for event in recorded.reads.search(Question(), Role.TECHNICIAN).events}
    assert names == {"table_opened", "device_reported"}


def test_the_words_that_are_searched_are_all_that_is_shown(recorded: Recorded) -> None:
    busy(recorded)
    said = words_of(first(recorded, "irregularity_raised"))
    for word in ("irregularity_raised", "CS-I09", "dead_hand", "dealer"):
        assert word in said
