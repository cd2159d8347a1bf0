"""Who may see which card: one function decides, and every view goes through it (design 9).

A card is masked for good where the role may not see it; an undealt card is in no state and so can
be seen by nobody. A card that could not be read is known to nobody: `??` is shown to everybody, so
that the dealer finds the card to read again.
"""

from dealer_station.cards.card import UNREADABLE
from dealer_station.games.procedure import DEALER, Position, position_at, seat_hand, seat_of
from dealer_station.irregularities.kinds import RulingOption
from dealer_station.table.draft import TableRules
from dealer_station.table.house import jackpot
from dealer_station.table.house.situation import read_facts
from dealer_station.table.roles import Role
from dealer_station.table.state import TABLE, HandStatus, HouseRound, TableState

FACE_DOWN = "##"
"""How a view writes a card that lies face down for its role."""

_SEE_NAMED_CARDS = frozenset({Role.SUPERVISOR, Role.MANAGER})
_SEE_HONOURED_HANDS = _SEE_NAMED_CARDS | {Role.DEALER}


def visible_cards(
    state: TableState, rules: TableRules, hand: str, role: Role | None
) -> tuple[str, ...]:
    """Return a hand's cards as a role sees them; role None is the record, which masks nothing."""
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


def masked(card: str) -> str:
    """Return what is written for a card that a role may not see."""
    return UNREADABLE if card == UNREADABLE else FACE_DOWN


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
    if rules.game.is_up_card(position.hand, position.number, late):
        return True
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
    cards = current.cards(position.hand)
    if read.position is not None and item.reported_by != TABLE:
        # A report that names a place and another card than lies there opens neither.
        is_there = position.number <= len(cards) and position == read.position
        return is_there and read.card in {None, cards[position.number - 1]}
    if read.position == position:
        return True
    named = {*read.cards, *([read.card] if read.card else [])}
    # A seat that is named limits the cards to its hand; a place does not, since a card that is
    # there twice lies elsewhere too.
    if "seat" in item.facts and read.seat is not None and seat_hand(read.seat) != position.hand:
        return False
    return position.number <= len(cards) and cards[position.number - 1] in named


def masks_facts(role: Role | None) -> bool:
    """Say whether a role's view must leave cards out of an irregularity's facts."""
    return role is not None and role not in _SEE_NAMED_CARDS
