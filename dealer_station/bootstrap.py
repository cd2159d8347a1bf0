"""Builds the station's real parts and joins them: the only file that does.

    settings -> log, writer, record -> controllers -> device desk, intake, MQTT session
             -> signed meters -> people, read models, API, screens -> one HTTP server

`open_station` gives a `Station` that runs until it is closed; every part is closed in the reverse
order, the record last.
"""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from fastapi import FastAPI

from dealer_station import __version__
from dealer_station.api.app import create_app
from dealer_station.api.ports import (
    Health,
    HealthState,
    ServedProgressive,
    ServedTable,
    Services,
)
from dealer_station.clock import Clock
from dealer_station.controller.clock_watch import ClockWatch
from dealer_station.controller.device_desk import ReceivedPlaces
from dealer_station.controller.device_link import DeviceLink
from dealer_station.controller.keeper import Keeper
from dealer_station.controller.ledger_desk import LedgerDesk
from dealer_station.controller.log_record import LogRecord
from dealer_station.controller.meter_feed import MeterFeed, SpokenProgressive
from dealer_station.controller.progressives import LevelNotOpenedError, Progressives
from dealer_station.controller.streams import meter_lease, table_stream
from dealer_station.controller.table_controller import TableController, TableSetup
from dealer_station.event_log.group_writer import GroupWriter
from dealer_station.event_log.keys import load_or_create
from dealer_station.event_log.station_registry import station_registry
from dealer_station.event_log.store import EventLog
from dealer_station.house_rules.tables import ConfiguredTable, levels_played_for, load_tables
from dealer_station.mqtt.session import MqttSession
from dealer_station.observability import Metrics, get_logger
from dealer_station.people.people import People, open_people
from dealer_station.projections.read_models import ReadModels
from dealer_station.settings import ConfigurationError, StationSettings, configuration_directories
from dealer_station.table.role_view import TableFacts

_log = get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Station:
    """A station that runs: its application for the HTTP server, its tables, its people."""

    app: FastAPI
    tables: dict[str, ServedTable]
    people: People
    session: MqttSession


@contextmanager
def open_station(
    settings: StationSettings, clock: Clock, config: Path | None = None
) -> Iterator[Station]:
    """Build a station, recover every table from the record, and run it until the block ends.

    Raises ConfigurationError, EventLogError or BadBrokerUrl when it cannot be built.
    """
    if not settings.mqtt.url.get_secret_value():
        raise ConfigurationError("mqtt.url: no broker; set MQTT_URL or the key in station.toml")
    make_data_directory(settings)
    configured = load_tables(configuration_directories(config), settings.tables)
    with ExitStack() as stack:
        log = stack.enter_context(_open_log(settings))
        key = load_or_create(settings.data_directory / "keys", "seal")
        metrics = Metrics()
        writer = stack.enter_context(GroupWriter(log))
        record = LogRecord(log, writer, metrics, clock)
        epochs = _take_leases(log, settings.station, configured, clock)
        progressives = Progressives(record, station_registry())
        controllers = _controllers(record, log, configured, epochs, progressives, clock)
        link = DeviceLink(
            settings, controllers, epochs, ReceivedPlaces(record, log.acknowledged), metrics, clock
        )
        spoken = _speak_for(log, settings.station, configured, clock)
        meters = MeterFeed(
            record,
            station_registry(),
            load_or_create(settings.data_directory / "keys", "meter"),
            spoken,
            log.lease_epoch,
            controllers,
            metrics,
            clock,
        )
        meters.subscribe(link.publisher.meter)
        progressives.subscribe(meters.meter_moved)
        link.links.subscribe(meters.meter_moved)
        reads = ReadModels(log, station_registry(), clock)
        stack.enter_context(reads.building(controllers, [one.progressive_id for one in spoken]))
        keeper = Keeper(log, key, controllers, clock)
        people = open_people(settings.database_url, clock, settings.sign_in)
        stack.callback(people.close)
        stack.enter_context(keeper.running())
        stack.enter_context(link.running())
        stack.enter_context(meters.running())
        tables = {table.file.id: _served(table, controllers[table.file.id]) for table in configured}
        services = Services(
            settings=settings,
            clock=clock,
            metrics=metrics,
            people=people,
            tables=tables,
            reads=reads,
            signs=link.signs,
            ledgers=LedgerDesk(record, station_registry(), progressives, controllers),
            progressives=_served_progressives(configured, spoken, meters),
            health_checks=_health_checks(log, keeper, controllers, link, tables, meters),
        )
        _log.info("station_ready", version=__version__, tables=sorted(tables))
        yield Station(create_app(services), tables, people, link.session)


def make_data_directory(settings: StationSettings) -> None:
    """Make the folder of the database and the keys. Raises ConfigurationError."""
    try:
        settings.data_directory.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        reason = error.strerror or str(error)
        raise ConfigurationError(f"data_directory: {settings.data_directory}: {reason}") from None


def _open_log(settings: StationSettings) -> EventLog:
    try:
        return EventLog(settings.database_url)
    except ValueError as error:
        raise ConfigurationError(f"database.url: {error}") from None


def _take_leases(
    log: EventLog, owner: str, configured: list[ConfiguredTable], clock: Clock
) -> dict[str, int]:
    """Become the owner of every table; an older owner is fenced off from now on."""
    return {
        table.file.id: log.take_lease(
            table_stream(table.file.id), owner=owner, taken_at=clock.now()
        )
        for table in configured
    }


def _speak_for(
    log: EventLog, owner: str, configured: list[ConfiguredTable], clock: Clock
) -> list[SpokenProgressive]:
    """Become the one who speaks for the meter of every progressive that the tables play for.

    A restart raises the epoch, so that a sign takes the sequence that begins again at 1.
    """
    levels: dict[str, tuple[str, str]] = {}
    pools: dict[str, dict[str, str]] = {}
    for table in configured:
        for pool, progressive_id in table.file.progressives.items():
            levels.setdefault(progressive_id, (pool, table.file.pool_currency(pool)))
            pools.setdefault(progressive_id, {})[table.file.id] = pool
    return [
        SpokenProgressive(
            progressive_id,
            level,
            currency,
            log.take_lease(meter_lease(progressive_id), owner=owner, taken_at=clock.now()),
            pools[progressive_id],
        )
        for progressive_id, (level, currency) in levels.items()
    ]


def _controllers(
    record: LogRecord,
    log: EventLog,
    configured: list[ConfiguredTable],
    epochs: dict[str, int],
    progressives: Progressives,
    clock: Clock,
) -> dict[str, TableController]:
    """Recover every table, and open the levels of progressives that are new."""
    registry = station_registry()
    controllers = {}
    for table in configured:
        file = table.file
        setup = TableSetup(
            TableFacts(file.id, file.name, file.currency),
            file.seats,
            table.rules,
            file.progressives,
            file.seat_acceptors,
            file.pool_conversions,
        )
        controller = TableController(
            setup, record, registry, progressives, epochs[file.id], ClockWatch(clock)
        )
        controller.recover(clock.now(), log.alive_at(file.id))
        controllers[file.id] = controller
    _open_levels(configured, controllers, progressives, clock)
    return controllers


def _open_levels(
    configured: list[ConfiguredTable],
    controllers: dict[str, TableController],
    progressives: Progressives,
    clock: Clock,
) -> None:
    """Open what is new; a level whose terms were filed is played for under these."""
    for progressive_id, terms in levels_played_for(configured).items():
        is_in_play = any(
            controllers[table.file.id].state.is_round_open
            for table in configured
            if progressive_id in table.file.progressives.values()
        )
        try:
            progressives.open(
                progressive_id,
                terms,
                command_id=f"open-{progressive_id}-{progressives.refresh(progressive_id).version}",
                at=clock.now(),
                is_in_play=is_in_play,
            )
        except LevelNotOpenedError as error:
            raise ConfigurationError(f"progressives: {error}") from None
        for level_id, level_terms in terms.items():
            level = progressives.known(progressive_id).state.level(level_id)
            if level is not None and level.terms != level_terms:
                _log.warning(
                    "level_terms_differ",
                    progressive=progressive_id,
                    level=level_id,
                    filed=str(level.terms),
                    configured=str(level_terms),
                )


def _served(table: ConfiguredTable, controller: TableController) -> ServedTable:
    return ServedTable(
        table_id=table.file.id,
        name=table.file.name,
        game=table.file.game,
        seats=table.file.seats,
        controller=controller,
        expected_devices=table.file.expected_devices,
    )


def _served_progressives(
    configured: list[ConfiguredTable], spoken: list[SpokenProgressive], meters: MeterFeed
) -> dict[str, ServedProgressive]:
    """Return what the API tells of each progressive: its pool, its tables, its meters."""
    return {
        one.progressive_id: ServedProgressive(
            progressive_id=one.progressive_id,
            currency=one.currency,
            pool=one.level,
            table_ids=tuple(
                table.file.id
                for table in configured
                if one.progressive_id in table.file.progressives.values()
            ),
            meters=meters,
        )
        for one in spoken
    }


def _health_checks(
    log: EventLog,
    keeper: Keeper,
    controllers: dict[str, TableController],
    link: DeviceLink,
    tables: dict[str, ServedTable],
    meters: MeterFeed,
) -> dict[str, Callable[[], Health]]:
    """Return the quick question how each part is."""
    return {
        "record": lambda: _record_health(log, keeper),
        "tables": lambda: _table_health(controllers, link),
        "broker": lambda: _broker_health(link),
        "devices": lambda: _device_health(tables),
        "meters": lambda: _meter_health(meters),
    }


def _record_health(log: EventLog, keeper: Keeper) -> Health:
    log.heads()
    if not keeper.is_working:
        return Health(HealthState.FAILED, "clocks and seals have stopped; restart the station")
    if keeper.trouble:
        return Health(HealthState.FAILED, keeper.trouble)
    return Health(HealthState.OK)


def _table_health(controllers: dict[str, TableController], link: DeviceLink) -> Health:
    lost = [table_id for table_id, table in controllers.items() if table.is_taken_over]
    if lost:
        return Health(HealthState.FAILED, f"taken over by another station: {', '.join(lost)}")
    if link.trouble:
        return Health(HealthState.FAILED, f"{link.trouble}; see the log")
    return Health(HealthState.OK)


def _broker_health(link: DeviceLink) -> Health:
    if not link.is_working:
        return Health(HealthState.FAILED, "the intake has stopped; restart the station")
    health = link.session.health()
    if health.is_connected:
        return Health(HealthState.OK, f"MQTT {health.protocol}")
    return Health(HealthState.FAILED, "not connected")


def _device_health(tables: dict[str, ServedTable]) -> Health:
    faulty = [
        f"{table_id}/{device.device_id} {device.device_state}"
        for table_id, table in tables.items()
        for device in table.controller.state.devices
        if device.device_state != "ready"
    ]
    faulty += [
        f"{table_id}/{name} missing"
        for table_id, table in tables.items()
        for _, name in table.expected_devices
        if table.controller.state.device(name) is None
    ]
    return Health(HealthState.DEGRADED if faulty else HealthState.OK, ", ".join(faulty))


def _meter_health(meters: MeterFeed) -> Health:
    """A meter that another station speaks for is told; its signs are in good hands."""
    if not meters.is_working:
        return Health(HealthState.FAILED, "no meter is said any more; restart the station")
    if meters.trouble:
        return Health(HealthState.FAILED, meters.trouble)
    if meters.taken_over:
        names = ", ".join(meters.taken_over)
        return Health(HealthState.DEGRADED, f"another station speaks for: {names}")
    return Health(HealthState.OK)
