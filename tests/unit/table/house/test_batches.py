"""Batches reach the book entry by entry; the table refuses whole ones for what concerns it."""

import pytest
from book_play import BookPlay, rows_of
from table_play import DEALER, TablePlay

from dealer_station.bettors.batches import (
    DecisionEntry,
    WagerEntry,
    decision_batch,
    wager_batch,
    withdrawal_batch,
)
from dealer_station.bettors.encoding import content_hash, decode_recorded
from dealer_station.table import commands as c
from dealer_station.table import events as e
from dealer_station.table.book_fold import PackedBook
from dealer_station.table.decide import decide
from dealer_station.table.refusals import RefusalReason

WAGERS = wager_batch("b1", [(1, "ante", 1000), (2, "ante", 100), (2, "bonus", 500), (1, "x", 500)])


def test_a_bad_entry_is_refused_alone_and_the_event_has_all_of_the_batch() -> None:
    play = BookPlay().bet()
    assert play.answers(WAGERS) == ["", "below_min", "no_base_wager", "not_offered"]
    (event,) = play.events(e.BatchTaken)
    assert (event.batch_id, event.kind, event.entries, event.accepted) == ("b1", "wagers", 4, 1)
    assert event.refused == {"below_min": 1, "no_base_wager": 1, "not_offered": 1}
    assert event.moved_minor == {"ante": 1000}
    assert event.content_hash == content_hash(WAGERS).hex()
    assert event.chain == play.book.chain.hex() == play.sums.chain
    assert event.person_id == "d1"
    recorded = decode_recorded(event.content)
    assert content_hash(recorded.batch) == content_hash(WAGERS)
    assert (play.sums.batches, play.sums.accepted, play.sums.totals.bettors) == (1, 1, 1)


def test_a_batch_that_is_sent_again_counts_once_and_gets_its_first_answers() -> None:
    play = BookPlay().bet()
    first, again = play.answers(WAGERS), play.send(WAGERS)
    assert again.is_repeat
    assert play.answers(WAGERS) == first
    assert len(play.events(e.BatchTaken)) == 1
    play.withdraw((1, "ante")).bet_more((1, "ante", 700))
    assert play.answers(WAGERS) == first
    assert play.sums.staked_minor == {"ante": 700}


def test_its_answers_stand_in_the_record_after_the_round_and_after_a_restart() -> None:
    play = BookPlay().bet()
    first = play.answers(WAGERS)
    play.deal().decide((1, "fold")).finish()
    play.run("open_betting")
    play.restart()
    assert play.send(WAGERS).is_repeat
    assert play.answers(WAGERS) == first
    assert play.controller.batch_answers("another") is None
    assert play.sums.totals.bettors == 0


def test_an_id_with_other_content_is_a_conflict() -> None:
    play = BookPlay().bet()
    play.answers(WAGERS)
    other = wager_batch("b1", [(1, "ante", 2000)])
    for _ in range(2):
        refusal = play.send(other).refusal
        assert refusal is not None
        assert (refusal.reason, refusal.facts) == (RefusalReason.BATCH_CONFLICT, {"batch": "b1"})
        play.restart()
    # Where no record stands in front of it, the book itself knows the id.
    seen = play.controller.book()
    assert seen is not None
    command = c.PlaceWagers(command_id="b1", issued_at=1, actor=DEALER, batch=other)
    decision = decide(command, play.state, play.rules, {}, PackedBook(play.book))
    assert decision.refusal is not None
    assert decision.refusal.reason is RefusalReason.BATCH_CONFLICT
    same = c.PlaceWagers(command_id="b1", issued_at=1, actor=DEALER, batch=WAGERS)
    assert decide(same, play.state, play.rules, {}, PackedBook(play.book)).events == ()


@pytest.mark.parametrize(
    ("moment", "batch", "reason"),
    [
        ("idle", WAGERS, "not_open"),
        ("dealing", WAGERS, "not_open"),
        ("dealing", withdrawal_batch("b2", [(1, "ante")]), "not_open"),
        ("betting", decision_batch("b2", [(1, "call", None)]), "wrong_phase"),
        ("dealing", decision_batch("b2", [(1, "call", None)]), "cards_missing"),
        ("deciding", WAGERS, "not_open"),
        ("held_betting", WAGERS, "held"),
        ("held_deciding", decision_batch("b2", [(1, "call", None)]), "held"),
        ("paying", decision_batch("b2", [(1, "call", None)]), "wrong_phase"),
    ],
)
def test_a_whole_batch_is_refused_for_what_concerns_the_table(moment, batch, reason) -> None:
    play = MOMENTS[moment]()
    before = (play.state, play.history())
    outcome = play.send(batch)
    assert outcome.refusal is not None
    assert outcome.refusal.reason.value == reason
    assert (play.state, play.history()) == before


def _dealing() -> BookPlay:
    return BookPlay().bet((1, "ante", 1000)).run("close_betting", "shoe: As")  # type: ignore[return-value] # it is one


def _decided() -> BookPlay:
    return BookPlay().bet((1, "ante", 1000)).deal().decide((1, "fold"))


MOMENTS = {
    "idle": BookPlay,
    "betting": lambda: BookPlay().bet((1, "ante", 1000)),
    "held_betting": lambda: BookPlay().bet((1, "ante", 1000)).run("shoe: 5d"),
    "dealing": _dealing,
    "deciding": lambda: BookPlay().bet((1, "ante", 1000)).deal(),
    "held_deciding": lambda: BookPlay().bet((1, "ante", 1000)).deal().run("shoe: 3d"),
    "paying": lambda: (
        BookPlay().bet((1, "ante", 1000)).deal().decide((1, "fold")).run("shoe: 2c 2h")
    ),
}


def test_a_table_whose_bettors_sit_takes_no_batch_and_one_with_a_book_no_seats_stake() -> None:
    seats = TablePlay("casino-holdem/boxes", seats=(1,)).run("open_betting")
    command = c.PlaceWagers(command_id="b1", issued_at=1, actor=DEALER, batch=WAGERS)
    outcome = seats.controller.submit(command)
    assert outcome.refusal is not None
    assert outcome.refusal.reason is RefusalReason.NOT_OFFERED
    assert BookPlay().bet().refused("wager: 1 ante 10") == "no_such_seat"
    assert BookPlay().bet((1, "ante", 1000)).deal().refused("act: 1 call") == "no_such_seat"


def test_betting_is_not_closed_before_a_bettor_is_in() -> None:
    play = BookPlay().bet()
    assert play.refused("close_betting") == "no_base_wager"
    play.bet_more((1, "ante", 1000)).withdraw((1, "ante"))
    assert play.refused("close_betting") == "no_base_wager"
    assert "close_betting" not in play.seen_by(DEALER.role)["commands"]
    play.bet_more((1, "ante", 1000)).run("close_betting")
    assert play.state.phase == "dealing"


def test_decisions_have_their_answers_and_the_last_one_closes_them() -> None:
    play = BookPlay().bet((1, "ante", 1000), (2, "ante", 500)).deal()
    batch = decision_batch(
        "d1",
        [
            DecisionEntry(1, "call", 1000),
            DecisionEntry(1, "call", 2000),
            DecisionEntry(1, "fold"),
            DecisionEntry(3, "call"),
            DecisionEntry(2, "raise"),
        ],
    )
    assert play.answers(batch) == [
        "wrong_amount", "", "already_decided", "not_in_round", "not_offered",
    ]  # fmt: skip
    assert (play.state.phase, play.next) == ("deciding", {"kind": "act", "undecided": 1})
    play.answers(decision_batch("d2", rows_of([(2, "fold")])))
    assert play.state.phase == "drawing"
    assert play.sums.totals.decisions == (1, 1)


def test_entries_and_their_order_are_those_of_the_batch() -> None:
    play = BookPlay().bet()
    batch = wager_batch("b", [WagerEntry(7, "ante", 600), WagerEntry(7, "ante", 50_000)])
    assert play.answers(batch) == ["", "above_max"]
    assert play.sums.staked_minor == {"ante": 600}
