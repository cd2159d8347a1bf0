import pytest

from dealer_station.messages.device import DeviceFault, FaultClass, Life
from dealer_station.messages.envelope import Position
from drivers.link.journal import NextEvent
from drivers.meter_display.conditions import CLASSES, FAULT_EVERY_MS, Conditions, FaultCode

UNTRUSTED = FaultCode.METER_UNTRUSTED


@pytest.fixture
def conditions():
    return Conditions("sign-1")


def test_standing_fault_is_stored_once_and_stands_in_the_word(conditions):
    (store,) = conditions.begin(UNTRUSTED, "forged", 0, 5)
    fault = DeviceFault.from_bytes(store.compose(NextEvent(Position(3, 1), None)))
    assert (fault.device, fault.code, fault.fault_class) == (
        "sign-1",
        "meter_untrusted",
        FaultClass.PROTOCOL,
    )
    assert (fault.detail, fault.device_time) == ("forged", 5)
    assert list(conditions.begin(UNTRUSTED, "forged again", 10, 10)) == []
    assert UNTRUSTED in conditions
    word = conditions.word("dashes")
    assert (word.life, word.reason) == (Life.DEGRADED, "forged again")
    assert word.faults == ("meter_untrusted",)
    conditions.end(UNTRUSTED)
    assert conditions.word("dashes").life is Life.READY
    assert conditions.word("dashes").reason == "dashes"


def test_fault_that_comes_and_goes_is_stored_once_a_minute(conditions):
    stored = []
    for at_ms in range(0, 3 * FAULT_EVERY_MS, 1_000):
        stored += conditions.begin(UNTRUSTED, "x", at_ms, at_ms)
        conditions.end(UNTRUSTED)
    assert len(stored) == 3
    assert len(list(conditions.happened(FaultCode.DEVICE_LOST, "y", 0, 0))) == 1


def test_full_journal_takes_nothing_until_it_has_room(conditions):
    assert len(list(conditions.journal_full("full", 0, 0))) == 1
    assert list(conditions.begin(UNTRUSTED, "x", 0, 0)) == []
    assert conditions.standing == (FaultCode.JOURNAL_FULL, UNTRUSTED)
    assert list(conditions.journal_full(None, 0, 0)) == []
    conditions.end(UNTRUSTED)
    assert len(list(conditions.begin(UNTRUSTED, "x", 0, 0))) == 1


def test_every_fault_has_a_class():
    assert CLASSES.keys() == set(FaultCode)
