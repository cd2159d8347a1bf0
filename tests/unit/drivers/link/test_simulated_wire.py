import os
import selectors
import time
from contextlib import suppress
from pathlib import Path

import pytest

from dealer_station.clock import SystemClock
from drivers.link.simulated_wire import Emission, SimulatedWire

CLOCK = SystemClock()


class Bench:
    def __init__(self, folder, baud=0):
        self.link = folder / "deep" / "port"
        self.selector = selectors.DefaultSelector()
        self.wire = SimulatedWire(self.link, baud=baud, selector=self.selector, clock=CLOCK)
        self.wire.plug()

    def work(self, duration_ms=0):
        end = CLOCK.monotonic_ms() + duration_ms
        data = self.wire.work(CLOCK.monotonic_ms())
        while CLOCK.monotonic_ms() < end:
            time.sleep(0.001)
            data += self.wire.work(CLOCK.monotonic_ms())
        return data

    def host(self):
        descriptor = os.open(self.link, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
        self.work()
        return descriptor


@pytest.fixture
def bench(tmp_path):
    made = Bench(tmp_path)
    yield made
    made.wire.unplug()
    made.selector.close()


def test_host_is_noticed_when_it_comes_and_goes(bench):
    assert not bench.wire.is_host_present
    assert bench.wire.patience_ms(0) == 10
    host = bench.host()
    assert bench.wire.is_host_present
    assert bench.wire.patience_ms(0) is None
    os.write(host, b"ask")
    assert bench.wire.take() == b"ask"
    assert bench.wire.take() == b""
    bench.wire.put(Emission(0, b"\x00\r\nanswer"))
    assert os.read(host, 100) == b"\x00\r\nanswer"
    os.close(host)
    assert bench.wire.take() == b""
    assert not bench.wire.is_host_present
    bench.wire.put(Emission(0, b"into the void"))
    os.close(bench.host())


def test_delay_and_pace(tmp_path):
    bench = Bench(tmp_path, baud=9_600)
    host = bench.host()
    start = CLOCK.monotonic_ms()
    bench.wire.put(Emission(20, b"0123456789"))
    got = b""
    while len(got) < 10:
        bench.work(1)
        with suppress(BlockingIOError):
            got += os.read(host, 100)
    took = CLOCK.monotonic_ms() - start
    assert got == b"0123456789"
    assert took >= 29  # 20 ms of delay and ten bytes of 1.04 ms
    os.close(host)
    bench.wire.unplug()


def test_unplugged_link_is_gone_and_comes_back_as_another_terminal(bench):
    host = bench.host()
    bench.wire.unplug_for(20)
    assert not bench.link.exists()
    assert not bench.link.is_symlink()
    with pytest.raises(OSError, match="Input/output error"):
        os.write(host, b"x")
    bench.wire.unplug()
    assert bench.wire.take() == b""
    bench.wire.put(Emission(0, b"x"))
    bench.work(40)
    assert bench.link.exists()
    assert bench.link.readlink().parent == Path("/dev/pts")
    os.close(host)
    os.close(bench.host())


def test_muted_wire_carries_nothing_either_way(bench):
    host = bench.host()
    bench.wire.mute(500)
    assert bench.wire.is_muted
    os.write(host, b"lost")
    assert bench.wire.take() == b""
    bench.wire.put(Emission(0, b"lost too"))
    bench.work(510)
    assert not bench.wire.is_muted
    bench.wire.put(Emission(0, b"heard"))
    assert os.read(host, 100) == b"heard"
    os.close(host)


def test_bytes_of_a_moment_go_out_before_the_cable_is_pulled(bench):
    host = bench.host()
    bench.wire.put(Emission(0, b"last"))
    bench.wire.unplug_soon_for(10)
    assert os.read(host, 100) == b"last"
    bench.work()
    with pytest.raises(OSError, match="Input/output error"):
        os.write(host, b"x")
    os.close(host)
