import pytest
from message_samples import SIGN, TOPICS, samples

from dealer_station.messages import contract
from dealer_station.messages.device import Assurance, Life
from dealer_station.messages.meter_display import SHOWN
from dealer_station.messages.topics import DeviceAddress, DeviceKind
from drivers.link.announcer import DeviceAnnouncer, DriverAnnouncer
from drivers.link.identity import DeviceIdentity, DriverIdentity
from drivers.link.journal import Journal
from drivers.link.steps import LinkCounts

SHOE = DeviceAddress("t1", DeviceKind.CARD_SHOE, "shoe-1")
SEAT = DeviceAddress("t1", DeviceKind.BET_ACCEPTOR, "acceptor-1")


def identity(address):
    return DeviceIdentity(
        address=address,
        protocol="ssi",
        model_profile="generic",
        driver_version="1",
        capabilities=("card",),
        assurance=Assurance.ACKNOWLEDGED,
    )


IDENTITY = DriverIdentity("s", "t1", "driver-1", (identity(SHOE), identity(SEAT)))


class Bench:
    def __init__(self, path):
        self.journal = Journal(path, "s/t1/card_shoe/shoe-1")
        self.journal.begin_session()
        self.now = 1_000
        self.out = []
        self.driver = DriverAnnouncer(IDENTITY, now=lambda: self.now, publish=self.out.append)
        self.announcer = DeviceAnnouncer(
            IDENTITY.devices[0],
            IDENTITY.topics,
            self.journal,
            now=lambda: self.now,
            publish=self.out.append,
        )
        self.driver.begin_session(1)
        self.announcer.begin_session()

    def said(self, items=None):
        """Every message said since, read back by the contract."""
        taken = list(self.out) if items is None else items
        messages = []
        for item in taken:
            assert item.retain
            assert item.latest_wins
            messages.append(contract.read(item.topic, item.payload).message)
        if items is None:
            self.out.clear()
        return messages


@pytest.fixture
def bench(tmp_path):
    made = Bench(tmp_path / "journal")
    yield made
    made.journal.close()


def test_births_say_who_what_and_how_far(bench):
    (driver,) = bench.said(bench.driver.births())
    assert (driver.state, driver.session, driver.since) == ("ready", 1, 1_000)
    assert [owned.device for owned in driver.devices] == ["shoe-1", "acceptor-1"]
    birth, state, head = bench.said(bench.announcer.births())
    assert (birth.kind, birth.protocol, birth.firmware) == ("card_shoe", "ssi", None)
    assert (state.state, state.reason) == ("init", "starting")
    assert (head.session, head.sequence, head.previous) == (1, 0, None)


def test_will_is_lost_without_a_time(bench):
    will = bench.driver.will()
    message = contract.read(will.topic, will.payload).message
    assert (message.state, message.since, message.session) == ("lost", None, 1)
    assert will.delay_s > 0


def test_word_is_said_once_and_keeps_its_time(bench):
    bench.now = 2_000
    assert bench.announcer.become(Life.READY, None)
    assert not bench.announcer.become(Life.READY, None)
    bench.now = 3_000
    assert bench.announcer.become(Life.DEGRADED, "a")
    bench.now = 4_000
    assert bench.announcer.become(Life.DEGRADED, "b")
    words = [(m.state, m.since, m.reason) for m in bench.said()]
    assert words == [("ready", 2_000, None), ("degraded", 3_000, "a"), ("degraded", 3_000, "b")]
    assert bench.said(bench.announcer.births())[1].reason == "b"


def test_new_faults_are_news_although_the_reason_is_the_same(bench):
    assert bench.announcer.become(Life.DEGRADED, "a", ("packet_lost",))
    assert not bench.announcer.become(Life.DEGRADED, "a", ("packet_lost",))
    assert bench.announcer.become(Life.DEGRADED, "a")
    assert [m.faults for m in bench.said()] == [("packet_lost",), ()]


def test_long_reason_is_cut(bench):
    bench.announcer.become(Life.LOST, "x" * 2_000)
    assert len(bench.said()[0].reason) == 500


def test_description_is_news_once(bench):
    bench.announcer.describe("FW 1", None)
    bench.announcer.describe("FW 1", None)
    (birth,) = bench.said()
    assert birth.firmware == "FW 1"


def test_head_follows_the_journal(bench):
    bench.journal.append("card", 55, lambda _event: b"x")
    bench.announcer.stored()
    (head,) = bench.said()
    assert (head.sequence, head.device_time) == (1, 55)


def test_report_and_farewell(bench):
    bench.announcer.report(LinkCounts(10, 2, 1, 3), 4)
    report = bench.said()[0]
    assert (report.frames_good, report.frames_bad, report.reconnects) == (10, 2, 4)
    bench.announcer.leave("stopped")
    bench.driver.leave("stopped")
    state, driver = bench.said()
    assert (state.state, driver.state, driver.reason) == ("disconnected", "lost", "stopped")


def test_a_reported_state_comes_again_at_every_connection_of_its_session(bench):
    shown = samples()[TOPICS.reported(SIGN, SHOWN)]
    bench.announcer.show("shown", shown)
    (item,) = bench.out
    assert item.topic.endswith("/reported/shown")
    assert bench.announcer.births()[-1] == item
    bench.announcer.begin_session()
    assert item not in bench.announcer.births()
