"""Cards as they leave the shoe. A card is a fact: it is recorded whatever the table expects."""

from dealer_station.cards.card import CUT, UNREADABLE, CardNotationError, parse_cards
from dealer_station.games.procedure import position_at
from dealer_station.irregularities.kinds import Authority, OfferedRuling, RulingOption
from dealer_station.table import commands as c
from dealer_station.table import events as e
from dealer_station.table.draft import Draft
from dealer_station.table.house.faults import JOKER
from dealer_station.table.house.progress import move_on
from dealer_station.table.house.raising import (
    hold_for_stray_card,
    open_table_finding,
    raise_irregularity,
)
from dealer_station.table.lifecycle import Service
from dealer_station.table.refusals import RefusalReason, RefusedError


def record_card(draft: Draft, command: c.RecordCard) -> None:
    """Record a card; say where it belongs, or raise what is wrong with it."""
    if not is_notation(command.card):
        raise RefusedError(RefusalReason.NOT_APPLICABLE, card=command.card)
    if command.card == CUT:
        draft.emit(e.CutCardSeen(at=draft.at, source=command.source))
    elif draft.state.round is None or not draft.state.is_round_open:
        _stray_card(draft, command)
    elif draft.round.has_unread_card:
        _reread(draft, command)
        move_on(draft)
    else:
        _draw(draft, command, draft.round.next_position)
        move_on(draft)


def is_notation(card: str) -> bool:
    """Say whether a text is a card of the shoe: a card, `??`, `Jo` or `CUT`."""
    if card in {UNREADABLE, JOKER, CUT}:
        return True
    try:
        return len(parse_cards(card)) == 1
    except CardNotationError:
        return False


def _draw(draft: Draft, command: c.RecordCard, position: str) -> None:
    draft.emit(
        e.CardDrawn(at=draft.at, card=command.card, position=position, source=command.source)
    )


def _reread(draft: Draft, command: c.RecordCard) -> None:
    """The next card read is the same card again; a second failure changes nothing (CS-I20)."""
    index = len(draft.round.draws) - 1
    is_due = index < len(draft.round.deal_order)
    draft.emit(
        e.CardReread(
            at=draft.at,
            card=command.card,
            position=str(position_at(draft.round.deal_order, index)) if is_due else "",
            source=command.source,
        )
    )
    unread = open_table_finding(draft, draft.rules.catalogue.unread_card)
    if unread and command.card != UNREADABLE:
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


def _stray_card(draft: Draft, command: c.RecordCard) -> None:
    """A card between rounds holds the table; no finished round is touched by its ruling.

    A joker fouls the deck whenever it is seen, and replaces what else is open.
    """
    _draw(draft, command, "")
    if draft.state.service is Service.OPEN and command.card == JOKER:
        _foul_deck(draft)
    hold_for_stray_card(draft)


def _foul_deck(draft: Draft) -> None:
    item, catalogue = draft.state.open_irregularity, draft.rules.catalogue
    if item is not None and item.irregularity == catalogue.fouled_deck:
        return
    if item is not None:
        draft.emit(e.IrregularityReplaced(at=draft.at, number=item.number))
    options = (OfferedRuling(RulingOption.FOULED_DECK, Authority.MANAGER),)
    raise_irregularity(draft, catalogue.fouled_deck, {"card": JOKER}, options)
