"""How every program of a device ends: SIGTERM and SIGINT let it finish what it is doing."""

import signal
from collections.abc import Callable
from types import FrameType


def stop_on_signals(stop: Callable[[], None]) -> None:
    """Let both signals end the program in good order. `stop` must be safe in a signal handler."""

    def handle(_number: int, _frame: FrameType | None) -> None:
        stop()

    signal.signal(signal.SIGTERM, handle)
    signal.signal(signal.SIGINT, handle)
