"""The station's parts as they are joined: leases, progressives, recovery, health."""

import threading
from contextlib import contextmanager
from pathlib import Path

import pytest
from brokers import eventually, make_broker
from message_samples import SITE

from dealer_station.api.ports import HealthState
from dealer_station.bootstrap import open_station
from dealer_station.clock import SystemClock
from dealer_station.event_log.errors import StaleEpoch
from dealer_station.event_log.store import EventLog
from dealer_station.house_rules.tables import load_tables
from dealer_station.messages.topics import DeviceKind
from dealer_station.mqtt.broker_config import BrokerKind
from dealer_station.settings import ConfigurationError, StationSettings, config_directory
from dealer_station.table import commands as c
from dealer_station.table.roles import Actor, Role

CLOCK = SystemClock()
TABLE = "CS-1"


@pytest.fixture(scope="module", params=BrokerKind, ids=str)
def broker(request, tmp_path_factory):
    with make_broker(tmp_path_factory.mktemp("broker"), request.param) as broker:
        yield broker


@pytest.fixture
def settings(tmp_path, broker, monkeypatch):
    monkeypatch.setenv("DEALER_STATION_CONFIG", str(config_directory()))
    return StationSettings(
        site=SITE, data_directory=tmp_path / "var", mqtt={"url": broker.station_url()}
    )


@contextmanager
def station(settings):
    with open_station(settings, CLOCK) as opened:
        yield opened


def say(controller, kind, **said):
    actor = said.pop("actor", Actor("d1", Role.DEALER))
    return controller.submit(
        kind(command_id=CLOCK.new_id(), issued_at=CLOCK.now(), actor=actor, **said)
    )


def health(opened) -> dict[str, tuple[HealthState, str]]:
    answers = {name: check() for name, check in opened.app.state.services.health_checks.items()}
    return {name: (answer.state, answer.detail) for name, answer in answers.items()}


def database(settings) -> EventLog:
    return EventLog(str(settings.data_directory / "station.db"), read_only=True)


def test_a_station_owns_its_tables_and_each_start_under_a_new_epoch(settings):
    for epoch in (1, 2, 3):
        with station(settings) as opened:
            assert set(opened.tables) == {
                one.file.id for one in load_tables([config_directory()], ())
            }
            with database(settings) as log:
                assert log.lease_epoch(f"table/{TABLE}") == epoch


def test_a_progressive_is_opened_once_and_a_round_is_found_again(settings):
    with station(settings) as opened:
        controller = opened.tables[TABLE].controller
        say(controller, c.OpenTable, table_id=TABLE, seats=opened.tables[TABLE].seats)
        say(controller, c.OpenBetting)
        before = controller.record_view()
        assert before["meters"] == {"main": "10000.00"}
    with station(settings) as opened:
        controller = opened.tables[TABLE].controller
        assert controller.record_view() == before
    with database(settings) as log:
        assert log.version("progressive/caribbean-main") == 1
        assert [row.epoch for row in log.read(f"table/{TABLE}")] == [1, 1, 2]


def test_a_station_that_another_has_taken_over_from_writes_nothing(settings, broker):
    other = settings.model_copy(update={"station": "station-2"})
    with station(settings) as first, station(other) as second:
        assert health(first)["tables"] == (HealthState.OK, "")
        with pytest.raises(StaleEpoch):
            say(first.tables[TABLE].controller, c.OpenTable, table_id=TABLE, seats=(1,))
        done = say(second.tables[TABLE].controller, c.OpenTable, table_id=TABLE, seats=(1,))
        assert done.refusal is None
        state, detail = health(first)["tables"]
        assert (state, detail) == (HealthState.FAILED, f"taken over by another station: {TABLE}")
        assert health(second)["tables"] == (HealthState.OK, "")


def test_the_health_names_the_broker_and_every_device_that_is_not_ready(settings):
    with station(settings) as opened:
        eventually(lambda: health(opened)["broker"][0] is HealthState.OK)
        assert health(opened)["record"] == (HealthState.OK, "")
        assert health(opened)["devices"] == (HealthState.OK, "")
        assert health(opened)["broker"][1].startswith("MQTT ")
        say(
            opened.tables[TABLE].controller,
            c.RecordDevice,
            actor=Actor("station", Role.STATION),
            device_id="shoe-1",
            device_kind=DeviceKind.CARD_SHOE.value,
            device_state="lost",
        )
        assert health(opened)["devices"] == (HealthState.DEGRADED, f"{TABLE}/shoe-1 lost")


def test_the_health_names_a_table_whose_messages_fail_here_until_they_do_not(settings, monkeypatch):
    def broken():
        raise AssertionError("an invariant does not hold")

    with station(settings) as opened:
        controller = opened.tables[TABLE].controller
        with monkeypatch.context() as patch:
            patch.setattr(controller, "public_view", broken)
            say(controller, c.OpenTable, table_id=TABLE, seats=opened.tables[TABLE].seats)
            named = (HealthState.FAILED, f"view not published: {TABLE}; see the log")
            eventually(lambda: health(opened)["tables"] == named)
        eventually(lambda: health(opened)["tables"] == (HealthState.OK, ""))


def test_without_a_broker_no_station_is_built_and_nothing_is_made(settings):
    bare = settings.model_copy(update={"mqtt": StationSettings().mqtt})
    with pytest.raises(ConfigurationError, match=r"mqtt\.url: no broker"), station(bare):
        pass
    assert not Path(settings.data_directory).exists()


def test_a_station_that_cannot_be_built_leaves_no_thread(settings, monkeypatch):

    before = {thread.name for thread in threading.enumerate()}
    unknown = settings.model_copy(update={"tables": ("none",)})
    with pytest.raises(ConfigurationError, match="there is no table 'none'"), station(unknown):
        pass
    assert {thread.name for thread in threading.enumerate()} <= before
