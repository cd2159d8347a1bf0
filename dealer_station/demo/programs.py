"""The demo's programs: broker, simulators, drivers and station, each a process of its own.

`running` starts them in order and yields a `Running` once the station is healthy. Raises
BrokerUnusable, BadBrokerUrl, PortInUseError, or TimeoutError when the station is not ready
within `START_S`.
"""

import socket
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass

import httpx

from dealer_station.clock import SystemClock
from dealer_station.demo.devices import Line
from dealer_station.demo.house import SITE, DemoHouse
from dealer_station.demo.processes import Processes, Program
from dealer_station.mqtt.broker_choice import Broker, choose_broker
from dealer_station.mqtt.embedded_broker import DriverLogin, EmbeddedBroker
from dealer_station.settings import HttpSettings, load_settings

START_S = 60.0
_PYTHON = (sys.executable, "-m")


class PortInUseError(Exception):
    """Something else answers where the station should."""


@dataclass(frozen=True, slots=True)
class Running:
    """A house whose programs run: the address of its screens, the broker, the processes."""

    address: str
    broker: Broker
    processes: Processes


@contextmanager
def running(
    house: DemoHouse, simulators: Iterable[Program], say: Callable[[str], None]
) -> Iterator[Running]:
    """Start broker, simulators, drivers and station; end them all when the block ends.

    Without its simulator somebody else must serve a line's port.
    """
    settings = load_settings(house.config)
    _check_port(settings.http)
    with ExitStack() as stack:
        say("starting the MQTT broker")
        broker = _broker(house)
        broker.start()
        stack.callback(broker.stop)
        say(f"  {broker.description}")
        processes = Processes(house.directory)
        stack.callback(processes.close)
        say("starting the simulated devices, their drivers, and the station")
        for program in (*simulators, *_drivers(house, broker), _station(house, broker)):
            processes.start(program)
        stack.callback(_watch_broker(broker, processes))
        address = f"http://{settings.http.host}:{settings.http.port}"
        _wait_until_ready(address, processes)
        yield Running(address, broker, processes)


def simulators(house: DemoHouse, seed: int) -> tuple[Program, ...]:
    """Return the simulator of every line; the shoe's decks follow from the seed."""
    return (simulated_shoe(house, seed), *(_simulator(line) for line in house.lines[1:]))


def simulated_shoe(house: DemoHouse, seed: int) -> Program:
    """Return the shoe whose decks follow from the seed."""
    shoe = house.shoe
    command = (
        "drivers", "simulate", shoe.command, "--link", str(shoe.port),
        "--ledger", str(shoe.ledger), "--control", str(shoe.control), "--seed", str(seed),
    )  # fmt: skip
    return Program(shoe.name, (*_PYTHON, *command))


def _simulator(line: Line) -> Program:
    command = ("drivers", "simulate", line.command, "--config", str(line.simulator_file))
    return Program(line.name, (*_PYTHON, *command))


def _drivers(house: DemoHouse, broker: Broker) -> tuple[Program, ...]:
    return tuple(_driver(line, broker, house.game.table) for line in house.lines)


def _driver(line: Line, broker: Broker, table: str) -> Program:
    command = ("drivers", line.command, "--config", str(line.driver_file))
    url = broker.driver_url(table, line.driver)
    return Program(line.driver, (*_PYTHON, *command), {"MQTT_URL": url})


def _station(house: DemoHouse, broker: Broker) -> Program:
    command = ("dealer_station", "serve", "--config", str(house.config))
    return Program("station", (*_PYTHON, *command), {"MQTT_URL": broker.station_url()})


def _broker(house: DemoHouse) -> Broker:
    """Return the broker that MQTT_URL names, or one of our own."""
    table = house.game.table
    logins = (DriverLogin(table, line.driver, line.addresses(table)) for line in house.lines)
    return choose_broker(
        load_settings(house.config).mqtt.url.get_secret_value() or None,
        house.directory / "broker",
        SITE,
        tuple(logins),
        monotonic_ms=SystemClock().monotonic_ms,
    )


def _watch_broker(broker: Broker, processes: Processes) -> Callable[[], None]:
    """Keep the broker's pid in the list of processes; returns how to stop."""
    stopping = threading.Event()

    def watch() -> None:
        while isinstance(broker, EmbeddedBroker):
            processes.note("broker", broker.pid)
            if stopping.wait(0.5):
                return

    thread = threading.Thread(target=watch, name="watch broker", daemon=True)
    thread.start()

    def stop() -> None:
        stopping.set()
        thread.join()

    return stop


def _check_port(http: HttpSettings) -> None:
    """Make sure that the station can have its port. Raises PortInUseError."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((http.host, http.port))
        except OSError as error:
            raise PortInUseError(
                f"{http.host} port {http.port}: {error.strerror}; choose another with --port"
            ) from None


def _wait_until_ready(address: str, processes: Processes) -> None:
    """Wait for the station to be healthy: its record, its broker, its devices."""
    deadline = time.monotonic() + START_S
    # One client for all questions: making one costs more than what it is asked for here.
    with httpx.Client(base_url=address, timeout=2.0) as client:
        while time.monotonic() < deadline:
            with suppress(httpx.TransportError):
                if client.get("/health").is_success:
                    return
            time.sleep(0.1)
    logs = processes.log_file("station")
    raise TimeoutError(f"the station was not ready within {START_S:.0f} s; see {logs}")
