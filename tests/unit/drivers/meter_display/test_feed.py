"""Which meters are believed, and for how long."""

import pytest
from sign_bench import LEVEL, PROGRESSIVE, Signer, a_hit

from dealer_station.messages.meter_display import (
    METER_LATE_MS,
    LevelAmount,
    LevelCap,
    MeterState,
    OverflowTo,
    OwnAmounts,
)
from dealer_station.messages.meter_signature import keys_by_id
from drivers.link.errors import JournalError
from drivers.meter_display.feed import (
    NO_MARK,
    MeterFeed,
    Taken,
    mark_from_note,
    mark_to_note,
)


@pytest.fixture
def signer():
    return Signer()


def feed_of(*signers, mark=NO_MARK):
    return MeterFeed(PROGRESSIVE, (LEVEL,), keys_by_id(s.public.hex() for s in signers), mark)


def test_meter_is_fresh_for_two_seconds_by_the_drivers_own_clock(signer):
    feed = feed_of(signer)
    assert feed.fresh(0) is None
    assert feed.take(signer.meter(100), 5_000, is_fresh=True) is Taken.ACCEPTED
    assert feed.fresh(5_000 + METER_LATE_MS - 1).levels[LEVEL].amount_minor == 100
    assert feed.fresh(5_000 + METER_LATE_MS) is None
    assert feed.mark == (1, 1)


def test_the_stations_clock_does_not_matter(signer):
    feed = feed_of(signer)
    assert feed.take(signer.meter(100, sent_at=0), 0, is_fresh=True) is Taken.ACCEPTED
    assert feed.take(signer.meter(100, sent_at=2**50), 0, is_fresh=True) is Taken.ACCEPTED


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ((1, 5), (1, 6), Taken.ACCEPTED),
        ((1, 5), (1, 5), Taken.UNTRUSTED),
        ((1, 5), (1, 4), Taken.UNTRUSTED),
        ((1, 5), (2, 1), Taken.ACCEPTED),
        ((2, 1), (1, 9), Taken.UNTRUSTED),
    ],
)
def test_only_newer_meters_are_taken(signer, before, after, expected):
    feed = feed_of(signer)
    feed.take(signer.meter(1, epoch=before[0], sequence=before[1]), 0, is_fresh=True)
    meter = signer.meter(2, epoch=after[0], sequence=after[1])
    assert feed.take(meter, 100, is_fresh=True) is expected
    assert feed.fresh(200).levels[LEVEL].amount_minor == (2 if expected is Taken.ACCEPTED else 1)


def test_mark_of_a_former_life_counts(signer):
    feed = feed_of(signer, mark=(3, 7))
    assert feed.take(signer.meter(1, epoch=3, sequence=7), 0, is_fresh=True) is Taken.UNTRUSTED
    assert feed.take(signer.meter(1, epoch=3, sequence=8), 0, is_fresh=True) is Taken.ACCEPTED


def test_same_message_again_is_passed_over_and_grows_old(signer):
    feed = feed_of(signer)
    meter = signer.meter(100)
    feed.take(meter, 0, is_fresh=True)
    assert feed.take(meter, 1_500, is_fresh=True) is Taken.PASSED_OVER
    assert feed.fresh(METER_LATE_MS) is None


def test_retained_meter_is_never_fresh_and_makes_older_ones_old(signer):
    feed = feed_of(signer)
    assert feed.take(signer.meter(1, sequence=9), 0, is_fresh=False) is Taken.PASSED_OVER
    assert feed.fresh(0) is None
    assert feed.mark == NO_MARK
    assert feed.take(signer.meter(1, sequence=8), 0, is_fresh=True) is Taken.UNTRUSTED
    assert "the newest is epoch 1, sequence 9" in feed.reason
    assert feed.take(signer.meter(1, sequence=9), 0, is_fresh=True) is Taken.ACCEPTED


def test_retained_meter_of_nobody_is_no_news(signer):
    feed = feed_of(signer)
    assert feed.take(Signer(2).meter(1, sequence=99), 0, is_fresh=False) is Taken.PASSED_OVER
    assert feed.take(signer.meter(1, sequence=1), 0, is_fresh=True) is Taken.ACCEPTED


def test_every_configured_key_is_believed_and_no_other(signer):
    second, stranger = Signer(2), Signer(3)
    feed = feed_of(signer, second)
    assert feed.take(signer.meter(1, sequence=1), 0, is_fresh=True) is Taken.ACCEPTED
    assert feed.take(second.meter(1, sequence=2), 0, is_fresh=True) is Taken.ACCEPTED
    assert feed.take(stranger.meter(1, sequence=3), 0, is_fresh=True) is Taken.UNTRUSTED
    assert "no public key is configured" in feed.reason


@pytest.mark.parametrize(
    "change",
    [
        {"sequence": 2},
        {"epoch": 2},
        {"currency": "USD"},
        {"levels": (LevelAmount(level=LEVEL, amount_minor=999, state=MeterState.LIVE),)},
        {"signature": "0" * 128},
    ],
)
def test_changed_meter_is_not_believed(signer, change):
    feed = feed_of(signer)
    meter = signer.meter(100).model_copy(update=change)
    assert feed.take(meter, 0, is_fresh=True) is Taken.UNTRUSTED
    assert feed.fresh(0) is None
    assert feed.mark == NO_MARK


def test_meter_without_the_level_and_hits_of_others(signer):
    feed = feed_of(signer)
    levels = (LevelAmount(level="minor", amount_minor=1, state=MeterState.LIVE),)
    feed.take(signer.meter(0, levels=levels, hit=a_hit(level="minor")), 0, is_fresh=True)
    assert feed.fresh(0).levels == {}
    assert feed.fresh(0).hit is None
    feed.take(signer.meter(1, hit=a_hit()), 0, is_fresh=True)
    assert feed.fresh(0).hit == a_hit()


def test_another_progressive_is_passed_over_whoever_signed_it(signer):
    feed = feed_of(signer)
    assert feed.take(Signer(3).meter(1, progressive="other"), 0, is_fresh=True) is Taken.PASSED_OVER


def test_mark_is_kept_in_the_journals_note():
    assert mark_from_note(mark_to_note((3, 7))) == (3, 7)
    assert mark_from_note(None) == NO_MARK
    for note in (b"", b"[]", b"{}", b'{"epoch": 1}', b'{"epoch": "x", "sequence": 1}', b"\xff"):
        with pytest.raises(JournalError, match="unreadable"):
            mark_from_note(note)


def test_a_sign_shows_the_currency_that_it_is_set_up_for(signer):
    own = OwnAmounts(
        currency="USD",
        levels=(LevelAmount(level=LEVEL, amount_minor=108, state=MeterState.LIVE),),
    )
    keys = keys_by_id([signer.public.hex()])
    shown = {}
    for currency in (None, "EUR", "USD", "GBP"):
        feed = MeterFeed(PROGRESSIVE, (LEVEL,), keys, currency=currency)
        meter = signer.meter(100, own=(own,), hit=a_hit(currency="USD"))
        assert feed.take(meter, 0, is_fresh=True) is Taken.ACCEPTED
        fresh = feed.fresh(0)
        level = fresh.levels.get(LEVEL)
        shown[currency] = (level and level.amount_minor, fresh.hit_currency)
    assert shown == {
        None: (100, "USD"), "EUR": (100, "USD"), "USD": (108, None), "GBP": (None, "USD"),
    }  # fmt: skip


def test_a_meter_of_version_1_is_believed_and_shown_and_says_nothing_of_caps(signer):
    feed = feed_of(signer)
    assert feed.take(signer.meter_v1(100), 0, is_fresh=True) is Taken.ACCEPTED
    level = feed.fresh(0).levels[LEVEL]
    assert level == LevelAmount(level=LEVEL, amount_minor=100, state=MeterState.LIVE)
    forged = signer.meter_v1(100).model_copy(update={"sequence": 99})
    assert feed.take(forged, 0, is_fresh=True) is Taken.UNTRUSTED
    assert feed.take(signer.meter(101), 0, is_fresh=True) is Taken.ACCEPTED
    assert feed.fresh(0).levels[LEVEL].amount_minor == 101


def test_prg_05_a_cap_comes_with_its_level_in_the_currency_of_the_sign(signer):
    caps = {
        code: LevelCap(cap_minor=minor, is_reached=True, overflow_to=OverflowTo.RESERVE)
        for code, minor in (("EUR", 92), ("USD", 100))
    }
    eur, usd = (
        LevelAmount(level=LEVEL, amount_minor=cap.cap_minor, state=MeterState.LIVE, cap=cap)
        for cap in caps.values()
    )
    meter = signer.meter(0, levels=(eur,), own=(OwnAmounts(currency="USD", levels=(usd,)),))
    for currency, cap in (*caps.items(), (None, caps["EUR"])):
        keys = keys_by_id([signer.public.hex()])
        feed = MeterFeed(PROGRESSIVE, (LEVEL,), keys, currency=currency)
        feed.take(meter, 0, is_fresh=True)
        assert feed.fresh(0).levels[LEVEL].cap == cap
