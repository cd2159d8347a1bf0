"""What the API needs from the rest of the station, and the bundle in which it gets it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Protocol

from dealer_station.bettors.columns import Codes
from dealer_station.clock import Clock
from dealer_station.controller.ledger_desk import LedgerDesk
from dealer_station.messages.meter_display import Meter
from dealer_station.messages.topics import DeviceAddress
from dealer_station.observability import Metrics
from dealer_station.people.people import People
from dealer_station.progressive.conversion import Conversion
from dealer_station.progressive.levels import LevelTerms, level_name
from dealer_station.projections.devices.signs import SeenSign
from dealer_station.projections.read_models import ReadModels
from dealer_station.settings import StationSettings
from dealer_station.table.commands import Command
from dealer_station.table.draft import TableRules
from dealer_station.table.refusals import Refusal
from dealer_station.table.roles import Role
from dealer_station.table.seen_book import SeenBook
from dealer_station.table.state import TableState


class Outcome(Protocol):
    """What became of a command: the version after it, or a refusal that changed nothing."""

    @property
    def version(self) -> int:
        """The table's version once the command is committed."""

    @property
    def refusal(self) -> Refusal | None:
        """Why it was refused, None when it was not."""

    @property
    def is_repeat(self) -> bool:
        """Whether this very command had been decided before."""


class TableController(Protocol):
    """One table: thread-safe, synchronous; `submit` comes back after the commit."""

    @property
    def state(self) -> TableState:
        """The table's state now; a value that never changes."""

    @property
    def version(self) -> int:
        """The table's version now."""

    @property
    def rules(self) -> TableRules:
        """The rules in force: those of the last opening, as the record has them."""

    @property
    def picture(self) -> int:
        """A number that changes with everything a screen shows: the table or its meters."""

    @property
    def conversions(self) -> Mapping[str, Conversion]:
        """How the table's wagers count for pools in another currency, by pool."""

    def filed_terms(self) -> Mapping[str, LevelTerms]:
        """Return the terms of every level that the rules in force play for, as last read."""

    def submit(
        self, command: Command, *, check: Callable[[TableState], None] | None = None
    ) -> Outcome:
        """Decide a command and commit it; `check` may raise on the state it would be decided on.

        Raises CommandConflict where the id was used for another command, and another
        EventLogError where the record cannot be written: the same command may then be sent again.
        """

    def view(self, role: Role, now: int) -> Mapping[str, Any]:
        """Return the whole table as `role` may see it at `now` (ms), ready for JSON."""

    def public_view(self) -> Mapping[str, Any]:
        """Return what everybody may see of the table, ready for JSON."""

    def book(self) -> SeenBook | None:
        """Return the bettors' book of the round; None without one."""

    def batch_answers(self, batch_id: str) -> Codes | None:
        """Return the answers to a batch that the table has taken, in whatever round."""

    def subscribe(self, listener: Callable[[int], None]) -> Callable[[], None]:
        """Call `listener` with the version after each commit; returns what ends that."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ServedTable:
    """A table of this station: what it is called, the seats it opens with, its controller.

    `expected_devices` are kind and name of every device that must be there.
    """

    table_id: str
    name: str
    game: str
    seats: tuple[int, ...]
    controller: TableController
    expected_devices: tuple[tuple[str, str], ...] = ()


class MeterFeed(Protocol):
    """The signed meters of a station, as they are made."""

    def subscribe(self, listener: Callable[[Meter], None]) -> Callable[[], None]:
        """Call `listener` with every meter, in order; returns what ends that."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ServedProgressive:
    """A progressive that the station's tables play for; `pool` is what their rules call it.

    Which levels it has, and on what terms, its ledger says.
    """

    progressive_id: str
    currency: str
    pool: str
    table_ids: tuple[str, ...]
    meters: MeterFeed

    def name_of(self, level_id: str) -> str:
        """Return what a level is called on signs."""
        return level_name(self.pool, level_id)


class SignWatch(Protocol):
    """What the jackpot signs say they show, as last heard."""

    def seen(self) -> Mapping[DeviceAddress, SeenSign]:
        """Return every sign's newest word."""

    def subscribe(self, listener: Callable[[str], None]) -> Callable[[], None]:
        """Call `listener` with the table of a sign after each word; returns what ends that."""


class HealthState(StrEnum):
    """How a part of the station is doing."""

    OK = "ok"
    DEGRADED = "degraded"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Health:
    """The state of one part, and one line about it for an operator."""

    state: HealthState
    detail: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Services:
    """Everything the API works with; built in bootstrap, handed to `create_app`."""

    settings: StationSettings
    clock: Clock
    metrics: Metrics
    people: People
    tables: Mapping[str, ServedTable]
    reads: ReadModels
    signs: SignWatch
    ledgers: LedgerDesk
    progressives: Mapping[str, ServedProgressive] = field(default_factory=dict)
    # Name of a part -> a quick question how it is; may raise, which counts as failed.
    health_checks: Mapping[str, Callable[[], Health]] = field(default_factory=dict)
