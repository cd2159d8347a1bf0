"""What the table finds itself: a doubled card, a joker, an unread card, a card while none is due.

Faults are read off the state, most dangerous first, so that none is forgotten when another one is
ruled on: whoever changes the state asks again.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from dealer_station.cards.card import UNREADABLE, Card
from dealer_station.cards.deck import first_surplus
from dealer_station.games.procedure import position_at
from dealer_station.table.state import HouseRound

JOKER = "Jo"


class Fault(StrEnum):
    """The kinds, in the order of danger."""

    FOULED_DECK = "fouled_deck"
    UNREAD_CARD = "unread_card"
    SURPLUS_CARD = "surplus_card"


@dataclass(frozen=True, slots=True)
class FoundFault:
    """A fault with its facts for the ruling."""

    fault: Fault
    facts: Mapping[str, str]


def faults(current: HouseRound, decks: int) -> tuple[FoundFault, ...]:
    """Return every fault of the round's cards."""
    found = [*_fouled(current, decks)]
    if current.has_unread_card:
        index = len(current.draws) - 1
        found.append(FoundFault(Fault.UNREAD_CARD, _facts(current, index)))
    if current.has_surplus_card:
        index = len(current.deal_order)
        found.append(FoundFault(Fault.SURPLUS_CARD, _facts(current, index)))
    return tuple(found)


def _fouled(current: HouseRound, decks: int) -> list[FoundFault]:
    read = [index for index, card in enumerate(current.draws) if card != UNREADABLE]
    place = first_surplus((Card.parse(current.draws[index]) for index in read), decks)
    return [] if place is None else [FoundFault(Fault.FOULED_DECK, _facts(current, read[place]))]


def _facts(current: HouseRound, index: int) -> Mapping[str, str]:
    facts = {"card": current.draws[index]}
    if index < len(current.deal_order):
        facts["position"] = str(position_at(current.deal_order, index))
    return facts
