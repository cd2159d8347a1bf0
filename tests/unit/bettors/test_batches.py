import numpy as np
import pytest

from dealer_station.bettors.batches import (
    BETTOR_MAX,
    ENTRIES_A_BETTOR_MAX,
    ENTRIES_MAX,
    NOT_SAID,
    Batch,
    BatchError,
    BatchKind,
    DecisionEntry,
    WagerEntry,
    WithdrawalEntry,
    decision_batch,
    wager_batch,
    withdrawal_batch,
)


def test_wagers_lie_in_columns_in_their_order() -> None:
    batch = wager_batch("b1", [WagerEntry(7, "bonus", 500), (2, "ante", -3), (7, "ante", 1000)])
    assert batch.kind is BatchKind.WAGERS
    assert batch.names == ("ante", "bonus")
    assert batch.bettors.tolist() == [7, 2, 7]
    assert batch.name_index.tolist() == [1, 0, 0]
    assert batch.amounts.tolist() == [500, -3, 1000]
    assert len(batch) == 3


def test_every_entry_knows_its_place_among_the_bettors() -> None:
    batch = wager_batch(
        "b1", [(7, "ante", 1), (BETTOR_MAX, "ante", 1), (0, "ante", 1), (7, "x", 1)]
    )
    assert batch.distinct.tolist() == [0, 7, BETTOR_MAX]
    assert batch.places.tolist() == [1, 2, 0, 1]


def test_withdrawals_name_no_amount_and_decisions_may() -> None:
    batch = withdrawal_batch("b2", [WithdrawalEntry(7, "ante"), (8, "bonus")])
    assert (batch.kind, batch.amounts.tolist()) == (BatchKind.WITHDRAWALS, [NOT_SAID, NOT_SAID])
    batch = decision_batch("b3", [DecisionEntry(7, "call"), (8, "call", 200), (9, "fold", 0)])
    assert (batch.kind, batch.amounts.tolist()) == (BatchKind.DECISIONS, [NOT_SAID, 200, 0])


@pytest.mark.parametrize(
    "entry",
    [
        (-1, "ante", 1),
        (BETTOR_MAX + 1, "ante", 1),
        (1, "ante", 2**63),
        (1, "ante", -(2**63) - 1),
        (1, "a" * 256, 1),
        (1, "\ud800", 1),
        (1, "ante", 1.0),
        (1.5, "ante", 1),
        ("1", "ante", 1),
    ],
)
def test_what_has_no_form_at_all_is_no_batch(entry: tuple[int, str, int]) -> None:
    with pytest.raises(BatchError):
        wager_batch("b", [(1, "ante", 100), entry])


@pytest.mark.parametrize("batch_id", ["", "x" * 65, "ä" * 33, "\udc80"])
def test_a_batch_id_is_a_short_text(batch_id: str) -> None:
    with pytest.raises(BatchError):
        wager_batch(batch_id, [(1, "ante", 100)])


def test_negative_amounts_are_bad_wagers_but_no_decisions() -> None:
    assert wager_batch("b", [(1, "ante", -1)]).amounts.tolist() == [-1]
    with pytest.raises(BatchError, match="negative"):
        decision_batch("b", [(1, "call", -1)])


def test_a_batch_has_entries_but_not_too_many() -> None:
    with pytest.raises(BatchError, match="0 entries"):
        wager_batch("b", [])
    with pytest.raises(BatchError, match="entries"):
        wager_batch("b", [(n, "ante", 1) for n in range(ENTRIES_MAX + 1)])
    with pytest.raises(BatchError, match="different names"):
        wager_batch("b", [(n, f"spot {n}", 1) for n in range(256)])


def test_one_bettor_cannot_fill_a_batch() -> None:
    most = [(1, "ante", 1)] * ENTRIES_A_BETTOR_MAX
    assert len(wager_batch("b", most)) == ENTRIES_A_BETTOR_MAX
    with pytest.raises(BatchError, match="one bettor"):
        wager_batch("b", [*most, (2, "ante", 1), (1, "ante", 1)])


@pytest.mark.parametrize(
    ("kind", "names", "bettors", "index", "amounts"),
    [
        (BatchKind.WAGERS, ("b", "a"), [1, 2], [0, 1], [1, 1]),
        (BatchKind.WAGERS, ("a", "a"), [1, 2], [0, 1], [1, 1]),
        (BatchKind.WAGERS, ("a", "b"), [1, 2], [0, 0], [1, 1]),
        (BatchKind.WAGERS, ("a",), [1, 2], [0, 1], [1, 1]),
        (BatchKind.WAGERS, ("a",), [1, 2], [0, 0], [1]),
        (BatchKind.WITHDRAWALS, ("a",), [1, 2], [0, 0], [-1, 5]),
        (BatchKind.DECISIONS, ("a",), [1, 2], [0, 0], [-2, 5]),
    ],
)
def test_columns_must_fit_together(
    kind: BatchKind,
    names: tuple[str, ...],
    bettors: list[int],
    index: list[int],
    amounts: list[int],
) -> None:
    with pytest.raises(BatchError):
        Batch(
            kind,
            "b",
            names,
            np.array(bettors, np.uint64),
            np.array(index, np.uint8),
            np.array(amounts, np.int64),
        )


def test_a_batch_cannot_be_changed() -> None:
    batch = wager_batch("b", [(1, "ante", 1)])
    for column in (batch.bettors, batch.name_index, batch.amounts, batch.distinct, batch.places):
        with pytest.raises(ValueError, match="read-only"):
            column[0] = 0
