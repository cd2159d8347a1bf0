"""From a driver's journal to the record exactly once, whatever dies on the way."""

import os
import signal
import time

from brokers import eventually
from journalled_driver import Journal, JournalledDriver
from message_samples import DRIVER, SHOE, TABLE
from record_in_memory import RecordInMemory
from recording_station import RecordingStation
from tcp_proxy import TcpProxy

from dealer_station.mqtt.session_events import Connected

CARDS = ("As", "Kd", "Kd", "7h", "??")


def complete(store, journal):
    return store.events.get(SHOE, []) == journal.drawn


def test_facts_are_recorded_and_forgotten(own_broker, unique):
    store, journal = RecordInMemory(), Journal()
    with (
        RecordingStation(own_broker.station_url(), store, unique) as station,
        JournalledDriver(own_broker.driver_url(TABLE, DRIVER), journal, f"{unique}d") as driver,
    ):
        for number in range(100):
            driver.draw(CARDS[number % len(CARDS)])
        eventually(lambda: complete(store, journal))
        eventually(lambda: not journal.stored)
        assert station.faults == []
        assert station.bad == []


def test_broker_killed_again_and_again_costs_nothing(own_broker, unique):
    """kill -9 of the broker five times while cards are drawn."""
    store, journal = RecordInMemory(), Journal()
    with (
        RecordingStation(own_broker.station_url(), store, unique) as station,
        JournalledDriver(own_broker.driver_url(TABLE, DRIVER), journal, f"{unique}d") as driver,
    ):
        for number in range(150):
            driver.draw(CARDS[number % len(CARDS)])
            time.sleep(0.005)
            if number % 30 == 15:
                pid = eventually(lambda: own_broker.pid)
                os.kill(pid, signal.SIGKILL)
        eventually(lambda: complete(store, journal), 60)
        eventually(lambda: not journal.stored, 30)
        assert station.faults == []
        assert own_broker.restarts >= 4


def test_driver_and_station_killed_in_turn_cost_nothing(own_broker, unique):
    store, journal = RecordInMemory(), Journal()
    station = RecordingStation(own_broker.station_url(), store, unique)
    driver = JournalledDriver(own_broker.driver_url(TABLE, DRIVER), journal, f"{unique}d")
    faults = []
    try:
        for life in range(4):
            for number in range(25):
                driver.draw(CARDS[number % len(CARDS)])
                if number == 12:
                    victim = (driver, station)[life % 2]
                    victim.die()
                    faults += station.faults
                    if victim is driver:
                        url = own_broker.driver_url(TABLE, DRIVER)
                        driver = JournalledDriver(url, journal, f"{unique}d")
                    else:
                        station = RecordingStation(own_broker.station_url(), store, unique)
        eventually(lambda: complete(store, journal), 30)
    finally:
        driver.die()
        station.die()
    assert faults + station.faults == []
    assert journal.session == 3


def test_cut_lines_cost_nothing(own_broker, unique):
    store, journal = RecordInMemory(), Journal()
    with (
        TcpProxy(own_broker.port) as proxy,
        RecordingStation(proxy.url(own_broker.station_url()), store, unique) as station,
        JournalledDriver(
            proxy.url(own_broker.driver_url(TABLE, DRIVER)), journal, f"{unique}d"
        ) as driver,
    ):
        for number in range(120):
            driver.draw(CARDS[number % len(CARDS)])
            time.sleep(0.002)
            if number % 25 == 10:
                proxy.cut()
        eventually(lambda: complete(store, journal), 30)
        assert station.faults == []


def test_broker_that_forgot_everything_costs_nothing(own_broker, unique):
    """Its store is gone: sessions, queues and retained states with it."""
    store, journal = RecordInMemory(), Journal()
    with (
        RecordingStation(own_broker.station_url(), store, unique) as station,
        JournalledDriver(own_broker.driver_url(TABLE, DRIVER), journal, f"{unique}d") as driver,
    ):
        for card in CARDS:
            driver.draw(card)
        eventually(lambda: complete(store, journal))
        station.die()
        for card in CARDS:
            driver.draw(card)
        assert driver.peer.session.flush(10)
        folder = own_broker.log_file.parent / "store"
        pid = own_broker.pid
        os.kill(pid, signal.SIGSTOP)
        folder.rename(folder.with_name("lost"))
        folder.mkdir()
        os.kill(pid, signal.SIGKILL)
        with RecordingStation(own_broker.station_url(), store, unique) as second:
            eventually(lambda: complete(store, journal), 30)
            assert not second.peer.of(Connected)[0].is_resumed
            assert second.faults == []


def test_wiped_driver_is_seen_by_a_person(own_broker, unique):
    """Its disk is gone and it did not look at what is acknowledged: identities come twice."""
    store, journal = RecordInMemory(), Journal()
    url = own_broker.driver_url(TABLE, DRIVER)
    with RecordingStation(own_broker.station_url(), store, unique) as station:
        with JournalledDriver(url, journal, f"{unique}d") as driver:
            driver.draw("As")
            eventually(lambda: complete(store, journal))
        with JournalledDriver(url, Journal(), f"{unique}d") as driver:
            driver.draw("Kd")
            eventually(lambda: [str(fault.kind) for fault in station.faults])
            time.sleep(0.2)
        assert [str(fault.kind) for fault in station.faults] == ["identity_reused"]
        assert complete(store, journal)
