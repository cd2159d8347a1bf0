"""The cards of one shoe or deck: what has come out of it, and what may still be inside.

Knows how many decks went in, every card that left and how it left, and where the cut card came.
Does not know the device of that name, the order of undealt cards (nobody does), or what a house
does when the cut card shows or a card is doubled.

A card that left unread counts as gone, but nothing is known about which it was: until it is turned
up it may be any card that is not accounted for.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING

from dealer_station.cards.deck import DECK_SIZE, Discrepancy, compare, is_surplus

if TYPE_CHECKING:
    from dealer_station.cards.card import Card


class Departure(StrEnum):
    """How a card left the shoe."""

    DEALT = "dealt"
    """To a hand or the board."""
    BURNED = "burned"
    """Set aside unseen by the rules."""
    EXPOSED = "exposed"
    """Seen before it should be, and not dealt."""
    BOXED = "boxed"
    """Found lying face up among the undealt cards."""
    SET_ASIDE = "set_aside"
    """Taken out for another reason, such as a wrong or surplus card."""


@dataclass(frozen=True, slots=True)
class DrawnCard:
    """One card that left the shoe.

    Attributes:
        card: the card; None while it is unread.
        departure: how it left.
    """

    card: Card | None
    departure: Departure


@dataclass(frozen=True, slots=True)
class Shoe:
    """The cards of one shoe, as far as they are known; every change makes a new value.

    Attributes:
        decks: complete decks of 52 that went in; at least one.
        drawn: every card that left, in order.
        cut_card_after: how many cards had left when the cut card came; None before.

    >>> from dealer_station.cards.card import Card
    >>> shoe = Shoe(decks=1).draw(None, Departure.BURNED).draw(Card.parse("As")).see_cut_card()
    >>> shoe.undealt_count, shoe.cut_card_after, shoe.may_hold(Card.parse("As"))
    (50, 2, False)
    """

    decks: int
    drawn: tuple[DrawnCard, ...] = ()
    cut_card_after: int | None = None

    def __post_init__(self) -> None:
        if self.decks < 1:
            raise ValueError(f"a shoe holds one deck or more, not {self.decks}")
        if self.cut_card_after is not None and not 0 <= self.cut_card_after <= len(self.drawn):
            raise ValueError(f"the cut card came after {self.cut_card_after} of {len(self.drawn)}")

    def draw(self, card: Card | None, departure: Departure = Departure.DEALT) -> Shoe:
        """The shoe after that card left; None for one that was not read. Judges nothing."""
        return replace(self, drawn=(*self.drawn, DrawnCard(card, departure)))

    def identify(self, place: int, card: Card) -> Shoe:
        """The shoe after the unread card at that place of `drawn` was turned up and named.

        ValueError when it was read already, IndexError when no card left there.
        """
        if self.drawn[place].card is not None:
            raise ValueError(f"card {place} of the shoe is known: {self.drawn[place].card}")
        named = replace(self.drawn[place], card=card)
        return replace(self, drawn=(*self.drawn[:place], named, *self.drawn[place:][1:]))

    def see_cut_card(self) -> Shoe:
        """The shoe after the cut card came; the same shoe when it came before."""
        if self.cut_card_after is not None:
            return self
        return replace(self, cut_card_after=len(self.drawn))

    @property
    def seen(self) -> tuple[Card, ...]:
        """The cards that left and are known, in order."""
        return tuple([drawn.card for drawn in self.drawn if drawn.card is not None])

    @property
    def unread_count(self) -> int:
        """Cards that left and are not known."""
        return len(self.drawn) - len(self.seen)

    @property
    def undealt_count(self) -> int:
        """Cards that should still be inside; 0 also when more came out than went in."""
        return max(0, self.decks * DECK_SIZE - len(self.drawn))

    @property
    def is_overdrawn(self) -> bool:
        """Whether more cards came out than the decks hold."""
        return len(self.drawn) > self.decks * DECK_SIZE

    def count_of(self, departure: Departure) -> int:
        """Cards that left in that way."""
        return sum(drawn.departure is departure for drawn in self.drawn)

    def is_surplus(self, card: Card) -> bool:
        """Whether the shoe would be fouled if this card came next."""
        return is_surplus(card, self.seen, self.decks)

    def may_hold(self, card: Card) -> bool:
        """Whether a copy of the card may still be inside.

        No for a joker, for a card all of whose copies were seen, and when nothing is left.
        """
        return self.undealt_count > 0 and not self.is_surplus(card)

    @property
    def discrepancy(self) -> Discrepancy:
        """The known cards against complete decks.

        What it calls surplus is wrong at any time. What it calls missing may be undealt or unread;
        it is wrong only where it is more than `undealt_count` and `unread_count` together, which
        is so when a surplus card took its place.
        """
        return compare(self.seen, self.decks)

    @property
    def is_fouled(self) -> bool:
        """Whether the cards seen prove that the composition is wrong."""
        return self.is_overdrawn or bool(self.discrepancy.surplus)
