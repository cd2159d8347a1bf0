"""The table's view: what `play --json`, the API and the screens all show (table-script: the view).

`record_view` shows the record, every card. `role_view` is what a role may see, with what a screen
needs besides: who may do what now, the open ruling, the payments. Amounts are decimal text.
"""

from collections.abc import Mapping
from typing import Any

from dealer_station.cards.poker_hand import HandCategory
from dealer_station.games.paytable import MAIN_LEVEL
from dealer_station.games.procedure import ASIDE, BURN, seat_hand
from dealer_station.games.rules import Outcome
from dealer_station.money import format_minor
from dealer_station.progressive.conversion import to_table
from dealer_station.progressive.ledger import Ledger
from dealer_station.table.book_view import book_view
from dealer_station.table.draft import TableRules
from dealer_station.table.house.closing import unanswered
from dealer_station.table.house.doubts import seats_in_doubt
from dealer_station.table.house.hands import hand_names, known_hands
from dealer_station.table.house.side_bets import lost_by_folding
from dealer_station.table.house.verifying import must_be_seen
from dealer_station.table.lifecycle import BEFORE_THE_DEAL, Phase, Service
from dealer_station.table.pot.view import next_of_hand, pot_keys
from dealer_station.table.roles import Role
from dealer_station.table.state import TABLE, HouseRound, Irregularity, TableState
from dealer_station.table.visibility import FACE_DOWN, visible_cards

CALL = "call"
"""The action whose amount is said by itself: nobody chooses it (table-script: the view)."""

ENVY = "envy"
"""Where a seat's net says what it got for the hands of others (CS-25): it is no stake."""

View = dict[str, Any]
"""A JSON object."""


def record_view(state: TableState, rules: TableRules, meters: Mapping[str, Ledger]) -> View:
    """Return the view of the record: nothing is masked."""
    return base_view(state, rules, meters, None)


def meter_name(pool: str, level: str) -> str:
    """Return what a level's meter is called: the main one as its pool, another by both names."""
    return pool if level == MAIN_LEVEL else f"{pool}-{level}"


def _meters(state: TableState, meters: Mapping[str, Ledger]) -> View:
    """Return what each level that is played for shows.

    In the table's currency, rounded down (LNK-12).
    """
    return {
        meter_name(pool, level.level_id): format_minor(
            to_table(level.meter_minor, state.conversion(pool))
        )
        for pool, ledger in meters.items()
        for level in ledger.levels_in_play
    }


def base_view(
    state: TableState,
    rules: TableRules,
    meters: Mapping[str, Ledger],
    role: Role | None,
) -> View:
    """Return the keys of the table-script's view, as a role sees them (None: the record)."""
    if rules.has_pots:
        return _pot_view(state, rules, role)
    current = state.round
    view: View = {
        "phase": state.shown_phase.value,
        "next": next_step(state, rules, meters),
        "cards": {},
        "hands": {},
        "status": {},
        "net": {},
        "stakes": {},
        "outcome": {},
        "meters": _meters(state, meters),
        "rulings": [_ruling(item, rules) for item in state.irregularities],
    }
    if current is not None:
        view["cards"] = _cards(state, rules, role)
        view["hands"] = _hands(state, rules, role)
        view["status"] = _status(state, current)
        view |= _wagers(current)
        if current.book is not None:
            view["book"] = book_view(current.book)
    return view


def _pot_view(state: TableState, rules: TableRules, role: Role | None) -> View:
    keys = pot_keys(state, rules.pot, lambda hand: visible_cards(state, rules, hand, role))
    return {
        "phase": state.shown_phase.value,
        "next": next_of_hand(state, rules.pot),
        **keys,
        "meters": {},
        "rulings": [_ruling(item, rules) for item in state.irregularities],
    }


def _ruling(item: Irregularity, rules: TableRules) -> View:
    option = item.options[0].option if item.ruling is None else item.ruling
    by = item.ruled_by
    if by is Role.DEVICE and item.irregularity == rules.catalogue.unread_card:
        # A card that is read again closes its ruling: the dealer has put it in once more.
        by = Role.DEALER
    return {
        "irregularity": item.irregularity,
        "option": option.value,
        # What the station ends by itself, the table has found out.
        "by": None if by is None else TABLE if by is Role.STATION else by.value,
    }


def hand_keys(current: HouseRound, rules: TableRules) -> dict[str, str]:
    """Return view key and hand of every hand and pile of the round: seats by number."""
    seats = {str(hand.seat): seat_hand(hand.seat) for hand in current.hands}
    return seats | {name: name for name in (*rules.house.table_hands, ASIDE, BURN)}


def _cards(state: TableState, rules: TableRules, role: Role | None) -> View:
    assert state.round is not None, "a round has cards"
    seen = {
        key: " ".join(visible_cards(state, rules, hand, role))
        for key, hand in hand_keys(state.round, rules).items()
    }
    return {key: cards for key, cards in seen.items() if cards}


def _hands(state: TableState, rules: TableRules, role: Role | None) -> View:
    """Return what every hand is worth that the role sees whole, by view key."""
    current = state.round
    assert current is not None, "a round has hands"
    values = hand_values(state, rules, role)
    return {key: values[hand] for key, hand in hand_keys(current, rules).items() if hand in values}


def hand_values(state: TableState, rules: TableRules, role: Role | None) -> Mapping[str, str | int]:
    """Return what every hand is worth that the role sees whole, by the hand's name."""
    current = state.round
    if current is None:
        return {}
    seen = {name: visible_cards(state, rules, name, role) for name in hand_names(rules, current)}
    known = known_hands(rules, {n: cards for n, cards in seen.items() if FACE_DOWN not in cards})
    values = {hand: rules.house.value_of(hand, known) for hand in known}
    return {
        hand: value.value if isinstance(value, HandCategory) else value
        for hand, value in values.items()
        if value is not None
    }


def _status(state: TableState, current: HouseRound) -> View:
    if state.phase in BEFORE_THE_DEAL:
        return {}
    status = {str(seat): "out" for seat in state.seats}
    return status | {str(hand.seat): hand.status.value for hand in current.hands}


def decisions_told(state: TableState, rules: TableRules) -> View:
    """Return the seats of which the table has to say more than their status (CH-14, CH-32a).

    `auto_folded`: time ran out before they decided. `call_to_collect`: seats that still owe a
    decision, each with the stakes that have won and that a fold would lose.
    """
    current = state.round
    if current is None:
        return {"auto_folded": [], "call_to_collect": {}}
    open_seats = current.undecided if state.phase is Phase.DECIDING else ()
    waiting = {str(seat): list(lost_by_folding(rules, current, seat)) for seat in open_seats}
    return {
        "auto_folded": [hand.seat for hand in current.hands if hand.is_auto_folded],
        "call_to_collect": {seat: spots for seat, spots in waiting.items() if spots},
    }


def _wagers(current: HouseRound) -> View:
    """Return stakes that stand, outcomes, and the net of everything that is decided."""
    stakes: dict[str, View] = {}
    outcome: dict[str, View] = {}
    net: dict[str, View] = {}
    for wager in sorted(current.wagers, key=lambda w: w.seat):
        seat = str(wager.seat)
        outcome.setdefault(seat, {})[wager.spot] = wager.outcome.value
        if wager.outcome is Outcome.PENDING:
            stakes.setdefault(seat, {})[wager.spot] = format_minor(wager.amount_minor)
        else:
            net.setdefault(seat, {})[wager.spot] = format_minor(wager.net_minor)
    for paid in sorted({envy.seat for envy in current.standing_envies}):
        net.setdefault(str(paid), {})[ENVY] = format_minor(current.envy_minor(paid))
    return {"stakes": stakes, "outcome": outcome, "net": net}


def next_step(state: TableState, rules: TableRules, meters: Mapping[str, Ledger]) -> View:
    """Return what the table waits for."""
    if state.open_irregularity:
        return {"kind": "ruling"}
    if state.phase in BEFORE_THE_DEAL:
        return _next_before_the_deal(state)
    current = state.round
    match state.phase:
        case Phase.DEALING | Phase.DRAWING:
            assert current is not None, "dealing a round"
            return {"kind": "card", "position": current.next_position}
        case Phase.DECIDING:
            assert current is not None, "deciding a round"
            return _next_act(current, rules)
        case Phase.PAYING:
            assert current is not None, "paying a round"
            is_in_doubt = current.turns[0] in seats_in_doubt(state, rules, meters)
            return _next_payment(current, rules, is_in_doubt=is_in_doubt)
        case _:
            is_burn_due = state.service is Service.OPEN and state.shoe.is_burn_due
            return {"kind": "card", "position": BURN} if is_burn_due else {"kind": "none"}


def _next_before_the_deal(state: TableState) -> View:
    """Return that stakes may be placed, or which seats' acceptors have still to shut."""
    if state.phase is Phase.BETTING:
        return {"kind": "bets"}
    return {"kind": "acceptors", "seats": [one.seat for one in unanswered(state)]}


def _next_act(current: HouseRound, rules: TableRules) -> View:
    if current.book is not None:
        return {"kind": "act", "undecided": current.book.totals.undecided}
    seat = current.undecided[0]
    return {"kind": "act", "seat": seat, "legal": legal_acts(current, rules, seat)}


def legal_acts(current: HouseRound, rules: TableRules, seat: int) -> View:
    """Return what a seat that still owes a decision may do, with the amounts."""
    base = current.pending_stakes(seat)[rules.house.spots[0].name]
    legal: View = {}
    for action, stake in rules.house.act_stakes(base).items():
        amount = format_minor(stake)
        if not stake:
            legal[action] = True
        else:
            legal[action] = amount if action == CALL else {"min": amount, "max": amount}
    return legal


def _next_payment(current: HouseRound, rules: TableRules, *, is_in_doubt: bool) -> View:
    seat = current.turns[0]
    must_see = is_in_doubt or must_be_seen(rules, current, seat)
    return {"kind": "verify" if must_see else "pay", "seat": seat}
