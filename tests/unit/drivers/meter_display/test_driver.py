"""A sign's driver against a simulated sign, in virtual time: what is shown, and what is told."""

from itertools import pairwise

import pytest
from sign_bench import LEVEL, SIGN, SignBench, Signer

from dealer_station.messages.device import Life
from dealer_station.messages.meter_display import METER_LATE_MS, LevelAmount, MeterState
from drivers.meter_display.simulated_sign import Make
from drivers.meter_display.wording import AmountStyle

DASHES = "-------"


@pytest.fixture
def bench():
    return SignBench().set_up()


def has_digit(text):
    return any(letter.isdigit() for letter in text)


# ---------------------------------------------------------------- coming up


def test_fresh_sign_is_asked_given_its_files_and_shows_the_amount():
    bench = SignBench()
    bench.set_up()
    assert bench.life is Life.READY
    assert bench.sign.allocations == 2
    assert bench.described[-1].firmware == "1044-160B"
    assert bench.sign.frames_lost == 0
    assert (bench.newest.what, bench.newest.text) == ("amount", "54,312.07")
    assert bench.newest.amount_minor == 5_431_207
    assert bench.newest.is_read_back
    assert bench.newest.level == LEVEL
    assert bench.newest.device == SIGN
    assert bench.codes == []


def test_sign_without_a_fresh_meter_shows_dashes_from_the_beginning():
    bench = SignBench()
    bench.run_until(lambda: bench.visible == DASHES)
    bench.run(1_000)
    assert bench.life is Life.READY
    assert bench.words[-1].reason == "dashes: no fresh meter, the station is away"
    assert (bench.newest.what, bench.newest.text, bench.newest.amount_minor) == (
        "blank",
        DASHES,
        None,
    )
    assert not any(has_digit(text) for text in bench.seen)


def test_memory_is_written_only_where_the_sign_has_not_what_it_needs(bench):
    bench.kill_driver()
    before = bench.flickers
    bench.keep_fresh(5_431_207, 3_000)
    assert bench.is_running
    assert bench.sign.allocations == 2
    assert bench.flickers == before  # nothing that stood there was written again
    assert bench.newest.text == "54,312.07"
    assert bench.newest.is_read_back
    assert all(b"\x02H" in data or b"\x02B" in data or b"\x02F" in data for _, data in bench.writes)


def test_table_of_others_is_replaced_and_one_that_suits_is_kept():
    bench = SignBench(value_size=20).set_up()
    bench.profile = SignBench(value_size=24).profile
    bench.kill_driver()
    bench.keep_fresh(5_431_207, 4_000)
    assert bench.sign.allocations == 4
    assert bench.visible == "54,312.07"


def test_sign_that_needs_no_clear_gets_none():
    bench = SignBench(make=Make(reset_ms=300, needs_clear=False), has_clear=False).set_up()
    assert not any(b"\x02E$\x03" in data for _, data in bench.writes)
    assert bench.sign.allocations == 1


# ---------------------------------------------------------------- the amount


def test_amount_changes_by_its_string_alone_and_never_flickers(bench):
    before = bench.flickers
    start = len(bench.writes)
    for cents in range(20):
        bench.meter(5_431_207 + cents * 25)
        bench.run(500)
    assert bench.visible == "54,316.82"
    assert bench.flickers == before
    sent = [data[11:13] for _, data in bench.writes[start:]]
    assert set(sent) <= {b"Ga", b"Ha", b"F$"}
    assert [s.text for s in bench.shown if s.is_read_back][-20:][0] == "54,312.07"


def test_equal_amount_is_not_written_again(bench):
    start = len(bench.writes)
    bench.keep_fresh(5_431_207, 10_000)
    assert not any(b"\x02G" in data for _, data in bench.writes[start:])


def test_newest_value_wins_and_writes_keep_their_distance(bench):
    start = len(bench.writes)
    for cents in range(100):
        bench.meter(5_431_207 + cents)
        bench.run(20)
    bench.run(600)
    assert bench.visible == "54,313.06"
    written = [at for at, data in bench.writes[start:] if b"\x02G" in data]
    assert 3 <= len(written) <= 10
    assert all(after - before >= 250 for before, after in pairwise(written))
    assert bench.sign.frames_lost == 0


def test_value_is_read_back_after_every_write_and_told_twice(bench):
    bench.meter(6_000_000)
    bench.run(600)
    assert [(s.text, s.is_read_back) for s in bench.shown[-2:]] == [
        ("60,000.00", False),
        ("60,000.00", True),
    ]
    assert (bench.newest.epoch, bench.newest.sequence) == (1, bench.signer.sequence)


def test_amount_that_stands_is_read_and_told_again_from_time_to_time():
    bench = SignBench(register_ms=5_000).set_up()
    bench.keep_fresh(5_431_207, 1_000)
    told = len(bench.shown)
    bench.keep_fresh(5_431_207, 10_500)
    assert len(bench.shown) - told == 2
    assert bench.newest.is_read_back
    assert bench.newest.sequence > bench.shown[told].sequence


def test_value_is_read_back_every_nth_time_and_when_it_stands():
    bench = SignBench(read_back_every=3).set_up()
    bench.keep_fresh(5_431_207, 3_000)
    assert bench.newest.is_read_back
    start = len(bench.writes)
    for cents in (1, 2, 3, 4):
        bench.meter(6_000_000 + cents)
        bench.run(600)
    reads = [data for _, data in bench.writes[start:] if b"\x02H" in data]
    assert len(reads) == 1
    assert not bench.newest.is_read_back
    bench.keep_fresh(6_000_004, 2_500)
    assert bench.newest.is_read_back


def test_amount_is_written_in_the_house_s_style():
    style = AmountStyle(thousands=" ", decimal=",", before="", after=" PLN")
    bench = SignBench(rules={"style": style})
    bench.keep_fresh(5_431_207, 3_000)
    assert bench.visible == "54 312,07 PLN"


def test_number_that_does_not_fit_is_never_written(bench):
    bench.meter(1_234_567_890_123)
    bench.run(1_000)
    assert bench.visible == DASHES
    assert bench.codes == ["amount_too_long"]
    assert bench.words[-1].faults == ("amount_too_long",)
    assert (bench.newest.what, bench.newest.amount_minor) == ("blank", None)
    bench.meter(5_500_000)
    bench.run(600)
    assert bench.visible == "55,000.00"
    assert bench.life is Life.READY


def test_meter_without_the_level_is_a_fault_and_dashes(bench):
    levels = (LevelAmount(level="minor", amount_minor=100, state=MeterState.LIVE),)
    bench.meter(0, levels=levels)
    bench.run(600)
    assert bench.visible == DASHES
    assert bench.words[-1].faults == ("level_missing",)
    bench.meter(5_431_208)
    bench.run(600)
    assert (bench.visible, bench.life) == ("54,312.08", Life.READY)


@pytest.mark.parametrize(("shows", "expected"), [(False, DASHES), (True, "10.00")])
def test_suspended_level_is_shown_only_where_the_house_says_so(shows, expected):
    bench = SignBench(rules={"shows_suspended": shows})
    levels = (LevelAmount(level=LEVEL, amount_minor=1_000, state=MeterState.SUSPENDED),)
    bench.keep_fresh(0, 4_000, levels=levels)
    assert bench.visible == expected
    assert bench.life is Life.READY


def test_another_progressive_s_meter_is_none_of_ours(bench):
    bench.meter(99_999, progressive="baccarat")
    bench.run(600)
    assert bench.visible == "54,312.07"
    assert bench.life is Life.READY


# ---------------------------------------------------------------- freshness (DSP-09)


def test_amount_goes_when_no_fresh_meter_came_for_two_seconds(bench):
    bench.meter(5_431_208)
    bench.run(500)
    since = bench.now_ms - 500
    bench.run_until(lambda: bench.visible == DASHES)
    assert METER_LATE_MS <= bench.now_ms - since <= METER_LATE_MS + 400
    bench.run(1_000)
    assert (bench.newest.what, bench.newest.text, bench.newest.is_read_back) == (
        "blank",
        DASHES,
        True,
    )
    assert bench.life is Life.READY
    bench.meter(5_431_209)
    bench.run(600)
    assert bench.visible == "54,312.09"


def test_late_meter_darkens_the_sign_in_the_middle_of_a_read_back_too(bench):
    bench.meter(5_431_208)
    bench.run(METER_LATE_MS - 300)
    bench.fault("drop")
    bench.fault("drop")
    bench.run_until(lambda: bench.visible == DASHES)
    assert bench.now_ms  # it came, whatever went unanswered


def test_broker_that_leaves_changes_nothing_until_the_meter_is_late(bench):
    bench.perform(bench.driver.station(is_there=True, now_ms=bench.now_ms, now_at=bench.now_at))
    bench.meter(5_431_208)
    bench.run(600)
    bench.perform(bench.driver.station(is_there=False, now_ms=bench.now_ms, now_at=bench.now_at))
    bench.run(600)
    assert bench.visible == "54,312.08"
    bench.run(2_000)
    assert bench.visible == DASHES
    assert "the station is away" in bench.words[-1].reason


def test_retained_meter_is_never_shown():
    bench = SignBench()
    bench.run_until(lambda: bench.is_running)
    bench.meter(7_777_777, is_fresh=False)
    bench.run(2_000)
    assert bench.visible == DASHES
    assert not any(has_digit(text) for text in bench.seen)
    assert bench.codes == []
    bench.meter(7_777_778)
    bench.run(600)
    assert bench.visible == "77,777.78"


def test_retained_meter_does_not_keep_an_amount_fresh(bench):
    for _ in range(10):
        bench.meter(5_431_300, is_fresh=False)
        bench.run(500)
    assert bench.visible == DASHES


# ---------------------------------------------------------------- trust


def test_wrong_signature_is_not_shown_and_stands_as_a_fault_while_it_lasts(bench):
    forged = bench.signer.meter(9_999_999)
    forged = forged.model_copy(update={"sent_at": forged.sent_at + 1})
    bench.take(forged)
    bench.run(600)
    assert bench.visible == "54,312.07"
    assert (bench.life, bench.words[-1].faults) == (Life.DEGRADED, ("meter_untrusted",))
    assert bench.codes == ["meter_untrusted"]
    assert "does not hold" in bench.faults_stored[0].detail
    for _ in range(6):
        bench.take(forged)
        bench.run(500)
    assert bench.visible == DASHES  # it did not count as fresh
    assert bench.codes == ["meter_untrusted"]
    bench.meter(5_431_209)
    bench.run(600)
    assert (bench.visible, bench.life) == ("54,312.09", Life.READY)


def test_unknown_key_is_not_shown(bench):
    stranger = Signer(seed=2)
    stranger.sequence = 1_000
    bench.take(stranger.meter(9_999_999))
    bench.run(600)
    assert bench.visible == "54,312.07"
    assert "no public key" in bench.faults_stored[0].detail


@pytest.mark.parametrize("epoch", [0, 1])
def test_meter_that_is_not_newer_is_not_shown(bench, epoch):
    old = bench.signer.meter(100, epoch=epoch, sequence=1)
    bench.take(old)
    bench.run(600)
    assert bench.visible == "54,312.07"
    assert bench.words[-1].faults == ("meter_untrusted",)
    assert "an old meter came again" in bench.faults_stored[0].detail


def test_same_message_again_is_neither_a_fault_nor_fresh(bench):
    newest = bench.signer.meter(5_431_208)
    for _ in range(8):
        bench.take(newest)
        bench.run(500)
    assert bench.visible == DASHES
    assert bench.codes == []


def test_new_owner_s_epoch_begins_its_sequence_anew(bench):
    bench.meter(6_000_000, epoch=2, sequence=1)
    bench.run(600)
    assert bench.visible == "60,000.00"
    bench.meter(7_000_000, epoch=1, sequence=9_999)
    bench.run(600)
    assert bench.visible == "60,000.00"


def test_old_meters_stay_refused_after_a_restart(bench):
    bench.keep_fresh(5_431_207, 11_000)
    old = bench.signer.meter(100, sequence=3)
    bench.kill_driver()
    bench.run(3_000)
    bench.take(old)
    bench.run(1_000)
    assert bench.codes == ["meter_untrusted"]
    assert bench.visible == DASHES


def test_retained_meter_makes_all_older_ones_old():
    bench = SignBench()
    bench.run_until(lambda: bench.is_running)
    bench.meter(500, sequence=50, is_fresh=False)
    bench.meter(400, sequence=40)
    bench.run(600)
    assert bench.visible == DASHES
    assert bench.codes == ["meter_untrusted"]
    bench.meter(500, sequence=50)  # the broker may bring the newest both ways
    bench.run(600)
    assert bench.visible == "5.00"
