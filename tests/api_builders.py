"""Builds the whole API over a real table: real rules, real controller, real people."""

import ssl
import threading
import time
import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import httpx
import uvicorn
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from fastapi import FastAPI
from people_builders import PASSWORD, STAFF
from table_play import classic

from dealer_station.api.app import create_app
from dealer_station.api.ports import Health, ServedProgressive, ServedTable, Services
from dealer_station.api.server import server_config
from dealer_station.clock import Clock, VirtualClock
from dealer_station.controller.ledger_desk import LedgerDesk
from dealer_station.controller.log_record import LogRecord
from dealer_station.controller.meter_feed import MeterFeed
from dealer_station.controller.ports import Record
from dealer_station.controller.progressives import Progressives
from dealer_station.controller.sign_watch import SignWatch
from dealer_station.controller.table_controller import TableController, TableSetup
from dealer_station.event_log.group_writer import GroupWriter
from dealer_station.event_log.keys import SigningKey
from dealer_station.event_log.station_registry import station_registry
from dealer_station.event_log.store import EventLog
from dealer_station.observability import Metrics
from dealer_station.people.people import People
from dealer_station.projections.read_models import ReadModels
from dealer_station.settings import HttpSettings, StationSettings
from dealer_station.table import commands as c
from dealer_station.table.levels import terms_of
from dealer_station.table.role_view import TableFacts
from dealer_station.table.roles import Actor, Role

TABLE = "CS-2"
METER = "main-1"
SEATS = (1, 2, 3, 4, 5, 6, 7)
STATION = Actor("station", Role.STATION)
PLAIN = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
"""For clients of plain HTTP: reading the authorities of the system is most of a client's start."""
DEVICE = Actor("shoe-1", Role.DEVICE)

# Seat 1 wins with a pair of twos, seat 2 with a royal flush; the dealer has ace and king.
CARDS = {
    "1": ["2c", "2h", "7d", "8s", "Jc"],
    "2": ["Th", "Jh", "Qh", "Kh", "Ah"],
    "dealer": ["Ad", "Kc", "4h", "3s", "2d"],
}


@dataclass(frozen=True)
class KeptRecord:
    """A record on disk: the open log, and the way in which a station writes to it."""

    log: EventLog
    record: LogRecord


@contextmanager
def record_beside(people: People, clock: Clock) -> Iterator[KeptRecord]:
    """Open the record in the database of the people, as a station has both."""
    database = people.engine.url.render_as_string(hide_password=False)
    with EventLog(database) as log, GroupWriter(log) as writer:
        yield KeptRecord(log, LogRecord(log, writer, Metrics(), clock))


def new_controller(
    clock: Clock, record: Record, progressives: Progressives | None = None, **overrides: str
) -> TableController:
    """Make a Caribbean Stud table by its classic rules, recovered from its record."""
    registry = station_registry()
    progressives = progressives or Progressives(record, registry)
    rules = classic(**overrides)
    pool = rules.game.progressive
    assert pool is not None
    progressives.open(METER, terms_of(pool), command_id=f"open-{METER}", at=clock.now())
    setup = TableSetup(
        facts=TableFacts(TABLE, "Caribbean Stud 2", "USD"),
        seats=SEATS,
        rules=rules,
        progressives={pool.pool: METER},
    )
    controller = TableController(setup, record, registry, progressives)
    controller.recover(clock.now(), clock.now())
    return controller


def served(
    clock: Clock, record: Record, progressives: Progressives | None = None, **overrides: str
) -> ServedTable:
    """Make the table as a station serves it."""
    return ServedTable(
        table_id=TABLE,
        name="Caribbean Stud 2",
        game="caribbean-stud",
        seats=SEATS,
        controller=new_controller(clock, record, progressives, **overrides),
    )


def new_services(
    people: People,
    clock: Clock,
    kept: KeptRecord,
    *,
    http: HttpSettings | None = None,
    health_checks: Mapping[str, Callable[[], Health]] | None = None,
    **overrides: str,
) -> Services:
    """Make the services of a station with one table; `overrides` are values of its rule set."""
    metrics = Metrics()
    progressives = Progressives(kept.record, station_registry())
    table = served(clock, kept.record, progressives, **overrides)
    controller = table.controller
    assert isinstance(controller, TableController)
    return Services(
        settings=StationSettings(http=http or HttpSettings()),
        clock=clock,
        metrics=metrics,
        people=people,
        tables={TABLE: table},
        reads=ReadModels(kept.log, station_registry(), clock),
        signs=SignWatch(clock),
        ledgers=LedgerDesk(kept.record, station_registry(), progressives, {TABLE: controller}),
        progressives={METER: quiet_progressive(METER, (TABLE,), kept.record, metrics, clock)},
        health_checks=health_checks or {},
    )


def quiet_progressive(
    progressive_id: str,
    table_ids: tuple[str, ...],
    record: Record,
    metrics: Metrics,
    clock: Clock,
) -> ServedProgressive:
    """Serve a progressive by a feed that does not run: it says nothing to signs."""
    key = SigningKey.of(Ed25519PrivateKey.generate())
    feed = MeterFeed(record, station_registry(), key, (), lambda _: None, {}, metrics, clock)
    return ServedProgressive(
        progressive_id=progressive_id,
        currency="USD",
        pool="main",
        table_ids=table_ids,
        meters=feed,
    )


class Station:
    """A running application and what a test does to it: sign in, command, deal."""

    def __init__(self, services: Services, controller: TableController | None = None) -> None:
        self.services = services
        self.url = ""
        self.app: FastAPI = create_app(services)
        if controller is None:
            controller = services.tables[TABLE].controller  # type: ignore[assignment] # the real one
        assert controller is not None
        self.controller: TableController = controller

    @contextmanager
    def running(self) -> Iterator[str]:
        """Serve the application on a free port; yields its address."""
        with serving(self.app, self.services.settings.http) as url:
            self.url = url
            yield url

    @contextmanager
    def screen(self) -> Iterator[httpx.Client]:
        """A screen of its own, while the application runs."""
        with httpx.Client(base_url=self.url, timeout=10, verify=PLAIN) as client:
            yield client

    def deal(self, cards: Mapping[str, Sequence[str]] = CARDS) -> None:
        """Let every due card leave the shoe, as the table expects them."""
        stacks = {place: list(stack) for place, stack in cards.items()}
        while self.controller.state.round and (place := self.controller.state.round.next_position):
            name = place.split(" card ")[0].removeprefix("seat ")
            self.submit(c.RecordCard, DEVICE, card=stacks[name].pop(0))

    def submit(self, kind: type[c.Command], actor: Actor, **fields: Any) -> None:
        """Submit a command straight to the controller; it must be accepted."""
        command = kind(
            command_id=str(uuid.uuid4()),
            issued_at=self.services.clock.now(),
            actor=actor,
            **fields,
        )
        outcome = self.controller.submit(command)
        assert outcome.refusal is None, outcome.refusal


def sign_in(client: httpx.Client, role: Role) -> None:
    """Sign in as the member of staff with this role."""
    answer = client.post("/api/session", json={"person": STAFF[role][0], "password": PASSWORD})
    assert answer.status_code == 200, answer.text


Body = dict[str, Any]
"""A command as a screen sends it."""


def body_of(client: httpx.Client, command: str, **fields: Any) -> Body:
    """Make a command; round and version are those of the present view unless given."""
    view = client.get(f"/api/tables/{TABLE}").json().get("view", {"round": 0, "version": 0})
    body = {"command_id": str(uuid.uuid4()), "command": command}
    body |= {"round": view["round"], "version": view["version"]} | fields
    return {name: value for name, value in body.items() if value is not None}


def post(client: httpx.Client, body: Body, approval: str | None = None) -> httpx.Response:
    """Send a command that was made before."""
    headers = {"X-Approval": approval} if approval else {}
    return client.post(f"/api/tables/{TABLE}/commands", json=body, headers=headers)


def send(client: httpx.Client, command: str, **fields: Any) -> httpx.Response:
    """Make a command and send it."""
    return post(client, body_of(client, command, **fields))


def ask_approval(
    client: httpx.Client, person: str, body: Body, *, password: str = PASSWORD, table: str = TABLE
) -> httpx.Response:
    """Let a second person sign in on the screen for this command."""
    asked = {"person": person, "password": password, "table": table, "command": body}
    return client.post("/api/approvals", json=asked)


def approval_of(client: httpx.Client, role: Role, body: Body) -> str:
    """Let the member of staff with this role approve the command; returns the token."""
    return str(must(ask_approval(client, STAFF[role][0], body))["approval"])


def send_approved(client: httpx.Client, role: Role, command: str, **fields: Any) -> httpx.Response:
    """Make a command, let a second person approve it, and send it."""
    body = body_of(client, command, **fields)
    return post(client, body, approval_of(client, role, body))


def must(answer: httpx.Response) -> dict[str, Any]:
    """Return the content of an answer that must be good."""
    assert answer.status_code == 200, answer.text
    content: dict[str, Any] = answer.json()
    return content


def code_of(answer: httpx.Response) -> str:
    """Return the code of an answer that is a problem document."""
    assert answer.headers["content-type"] == "application/problem+json", answer.text
    return str(answer.json()["code"])


def shown(client: httpx.Client) -> dict[str, Any]:
    """Return the table as this screen may see it."""
    view: dict[str, Any] = must(client.get(f"/api/tables/{TABLE}"))["view"]
    return view


def new_clock() -> VirtualClock:
    """Return a clock that stands, at a fixed moment."""
    return VirtualClock(start_at=1_764_455_647_123, seed=11)


@contextmanager
def serving(app: FastAPI, http: HttpSettings | None = None) -> Iterator[str]:
    """Serve the application on a free port with the station's own server settings."""
    config = server_config(app, http or HttpSettings())
    config.port = 0
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    until = time.monotonic() + 20
    while not server.started and thread.is_alive() and time.monotonic() < until:
        time.sleep(0.01)
    assert server.started, "the server did not start"
    port = server.servers[0].sockets[0].getsockname()[1]
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        server.should_exit = True
        thread.join(20)
        assert not thread.is_alive(), "the server did not stop"
