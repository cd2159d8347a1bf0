"""Snapshots made up by a test, for pictures that rounds rarely come to."""

import json
import re
from typing import Any

from e2e.pages.glass import Glass
from playwright.sync_api import WebSocketRoute, expect

from dealer_station.house_rules.catalogue import load_catalogue

View = dict[str, Any]
Parts = dict[str, Any]

SHOE = {"id": "shoe-1", "kind": "card_shoe", "state": "ready"}


def card(position: str) -> Parts:
    """What the table waits for when a card is due there."""
    return {"kind": "card", "position": position}


def wager(spot: str, stake: str, outcome: str, wins: str, rule: str, odds: str = "") -> Parts:
    """A wager as a payment shows it."""
    return {
        "spot": spot, "stake": stake, "odds": odds or None, "outcome": outcome, "wins": wins,
        "rule": rule,
    }  # fmt: skip


def report_kinds(game: str) -> list[Parts]:
    """Every irregularity of a game that a dealer may report, as a snapshot offers it."""
    return [
        {
            "id": entry.id, "title": entry.title, "needs": [fact.value for fact in entry.facts],
            "optional": [fact.value for fact in entry.optional],
            "decided_by": entry.rulings[0].options[0].needs.value,
        }
        for entry in load_catalogue(game).entries.values()
        if entry.is_reportable
    ]  # fmt: skip


class Staged:
    """Stands on the live line: passes the station's first snapshot on, then only the test's own.

    To be made before the page opens its live line. Every seat of `seats` is at the table.
    """

    def __init__(self, glass: Glass, seats: tuple[int, ...]) -> None:
        self.first: View = {}
        self.seats = seats
        self._glass = glass
        self._line: WebSocketRoute | None = None
        self._shown = 0
        glass.page.route_web_socket(re.compile(r"/live$"), self._open)

    def show(self, **parts: Any) -> None:
        """Show the first snapshot with these parts changed."""
        assert self._line is not None, "the page has no live line yet"
        self._shown += 1
        version = self.first["version"] + self._shown
        table = self.first["table"] | {"seats": self.seats}
        view = self.first | {"table": table, "is_open": True, "version": version} | parts
        self._line.send(json.dumps({"type": "snapshot", "version": version, "view": view}))
        page = self._glass.get("table-page")
        expect(page).to_have_attribute("data-version", str(version))

    def show_state(self, **parts: Any) -> None:
        """Show a state; what it does not say is that of a table in the middle of its night."""
        phase = parts["phase"]
        seats = parts.get("stakes") or parts.get("net") or {}
        self.show(
            **{
                "stage": phase, "next": {"kind": "none"}, "devices": [SHOE], "cards": {},
                "hands": {}, "stakes": {}, "net": {}, "payouts": [], "ruling": None,
                "status": dict.fromkeys(seats, "in") if phase != "betting" else {}, "outcome": {},
                "commands": ["call_supervisor"], "deck_locked": False, "can_repeat": False,
            }
            | parts
        )  # fmt: skip

    def _open(self, line: WebSocketRoute) -> None:
        self._line = line
        line.connect_to_server().on_message(self._pass_on)

    def _pass_on(self, frame: str | bytes) -> None:
        message = json.loads(frame)
        if message["type"] == "snapshot":
            if self.first:
                return
            self.first = message["view"]
        assert self._line is not None
        self._line.send(frame)
