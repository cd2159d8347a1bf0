import os
import signal
import sqlite3
import subprocess
import sys
import textwrap

import pytest

from dealer_station.messages.envelope import Position
from drivers.link.errors import JournalError
from drivers.link.journal import Journal

ADDRESS = "main/CS-1/card_shoe/shoe-1"


@pytest.fixture
def path(tmp_path):
    return tmp_path / "deep" / "shoe.journal"


@pytest.fixture
def journal(path):
    made = Journal(path, ADDRESS)
    yield made
    made.close()


def put(journal, text, note=None):
    def compose(event):
        previous = event.previous and tuple(event.previous)
        return f"{text} {tuple(event.position)} after {previous}".encode()

    return journal.append("card", 1_000, compose, note)


def test_fresh_journal_knows_nothing(journal):
    assert journal.is_fresh
    assert (journal.session, journal.sequence, journal.newest) == (0, 0, None)
    assert journal.newest_device_time is None
    assert journal.device_note is None
    assert journal.after(Position(0, 0), 10) == ()


def test_nothing_is_stored_before_a_session(journal):
    with pytest.raises(AssertionError):
        put(journal, "a")


def test_events_are_numbered_and_name_their_predecessor_over_sessions(path):
    journal = Journal(path, ADDRESS)
    assert journal.begin_session() == 1
    assert put(journal, "a").payload == b"a (1, 1) after None"
    assert put(journal, "b").payload == b"b (1, 2) after (1, 1)"
    journal.close()
    journal = Journal(path, ADDRESS)
    assert not journal.is_fresh
    assert journal.newest == Position(1, 2)
    assert journal.begin_session() == 2
    assert journal.previous_of_session == Position(1, 2)
    assert put(journal, "c").payload == b"c (2, 1) after (1, 2)"
    stored = journal.after(Position(0, 0), 10)
    assert [event.position for event in stored] == [(1, 1), (1, 2), (2, 1)]
    assert stored[0].payload == b"a (1, 1) after None"
    journal.close()


@pytest.mark.parametrize(("at_least", "session"), [(1, 1), (42, 42)])
def test_session_is_above_what_the_station_knows(journal, at_least, session):
    assert journal.begin_session(at_least=at_least) == session
    assert journal.begin_session(at_least=1) == session + 1


def test_forgotten_up_to_a_position_and_no_further(journal):
    journal.begin_session()
    for text in "abc":
        put(journal, text)
    journal.begin_session()
    put(journal, "d")
    assert journal.count_stored == 4
    assert journal.forget(Position(1, 2)) == 2
    assert journal.forget(Position(1, 2)) == 0
    assert [event.position for event in journal.after(Position(0, 0), 10)] == [(1, 3), (2, 1)]
    assert journal.count_stored == journal.count() == 2
    assert journal.count(Position(1, 3)) == 1
    assert journal.after(Position(0, 0), 1)[0].position == (1, 3)
    assert journal.newest == Position(2, 1)
    assert journal.forget(Position(9, 9)) == 2


def test_newest_event_is_known_after_it_was_forgotten(path):
    journal = Journal(path, ADDRESS)
    journal.begin_session()
    put(journal, "a")
    journal.forget(Position(1, 1))
    journal.close()
    journal = Journal(path, ADDRESS)
    assert journal.newest == Position(1, 1)
    assert journal.newest_device_time == 1_000
    journal.close()


def test_note_and_epoch_are_kept(path):
    journal = Journal(path, ADDRESS)
    journal.begin_session()
    put(journal, "a", b"one")
    put(journal, "b")
    assert journal.device_note == b"one"
    journal.remember(b"two")
    journal.raise_epoch(7)
    journal.close()
    journal = Journal(path, ADDRESS)
    assert (journal.device_note, journal.epoch) == (b"two", 7)
    journal.close()


def test_failing_compose_stores_nothing(journal):
    journal.begin_session()

    def fail(_event):
        raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        journal.append("card", 1, fail, b"note")
    assert journal.sequence == 0
    assert put(journal, "a").position == (1, 1)


def test_second_owner_is_refused(path, journal):
    with pytest.raises(JournalError, match="another driver uses it"):
        Journal(path, ADDRESS)


def test_journal_of_another_table_is_refused_with_what_and_where(path):
    journal = Journal(path, ADDRESS)
    journal.begin_session()
    put(journal, "a")
    journal.raise_epoch(50)
    journal.close()
    with pytest.raises(JournalError) as caught:
        Journal(path, "main/CS-2/card_shoe/shoe-1")
    assert str(caught.value) == (
        f"{path}: holds the events of main/CS-1/card_shoe/shoe-1, not of main/CS-2/card_shoe/shoe-1"
    )
    journal = Journal(path, ADDRESS)  # neither spoilt nor left locked
    assert (journal.count_stored, journal.epoch) == (1, 50)
    journal.close()


def test_journal_without_an_address_is_taken_over_with_its_cards_for_good(path):
    journal = Journal(path, ADDRESS)
    journal.begin_session()
    put(journal, "a")
    journal._database.execute("DELETE FROM note WHERE name = 'address'")
    journal.close()
    journal = Journal(path, ADDRESS)
    assert journal.count_stored == 1
    journal.close()
    with pytest.raises(JournalError, match="not of main/CS-2"):
        Journal(path, "main/CS-2/card_shoe/shoe-1")


def test_damaged_file_is_refused_by_name(path):
    path.parent.mkdir()
    path.write_bytes(b"no database at all, but long enough to look like one" * 100)
    with pytest.raises(JournalError, match=r"shoe\.journal"):
        Journal(path, ADDRESS)


def test_file_of_a_later_release_is_refused(path):
    Journal(path, ADDRESS).close()
    database = sqlite3.connect(path)
    database.execute("PRAGMA user_version=9")
    database.close()
    with pytest.raises(JournalError, match="another release"):
        Journal(path, ADDRESS)


def test_folder_that_cannot_be_made_is_a_journal_error(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(JournalError):
        Journal(tmp_path / "file" / "shoe.journal", ADDRESS)


def test_full_disk_raises_and_stores_nothing(journal):
    journal.begin_session()
    put(journal, "a")
    (pages,) = journal._database.execute("PRAGMA page_count").fetchone()
    journal._database.execute(f"PRAGMA max_page_count={pages}")

    with pytest.raises(JournalError, match="full"):
        journal.append("card", 1, lambda _event: b"x" * 100_000, b"note")
    assert journal.device_note is None
    assert journal.newest == Position(1, 1)
    assert [event.position for event in journal.after(Position(0, 0), 10)] == [(1, 1)]


def test_what_was_said_to_be_stored_survives_a_kill(path):
    program = f"""
        import sys
        from pathlib import Path
        from drivers.link.journal import Journal
        journal = Journal(Path({str(path)!r}), {ADDRESS!r})
        journal.begin_session()
        while True:
            event = journal.append("card", 1, lambda _event: b"x", b"note")
            print(event.position.sequence, flush=True)
    """
    process = subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(program)], stdout=subprocess.PIPE
    )
    for _ in range(50):
        process.stdout.readline()
    os.kill(process.pid, signal.SIGKILL)
    said = [int(line) for line in process.stdout.read().split()]
    process.wait()
    process.stdout.close()
    journal = Journal(path, ADDRESS)
    stored = [event.position.sequence for event in journal.after(Position(0, 0), 100_000)]
    journal.close()
    assert stored == list(range(1, len(stored) + 1))
    assert len(stored) - (said[-1] if said else 50) in (0, 1)
