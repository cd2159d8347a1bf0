"""Answers the entries of a batch and does what the accepted ones ask, on the rows it concerns.

Entries of different bettors have nothing to do with each other; entries of one bettor count in
their order. So a batch is taken in waves: the first entry of every bettor at once, then the second,
and so on. The order of questions is the table's: what the entry names, its amount, what else the
bettor has, limits.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from dealer_station.bettors.answers import Answer
from dealer_station.bettors.batches import NOT_SAID, Batch, BatchKind
from dealer_station.bettors.columns import Amounts, Codes, Flags, Index, Rows
from dealer_station.bettors.terms import AMOUNT_MAX, BookTerms

_UNKNOWN = -1


@dataclass(frozen=True, slots=True, eq=False)
class Sheet:
    """The rows of a batch's bettors, written to while it is judged, and where its entries point.

    `places` are entries' rows; `numbers` the number of the spot, or the code of the action, that an
    entry names (-1: there is none). `suspended` is the number of a spot that takes no stake now.
    """

    terms: BookTerms
    batch: Batch
    rows: Rows
    places: Index
    numbers: Index
    suspended: int | None = None

    def lying(self, number: int) -> Flags:
        """Where something lies on a spot."""
        is_lying: Flags = self.rows.stakes[number] > 0
        return is_lying


def entry_numbers(terms: BookTerms, batch: Batch) -> Index:
    """Return what the entries name: numbers of spots, or codes of actions; -1 where nothing is."""
    find = terms.action_code if batch.kind is BatchKind.DECISIONS else terms.spot_number
    known = [find(name) for name in batch.names]
    numbers = np.array([_UNKNOWN if one is None else one for one in known], np.intp)
    return numbers[batch.name_index]


def waves(places: Index) -> Iterator[Index]:
    """Give the entries in waves, none of which has a bettor twice, each bettor's in their order."""
    order = np.argsort(places, kind="stable")
    in_order = places[order]
    starts = np.flatnonzero(np.append(True, in_order[1:] != in_order[:-1]))
    lengths = np.diff(np.append(starts, len(places)))
    for turn in range(int(lengths.max())):
        yield order[starts[lengths > turn] + turn]


def judged(sheet: Sheet) -> Codes:
    """Answer every entry, and change the rows as the accepted ones ask."""
    codes = np.zeros(len(sheet.batch), np.uint8)
    judge = _JUDGES[sheet.batch.kind]
    for wave in waves(sheet.places):
        codes[wave] = judge(sheet, wave)
        apply(sheet, wave[codes[wave] == Answer.ACCEPTED])
    return codes


def apply(sheet: Sheet, entries: Index) -> None:
    """Do what these entries ask, no bettor of whom is among them twice; nothing is asked again."""
    rows, places, numbers = sheet.rows, sheet.places[entries], sheet.numbers[entries]
    match sheet.batch.kind:
        case BatchKind.WAGERS:
            rows.stakes[numbers, places] += sheet.batch.amounts[entries]
        case BatchKind.WITHDRAWALS:
            rows.stakes[numbers, places] = 0
            rows.stakes[:, places[numbers == sheet.terms.base]] = 0
        case BatchKind.DECISIONS:
            rows.decisions[places] = numbers
            for code, action in enumerate(sheet.terms.actions, 1):
                spot = sheet.terms.spot_number(action.spot)
                if spot is not None:
                    of_action = places[numbers == code]
                    base = rows.stakes[sheet.terms.base, of_action]
                    rows.stakes[spot, of_action] = base * action.base_times


def apply_answered(sheet: Sheet, codes: Codes) -> bool:
    """Do what the entries ask that were accepted once; say whether that can have been so.

    Limits and reasons are not asked again: they were the rules' of that day. What is asked is what
    the book relies on.
    """
    rows, terms = sheet.rows, sheet.terms
    is_accepted = codes == Answer.ACCEPTED
    places, numbers = sheet.places[is_accepted], sheet.numbers[is_accepted]
    if sheet.batch.kind is BatchKind.DECISIONS:
        has_decided = rows.decisions[places] > 0
        if (
            (numbers == _UNKNOWN).any()
            or has_decided.any()
            or len(np.unique(places)) != len(places)
        ):
            return False
    elif not _placed(terms)[numbers].all():
        return False
    amounts = sheet.batch.amounts[is_accepted]
    if sheet.batch.kind is BatchKind.WAGERS and ((amounts < 1) | (amounts > AMOUNT_MAX)).any():
        return False
    for wave in waves(sheet.places):
        apply(sheet, wave[codes[wave] == Answer.ACCEPTED])
    if sheet.batch.kind is BatchKind.DECISIONS:
        return bool(sheet.lying(terms.base)[places].all())
    is_within = (rows.stakes <= AMOUNT_MAX).all()
    return bool(is_within and (sheet.lying(terms.base) | ~(rows.stakes > 0).any(axis=0)).all())


def number_acceptances(sheet: Sheet, codes: Codes, accepted_before: int) -> None:
    """Give every stake that is new on its spot the number of the entry that put it there.

    Accepted entries are numbered through the whole round, so that the numbers do not depend on how
    entries were put together in batches.
    """
    rows = sheet.rows
    rows.orders[rows.stakes == 0] = 0
    if sheet.batch.kind is BatchKind.WITHDRAWALS:
        return
    is_accepted = codes == Answer.ACCEPTED
    numbers = accepted_before + np.cumsum(is_accepted)
    entries = np.flatnonzero(is_accepted)
    spots = sheet.numbers[entries]
    if sheet.batch.kind is BatchKind.DECISIONS:
        of_code = [_UNKNOWN] + [
            _UNKNOWN if spot is None else spot
            for spot in map(sheet.terms.spot_number, (one.spot for one in sheet.terms.actions))
        ]
        spots = np.array(of_code, np.intp)[spots]
        entries, spots = entries[spots != _UNKNOWN], spots[spots != _UNKNOWN]
    places = sheet.places[entries]
    is_new = rows.orders[spots, places] == 0
    # Written from the last to the first, so that the first of several entries of one stake stays.
    entries, spots, places = entries[is_new][::-1], spots[is_new][::-1], places[is_new][::-1]
    rows.orders[spots, places] = numbers[entries]


class _Answering:
    """Answers of one wave: the first question that refuses an entry gives its reason."""

    def __init__(self, count: int) -> None:
        self.codes = np.zeros(count, np.uint8)

    def refuse(self, which: Flags, answer: Answer) -> None:
        self.codes[which & (self.codes == Answer.ACCEPTED)] = answer


def _spot_column(terms: BookTerms, values: list[int]) -> Amounts:
    """Return a fact about every spot; the last one stands for a spot that there is not."""
    assert len(values) == len(terms.spots)
    return np.array([*values, 0], np.int64)


def _placed(terms: BookTerms) -> Flags:
    """Say of every spot whether stakes are placed there; the last stands for none."""
    return _spot_column(terms, [not spot.is_decision for spot in terms.spots]) > 0


def _judge_wagers(sheet: Sheet, wave: Index) -> Codes:
    terms, spots = sheet.terms, sheet.numbers[wave]
    places, amounts = sheet.places[wave], sheet.batch.amounts[wave]
    is_placed = _placed(terms)[spots]
    prices = _spot_column(terms, [spot.price_minor or 0 for spot in terms.spots])[spots]
    least = _spot_column(terms, [spot.min_minor for spot in terms.spots])[spots]
    most = _spot_column(terms, [spot.limit_minor for spot in terms.spots])[spots]
    answering = _Answering(len(wave))
    answering.refuse(~is_placed, Answer.NOT_OFFERED)
    if sheet.suspended is not None:
        answering.refuse(spots == sheet.suspended, Answer.SUSPENDED)
    answering.refuse((prices > 0) & (amounts != prices), Answer.BAD_AMOUNT)
    answering.refuse(amounts <= 0, Answer.BAD_AMOUNT)
    has_base = sheet.lying(terms.base)[places]
    answering.refuse((spots != terms.base) & ~has_base, Answer.NO_BASE_WAGER)
    lying = sheet.rows.stakes[spots, places]
    answering.refuse((prices > 0) & (lying > 0), Answer.ALREADY_PLACED)
    # An amount beyond every limit is above the maximum already, and would not fit when added.
    total = lying + np.minimum(amounts, AMOUNT_MAX + 1)
    answering.refuse(total < least, Answer.BELOW_MIN)
    answering.refuse(total > most, Answer.ABOVE_MAX)
    return answering.codes


def _judge_withdrawals(sheet: Sheet, wave: Index) -> Codes:
    terms, spots = sheet.terms, sheet.numbers[wave]
    is_placed = _placed(terms)[spots]
    answering = _Answering(len(wave))
    answering.refuse(~is_placed, Answer.NOT_OFFERED)
    is_lying = sheet.rows.stakes[spots, sheet.places[wave]] > 0
    answering.refuse(~is_lying, Answer.NO_SUCH_STAKE)
    return answering.codes


def _judge_decisions(sheet: Sheet, wave: Index) -> Codes:
    terms, actions, places = sheet.terms, sheet.numbers[wave], sheet.places[wave]
    times = np.array([0, *(action.base_times for action in terms.actions), 0], np.int64)
    due = sheet.rows.stakes[terms.base, places] * times[actions]
    amounts = sheet.batch.amounts[wave]
    answering = _Answering(len(wave))
    answering.refuse(~sheet.lying(terms.base)[places], Answer.NOT_IN_ROUND)
    answering.refuse(sheet.rows.decisions[places] > 0, Answer.ALREADY_DECIDED)
    answering.refuse(actions == _UNKNOWN, Answer.NOT_OFFERED)
    answering.refuse((amounts != NOT_SAID) & (amounts != due), Answer.WRONG_AMOUNT)
    return answering.codes


_JUDGES: dict[BatchKind, Callable[[Sheet, Index], Codes]] = {
    BatchKind.WAGERS: _judge_wagers,
    BatchKind.WITHDRAWALS: _judge_withdrawals,
    BatchKind.DECISIONS: _judge_decisions,
}
