"""The wire that simulated acceptors share: pace, echo, neighbours, faults."""

import pytest

from drivers.bet_acceptor.fault_script import FaultScript
from drivers.bet_acceptor.simulated_acceptor import SimulatedAcceptor
from drivers.bet_acceptor.simulated_bus import SimulatedBus

POLL = bytes((2, 0, 1, 254, 255))
ACK = bytes((1, 0, 2, 0, 253))


def bus(*words, seats=(2,), **fields):
    acceptors = [SimulatedAcceptor(f"acceptor-{n}", n) for n in seats]
    return SimulatedBus(acceptors, FaultScript(words), **({"reply_delay_ms": 5} | fields))


def heard(made, until_ms):
    """What reaches the host, piece by piece, with the moments."""
    pieces = []
    while (due := made.next_due_ms) is not None and due <= until_ms:
        data = made.advance(due)
        if data:
            pieces.append((round(due, 2), data))
    return pieces


def all_of(made, until_ms=10_000):
    return b"".join(data for _, data in heard(made, until_ms))


def test_echo_at_once_and_the_answer_after_its_delay():
    made = bus()
    made.sent(POLL, 100)
    pieces = heard(made, 200)
    assert b"".join(data for at, data in pieces if at == 100) == POLL
    assert b"".join(data for at, data in pieces if at == 105) == ACK
    assert made.next_due_ms is None


def test_without_echo():
    made = bus(has_echo=False)
    made.sent(POLL, 100)
    assert all_of(made) == ACK


def test_the_pace_of_9600_baud_both_ways():
    made = bus(baud=9_600)
    made.sent(POLL, 100)
    pieces = heard(made, 200)
    byte_ms = 10_000 / 9_600
    expected = [100 + n * byte_ms for n in range(1, 6)]
    expected += [100 + 5 * byte_ms + 5 + n * byte_ms for n in range(1, 6)]
    assert [at for at, _ in pieces] == [pytest.approx(at, abs=0.01) for at in expected]
    assert [data for _, data in pieces] == [bytes((byte,)) for byte in POLL + ACK]


def test_what_the_host_writes_waits_for_the_wire():
    made = bus(baud=9_600, seats=(2, 3))
    made.sent(POLL, 100)
    made.sent(POLL, 100)
    last_echo = [at for at, data in heard(made, 200)][-1]
    assert last_echo >= 100 + 10 * 10_000 / 9_600


def test_coarse_pieces_arrive_at_the_same_time_as_their_last_byte():
    made = bus(baud=9_600, piece_bytes=64)
    made.sent(POLL, 100)
    pieces = heard(made, 200)
    assert [data for _, data in pieces] == [POLL, ACK]
    assert pieces[0][0] == pytest.approx(100 + 5 * 10_000 / 9_600, abs=0.01)


def test_neighbours_hear_the_answers_and_say_nothing():
    made = bus(seats=(2, 3, 4))
    made.sent(POLL, 100)
    assert all_of(made) == POLL + ACK
    assert made.acceptors["acceptor-3"]._heard_at_ms == 105


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("acceptor-2.1:drop", POLL),
        ("acceptor-2.1:duplicate", POLL + ACK + ACK),
        ("acceptor-2.1:nul", POLL + b"\x00" + ACK),
        ("line.1:no_echo", ACK),
    ],
)
def test_faults_of_one_message(word, expected):
    made = bus(word)
    made.sent(POLL, 100)
    assert all_of(made) == expected
    made.sent(POLL, 1_000)
    assert all_of(made) == POLL + ACK


def test_a_late_answer():
    made = bus("acceptor-2.1:delay=300")
    made.sent(POLL, 100)
    assert next(at for at, data in heard(made, 1_000) if data[:1] == b"\x01") == 405


def test_a_collision_is_heard_by_everybody():
    made = bus("line.1:collision")
    made.sent(POLL, 100)
    data = all_of(made)
    assert len(data) == len(POLL)
    assert sum((a ^ b).bit_count() for a, b in zip(data, POLL, strict=True)) == 1


def test_a_split_echo_holds_up_the_answer_behind_it():
    made = bus("line.1:split=40")
    made.sent(POLL, 100)
    pieces = heard(made, 1_000)
    assert b"".join(data for _, data in pieces) == POLL + ACK
    assert b"".join(data for at, data in pieces if at == 100) == POLL[:2]


def test_tokens_are_counted_in_time_with_the_bytes():
    made = bus()
    acceptor = made.acceptors["acceptor-2"]
    acceptor.mask, acceptor.is_accepting = 1, True
    acceptor.insert(1, 1, 100)
    assert made.next_due_ms == 220
    made.advance(219)
    assert acceptor.counter == 0
    made.advance(220)
    assert acceptor.counter == 1


def test_a_pulled_cable_drops_what_is_on_the_wire():
    made = bus(baud=9_600)
    made.sent(POLL, 100)
    made.advance(102)
    made.forget()
    assert made.next_due_ms is None
    assert all_of(made) == b""
