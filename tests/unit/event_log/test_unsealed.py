from dealer_station.controller import keeper
from dealer_station.event_log import unsealed


def test_a_seal_is_due_only_after_the_keeper_has_missed_several() -> None:
    assert unsealed._PAUSE_MAX_MS == keeper.SEAL_EVERY_MS
    assert unsealed.DUE_AFTER_MS == 5 * keeper.SEAL_EVERY_MS
