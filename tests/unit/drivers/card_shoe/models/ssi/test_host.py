"""The link rules, one by one, without a wire."""

import pytest

from dealer_station.messages.device import FaultClass, Life, ReplyResult
from drivers.card_shoe.models.ssi.codec import Frame, NakCause, Opcode, Source
from drivers.card_shoe.models.ssi.host import SsiHost
from drivers.card_shoe.models.ssi.memory import LinkMemory
from drivers.card_shoe.models.ssi.profile import LinkProfile
from drivers.card_shoe.models.ssi.steps import Accept, FaultCode, Keep, Send, Trouble
from drivers.link.steps import Answer, Become, Describe, Drop

ACK = Frame(Opcode.CMD_ACK, Source.DECODER)
REVISION = Frame(Opcode.REPLY_REVISION, Source.DECODER, 0, b"FW 1.0 \x00")
BOOT = Frame(Opcode.EVENT, Source.DECODER, 0, b"\x03")
PROFILE = LinkProfile(response_timeout_ms=1_000, heartbeat_ms=5_000)
WINDOW = PROFILE.repeat_window_ms


def nak(cause):
    return Frame(Opcode.CMD_NAK, Source.DECODER, 0, bytes((cause,)))


def card(text=b"AS", status=0):
    return Frame(Opcode.DECODE_DATA, Source.DECODER, status, b"\x03" + text)


def sent(steps):
    """Opcodes that go to the scanner, with + for the retransmit bit."""
    frames = [step.frame for step in steps if isinstance(step, Send)]
    return [f"{Opcode(f.opcode).name}{'+' * f.is_retransmit}" for f in frames]


def troubles(steps):
    return [step.code for step in steps if isinstance(step, Trouble)]


def accepted(steps):
    return [step.symbol for step in steps if isinstance(step, Accept)]


def words(steps):
    return [step.life for step in steps if isinstance(step, Become)]


@pytest.fixture
def host():
    """Ready at time 0."""
    made = SsiHost(PROFILE, LinkMemory())
    made.opened(0)
    made.received(REVISION, 0)
    made.received(ACK, 0)
    return made


def test_start_asks_sets_and_enables():
    host = SsiHost(LinkProfile(parameters=b"\xee\x01"), LinkMemory())
    steps = host.opened(0)
    assert sent(steps) == ["REQUEST_REVISION"]
    assert words(steps) == [Life.INIT]
    steps = host.received(REVISION, 1)
    assert Describe("FW 1.0", None) in steps
    (parameters,) = [step.frame for step in steps if isinstance(step, Send)]
    assert (parameters.opcode, parameters.data) == (Opcode.PARAM_SEND, b"\xff\xee\x01")
    assert sent(host.received(ACK, 2)) == ["SCAN_ENABLE"]
    keep, *said = host.received(ACK, 3)
    assert keep.memory.is_in_use
    assert said == [Become(Life.READY)]
    assert sent(host.tick(4)) == []


def test_card_is_stored_then_acknowledged_then_noted(host):
    accept, acknowledge, keep = host.received(card(), 10)
    assert isinstance(accept, Accept)
    assert (accept.symbology, accept.symbol, accept.is_retransmit) == (3, b"AS", False)
    assert not accept.memory.is_acknowledged
    assert acknowledge == Send(Frame(Opcode.CMD_ACK, Source.HOST))
    assert isinstance(keep, Keep)
    assert keep.memory.is_acknowledged


def test_equal_card_without_the_bit_is_a_new_card(host):
    assert accepted(host.received(card(), 10)) == [b"AS"]
    assert accepted(host.received(card(), 11)) == [b"AS"]


def test_repeat_in_time_is_acknowledged_and_nothing_else(host):
    host.received(card(), 10)
    steps = host.received(card(status=1), 1_010)
    assert sent(steps) == ["CMD_ACK"]
    assert accepted(steps) == troubles(steps) == []
    steps = host.received(card(status=1), 2_010)
    assert troubles(steps) == []
    assert host.counts.repeated == 2


def test_odd_status_bits_mean_nothing(host):
    host.received(card(status=0x20), 10)
    assert accepted(host.received(card(status=0x21), 20)) == []
    assert accepted(host.received(card(status=0xA0), 30)) == [b"AS"]


def test_repeat_of_an_unseen_packet_is_a_card(host):
    host.received(card(), 10)
    (accept,) = [s for s in host.received(card(b"KH", 1), 900) if isinstance(s, Accept)]
    assert (accept.symbol, accept.is_retransmit) == (b"KH", True)


def test_same_text_of_another_type_is_another_packet(host):
    host.received(card(), 10)
    other = Frame(Opcode.DECODE_DATA, Source.DECODER, 1, b"\x1cAS")
    assert accepted(host.received(other, 20)) == [b"AS"]


def test_late_repeat_is_not_guessed(host):
    host.received(card(), 10)
    steps = host.received(card(status=1), 10 + 1_051)
    assert sent(steps) == ["CMD_ACK"]
    assert accepted(steps) == []
    assert troubles(steps) == [FaultCode.REPEAT_UNCERTAIN]
    assert words(steps) == [Life.DEGRADED]


def test_repeat_after_garbage_is_not_guessed(host):
    host.received(card(), 10)
    assert sent(host.paused(9, 100)) == ["CMD_NAK"]
    assert troubles(host.received(card(status=1), 120)) == [FaultCode.REPEAT_UNCERTAIN]


@pytest.mark.parametrize(("was_acknowledged", "expected"), [(False, []), (True, ["uncertain"])])
def test_repeat_after_a_crash_is_certain_if_no_acknowledgement_was_written(
    host, was_acknowledged, expected
):
    accept, _, keep = host.received(card(), 10)
    memory = keep.memory if was_acknowledged else accept.memory
    again = SsiHost(PROFILE, LinkMemory.from_bytes(memory.to_bytes()))
    again.opened(0)
    steps = again.received(card(status=1), 5)
    assert accepted(steps) == []
    assert sent(steps)[:1] == ["CMD_ACK"]
    assert [code.removeprefix("repeat_") for code in troubles(steps)] == expected


def test_garbage_is_asked_for_again_once_and_a_repeat_heals_it(host):
    steps = host.paused(7, 100)
    assert [s.frame.data for s in steps if isinstance(s, Send)] == [bytes((NakCause.RESEND,))]
    assert host.paused(0, 200) == []
    assert accepted(host.received(card(status=1), 300)) == [b"AS"]
    assert troubles(host.tick(300 + WINDOW)) == []
    assert host.counts.refused == 1


def test_garbage_without_a_repeat_is_a_lost_packet(host):
    host.paused(7, 100)
    assert troubles(host.tick(100 + WINDOW - 1)) == []
    steps = host.tick(100 + WINDOW)
    (trouble,) = [step for step in steps if isinstance(step, Trouble)]
    assert (trouble.code, trouble.lost_count) == (FaultCode.PACKET_LOST, 1)
    assert trouble.fault_class is FaultClass.FACTS_LOST
    assert words(steps) == [Life.DEGRADED]
    assert troubles(host.tick(100 + 2 * WINDOW)) == []


def test_next_card_instead_of_the_repeat_says_the_loss_before_the_card(host):
    host.paused(7, 100)
    steps = host.received(card(b"KH"), 200)
    assert isinstance(steps[0], Trouble)
    assert isinstance(steps[1], Accept)


def test_garbage_before_the_first_frame_is_tolerated():
    host = SsiHost(PROFILE, LinkMemory())
    host.opened(0)
    assert host.paused(40, 60) == []
    host.received(REVISION, 100)
    host.received(ACK, 100)
    assert troubles(host.tick(100 + WINDOW)) == []


def test_garbled_answer_is_asked_for_again_and_is_no_lost_card(host):
    assert sent(host.tick(5_000)) == ["REQUEST_REVISION"]
    assert sent(host.paused(12, 5_100)) == ["CMD_NAK"]
    assert sent(host.tick(6_000)) == ["REQUEST_REVISION+"]
    host.received(REVISION, 6_050)
    assert troubles(host.tick(6_050 + WINDOW)) == []


def test_heartbeat_asks_and_two_silences_drop_the_line(host):
    assert sent(host.tick(4_999)) == []
    assert sent(host.tick(5_000)) == ["REQUEST_REVISION"]
    host.received(REVISION, 5_010)
    assert sent(host.tick(10_009)) == []
    assert sent(host.tick(10_010)) == ["REQUEST_REVISION"]
    assert sent(host.tick(11_010)) == ["REQUEST_REVISION+"]
    (drop,) = host.tick(12_010)
    assert drop == Drop("the scanner does not answer")


def test_refused_heartbeat_is_a_sign_of_life(host):
    host.tick(5_000)
    assert host.received(nak(NakCause.DENIED), 5_001) == []
    assert sent(host.tick(10_001)) == ["REQUEST_REVISION"]


def test_start_is_tried_three_times_and_the_reason_helps():
    host = SsiHost(PROFILE, LinkMemory())
    host.opened(0)
    assert sent(host.tick(1_000)) == ["REQUEST_REVISION+"]
    assert sent(host.tick(2_000)) == ["REQUEST_REVISION+"]
    (drop,) = host.tick(3_000)
    assert "check cable" in drop.reason
    host.opened(4_000)
    host.paused(33, 4_100)
    for now in (5_000, 6_000):
        host.tick(now)
    (drop,) = host.tick(7_000)
    assert "33 bytes came but no valid frame" in drop.reason
    assert "parity" in drop.reason


def test_nak_resend_repeats_and_denied_does_not():
    host = SsiHost(PROFILE, LinkMemory())
    host.opened(0)
    host.received(REVISION, 1)
    assert sent(host.received(nak(NakCause.RESEND), 2)) == ["SCAN_ENABLE+"]
    steps = host.received(nak(NakCause.DENIED), 3)
    assert troubles(steps) == [FaultCode.SETTING_REFUSED]
    assert words(steps)[-1] is Life.DEGRADED
    assert sent(host.tick(1_500)) == []


def test_boot_in_use_is_told_and_sets_up_again(host):
    steps = host.received(BOOT, 100)
    assert troubles(steps) == [FaultCode.DEVICE_RESTARTED]
    assert sent(steps) == ["CMD_ACK", "REQUEST_REVISION"]
    assert words(steps) == [Life.INIT]
    assert sent(host.received(REVISION, 101)) == ["SCAN_ENABLE"]
    assert words(host.received(ACK, 102)) == [Life.DEGRADED]


def test_boot_after_opening_is_expected():
    host = SsiHost(PROFILE, LinkMemory())
    host.opened(0)
    steps = host.received(BOOT, 5)
    assert troubles(steps) == []
    assert sent(steps) == ["CMD_ACK", "REQUEST_REVISION"]


def test_repeated_boot_event_is_one_boot(host):
    host.received(BOOT, 100)
    repeat = Frame(Opcode.EVENT, Source.DECODER, 1, b"\x03")
    assert sent(host.received(repeat, 1_100)) == ["CMD_ACK"]


def test_other_events_are_acknowledged_and_nothing_more(host):
    for data in (b"\x0a", b""):
        steps = host.received(Frame(Opcode.EVENT, Source.DECODER, 0, data), 10)
        assert sent(steps) == ["CMD_ACK"]
        assert words(steps) == []


def test_lost_line_doubts_only_what_worked(host):
    steps = host.lost("unplugged")
    assert troubles(steps) == [FaultCode.DEVICE_LOST]
    assert words(steps) == [Life.LOST]
    assert troubles(host.lost("not there")) == []
    host.opened(10)
    assert troubles(host.lost("silent")) == []


def test_line_lost_before_a_repeat_says_the_packet_too(host):
    host.paused(5, 10)
    assert troubles(host.lost("gone")) == [FaultCode.DEVICE_LOST, FaultCode.PACKET_LOST]


def test_acknowledgements_and_echoes_are_never_answered(host):
    assert host.received(ACK, 10) == []
    assert host.received(nak(NakCause.RESEND), 10) == []
    assert host.received(Frame(Opcode.SCAN_ENABLE, Source.HOST), 10) == []


def test_unknown_packet_is_bad_context_and_late_answers_are_acknowledged(host):
    steps = host.received(Frame(0x55, Source.DECODER), 10)
    assert [s.frame.data for s in steps if isinstance(s, Send)] == [b"\x02"]
    assert sent(host.received(REVISION, 11)) == ["CMD_ACK"]


def test_answer_marked_as_repeated_is_acknowledged(host):
    host.tick(5_000)
    repeated = Frame(Opcode.REPLY_REVISION, Source.DECODER, 1, b"FW")
    assert sent(host.received(repeated, 5_010)) == ["CMD_ACK"]


def test_late_second_acknowledgement_is_not_taken_for_the_next_request():
    host = SsiHost(LinkProfile(response_timeout_ms=1_000, parameters=b"\x01\x02"), LinkMemory())
    host.opened(0)
    host.received(REVISION, 1)
    assert sent(host.tick(1_001)) == ["PARAM_SEND+"]
    assert sent(host.received(ACK, 1_002)) == []
    assert host.received(ACK, 1_003) == []
    assert sent(host.tick(1_251)) == []
    assert sent(host.tick(1_252)) == ["SCAN_ENABLE"]
    assert words(host.received(ACK, 1_260)) == [Life.READY]


def test_malformed_packet_is_acknowledged_and_counts_as_a_lost_card(host):
    steps = host.received(Frame(Opcode.DECODE_DATA, Source.DECODER), 10)
    assert sent(steps) == ["CMD_ACK"]
    assert troubles(steps) == [FaultCode.PACKET_MALFORMED]
    assert accepted(steps) == []


def test_continued_packets_become_one_symbol(host):
    first = host.received(card(b"AB", 2), 10)
    assert (accepted(first), sent(first)) == ([], ["CMD_ACK"])
    assert accepted(host.received(card(b"AB", 3), 20)) == []  # repeated, and known
    (accept,) = [s for s in host.received(card(b"CD"), 30) if isinstance(s, Accept)]
    assert accept.symbol == b"AB\x03CD"


def test_identify_beeps_lights_and_ends(host):
    assert sent(host.identify("c1", 0)) == ["LED_ON"]
    assert sent(host.received(ACK, 1)) == ["BEEP"]
    assert Answer("c1", ReplyResult.DONE) in host.received(ACK, 2)
    assert sent(host.tick(2_999)) == []
    assert sent(host.tick(3_000)) == ["LED_OFF"]


def test_self_test_ends_with_the_answer(host):
    assert sent(host.self_test("c1", 0)) == ["REQUEST_REVISION"]
    assert host.received(REVISION, 1) == [Answer("c1", ReplyResult.DONE)]
    host.self_test("c2", 2)
    host.tick(1_002)
    (drop,) = host.tick(2_002)
    assert isinstance(drop, Drop)


def test_commands_of_a_lost_scanner_fail():
    host = SsiHost(PROFILE, LinkMemory())
    assert host.identify("c1", 0)[0].result is ReplyResult.REFUSED
    assert host.self_test("c2", 0)[0].result is ReplyResult.FAILED
    host.opened(0)
    host.received(REVISION, 1)
    host.received(ACK, 2)
    host.self_test("c3", 3)
    assert Answer("c3", ReplyResult.FAILED, "gone") in host.lost("gone")


def restarted(host):
    host.received(BOOT, 1)
    host.received(REVISION, 2)
    return host.received(ACK, 3)


def test_person_clears_the_doubt(host):
    (word,) = (step for step in restarted(host) if isinstance(step, Become))
    assert word.faults == ("device_restarted",)
    keep, *steps = host.clear_fault("c1", word.faults)
    assert keep.memory.doubts == ()
    assert steps == [Become(Life.READY), Answer("c1", ReplyResult.DONE)]
    assert host.clear_fault("c2", word.faults)[-1] == Answer("c2", ReplyResult.DONE)


def test_a_doubt_that_the_person_has_not_seen_stays(host):
    restarted(host)
    (_keep, word, answer) = host.clear_fault("c1", ("device_lost", "a_word_of_a_later_release"))
    assert (word.life, word.faults) == (Life.DEGRADED, ("device_restarted",))
    assert answer == Answer("c1", ReplyResult.DONE)


def test_a_second_loss_is_told_and_is_not_cleared_with_the_first(host):
    """Whoever compared the cards before it has not seen it."""
    words = []
    for now_ms in (10, 50_000):
        host.paused(5, now_ms)
        words += [s for s in host.tick(now_ms + WINDOW) if isinstance(s, Become)]
    assert [word.faults for word in words] == [("packet_lost",), ("packet_lost", "packet_lost")]
    steps = host.clear_fault("c1", ("packet_lost",))
    assert [s.faults for s in steps if isinstance(s, Become)] == [("packet_lost",)]
    steps = host.clear_fault("c2", ("packet_lost",))
    assert [s.life for s in steps if isinstance(s, Become)] == [Life.READY]


def test_a_full_journal_is_not_cleared_by_a_persons_word(host):
    restarted(host)
    host.refuse_input("full", 4)
    (_keep, word, answer) = host.clear_fault("c1", ("journal_full", "device_restarted"))
    assert (word.life, word.reason, word.faults) == (Life.DEGRADED, "full", ("journal_full",))
    assert answer == Answer("c1", ReplyResult.REFUSED, "full")


def memory_of(steps):
    """What the journal has after these steps."""
    kept = [s.memory for s in steps if isinstance(s, Accept | Keep | Trouble) and s.memory]
    return LinkMemory.from_bytes(kept[-1].to_bytes())


def test_a_driver_that_died_in_use_leaves_a_doubt(host):
    after_crash = SsiHost(PROFILE, memory_of(host.received(card(), 10)))
    steps = after_crash.opened(0)
    assert troubles(steps) == [FaultCode.DRIVER_RESTARTED]
    assert not memory_of(steps).is_in_use
    assert troubles(after_crash.lost("not there")) == []
    assert troubles(after_crash.opened(10)) == []
    after_crash.received(REVISION, 11)
    (word,) = (step for step in after_crash.received(ACK, 12) if isinstance(step, Become))
    assert (word.life, word.faults) == (Life.DEGRADED, ("driver_restarted",))


def test_a_driver_that_said_good_bye_leaves_none(host):
    stopped = SsiHost(PROFILE, memory_of(host.closing()))
    assert troubles(stopped.opened(0)) == []


def test_a_doubt_outlives_its_driver_until_a_person_clears_it(host):
    host.lost("unplugged")
    host.opened(1)
    host.received(REVISION, 2)
    host.received(ACK, 3)
    again = SsiHost(PROFILE, memory_of(host.closing()))
    again.opened(0)
    again.received(REVISION, 1)
    (word,) = (step for step in again.received(ACK, 2) if isinstance(step, Become))
    assert word.faults == ("device_lost",)
    assert word.reason == "unplugged; cards may have been drawn unseen"
    assert memory_of(again.clear_fault("c1", word.faults)).doubts == ()


def test_farewell_switches_the_scanner_off(host):
    assert sent(host.closing()) == ["SCAN_DISABLE"]
    assert SsiHost(PROFILE, LinkMemory()).closing() == []


def test_nothing_happens_on_a_closed_line():
    assert SsiHost(PROFILE, LinkMemory()).tick(10_000) == []
