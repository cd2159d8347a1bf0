"""Cards of a hand as they leave the shoe. A card is a fact: it is recorded whatever is expected."""

from dealer_station.cards.card import CUT, UNREADABLE
from dealer_station.table import commands as c
from dealer_station.table import events as e
from dealer_station.table.copying import replace
from dealer_station.table.draft import Draft
from dealer_station.table.house.dealing import is_notation
from dealer_station.table.house.raising import open_table_finding
from dealer_station.table.pot import moves
from dealer_station.table.pot.findings import (
    is_impossible,
    may_be_wrong,
    raise_findings,
    take_out_newest,
)
from dealer_station.table.pot.progress import move_on
from dealer_station.table.pot.state import PotHand
from dealer_station.table.refusals import RefusalReason, RefusedError


def record_card(draft: Draft, command: c.RecordCard) -> None:
    """Record a card and say where it belongs."""
    card = command.card
    if card == CUT or not is_notation(card):
        raise RefusedError(RefusalReason.NOT_APPLICABLE, card=card)
    play = draft.folding.play
    if play is None:
        _draw_out_of_place(draft, command)
        return
    hand = play.hand
    if hand.has_unread_card:
        _reread(draft, command, play.value)
    elif is_impossible(hand, card):
        _draw_out_of_place(draft, command)
        take_out_newest(draft)
    else:
        at, source = command.issued_at, command.source
        if not moves.deal(play, draft.rules.pot, card, at=at, source=source):
            return
    if may_be_wrong(draft):
        raise_findings(draft)
    move_on(draft)


def _reread(draft: Draft, command: c.RecordCard, hand: PotHand) -> None:
    """The next card read is the same card again; a second failure changes nothing (HE-I18)."""
    if command.card == UNREADABLE:
        return
    place = hand.position_of(len(hand.draws) - 1)
    draft.emit(
        e.CardReread(at=draft.at, card=command.card, position=str(place), source=command.source)
    )
    if is_impossible(replace(hand, draws=hand.draws[:-1]), command.card):
        take_out_newest(draft)
    unread = open_table_finding(draft, draft.rules.catalogue.unread_card)
    if unread is not None:
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


def _draw_out_of_place(draft: Draft, command: c.RecordCard) -> None:
    draft.emit(e.CardDrawn(at=draft.at, card=command.card, position="", source=command.source))
