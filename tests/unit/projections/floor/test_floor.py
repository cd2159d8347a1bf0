"""The floor is put together from its tables: tiles, inbox, devices, alerts."""

from recorded_play import FLUSH, PAIR, Recorded, bet_and_deal, decide, whole_round
from table_play import SHOE, TablePlay

from dealer_station.projections.alerts import record_alert
from dealer_station.projections.floor.floor import floor_snapshot
from dealer_station.projections.floor.table_now import TableNow
from dealer_station.projections.floor.tiles import tile
from dealer_station.table import commands as c
from dealer_station.table.roles import Role
from dealer_station.table.view import View


def table_now(recorded: Recorded, play: TablePlay, **said: object) -> TableNow:
    table_id = play.setup.facts.id
    return TableNow(
        table_id=table_id,
        name="Table",
        role=Role.SUPERVISOR,
        state=play.state,
        rules=play.controller.rules,
        view=play.seen_by(Role.SUPERVISOR),
        moments=recorded.reads.moments(table_id).now(play.state),
        **said,  # type: ignore[arg-type] # any
    )


def shown(recorded: Recorded, play: TablePlay) -> View:
    return tile(table_now(recorded, play), needs=0, alerts=0, now=recorded.clock.now())


def test_the_tile_of_a_table_that_plays(recorded: Recorded) -> None:
    play = recorded.play(seats=(1, 2, 3), table_min="10")
    bet_and_deal(play, {1: PAIR, 3: FLUSH})
    recorded.clock.advance(80_000)
    decide(play).run("pay")
    bet_and_deal(play, {1: PAIR, 3: FLUSH})
    assert shown(recorded, play) == {
        "id": "t1", "name": "Table", "game": "caribbean-stud", "currency": "USD",
        "is_open": True, "stage": "deciding", "phase": "deciding", "round": 2,
        "limits": {"min": "10.00", "max": "500.00"}, "seats_playing": 2, "bettors": None,
        "rounds_last_hour": 1,
        "seconds_per_round": 80, "held_since": None, "supervisor_called": False, "needs": 0,
        "alerts": 0, "dealer": "dealer", "next": play.next,
    }  # fmt: skip


def test_a_held_table_says_since_when(recorded: Recorded) -> None:
    play = bet_and_deal(recorded.play(seats=(1,)), {1: PAIR})
    raised = recorded.clock.now()
    play.run("report: {irregularity: CS-I09, seat: 1}")
    recorded.clock.advance(9_000)
    row = shown(recorded, play)
    assert (row["held_since"], row["phase"], row["stage"]) == (raised, "held", "deciding")
    play.run("rule: play_on")
    assert shown(recorded, play)["held_since"] is None


def test_nobody_plays_and_nobody_deals_at_a_closed_table(recorded: Recorded) -> None:
    play = whole_round(recorded.play(seats=(1,)), {1: PAIR})
    assert (shown(recorded, play)["seats_playing"], shown(recorded, play)["dealer"]) == (
        0, "dealer",
    )  # fmt: skip
    play.submit(c.CloseTable)
    row = shown(recorded, play)
    assert (row["is_open"], row["dealer"]) == (False, None)


def test_a_floor_of_two_tables(recorded: Recorded) -> None:
    first, second = recorded.play("t1", seats=(1,)), recorded.play("t2", seats=(1,))
    first.submit(c.CallSupervisor)
    said = {"device_id": "shoe", "device_kind": "card_shoe", "device_state": "lost"}
    second.submit(c.RecordDevice, SHOE, faults=("device_lost",), **said)
    tables = [table_now(recorded, first), table_now(recorded, second)]
    now = recorded.clock.now()
    floor = floor_snapshot(tables, [{"progressive": "p1"}], [record_alert("failed", 5)], now)
    assert set(floor) == {"now", "tables", "inbox", "meters", "devices", "alerts"}
    assert floor["now"] == now
    assert [(row["id"], row["needs"], row["alerts"]) for row in floor["tables"]] == [
        ("t1", 1, 1), ("t2", 1, 1),
    ]  # fmt: skip
    assert {item["kind"] for item in floor["inbox"]} == {"call", "device_fault"}
    assert floor["meters"] == [{"progressive": "p1"}]
    assert [(row["table"], row["id"]) for row in floor["devices"]] == [("t2", "shoe")]
    assert [alert["id"] for alert in floor["alerts"]] == ["record", "t1/called", "t2/device/shoe"]
