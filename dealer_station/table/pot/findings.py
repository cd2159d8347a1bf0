"""What the table finds itself in a hand: cards that cannot be, unread ones, ones too early.

Findings are read off the hand, most dangerous first, so that none is forgotten when another one is
ruled on: whoever changes the hand asks again. A card that cannot be there takes no place.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import chain, repeat

from dealer_station.cards.card import UNREADABLE
from dealer_station.irregularities.rulings import propose
from dealer_station.table import events as e
from dealer_station.table.draft import Draft
from dealer_station.table.house.faults import JOKER
from dealer_station.table.house.raising import raise_irregularity
from dealer_station.table.house.situation import ReportFacts
from dealer_station.table.lifecycle import Phase
from dealer_station.table.pot.case import PotCase
from dealer_station.table.pot.conditions import AskedCase
from dealer_station.table.pot.piles import STUB
from dealer_station.table.pot.state import PotHand
from dealer_station.table.state import Irregularity


@dataclass(frozen=True, slots=True)
class _Finding:
    """What is wrong, with which card (counted from 1)."""

    irregularity: str
    card_number: int
    facts: Mapping[str, str]


def may_be_wrong(draft: Draft) -> bool:
    """Say at a glance whether there may be something to find: most cards are simply right."""
    hand = draft.play.hand
    is_dealt = draft.phase is Phase.DEALING and not hand.has_unread_card
    return not is_dealt or hand.is_rearranged


def raise_findings(draft: Draft) -> None:
    """Hold the table for what is wrong with its cards.

    A deck that is proven wrong replaces whatever else is open: any other ruling could let it into
    the rest of the hand.
    """
    if not draft.state.is_round_open:
        return
    fouled = draft.rules.catalogue.fouled_deck
    for found in _findings(draft):
        if _is_known(draft, found):
            continue
        item = draft.state.open_irregularity
        if item is not None:
            if found.irregularity != fouled or item.irregularity == fouled:
                return
            draft.emit(e.IrregularityReplaced(at=draft.at, number=item.number))
        _raise(draft, found)
        return


def _raise(draft: Draft, found: _Finding) -> Irregularity:
    entry = draft.rules.catalogue.entries[found.irregularity]
    asked = AskedCase(PotCase(draft.rules, draft.state, ReportFacts()))
    options = propose(entry, asked).options
    return raise_irregularity(
        draft, entry.id, found.facts, options, card_number=found.card_number, is_held=True
    )


def _is_known(draft: Draft, found: _Finding) -> bool:
    """Whether it is open, or has been ruled on."""
    return any(
        (one.irregularity, one.card_number) == (found.irregularity, found.card_number)
        for one in draft.state.irregularities
    )


def _findings(draft: Draft) -> Iterator[_Finding]:
    hand, catalogue = draft.hand, draft.rules.catalogue
    for index, card in _impossible_cards(hand):
        kind = catalogue.joker if card == JOKER else ""
        yield _Finding(kind or catalogue.fouled_deck, index + 1, {"card": card})
    if hand.has_unread_card and catalogue.unread_card:
        at = len(hand.draws) - 1
        facts = {"card": UNREADABLE, "position": str(hand.position_of(at))}
        yield _Finding(catalogue.unread_card, at + 1, facts)
    early = hand.places.premature(len(hand.draws))
    if early and draft.state.phase is Phase.ACTING and not _is_last_street(draft):
        street = draft.rules.pot.streets[hand.street].name
        premature = catalogue.surplus_id(street)
        if premature:
            yield _Finding(premature, early[0] + 1, {"card": hand.draws[early[0]]})


def _impossible_cards(hand: PotHand) -> Iterator[tuple[int, str]]:
    """Yield index and text of every card that cannot be there after those before it."""
    lying: set[str] = set()
    owners = chain(hand.deal_order, repeat(""))
    for index, (card, owner) in enumerate(zip(hand.draws, owners, strict=False)):
        if card == JOKER or card in lying:
            yield index, card
        elif owner != STUB and card != UNREADABLE:
            lying.add(card)


def _is_last_street(draft: Draft) -> bool:
    return draft.hand.street + 1 == len(draft.rules.pot.streets)


def is_impossible(hand: PotHand, card: str) -> bool:
    """Say whether the next card cannot be in the deck, by those that lie there.

    One that went back into the stub may come again; one that lay face up in the deck may not.
    """
    if card == JOKER:
        return True
    if card == UNREADABLE or card not in hand.draws:
        return False
    order = hand.deal_order
    return any(
        other == card and (at >= len(order) or order[at] != STUB)
        for at, other in enumerate(hand.draws)
    )


def take_out_newest(draft: Draft) -> None:
    """Put the newest card out of play; what was due before it is due still."""
    hand = draft.hand
    places = hand.places.without_newest(len(hand.draws))
    draft.emit(
        e.PlacesCorrected(
            at=draft.at,
            deal_order=places.order,
            late=places.late,
            is_burn_out=places.is_burn_out,
            is_shuffled=False,
            aside_until=hand.aside_until,
            irregularity="",
        )
    )
