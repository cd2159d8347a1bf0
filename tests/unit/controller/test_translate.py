"""Facts of devices as commands: their identity is the command's, so a fact counts once."""

import pytest
from message_samples import ACCEPTOR, NOW, SHOE, TOPICS, card_drawn, samples

from dealer_station.controller.table_controller import content_digest
from dealer_station.controller.translate import command_of, fact_id, order_fault_id
from dealer_station.messages.device import DeviceFault, FaultClass
from dealer_station.messages.envelope import DeviceEvent, Position
from dealer_station.messages.topics import EventKind
from dealer_station.mqtt.inbox import OrderFault, OrderFaultKind
from dealer_station.table import commands as c
from dealer_station.table.roles import Actor, Role


def fault(**changes):
    fields = {
        "device": SHOE.device,
        "session": 3,
        "sequence": 8,
        "previous": Position(3, 7),
        "device_time": NOW,
        "code": "scanner_gave_up",
        "fault_class": FaultClass.FACTS_LOST,
        "detail": "three copies unanswered",
        "lost_count": 2,
    }
    return DeviceFault(**(fields | changes))


def test_a_card_is_recorded_under_the_identity_of_its_fact():
    assert command_of(SHOE, card_drawn(3, 7, "Td"), 99) == c.RecordCard(
        command_id="CS-2/card_shoe/shoe-1/3/7",
        issued_at=99,
        actor=Actor("shoe-1", Role.DEVICE),
        card="Td",
        source="CS-2/card_shoe/shoe-1/3/7",
    )


@pytest.mark.parametrize("card", ["??", "Jo", "CUT"])
def test_what_is_no_card_of_a_deck_goes_to_the_table_as_it_is(card):
    assert command_of(SHOE, card_drawn(card=card), 1).card == card


def test_a_fault_keeps_its_code_words_and_count():
    assert command_of(SHOE, fault(), 99) == c.RecordDeviceFault(
        command_id="CS-2/card_shoe/shoe-1/3/8",
        issued_at=99,
        actor=Actor("shoe-1", Role.DEVICE),
        device_id="shoe-1",
        device_kind="card_shoe",
        code="scanner_gave_up",
        fault_class="facts_lost",
        detail="three copies unanswered",
        lost_count=2,
        source="CS-2/card_shoe/shoe-1/3/8",
    )
    assert command_of(SHOE, fault(lost_count=None), 1).lost_count is None


def test_two_equal_cards_in_a_row_are_two_commands():
    one, two = card_drawn(1, 1, "As"), card_drawn(1, 2, "As")
    assert fact_id(SHOE, one) != fact_id(SHOE, two)


def test_a_fact_sent_again_is_the_same_command_with_the_same_content():
    """The driver marks a copy as a repeat and the station takes it later: neither is content."""
    first = command_of(SHOE, card_drawn(1, 1, "As"), 5)
    again = command_of(SHOE, card_drawn(1, 1, "As", retransmitted=True), 900)
    assert first.command_id == again.command_id
    assert content_digest(first) == content_digest(again)
    other = command_of(SHOE, card_drawn(1, 1, "Ks"), 5)
    assert (first.command_id, content_digest(first)) != (other.command_id, content_digest(other))
    assert first.command_id == other.command_id


def test_a_fact_of_an_unknown_class_is_a_programmers_error():
    fact = DeviceEvent(device="shoe-1", session=1, sequence=1, previous=None, device_time=NOW)
    with pytest.raises(AssertionError, match="DeviceEvent has no command"):
        command_of(SHOE, fact, 1)


def test_a_fault_of_order_is_named_by_all_that_it_says():
    told = OrderFault(OrderFaultKind.FACTS_LOST, SHOE, Position(3, 7), Position(4, 2))
    assert order_fault_id(told) == "CS-2/card_shoe/shoe-1/facts_lost/3/7/4/2"


def acceptor_fact(kind: EventKind) -> DeviceEvent:
    message = samples()[TOPICS.event(ACCEPTOR, kind)]
    assert isinstance(message, DeviceEvent)
    return message


def test_a_token_a_window_and_a_lamp_are_told_as_facts_of_their_device():
    head = {"issued_at": 99, "actor": Actor("acceptor-4", Role.DEVICE), "device_id": "acceptor-4"}

    def identity(sequence: int) -> dict[str, str]:
        name = f"CS-2/bet_acceptor/acceptor-4/3/{sequence}"
        return {"command_id": name, "source": name}

    assert command_of(ACCEPTOR, acceptor_fact(EventKind.CREDIT), 99) == c.RecordToken(
        token=3,
        value_minor=100,
        device_counter=1,
        device_time=NOW,
        coin_id="US100A",
        path=2,
        **head,
        **identity(1),
    )
    assert command_of(ACCEPTOR, acceptor_fact(EventKind.WINDOW), 99) == c.RecordWindow(
        is_open=False, order=812, counter=1, device_time=NOW, **head, **identity(2)
    )
    assert command_of(ACCEPTOR, acceptor_fact(EventKind.LAMP), 99) == c.RecordLamp(
        is_lit=True, device_time=NOW, **head, **identity(3)
    )
