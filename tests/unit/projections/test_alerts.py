"""What is not as it should be, and since when."""

from recorded_play import PAIR, Recorded, bet_and_deal
from table_play import SHOE, STATION, TablePlay

from dealer_station.messages.meter_display import Shown
from dealer_station.projections.alerts import Alert, record_alert, table_alerts
from dealer_station.projections.devices.signs import MeterNow
from dealer_station.projections.floor.table_now import TableNow
from dealer_station.table import commands as c
from dealer_station.table.roles import Role


class Heard:
    """A sign's word as the station heard it."""

    def __init__(self, shown: Shown, heard_at: int) -> None:
        self.shown = shown
        self.heard_at = heard_at


def alerts(recorded: Recorded, play: TablePlay, **said: object) -> list[Alert]:
    return table_alerts(
        TableNow(
            "t1", "Table", Role.TECHNICIAN, play.state, play.controller.rules,
            play.seen_by(Role.TECHNICIAN), recorded.reads.moments("t1").now(play.state),
            **said,  # type: ignore[arg-type] # any
        )
    )  # fmt: skip


def test_nothing_is_wrong(recorded: Recorded) -> None:
    play = recorded.play(seats=(1,))
    said = {"device_id": "shoe", "device_kind": "card_shoe", "device_state": "ready"}
    play.submit(c.RecordDevice, SHOE, **said)
    assert alerts(recorded, play, expected=(("card_shoe", "shoe"),)) == []


def test_a_device_that_is_not_ready(recorded: Recorded) -> None:
    play = recorded.play(seats=(1,))
    lost = recorded.clock.now()
    said = {"device_id": "shoe", "device_kind": "card_shoe", "device_state": "lost"}
    play.submit(c.RecordDevice, SHOE, **said)
    recorded.clock.advance(1_000)
    assert alerts(recorded, play) == [
        {
            "id": "t1/device/shoe", "table": "t1", "kind": "device", "code": "lost",
            "text_key": "alert.device.lost", "since": lost,
            "facts": {"device": "shoe", "device_kind": "card_shoe"},
        }
    ]  # fmt: skip


def test_a_device_that_should_be_there_and_was_never_heard(recorded: Recorded) -> None:
    play = recorded.play(seats=(1,))
    expected = (("card_shoe", "shoe"), ("meter_display", "sign-1"))
    found = alerts(recorded, play, expected=expected, watched_since=77)
    assert [(alert["id"], alert["code"], alert["since"]) for alert in found] == [
        ("t1/device/shoe", "missing", 77), ("t1/device/sign-1", "missing", 77),
    ]  # fmt: skip


def test_a_locked_deck_and_a_call(recorded: Recorded) -> None:
    play = bet_and_deal(recorded.play(seats=(1,)), {1: PAIR})
    play.run("report: {irregularity: CS-I19, count: 40}", "rule: fouled_deck by manager")
    locked = recorded.clock.now()
    recorded.clock.advance(1_000)
    play.submit(c.CallSupervisor)
    found = {alert["kind"]: alert for alert in alerts(recorded, play)}
    assert found["deck_locked"]["since"] == locked
    assert found["called"]["since"] == locked + 1_000


def test_a_sign_that_is_wrong(recorded: Recorded) -> None:
    play = recorded.play(seats=(1,))
    now = recorded.clock.now()
    shown = Shown(
        device="sign-1", session=1, progressive="p1", level="main", what="amount",
        amount_minor=999_999, text="9,999.99", is_read_back=True, epoch=1, sequence=1, shown_at=1,
    )  # fmt: skip
    found = alerts(
        recorded,
        play,
        signs={"sign-1": Heard(shown, now)},
        meters={("p1", "main"): MeterNow(1_000_000, now - 60_000)},
    )
    assert [(alert["id"], alert["kind"], alert["code"]) for alert in found] == [
        ("t1/sign/sign-1", "sign", "differs"),
    ]  # fmt: skip
    assert found[0]["facts"] == {
        "device": "sign-1", "progressive": "p1", "shown": "9999.99", "meter": "10000.00",
    }  # fmt: skip


def test_a_record_that_is_ill_belongs_to_no_table() -> None:
    assert record_alert("not_sealed", 9) == {
        "id": "record", "table": None, "kind": "record", "code": "not_sealed",
        "text_key": "alert.record.not_sealed", "since": 9, "facts": {},
    }  # fmt: skip


def test_a_progressive_that_is_suspended_and_its_sign_that_is_rightly_dark(
    recorded: Recorded,
) -> None:
    play = recorded.play(seats=(1,))
    lost = recorded.clock.now()
    dark = Shown(
        device="sign-1", session=1, progressive="p1", level="main", what="blank",
        amount_minor=None, text="", is_read_back=True, epoch=1, sequence=1, shown_at=1,
    )  # fmt: skip
    signs = {"sign-1": Heard(dark, lost)}
    play.submit(c.SuspendProgressive, STATION, progressive_id="p1")
    recorded.clock.advance(1_000)
    assert alerts(recorded, play, signs=signs) == [
        {
            "id": "t1/progressive/p1", "table": "t1", "kind": "progressive", "code": "link_lost",
            "text_key": "alert.progressive.link_lost", "since": lost,
            "facts": {"progressive": "p1"},
        }
    ]  # fmt: skip
    play.submit(c.ResumeProgressive, STATION, progressive_id="p1")
    assert [alert["code"] for alert in alerts(recorded, play, signs=signs)] == ["blank"]
