"""Reading a state: what lies where, whose turn it is."""

from dataclasses import FrozenInstanceError

import pytest

from dealer_station.games.rules import Outcome
from dealer_station.table.lifecycle import Phase
from dealer_station.table.state import (
    DecisionClock,
    HandStatus,
    HouseRound,
    Irregularity,
    Payment,
    SeatHand,
    TableState,
    Wager,
)

ROUND = HouseRound(
    number=1,
    wagers=(Wager(1, "ante", 10), Wager(2, "ante", 20, Outcome.LOSE, -20), Wager(3, "ante", 30)),
    hands=(
        SeatHand(1),
        SeatHand(2, HandStatus.FOLDED, "fold"),
        SeatHand(3, HandStatus.DEAD),
        SeatHand(4, HandStatus.IN, "bet"),
    ),
    deal_order=("seat 1", "dealer", "seat 1", "burn"),
    draws=("As", "Kd", "2c"),
    pay_order=(3, 2, 1),
    payments=(Payment(2, ()),),
)


def test_a_state_never_changes():
    with pytest.raises(FrozenInstanceError):
        ROUND.number = 2  # type: ignore[misc] # that is the test


def test_cards_lie_by_the_order_of_the_deal():
    assert ROUND.seat_cards(1) == ("As", "2c")
    assert ROUND.cards("dealer") == ("Kd",)
    assert ROUND.cards("seat 9") == ()


def test_stakes_hands_and_turns():
    assert ROUND.pending_stakes(1) == {"ante": 10}
    assert ROUND.pending_stakes(2) == {}
    assert ROUND.wager(2, "ante") == Wager(2, "ante", 20, Outcome.LOSE, -20)
    assert ROUND.wager(2, "bet") is None
    assert ROUND.hand(4) == SeatHand(4, HandStatus.IN, "bet")
    assert ROUND.hand(9) is None
    assert ROUND.turns == (3, 1)
    assert ROUND.undecided == (1,)
    assert ROUND.paid_seats == {2}
    assert (ROUND.is_out("seat 3"), ROUND.is_out("seat 1"), ROUND.is_out("dealer")) == (
        True,
        False,
        False,
    )


@pytest.mark.parametrize(
    ("draws", "due", "place", "surplus", "unread"),
    [
        ((), True, "seat 1 card 1", False, False),
        (("As", "Kd"), True, "seat 1 card 2", False, False),
        (("As", "??"), True, "seat 1 card 2", False, True),
        (("??", "Kd"), True, "seat 1 card 2", False, False),
        (("As", "Kd", "2c"), True, "burn", False, False),
        (("As", "Kd", "2c", "??"), False, "", False, False),
        (("As", "Kd", "2c", "3c", "4c"), False, "", True, False),
        (("As", "Kd", "2c", "3c", "??"), False, "", True, True),
    ],
)
def test_what_is_due_surplus_or_unread(draws, due, place, surplus, unread):
    """An unread card that was burned need not be read again."""
    current = HouseRound(1, deal_order=ROUND.deal_order, draws=draws)
    assert (current.is_card_due, current.next_position) == (due, place)
    assert (current.has_surplus_card, current.has_unread_card) == (surplus, unread)


@pytest.mark.parametrize(
    ("draws", "owner"),
    [
        ((), None),
        (("As", "Kd"), "dealer"),
        (("As", "Kd", "2c", "3c"), "burn"),
        (("As", "Kd", "2c", "3c", "4c"), None),
    ],
)
def test_who_owns_the_card_read_last(draws, owner):
    """A surplus card has no place in the deal."""
    assert HouseRound(1, deal_order=ROUND.deal_order, draws=draws).last_owner == owner


def test_a_card_while_bets_are_open_is_surplus():
    current = HouseRound(1, draws=("??",))
    assert current.has_surplus_card
    assert current.has_unread_card


def test_the_clock_counts_what_it_ran():
    running = DecisionClock(20_000, started_at=1_000, stood_ms=500)
    assert running.elapsed_ms(3_000) == 1_500
    standing = DecisionClock(20_000, started_at=1_000, stood_ms=500, standing_since_at=2_500)
    assert standing.elapsed_ms(99_000) == 1_000


def test_shown_phase_is_held_while_a_ruling_is_open():
    item = Irregularity(1, "X", {}, (), "dealer", is_held=True)
    assert TableState(phase=Phase.PAYING).shown_phase is Phase.PAYING
    assert TableState(phase=Phase.PAYING, irregularities=(item,)).shown_phase is Phase.HELD
    assert TableState(phase=Phase.PAYING).is_round_open
    assert not TableState(phase=Phase.SETTLED).is_round_open
