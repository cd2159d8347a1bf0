import pytest

from drivers.card_shoe.models.ssi.codec import Frame, NakCause, Opcode, Source
from drivers.card_shoe.simulated_scanner import Delivered, GivenUp, SimulatedScanner, Transmit

ACK = Frame(Opcode.CMD_ACK, Source.HOST)
ENABLE = Frame(Opcode.SCAN_ENABLE, Source.HOST)


def nak(cause):
    return Frame(Opcode.CMD_NAK, Source.HOST, 0, bytes((cause,)))


def make(**fields):
    return SimulatedScanner(response_timeout_ms=100, revision="SIM", **fields)


def bits(outcomes):
    return [(o.frame.opcode, o.frame.is_retransmit) for o in outcomes if isinstance(o, Transmit)]


def test_card_goes_out_once_and_is_delivered():
    scanner = make()
    (first,) = scanner.present(1, 3, b"AS", 0)
    assert first == Transmit(Frame(0xF3, 0, 0, b"\x03AS"), 1, 0)
    assert not scanner.is_free
    assert scanner.received(ACK, 5) == [Delivered(1)]
    assert scanner.is_free
    assert scanner.deadline_ms is None
    assert scanner.received(ACK, 6) == []


@pytest.mark.parametrize("has_gate", [True, False])
def test_two_repeats_with_the_bit_then_giving_up(has_gate):
    scanner = make(has_gate=has_gate)
    scanner.present(1, 3, b"AS", 0)
    assert scanner.tick(99) == []
    assert bits(scanner.tick(100)) == bits(scanner.tick(200)) == [(0xF3, True)]
    assert scanner.tick(300) == ([] if has_gate else [GivenUp(1)])
    assert scanner.tick(10_000) == []


def test_gate_sends_again_when_the_host_speaks_and_not_for_a_stray_acknowledgement():
    scanner = make()
    scanner.present(1, 3, b"AS", 0)
    for now in (100, 200, 300):
        scanner.tick(now)
    assert scanner.received(ACK, 400) == []
    outcomes = scanner.received(ENABLE, 500)
    assert bits(outcomes) == [(Opcode.CMD_ACK, False), (0xF3, True)]
    assert [o.copy for o in outcomes if isinstance(o, Transmit)][-1] == 3
    assert scanner.received(ACK, 510) == [Delivered(1)]


def test_nak_resend_brings_a_copy_and_denied_none():
    scanner = make(has_gate=False)
    scanner.present(1, 3, b"AS", 0)
    assert bits(scanner.received(nak(NakCause.RESEND), 5)) == [(0xF3, True)]
    assert bits(scanner.received(nak(NakCause.RESEND), 6)) == [(0xF3, True)]
    assert scanner.received(nak(NakCause.RESEND), 7) == [GivenUp(1)]
    scanner.tick(200)
    scanner.present(2, 3, b"KH", 300)
    assert scanner.received(nak(NakCause.DENIED), 301) == [GivenUp(2)]
    assert scanner.received(nak(NakCause.RESEND), 302) == []


def test_second_acknowledgement_of_a_repeated_card_is_not_the_next_cards():
    scanner = make()
    scanner.present(1, 3, b"AS", 0)
    scanner.tick(100)
    assert scanner.received(ACK, 110) == [Delivered(1)]
    assert not scanner.is_free
    assert scanner.present(2, 3, b"KH", 111) == []
    assert scanner.received(ACK, 112) == []
    assert scanner.tick(159) == []
    assert scanner.deadline_ms == 160
    assert bits(scanner.tick(160)) == [(0xF3, False)]
    assert scanner.received(ACK, 161) == [Delivered(2)]
    assert scanner.is_free


def test_copied_packet_settles_too():
    scanner = make()
    scanner.present(1, 3, b"AS", 0)
    scanner.copied()
    scanner.received(ACK, 1)
    assert not scanner.is_free
    assert scanner.tick(51) == []
    assert scanner.is_free


def test_boot_tells_switches_off_and_keeps_the_gates_card_marked():
    scanner = make()
    scanner.received(ENABLE, 0)
    scanner.present(1, 3, b"AS", 0)
    outcomes = scanner.boot(10)
    assert bits(outcomes) == [(Opcode.EVENT, False)]
    assert not scanner.is_enabled
    assert bits(scanner.tick(110)) == [(Opcode.EVENT, True)]
    scanner.received(ACK, 120)
    assert bits(scanner.tick(170)) == [(0xF3, True)]


def test_bare_scanner_forgets_at_a_boot():
    scanner = make(has_gate=False)
    scanner.present(1, 3, b"AS", 0)
    assert scanner.boot(10)[0] == GivenUp(1)


def test_event_that_nobody_hears_is_forgotten_and_the_card_follows():
    scanner = make()
    scanner.boot(0)
    scanner.present(1, 3, b"AS", 1)
    for now in (100, 200, 300):
        outcomes = scanner.tick(now)
    assert outcomes == []
    assert bits(scanner.tick(350)) == [(0xF3, False)]


def test_commands_are_answered():
    scanner = make()
    (reply,) = scanner.received(Frame(Opcode.REQUEST_REVISION, Source.HOST), 0)
    assert reply.frame == Frame(Opcode.REPLY_REVISION, 0, 0, b"SIM")
    assert bits(scanner.received(ENABLE, 0)) == [(Opcode.CMD_ACK, False)]
    assert scanner.is_enabled
    scanner.received(Frame(Opcode.SCAN_DISABLE, Source.HOST), 0)
    assert not scanner.is_enabled
    for opcode in (Opcode.PARAM_SEND, Opcode.BEEP, Opcode.LED_ON, Opcode.FLUSH_QUEUE):
        assert bits(scanner.received(Frame(opcode, Source.HOST), 0)) == [(Opcode.CMD_ACK, False)]
    (refusal,) = scanner.received(Frame(0x55, Source.HOST), 0)
    assert refusal.frame.data == bytes((NakCause.BAD_CONTEXT,))
    assert scanner.received(Frame(Opcode.SCAN_ENABLE, Source.DECODER), 0) == []


def test_card_of_an_earlier_life_is_marked():
    assert bits(make().present(4, 3, b"AS", 0, was_sent=True)) == [(0xF3, True)]
