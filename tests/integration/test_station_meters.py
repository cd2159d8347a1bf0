"""The meters of a whole station on a real broker: signed, restarted, taken over, of two tables."""

import shutil
import stat
import time
from contextlib import contextmanager
from decimal import Decimal

import pytest
from brokers import Peer, eventually, make_broker
from message_samples import SITE, TOPICS

from dealer_station.api.ports import HealthState
from dealer_station.bootstrap import open_station
from dealer_station.clock import SystemClock
from dealer_station.event_log.keys import public_keys_by_purpose
from dealer_station.event_log.store import EventLog
from dealer_station.messages.meter_display import Meter
from dealer_station.messages.meter_signature import check, keys_by_id
from dealer_station.mqtt.broker_config import BrokerKind
from dealer_station.mqtt.session_events import Incoming
from dealer_station.settings import StationSettings, config_directory
from dealer_station.table import commands as c
from dealer_station.table.roles import Actor, Role

CLOCK = SystemClock()
DEALER = Actor("d1", Role.DEALER)
SUPERVISOR = Actor("s1", Role.SUPERVISOR)
PROGRESSIVE = "caribbean-main"
TOPIC = TOPICS.meter(PROGRESSIVE)


@pytest.fixture(params=BrokerKind, ids=str)
def broker(request, tmp_path):
    with make_broker(tmp_path / "broker", request.param) as broker:
        yield broker


@pytest.fixture
def config(tmp_path):
    """A house with two tables that play for one progressive."""
    shutil.copytree(config_directory(), tmp_path / "config")
    tables = tmp_path / "config" / "tables"
    first = (tables / "cs-1.toml").read_text()
    second = first.replace('id = "CS-1"', 'id = "CS-2"').replace("Stud 1", "Stud 2")
    (tables / "cs-2.toml").write_text(second)
    return tmp_path / "config"


@pytest.fixture
def settings(tmp_path, broker):
    return StationSettings(
        site=SITE, data_directory=tmp_path / "var", mqtt={"url": broker.station_url()}
    )


class Ears(Peer):
    """A sign's driver reduced to its ears."""

    def __init__(self, broker):
        super().__init__(broker.station_url(), "ears", TOPIC)

    def meters(self) -> list[Meter]:
        """Every meter heard so far."""
        return [Meter.from_bytes(payload) for payload in self.payloads()]

    def newest(self) -> Meter | None:
        heard = self.meters()
        return heard[-1] if heard else None

    def epoch(self) -> int:
        newest = self.newest()
        return 0 if newest is None else newest.epoch


@pytest.fixture
def ears(broker):
    with Ears(broker) as ears:
        yield ears.wait_ready()


@contextmanager
def station(settings, config, *tables, name="station-1"):
    chosen = settings.model_copy(update={"tables": tables, "station": name})
    with open_station(chosen, CLOCK, config) as opened:
        yield opened


def say(opened, table, kind, actor=DEALER, **said):
    controller = opened.tables[table].controller
    outcome = controller.submit(
        kind(command_id=CLOCK.new_id(), issued_at=CLOCK.now(), actor=actor, **said)
    )
    assert outcome.refusal is None, outcome.refusal


def contribute(opened, table):
    """One wager for the progressive, up to where betting closes: 0.70 to the meter."""
    if not opened.tables[table].controller.state.seats:
        say(opened, table, c.OpenTable, table_id=table, seats=(1,))
    say(opened, table, c.OpenBetting)
    say(opened, table, c.PlaceWager, seat=1, spot="ante", amount=Decimal(10))
    say(opened, table, c.PlaceWager, seat=1, spot="progressive")
    say(opened, table, c.CloseBetting)


def shows(ears, amount_minor):
    newest = ears.newest()
    return newest is not None and newest.levels[0].amount_minor == amount_minor


def health(opened):
    answer = opened.app.state.services.health_checks["meters"]()
    return answer.state, answer.detail


def test_meters_come_signed_with_the_stations_key_and_a_restart_raises_the_epoch(
    settings, config, ears
):
    for epoch in (1, 2):
        with station(settings, config, "cs-1") as opened:
            eventually(lambda epoch=epoch: ears.epoch() == epoch)
            count = len(ears.meters())
            eventually(lambda count=count: len(ears.meters()) >= count + 3)
            assert health(opened) == (HealthState.OK, "")
    folder = settings.data_directory / "keys"
    assert stat.S_IMODE((folder / "meter.key").stat().st_mode) == 0o600
    public = public_keys_by_purpose(folder)["meter"].public_bytes_raw().hex()
    heard = ears.meters()
    for meter in heard:
        check(meter, keys_by_id([public]))
        assert (meter.progressive, meter.currency) == (PROGRESSIVE, "USD")
        assert [(level.level, level.amount_minor) for level in meter.levels] == [
            ("main", 10_000_00)
        ]
    for epoch in (1, 2):
        sequences = [meter.sequence for meter in heard if meter.epoch == epoch]
        # In order, and begun anew. Around a connection one may come twice (QoS 1), which no sign
        # takes for new, and one that still waits gives way to a newer one.
        assert sequences == sorted(sequences)
        assert sequences[0] < 10


def test_what_the_broker_keeps_is_the_newest_meter(settings, config, broker, ears):
    with station(settings, config, "cs-1"):
        eventually(lambda: len(ears.meters()) >= 2)
    with Peer(broker.station_url(), "late", TOPIC) as late:
        kept = late.wait_for(Incoming)[0]
    assert kept.retained
    eventually(lambda: ears.newest() == Meter.from_bytes(kept.payload))


def test_tables_of_different_epochs_move_one_meter(settings, config, ears):
    """The lease on speaking for the meter is none on its stream: each table appends under its own.

    CS-2 is younger than CS-1, so their epochs differ, and both differ from the meter's.
    """
    with station(settings, config, "cs-1") as opened:
        contribute(opened, "CS-1")
        eventually(lambda: shows(ears, 10_000_70))
    with station(settings, config, "cs-1"):
        pass
    with station(settings, config, "cs-2") as opened:
        contribute(opened, "CS-2")
        eventually(lambda: shows(ears, 10_001_40))
    with station(settings, config) as opened:
        for table in ("CS-1", "CS-2"):
            say(opened, table, c.ReportIrregularity, irregularity="CS-I18", facts={})
            say(opened, table, c.ApplyRuling, SUPERVISOR, option="void_round")
            contribute(opened, table)
        eventually(lambda: shows(ears, 10_001_40))
        with EventLog(str(settings.data_directory / "station.db"), read_only=True) as log:
            epochs = {
                name: log.lease_epoch(name)
                for name in ("table/CS-1", "table/CS-2", f"meter/{PROGRESSIVE}")
            }
            assert log.lease_epoch(f"progressive/{PROGRESSIVE}") is None
        assert epochs == {"table/CS-1": 3, "table/CS-2": 2, f"meter/{PROGRESSIVE}": 4}


def test_of_two_stations_the_one_that_took_the_meter_over_speaks(settings, config, ears):
    with station(settings, config, "cs-1") as first:
        eventually(lambda: ears.newest() is not None)
        with station(settings, config, "cs-2", name="station-2") as second:
            eventually(lambda: ears.epoch() == 2)
            eventually(lambda: health(first)[0] is HealthState.DEGRADED)
            assert health(first)[1] == f"another station speaks for: {PROGRESSIVE}"
            assert health(second) == (HealthState.OK, "")
            # What the first one's table adds is told by the second.
            contribute(first, "CS-1")
            eventually(lambda: shows(ears, 10_000_70))
            epochs = [meter.epoch for meter in ears.meters()]
            assert epochs == sorted(epochs)
        # And when that one has gone, nobody speaks: the signs go blank.
        count = len(ears.meters())
        time.sleep(1.2)
        assert len(ears.meters()) == count
