"""What one role sees of a table: the view, and all that a screen needs to offer the next step.

Knows which cards the role may see (visibility.py decides) and what is legal now. A screen shows it
and computes no rule.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from dealer_station.cards.deck import DECK_SIZE
from dealer_station.games.rules import SettledWager, Spot
from dealer_station.irregularities.kinds import READ, Authority, CatalogueEntry, Fact
from dealer_station.money import format_minor
from dealer_station.progressive.ledger import Ledger
from dealer_station.table.acceptors import Acceptor
from dealer_station.table.book_state import BOOK_SEAT
from dealer_station.table.devices import DeviceStatus
from dealer_station.table.draft import TableRules
from dealer_station.table.house.betting import (
    can_repeat,
    is_anyone_in,
    is_shoe_spent,
    suspended_spot,
)
from dealer_station.table.house.doubts import seats_in_doubt
from dealer_station.table.house.envy import given_for
from dealer_station.table.house.hands import known_hands
from dealer_station.table.house.paying import Preview, preview
from dealer_station.table.house.raising import may_be_explained
from dealer_station.table.house.verifying import hands_to_see
from dealer_station.table.lifecycle import Phase, Service
from dealer_station.table.pot.reporting import is_reportable_now
from dealer_station.table.pot.role_view import pot_role_keys, pot_table_keys
from dealer_station.table.roles import Role
from dealer_station.table.state import Envy, HouseRound, Irregularity, TableState
from dealer_station.table.view import View, base_view, decisions_told, hand_values, legal_acts
from dealer_station.table.visibility import masked, masks_facts, without_cards

_SEE_TO_PAYMENT = frozenset({Role.DEALER, Role.SUPERVISOR, Role.MANAGER})


@dataclass(frozen=True, slots=True)
class TableFacts:
    """What a table is called, for people. `currency` is its ISO 4217 code."""

    id: str
    name: str
    currency: str


def role_view(
    state: TableState,
    rules: TableRules,
    meters: Mapping[str, Ledger],
    facts: TableFacts,
    role: Role,
    now: int,
) -> View:
    """Return the whole snapshot for a role at a moment (`now` in ms, for the clock)."""
    view = base_view(state, rules, meters, role) | {
        "table": _table(state, rules, facts),
        "version": state.version,
        "played_version": state.played_version,
        "round": state.round_number,
        "step": state.step,
        "draws": _drawn(state),
        "is_open": state.service is Service.OPEN,
        "stage": state.phase.value,
        "ruling": _open_ruling(state, rules, role),
        "irregularities": _reportable(state, rules),
        "clock": _clock(state, now),
        "deck_locked": state.is_deck_locked,
        "deck_check": _deck_check(state, rules),
        "supervisor_called": state.is_supervisor_called,
        "devices": [device_view(device, role) for device in state.devices],
        "now": now,
    }
    if rules.has_pots:
        return view | _NO_HOUSE | pot_role_keys(state, rules.pot)
    return view | _house_keys(state, rules, meters, role)


def _house_keys(
    state: TableState, rules: TableRules, meters: Mapping[str, Ledger], role: Role
) -> View:
    """Return what only tables against the house have."""
    repeats = can_repeat(state, rules, meters)
    return decisions_told(state, rules) | {
        "acts": _acts(state, rules),
        "payouts": _payouts(state, rules, meters, role),
        "suspended": _suspended(state, rules),
        "can_repeat": repeats,
        "commands": _commands(state, rules, repeats=repeats),
        "acceptors": {str(one.seat): _acceptor(one) for one in state.acceptors},
        "shoe": _shoe(state, rules),
        "history": _history(state, rules),
    }


_NO_HOUSE: Final[View] = {
    "payouts": [], "suspended": [], "can_repeat": False, "acceptors": {}, "shoe": None,
    "history": None,
}  # fmt: skip
"""What tables against the house have and others do not."""


def _drawn(state: TableState) -> int:
    """Return how many cards have left the shoe in the round."""
    current = state.round or state.pot.hand
    return len(current.draws) if current else 0


def public_view(
    state: TableState, rules: TableRules, meters: Mapping[str, Ledger], facts: TableFacts
) -> View:
    """Return what everybody may see: the view without any card that is not public."""
    view = base_view(state, rules, meters, Role.DEVICE) | {
        "table": _table(state, rules, facts),
        "version": state.version,
        "round": state.round_number,
        "is_open": state.service is Service.OPEN,
    }
    if rules.has_pots:
        return view | {"suspended": [], "history": None}
    return (
        view
        | decisions_told(state, rules)
        | {
            "suspended": _suspended(state, rules),
            "history": _history(state, rules),
        }
    )


def _suspended(state: TableState, rules: TableRules) -> list[str]:
    """Return the spots on which nobody may stake now, since their progressive is suspended."""
    spot = suspended_spot(state, rules)
    return [] if spot is None else [spot]


def _history(state: TableState, rules: TableRules) -> View | None:
    """Return what is shown of the shoe's settled rounds; None where the game shows nothing."""
    played = [known_hands(rules, dict(one.hands)) for one in state.shoe.finished]
    history = rules.house.shoe_history(played)
    return None if history is None else dict(history)


def _shoe(state: TableState, rules: TableRules) -> View | None:
    """Return how far the shoe is; None where the deck is shuffled for every round."""
    if rules.house.shoe is None:
        return None
    last, left = state.shoe.last_round, state.shoe.burn_left
    return {
        "cards_out": state.cards_out,
        "cards": rules.house.decks * DECK_SIZE,
        "burn_left": left,
        "is_burn_due": state.shoe.is_burn_due,
        "is_cut_out": last is not None,
        "rounds_left": None if last is None else max(0, last - state.round_number),
    }


def _deck_check(state: TableState, rules: TableRules) -> View | None:
    """Return what the last deck check found; None where these cards were not checked.

    `verdict`: `complete`; `wrong`, whatever the unread cards are; or `open`, as many cards were not
    read as are missing.
    """
    check = state.shoe.check
    if check is None:
        return None
    is_wrong = check.surplus or len(check.missing) != check.unread
    verdict = "wrong" if is_wrong else "open" if check.unread else "complete"
    return {
        "verdict": verdict,
        "count": check.count,
        "decks": rules.game.decks,
        "unread": check.unread,
        "missing": list(check.missing),
        "surplus": list(check.surplus),
        "is_rest": check.is_rest,
    }


def _table(state: TableState, rules: TableRules, facts: TableFacts) -> View:
    own = pot_table_keys(rules.pot) if rules.has_pots else _house_table(rules)
    return {
        "id": facts.id,
        "name": facts.name,
        "game": rules.game.name,
        "rules": rules.name,
        "currency": facts.currency,
        "seats": list(state.seats),
        "player_cards_public": rules.game.player_cards_public,
        **own,
    }


def _house_table(rules: TableRules) -> View:
    base = rules.house.spots[0]
    limits: dict[str, str | None] = {
        "min": format_minor(base.min_minor),
        "max": None if base.max_minor is None else format_minor(base.max_minor),
    }
    return {"limits": limits, "spots": [_spot(spot) for spot in rules.house.spots]}


def _spot(spot: Spot) -> View:
    view: View = {"name": spot.name}
    if spot.is_base:
        view["base"] = True
    if spot.is_decision:
        view["decision"] = True
    if spot.price_minor is not None:
        view["price"] = format_minor(spot.price_minor)
    elif not spot.is_decision and spot.max_minor is not None:
        view["min"] = format_minor(spot.min_minor)
        view["max"] = format_minor(spot.max_minor)
    if spot.pays:
        view["pays"] = spot.pays
    return view


def device_view(device: DeviceStatus, role: Role) -> View:
    """Return a device with the codes of its faults; its own words are not for a dealer."""
    view: View = {
        "id": device.device_id,
        "kind": device.device_kind,
        "state": device.device_state,
        "since": device.since_at,
        "faults": list(device.to_look_after),
    }
    return view if role is Role.DEALER else view | {"reason": without_cards(device.words)}


def _acceptor(acceptor: Acceptor) -> View:
    """Return a seat's acceptor as it last told; None where it has not told yet."""
    return {
        "device": acceptor.device_id,
        "open": acceptor.is_open,
        "lit": acceptor.is_lit,
        "window_at": acceptor.window_at,
        "lamp_at": acceptor.lamp_at,
        "excused": acceptor.is_excused,
    }


def _open_ruling(state: TableState, rules: TableRules, role: Role) -> View | None:
    """Return the open ruling; who may not see its cards gets them masked in the facts too."""
    item = state.open_irregularity
    if item is None:
        return None
    entry = rules.catalogue.entries[item.irregularity]
    return {
        "number": item.number,
        "irregularity": item.irregularity,
        "title": entry.title,
        "facts": _facts(item, role),
        "proposal": item.options[0].option.value,
        "options": [
            {
                "option": offered.option.value,
                "needs": offered.needs.value,
                **({"card": True} if offered.names_card else {}),
            }
            for offered in item.options
        ],
        "source": entry.source,
        "reported_by": item.reported_by,
        # The same card from the shoe once more settles it without any ruling (CS-I20).
        "reread": item.irregularity == rules.catalogue.unread_card and _is_card_unread(state),
    }


def _is_card_unread(state: TableState) -> bool:
    current = state.round or state.pot.hand
    return current is not None and current.has_unread_card


def _facts(item: Irregularity, role: Role) -> dict[str, str]:
    facts = dict(item.facts)
    if masks_facts(role):
        for name in ("card", "cards", READ):
            if name in facts:
                facts[name] = " ".join(masked(card) for card in facts[name].split())
        if Fact.NOTE.value in facts:
            facts[Fact.NOTE.value] = without_cards(facts[Fact.NOTE.value])
    return facts


def _reportable(state: TableState, rules: TableRules) -> list[View]:
    """Return the irregularities that fit this moment; none while a reported one is open."""
    if state.service is Service.CLOSED:
        return []
    return [
        _report_form(entry)
        for entry in rules.catalogue.entries.values()
        if _fits(entry, state, rules) and _offered(entry, rules)
    ]


def _fits(entry: CatalogueEntry, state: TableState, rules: TableRules) -> bool:
    """Say whether a report is taken at this stage, and beside the ruling that is open (if any)."""
    item, stage = state.open_irregularity, state.phase.value
    if rules.has_pots:
        return is_reportable_now(rules.catalogue, item, stage, entry.id)
    if item is not None and not may_be_explained(rules.catalogue, item):
        return False
    return entry.is_reportable and stage in entry.stages


def _offered(entry: CatalogueEntry, rules: TableRules) -> bool:
    """Leave out what the rule set can never meet."""
    if "progressive_offered" in entry.requires and rules.game.progressive is None:
        return False
    return not ("player_cards_hidden" in entry.requires and rules.game.player_cards_public)


def _report_form(entry: CatalogueEntry) -> View:
    needs = {rule.options[0].needs for rule in entry.rulings}
    decided_by = next(who for who in reversed(list(Authority)) if who in needs)
    return {
        "id": entry.id,
        "title": entry.title,
        "needs": [fact.value for fact in entry.facts],
        "optional": [fact.value for fact in entry.optional],
        "decided_by": decided_by.value,
    }


def _acts(state: TableState, rules: TableRules) -> View:
    """Return what every seat that still owes a decision may do; they may come in any order."""
    current = state.round
    if current is None or state.phase is not Phase.DECIDING or state.open_irregularity:
        return {}
    return {str(seat): legal_acts(current, rules, seat) for seat in current.undecided}


def _payouts(
    state: TableState, rules: TableRules, meters: Mapping[str, Ledger], role: Role
) -> list[View]:
    """Return the seats in payment order, each with its wagers; only from paying on.

    The seat whose turn it is shows what the dealer is about to pay.
    """
    current = state.round
    if current is None or state.phase not in {Phase.PAYING, Phase.SETTLED, Phase.VOID}:
        return []
    values = hand_values(state, rules, role)
    to_see = (*hands_to_see(rules, current), *seats_in_doubt(state, rules, meters))
    # That a hand which waits face down wins a prize is told to those who see to its verification.
    told = to_see if role in _SEE_TO_PAYMENT else set(to_see) & set(current.turns[:1])
    paid = current.standing_envies
    rows = [
        (payment.seat, "paid", Preview(payment.wagers, given_for(paid, payment.seat)))
        for payment in current.payments
    ]
    for index, seat in enumerate(current.turns):
        # What a book comes to is worked out bettor by bettor: once, when it is paid.
        is_told = not index and seat != BOOK_SEAT
        seen = preview(state, rules, meters, seat) if is_told else Preview()
        rows.append((seat, "waiting" if index else "current", seen))
    return [
        {
            "seat": seat,
            "state": place,
            "verify": seat in told and place != "paid",
            "hand": values.get(rules.house.hand_of(seat)),
            **_payout(current, seat, settled.wagers),
            "envy": [_envy(one) for one in settled.envies],
        }
        for seat, place, settled in rows
    ]


def _envy(envy: Envy) -> View:
    """Return what another seat gets for the hand of a row, to be handed out with its prize."""
    return {"seat": envy.seat, "amount": format_minor(envy.amount_minor), "rule": envy.rule}


def _payout(current: HouseRound, seat: int, wagers: tuple[SettledWager, ...]) -> View:
    """Return what a seat's stakes come to; as long as that is not settled, what they are."""
    shown = [_settled(wager) for wager in wagers] or [
        {"spot": spot, "stake": format_minor(stake)}
        for spot, stake in current.pending_stakes(seat).items()
    ]
    return {
        "wagers": shown,
        "hand_back": format_minor(sum(wager.handed_back_minor for wager in wagers)),
    }


def _settled(wager: SettledWager) -> View:
    return {
        "spot": wager.spot,
        "stake": format_minor(wager.stake_minor),
        "odds": wager.odds or None,
        "outcome": wager.outcome.value,
        "wins": format_minor(wager.net_minor),
        "rule": wager.rule,
    }


def _clock(state: TableState, now: int) -> View | None:
    clock = state.clock
    if clock is None:
        return None
    remaining = max(0, clock.limit_ms - clock.elapsed_ms(now))
    return {"remaining_ms": remaining, "running": clock.standing_since_at is None}


def _commands(state: TableState, rules: TableRules, *, repeats: bool) -> list[str]:
    """Return the table's commands that are legal now; wagers, acts and payments follow `next`.

    `repeats`: last round's stakes can be placed again.
    """
    call = "answer_call" if state.is_supervisor_called else "call_supervisor"
    if state.service is Service.CLOSED:
        return ["open_table"]
    if state.open_irregularity:
        return ["apply_ruling", call]
    if state.phase is Phase.BETTING:
        may_close = is_anyone_in(state, rules) or rules.house.may_deal_without_wagers
        close = ["close_betting"] if may_close else []
        return [*close, *(["repeat_wagers"] if repeats else []), call]
    if state.is_round_open:
        return [call]
    is_shut = state.is_deck_locked or is_shoe_spent(state) or state.shoe.is_burn_due
    opening = [] if is_shut else ["open_betting"]
    return [*opening, "change_deck", "check_deck", "close_table", call]
