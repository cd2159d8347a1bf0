"""Rulings: who may decide what, and what each decision does to the round."""

from collections.abc import Callable

from dealer_station.games.procedure import ASIDE, BURN, out_of_play, without_future_cards
from dealer_station.games.rules import Outcome
from dealer_station.irregularities.kinds import (
    READ,
    Authority,
    Correction,
    OfferedRuling,
    RulingOption,
)
from dealer_station.table import commands as c
from dealer_station.table import events as e
from dealer_station.table.draft import Draft
from dealer_station.table.house import jackpot
from dealer_station.table.house.closing import unanswered
from dealer_station.table.house.corrections import order_without_skipped
from dealer_station.table.house.paying import needs_verification, pay, verify
from dealer_station.table.house.progress import move_on
from dealer_station.table.house.raising import hold_for_stray_card, hold_for_stray_token
from dealer_station.table.house.situation import read_facts
from dealer_station.table.lifecycle import BEFORE_THE_DEAL, Phase
from dealer_station.table.refusals import RefusalReason, RefusedError
from dealer_station.table.roles import Role
from dealer_station.table.state import HandStatus, Irregularity, Wager

AS_PROPOSED = "as_proposed"
_RULERS = frozenset({Role.SUPERVISOR, Role.MANAGER})


def apply_ruling(draft: Draft, command: c.ApplyRuling) -> None:
    """Decide the open irregularity; an option (or a card) that is not offered is refused."""
    item = draft.state.open_irregularity
    if item is None or command.number not in {0, item.number}:
        raise RefusedError(RefusalReason.NOT_APPLICABLE)
    offered = _offered(item, command)
    role = command.actor.role
    if role not in _RULERS:
        raise RefusedError(RefusalReason.NEEDS_SUPERVISOR, irregularity=item.irregularity)
    if offered.needs is Authority.MANAGER and role is not Role.MANAGER:
        raise RefusedError(
            RefusalReason.NEEDS_MANAGER, irregularity=item.irregularity, option=offered.option
        )
    carry_out(draft, item, offered.option)
    if draft.state.is_round_open:
        move_on(draft)
    else:
        hold_for_stray_card(draft)
        hold_for_stray_token(draft)


def _offered(item: Irregularity, command: c.ApplyRuling) -> OfferedRuling:
    if command.cards in _cards_to_name(item, command.actor.role):
        for offered in item.options:
            if command.option in {AS_PROPOSED, offered.option}:
                return offered
    raise RefusedError(
        RefusalReason.NOT_OFFERED, irregularity=item.irregularity, option=command.option
    )


def _cards_to_name(item: Irregularity, role: Role) -> set[tuple[str, ...]]:
    """Return the cards that a ruling may name: none, or that of the report.

    The card that was read in its place may be named by those who see it; another's answer would
    tell him which it is.
    """
    names = {(), tuple(item.facts.get("card", "").split())}
    if role in _RULERS and READ in item.facts:
        names.add((item.facts[READ],))
    return names


def carry_out(draft: Draft, item: Irregularity, option: RulingOption) -> None:
    """Write the ruling down and take its effect; between rounds only a deck can be affected."""
    actor = draft.command.actor
    draft.emit(
        e.RulingMade(
            at=draft.at,
            number=item.number,
            irregularity=item.irregularity,
            option=option,
            role=actor.role,
            person_id=actor.person_id,
        )
    )
    if draft.state.is_round_open:
        _EFFECTS[option](draft, item)
        _excuse_silent(draft, item)
    if draft.rules.catalogue.entries[item.irregularity].correction is Correction.COMPENSATION:
        _book_compensation(draft, item)
    if option is RulingOption.FOULED_DECK:
        draft.emit(e.DeckLocked(at=draft.at, irregularity=item.irregularity))


def _excuse_silent(draft: Draft, item: Irregularity) -> None:
    """The table goes on without the acceptors that were silent, until they tell something."""
    if item.irregularity != draft.rules.catalogue.silent_acceptor:
        return
    for acceptor in unanswered(draft.state):
        draft.emit(e.AcceptorExcused(at=draft.at, seat=acceptor.seat, device_id=acceptor.device_id))


def _book_compensation(draft: Draft, item: Irregularity) -> None:
    """The record counts; the difference to what was paid is written down (CS-I21)."""
    facts, seat = read_facts(item.facts), _seat(item)
    assert facts.amount_minor is not None, f"{item.irregularity} names the amount paid"
    draft.emit(
        e.CompensationBooked(
            at=draft.at,
            seat=seat,
            paid_minor=facts.amount_minor,
            due_minor=draft.round.handed_back_minor(seat),
            irregularity_number=item.number,
            person_id=draft.command.actor.person_id,
        )
    )


def _nothing(_draft: Draft, _item: Irregularity) -> None:
    """The ruling changes nothing in the round."""


def _void_round(draft: Draft, item: Irregularity) -> None:
    """Every stake goes back, prizes and contributions return to where they came from."""
    jackpot.reverse_awards(draft)
    for wager in draft.round.wagers:
        _return(draft, wager, item.irregularity)
    _end_void(draft, item)


def _end_void(draft: Draft, item: Irregularity) -> None:
    draft.emit(
        e.RoundVoided(at=draft.at, round_number=draft.round.number, reason=item.irregularity)
    )


def _return(draft: Draft, wager: Wager, reason: str) -> None:
    """Give a stake back; one that had fed the meter takes its part out again."""
    if wager.outcome is Outcome.VOID:
        return
    draft.emit(
        e.WagerReturned(
            at=draft.at,
            seat=wager.seat,
            spot=wager.spot,
            amount_minor=wager.amount_minor,
            net_undone_minor=wager.net_minor,
            reason=reason,
        )
    )
    progressive = draft.game.progressive
    has_contributed = draft.state.phase not in BEFORE_THE_DEAL
    if progressive and wager.spot == progressive.spot and has_contributed:
        jackpot.take_back_contribution(draft, wager.seat, wager.amount_minor)


def _seat(item: Irregularity) -> int:
    seat = read_facts(item.facts).seat
    assert seat is not None, f"{item.irregularity} concerns a seat"
    return seat


def _void_hand(draft: Draft, item: Irregularity) -> None:
    """One seat's stakes go back; a round in which nobody is left is void."""
    seat = _seat(item)
    jackpot.release_share(draft, seat)
    _leave_out_skipped(draft, item)
    draft.emit(e.HandVoided(at=draft.at, seat=seat))
    for wager in draft.round.wagers:
        if wager.seat == seat and wager.is_pending:
            _return(draft, wager, item.irregularity)
    if all(hand.status is HandStatus.VOID for hand in draft.round.hands):
        _end_void(draft, item)


def _leave_out_skipped(draft: Draft, item: Irregularity) -> None:
    """Where the seat was skipped, the cards belong to those who have them (CS-I15)."""
    entry = draft.rules.catalogue.entries[item.irregularity]
    if entry.correction is not Correction.SKIPPED_SEAT:
        return
    order = order_without_skipped(draft.round, read_facts(item.facts).position)
    if order != draft.round.deal_order:
        draft.emit(
            e.DealOrderCorrected(at=draft.at, deal_order=order, irregularity=item.irregularity)
        )


def _dead_hand(draft: Draft, item: Irregularity) -> None:
    """One seat is out; its stakes are taken when its turn comes, its part of the meter stays."""
    seat = _seat(item)
    jackpot.release_share(draft, seat)
    draft.emit(e.HandKilled(at=draft.at, seat=seat))


def _set_aside(draft: Draft, item: Irregularity) -> None:
    _card_out(draft, item, ASIDE)


def _burn_card(draft: Draft, item: Irregularity) -> None:
    _card_out(draft, item, BURN)


def _card_out(draft: Draft, item: Irregularity, pile: str) -> None:
    """The reported card is out; the next one takes its place, unless its hand gets no more."""
    current, index = draft.round, item.card_number - 1
    owner = current.deal_order[index]
    order = out_of_play(current.deal_order, index, pile)
    if current.is_out(owner):
        order = without_future_cards(order, index + 1, owner)
    draft.emit(e.DealOrderCorrected(at=draft.at, deal_order=order, irregularity=item.irregularity))


def _correct_wager(draft: Draft, item: Irregularity) -> None:
    """While decisions are open the Bet becomes what it must be; afterwards a short one stands."""
    facts, current = read_facts(item.facts), draft.round
    seat, found = _seat(item), facts.amount_minor
    assert found is not None, f"{item.irregularity} names the amount found"
    hand = current.hand(seat)
    assert hand is not None, f"seat {seat} is in the round"
    base = current.pending_stakes(seat)[draft.game.spots[0].name]
    due = draft.game.act_stakes(base)[hand.decision]
    spot = draft.game.act_spot(hand.decision)
    assert spot is not None, f"{hand.decision} stakes nothing"
    stands = due if draft.state.phase is Phase.DECIDING else min(found, due)
    draft.emit(
        e.WagerCorrected(at=draft.at, seat=seat, spot=spot, amount_minor=stands, found_minor=found)
    )


def _honour_side_bets(draft: Draft, item: Irregularity) -> None:
    """The round is void, but a hand that wins a progressive prize is paid (CS-I04).

    The open ruling shows these hands to whoever gives it, so he has seen each before it is paid
    (CS-21, CS-D05).
    """
    progressive, current = draft.game.progressive, draft.round
    assert progressive is not None, "only offered with a progressive"
    winners = [
        seat
        for seat in jackpot.payment_order(draft.rules, current)
        if jackpot.winner_at(draft.rules, current, seat)
    ]
    for wager in current.wagers:
        if wager.spot != progressive.spot or wager.seat not in winners:
            _return(draft, wager, item.irregularity)
    for seat in winners:
        stake = draft.round.pending_stakes(seat).get(progressive.spot)
        if stake is not None:
            if needs_verification(draft, seat):
                verify(draft, seat)
            pay(draft, seat, (jackpot.settle(draft, seat, stake),))
    _end_void(draft, item)


_EFFECTS: dict[RulingOption, Callable[[Draft, Irregularity], None]] = {
    RulingOption.PLAY_ON: _nothing,
    RulingOption.VOID_ROUND: _void_round,
    RulingOption.VOID_HAND: _void_hand,
    RulingOption.DEAD_HAND: _dead_hand,
    RulingOption.FOULED_DECK: _void_round,
    RulingOption.COMPLETE_HAND: _nothing,
    RulingOption.BURN_CARD: _burn_card,
    RulingOption.SET_ASIDE: _set_aside,
    RulingOption.REORDER: _nothing,
    RulingOption.CORRECT_WAGER: _correct_wager,
    RulingOption.RETURN_WAGER: _nothing,
    RulingOption.HONOUR_SIDE_BETS: _honour_side_bets,
}
