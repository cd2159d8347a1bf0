"""The pool's side of the bettors' book: the one place where a book meets a progressive.

What tickets feed, what a hit takes and what goes back is said here for the book as a whole, under
`BOOK_SEAT`; who of its bettors gets what is the settlement's (CH-42, CH-D07). The tickets stand on
one spot of the terms, and a fold does not touch them (CH-D09).
"""

from dealer_station.bettors.settlement import PoolHit
from dealer_station.games.paytable import Prize, PrizeKind
from dealer_station.games.rules import OnFold, ProgressiveRules
from dealer_station.progressive import meter
from dealer_station.progressive.events import (
    AwardPaid,
    ContributionBooked,
    ContributionReturned,
    PrizeLocked,
)
from dealer_station.table.book_state import BOOK_SEAT
from dealer_station.table.draft import Draft, TableRules
from dealer_station.table.house.hands import known_cards
from dealer_station.table.state import HouseRound


def contribute(draft: Draft) -> None:
    """Feed the meter with all tickets of the book at once; when betting closes."""
    rules = draft.game.progressive
    amount = None if rules is None else rules.contribution * tickets_minor(rules, draft.round)
    if rules is not None and amount:
        draft.book(
            rules.pool,
            ContributionBooked(
                at=draft.at,
                table_id=draft.state.table_id,
                round_number=draft.round.number,
                seat=BOOK_SEAT,
                amount=amount,
                entry=meter.contribution(amount),
            ),
        )


def take_back_contribution(draft: Draft) -> None:
    """Take the part of all tickets out of the meter again: they go back to their bettors."""
    rules = draft.game.progressive
    amount = None if rules is None else rules.contribution * tickets_minor(rules, draft.round)
    if rules is not None and amount:
        draft.book(
            rules.pool,
            ContributionReturned(
                at=draft.at,
                table_id=draft.state.table_id,
                round_number=draft.round.number,
                seat=BOOK_SEAT,
                amount=amount,
                entry=meter.contribution_return(draft.pool(rules), amount),
            ),
        )


def tickets_minor(rules: ProgressiveRules, current: HouseRound) -> int:
    """Return the value of all tickets in the book that have not been settled."""
    return current.pending_stakes(BOOK_SEAT).get(rules.spot, 0)


def prize_of(rules: TableRules, current: HouseRound) -> Prize | None:
    """Return what the shared hand wins for every ticket of the book; None without one.

    The hand has all its cards by then; one that is not known, or is there twice, wins nothing.
    """
    progressive = rules.game.progressive
    if progressive is None or not tickets_minor(progressive, current):
        return None
    assert progressive.on_fold is OnFold.SURVIVE, "a ticket of the book outlives a fold (CH-D09)"
    known = known_cards(rules, _cards_in_use(rules, current))
    return None if known is None else rules.game.prize(known)


def _cards_in_use(rules: TableRules, current: HouseRound) -> tuple[str, ...]:
    names = rules.game.plays_with(rules.game.hand_of(BOOK_SEAT))
    return tuple(card for name in names for card in current.cards(name))


def must_be_seen(rules: TableRules, current: HouseRound) -> bool:
    """Whether a supervisor has yet to see the hand before the book is paid (CH-D10)."""
    return needs_sight(rules, current) and BOOK_SEAT not in current.verified


def needs_sight(rules: TableRules, current: HouseRound) -> bool:
    """Whether the hand wins a prize for the book that a supervisor has to see, seen or not."""
    progressive, prize = rules.game.progressive, prize_of(rules, current)
    return (
        progressive is not None and prize is not None and prize.kind not in progressive.unseen_kinds
    )


def pool_hit(draft: Draft) -> PoolHit | None:
    """Return the pool that all tickets share; None where the hand has not hit it."""
    progressive, prize = draft.game.progressive, prize_of(draft.rules, draft.round)
    if progressive is None or prize is None or prize.kind is not PrizeKind.WHOLE_METER:
        return None
    return PoolHit(progressive.spot, draft.pool(progressive).meter_minor)


def pay_prizes(draft: Draft, total_minor: int) -> None:
    """Book what all tickets together have won, out of the pool or from the house (CH-D08)."""
    rules, prize = draft.game.progressive, prize_of(draft.rules, draft.round)
    if rules is None or prize is None or not total_minor:
        return
    before = draft.pool(rules)
    if prize.kind is PrizeKind.WHOLE_METER:
        entry = meter.whole_meter(before, total_minor, rules.seed_minor)
    else:
        entry = meter.fixed_prize(before, total_minor, from_meter=rules.deduct_fixed_prizes)
    known = known_cards(draft.rules, _cards_in_use(draft.rules, draft.round))
    category = None if known is None else draft.game.category(known)
    assert category is not None, "a hand that wins is complete"
    draft.book(
        rules.pool,
        PrizeLocked(
            at=draft.at,
            table_id=draft.state.table_id,
            round_number=draft.round.number,
            hand=category,
            amount_minor=total_minor,
            shares=((BOOK_SEAT, total_minor),),
            meter_before_minor=before.meter_minor,
            meter_after_minor=meter.meter_minor_after(before, entry),
            entry=entry,
        ),
    )
    draft.book(
        rules.pool,
        AwardPaid(
            at=draft.at,
            table_id=draft.state.table_id,
            round_number=draft.round.number,
            seat=BOOK_SEAT,
            amount_minor=total_minor,
            entry=meter.award_payment(total_minor),
        ),
    )
