"""No more bets: the acceptors are asked to shut, each answers, then betting is closed.

Every token that an acceptor had counted when it was shut stands before its answer in the order of
its facts, so once all have answered, every wager is known. One that stays silent, or has told that
tokens may be missing since the betting was opened, holds the table (CS-I24): nobody guesses what is
in it. A table without acceptors closes at once.
"""

from typing import Final

from dealer_station.games.procedure import BURN
from dealer_station.irregularities.kinds import RulingOption
from dealer_station.irregularities.rulings import propose
from dealer_station.table import commands as c
from dealer_station.table import events as e
from dealer_station.table.acceptors import Acceptor
from dealer_station.table.draft import Draft
from dealer_station.table.house import book_closing, pool
from dealer_station.table.house.betting import dealt_in, is_anyone_in, refuse_unless_betting
from dealer_station.table.house.raising import open_table_finding, raise_irregularity
from dealer_station.table.house.situation import situation_of
from dealer_station.table.lifecycle import Phase
from dealer_station.table.refusals import RefusalReason, RefusedError
from dealer_station.table.state import TableState

ACCEPTOR_SILENT_MS: Final = 1_000
"""How long an acceptor may be silent before it holds the table (design: closing of betting)."""


def close_betting(draft: Draft, command: c.CloseBetting) -> None:
    """No more bets: from now on no stake is taken, and the acceptors are to shut."""
    refuse_unless_betting(draft)
    if not is_anyone_in(draft.state, draft.rules) and not draft.game.may_deal_without_wagers:
        raise RefusedError(RefusalReason.NO_BASE_WAGER)
    if draft.state.acceptors:
        draft.emit(e.ClosingBegun(at=draft.at, person_id=command.actor.person_id))
        hold_for_silence(draft)
        if not draft.state.open_irregularity:
            finish(draft)
    else:
        _close(draft, command.actor.person_id)


def unanswered(state: TableState) -> tuple[Acceptor, ...]:
    """Return the acceptors that the closing waits for: silent ones, and those in doubt.

    While the progressive is suspended it waits for no silent one (LNK-05): the game goes on.
    """
    closing = state.closing
    if closing is None:
        return ()
    is_waiting = not state.is_suspended
    return tuple(
        one
        for one in state.acceptors
        if ((is_waiting and one.shut_for != closing.number) or one.is_in_doubt)
        and not one.is_excused
    )


def is_silence_due(state: TableState, now: int) -> bool:
    """Say whether the table has to be held: an acceptor in doubt, or silent for too long.

    A clock that was set back must not make the wait longer: then it is over.
    """
    closing = state.closing
    if closing is None or state.open_irregularity or not unanswered(state):
        return False
    if any(one.is_in_doubt for one in unanswered(state)):
        return True
    return not 0 <= now - closing.waiting_since_at < ACCEPTOR_SILENT_MS


def hold_for_silence(draft: Draft) -> None:
    """Hold the table where an acceptor has been silent for too long, or tokens may be missing."""
    catalogue = draft.rules.catalogue
    if not catalogue.silent_acceptor or not is_silence_due(draft.state, draft.at):
        return
    entry = catalogue.entries[catalogue.silent_acceptor]
    waiting = unanswered(draft.state)
    facts = {"seats": " ".join(str(one.seat) for one in waiting)}
    in_doubt = [str(one.seat) for one in waiting if one.is_in_doubt]
    if in_doubt:
        facts["in_doubt"] = " ".join(in_doubt)
    options = propose(entry, situation_of(draft.rules, draft.state, facts)).options
    raise_irregularity(draft, entry.id, facts, options)


def end_silence(draft: Draft) -> None:
    """Take back the hold for silence once everybody has answered: nothing is left to rule."""
    silence = open_table_finding(draft, draft.rules.catalogue.silent_acceptor)
    if silence is None or unanswered(draft.state):
        return
    draft.emit(
        e.RulingMade(
            at=draft.at,
            number=silence.number,
            irregularity=silence.irregularity,
            option=RulingOption.PLAY_ON,
            role=draft.command.actor.role,
            person_id=draft.command.actor.person_id,
        )
    )


def finish(draft: Draft) -> None:
    """Close betting if every acceptor has answered; called when nothing holds the table."""
    closing = draft.state.closing
    if draft.state.phase is Phase.CLOSING and closing and not unanswered(draft.state):
        _close(draft, closing.person_id)


def _close(draft: Draft, person_id: str) -> None:
    """Return side stakes without a base stake (CS-I12), feed the meter, deal."""
    seats = dealt_in(draft.state, draft.rules)
    draft.emit(
        e.BettingClosed(
            at=draft.at,
            deal_order=(*draft.round.deal_order, *_deal_order(draft, seats)),
            person_id=person_id,
            seats=tuple(sorted(seats)),
        )
    )
    for wager in draft.round.wagers:
        if wager.seat not in seats:
            draft.emit(
                e.WagerReturned(
                    at=draft.at,
                    seat=wager.seat,
                    spot=wager.spot,
                    amount_minor=wager.amount_minor,
                    net_undone_minor=0,
                    reason=draft.rules.catalogue.unbacked_wager,
                )
            )
    book_closing.close_wagers(draft)
    pool.count(draft)
    _play_kept_cards(draft)


def _deal_order(draft: Draft, seats: tuple[int, ...]) -> tuple[str, ...]:
    """Return the order of the deal with the burns before it, none in a shoe's first round (BA-D14).

    Cards kept from the round before have left the shoe already: they come before the burns.
    """
    order, shoe = draft.game.deal_order(seats), draft.game.shoe
    if shoe is None or not draft.state.shoe.rounds:
        return order
    kept = len(draft.state.shoe.kept_cards)
    return (*order[:kept], *(BURN,) * shoe.burn_between_rounds, *order[kept:])


def _play_kept_cards(draft: Draft) -> None:
    """Cards that were set aside in the round before are the first of this one (BA-D02).

    More than the deal has places for wait for the round after it.
    """
    for card in draft.state.shoe.kept_cards:
        position = draft.round.next_position
        if not position or position == BURN:
            return
        draft.emit(e.KeptCardPlayed(at=draft.at, card=card, position=position))
