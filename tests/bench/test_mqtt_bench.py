"""What the contract costs: reading and writing a card, and a card's way through a real broker."""

import json
import statistics
import time

import pytest
from brokers import Peer, make_broker
from message_samples import DRIVER, SHOE, TABLE, TOPICS, card_drawn

from dealer_station.messages.card_shoe import CardDrawn
from dealer_station.messages.contract import read
from dealer_station.messages.topics import EventKind
from dealer_station.mqtt.broker_config import BrokerKind
from dealer_station.mqtt.session_events import Incoming

TOPIC = TOPICS.event(SHOE, EventKind.CARD)


def best_per_s(call, times=5_000, rounds=5):
    """Calls a second in the best of some rounds."""
    best = float("inf")
    for _ in range(rounds):
        started = time.perf_counter()
        for _ in range(times):
            call()
        best = min(best, time.perf_counter() - started)
    return times / best


def test_reading_and_writing_a_card_against_plain_json(capsys):
    card = card_drawn(3, 7)
    payload = card.to_bytes()
    rates = {
        "json.loads": best_per_s(lambda: json.loads(payload)),
        "CardDrawn.from_bytes": best_per_s(lambda: CardDrawn.from_bytes(payload)),
        "read (topic and payload)": best_per_s(lambda: read(TOPIC, payload)),
        "CardDrawn.to_bytes": best_per_s(card.to_bytes),
    }
    with capsys.disabled():
        print()  # noqa: T201 - a bench speaks
        for name, rate in rates.items():
            print(f"  {name:26} {rate:>10,.0f}/s  x{rate / rates['json.loads']:.2f} json.loads")  # noqa: T201 - a bench speaks
    # A table makes some 100 messages a second; validation may cost a few times plain parsing.
    assert rates["read (topic and payload)"] > rates["json.loads"] / 20
    assert rates["read (topic and payload)"] > 5_000


@pytest.mark.parametrize("kind", BrokerKind)
def test_way_of_a_card_through_a_broker(kind, tmp_path, capsys):
    """From publish in the driver to delivery in the station, at 100 cards a second."""
    sent_at: list[float] = []
    took_ms: list[float] = []

    def arrived(event):
        if isinstance(event, Incoming):
            took_ms.append((time.perf_counter() - sent_at[len(took_ms)]) * 1_000)

    payload = card_drawn(1, 1).to_bytes()
    with (
        make_broker(tmp_path, kind) as broker,
        Peer(broker.station_url(), "bench", TOPIC, on_event=arrived) as station,
        Peer(broker.driver_url(TABLE, DRIVER), "bench-d") as driver,
    ):
        station.wait_ready()
        driver.wait_ready()
        for _ in range(300):
            sent_at.append(time.perf_counter())
            driver.say(TOPIC, payload)
            time.sleep(0.01)
        station.wait_for(Incoming, 300)
        description = broker.description
    cuts = statistics.quantiles(took_ms, n=100)
    with capsys.disabled():
        print(f"\n  {description}: p50 {cuts[49]:.2f} ms, p99 {cuts[98]:.2f} ms")  # noqa: T201 - a bench speaks
    assert cuts[49] < 25
