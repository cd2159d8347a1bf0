"""Notices when the machine's clock is set, by the clock beside it that nobody can set.

Both are slewed alike, so the distance between them changes only when somebody, or a time server,
sets the one for the wall (FC-150).
"""

from dataclasses import dataclass
from typing import Final

from dealer_station.clock import Clock

STEP_MS: Final = 250
"""Smaller steps change no wait that anybody would notice; they add up until they count."""

_TRIES: Final = 3
_ONE_MOMENT_MS: Final = 5


@dataclass(frozen=True, slots=True)
class ClockStep:
    """The machine's clock read `from_at`, was set, and read `at` in the same moment."""

    from_at: int
    at: int


class ClockWatch:
    """Compares two clocks. For one caller: each step is told until it is taken."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._distance = clock.now() - clock.monotonic_ms()

    def step(self) -> ClockStep | None:
        """Return by how much the clock was set since the last step taken; None if it was not."""
        for _ in range(_TRIES):
            before = self._clock.monotonic_ms()
            now = self._clock.now()
            # A thread that was held up between its looks at the clocks tells nothing of them.
            if self._clock.monotonic_ms() - before <= _ONE_MOMENT_MS:
                step_ms = now - before - self._distance
                return ClockStep(now - step_ms, now) if abs(step_ms) >= STEP_MS else None
        return None

    def take(self, step: ClockStep) -> None:
        """Count from a step on: it stands in the record."""
        self._distance += step.at - step.from_at
