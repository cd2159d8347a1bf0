"""The reader's fence: lower epochs never count again."""

from dealer_station.mqtt.epochs import EpochGuard


def test_lower_epoch_is_not_admitted_after_a_higher_one():
    guard = EpochGuard()
    assert guard.admits("CS-2", 0)
    assert guard.admits("CS-2", 3)
    assert guard.admits("CS-2", 3)
    assert not guard.admits("CS-2", 2)
    assert guard.highest("CS-2") == 3


def test_tables_have_their_own_epochs():
    guard = EpochGuard()
    assert guard.admits("CS-2", 9)
    assert guard.admits("CS-3", 1)
    assert guard.highest("CS-4") == 0


def test_stored_epochs_hold_after_a_restart():
    guard = EpochGuard({"CS-2": 5})
    assert not guard.admits("CS-2", 4)
    assert guard.admits("CS-2", 5)
