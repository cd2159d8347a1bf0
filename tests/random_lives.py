"""Lives of a state machine, gone on with until each rare thing has happened in one of them."""

from collections import Counter
from collections.abc import Iterable

from hypothesis import seed, settings
from hypothesis.stateful import RuleBasedStateMachine, run_state_machine_as_test

BATCHES = 12
"""What is rare may happen nowhere in a batch: every edit of a machine draws other lives."""


def live_until_reached(
    machine: type[RuleBasedStateMachine],
    lives: settings,
    reached: Counter[str],
    must_reach: Iterable[str],
) -> None:
    """Run one batch of lives, and further ones while something of `must_reach` was not reached.

    `reached` is counted up by the lives.
    """
    for batch in range(BATCHES):
        run_state_machine_as_test(seed(batch)(machine) if batch else machine, settings=lives)
        missing = [word for word in must_reach if not reached[word]]
        if not missing:
            return
    raise AssertionError(f"not reached in {BATCHES} batches: {missing}")
