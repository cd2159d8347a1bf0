"""Payment: seat by seat in payment order, each jackpot hand seen by a supervisor first (CS-21)."""

from collections.abc import Mapping
from typing import NamedTuple

from dealer_station.games.rules import SettledWager
from dealer_station.money import format_minor, to_minor
from dealer_station.progressive.ledger import Ledger
from dealer_station.table import commands as c
from dealer_station.table import events as e
from dealer_station.table.book_state import BOOK_SEAT
from dealer_station.table.draft import Draft, TableRules, start
from dealer_station.table.house import pool
from dealer_station.table.house.book_paying import pay_book
from dealer_station.table.house.deciding import refuse_unless
from dealer_station.table.house.doubts import doubted_awards
from dealer_station.table.house.envy import given_for
from dealer_station.table.house.hands import hands_of
from dealer_station.table.house.locking import lock_due_prize
from dealer_station.table.house.progress import move_on
from dealer_station.table.house.side_bets import side_bets_at
from dealer_station.table.house.verifying import must_be_seen
from dealer_station.table.lifecycle import Phase
from dealer_station.table.refusals import RefusalReason, RefusedError
from dealer_station.table.roles import Actor, Role
from dealer_station.table.state import Envy, HandStatus, TableState

PREVIEW = "preview"
"""Who pays where nobody pays: what would be paid is only worked out."""


def verify_hand(draft: Draft, command: c.VerifyHand) -> None:
    """A supervisor has seen a jackpot hand; any time once all decisions are closed (CS-D05)."""
    draft.refuse_if_held()
    draft.require_role(Role.SUPERVISOR, Role.MANAGER)
    refuse_unless(draft, Phase.PAYING)
    _refuse_unknown(draft, command.seat)
    if not needs_verification(draft, command.seat):
        raise RefusedError(RefusalReason.NOT_APPLICABLE, seat=str(command.seat))
    verify(draft, command.seat)
    lock_due_prize(draft)


def verify(draft: Draft, seat: int) -> None:
    """Write down who has seen a jackpot hand; one whose prize was in dispute is seen anew."""
    actor = draft.command.actor
    draft.emit(e.HandVerified(at=draft.at, seat=seat, person_id=actor.person_id, role=actor.role))
    pool.verify_doubted(draft, seat)


def needs_verification(draft: Draft, seat: int) -> bool:
    """Whether a seat has a jackpot hand that is neither verified, anew if need be, nor paid."""
    current = draft.round
    if seat in current.paid_seats:
        return False
    is_in_doubt = bool(doubted_awards(draft.state, draft.rules, draft.meters, seat))
    return is_in_doubt or must_be_seen(draft.rules, current, seat)


def _refuse_unknown(draft: Draft, seat: int) -> None:
    """Refuse a number under which nothing is paid here: no seat's, nor that of the book."""
    is_book = seat == BOOK_SEAT and draft.round.book is not None
    if seat not in draft.state.seats and not is_book:
        raise RefusedError(RefusalReason.NO_SUCH_SEAT, seat=str(seat))


def pay_seat(draft: Draft, command: c.PaySeat) -> None:
    """Pay, take or return everything at the seat whose turn it is."""
    draft.refuse_if_held()
    refuse_unless(draft, Phase.PAYING)
    _refuse_unknown(draft, command.seat)
    following = draft.round.turns[0]
    if command.seat != following:
        raise RefusedError(RefusalReason.NOT_NEXT, seat=str(command.seat), next=str(following))
    if needs_verification(draft, command.seat):
        raise RefusedError(RefusalReason.UNVERIFIED, seat=str(command.seat))
    if command.seat == BOOK_SEAT:
        pay_book(draft)
    else:
        wagers = settled_wagers(draft, command.seat, command.actor.person_id)
        _refuse_other_amount(command, wagers)
        pay(draft, command.seat, wagers)
    move_on(draft)


def _refuse_other_amount(command: c.PaySeat, wagers: tuple[SettledWager, ...]) -> None:
    """What was counted out by the picture must be what is paid: a meter may have moved since."""
    hand_back_minor = sum(wager.handed_back_minor for wager in wagers)
    if command.hand_back is not None and to_minor(command.hand_back) != hand_back_minor:
        raise RefusedError(
            RefusalReason.HAND_BACK_CHANGED,
            seat=str(command.seat),
            hand_back=format_minor(hand_back_minor),
            shown=str(command.hand_back),
        )


def pay(draft: Draft, seat: int, wagers: tuple[SettledWager, ...]) -> None:
    """Write a seat's payment down."""
    person_id = draft.command.actor.person_id
    draft.emit(e.SeatPaid(at=draft.at, seat=seat, wagers=wagers, person_id=person_id))


def settled_wagers(draft: Draft, seat: int, payer_id: str) -> tuple[SettledWager, ...]:
    """Settle every stake at a seat, with the prize that was locked up for it.

    `payer_id` is who hands it out.
    """
    current, game = draft.round, draft.game
    hand = current.hand(seat)
    assert hand is not None, f"seat {seat} has stakes and no hand"
    stakes = current.pending_stakes(seat)
    if hand.status is HandStatus.IN:
        wagers = game.settle(stakes, game.hand_of(seat), hands_of(draft.rules, current))
    else:
        wagers = _out_of_play(draft, seat, stakes, is_dead=hand.status is HandStatus.DEAD)
    progressive = game.progressive
    if progressive is None or progressive.spot not in stakes:
        return wagers
    return (*wagers, pool.settle(draft, seat, stakes[progressive.spot], payer_id))


def _out_of_play(
    draft: Draft, seat: int, stakes: Mapping[str, int], *, is_dead: bool
) -> tuple[SettledWager, ...]:
    """Take the stakes of a folded or dead hand, but side bets that a fold leaves alone (CH-32b)."""
    left = () if is_dead else side_bets_at(draft.rules, draft.round, seat)
    alone = tuple(wager for wager in left if wager.spot in stakes)
    decided = {wager.spot for wager in alone}
    lost = {spot: stake for spot, stake in stakes.items() if spot not in decided}
    return (*draft.game.forfeit(lost, is_dead=is_dead), *alone)


class Preview(NamedTuple):
    """What paying a seat would come to: its own stakes, and what others get for its hand."""

    wagers: tuple[SettledWager, ...] = ()
    envies: tuple[Envy, ...] = ()


def preview(
    state: TableState, rules: TableRules, meters: Mapping[str, Ledger], seat: int
) -> Preview:
    """Return what paying a seat now would come to; nothing is changed."""
    command = c.PaySeat(
        command_id=PREVIEW, issued_at=0, actor=Actor(PREVIEW, Role.STATION), seat=seat
    )
    draft = start(command, rules, state, meters)
    try:
        wagers = settled_wagers(draft, seat, PREVIEW)
    except RefusedError:
        # What is in dispute comes to nothing that could be told yet.
        return Preview()
    return Preview(wagers, given_for(draft.round.envies, seat))
