"""Random lives of tables under a feed: whatever it says was committed, and newest first of all.

The tables of `tests/table_lives` play, are disturbed and restarted, each as if another station ran
it. After every command the feed may speak, wait, or be started anew. The oracle adds up the
record's postings by itself: an amount that no version of the progressive ever had is a failure.
"""

import random
from collections import Counter
from fractions import Fraction
from math import floor

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from table_lives import House, HouseSetup

from dealer_station.controller.meter_feed import MeterFeed, SpokenProgressive
from dealer_station.controller.meter_history import HITS_KEPT
from dealer_station.controller.streams import progressive_stream
from dealer_station.event_log.keys import SigningKey
from dealer_station.messages.meter_display import HIT_NEWS_MS, HIT_SHOWN_MS, METER_EVERY_MS, Meter
from dealer_station.messages.meter_signature import is_trusted
from dealer_station.observability import Metrics
from dealer_station.progressive.accounts import Account
from dealer_station.progressive.ledger_events import LevelHit

KEY = SigningKey.of(Ed25519PrivateKey.from_private_bytes(bytes(range(32))))
PUBLIC = {KEY.key_id: KEY.private_key.public_key().public_bytes_raw()}
STREAM = progressive_stream("p1")
SETUPS = (
    HouseSetup("classic", {"contribution": "0.70", "seed_amount": "1000.00"}, ((1, 2, 3),)),
    HouseSetup(
        "classic",
        {"contribution": "1/3", "seed_amount": "0", "deduct_fixed_prizes": "true"},
        ((1, 2), (3, 4)),
        meter=301_00,
    ),
    HouseSetup(
        "classic",
        {"contribution": "0.70", "progressive_on_dealer_misdeal": "honour"},
        ((1, 2), (1, 2, 3)),
    ),
)
ACTS = st.lists(
    st.tuples(
        st.sampled_from(("play", "play", "play", "play", "disturb", "table", "feed", "late")),
        st.integers(0, 1),
        st.integers(0, 2**32),
    ),
    min_size=10,
    max_size=40,
)


class Listener:
    """A feed over a house, started anew now and then, and everything that it ever said."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.epoch = 0
        self.heard: list[Meter] = []
        # With each meter: how much of the progressive was committed when it was said.
        self.versions: list[int] = []
        self.start()

    def start(self) -> None:
        self.epoch += 1
        self.feed = MeterFeed(
            self.house.record,
            self.house.registry,
            KEY,
            [SpokenProgressive("p1", "main", "USD", self.epoch)],
            lambda _: self.epoch,
            {table.table_id: table.controller for table in self.house.tables},
            Metrics(),
            self.house.clock,
        )
        self.feed.subscribe(self._hear)

    def _hear(self, meter: Meter) -> None:
        self.heard.append(meter)
        self.versions.append(self.house.record.version(STREAM))

    def speak(self, wait_ms: int) -> None:
        self.house.clock.advance(wait_ms)
        self.feed.meter_moved("p1")
        self.feed.speak_due()


def committed(house: House) -> list[int]:
    """What the meter showed after each version, added up from the postings alone."""
    sums, total = [], Fraction(0)
    for row in house.record.read(STREAM):
        entry = house.registry.decode(row).entry
        total += sum((p.amount for p in entry if p.account is Account.METER), Fraction(0))
        sums.append(floor(total))
    return sums


def prizes(house: House) -> list[LevelHit]:
    events = [house.registry.decode(row) for row in house.record.read(STREAM)]
    return [event for event in events if isinstance(event, LevelHit)]


@pytest.mark.parametrize("which", range(len(SETUPS)))
@given(acts=ACTS)
@settings(max_examples=60, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
def test_every_amount_that_was_said_was_committed_before(which, acts):
    house = House(SETUPS[which], Counter())
    ear = Listener(house)
    for act, number, seed in acts:
        table, chance = house.tables[number % len(house.tables)], random.Random(seed)
        if act == "disturb":
            table.disturb(chance)
        elif act == "table":
            table.restart()
        elif act == "feed":
            ear.start()
        elif act == "late":
            house.clock.advance(chance.choice((50, METER_EVERY_MS, HIT_SHOWN_MS)))
        else:
            table.go_on(chance)
        ear.speak(chance.choice((0, 20, 100, METER_EVERY_MS)))
    check_what_was_said(house, ear)


def check_what_was_said(house: House, ear: Listener) -> None:
    values = committed(house)
    assert ear.heard
    for meter, version in zip(ear.heard, ear.versions, strict=True):
        assert is_trusted(meter, PUBLIC)
        # Not only a value that was committed at some time: the newest one when it was said.
        assert [level.amount_minor for level in meter.levels] == [values[version - 1]]
        if meter.hit is not None:
            # Found while it was news; then its turn, after those that were before it.
            assert 0 <= meter.sent_at - meter.hit.hit_at < HIT_NEWS_MS + HITS_KEPT * HIT_SHOWN_MS
            assert meter.hit.amount_minor in {prize.amount_minor for prize in prizes(house)} | {
                owed.amount_minor for prize in prizes(house) for owed in prize.awards
            }
    order = [(meter.epoch, meter.sequence) for meter in ear.heard]
    assert order == sorted(set(order))
    assert ear.versions == sorted(ear.versions)
