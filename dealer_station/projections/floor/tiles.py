"""A table as a tile of the floor wall: what is played, how fast, and whether somebody is needed."""

from typing import Any

from dealer_station.projections.floor.table_now import TableNow


def tile(table: TableNow, *, needs: int, alerts: int, now: int) -> dict[str, Any]:
    """Return a table's tile as JSON at a moment (ms)."""
    state, view, moments = table.state, table.view, table.moments
    item = state.open_irregularity
    return {
        "id": table.table_id,
        "name": table.name,
        "game": view["table"]["game"],
        "currency": view["table"]["currency"],
        "is_open": view["is_open"],
        "stage": view["stage"],
        "phase": view["phase"],
        "round": view["round"],
        "limits": view["table"]["limits"],
        "seats_playing": _seats_playing(table),
        "bettors": _bettors(table),
        "rounds_last_hour": moments.rounds_last_hour(now),
        "seconds_per_round": moments.seconds_per_round(now),
        "held_since": None if item is None else moments.raised_at.get(item.number),
        "supervisor_called": state.is_supervisor_called,
        "needs": needs,
        "alerts": alerts,
        "dealer": moments.dealer if view["is_open"] else None,
        "next": view["next"],
    }


def _seats_playing(table: TableNow) -> int:
    current, hand = table.state.round, table.state.pot.hand
    if not table.state.is_round_open:
        return 0
    if hand is not None:
        return len(hand.live)
    return 0 if current is None else len({wager.seat for wager in current.wagers})


def _bettors(table: TableNow) -> int | None:
    """Return how many play by the book of the open round; None at a table with seats."""
    if not table.rules.game.has_book:
        return None
    current = table.state.round
    if current is None or current.book is None or not table.state.is_round_open:
        return 0
    return current.book.totals.bettors
