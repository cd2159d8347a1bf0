"""One seat's life with a device that behaves, misbehaves, is another, or is gone."""

import pytest
from acceptor_line import TOKENS, VirtualLine, open_line, ready_line

from dealer_station.messages.bet_acceptor import LampMoved, TokenTaken
from dealer_station.messages.device import FaultClass, Life, ReplyResult
from dealer_station.messages.topics import CommandVerb
from drivers.bet_acceptor.fault_script import FaultScript
from drivers.bet_acceptor.models.cctalk.codec import Checksum
from drivers.bet_acceptor.models.cctalk.profile import (
    ChecksumSetting,
    LampProfile,
    LampSense,
    LineProfile,
    Token,
)
from drivers.bet_acceptor.simulated_acceptor import AcceptorModel, SimulatedAcceptor

SEAT = "acceptor-1"
COURTESIES = {246, 244, 241, 192, 4, 249, 2, 242, 227, 230}


def test_a_fresh_device_is_shut_taught_and_ready():
    line = ready_line()
    assert line.lives[SEAT] == [Life.INIT, Life.INIT, Life.READY]
    assert not line.acceptor().is_accepting
    assert line.acceptor().mask == 1
    assert [(m.is_open, m.order, m.device_counter) for m in line.moves()] == [(False, 0, 0)]
    line.run(2_000)
    assert line.described[SEAT].serial_number == "1"
    assert len(line.events()) == 1


def test_one_token_shuts_the_window_until_another_betting():
    line = open_line(order=7)
    line.insert()
    line.until(lambda: line.newest_move() == (False, 7))
    assert isinstance(line.events()[-2], TokenTaken)
    assert line.moves()[-1].device_counter == 1
    line.wish_open(7)  # said again: nothing changes
    line.run(500)
    assert not line.acceptor().is_accepting
    # The station has its wager; then another betting begins.
    line.wish_shut(7)
    line.run(500)
    assert line.newest_move() == (False, 7)
    assert len(line.moves()) == 3
    line.wish_open(8)
    line.until(lambda: line.newest_move() == (True, 8))


def test_a_window_opens_again_for_the_same_betting_after_it_was_wished_shut():
    line = open_line(order=7)
    line.insert()
    line.until(lambda: line.newest_move() == (False, 7))
    line.wish_shut(7)
    line.wish_open(7)
    line.until(lambda: line.newest_move() == (True, 7))


def test_every_new_wish_is_answered_also_where_the_window_stood_like_that():
    line = ready_line()
    for order in (3, 4, 5):
        line.wish_shut(order)
        line.until(lambda o=order: line.newest_move() == (False, o))
    for order in (6, 7):
        line.wish_open(order)
        line.until(lambda o=order: line.newest_move() == (True, o))
    shut = [data for _, data in line.writes if data[3] == 228 and data[4] == 0]
    assert len(shut) >= 4, "it is shut anew for each of them"


def test_a_token_counted_before_the_opening_stands_before_it():
    profile = LineProfile(tokens=TOKENS, poll_ms=2_000)
    line = open_line(order=7, profile=profile, model=AcceptorModel(travel_ms=400))
    line.insert()
    line.wish_shut(8)
    line.until(lambda: line.newest_move() == (False, 8))
    line.until(lambda: line.acceptor().counter == 1)
    assert line.taken() == [], "nobody has read it yet"
    line.wish_open(9)
    line.until(lambda: line.newest_move() == (True, 9))
    closing, token, opening = line.events()[-3:]
    assert isinstance(token, TokenTaken)
    assert (closing.order, closing.device_counter) == (8, 0)
    assert (opening.order, opening.device_counter) == (9, 1)


def test_errors_are_classified_and_a_kept_token_shuts_the_window():
    line = open_line()
    line.acceptor().report_error(1)
    line.run(400)
    assert line.life() is Life.READY
    assert line.logic.memory(SEAT).returned == 1
    line.acceptor().report_error(36)
    line.until(lambda: line.codes() == ["token_kept"])
    line.until(lambda: line.newest_move() == (False, 7))
    assert line.faults()[0].fault_class is FaultClass.FACTS_LOST
    assert line.words[SEAT].faults == ("token_kept",)
    line.clear(SEAT, "token_kept")
    line.until(lambda: line.newest_move() == (True, 7))
    assert line.life() is Life.READY


def test_a_fault_is_cleared_once_and_a_newer_one_stays():
    line = ready_line()
    line.acceptor().report_error(36)
    line.acceptor().report_error(39)
    line.until(lambda: line.codes() == ["token_kept", "token_kept"])
    line.clear(SEAT, "token_kept")
    assert line.words[SEAT].faults == ("token_kept",)
    line.clear(SEAT, "token_kept")
    assert line.words[SEAT].faults == ()
    line.clear(SEAT, "token_kept")
    assert line.life() is Life.READY


def test_a_silent_device_is_lost_and_found_and_its_counter_tells():
    line = open_line(order=7)
    line.acceptor().mute(line.now_ms, 2_000)
    line.insert()
    line.until(lambda: line.life() is Life.LOST)
    assert line.now_ms < 10_000
    assert "nothing answers at address 11" in line.words[SEAT].reason
    line.until(lambda: line.life() is Life.READY)
    assert line.codes() == ["device_lost"]
    assert line.faults()[0].fault_class is FaultClass.LINK
    line.run(500)
    assert len(line.taken()) == 1
    # The window was open when the token fell: it was the one for this betting.
    assert line.newest_move() == (False, 7)


def test_a_device_at_the_other_checksum_is_found():
    line = ready_line(checksum=Checksum.CRC16)
    assert line.life() is Life.READY


def test_a_device_that_is_not_there_is_lost_with_what_was_tried():
    seat = SimulatedAcceptor(SEAT, 11, Checksum.CRC16)
    line = VirtualLine([seat], profile=LineProfile(tokens=TOKENS, checksum=ChecksumSetting.SIMPLE))
    line.until(lambda: line.life() is Life.LOST)
    assert line.words[SEAT].reason == (
        "nothing answers at address 11, 9600 baud, checksum simple:"
        " check power, wiring, address and baud rate"
    )
    line = VirtualLine([SimulatedAcceptor(SEAT, 11, model=AcceptorModel(silent_headers={254}))])
    line.until(lambda: line.life() is Life.LOST)
    assert "checksum simple and crc16" in line.words[SEAT].reason
    assert line.codes() == []  # it never worked


def test_another_kind_of_device_is_told_nothing():
    line = VirtualLine(1, model=AcceptorModel(category=b"Payout"))
    line.connect()
    line.until(lambda: line.life() is Life.LOST)
    assert line.codes() == ["wrong_device"]
    assert "'Payout', not a coin acceptor" in line.words[SEAT].reason
    line.wish_open(3)
    line.run(25_000)
    assert line.codes() == ["wrong_device"]
    assert {data[3] for _, data in line.writes} <= {254, 245}


def test_another_device_at_the_address_is_a_fault():
    line = open_line()
    line.insert()
    line.until(line.taken)
    line.lose()
    replaced = SimulatedAcceptor(SEAT, 11, model=AcceptorModel(serial_number=77))
    replaced.counter = 9
    line.bus.acceptors[SEAT] = replaced
    line.open()
    line.until(lambda: "device_replaced" in line.codes())
    line.until(lambda: line.life() is Life.DEGRADED)
    assert len(line.taken()) == 1


def test_a_wrong_token_table_refuses_the_kind():
    line = VirtualLine(1, model=AcceptorModel(coin_ids={1: "TK500A", 2: "TK100A"}))
    line.connect()
    line.until(lambda: line.life() is Life.DEGRADED)
    assert line.codes() == ["token_table_differs"]
    assert line.acceptor().mask == 0
    # It is no doubt about tokens: the window opens, and takes none of these.
    line.wish_open(3)
    line.until(lambda: line.newest_move() == (True, 3))
    line.insert()
    line.run(500)
    assert line.taken() == []


def test_tokens_of_a_kind_that_is_not_configured_have_no_worth():
    line = open_line(profile=LineProfile(tokens=(Token(1, 100),)))
    line.acceptor()._count(5, 2)
    line.until(line.taken)
    (token,) = line.taken()
    assert (token.token, token.path, token.coin_id, token.value_minor) == (5, 2, None, None)


def test_a_device_that_knows_only_what_it_must():
    line = ready_line(model=AcceptorModel(silent_headers=frozenset(COURTESIES)))
    line.run(8_000)
    line.wish_open(3)
    line.until(lambda: line.newest_move() == (True, 3))
    line.insert()
    line.until(line.taken)
    assert line.codes() == []


@pytest.mark.parametrize("header", [228, 231])
def test_a_device_that_cannot_be_inhibited_is_never_opened(header):
    line = VirtualLine(1, model=AcceptorModel(silent_headers=frozenset({header})))
    line.connect()
    line.wish_open(3)
    line.until(lambda: "inhibit_failed" in line.codes())
    line.run(5_000)
    assert line.codes() == ["inhibit_failed"]
    assert (True, 3) not in [(move.is_open, move.order) for move in line.moves()]


def test_a_device_without_an_event_buffer_is_of_no_use():
    line = VirtualLine(1, model=AcceptorModel(silent_headers=frozenset({229})))
    line.until(lambda: line.life() is Life.LOST)
    assert "does not answer header 229" in line.words[SEAT].reason


def test_a_device_without_lamp_is_a_fault_that_leaves_the_window_alone():
    line = open_line(model=AcceptorModel(silent_headers=frozenset({233})))
    line.wish_lit()
    line.until(lambda: line.codes() == ["lamp_failed"])
    line.run(500)
    assert line.newest_move() == (True, 7)
    assert line.life() is Life.DEGRADED
    assert line.lamps() == []


def test_a_dead_bulb_is_seen_where_it_can_be():
    lamp = LampProfile(sense=LampSense.INPUT_LINES, refresh_ms=1_000)
    line = ready_line(profile=LineProfile(tokens=TOKENS, lamp=lamp))
    line.wish_lit()
    line.until(lambda: line.lamps() == [True])
    line.acceptor().break_lamp(line.now_ms, is_broken=True)
    line.until(lambda: line.lamps() == [True, False])
    assert line.codes() == ["lamp_failed"]
    line.acceptor().break_lamp(line.now_ms, is_broken=False)
    line.until(lambda: line.lamps() == [True, False, True])


def test_a_busy_device_is_asked_again_and_not_lost():
    line = ready_line()
    line.acceptor().busy_answers = 12
    line.wish_lit()
    line.until(lambda: line.lamps() == [True])
    assert line.lives[SEAT][-1] is Life.READY


def test_a_device_that_stays_busy_does_not_know_the_request():
    line = ready_line()
    line.acceptor().busy_answers = 60
    line.wish_lit()
    line.until(lambda: line.codes() == ["lamp_failed"])


def test_answers_of_a_wrong_length_do_not_stop_the_introduction():
    class Chatty(SimulatedAcceptor):
        def _tell(self, frame):
            return b"\x01\x02\x03\x04" if frame.header == 4 else super()._tell(frame)

    line = VirtualLine([Chatty(SEAT, 11)])
    line.until(lambda: line.life() is Life.READY)
    line.until(lambda: SEAT in line.described)
    assert line.codes() == []
    assert line.logic.counts(SEAT).frames_bad > 0


def test_identify_blinks_and_answers_when_the_lamp_has_moved():
    line = ready_line()
    line.command(CommandVerb.IDENTIFY, SEAT, "i1")
    line.until(lambda: "i1" in line.answers)
    assert line.answers["i1"].result is ReplyResult.DONE
    line.run(4_000)
    changes = line.acceptor().take_lamp_changes()
    assert [change.is_lit for change in changes] == [True, False] * 5
    assert line.lamps() == []


def test_identify_is_refused_or_fails_where_there_is_no_device():
    line = VirtualLine(1, model=AcceptorModel(silent_headers=frozenset({233})))
    line.command(CommandVerb.IDENTIFY, SEAT, "early")
    assert line.answers["early"].result is ReplyResult.REFUSED
    line.until(lambda: line.life() is Life.READY)
    line.command(CommandVerb.IDENTIFY, SEAT, "i1")
    line.until(lambda: "i1" in line.answers)
    assert line.answers["i1"].result is ReplyResult.FAILED
    line.command(CommandVerb.IDENTIFY, SEAT, "i2")
    line.lose("gone")
    assert (line.answers["i2"].result, line.answers["i2"].error) == (ReplyResult.FAILED, "gone")


def test_self_test_asks_the_device():
    line = ready_line(model=AcceptorModel(self_check_ms=1_500))
    line.command(CommandVerb.SELF_TEST, SEAT, "t1")
    line.command(CommandVerb.SELF_TEST, SEAT, "t2")
    assert line.answers["t2"].result is ReplyResult.FAILED
    line.until(lambda: "t1" in line.answers)
    assert line.answers["t1"].result is ReplyResult.DONE
    line.acceptor().self_check_code = 3
    line.command(CommandVerb.SELF_TEST, SEAT, "t3")
    line.until(lambda: "t3" in line.answers)
    assert line.answers["t3"].error == "fault code 3"
    assert line.answers["t3"].result is ReplyResult.FAILED
    line.run(1_000)
    assert line.life() is Life.READY


def test_self_test_of_a_device_that_knows_none():
    line = ready_line(model=AcceptorModel(silent_headers=frozenset({232})))
    line.command(CommandVerb.SELF_TEST, SEAT, "t1")
    line.until(lambda: "t1" in line.answers)
    assert line.answers["t1"].error == "the acceptor does not answer header 232"


def test_self_test_is_refused_while_a_window_is_open():
    line = open_line(2)
    line.command(CommandVerb.SELF_TEST, "acceptor-2", "t1")
    assert line.answers["t1"].result is ReplyResult.REFUSED


def test_full_journal_shuts_the_window_and_is_no_fault_to_clear():
    line = open_line(order=7)
    line.perform(line.logic.refuse_input(SEAT, "full", line.now_ms, line.now_at))
    line.until(lambda: line.newest_move() == (False, 7))
    assert line.codes() == ["journal_full"]
    assert line.words[SEAT].faults == ("journal_full",)
    line.command(CommandVerb.CLEAR_FAULT, SEAT, "c1", faults=("journal_full",))
    assert line.answers["c1"].result is ReplyResult.REFUSED
    line.perform(line.logic.refuse_input(SEAT, None, line.now_ms, line.now_at))
    line.until(lambda: line.newest_move() == (True, 7))
    assert line.life() is Life.READY


def test_the_station_goes_and_the_window_shuts_after_a_while():
    line = open_line(order=7)
    line.wish_lit()
    line.until(lambda: line.lamps() == [True])
    line.connect(is_connected=False)
    line.run(900)
    assert line.acceptor().is_accepting
    line.until(lambda: line.newest_move() == (False, 7))
    assert line.acceptor().is_lit
    line.wish_open(8)  # a broker brings it; no station has given a sign of life
    line.run(500)
    assert line.newest_move() == (False, 7)
    assert not line.acceptor().is_accepting
    line.connect()
    line.until(lambda: line.newest_move() == (True, 8))
    assert line.lamps() == [True]


@pytest.mark.parametrize("why", ["station", "fault", "journal"])
def test_a_window_that_opens_again_for_an_old_wish_is_read_before_it(why):
    """A token of the time in between stands before the opening, and is none of it."""
    line = open_line(order=7, profile=LineProfile(tokens=TOKENS, poll_ms=2_000))
    if why == "station":
        line.connect(is_connected=False)
    elif why == "fault":
        line.acceptor().report_error(36)
    else:
        line.perform(line.logic.refuse_input(SEAT, "full", line.now_ms, line.now_at))
    line.until(lambda: line.newest_move() == (False, 7))
    line.acceptor()._count(1, 1)
    counter = line.acceptor().counter
    if why == "station":
        line.connect()
    elif why == "fault":
        line.clear(SEAT, "token_kept")
    else:
        line.perform(line.logic.refuse_input(SEAT, None, line.now_ms, line.now_at))
    line.until(lambda: line.newest_move() == (True, 7))
    token, opening = line.events()[-2:]
    assert isinstance(token, TokenTaken)
    assert token.device_counter == opening.device_counter == counter


def test_a_driver_that_died_finds_what_was_taken_and_shuts_the_window():
    line = open_line(order=7)
    line.kill_driver()
    line.insert()
    line.run(500)
    line.start_driver()
    line.until(line.taken)
    line.until(lambda: line.newest_move() == (False, 7))
    assert line.codes() == []
    line.connect()
    line.wish_open(7)
    line.run(1_000)
    assert not line.acceptor().is_accepting, "the token was the one for this betting"


def test_a_new_driver_on_an_old_device_emits_nothing_old():
    seat = SimulatedAcceptor(SEAT, 11)
    for _ in range(7):
        seat._count(1, 1)
    line = ready_line([seat])
    assert line.taken() == []
    assert line.moves()[0].device_counter == 7
    line.wish_open(2)
    line.until(lambda: line.newest_move() == (True, 2))
    line.insert()
    line.until(lambda: [token.device_counter for token in line.taken()] == [8])


def test_the_counter_wraps_from_255_to_1():
    line = open_line()
    line.acceptor().counter = 0
    line.run(10)
    order = 8
    for _ in range(258):
        line.acceptor()._count(1, 1)
        line.run(300)
    line.wish_shut(order)
    line.until(lambda: line.newest_move() == (False, order))
    counters = [token.device_counter for token in line.taken()]
    assert counters == [*range(1, 256), 1, 2, 3]
    assert line.codes() == []


def test_noise_on_the_line_is_counted_and_healed():
    line = ready_line(faults=FaultScript(rate=0.2, seed=5))
    for order in range(1, 9):
        line.wish_open(order)
        line.until(lambda o=order: line.newest_move() == (True, o))
        line.insert()
        line.until(lambda n=order: len(line.taken()) == n)
    counts = line.logic.counts(SEAT)
    assert counts.frames_bad > 0
    assert counts.frames_refused > 0
    assert set(line.codes()) <= {"device_lost"}


def test_lamp_and_window_are_facts_with_their_times():
    line = open_line()
    line.wish_lit()
    line.until(lambda: line.lamps() == [True])
    lamp = next(event for event in line.events() if isinstance(event, LampMoved))
    assert 0 <= line.now_at - lamp.device_time <= 5
