"""A sign of several levels (DSP-10): each in full and in turn, never ahead, never stale."""

from itertools import groupby, pairwise
from operator import attrgetter

import pytest
from sign_bench import SignBench, a_hit

from dealer_station.messages.meter_display import LevelAmount, LevelCap, MeterState, OverflowTo
from drivers.meter_display.picture import LevelOnSign

DASHES = "-------"
GRAND, MINI = 5_431_207, 55_07
LEVELS = (LevelOnSign("grand", "GRAND"), LevelOnSign("mini", "MINI"))


def levels(grand=GRAND, mini=MINI, state=MeterState.LIVE):
    amounts = {"major": 7_777_777, "grand": grand, "mini": mini}
    return {
        "levels": tuple(
            LevelAmount(level=level, amount_minor=minor, state=state)
            for level, minor in amounts.items()
        )
    }


def bench_of(*, width=16, **fields):
    bench = SignBench(rules={"levels": LEVELS, "width": width}, **fields)
    bench.keep_fresh(0, 3_000, **levels())
    return bench


def stood(bench):
    """Every text of the glass with how long it stood; what stands there now is left out."""
    runs = groupby(bench.entries, key=attrgetter("visible"))
    begun = [(text, next(entries).at) for text, entries in runs]
    both = [(text, end - start) for (text, start), (_, end) in pairwise(begun)]
    return [(text, ms) for text, ms in both if text not in ("", DASHES, "self test")]


def test_each_level_stands_with_its_name_for_its_whole_time():
    bench = bench_of()
    flickers = bench.flickers
    bench.keep_fresh(0, 18_000, **levels())
    turns = stood(bench)
    assert [text for text, _ in turns][:4] == ["GRAND 54,312.07", "MINI 55.07"] * 2
    assert all(ms >= 3_000 for _, ms in turns)
    assert bench.flickers == flickers
    assert not any("77,777" in text for text in bench.seen)
    told = {(s.level, s.what, s.amount_minor, s.text) for s in bench.shown if s.is_read_back}
    assert told >= {
        ("grand", "amount", GRAND, "GRAND 54,312.07"),
        ("mini", "amount", MINI, "MINI 55.07"),
    }
    assert bench.codes == []


def test_a_name_that_does_not_fit_beside_its_amount_stands_before_it():
    bench = bench_of(width=14)
    bench.keep_fresh(0, 14_000, **levels())
    turns = stood(bench)
    assert [text for text, _ in turns][:4] == ["GRAND", "54,312.07", "MINI 55.07", "GRAND"]
    assert all(ms >= 3_000 for _, ms in turns)
    told = {(s.level, s.what, s.amount_minor, s.text) for s in bench.shown if s.is_read_back}
    assert ("grand", "notice", None, "GRAND") in told


def test_amounts_move_while_they_stand_and_none_is_ahead_or_left_behind():
    bench = bench_of()
    meters = {}
    for step in range(60):
        amounts = {"grand": GRAND + 3 * step, "mini": MINI + step}
        meters[bench.now_at] = amounts
        bench.meter(0, **levels(**amounts))
        bench.run(400)
    for entry in bench.entries:
        name, _, amount = entry.visible.partition(" ")
        if name.lower() not in ("grand", "mini") or entry.at < min(meters):
            continue
        minor = int(amount.replace(",", "").replace(".", ""))
        newest = [made[name.lower()] for at, made in meters.items() if at <= entry.at]
        # Told the moment that it is written: the meter's, or the one just before it.
        assert minor in newest[-3:]
    assert len({text for text in bench.seen if text.startswith("MINI")}) > 5


def test_late_meter_blanks_whatever_level_stands_and_both_come_back():
    bench = bench_of()
    for _ in range(2):
        for label in ("GRAND", "MINI"):
            while not bench.visible.startswith(label):
                bench.keep_fresh(0, 500, **levels())
            assert bench.run_until(lambda: bench.visible == DASHES) <= 2_500
            before = len(bench.seen)
            bench.run(8_000)
            assert bench.seen[before:] == ()
            assert bench.newest.what == "blank"


def test_level_that_may_not_be_shown_has_no_turn():
    bench = bench_of()
    bench.keep_fresh(0, 4_000, **levels(grand=10**14, mini=MINI + 1))
    before = len(bench.seen)
    bench.keep_fresh(0, 8_000, **levels(grand=10**14, mini=MINI + 1))
    assert (bench.visible, bench.seen[before:]) == ("MINI 55.08", ())
    assert bench.codes == ["amount_too_long"]
    assert bench.words[-1].faults == ("amount_too_long",)
    bench.keep_fresh(0, 1_000, **levels(state=MeterState.SUSPENDED))
    assert (bench.visible, bench.words[-1].faults) == (DASHES, ())


@pytest.mark.parametrize("width", [14, 16])
def test_nothing_rotates_away_during_a_hit_which_names_its_level(width):
    bench = bench_of(width=width)
    hit = a_hit(MINI, level="mini", table="CS 1")
    while not bench.visible.startswith("GRAND"):
        bench.keep_fresh(0, 500, **levels())
    before = len(bench.seen)
    bench.keep_fresh(0, 1_000, **levels(mini=10_00), hit=hit)
    before = bench.seen.index("WIN MINI 55.07") if width == 16 else len(bench.seen)
    bench.keep_fresh(0, 19_000, **levels(mini=10_00), hit=hit)
    during = set(bench.seen[before:])
    told = {"WIN MINI 55.07", "CS 1", "MINI 10.00"}
    assert during == told
    assert (bench.newest.what, bench.newest.level) == ("hit", "mini")
    assert bench.newest.amount_minor == MINI
    bench.keep_fresh(0, 3_000, **levels(mini=10_00))
    # The new value of what was won has its whole turn first.
    assert bench.visible == "MINI 10.00"
    bench.keep_fresh(0, 2_000, **levels(mini=10_00))
    assert bench.visible.startswith("GRAND")


def test_hit_of_a_level_that_the_sign_does_not_show_changes_nothing():
    bench = bench_of()
    bench.keep_fresh(0, 8_000, **levels(), hit=a_hit(level="major"))
    assert not any("WIN" in text for text in bench.seen)
    assert {"GRAND 54,312.07", "MINI 55.07"} <= set(bench.seen)


def test_sign_that_cannot_be_asked_rotates_too():
    bench = bench_of(read_back_every=0)
    bench.keep_fresh(0, 10_000, **levels())
    turns = stood(bench)
    assert [text for text, _ in turns][:2] == ["GRAND 54,312.07", "MINI 55.07"]
    assert all(ms >= 3_000 for _, ms in turns)
    assert not bench.newest.is_read_back


def test_killed_driver_goes_on_and_shows_only_what_is_fresh():
    bench = bench_of()
    bench.kill_driver()
    bench.keep_fresh(0, 10_000, **levels(grand=GRAND + 1, mini=MINI + 1))
    assert {"GRAND 54,312.08", "MINI 55.08"} <= set(bench.seen)
    assert bench.newest.is_read_back


# ---------------------------------------------------------------- at a cap (PRG-05)


def capped(amount, cap=25_000_000, level="main"):
    said = LevelCap(cap_minor=cap, is_reached=amount == cap, overflow_to=OverflowTo.RESERVE)
    return {
        "levels": (LevelAmount(level=level, amount_minor=amount, state=MeterState.LIVE, cap=said),)
    }


def values_written(bench, since):
    """The bytes of every amount that went out, without sync and checksum."""
    frames = [data for at, data in bench.writes if at >= since]
    bodies = [frame.partition(b"\x02")[2].partition(b"\x03")[0] for frame in frames]
    return [body for body in bodies if body.startswith(b"G")]


def test_an_amount_at_its_cap_stands_still_with_one_word_and_nothing_turns():
    bench = SignBench(rules={"width": 14})
    bench.keep_fresh(0, 3_000, **capped(24_999_999))
    assert bench.visible == "249,999.99"
    flickers, since = bench.flickers, bench.now_ms
    bench.keep_fresh(0, 12_000, **capped(25_000_000))
    assert bench.visible == "250,000.00 MAX"
    assert values_written(bench, since) == [b"Ga250,000.00 MAX"]
    assert bench.flickers == flickers
    told = (bench.newest.what, bench.newest.amount_minor, bench.newest.text)
    assert told == ("amount", 25_000_000, "250,000.00 MAX")
    assert bench.newest.is_read_back


def test_a_notice_that_does_not_fit_takes_turns_with_the_whole_amount_of_a_sign_of_one_level():
    bench = SignBench(rules={"width": 14, "at_cap": "AT ITS CAP"})
    bench.keep_fresh(0, 3_000, **capped(24_999_999))
    flickers = bench.flickers
    bench.keep_fresh(0, 18_000, **capped(25_000_000))
    turns = [turn for turn in stood(bench) if turn[0] != "249,999.99"]
    assert [text for text, _ in turns][:4] == ["250,000.00", "AT ITS CAP"] * 2
    assert all(ms >= 3_000 for _, ms in turns)
    assert bench.flickers == flickers
    told = {(s.what, s.text, s.amount_minor) for s in bench.shown if s.is_read_back}
    assert ("notice", "AT ITS CAP", None) in told
    assert bench.codes == []


def test_a_hit_at_the_cap_takes_the_notice_off_with_the_amount():
    bench = SignBench(rules={"width": 14})
    bench.keep_fresh(0, 5_000, **capped(25_000_000))
    since = len(bench.seen)
    hit = a_hit(25_000_000, table="CS 1")
    bench.keep_fresh(0, 20_000, **capped(100_000), hit=hit)
    assert set(bench.seen[since:]) == {"WIN 250,000.00", "CS 1", "1,000.00"}
    bench.keep_fresh(0, 5_000, **capped(100_000))
    assert bench.visible == "1,000.00"


def test_a_late_meter_at_its_cap_leaves_dashes_without_a_word():
    bench = SignBench(rules={"width": 13})
    bench.keep_fresh(0, 9_000, **capped(25_000_000))
    assert {"250,000.00", "MAX"} <= set(bench.seen)
    bench.run(2_500)
    since = len(bench.seen)
    bench.run(8_000)
    assert set(bench.seen[since:]) <= {DASHES}
    assert bench.visible == DASHES


def test_a_meter_that_tells_no_caps_is_shown_as_before():
    bench = SignBench(rules={"width": 14})
    for _ in range(8):
        bench.take(bench.signer.meter_v1(25_000_000))
        bench.run(500)
    assert bench.visible == "250,000.00"
    assert (bench.newest.what, bench.newest.is_read_back) == ("amount", True)
