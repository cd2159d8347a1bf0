"""Cards as they leave the shoe. A card is a fact: it is recorded whatever the table expects."""

from dealer_station.cards.card import CUT, UNREADABLE, Card, CardNotationError, parse_cards
from dealer_station.cards.deck import standard_deck
from dealer_station.games.procedure import BURN, position_at
from dealer_station.games.rules import AfterCut
from dealer_station.irregularities.kinds import Authority, Fact, OfferedRuling, RulingOption
from dealer_station.irregularities.rulings import propose
from dealer_station.table import commands as c
from dealer_station.table import events as e
from dealer_station.table.draft import Draft
from dealer_station.table.house.faults import JOKER, is_fouled
from dealer_station.table.house.hands import is_known
from dealer_station.table.house.progress import move_on
from dealer_station.table.house.raising import (
    hold_for_stray_card,
    open_table_finding,
    raise_irregularity,
)
from dealer_station.table.house.situation import situation_of
from dealer_station.table.lifecycle import Service
from dealer_station.table.refusals import RefusalReason, RefusedError
from dealer_station.table.state import Irregularity, ShoeState


def record_card(draft: Draft, command: c.RecordCard) -> None:
    """Record a card; say where it belongs, or raise what is wrong with it."""
    if not is_notation(command.card):
        raise RefusedError(RefusalReason.NOT_APPLICABLE, card=command.card)
    if command.card == CUT:
        _cut_card(draft, command)
    elif draft.state.round is None or not draft.state.is_round_open:
        _between_rounds(draft, command)
    elif draft.round.has_unread_card:
        _reread(draft, command)
        move_on(draft)
    else:
        _draw(draft, command, draft.round.next_position)
        move_on(draft)


_PLAIN = frozenset({UNREADABLE, JOKER, CUT, *(str(card) for card in standard_deck())})


def is_notation(card: str) -> bool:
    """Say whether a text is a card of the shoe: a card, `??`, `Jo` or `CUT`."""
    if card in _PLAIN:
        return True
    try:
        return len(parse_cards(card)) == 1
    except CardNotationError:
        return False


def _draw(draft: Draft, command: c.RecordCard, position: str) -> None:
    draft.emit(
        e.CardDrawn(at=draft.at, card=command.card, position=position, source=command.source)
    )


def _read_again(draft: Draft, command: c.RecordCard, position: str) -> None:
    draft.emit(
        e.CardReread(at=draft.at, card=command.card, position=position, source=command.source)
    )


def _reread(draft: Draft, command: c.RecordCard) -> None:
    """The next card read is the same card again; a second failure changes nothing (CS-I20)."""
    index = len(draft.round.draws) - 1
    is_due = index < len(draft.round.deal_order)
    place = str(position_at(draft.round.deal_order, index)) if is_due else ""
    _read_again(draft, command, place)
    unread = open_table_finding(draft, draft.rules.catalogue.unread_card)
    if unread is None or command.card == UNREADABLE:
        return
    if draft.rules.catalogue.confirms_reread:
        _ask_for_confirmation(draft, unread, command.card)
        return
    draft.emit(
        e.RulingMade(
            at=draft.at,
            number=unread.number,
            irregularity=unread.irregularity,
            option=draft.rules.catalogue.rescan_ruling,
            role=command.actor.role,
            person_id=command.actor.person_id,
        )
    )


def _ask_for_confirmation(draft: Draft, unread: Irregularity, card: str) -> None:
    """The card is read, and a person has to say that it is the one (CH-I01)."""
    draft.emit(e.IrregularityReplaced(at=draft.at, number=unread.number))
    facts = {**unread.facts, Fact.CARD.value: card}
    entry = draft.rules.catalogue.entries[unread.irregularity]
    options = propose(entry, situation_of(draft.rules, draft.state, facts)).options
    raise_irregularity(draft, entry.id, facts, options)


def _cut_card(draft: Draft, command: c.RecordCard) -> None:
    """The cut card is out: no card, but the shoe serves few rounds more (BA-52).

    Before the first card of a round, or between rounds, that round is the last (BA-D06, BA-D09);
    the shoe stays what it is while the table is out of service.
    """
    draft.emit(e.CutCardSeen(at=draft.at, source=command.source))
    shoe, state = draft.game.shoe, draft.state
    if shoe is None or state.shoe.last_round is not None:
        return
    current = state.round
    if current is None or not state.is_round_open:
        last = state.round_number + 1
    elif all(owner == BURN for owner in current.deal_order[: len(current.draws)]):
        last = current.number
    else:
        last = current.number + (shoe.after_cut is AfterCut.ONE_MORE)
    draft.emit(e.LastRoundFixed(at=draft.at, round_number=last))


def _between_rounds(draft: Draft, command: c.RecordCard) -> None:
    """A card of a new shoe's burn, or one that nobody waits for: no finished round is touched.

    A joker, or a copy too many, fouls the deck whenever it is seen, and replaces what else is open.
    """
    state = draft.state
    is_burn = state.service is Service.OPEN and state.shoe.is_burn_due
    if is_burn and _is_first_unread(state.shoe):
        _read_again(draft, command, BURN)
    else:
        _draw(draft, command, BURN if is_burn else "")
    if state.service is Service.OPEN and _fouls(draft, command.card):
        _foul_deck(draft, command.card)
    elif is_burn and state.shoe.burn_left is None:
        _fix_burn(draft, command.card)
    hold_for_stray_card(draft)


def _fouls(draft: Draft, card: str) -> bool:
    """Say whether a card between rounds proves that the deck is wrong.

    A deck that is shuffled for every round may be another one by now: only a joker proves it.
    """
    is_copy_too_many = draft.game.shoe is not None and is_fouled(draft.state, draft.game.decks)
    return card == JOKER or is_copy_too_many


def _is_first_unread(shoe: ShoeState) -> bool:
    """Say whether a burn waits for what its first card is: the next one read is that card."""
    return shoe.burn_left is None and shoe.seen[shoe.burn_from :][-1:] == (UNREADABLE,)


def _fix_burn(draft: Draft, card: str) -> None:
    """The first card of the shoe says how many more go, once it can be read."""
    if is_known(card):
        count = draft.game.burn_after_first(Card.parse(card))
        draft.emit(e.BurnFixed(at=draft.at, count=count))


def _foul_deck(draft: Draft, card: str) -> None:
    item, catalogue = draft.state.open_irregularity, draft.rules.catalogue
    if item is not None and item.irregularity == catalogue.fouled_deck:
        return
    if item is not None:
        draft.emit(e.IrregularityReplaced(at=draft.at, number=item.number))
    options = (OfferedRuling(RulingOption.FOULED_DECK, Authority.MANAGER),)
    raise_irregularity(draft, catalogue.fouled_deck, {"card": card}, options)
