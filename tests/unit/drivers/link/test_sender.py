import pytest

from dealer_station.messages.envelope import START, Position
from dealer_station.messages.topics import DeviceAddress, DeviceKind, EventKind, Topics
from drivers.link.journal import Journal
from drivers.link.sender import WINDOW, EventSender

SHOE = DeviceAddress("t1", DeviceKind.CARD_SHOE, "shoe-1")


class Bench:
    def __init__(self, path):
        self.journal = Journal(path, "s/t1/card_shoe/shoe-1")
        self.journal.begin_session()
        self.out = []
        self.sent = 0
        self.sender = EventSender(
            self.journal,
            Topics("s"),
            SHOE,
            publish=self.out.append,
            on_sent=self.count,
            resend_after_ms=1_000,
        )

    def count(self):
        self.sent += 1

    def store(self, count=1):
        for _ in range(count):
            self.journal.append(
                EventKind.CARD, 1, lambda event: repr(tuple(event.position)).encode()
            )
            self.sender.pump()

    def take(self):
        """What was published since, as sequences; the broker has it all."""
        taken, self.out[:] = list(self.out), []
        for item in taken:
            item.finish(is_delivered=True)
            self.sender.sent()
        return [item.payload.decode() for item in taken]


@pytest.fixture
def bench(tmp_path):
    made = Bench(tmp_path / "journal")
    yield made
    made.journal.close()


def test_nothing_is_handed_over_while_the_broker_is_away(bench):
    bench.store(3)
    assert bench.out == []
    bench.sender.connected(0)
    assert bench.out[0].topic == "ds/v1/s/table/t1/card_shoe/shoe-1/event/card"
    assert not bench.out[0].retain
    assert bench.take() == ["(1, 1)", "(1, 2)", "(1, 3)"]
    bench.store()
    assert bench.take() == ["(1, 4)"]
    assert bench.sent == 4


def test_window_bounds_what_is_on_its_way(bench):
    bench.sender.connected(0)
    bench.store(WINDOW + 10)
    assert len(bench.out) == WINDOW
    first = bench.take()
    rest = bench.take()
    assert len(first) == WINDOW
    assert len(rest) == 10
    assert bench.take() == []


def test_every_connection_begins_at_the_oldest_stored_event(bench):
    bench.sender.connected(0)
    bench.store(3)
    bench.take()
    bench.journal.forget(Position(1, 1))
    bench.sender.disconnected()
    bench.store()
    assert bench.out == []
    bench.sender.connected(5)
    assert bench.take() == ["(1, 2)", "(1, 3)", "(1, 4)"]


def test_replay_begins_after_the_position_and_never_skips(bench):
    bench.sender.connected(0)
    bench.store(4)
    bench.take()
    bench.sender.rewind(Position(1, 2), 0)
    assert bench.take() == ["(1, 3)", "(1, 4)"]
    bench.sender.rewind(Position(7, 0), 0)
    assert bench.take() == []
    bench.store()
    assert bench.take() == ["(1, 5)"]


def test_silent_station_gets_everything_again(bench):
    bench.sender.connected(0)
    bench.store(2)
    bench.take()
    bench.sender.tick(999)
    assert bench.take() == []
    bench.sender.acknowledged(999)
    bench.sender.tick(1_500)
    assert bench.take() == []
    bench.sender.tick(1_999)
    assert bench.take() == ["(1, 1)", "(1, 2)"]
    bench.journal.forget(Position(1, 2))
    bench.sender.tick(9_000)
    assert bench.take() == []


def test_new_session_goes_on_with_old_identities(bench):
    bench.sender.connected(0)
    bench.store(1)
    bench.journal.begin_session()
    bench.sender.renewed()
    bench.store(1)
    bench.out.clear()
    bench.sender.connected(0)
    assert bench.take() == ["(1, 1)", "(2, 1)"]
    assert bench.journal.after(START, 5)[1].position == (2, 1)
