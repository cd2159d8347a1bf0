"""Progressives shared by tables: folded once, read again where others were faster."""

import threading
from fractions import Fraction

import pytest
from ledger_play import LedgerPlay
from old_record import as_old
from table_play import TablePlay

from dealer_station.controller.memory_record import MemoryRecord
from dealer_station.controller.progressives import LevelNotOpenedError, Progressives
from dealer_station.controller.streams import progressive_stream
from dealer_station.event_log.errors import CommandConflict, WrongVersion
from dealer_station.event_log.record import ANY_VERSION, Append, AppendRequest
from dealer_station.event_log.station_registry import station_registry
from dealer_station.progressive.accounts import Account
from dealer_station.progressive.ledger_events import CountedWager, LevelOpened, WagersCounted
from dealer_station.progressive.levels import LevelTerms
from dealer_station.progressive.postings import at_level, move
from dealer_station.table import commands as c

AT = 1_700_000_000_000
STREAM = progressive_stream("p1")
REGISTRY = station_registry()


class CountingRecord(MemoryRecord):
    """Counts how many events are read."""

    def __init__(self):
        super().__init__()
        self.rows_read = 0

    def read(self, stream, after_version=0):
        for row in super().read(stream, after_version):
            self.rows_read += 1
            yield row


@pytest.fixture
def record():
    return CountingRecord()


def terms(base=0, **others):
    return {"main": LevelTerms(base_minor=base, rate=Fraction(7, 10), **others)}


def opened(record, amount=1_000_00):
    progressives = Progressives(record, REGISTRY)
    progressives.open("p1", terms(amount), command_id="open-p1", at=AT)
    return progressives


def contribution(number, amount=Fraction(70)):
    return WagersCounted(
        at=AT,
        table_id="t1",
        round_number=number,
        wagers=(CountedWager(1, 100),),
        entry=at_level("main", move(amount, Account.CONTRIBUTIONS, Account.METER)),
    )


def append(record, *events, command_id="c-1"):
    """Append as a table does; returns the version of the stream then."""
    encoded = tuple(REGISTRY.encode(event) for event in events)
    appended = record.append(
        AppendRequest((Append(STREAM, ANY_VERSION, encoded),), command_id, bytes(32), 0, AT)
    )
    return appended.versions[STREAM]


def test_a_progressive_without_events_is_empty_and_at_version_nought(record):
    known = Progressives(record, REGISTRY).known("p1")
    assert (known.version, known.state.meter_minor) == (0, 0)


def test_opening_puts_the_amount_on_the_meter(record):
    known = opened(record).known("p1")
    assert (known.version, known.state.meter_minor) == (1, 1_000_00)
    assert known.state.progressive_id == "p1"


def test_opening_again_changes_nothing_whatever_the_amount(record):
    opened(record)
    later = opened(record, 5_000_00)
    assert (later.known("p1").version, later.known("p1").state.meter_minor) == (1, 1_000_00)


def test_a_state_is_folded_once(record):
    progressives = opened(record)
    record.rows_read = 0
    for _ in range(3):
        progressives.known("p1")
    assert record.rows_read == 0


def test_refresh_reads_only_what_is_new(record):
    progressives = opened(record)
    append(record, contribution(1), contribution(2))
    record.rows_read = 0
    assert progressives.known("p1").version == 1
    assert progressives.refresh("p1").version == 3
    assert progressives.known("p1").state.meter_minor == 1_001_40
    assert record.rows_read == 2


def test_what_a_table_has_appended_is_taken_without_reading(record):
    progressives = opened(record)
    event = contribution(1)
    version = append(record, event)
    record.rows_read = 0
    progressives.take("p1", [event], version)
    assert record.rows_read == 0
    assert progressives.known("p1").state.meter_minor == 1_000_70


def test_what_others_appended_in_between_is_read(record):
    progressives = opened(record)
    append(record, contribution(1), command_id="other")
    event = contribution(2)
    progressives.take("p1", [event], append(record, event))
    known = progressives.known("p1")
    assert (known.version, known.state.meter_minor) == (3, 1_001_40)


def test_events_taken_late_are_not_counted_twice(record):
    """Another table has refreshed already and has read them."""
    progressives = opened(record)
    event = contribution(1)
    version = append(record, event)
    progressives.refresh("p1")
    progressives.take("p1", [event], version)
    assert progressives.known("p1").state.meter_minor == 1_000_70


def test_remainders_stay_exact_over_many_contributions(record):
    progressives = opened(record, 0)
    third = Fraction(100, 3)
    for number in range(30):
        event = contribution(number, third)
        progressives.take("p1", [event], append(record, event, command_id=f"c-{number}"))
    assert progressives.known("p1").state.meter_minor == 1_000
    assert progressives.known("p1") == Progressives(record, REGISTRY).known("p1")


def test_progressives_do_not_mix(record):
    progressives = opened(record)
    progressives.open("p2", terms(7), command_id="open-p2", at=AT)
    assert progressives.known("p1").state.meter_minor == 1_000_00
    assert progressives.known("p2").state.meter_minor == 7


class RacingRecord(MemoryRecord):
    """Another station opens the progressive between our look and our append."""

    def __init__(self, command_id):
        super().__init__()
        self._command_id = command_id

    def append(self, request):
        event = LevelOpened(
            at=AT + 5,
            progressive_id="p1",
            level_id="main",
            terms=terms(500)["main"],
            opening_minor=500,
            person_id="station",
            entry=at_level("main", move(500, Account.HOUSE, Account.METER)),
        )
        super().append(
            AppendRequest(
                (Append(STREAM, ANY_VERSION, (REGISTRY.encode(event),)),),
                self._command_id,
                bytes(32),
                0,
                AT,
            )
        )
        return super().append(request)


@pytest.mark.parametrize("command_id", ["open-p1", "something else"])
def test_of_two_stations_that_open_at_once_the_first_has_opened(command_id):
    known = opened(RacingRecord(command_id)).known("p1")
    assert (known.version, known.state.meter_minor) == (1, 500)


def test_an_opening_under_a_command_id_in_use_elsewhere_is_an_error(record):
    event = REGISTRY.encode(contribution(1))
    record.append(
        AppendRequest(
            (Append("progressive/p2", ANY_VERSION, (event,)),), "open-p1", bytes(32), 0, AT
        )
    )
    with pytest.raises(CommandConflict):
        opened(record)


def test_a_stream_that_is_written_without_being_read_is_seen(record):
    """A version named too low is the signal to read again."""
    progressives = opened(record)
    append(record, contribution(1))
    version = progressives.known("p1").version
    event = REGISTRY.encode(contribution(2))
    with pytest.raises(WrongVersion):
        record.append(AppendRequest((Append(STREAM, version, (event,)),), "c-2", bytes(32), 0, AT))
    assert progressives.refresh("p1").version == 2


def test_listeners_hear_of_every_change_that_a_table_made(record):
    progressives = opened(record)
    heard = []
    progressives.subscribe(
        lambda progressive_id: heard.append(
            (progressive_id, progressives.known(progressive_id).version)
        )
    )
    event = contribution(1)
    progressives.take("p1", [event], append(record, event))
    append(record, contribution(2), command_id="other")
    event = contribution(3)
    progressives.take("p1", [event], append(record, event, command_id="c-3"))
    assert heard == [("p1", 2), ("p1", 4)]


def test_threads_may_read_and_take_at_once(record):
    progressives = opened(record, 0)
    failures = []

    def play(table):
        try:
            for number in range(50):
                event = contribution(number)
                version = append(record, event, command_id=f"{table}-{number}")
                progressives.take("p1", [event], version)
                assert progressives.known("p1").version >= version
        except BaseException as error:  # noqa: BLE001 - shown by the test
            failures.append(error)

    threads = [threading.Thread(target=play, args=(table,)) for table in "abcd"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    assert progressives.known("p1").version == 201
    assert progressives.known("p1").state.meter_minor == 200 * 70


def old(record):
    """A progressive as the first release opened and fed it."""
    played = LedgerPlay("p1").open(LevelTerms(1_000_00, Fraction(7, 10))).wagers(1, 1, 2)
    append(record, *as_old(played.events), command_id="the first release")
    return Progressives(record, REGISTRY)


def test_an_old_record_gets_the_terms_of_its_only_level_and_keeps_its_meter(record):
    progressives = old(record)
    progressives.open("p1", terms(1_000_00), command_id="open-p1-3", at=AT)
    known = progressives.known("p1")
    (level,) = known.state.levels
    assert (known.version, level.terms) == (4, terms(1_000_00)["main"])
    assert known.state.meter_minor == 1_001_40


def test_a_level_is_not_opened_while_a_round_is_in_play(record):
    progressives = old(record)
    with pytest.raises(LevelNotOpenedError, match=r"p1: level main: in_play"):
        progressives.open("p1", terms(), command_id="open-p1-3", at=AT, is_in_play=True)
    assert progressives.refresh("p1").version == 3
    opened(record)
    assert progressives.refresh("p1").version == 4


MINI = {"mini": LevelTerms(base_minor=10_00, rate=Fraction(1, 10))}


def test_nor_while_a_round_is_open_at_a_table_that_is_not_asked_for():
    play = TablePlay().run("open_betting", "wager: 1 ante 10; 1 progressive", "close_betting")
    # A station without that table in its configuration, or another one of the same record.
    elsewhere = Progressives(play.record, REGISTRY)
    with pytest.raises(LevelNotOpenedError, match=r"p1: level mini: in_play"):
        elsewhere.open("p1", MINI, command_id="open-p1-3", at=AT)
    play.run("report: {irregularity: CS-I17}", "rule: fouled_deck by manager")
    elsewhere.open("p1", MINI, command_id="open-p1-3", at=AT)
    assert [level.level_id for level in play.progressive.levels] == ["main", "mini"]


def test_a_round_that_opens_just_before_the_level_is_seen(monkeypatch):
    play = TablePlay().run("open_betting", "wager: 1 ante 10; 1 progressive", "close_betting")
    play.run("report: {irregularity: CS-I17}", "rule: fouled_deck by manager")
    play.submit(c.ChangeDeck)
    elsewhere, append, late = (
        Progressives(play.record, REGISTRY),
        play.record.append,
        ["open_betting"],
    )

    def append_late(request):
        while late:
            play.run(late.pop())
        return append(request)

    monkeypatch.setattr(play.record, "append", append_late)
    with pytest.raises(LevelNotOpenedError, match=r"p1: level mini: in_play"):
        elsewhere.open("p1", MINI, command_id="open-p1-3", at=AT)


def test_terms_that_cannot_be_are_named(record):
    with pytest.raises(LevelNotOpenedError, match="p1: level main: bad_terms cap"):
        Progressives(record, REGISTRY).open(
            "p1", terms(5_00, cap_minor=4_00), command_id="open-p1", at=AT
        )
    assert record.version(STREAM) == 0


def test_what_was_filed_is_not_filed_again(record):
    progressives = opened(record)
    progressives.open("p1", terms(9_00), command_id="open-p1-1", at=AT, is_in_play=True)
    (level,) = progressives.known("p1").state.levels
    assert level.terms == terms(1_000_00)["main"]
