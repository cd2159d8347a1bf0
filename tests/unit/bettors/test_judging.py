"""Each answer of the book, and which comes first where several apply."""

import numpy as np
import pytest
from bettors_builders import FIXED_PRICE, SHARED_HAND, betting, deciding

from dealer_station.bettors.batches import decision_batch, wager_batch, withdrawal_batch
from dealer_station.bettors.judging import waves
from dealer_station.bettors.terms import AMOUNT_MAX, BookSpot, BookTerms


@pytest.mark.parametrize(
    ("entry", "reason"),
    [
        ((5, "ante", 500), ""),
        ((5, "ante", 50_000), ""),
        ((5, "ante", 499), "below_min"),
        ((5, "ante", 50_001), "above_max"),
        ((5, "ante", 2**63 - 1), "above_max"),
        ((5, "ante", 0), "bad_amount"),
        ((5, "ante", -500), "bad_amount"),
        ((5, "ante", -(2**63)), "bad_amount"),
        ((5, "tie", 500), "not_offered"),
        ((5, "", 500), "not_offered"),
        ((5, "call", 500), "not_offered"),
        ((5, "call", 0), "not_offered"),
        ((5, "bonus", 500), "no_base_wager"),
        ((5, "bonus", 1), "no_base_wager"),
        ((5, "bonus", 0), "bad_amount"),
        ((1, "bonus", 100), ""),
        ((1, "bonus", 10_001), "above_max"),
        ((1, "bonus", 99), "below_min"),
        ((1, "ante", 1), ""),
        ((1, "ante", 49_000), ""),
        ((1, "ante", 49_001), "above_max"),
    ],
)
def test_answers_to_one_wager(entry: tuple[int, str, int], reason: str) -> None:
    book = betting((1, "ante", 1000))
    after, answers = book.with_wagers(wager_batch("b", [entry]))
    assert answers.reasons() == (reason,)
    assert (after.digest() == book.digest()) == bool(reason)


@pytest.mark.parametrize(
    ("entry", "reason"),
    [
        ((1, "jumbo7", 250), ""),
        ((1, "jumbo7", 249), "bad_amount"),
        ((1, "jumbo7", 500), "bad_amount"),
        ((2, "jumbo7", 250), "already_placed"),
        ((2, "jumbo7", 500), "bad_amount"),
        ((3, "jumbo7", 250), "no_base_wager"),
    ],
)
def test_a_stake_at_a_fixed_price_is_taken_once(entry: tuple[int, str, int], reason: str) -> None:
    book = betting((1, "ante", 500), (2, "ante", 500), (2, "jumbo7", 250), terms=FIXED_PRICE)
    assert book.with_wagers(wager_batch("b", [entry]))[1].reasons() == (reason,)


@pytest.mark.parametrize(
    ("entry", "reason"),
    [
        ((1, "ante"), ""),
        ((1, "bonus"), "no_such_stake"),
        ((2, "ante"), "no_such_stake"),
        ((1, "call"), "not_offered"),
        ((1, "tie"), "not_offered"),
    ],
)
def test_answers_to_one_withdrawal(entry: tuple[int, str], reason: str) -> None:
    book = betting((1, "ante", 500))
    assert book.with_withdrawals(withdrawal_batch("b", [entry]))[1].reasons() == (reason,)


@pytest.mark.parametrize(
    ("entry", "reason"),
    [
        ((1, "call", None), ""),
        ((1, "call", 1000), ""),
        ((1, "call", 999), "wrong_amount"),
        ((1, "call", 0), "wrong_amount"),
        ((1, "fold", None), ""),
        ((1, "fold", 0), ""),
        ((1, "fold", 1), "wrong_amount"),
        ((1, "raise", None), "not_offered"),
        ((1, "raise", 7), "not_offered"),
        ((2, "call", 7), "already_decided"),
        ((2, "raise", None), "already_decided"),
        ((3, "call", None), "not_in_round"),
        ((3, "raise", None), "not_in_round"),
    ],
)
def test_answers_to_one_decision(entry: tuple[int, str, int | None], reason: str) -> None:
    book = deciding((1, "ante", 500), (2, "ante", 500))
    book, _ = book.with_decisions(decision_batch("first", [(2, "fold", None)]))
    assert book.with_decisions(decision_batch("b", [entry]))[1].reasons() == (reason,)


@pytest.mark.parametrize(
    ("entry", "reason"),
    [
        ((1, "jumbo7", 250), "suspended"),
        ((1, "jumbo7", 249), "suspended"),
        ((2, "jumbo7", 250), "suspended"),
        ((3, "jumbo7", 250), "suspended"),
        ((1, "bonus", 100), ""),
        ((3, "ante", 500), ""),
        ((1, "tie", 500), "not_offered"),
    ],
)
def test_nothing_new_is_placed_on_a_spot_that_is_suspended(
    entry: tuple[int, str, int], reason: str
) -> None:
    book = betting((1, "ante", 500), (2, "ante", 500), (2, "jumbo7", 250), terms=FIXED_PRICE)
    after, answers = book.with_batch(wager_batch("b", [entry]), suspended="jumbo7")
    assert answers.reasons() == (reason,)
    assert after.with_batch(wager_batch("b", [entry]))[1] is answers
    _, answers = after.with_batch(withdrawal_batch("c", [(2, "jumbo7")]), suspended="jumbo7")
    assert answers.reasons() == ("",)


def test_entries_of_one_bettor_count_in_their_order() -> None:
    batch = wager_batch(
        "b",
        [
            (1, "bonus", 100),
            (1, "ante", 500),
            (1, "bonus", 100),
            (1, "ante", 49_500),
            (1, "ante", 1),
            (1, "bonus", 9_901),
            (1, "bonus", 9_900),
        ],
    )
    book, answers = betting().with_wagers(batch)
    assert answers.reasons() == ("no_base_wager", "", "", "", "above_max", "above_max", "")
    row = book.row(1)
    assert row is not None
    assert row.stakes[:, 0].tolist() == [50_000, 0, 10_000, 0]
    # Five entries were refused or only added; a stake keeps the number of its first entry.
    assert row.orders[:, 0].tolist() == [1, 0, 2, 0]
    assert answers.moved_minor == (50_000, 0, 10_000, 0)


def test_the_second_decision_in_one_batch_comes_too_late() -> None:
    book = deciding((1, "ante", 500))
    entries = [(1, "call", 999), (1, "call", 1000), (1, "fold", None)]
    _, answers = book.with_decisions(decision_batch("b", entries))
    assert answers.reasons() == ("wrong_amount", "", "already_decided")


def test_where_no_maximum_is_set_the_book_has_its_own() -> None:
    book = betting((1, "ante", AMOUNT_MAX - 1), terms=BookTerms((BookSpot("ante", is_base=True),)))
    batch = wager_batch("b", [(1, "ante", 2), (1, "ante", 2**63 - 1), (1, "ante", 1)])
    assert book.with_wagers(batch)[1].reasons() == ("above_max", "above_max", "")


def test_waves_have_nobody_twice_and_keep_each_order() -> None:
    places = np.array([2, 0, 2, 1, 0, 2], np.intp)
    assert [wave.tolist() for wave in waves(places)] == [[1, 3, 0], [4, 2], [5]]


def test_a_spot_that_does_not_exist_is_not_mistaken_for_the_last() -> None:
    terms = BookTerms((*SHARED_HAND.spots[1:], SHARED_HAND.spots[0]), SHARED_HAND.actions)
    book, answers = betting(terms=terms).with_wagers(wager_batch("b", [(1, "tie", 500)]))
    assert answers.reasons() == ("not_offered",)
    assert book.row(1) is None
