"""The link rules while nothing can be stored: a card that comes then is never lost unsaid."""

import pytest

from dealer_station.messages.device import FaultClass, Life, ReplyResult
from drivers.card_shoe.models.ssi.codec import Frame, Opcode, Source
from drivers.card_shoe.models.ssi.host import SsiHost
from drivers.card_shoe.models.ssi.memory import LinkMemory
from drivers.card_shoe.models.ssi.profile import LinkProfile
from drivers.card_shoe.models.ssi.steps import Accept, FaultCode, Keep, Send, Trouble
from drivers.link.steps import Answer, Become

ACK = Frame(Opcode.CMD_ACK, Source.DECODER)
REVISION = Frame(Opcode.REPLY_REVISION, Source.DECODER, 0, b"FW")
BOOT = Frame(Opcode.EVENT, Source.DECODER, 0, b"\x03")
PROFILE = LinkProfile(response_timeout_ms=1_000, heartbeat_ms=500_000)
WINDOW = PROFILE.repeat_window_ms


def card(text=b"AS", status=0):
    return Frame(Opcode.DECODE_DATA, Source.DECODER, status, b"\x03" + text)


def sent(steps):
    return [Opcode(step.frame.opcode).name for step in steps if isinstance(step, Send)]


def troubles(steps):
    return [step for step in steps if isinstance(step, Trouble)]


def codes(steps):
    return [trouble.code for trouble in troubles(steps)]


def accepted(steps):
    return [step.symbol for step in steps if isinstance(step, Accept)]


def words(steps):
    return [(step.life, *step.faults) for step in steps if isinstance(step, Become)]


def memory_of(steps):
    """What the journal has after these steps."""
    kept = [s.memory for s in steps if isinstance(s, Accept | Keep | Trouble) and s.memory]
    return LinkMemory.from_bytes(kept[-1].to_bytes())


def start(memory):
    """A host whose scanner is set up at time 0, and the steps of that."""
    made = SsiHost(PROFILE, memory)
    steps = made.opened(0)
    steps += made.received(REVISION, 0)
    steps += made.received(ACK, 0)
    return made, steps


@pytest.fixture
def host():
    """Ready, with AS as the last card, until the journal is full."""
    made, _ = start(LinkMemory())
    made.received(card(), 0)
    steps = made.refuse_input("full", 1)
    assert codes(steps) == [FaultCode.JOURNAL_FULL]
    assert sent(steps) == ["SCAN_DISABLE"]
    assert words(steps) == [(Life.DEGRADED, "journal_full")]
    assert made.refuse_input("full", 1) == []
    made.received(ACK, 2)
    return made


def test_card_is_neither_stored_nor_acknowledged_and_said_at_once(host):
    steps = host.received(card(b"KH"), 10)
    assert accepted(steps) == sent(steps) == codes(steps) == []
    assert words(steps) == [(Life.DEGRADED, "journal_full", "packet_lost")]
    assert memory_of(steps).unanswered is not None
    assert host.received(card(b"KH", 1), 1_010) == []
    assert host.received(card(b"KH", 1), 2_010) == []


def test_lost_card_is_a_doubt_that_a_person_has_to_clear(host):
    for at, status in ((10, 0), (1_010, 1), (2_010, 1)):
        host.received(card(b"KH", status), at)
    assert troubles(host.tick(90_000)) == []  # the journal takes no event yet
    steps = host.refuse_input(None, 100_000)
    assert sent(steps) == ["SCAN_ENABLE"]
    assert words(steps) == [(Life.DEGRADED, "packet_lost")]  # never ready by itself
    host.received(ACK, 100_001)
    assert troubles(host.tick(100_000 + WINDOW - 1)) == []
    steps = host.tick(100_000 + WINDOW)
    (trouble,) = troubles(steps)
    assert (trouble.code, trouble.lost_count) == (FaultCode.PACKET_LOST, 1)
    assert trouble.fault_class is FaultClass.FACTS_LOST
    assert memory_of(steps).unanswered is None
    assert [code for code, _ in memory_of(steps).doubts] == ["packet_lost"]
    assert troubles(host.tick(900_000)) == []
    assert words(host.clear_fault("c1", ("packet_lost",))) == [(Life.READY,)]


def test_repeat_in_time_heals_it(host):
    host.received(card(b"KH"), 10)
    host.refuse_input(None, 500)
    steps = host.received(card(b"KH", 1), 1_010)
    assert accepted(steps) == [b"KH"]
    assert troubles(steps) == []
    assert words(steps) == [(Life.READY,)]
    assert memory_of(steps).unanswered is None
    assert troubles(host.tick(500 + WINDOW)) == []


def test_repeat_of_an_unanswered_card_that_equals_the_stored_one_is_a_card(host):
    host.received(card(b"AS"), 10)
    host.refuse_input(None, 500)
    assert accepted(host.received(card(b"AS", 1), 1_010)) == [b"AS"]


def test_another_card_instead_of_the_repeat_says_the_loss_before_it(host):
    host.received(card(b"KH"), 10)
    host.refuse_input(None, 500)
    steps = host.received(card(b"2C"), 600)
    assert [type(s) for s in steps if isinstance(s, Trouble | Accept)] == [Trouble, Accept]
    assert troubles(steps)[0].lost_count == 1
    assert words(steps) == [(Life.DEGRADED, "packet_lost")]


def test_equal_card_without_the_bit_is_no_repeat(host):
    host.received(card(b"KH"), 10)
    host.refuse_input(None, 500)
    steps = host.received(card(b"KH"), 600)
    assert (codes(steps), accepted(steps)) == ([FaultCode.PACKET_LOST], [b"KH"])


@pytest.mark.parametrize("is_last_repeated", [True, False])
def test_of_several_cards_nobody_knows_the_number(host, is_last_repeated):
    host.received(card(b"KH"), 10)
    host.received(card(b"2C"), 5_000)
    host.refuse_input(None, 5_500)
    if is_last_repeated:
        steps = host.received(card(b"2C", 1), 6_000)
        assert accepted(steps) == [b"2C"]
    else:
        steps = host.tick(5_500 + WINDOW)
    (trouble,) = troubles(steps)
    assert (trouble.code, trouble.lost_count) == (FaultCode.PACKET_LOST, None)


def test_late_repeat_is_a_card_and_takes_no_doubt_back(host):
    host.received(card(b"KH"), 10)
    host.refuse_input(None, 500)
    host.tick(500 + WINDOW)
    assert accepted(host.received(card(b"KH", 1), 60_000)) == [b"KH"]
    assert words(host.clear_fault("c1", ())) == [(Life.DEGRADED, "packet_lost")]


def test_repeat_of_a_stored_card_is_acknowledged_and_no_loss(host):
    steps = host.received(card(b"AS", 1), 1_000)
    assert sent(steps) == ["CMD_ACK"]
    assert troubles(steps) == []
    assert words(host.refuse_input(None, 2_000)) == [(Life.READY,)]


def test_after_an_unanswered_card_no_repeat_is_taken_for_the_stored_one(host):
    host.received(card(b"KH"), 10)
    assert sent(host.received(card(b"AS", 1), 900)) == []  # another ace of spades, it must be
    host.refuse_input(None, 1_000)
    assert accepted(host.received(card(b"AS", 1), 1_900)) == [b"AS"]


def test_repeat_that_may_be_the_stored_card_is_not_guessed_after_a_loss(host):
    host.received(card(b"KH"), 10)
    host.refuse_input(None, 20)
    host.tick(20 + WINDOW)
    assert codes(host.received(card(b"AS", 1), 20 + WINDOW)) == [FaultCode.REPEAT_UNCERTAIN]


def test_garbled_packet_that_is_repeated_is_one_lost_card_not_two(host):
    host.paused(7, 10)
    host.received(card(b"KH", 1), 20)
    assert troubles(host.tick(10 + WINDOW)) == []
    host.refuse_input(None, 10_000)
    assert [t.lost_count for t in troubles(host.tick(10_000 + WINDOW))] == [1]


def test_boot_is_still_answered_and_the_card_not_forgotten(host):
    host.received(card(b"KH"), 10)
    steps = host.received(BOOT, 20)
    assert sent(steps) == ["CMD_ACK", "REQUEST_REVISION"]
    assert sent(host.received(Frame(Opcode.EVENT, Source.DECODER, 1, b"\x03"), 30)) == ["CMD_ACK"]
    host.received(REVISION, 40)
    host.received(ACK, 50)
    host.refuse_input(None, 60)
    assert codes(host.tick(60 + WINDOW)) == [FaultCode.PACKET_LOST]


def test_scanner_that_is_set_up_meanwhile_is_switched_off_again(host):
    host.received(BOOT, 20)
    assert sent(host.received(REVISION, 40)) == ["SCAN_ENABLE"]
    assert sent(host.received(ACK, 50)) == ["SCAN_DISABLE"]


@pytest.mark.parametrize("is_repeated", [True, False])
def test_unanswered_card_outlives_the_driver(host, is_repeated):
    again, steps = start(memory_of(host.received(card(b"KH"), 10)))
    assert words(steps)[-1] == (Life.DEGRADED, "packet_lost", "driver_restarted")
    if is_repeated:
        steps = again.received(card(b"KH", 1), 900)
        assert accepted(steps) == [b"KH"]
        assert words(steps) == [(Life.DEGRADED, "driver_restarted")]
    assert codes(again.tick(WINDOW)) == ([] if is_repeated else [FaultCode.PACKET_LOST])


def test_journal_that_is_still_full_after_a_restart_takes_the_doubt_later(host):
    again, _ = start(memory_of(host.received(card(b"KH"), 10)))
    again.refuse_input("full", 1)
    assert troubles(again.tick(50_000)) == []
    again.refuse_input(None, 60_000)
    assert codes(again.tick(60_000 + WINDOW)) == [FaultCode.PACKET_LOST]


def test_line_that_goes_says_the_loss_once_the_journal_takes_it(host):
    host.received(card(b"KH"), 10)
    assert codes(host.lost("unplugged")) == [FaultCode.DEVICE_LOST]
    steps = host.refuse_input(None, 100)
    assert codes(steps) == [FaultCode.PACKET_LOST]
    assert troubles(host.lost("not there")) == []


def test_line_that_goes_before_the_repeat_says_the_loss(host):
    host.received(card(b"KH"), 10)
    host.refuse_input(None, 20)
    assert codes(host.lost("unplugged")) == [FaultCode.DEVICE_LOST, FaultCode.PACKET_LOST]


def test_person_cannot_clear_what_may_still_come(host):
    host.received(card(b"KH"), 10)
    host.refuse_input(None, 20)
    (_keep, word, answer) = host.clear_fault("c1", ("packet_lost",))
    assert word.faults == ("packet_lost",)
    assert isinstance(answer, Answer)
    assert (answer.result, answer.error) == (ReplyResult.REFUSED, word.reason)
    assert codes(host.tick(20 + WINDOW)) == [FaultCode.PACKET_LOST]


def test_journal_without_a_lost_card_leaves_no_doubt(host):
    assert words(host.refuse_input(None, 3)) == [(Life.READY,)]
    assert troubles(host.tick(3 + WINDOW)) == []
