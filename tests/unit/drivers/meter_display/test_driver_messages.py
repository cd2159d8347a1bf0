"""A sign's driver against a simulated sign: hits, unverified signs, commands, the end."""

import pytest
from sign_bench import SIGN, SignBench, a_hit

from dealer_station.messages.device import ReplyResult
from dealer_station.messages.topics import CommandVerb
from drivers.link.steps import Pause, Write
from drivers.meter_display.name_search import IDENTIFY_MS

DASHES = "-------"


@pytest.fixture
def bench():
    return SignBench().set_up()


# ---------------------------------------------------------------- a hit (DSP-06, 07, 08, 10)


def test_hit_tells_table_and_amount_in_turn_with_the_new_value(bench):
    bench.keep_fresh(1_000_000, 10_000, hit=a_hit())
    assert bench.seen[bench.seen.index("54,312.07") + 1 :][:4] == (
        "WIN 6,034.67",
        "Caribbean",
        "Stud 1",
        "10,000.00",
    )
    assert (bench.newest.what, bench.newest.amount_minor) == ("hit", 603_467)
    assert bench.newest.text == "WIN 6,034.67 / Caribbean / Stud 1"
    assert bench.newest.is_read_back
    bench.keep_fresh(1_000_100, 1_000)
    assert bench.visible == "10,001.00"
    assert (bench.newest.what, bench.newest.text) == ("amount", "10,001.00")
    assert any(data.endswith(b"\x02A0\x030076\x04") for _, data in bench.writes)


def test_pages_of_a_long_hit_are_no_wider_than_the_glass(bench):
    bench.keep_fresh(1_000_000, 1_000, hit=a_hit(123_456_789))
    assert bench.sign._pages() == ("WIN", "1,234,567.89", "Caribbean", "Stud 1", "10,000.00")
    assert (bench.newest.what, bench.newest.amount_minor) == ("hit", 123_456_789)


def test_hit_of_which_not_even_the_amount_fits_is_told_without_it(bench):
    bench.keep_fresh(1_000_000, 1_000, hit=a_hit(10**12))
    assert bench.sign._pages() == ("WIN -------", "Caribbean", "Stud 1", "10,000.00")
    assert (bench.newest.what, bench.newest.amount_minor) == ("hit", None)
    assert bench.codes == ["amount_too_long"]
    bench.keep_fresh(1_000_000, 1_000)
    assert bench.words[-1].faults == ()


def test_hit_stands_before_the_old_value_has_fallen(bench):
    bench.meter(1_000_000, hit=a_hit())
    bench.run_until(lambda: bench.visible != "54,312.07")
    assert bench.visible == "WIN 6,034.67"


def test_value_goes_on_growing_while_a_hit_stands(bench):
    before = bench.flickers
    for cents in range(20):
        bench.meter(1_000_000 + cents, hit=a_hit())
        bench.run(500)
    assert {"10,000.18", "10,000.19"} <= set(bench.seen)
    assert bench.flickers == before


def test_hit_goes_with_the_freshness_of_its_meter(bench):
    bench.keep_fresh(1_000_000, 1_000, hit=a_hit())
    bench.run_until(lambda: bench.visible == DASHES)
    bench.run(10_000)
    assert bench.visible == DASHES


def test_hit_of_another_level_is_not_this_sign_s(bench):
    bench.keep_fresh(5_431_207, 2_000, hit=a_hit(level="minor"))
    assert bench.visible == "54,312.07"


def test_hit_s_names_are_plain_and_fit():
    bench = SignBench().set_up()
    bench.keep_fresh(1_000_000, 8_000, hit=a_hit(table="Stół Żółty № " + "x" * 400))
    assert any(text.startswith("Stol Zolty No") for text in bench.seen)
    assert max(len(text) for text in bench.seen) <= bench.rules.width
    longest = max(len(data) for _, data in bench.writes if b"\x02A0" in data)
    assert longest <= 125 + 20


def test_killed_driver_releases_a_hit_that_is_over(bench):
    bench.keep_fresh(1_000_000, 2_000, hit=a_hit())
    bench.kill_driver()
    bench.keep_fresh(1_000_000, 2_000)
    assert bench.visible == "10,000.00"


# ---------------------------------------------------------------- a sign that cannot be asked


def test_unverified_sign_is_written_unseen_and_says_so():
    bench = SignBench(read_back_every=0)
    bench.keep_fresh(5_431_207, 4_000)
    assert bench.visible == "54,312.07"
    assert (bench.newest.text, bench.newest.is_read_back) == ("54,312.07", False)
    assert bench.words[-1].reason == "unverified: the sign cannot be asked what it shows"
    assert not any(data[11:12] in (b"F", b"H", b"B") for _, data in bench.writes)
    assert bench.described == []
    bench.meter(5_500_000)
    bench.run(400)
    assert bench.visible == "55,000.00"


def test_unverified_sign_is_told_everything_again_on_a_new_line():
    bench = SignBench(read_back_every=0)
    bench.keep_fresh(5_431_207, 4_000)
    bench.unplug()
    bench.run(300)
    bench.plug()
    bench.keep_fresh(5_431_207, 4_000)
    assert bench.visible == "54,312.07"
    assert bench.sign.allocations == 2


# ---------------------------------------------------------------- commands and the end


def test_identify_shows_the_name_for_a_while(bench):
    bench.command(CommandVerb.IDENTIFY, "where")
    bench.keep_fresh(5_431_207, 1_000)
    assert bench.visible == SIGN
    assert bench.answers["where"].result is ReplyResult.DONE
    assert (bench.newest.what, bench.newest.text) == ("blank", SIGN)
    bench.keep_fresh(5_431_207, IDENTIFY_MS)
    assert bench.visible == "54,312.07"
    assert bench.newest.what == "amount"


def test_second_search_lets_the_name_stand_longer_and_both_are_answered(bench):
    bench.command(CommandVerb.IDENTIFY, "one")
    bench.command(CommandVerb.IDENTIFY, "two")
    bench.keep_fresh(5_431_207, 3_000)
    bench.command(CommandVerb.IDENTIFY, "three")
    bench.keep_fresh(5_431_207, 3_000)
    assert bench.visible == SIGN
    bench.keep_fresh(5_431_207, 3_000)
    assert bench.visible == "54,312.07"
    assert {n: a.result for n, a in bench.answers.items()} == dict.fromkeys(
        ("one", "two", "three"), ReplyResult.DONE
    )


def test_search_that_does_not_get_onto_the_sign_in_time_is_answered(bench):
    bench.keep_fresh(5_431_207, 1_000)
    bench.driver._host._exchange.may_write = lambda _: False
    bench.command(CommandVerb.IDENTIFY, "where")
    bench.keep_fresh(5_431_207, IDENTIFY_MS + 100)
    assert bench.answers["where"].result is ReplyResult.FAILED
    assert bench.answers["where"].error == "the name did not get onto the sign in time"


def test_hit_comes_before_a_search_for_the_sign(bench):
    bench.command(CommandVerb.IDENTIFY, "where")
    bench.meter(1_000_000, hit=a_hit())
    bench.run(600)
    assert bench.visible == "WIN 6,034.67"
    assert bench.answers["where"].result is ReplyResult.FAILED
    bench.command(CommandVerb.IDENTIFY, "again")
    assert bench.answers["again"].result is ReplyResult.REFUSED


def test_self_test_asks_the_sign(bench):
    bench.command(CommandVerb.SELF_TEST, "test")
    bench.keep_fresh(5_431_207, 1_000)
    assert bench.answers["test"].result is ReplyResult.DONE
    bench.sign.garbled()
    bench.command(CommandVerb.SELF_TEST, "again")
    bench.keep_fresh(5_431_207, 1_000)
    assert bench.answers["again"].result is ReplyResult.FAILED
    assert bench.answers["again"].error == "error register: checksum wrong"


class Dumb:
    """A sign that does not answer for its error register so many times."""

    def __init__(self, bench, times):
        self._tell, self.left = bench.sign._tell, times
        bench.sign._tell = self

    def __call__(self, function):
        if function == "*" and self.left:
            self.left -= 1
            return None
        return self._tell(function)


@pytest.mark.parametrize(("lost", "result"), [(1, ReplyResult.DONE), (9, ReplyResult.FAILED)])
def test_self_test_is_asked_once_more_where_a_reply_is_lost(bench, lost, result):
    bench.keep_fresh(5_431_207, 1_000)
    dumb = Dumb(bench, lost)
    bench.command(CommandVerb.SELF_TEST, "test")
    bench.keep_fresh(5_431_207, 3_000)
    assert bench.answers["test"].result is result
    assert dumb.left == max(0, lost - 2)
    assert bench.dropped == []
    if lost > 1:
        assert bench.answers["test"].error == "the sign did not answer"


def test_commands_that_cannot_be_carried_out_are_answered():
    bench = SignBench()
    bench.command(CommandVerb.IDENTIFY, "a")
    bench.command(CommandVerb.SELF_TEST, "b")
    assert bench.answers["a"].result is ReplyResult.REFUSED
    assert bench.answers["b"].result is ReplyResult.FAILED
    bench = SignBench(read_back_every=0)
    bench.command(CommandVerb.SELF_TEST, "c")
    assert bench.answers["c"].result is ReplyResult.REFUSED


def test_line_that_breaks_ends_the_commands_under_way(bench):
    bench.command(CommandVerb.IDENTIFY, "a")
    bench.command(CommandVerb.SELF_TEST, "b")
    bench.unplug()
    bench.run(100)
    assert {n: a.result for n, a in bench.answers.items()} == {
        "a": ReplyResult.FAILED,
        "b": ReplyResult.FAILED,
    }


def test_what_lasts_cannot_be_cleared_and_what_is_over_is(bench):
    bench.meter(1_234_567_890_123)
    bench.run(100)
    bench.command(CommandVerb.CLEAR_FAULT, "too-early", faults=("amount_too_long",))
    assert bench.answers["too-early"].result is ReplyResult.REFUSED
    bench.meter(100)
    bench.run(100)
    bench.command(CommandVerb.CLEAR_FAULT, "now", faults=("amount_too_long",))
    assert bench.answers["now"].result is ReplyResult.DONE


def test_driver_that_ends_takes_the_amount_off_the_sign(bench):
    bench.perform(bench.driver.closing())
    bench.run(100)
    assert bench.visible == DASHES
    assert bench.newest.what == "blank"
    assert bench.sign.frames_lost == 0
    assert bench.notes


def test_driver_that_ends_takes_a_hit_off_too(bench):
    bench.keep_fresh(1_000_000, 1_000, hit=a_hit())
    bench.perform(bench.driver.closing())
    bench.now_ms += 200
    bench._device()
    assert bench.visible == DASHES
    assert bench.sign.frames_lost == 0


def test_driver_that_ends_leaves_dashes_and_a_closed_line_alone():
    bench = SignBench()
    assert not any(isinstance(step, Write) for step in bench.driver.closing())
    bench.run_until(lambda: bench.visible == DASHES)
    bench.run(1_000)
    steps = bench.driver.closing()
    assert not any(isinstance(step, Write | Pause) for step in steps)


def test_wishes_are_for_others(bench):
    assert bench.driver.desired(SIGN, None, 0, 0) == []
    with pytest.raises(AssertionError, match="not on this line"):
        bench.driver.counts("sign-2")
