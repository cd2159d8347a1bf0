"""The station's end of MQTT on a real broker: facts to the record, acknowledgements, views."""

import json
import threading
from contextlib import contextmanager

import pytest
from brokers import OTHER_DRIVER, OTHER_SHOE, Peer, eventually
from log_capture import captured_log
from message_samples import DRIVER, NOW, SHOE, SITE, TABLE, TOPICS, card_drawn
from table_play import FLUSH, SUPERVISOR, TablePlay
from tcp_proxy import TcpProxy

from dealer_station.clock import SystemClock
from dealer_station.controller.device_desk import ReceivedPlaces
from dealer_station.controller.device_link import DeviceLink
from dealer_station.controller.log_record import LogRecord
from dealer_station.controller.streams import table_stream
from dealer_station.event_log.errors import CommandConflict, LogUnavailable
from dealer_station.event_log.group_writer import GroupWriter
from dealer_station.event_log.store import EventLog
from dealer_station.messages.device import (
    Acknowledged,
    Assurance,
    Birth,
    Command,
    DeviceState,
    DriverLife,
    DriverState,
    Life,
    OwnedDevice,
)
from dealer_station.messages.envelope import START
from dealer_station.messages.table import TableView
from dealer_station.messages.topics import CommandVerb, EventKind
from dealer_station.mqtt.session_events import Incoming, Will
from dealer_station.observability import Metrics
from dealer_station.settings import StationSettings
from dealer_station.table import commands as c
from dealer_station.table.events import DeviceFaultReported, DeviceReported

EPOCH = 3
CARD = TOPICS.event(SHOE, EventKind.CARD)
WINDOW = 20
"""How many messages both brokers let be unacknowledged at once."""


class Station:
    """A table on a log on disk, with its end of MQTT."""

    def __init__(self, log, writer, broker):
        self.log = log
        self.metrics = Metrics()
        self.settings = StationSettings(
            site=SITE, mqtt={"url": broker.station_url(), "keepalive_s": 2}
        )
        self.record = LogRecord(log, writer, self.metrics, SystemClock())
        self.play = TablePlay(table_id=TABLE, record=self.record, clock=SystemClock(), seats=(1,))
        self.play.run("open_betting", "wager: 1 ante 10", "close_betting")

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

    def draws(self):
        return self.play.state.round.draws

    def metric(self, name, **labels):
        return self.metrics.registry.get_sample_value(name, labels) or 0


@pytest.fixture
def station(tmp_path, broker):
    with EventLog(str(tmp_path / "log.db")) as log, GroupWriter(log) as writer:
        yield Station(log, writer, broker)


class Driver(Peer):
    """A card shoe's driver: says facts, hears acknowledgements and commands."""

    def __init__(self, url, **options):
        super().__init__(
            url,
            DRIVER,
            TOPICS.acknowledged(SHOE),
            TOPICS.command(SHOE, CommandVerb.REPLAY),
            TOPICS.command(SHOE, CommandVerb.CLEAR_FAULT),
            **options,
        )

    def draw(self, sequence, card, session=1, **changes):
        self.say(CARD, card_drawn(session, sequence, card, **changes).to_bytes())

    def heard(self, kind, topic):
        payloads = [one.payload for one in self.of(Incoming) if one.topic == topic]
        return [kind.model_validate_json(payload) for payload in payloads]

    def acknowledged(self):
        return [
            (one.epoch, one.session, one.sequence)
            for one in self.heard(Acknowledged, TOPICS.acknowledged(SHOE))
        ]


@pytest.fixture
def driver(broker):
    with Driver(broker.driver_url(TABLE, DRIVER)) as driver:
        yield driver.wait_ready()


def test_cards_are_recorded_in_order_and_acknowledged_after_the_commit(station, driver):
    with station.linked():
        for sequence, card in enumerate(FLUSH.split(), start=1):
            driver.draw(sequence, card)
        eventually(lambda: (EPOCH, 1, 5) in driver.acknowledged())
    assert station.draws() == tuple(FLUSH.split())
    assert station.log.acknowledged(str(SHOE)) == (1, 5)
    assert station.metric("ds_messages_received_total", result="recorded") == 5
    assert station.metric("ds_card_to_commit_seconds_count") == 5


def test_a_card_that_comes_twice_is_one_card(station, driver):
    with station.linked():
        driver.draw(1, "As")
        driver.draw(1, "As", retransmitted=True)
        driver.draw(2, "Kd")
        eventually(lambda: (EPOCH, 1, 2) in driver.acknowledged())
    assert station.draws() == ("As", "Kd")
    assert station.metric("ds_messages_received_total", result="repeated") == 1


def test_a_gap_is_asked_for_and_filled(station, driver):
    replay = TOPICS.command(SHOE, CommandVerb.REPLAY)
    with station.linked():
        driver.draw(1, "As")
        driver.draw(3, "Qh")
        (asked, *_) = eventually(lambda: driver.heard(Command, replay))
        assert (asked.epoch, asked.replay_after) == (EPOCH, (1, 1))
        driver.draw(2, "Kd")
        driver.draw(3, "Qh")
        eventually(lambda: (EPOCH, 1, 3) in driver.acknowledged())
    assert station.draws() == ("As", "Kd", "Qh")


def test_what_a_supervisor_clears_is_told_to_the_device_until_it_is_ready(station, driver):
    doubtful = {"device": SHOE.device, "session": 1, "since": NOW, "faults": ("device_lost",)}
    ready = DeviceState(device=SHOE.device, session=1, since=NOW, state=Life.READY)
    with station.linked():
        driver.say(
            TOPICS.device_state(SHOE), DeviceState(**doubtful, state=Life.DEGRADED).to_bytes()
        )
        eventually(lambda: station.play.state.device(SHOE.device))
        station.play.submit(
            c.ClearDeviceFaults, SUPERVISOR, device_id=SHOE.device, faults=("device_lost",)
        )
        told = TOPICS.command(SHOE, CommandVerb.CLEAR_FAULT)
        (command, *_) = eventually(lambda: driver.heard(Command, told))
        assert (command.epoch, command.faults) == (EPOCH, ("device_lost",))
        driver.say(TOPICS.device_state(SHOE), ready.to_bytes())
        eventually(lambda: station.play.state.device(SHOE.device).device_state == "ready")
    assert len(driver.heard(Command, told)) == 1


def test_another_card_under_a_known_identity_is_a_fault_for_people(station, driver):
    with station.linked():
        driver.draw(1, "As")
        eventually(lambda: station.draws() == ("As",))
        driver.draw(1, "Ks")
        eventually(lambda: station.play.events(DeviceFaultReported))
    assert station.draws() == ("As",)
    (fault,) = station.play.events(DeviceFaultReported)
    assert fault.code == "identity_reused"


def test_facts_wait_while_the_database_is_away(station, driver, monkeypatch):
    log = captured_log()
    append = station.record.append
    is_away = threading.Event()
    is_away.set()

    def failing(*args, **fields):
        if is_away.is_set():
            raise LogUnavailable("the database is gone")
        return append(*args, **fields)

    monkeypatch.setattr(station.record, "append", failing)
    with station.linked():
        driver.draw(1, "As")
        driver.draw(2, "Kd")
        eventually(lambda: any(line["event"] == "fact_waits" for line in log.lines()))
        assert (EPOCH, 1, 1) not in driver.acknowledged()
        is_away.clear()
        eventually(lambda: (EPOCH, 1, 2) in driver.acknowledged())
    assert station.draws() == ("As", "Kd")


def test_facts_wait_at_the_broker_while_the_station_is_away(station, driver):
    with station.linked():
        driver.draw(1, "As")
        eventually(lambda: (EPOCH, 1, 1) in driver.acknowledged())
    driver.draw(2, "Kd")
    assert driver.session.flush(10)
    with station.linked():
        eventually(lambda: (EPOCH, 1, 2) in driver.acknowledged())
    assert station.draws() == ("As", "Kd")


def test_a_stop_with_the_database_away_ends_and_loses_nothing(station, driver, monkeypatch):
    log = captured_log()
    with monkeypatch.context() as patch, station.linked():
        patch.setattr(station.record, "append", _gone)
        driver.draw(1, "As")
        eventually(lambda: any(line["event"] == "fact_waits" for line in log.lines()))
    assert station.draws() == ()
    with station.linked():
        eventually(lambda: station.draws() == ("As",))


def _gone(*_args, **_fields):
    raise LogUnavailable("the database is gone")


def test_birth_state_and_death_of_a_driver_reach_the_table(station, broker):
    owned = (OwnedDevice(kind=SHOE.kind, device=SHOE.device),)
    lost = DriverState(driver=DRIVER, session=2, state=DriverLife.LOST, since=NOW, devices=owned)
    will = Will(TOPICS.driver_state(TABLE, DRIVER), lost.to_bytes())
    birth = Birth(
        device=SHOE.device,
        session=2,
        kind=SHOE.kind,
        protocol="ssi",
        model_profile="generic",
        serial_number=None,
        firmware=None,
        driver_version="1",
        capabilities=(),
        assurance=Assurance.ACKNOWLEDGED,
    )
    ready = DeviceState(device=SHOE.device, session=2, state=Life.READY, since=NOW, reason=None)

    def states():
        return [one.device_state for one in station.play.state.devices]

    url = broker.driver_url(TABLE, DRIVER)
    with (
        station.linked(),
        TcpProxy(broker.port) as proxy,
        Driver(proxy.url(url), will=will) as mortal,
    ):
        mortal.wait_ready()
        mortal.say(TOPICS.birth(SHOE), birth.to_bytes())
        mortal.say(TOPICS.device_state(SHOE), ready.to_bytes())
        eventually(lambda: states() == ["ready"])
        eventually(lambda: (EPOCH, 0, 0) in mortal.acknowledged())
        proxy.cut()
        eventually(lambda: states() == ["lost"])


def test_the_shoe_of_a_dead_driver_stays_lost_when_the_station_starts_again(station, broker):
    """Both words stand at the broker: `lost` of the driver, `ready` of the shoe."""
    words = {"driver": DRIVER, "session": 2, "since": NOW}
    owned = (OwnedDevice(kind=SHOE.kind, device=SHOE.device),)
    topic = TOPICS.driver_state(TABLE, DRIVER)
    lost = DriverState(**words, state=DriverLife.LOST, devices=owned).to_bytes()
    alive = DriverState(**words, state=DriverLife.READY, devices=owned).to_bytes()
    ready = DeviceState(device=SHOE.device, session=2, state=Life.READY, since=NOW).to_bytes()

    def told():
        return [event.device_state for event in station.play.events(DeviceReported)]

    def observed():
        return station.metric("ds_messages_received_total", result="observed")

    url = broker.driver_url(TABLE, DRIVER)
    with (
        station.linked(),
        TcpProxy(broker.port) as proxy,
        Driver(proxy.url(url), will=Will(topic, lost)) as mortal,
    ):
        mortal.wait_ready()
        mortal.say(topic, alive, retain=True)
        mortal.say(TOPICS.device_state(SHOE), ready, retain=True)
        eventually(lambda: told() == ["ready"])
        proxy.is_refusing = True  # or it would come back
        proxy.cut()
        eventually(lambda: told() == ["ready", "lost"])
    before = observed()
    with station.linked():
        eventually(lambda: observed() >= before + 2)
        assert told() == ["ready", "lost"]
        with Driver(url) as again:
            again.wait_ready()
            again.say(topic, alive, retain=True)
            eventually(lambda: told() == ["ready", "lost", "ready"])


def test_a_message_that_is_not_understood_is_logged_and_not_sent_again(station, driver):
    log = captured_log()
    with station.linked():
        driver.say(CARD, b"{")
        driver.draw(1, "As")
        eventually(lambda: station.draws() == ("As",))
    (bad,) = [line for line in log.lines() if line["event"] == "bad_message"]
    assert bad["topic"] == CARD
    assert station.metric("ds_messages_received_total", result="bad") == 1


# ---------------------------------------------------------------------------------- views


def watching(broker):
    """Whoever looks at the public view: here with a station's rights."""
    return Peer(broker.station_url(), "sign", TOPICS.view(TABLE), session_expiry_s=0)


@pytest.fixture
def sign(broker):
    with watching(broker) as sign:
        yield sign


def views(sign):
    return [TableView.model_validate_json(payload) for payload in sign.payloads()]


def test_the_public_view_is_published_at_the_start_and_after_changes(station, sign):
    sign.wait_ready()
    with station.linked() as link:
        eventually(lambda: [v for v in views(sign) if v.version == station.play.state.version])
        station.play.run("deal: {1: Ah Kh Qh Jh Th, dealer: Ad Kc 9s 5d 2c}")
        final = station.play.state.version
        newest = eventually(lambda: [v for v in views(sign) if v.version == final])[-1]
        assert link.session.health().is_connected
        eventually(lambda: station.metric("ds_broker_connected") == 1)
    assert (newest.epoch, newest.table) == (EPOCH, TABLE)
    shown = json.dumps(newest.view)
    for hidden in ("Ah", "Kh", "Qh", "Jh", "Th", "Ad", "Kc", "9s", "5d"):
        assert hidden not in shown
    assert newest.view["cards"]["dealer"].split()[-1] == "2c"


def test_the_newest_view_is_kept_for_who_comes_later(station, broker):
    with station.linked() as link:
        station.play.run("deal: {1: Ah Kh Qh Jh Th, dealer: Ad Kc 9s 5d 2c}")
        assert link.session.flush(10)
        final = station.play.state.version

        def late_view():
            with watching(broker) as late:
                # One that comes in the moment of publishing hears the newest view itself.
                (first, *_) = eventually(lambda: late.of(Incoming))
                return first.retained and views(late)[0].version == final

        eventually(late_view)


def test_nothing_runs_after_the_link_was_closed(station):
    with station.linked():
        names = {thread.name for thread in threading.enumerate()}
        assert {"intake", "views"} <= names
    names = {thread.name for thread in threading.enumerate()}
    assert not {"intake", "views"} & names
    version = station.play.state.version
    station.play.run("deal: {1: Ah Kh Qh Jh Th, dealer: Ad Kc 9s 5d 2c}")
    assert station.play.state.version > version


def _broken(*_args, **_fields):
    raise AssertionError("an invariant does not hold")


def _in_conflict(*_args, **_fields):
    raise CommandConflict("c-1")


def logged(log, what):
    return [line for line in log.lines() if line["event"] == what]


@pytest.mark.parametrize("fails", [_broken, _in_conflict])
def test_a_fault_of_ours_leaves_the_fact_with_its_driver(station, driver, monkeypatch, fails):
    """`acknowledged` stands still and the driver keeps it; the trouble is named until then."""
    log = captured_log()
    with station.linked() as link:
        with monkeypatch.context() as patch:
            patch.setattr(station.play.controller, "submit", fails)
            driver.draw(1, "As")
            eventually(lambda: logged(log, "fact_not_taken"))
            eventually(lambda: link.trouble == f"not taken: facts of {SHOE}")
        assert driver.acknowledged() == []
        assert link.is_working
        driver.draw(2, "Kd")
        (asked, *_) = eventually(
            lambda: driver.heard(Command, TOPICS.command(SHOE, CommandVerb.REPLAY))
        )
        assert asked.replay_after == START
        assert link.trouble == f"not taken: facts of {SHOE}"
        driver.draw(1, "As", retransmitted=True)
        driver.draw(2, "Kd", retransmitted=True)
        eventually(lambda: (EPOCH, 1, 2) in driver.acknowledged())
        assert link.trouble == ""
    assert not link.is_working
    assert station.draws() == ("As", "Kd")


def test_facts_that_are_not_taken_leave_the_brokers_window_to_the_other_devices(
    station, driver, broker, monkeypatch
):
    """A broker lets so many messages be unacknowledged at once, over all tables together."""
    log = captured_log()
    submit = station.play.controller.submit

    def broken_for_one(command, *args, **fields):
        if getattr(command, "source", "").startswith(str(SHOE)):
            _broken()
        return submit(command, *args, **fields)

    monkeypatch.setattr(station.play.controller, "submit", broken_for_one)
    card = card_drawn(1, 1, "Kd").model_copy(update={"device": OTHER_SHOE.device})
    with (
        station.linked() as link,
        Peer(broker.driver_url(TABLE, OTHER_DRIVER), OTHER_DRIVER) as other,
    ):
        for _ in range(WINDOW):
            driver.draw(1, "As")
        eventually(lambda: len(logged(log, "fact_not_taken")) >= WINDOW)
        other.wait_ready().say(TOPICS.event(OTHER_SHOE, EventKind.CARD), card.to_bytes())
        eventually(lambda: station.draws() == ("Kd",))
        assert link.trouble == f"not taken: facts of {SHOE}"


def test_a_state_that_could_not_be_noted_is_named_until_the_next_one(station, driver, monkeypatch):
    state = DeviceState(device=SHOE.device, session=1, since=NOW, state=Life.READY)
    with station.linked() as link:
        with monkeypatch.context() as patch:
            patch.setattr(station.play.controller, "submit", _broken)
            driver.say(TOPICS.device_state(SHOE), state.to_bytes())
            eventually(lambda: link.trouble == f"not taken: state of {SHOE}")
        driver.draw(1, "As")
        eventually(lambda: station.draws() == ("As",))
        assert link.trouble == f"not taken: state of {SHOE}"
        driver.say(TOPICS.device_state(SHOE), state.to_bytes())
        eventually(lambda: link.trouble == "")


def test_a_view_that_cannot_be_made_is_named_and_published_later(station, sign, monkeypatch):
    log = captured_log()
    sign.wait_ready()
    with station.linked() as link:
        with monkeypatch.context() as patch:
            patch.setattr(station.play.controller, "public_view", _broken)
            station.play.run("deal: {1: Ah Kh Qh Jh Th, dealer: Ad Kc 9s 5d 2c}")
            eventually(lambda: link.trouble == f"view not published: {TABLE}")
            assert link.is_working
        newest = station.play.state.version
        eventually(lambda: [v for v in views(sign) if v.version == newest])
        eventually(lambda: link.trouble == "")
    assert len(logged(log, "view_not_published")) == 1


def test_a_table_that_another_station_owns_takes_no_fact(station, driver):
    """The lease's epoch fences this station off: nothing is written, nothing acknowledged."""
    log = captured_log()
    history = station.play.history()
    station.log.take_lease(table_stream(TABLE), owner="other", taken_at=1)
    with station.linked():
        driver.draw(1, "As")
        eventually(lambda: any(line["event"] == "lease_lost" for line in log.lines()))
        driver.draw(2, "Kd")
        assert driver.session.flush(10)
    assert station.play.history() == history
    assert driver.acknowledged() == []
