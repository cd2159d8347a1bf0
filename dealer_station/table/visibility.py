"""Who may see which card: one function decides, and every view goes through it (design 9).

A card is masked for good where the role may not see it; an undealt card is in no state and so can
be seen by nobody. A card that could not be read is known to nobody: `??` is shown to everybody, so
that the dealer finds the card to read again.

What was once written down about a card (an event, the facts of a ruling) is masked by what may be
seen of that card now: `visible_draw`, `visible_stray`, `visible_facts`.
"""

import re
from collections.abc import Mapping
from typing import Final

from dealer_station.cards.card import UNREADABLE
from dealer_station.games.procedure import BOARD, DEALER, Position, position_at, seat_hand, seat_of
from dealer_station.irregularities.kinds import READ, Fact, RulingOption
from dealer_station.table.draft import TableRules
from dealer_station.table.house import jackpot
from dealer_station.table.house.situation import read_facts
from dealer_station.table.pot.all_in_cards import lies_open_all_in
from dealer_station.table.pot.hands import lies_up, numbers_of
from dealer_station.table.pot.piles import STUB
from dealer_station.table.pot.state import PotHand
from dealer_station.table.roles import Role
from dealer_station.table.state import (
    TABLE,
    HandStatus,
    HouseRound,
    Irregularity,
    TableState,
)

FACE_DOWN = "##"
"""How a view writes a card that lies face down for its role."""

_SEE_NAMED_CARDS = frozenset({Role.SUPERVISOR, Role.MANAGER})
_SEE_HONOURED_HANDS = _SEE_NAMED_CARDS | {Role.DEALER}
_CARD_FACTS: Final = (Fact.CARD.value, Fact.CARDS.value, READ)
_CARD_WORD: Final = re.compile(r"(?<![A-Za-z0-9])(?:[2-9TJQKA][cdhs]|Jo)(?![A-Za-z0-9])")


def visible_cards(
    state: TableState, rules: TableRules, hand: str, role: Role | None
) -> tuple[str, ...]:
    """Return a hand's cards as a role sees them; role None is the record, which masks nothing."""
    if rules.has_pots:
        return _visible_of_a_hand(state, rules, hand, role)
    current = state.round
    if current is None:
        return ()
    cards = current.cards(hand)
    if role is None:
        return cards
    return tuple(
        card if _may_see(state, rules, Position(hand, number), role) else masked(card)
        for number, card in enumerate(cards, start=1)
    )


def _visible_of_a_hand(
    state: TableState, rules: TableRules, name: str, role: Role | None
) -> tuple[str, ...]:
    """Return cards of a pot game: those in sight and those shown; the others nobody sees."""
    current = state.pot.hand
    if current is None:
        return ()
    cards = current.cards(name)
    if role is None or (role is Role.AUDITOR and not state.is_round_open):
        return cards
    ruled_on = _ruled_on(state, current, role)
    return tuple(
        card if _lies_open(current, rules, place) or place == ruled_on else masked(card)
        for card, place in (
            (card, Position(name, number))
            for number, card in zip(numbers_of(current, name), cards, strict=True)
        )
    )


def _ruled_on(state: TableState, current: PotHand, role: Role) -> Position | None:
    """Return the place of the card that an open ruling is about, for those who may see it."""
    item = state.open_irregularity
    if item is None or role not in _SEE_NAMED_CARDS:
        return None
    if not 0 < item.card_number <= len(current.deal_order):
        return None
    return current.position_of(item.card_number - 1)


def _lies_open(current: PotHand, rules: TableRules, position: Position) -> bool:
    """Whether a card of a pot game is up by deal or ruling, or its hand turned over.

    Hands are turned over at the showdown, or where the house says so once all are all-in (HE-45).
    """
    if position.hand == BOARD:
        return True
    seat = seat_of(position.hand)
    if seat is None:
        return False
    if seat in current.shown or lies_up(rules.pot, current, position.hand, position.number):
        return True
    return lies_open_all_in(rules.pot, current, seat)


def masked(card: str) -> str:
    """Return what is written for a card that a role may not see."""
    return UNREADABLE if card == UNREADABLE else FACE_DOWN


def visible_draw(state: TableState, rules: TableRules, index: int, role: Role | None) -> str:
    """Return card number `index` (from 0) of those that left the shoe in the round, as seen now.

    What counts is where the card lies by now: a correction of the deal may have moved it.
    """
    if rules.has_pots:
        return _visible_draw_of_a_hand(state, rules, index, role)
    current = state.round
    assert current is not None, "a card was drawn in a round"
    card = current.draws[index]
    if role is None:
        return card
    if index < len(current.deal_order):
        is_seen = _may_see(state, rules, position_at(current.deal_order, index), role)
    else:
        is_seen = _may_see_placeless(state, card, role, index + 1)
    return card if is_seen else masked(card)


def _visible_draw_of_a_hand(
    state: TableState, rules: TableRules, index: int, role: Role | None
) -> str:
    current = state.pot.hand
    assert current is not None, "a card was drawn in a hand"
    if index >= len(current.deal_order):
        is_seen = role is None or (role is Role.AUDITOR and not state.is_round_open)
        return current.draws[index] if is_seen else masked(current.draws[index])
    place = current.position_of(index)
    if place.hand == STUB:
        is_seen = role is None
        return current.draws[index] if is_seen else masked(current.draws[index])
    numbers = numbers_of(current, place.hand)
    if place.number not in numbers:
        # The newest card, which waits to be read again.
        return masked(current.draws[index])
    return visible_cards(state, rules, place.hand, role)[numbers.index(place.number)]


def visible_stray(state: TableState, card: str, role: Role | None) -> str:
    """Return a card that left the shoe while no round was open, as seen now."""
    is_seen = role is None or _may_see_placeless(state, card, role, 0)
    return card if is_seen else masked(card)


def _may_see_placeless(state: TableState, card: str, role: Role, card_number: int) -> bool:
    """Whether a role may see a card that belongs to no hand and no pile.

    `card_number` counts the round's cards from 1; 0 is a card between rounds.
    """
    if role is Role.AUDITOR:
        return not state.is_round_open
    item = state.open_irregularity
    if item is None or role not in _SEE_NAMED_CARDS:
        return False
    if item.card_number:
        return item.card_number == card_number
    is_placed = {Fact.POSITION.value, Fact.SEAT.value} & item.facts.keys()
    return not is_placed and card in _named_cards(item)


def visible_facts(
    state: TableState, rules: TableRules, item: Irregularity, role: Role | None
) -> Mapping[str, str]:
    """Return an irregularity's facts, each card in them as far as it may be seen now.

    Whoever rules sees them all while the ruling is open, but a card that comes face down and was
    found by the table alone. After that a card is told only where it lies in sight at the place
    that the facts name; whether a masked one was ever dealt is not told.
    """
    is_ruler = role in _SEE_NAMED_CARDS and item == state.open_irregularity
    is_ruler = is_ruler and not _is_found_face_down(state, rules, item)
    if role is None or is_ruler or (role is Role.AUDITOR and not state.is_round_open):
        return dict(item.facts)
    places = _places_of(state, item)
    open_faces = _faces_in_sight(state, rules, role, places)
    facts = dict(item.facts)
    for name in _CARD_FACTS:
        if name in facts:
            words = facts[name].split()
            facts[name] = " ".join(w if w in open_faces else masked(w) for w in words)
    if Fact.NOTE.value in facts:
        seen = _faces_in_sight(state, rules, role, None)
        facts[Fact.NOTE.value] = without_cards(facts[Fact.NOTE.value], seen)
    return facts


def _is_found_face_down(state: TableState, rules: TableRules, item: Irregularity) -> bool:
    """Whether the table has found a card too early that its street deals face down (ST-I09)."""
    hand = state.pot.hand
    if hand is None or item.reported_by != TABLE or not item.card_number:
        return False
    is_early = item.card_number - 1 in hand.places.premature(len(hand.draws))
    streets = rules.pot.streets[hand.street + 1 : hand.street + 2]
    return is_early and not all(face for street in streets for face in street.faces)


def cards_named(text: str) -> frozenset[str]:
    """Return the cards that a text names, each as a word of its own.

    >>> sorted(cards_named("seat 3 showed Ah, and was seen"))
    ['Ah']
    """
    return frozenset(_CARD_WORD.findall(text))


def without_cards(text: str, seen: frozenset[str] = frozenset()) -> str:
    """Mask every card that a person or device has named in free text, but those that are seen.

    >>> without_cards("seat 3 showed Ah and 2c", frozenset({"2c"}))
    'seat 3 showed ## and 2c'
    """
    return _CARD_WORD.sub(lambda found: found.group() if found.group() in seen else FACE_DOWN, text)


def _places_of(state: TableState, item: Irregularity) -> frozenset[int] | None:
    """Return which cards of the round, from 0, the facts can mean; None: they name no place."""
    if item.card_number:
        return frozenset({item.card_number - 1})
    read = read_facts(item.facts)
    if read.position is None and Fact.SEAT.value not in item.facts:
        return None
    hand = read.position.hand if read.position else seat_hand(read.seat or 0)
    return frozenset(
        index
        for index, place in enumerate(_dealt_places(state))
        if (place == read.position if read.position else place.hand == hand)
    )


def _dealt_places(state: TableState) -> tuple[Position, ...]:
    """Return the places of the cards that have left the shoe and have one."""
    hand, current = state.pot.hand, state.round
    if hand is not None:
        dealt = range(min(len(hand.draws), len(hand.deal_order)))
        return tuple(hand.position_of(index) for index in dealt)
    if current is None:
        return ()
    dealt = range(min(len(current.draws), len(current.deal_order)))
    return tuple(position_at(current.deal_order, index) for index in dealt)


def _draws(state: TableState) -> tuple[str, ...]:
    """Return the cards of the round or hand in the order in which they left the shoe."""
    if state.pot.hand is not None:
        return state.pot.hand.draws
    return () if state.round is None else state.round.draws


def _faces_in_sight(
    state: TableState, rules: TableRules, role: Role, places: frozenset[int] | None
) -> frozenset[str]:
    """Return the cards at these places (None: anywhere) of which a role sees every copy."""
    draws = _draws(state)
    seen = [visible_draw(state, rules, index, role) for index in range(len(draws))]
    hidden = {card for card, shown in zip(draws, seen, strict=True) if card != shown}
    wanted = range(len(seen)) if places is None else places
    return frozenset(seen[i] for i in wanted if i < len(seen)) - hidden - {FACE_DOWN}


def _may_see(state: TableState, rules: TableRules, position: Position, role: Role) -> bool:
    if role is Role.AUDITOR and not state.is_round_open:
        return True
    if is_face_up(state, rules, position):
        return True
    if role in _SEE_NAMED_CARDS and _is_named(state, position):
        return True
    return role in _SEE_HONOURED_HANDS and _may_be_honoured(state, rules, position.hand)


def _may_be_honoured(state: TableState, rules: TableRules, hand: str) -> bool:
    """Whether the open ruling may pay this hand its prize: whoever rules has to see it (CS-21).

    The dealer sees it too: it is turned over at his table, and the ruling is signed at his screen.
    Whatever the ruling is, it ends the round.
    """
    item, current, seat = state.open_irregularity, state.round, seat_of(hand)
    if item is None or current is None or seat is None:
        return False
    is_offered = any(o.option is RulingOption.HONOUR_SIDE_BETS for o in item.options)
    return is_offered and jackpot.winner_at(rules, current, seat) is not None


def is_face_up(state: TableState, rules: TableRules, position: Position) -> bool:
    """Say whether a card lies face up by the rules, for everybody.

    The dealer's cards are opened when the last decision is closed. A player's hand is turned over
    when its turn to be settled comes, if it was bet or wins a progressive prize, or when the prize
    is honoured in a misdeal (CS-I04); a folded hand that wins nothing never is. What is open stays
    open, whatever becomes of the round.
    """
    current = state.round
    if current is None:
        return False
    late = current.late_dealer_cards
    if rules.house.is_up_card(position.hand, position.number, late):
        return True
    if rules.house.opens_after_decisions(position.hand, position.number):
        return not current.awaits_decisions
    if position.hand == DEALER:
        return bool(current.pay_order)
    seat = seat_of(position.hand)
    return seat is not None and _is_turned_over(current, rules, seat)


def _is_turned_over(current: HouseRound, rules: TableRules, seat: int) -> bool:
    """Whether a hand was turned over, by what it was then: it may be dead or void since."""
    hand = current.hand(seat)
    if hand is None or hand.turned_as is None:
        return False
    if hand.turned_as is HandStatus.IN:
        return True
    return jackpot.prize_of(rules, current, seat, hand.turned_as) is not None


def _is_named(state: TableState, position: Position) -> bool:
    """Whether an open ruling names this card, by its place or by itself.

    A report about the card read last means that card alone, whatever card it names.
    """
    item, current = state.open_irregularity, state.round
    if item is None or current is None:
        return False
    if item.card_number:
        return position == position_at(current.deal_order, item.card_number - 1)
    read = read_facts(item.facts)
    named = _named_cards(item)
    cards = current.cards(position.hand)
    if read.position is not None and item.reported_by != TABLE:
        # A report that names a place and another card than lies there opens neither.
        is_there = position.number <= len(cards) and position == read.position
        return is_there and read.card in {None, cards[position.number - 1]}
    if read.position == position:
        return True
    # A seat that is named limits the cards to its hand; a place does not, since a card that is
    # there twice lies elsewhere too.
    if "seat" in item.facts and read.seat is not None and seat_hand(read.seat) != position.hand:
        return False
    return position.number <= len(cards) and cards[position.number - 1] in named


def _named_cards(item: Irregularity) -> frozenset[str]:
    """Return the cards that an irregularity's facts call by their face."""
    read = read_facts(item.facts)
    return frozenset({*read.cards, *([read.card] if read.card else [])})


def masks_facts(role: Role | None) -> bool:
    """Say whether a role's view must leave cards out of an irregularity's facts."""
    return role is not None and role not in _SEE_NAMED_CARDS
