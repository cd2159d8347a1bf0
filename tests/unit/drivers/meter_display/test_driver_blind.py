"""A sign that cannot be asked, and loses frames or its memory: nothing stays wrong for long."""

import pytest
from sign_bench import SignBench, a_hit

from dealer_station.messages.device import Life
from drivers.link.steps import Write

DASHES = "-------"
REPEAT_MS = 3_000
REPEAT_AMOUNT_MS = 10_000


@pytest.fixture
def bench():
    made = SignBench(read_back_every=0, renew_ms=60_000).set_up()
    made.keep_fresh(5_431_207, 10_000)  # what is written more than once is by now
    return made


def test_dashes_that_are_lost_are_written_again(bench):
    write, lost = bench.sign._write_string, []

    def deaf(label, value):
        if value.startswith(b"---") and not lost:
            lost.append(bench.now_ms)
            return
        write(label, value)

    bench.sign._write_string = deaf
    bench.run_until(lambda: lost)
    assert bench.visible == "54,312.07"
    took_ms = bench.run_until(lambda: bench.visible == DASHES)
    assert took_ms <= REPEAT_MS + 500


def test_amount_that_is_lost_is_written_again(bench):
    bench.fault("drop")
    bench.keep_fresh(6_000_000, 500)
    assert bench.visible == "54,312.07"
    bench.keep_fresh(6_000_000, REPEAT_AMOUNT_MS + 500)
    assert bench.visible == "60,000.00"


def test_amount_that_stays_flickers_seldom_and_one_that_grows_never(bench):
    before = bench.flickers
    bench.keep_fresh(5_431_207, 30_000)
    assert bench.flickers - before <= 3
    before = bench.flickers
    for cents in range(60):
        bench.keep_fresh(5_431_208 + cents // 4, 500)
    assert bench.flickers == before


@pytest.mark.parametrize(("lost", "hit"), [(1, None), (2, None), (5, None), (2, a_hit())])
def test_message_or_release_that_is_lost_is_written_again(bench, lost, hit):
    bench.keep_fresh(5_431_207, 5_000, hit=a_hit() if hit is None else None)
    write, left = bench.sign._write_text, [lost]

    def deaf(label, data, now_ms):
        if label == "0" and left[0]:
            left[0] -= 1
            return
        write(label, data, now_ms)

    bench.sign._write_text = deaf
    bench.keep_fresh(5_431_207, lost * REPEAT_AMOUNT_MS, hit=hit)
    assert left == [0]
    assert ("WIN 6,034.67" in bench.sign._pages()) is (hit is not None)


def test_texts_are_written_three_times_and_not_for_ever(bench):
    bench.keep_fresh(5_431_207, 60_000, hit=a_hit())
    for start in (b"AA\x1b", b"A0\x1b"):
        assert len([1 for _, data in bench.writes if start in data]) == 3


def test_driver_that_ends_writes_dashes_whatever_it_believes(bench):
    bench.run(4_000)
    bench.sign._contents["a"] = b"99.99"  # the dashes were lost
    bench.fault("drop")  # and so are the next
    bench.perform(bench.driver.closing())
    bench.run(500)
    assert bench.visible == DASHES


def test_sign_that_lost_its_memory_shows_dashes_again_when_they_have_stood_for_long(bench):
    start = bench.sign.allocations
    bench.lose_power(1_000)
    bench.keep_fresh(5_431_207, 70_000)
    assert bench.visible == ""  # a sign that works must not go dark while it shows an amount
    assert bench.sign.allocations == start
    bench.run(60_000)
    bench.run_until(lambda: bench.visible == DASHES, 5_000)
    assert "memory_lost" not in bench.codes
    bench.keep_fresh(6_000_000, 2_000)
    assert (bench.life, bench.visible) == (Life.READY, "60,000.00")


def test_memory_is_not_written_anew_for_dashes_that_pass(bench):
    before = bench.sign.allocations
    for _ in range(3):
        bench.run(50_000)
        bench.keep_fresh(5_431_207, 500)
    assert bench.sign.allocations == before


def test_sign_that_is_asked_is_told_once():
    bench = SignBench(renew_ms=60_000).set_up()
    bench.run(5_000)
    bench.writes.clear()
    bench.run(130_000)
    assert not any(b"\x02G" in data or b"\x02A" in data for _, data in bench.writes)
    assert not any(b"\x02E$" in data for _, data in bench.writes)


def test_driver_that_ends_believes_only_what_the_sign_said():
    bench = SignBench().set_up()
    bench.keep_fresh(5_431_207, 1_000)
    bench.run_until(lambda: b"Ga-----" in bench.writes[-1][1])
    assert any(isinstance(step, Write) for step in bench.driver.closing())
