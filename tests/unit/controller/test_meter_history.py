"""What the events of a progressive come to: the amount, and which prize is its newest hit."""

from dataclasses import replace

import pytest
from table_play import (
    FLUSH,
    FULL_HOUSE,
    ROYAL_CLUBS,
    ROYAL_DIAMONDS,
    STRAIGHT_FLUSH,
    TablePlay,
    decided,
)

from dealer_station.controller.meter_history import MeterHistory, after
from dealer_station.progressive.award import AwardKind
from dealer_station.progressive.events import AwardsReversed, ShareReleased
from dealer_station.progressive.ledger_events import AwardVoided, HitVoided, LevelHit

OF_HIT = {
    "at": 1, "level_id": "main", "hit_id": "t1-1-1", "table_id": "t1", "round_number": 1,
    "person_id": "s1", "amount_minor": 500_00, "reason": "CS-I09", "kind": AwardKind.WIN,
}  # fmt: skip


def history_of(play: TablePlay) -> MeterHistory:
    history = MeterHistory()
    for version, event in enumerate(play.postings(), start=1):
        history = after(history, event, version)
    return history


def test_nothing_is_there_before_the_progressive_is_opened():
    assert not MeterHistory().is_open
    opened = history_of(TablePlay(meter=7_01))
    assert (opened.is_open, opened.ledger.meter_minor, opened.version) == (True, 7_01, 1)
    assert opened.hits == ()


def test_a_fixed_prize_that_the_house_pays_is_no_hit():
    play = decided({1: FLUSH}, progressive=(1,), meter=100_00).run("pay")
    assert any(isinstance(event, LevelHit) for event in play.postings())
    assert history_of(play).hits == ()


def test_a_fixed_prize_from_the_meter_is_one():
    play = decided({1: FULL_HOUSE}, progressive=(1,), meter=300_00, deduct_fixed_prizes="true")
    hit = history_of(play.run("pay")).hits[-1]
    assert hit is not None
    assert (hit.category, hit.amount_minor) == ("full_house", 100_00)


def test_a_share_of_the_meter_is_a_hit_of_its_round():
    play = decided({2: STRAIGHT_FLUSH}, progressive=(2,), meter=1_000_00, contribution="0")
    at = play.clock.now()
    hit = history_of(play.run("pay")).hits[-1]
    assert hit is not None
    assert (hit.number, hit.table_id, hit.round_number) == (1, "t1", 1)
    assert (hit.shares, hit.seats, hit.amount_minor) == (((2, 100_00),), (2,), 100_00)
    assert hit.hit_at == at


def test_a_royal_is_a_hit_although_the_meter_stands_higher_after_it():
    """A meter below its seed goes up when it is won and starts again."""
    play = decided({1: ROYAL_CLUBS}, progressive=(1,), meter=400_00, contribution="0").run("pay")
    history = history_of(play)
    assert history.hits
    assert history.ledger.meter_minor > history.hits[-1].amount_minor == 400_00


def test_hits_are_counted_and_the_newest_is_the_last():
    play = decided(
        {1: STRAIGHT_FLUSH, 2: ROYAL_CLUBS}, progressive=(1, 2), meter=1_000_00, contribution="0"
    ).run("pay")
    history = history_of(play)
    assert history.hit_count == 2
    assert history.hits
    assert (history.hits[-1].number, history.hits[-1].category) == (2, "straight_flush")


def shared_royal() -> tuple[TablePlay, MeterHistory]:
    play = decided(
        {1: ROYAL_CLUBS, 2: ROYAL_DIAMONDS}, progressive=(1, 2), meter=1_000_01, contribution="0"
    ).run("verify: 2", "pay: 2")
    return play, history_of(play)


def test_a_royal_at_two_seats_is_one_hit_of_both():
    _, history = shared_royal()
    assert history.hit_count == 1
    assert history.hits
    assert history.hits[-1].shares == ((2, 500_01), (1, 500_00))


def test_a_void_round_takes_its_hit_back_and_the_count_stays():
    play = decided(
        {1: ROYAL_CLUBS, 2: ROYAL_DIAMONDS}, progressive=(1, 2), meter=1_000_00, contribution="0"
    ).run(
        "verify: 2",
        "pay: 2",
        "report: {irregularity: CS-I19, count: 3}",
        "rule: fouled_deck by manager",
    )
    history = history_of(play)
    assert (history.hits, history.hit_count, history.ledger.meter_minor) == ((), 1, 1_000_00)


def test_a_share_that_goes_back_leaves_the_hit_to_the_others():
    _, history = shared_royal()
    assert history.hits
    released = AwardVoided(seat=1, award_id="t1-1-1-2", approver_id="", **OF_HIT)
    (one_left,) = after(history, released, history.version + 1).hits
    assert (one_left.seats, one_left.amount_minor, one_left.number) == ((2,), 500_01, 1)
    envy = replace(released, kind=AwardKind.ENVY)
    assert after(history, envy, history.version + 1).hits == history.hits
    nobody = after(
        replace(history, hits=(one_left,)), replace(released, seat=2), history.version + 1
    ).hits
    assert nobody == ()


@pytest.mark.parametrize("other", [{"table_id": "t2"}, {"round_number": 2}, {"hit_id": "t1-1-2"}])
def test_what_happens_in_another_round_leaves_the_hit_alone(other):
    _, history = shared_royal()
    released = AwardVoided(seat=1, award_id="t1-1-1-2", approver_id="", **OF_HIT)
    assert after(history, replace(released, **other), 99).hits == history.hits


def test_an_old_record_names_the_round_and_no_hit():
    _, history = shared_royal()
    released = ShareReleased(
        at=1, table_id="t1", round_number=1, seat=1, amount_minor=500_00, entry=()
    )
    (one_left,) = after(history, released, 99).hits
    assert one_left.seats == (2,)
    taken_back = AwardsReversed(at=1, table_id="t1", round_number=1, entry=())
    assert after(history, taken_back, 99).hits == ()


def test_the_hit_of_another_round_stands_when_a_newer_one_is_void():
    _, history = shared_royal()
    (royal,) = history.hits
    newer = replace(royal, number=2, table_id="t2", hit_id="t2-1-2")
    both = replace(history, hits=(royal, newer), hit_count=2)
    void = HitVoided(
        at=1, level_id="main", hit_id="t2-1-2", table_id="t2", round_number=1, amount_minor=1,
        recovered_minor=0, reason="x", person_id="s1", approver_id="d1",
    )  # fmt: skip
    assert after(both, void, history.version + 1).hits == (royal,)


def test_so_many_hits_are_remembered_and_no_more():
    play = decided({1: ROYAL_CLUBS}, progressive=(1,), meter=1_000_00).run("pay")
    history = history_of(play)
    prize = next(e for e in play.postings() if isinstance(e, LevelHit))
    for version in range(history.version + 1, history.version + 40):
        history = after(history, prize, version)
    assert [hit.number for hit in history.hits] == list(range(25, 41))
