import random

import pytest

from drivers.link.errors import PortBusy
from drivers.link.line import Broken, Data, Line, LineTimes, Opened, Paused
from drivers.link.memory_port import MemoryLine

TIMES = LineTimes(pause_ms=50, reopen_ms_min=100, reopen_ms_max=1_000)


@pytest.fixture
def cable():
    return MemoryLine(read_timeout_s=0.001)


def make(opener):
    return Line(opener, TIMES, random.Random(1))


def test_opens_reads_and_says_one_pause(cable):
    line = make(cable.open)
    assert line.poll(0) == Opened("memory")
    assert line.poll(1) is None
    cable.send(b"ab")
    assert line.poll(2) == Data(b"ab")
    assert line.poll(51) is None
    assert line.poll(52) == Paused()
    assert line.poll(200) is None
    assert line.write(b"x", 200) is None
    assert cable.take() == b"x"


def test_unplugged_line_is_closed_at_once_and_opened_again(cable):
    line = make(cable.open)
    line.poll(0)
    cable.unplug()
    assert line.poll(10) == Broken("memory: unplugged")
    assert not line.is_open
    assert 50 <= line.wait_ms(10) <= 100
    assert line.write(b"x", 11) is None
    assert line.poll(20) is None
    assert isinstance(line.poll(110), Broken)
    cable.plug()
    assert line.poll(110 + 1_000) == Opened("memory")
    assert line.openings == 2


def test_back_off_doubles_to_its_bound_and_starts_again_after_success():
    def refuse():
        raise PortBusy("busy")

    line = make(refuse)
    now, waits = 0, []
    for _ in range(8):
        assert line.poll(now) == Broken("busy")
        waits.append(line.wait_ms(now))
        now += waits[-1]
    for wait, most in zip(waits, [100, 200, 400, 800, 1000, 1000, 1000, 1000], strict=True):
        assert most / 2 <= wait <= most
    assert len(set(waits[-4:])) > 1  # jitter
    line.succeed()
    line.poll(now)
    assert line.wait_ms(now) <= 100


def test_open_device_that_never_answers_is_tried_more_and_more_slowly(cable):
    line = make(cable.open)
    waits = []
    now = 0
    for _ in range(4):
        assert line.poll(now) == Opened("memory")
        assert line.drop("silent", now) == Broken("silent")
        waits.append(line.wait_ms(now))
        now += waits[-1]
    assert waits[3] > 2 * waits[0]


def test_jammed_line_breaks_on_write(cable):
    line = make(cable.open)
    line.poll(0)
    cable.jam(is_jammed=True)
    assert line.write(b"x", 1) == Broken("memory: bytes are not taken")
    assert not line.is_open
    line.close()
    line.close()
