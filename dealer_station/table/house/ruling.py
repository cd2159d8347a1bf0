"""Rulings: who may decide what, and what each decision does to the round."""

from collections.abc import Callable

from dealer_station.games.procedure import (
    ASIDE,
    BURN,
    index_of,
    out_of_play,
    without_called_cards,
    without_future_cards,
)
from dealer_station.games.rules import Outcome, SettledWager
from dealer_station.irregularities.kinds import (
    READ,
    Correction,
    OfferedRuling,
    RulingOption,
)
from dealer_station.table import commands as c
from dealer_station.table import events as e
from dealer_station.table.draft import Draft
from dealer_station.table.house import jackpot, pool
from dealer_station.table.house.book_paying import honour_book, return_book
from dealer_station.table.house.closing import unanswered
from dealer_station.table.house.corrections import order_without_skipped
from dealer_station.table.house.faults import has_fouled_card
from dealer_station.table.house.hands import is_known
from dealer_station.table.house.paying import needs_verification, pay, verify
from dealer_station.table.house.progress import move_on
from dealer_station.table.house.raising import hold_for_stray_card, hold_for_stray_token
from dealer_station.table.house.side_bets import won_side_bets
from dealer_station.table.house.situation import early_hand, read_facts
from dealer_station.table.lifecycle import BEFORE_THE_DEAL, Phase
from dealer_station.table.refusals import RefusalReason, RefusedError
from dealer_station.table.roles import Role
from dealer_station.table.ruling import (
    AS_PROPOSED,
    RULERS,
    item_to_rule,
    refuse_unless_ruler,
    write_down,
)
from dealer_station.table.state import TABLE, HandStatus, Irregularity, Wager


def apply_ruling(draft: Draft, command: c.ApplyRuling) -> None:
    """Decide the open irregularity; an option (or a card) that is not offered is refused."""
    item = item_to_rule(draft, command)
    offered = _offered(item, command)
    refuse_unless_ruler(command, item, offered)
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
    if role in RULERS and READ in item.facts:
        names.add((item.facts[READ],))
    return names


def carry_out(draft: Draft, item: Irregularity, option: RulingOption) -> None:
    """Write the ruling down and take its effect; between rounds only a deck can be affected."""
    write_down(draft, item, option)
    if draft.state.is_round_open:
        _EFFECTS[option](draft, item)
        _excuse_silent(draft, item)
    match draft.rules.catalogue.entries[item.irregularity].correction:
        case Correction.COMPENSATION:
            _book_compensation(draft, item)
        case Correction.BURN:
            _call_burn(draft, item)
        case _:
            pass
    if option is RulingOption.FOULED_DECK:
        draft.emit(e.DeckLocked(at=draft.at, irregularity=item.irregularity))


def _call_burn(draft: Draft, item: Irregularity) -> None:
    """The burn that was forgotten is done now: no round opens before it (BA-I14, BA-D05)."""
    shoe = draft.game.shoe
    assert shoe is not None, f"{item.irregularity} is about a shoe that serves many rounds"
    if shoe.burn_count != 0:
        draft.emit(e.BurnCalled(at=draft.at, count=shoe.burn_count, irregularity=item.irregularity))


def _excuse_silent(draft: Draft, item: Irregularity) -> None:
    """The table goes on without the acceptors that were silent, until they tell something."""
    if item.irregularity != draft.rules.catalogue.silent_acceptor:
        return
    for acceptor in unanswered(draft.state):
        draft.emit(e.AcceptorExcused(at=draft.at, seat=acceptor.seat, device_id=acceptor.device_id))


def _book_compensation(draft: Draft, item: Irregularity) -> None:
    """The record counts; the difference to what was paid is written down (CS-I21).

    It is the payment of a round that the report has named, or of this round (BA-I08).
    """
    facts = read_facts(item.facts)
    seat, amount = facts.seat, facts.amount_minor
    number = draft.round.number if facts.round_paid is None else facts.round_paid
    due = None if seat is None else draft.state.handed_back_minor(number, seat)
    if seat is None or amount is None or due is None:
        # A report that names no payment has nothing to be booked (BA-I08, BA-I23).
        return
    draft.emit(
        e.CompensationBooked(
            at=draft.at,
            seat=seat,
            paid_minor=amount,
            due_minor=due,
            irregularity_number=item.number,
            person_id=draft.command.actor.person_id,
            round_number=number,
        )
    )


def _play_on(draft: Draft, item: Irregularity) -> None:
    """The round goes on, with what the report has said of a card."""
    match draft.rules.catalogue.entries[item.irregularity].correction:
        case Correction.TRUE_CARD:
            _count_true_card(draft, item)
        case Correction.EARLY_CARD:
            hand = early_hand(draft.rules, draft.state)
            assert hand is not None, f"{item.irregularity} is about a card that came too early"
            _place_surplus(draft, item, hand)
        case _:
            pass


def _count_true_card(draft: Draft, item: Irregularity) -> None:
    """The card that the report names counts at the place that it names (CH-I02).

    A prize that was locked up by the wrong one is none; nobody was paid yet.
    """
    facts, current = read_facts(item.facts), draft.round
    assert facts.position is not None, f"{item.irregularity} names a place"
    assert facts.card is not None, f"{item.irregularity} names the true card"
    index = index_of(current.deal_order, facts.position)
    assert index is not None, f"nothing lies at {facts.position}"
    pool.void_hits(draft, item.irregularity, "")
    draft.emit(
        e.CardCorrected(
            at=draft.at,
            card=facts.card,
            card_number=index + 1,
            position=str(facts.position),
            irregularity=item.irregularity,
        )
    )


def _count_certain_card(draft: Draft, item: Irregularity) -> None:
    """What is honoured is won by the true card where the report names it (CH-I02, CH-I25).

    After a payment nothing is counted anew.
    """
    correction = draft.rules.catalogue.entries[item.irregularity].correction
    facts = read_facts(item.facts)
    is_certain = facts.position is not None and facts.card is not None and is_known(facts.card)
    if correction is Correction.TRUE_CARD and is_certain and not draft.round.paid_seats:
        _count_true_card(draft, item)


def _nothing(_draft: Draft, _item: Irregularity) -> None:
    """The ruling changes nothing in the round."""


def _void_round(draft: Draft, item: Irregularity) -> None:
    """Every stake goes back, prizes and contributions return to where they came from."""
    # Who reports and rules is one person: what was paid he may not take back alone (ACC-07). What
    # the table has found stands in the record; then it is who deals the round.
    second = draft.round.dealer_id if item.reported_by == TABLE else item.person_id
    pool.void_hits(draft, item.irregularity, second)
    for wager in draft.round.wagers:
        _return(draft, wager, item.irregularity)
    return_book(draft, item.irregularity)
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
        pool.release_envies(draft, wager.seat, reason)
        pool.take_back(draft, wager.seat, wager.amount_minor)


def _seat(item: Irregularity) -> int:
    seat = read_facts(item.facts).seat
    assert seat is not None, f"{item.irregularity} concerns a seat"
    return seat


def _void_hand(draft: Draft, item: Irregularity) -> None:
    """One seat's stakes go back; a round in which nobody is left is void."""
    seat = _seat(item)
    pool.release_awards(draft, seat, item.irregularity)
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
    pool.release_awards(draft, seat, item.irregularity)
    draft.emit(e.HandKilled(at=draft.at, seat=seat))


def _set_aside(draft: Draft, item: Irregularity) -> None:
    """The card is out of the round; a house may keep it as the first card of the next (BA-D02)."""
    card = draft.round.draws[(item.card_number or len(draft.round.deal_order) + 1) - 1]
    _card_out(draft, item, ASIDE)
    shoe = draft.game.shoe
    if shoe is not None and shoe.keeps_set_aside_card and is_known(card):
        draft.emit(e.CardKept(at=draft.at, card=card))


def _burn_card(draft: Draft, item: Irregularity) -> None:
    _card_out(draft, item, BURN)


def _card_out(draft: Draft, item: Irregularity, pile: str) -> None:
    """A card is out: one that was not due, or the reported one, whose place the next one takes.

    A hand that is void or dead gets no more cards. What was called for after the deal is called
    for anew, since it depends on the cards before.
    """
    current = draft.round
    if not item.card_number:
        _place_surplus(draft, item, pile)
        return
    index = item.card_number - 1
    owner = current.deal_order[index]
    planned = current.deal_order
    if draft.state.phase in {Phase.DRAWING, Phase.PAYING}:
        first = draft.game.deal_order(tuple(hand.seat for hand in current.hands))
        planned = without_called_cards(planned, index, first)
    order = out_of_play(planned, index, pile)
    if current.is_out(owner):
        order = without_future_cards(order, index + 1, owner)
    _refuse_unread_in_hand(draft, item, order)
    draft.emit(e.DealOrderCorrected(at=draft.at, deal_order=order, irregularity=item.irregularity))


def _refuse_unread_in_hand(draft: Draft, item: Irregularity, order: tuple[str, ...]) -> None:
    """A burned card that nobody has read cannot become a hand's: another ruling is made.

    The newest card is asked for anew by itself.
    """
    placed = zip(draft.round.draws[:-1], order, strict=False)
    if any(not is_known(card) and owner not in {ASIDE, BURN} for card, owner in placed):
        raise RefusedError(RefusalReason.NOT_APPLICABLE, irregularity=item.irregularity)


def _place_surplus(draft: Draft, item: Irregularity, hand: str) -> None:
    """The first card that was not due goes to a hand or pile."""
    order = (*draft.round.deal_order, hand)
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
    """The round is void, but progressive prizes and side bets that are won are paid (CS-I04).

    The open ruling shows these hands to whoever gives it, so he has seen each before it is paid by
    who deals the round (CS-21, CS-D05, HIT-07).
    """
    _count_certain_card(draft, item)
    if has_fouled_card(draft.round, draft.state.shoe, draft.game.decks):
        # The true card lies there already: the table finds it next, and nothing is paid (CH-I16).
        return
    rules, current = draft.rules, draft.round
    seats = jackpot.payment_order(rules, current)
    won = {seat: won_side_bets(rules, current, seat) for seat in seats}
    honoured = {(seat, wager.spot) for seat in seats for wager in won[seat]}
    progressive = draft.game.progressive
    winners = {seat for seat in seats if jackpot.winner_at(rules, current, seat)}
    if progressive is not None:
        honoured |= {(seat, progressive.spot) for seat in winners}
    for wager in current.wagers:
        if (wager.seat, wager.spot) not in honoured:
            _return(draft, wager, item.irregularity)
    for seat in seats:
        _pay_honoured(draft, seat, won[seat])
    honour_book(draft, item.irregularity)
    _end_void(draft, item)


def _pay_honoured(draft: Draft, seat: int, side_bets: tuple[SettledWager, ...]) -> None:
    """Pay what of a seat's stakes is left: it has won, and was not paid before."""
    stakes, progressive = draft.round.pending_stakes(seat), draft.game.progressive
    wagers = tuple(wager for wager in side_bets if wager.spot in stakes)
    if progressive is not None and progressive.spot in stakes:
        if needs_verification(draft, seat):
            verify(draft, seat)
        settled = pool.settle(draft, seat, stakes[progressive.spot], draft.round.dealer_id)
        wagers = (*wagers, settled)
    if wagers:
        pay(draft, seat, wagers)


_EFFECTS: dict[RulingOption, Callable[[Draft, Irregularity], None]] = {
    RulingOption.PLAY_ON: _play_on,
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
