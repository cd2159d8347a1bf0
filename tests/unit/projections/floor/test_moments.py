"""Since when things are as they are, and how fast a table plays."""

import pytest
from recorded_play import NOTHING, PAIR, Recorded, bet_and_deal, decide, whole_round
from table_play import SUPERVISOR, TablePlay

from dealer_station.projections.floor import moments as module
from dealer_station.projections.floor.moments import Moments, TableMoments
from dealer_station.table import commands as c
from dealer_station.table.roles import Actor, Role

HOUR = 3_600_000


def follower(recorded: Recorded) -> TableMoments:
    index = recorded.rounds().index("t1")
    return TableMoments("t1", index, recorded.queries, recorded.registry)


def now(recorded: Recorded, play: TablePlay) -> Moments:
    """What a follower that has just been made says."""
    return follower(recorded).now(play.state)


def play_rounds(recorded: Recorded, play: TablePlay, count: int, takes_ms: int) -> None:
    for _ in range(count):
        play.run("open_betting", "wager: 1 ante 10", "close_betting")
        recorded.clock.advance(takes_ms)
        play.run(f"deal: {{1: {PAIR}, dealer: Ah Kh 9s 6c 4h}}")
        decide(play).run("pay")


def test_a_table_that_has_not_played(recorded: Recorded) -> None:
    found = now(recorded, recorded.play(seats=(1,)))
    assert (found.dealer, found.opened_at, found.called_at) == (None, None, None)
    assert found.rounds_last_hour(recorded.clock.now()) == 0
    assert found.seconds_per_round(recorded.clock.now()) is None


def test_the_dealer_is_who_opened_the_round(recorded: Recorded) -> None:
    play = recorded.play(seats=(1,))
    play.submit(c.OpenBetting, Actor("D-7", Role.DEALER))
    assert now(recorded, play).dealer == "D-7"
    assert now(recorded, play).opened_at == recorded.clock.now()


def test_the_pace_is_that_of_the_last_rounds_of_the_hour(recorded: Recorded) -> None:
    play = recorded.play(seats=(1,))
    play_rounds(recorded, play, 3, 100_000)
    play_rounds(recorded, play, 10, 50_000)
    at = recorded.clock.now()
    found = now(recorded, play)
    assert found.rounds_last_hour(at) == 13
    assert found.seconds_per_round(at) == 50
    assert found.rounds_last_hour(at + HOUR - 1) == 1
    assert found.rounds_last_hour(at + HOUR) == 0
    assert found.seconds_per_round(at + HOUR) is None


def test_void_rounds_are_rounds_too(recorded: Recorded) -> None:
    play = bet_and_deal(recorded.play(seats=(1,)), {1: PAIR})
    play.run("report: {irregularity: CS-I18}", "rule: void_round")
    assert now(recorded, play).rounds_last_hour(recorded.clock.now()) == 1


def test_a_call_lasts_from_the_first_to_the_answer(recorded: Recorded) -> None:
    play = recorded.play(seats=(1,))
    called = recorded.clock.now()
    play.submit(c.CallSupervisor)
    recorded.clock.advance(9_000)
    play.submit(c.CallSupervisor)
    assert now(recorded, play).called_at == called
    play.submit(c.AnswerCall, SUPERVISOR)
    assert now(recorded, play).called_at is None


def test_a_ruling_is_open_since_it_was_raised(recorded: Recorded) -> None:
    play = bet_and_deal(recorded.play(seats=(1,)), {1: PAIR})
    recorded.clock.advance(7_000)
    raised = recorded.clock.now()
    play.run("report: {irregularity: CS-I09, seat: 1}")
    assert now(recorded, play).raised_at == {1: raised}
    play.run("rule: play_on")
    decide(play).run("pay", "open_betting")
    assert now(recorded, play).raised_at == {}


def test_a_fouled_deck_is_locked_until_it_is_changed(recorded: Recorded) -> None:
    play = bet_and_deal(recorded.play(seats=(1,)), {1: PAIR})
    recorded.clock.advance(1_000)
    locked = recorded.clock.now()
    play.run("report: {irregularity: CS-I19, count: 40}", "rule: fouled_deck by manager")
    assert now(recorded, play).deck_locked_at == locked
    play.submit(c.ChangeDeck, SUPERVISOR)
    assert now(recorded, play).deck_locked_at is None


def test_decisions_are_closed_until_the_next_round(recorded: Recorded) -> None:
    play = bet_and_deal(recorded.play(seats=(1, 2)), {1: PAIR, 2: NOTHING})
    assert now(recorded, play).decisions_closed_at is None
    recorded.clock.advance(20_000)
    decide(play)
    assert now(recorded, play).decisions_closed_at == recorded.clock.now()
    play.run("pay", "open_betting")
    assert now(recorded, play).decisions_closed_at is None


def test_following_says_what_a_new_look_says(recorded: Recorded) -> None:
    play = recorded.play(seats=(1,))
    followed = follower(recorded)
    for step in range(6):
        play_rounds(recorded, play, 1, 30_000)
        if step % 2:
            play.submit(c.CallSupervisor)
        if step == 4:
            play.submit(c.AnswerCall, SUPERVISOR)
        assert followed.now(play.state) == now(recorded, play)


def test_what_began_before_the_rounds_that_are_read_is_found_by_name(
    recorded: Recorded, monkeypatch: pytest.MonkeyPatch
) -> None:
    play = recorded.play(seats=(1,))
    called = recorded.clock.now()
    play.submit(c.CallSupervisor)
    play_rounds(recorded, play, 4, 10_000)
    monkeypatch.setattr(module, "ROUNDS_LOOKED_AT", 2)
    found = now(recorded, play)
    assert len(found.ended) == 2
    assert found.called_at == called


def test_nothing_is_read_while_the_table_stands_still(recorded: Recorded) -> None:
    play = whole_round(recorded.play(seats=(1,)), {1: PAIR})
    followed = follower(recorded)
    first = followed.now(play.state)
    recorded.log.close()
    assert followed.now(play.state) is first
