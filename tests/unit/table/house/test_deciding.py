"""Decisions: exactly twice the Ante or a fold, one a seat, in any order; the clock folds."""

from table_play import DEALER, FLUSH, NOTHING, PAIR_OF_EIGHTS, STATION, TablePlay, dealt

from dealer_station.table import commands as c
from dealer_station.table import events as e
from dealer_station.table.lifecycle import Phase


def three(**options: str) -> TablePlay:
    return dealt({1: FLUSH, 2: PAIR_OF_EIGHTS, 3: NOTHING}, **options)


def test_cs_d03_a_bet_stakes_twice_the_ante():
    play = three().run("act: 1 bet")
    (act,) = play.events(e.ActTaken)
    assert (act.seat, act.action, act.spot, act.stake_minor) == (1, "bet", "bet", 2000)
    assert not act.is_timeout
    assert act.person_id == "dealer"


def test_a_fold_stakes_nothing():
    (act,) = three().run("act: 1 fold").events(e.ActTaken)
    assert (act.action, act.spot, act.stake_minor) == ("fold", "", 0)


def test_cs_d02_decisions_come_in_any_order_and_the_last_one_closes_them():
    play = three().run("act: 3 fold; 1 bet")
    assert play.state.phase is Phase.DECIDING
    play.run("act: 2 bet")
    (closed,) = play.events(e.DecisionsClosed)
    assert closed.pay_order == (3, 2, 1)


def test_a_hand_that_is_out_owes_no_decision():
    play = three().run("act: 1 bet; 2 fold", "report: {irregularity: CS-I10, seat: 3}")
    play.run("rule: dead_hand")
    assert play.state.phase is Phase.PAYING


def test_cs_08_the_clock_folds_whoever_owes_a_decision_at_the_very_instant():
    play = three(decision_seconds="20").run("act: 2 bet", "wait: 19.999")
    assert play.state.phase is Phase.DECIDING
    play.run("wait: 0.001")
    assert [(act.seat, act.action, act.is_timeout) for act in play.events(e.ActTaken)] == [
        (2, "bet", False),
        (1, "fold", True),
        (3, "fold", True),
    ]
    assert [act.person_id for act in play.events(e.ActTaken)] == ["dealer", "station", "station"]
    assert play.state.phase is Phase.PAYING


def test_a_decision_that_comes_after_the_time_finds_itself_folded():
    """Nothing has told the table that time passed: the command itself brings the time along."""
    play = three(decision_seconds="20")
    play.clock.advance(20_000)
    assert play.submit(c.Act, seat=1, action="bet").refusal is not None
    assert all(act.is_timeout for act in play.events(e.ActTaken))


def test_time_passes_unseen_where_there_is_no_clock_or_nothing_is_due():
    for play in (TablePlay(), three(), three(decision_seconds="20").run("wait: 3")):
        before = play.state
        assert play.submit(c.AdvanceClock, STATION).refusal is None
        assert play.state == before


def test_time_does_not_fold_while_the_table_is_held():
    play = three(decision_seconds="20").run("report: {irregularity: CS-I10, seat: 1}", "wait: 99")
    assert play.events(e.ActTaken) == []
    play.submit(c.AdvanceClock, DEALER)
    assert play.state.shown_phase is Phase.HELD


def test_time_does_not_fold_while_cards_are_due_again():
    play = three(decision_seconds="20").run("wait: 19", "report: {irregularity: CS-I16, card: 4h}")
    play.run("rule: burn_card", "wait: 99")
    assert play.events(e.ActTaken) == []
    play.run("shoe: 4c", "wait: 19")
    assert play.state.phase is Phase.DECIDING
