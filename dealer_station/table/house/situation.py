"""From a report and the table to a `Situation`: every fact that a catalogue condition may ask."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from decimal import Decimal, InvalidOperation

from dealer_station.cards.card import UNREADABLE, CardNotationError, parse_cards
from dealer_station.cards.deck import DECK_SIZE
from dealer_station.games.procedure import ASIDE, BURN, DEALER, Position, seat_hand, seat_of
from dealer_station.games.rules import Outcome
from dealer_station.irregularities.kinds import Correction
from dealer_station.irregularities.situation import Situation
from dealer_station.money import to_minor
from dealer_station.table.book_state import BOOK_SEAT
from dealer_station.table.draft import TableRules
from dealer_station.table.house.corrections import corrected_order, with_doubted_card
from dealer_station.table.house.faults import JOKER
from dealer_station.table.house.hands import further_order
from dealer_station.table.house.side_bets import is_honour_at_stake, won_by_the_cards
from dealer_station.table.lifecycle import Phase
from dealer_station.table.refusals import RefusalReason, RefusedError
from dealer_station.table.state import HouseRound, TableState

_DIGITS_MAX = 9
"""Longest whole number that a report may say: no seat and no count of cards has more digits."""


@dataclass(frozen=True, slots=True)
class ReportFacts:
    """A report's facts, read and checked."""

    seat: int | None = None
    position: Position | None = None
    card: str | None = None
    cards: tuple[str, ...] = ()
    count: int | None = None
    amount_minor: int | None = None
    action: str = ""
    chips_minor: tuple[int, ...] = ()
    round_paid: int | None = None


def read_facts(facts: Mapping[str, str]) -> ReportFacts:
    """Read what a report says; a malformed fact is refused by name and value."""
    position = _position(facts["position"]) if "position" in facts else None
    seat = _whole(facts, "seat")
    from_position = seat_of(position.hand) if position else None
    if seat is not None and position is not None and seat != from_position:
        raise RefusedError(RefusalReason.NOT_APPLICABLE, fact="seat", value=str(seat))
    return ReportFacts(
        seat=from_position if seat is None else seat,
        position=position,
        card=_card(facts["card"]) if "card" in facts else None,
        cards=tuple(_card(card) for card in facts.get("cards", "").split()),
        count=_whole(facts, "count"),
        amount_minor=_amount(facts["amount"]) if "amount" in facts else None,
        action=facts.get("action", ""),
        chips_minor=tuple(_amount(chip) for chip in facts.get("chips", "").split()),
        round_paid=_whole(facts, "round_paid"),
    )


def _position(text: str) -> Position:
    try:
        return Position.parse(text)
    except ValueError:
        raise RefusedError(RefusalReason.NOT_APPLICABLE, fact="position", value=text) from None


def _whole(facts: Mapping[str, str], name: str) -> int | None:
    if name not in facts:
        return None
    if not facts[name].isdecimal() or len(facts[name]) > _DIGITS_MAX:
        raise RefusedError(RefusalReason.NOT_APPLICABLE, fact=name, value=facts[name])
    return int(facts[name])


def _card(text: str) -> str:
    if text in {JOKER, UNREADABLE}:
        return text
    try:
        (card,) = parse_cards(text)
    except (CardNotationError, ValueError):
        raise RefusedError(RefusalReason.NOT_APPLICABLE, fact="card", value=text) from None
    return str(card)


def _amount(text: str) -> int:
    try:
        amount = to_minor(Decimal(text))
    except InvalidOperation:
        amount = None
    if amount is None or amount < 0:
        raise RefusedError(RefusalReason.BAD_AMOUNT, amount=text)
    return amount


def situation_of(
    rules: TableRules,
    state: TableState,
    facts: Mapping[str, str],
    correction: Correction = Correction.NONE,
) -> Situation:
    """Return what is the case for a report with these facts."""
    read = read_facts(facts)
    current = state.round
    if current is None:
        return Situation(
            stage=state.phase,
            hand_size=rules.house.hand_size,
            count=read.count,
            amount_minor=read.amount_minor,
            is_progressive_offered=rules.house.progressive is not None,
            stub_count=_stub_count(rules, state),
            deck_size=rules.house.decks * DECK_SIZE,
            house_choices=rules.house.house_choices,
        )
    hand = current.hand(read.seat) if read.seat is not None else None
    stakes = current.pending_stakes(read.seat) if read.seat is not None else {}
    order = corrected_order(current, correction, read.position, read.count)
    return Situation(
        stage=state.phase,
        seat_exists=read.seat in state.seats,
        seat_status=hand.status if hand else "out",
        seat_has_decided=bool(hand and hand.decision) or state.phase is Phase.PAYING,
        seat_is_paid=read.seat in current.paid_seats - {BOOK_SEAT},
        seat_has_progressive=_has_progressive(rules, current, read.seat),
        bet_minor=sum(stakes.get(s.name, 0) for s in rules.house.spots if s.is_decision),
        amount_minor=read.amount_minor,
        count=read.count,
        hand_size=rules.house.hand_size,
        is_seat_named=read.seat is not None,
        has_position=read.position is not None,
        is_dealer_position=_is_dealers(read),
        is_position_dealt=_is_dealt(current, read),
        named_cards=len({*read.cards, read.card} - {None}),
        names_up_card=_names_up_card(rules, current, read),
        is_dealer_completed=current.late_dealer_cards > 0,
        is_any_seat_paid=bool(current.paid_seats),
        paid_minor=_paid_minor(state, current, read),
        stub_count=_stub_count(rules, state),
        names_other_face=_names_other_face(rules, current, read),
        is_last_card_in_hand=current.last_owner not in {None, ASIDE, BURN},
        is_card_due=current.is_card_due,
        correction_adds_up=order is not None,
        is_progressive_offered=rules.house.progressive is not None,
        player_cards_public=rules.house.player_cards_public,
        honours_side_bets=rules.house.honours_side_bets,
        has_live_prize=_has_live_prize(rules, _booked(current, order), correction, read),
        house_choices=rules.house.house_choices,
        deck_size=rules.house.decks * DECK_SIZE,
        is_card_unread=current.has_unread_card,
        is_card_named=read.card not in {None, UNREADABLE},
        is_early_card=early_hand(rules, state) is not None,
        is_players_hand=_is_players(rules, current, read),
        is_own_hand=hand is not None and rules.house.hand_of(hand.seat) == seat_hand(hand.seat),
    )


def _paid_minor(state: TableState, current: HouseRound, read: ReportFacts) -> int | None:
    """Return what the seat was handed in the round that the report means, else in this (BA-I08)."""
    number = current.number if read.round_paid is None else read.round_paid
    return None if read.seat is None else state.handed_back_minor(number, read.seat)


def _booked(current: HouseRound, order: tuple[str, ...] | None) -> HouseRound:
    """Return the round with its cards booked as the report says: what is won depends on it."""
    return current if order is None else replace(current, deal_order=order)


def _has_live_prize(
    rules: TableRules, current: HouseRound, correction: Correction, read: ReportFacts
) -> bool:
    """Whether a void round would take away what is won, by the true card where one is named.

    While a misread card is unknown, nothing is honoured that somebody has won by it (CH-I02).
    """
    card = read.card if read.card != UNREADABLE else None
    believed = with_doubted_card(current, correction, read.position, card)
    if card is None and won_by_the_cards(rules, believed) != won_by_the_cards(rules, current):
        return False
    return is_honour_at_stake(rules, believed)


def early_hand(rules: TableRules, state: TableState) -> str | None:
    """Return the hand to which a card belongs that came while decisions are open; None without one.

    Burns before it are left out: the card is the next that would be dealt (CH-I09).
    """
    current = state.round
    if current is None or state.phase is not Phase.DECIDING or not current.has_surplus_card:
        return None
    return next((hand for hand in further_order(rules, current) if hand != BURN), None)


def _is_players(rules: TableRules, current: HouseRound, read: ReportFacts) -> bool:
    """Whether a report is about a hand of players: a seat's, or one that seats or a book share."""
    if read.position is not None:
        name = read.position.hand
    else:
        name = "" if read.seat is None else seat_hand(read.seat)
    book = () if current.book is None else (BOOK_SEAT,)
    seats = (*(hand.seat for hand in current.hands), *book)
    return name in {rules.house.hand_of(seat) for seat in seats}


def _stub_count(rules: TableRules, state: TableState) -> int:
    """How many cards must be left in the shoe."""
    return rules.house.decks * DECK_SIZE - state.cards_out


def _has_progressive(rules: TableRules, current: HouseRound, seat: int | None) -> bool:
    """Whether a progressive stake was accepted at a seat and not given back, settled or not."""
    progressive = rules.house.progressive
    if progressive is None or seat is None:
        return False
    wager = current.wager(seat, progressive.spot)
    return wager is not None and wager.outcome is not Outcome.VOID


def _is_dealers(read: ReportFacts) -> bool:
    """Whether a report names a place of the dealer's hand."""
    return read.position is not None and read.position.hand == DEALER


def _is_dealt(current: HouseRound, read: ReportFacts) -> bool:
    """Whether the place that a report names has got its card; no place named is no objection."""
    if read.position is None:
        return True
    return read.position.number <= len(current.cards(read.position.hand))


def _names_up_card(rules: TableRules, current: HouseRound, read: ReportFacts) -> bool:
    """Whether a report is about the card that lies face up anyway.

    No condition compares a named card with one that lies face down: whoever reports could learn
    it from the answer.
    """
    late = current.late_dealer_cards
    if read.position is not None:
        return rules.house.is_up_card(read.position.hand, read.position.number, late)
    return read.card is not None and not _names_other_face(rules, current, read)


def _names_other_face(rules: TableRules, current: HouseRound, read: ReportFacts) -> bool:
    """Whether a report names a dealer's card that is not the up card."""
    late = current.late_dealer_cards
    if read.position is not None:
        return not rules.house.is_up_card(read.position.hand, read.position.number, late)
    if read.card is None:
        return False
    faces = enumerate(current.cards(DEALER), start=1)
    return not any(
        card == read.card and rules.house.is_up_card(DEALER, number, late) for number, card in faces
    )
