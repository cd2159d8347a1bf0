"""Acceptors and lamps over a real broker: wishes go out and are kept, facts close the betting."""

import time
from contextlib import contextmanager
from typing import Any

import pytest
from acceptor_play import AcceptorPlay
from brokers import ACCEPTOR_DRIVER, Peer, eventually
from message_samples import ACCEPTOR, NOW, SITE, TABLE, TOPICS

from dealer_station.clock import SystemClock
from dealer_station.controller.device_desk import ReceivedPlaces
from dealer_station.controller.device_link import DeviceLink
from dealer_station.controller.log_record import LogRecord
from dealer_station.event_log.group_writer import GroupWriter
from dealer_station.event_log.store import EventLog
from dealer_station.messages.bet_acceptor import (
    LAMP,
    WINDOW,
    Lamp,
    LampMoved,
    TokenTaken,
    Window,
    WindowMoved,
)
from dealer_station.messages.device import Acknowledged, Assurance
from dealer_station.messages.envelope import DeviceEvent, Position
from dealer_station.messages.table import Alive
from dealer_station.messages.topics import EventKind
from dealer_station.mqtt.session_events import Incoming
from dealer_station.observability import Metrics
from dealer_station.settings import StationSettings
from dealer_station.table.events import LampReported, StrayTokenTaken

EPOCH = 3
KINDS = {
    TokenTaken: EventKind.CREDIT,
    WindowMoved: EventKind.WINDOW,
    LampMoved: EventKind.LAMP,
}


class Station:
    """A table whose seat 4 has an acceptor, on a log on disk."""

    def __init__(self, log: EventLog, writer: GroupWriter, broker: Any) -> None:
        self.log = log
        self.metrics = Metrics()
        self.settings = StationSettings(site=SITE, mqtt={"url": broker.station_url()})
        self.record = LogRecord(log, writer, self.metrics, SystemClock())
        self.play = AcceptorPlay(
            table_id=TABLE, record=self.record, clock=SystemClock(), seats=(4,)
        )

    @contextmanager
    def linked(self):
        link = DeviceLink(
            self.settings,
            {TABLE: self.play.controller},
            {TABLE: EPOCH},
            ReceivedPlaces(self.record, self.log.acknowledged),
            self.metrics,
            SystemClock(),
        )
        with link.running():
            eventually(lambda: link.session._is_subscribed)
            yield link


class Driver(Peer):
    """An acceptor's driver: hears its wishes, tells its facts in one sequence."""

    def __init__(self, url: str, **options: Any) -> None:
        super().__init__(
            url,
            ACCEPTOR_DRIVER,
            TOPICS.acknowledged(ACCEPTOR),
            TOPICS.desired(ACCEPTOR, WINDOW),
            TOPICS.desired(ACCEPTOR, LAMP),
            **options,
        )
        self.sequence = 0

    def tell(self, kind: type[DeviceEvent], **said: Any) -> None:
        self.sequence += 1
        previous = Position(1, self.sequence - 1) if self.sequence > 1 else None
        fact = kind(
            device=ACCEPTOR.device,
            session=1,
            sequence=self.sequence,
            previous=previous,
            device_time=NOW,
            **said,
        )
        self.say(TOPICS.event(ACCEPTOR, KINDS[kind]), fact.to_bytes())

    def token(self) -> None:
        self.tell(
            TokenTaken,
            token=1,
            coin_id=None,
            value_minor=100,
            path=0,
            device_counter=1,
            assurance=Assurance.IDENTIFIED,
        )

    def heard(self, topic: str) -> list[bytes]:
        return [one.payload for one in self.of(Incoming) if one.topic == topic]

    def window(self) -> Window | None:
        """The newest wish for the window."""
        heard = self.heard(TOPICS.desired(ACCEPTOR, WINDOW))
        return Window.from_bytes(heard[-1]) if heard else None

    def lamp(self) -> bool | None:
        heard = self.heard(TOPICS.desired(ACCEPTOR, LAMP))
        return Lamp.from_bytes(heard[-1]).is_lit if heard else None

    def obey(self) -> None:
        window = self.window()
        assert window is not None
        self.tell(WindowMoved, is_open=window.is_open, order=window.order, device_counter=0)


@pytest.fixture
def station(tmp_path, broker):
    with EventLog(str(tmp_path / "log.db")) as log, GroupWriter(log) as writer:
        yield Station(log, writer, broker)


@pytest.fixture
def driver(broker):
    with Driver(broker.driver_url(TABLE, ACCEPTOR_DRIVER)) as driver:
        yield driver.wait_ready()


def is_open(driver: Driver) -> bool:
    window = driver.window()
    return window is not None and window.is_open


def test_a_token_lights_the_lamp_and_the_answer_to_the_closing_closes_the_betting(station, driver):
    play = station.play
    with station.linked():
        play.run("open_betting", "wager: 4 ante 10")
        eventually(lambda: is_open(driver))
        driver.obey()
        driver.token()
        eventually(driver.lamp)
        driver.tell(LampMoved, is_lit=True)
        play.run("close_betting")
        closing = play.state.closing
        assert closing is not None
        eventually(lambda: driver.window().order == closing.number)
        assert not driver.window().is_open
        driver.obey()
        eventually(lambda: play.state.phase == "dealing")
        eventually(lambda: (1, 4) in [acknowledged(p) for p in driver.heard(ACKNOWLEDGED)])
    assert play.round.wager(4, "progressive") is not None
    (lit,) = play.events(LampReported)
    assert (lit.seat, lit.is_lit, lit.device_time) == (4, True, NOW)


ACKNOWLEDGED = TOPICS.acknowledged(ACCEPTOR)


def acknowledged(payload: bytes) -> Position:
    return Acknowledged.from_bytes(payload).position


def test_a_token_after_the_answer_is_a_stray_one_and_lights_nothing(station, driver):
    play = station.play
    with station.linked():
        play.run("open_betting", "wager: 4 ante 10")
        eventually(lambda: is_open(driver))
        driver.obey()
        play.run("close_betting")
        closing = play.state.closing
        assert closing is not None
        eventually(lambda: driver.window().order == closing.number)
        driver.obey()
        driver.token()
        eventually(lambda: play.state.stray_tokens)
        eventually(lambda: (1, 3) in [acknowledged(p) for p in driver.heard(ACKNOWLEDGED)])
    assert [event.seat for event in play.events(StrayTokenTaken)] == [4]
    assert driver.lamp() is False


def test_a_driver_that_comes_late_and_a_station_that_comes_back_find_the_same_wishes(
    station, broker
):
    url = broker.driver_url(TABLE, ACCEPTOR_DRIVER)
    with station.linked():
        station.play.run("open_betting", "wager: 4 ante 10")
        order = station.play.state.betting_number
        with Driver(url) as driver:
            eventually(lambda: is_open(driver))
            driver.obey()
            driver.token()
            eventually(driver.lamp)
    with Driver(url) as late:
        eventually(late.lamp)
        window = late.window()
        assert window is not None
        assert (window.epoch, window.is_open, window.order) == (EPOCH, False, order)
    with station.linked(), Driver(url) as again:
        eventually(again.lamp)
        assert (again.window().is_open, again.window().order) == (False, order)


def test_a_station_says_that_it_lives_and_a_dead_one_says_nothing(station, broker):
    url = broker.driver_url(TABLE, ACCEPTOR_DRIVER)
    with Peer(url, "ear", TOPICS.alive(TABLE)) as ear:
        ear.wait_ready()
        with station.linked():
            eventually(lambda: len(ear.payloads()) >= 4)
        words = [Alive.from_bytes(payload) for payload in ear.payloads()]
        # What was said before there was a connection is of another moment, and not said again.
        first = words[0].sequence
        assert first <= 2
        assert [word.sequence for word in words] == list(range(first, first + len(words)))
        assert {word.epoch for word in words} == {EPOCH}
        heard = len(ear.payloads())
        time.sleep(1.2)
        assert len(ear.payloads()) <= heard + 1, "one may have been on its way"
        assert not any(one.retained for one in ear.of(Incoming))
