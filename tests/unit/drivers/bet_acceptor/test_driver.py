"""What a line says in messages: facts with their identities, words, answers."""

import pytest
from acceptor_line import TOKENS, open_line, ready_line

from dealer_station.messages.device import Assurance
from dealer_station.messages.envelope import Position
from dealer_station.messages.meter_display import Meter
from drivers.bet_acceptor.driver import BetAcceptors, SeatAddress
from drivers.bet_acceptor.models.cctalk.memory import SeatMemory
from drivers.bet_acceptor.models.cctalk.profile import LineProfile
from drivers.link.errors import JournalError
from drivers.link.steps import At, Store, Write


def test_a_token_as_a_message():
    line = open_line(order=7)
    line.insert()
    line.until(line.taken)
    (token,) = line.taken()
    assert (token.device, token.session, token.sequence) == ("acceptor-1", 1, 3)
    assert token.previous == Position(1, 2)
    assert (token.token, token.path, token.device_counter) == (1, 1, 1)
    assert (token.coin_id, token.value_minor) == ("TK100A", 100)
    assert token.assurance is Assurance.IDENTIFIED
    assert line.now_at - 10 <= token.device_time <= line.now_at


def test_a_fact_and_the_memory_of_it_are_stored_in_one_step():
    line = open_line(order=7)
    stored = []
    perform = line.perform

    def watch(steps):
        steps = list(steps)
        stored.extend(step.step for step in steps if isinstance(step, At))
        perform(steps)

    line.perform = watch
    line.insert()
    line.until(lambda: line.newest_move() == (False, 7))
    notes = [SeatMemory.from_bytes(step.note) for step in stored if isinstance(step, Store)]
    assert [(note.counter, note.is_spent) for note in notes] == [(1, True), (1, True)]
    assert notes[0].reported.is_open
    assert not notes[1].reported.is_open


def test_a_wish_goes_to_the_wire_at_once_and_to_the_disk_with_what_came_of_it():
    line = ready_line()
    line.run(400)
    line.until(lambda: line.bus.next_due_ms is None and not line.logic._bus._exchange.is_asking)
    steps = []
    line.perform = steps.extend
    line.wish_lit()
    (write,) = steps
    assert isinstance(write, Write)
    del line.perform
    line.perform(steps)
    line.until(lambda: line.lamps() == [True])
    memory = SeatMemory.from_bytes(line.journals["acceptor-1"].note)
    assert memory.lamp_wish is memory.is_lit is True


def test_sessions_go_on_over_restarts():
    line = open_line(order=7)
    line.kill_driver()
    line.start_driver()
    line.connect()
    line.wish_open(7)
    line.until(lambda: len(line.moves()) == 4)
    assert line.newest_move() == (True, 7)
    sessions = [event.session for event in line.events()]
    assert sessions == sorted(sessions)
    assert sessions[-1] == 2
    for before, event in zip(line.events(), line.events()[1:], strict=False):
        assert event.previous == before.position


def test_a_meter_is_nothing_to_an_acceptor():
    line = ready_line()
    meter = Meter.model_construct()
    steps = line.logic.meter(meter, is_fresh=True, now_ms=line.now_ms, now_at=line.now_at)
    assert list(steps) == []


def test_a_note_that_is_none_is_refused():
    with pytest.raises(JournalError, match="stored memory"):
        BetAcceptors(
            LineProfile(tokens=TOKENS), [SeatAddress("acceptor-1", 2)], {"acceptor-1": b"?"}
        )


def test_nothing_is_asked_of_a_closed_line():
    logic = BetAcceptors(
        LineProfile(tokens=TOKENS), [SeatAddress("acceptor-1", 2)], {"acceptor-1": None}
    )
    assert list(logic.tick(1_000, 1_000)) == []
    assert not [s for s in logic.lost("no port", 1_000, 1_000) if isinstance(s, Write)]
    assert logic.counts("acceptor-1").frames_good == 0
    assert logic.memory("acceptor-1") == SeatMemory()
