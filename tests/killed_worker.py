"""A process that tells what it has done is killed at a random moment; what it had told by then."""

import random
import time
from collections.abc import Callable
from multiprocessing.connection import Connection
from multiprocessing.context import ForkServerContext
from typing import Any

_BEGUN_S = 60
"""A process that has not told anything by then is no worker."""


def killed_at_a_random_moment(
    context: ForkServerContext,
    worker: Callable[..., None],
    arguments: tuple[Any, ...],
    chance: random.Random,
    lives_s: float,
) -> set[str]:
    """Let a worker run and end it with SIGKILL; returns what it has sent through its pipe.

    It is given the arguments and the pipe. One in ten dies while it begins, the others within
    `lives_s` of the first thing that they tell.
    """
    ours, theirs = context.Pipe(duplex=False)
    process = context.Process(target=worker, args=(*arguments, theirs))
    process.start()
    theirs.close()
    told: set[str] = set()
    if chance.random() < 0.9:
        assert ours.poll(_BEGUN_S)
    # A reader that lags would hold the writer up at a full pipe, so it is emptied meanwhile.
    until = time.monotonic() + chance.uniform(0, lives_s)
    while (left := until - time.monotonic()) > 0:
        if ours.poll(left):
            told.add(ours.recv_bytes().decode())
    process.kill()
    process.join()
    assert process.exitcode == -9
    process.close()
    return told | _rest_of(ours)


def _rest_of(pipe: Connection) -> set[str]:
    found = set()
    with pipe:
        while True:
            try:
                found.add(pipe.recv_bytes().decode())
            except (EOFError, OSError):  # killed in the midst of a message: it was not received
                return found
