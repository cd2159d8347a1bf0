"""The bettors' book against an oracle in dicts and fractions: any entries, in any batches.

Whatever comes in, in whatever batches: every entry gets the oracle's answer, the book is the
oracle's, its totals are those of its rows, the record gives the same book again, and the settlement
is the oracle's and sums to zero. Bytes that are no batch are refused, never misread.
"""

from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from bettors_builders import FIXED_PRICE, SHARED_HAND
from bettors_oracle import OracleBook, oracle_shares
from hypothesis import given, settings
from hypothesis import strategies as st

from dealer_station.bettors import settlement as s
from dealer_station.bettors.answers import Answer
from dealer_station.bettors.batches import (
    Batch,
    DecisionEntry,
    WagerEntry,
    WithdrawalEntry,
    decision_batch,
    wager_batch,
    withdrawal_batch,
)
from dealer_station.bettors.book import (
    BatchTurnedAwayError,
    BettorsBook,
    RecordError,
    Stage,
    open_book,
)
from dealer_station.bettors.encoding import (
    EncodingError,
    RecordedBatch,
    decode_batch,
    decode_recorded,
    encode_batch,
    encode_recorded,
)
from dealer_station.bettors.shares import POOL_MAX, shares_of_pool
from dealer_station.bettors.terms import AMOUNT_MAX, BookAction, BookSpot, BookTerms
from dealer_station.bettors.totals import totals_of

TWO_CALLS = BookTerms(
    (
        BookSpot("side", min_minor=3),
        BookSpot("more", is_decision=True),
        BookSpot("main", is_base=True, max_minor=5000),
        BookSpot("once", price_minor=100),
        BookSpot("most", is_decision=True),
    ),
    (BookAction("out"), BookAction("raise", "more", 1), BookAction("treble", "most", 3)),
    late_action="out",
)
"""Another hand than Casino Hold'em's: the base in the middle, two decisions that stake."""
TERMS = st.sampled_from([SHARED_HAND, FIXED_PRICE, TWO_CALLS])

BETTORS = st.one_of(st.integers(0, 9), st.sampled_from([2**32, 2**63, 2**64 - 1]))
AMOUNTS = st.one_of(
    st.sampled_from([500, 1000, 100, 250, 10_000]),
    st.integers(-2, 60_000),
    st.sampled_from([AMOUNT_MAX, AMOUNT_MAX + 1, 2**63 - 1, -(2**63)]),
)
Entry = WagerEntry | WithdrawalEntry | DecisionEntry
BATCH_OF: dict[type, Callable[[str, Any], Batch]] = {
    WagerEntry: wager_batch,
    WithdrawalEntry: withdrawal_batch,
    DecisionEntry: decision_batch,
}


@st.composite
def rounds(draw: st.DrawFn) -> tuple[BookTerms, list[Entry], list[Entry]]:
    """Terms, entries while wagers are open, and decisions."""
    terms = draw(TERMS)
    spots = st.sampled_from(
        [*(spot.name for spot in terms.spots), terms.spots[terms.base].name, "x"]
    )
    wager = st.builds(WagerEntry, BETTORS, spots, AMOUNTS)
    withdrawal = st.builds(WithdrawalEntry, BETTORS, spots)
    placing = draw(st.lists(st.one_of(wager, wager, wager, withdrawal), max_size=60))
    actions = st.sampled_from([*(action.name for action in terms.actions), "x"])
    amounts = st.one_of(st.none(), st.none(), st.sampled_from([0, 500, 1000, 2000, 3000]))
    decisions = st.lists(st.builds(DecisionEntry, BETTORS, actions, amounts), max_size=30)
    return terms, placing, draw(decisions)


def split(entries: list[Entry], cuts: Iterable[int], prefix: str) -> list[Batch]:
    """Batches of one kind each, cut at these places and wherever the kind changes."""
    groups: list[list[Entry]] = []
    wanted = set(cuts)
    for number, entry in enumerate(entries):
        if not groups or number in wanted or type(groups[-1][0]) is not type(entry):
            groups.append([])
        groups[-1].append(entry)
    return [BATCH_OF[type(group[0])](f"{prefix}{n}", group) for n, group in enumerate(groups)]


def played(
    terms: BookTerms, placing: list[Batch], decisions: list[Batch]
) -> tuple[BettorsBook, list[str], list[bytes]]:
    """The closed book, all answers, and the record of all batches."""
    book, reasons, record = open_book(terms), [], []
    for batch in [*placing, *decisions]:
        if book.stage is Stage.BETTING and batch in decisions:
            book = book.close_wagers()
        before = book
        book, answers = book.with_batch(batch)
        moved = [
            new - old
            for old, new in zip(before.totals.staked_minor, book.totals.staked_minor, strict=True)
        ]
        assert list(answers.moved_minor) == moved
        assert book.totals == totals_of(terms, book.rows())
        reasons += answers.reasons()
        record.append(encode_recorded(batch, answers.codes))
    if book.stage is Stage.BETTING:
        book = book.close_wagers()
    return book.close_decisions(), reasons, record


def replayed(terms: BookTerms, record: list[bytes], wagers: int) -> BettorsBook:
    """The book from the record, the first so many batches of which were not decisions."""
    book = open_book(terms)
    for number, content in enumerate(record):
        book = book.close_wagers() if number == wagers else book
        book = book.with_recorded(decode_recorded(content))
    return (book if book.stage is Stage.DECIDING else book.close_wagers()).close_decisions()


def told(oracle: OracleBook, placing: list[Entry], decisions: list[Entry]) -> list[str]:
    """Tell the oracle everything, and return its answers."""
    reasons = []
    for entry in [*placing, *decisions]:
        match entry:
            case WagerEntry(bettor, spot, amount):
                reasons.append(oracle.wager(bettor, spot, amount))
            case WithdrawalEntry(bettor, spot):
                reasons.append(oracle.withdraw(bettor, spot))
            case DecisionEntry(bettor, action, said):
                reasons.append(oracle.decide(bettor, action, said))
    oracle.close()
    return reasons


def assert_same(book: BettorsBook, oracle: OracleBook) -> None:
    """The book has what the oracle has, bettor by bettor."""
    rows, terms = book.rows(), book.terms
    assert rows.bettors.tolist() == sorted(oracle.bettors)
    actions = ["", *(action.name for action in terms.actions)]
    for place, number in enumerate(rows.bettors.tolist()):
        due = oracle.bettors[number]
        for spot, stake, order in zip(
            terms.spots, rows.stakes[:, place].tolist(), rows.orders[:, place].tolist(), strict=True
        ):
            assert stake == due.stakes.get(spot.name, 0)
            assert order == due.orders.get(spot.name, 0)
        assert actions[rows.decisions[place]] == due.decision
        assert rows.auto_folded[place] == due.auto_folded
    assert book.accepted == oracle.accepted


CUTS = st.sets(st.integers(0, 60))


@settings(max_examples=120, deadline=None)
@given(rounds(), CUTS, CUTS)
def test_any_round_in_any_batches_is_the_oracles(
    played_round: tuple[BookTerms, list[Entry], list[Entry]], cuts: set[int], other_cuts: set[int]
) -> None:
    terms, placing, decisions = played_round
    oracle = OracleBook(terms)
    due = told(oracle, placing, decisions)
    wagers = split(placing, cuts, "w")
    book, reasons, record = played(terms, wagers, split(decisions, cuts, "d"))
    assert reasons == due
    assert_same(book, oracle)
    again = replayed(terms, record, len(wagers))
    assert (again.digest(), again.chain, again.totals) == (book.digest(), book.chain, book.totals)
    other, other_reasons, _ = played(
        terms, split(placing, other_cuts, "w"), split(decisions, other_cuts, "d")
    )
    assert other_reasons == due
    assert other.digest() == book.digest()


@settings(max_examples=60, deadline=None)
@given(rounds(), CUTS, st.integers(0, 200))
def test_batches_sent_again_count_once(
    played_round: tuple[BookTerms, list[Entry], list[Entry]], cuts: set[int], which: int
) -> None:
    terms, placing, _ = played_round
    batches = split(placing, cuts, "w")
    book = open_book(terms)
    for number, batch in enumerate(batches):
        book, answers = book.with_batch(batch)
        earlier = batches[which % (number + 1)]
        again, _ = book.with_batch(earlier)
        assert again is book
        same_again = decode_batch(encode_batch(batch))
        assert book.with_batch(same_again)[1].reasons() == answers.reasons()
        conflicting = wager_batch(earlier.batch_id, [(1, "another", 1)])
        with pytest.raises(BatchTurnedAwayError):
            book.with_batch(conflicting)
        with pytest.raises(RecordError):
            book.with_recorded(RecordedBatch(batch, answers.codes))
    once, _, _ = played(terms, batches, [])
    assert book.close_wagers().close_decisions().digest() == once.digest()


@settings(max_examples=60, deadline=None)
@given(rounds(), st.integers(0, 200), st.sampled_from(["x", "call", "more"]), AMOUNTS)
def test_a_bad_entry_changes_nothing_for_the_others(
    played_round: tuple[BookTerms, list[Entry], list[Entry]], where: int, spot: str, amount: int
) -> None:
    terms, placing, _ = played_round
    wagers = [entry for entry in placing if isinstance(entry, WagerEntry)]
    at = where % (len(wagers) + 1)
    spot = spot if terms.spot_number(spot) is None else "x"
    spoilt = [*wagers[:at], WagerEntry(1, spot, amount), *wagers[at:]]
    book, answers = open_book(terms).with_wagers(wager_batch("b", spoilt))
    assert answers[at] is Answer.NOT_OFFERED
    if wagers:
        clean, due = open_book(terms).with_wagers(wager_batch("b", wagers))
        assert book.digest() == clean.digest()
        reasons = list(answers.reasons())
        assert [*reasons[:at], *reasons[at + 1 :]] == list(due.reasons())
    else:
        assert book.totals.bettors == 0


PAYS = st.one_of(
    st.sampled_from([s.LOSES, s.PUSHES, s.VOIDED]),
    st.builds(s.wins, st.integers(0, 100)),
    st.builds(s.wins, st.builds(Fraction, st.integers(-9, 300), st.integers(9, 20))),
    st.builds(s.wins_for_one, st.integers(0, 5000)),
)


@settings(max_examples=120, deadline=None)
@given(rounds(), CUTS, st.data(), st.one_of(st.integers(0, 10_000), st.integers(0, 2**60)))
def test_settlement_is_the_oracles_and_sums_to_zero(
    played_round: tuple[BookTerms, list[Entry], list[Entry]],
    cuts: set[int],
    data: st.DataObject,
    pool_minor: int,
) -> None:
    terms, placing, decisions = played_round
    oracle = OracleBook(terms)
    told(oracle, placing, decisions)
    book, _, _ = played(terms, split(placing, cuts, "w"), split(decisions, cuts, "d"))
    pays = {spot.name: {act.name: data.draw(PAYS) for act in terms.actions} for spot in terms.spots}
    pool = None
    shared = next(spot.name for spot in reversed(terms.spots) if not spot.is_decision)
    if any(shared in bettor.stakes for bettor in oracle.bettors.values()) and data.draw(
        st.booleans()
    ):
        pool = s.PoolHit(shared, pool_minor)
        del pays[shared]
    result = s.settle(book, pays, pool)
    due = oracle.settled(pays, shared if pool else "", pool_minor)
    names = [spot.name for spot in terms.spots]
    for place, number in enumerate(result.rows.bettors.tolist()):
        nets = dict(zip(names, result.nets[:, place].tolist(), strict=True))
        assert {name: nets[name] for name in due[number]} == due[number]
        assert not any(net for name, net in nets.items() if name not in due[number])
    total = sum(net for nets in due.values() for net in nets.values())
    assert total + result.house_minor - (pool_minor if pool else 0) == 0
    assert sum(spot.net_minor for spot in result.spots) == total


@settings(max_examples=150, deadline=None)
@given(
    st.one_of(st.integers(0, 1000), st.integers(0, POOL_MAX - 1)),
    st.lists(
        st.one_of(st.integers(1, 3), st.integers(1, AMOUNT_MAX), st.integers(1, 2**62)),
        min_size=1,
        max_size=40,
    ),
    st.randoms(use_true_random=False),
)
def test_shares_of_any_pool_are_exact_and_sum_to_it(
    pool: int, tickets: list[int], chance: Any
) -> None:
    orders = chance.sample(range(1, 10**9), len(tickets))
    holders = dict(enumerate(zip(tickets, orders, strict=True)))
    due = oracle_shares(pool, holders)
    shares = shares_of_pool(pool, np.array(tickets, np.int64), np.array(orders, np.int64)).tolist()
    assert shares == [due[n] for n in range(len(tickets))]
    assert sum(shares) == pool


@settings(max_examples=150, deadline=None)
@given(rounds(), CUTS, st.data())
def test_changed_bytes_are_refused_or_are_another_batch(
    played_round: tuple[BookTerms, list[Entry], list[Entry]], cuts: set[int], data: st.DataObject
) -> None:
    terms, placing, decisions = played_round
    for batch in split([*placing, *decisions], cuts, "b")[:3]:
        codes = np.array(data.draw(st.lists(st.integers(0, 10), min_size=len(batch))), np.uint8)
        content = encode_recorded(batch, codes[: len(batch)])
        assert encode_batch(decode_batch(encode_batch(batch))) == encode_batch(batch)
        at = data.draw(st.integers(0, len(content) - 1))
        changed = data.draw(
            st.sampled_from(
                [
                    content[:at],
                    content[:at] + content[at + 1 :],
                    content[:at]
                    + bytes([content[at] ^ data.draw(st.integers(1, 255))])
                    + content[at + 1 :],
                    content[:at] + data.draw(st.binary(min_size=1, max_size=8)) + content[at:],
                ]
            )
        )
        try:
            other = decode_recorded(changed)
        except EncodingError:
            continue
        assert encode_recorded(other.batch, other.codes) == changed
        try:
            open_book(terms).with_recorded(other)
        except RecordError:
            continue


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=200))
def test_any_bytes_are_refused_or_are_a_batch(content: bytes) -> None:
    for candidate in (content, b"DSBB\x01" + content):
        try:
            batch = decode_batch(candidate)
        except EncodingError:
            continue
        assert encode_batch(batch) == candidate
