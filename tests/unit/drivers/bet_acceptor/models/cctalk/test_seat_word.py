"""The word of a device, and commands that end once."""

from dealer_station.messages.device import FAULTS_MAX, Life, ReplyResult
from drivers.bet_acceptor.models.cctalk.memory import SeatMemory
from drivers.bet_acceptor.models.cctalk.notes import SeatNotes
from drivers.bet_acceptor.models.cctalk.seat_word import SeatCommand, SeatWord
from drivers.bet_acceptor.models.cctalk.steps import FaultCode
from drivers.link.steps import Answer, Become


def word():
    notes = SeatNotes(SeatMemory())
    return SeatWord(notes), notes


def test_a_word_is_said_once():
    made, _ = word()
    assert made.say(Life.LOST, "why", None) == [Become(Life.LOST, "why")]
    assert made.say(Life.LOST, "why", None) == []


def test_a_device_that_works_is_ready_or_degraded_with_every_fault():
    made, notes = word()
    assert made.say_works(None) == [Become(Life.READY)]
    notes.doubt(FaultCode.TOKEN_KEPT, "one")
    notes.doubt(FaultCode.TOKEN_KEPT, "two")
    expected = Become(Life.DEGRADED, "one; two", ("token_kept", "token_kept"))
    assert made.say_works(None) == [expected]
    (full,) = made.say_works("full")
    assert full.faults == ("journal_full", "token_kept", "token_kept")
    assert full.reason == "full; one; two"


def test_faults_stand_also_on_a_device_that_is_lost():
    made, notes = word()
    made.say(Life.LOST, "away", None)
    notes.doubt(FaultCode.DEVICE_RESET, "why")
    assert made.say_again(None) == [Become(Life.LOST, "away", ("device_reset",))]
    assert made.say_again(None) == []


def test_no_more_faults_than_a_word_can_name():
    made, notes = word()
    for number in range(FAULTS_MAX):
        notes.doubt(FaultCode.TOKEN_KEPT, str(number))
    (said,) = made.say_works("full")
    assert len(said.faults) == FAULTS_MAX


def test_a_command_ends_once():
    made = SeatCommand()
    assert made.end(ReplyResult.DONE) == []
    made.begin("c1")
    assert made.is_asked
    assert made.end(ReplyResult.FAILED, "why") == [Answer("c1", ReplyResult.FAILED, "why")]
    assert not made.is_asked
    assert made.end(ReplyResult.DONE) == []
