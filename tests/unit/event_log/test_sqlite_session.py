"""What the SQLite writer remembers between commits never outlives its truth."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from log_builders import kinds, request, to

from dealer_station.event_log import sqlite_session
from dealer_station.event_log.errors import StaleEpoch
from dealer_station.event_log.hash_chain import verify
from dealer_station.event_log.store import ANY_VERSION, EventLog


@pytest.fixture
def path(tmp_path: Path) -> str:
    return str(tmp_path / "log.db")


@pytest.fixture
def log(path: str) -> Iterator[EventLog]:
    with EventLog(path) as log:
        yield log


def test_appends_of_another_connection_are_seen(path: str, log: EventLog) -> None:
    with EventLog(path) as other:
        for number in range(6):
            writer = (log, other)[number % 2]
            done = writer.append(request(f"c{number}", to("table/a", number)))
            assert done.positions == (number + 1,)
    assert verify(log, {}).is_good


def test_a_lease_taken_elsewhere_is_seen_at_the_next_append(path: str, log: EventLog) -> None:
    log.append(request("c1", to("table/a", 0)))
    with EventLog(path) as other:
        other.take_lease("table/a", owner="s2", taken_at=1)
        other.take_lease("table/a", owner="s2", taken_at=2)
    with pytest.raises(StaleEpoch):
        log.append(request("c2", to("table/a", 1), epoch=1))


def test_a_lease_taken_here_is_seen_at_the_next_append(log: EventLog) -> None:
    log.append(request("c1", to("table/a", 0)))
    assert log.take_lease("table/a", owner="s1", taken_at=1) == 1
    assert log.take_lease("table/a", owner="s1", taken_at=2) == 2
    with pytest.raises(StaleEpoch):
        log.append(request("c2", to("table/a", 1), epoch=1))


def test_forgetting_many_heads_forgets_no_fence(
    log: EventLog, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite_session, "HEADS_KEPT", 2)
    for name in "abcde":
        log.take_lease(f"table/{name}", owner="s1", taken_at=1)
    names = [to(f"table/{name}", ANY_VERSION) for name in "abcde"]
    fresh = [request(f"c{number}", one) for number, one in enumerate(names)]
    stale = [request(f"d{number}", one, epoch=9) for number, one in enumerate(names)]

    assert kinds(log.append_group(fresh)) == ["Appended"] * 5
    assert kinds(log.append_group(stale)) == ["StaleEpoch"] * 5
    assert kinds(log.append_group([request("e", *names), request("f", *names)])) == ["Appended"] * 2
    assert [log.version(f"table/{name}") for name in "abcde"] == [3] * 5
    assert verify(log, {}).is_good
