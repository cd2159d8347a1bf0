"""A sign on a real pseudo-terminal or a simulated USB bus, its driver, a real broker, and whoever
speaks for the station: signed meters out, the driver's words in.
"""

import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from brokers import eventually, monotonic_ms
from card_shoe_rig import Background, end_process
from pydantic import SecretStr
from sign_bench import LEVEL, PROGRESSIVE, Signer

from dealer_station.clock import SystemClock
from dealer_station.messages import contract
from dealer_station.messages.device import Acknowledged, Birth, Command, DeviceFault, Reply
from dealer_station.messages.envelope import Message
from dealer_station.messages.meter_display import METER_EVERY_MS, AnyMeter, Meter, Shown
from dealer_station.messages.topics import CommandVerb, DeviceAddress, DeviceKind, Topics
from dealer_station.mqtt.broker_config import BrokerKind
from dealer_station.mqtt.broker_url import BrokerUrl
from dealer_station.mqtt.embedded_broker import DriverLogin, EmbeddedBroker
from dealer_station.mqtt.outbox import Outgoing
from dealer_station.mqtt.session import MqttSession
from dealer_station.mqtt.session_events import Incoming, SessionEvent, SessionSettings
from drivers.link.simulator_control import ControlClient
from drivers.meter_display.glass_ledger import GlassEntry, read_ledger
from drivers.meter_display.program import build_driver
from drivers.meter_display.settings import MeterDisplaySettings
from drivers.meter_display.simulator import SignSimulator, SimulatorSettings

SITE = "rig"
TABLE = "t1"
DRIVER = "sign-driver"
SIGN = DeviceAddress(TABLE, DeviceKind.METER_DISPLAY, "sign-1")
TOPICS = Topics(SITE)
METER = TOPICS.meter(PROGRESSIVE)
# A sign's reset, and what the driver allows for it: short, so that it costs no test minutes.
RESET_MS = 300
QUICK = {"clear_ms": 400, "settle_ms": 250, "check_ms": 1_000, "register_ms": 5_000}


class Speaker:
    """Says signed meters as a station does, retained and twice a second, and hears the driver."""

    def __init__(self, url: str) -> None:
        self.signer = Signer()
        self.last: dict[type[Message], Message] = {}
        self.shown: list[Shown] = []
        self.lives: list[str] = []
        self.faults: list[DeviceFault] = []
        self.replies: list[Reply] = []
        self._amount: int | None = None
        self._fields: dict[str, Any] = {}
        self._is_over = threading.Event()
        self.session = MqttSession(
            SessionSettings(
                url=BrokerUrl.parse(url),
                client_id="speaker",
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
        word = Acknowledged(epoch=1, device=SIGN.device, session=0, sequence=0)
        self.session.publish(Outgoing(TOPICS.acknowledged(SIGN), word.to_bytes(), retain=True))
        assert self.session.flush(10)
        self._thread = threading.Thread(target=self._repeat, daemon=True)
        self._thread.start()

    def _deliver(self, event: SessionEvent) -> None:
        if not isinstance(event, Incoming):
            return
        message = contract.read(event.topic, event.payload).message
        self.last[type(message)] = message
        match message:
            case Shown():
                self.shown.append(message)
            case DeviceFault():
                self.faults.append(message)
            case Reply():
                self.replies.append(message)
            case _ if hasattr(message, "state"):
                self.lives.append(message.state)
        self.session.acknowledge(event)

    def _repeat(self) -> None:
        while not self._is_over.wait(METER_EVERY_MS / 1_000):
            if self._amount is not None:
                self.say(self._amount, **self._fields)

    def keep_saying(self, amount_minor: int, **fields: Any) -> Meter:
        """Say an amount now and twice a second from now on."""
        self._amount, self._fields = amount_minor, fields
        return self.say(amount_minor, **fields)

    def hush(self) -> None:
        """Say nothing more."""
        self._amount = None

    def say(self, amount_minor: int, **fields: Any) -> Meter:
        meter = self.signer.meter(amount_minor, **fields)
        self.publish(meter)
        return meter

    def publish(self, meter: AnyMeter, *, retain: bool = True) -> None:
        self.session.publish(Outgoing(METER, meter.to_bytes(), retain=retain))

    def command(self, verb: CommandVerb, command_id: str, **fields: Any) -> Reply:
        now = SystemClock().now()
        command = Command(
            epoch=1, device=SIGN.device, command_id=command_id, verb=verb,
            sent_at=now, expires_at=now + 5_000, **fields,
        )  # fmt: skip
        self.session.publish(Outgoing(TOPICS.command(SIGN, verb), command.to_bytes()))
        found: Reply = eventually(
            lambda: next((r for r in self.replies if r.command_id == command_id), None)
        )
        return found

    @property
    def birth(self) -> Birth:
        message = self.last[Birth]
        assert isinstance(message, Birth)
        return message

    @property
    def newest(self) -> Shown | None:
        return self.shown[-1] if self.shown else None

    def close(self) -> None:
        self._is_over.set()
        self._thread.join(5)
        self.session.stop(flush_s=1)


class SignRig:
    """Everything of one test; `with sign_rig(...)` builds and clears it away."""

    def __init__(self, folder: Path, broker: EmbeddedBroker, stack: ExitStack) -> None:
        self.folder = folder
        self.broker = broker
        self.stack = stack
        self.link = folder / "port"
        self.ledger_path = folder / "glass.jsonl"
        self.control_path = folder / "control"
        self.alpha: dict[str, Any] = {}
        self.shows_levels: dict[str, Any] = {"level": LEVEL}
        self.usb: dict[str, Any] | None = None
        self._control: ControlClient | None = None
        self.speaker = Speaker(broker.station_url())
        stack.callback(self.speaker.close)

    def start_simulator(self, **settings: Any) -> Background:
        fields: dict[str, Any] = {
            "link": self.link,
            "ledger": self.ledger_path,
            "control": self.control_path,
            "baud": 9_600,
            "reset_ms": RESET_MS,
        }
        made = SimulatorSettings(**(fields | settings))
        ready = threading.Event()
        simulator = Background(
            lambda: SignSimulator(made, SystemClock()),
            lambda program: program.run(lambda _path: ready.set()),
        )
        assert ready.wait(10), simulator.error
        self.stack.callback(simulator.stop)
        return simulator

    def content(self) -> dict[str, Any]:
        """The driver's settings as a file holds them."""
        line = {"path": str(self.link), "reopen_ms_min": 50, "reopen_ms_max": 200}
        where = {"line": line} if self.usb is None else {"usb": self.usb}
        return {
            "site": SITE,
            "table": TABLE,
            "driver": DRIVER,
            "device": SIGN.device,
            "data_directory": str(self.folder / "data"),
            "meter": {
                "progressive": PROGRESSIVE,
                **self.shows_levels,
                "keys": [self.speaker.signer.public.hex()],
            },
            "alpha": QUICK | self.alpha,
            **where,
        }

    def start_driver(self, opener: Any = None) -> Background:
        url = SecretStr(self.broker.driver_url(TABLE, DRIVER))
        settings = MeterDisplaySettings(**self.content(), mqtt={"url": url})
        driver = Background(
            lambda: build_driver(settings, SystemClock(), opener), lambda program: program.run()
        )
        self.stack.callback(driver.stop)
        return driver

    def spawn_driver(self) -> subprocess.Popen[bytes]:
        """Start the driver as a process of its own; the test may kill it."""
        path = self.folder / "sign.toml"
        path.write_text(as_toml(self.content()))
        environment = os.environ | {"MQTT_URL": self.broker.driver_url(TABLE, DRIVER)}
        with (self.folder / "driver.log").open("ab") as log:
            process = subprocess.Popen(
                [sys.executable, "-m", "drivers", "meter-display", "--config", path],
                env=environment,
                stderr=log,
            )
        self.stack.callback(end_process, process)
        return process

    def status(self) -> dict[str, Any]:
        return self.ask("status")

    def ask(self, command: str) -> dict[str, Any]:
        if self._control is None:
            self._control = ControlClient(self.control_path)
            self.stack.callback(self._control.close)
        return self._control.ask(command)

    @property
    def visible(self) -> str:
        return str(self.status()["visible"])

    def entries(self) -> tuple[GlassEntry, ...]:
        return read_ledger(self.ledger_path)

    def shows(self, text: str, timeout_s: float = 20.0) -> None:
        eventually(lambda: self.visible == text, timeout_s)


def as_toml(content: dict[str, Any]) -> str:
    """A settings file with plain values and one level of sections."""
    plain = {key: value for key, value in content.items() if not isinstance(value, dict)}
    lines = [f"{key} = {json.dumps(value)}" for key, value in plain.items()]
    for name, section in content.items():
        if isinstance(section, dict):
            lines.append(f"[{name}]")
            lines += [f"{key} = {json.dumps(value)}" for key, value in section.items()]
    return "\n".join(lines) + "\n"


@contextmanager
def sign_rig(folder: Path, kind: BrokerKind) -> Iterator[SignRig]:
    """A broker and an empty rig; what tests add to `stack` is closed first."""
    login = DriverLogin(TABLE, DRIVER, (SIGN,))
    with (
        EmbeddedBroker(
            folder / "broker", SITE, (login,), monotonic_ms=monotonic_ms, kind=kind
        ) as broker,
        ExitStack() as stack,
    ):
        yield SignRig(folder, broker, stack)
