"""What every pot game stands on: the order round the table, and the order of the showdown."""

import pytest

from dealer_station.games.pot_rules import NO_DEBT, BlindDebt, StreetDeal, clockwise, show_order


@pytest.mark.parametrize(
    ("after", "order"),
    [(3, (5, 1, 3)), (4, (5, 1, 3)), (5, (1, 3, 5)), (0, (1, 3, 5)), (9, (1, 3, 5))],
)
def test_clockwise_begins_left_of_a_seat_which_may_be_empty(after: int, order: tuple[int, ...]):
    assert clockwise({1, 3, 5}, after) == order


@pytest.mark.parametrize(
    ("pots", "leader", "order"),
    [
        ([{2, 3, 5}], 3, (3, 5, 2)),
        ([{1, 2, 4}, {2, 4}], 1, (2, 4, 1)),
        ([{1, 2, 3, 4}, {2, 3, 4}, {3, 4}], 4, (4, 3, 2, 1)),
        ([{1, 2, 3}, {2}], 3, (2, 3, 1)),
        ([{2, 3}], 1, (2, 3)),
    ],
    ids=["one pot", "leader has no part of the side pot", "three pots", "alone", "leader is gone"],
)
def test_he_d13_st_d17_side_pots_show_first(
    pots: list[set[int]], leader: int, order: tuple[int, ...]
):
    assert show_order(pots, leader) == order


def test_he_d15_who_owes_nothing_is_regular():
    assert NO_DEBT.is_none
    assert not BlindDebt(is_new=True).is_none
    assert not BlindDebt(missed_small=True).is_none
    assert not BlindDebt(missed_big=True).is_none


def test_the_order_of_a_street_is_what_comes_before_and_after_the_mixing():
    deal = StreetDeal(("burn", "seat 1"), is_mixed=True, after=("seat 2",))
    assert deal.order == ("burn", "seat 1", "seat 2")
