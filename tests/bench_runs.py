"""How often a measurement is repeated: in full by `make bench`, less often in `make test`."""

import os

IS_FULL = os.environ.get("BENCH_RUNS") == "full"


def times(full: int, short: int) -> int:
    """Return how many times: `full` by `make bench`, or `short` within the suite."""
    return full if IS_FULL else short
