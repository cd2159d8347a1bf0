"""The desk: when there is a new picture, and that state and view of a table go together."""

import pytest
from api_builders import DEVICE, TABLE, Station

from dealer_station.api.floor.desk import REFRESH_MS, FloorDesk
from dealer_station.clock import VirtualClock
from dealer_station.controller.sign_watch import SignWatch
from dealer_station.messages.meter_display import Shown
from dealer_station.messages.topics import DeviceAddress, DeviceKind
from dealer_station.table import commands as c
from dealer_station.table.roles import Actor, Role

DEALER = Actor("D-104", Role.DEALER)


@pytest.fixture
def desk(station: Station) -> FloorDesk:
    return FloorDesk(station.services)


def test_every_commit_is_a_new_picture_until_nobody_listens(
    station: Station, desk: FloorDesk
) -> None:
    heard = []
    stop = desk.subscribe(lambda: heard.append(desk.picture))
    station.submit(c.OpenTable, DEALER, table_id=TABLE, seats=(1, 2))
    station.submit(c.OpenBetting, DEALER)
    assert heard == [1, 2]
    stop()
    station.submit(c.CallSupervisor, DEALER)
    assert (heard, desk.picture) == ([1, 2], 2)


def test_a_sign_that_tells_something_is_a_new_picture(station: Station, desk: FloorDesk) -> None:
    signs = station.services.signs
    assert isinstance(signs, SignWatch)
    stop = desk.subscribe(lambda: None)
    shown = Shown(
        device="sign-1", session=1, progressive="main-1", level="main", what="amount",
        amount_minor=1_000_000, text="10,000.00", is_read_back=True, epoch=1, sequence=1,
        shown_at=1,
    )  # fmt: skip
    signs.hear(DeviceAddress(TABLE, DeviceKind.METER_DISPLAY, "sign-1"), shown)
    assert desk.picture == 1
    stop()
    signs.hear(DeviceAddress(TABLE, DeviceKind.METER_DISPLAY, "sign-1"), shown)
    assert desk.picture == 1
    said = {"device_id": "sign-1", "device_kind": "meter_display", "device_state": "ready"}
    station.submit(c.RecordDevice, DEVICE, **said)
    (row,) = desk.floor(Role.TECHNICIAN)["devices"]
    assert row["shown"]["amount"] == "10000.00"


def test_a_sign_at_another_table_is_not_this_tables(station: Station, desk: FloorDesk) -> None:
    signs = station.services.signs
    assert isinstance(signs, SignWatch)
    shown = Shown(
        device="sign-1", session=1, progressive="main-1", level="main", what="blank",
        amount_minor=None, text="", is_read_back=True, epoch=1, sequence=1, shown_at=1,
    )  # fmt: skip
    signs.hear(DeviceAddress("CS-9", DeviceKind.METER_DISPLAY, "sign-1"), shown)
    assert desk.floor(Role.TECHNICIAN)["alerts"] == []


def test_time_alone_makes_a_picture_every_few_seconds(desk: FloorDesk, clock: VirtualClock) -> None:
    assert not desk.tick()
    clock.advance(REFRESH_MS)
    assert desk.tick()
    assert not desk.tick()
    assert desk.picture == 1


def test_the_floor_of_a_table_that_moves_is_of_one_moment(
    station: Station, desk: FloorDesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A commit between view and state: both are taken again."""
    station.submit(c.OpenTable, DEALER, table_id=TABLE, seats=(1, 2))
    view, moved = station.controller.view, []

    def moving(role: Role, now: int) -> object:
        seen = view(role, now)
        if not moved:
            moved.append(True)
            station.submit(c.OpenBetting, DEALER)
        return seen

    monkeypatch.setattr(station.controller, "view", moving)
    (tile,) = desk.floor(Role.SUPERVISOR)["tables"]
    assert (tile["round"], tile["phase"], tile["dealer"]) == (1, "betting", "D-104")
