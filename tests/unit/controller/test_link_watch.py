"""The link of a progressive: when it counts as lost, whom that suspends, and when they go on."""

from collections.abc import Callable
from typing import Any

import pytest
from acceptor_play import AcceptorPlay
from log_capture import captured_log
from table_play import STATION, TablePlay

from dealer_station.controller.link_watch import (
    ANSWER_PATIENCE_MS,
    LINK_PATIENCE_MS,
    TICK_MS,
    LinkWatch,
)
from dealer_station.event_log.errors import LogUnavailable
from dealer_station.messages.device import COMMAND_LIFE_MS, Command, Reply, ReplyResult
from dealer_station.messages.envelope import START
from dealer_station.messages.topics import CommandVerb, DeviceAddress, DeviceKind
from dealer_station.mqtt.outbox import OutboxFull
from dealer_station.table import commands as c
from dealer_station.table import events as e

EPOCH = 3
LOST_MS = 2_000
"""What a player may be left in doubt (LNK-05)."""


class Floor:
    """Tables on one record and one clock, a link that is there or not, and what is sent over it.

    t1 has acceptors at both seats; t2 has none. Both play for p1.
    """

    def __init__(self) -> None:
        self.t1: TablePlay = AcceptorPlay(seats=(1, 2))
        shared = {"record": self.t1.record, "clock": self.t1.clock}
        self.t2 = TablePlay(table_id="t2", **shared)
        self.clock = self.t1.clock
        self.heard_ms: int | None = self.clock.monotonic_ms()
        self.is_there = True
        self.sent: list[tuple[DeviceAddress, Command]] = []
        self.is_full = False
        self.told: list[str] = []
        self.watch = self.new_station()
        self.after(TICK_MS)

    def new_station(self) -> LinkWatch:
        controllers = {"t1": self.t1.controller, "t2": self.t2.controller}
        watch = LinkWatch(
            self, controllers, dict.fromkeys(controllers, EPOCH), self.send, self.clock
        )
        watch.subscribe(self.told.append)
        return watch

    def silence_ms(self) -> int | None:
        return None if self.heard_ms is None else self.clock.monotonic_ms() - self.heard_ms

    def send(self, device: DeviceAddress, command: Command) -> None:
        if self.is_full:
            raise OutboxFull("full")
        self.sent.append((device, command))

    def after(self, ms: int, *, step_ms: int = TICK_MS) -> "Floor":
        """Let time pass, with something heard at every tick while the link is there."""
        for _ in range(ms // step_ms):
            self.clock.advance(step_ms)
            if self.is_there:
                self.heard_ms = self.clock.monotonic_ms()
            self.watch.tick()
        return self

    def lose(self, *, goes_dead: bool = False) -> "Floor":
        """Break the connection, or let the line go dead with the connection up."""
        self.is_there = False
        if not goes_dead:
            self.heard_ms = None
        return self

    def find(self) -> "Floor":
        self.is_there = True
        return self

    def device_says(self, name: str, state: str, kind: str = "bet_acceptor") -> None:
        self.t1.submit(
            c.RecordDevice, STATION, device_id=name, device_kind=kind, device_state=state
        )

    def answer(self, *names: str, result: ReplyResult = ReplyResult.DONE) -> None:
        """Let devices answer the newest command that each got."""
        for device, command in tuple(self.sent):
            if device.device in names:
                reply = Reply(
                    device=device.device, session=1, command_id=command.command_id,
                    result=result, error=None if result is ReplyResult.DONE else "no",
                )  # fmt: skip
                self.watch.replied(device, reply)

    @property
    def suspended(self) -> tuple[bool, bool]:
        return self.t1.state.is_suspended, self.t2.state.is_suspended


@pytest.fixture
def floor() -> Floor:
    return Floor()


@pytest.mark.parametrize("goes_dead", [False, True])
def test_a_lost_link_suspends_the_progressive_at_every_table_of_it_within_two_seconds(
    floor: Floor, *, goes_dead: bool
) -> None:
    floor.lose(goes_dead=goes_dead)
    lost_at = floor.clock.monotonic_ms()
    while not all(floor.suspended):
        floor.after(TICK_MS)
    took_ms = floor.clock.monotonic_ms() - lost_at
    assert LINK_PATIENCE_MS < took_ms <= LINK_PATIENCE_MS + 2 * TICK_MS < LOST_MS
    assert sorted(floor.told) == ["p1", "p1"]
    floor.after(10_000)
    assert len(floor.t1.events(e.ProgressiveSuspended)) == 1


def test_a_short_break_suspends_nothing(floor: Floor) -> None:
    for _ in range(20):
        floor.lose().after(1_000)
        floor.find().after(TICK_MS)
    assert floor.t1.events(e.ProgressiveSuspended) == []


def test_a_link_that_is_heard_twice_a_second_is_not_lost(floor: Floor) -> None:
    floor.is_there = False
    for _ in range(20):
        floor.heard_ms = floor.clock.monotonic_ms()
        floor.after(600)
    assert floor.suspended == (False, False)


def test_a_station_that_stood_still_has_not_listened(floor: Floor) -> None:
    floor.is_there = False
    floor.after(60_000, step_ms=60_000)
    assert floor.suspended == (False, False)
    floor.find().after(TICK_MS)
    floor.after(10_000)
    assert floor.suspended == (False, False)


def test_a_table_without_devices_of_a_progressive_has_no_link_to_lose() -> None:
    floor = Floor()
    floor.t1 = TablePlay(table_id="t3", record=floor.t1.record, clock=floor.clock)
    floor.watch = floor.new_station()
    floor.device_says("shoe-1", "ready", "card_shoe")
    floor.lose().after(60_000)
    assert floor.suspended == (False, False)
    floor.device_says("sign-1", "ready", "meter_display")
    floor.after(TICK_MS)
    assert floor.suspended == (True, True)


def test_at_a_start_without_a_broker_nobody_plays_for_the_progressive() -> None:
    floor = Floor()
    floor.lose()
    floor.watch = floor.new_station()
    floor.after(LINK_PATIENCE_MS + 2 * TICK_MS)
    assert floor.suspended == (True, True)


def test_it_goes_on_when_the_link_is_back_and_its_devices_have_answered(floor: Floor) -> None:
    for name in ("acceptor-1", "acceptor-2"):
        floor.device_says(name, "ready")
    floor.device_says("sign-1", "degraded", "meter_display")
    floor.device_says("shoe-1", "ready", "card_shoe")
    floor.lose().after(LOST_MS)
    assert floor.suspended == (True, True)
    assert floor.sent == []
    floor.find().after(TICK_MS)
    asked = dict(floor.sent)
    assert {one.device for one in asked} == {"acceptor-1", "acceptor-2", "sign-1"}
    command = asked[DeviceAddress("t1", DeviceKind.METER_DISPLAY, "sign-1")]
    assert (command.verb, command.replay_after) == (CommandVerb.REPLAY, START)
    assert (command.epoch, command.expires_at - command.sent_at) == (EPOCH, COMMAND_LIFE_MS)
    floor.answer("acceptor-1", "sign-1")
    floor.after(TICK_MS)
    assert floor.suspended == (True, True)
    floor.answer("acceptor-2", result=ReplyResult.REFUSED)
    floor.after(TICK_MS)
    assert floor.suspended == (False, False)
    assert sorted(floor.told) == ["p1"] * 4


def test_a_device_is_asked_again_under_the_same_id_until_it_answers(floor: Floor) -> None:
    floor.device_says("acceptor-1", "ready")
    floor.lose().after(LOST_MS)
    floor.find().after(3 * COMMAND_LIFE_MS)
    assert len(floor.sent) == 3
    assert len({command.command_id for _, command in floor.sent}) == 1
    floor.answer("acceptor-1")
    floor.after(TICK_MS)
    assert floor.suspended == (False, False)
    count = len(floor.sent)
    floor.after(COMMAND_LIFE_MS * 2)
    assert len(floor.sent) == count


def test_an_answer_of_before_the_link_was_lost_again_does_not_count(floor: Floor) -> None:
    floor.device_says("acceptor-1", "ready")
    floor.lose().after(LOST_MS)
    floor.find().after(TICK_MS)
    floor.lose().after(LOST_MS)
    floor.answer("acceptor-1")
    floor.find().after(TICK_MS)
    floor.answer("acceptor-1")
    first, second = (command for _, command in floor.sent)
    assert first.command_id != second.command_id
    floor.after(TICK_MS)
    assert floor.suspended == (False, False)


@pytest.mark.parametrize("state", ["lost", None])
def test_a_device_that_is_known_to_be_away_is_not_waited_for(floor: Floor, state: str) -> None:
    if state:
        floor.device_says("acceptor-1", state)
    floor.lose().after(LOST_MS)
    floor.find().after(TICK_MS)
    assert floor.suspended == (False, False)
    assert floor.sent == []


def test_a_device_that_stays_silent_keeps_nobody_from_playing_for_ever(floor: Floor) -> None:
    log = captured_log()
    floor.device_says("acceptor-1", "ready")
    floor.lose().after(LOST_MS)
    floor.find().after(ANSWER_PATIENCE_MS)
    assert floor.suspended == (True, True)
    floor.after(2 * TICK_MS)
    assert floor.suspended == (False, False)
    said = [line for line in log.lines() if line["event"] == "device_did_not_answer"]
    assert [line["device"] for line in said] == ["acceptor-1"]


def test_a_command_that_cannot_be_sent_now_is_sent_later(floor: Floor) -> None:
    floor.device_says("acceptor-1", "ready")
    floor.lose().after(LOST_MS)
    floor.is_full = True
    floor.find().after(TICK_MS)
    floor.is_full = False
    floor.after(COMMAND_LIFE_MS)
    assert [device.device for device, _ in floor.sent] == ["acceptor-1"]


def test_a_station_that_starts_suspended_asks_before_it_goes_on(floor: Floor) -> None:
    floor.device_says("acceptor-1", "ready")
    floor.lose().after(LOST_MS)
    floor.t1.restart()
    floor.t2.restart()
    floor.watch = floor.new_station()
    floor.after(TICK_MS)
    assert (floor.suspended, floor.sent) == ((True, True), [])
    floor.find().after(TICK_MS)
    assert floor.suspended == (True, True)
    floor.answer("acceptor-1")
    floor.after(TICK_MS)
    assert floor.suspended == (False, False)


def test_what_has_no_link_any_more_is_not_suspended_any_more() -> None:
    floor = Floor()
    floor.t1 = TablePlay(table_id="t3", record=floor.t1.record, clock=floor.clock)
    floor.watch = floor.new_station()
    floor.t2.submit(c.SuspendProgressive, STATION, progressive_id="p1")
    floor.lose().after(TICK_MS)
    assert floor.suspended == (False, False)


Fault = Callable[..., Any]


def _gone(*_said: object, **_more: object) -> None:
    raise LogUnavailable("the database is gone")


def _broken(*_said: object, **_more: object) -> None:
    raise AssertionError("an invariant does not hold")


@pytest.mark.parametrize(
    ("fails", "event"), [(_gone, "suspension_waits"), (_broken, "suspension_failed")]
)
def test_what_cannot_be_recorded_is_tried_again_and_keeps_no_other_table(
    floor: Floor, monkeypatch: pytest.MonkeyPatch, fails: Fault, event: str
) -> None:
    log = captured_log()
    with monkeypatch.context() as patch:
        patch.setattr(floor.t1.controller, "submit", fails)
        floor.lose().after(LOST_MS)
        assert floor.suspended == (False, True)
    floor.after(TICK_MS)
    assert floor.suspended == (True, True)
    assert len([line for line in log.lines() if line["event"] == event]) == 1


def test_a_table_that_another_station_owns_is_left_alone(floor: Floor) -> None:
    floor.t2.controller._is_taken_over = True
    floor.lose().after(LOST_MS)
    assert floor.suspended == (True, False)
