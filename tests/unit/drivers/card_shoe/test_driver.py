"""The pure driver on a line in memory: what it stores is what the contract says."""

import pytest

from dealer_station.messages.card_shoe import CardDrawn
from dealer_station.messages.device import Command, DeviceFault, Life
from dealer_station.messages.envelope import Position
from dealer_station.messages.topics import CommandVerb, EventKind
from drivers.card_shoe.driver import CardShoe
from drivers.card_shoe.models.ssi.codec import Frame, Opcode, encode
from drivers.card_shoe.models.ssi.profile import LinkProfile
from drivers.card_shoe.symbols import SymbolSettings, SymbolTable
from drivers.link.journal import NextEvent
from drivers.link.steps import Become, Remember, Store, Write

NOW_AT = 1_795_000_000_000
NEXT = NextEvent(Position(4, 2), Position(4, 1))
ACK = bytes.fromhex("04 D0 04 00 FF 28")
KING = bytes.fromhex("07 F3 00 00 03 4B 48 FE 70")
KING_AGAIN = bytes.fromhex("07 F3 00 01 03 4B 48 FE 6F")


def make(note=None):
    made = CardShoe("shoe-1", LinkProfile(), SymbolTable(SymbolSettings()), note)
    made.opened(0)
    return made


@pytest.fixture
def shoe():
    made = make()
    made.received(encode(Frame(Opcode.REPLY_REVISION, 0, 0, b"FW")), 1, NOW_AT)
    made.received(encode(Frame(Opcode.CMD_ACK, 0)), 2, NOW_AT)
    return made


def test_card_is_stored_with_its_evidence_before_it_is_acknowledged(shoe):
    store, write, remember = shoe.received(KING, 10, NOW_AT)
    assert isinstance(store, Store)
    assert store.kind is EventKind.CARD
    card = CardDrawn.from_bytes(store.compose(NEXT))
    assert (card.card, card.symbol, card.symbology) == ("Kh", "KH", 3)
    assert (card.position, card.previous, card.device_time) == ((4, 2), (4, 1), NOW_AT)
    assert (card.retransmitted, card.assurance) == (False, "acknowledged")
    assert write == Write(ACK)
    assert isinstance(remember, Remember)
    assert store.note != remember.note


def test_note_of_the_journal_tells_a_repeat_after_a_crash(shoe):
    store = shoe.received(KING, 10, NOW_AT)[0]
    again = make(store.note)
    steps = again.received(KING_AGAIN, 1, NOW_AT)
    assert [step for step in steps if isinstance(step, Store)] == []
    assert Write(ACK) in steps


def test_unknown_symbol_is_an_unreadable_card_and_a_fault(shoe):
    packet = encode(Frame(Opcode.DECODE_DATA, 0, 0, b"\x1c#?!"))
    card_store, fault_store, *rest = shoe.received(packet, 10, NOW_AT)
    card = CardDrawn.from_bytes(card_store.compose(NEXT))
    assert (card.card, card.symbol) == ("??", "#?!")
    fault = DeviceFault.from_bytes(fault_store.compose(NEXT))
    assert (fault.code, fault.fault_class) == ("symbol_unreadable", "protocol")
    assert fault.detail == "no card of the table has this symbol: 3 characters, type 1C"
    assert Write(ACK) in rest


def test_two_cards_in_one_read_and_one_card_in_many(shoe):
    steps = shoe.received(KING + KING, 10, NOW_AT)
    assert sum(isinstance(step, Store) for step in steps) == 2
    found = [
        step
        for at in range(len(KING))
        for step in shoe.received(KING[at : at + 1], 20, NOW_AT)
        if isinstance(step, Store)
    ]
    assert len(found) == 1
    assert shoe.counts.frames_good == 5


def test_garbled_packet_is_counted_and_asked_for_again(shoe):
    assert shoe.received(KING[:-1] + b"\x00", 10, NOW_AT) == []
    assert shoe.paused(60, NOW_AT) == [Write(bytes.fromhex("05 D1 04 00 01 FF 25"))]
    counts = shoe.counts
    assert (counts.frames_bad, counts.frames_refused) == (1, 1)
    shoe.received(KING_AGAIN, 70, NOW_AT)
    assert shoe.counts.frames_repeated == 1


def test_half_a_packet_of_the_last_line_is_not_completed_on_the_next(shoe):
    shoe.received(KING[:5], 10, NOW_AT)
    shoe.lost("gone", 11, NOW_AT)
    shoe.opened(12)
    steps = shoe.received(KING[5:], 13, NOW_AT)
    assert steps == []


def test_loss_is_a_fault_event_with_the_contracts_words(shoe):
    steps = shoe.lost("unplugged", 20, NOW_AT)
    fault = DeviceFault.from_bytes(steps[0].compose(NEXT))
    assert (fault.code, fault.fault_class, fault.lost_count) == ("device_lost", "link", None)
    assert b"device_lost" in steps[0].note
    assert steps[-1] == Become(Life.LOST, "unplugged")


@pytest.mark.parametrize("verb", [CommandVerb.IDENTIFY, CommandVerb.SELF_TEST])
def test_commands_ask_the_scanner(shoe, verb):
    steps = shoe.command(order(verb), 10)
    assert [type(step) for step in steps] == [Write]


def test_clear_fault_is_answered_at_once(shoe):
    cleared = order(CommandVerb.CLEAR_FAULT, faults=("device_lost",))
    assert shoe.command(cleared, 10)[-1].command_id == "c1"


def test_replay_is_not_the_devices(shoe):
    with pytest.raises(AssertionError):
        shoe.command(order(CommandVerb.REPLAY, replay_after=Position(0, 0)), 10)


def test_journal_full_stores_one_fault_and_no_card(shoe):
    steps = shoe.refuse_input("full", 10, NOW_AT)
    fault = DeviceFault.from_bytes(steps[0].compose(NEXT))
    assert (fault.code, fault.device_time) == ("journal_full", NOW_AT)
    assert [s for s in shoe.received(KING, 11, NOW_AT) if isinstance(s, Store)] == []


def test_closing_says_scan_disable(shoe):
    write, note = shoe.closing()
    assert write == Write(bytes.fromhex("04 EA 04 00 FF 0E"))
    assert isinstance(note, Remember)


def order(verb, **fields):
    return Command(
        epoch=1, device="shoe-1", command_id="c1", verb=verb, sent_at=0, expires_at=9, **fields
    )
