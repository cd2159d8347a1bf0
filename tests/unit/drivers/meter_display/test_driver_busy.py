"""A meter that moves faster than the sign can be written: everything else gets its turn too."""

from itertools import pairwise

import pytest
from sign_bench import SignBench, a_hit

from dealer_station.messages.device import Life, ReplyResult
from dealer_station.messages.meter_display import METER_LATE_MS
from dealer_station.messages.topics import CommandVerb

DASHES = "-------"
GAPS = pytest.mark.parametrize("gap_ms", [100, 240, 300])


class Busy:
    """A sign whose meter grows by 25 cents at each step."""

    def __init__(self, gap_ms, **profile):
        self.bench = SignBench(**profile).set_up()
        self._gap_ms = gap_ms
        self._amount_minor = 5_431_207

    def run(self, duration_ms, **changes):
        for _ in range(duration_ms // self._gap_ms):
            self._amount_minor += 25
            self.bench.meter(self._amount_minor, **changes)
            self.bench.run(self._gap_ms)

    def times(self, question):
        return [at for at, data in self.bench.writes if question in data]


def longest(times):
    return max(after - before for before, after in pairwise(times))


@GAPS
def test_amount_memory_and_register_are_looked_at(gap_ms):
    busy = Busy(gap_ms, register_ms=10_000)
    start_ms = busy.bench.now_ms
    busy.bench.writes.clear()
    busy.run(30_000)
    assert longest([start_ms, *busy.times(b"\x02Ha"), busy.bench.now_ms]) <= 2_500
    assert longest([start_ms, *busy.times(b"\x02F$"), busy.bench.now_ms]) <= 8_000
    assert len(busy.times(b"\x02F*")) in (2, 3)
    assert len(busy.times(b"\x02Ga")) >= 80  # it stays as quick as README says
    assert any(shown.is_read_back for shown in busy.bench.shown[-10:])


@GAPS
def test_sign_that_falls_silent_is_lost(gap_ms):
    busy = Busy(gap_ms)
    busy.run(5_000)
    busy.bench.device.be_silent(10**9, busy.bench.now_ms)
    busy.run(10_000)
    assert Life.LOST in {word.life for word in busy.bench.words}
    assert busy.bench.newest.what == "blank"


@GAPS
def test_sign_that_lies_is_told(gap_ms):
    busy = Busy(gap_ms)
    busy.bench.sign._write_string = lambda *_: None
    busy.run(10_000)
    assert busy.bench.words[-1].faults == ("read_back_wrong",)


@GAPS
def test_hit_is_released(gap_ms):
    busy = Busy(gap_ms)
    busy.run(4_000, hit=a_hit())
    assert "WIN 6,034.67" in busy.bench.sign._pages()
    busy.run(1_200)
    assert "WIN 6,034.67" not in busy.bench.sign._pages()
    busy.run(3_000)
    assert busy.bench.newest.what == "amount"


@GAPS
def test_commands_are_answered(gap_ms):
    busy = Busy(gap_ms)
    busy.bench.command(CommandVerb.SELF_TEST, "test")
    busy.bench.command(CommandVerb.IDENTIFY, "where")
    busy.run(4_000)
    assert {n: a.result for n, a in busy.bench.answers.items()} == {
        "test": ReplyResult.DONE,
        "where": ReplyResult.DONE,
    }


@GAPS
def test_driver_comes_up_under_it(gap_ms):
    busy = Busy(gap_ms)
    busy.bench.kill_driver()
    busy.run(8_000)
    assert busy.bench.life is Life.READY


@GAPS
def test_dashes_wait_for_nothing(gap_ms):
    busy = Busy(gap_ms)
    busy.run(10_000)
    took_ms = busy.bench.run_until(lambda: busy.bench.visible == DASHES)
    assert took_ms <= METER_LATE_MS - gap_ms + 500
