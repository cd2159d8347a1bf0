import re
import time
import uuid
from concurrent.futures import ThreadPoolExecutor

import pytest

from dealer_station.clock import Clock, IdSequence, SystemClock, VirtualClock, iso_time


def test_system_time_is_utc_milliseconds() -> None:
    clock: Clock = SystemClock()
    assert abs(clock.now() - time.time() * 1000) < 1000


def test_monotonic_time_does_not_go_back() -> None:
    clock = SystemClock()
    readings = [clock.monotonic_ms() for _ in range(1000)]
    assert readings == sorted(readings)


def test_ids_have_the_layout_of_version_7() -> None:
    made = SystemClock().new_id()
    assert re.fullmatch(
        r"[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}", made
    )
    assert uuid.UUID(made).variant == uuid.RFC_4122
    assert abs((uuid.UUID(made).int >> 80) - time.time() * 1000) < 1000


def test_ids_rise_within_a_millisecond_and_when_the_clock_is_set_back() -> None:
    clock = VirtualClock()
    made = [clock.new_id() for _ in range(10_000)]
    clock.set_wall_time(clock.now() - 3_600_000)
    made += [clock.new_id() for _ in range(100)]
    clock.set_wall_time(clock.now() + 7_200_000)
    made.append(clock.new_id())
    assert made == sorted(set(made))


def test_a_full_counter_moves_to_the_next_millisecond() -> None:
    sequence = IdSequence(lambda bits: (1 << bits) - 1)
    made = [uuid.UUID(sequence.next_id(1_000)).int for _ in range(3_000)]
    assert made == sorted(set(made))
    assert {value >> 80 for value in made} == {1_000, 1_001}


def test_ids_of_many_threads_are_unique() -> None:
    clock = SystemClock()
    with ThreadPoolExecutor(8) as pool:
        made = list(pool.map(lambda _: clock.new_id(), range(4_000)))
    assert len(set(made)) == len(made)


def test_virtual_ids_repeat_with_their_seed() -> None:
    first, same, other = VirtualClock(seed=1), VirtualClock(seed=1), VirtualClock(seed=2)
    made = [first.new_id() for _ in range(5)]
    assert made == [same.new_id() for _ in range(5)]
    assert made != [other.new_id() for _ in range(5)]


def test_virtual_time_moves_only_when_advanced() -> None:
    clock = VirtualClock(start_at=5_000)
    assert (clock.now(), clock.monotonic_ms()) == (5_000, 0)
    clock.advance(1_500)
    assert (clock.now(), clock.monotonic_ms()) == (6_500, 1_500)
    clock.set_wall_time(10)
    assert (clock.now(), clock.monotonic_ms()) == (10, 1_500)


def test_virtual_time_does_not_run_back() -> None:
    with pytest.raises(ValueError, match="-1 ms"):
        VirtualClock().advance(-1)


@pytest.mark.parametrize(
    ("at", "text"),
    [
        (0, "1970-01-01T00:00:00.000Z"),
        (1_764_455_647_123, "2025-11-29T22:34:07.123Z"),
        (-1, "1969-12-31T23:59:59.999Z"),
    ],
)
def test_times_are_written_in_utc(at: int, text: str) -> None:
    assert iso_time(at) == text
