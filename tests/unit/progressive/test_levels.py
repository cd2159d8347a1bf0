"""Terms that cannot be, and what a level shows of what it holds."""

from fractions import Fraction

import pytest
from ledger_play import terms

from dealer_station.progressive.accounts import Account
from dealer_station.progressive.levels import PROBABILITY_MIN, Level, Lifetime, fault_of
from dealer_station.progressive.postings import move, post


def level(fund: str, **others: object) -> Level:
    balances = post((), move(Fraction(fund), Account.CONTRIBUTIONS, Account.METER))
    return Level("main", terms(0, **others), balances)


def test_a_level_without_a_cap_shows_whole_units_and_keeps_the_rest():
    one = level("1000/3")
    assert (one.meter, one.meter_minor, one.remainder) == (Fraction(1000, 3), 333, Fraction(1, 3))
    assert (one.excess, one.overflow) == (0, 0)


@pytest.mark.parametrize(
    ("fund", "meter", "overflow"),
    [("299/2", "299/2", "0"), ("150", "150", "0"), ("151", "150", "1")],
)
def test_prg_06_what_lies_above_the_cap_is_overflow(fund, meter, overflow):
    one = level(fund, cap_minor=150)
    assert (one.meter, one.overflow) == (Fraction(meter), Fraction(overflow))


def test_a_level_of_an_old_record_has_no_cap():
    assert Level("main").cap_minor is None
    assert Level("main").excess == 0


def test_lifetime_paid_is_the_sum_of_both_ways():
    assert Lifetime(paid_by_system=Fraction(2), paid_by_attendant=Fraction(3)).paid == 5


@pytest.mark.parametrize(
    ("fault", "changes"),
    [
        ("base", {"base_minor": -1}),
        ("rate", {"rate": "-1/100"}),
        ("rate", {"rate": "101/100"}),
        ("reserve_rate", {"rate": "1/2", "reserve_rate": Fraction(51, 100)}),
        ("reserve_rate", {"reserve_rate": Fraction(-1)}),
        ("cap", {"cap_minor": 999}),
        ("cap", {"base_minor": 0, "cap_minor": 0}),
        ("overflow_to", {"overflow_to": Account.METER}),
        ("probability", {"probability": PROBABILITY_MIN / 2}),
        ("probability", {"probability": Fraction(2)}),
        (None, {"probability": PROBABILITY_MIN}),
        (None, {"probability": Fraction(1, 649_740), "cap_minor": 1000}),
        (None, {"rate": "1/2", "reserve_rate": Fraction(1, 2), "overflow_to": Account.RESERVE}),
        (None, {"base_minor": 0, "rate": "0"}),
    ],
)
def test_prg_08_terms_that_cannot_be_are_named(fault, changes):
    assert fault_of(terms(**changes)) == fault
