"""Putting the order of the deal right."""

import pytest

from dealer_station.games.procedure import Position
from dealer_station.irregularities.kinds import Correction
from dealer_station.table.house.corrections import (
    corrected_order,
    order_without_skipped,
    place_of_report,
)
from dealer_station.table.state import HouseRound

ONE, TWO, DEALER = "seat 1", "seat 2", "dealer"
ORDER = (ONE, TWO, DEALER) * 3
CURRENT = HouseRound(1, deal_order=ORDER, draws=("2c", "3c", "4c", "5c"))


def test_only_two_corrections_are_made_at_the_report():
    for correction in (Correction.NONE, Correction.SKIPPED_SEAT, Correction.COMPENSATION):
        assert corrected_order(CURRENT, correction, None, None) == ORDER


@pytest.mark.parametrize(
    ("position", "count", "order"),
    [
        (Position(ONE, 2), 2, (ONE, TWO, DEALER, TWO, DEALER, ONE, TWO, DEALER)),
        (Position(ONE, 1), 1, (TWO, DEALER, TWO, DEALER, ONE, TWO, DEALER)),
        (Position(ONE, 3), 0, (TWO, DEALER) * 3),
        (Position(ONE, 2), 4, (ONE, ONE, TWO, DEALER, ONE, TWO, DEALER, ONE, TWO, DEALER)),
        (Position(ONE, 2), 5, (ONE, ONE, ONE, TWO, DEALER, ONE, TWO, DEALER, ONE, TWO, DEALER)),
        (Position(ONE, 2), 3, ORDER),
    ],
)
def test_a_hand_is_given_the_number_of_cards_that_it_has(position, count, order):
    assert corrected_order(CURRENT, Correction.HAND_SIZE, position, count) == order


@pytest.mark.parametrize(
    ("position", "count"),
    [(None, 2), (Position(ONE, 2), None), (Position("seat 9", 1), 2), (Position(ONE, 9), 4),
     (Position(ONE, 4), 2), (Position(ONE, 2), 8), (Position(ONE, 2), 10**9)],
)  # fmt: skip
def test_what_does_not_add_up_is_no_correction(position, count):
    """A surplus card has left the shoe: there cannot be more of them than cards drawn."""
    assert corrected_order(CURRENT, Correction.HAND_SIZE, position, count) is None


def test_every_card_drawn_keeps_a_place():
    full = HouseRound(1, deal_order=(ONE, DEALER), draws=("2c", "3c"))
    assert corrected_order(full, Correction.HAND_SIZE, Position(ONE, 1), 0) is None


def test_cs_d15_the_dealers_card_goes_last():
    order = corrected_order(CURRENT, Correction.DEALER_CARD_LAST, Position(DEALER, 1), 4)
    assert order == (ONE, TWO, ONE, TWO, DEALER, ONE, TWO, DEALER, DEALER)
    assert corrected_order(CURRENT, Correction.DEALER_CARD_LAST, Position(DEALER, 9), 4) is None


def test_cs_i15_the_skipped_place_is_left_out_and_without_one_nothing_changes():
    assert order_without_skipped(CURRENT, Position(ONE, 1)) == ORDER[1:]
    assert order_without_skipped(CURRENT, Position(ONE, 2)) == (*ORDER[:3], *ORDER[4:])
    assert order_without_skipped(CURRENT, Position(ONE, 9)) == ORDER
    assert order_without_skipped(CURRENT, None) == ORDER


@pytest.mark.parametrize(
    ("correction", "hand", "count", "place"),
    [
        (Correction.SKIPPED_SEAT, ONE, None, Position(ONE, 2)),
        (Correction.SKIPPED_SEAT, TWO, None, Position(TWO, 1)),
        (Correction.SKIPPED_SEAT, "seat 9", None, None),
        (Correction.HAND_SIZE, ONE, 2, Position(ONE, 3)),
        (Correction.HAND_SIZE, ONE, 0, Position(ONE, 3)),
        (Correction.HAND_SIZE, ONE, 4, Position(ONE, 4)),
        (Correction.HAND_SIZE, ONE, 5, Position(ONE, 4)),
        (Correction.HAND_SIZE, ONE, None, None),
        (Correction.HAND_SIZE, None, 2, None),
        (Correction.SKIPPED_SEAT, None, None, None),
        (Correction.DEALER_CARD_LAST, DEALER, 2, None),
        (Correction.COMPENSATION, ONE, 2, None),
        (Correction.NONE, ONE, 2, None),
    ],
)
def test_the_place_that_a_report_means_when_it_names_none(correction, hand, count, place):
    assert place_of_report(CURRENT, correction, hand, count) == place
