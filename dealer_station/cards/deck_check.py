"""The deck check: are the cards of a shoe, taken together, exactly the decks they should be?

Knows every card by its identity: which are missing, which are too many, in how many copies. Does
not know in which order they came, nor what follows from a wrong deck: that is a ruling (BA-I17).

The same check serves twice. When the cards go in, it is given all that the reader read. When the
shoe ends, it is given all that came out and the rest that was taken out; a card exchanged in
between shows as one missing and one too many. Cards of the rest that nobody counted cannot be
checked: give each that is known to be there, unread if need be.

A card that was not read may be any card, so it may stand for a missing one. It never proves that
the decks are complete.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from dealer_station.cards.card import UNREADABLE, Card
from dealer_station.cards.deck import compare

if TYPE_CHECKING:
    from collections.abc import Iterable


@dataclass(frozen=True, slots=True)
class Copies:
    """A card, and how many copies of it."""

    card: Card
    count: int


@dataclass(frozen=True, slots=True)
class DeckCheck:
    """What a deck check found.

    Attributes:
        decks: complete decks of 52 that the cards should be.
        count: cards that were there, read or not.
        unread: how many of them are not known.
        missing: cards of the decks that were not read, by index.
        surplus: cards read that the decks do not hold (copies too many, jokers), by index.
    """

    decks: int
    count: int
    unread: int
    missing: tuple[Copies, ...]
    surplus: tuple[Copies, ...]

    @property
    def certainly_missing(self) -> int:
        """Cards of the decks that are not there, at the least: unread ones stand for the others."""
        return max(0, _sum(self.missing) - self.unread)

    @property
    def certainly_surplus(self) -> int:
        """Cards that do not belong, at the least: read ones, and unread ones beyond the missing."""
        return _sum(self.surplus) + max(0, self.unread - _sum(self.missing))

    @property
    def is_complete(self) -> bool:
        """Whether every card was read and they are exactly the decks."""
        return not (self.missing or self.surplus or self.unread)

    @property
    def is_proven_wrong(self) -> bool:
        """Whether the cards cannot be the decks, whatever the unread ones are.

        When they are neither that nor complete, the unread ones decide: as many as are missing.
        """
        return bool(self.certainly_missing or self.certainly_surplus)


def check_decks(cards: str | Iterable[Card | None], decks: int) -> DeckCheck:
    """Check all cards that were there against complete decks.

    Args:
        cards: the cards in any order, None for one that was not read; or their notation, with
            ``??`` for that.
        decks: complete decks of 52 that they should be.

    Raises:
        ValueError: below one deck.
        CardNotationError: for a word of the text that is no card.

    >>> from dealer_station.cards.card import format_cards
    >>> from dealer_station.cards.deck import standard_deck
    >>> found = check_decks("As ?? " + format_cards(standard_deck()[2:]), decks=1)
    >>> [(str(copies.card), copies.count) for copies in found.missing]
    [('2c', 1), ('2d', 1)]
    >>> [(str(copies.card), copies.count) for copies in found.surplus], found.certainly_missing
    ([('As', 1)], 1)
    >>> found.is_complete, found.is_proven_wrong
    (False, True)
    """
    there = _parse(cards) if isinstance(cards, str) else tuple(cards)
    known = [card for card in there if card is not None]
    found = compare(known, decks)
    return DeckCheck(
        decks=decks,
        count=len(there),
        unread=len(there) - len(known),
        missing=_copies(found.missing),
        surplus=_copies(found.surplus),
    )


def _parse(text: str) -> tuple[Card | None, ...]:
    """Read cards, None for one that could not be read."""
    return tuple([None if word == UNREADABLE else Card.parse(word) for word in text.split()])


def _copies(cards: Iterable[Card]) -> tuple[Copies, ...]:
    """Count the copies of each card, in the order of their index."""
    return tuple([Copies(card, count) for card, count in sorted(Counter(cards).items())])


def _sum(copies: Iterable[Copies]) -> int:
    """Count the cards."""
    return sum(one.count for one in copies)
