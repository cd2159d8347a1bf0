"""What a screen gets: all that it needs to offer the next step, and nothing to compute."""

import json
from dataclasses import replace
from decimal import Decimal

import pytest
from table_play import (
    DEALER,
    FLUSH,
    MANAGER,
    NOTHING,
    PAIR_OF_EIGHTS,
    SUPERVISOR,
    TablePlay,
    classic,
    dealt,
    decided,
)

from dealer_station.table import commands as c
from dealer_station.table.roles import Role

TWO = {1: FLUSH, 2: PAIR_OF_EIGHTS}


def settled(**options: str) -> TablePlay:
    return decided(TWO, progressive=(1,), **options).run("pay")


def called(play: TablePlay) -> TablePlay:
    play.submit(c.CallSupervisor)
    return play


MOMENTS = {
    "closed": lambda: TablePlay(is_open=False),
    "idle": TablePlay,
    "called": lambda: called(TablePlay()),
    "betting": lambda: TablePlay().run("open_betting"),
    "staked": lambda: TablePlay().run("open_betting", "wager: 1 ante 10"),
    "again": lambda: settled().run("open_betting"),
    "dealing": lambda: TablePlay().run("open_betting", "wager: 1 ante 10", "close_betting"),
    "deciding": lambda: dealt(TWO, progressive=(1,)),
    "paying": lambda: decided(TWO, progressive=(1,)),
    "settled": settled,
    "void": lambda: dealt(TWO).run("report: {irregularity: CS-I18}", "rule: void_round"),
    "locked": lambda: dealt(TWO).run(
        "report: {irregularity: CS-I17}", "rule: fouled_deck by manager"
    ),
    "held": lambda: dealt(TWO).run("report: {irregularity: CS-I10, seat: 1}"),
    "found": lambda: dealt(TWO).run("shoe: 5c"),
    "fouled": lambda: dealt(TWO).run("shoe: 9h"),
}
LEGAL = {
    "closed": "open_table",
    "idle": "open_betting change_deck check_deck close_table call_supervisor",
    "called": "open_betting change_deck check_deck close_table answer_call",
    "betting": "call_supervisor",
    "staked": "close_betting call_supervisor",
    "again": "repeat_wagers call_supervisor",
    "dealing": "call_supervisor",
    "deciding": "call_supervisor",
    "paying": "call_supervisor",
    "settled": "open_betting change_deck check_deck close_table call_supervisor",
    "void": "open_betting change_deck check_deck close_table call_supervisor",
    "locked": "change_deck check_deck close_table call_supervisor",
    "held": "apply_ruling call_supervisor",
    "found": "apply_ruling call_supervisor",
    "fouled": "apply_ruling call_supervisor",
}
KINDS = {
    "open_table": (c.OpenTable, DEALER, {"table_id": "t1", "seats": (1, 2)}),
    "close_table": (c.CloseTable, DEALER, {}),
    "open_betting": (c.OpenBetting, DEALER, {}),
    "close_betting": (c.CloseBetting, DEALER, {}),
    "repeat_wagers": (c.RepeatWagers, DEALER, {}),
    "apply_ruling": (c.ApplyRuling, MANAGER, {"option": "as_proposed"}),
    "change_deck": (c.ChangeDeck, DEALER, {}),
    "check_deck": (c.CheckDeck, DEALER, {"cards": ("As", "??")}),
    "call_supervisor": (c.CallSupervisor, DEALER, {}),
    "answer_call": (c.AnswerCall, SUPERVISOR, {}),
}


@pytest.mark.parametrize("moment", MOMENTS)
def test_the_legal_commands_of_a_moment(moment: str):
    assert MOMENTS[moment]().seen_by(Role.DEALER)["commands"] == LEGAL[moment].split()


@pytest.mark.parametrize("moment", MOMENTS)
@pytest.mark.parametrize("name", [name for name in KINDS if name != "call_supervisor"])
def test_a_command_is_offered_if_and_only_if_it_is_taken(moment: str, name: str):
    """A call is left out: it is always taken, and offered until it was made."""
    play = MOMENTS[moment]()
    offered = name in play.seen_by(Role.DEALER)["commands"]
    kind, actor, said = KINDS[name]
    assert (play.submit(kind, actor, **said).refusal is None) is offered


@pytest.mark.parametrize("moment", MOMENTS)
@pytest.mark.parametrize("role", Role)
def test_a_view_is_json_and_has_the_same_keys_for_every_role(moment: str, role: Role):
    play = MOMENTS[moment]()
    view = play.seen_by(role)
    assert json.loads(json.dumps(view)) == view
    assert view.keys() == play.seen_by(Role.DEALER).keys()
    assert view["version"] == play.state.version


def test_the_table_is_described_with_its_spots_and_limits():
    table = TablePlay(seats=(1, 3), table_min="10").seen_by(Role.DEALER)["table"]
    assert table == {
        "id": "t1",
        "name": "Table",
        "game": "caribbean-stud",
        "rules": "classic",
        "currency": "USD",
        "seats": [1, 3],
        "limits": {"min": "10.00", "max": "500.00"},
        "player_cards_public": False,
        "spots": [
            {"name": "ante", "base": True, "min": "10.00", "max": "500.00"},
            {"name": "progressive", "price": "1.00"},
            {"name": "bet", "decision": True},
        ],
    }


def test_an_open_ruling_has_all_that_its_ruler_needs():
    play = dealt(TWO).run("report: {irregularity: CS-I10, seat: 1, note: twice}")
    ruling = play.seen_by(Role.SUPERVISOR)["ruling"]
    assert ruling.pop("source").startswith("S4")
    assert ruling == {
        "number": 1,
        "irregularity": "CS-I10",
        "title": "player touches his cards after laying them down",
        "facts": {"seat": "1", "note": "twice"},
        "proposal": "dead_hand",
        "options": [
            {"option": "dead_hand", "needs": "supervisor"},
            {"option": "play_on", "needs": "supervisor"},
        ],
        "reported_by": "dealer",
        "reread": False,
    }
    play.run("rule: play_on")
    assert play.seen_by(Role.SUPERVISOR)["ruling"] is None


def test_an_unread_card_may_be_read_again_instead_of_a_ruling():
    play = TablePlay().run("open_betting", "wager: 1 ante 10", "close_betting", "shoe: ??")
    assert play.seen_by(Role.DEALER)["ruling"]["reread"]
    play.run("shoe: 5c")
    assert play.seen_by(Role.DEALER)["ruling"] is None


def test_stage_is_the_phase_below_a_hold():
    view = dealt(TWO).run("shoe: 5c").seen_by(Role.DEALER)
    assert (view["phase"], view["stage"]) == ("held", "deciding")


REPORTABLE = {
    "closed": "",
    "idle": "17 19 22",
    "betting": "11 17 22",
    "dealing": "01 02 03 05 07 08 09 10 11 14 15 16 17 18 19 22",
    "deciding": "01 03 05 07 08 09 10 11 13 14 16 17 18 19 22",
    "paying": "03 06 08 09 10 11 13 17 19 21 22",
    "settled": "17 19 21 22",
    "void": "17 19 22",
    "held": "",
    "found": "01 03 05 07 08 09 10 11 13 14 16 17 18 19 22",
    "fouled": "",
}


@pytest.mark.parametrize("moment", REPORTABLE)
def test_the_irregularities_of_a_moment_are_offered_for_reporting(moment: str):
    offered = MOMENTS[moment]().seen_by(Role.DEALER)["irregularities"]
    assert [item["id"].removeprefix("CS-I") for item in offered] == REPORTABLE[moment].split()


def test_what_a_rule_set_can_never_meet_is_not_offered():
    live = dealt(TWO, rules="evolution").seen_by(Role.DEALER)["irregularities"]
    assert not {"CS-I09", "CS-I10", "CS-I11", "CS-I22"} & {item["id"] for item in live}


def test_a_report_form_says_what_is_needed_and_who_decides():
    offered = dealt(TWO).seen_by(Role.DEALER)["irregularities"]
    forms = {item["id"]: item for item in offered}
    assert forms["CS-I01"] == {
        "id": "CS-I01",
        "title": "player has a wrong number of cards",
        "needs": ["count"],
        "optional": ["seat", "position", "note"],
        "decided_by": "supervisor",
    }
    assert forms["CS-I14"]["decided_by"] == "dealer"
    assert forms["CS-I17"]["decided_by"] == "manager"
    # Whether side bets are honoured is not known before the report: the higher authority is named.
    assert forms["CS-I03"]["decided_by"] == "manager"


def test_payouts_come_in_payment_order_the_current_one_with_what_it_comes_to():
    play = decided({1: FLUSH, 2: PAIR_OF_EIGHTS, 3: NOTHING}, progressive=(1, 3))
    rows = play.seen_by(Role.DEALER)["payouts"]
    assert [(row["seat"], row["state"]) for row in rows] == [
        (3, "current"),
        (2, "waiting"),
        (1, "waiting"),
    ]
    assert rows[1]["wagers"] == [
        {"spot": "ante", "stake": "10.00"},
        {"spot": "bet", "stake": "20.00"},
    ]
    assert rows[0]["hand_back"] == "0.00"
    assert rows[1]["hand_back"] == "0.00"
    play.run("pay: 3")
    rows = play.seen_by(Role.DEALER)["payouts"]
    assert [(row["seat"], row["state"]) for row in rows] == [
        (3, "paid"),
        (2, "current"),
        (1, "waiting"),
    ]
    assert rows[1] == {
        "seat": 2,
        "state": "current",
        "verify": False,
        "hand": "pair",
        "wagers": [
            {"spot": "ante", "stake": "10.00", "odds": "1:1", "outcome": "win", "wins": "10.00",
             "rule": "CS-11"},
            {"spot": "bet", "stake": "20.00", "odds": "1:1", "outcome": "win", "wins": "20.00",
             "rule": "CS-11"},
        ],
        "hand_back": "60.00",
        "envy": [],
    }  # fmt: skip
    play.run("pay: 2")
    assert play.seen_by(Role.DEALER)["payouts"][2]["verify"] is True


def test_a_payout_shown_is_the_payout_paid():
    play = decided(TWO, progressive=(1,))
    shown = {}
    while play.next["kind"] in {"pay", "verify"}:
        seat = play.next["seat"]
        (row,) = [row for row in play.seen_by(Role.DEALER)["payouts"] if row["state"] == "current"]
        shown[str(seat)] = {wager["spot"]: wager["wins"] for wager in row["wagers"]}
        before = (play.state, play.progressive)
        play.seen_by(Role.DEALER)
        assert (play.state, play.progressive) == before, "looking changes nothing"
        if play.next["kind"] == "verify":
            play.run(f"verify: {seat}")
        play.run(f"pay: {seat}")
    assert shown == play.view["net"]
    for row in play.seen_by(Role.DEALER)["payouts"]:
        won = sum(Decimal(wager["wins"]) + Decimal(wager["stake"]) for wager in row["wagers"])
        assert Decimal(row["hand_back"]) == won


@pytest.mark.parametrize("moment", ["idle", "betting", "dealing", "deciding"])
def test_before_paying_there_are_no_payouts(moment: str):
    assert MOMENTS[moment]().seen_by(Role.DEALER)["payouts"] == []


def test_last_rounds_stakes_can_be_repeated_where_none_lie():
    play = settled()
    assert not play.seen_by(Role.DEALER)["can_repeat"]
    play.run("open_betting")
    assert play.seen_by(Role.DEALER)["can_repeat"]
    play.run("wager: 1 ante 10; 2 ante 10; 1 progressive")
    assert not play.seen_by(Role.DEALER)["can_repeat"]


def test_what_would_be_refused_is_not_offered():
    play = settled().run("open_betting", "report: {irregularity: CS-I22}")
    assert not play.seen_by(Role.DEALER)["can_repeat"]
    assert "repeat_wagers" in play.run("rule: play_on by manager").seen_by(Role.DEALER)["commands"]
    # The table comes back without the progressive: last round's dollar is no stake here.
    play.run("wager: 1 ante 10", "shoe: 5d", "rule: void_round")
    play.submit(c.CloseTable)
    play.setup = replace(play.setup, rules=classic(progressive_paytable="none"), progressives={})
    play.restart()
    play.open_table()
    view = play.run("open_betting").seen_by(Role.DEALER)
    assert (view["can_repeat"], view["commands"]) == (False, ["call_supervisor"])


def test_betting_is_not_closed_over_a_token_alone():
    play = TablePlay().run("open_betting", "coin: 1")
    assert play.seen_by(Role.DEALER)["commands"] == ["call_supervisor"]
    assert play.refused("close_betting") == "no_base_wager"
    play.run("wager: 2 ante 10")
    assert play.seen_by(Role.DEALER)["commands"] == ["close_betting", "call_supervisor"]


def test_a_token_without_an_ante_is_nothing_to_repeat():
    play = TablePlay().run("open_betting", "coin: 2", "wager: 1 ante 10", "close_betting")
    play.run("report: {irregularity: CS-I18}", "rule: void_round", "open_betting")
    play.run("wager: 1 ante 10")
    assert not play.seen_by(Role.DEALER)["can_repeat"]


def test_the_clock_says_what_is_left_and_whether_it_runs():
    play = dealt(TWO, decision_seconds="20").run("wait: 4.5")
    assert play.seen_by(Role.DEALER)["clock"] == {"remaining_ms": 15_500, "running": True}
    play.run("report: {irregularity: CS-I10, seat: 1}", "wait: 9")
    assert play.seen_by(Role.DEALER)["clock"] == {"remaining_ms": 15_500, "running": False}
    play.run("rule: play_on")
    later = play.controller.view(Role.DEALER, play.clock.now() + 99_000)
    assert later["clock"] == {"remaining_ms": 0, "running": True}
    assert dealt(TWO).seen_by(Role.DEALER)["clock"] is None


def test_devices_and_calls_are_shown():
    play = called(TablePlay())
    report_faults(play)
    view = play.seen_by(Role.TECHNICIAN)
    assert view["supervisor_called"]
    assert view["devices"] == [
        {
            "id": "shoe",
            "kind": "card_shoe",
            "state": "degraded",
            "since": play.clock.now(),
            "faults": ["device_lost"],
            "reason": "/dev/ttyUSB0: gone",
        }
    ]


def test_a_dealer_reads_codes_and_not_the_words_of_a_driver():
    play = report_faults(TablePlay())
    (device,) = play.seen_by(Role.DEALER)["devices"]
    assert "reason" not in device
    assert device["faults"] == ["device_lost"]


def test_faults_that_are_cleared_are_shown_until_the_device_says_so():
    play = report_faults(TablePlay())
    play.submit(c.ClearDeviceFaults, SUPERVISOR, device_id="shoe", faults=("device_lost",))
    assert play.seen_by(Role.DEALER)["devices"][0]["faults"] == ["device_lost"]
    play.submit(c.RecordDevice, device_id="shoe", device_kind="card_shoe", device_state="ready")
    (device,) = play.seen_by(Role.DEALER)["devices"]
    assert (device["state"], device["faults"]) == ("ready", [])


def test_words_of_devices_and_calls_leave_the_play_where_it_was():
    play = TablePlay().run("open_betting")
    played = play.seen_by(Role.DEALER)["played_version"]
    assert played == play.state.version
    called(report_faults(play))
    view = play.seen_by(Role.DEALER)
    assert (view["played_version"], view["version"]) == (played, played + 2)
    play.run("wager: 1 ante 10")
    assert play.seen_by(Role.DEALER)["played_version"] == play.state.version


def report_faults(play: TablePlay) -> TablePlay:
    play.submit(
        c.RecordDevice,
        device_id="shoe",
        device_kind="card_shoe",
        device_state="degraded",
        reason="/dev/ttyUSB0: gone",
        faults=("device_lost",),
    )
    return play


def test_the_public_view_says_what_everybody_may_know():
    play = decided(TWO, progressive=(1,))
    view = play.controller.public_view()
    assert view["cards"]["1"] == "## ## ## ## ##"
    assert view["cards"]["dealer"] == "Ah Kh 9s 6c 4h"
    assert (view["version"], view["round"], view["is_open"]) == (play.state.version, 1, True)
    assert not {"ruling", "payouts", "irregularities", "commands", "devices"} & view.keys()


def test_a_devices_own_words_name_no_card_to_anybody():
    play = TablePlay()
    shoe = {"device_id": "shoe", "device_kind": "card_shoe", "device_state": "degraded"}
    play.submit(c.RecordDevice, reason="stuck after Ah", **shoe)
    for role in (Role.SUPERVISOR, Role.MANAGER, Role.TECHNICIAN, Role.AUDITOR):
        (device,) = play.seen_by(role)["devices"]
        assert device["reason"] == "stuck after ##"
    (device,) = play.seen_by(Role.DEALER)["devices"]
    assert "reason" not in device
