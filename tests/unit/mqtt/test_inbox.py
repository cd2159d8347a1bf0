"""Order of facts: each case of the rule at the top of the module."""

import pytest
from message_samples import NOW, SHOE, card_drawn
from record_in_memory import RecordInMemory

from dealer_station.messages.device import Replayed
from dealer_station.messages.envelope import START, Position
from dealer_station.messages.topics import DeviceAddress, DeviceKind
from dealer_station.mqtt.inbox import (
    ASK_AGAIN_MS,
    ASK_AGAIN_MS_MAX,
    BEHIND_MS,
    Accept,
    Ahead,
    Duplicate,
    Inbox,
    OrderFault,
    OrderFaultKind,
    Refused,
    ReplayRequest,
)


class Desk:
    """An inbox with its record."""

    def __init__(self):
        self.record = RecordInMemory()
        self.inbox = Inbox(self.record)
        self.now = NOW

    def offer(self, event, device=SHOE):
        verdict = self.inbox.judge(device, event, self.now)
        if isinstance(verdict, Accept):
            self.record.commit(device, event)
            self.inbox.committed(device, event.position, self.now)
        return verdict

    def due(self):
        return self.inbox.replays_due(self.now)

    def restart(self):
        self.inbox = Inbox(self.record)


@pytest.fixture
def desk():
    return Desk()


def played(desk, session, count):
    for sequence in range(1, count + 1):
        assert desk.offer(card_drawn(session, sequence)) == Accept()


def fault(kind, committed, found):
    return OrderFault(kind, SHOE, Position(*committed), Position(*found))


def test_events_in_order_are_new(desk):
    played(desk, 1, 3)
    assert desk.inbox.position(SHOE) == (1, 3)
    assert desk.due() == ()


def test_two_equal_cards_in_a_row_are_two_facts(desk):
    assert desk.offer(card_drawn(1, 1, "As")) == Accept()
    assert desk.offer(card_drawn(1, 2, "As")) == Accept()


def test_repeat_is_dropped_also_after_a_restart(desk):
    played(desk, 1, 3)
    assert desk.offer(card_drawn(1, 3)) == Duplicate()
    assert desk.offer(card_drawn(1, 1)) == Duplicate()
    desk.restart()
    assert desk.offer(card_drawn(1, 2)) == Duplicate()
    assert desk.offer(card_drawn(1, 4)) == Accept()


def test_devices_do_not_mix(desk):
    other = DeviceAddress(SHOE.table, DeviceKind.CARD_SHOE, "shoe-2")
    played(desk, 1, 2)
    assert desk.offer(card_drawn(1, 1, device="shoe-2"), other) == Accept()
    assert set(desk.inbox.devices()) == {SHOE, other}


def test_gap_is_asked_for_at_once_and_everything_after_it_comes_again(desk):
    played(desk, 1, 2)
    assert desk.offer(card_drawn(1, 5)) == Ahead(Position(1, 2))
    assert desk.due() == (ReplayRequest(SHOE, Position(1, 2)),)
    assert desk.offer(card_drawn(1, 3)) == Accept()
    assert desk.offer(card_drawn(1, 4)) == Accept()
    assert desk.offer(card_drawn(1, 5)) == Accept()
    assert desk.due() == ()


def test_request_is_repeated_with_growing_pauses_until_answered(desk):
    played(desk, 1, 1)
    desk.offer(card_drawn(1, 3))
    pauses = []
    for number in range(7):
        (request,) = desk.due()
        desk.inbox.asked(request, f"c-{number}", desk.now)
        asked = desk.now
        while not desk.due():
            desk.now += 500
        pauses.append(desk.now - asked)
    assert pauses[0] == ASK_AGAIN_MS
    assert pauses == sorted(pauses)
    assert pauses[-1] == ASK_AGAIN_MS_MAX
    assert desk.offer(card_drawn(1, 2)) == Accept()
    assert desk.due() == ()


def test_next_session_follows_the_last_event_of_the_session_before(desk):
    played(desk, 1, 2)
    assert desk.offer(card_drawn(2, 1, previous=Position(1, 2))) == Accept()


def test_event_lost_at_the_end_of_a_session_is_a_gap(desk):
    played(desk, 1, 2)
    assert desk.offer(card_drawn(2, 1, previous=Position(1, 3))) == Ahead(Position(1, 2))
    assert desk.due() == (ReplayRequest(SHOE, Position(1, 2)),)
    assert desk.offer(card_drawn(1, 3)) == Accept()
    assert desk.offer(card_drawn(2, 1, previous=Position(1, 3))) == Accept()


def test_journal_of_an_older_session_is_taken_after_the_newer_birth(desk):
    played(desk, 1, 2)
    assert desk.inbox.birth(SHOE, 2, is_announcement=True) is None
    assert desk.offer(card_drawn(1, 3)) == Accept()
    assert desk.offer(card_drawn(2, 1, previous=Position(1, 3))) == Accept()


def test_identity_used_twice_is_a_fault_that_is_news_until_it_was_reported(desk):
    """A wiped disk and a wiped broker: the driver starts again at session 1."""
    played(desk, 1, 2)
    expected = fault(OrderFaultKind.IDENTITY_REUSED, (1, 2), (1, 1))
    assert desk.offer(card_drawn(1, 1, "Kd")) == Refused(expected, is_news=True)
    assert desk.offer(card_drawn(1, 1, "Kd")) == Refused(expected, is_news=True)
    desk.inbox.reported(expected)
    assert desk.offer(card_drawn(1, 1, "Kd")) == Refused(expected, is_news=False)
    assert desk.offer(card_drawn(1, 1)) == Duplicate()


def test_unrecorded_fact_of_an_older_session_is_a_fault(desk):
    played(desk, 1, 2)
    desk.offer(card_drawn(2, 1, previous=Position(1, 2)))
    expected = fault(OrderFaultKind.STALE_SESSION, (2, 1), (1, 3))
    assert desk.offer(card_drawn(1, 3)) == Refused(expected, is_news=True)
    assert desk.inbox.position(SHOE) == (2, 1)


def test_many_refusals_do_not_grow_without_end(desk):
    desk.offer(card_drawn(9, 1))
    for sequence in range(1, 1_000):
        verdict = desk.offer(card_drawn(1, sequence))
        assert isinstance(verdict, Refused)
        assert verdict.is_news
        desk.inbox.reported(verdict.fault)
    assert len(desk.inbox._order(SHOE).reported) <= 256


def test_lost_journal_is_told_and_play_goes_on(desk):
    played(desk, 5, 3)
    expected = fault(OrderFaultKind.JOURNAL_LOST, (5, 3), (6, 1))
    assert desk.offer(card_drawn(6, 1, previous=None)) == Accept(expected)
    assert desk.offer(card_drawn(6, 2)) == Accept()


def test_events_that_the_driver_no_longer_has_are_told_as_lost(desk):
    played(desk, 1, 2)
    desk.offer(card_drawn(1, 6))
    (request,) = desk.due()
    desk.inbox.asked(request, "c-1", desk.now)
    assert desk.inbox.replied(SHOE, "c-1", Replayed(first=Position(1, 5), count=2)) is None
    expected = fault(OrderFaultKind.FACTS_LOST, (1, 2), (1, 5))
    assert desk.offer(card_drawn(1, 5)) == Accept(expected)
    assert desk.offer(card_drawn(1, 6)) == Accept()


def test_unknown_device_with_a_past_is_asked_first(desk):
    """A station with a new database, or a device from another table."""
    first = card_drawn(4, 1, previous=Position(3, 17))
    assert desk.offer(first) == Ahead(START)
    (request,) = desk.due()
    assert request.after == START
    desk.inbox.asked(request, "c-1", desk.now)
    desk.inbox.replied(SHOE, "c-1", Replayed(first=Position(4, 1), count=1))
    assert desk.offer(first) == Accept(fault(OrderFaultKind.FACTS_LOST, START, (4, 1)))


def test_answers_to_other_commands_and_old_ones_change_nothing(desk):
    played(desk, 1, 2)
    desk.offer(card_drawn(1, 6))
    (request,) = desk.due()
    desk.inbox.asked(request, "c-1", desk.now)
    lost = Replayed(first=Position(1, 6), count=1)
    desk.inbox.replied(SHOE, "c-0", lost)
    assert desk.offer(card_drawn(1, 6)) == Ahead(Position(1, 2))
    desk.inbox.replied(SHOE, "c-1", None)
    assert desk.offer(card_drawn(1, 6)) == Ahead(Position(1, 2))
    assert desk.offer(card_drawn(1, 3)) == Accept()
    desk.inbox.replied(SHOE, "c-1", lost)
    assert desk.offer(card_drawn(1, 6)) == Ahead(Position(1, 3))


def test_head_ahead_is_given_time_then_asked_for(desk):
    played(desk, 1, 2)
    desk.inbox.head(SHOE, Position(1, 4), desk.now)
    assert desk.due() == ()
    desk.now += BEHIND_MS
    assert desk.due() == (ReplayRequest(SHOE, Position(1, 2)),)


def test_head_still_ahead_after_a_commit_gets_its_time_anew(desk):
    desk.inbox.head(SHOE, Position(1, 3), desk.now)
    desk.now += BEHIND_MS - 1
    played(desk, 1, 1)
    desk.now += BEHIND_MS - 1
    assert desk.due() == ()
    desk.now += 1
    assert desk.due() == (ReplayRequest(SHOE, Position(1, 1)),)
    assert desk.offer(card_drawn(1, 2)) == Accept()
    assert desk.offer(card_drawn(1, 3)) == Accept()
    desk.now += 10 * BEHIND_MS
    assert desk.due() == ()


@pytest.mark.parametrize("head", [None, (1, 2), (1, 1)])
def test_head_that_is_not_ahead_asks_for_nothing(desk, head):
    played(desk, 1, 2)
    desk.inbox.head(SHOE, None if head is None else Position(*head), desk.now)
    desk.now += 10 * BEHIND_MS
    assert desk.due() == ()


def test_driver_that_has_nothing_of_what_it_owes_is_a_fault_until_it_was_reported(desk):
    played(desk, 1, 2)
    desk.inbox.head(SHOE, Position(1, 4), desk.now)
    desk.now += BEHIND_MS
    (request,) = desk.due()
    desk.inbox.asked(request, "c-1", desk.now)
    nothing = Replayed(first=None, count=0)
    expected = fault(OrderFaultKind.FACTS_LOST, (1, 2), (1, 4))
    assert desk.inbox.replied(SHOE, "c-1", nothing) == expected
    assert desk.inbox.replied(SHOE, "c-1", nothing) == expected
    desk.inbox.reported(expected)
    assert desk.inbox.replied(SHOE, "c-1", nothing) is None


def test_birth_below_one_already_seen_is_a_fault(desk):
    assert desk.inbox.birth(SHOE, 3, is_announcement=True) is None
    assert desk.inbox.birth(SHOE, 3, is_announcement=True) is None
    expected = fault(OrderFaultKind.BIRTH_BEHIND, START, (2, 0))
    assert desk.inbox.birth(SHOE, 2, is_announcement=True) == expected
    assert desk.inbox.birth(SHOE, 4, is_announcement=True) is None


def test_birth_below_the_record_is_a_fault_unless_the_broker_had_kept_it(desk):
    played(desk, 5, 1)
    desk.restart()
    assert desk.inbox.birth(SHOE, 4, is_announcement=False) is None
    assert desk.inbox.birth(SHOE, 1, is_announcement=True) is not None
    assert not desk.inbox.is_current(SHOE, 4)
    assert desk.inbox.is_current(SHOE, 5)


def test_commit_out_of_order_is_a_programming_error(desk):
    played(desk, 1, 2)
    with pytest.raises(AssertionError):
        desk.inbox.committed(SHOE, Position(1, 2), NOW)
