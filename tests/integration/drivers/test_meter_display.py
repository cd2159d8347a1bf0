"""A meter from MQTT to the glass: real brokers, the real driver, a sign on a pseudo-terminal."""

import signal
import time

import pytest
from brokers import eventually
from sign_bench import Signer, a_hit
from sign_rig import sign_rig

from dealer_station.messages.device import Birth, DeviceState, ReplyResult
from dealer_station.messages.meter_display import (
    METER_LATE_MS,
    LevelAmount,
    LevelCap,
    MeterState,
    OverflowTo,
)
from dealer_station.messages.topics import CommandVerb
from dealer_station.mqtt.broker_config import BrokerKind
from drivers.meter_display.glass_ledger import seen

DASHES = "-------"


@pytest.fixture(params=[BrokerKind.NATS, BrokerKind.MOSQUITTO])
def bench(request, tmp_path):
    with sign_rig(tmp_path, request.param) as made:
        yield made


@pytest.fixture
def one_broker(tmp_path):
    """For what does not depend on the broker."""
    with sign_rig(tmp_path, BrokerKind.MOSQUITTO) as made:
        yield made


def start(bench, amount_minor=5_431_207):
    """Simulator, station and driver; the amount stands on the glass."""
    bench.start_simulator()
    bench.speaker.keep_saying(amount_minor)
    bench.start_driver()
    bench.shows("54,312.07")
    eventually(lambda: bench.speaker.newest and bench.speaker.newest.is_read_back)
    return bench.speaker


def numbers(bench, since=0):
    """Every text with a digit that stood on the glass since."""
    return {text for text in seen(bench.entries()[since:]) if any(c.isdigit() for c in text)}


def test_amount_appears_changes_and_goes(bench):
    speaker = start(bench)
    assert speaker.birth.protocol == "alpha"
    assert speaker.birth.firmware == "1044-160B"
    assert "read_back" in speaker.birth.capabilities
    assert (speaker.newest.what, speaker.newest.text) == ("amount", "54,312.07")
    assert speaker.newest.amount_minor == 5_431_207
    before = bench.status()["flickers"]
    for cents in range(1, 6):
        speaker.keep_saying(5_431_207 + cents)
        bench.shows(f"54,312.{7 + cents:02}")
    assert bench.status()["flickers"] == before
    assert bench.status()["frames_lost"] == 0
    speaker.hush()
    start_s = time.monotonic()
    bench.shows(DASHES)
    assert time.monotonic() - start_s >= METER_LATE_MS / 1_000 - 0.6
    eventually(lambda: speaker.newest.what == "blank")
    assert speaker.last[DeviceState].state == "ready"
    speaker.keep_saying(6_000_000)
    bench.shows("60,000.00")


def test_retained_meter_is_never_shown(bench):
    bench.start_simulator()
    bench.speaker.say(7_777_777)
    bench.speaker.session.flush(5)
    bench.start_driver()
    bench.shows(DASHES)
    time.sleep(2.5)
    assert numbers(bench) == set()
    assert bench.speaker.faults == []
    bench.speaker.keep_saying(7_777_778)
    bench.shows("77,777.78")


def test_forged_foreign_and_old_meters_are_never_shown(bench):
    speaker = start(bench)
    since = len(bench.entries())
    old = speaker.signer.meter(111_111, sequence=1)
    stranger = Signer(seed=9)
    stranger.sequence = 500
    forged = speaker.signer.meter(222_222)
    forged = forged.model_copy(update={"signature": stranger.meter(222_222).signature})
    for meter in (old, forged, stranger.meter(333_333)):
        speaker.publish(meter, retain=False)
        eventually(lambda: speaker.faults)
    eventually(lambda: "meter_untrusted" in [fault.code for fault in speaker.faults])
    speaker.keep_saying(5_431_299)
    bench.shows("54,312.99")
    assert numbers(bench, since) <= {"54,312.07", "54,312.99"}
    eventually(lambda: speaker.last[DeviceState].state == "ready")
    speaker.hush()
    for _ in range(8):
        speaker.publish(old, retain=False)
        time.sleep(0.4)
    bench.shows(DASHES)
    assert speaker.last[DeviceState].faults == ("meter_untrusted",)


def test_broker_that_goes_takes_the_amount_with_it_and_brings_it_back(one_broker):
    bench = one_broker
    start(bench)
    process = bench.broker._process
    process.send_signal(signal.SIGSTOP)
    try:
        bench.shows(DASHES, 10)
    finally:
        process.send_signal(signal.SIGCONT)
    bench.shows("54,312.07", 30)
    process.kill()
    bench.speaker.keep_saying(5_431_300)
    bench.shows("54,313.00", 30)


def test_killed_driver_comes_back_without_flicker_or_new_memory(one_broker):
    bench = one_broker
    bench.start_simulator()
    bench.speaker.keep_saying(5_431_207)
    process = bench.spawn_driver()
    bench.shows("54,312.07")
    eventually(lambda: bench.speaker.newest and bench.speaker.newest.is_read_back)
    before = bench.status()
    process.kill()
    process.wait(10)
    session = bench.speaker.newest.session
    bench.spawn_driver()
    eventually(lambda: bench.speaker.newest.session > session and bench.speaker.newest.is_read_back)
    after = bench.status()
    assert after["visible"] == "54,312.07"
    assert after["flickers"] == before["flickers"]
    assert after["allocations"] == before["allocations"] == 2
    assert bench.speaker.newest.text == "54,312.07"


def test_driver_that_is_told_to_end_blanks_the_sign_first(one_broker):
    bench = one_broker
    bench.start_simulator()
    bench.speaker.keep_saying(5_431_207, hit=a_hit())
    process = bench.spawn_driver()
    eventually(lambda: bench.visible.startswith("WIN"))
    eventually(lambda: bench.speaker.lives[-1:] == ["ready"])
    process.send_signal(signal.SIGTERM)
    assert process.wait(15) == 0
    bench.shows(DASHES, 3)
    eventually(lambda: bench.speaker.newest.what == "blank")
    eventually(lambda: "disconnected" in bench.speaker.lives)
    assert bench.status()["frames_lost"] == 0


def test_hit_stands_with_its_new_value_and_goes(one_broker):
    bench = one_broker
    bench.start_simulator(page_ms=400)
    bench.speaker.keep_saying(5_431_207)
    bench.start_driver()
    bench.shows("54,312.07")
    since = len(bench.entries())
    bench.speaker.keep_saying(1_000_000, hit=a_hit())
    expected = ("WIN 6,034.67", "Caribbean", "Stud 1", "10,000.00")
    eventually(lambda: set(expected) <= set(seen(bench.entries()[since:])))
    eventually(lambda: bench.speaker.newest.what == "hit" and bench.speaker.newest.is_read_back)
    bench.speaker.keep_saying(1_000_100)
    bench.shows("10,001.00")
    eventually(lambda: bench.speaker.newest.what == "amount")


def two_levels(grand=5_431_207, mini=5_507):
    amounts = {"grand": grand, "mini": mini}
    live = MeterState.LIVE
    return tuple(LevelAmount(level=n, amount_minor=a, state=live) for n, a in amounts.items())


def test_two_levels_take_turns_on_one_sign(one_broker):
    """DSP-10: each in full under its name; a hit holds the turn; a late meter blanks both."""
    bench = one_broker
    labels = [{"level": "grand", "label": "GRAND"}, {"level": "mini", "label": "MINI"}]
    bench.shows_levels = {"levels": labels, "dwell_ms": 3_000}
    bench.start_simulator(page_ms=400)
    speaker = bench.speaker
    speaker.keep_saying(0, levels=two_levels())
    bench.start_driver()
    bench.shows("GRAND")
    before = bench.status()["flickers"]
    since = len(bench.entries())
    for text in ("54,312.07", "MINI 55.07", "GRAND"):
        bench.shows(text)
    whole = [e for e in bench.entries()[since:] if e.visible in ("54,312.07", "MINI 55.07")]
    amount, mini = (next(e for e in whole if e.visible == t) for t in ("54,312.07", "MINI 55.07"))
    assert mini.at - amount.at >= 3_000
    assert bench.status()["flickers"] == before
    told = {(s.level, s.what, s.text, s.amount_minor) for s in speaker.shown if s.is_read_back}
    assert told >= {
        ("grand", "notice", "GRAND", None),
        ("grand", "amount", "54,312.07", 5_431_207),
        ("mini", "amount", "MINI 55.07", 5_507),
    }
    since = len(bench.entries())
    speaker.keep_saying(0, levels=two_levels(mini=1_000), hit=a_hit(5_507, level="mini"))
    bench.shows("WIN MINI 55.07")
    time.sleep(4)
    assert set(seen(bench.entries()[since:])) <= {
        "GRAND", "54,312.07", "WIN MINI 55.07", "Caribbean", "Stud 1", "MINI 10.00",
    }  # fmt: skip
    speaker.keep_saying(0, levels=two_levels(mini=1_000))
    bench.shows("MINI 10.00")
    speaker.hush()
    bench.shows(DASHES, 5)
    since = len(bench.entries())
    time.sleep(4)
    assert numbers(bench, since) == set()


def test_a_level_at_its_cap_says_so_and_a_meter_that_tells_no_caps_is_shown_without(one_broker):
    """PRG-05: the notice stands beside the amount; a station of version 1 is understood too."""
    bench = one_broker
    bench.start_simulator()
    cap = LevelCap(cap_minor=25_000_000, is_reached=True, overflow_to=OverflowTo.RESERVE)
    full = LevelAmount(level="main", amount_minor=25_000_000, state=MeterState.LIVE, cap=cap)
    speaker = bench.speaker
    speaker.keep_saying(0, levels=(full,))
    bench.start_driver()
    bench.shows("250,000.00 MAX")
    assert speaker.birth.schema_versions == (1, 2)
    eventually(lambda: speaker.newest.text == "250,000.00 MAX" and speaker.newest.is_read_back)
    assert (speaker.newest.what, speaker.newest.amount_minor) == ("amount", 25_000_000)
    speaker.hush()

    def shows_an_older_meter():
        speaker.publish(speaker.signer.meter_v1(25_000_000))
        return bench.visible == "250,000.00"

    eventually(shows_an_older_meter)
    assert speaker.faults == []


@pytest.mark.parametrize("trouble", ["power_loss 700", "power_cut 700", "unplug 700", "mute 4000"])
def test_sign_that_comes_back_is_put_right(one_broker, trouble):
    bench = one_broker
    speaker = start(bench)
    allocations = bench.status()["allocations"]
    flickers = bench.status()["flickers"]
    bench.ask(trouble)
    time.sleep(0.3)
    speaker.keep_saying(6_000_000)
    bench.shows("60,000.00", 60)
    eventually(lambda: speaker.newest.text == "60,000.00" and speaker.newest.is_read_back, 30)
    eventually(lambda: speaker.last[DeviceState].state == "ready", 30)
    is_forgotten = trouble.startswith("power_loss")
    assert bench.status()["allocations"] - allocations == 2 * int(is_forgotten)
    if is_forgotten:
        assert "memory_lost" in [fault.code for fault in speaker.faults]
    else:
        assert bench.status()["flickers"] == flickers


def test_faults_of_the_line_show_nothing_false(one_broker):
    bench = one_broker
    speaker = start(bench)
    since = len(bench.entries())
    kinds = ("drop", "corrupt", "truncate", "noise=60", "delay=700", "lie", "silent=900")
    said = {"54,312.07"}
    for cents, kind in enumerate(kinds * 2, start=1):
        bench.ask(f"fault {kind}")
        speaker.keep_saying(6_000_000 + cents)
        said.add(f"60,000.{cents:02}")
        time.sleep(0.6)
    bench.shows("60,000.14")
    eventually(lambda: speaker.newest.text == "60,000.14" and speaker.newest.is_read_back, 30)
    assert numbers(bench, since) <= said


def test_commands_reach_the_sign(one_broker):
    bench = one_broker
    speaker = start(bench)
    assert speaker.command(CommandVerb.IDENTIFY, "where").result is ReplyResult.DONE
    bench.shows("sign-1")
    assert speaker.command(CommandVerb.SELF_TEST, "test").result is ReplyResult.DONE
    cleared = speaker.command(CommandVerb.CLEAR_FAULT, "clear", faults=("device_lost",))
    assert cleared.result is ReplyResult.DONE
    assert isinstance(speaker.last[Birth], Birth)
