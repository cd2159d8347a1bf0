"""Every row of the event table of header 229, and what the buffer shows that the counter hides."""

import pytest

from drivers.bet_acceptor.models.cctalk.credit_buffer import (
    Adopted,
    Known,
    News,
    Reading,
    Restarted,
    Same,
    judge,
    next_counter,
)

NONE = (0, 0)


def reading(counter, *events):
    """A reading with these events, newest first, and nothing before them."""
    return Reading(counter, (*events, *[NONE] * (5 - len(events))))


def known(counter, *events):
    return Known(counter, reading(counter, *events).events)


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        ("0 0 0 0 0 0 0 0 0 0 0", reading(0)),
        ("1 3 2 0 0 0 0 0 0 0 0", reading(1, (3, 2))),
        ("6 1 3 2 1 3 2 3 2 2 1", reading(6, (1, 3), (2, 1), (3, 2), (3, 2), (2, 1))),
        ("1 3 0 2 0 1 0 3 0 2 0", reading(1, (3, 0), (2, 0), (1, 0), (3, 0), (2, 0))),
    ],
)
def test_bytes_of_the_public_vectors(data, expected):
    assert Reading.from_bytes(bytes(int(word) for word in data.split())) == expected


def test_first_reading_ever_adopts_the_counter_and_emits_nothing():
    seen = reading(6, (1, 3), (2, 1), (3, 2), (3, 2), (2, 1))
    assert judge(None, seen) == Adopted(Known(6, seen.events))


def test_zero_after_zero_is_a_fresh_device():
    assert judge(known(0), reading(0)) == Same()


def test_zero_after_anything_else_is_a_restart():
    verdict = judge(known(7, (1, 1), (1, 1), (1, 1), (1, 1), (1, 1)), reading(0))
    assert verdict == Restarted((), Known(0, reading(0).events))


def test_equal_counter_is_nothing_new():
    assert judge(known(1, (3, 2)), reading(1, (3, 2))) == Same()


@pytest.mark.parametrize("steps", range(1, 6))
@pytest.mark.parametrize("before", [0, 1, 7, 250, 252, 254, 255])
def test_up_to_five_steps_are_news_oldest_first(before, steps):
    old = [(9, 9)] * min(before, 5)
    new = [(place + 1, 0) for place in range(steps)]  # oldest first
    counter = before
    for _ in range(steps):
        counter = next_counter(counter)
    seen = reading(counter, *(new[::-1] + old)[:5])
    verdict = judge(known(before, *old), seen)
    assert isinstance(verdict, News)
    assert verdict.lost == 0
    assert [counted.event for counted in verdict.counted] == new
    assert verdict.counted[0].known.counter == next_counter(before)
    assert verdict.counted[-1].known == Known(counter, seen.events)


def test_wrap_from_255_to_1_never_passes_0():
    old = [(2, 0), (1, 0), (3, 0), (2, 0), (1, 0)]
    verdict = judge(known(255, *old), reading(1, (3, 0), (2, 0), (1, 0), (3, 0), (2, 0)))
    assert isinstance(verdict, News)
    assert [counted.event for counted in verdict.counted] == [(3, 0)]
    assert verdict.counted[0].known.counter == 1


@pytest.mark.parametrize(
    ("before", "after", "lost"),
    [(1, 7, 1), (1, 10, 4), (250, 2, 2), (0, 6, 1), (0, 255, 250), (255, 6, 1), (9, 8, 249)],
)
def test_more_than_five_steps_emit_five_and_count_the_lost(before, after, lost):
    events = [(5, 0), (4, 0), (3, 0), (2, 0), (1, 0)]
    verdict = judge(known(before, *[(9, 9)] * min(before, 5)), reading(after, *events))
    assert isinstance(verdict, News)
    assert verdict.lost == lost
    assert [counted.event for counted in verdict.counted] == events[::-1]
    assert verdict.counted[-1].known.counter == after


@pytest.mark.parametrize(("before", "after"), [(1, 7), (250, 2), (0, 6), (255, 6), (248, 5)])
def test_a_crash_between_the_lost_and_the_five_finds_the_five_again(before, after):
    events = [(5, 0), (4, 0), (3, 0), (2, 0), (1, 0)]
    seen = reading(after, *events)
    verdict = judge(known(before, *[(9, 9)] * min(before, 5)), seen)
    assert isinstance(verdict, News)
    again = judge(verdict.before, seen)
    assert isinstance(again, News)
    assert again.lost == 0
    assert again.counted == verdict.counted


@pytest.mark.parametrize("stored", range(5))
def test_a_crash_between_two_events_finds_the_rest(stored):
    new = [(place + 1, 0) for place in range(5)]
    seen = reading(9, *new[::-1])
    verdict = judge(known(4, (9, 9), (9, 9), (9, 9), (9, 9)), seen)
    assert isinstance(verdict, News)
    rest = judge(verdict.counted[stored].known, seen)
    if stored == 4:
        assert rest == Same()
    else:
        assert isinstance(rest, News)
        assert rest.counted == verdict.counted[stored + 1 :]


def test_equal_counter_over_other_events_is_a_restart():
    verdict = judge(known(2, (1, 1), (1, 1)), reading(2, (2, 0), (3, 0)))
    assert isinstance(verdict, Restarted)
    assert [counted.event for counted in verdict.counted] == [(3, 0), (2, 0)]
    assert verdict.before == Known(0, (NONE, NONE, NONE))


def test_higher_counter_over_other_events_is_a_restart_and_brings_all_that_it_shows():
    verdict = judge(known(2, (1, 1), (1, 1)), reading(4, (2, 0), (2, 0), (3, 0), (3, 0)))
    assert isinstance(verdict, Restarted)
    assert len(verdict.counted) == 4
    assert verdict.counted[-1].known.counter == 4


def test_lower_counter_with_an_empty_tail_began_anew_and_did_not_come_round():
    verdict = judge(known(10, *[(1, 1)] * 5), reading(2, (1, 1), (1, 1)))
    assert isinstance(verdict, Restarted)
    assert [counted.event for counted in verdict.counted] == [(1, 1), (1, 1)]


def test_restart_beyond_five_events_shows_the_five():
    verdict = judge(
        known(3, (1, 1), (1, 1), (1, 1)), reading(7, (2, 0), (2, 0), (2, 0), (2, 0), (4, 4))
    )
    assert isinstance(verdict, Restarted)
    assert verdict.before.counter == 2
    assert [counted.known.counter for counted in verdict.counted] == [3, 4, 5, 6, 7]


def test_a_crash_after_the_restart_was_written_down_finds_its_events_again():
    seen = reading(3, (2, 0), (2, 0), (3, 0))
    verdict = judge(known(9, *[(1, 1)] * 5), seen)
    assert isinstance(verdict, Restarted)
    again = judge(verdict.before, seen)
    assert isinstance(again, News)
    assert again.counted == verdict.counted
