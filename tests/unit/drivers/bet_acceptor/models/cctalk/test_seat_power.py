"""Power cuts: what the counter shows, what only the settings show, and that it is said once."""

import pytest
from acceptor_line import TOKENS, open_line, ready_line

from dealer_station.messages.device import Life
from drivers.bet_acceptor.models.cctalk.profile import LineProfile
from drivers.bet_acceptor.simulated_acceptor import AcceptorModel

SEAT = "acceptor-1"


def test_power_cut_is_said_and_everything_set_again():
    line = open_line(order=7)
    line.wish_lit()
    line.insert()
    line.until(lambda: line.taken() and line.lamps() == [True])
    line.acceptor().reset(line.now_ms)
    line.until(lambda: line.codes() == ["device_reset"])
    line.until(lambda: line.life() is Life.DEGRADED)
    line.run(300)
    assert line.lamps() == [True, False, True]
    assert line.acceptor().is_lit
    assert line.acceptor().mask == 1
    assert not line.acceptor().is_accepting
    line.wish_open(8)
    line.run(500)
    # It says that it does not open.
    assert line.newest_move() == (False, 8)
    line.clear(SEAT, "device_reset")
    line.until(lambda: line.newest_move() == (True, 8))


def test_power_cut_before_the_first_token_shows_in_the_settings():
    line = open_line(profile=LineProfile(tokens=TOKENS, check_ms=500))
    line.acceptor().reset(line.now_ms)
    line.until(lambda: line.codes() == ["device_reset"])
    assert "while its window was open" in line.faults()[0].detail
    line.until(lambda: line.life() is Life.DEGRADED)
    assert line.acceptor().mask == 1


@pytest.mark.parametrize("was_open", [True, False])
def test_power_cut_while_nobody_looked_shows_in_what_the_device_forgot(was_open):
    """The counter was 0 before and is 0 again: a token in between would have left no trace."""
    line = open_line() if was_open else ready_line()
    line.wish_lit()
    line.until(lambda: line.lamps() == [True])
    line.kill_driver()
    line.insert()
    line.run(500)
    assert line.acceptor().counter == 1
    line.acceptor().reset(line.now_ms)
    line.run(1_000)
    assert line.acceptor().counter == 0
    line.start_driver()
    line.connect()
    line.wish_lit()
    line.until(lambda: line.life() in (Life.READY, Life.DEGRADED))
    assert line.codes() == (["device_reset"] if was_open else [])
    line.until(lambda: line.lamps() == [True, False, True])
    assert line.taken() == []


def test_power_cut_is_one_fault_also_where_counter_and_settings_show_it():
    line = open_line()
    line.insert()
    line.until(line.taken)
    line.kill_driver()
    line.acceptor().reset(line.now_ms)
    line.run(1_000)
    line.start_driver()
    line.run(8_000)
    assert line.codes() == ["device_reset"]


def test_power_cut_of_a_shut_device_before_its_first_token_is_no_fault():
    line = ready_line(profile=LineProfile(tokens=TOKENS, check_ms=500))
    line.wish_lit()
    line.until(lambda: line.lamps() == [True])
    line.acceptor().reset(line.now_ms)
    line.until(lambda: line.lamps() == [True, False, True])
    line.until(lambda: line.life() is Life.READY)
    assert line.codes() == []
    assert line.acceptor().mask == 1


@pytest.mark.parametrize("wait_ms", [0, 300, 1_500, 4_000])
def test_power_cut_before_the_first_token_is_said_before_the_window_is_said_shut(wait_ms):
    """The counter tells nothing, and betting closes before the settings are looked at again."""
    line = open_line(order=7)
    line.insert()
    line.run(20)
    line.acceptor().reset(line.now_ms)
    line.run(wait_ms)
    line.wish_shut(11)
    line.until(lambda: line.all_shut(11))
    assert line.codes() == ["device_reset"]
    kinds = [type(event).__name__ for event in line.events()]
    assert kinds.index("DeviceFault") < len(kinds) - 1 - kinds[::-1].index("WindowMoved")
    assert line.taken() == []


def test_device_that_cannot_tell_its_settings_shuts_all_the_same():
    line = open_line(order=7, model=AcceptorModel(silent_headers=frozenset({230})))
    line.wish_shut(11)
    line.until(lambda: line.all_shut(11))
    assert line.codes() == []


def test_tokens_on_their_way_at_a_power_cut_are_never_facts():
    line = open_line(model=AcceptorModel(travel_ms=200))
    line.insert()
    line.until(lambda: len(line.taken()) == 1)
    line.wish_open(8)
    line.until(lambda: line.newest_move() == (True, 8))
    line.insert()
    line.run(50)
    line.acceptor().reset(line.now_ms)
    line.until(lambda: line.codes() == ["device_reset"])
    line.run(1_000)
    assert len(line.taken()) == 1
    assert line.faults()[0].lost_count is None
