"""Eight seats on one wire: whose request goes first, who is lost alone, when a line is given up."""

from itertools import pairwise

import pytest
from acceptor_line import TOKENS, VirtualLine, names, open_line, ready_line

from dealer_station.messages.device import Life
from drivers.bet_acceptor.fault_script import FaultScript
from drivers.bet_acceptor.models.cctalk.bus import BABBLE_MS, BAD_ECHOES_MAX, SILENCE_MS
from drivers.bet_acceptor.models.cctalk.codec import Checksum
from drivers.bet_acceptor.models.cctalk.profile import EchoSetting, LineProfile
from drivers.bet_acceptor.simulated_acceptor import AcceptorModel, SimulatedAcceptor

SEATS = 8
DEVICES = names(SEATS)
PROBE, READ, INHIBIT, MASK, LAMP = 254, 229, 228, 230, 233


def headers(line, since=0):
    return [data[3] for _, data in line.writes[since:]]


def sent(line, header, since=0):
    """When a header was sent, in milliseconds, and to whom."""
    return [(at, data[0]) for at, data in line.writes[since:] if data[3] == header]


@pytest.mark.parametrize(
    ("has_counted", "asked", "limit_ms"),
    # Eight inhibits and eight readings at 9600 baud, 5 ms a reply: no pause between them. One whose
    # counter stands at 0 is asked for its mask as well: only that tells that its power was on.
    [(True, [INHIBIT, READ], 450), (False, [INHIBIT, READ, MASK], 500)],
)
def test_all_windows_are_shut_before_any_is_read_when_betting_closes(has_counted, asked, limit_ms):
    line = open_line(SEATS, order=7, baud=9_600)
    order = 7
    if has_counted:
        for device in DEVICES:
            line.insert(device)
        line.until(lambda: line.all_shut(order))
        order = 9
        line.wish_open(order)
        line.until(lambda: line.all_open(order))
    since = len(line.writes)
    line.wish_shut(order + 1)
    line.until(lambda: line.all_shut(order + 1))
    seen = headers(line, since)
    if seen[0] == READ:
        del seen[0]  # a poll that was on the wire already
    for place, header in enumerate(asked):
        assert seen[place * SEATS : (place + 1) * SEATS] == [header] * SEATS
    first = line.writes[since][0]
    assert line.now_ms - first < limit_ms


def test_a_lamp_goes_before_polls_and_set_up():
    line = VirtualLine(SEATS, baud=9_600)
    line.connect()
    line.until(lambda: line.life("acceptor-1") is Life.READY)
    assert not line.all_are(Life.READY)
    wished = line.now_ms
    line.wish_lit("acceptor-1")
    line.until(lambda: line.lamps("acceptor-1") == [True])
    assert line.now_ms - wished < 80


def test_every_seat_is_polled_in_turn():
    line = ready_line(SEATS, baud=9_600)
    line.run(2_000)
    since = len(line.writes)
    line.run(4_000)
    reads = sent(line, READ, since)
    for place in range(SEATS):
        times = [at for at, address in reads if address == 11 + place]
        gaps = [after - before for before, after in pairwise(times)]
        assert len(times) >= 8
        assert max(gaps) < 600


def test_a_silent_seat_is_lost_alone_and_holds_up_nobody():
    line = open_line(SEATS, order=7, baud=9_600)
    line.acceptor("acceptor-3").mute(line.now_ms, 10**6)
    line.wish_shut(8)
    began = line.now_ms
    others = [device for device in DEVICES if device != "acceptor-3"]
    line.until(lambda: all(line.newest_move(device) == (False, 8) for device in others))
    assert line.now_ms - began < 1_000
    line.until(lambda: line.life("acceptor-3") is Life.LOST)
    assert all(line.life(device) is Life.READY for device in others)
    assert [line.codes(device) for device in others] == [[]] * 7
    # It is probed now and then; the lamps of the others are hardly later for it.
    since = len(line.writes)
    line.run(10_000)
    assert 6 <= len(sent(line, PROBE, since)) <= 12
    late = []
    for number in range(40):
        device = others[number % 7]
        before = line.now_ms
        (line.wish_lit if number // 7 % 2 == 0 else line.wish_dark)(device)
        line.until(lambda d=device, lit=number // 7 % 2 == 0: line.acceptor(d).is_lit is lit)
        late.append(line.now_ms - before)
        line.run(130)
    assert sorted(late)[20] < 80
    assert max(late) < 300


def test_a_seat_that_comes_back_is_served_at_once():
    line = ready_line(2)
    line.acceptor("acceptor-2").mute(line.now_ms, 3_000)
    line.until(lambda: line.life("acceptor-2") is Life.LOST)
    line.wish_open(4)
    line.until(lambda: line.all_open(4))
    assert line.codes("acceptor-2") == ["device_lost"]
    assert line.codes("acceptor-1") == []


def test_the_lines_loss_loses_all_and_its_return_finds_all():
    line = open_line(SEATS, order=7)
    line.insert("acceptor-5")
    line.lose("the cable")
    assert line.all_are(Life.LOST)
    assert {word.reason for word in line.words.values()} == {"the cable"}
    line.run(1_000)
    line.open()
    line.until(lambda: line.all_are(Life.READY))
    line.until(lambda: len(line.taken("acceptor-5")) == 1)
    assert all(line.codes(device) == ["device_lost"] for device in DEVICES)
    assert line.newest_move("acceptor-5") == (False, 7)


def test_neighbours_share_a_checksum():
    line = VirtualLine(SEATS, checksum=Checksum.CRC16)
    line.until(lambda: line.all_are(Life.READY))
    # Only the first seat was asked in the other checksum.
    probes = [data for _, data in line.writes if data[3] == PROBE and sum(data) % 256 == 0]
    assert len(probes) == 1


@pytest.mark.parametrize("checksum", Checksum)
def test_two_checksums_on_one_line(checksum):
    seats = [
        SimulatedAcceptor("acceptor-1", 11, checksum),
        SimulatedAcceptor("acceptor-2", 12, next(c for c in Checksum if c is not checksum)),
    ]
    line = ready_line(seats)
    line.wish_open(3)
    line.until(lambda: line.all_open(3))


def test_silence_of_everybody_opens_the_line_anew_unless_the_echo_comes():
    silent = AcceptorModel(silent_headers=frozenset({PROBE}))
    line = VirtualLine(2, model=silent, has_echo=False)
    line.until(lambda: line.drops)
    assert SILENCE_MS <= line.now_ms - 1_000 <= SILENCE_MS + 500
    assert "nothing answers on this line" in line.drops[0]
    assert line.all_are(Life.LOST)
    line = VirtualLine(2, model=silent)
    line.run(3 * SILENCE_MS)
    assert line.drops == []


def test_a_line_whose_echo_differs_is_opened_anew():
    script = [f"line.{number}:collision" for number in range(60, 60 + BAD_ECHOES_MAX)]
    line = VirtualLine(1, faults=FaultScript(script))
    line.until(lambda: line.drops)
    assert "does not come back as it was sent" in line.drops[0]
    line.open()
    line.until(lambda: line.life() is Life.READY)


@pytest.mark.parametrize("kind", ["collision", "no_echo"])
def test_one_bad_echo_is_asked_again(kind):
    line = ready_line(1, faults=FaultScript([f"line.{number}:{kind}" for number in (30, 40, 50)]))
    line.run(20_000)
    assert line.drops == []
    assert line.life() is Life.READY
    assert line.logic.counts("acceptor-1").frames_bad >= 3
    assert line.logic.counts("acceptor-1").frames_refused == 3


def test_echo_that_comes_in_two_pieces_is_one_echo():
    line = ready_line(1, faults=FaultScript([f"line.{n}:split=30" for n in range(5, 60)]))
    line.run(2_000)
    assert line.logic.counts("acceptor-1").frames_bad == 0


def test_garbage_of_other_programs_on_a_fresh_port_is_let_pass():
    line = VirtualLine(2)
    line.bus._to_host += b"AT+CGMI\r\n~x\xf0~"
    line.run(20)
    line.until(lambda: line.all_are(Life.READY))
    assert line.logic._bus._exchange.stray_bytes > 0
    assert line.codes() == []


def test_babble_without_end_opens_the_line_anew():
    line = ready_line(1)
    for _ in range(BABBLE_MS // 20 + 20):
        if line.drops:
            break
        line.bus._to_host += b"\x55"
        line.run(20)
    assert "bytes come without end" in line.drops[0]


def test_a_late_answer_is_never_taken_for_the_next_one():
    """Every answer of one seat is later than the time-out: it is lost, the others know nothing."""
    script = [f"acceptor-1.{number}:delay=130" for number in range(1, 400)]
    for checksum in Checksum:
        line = VirtualLine(2, checksum=checksum, faults=FaultScript(script), reply_delay_ms=1)
        line.acceptor("acceptor-1").counter = 200
        line.connect()
        line.until(lambda at=line: at.life("acceptor-2") is Life.READY)
        line.wish_open(3, "acceptor-2")
        line.run(6_000)
        assert line.life("acceptor-1") is Life.LOST
        assert line.taken("acceptor-2") == []
        assert line.codes("acceptor-2") == []
        assert line.newest_move("acceptor-2") == (True, 3)


def test_a_device_that_half_heard_a_request_has_forgotten_it_before_the_next():
    """Noise looks like a long message: every device waits for more and swallows the request."""

    line = ready_line(2)
    # What a device hears as the start of a long message, out of the blue:
    for acceptor in line.bus.acceptors.values():
        acceptor.hear(bytes((acceptor.address, 40, 1)), line.now_ms)
    line.wish_open(5)
    line.until(lambda: line.all_open(5))
    assert all(line.codes(device) == [] for device in names(2))


def test_stopping_tells_open_windows_to_shut():
    line = open_line(2, order=7)
    line.until(lambda: line.bus.next_due_ms is None)
    line.run(1)
    line.perform(line.logic.closing())
    line.kill_driver()
    line.run(200)
    assert not any(acceptor.is_accepting for acceptor in line.bus.acceptors.values())
    line = ready_line(2)
    since = len(line.writes)
    line.perform(line.logic.closing())
    assert len(line.writes) == since, "shut windows are told nothing"


def test_stopping_shuts_eight_windows_on_a_line_at_its_pace():
    line = open_line(8, order=7, baud=9_600)
    line.until(lambda: line.bus.next_due_ms is None)
    line.run(1)
    line.perform(line.logic.closing())
    assert not any(acceptor.is_accepting for acceptor in line.bus.acceptors.values())


def test_a_leading_nul_is_refused_unless_it_is_configured():
    script = [f"acceptor-1.{number}:nul" for number in range(1, 400)]
    line = VirtualLine(1, faults=FaultScript(script))
    line.until(lambda: line.life() is Life.LOST)
    assert "00 01 00 0b" in line.words["acceptor-1"].reason
    profile = LineProfile(tokens=TOKENS, has_leading_nul=True)
    ready_line(1, faults=FaultScript(script), profile=profile)


def test_what_is_configured_about_the_echo_is_demanded():
    profile = LineProfile(tokens=TOKENS, echo=EchoSetting.PRESENT)
    line = VirtualLine(1, has_echo=False, profile=profile)
    line.until(lambda: line.drops)
    assert line.life() is Life.LOST


def test_eight_lamps_at_once_take_a_sixth_of_a_second():
    line = ready_line(SEATS, baud=9_600)
    line.run(2_000)
    wished = line.now_ms
    line.wish_lit()
    line.until(lambda: all(acceptor.is_lit for acceptor in line.bus.acceptors.values()))
    assert line.now_ms - wished < 220
    line.run(500)
    assert all(line.lamps(device) == [True] for device in DEVICES)


def test_one_bad_answer_among_silences_is_not_what_was_wrong():
    line = ready_line(1, faults=FaultScript(["line.60:collision"]))
    line.acceptor().mute(line.now_ms, 10**6)
    line.until(lambda: len(line.writes) > 58)
    line.until(lambda: line.life() is Life.LOST)
    line.run(5_000)
    assert "nothing answers at address 11" in line.words["acceptor-1"].reason
