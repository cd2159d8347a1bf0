from dataclasses import replace

import numpy as np
import pytest
from bettors_builders import (
    ANTE,
    BONUS,
    CALL,
    JUMBO7,
    SHARED_HAND,
    betting,
    closed,
    deciding,
    placed,
)

from dealer_station.bettors.answers import Answer
from dealer_station.bettors.batches import (
    Batch,
    decision_batch,
    wager_batch,
    withdrawal_batch,
)
from dealer_station.bettors.book import (
    BatchTurnedAwayError,
    RecordError,
    Stage,
    Turned,
    open_book,
)
from dealer_station.bettors.encoding import RecordedBatch, decode_recorded, encode_recorded
from dealer_station.bettors.terms import AMOUNT_MAX, BookSpot, BookTerms

FIRST = wager_batch("first", [(7, "ante", 1000), (5, "bonus", 100), (9, "ante", 500)])


def recorded(batch: Batch, *codes: int) -> RecordedBatch:
    return RecordedBatch(batch, np.array(codes, np.uint8))


def test_one_bad_entry_is_refused_alone() -> None:
    book, answers = open_book(SHARED_HAND).with_wagers(FIRST)
    assert answers.reasons() == ("", "no_base_wager", "")
    rows = book.rows()
    assert rows.bettors.tolist() == [7, 9]
    assert rows.stakes[ANTE].tolist() == [1000, 500]
    assert rows.orders[ANTE].tolist() == [1, 2]
    assert answers.moved_minor == (1500, 0, 0, 0)


def test_the_book_before_a_batch_stays_as_it_was() -> None:
    before = betting((7, "ante", 1000))
    digest = before.digest()
    after, _ = before.with_wagers(wager_batch("b", [(7, "ante", 500), (8, "ante", 500)]))
    assert before.digest() == digest != after.digest()
    assert before.totals.bettors == 1
    other, _ = before.with_wagers(wager_batch("c", [(9, "ante", 700)]))
    assert after.rows().bettors.tolist() == [7, 8]
    assert other.rows().bettors.tolist() == [7, 9]


def test_a_batch_sent_twice_counts_once_and_gets_the_same_answers() -> None:
    book, answers = open_book(SHARED_HAND).with_wagers(FIRST)
    entries = [(7, "ante", 1000), (5, "bonus", 100), (9, "ante", 500)]
    again, same = book.with_wagers(wager_batch("first", entries))
    assert again is book
    assert same is answers


def test_a_batch_sent_again_after_the_closing_gets_its_answers_too() -> None:
    book, answers = open_book(SHARED_HAND).with_wagers(FIRST)
    for later in (book.close_wagers(), book.close_wagers().close_decisions()):
        again, same = later.with_wagers(FIRST)
        assert (again, same) == (later, answers)


@pytest.mark.parametrize(
    "other",
    [
        wager_batch("first", [(7, "ante", 1001), (5, "bonus", 100), (9, "ante", 500)]),
        wager_batch("first", [(7, "ante", 1000)]),
        withdrawal_batch("first", [(7, "ante")]),
        decision_batch("first", [(7, "call", None)]),
    ],
)
def test_an_id_with_other_content_is_a_conflict(other: Batch) -> None:
    book, _ = open_book(SHARED_HAND).with_wagers(FIRST)
    with pytest.raises(BatchTurnedAwayError) as turned:
        book.with_batch(other)
    assert (turned.value.reason, turned.value.batch_id) == (Turned.BATCH_CONFLICT, "first")


def test_each_stage_takes_its_own_batches() -> None:
    wagers = wager_batch("w", [(1, "ante", 500)])
    withdrawals = withdrawal_batch("x", [(1, "ante")])
    decisions = decision_batch("d", [(1, "call", None)])
    book = betting((1, "ante", 500))
    stages = [book, book.close_wagers(), book.close_wagers().close_decisions()]
    turned = {
        Stage.BETTING: [None, None, Turned.WRONG_PHASE],
        Stage.DECIDING: [Turned.NOT_OPEN, Turned.NOT_OPEN, None],
        Stage.CLOSED: [Turned.NOT_OPEN, Turned.NOT_OPEN, Turned.WRONG_PHASE],
    }
    for one in stages:
        for batch, reason in zip((wagers, withdrawals, decisions), turned[one.stage], strict=True):
            if reason is None:
                assert one.with_batch(batch)[0] is not one
                continue
            with pytest.raises(BatchTurnedAwayError) as error:
                one.with_batch(batch)
            assert error.value.reason is reason


def test_each_kind_of_batch_has_its_own_door() -> None:
    book = betting((1, "ante", 500))
    with pytest.raises(AssertionError):
        book.with_wagers(decision_batch("d", [(1, "call", None)]))
    with pytest.raises(AssertionError):
        book.with_withdrawals(wager_batch("w", [(1, "ante", 500)]))
    with pytest.raises(AssertionError):
        book.with_decisions(wager_batch("w", [(1, "ante", 500)]))
    with pytest.raises(AssertionError):
        book.close_decisions()
    with pytest.raises(AssertionError):
        book.close_wagers().close_wagers()


def test_with_the_ante_goes_everything_and_who_comes_back_comes_later() -> None:
    book = betting((1, "ante", 500), (1, "jumbo7", 100), (2, "ante", 500), (2, "jumbo7", 100))
    book = placed(book, withdrawal_batch("w", [(1, "ante")]))
    assert book.row(1) is None
    assert book.rows().bettors.tolist() == [2]
    book = placed(book, wager_batch("again", [(1, "ante", 600), (1, "jumbo7", 200)]))
    assert book.rows().stakes[JUMBO7].tolist() == [200, 100]
    assert book.rows().orders[JUMBO7].tolist() == [7, 4]


def test_a_side_stake_can_be_taken_back_alone() -> None:
    book = betting((1, "ante", 500), (1, "bonus", 100))
    book, answers = book.with_withdrawals(withdrawal_batch("w", [(1, "bonus")]))
    assert answers.moved_minor == (0, 0, -100, 0)
    assert book.rows().stakes[:, 0].tolist() == [500, 0, 0, 0]
    assert book.rows().orders[:, 0].tolist() == [1, 0, 0, 0]


def test_a_call_stakes_twice_the_ante() -> None:
    book = deciding((1, "ante", 700), (2, "ante", 500), (2, "bonus", 100))
    batch = decision_batch("d", [(2, "fold", None), (1, "call", 1400)])
    book, answers = book.with_decisions(batch)
    assert answers.moved_minor == (0, 1400, 0, 0)
    assert book.rows().stakes[CALL].tolist() == [1400, 0]
    assert book.rows().orders[CALL].tolist() == [5, 0]
    assert book.rows().stakes[BONUS].tolist() == [0, 100]


def test_who_has_not_decided_is_folded_and_it_says_so() -> None:
    book = closed(
        [(1, "ante", 500), (2, "ante", 500), (3, "ante", 500)], [(2, "call"), (3, "fold")]
    )
    assert book.stage is Stage.CLOSED
    fold, call = SHARED_HAND.action_code("fold"), SHARED_HAND.action_code("call")
    assert book.rows().decisions.tolist() == [fold, call, fold]
    assert book.rows().auto_folded.tolist() == [True, False, False]


def test_where_nothing_is_decided_nobody_is_folded() -> None:
    terms = BookTerms((BookSpot("player", is_base=True),))
    book = betting((1, "player", 500), terms=terms).close_wagers().close_decisions()
    assert book.rows().decisions.tolist() == [0]
    assert book.totals.auto_folded == 0


def test_an_empty_book_goes_through_its_stages() -> None:
    book = open_book(SHARED_HAND).close_wagers().close_decisions()
    assert len(book.rows()) == 0
    assert book.row(1) is None
    assert book.totals.bettors == 0


def test_a_row_is_read_from_the_newest_state() -> None:
    book = betting(*((n, "ante", 500) for n in range(100)))
    book = placed(book, wager_batch("more", [(50, "ante", 100)]))
    row = book.row(50)
    assert row is not None
    assert row.stakes[ANTE].tolist() == [600]
    assert book.row(100) is None


def test_the_digest_is_of_content_and_the_chain_of_history() -> None:
    whole = betting((1, "ante", 500), (2, "ante", 600))
    parts = placed(open_book(SHARED_HAND), wager_batch("a", [(1, "ante", 500)]))
    parts = placed(parts, wager_batch("b", [(2, "ante", 600)]))
    assert parts.digest() == whole.digest()
    assert parts.chain != whole.chain
    assert whole.close_wagers().digest() != whole.digest()
    other_terms = replace(SHARED_HAND, actions=SHARED_HAND.actions[::-1])
    assert betting((1, "ante", 500), (2, "ante", 600), terms=other_terms).digest() != whole.digest()


@pytest.mark.parametrize(
    "wagers",
    [
        [(1, "ante", 500), (2, "ante", 601)],
        [(1, "ante", 500), (3, "ante", 600)],
        [(2, "ante", 600), (1, "ante", 500)],
        [(1, "ante", 500), (2, "ante", 600), (2, "bonus", 100)],
    ],
)
def test_the_digest_knows_every_stake_and_its_order(wagers: list[tuple[int, str, int]]) -> None:
    assert betting(*wagers).digest() != betting((1, "ante", 500), (2, "ante", 600)).digest()


def test_the_digest_knows_how_many_were_accepted_and_who_folded_himself() -> None:
    book = betting((1, "ante", 500))
    twice = placed(book, wager_batch("b", [(2, "ante", 500)]))
    twice = placed(twice, withdrawal_batch("c", [(2, "ante")]))
    assert twice.rows().bettors.tolist() == book.rows().bettors.tolist()
    assert twice.digest() != book.digest()
    late = closed([(1, "ante", 500)], [])
    own = replace(late, runs=(replace(late.runs[0], auto_folded=np.array([False])),))
    assert own.digest() != late.digest()


def test_the_chain_knows_the_answers() -> None:
    entries = wager_batch("b", [(1, "ante", 500), (2, "ante", 500)])
    books = [open_book(SHARED_HAND).with_recorded(recorded(entries, 0, code)) for code in (0, 6, 7)]
    assert len({book.chain for book in books}) == 3


def test_many_batches_leave_few_parts() -> None:
    book = open_book(SHARED_HAND)
    for number in range(300):
        book = placed(book, wager_batch(f"b{number}", [(number % 50, "ante", 500)]))
    assert len(book.runs) <= 6
    assert len(book.ledger) <= 9
    assert all(book.known(f"b{number}") is not None for number in range(300))
    assert book.known("b300") is None


def test_a_batch_of_nothing_but_refusals_is_known_and_changes_no_row() -> None:
    book = betting((1, "ante", 500))
    batch = wager_batch("b", [(1, "tie", 500), (2, "bonus", 100)])
    after, answers = book.with_wagers(batch)
    assert answers.refused == 2
    assert after.digest() == book.digest()
    assert after.runs is book.runs
    assert after.chain != book.chain
    assert after.with_wagers(batch) == (after, answers)


def test_a_recorded_batch_is_not_judged_again() -> None:
    strict = replace(
        SHARED_HAND, spots=(replace(SHARED_HAND.spots[0], min_minor=2000), *SHARED_HAND.spots[1:])
    )
    book = open_book(strict).with_recorded(recorded(FIRST, 0, Answer.NO_BASE_WAGER, 0))
    assert book.rows().bettors.tolist() == [7, 9]
    known = book.known("first")
    assert known is not None
    assert known.answers.reasons() == ("", "no_base_wager", "")


def test_a_book_is_recovered_from_its_recorded_batches() -> None:
    wagers = [
        FIRST,
        wager_batch("second", [(9, "jumbo7", 100), (9, "jumbo7", 50), (8, "ante", 1)]),
        withdrawal_batch("third", [(7, "ante"), (8, "ante")]),
    ]
    decisions = decision_batch("fourth", [(9, "call", None), (7, "call", None)])
    live = again = open_book(SHARED_HAND)
    for batch in wagers:
        live, answers = live.with_batch(batch)
        again = again.with_recorded(decode_recorded(encode_recorded(batch, answers.codes)))
    live, answers = live.close_wagers().with_decisions(decisions)
    again = again.close_wagers()
    again = again.with_recorded(decode_recorded(encode_recorded(decisions, answers.codes)))
    assert answers.reasons() == ("", "not_in_round")
    assert (again.digest(), again.chain, again.totals) == (live.digest(), live.chain, live.totals)
    assert again.close_decisions().digest() == live.close_decisions().digest()


@pytest.mark.parametrize(
    ("batch", "codes"),
    [
        (wager_batch("b", [(1, "tie", 500)]), (0,)),
        (wager_batch("b", [(1, "call", 500)]), (0,)),
        (wager_batch("b", [(1, "ante", 0)]), (0,)),
        (wager_batch("b", [(1, "ante", -5)]), (0,)),
        (wager_batch("b", [(1, "ante", AMOUNT_MAX + 1)]), (0,)),
        (wager_batch("b", [(1, "ante", AMOUNT_MAX), (1, "ante", AMOUNT_MAX)]), (0, 0)),
        (wager_batch("b", [(2, "bonus", 100)]), (0,)),
        (withdrawal_batch("b", [(1, "call")]), (0,)),
        (wager_batch("wagers", [(2, "ante", 500)]), (0,)),  # the id is there already
        (decision_batch("b", [(1, "call", None)]), (0,)),  # not the stage for it
    ],
)
def test_a_record_of_wagers_that_cannot_be_true_is_refused(
    batch: Batch, codes: tuple[int, ...]
) -> None:
    with pytest.raises(RecordError):
        betting((1, "ante", 500)).with_recorded(recorded(batch, *codes))


@pytest.mark.parametrize(
    ("batch", "codes"),
    [
        (decision_batch("b", [(1, "raise", None)]), (0,)),
        (decision_batch("b", [(2, "call", None)]), (0,)),
        (decision_batch("b", [(1, "call", None), (1, "fold", None)]), (0, 0)),
        (decision_batch("b", [(3, "call", None)]), (0,)),
        (wager_batch("b", [(1, "ante", 500)]), (0,)),
    ],
)
def test_a_record_of_decisions_that_cannot_be_true_is_refused(
    batch: Batch, codes: tuple[int, ...]
) -> None:
    book = deciding((1, "ante", 500), (3, "ante", 500))
    book = placed(book, decision_batch("d", [(3, "fold", None)]))
    with pytest.raises(RecordError):
        book.with_recorded(recorded(batch, *codes))
    assert book.with_recorded(
        recorded(decision_batch("b", [(1, "call", None), (1, "fold", None)]), 0, 9)
    ).totals.decisions == (1, 1)
