"""Every event changes the state as it says, needs no rules, and nothing else changes it."""

import inspect
from dataclasses import FrozenInstanceError

import pytest
from table_play import (
    FLUSH,
    FULL_HOUSE,
    NOTHING,
    PAIR_OF_EIGHTS,
    ROYAL_CLUBS,
    ROYAL_DIAMONDS,
    SUPERVISOR,
    TablePlay,
    dealt,
    decided,
)

from dealer_station.games.rules import Outcome
from dealer_station.table import commands as c
from dealer_station.table import events as e
from dealer_station.table.evolve import EVENT_TYPES, evolve, fold
from dealer_station.table.lifecycle import Phase, Service
from dealer_station.table.roles import Role
from dealer_station.table.state import HandStatus, TableState, Wager

AT = 1_700_000_000_000


def test_no_event_is_missing_an_evolver():
    kinds = {
        kind
        for _, kind in inspect.getmembers(e, inspect.isclass)
        if issubclass(kind, e.TableEvent) and kind is not e.TableEvent
    }
    assert set(EVENT_TYPES) == kinds


def test_an_event_never_changes():
    with pytest.raises(FrozenInstanceError):
        e.TableClosed(at=1, person_id="d").at = 2  # type: ignore[misc] # that is the test


def state_with(play: TablePlay, event: e.TableEvent) -> TableState:
    return evolve(play.state, event)


def test_version_and_step_count_every_event_and_a_round_begins_at_step_one():
    play = TablePlay()
    assert (play.state.version, play.state.step) == (1, 1)
    play.submit(c.CallSupervisor)
    assert (play.state.version, play.state.step) == (2, 2)
    play.run("open_betting")
    assert (play.state.version, play.state.step) == (3, 1)
    play.run("wager: 1 ante 10")
    assert (play.state.version, play.state.step) == (4, 2)


def test_fold_of_a_history_is_the_state():
    play = decided({1: FLUSH, 2: PAIR_OF_EIGHTS}, progressive=(1,)).run("pay")
    events = [event for kind in EVENT_TYPES for event in play.events(kind)]
    assert len(events) == len(play.history())
    stored = [play.registry.decode(row) for row in play.record.read("table/t1")]
    assert fold(stored) == play.state
    assert fold(stored[5:], fold(stored[:5])) == play.state


def test_table_opened_and_closed():
    play = TablePlay(seats=(2, 4))
    assert (play.state.service, play.state.table_id, play.state.seats) == (
        Service.OPEN,
        "t1",
        (2, 4),
    )
    assert (play.state.game, play.state.rules_name) == ("caribbean-stud", "classic")
    assert play.state.rules_digest == play.rules.digest
    play.submit(c.CloseTable)
    assert play.state.service is Service.CLOSED


def test_wagers_placed_add_up_and_withdrawn_are_gone():
    play = TablePlay().run("open_betting", "wager: 1 ante 10; 1 progressive; 1 ante 5")
    assert play.round.pending_stakes(1) == {"ante": 1500, "progressive": 100}
    play.run("withdraw: 1 progressive")
    assert play.round.pending_stakes(1) == {"ante": 1500}
    play.run("withdraw: 1 ante")
    assert play.round.wagers == ()


def test_closing_of_betting_makes_hands_and_remembers_the_stakes():
    play = TablePlay().run(
        "open_betting", "wager: 3 ante 10; 1 ante 20", "coin: 2", "close_betting"
    )
    assert [hand.seat for hand in play.round.hands] == [1, 3]
    assert play.round.deal_order == ("seat 1", "seat 3", "dealer") * 5
    assert play.state.last_wagers == (
        Wager(3, "ante", 1000),
        Wager(1, "ante", 2000),
    )
    assert play.round.wager(2, "progressive") == Wager(2, "progressive", 100, Outcome.VOID)


def test_a_new_round_forgets_the_old_one_but_not_its_stakes_or_the_lock():
    play = dealt({1: NOTHING}).run("report: {irregularity: CS-I18}", "rule: void_round")
    assert len(play.state.irregularities) == 1
    play.run("open_betting")
    assert (play.state.irregularities, play.round.wagers, play.round.draws) == ((), (), ())
    assert (play.state.round_number, play.state.irregularity_count) == (2, 1)
    assert play.state.last_wagers == (Wager(1, "ante", 1000),)


def test_cards_drawn_and_read_again():
    play = TablePlay().run("open_betting", "wager: 1 ante 10", "close_betting", "shoe: 9h ??")
    assert play.round.draws == ("9h", "??")
    play.run("shoe: ??")
    assert play.round.draws == ("9h", "??")
    play.run("shoe: 9d")
    assert play.round.draws == ("9h", "9d")


def test_a_card_between_rounds_is_in_no_round():
    play = TablePlay().run("shoe: 9h")
    assert play.state.round is None
    assert play.state.open_irregularity is not None


def test_the_cut_card_is_no_draw():
    play = TablePlay().run("open_betting", "wager: 1 ante 10", "close_betting", "shoe: CUT")
    assert play.round.draws == ()
    assert len(play.events(e.CutCardSeen)) == 1


def test_deal_order_corrected_books_cards_anew():
    play = TablePlay(seats=(1, 2)).run(
        "open_betting", "wager: 1 ante 10; 2 ante 10", "close_betting"
    )
    play.run("shoe: 2c 3c 4c", "report: {irregularity: CS-I01, position: seat 1 card 1, count: 4}")
    hands = [play.round.cards(hand) for hand in ("seat 1", "seat 2", "dealer")]
    assert hands == [("4c",), ("2c",), ("3c",)]


def test_acts_put_a_stake_down_or_fold():
    play = decided({1: FLUSH, 2: PAIR_OF_EIGHTS}, folds=(2,))
    one, two = play.round.hand(1), play.round.hand(2)
    assert one is not None
    assert (one.status, one.decision) == (HandStatus.IN, "bet")
    assert two is not None
    assert (two.status, two.decision) == (HandStatus.FOLDED, "fold")
    assert play.round.pending_stakes(1) == {"ante": 1000, "bet": 2000}
    assert play.round.pending_stakes(2) == {"ante": 1000}
    assert play.round.pay_order == (2, 1)


def test_hands_verified_shared_and_paid():
    play = decided({1: ROYAL_CLUBS, 2: ROYAL_DIAMONDS}, "7h 7c 6s 4c 2h", (1, 2), meter=100_00)
    play.run("verify: 2", "pay: 2")
    assert play.round.verified == (2,)
    assert play.round.shares == ((2, 50_70), (1, 50_70))
    assert play.round.paid_seats == {2}
    assert play.round.turns == (1,)
    paid = play.round.wager(2, "progressive")
    assert paid is not None
    assert (paid.outcome, paid.net_minor, paid.is_pending) == (Outcome.WIN, 49_70, False)


def test_hands_void_and_dead_keep_their_decision_and_get_no_card():
    play = TablePlay(seats=(1, 2)).run(
        "open_betting", "wager: 1 ante 10; 2 ante 10", "close_betting"
    )
    play.run("shoe: 2c 3c 4c", "report: {irregularity: CS-I09, seat: 1}", "rule: dead_hand")
    assert play.round.deal_order.count("seat 1") == 1
    assert play.round.is_out("seat 1")
    assert not play.round.is_out("seat 2")
    play = dealt({1: FLUSH, 2: NOTHING}).run(
        "act: 1 bet", "report: {irregularity: CS-I10, seat: 1}"
    )
    play.run("rule: dead_hand")
    hand = play.round.hand(1)
    assert hand is not None
    assert (hand.status, hand.decision) == (HandStatus.DEAD, "bet")


def test_a_hand_that_is_not_in_the_round_cannot_be_void():
    with pytest.raises(AssertionError, match="seat 9 is not in the round"):
        state_with(dealt({1: FLUSH}), e.HandVoided(at=AT, seat=9))


def test_no_round_no_wager():
    with pytest.raises(AssertionError, match="no round"):
        state_with(TablePlay(), e.WagerWithdrawn(at=AT, seat=1, spot="ante", amount_minor=1))


def test_wager_corrected():
    play = decided({1: FLUSH}).run("report: {irregularity: CS-I13, seat: 1, amount: 15}")
    play.run("rule: correct_wager")
    assert play.round.pending_stakes(1) == {"ante": 1000, "bet": 1500}


def test_irregularities_are_open_until_their_ruling():
    play = dealt({1: FLUSH}).run("report: {irregularity: CS-I10, seat: 1}")
    item = play.state.open_irregularity
    assert item is not None
    assert (item.number, item.irregularity, item.is_open, item.is_held) == (1, "CS-I10", True, True)
    play.run("rule: play_on")
    assert play.state.open_irregularity is None
    (ruled,) = play.state.irregularities
    assert (ruled.ruling, ruled.ruled_by, ruled.is_open) == ("play_on", Role.SUPERVISOR, False)


def test_an_irregularity_that_was_replaced_is_gone():
    play = dealt({1: FLUSH}).run("shoe: 5c", "report: {irregularity: CS-I10, seat: 1}")
    assert [item.irregularity for item in play.state.irregularities] == ["CS-I10"]
    assert play.state.irregularity_count == 2


def test_the_deck_is_locked_and_changed():
    play = dealt({1: FLUSH}).run("report: {irregularity: CS-I17}", "rule: fouled_deck by manager")
    assert play.state.is_deck_locked
    play.run("new_deck")
    assert not play.state.is_deck_locked


def test_a_call_is_made_and_answered_once():
    play = TablePlay()
    play.submit(c.CallSupervisor)
    play.submit(c.CallSupervisor)
    assert play.state.is_supervisor_called
    assert len(play.events(e.SupervisorCalled)) == 1
    play.submit(c.AnswerCall, SUPERVISOR)
    assert not play.state.is_supervisor_called


def test_compensation_is_a_line_of_the_record_and_changes_no_result():
    play = decided({1: FLUSH}).run("pay", "report: {irregularity: CS-I21, seat: 1, amount: 40}")
    assert play.round.handed_back_minor(1) == 140_00
    play.run("rule: play_on")
    (booked,) = play.events(e.CompensationBooked)
    assert (booked.seat, booked.paid_minor, booked.due_minor) == (1, 40_00, 140_00)
    assert (play.round.compensated, play.round.handed_back_minor(1)) == (((1, 40_00),), 40_00)
    assert play.view["net"]["1"] == {"ante": "10.00", "bet": "100.00"}


def test_what_was_handed_back_is_wins_and_stakes_that_did_not_lose():
    play = decided({1: FLUSH, 2: NOTHING, 3: FULL_HOUSE}, progressive=(1, 2), folds=(3,))
    assert [play.round.handed_back_minor(seat) for seat in (1, 2, 3)] == [0, 0, 0]
    play.run("pay")
    # Ante and Bet of 30.00, wins of 10.00 and 100.00, the dollar and a prize of 49.00 above it.
    assert [play.round.handed_back_minor(seat) for seat in (1, 2, 3)] == [190_00, 0, 0]


def turned(play: TablePlay) -> dict[int, str]:
    """What each hand was when it might be turned over."""
    return {hand.seat: hand.turned_as.value for hand in play.round.hands if hand.turned_as}


def test_the_turn_to_be_settled_comes_to_seat_after_seat_and_does_not_go_back():
    play = decided({1: FLUSH, 2: NOTHING, 3: PAIR_OF_EIGHTS}, folds=(2,))
    assert turned(play) == {3: "in"}
    play.run("report: {irregularity: CS-I13, seat: 3, amount: 15}", "rule: void_hand")
    assert turned(play) == {3: "in", 2: "folded"}
    play.run("pay: 2")
    assert turned(play) == {3: "in", 2: "folded", 1: "in"}
    play.run("shoe: 5d", "rule: void_round")
    assert (turned(play), play.round.turns) == ({3: "in", 2: "folded", 1: "in"}, ())


def test_a_hand_is_turned_as_what_it_was_when_it_was_first_seen():
    play = decided({1: FLUSH, 2: NOTHING}, progressive=(1,), folds=(1,)).run("verify: 1")
    assert turned(play) == {2: "in", 1: "folded"}
    for seat in (1, 2):
        play.run(f"report: {{irregularity: CS-I09, seat: {seat}}}", "rule: dead_hand")
    assert turned(play.run("pay")) == {2: "in", 1: "folded"}
    dead = decided({1: FLUSH, 2: NOTHING}).run("report: {irregularity: CS-I09, seat: 1}")
    assert turned(dead.run("rule: dead_hand", "pay")) == {2: "in", 1: "dead"}


def test_a_hand_that_is_honoured_before_any_turn_is_turned_over():
    play = dealt({1: FLUSH, 2: NOTHING}, progressive=(1,), progressive_on_dealer_misdeal="honour")
    play.run("report: {irregularity: CS-I03, count: 6}", "rule: honour_side_bets by manager")
    assert turned(play) == {1: "in"}


def test_a_round_that_becomes_void_brings_no_further_turn():
    play = decided({1: FLUSH, 2: NOTHING, 3: PAIR_OF_EIGHTS}).run("pay: 3", "shoe: 5d")
    assert turned(play.run("rule: void_round")) == {3: "in", 2: "in"}


# ------------------------------------------------------------------------------- the clock


def clock_of(play: TablePlay) -> int:
    clock = play.state.clock
    assert clock is not None
    return clock.elapsed_ms(play.clock.now())


def test_the_clock_runs_while_decisions_are_due():
    play = dealt({1: FLUSH, 2: NOTHING}, decision_seconds="20")
    play.run("wait: 5")
    assert clock_of(play) == 5000
    play.run("act: 1 bet; 2 fold")
    assert play.state.clock is None


def test_a_deal_that_goes_on_stops_the_clock_and_its_end_starts_it_anew():
    """The dealer's last card was burned: nobody decides before the next one lies."""
    play = dealt({1: FLUSH, 2: NOTHING}, decision_seconds="20").run("act: 1 bet", "wait: 5")
    play.run("report: {irregularity: CS-I16, card: 4h}", "rule: burn_card")
    assert (play.state.phase, play.state.clock) == (Phase.DEALING, None)
    assert "deal_resumed" in play.history()
    play.run("wait: 100")
    assert play.state.phase is Phase.DEALING
    play.run("shoe: 4c")
    assert play.history()[-1] == "deal_completed"
    assert clock_of(play) == 0
    play.run("wait: 19.999")
    assert play.state.phase is Phase.DECIDING
    play.run("wait: 0.001")
    assert play.state.phase is Phase.PAYING


def test_no_limit_no_clock():
    assert dealt({1: FLUSH}).state.clock is None


def test_the_clock_stands_while_held_and_while_the_station_is_down():
    play = dealt({1: FLUSH}, decision_seconds="20").run("wait: 5")
    play.run("report: {irregularity: CS-I10, seat: 1}", "wait: 100")
    assert clock_of(play) == 5000
    # Down and back while held: the hold goes on, and no time counts twice.
    play.clock.advance(1000)
    play.restart()
    assert clock_of(play) == 5000
    play.run("rule: play_on", "wait: 3")
    assert clock_of(play) == 8000
    stopped_at = play.clock.now()
    play.clock.advance(60_000)
    play.controller = play._new_controller()
    play.controller.recover(play.clock.now(), stopped_at)
    assert clock_of(play) == 8000
    play.run("wait: 11")
    assert play.state.phase is Phase.DECIDING
    play.run("wait: 1")
    assert play.state.phase is Phase.PAYING


def test_a_void_round_has_no_clock():
    play = dealt({1: FULL_HOUSE}, decision_seconds="20").run("report: {irregularity: CS-I18}")
    play.run("rule: void_round")
    assert play.state.clock is None
