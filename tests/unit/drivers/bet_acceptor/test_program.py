"""A driver as it is put together: what it may find on its disk."""

import pytest
from pydantic import SecretStr

from dealer_station.clock import SystemClock
from drivers.bet_acceptor.program import build_driver
from drivers.bet_acceptor.settings import BetAcceptorSettings
from drivers.link.errors import JournalError, PortMissing
from drivers.link.journal import Journal


def no_port():
    raise PortMissing("no port")


def settings(tmp_path, devices=("acceptor-1", "acceptor-2"), **changes):
    fields = {
        "table": "CS-1", "driver": "acceptor-driver", "data_directory": tmp_path,
        "mqtt": {"url": SecretStr("mqtt://localhost")}, "line": {"path": "/dev/none"},
        "device": [{"name": name, "address": 2 + place} for place, name in enumerate(devices)],
        "token": [{"position": 1, "value_minor": 100}],
    }  # fmt: skip
    return BetAcceptorSettings(**(fields | changes))


def journals(runner):
    return {name: post.journal for name, post in runner._posts.items()}


def test_every_device_has_a_journal_of_its_own(tmp_path):
    opened = journals(build_driver(settings(tmp_path), SystemClock(), no_port))
    assert set(opened) == {"acceptor-1", "acceptor-2"}
    assert sorted(path.name for path in tmp_path.glob("*.journal")) == [
        "main.CS-1.bet_acceptor.acceptor-1.journal",
        "main.CS-1.bet_acceptor.acceptor-2.journal",
    ]
    for journal in opened.values():
        journal.close()


def test_a_note_that_cannot_be_read_stops_the_driver_and_frees_the_journals(tmp_path):
    made = settings(tmp_path)
    journal = made.open_journal("bet_acceptor", "acceptor-2")
    journal.remember(b"nonsense")
    journal.close()
    with pytest.raises(JournalError, match="memory is unreadable"):
        build_driver(made, SystemClock(), no_port)
    for name in ("acceptor-1", "acceptor-2"):
        again = made.open_journal("bet_acceptor", name)
        assert isinstance(again, Journal)
        again.close()


def test_a_device_that_another_driver_serves_is_refused(tmp_path):
    first = journals(build_driver(settings(tmp_path), SystemClock(), no_port))
    with pytest.raises(JournalError, match="another driver uses it"):
        build_driver(settings(tmp_path, ("acceptor-9", "acceptor-2")), SystemClock(), no_port)
    for journal in first.values():
        journal.close()
