"""Hand histories from the record: of a house that checks a hand, and of a player who asks for his.

A player who was dealt in gets his own cards, those that lay open, and those that were shown. Hands
that were mucked at the showdown he gets only where the rule set discloses them (ST-57); hands that
were folded before, and cards that nobody was dealt, never.
"""

from collections.abc import Callable
from typing import Any

from dealer_station.cards.card import UNREADABLE
from dealer_station.games.procedure import seat_hand
from dealer_station.hand_history.phh import Cards, Hand
from dealer_station.hand_history.recording import PlayedHand, recorded
from dealer_station.projections.rounds.played import PlayedRound
from dealer_station.table.events import HandStarted
from dealer_station.table.lifecycle import Phase
from dealer_station.table.pot.state import PotHand
from dealer_station.table.roles import Role
from dealer_station.table.state import Irregularity
from dealer_station.table.visibility import FACE_DOWN, visible_cards


class NoHistoryError(Exception):
    """There is no hand history to give; says why."""


def house_history(played: PlayedRound) -> Hand:
    """Return a hand with every card that was read. Raises NoHistoryError while it is on."""
    hand = _with_chips(finished(played))
    return _history(played, hand, hand.cards)


def player_history(played: PlayedRound, seat: int) -> Hand:
    """Return a hand as the player of a seat may have it. Raises NoHistoryError.

    He has none of a hand that is still on, or in which he was not dealt in.
    """
    seen = cards_for(played, seat)

    def told(name: str) -> Cards:
        return tuple(UNREADABLE if card == FACE_DOWN else card for card in seen(name))

    return _history(played, _with_chips(finished(played)), told)


def cards_for(played: PlayedRound, seat: int) -> Callable[[str], Cards]:
    """Return what the player of a seat may have of each hand; the rest is `FACE_DOWN`.

    Raises NoHistoryError as `player_history` does.
    """
    hand = finished(played)
    if seat not in hand.seats:
        raise NoHistoryError(f"seat {seat} was not dealt in")
    rules = played.rules
    assert rules is not None, "a hand is played under rules"
    disclosed = {seat, *(hand.mucked if rules.pot.discloses_mucked else ())}
    whole = set(map(seat_hand, disclosed))

    def seen(name: str) -> Cards:
        if name in whole:
            return hand.cards(name)
        # What lies open for everybody, the dealer sees.
        return visible_cards(played.state, rules, name, Role.DEALER)

    return seen


def finished(played: PlayedRound) -> PotHand:
    """Return the hand of a round that is over. Raises NoHistoryError."""
    hand = played.state.pot.hand
    if played.rules is None or not played.rules.has_pots or hand is None:
        raise NoHistoryError("there is no hand of players against each other")
    if played.state.is_round_open:
        raise NoHistoryError("the hand is not over")
    return hand


def follows_chips(hand: PotHand) -> bool:
    """Whether the format can tell a hand: it has none of a table that follows no chips."""
    return hand.structure is not None


def _with_chips(hand: PotHand) -> PotHand:
    if not follows_chips(hand):
        raise NoHistoryError("the table follows no chips, and the format has no hand without them")
    return hand


def _history(played: PlayedRound, hand: PotHand, cards: Callable[[str], Cards]) -> Hand:
    """Return the hand with these cards; the record's names stand in keys of their own."""
    assert played.rules is not None, "a hand is played under rules"
    started = next(event for event in played.events if isinstance(event, HandStarted))
    is_void = played.state.phase is Phase.VOID
    facts: dict[str, Any] = {
        "hand": played.part.number,
        "table": played.table_id,
        "_rules": played.rules.name,
        "_rules_digest": played.rules.digest,
    }
    return recorded(
        PlayedHand(
            game=played.rules.pot,
            hand=hand,
            starting_minor={seat: started.stacks[seat] for seat in hand.seats},
            finishing_minor={chips.seat: chips.stack for chips in hand.chips},
            seat_count=max(played.state.seats),
            cards=cards,
            remarks=(
                *map(_ruled, played.state.irregularities),
                *(["the hand is void: all chips are back"] if is_void else []),
            ),
            facts=facts,
        )
    )


def _ruled(item: Irregularity) -> str:
    option = item.ruling.value if item.ruling else "open"
    by = item.ruled_by.value if item.ruled_by else "nobody"
    return f"{item.irregularity}: {option} by {by}"
