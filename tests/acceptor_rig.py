"""Acceptors on a real pseudo-terminal, their driver, a real broker, an ear for the station."""

import itertools
import os
import subprocess
import sys
import threading
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar

from brokers import eventually, monotonic_ms
from card_shoe_rig import Background, end_process
from pydantic import SecretStr

from dealer_station.clock import SystemClock
from dealer_station.messages import contract
from dealer_station.messages.bet_acceptor import (
    LAMP,
    WINDOW,
    Lamp,
    LampMoved,
    TokenTaken,
    Window,
    WindowMoved,
)
from dealer_station.messages.device import (
    Acknowledged,
    Command,
    DeviceFault,
    DeviceState,
    DriverState,
    Reply,
)
from dealer_station.messages.envelope import START, DeviceEvent, Message, Position
from dealer_station.messages.table import ALIVE_EVERY_MS, Alive
from dealer_station.messages.topics import (
    CommandVerb,
    DeviceAddress,
    DeviceKind,
    DeviceTopic,
    Topics,
)
from dealer_station.mqtt.broker_config import BrokerKind
from dealer_station.mqtt.broker_url import BrokerUrl
from dealer_station.mqtt.embedded_broker import DriverLogin, EmbeddedBroker
from dealer_station.mqtt.outbox import OutboxFull, Outgoing
from dealer_station.mqtt.session import MqttSession, SessionStopped
from dealer_station.mqtt.session_events import Incoming, SessionEvent, SessionSettings
from drivers.bet_acceptor.program import build_driver
from drivers.bet_acceptor.settings import BetAcceptorSettings
from drivers.bet_acceptor.simulator import AcceptorSimulator, SimulatorSettings
from drivers.bet_acceptor.token_ledger import (
    LampEntry,
    TokenEntry,
    read_lamps,
    read_tokens,
)
from drivers.link.simulator_control import ControlClient

SITE = "rig"
TABLE = "t1"
DRIVER = "acceptor-driver"
TOPICS = Topics(SITE)
SEATS_MAX = 8
Event = TypeVar("Event", bound=DeviceEvent)


def address_of(device: str) -> DeviceAddress:
    return DeviceAddress(TABLE, DeviceKind.BET_ACCEPTOR, device)


def names(count: int) -> list[str]:
    return [f"acceptor-{seat}" for seat in range(1, count + 1)]


class SeatEar:
    """What a station's inbox takes of one device: each fact once, after its predecessor."""

    def __init__(self) -> None:
        self.events: list[DeviceEvent] = []
        self.states: list[DeviceState] = []
        self._known: dict[Position, bytes] = {}
        self._early: dict[Position | None, DeviceEvent] = {}

    @property
    def newest(self) -> Position | None:
        return self.events[-1].position if self.events else None

    def take(self, event: DeviceEvent, payload: bytes) -> None:
        if event.position not in self._known:
            self._known[event.position] = payload
            self._early[event.previous] = event
        assert self._known[event.position] == payload, "one fact in two forms"
        while (following := self._early.pop(self.newest, None)) is not None:
            self.events.append(following)


class StationEar:
    """Hears every device of the line and acknowledges what it took; wishes and commands."""

    def __init__(
        self, url: str, *, greets: int = SEATS_MAX, client_id: str = "station-ear"
    ) -> None:
        self.epoch = 1
        self.acknowledges = True
        self.seats: dict[str, SeatEar] = defaultdict(SeatEar)
        self.replies: dict[str, Reply] = {}
        self.last: dict[tuple[str, type[Message]], Message] = {}
        self._lock = threading.Lock()
        self.session = MqttSession(
            SessionSettings(
                url=BrokerUrl.parse(url),
                client_id=client_id,
                subscriptions=TOPICS.station_filters(),
                reconnect_after_s=0.05,
                reconnect_after_s_max=0.3,
            ),
            deliver=self._deliver,
            monotonic_ms=monotonic_ms,
        )
        self._wishes = itertools.count(1)
        self._is_over = threading.Event()
        self._alive = threading.Thread(target=self._say_alive, name="sign of life", daemon=True)
        self.session.start()
        self._alive.start()
        eventually(lambda: self.session.health().is_connected)
        time.sleep(0.05)
        for device in names(greets):
            self._acknowledge(device, START)  # so that a new driver need not wait for it
        assert self.session.flush(10)

    def _say_alive(self) -> None:
        """Say that the station lives, as a real one does, until it is over."""
        for sequence in itertools.count(1):
            if self._is_over.wait(ALIVE_EVERY_MS / 2_000):
                return
            word = Alive(epoch=self.epoch, table=TABLE, sequence=sequence, sent_at=0)
            item = Outgoing(TOPICS.alive(TABLE), word.to_bytes(), latest_wins=True)
            with suppress(SessionStopped, OutboxFull):
                self.session.publish(item)

    def hush(self) -> None:
        """Say nothing more: the station is dead, and the broker lives."""
        self._is_over.set()
        self._alive.join()

    def _deliver(self, event: SessionEvent) -> None:
        if not isinstance(event, Incoming):
            return
        received = contract.read(event.topic, event.payload)
        with self._lock:
            if isinstance(received.topic, DeviceTopic):
                self._hear(received.topic.address.device, received.message, event.payload)
            else:
                assert isinstance(received.message, DriverState)
        self.session.acknowledge(event)

    def _hear(self, device: str, message: Message, payload: bytes) -> None:
        self.last[device, type(message)] = message
        seat = self.seats[device]
        if isinstance(message, DeviceEvent):
            seat.take(message, payload)
            if self.acknowledges and seat.newest is not None:
                self._acknowledge(device, seat.newest)
        elif isinstance(message, DeviceState):
            seat.states.append(message)
        elif isinstance(message, Reply):
            self.replies[message.command_id] = message

    def _acknowledge(self, device: str, position: Position) -> None:
        word = Acknowledged(
            epoch=self.epoch,
            device=device,
            session=position.session,
            sequence=position.sequence,
        )
        self._retain(TOPICS.acknowledged(address_of(device)), word)

    def _retain(self, topic: str, message: Message) -> None:
        self.session.publish(Outgoing(topic, message.to_bytes(), retain=True, latest_wins=True))

    # ------------------------------------------------------------------ wishes and commands

    def wish_window(self, device: str, *, is_open: bool, order: int) -> None:
        wish = Window(
            epoch=self.epoch,
            device=device,
            sequence=next(self._wishes),
            is_open=is_open,
            order=order,
        )
        self._retain(TOPICS.desired(address_of(device), WINDOW), wish)

    def wish_lamp(self, device: str, *, is_lit: bool) -> None:
        sequence = next(self._wishes)
        wish = Lamp(epoch=self.epoch, device=device, sequence=sequence, is_lit=is_lit)
        self._retain(TOPICS.desired(address_of(device), LAMP), wish)

    def command(self, device: str, verb: CommandVerb, command_id: str, **fields: Any) -> Reply:
        now = SystemClock().now()
        command = Command(
            epoch=self.epoch,
            device=device,
            verb=verb,
            command_id=command_id,
            sent_at=now,
            expires_at=now + 2_000,
            **fields,
        )
        topic = TOPICS.command(address_of(device), verb)
        self.session.publish(Outgoing(topic, command.to_bytes()))
        reply: Reply = eventually(lambda: self.replies.get(command_id))
        return reply

    # ------------------------------------------------------------------ what was heard

    def of(self, kind: type[Event], device: str = "acceptor-1") -> list[Event]:
        with self._lock:
            return [event for event in self.seats[device].events if isinstance(event, kind)]

    def taken(self, device: str = "acceptor-1") -> list[int]:
        return [event.device_counter for event in self.of(TokenTaken, device)]

    def windows(self, device: str = "acceptor-1") -> list[tuple[bool, int]]:
        return [(event.is_open, event.order) for event in self.of(WindowMoved, device)]

    def lamps(self, device: str = "acceptor-1") -> list[bool]:
        return [event.is_lit for event in self.of(LampMoved, device)]

    def codes(self, device: str = "acceptor-1") -> list[str]:
        return [event.code for event in self.of(DeviceFault, device)]

    def state(self, device: str = "acceptor-1") -> str | None:
        states = self.seats[device].states
        return states[-1].state if states else None

    def reason(self, device: str = "acceptor-1") -> str:
        return self.seats[device].states[-1].reason or ""

    def close(self) -> None:
        self.hush()
        self.session.stop(flush_s=1)


class Rig:
    """Everything of one test; `with rig(...)` builds and clears it away."""

    def __init__(
        self, folder: Path, broker: EmbeddedBroker, stack: ExitStack, devices: list[str]
    ) -> None:
        self.folder = folder
        self.broker = broker
        self.stack = stack
        self.devices = devices
        self.link = folder / "port"
        self.ledger = folder / "tokens.jsonl"
        self.lamps = folder / "lamps.jsonl"
        self.control_path = folder / "control"
        self.cctalk: dict[str, Any] = {"start_after_ms": 50, "poll_ms": 50, "probe_ms": 200}
        self.overrides: dict[str, Any] = {}
        self.driver_url = broker.driver_url(TABLE, DRIVER)
        self.drivers: list[Background] = []

    def _device_settings(self) -> list[dict[str, Any]]:
        addresses = (2, 11, 12, 13, 14, 15, 16, 17)
        return [
            {"name": name, "address": address}
            for name, address in zip(self.devices, addresses, strict=False)
        ]

    def start_simulator(self, **settings: Any) -> Background:
        fields: dict[str, Any] = {
            "link": self.link,
            "ledger": self.ledger,
            "lamps": self.lamps,
            "control": self.control_path,
            "device": self._device_settings(),
            "reply_delay_ms": 1,
            "travel_ms": 30,
            "return_ms": 10,
        }
        made = SimulatorSettings(**(fields | settings))
        ready = threading.Event()
        simulator = Background(
            lambda: AcceptorSimulator(made, SystemClock()),
            lambda program: program.run(lambda _path: ready.set()),
        )
        assert ready.wait(10), simulator.error
        return simulator

    def settings(self) -> BetAcceptorSettings:
        content: dict[str, Any] = {
            "site": SITE,
            "table": TABLE,
            "driver": DRIVER,
            "data_directory": self.folder / "data",
            "mqtt": {"url": SecretStr(self.driver_url)},
            "line": {
                "path": self.link,
                "read_timeout_ms": 5,
                "reopen_ms_min": 50,
                "reopen_ms_max": 200,
            },
            "cctalk": self.cctalk,
            "device": self._device_settings(),
            "token": [{"position": 1, "value_minor": 100, "coin_id": "TK100A"}],
        }
        return BetAcceptorSettings(**(content | self.overrides))

    def start_driver(self) -> Background:
        driver = Background(
            lambda: build_driver(self.settings(), SystemClock()), lambda program: program.run()
        )
        self.drivers.append(driver)
        return driver

    def write_config(self) -> Path:
        """Write the driver's settings as an operator would."""
        devices = "".join(
            f'[[device]]\nname = "{device["name"]}"\naddress = {device["address"]}\n'
            for device in self._device_settings()
        )
        bus = "".join(f"{key} = {value}\n" for key, value in self.cctalk.items())
        path = self.folder / "bet_acceptor.toml"
        path.write_text(
            f'site = "{SITE}"\ntable = "{TABLE}"\ndriver = "{DRIVER}"\n'
            f'data_directory = "{self.folder / "data"}"\n'
            f'[line]\npath = "{self.link}"\nread_timeout_ms = 5\n'
            f"reopen_ms_min = 50\nreopen_ms_max = 200\n[cctalk]\n{bus}"
            f'[[token]]\nposition = 1\nvalue_minor = 100\ncoin_id = "TK100A"\n{devices}'
        )
        return path

    def spawn_driver(self) -> subprocess.Popen[bytes]:
        """Start the driver as a process of its own; the test may kill it."""
        environment = os.environ | {"MQTT_URL": self.broker.driver_url(TABLE, DRIVER)}
        with (self.folder / "driver.log").open("ab") as log:
            process = subprocess.Popen(
                [sys.executable, "-m", "drivers", "bet-acceptor", "--config", self.write_config()],
                env=environment,
                stderr=log,
            )
        self.stack.callback(end_process, process)
        return process

    def listen(self, client_id: str = "station-ear") -> StationEar:
        url = self.broker.station_url()
        ear = StationEar(url, greets=len(self.devices), client_id=client_id)
        self.stack.callback(ear.close)
        return ear

    def control(self) -> ControlClient:
        client = ControlClient(self.control_path)
        self.stack.callback(client.close)
        return client

    def tokens(self, device: str = "acceptor-1") -> tuple[TokenEntry, ...]:
        return tuple(entry for entry in read_tokens(self.ledger) if entry.device == device)

    def accepted(self, device: str = "acceptor-1") -> list[int | None]:
        """Counters of the tokens that the device counted, by its own book."""
        return [entry.counter for entry in self.tokens(device) if entry.what == "accepted"]

    def lamp_changes(self) -> tuple[LampEntry, ...]:
        return read_lamps(self.lamps)


@contextmanager
def rig(folder: Path, kind: BrokerKind, *, seats: int = 2) -> Iterator[Rig]:
    """A broker and an empty rig; what tests add to `stack` is closed first."""
    devices = names(seats)
    login = DriverLogin(TABLE, DRIVER, tuple(address_of(device) for device in devices))
    with (
        EmbeddedBroker(
            folder / "broker", SITE, (login,), monotonic_ms=monotonic_ms, kind=kind
        ) as broker,
        ExitStack() as stack,
    ):
        yield Rig(folder, broker, stack, devices)


def start(bench: Rig, **simulator: Any) -> tuple[StationEar, ControlClient]:
    """Start devices, ear and driver; return when every device is ready."""
    bench.stack.callback(bench.start_simulator(**simulator).stop)
    ear = bench.listen()
    bench.stack.callback(bench.start_driver().stop)
    eventually(lambda: all(ear.state(device) == "ready" for device in bench.devices))
    return ear, bench.control()


def open_windows(bench: Rig, ear: StationEar, order: int) -> None:
    """Open every window for the betting `order`."""
    for device in bench.devices:
        ear.wish_window(device, is_open=True, order=order)
    eventually(lambda: all(ear.windows(device)[-1:] == [(True, order)] for device in bench.devices))


def shut_windows(bench: Rig, ear: StationEar, order: int) -> None:
    """Close betting: every acceptor answers."""
    for device in bench.devices:
        ear.wish_window(device, is_open=False, order=order)
    eventually(
        lambda: all(ear.windows(device)[-1:] == [(False, order)] for device in bench.devices)
    )
