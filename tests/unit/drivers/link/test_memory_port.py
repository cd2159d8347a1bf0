import pytest

from drivers.link.errors import LinkClosed, LinkTimeout, PortMissing
from drivers.link.memory_port import MemoryLine


def test_bytes_go_both_ways_in_pieces():
    line = MemoryLine(split=2, read_timeout_s=0.001)
    port = line.open()
    line.send(b"abc")
    assert [port.read(), port.read(), port.read()] == [b"ab", b"c", b""]
    port.write(b"xy")
    assert line.take() == b"xy"
    assert line.take() == b""
    assert port.name == "memory"


def test_damage_changes_what_arrives():
    line = MemoryLine(damage=lambda data: data.upper()[:-1])
    port = line.open()
    line.send(b"abc")
    assert port.read() == b"AB"


def test_unplugged_port_stays_broken_and_a_new_one_opens():
    line = MemoryLine(read_timeout_s=0.001)
    old = line.open()
    line.unplug()
    with pytest.raises(LinkClosed):
        old.read()
    with pytest.raises(PortMissing):
        line.open()
    line.plug()
    with pytest.raises(LinkClosed):
        old.write(b"x")
    assert line.open().read() == b""


def test_jam_and_close():
    line = MemoryLine()
    port = line.open()
    line.jam(is_jammed=True)
    with pytest.raises(LinkTimeout):
        port.write(b"x")
    port.close()
    port.close()
    with pytest.raises(LinkClosed):
        port.read()
