"""Several hits at once: each has its turn, and the last is told within half a minute."""

from dealer_station.controller.hit_programme import HIT_CROWDED_MS, HitProgramme
from dealer_station.controller.meter_history import MeterHit
from dealer_station.messages.meter_display import HIT_NEWS_MS, HIT_SHOWN_MS

NOW = 1_700_000_000_000
DISPLAY_LIMIT_MS = 30_000
"""DSP-05."""


def hit(number: int, hit_at: int = NOW) -> MeterHit:
    return MeterHit(number, "t1", number, "royal_flush", ((1, 100_00),), hit_at)


def told(programme: HitProgramme, hits: tuple[MeterHit, ...], now_ms: int, now: int = NOW):
    found = programme.told_now(hits, now_ms, now)
    return found.number if found else None


def test_nothing_is_told_where_nothing_fell():
    assert told(HitProgramme(), (), 0) is None


def test_one_hit_is_told_for_its_full_time_from_when_it_was_first_told():
    programme = HitProgramme()
    assert told(programme, (hit(1),), 5_000) == 1
    assert told(programme, (hit(1),), 5_000 + HIT_SHOWN_MS - 1) == 1
    assert told(programme, (hit(1),), 5_000 + HIT_SHOWN_MS) is None
    assert told(programme, (hit(1),), 6_000 + HIT_SHOWN_MS) is None


def test_a_later_hit_pushes_no_earlier_one_away():
    programme = HitProgramme()
    assert told(programme, (hit(1),), 0) == 1
    both = (hit(1), hit(2))
    assert told(programme, both, HIT_CROWDED_MS - 1) == 1
    assert told(programme, both, HIT_CROWDED_MS) == 2
    assert told(programme, both, HIT_CROWDED_MS + HIT_SHOWN_MS - 1) == 2
    assert told(programme, both, HIT_CROWDED_MS + HIT_SHOWN_MS) is None


def test_of_four_at_once_the_last_is_told_in_time():
    programme = HitProgramme()
    hits = tuple(hit(number) for number in range(1, 5))
    first_told = {}
    for now_ms in range(0, DISPLAY_LIMIT_MS, 500):
        first_told.setdefault(told(programme, hits, now_ms), now_ms)
    assert list(first_told) == [1, 2, 3, 4]
    assert first_told[4] <= DISPLAY_LIMIT_MS


def test_a_hit_that_does_not_stand_any_more_gives_way_at_once():
    programme = HitProgramme()
    assert told(programme, (hit(1), hit(2)), 0) == 1
    assert told(programme, (hit(2),), 1_000) == 2
    assert told(programme, (hit(2),), HIT_SHOWN_MS + 999) == 2
    assert told(programme, (), HIT_SHOWN_MS + 999) is None


def test_what_changed_about_a_hit_is_told_within_its_turn():
    programme = HitProgramme()
    programme.told_now((hit(1),), 0, NOW)
    less = MeterHit(1, "t1", 1, "royal_flush", ((1, 50_00),), NOW)
    assert programme.told_now((less,), 500, NOW) == less
    assert programme.told_now((less,), HIT_SHOWN_MS, NOW) is None


def test_old_hits_are_no_news_whichever_clock_is_wrong():
    for age_ms in (HIT_NEWS_MS, -HIT_NEWS_MS):
        assert told(HitProgramme(), (hit(1),), 0, NOW + age_ms) is None
    for age_ms in (HIT_NEWS_MS - 1, 1 - HIT_NEWS_MS):
        assert told(HitProgramme(), (hit(1),), 0, NOW + age_ms) == 1
