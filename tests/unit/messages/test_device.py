"""Device messages: positions, replay commands and what contradicts itself."""

import pytest
from message_samples import NOW
from pydantic import ValidationError

from dealer_station.messages.device import Acknowledged, Command, Head
from dealer_station.messages.envelope import START, Position
from dealer_station.messages.topics import CommandVerb


def command(**changes):
    fields = {
        "epoch": 1,
        "device": "shoe-1",
        "command_id": "c-1",
        "verb": CommandVerb.IDENTIFY,
        "sent_at": NOW,
        "expires_at": NOW + 2_000,
    }
    return Command(**(fields | changes))


def test_replay_needs_its_place_and_nothing_else_has_one():
    assert command(verb=CommandVerb.REPLAY, replay_after=START).replay_after == START
    with pytest.raises(ValidationError, match="replay_after"):
        command(verb=CommandVerb.REPLAY)
    with pytest.raises(ValidationError, match="replay_after"):
        command(replay_after=START)


def test_clear_fault_names_its_faults_and_nothing_else_has_any():
    cleared = command(verb=CommandVerb.CLEAR_FAULT, faults=("device_lost",))
    assert cleared.faults == ("device_lost",)
    with pytest.raises(ValidationError, match="faults belongs"):
        command(verb=CommandVerb.CLEAR_FAULT)
    with pytest.raises(ValidationError, match="faults belongs"):
        command(faults=("device_lost",))


def test_command_that_was_never_alive_is_refused():
    with pytest.raises(ValidationError, match="expires_at"):
        command(expires_at=NOW - 1)


def test_acknowledged_start_is_all_or_nothing():
    start = Acknowledged(epoch=1, device="d", session=0, sequence=0)
    assert start.position == START
    with pytest.raises(ValidationError, match="both 0"):
        Acknowledged(epoch=1, device="d", session=0, sequence=1)
    with pytest.raises(ValidationError, match="both 0"):
        Acknowledged(epoch=1, device="d", session=1, sequence=0)


def test_head_before_the_first_event_points_to_the_session_before():
    fields = {"device": "d", "session": 4, "device_time": None}
    assert Head(**fields, sequence=0, previous=None).position is None
    assert Head(**fields, sequence=0, previous=Position(2, 7)).position == Position(2, 7)
    assert Head(**fields, sequence=3, previous=None).position == Position(4, 3)
