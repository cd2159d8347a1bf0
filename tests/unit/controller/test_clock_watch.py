from dealer_station.clock import VirtualClock
from dealer_station.controller.clock_watch import STEP_MS, ClockStep, ClockWatch

HOUR_MS = 3_600_000


def watched():
    clock = VirtualClock()
    return clock, ClockWatch(clock)


def test_time_that_passes_is_no_step():
    clock, watch = watched()
    assert watch.step() is None
    clock.advance(HOUR_MS)
    assert watch.step() is None


def test_a_clock_that_is_set_is_told_until_the_step_is_taken():
    clock, watch = watched()
    for step_ms in (HOUR_MS, -HOUR_MS, -STEP_MS):
        clock.advance(1_234)
        was_at = clock.now()
        clock.set_wall_time(was_at + step_ms)
        step = watch.step()
        assert step == watch.step() == ClockStep(was_at, was_at + step_ms)
        watch.take(step)
        assert watch.step() is None


def test_small_steps_add_up_until_they_count():
    clock, watch = watched()
    at = clock.now()
    for _ in range(4):
        clock.set_wall_time(clock.now() + (STEP_MS - 1) // 4)
        assert watch.step() is None
    clock.set_wall_time(clock.now() + 4)
    assert watch.step() == ClockStep(at, at + 4 * ((STEP_MS - 1) // 4) + 4)


class HeldUp(VirtualClock):
    """Some looks at the wall clock take long."""

    def __init__(self):
        super().__init__()
        self.delays_ms = []

    def now(self):
        at = super().now()
        if self.delays_ms:
            self.advance(self.delays_ms.pop())
        return at


def test_a_thread_that_was_held_up_between_its_looks_tells_nothing():
    clock = HeldUp()
    watch = ClockWatch(clock)
    clock.delays_ms = [900, 900, 900]
    assert watch.step() is None
    clock.delays_ms = [900]
    assert watch.step() is None
    clock.delays_ms = [900]
    clock.set_wall_time(clock.now() + HOUR_MS)
    assert watch.step() is not None
