"""Devices with their health, and those that should be there and are not."""

import pytest
from acceptor_play import AcceptorPlay
from recorded_play import Recorded
from table_play import SHOE

from dealer_station.projections.devices.rows import device_rows, missing_devices
from dealer_station.table import commands as c
from dealer_station.table.roles import Role


def test_a_device_as_it_last_told_of_itself(recorded: Recorded) -> None:
    play = recorded.play(seats=(1,))
    since = recorded.clock.now()
    said = {"device_id": "shoe", "device_kind": "card_shoe", "device_state": "degraded"}
    play.submit(c.RecordDevice, SHOE, session=4, reason="dust", faults=("jam",), **said)
    (row,) = device_rows(play.state, "t1", (), {}, Role.TECHNICIAN)
    assert row == {
        "table": "t1", "id": "shoe", "kind": "card_shoe", "seat": None, "state": "degraded",
        "since": since, "session": 4, "reason": "dust", "faults": ["jam"], "expected": False,
        "window": None, "lamp": None, "lit_at": None, "shown": None,
    }  # fmt: skip


def test_a_devices_own_words_are_not_for_a_dealer_and_name_no_card(recorded: Recorded) -> None:
    play = recorded.play(seats=(1,))
    said = {"device_id": "shoe", "device_kind": "card_shoe", "device_state": "degraded"}
    play.submit(c.RecordDevice, SHOE, reason="2c stuck", **said)
    (row,) = device_rows(play.state, "t1", (), {}, Role.SUPERVISOR)
    assert row["reason"] == "## stuck"
    (row,) = device_rows(play.state, "t1", (), {}, Role.DEALER)
    assert "reason" not in row


def test_expected_devices_are_there_or_missing(recorded: Recorded) -> None:
    play = recorded.play(seats=(1,))
    said = {"device_id": "shoe", "device_kind": "card_shoe", "device_state": "ready"}
    play.submit(c.RecordDevice, SHOE, **said)
    expected = (("card_shoe", "shoe"), ("meter_display", "sign-1"))
    rows = device_rows(play.state, "t1", expected, {}, Role.TECHNICIAN)
    assert [(row["id"], row["state"], row["expected"]) for row in rows] == [
        ("shoe", "ready", True), ("sign-1", "missing", True),
    ]  # fmt: skip
    assert (rows[1]["since"], rows[1]["session"], rows[1]["kind"]) == (None, None, "meter_display")
    assert missing_devices(play.state, expected) == [("meter_display", "sign-1")]


@pytest.mark.parametrize("is_lit", [True, False])
def test_an_acceptor_tells_its_seat_window_and_lamp(recorded: Recorded, is_lit: bool) -> None:  # noqa: FBT001 - a case
    play = AcceptorPlay(seats=(1, 2), record=recorded.record, clock=recorded.clock)
    expected = (("bet_acceptor", "acceptor-1"), ("bet_acceptor", "acceptor-2"))
    silent, _ = device_rows(play.state, "t1", expected, {}, Role.TECHNICIAN)
    assert (silent["seat"], silent["window"], silent["lamp"]) == (1, None, None)
    play.open_betting(1, 2)
    play.token(1)
    if is_lit:
        play.obey()
    first, second = device_rows(play.state, "t1", expected, {}, Role.TECHNICIAN)
    lit_at = recorded.clock.now() if is_lit else None
    assert (first["lamp"], first["lit_at"]) == ((True, lit_at) if is_lit else (None, None))
    assert (first["window"], second["window"]) == (("closed" if is_lit else "open"), "open")
