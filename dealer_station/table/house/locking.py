"""When a prize is locked up: its seat's turn has come, and its hand was seen (CS-22, HIT-01).

From then on the amount stands and everybody plays on for what the level starts again with, though
the winner is still to be paid. So of hands at different tables the one that was verified first
takes the meter, whoever is paid first (CS-G09), and a prize that waits can be put in dispute.
What a turn needs no verification for is a fixed prize, and is locked up when it is paid.
"""

from dealer_station.table.book_state import BOOK_SEAT
from dealer_station.table.draft import Draft
from dealer_station.table.house import book_paying, book_pool, jackpot, pool
from dealer_station.table.house.doubts import doubted_awards
from dealer_station.table.house.verifying import must_be_seen
from dealer_station.table.lifecycle import Phase


def lock_due_prize(draft: Draft) -> None:
    """Lock up what the seat wins whose turn it is, unless its hand is still to be seen.

    Nothing happens where this was done before, or where there is no such prize.
    """
    rules = draft.game.progressive
    if rules is None or draft.state.phase is not Phase.PAYING or not draft.round.turns:
        return
    seat = draft.round.turns[0]
    is_in_doubt = bool(doubted_awards(draft.state, draft.rules, draft.meters, seat))
    if is_in_doubt or must_be_seen(draft.rules, draft.round, seat):
        return
    if seat == BOOK_SEAT:
        if book_pool.needs_sight(draft.rules, draft.round):
            book_paying.lock_pool(draft)
        return
    stake_minor = draft.round.pending_stakes(seat).get(rules.spot)
    winner = jackpot.winner_at(draft.rules, draft.round, seat)
    if winner is None or stake_minor is None or winner.prize.kind in rules.unseen_kinds:
        return
    award = pool.lock_prize(draft, rules, winner, stake_minor)
    if award is not None:
        pool.confirm(draft, rules, award)
