"""A station whose broker goes away and comes back: nobody plays for the progressive meanwhile.

Two tables play for one progressive on a real broker: CS-2 has an acceptor at seat 4, CS-1 has no
device. The broker is killed and kept down, or its line goes dead with every connection up. How long
it took until the wager was refused and the views said so is printed, and must be two seconds at
most (LNK-05, LNK-06).
"""

import os
import shutil
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from brokers import ACCEPTOR_DRIVER, Peer, eventually, make_broker
from message_samples import ACCEPTOR, NOW, SITE, TABLE, TOPICS

from dealer_station.bootstrap import Station, open_station
from dealer_station.clock import SystemClock
from dealer_station.controller.table_controller import Outcome
from dealer_station.event_log.hash_chain import verify
from dealer_station.event_log.keys import public_keys
from dealer_station.event_log.store import EventLog
from dealer_station.messages.bet_acceptor import LAMP, WINDOW, Lamp, TokenTaken, Window, WindowMoved
from dealer_station.messages.device import (
    Assurance,
    Command,
    DeviceState,
    Life,
    Replayed,
    Reply,
    ReplyResult,
)
from dealer_station.messages.envelope import DeviceEvent, Position
from dealer_station.messages.meter_display import Meter, MeterState
from dealer_station.messages.topics import CommandVerb, EventKind
from dealer_station.mqtt.broker_config import BrokerKind
from dealer_station.mqtt.embedded_broker import EmbeddedBroker
from dealer_station.mqtt.session_events import Incoming, SessionEvent
from dealer_station.settings import StationSettings, config_directory
from dealer_station.table import commands as c
from dealer_station.table.refusals import RefusalReason
from dealer_station.table.roles import Actor, Role

pytestmark = pytest.mark.timeout(180)

CLOCK = SystemClock()
PROGRESSIVE = "caribbean-main"
OTHER = "CS-1"
LOST_S = 2.0
"""How long after the loss a player may be left in doubt."""

PEOPLE = {role: Actor(role.value, role) for role in Role}
FLUSH, PAIR = "9h 7h 5h 3h 2h", "8s 8c 9c 4s 7s"
DEALERS = "Ah Kh 9s 6c 4h"


class Acceptor(Peer):
    """The driver of seat 4's acceptor: does what is wished at once, answers when it is asked."""

    def __init__(self, url: str) -> None:
        self.is_open = self.is_lit = False
        self._order = self._sequence = 0
        self._telling = threading.Lock()
        super().__init__(
            url,
            ACCEPTOR_DRIVER,
            TOPICS.desired(ACCEPTOR, WINDOW),
            TOPICS.desired(ACCEPTOR, LAMP),
            TOPICS.command(ACCEPTOR, CommandVerb.REPLAY),
            on_event=self._hear,
            session_expiry_s=0,
        )

    def _hear(self, event: SessionEvent) -> None:
        if not isinstance(event, Incoming):
            return
        if event.topic == TOPICS.desired(ACCEPTOR, WINDOW):
            self._move(Window.from_bytes(event.payload))
        elif event.topic == TOPICS.desired(ACCEPTOR, LAMP):
            self.is_lit = Lamp.from_bytes(event.payload).is_lit
        else:
            self._answer(Command.from_bytes(event.payload))

    def _move(self, wish: Window) -> None:
        if (wish.is_open, wish.order) == (self.is_open, self._order):
            return
        self.is_open, self._order = wish.is_open, wish.order
        self._tell(WindowMoved, EventKind.WINDOW, is_open=wish.is_open, order=wish.order,
                   device_counter=0)  # fmt: skip

    def _answer(self, command: Command) -> None:
        reply = Reply(
            device=ACCEPTOR.device, session=1, command_id=command.command_id,
            result=ReplyResult.DONE, error=None, replayed=Replayed(first=None, count=0),
        )  # fmt: skip
        self.say(TOPICS.reply(ACCEPTOR), reply.to_bytes())

    def _tell(self, kind: type[DeviceEvent], topic: EventKind, **said: Any) -> None:
        with self._telling:
            self._sequence += 1
            previous = Position(1, self._sequence - 1) if self._sequence > 1 else None
            fact = kind(
                device=ACCEPTOR.device, session=1, sequence=self._sequence, previous=previous,
                device_time=NOW, **said,
            )  # fmt: skip
            self.say(TOPICS.event(ACCEPTOR, topic), fact.to_bytes())

    def introduce(self) -> None:
        """Say that it works."""
        state = DeviceState(device=ACCEPTOR.device, session=1, since=NOW, state=Life.READY)
        self.say(TOPICS.device_state(ACCEPTOR), state.to_bytes(), retain=True)

    def token(self) -> None:
        """A player drops his dollar."""
        self._tell(
            TokenTaken, EventKind.CREDIT, token=1, coin_id=None, value_minor=100, path=0,
            device_counter=1, assurance=Assurance.IDENTIFIED,
        )  # fmt: skip


class House:
    """A station with both tables, the acceptor, and what its signs were told and when."""

    def __init__(self, station: Station, acceptor: Acceptor) -> None:
        self.station = station
        self.acceptor = acceptor
        self.meters: list[tuple[float, MeterState]] = []
        services = station.app.state.services
        services.progressives[PROGRESSIVE].meters.subscribe(self._hear)

    def _hear(self, meter: Meter) -> None:
        (level,) = meter.levels
        self.meters.append((time.monotonic(), level.state))

    def submit(
        self, kind: type[c.Command], table: str = TABLE, role: Role = Role.DEALER, **said: Any
    ) -> Outcome:
        return self.controller(table).submit(
            kind(command_id=CLOCK.new_id(), issued_at=CLOCK.now(), actor=PEOPLE[role], **said)
        )

    def do(self, kind: type[c.Command], table: str = TABLE, **said: Any) -> None:
        outcome = self.submit(kind, table, **said)
        assert outcome.refusal is None, outcome.refusal

    def controller(self, table: str = TABLE) -> Any:
        return self.station.tables[table].controller

    def open_betting(self, table: str = TABLE) -> None:
        """Begin a round with antes at seats 1 and 4."""
        self.do(c.OpenBetting, table)
        for seat in (1, 4):
            self.do(c.PlaceWager, table, seat=seat, spot="ante", amount=Decimal(10))

    def refused(self, table: str = TABLE, seat: int = 1) -> RefusalReason | None:
        """Try to place a seat's progressive wager; what is taken is taken back."""
        outcome = self.submit(c.PlaceWager, table, seat=seat, spot="progressive")
        if outcome.refusal is None:
            self.do(c.WithdrawWager, table, seat=seat, spot="progressive")
            return None
        return outcome.refusal.reason

    def play_out(self, table: str = TABLE) -> None:
        """Deal, decide and pay to the end; seat 1 has a flush, seat 4 a pair."""
        self.do(c.CloseBetting, table)
        assert self.controller(table).state.phase == "dealing"
        for cards in zip(FLUSH.split(), PAIR.split(), DEALERS.split(), strict=True):
            for card in cards:
                self.do(c.RecordCard, table, role=Role.DEVICE, card=card)
        for seat in (1, 4):
            self.do(c.Act, table, seat=seat, action="bet")
        while (following := self.controller(table).record_view()["next"])["kind"] != "none":
            if following["kind"] == "verify":
                self.do(c.VerifyHand, table, role=Role.SUPERVISOR, seat=following["seat"])
            self.do(c.PaySeat, table, seat=following["seat"])
        assert self.controller(table).state.phase == "settled"

    def floor(self) -> dict[str, Any]:
        """What a supervisor's console shows."""
        shown: dict[str, Any] = self.station.app.state.floor.floor(Role.SUPERVISOR)
        return shown

    def view(self, role: Role = Role.DEALER) -> dict[str, Any]:
        shown: dict[str, Any] = self.controller().view(role, CLOCK.now())
        return shown


@pytest.fixture(params=BrokerKind, ids=str)
def broker(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[EmbeddedBroker]:
    with make_broker(tmp_path / "broker", request.param) as broker:
        yield broker


@pytest.fixture
def settings(tmp_path: Path, broker: EmbeddedBroker) -> StationSettings:
    return StationSettings(
        site=SITE, data_directory=tmp_path / "var", mqtt={"url": broker.station_url()}
    )


@pytest.fixture
def house(tmp_path: Path, broker: EmbeddedBroker, settings: StationSettings) -> Iterator[House]:
    config = tmp_path / "config"
    shutil.copytree(config_directory(), config)
    first = (config / "tables" / "cs-1.toml").read_text()
    second = first.replace(f'id = "{OTHER}"', f'id = "{TABLE}"').replace("Stud 1", "Stud 2")
    second = second.replace('# 1 = "acceptor-1"', f'4 = "{ACCEPTOR.device}"')
    (config / "tables" / "cs-2.toml").write_text(second)
    with (
        open_station(settings, CLOCK, config) as station,
        Acceptor(broker.driver_url(TABLE, ACCEPTOR_DRIVER)) as acceptor,
    ):
        acceptor.wait_ready()
        acceptor.introduce()
        house = House(station, acceptor)
        for table in (TABLE, OTHER):
            house.do(c.OpenTable, table, table_id=table, seats=(1, 4))
        eventually(lambda: house.controller().state.device(ACCEPTOR.device))
        eventually(lambda: station.session.health().is_connected)
        yield house


@contextmanager
def killed(broker: EmbeddedBroker) -> Iterator[float]:
    """The broker is down until the block ends; gives the moment at which it died."""
    is_over = threading.Event()

    def kill() -> None:
        with suppress(ProcessLookupError, TypeError):
            os.kill(broker.pid, signal.SIGKILL)  # type: ignore[arg-type] # None: it is down

    def keep_down() -> None:
        while not is_over.wait(0.02):
            kill()

    kill()
    lost_s = time.monotonic()
    keeper = threading.Thread(target=keep_down, name="keep the broker down")
    keeper.start()
    try:
        yield lost_s
    finally:
        is_over.set()
        keeper.join()


@contextmanager
def frozen(broker: EmbeddedBroker) -> Iterator[float]:
    """The broker says nothing until the block ends, and no connection is closed."""
    pid = broker.pid
    assert pid is not None
    os.kill(pid, signal.SIGSTOP)
    try:
        yield time.monotonic()
    finally:
        os.kill(pid, signal.SIGCONT)


Loss = Callable[[EmbeddedBroker], Any]


def measured(house: House, lost_s: float) -> dict[str, float]:
    """Wait until each says that the progressive is suspended; how long after the loss, in s.

    A broker that came up for a moment before it was killed again was lost then.
    """
    says: dict[str, Callable[[], bool]] = {
        "refused to the dealer": lambda: house.refused() is RefusalReason.SUSPENDED,
        "refused at the table without devices": lambda: (
            house.refused(OTHER) is RefusalReason.SUSPENDED
        ),
        "signs": lambda: bool(house.meters) and house.meters[-1][1] is MeterState.SUSPENDED,
        "dealer's screen": lambda: house.view()["suspended"] == ["progressive"],
        "console": lambda: house.floor()["meters"][0]["state"] == "suspended",
    }
    took: dict[str, float] = {}
    while says.keys() - took.keys():
        silence_ms = house.station.session.silence_ms()
        if silence_ms is not None:
            lost_s = max(lost_s, time.monotonic() - silence_ms / 1_000)
        for name in says.keys() - took.keys():
            if says[name]():
                took[name] = time.monotonic() - lost_s
        assert time.monotonic() - lost_s < 15, f"never said: {says.keys() - took.keys()}"
        time.sleep(0.005)
    return took


@pytest.mark.parametrize("loss", [killed, frozen])
def test_nobody_plays_for_a_progressive_whose_link_is_lost_and_the_game_goes_on(
    broker: EmbeddedBroker, settings: StationSettings, house: House, loss: Loss
) -> None:
    for table in (TABLE, OTHER):
        house.open_betting(table)
    eventually(lambda: house.acceptor.is_open)
    house.acceptor.token()
    eventually(lambda: house.acceptor.is_lit)
    assert house.refused() is None
    with loss(broker) as lost_s:
        took = measured(house, lost_s)
        for name, seconds in took.items():
            sys.stdout.write(f"\n{broker.kind}, {loss.__name__}: {name} after {seconds:.2f} s")
        assert max(took.values()) <= LOST_S, took
        alerts = {one["id"]: one for one in house.floor()["alerts"]}
        assert alerts[f"{TABLE}/progressive/{PROGRESSIVE}"]["code"] == "link_lost"

        # The wager that was taken stands and is settled; then a whole round without the wager.
        assert "progressive" in house.controller().state.round.pending_stakes(4)
        house.play_out()
        assert house.view()["outcome"]["4"]["progressive"] == "lose"
        house.open_betting()
        assert house.refused() is RefusalReason.SUSPENDED
        house.play_out()
        house.open_betting()
        assert house.controller().state.is_suspended
    back_s = time.monotonic()
    eventually(lambda: not house.controller().state.is_suspended, 40)
    again_s = time.monotonic() - back_s
    sys.stdout.write(f"\n{broker.kind}, {loss.__name__}: in play {again_s:.2f} s after it is back")
    eventually(lambda: not house.controller(OTHER).state.is_suspended)
    eventually(lambda: house.meters[-1][1] is MeterState.LIVE)
    assert house.floor()["meters"][0]["state"] == "live"
    assert house.refused() is None
    assert house.refused(OTHER) is None
    house.do(c.PlaceWager, seat=1, spot="progressive")
    eventually(lambda: house.acceptor.is_open)
    house.acceptor.token()
    eventually(lambda: "progressive" in house.controller().state.round.pending_stakes(4))
    house.do(c.CloseBetting, OTHER)
    with EventLog(str(settings.data_directory / "station.db"), read_only=True) as log:
        assert verify(log, public_keys(settings.data_directory / "keys")).is_good
