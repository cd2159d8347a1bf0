"""A shoe on a real pseudo-terminal, its driver, a real broker and an ear in the station's place."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

from brokers import eventually, monotonic_ms
from pydantic import SecretStr

from dealer_station.clock import SystemClock
from dealer_station.messages import contract
from dealer_station.messages.card_shoe import CardDrawn
from dealer_station.messages.device import (
    Acknowledged,
    Birth,
    Command,
    DeviceFault,
    DeviceState,
    DriverState,
    Head,
    LinkReport,
    Reply,
)
from dealer_station.messages.envelope import START, DeviceEvent, Message, Position
from dealer_station.messages.topics import CommandVerb, DeviceAddress, DeviceKind, Topics
from dealer_station.mqtt.broker_config import BrokerKind
from dealer_station.mqtt.broker_url import BrokerUrl
from dealer_station.mqtt.embedded_broker import DriverLogin, EmbeddedBroker
from dealer_station.mqtt.outbox import Outgoing
from dealer_station.mqtt.session import MqttSession
from dealer_station.mqtt.session_events import Incoming, SessionEvent, SessionSettings
from drivers.card_shoe.program import build_driver
from drivers.card_shoe.settings import CardShoeSettings
from drivers.card_shoe.simulated_shoe import LedgerEntry, read_ledger
from drivers.card_shoe.simulator import ShoeSimulator, SimulatorSettings
from drivers.link.simulator_control import ControlClient

SITE = "rig"
TABLE = "t1"
DRIVER = "shoe-driver"
SHOE = DeviceAddress(TABLE, DeviceKind.CARD_SHOE, "shoe-1")
TOPICS = Topics(SITE)
# Short, so that repeats cost no test minutes; long enough for a busy machine.
RESPONSE_TIMEOUT_MS = 300


class StationEar:
    """Hears what a station hears and takes events as its inbox does: once, each after the one
    that it names as its predecessor. Acknowledges what it took unless told not to.
    """

    def __init__(
        self, url: str, *, acknowledges: bool = True, epoch: int = 1, greets: bool = True
    ) -> None:
        self.acknowledges = acknowledges
        self.epoch = epoch
        self.events: list[DeviceEvent] = []
        self.copies = 0
        self.conflicts: list[DeviceEvent] = []
        self.last: dict[type[Message], Message] = {}
        self.states: list[str] = []
        self.replies: list[Reply] = []
        self._known: dict[Position, bytes] = {}
        self._early: dict[Position | None, DeviceEvent] = {}
        self._newest: Position | None = None
        self._lock = threading.Lock()
        self.session = MqttSession(
            SessionSettings(
                url=BrokerUrl.parse(url),
                client_id="station-ear",
                subscriptions=TOPICS.station_filters(),
                reconnect_after_s=0.05,
                reconnect_after_s_max=0.3,
            ),
            deliver=self._deliver,
            monotonic_ms=monotonic_ms,
        )
        self.session.start()
        eventually(lambda: self.session.health().is_connected)
        time.sleep(0.05)
        # Handled by the broker after the subscription: once it is answered, nothing is missed.
        self.session.publish(Outgoing(TOPICS.view(TABLE), b"{}"))
        if greets:
            self.acknowledge(START)  # a new driver need not wait for it
        assert self.session.flush(10)

    def _deliver(self, event: SessionEvent) -> None:
        if not isinstance(event, Incoming):
            return
        message = contract.read(event.topic, event.payload).message
        with self._lock:
            self._hear(message, event.payload)
        self.session.acknowledge(event)

    def _hear(self, message: Message, payload: bytes) -> None:
        self.last[type(message)] = message
        match message:
            case DeviceEvent():
                self.copies += 1
                if message.position not in self._known:
                    self._known[message.position] = payload
                    self._early[message.previous] = message
                elif self._known[message.position] != payload:
                    self.conflicts.append(message)
                self._take_in_order()
            case DeviceState():
                if self.states[-1:] != [message.state]:
                    self.states.append(message.state)
            case Reply():
                self.replies.append(message)
            case Birth() | Head() | LinkReport() | DriverState():
                pass
            case _:
                raise AssertionError(f"a driver does not say {message}")

    def _take_in_order(self) -> None:
        """Brokers may bring an event late (NATS: when its acknowledgement time is over)."""
        while (event := self._early.pop(self._newest, None)) is not None:
            self.events.append(event)
            self._newest = event.position
        if self.acknowledges and self._newest is not None:
            self.acknowledge(self._newest)

    def acknowledge(self, position: Position) -> None:
        word = Acknowledged(
            epoch=self.epoch,
            device=SHOE.device,
            session=position.session,
            sequence=position.sequence,
        )
        self.session.publish(
            Outgoing(TOPICS.acknowledged(SHOE), word.to_bytes(), retain=True, latest_wins=True)
        )

    def acknowledge_all(self) -> None:
        self.acknowledge(self.events[-1].position)

    @property
    def cards(self) -> list[str]:
        with self._lock:
            return [event.card for event in self.events if isinstance(event, CardDrawn)]

    @property
    def faults(self) -> list[DeviceFault]:
        with self._lock:
            return [event for event in self.events if isinstance(event, DeviceFault)]

    @property
    def fault_codes(self) -> list[str]:
        return [fault.code for fault in self.faults]

    def state(self) -> str | None:
        message = self.last.get(DeviceState)
        return message.state if isinstance(message, DeviceState) else None

    def command(self, verb: CommandVerb, command_id: str, **fields: Any) -> None:
        now = SystemClock().now()
        given: dict[str, Any] = {"epoch": self.epoch, "sent_at": now, "expires_at": now + 2_000}
        command = Command(device=SHOE.device, verb=verb, command_id=command_id, **(given | fields))
        self.session.publish(Outgoing(TOPICS.command(SHOE, verb), command.to_bytes()))

    def reply_to(self, command_id: str) -> Reply:
        found: Reply = eventually(
            lambda: next((r for r in self.replies if r.command_id == command_id), None)
        )
        return found

    def check_chain(self) -> None:
        """Every event names the one before it; nothing is missing and nothing came in two forms."""
        assert self.conflicts == []
        for before, event in zip(self.events, self.events[1:], strict=False):
            assert event.previous == before.position

    def close(self) -> None:
        self.session.stop(flush_s=1)


class Background:
    """Runs a program's loop in a thread and hands on what ended it."""

    def __init__(self, make: Any, run: Any) -> None:
        self.error: BaseException | None = None
        self._made = threading.Event()
        self.program: Any = None

        def work() -> None:
            try:
                self.program = make()  # here, since some things belong to their thread
                self._made.set()
                run(self.program)
            except BaseException as error:  # noqa: BLE001 - handed on by `stop`
                self.error = error
            finally:
                self._made.set()

        self.thread = threading.Thread(target=work, daemon=True)
        self.thread.start()
        self._made.wait(10)

    def stop(self) -> None:
        if self.program is not None:
            self.program.stop()
        self.thread.join(15)
        assert not self.thread.is_alive()
        if self.error is not None:
            raise self.error


class Rig:
    """Everything of one test; `with rig(...)` builds and clears it away."""

    def __init__(self, folder: Path, broker: EmbeddedBroker, stack: ExitStack) -> None:
        self.folder = folder
        self.broker = broker
        self.stack = stack
        self.link = folder / "port"
        self.ledger = folder / "ledger.jsonl"
        self.control_path = folder / "control"
        self.driver_overrides: dict[str, Any] = {}
        self.drivers: list[Background] = []

    def start_simulator(self, **settings: Any) -> Background:
        fields: dict[str, Any] = {
            "link": self.link,
            "ledger": self.ledger,
            "control": self.control_path,
            "response_timeout_ms": RESPONSE_TIMEOUT_MS,
            "seed": 7,
        }
        made = SimulatorSettings(**(fields | settings))
        ready = threading.Event()
        simulator = Background(
            lambda: ShoeSimulator(made, SystemClock()),
            lambda program: program.run(lambda _path: ready.set()),
        )
        assert ready.wait(10), simulator.error
        return simulator

    def settings(self) -> CardShoeSettings:
        content: dict[str, Any] = {
            "site": SITE,
            "table": TABLE,
            "driver": DRIVER,
            "device": SHOE.device,
            "data_directory": self.folder / "data",
            "mqtt": {"url": SecretStr(self.broker.driver_url(TABLE, DRIVER))},
            "line": {"path": self.link, "reopen_ms_min": 50, "reopen_ms_max": 200},
            "ssi": {"response_timeout_ms": RESPONSE_TIMEOUT_MS, "heartbeat_ms": 500},
        }
        return CardShoeSettings(**(content | self.driver_overrides))

    def start_driver(self, opener: Any = None) -> Background:
        driver = Background(
            lambda: build_driver(self.settings(), SystemClock(), opener),
            lambda program: program.run(),
        )
        self.drivers.append(driver)
        return driver

    def write_config(self) -> Path:
        """Write the driver's settings as an operator would."""
        path = self.folder / "card_shoe.toml"
        path.write_text(
            f"""
site = "{SITE}"
table = "{TABLE}"
driver = "{DRIVER}"
device = "{SHOE.device}"
data_directory = "{self.folder / "data"}"
[line]
path = "{self.link}"
reopen_ms_min = 50
reopen_ms_max = 200
[ssi]
response_timeout_ms = {RESPONSE_TIMEOUT_MS}
heartbeat_ms = 500
"""
        )
        return path

    def spawn_driver(self) -> subprocess.Popen[bytes]:
        """Start the driver as a process of its own; the test may kill it."""
        environment = os.environ | {"MQTT_URL": self.broker.driver_url(TABLE, DRIVER)}
        with (self.folder / "driver.log").open("ab") as log:
            process = subprocess.Popen(
                [sys.executable, "-m", "drivers", "card-shoe", "--config", self.write_config()],
                env=environment,
                stderr=log,
            )
        self.stack.callback(end_process, process)
        return process

    def control(self) -> ControlClient:
        client = ControlClient(self.control_path)
        self.stack.callback(client.close)
        return client

    def entries(self) -> tuple[LedgerEntry, ...]:
        return read_ledger(self.ledger)

    def reads_as(self) -> list[str]:
        return [entry.reads_as for entry in self.entries()]


def end_process(process: subprocess.Popen[bytes]) -> None:
    with suppress(ProcessLookupError):
        process.send_signal(signal.SIGKILL)
    process.wait(10)


@contextmanager
def rig(folder: Path, kind: BrokerKind) -> Iterator[Rig]:
    """A broker and an empty rig; what tests add to `stack` is closed first."""
    login = DriverLogin(TABLE, DRIVER, (SHOE,))
    with (
        EmbeddedBroker(
            folder / "broker", SITE, (login,), monotonic_ms=monotonic_ms, kind=kind
        ) as broker,
        ExitStack() as stack,
    ):
        yield Rig(folder, broker, stack)
