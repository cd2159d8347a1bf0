"""A round whose bettors are a book: told by its sums, at the console as in the list."""

import json

from book_play import SEVEN, BookPlay
from recorded_play import Recorded

from dealer_station.projections.log.search import Question
from dealer_station.table.events import BatchTaken
from dealer_station.table.roles import Role


def played(recorded: Recorded, **rules: str) -> BookPlay:
    play = BookPlay(record=recorded.record, clock=recorded.clock, **rules)
    play.bet((1, "ante", 1000), (1, "bonus", 500), (2, "ante", 2000), (3, "ante", 500))
    return play.deal().decide((1, "call"), (2, "fold")).time_out().finish()


def test_the_list_counts_its_bettors_and_what_the_house_kept(recorded: Recorded) -> None:
    played(recorded)
    (line,) = recorded.reads.rounds("t1", None, 10)
    assert (line["seats"], line["bettors"], line["prize"]) == ([], 3, None)
    assert (line["staked"], line["returned"], line["house"]) == ("60.00", "100.00", "-40.00")


def test_a_pool_that_was_paid_is_a_prize(recorded: Recorded) -> None:
    play = BookPlay(record=recorded.record, clock=recorded.clock, meter=5000)
    play.bet((1, "ante", 1000), (1, "jumbo7", 500)).deal(SEVEN).decide((1, "fold"))
    play.finish("Th Jh")
    (line,) = recorded.reads.rounds("t1", None, 10)
    assert (line["staked"], line["prize"]) == ("15.00", "50.00")
    (hit,) = recorded.events("level_hit")
    (award,) = hit["facts"]["awards"]
    assert (award["seat"], award["amount"], award["from_meter"]) == (None, "50.00", "50.00")
    assert hit["rule"] == "CH-42"


def test_a_round_is_explained_by_the_sums_of_its_book(recorded: Recorded) -> None:
    play = played(recorded)
    shown = recorded.round()
    outcomes = shown["book"].pop("outcomes")
    assert {one.pop("rule_text")["en"] for one in outcomes}
    assert shown["book"] | {"outcomes": outcomes} == play.view["book"]
    assert (shown["wagers"], shown["house"]) == ([], "-40.00")
    (settled,) = [event for event in shown["events"] if event["type"] == "book_settled"]
    assert settled["text"] == "Bettors' book of round 1 settled: bettors 40.00, house -40.00"
    assert settled["facts"]["outcomes"][0] == {
        "spot": "ante", "action": "call", "outcome": "win", "odds": "3:1", "stakes": 1,
        "staked": "10.00", "net": "30.00", "rule": "CH-20",
    }  # fmt: skip
    assert json.dumps(shown)


def test_batches_are_told_by_their_sums_and_not_kept_whole(recorded: Recorded) -> None:
    played(recorded)
    (first, second) = recorded.events("batch_taken")
    assert first["text"].endswith("of wagers: 4 of 4 entries accepted")
    assert first["facts"]["moved"] == {"ante": "35.00", "bonus": "5.00"}
    assert first["facts"]["totals"]["bettors"] == 3
    assert "content" not in first["facts"]
    assert second["facts"]["kind"] == "decisions"
    kept = recorded.rounds().load("t1", 1)
    assert kept is not None
    assert {event.content for event in kept.events if isinstance(event, BatchTaken)} == {b""}


def test_who_may_read_what_bettors_staked(recorded: Recorded) -> None:
    played(recorded)
    for role, is_read in ((Role.SUPERVISOR, True), (Role.AUDITOR, True), (Role.TECHNICIAN, False)):
        found = recorded.reads.search(Question(), role).events
        assert ("batch_taken" in {event["type"] for event in found}) is is_read


def test_a_void_round_names_the_ruling(recorded: Recorded) -> None:
    play = BookPlay(record=recorded.record, clock=recorded.clock).bet((1, "ante", 1000))
    play.run("shoe: Jo", "rule: fouled_deck by manager")
    (settled,) = recorded.events("book_settled")
    assert settled["rule"] == "CH-I16"
    (line,) = recorded.reads.rounds("t1", None, 10)
    assert (line["phase"], line["returned"], line["house"]) == ("void", "10.00", "0.00")
