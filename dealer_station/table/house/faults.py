"""What the table finds itself: a doubled card, a joker, an unread card, a card while none is due.

Faults are read off the state, most dangerous first, so that none is forgotten when another one is
ruled on: whoever changes the state asks again.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from dealer_station.cards.card import UNREADABLE, Card
from dealer_station.cards.deck import first_surplus
from dealer_station.games.procedure import position_at
from dealer_station.table.state import HouseRound, ShoeState, TableState

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


def faults(current: HouseRound, shoe: ShoeState, decks: int) -> tuple[FoundFault, ...]:
    """Return every fault of the round's cards, by what else has left the shoe."""
    found = [*_fouled(current, shoe, decks)]
    if current.has_unread_card:
        index = len(current.draws) - 1
        found.append(FoundFault(Fault.UNREAD_CARD, _facts(current, index)))
    if current.has_surplus_card:
        index = len(current.deal_order)
        found.append(FoundFault(Fault.SURPLUS_CARD, _facts(current, index)))
    return tuple(found)


def has_fouled_card(current: HouseRound, shoe: ShoeState, decks: int) -> bool:
    """Say whether a card of the round proves that its deck is wrong."""
    return bool(_fouled(current, shoe, decks))


def _fouled(current: HouseRound, shoe: ShoeState, decks: int) -> list[FoundFault]:
    """Find the first card of the round that the decks cannot hold after those seen before it.

    Unread cards do not count: nobody knows which they are (BA-D04). A card that was kept for this
    round was seen in the one before.
    """
    counts = Counter(shoe.seen) - Counter(current.draws)
    for index, card in enumerate(current.draws):
        counts[card] += 1
        if card == JOKER or (card != UNREADABLE and counts[card] > decks):
            return [FoundFault(Fault.FOULED_DECK, _facts(current, index))]
    return []


def is_fouled(state: TableState, decks: int) -> bool:
    """Say whether the cards that have left the shoe prove that it is wrong."""
    return fouling_card(state, decks) is not None


def fouling_card(state: TableState, decks: int) -> str | None:
    """Return the first card of the shoe that its decks cannot hold; None without one."""
    read = tuple(card for card in state.shoe.seen if card != UNREADABLE)
    place = first_surplus(map(Card.parse, read), decks)
    return None if place is None else read[place]


def _facts(current: HouseRound, index: int) -> Mapping[str, str]:
    facts = {"card": current.draws[index]}
    if index < len(current.deal_order):
        facts["position"] = str(position_at(current.deal_order, index))
    return facts
