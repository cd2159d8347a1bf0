"""The cards of a round as the game takes them: by hand, known, and what they are worth."""

from collections.abc import Mapping, Sequence
from itertools import takewhile

from dealer_station.cards.card import UNREADABLE, Card, parse_cards
from dealer_station.games.procedure import seat_hand
from dealer_station.games.rules import Hands, SpotsInPlay
from dealer_station.table.draft import TableRules
from dealer_station.table.house.faults import JOKER
from dealer_station.table.state import HandStatus, HouseRound


def is_known(card: str) -> bool:
    """Say whether a card of the shoe is a card of the deck: read, and no joker."""
    return card not in {UNREADABLE, JOKER}


def known_cards(rules: TableRules, cards: Sequence[str]) -> tuple[Card, ...] | None:
    """Return a hand's cards; None where one is not known.

    A hand that has a card oftener than the decks hold is none either: the deck is fouled.
    """
    if not all(is_known(card) for card in cards):
        return None
    if any(cards.count(card) > rules.house.decks for card in set(cards)):
        return None
    return parse_cards(" ".join(cards)) if cards else ()


def hand_names(rules: TableRules, current: HouseRound) -> tuple[str, ...]:
    """Return the hands of a round, the table's own first."""
    return (*rules.house.table_hands, *(seat_hand(hand.seat) for hand in current.hands))


def hands_of(rules: TableRules, current: HouseRound) -> Hands:
    """Return the known cards of every hand of the round; a hand with an unknown card is left out.

    What the game asks about is complete and known: an unread card holds the table.
    """
    names = hand_names(rules, current)
    return known_hands(rules, {name: current.cards(name) for name in names})


def hands_so_far(rules: TableRules, current: HouseRound) -> Hands:
    """Return the cards of every hand of the round up to its first one that is not known."""
    names = hand_names(rules, current)
    cards = {name: tuple(takewhile(is_known, current.cards(name))) for name in names}
    return known_hands(rules, cards)


def known_hands(rules: TableRules, cards: Mapping[str, Sequence[str]]) -> Hands:
    """Return the hands all of whose cards are known, of those that are given."""
    found = {name: known_cards(rules, words) for name, words in cards.items()}
    return {name: known for name, known in found.items() if known is not None}


def further_order(rules: TableRules, current: HouseRound) -> tuple[str, ...]:
    """Return the hands to which cards go after the deal and the decisions, as far as is known."""
    return rules.house.further_order(hands_of(rules, current), spots_in_play(current))


def spots_in_play(current: HouseRound) -> SpotsInPlay:
    """Return the spots on which stakes lie at hands that play on, and at folded ones.

    Where the bettors are a book no seat has any.
    """

    def spots(status: HandStatus) -> frozenset[str]:
        seats = {hand.seat for hand in current.hands if hand.status is status}
        return frozenset(w.spot for w in current.wagers if w.is_pending and w.seat in seats)

    if current.book is not None:
        return current.book.spots_in_play
    return SpotsInPlay(spots(HandStatus.IN), spots(HandStatus.FOLDED))
