"""A sign that misses messages and releases: both come in the end, and nothing false is told."""

import pytest
from sign_bench import SignBench, a_hit

from dealer_station.messages.device import Life


@pytest.fixture
def bench():
    return SignBench().set_up()


class Deaf:
    """A sign that takes nothing into its message file for so many writes of a kind."""

    def __init__(self, bench, writes, *, of_releases):
        self._write = bench.sign._write_text
        self.left = writes
        self._of_releases = of_releases
        bench.sign._write_text = self

    def __call__(self, label, data, now_ms):
        if label == "0" and bool(data) is not self._of_releases and self.left:
            self.left -= 1
            return
        self._write(label, data, now_ms)


@pytest.mark.parametrize("lost", [1, 2, 5])
def test_release_that_is_lost_comes_in_the_end(bench, lost):
    bench.keep_fresh(5_431_207, 2_000, hit=a_hit())
    deaf = Deaf(bench, lost, of_releases=True)
    bench.keep_fresh(5_431_207, 25_000)
    assert deaf.left == 0
    assert bench.sign._pages() == ("54,312.07",)
    assert (bench.newest.what, bench.newest.is_read_back) == ("amount", True)
    assert bench.life is Life.READY


def test_message_that_will_not_go_is_told_as_what_stands(bench):
    bench.keep_fresh(5_431_207, 2_000, hit=a_hit())
    Deaf(bench, 10**6, of_releases=True)
    bench.keep_fresh(5_431_207, 2_000)
    start = len(bench.shown)
    bench.keep_fresh(5_431_207, 30_000)
    assert {(s.what, s.amount_minor) for s in bench.shown[start:]} == {("hit", None)}
    assert "WIN 6,034.67" in bench.newest.text
    assert bench.newest.is_read_back
    assert bench.words[-1].faults == ("read_back_wrong",)


def test_message_that_will_not_go_does_not_keep_a_new_driver_from_its_work(bench):
    bench.keep_fresh(5_431_207, 2_000, hit=a_hit())
    bench.kill_driver()
    Deaf(bench, 10**6, of_releases=True)
    bench.keep_fresh(5_431_207, 10_000)
    assert bench.life is Life.DEGRADED
    assert "WIN" in bench.newest.text


@pytest.mark.parametrize("lost", [1, 2, 3])
def test_hit_that_is_lost_is_shown_in_the_end(bench, lost):
    Deaf(bench, lost, of_releases=False)
    bench.keep_fresh(5_431_207, 15_000, hit=a_hit())
    assert bench.sign._pages()[0] == "WIN 6,034.67"
    assert (bench.newest.what, bench.newest.is_read_back) == ("hit", True)


def test_hit_that_is_not_taken_is_not_told(bench):
    Deaf(bench, 10**6, of_releases=False)
    bench.keep_fresh(5_431_207, 15_000, hit=a_hit())
    assert {shown.what for shown in bench.shown if shown.is_read_back} == {"amount"}
    start = len(bench.shown)
    bench.keep_fresh(5_431_207, 15_000, hit=a_hit())
    assert all(shown.what == "amount" for shown in bench.shown[start:])
    assert bench.newest.text == "54,312.07"
    assert bench.words[-1].faults == ("read_back_wrong",)
