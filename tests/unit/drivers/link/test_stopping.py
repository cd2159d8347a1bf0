import os
import signal

import pytest

from drivers.link.stopping import stop_on_signals


@pytest.fixture
def handlers():
    before = {number: signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGINT)}
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


@pytest.mark.usefixtures("handlers")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_both_signals_stop_and_the_process_lives_on(number):
    stops = []
    stop_on_signals(lambda: stops.append(number))
    os.kill(os.getpid(), number)
    assert stops == [number]
