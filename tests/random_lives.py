"""Lives of a state machine, gone on with until each rare thing has happened in one of them."""

from collections import Counter
from collections.abc import Iterable

from hypothesis import seed, settings
from hypothesis.stateful import RuleBasedStateMachine, run_state_machine_as_test

BATCHES = 12
"""What is rare may happen nowhere in a batch: every edit of a machine draws other lives."""
SHARE = 4
"""Further batches are smaller, so much: mostly one thing alone is missing, and comes soon."""


def live_until_reached(
    machine: type[RuleBasedStateMachine],
    lives: settings,
    reached: Counter[str],
    must_reach: Iterable[str],
) -> None:
    """Run one batch of lives, and further ones while something of `must_reach` was not reached.

    `reached` is counted up by the lives.
    """
    run_state_machine_as_test(machine, settings=lives)
    further = settings(lives, max_examples=max(1, lives.max_examples // SHARE))
    for batch in range(1, (BATCHES - 1) * SHARE + 1):
        missing = [word for word in must_reach if not reached[word]]
        if not missing:
            return
        run_state_machine_as_test(seed(batch)(machine), settings=further)
    missing = [word for word in must_reach if not reached[word]]
    assert not missing, f"not reached in as many lives as {BATCHES} batches: {missing}"
