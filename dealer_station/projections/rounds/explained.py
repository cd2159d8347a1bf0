"""One round with everything that explains it: cards, payments, lights, rulings, events.

Knows how the parts belong together. Who may see which card is asked for every one of them
(events/sight.py); nothing is told that a hidden hand could be worked out from.
"""

from dealer_station.games.rules import Outcome, SettledWager
from dealer_station.money import format_minor
from dealer_station.projections.events.facts import settled
from dealer_station.projections.events.reading import Reading
from dealer_station.projections.events.shown import (
    ReadEvent,
    dealer_of,
    is_readable,
    rule_of,
    shown_event,
    source_of,
)
from dealer_station.projections.events.sight import Sight
from dealer_station.projections.queries import RecordQueries
from dealer_station.projections.rounds.ledger import (
    Ledger,
    ledger_of_round,
    progressive_events,
)
from dealer_station.projections.rounds.listed import compensated_minor, house_minor, times_of
from dealer_station.projections.rounds.played import PlayedRound, compensations
from dealer_station.projections.rounds.pot_hands import HAND_KEYS, rake_minor
from dealer_station.projections.rounds.rule_texts import rule_text
from dealer_station.table import events as e
from dealer_station.table.book_view import book_view
from dealer_station.table.state import HouseRound, Wager
from dealer_station.table.view import ENVY, View, base_view, decisions_told

VIEW_KEYS = ("cards", "hands", "status", "net", "stakes", "outcome", "auto_folded")
"""The keys of the table's view that say how a round went."""


def explained_round(queries: RecordQueries, reading: Reading, played: PlayedRound) -> View:
    """Return a round as JSON, as the reading's role may see it."""
    rules = played.rules
    current, hand = played.state.round, played.state.pot.hand
    assert rules is not None, "a round is played under rules"
    sight = reading.of_round(played)
    moved = progressive_events(queries, reading, played)
    times, ledger = times_of(played), ledger_of_round(sight, moved)
    view = base_view(played.state, rules, {}, reading.role) | decisions_told(played.state, rules)
    return {
        "number": played.part.number,
        "table": played.table_id,
        "game": rules.game.name,
        "rules": {"name": rules.name, "digest": rules.digest},
        "phase": played.state.phase.value,
        "opened_at": times.opened_at,
        "ended_at": times.ended_at,
        "dealer": dealer_of(sight),
        "view": {key: view.get(key, {}) for key in VIEW_KEYS},
        "hand": None if hand is None else {key: view[key] for key in HAND_KEYS},
        "wagers": _wagers(sight, ledger),
        "book": _book(current),
        "house": format_minor(_house_minor(played)),
        "compensated": format_minor(compensated_minor(played)),
        "compensations": _compensations(sight),
        "lights": _lights(played),
        "rulings": _rulings(sight),
        "events": _events(sight, moved),
    }


def _house_minor(played: PlayedRound) -> int:
    """Return what the house kept: of a round against it, or the rake of a hand."""
    if played.state.round is not None:
        return house_minor(played.state.round)
    assert played.state.pot.hand is not None, "a round or a hand has begun"
    return rake_minor(played.state.pot.hand)


def _book(current: HouseRound | None) -> View | None:
    """Return the bettors' book in sums, each outcome with the rule that says so in words."""
    if current is None or current.book is None:
        return None
    view = book_view(current.book)
    outcomes = [one | {"rule_text": rule_text(one["rule"])} for one in view["outcomes"]]
    return view | {"outcomes": outcomes}


# ------------------------------------------------------------------------------------ wagers


def _wagers(sight: Sight, ledger: Ledger) -> list[View]:
    current = sight.played.state.round
    if current is None:
        return []
    decided = sorted((w for w in current.wagers if not w.is_pending), key=lambda w: w.seat)
    rows = [_wager(sight, wager, ledger) for wager in decided]
    seats = sorted({envy.seat for envy in current.standing_envies})
    return [*rows, *(_envies(sight, current, seat, ledger) for seat in seats)]


def _envies(sight: Sight, current: HouseRound, seat: int, ledger: Ledger) -> View:
    """Return what a seat got for others' hands: a wager of nothing that wins by their cards."""
    own = [envy for envy in current.standing_envies if envy.seat == seat]
    rule = own[0].rule
    won = SettledWager(ENVY, 0, Outcome.WIN, current.envy_minor(seat), "", rule)
    return {
        "seat": seat,
        **settled(won),
        "rule_text": rule_text(rule),
        "cards": [card for envy in own for card in sight.seat_hand(envy.winner)],
        "dealer_cards": [],
        "ledger": ledger.get((seat, ENVY), []),
    }


def _wager(sight: Sight, wager: Wager, ledger: Ledger) -> View:
    explained = _settlement(sight.played, wager)
    return {
        "seat": wager.seat,
        **settled(explained),
        "rule_text": rule_text(explained.rule),
        "cards": list(sight.seat_hand(wager.seat)),
        "dealer_cards": list(sight.dealer_hand()),
        "ledger": ledger.get((wager.seat, wager.spot), []),
    }


def _settlement(played: PlayedRound, wager: Wager) -> SettledWager:
    """Return what settled a wager last: its payment, or the return of the stake."""
    key = (wager.seat, wager.spot)
    for event in reversed(played.events):
        if isinstance(event, e.WagerReturned) and (event.seat, event.spot) == key:
            return SettledWager(
                wager.spot, wager.amount_minor, wager.outcome, wager.net_minor, "", event.reason
            )
        if isinstance(event, e.SeatPaid) and event.seat == wager.seat:
            for paid in event.wagers:
                if paid.spot == wager.spot:
                    return paid
    raise AssertionError(f"seat {wager.seat}: nothing settled {wager.spot}")


def _compensations(sight: Sight) -> list[View]:
    """Return the wrong payments that were put right: what was handed out, and what was due."""
    found = []
    for row, event in compensations(sight.played):
        rule = rule_of(event, {}, sight)
        found.append(
            {
                "seat": event.seat,
                "paid": format_minor(event.paid_minor),
                "due": format_minor(event.due_minor),
                "difference": format_minor(event.paid_minor - event.due_minor),
                "rule": rule,
                "rule_text": rule_text(rule),
                "person": event.person_id or None,
                "stream": row.stream,
                "version": row.version,
                "at": event.at,
            }
        )
    return found


# ------------------------------------------------------------------------- lights and rulings


def _lights(played: PlayedRound) -> list[View]:
    """Return each seat's token and light in the round, by the station's clock (UTC ms).

    A light that was lit again counts from the first time; a window from when it was shut last.
    """
    lights: dict[int, View] = {}
    for event in played.events:
        match event:
            case e.WagerPlaced(is_coin=True):
                _light(lights, event.seat)["token_at"] = event.at
            case e.LampReported():
                light = _light(lights, event.seat)
                if event.is_lit:
                    light["lit_at"] = light["lit_at"] or event.at
                elif light["lit_at"]:
                    light["dark_at"] = event.at
            case e.WindowReported(is_open=False):
                _light(lights, event.seat)["window_closed_at"] = event.at
            case _:
                pass
    return [light for _, light in sorted(lights.items()) if light["token_at"] or light["lit_at"]]


def _light(lights: dict[int, View], seat: int) -> View:
    new = {"lit_at": None, "dark_at": None, "window_closed_at": None, "token_at": None}
    return lights.setdefault(seat, {"seat": seat, **new})


def _rulings(sight: Sight) -> list[View]:
    replaced = {
        event.number for event in sight.played.events if isinstance(event, e.IrregularityReplaced)
    }
    ruled = {
        event.number: event for event in sight.played.events if isinstance(event, e.RulingMade)
    }
    return [
        _ruling(sight, event, ruled.get(event.number))
        for event in sight.played.events
        if isinstance(event, e.IrregularityRaised) and event.number not in replaced
    ]


def _ruling(sight: Sight, raised: e.IrregularityRaised, made: e.RulingMade | None) -> View:
    rules = sight.played.rules
    entry = rules.catalogue.entries.get(raised.irregularity) if rules else None
    return {
        "number": raised.number,
        "irregularity": raised.irregularity,
        "title": entry.title if entry else raised.irregularity,
        "facts": dict(sight.facts(raised)),
        "options": [
            {"option": offered.option.value, "needs": offered.needs.value}
            for offered in raised.options
        ],
        "option": made.option.value if made else None,
        "by": made.role.value if made else None,
        "person": source_of(made, sight)[1] if made else None,
        "raised_at": raised.at,
        "ruled_at": made.at if made else None,
        "source": entry.source if entry else "",
    }


# ------------------------------------------------------------------------------------ events


def _events(sight: Sight, moved: list[ReadEvent]) -> list[View]:
    own = [
        ReadEvent(row, event, sight)
        for row, event in zip(sight.played.rows, sight.played.events, strict=True)
    ]
    together = sorted([*own, *moved], key=lambda read: read.row.position)
    return [shown_event(read) for read in together if is_readable(read.row.name, sight.role)]
