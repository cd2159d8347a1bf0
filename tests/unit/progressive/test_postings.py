"""Every entry sums to zero, to the last fraction."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dealer_station.progressive.accounts import Account
from dealer_station.progressive.postings import (
    Posting,
    UnbalancedEntryError,
    balance,
    move,
    post,
    reverse,
)

ACCOUNTS = st.sampled_from(list(Account))
MOVES = st.builds(move, st.fractions(max_denominator=1000), ACCOUNTS, ACCOUNTS)


def test_an_entry_that_would_make_money_raises():
    with pytest.raises(UnbalancedEntryError, match="do not sum to zero"):
        post((), (Posting(Account.METER, Fraction(1)),))


def test_nothing_moved_is_no_entry():
    assert move(0, Account.HOUSE, Account.METER) == ()


def test_post_adds_up_by_account_in_the_charts_order():
    entry = (*move(5, Account.HOUSE, Account.METER), *move(2, Account.METER, Account.HOUSE))
    assert post((), entry) == (
        Posting(Account.METER, Fraction(3)),
        Posting(Account.HOUSE, Fraction(-3)),
    )


def test_an_account_that_was_never_posted_to_holds_nothing():
    assert balance((), Account.AWARDS_PAID) == 0


@given(st.lists(MOVES))
def test_the_sum_of_all_accounts_stays_zero_and_thirds_of_a_cent_are_kept(entries):
    balances = ()
    for entry in entries:
        balances = post(balances, entry)
    assert sum(posting.amount for posting in balances) == 0
    assert post(balances, tuple(p for entry in entries for p in reverse(entry))) == post(
        balances, reverse(balances)
    )


@given(MOVES, MOVES)
def test_reverse_undoes_an_entry(one, other):
    entry = (*one, *other)
    left = post(post((), entry), reverse(entry))
    assert all(posting.amount == 0 for posting in left)
