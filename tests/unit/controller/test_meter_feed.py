"""Signed meters: what is said, when, and that it was always committed before."""

import threading

import pytest
from brokers import eventually
from log_capture import captured_log
from meter_ear import KEY, Ear
from progressive_builders import open_main
from table_play import (
    FLUSH,
    ROYAL_CLUBS,
    ROYAL_DIAMONDS,
    STATION,
    STRAIGHT_FLUSH,
    TablePlay,
    classic,
    decided,
)

from dealer_station.clock import SystemClock, VirtualClock
from dealer_station.controller.hit_programme import HIT_CROWDED_MS
from dealer_station.controller.meter_feed import LEAST_MS, MeterFeed
from dealer_station.controller.progressives import Progressives
from dealer_station.controller.table_controller import TableController
from dealer_station.event_log.errors import LogUnavailable
from dealer_station.messages.meter_display import (
    HIT_NEWS_MS,
    HIT_SHOWN_MS,
    METER_EVERY_MS,
    LevelCap,
    Meter,
    MeterState,
    OverflowTo,
)
from dealer_station.observability import Metrics
from dealer_station.table import commands as c

STAKES = ("open_betting", "wager: 1 ante 10; 1 progressive", "close_betting")


def amount(meter: Meter) -> int:
    (level,) = meter.levels
    return level.amount_minor


# ------------------------------------------------------------------------- what is said


def test_a_meter_says_whose_it_is_and_is_signed():
    play = TablePlay(meter=54_312_07)
    meter = Ear(play, epoch=4).hears()
    assert (meter.progressive, meter.currency, meter.epoch, meter.sequence) == ("p1", "USD", 4, 1)
    assert [(one.level, one.amount_minor, one.state) for one in meter.levels] == [
        ("main", 54_312_07, MeterState.LIVE)
    ]
    assert (meter.sent_at, meter.hit, meter.key_id) == (play.clock.now(), None, KEY.key_id)


def test_a_meter_says_when_a_table_takes_no_wager_for_it_and_when_all_do_again():
    play = TablePlay()
    other = TablePlay(table_id="t2", record=play.record, clock=play.clock)
    ear = Ear(play, t1=play.controller, t2=other.controller)
    other.submit(c.SuspendProgressive, STATION, progressive_id="p2")
    assert ear.hears().levels[0].state is MeterState.LIVE
    other.submit(c.SuspendProgressive, STATION, progressive_id="p1")
    assert ear.next().levels[0].state is MeterState.SUSPENDED
    other.submit(c.ResumeProgressive, STATION, progressive_id="p1")
    assert ear.next().levels[0].state is MeterState.LIVE


def test_a_fraction_of_a_cent_is_not_shown():
    play = TablePlay(meter=100_00, contribution="1/3").run(*STAKES)
    assert amount(Ear(play).hears()) == 100_33


def test_prg_05_a_meter_says_its_caps_when_they_are_reached_and_what_becomes_of_more():
    play = TablePlay("envy", meter=1_199_99)
    ear = Ear(play)
    main, minor = ear.hears().levels
    below = LevelCap(cap_minor=1_200_00, is_reached=False, overflow_to=OverflowTo.RESERVE)
    assert (main.amount_minor, main.cap) == (1_199_99, below)
    open_cap = LevelCap(cap_minor=150_00, is_reached=False, overflow_to=OverflowTo.REVENUE)
    assert (minor.amount_minor, minor.cap) == (100_00, open_cap)
    play.run(*STAKES)
    main, minor = ear.next().levels
    assert (main.amount_minor, main.cap) == (
        1_200_00,
        below.model_copy(update={"is_reached": True}),
    )
    assert (minor.amount_minor, minor.cap) == (100_20, open_cap)
    play.run("report: {irregularity: CS-I18}", "rule: void_round", *STAKES)
    assert ear.next().levels[0] == main


def test_a_level_without_a_cap_says_so():
    assert Ear(TablePlay()).hears().levels[0].cap is None


def test_a_meter_is_said_every_half_second_whether_or_not_it_moved():
    ear = Ear(TablePlay())
    assert ear.hears().sequence == 1
    assert ear.listen(METER_EVERY_MS - 1) == []
    assert ear.hears(1).sequence == 2
    assert [ear.next().sequence for _ in range(3)] == [3, 4, 5]


def test_a_change_is_said_at_once_and_many_together():
    play = TablePlay(meter=0)
    ear = Ear(play)
    ear.hears()
    play.clock.advance(LEAST_MS)
    play.run(*STAKES)
    assert amount(ear.hears()) == 70
    play.run("report: {irregularity: CS-I18}", "rule: void_round", *STAKES)
    assert ear.listen(LEAST_MS - 1) == []
    play.run("report: {irregularity: CS-I18}", "rule: void_round")
    assert amount(ear.hears(1)) == 0
    assert ear.listen(METER_EVERY_MS - 1) == []


def test_the_feed_says_when_it_wants_to_speak_next():
    play = TablePlay()
    ear = Ear(play)
    assert ear.feed.speak_due() == METER_EVERY_MS
    play.clock.advance(30)
    assert ear.feed.speak_due() == METER_EVERY_MS - 30
    ear.feed.meter_moved("p1")
    ear.feed.meter_moved("another's")
    assert ear.feed.speak_due() == LEAST_MS - 30


def test_a_meter_that_another_station_moved_is_said_within_half_a_second():
    play = TablePlay(meter=0)
    ear = Ear(play)
    ear.hears()
    # The other station's tables tell nothing here: it stands in the record alone.
    other = TablePlay(record=play.record, clock=play.clock, table_id="t2", meter=0)
    other.run(*STAKES)
    assert ear.listen(METER_EVERY_MS - 1) == []
    assert amount(ear.hears(1)) == 70


def test_two_tables_of_one_station_feed_one_meter():
    play = TablePlay(meter=0)
    second = TablePlay(record=play.record, clock=play.clock, table_id="t2", is_open=False, meter=0)
    second.progressives = play.progressives
    second.controller = TableController(second.setup, play.record, play.registry, play.progressives)
    second.open_table()
    ear = Ear(play, t1=play.controller, t2=second.controller)
    ear.hears()
    for turn in (play, second):
        turn.run(*STAKES)
        assert amount(ear.hears(LEAST_MS)) == (70 if turn is play else 140)


@pytest.mark.parametrize("is_taken", [False, True])
def test_what_the_database_has_not_taken_is_not_said(monkeypatch, is_taken):
    """The caller is told no both times; once it stands in the record all the same."""
    play = TablePlay(meter=0).run(*STAKES[:2])
    ear = Ear(play)
    append = play.record.append

    def failing(request):
        if is_taken:
            append(request)
        raise LogUnavailable("the database is away")

    with monkeypatch.context() as patch:
        patch.setattr(play.record, "append", failing)
        with pytest.raises(LogUnavailable):
            play.run("close_betting")
    assert amount(ear.hears()) == (70 if is_taken else 0)


def test_nothing_is_said_of_a_progressive_that_was_never_opened():
    play = TablePlay(rules="evolution")
    assert Ear(play).listen() == []


# ------------------------------------------------------------------------------- the hit


def royal(**options) -> TablePlay:
    hands = {1: ROYAL_CLUBS, 2: "8h 7c 5c 4d 2s"}
    return decided(hands, progressive=(1,), meter=54_312_07, contribution="0", **options)


def test_dsp_06_a_hit_is_told_with_the_new_value_the_others_play_for():
    play = royal()
    ear = Ear(play)
    assert ear.hears().hit is None
    play.run("pay")
    at = play.clock.now()
    meter = ear.hears(LEAST_MS)
    assert amount(meter) == play.meter < 54_312_07
    hit = meter.hit
    assert hit is not None
    assert (hit.number, hit.level, hit.table, hit.seats) == (1, "main", "Table", (1,))
    assert (hit.amount_minor, hit.category, hit.hit_at) == (54_312_07, "royal_flush", at)
    assert hit.hand == tuple(ROYAL_CLUBS.split())


def test_a_hit_stands_for_twenty_seconds():
    play = royal()
    ear = Ear(play)
    play.run("pay")
    assert ear.hears().hit is not None
    assert ear.hears(HIT_SHOWN_MS - 1).hit is not None
    play.clock.advance(1)
    assert ear.hears(METER_EVERY_MS).hit is None


@pytest.mark.parametrize("step_ms", [-2 * HIT_SHOWN_MS, 10 * HIT_SHOWN_MS])
def test_a_wall_clock_that_jumps_neither_ends_a_hit_nor_brings_it_back(step_ms):
    play = royal()
    ear = Ear(play)
    play.run("pay")
    assert ear.hears().hit is not None
    play.clock.set_wall_time(play.clock.now() + step_ms)
    assert ear.hears(HIT_SHOWN_MS - 1).hit is not None
    assert ear.hears(METER_EVERY_MS).hit is None
    play.clock.set_wall_time(play.clock.now() - step_ms)
    assert ear.hears(METER_EVERY_MS).hit is None


def test_a_second_hit_has_its_turn_after_the_first():
    play = decided({1: STRAIGHT_FLUSH, 2: ROYAL_CLUBS}, progressive=(1, 2), meter=1_000_00)
    ear = Ear(play)
    play.run("verify: 2", "pay: 2")
    first = ear.hears().hit
    play.run("verify: 1", "pay: 1")
    assert ear.hears(LEAST_MS).hit == first
    second = ear.hears(HIT_CROWDED_MS).hit
    assert first is not None
    assert second is not None
    assert (first.number, first.category) == (1, "royal_flush")
    assert (second.number, second.category) == (2, "straight_flush")
    assert second.hand == tuple(STRAIGHT_FLUSH.split())
    assert ear.hears(HIT_SHOWN_MS - 1).hit == second
    assert ear.hears(METER_EVERY_MS).hit is None


def test_a_prize_of_the_house_is_no_hit():
    play = decided({1: FLUSH}, progressive=(1,))
    ear = Ear(play)
    play.run("pay")
    assert ear.hears().hit is None


def test_several_winners_are_told_together_without_a_hand():
    play = decided({1: ROYAL_CLUBS, 2: ROYAL_DIAMONDS}, progressive=(1, 2), meter=1_000_00)
    ear = Ear(play)
    play.run("verify: 2", "pay: 2")
    hit = ear.hears().hit
    assert hit is not None
    assert (hit.seats, hit.hand) == ((2, 1), ())


def test_a_void_round_takes_its_hit_from_the_signs():
    play = decided({1: ROYAL_CLUBS, 2: ROYAL_DIAMONDS}, progressive=(1, 2), meter=1_000_00)
    ear = Ear(play)
    play.run("verify: 2", "pay: 2")
    assert ear.hears().hit is not None
    before = play.meter
    play.run("report: {irregularity: CS-I19, count: 3}", "rule: fouled_deck by manager")
    meter = ear.hears(LEAST_MS)
    assert meter.hit is None
    assert amount(meter) == play.meter != before


def test_the_hand_stays_told_when_the_table_has_gone_on():
    play = royal()
    ear = Ear(play)
    play.run("pay")
    assert ear.hears().hit is not None
    play.run("open_betting")
    hit = ear.next().hit
    assert hit is not None
    assert hit.hand == tuple(ROYAL_CLUBS.split())


def test_a_hand_is_only_taken_from_what_everybody_may_see(monkeypatch):
    play = royal()
    ear = Ear(play)
    play.run("pay")
    view = play.controller.public_view()
    masked = view | {"cards": view["cards"] | {"1": "Ac ## ## ## ##"}}
    monkeypatch.setattr(play.controller, "public_view", lambda: masked)
    hit = ear.hears().hit
    assert hit is not None
    assert hit.hand == ()
    monkeypatch.undo()
    hit = ear.next().hit
    assert hit is not None
    assert hit.hand == tuple(ROYAL_CLUBS.split())


def test_a_hit_at_another_stations_table_is_told_by_the_tables_id():
    play = TablePlay(meter=54_312_07)
    ear = Ear(play)
    other = TablePlay(record=play.record, clock=play.clock, table_id="t2", seats=(1,))
    other.run(*STAKES, f"deal: {{1: {ROYAL_CLUBS}, dealer: Ah Kh 9s 6c 4h}}", "act: 1 bet", "pay")
    hit = ear.next().hit
    assert hit is not None
    assert (hit.table, hit.hand, hit.seats) == ("t2", (), (1,))


def test_a_fault_of_the_table_keeps_no_meter_back(monkeypatch):
    play = royal()
    ear = Ear(play)
    play.run("pay")
    monkeypatch.setattr(play.controller, "public_view", lambda: {}["nothing"])
    hit = ear.hears().hit
    assert hit is not None
    assert (hit.table, hit.hand) == ("t1", ())


# ---------------------------------------------------------------------------- a restart


def test_after_a_restart_the_same_hit_goes_on_under_a_higher_epoch():
    play = royal()
    first = Ear(play)
    play.run("pay")
    before = first.hears()
    play.clock.advance(12_000)
    play.restart()
    again = Ear(play, epoch=2).hears()
    assert again.hit == before.hit
    assert again.hit is not None
    assert again.levels == before.levels
    assert (before.epoch, before.sequence) < (again.epoch, again.sequence) == (2, 1)


def test_a_hit_that_fell_while_nobody_spoke_is_told_when_somebody_does():
    play = royal()
    play.run("pay")
    play.clock.advance(3 * HIT_SHOWN_MS)
    ear = Ear(play)
    assert ear.hears().hit is not None
    assert ear.hears(HIT_SHOWN_MS).hit is None


def test_a_hit_of_long_ago_is_no_news():
    play = royal()
    play.run("pay")
    play.clock.advance(HIT_NEWS_MS)
    assert Ear(play).hears().hit is None


def test_after_a_restart_and_another_round_the_hit_is_told_without_its_hand():
    play = royal()
    play.run("pay", "open_betting")
    play.restart()
    hit = Ear(play, epoch=2).hears().hit
    assert hit is not None
    assert (hit.number, hit.amount_minor, hit.hand) == (1, 54_312_07, ())


def test_whose_lease_was_taken_over_speaks_no_more():
    play = TablePlay()
    ear = Ear(play, epoch=1)
    ear.hears()
    log = captured_log()
    ear.lease = 2
    for _ in range(5):
        assert ear.listen(METER_EVERY_MS) == []
    assert ear.feed.taken_over == ("p1",)
    assert ear.feed.trouble == ""
    assert [line["event"] for line in log.lines()] == ["meter_lease_lost"]


# ------------------------------------------------------------------------------- trouble


def test_nothing_is_said_while_the_record_cannot_be_read_and_then_at_once(monkeypatch):
    play = TablePlay()
    ear = Ear(play)
    ear.hears()

    def gone(*_):
        raise LogUnavailable("the database is away")

    log = captured_log()
    with monkeypatch.context() as patch:
        patch.setattr(play.record, "read", gone)
        for _ in range(5):
            assert ear.listen(METER_EVERY_MS) == []
    assert ear.feed.trouble == "p1: no meter for 2 s (the database is away)"
    assert ear.metric("ds_meter_age_seconds", progressive="p1") == 2.5
    assert [line["event"] for line in log.lines()] == ["meter_waits"]
    assert ear.next().sequence == 2
    assert ear.feed.trouble == ""
    assert ear.metric("ds_meter_age_seconds", progressive="p1") == 0


def test_a_fault_of_ours_ends_nothing_and_is_told(monkeypatch):
    play = TablePlay()
    ear = Ear(play)
    log = captured_log()

    def broken(*_):
        raise AssertionError("an invariant does not hold")

    with monkeypatch.context() as patch:
        patch.setattr(play.registry, "decode", broken)
        for _ in range(6):
            assert ear.listen(METER_EVERY_MS) == []
    assert ear.feed.trouble == "p1: no meter for 3 s (AssertionError; see the log)"
    assert sum("invariant" in str(line) for line in log.lines()) == 1
    assert ear.next().sequence == 1


def test_a_listener_that_fails_keeps_it_from_none_of_the_others():
    ear = Ear(TablePlay())

    def broken(_meter):
        raise RuntimeError("no broker")

    late: list[Meter] = []
    stop = ear.feed.subscribe(broken)
    ear.feed.subscribe(late.append)
    log = captured_log()
    assert late == [ear.hears()]
    assert [line["event"] for line in log.lines()] == ["meter_not_handed_out"]
    stop()
    ear.next()
    assert (len(late), len(log.lines())) == (2, 1)


def test_meters_are_counted():
    ear = Ear(TablePlay())
    ear.hears()
    ear.next()
    assert ear.metric("ds_meters_said_total", progressive="p1") == 2


# ---------------------------------------------------------------------------- the thread


def test_the_thread_speaks_by_itself_and_at_once_after_a_commit():
    play = TablePlay(meter=0)
    ear = Ear(play, clock=SystemClock())
    assert not ear.feed.is_working
    with ear.feed.running():
        eventually(lambda: len(ear.heard) >= 2)
        assert ear.feed.is_working
        play.run(*STAKES)
        eventually(lambda: amount(ear.heard[-1]) == 70)
        count = ear.metric("ds_meter_delay_seconds_count")
        assert count is not None
        assert count >= 1
    assert not ear.feed.is_working
    assert "meters" not in {thread.name for thread in threading.enumerate()}
    assert [meter.sequence for meter in ear.heard] == list(range(1, len(ear.heard) + 1))


def test_the_feed_of_a_station_without_a_progressive_waits():
    play = TablePlay(rules="evolution")
    feed = MeterFeed(
        play.record, play.registry, KEY, [], lambda _: None, {}, Metrics(), VirtualClock()
    )
    assert feed.speak_due() == METER_EVERY_MS
    with feed.running():
        assert feed.is_working


def test_a_meter_opened_later_is_said_from_then_on():
    play = TablePlay(rules="evolution")
    ear = Ear(play)
    assert ear.listen() == []
    progressives = Progressives(play.record, play.registry)
    open_main(progressives, "p1", classic(), 5_00, at=play.clock.now())
    assert amount(ear.next()) == 5_00
