"""A table that everybody looks at after every step, through every endpoint and live line there is.

`Watch` asks the running API as every role, and holds what comes back against the second opinion of
`table_oracle`: no card in any answer that is hidden from the role at that moment, none that was not
dealt, no name of a hand that is hidden. Every answer is searched as text, so that a card cannot
hide in a field that nobody thought of; events and prizes are judged by the round they belong to.
"""

import json
import re
import uuid
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from typing import Any

import httpx
from api_builders import Station, sign_in
from table_lives import CARD_WORD, LiveTable
from table_oracle import CATEGORY_LIMITS, Sight, category_of
from websockets.sync.client import ClientConnection, connect

from dealer_station.controller.table_controller import Outcome
from dealer_station.event_log.streams import table_of_stream
from dealer_station.table import commands as c
from dealer_station.table import events as e
from dealer_station.table.lifecycle import Phase
from dealer_station.table.roles import Actor, Role

PERSONS = (Role.DEALER, Role.SUPERVISOR, Role.MANAGER, Role.TECHNICIAN, Role.AUDITOR, Role.PLATFORM)
RULERS = (Role.SUPERVISOR, Role.MANAGER)
READERS = (*RULERS, Role.AUDITOR)
WATCHERS = (*READERS, Role.TECHNICIAN)
CATEGORY = re.compile(r"\b(?:" + "|".join(name for _, name in CATEGORY_LIMITS) + r")\b")
NOTHING: frozenset[str] = frozenset()
PROBLEMS_EVERY = 5
"""Refusals and open pages are looked at after every so many steps: they hold no state."""


def cards_in(content: Any) -> frozenset[str]:
    """Return every card that stands anywhere in an answer."""
    text = content if isinstance(content, str) else json.dumps(content)
    return frozenset(CARD_WORD.findall(text))


def hands_in(content: Any) -> frozenset[str]:
    """Return every name of a hand that stands anywhere in an answer."""
    text = content if isinstance(content, str) else json.dumps(content)
    return frozenset(CATEGORY.findall(text))


@dataclass(frozen=True)
class Known:
    """What may be told: cards, and names of hands."""

    cards: frozenset[str] = NOTHING
    hands: frozenset[str] = NOTHING

    def __or__(self, other: "Known") -> "Known":
        return Known(self.cards | other.cards, self.hands | other.hands)

    def holds(self, content: Any, where: str) -> None:
        """Nothing else may stand in an answer."""
        told, named = cards_in(content) - self.cards, hands_in(content) - self.hands
        assert not told, f"{where} tells {sorted(told)}"
        assert not named, f"{where} names {sorted(named)}"


@dataclass
class RoundKnown:
    """What the oracle knows of a round, as it stands now or as it stood at its end."""

    sight: Sight
    strays: set[str] = field(default_factory=set)
    said: set[str] = field(default_factory=set)

    def of(self, role: Role) -> Known:
        """Return what a role may be told of the round."""
        state, seen, hands = self.sight.state, set[str](), set[str]()
        if state.round is not None:
            names = [f"seat {hand.seat}" for hand in state.round.hands]
            for name in (*names, "dealer", "aside", "burn"):
                cards = self.sight.cards(name, role)
                seen.update(cards)
                category = category_of(tuple(cards)) if "##" not in cards else None
                hands.update({category} if category else ())
        item = state.open_irregularity
        if role in RULERS and item is not None:
            seen |= cards_in(" ".join(item.facts.values()))
        if role is Role.AUDITOR and state.phase in {Phase.IDLE, Phase.SETTLED, Phase.VOID}:
            seen |= self.strays | self.said | set(state.round.draws if state.round else ())
        return Known(frozenset(seen), frozenset(hands))


class WatchedTable(LiveTable):
    """A live table of which somebody looks at everything after every command."""

    watch: "Watch | None" = None

    def send(self, kind: type[c.Command], actor: Actor | None = None, **said: Any) -> Outcome:
        """Send a command, then look."""
        outcome = super().send(kind, **({} if actor is None else {"actor": actor}), **said)
        if self.watch is not None:
            self.watch.look()
        return outcome


class Watch:
    """Everybody who looks at one table of a running station."""

    def __init__(self, table: LiveTable, station: Station, progressive: str) -> None:
        self.table = table
        self.station = station
        self.progressive = progressive
        self.clients: dict[Role | None, httpx.Client] = {}
        self.sockets: dict[tuple[Role, str], ClientConnection] = {}
        self.rounds: dict[int, RoundKnown] = {}
        self.firsts: list[tuple[int, int]] = []
        self.seen_version = 0
        self.before: dict[Role, Known] = {}
        self.shown: dict[tuple[Role, str], int] = {}
        self.looks = 0

    @contextmanager
    def open(self) -> Iterator["Watch"]:
        """Sign everybody in and open every live line."""
        with ExitStack() as stack:
            for role in (*PERSONS, None):
                client = stack.enter_context(self.station.screen())
                self.clients[role] = client
                if role is not None:
                    sign_in(client, role)
            for role in PERSONS:
                lines = {"table": f"/api/tables/{self.table.table_id}/live"}
                if role in WATCHERS:
                    lines["floor"] = "/api/floor/live"
                for name, path in lines.items():
                    self.sockets[role, name] = stack.enter_context(self._line(role, path))
            yield self

    def _line(self, role: Role, path: str) -> ClientConnection:
        url = self.station.url.replace("http://", "ws://") + path
        headers = {"Cookie": f"ds_session={self.clients[role].cookies['ds_session']}"}
        return connect(url, additional_headers=headers, max_size=None)

    # ---------------------------------------------------------------------- what is known

    def _learn(self) -> None:
        """Take in what has happened; the rounds before the present one are as they ended."""
        table = self.table
        state = table.state
        sight = Sight(state, table.values, table.opened)
        number = state.round_number
        known = self.rounds.setdefault(number, RoundKnown(sight))
        known.sight = sight
        for row in table.house.record.read(f"table/{table.table_id}", self.seen_version):
            event = table.house.registry.decode(row)
            if isinstance(event, e.BettingOpened):
                self.firsts.append((row.version, event.round_number))
            round_known = self.rounds.setdefault(self._round_at(row.version), RoundKnown(sight))
            if isinstance(event, e.CardDrawn):
                round_known.strays.add(event.card)
            if isinstance(event, e.IrregularityRaised):
                round_known.said |= cards_in(" ".join(event.facts.values()))
            self.seen_version = row.version

    def _round_at(self, version: int) -> int:
        return next((n for first, n in reversed(self.firsts) if first <= version), 0)

    def now(self, role: Role) -> Known:
        """Return what a role may be told of the present round."""
        return self.rounds[self.table.state.round_number].of(role)

    def of_round(self, number: int, role: Role) -> Known:
        """Return what a role may be told of any round."""
        return self.rounds[number].of(role)

    # --------------------------------------------------------------------------- looking

    def look(self) -> None:
        """Look at everything as everybody."""
        self._learn()
        self.looks += 1
        for role in PERSONS:
            self._look_at_lines(role)
            self._look_at_table(role)
            self._look_at_console(role)
            self.before[role] = self.now(role)
        if self.asks_what_is_refused:
            for role in PERSONS:
                self._look_at_problems(role)
            self._look_as_nobody()

    @property
    def asks_what_is_refused(self) -> bool:
        """Whether it is the turn of questions that nobody gets an answer to."""
        return self.looks % PROBLEMS_EVERY == 1

    def get(self, role: Role | None, path: str, **query: Any) -> httpx.Response:
        """Ask as a role."""
        return self.clients[role].get(path, params=query or None)

    def ask(self, role: Role, path: str, readers: tuple[Role, ...], **query: Any) -> Any:
        """Ask as a role; whoever may not read gets a problem without any card, and None here."""
        if role not in readers and not self.asks_what_is_refused:
            return None
        answer = self.get(role, path, **query)
        if role not in readers:
            assert answer.status_code == 403, (role, path, answer.text)
            Known().holds(answer.text, f"{path} for {role}")
            return None
        assert answer.status_code == 200, (role, path, answer.text)
        return answer.json()

    def _look_at_lines(self, role: Role) -> None:
        """Take snapshots up to the newest; each is of the moment before the step or after it."""
        may_know = self.now(role) | self.before.get(role, Known())
        wanted = {
            "table": self.table.state.version,
            "floor": self.station.app.state.floor.picture,
        }
        for (viewer, name), socket in self.sockets.items():
            while viewer is role and self.shown.get((role, name), -1) < wanted[name]:
                message = json.loads(socket.recv(timeout=20))
                if message["type"] != "snapshot":
                    continue
                if name == "table":
                    may_know.holds(without_catalogue(message["view"]), f"live table for {role}")
                else:
                    self._judge_floor(message["floor"], role, may_know, "live floor")
                self.shown[role, name] = message["version"]

    def _look_at_table(self, role: Role) -> None:
        path = f"/api/tables/{self.table.table_id}"
        Known().holds(self.get(role, "/api/tables").text, "tables")
        view = self.ask(role, path, PERSONS)["view"]
        self.now(role).holds(without_catalogue(view), f"{path} for {role}")

    def _look_at_console(self, role: Role) -> None:
        number = self.table.state.round_number
        path = f"/api/tables/{self.table.table_id}/rounds"
        floor = self.ask(role, "/api/floor", WATCHERS)
        if floor is not None:
            self._judge_floor(floor["floor"], role, self.now(role), "floor")
        listed = self.ask(role, path, READERS)
        Known().holds(listed or {}, f"{path} for {role}")
        is_new = self.firsts and self.seen_version - self.firsts[-1][0] < PROBLEMS_EVERY
        for one in {number, number - 1 if is_new else number} - {0}:
            shown = self.ask(role, f"{path}/{one}", READERS)
            self._judge_round(shown, one, role)
        for row in (self.ask(role, "/api/progressives", WATCHERS) or {}).get("progressives", []):
            self._judge_meter(row, role, "progressives")
        moved = self.ask(role, f"/api/progressives/{self.progressive}/movements", READERS)
        for movement in (moved or {}).get("movements", []):
            of_round = self.of_round(movement["round"], role) if movement["round"] else Known()
            of_round.holds(movement, f"movement for {role}")
        Known().holds(self.ask(role, "/api/devices", WATCHERS) or {}, f"devices for {role}")
        self.look_through_log(role, limit=200)

    def look_through_log(self, role: Role, **query: Any) -> list[dict[str, Any]]:
        """Search the record; each event found tells only what may be known of its round."""
        found = self.ask(role, "/api/log", WATCHERS, **query)
        events: list[dict[str, Any]] = (found or {}).get("events", [])
        for event in events:
            self._judge_event(event, role, f"log {query}")
        return events

    def probe(self, role: Role, words: list[str]) -> None:
        """A search finds only what its reader can read in the answer himself."""
        for word in words:
            for event in self.look_through_log(role, text=word, limit=20):
                said = [
                    event["text"],
                    event["type"],
                    event["rule"],
                    event["facts"],
                    event["source"],
                ]
                assert word.casefold() in json.dumps(said).casefold(), (role, word, event)

    def _look_at_problems(self, role: Role) -> None:
        """Commands that must be refused, and questions that are none: problems tell no card."""
        state = self.table.state
        place = {"round": state.round_number, "version": state.version}
        bodies: list[dict[str, Any]] = [
            {"command": "report_irregularity", "irregularity": "CS-I99", "card": "2c", **place},
            {"command": "apply_ruling", "number": 10**6, "option": "play_on", "cards": [], **place},
            {"command": "pay_seat", "seat": 99, **place},
            {"command": "close_betting", "round": 10**6},
        ]
        path = f"/api/tables/{self.table.table_id}"
        for body in bodies:
            body["command_id"] = str(uuid.uuid4())
            answer = self.clients[role].post(f"{path}/commands", json=body)
            assert answer.status_code in {403, 409}, answer.text
            Known(cards_in(body)).holds(answer.text, f"refusal for {role}")
        rounds, hands = f"{path}/rounds", f"{path}/seats/{self.table.seats[0]}/history"
        for lost in (f"{rounds}/x", f"{rounds}/999999", hands, "/api/log?before=0", "/api/x"):
            answer = self.get(role, lost)
            assert answer.status_code in {403, 404, 422}, (lost, answer.text)
            Known().holds(answer.text, f"{lost} for {role}")
        assert self.table.state.version == state.version, "nothing of this is carried out"

    def _look_as_nobody(self) -> None:
        """Who is not signed in is told nothing but what a sign shows."""
        path = f"/api/tables/{self.table.table_id}"
        for closed in (path, f"{path}/rounds", "/api/floor", "/api/log", "/api/progressives"):
            answer = self.get(None, closed)
            assert answer.status_code == 401
            Known().holds(answer.text, closed)
        for open_to_all in ("/health", "/metrics", f"/api/signage/{self.progressive}"):
            Known().holds(self.get(None, open_to_all).text, open_to_all)

    # --------------------------------------------------------------------------- judging

    def _judge_floor(
        self, floor: Mapping[str, Any], role: Role, may_know: Known, where: str
    ) -> None:
        for row in floor["meters"]:
            self._judge_meter(row, role, where)
        rest = {name: value for name, value in floor.items() if name != "meters"}
        rest["inbox"] = [without_words_of_rules(item) for item in floor["inbox"]]
        may_know.holds(rest, f"{where} for {role}")
        for item in floor["inbox"]:
            if item["kind"] == "verification" and "##" in item["hand"]:
                told = (item["amount"], item["category"])
                assert told == (None, None), f"{where} tells {role} what a hidden hand wins: {item}"

    def _judge_meter(self, row: Mapping[str, Any], role: Role, where: str) -> None:
        hit = row["last_hit"]
        may_know = Known() if hit is None else self.of_round(hit["round"], role)
        may_know.holds(row, f"{where}: meter for {role}")

    def _judge_round(self, shown: Any, number: int, role: Role) -> None:
        if shown is None:
            return
        told = shown["round"]
        for wager in told["wagers"]:
            # The sheet's own words: the same for every hand that the rule settles.
            del wager["rule_text"]
        told["rulings"] = [
            {k: v for k, v in ruling.items() if k not in {"title", "source"}}
            for ruling in told["rulings"]
        ]
        self.of_round(number, role).holds(told, f"round {number} for {role}")
        for event in told["events"]:
            self._judge_event(event, role, f"round {number}")

    def _judge_event(self, event: Mapping[str, Any], role: Role, where: str) -> None:
        if table_of_stream(event["stream"]) is not None:
            number = self._round_at(event["version"])
        else:
            number = event["facts"].get("round_number", 0)
        may_know = self.of_round(number, role) if number or event["version"] else Known()
        may_know.holds(event, f"{where}, {event['type']} of round {number} for {role}")


def without_catalogue(view: Mapping[str, Any]) -> dict[str, Any]:
    """Leave out of a table's view the words of the catalogue: the same for all cards."""
    rest = {name: value for name, value in view.items() if name != "irregularities"}
    return without_words_of_rules(rest)


def without_words_of_rules(content: Mapping[str, Any]) -> dict[str, Any]:
    """Leave title and source out of a ruling."""
    rest = dict(content)
    if rest.get("ruling"):
        rest["ruling"] = {k: v for k, v in rest["ruling"].items() if k not in {"title", "source"}}
    return rest
