"""What lies where follows from the draws and the order of the deal; corrections edit the order."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dealer_station.games.procedure import (
    ASIDE,
    BURN,
    DEALER,
    Position,
    index_of,
    out_of_play,
    position_at,
    seat_hand,
    seat_of,
    with_surplus_card,
    without_card,
    without_future_cards,
)

ONE, TWO = seat_hand(1), seat_hand(2)
ORDER = (ONE, TWO, DEALER) * 5
ORDERS = st.lists(st.sampled_from((ONE, TWO, DEALER, BURN)), min_size=1, max_size=20).map(tuple)


@pytest.mark.parametrize(
    ("hand", "seat"),
    [("seat 3", 3), ("seat 12", 12), ("dealer", None), ("seat", None), ("seat x", None)],
)
def test_seat_of_reads_the_seat_of_a_hand(hand: str, seat: int | None):
    assert seat_of(hand) == seat


@pytest.mark.parametrize("text", ["seat 3 card 2", "dealer card 5", "seat 12 card 1"])
def test_a_position_reads_as_it_is_written(text: str):
    assert str(Position.parse(text)) == text


@pytest.mark.parametrize("pile", [BURN, ASIDE])
def test_a_place_on_a_pile_has_no_number(pile: str):
    assert str(Position(pile, 3)) == pile


@pytest.mark.parametrize(
    "text",
    ["", "seat 3", "dealer", "seat card 1", "board card 1", "seat 3 card 0", "seat 3 card x",
     "seat 3 card -1", "burn card 1", "dealer card 1 card 2", "seat 03 card 2", "seat 3 card 02",
     "dealer card 05", "dealer card 00", "seat \u0663 card 2", "seat 3 card \u0662",
     " seat 3 card 2", "seat 3 card 2 ", "seat  3 card 2", "Seat 3 card 2", "dealer card 1\n"],
)  # fmt: skip
def test_what_is_no_position_as_it_is_written_is_an_error(text: str):
    with pytest.raises(ValueError, match="not a position"):
        Position.parse(text)


@given(ORDERS, st.data())
def test_every_card_of_a_deal_has_one_place_and_every_place_one_card(order, data):
    index = data.draw(st.integers(0, len(order) - 1))
    assert index_of(order, position_at(order, index)) == index


def test_a_place_that_the_deal_does_not_have_has_no_index():
    assert index_of(ORDER, Position(ONE, 6)) is None
    assert index_of(ORDER, Position("seat 9", 1)) is None
    assert without_card(ORDER, Position(ONE, 6)) is None


def test_without_card_leaves_a_place_out_and_later_cards_move_up():
    shorter = without_card(ORDER, Position(TWO, 2))
    assert shorter == (ONE, TWO, DEALER, ONE, DEALER, *ORDER[6:])


def test_a_surplus_card_lies_right_after_the_hands_card_before_it():
    longer = with_surplus_card(ORDER, Position(ONE, 3))
    assert longer == (*ORDER[:4], ONE, *ORDER[4:])
    assert with_surplus_card(ORDER, Position(ONE, 6)) == (*ORDER[:13], ONE, *ORDER[13:])


def test_a_surplus_first_card_lies_before_all_others_of_the_hand():
    assert with_surplus_card(ORDER, Position(DEALER, 1)) == (ONE, TWO, DEALER, *ORDER[2:])


def test_a_surplus_card_needs_the_card_before_it():
    assert with_surplus_card(ORDER, Position(ONE, 7)) is None
    assert with_surplus_card((TWO,), Position(ONE, 1)) is None


@given(ORDERS, st.data())
def test_leaving_out_undoes_a_surplus_card(order, data):
    place = position_at(order, data.draw(st.integers(0, len(order) - 1)))
    after = Position(place.hand, place.number + 1)
    longer = with_surplus_card(order, after)
    assert longer is not None
    assert without_card(longer, after) == order


def test_a_card_out_of_play_gives_its_place_to_the_next():
    assert out_of_play((ONE, TWO, DEALER), 1, BURN) == (ONE, BURN, TWO, DEALER)


def test_a_hand_that_is_out_keeps_what_it_has_and_gets_no_more():
    order = without_future_cards(ORDER, 4, ONE)
    assert order[:4] == ORDER[:4]
    assert order.count(ONE) == 2
    assert order.count(TWO) == order.count(DEALER) == 5
