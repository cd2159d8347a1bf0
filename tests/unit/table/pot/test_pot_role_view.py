"""What a screen is told of a table of a pot game, beside the view that scripts check."""

from typing import Any

import pytest
from pot_tables import CLUB, LEVEL, LIMIT, STUD, PotPlay

from dealer_station.table import commands as c
from dealer_station.table.role_view import TableFacts, public_view, role_view
from dealer_station.table.roles import Role

FACTS = TableFacts("t1", "Table 1", "USD")
HANDS = "deal: {1: As Ad, 2: Ks Kd, 3: Qs Qd}"


def seen(play: PotPlay, role: Role = Role.DEALER) -> dict[str, Any]:
    return role_view(play.state, play.rules, {}, FACTS, role, now=0)


def acting() -> PotPlay:
    return PotPlay(button=1).run("start_hand").run(HANDS)


def test_a_table_tells_its_limits_and_what_has_to_be_asked() -> None:
    table = seen(PotPlay())["table"]
    assert (table["game"], table["spots"], table["is_pot_game"]) == ("texas-holdem", [], True)
    assert table["limits"] == {"min": "2.00", "max": None}
    assert (table["small_blind"], table["big_blind"], table["chip"]) == ("1.00", "2.00", "1.00")
    assert table["has_button"]
    assert table["reads_hole_cards"]
    assert table["tracks_stakes"]
    assert seen(PotPlay(LIMIT))["table"]["limits"] == {"min": "4.00", "max": "8.00"}
    stud = seen(PotPlay(STUD, **LEVEL))["table"]
    assert (stud["has_button"], stud["bring_in"], stud["ante"]) == (False, "2.00", "1.00")
    assert (table["ante"], table["level"], stud["level"]) == ("0.00", None, None)
    assert seen(PotPlay(CLUB, level="2-4"))["table"]["level"] == "2-4"


@pytest.mark.parametrize(
    ("play", "fault"),
    [
        (PotPlay(stacks={}), "too_few_players"),
        (PotPlay(stacks={4: 100}, button=4), "too_few_players"),
        (PotPlay(), "no_button"),
        (PotPlay(STUD), "no_level"),
        (PotPlay(button=1), None),
        (PotPlay(STUD, **LEVEL), None),
        (PotPlay(button=1).run("start_hand"), "round_open"),
    ],
)
def test_why_no_hand_can_start_is_told_as_the_refusal_says_it(
    play: PotPlay, fault: str | None
) -> None:
    view = seen(play)
    assert view["start_fault"] == fault
    assert ("start_hand" in view["commands"]) == (fault is None)


def test_commands_between_hands_and_during_one() -> None:
    between = seen(PotPlay(button=1))["commands"]
    assert {"take_seat", "leave_seat", "add_chips", "correct_chips", "place_button"} <= set(between)
    during = seen(acting())["commands"]
    assert {"leave_seat", "sit_out", "come_back"} <= set(during)
    assert not {"take_seat", "add_chips", "correct_chips", "place_button"} & set(during)
    closed = PotPlay(button=1)
    closed.submit(c.CloseTable)
    assert seen(closed)["commands"] == ["open_table"]


def test_bets_and_what_was_said_are_those_of_the_street() -> None:
    play = acting().run("act: 1 raise 6; 2 fold")
    view = seen(play)
    assert view["bets"] == {"1": "6.00", "2": "1.00", "3": "2.00"}
    assert view["said"] == {
        "1": {"action": "raise", "put": "6.00"}, "2": {"action": "fold", "put": "0.00"},
    }  # fmt: skip
    assert (view["street"], view["acts"], view["payouts"]) == ("pre_flop", {}, [])
    view = seen(play.run("act: 3 call").run("deal: {board: 2c 3c 4c}"))
    assert (view["street"], view["bets"], view["said"]) == ("flop", {}, {})


def test_what_the_pots_come_to_is_told_before_they_are_pushed() -> None:
    play = acting().run("act: 1 raise 6; 2 fold; 3 fold")
    view = seen(play)
    assert (view["phase"], view["awards"]) == ("paying", [
        {"amount": "5.00", "seats": [1], "rake": "0.00", "shares": [{"seat": 1, "amount": "5.00"}]},
    ])  # fmt: skip
    assert "push_pots" in view["commands"]
    before = view["awards"]
    play.run("pay")
    assert seen(play)["awards"] == before


def test_no_card_is_told_that_the_dealer_does_not_see() -> None:
    play = acting()
    for role in (Role.DEALER, Role.SUPERVISOR, Role.MANAGER, Role.TECHNICIAN):
        view = seen(play, role)
        assert view["cards"] == {"1": "## ##", "2": "## ##", "3": "## ##"}
    assert public_view(play.state, play.rules, {}, FACTS)["cards"] == view["cards"]


def test_stud_tells_what_the_dealer_says() -> None:
    play = PotPlay(STUD, **LEVEL).run("start_hand")
    play.run("deal: {1: As Ad 9c, 2: Ks Kd 2c, 3: Qs Qd 9d}")
    said = seen(play)["announcements"]
    assert [(one["kind"], one["seat"], one["card"]) for one in said] == [("low", 2, "2c")]
    play.run("act: 2 bring_in; 3 complete")
    last = seen(play)["announcements"][-1]
    assert (last["kind"], last["seat"], last["to"]) == ("raise", 3, "5.00")


def test_players_with_what_they_owe() -> None:
    play = PotPlay(button=1)
    play.run("away: 2")
    view = seen(play)
    assert view["players"]["2"]["is_away"]
    assert view["players"]["1"] == {
        "is_away": False, "is_leaving": False, "entry": "wait", "owes": [],
    }  # fmt: skip


def test_an_act_out_of_turn_waits_at_its_seat() -> None:
    play = acting()
    play.run("report: {irregularity: HE-I40, seat: 2, action: raise, amount: 8}")
    assert seen(play)["announced"] == {"2": {"action": "raise", "to": "8.00"}}
    assert seen(play)["all_in_offers"] == []


def test_a_ruling_that_picks_a_card_says_so() -> None:
    play = acting().run("act: 1 call; 2 call; 3 check").run("deal: {board: 2c 3c 4c}")
    play.run("shoe: 7d").run("report: {irregularity: HE-I20}")
    options = seen(play)["ruling"]["options"]
    assert options == [
        {"option": "burn_card", "needs": "supervisor", "card": True},
        {"option": "reshuffle_stub", "needs": "supervisor"},
    ]
