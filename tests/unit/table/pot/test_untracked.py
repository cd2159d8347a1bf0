"""A table that follows cards and order only: no stacks, no amounts, no pots."""

import json
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from pot_tables import LEVEL, STUD, PotPlay
from recorded_play import recorded_in
from table_play import SUPERVISOR

from dealer_station.hand_history.exporting import export_command
from dealer_station.table import commands as c
from dealer_station.table import events as e
from dealer_station.table.pot import commands as pc
from dealer_station.table.role_view import TableFacts, role_view
from dealer_station.table.roles import Role

FACTS = TableFacts("t1", "Table 1", "USD")
HANDS = "deal: {1: As Ad, 2: Ks Kd, 3: Qs Qd}"


@pytest.fixture
def room() -> PotPlay:
    play = PotPlay(stacks={1: 0, 2: 0, 3: 0}, button=1, stakes="untracked")
    return play.run("start_hand", HANDS)


def seen(play: PotPlay) -> dict[str, Any]:
    return role_view(play.state, play.rules, {}, FACTS, Role.DEALER, now=0)


def test_nobody_brings_chips_to_it() -> None:
    play = PotPlay(stacks={}, stakes="untracked")
    refused = play.submit(pc.TakeSeat, SUPERVISOR, seat=1, stack=Decimal(200)).refusal
    assert refused is not None
    assert refused.reason == "wrong_amount"
    assert play.submit(pc.TakeSeat, SUPERVISOR, seat=1).refusal is None


def test_no_chips_are_added_or_counted() -> None:
    play = PotPlay(stacks={1: 0}, stakes="untracked")
    adds = play.submit(pc.AddChips, seat=1, amount=Decimal(20)).refusal
    counts = play.submit(pc.CorrectChips, SUPERVISOR, seat=1, stack=Decimal(20)).refusal
    assert [one and one.reason for one in (adds, counts)] == ["not_applicable"] * 2
    assert not {"add_chips", "correct_chips"} & set(seen(play)["commands"])


def test_a_table_that_follows_chips_takes_nobody_without() -> None:
    refused = PotPlay(stacks={}).submit(pc.TakeSeat, SUPERVISOR, seat=1).refusal
    assert refused is not None
    assert refused.reason == "bad_amount"


def test_an_act_has_no_amount(room: PotPlay) -> None:
    refused = room.submit(c.Act, seat=1, action="raise", amount=Decimal(0)).refusal
    assert refused is not None
    assert refused.reason == "wrong_amount"
    assert room.submit(c.Act, seat=1, action="raise").refusal is None


def test_its_view_has_no_amounts_of_players(room: PotPlay) -> None:
    room.run("act: 1 raise; 2 call; 3 all_in")
    view = seen(room)
    assert not view["table"]["tracks_stakes"]
    assert (view["stacks"], view["bets"], view["pots"], view["won"]) == ({}, {}, [], {})
    assert view["status"] == {
        "1": "in", "2": "in", "3": "all_in", **{str(seat): "out" for seat in range(4, 9)},
    }  # fmt: skip


def test_a_house_that_wants_an_exact_sum_asks_for_none_here() -> None:
    play = PotPlay(STUD, {}, **LEVEL, buy_in="100", stakes="untracked")
    assert seen(play)["table"]["buy_in"] is None
    assert play.submit(pc.TakeSeat, seat=1).refusal is None


def test_no_event_moves_a_chip(room: PotPlay) -> None:
    room.run("act: 1 raise; 2 call; 3 fold", "deal: {board: 2c 7d 9s}", "act: 2 bet; 1 all_in")
    room.run("deal: {board: 5h 3d}", "pay")
    events = room.all_events()
    (started,) = [one for one in events if isinstance(one, e.HandStarted)]
    assert (started.fixed_limit, started.no_limit) == (None, None)
    # What is due is told: the dealer asks for it.
    assert [(post.seat, post.live_minor) for post in started.posts] == [(2, 100), (3, 200)]
    acts = [one for one in events if isinstance(one, e.PlayerActed)]
    assert {(one.to_minor, one.put_minor) for one in acts} == {(0, 0)}
    (pushed,) = [one for one in events if isinstance(one, e.PotsPushed)]
    assert [(one.amount_minor, one.seats) for one in pushed.awards] == [(0, (1, 2)), (0, (2,))]
    assert room.view["winners"] == [[1], [2]]


def test_the_winner_is_told_before_the_dealer_pushes_the_pot(room: PotPlay) -> None:
    room.run("act: 1 fold; 2 call; 3 check", "deal: {board: 2c 7d 9s}", "act: 2 check; 3 check")
    room.run("deal: {board: 5h}", "act: 2 check; 3 check", "deal: {board: 3d}")
    room.run("act: 2 check; 3 check", "act: 2 show; 3 show")
    assert [one["shares"] for one in seen(room)["awards"]] == [[{"seat": 2, "amount": "0.00"}]]
    assert room.view["winners"] == []
    room.run("pay")
    assert room.view["winners"] == [[2]]


def test_a_raise_in_stud_is_announced_without_an_amount() -> None:
    play = PotPlay(STUD, {1: 0, 2: 0, 3: 0}, **LEVEL, stakes="untracked")
    play.run("start_hand", "shoe: 4c Qc Ts 6s Ah 4s Kd 9c 3h", "act: 3 bring_in; 1 all_in_raise")
    said = [one for one in seen(play)["announcements"] if one["kind"] == "raise"]
    assert said == [
        {"kind": "raise", "seat": 1, "card": None, "ranks": [], "suit": None, "to": None}
    ]


def test_equal_hands_win_together_and_whoever_had_chips_left_ends_it() -> None:
    play = PotPlay(stacks={1: 0, 2: 0, 3: 0}, button=1, stakes="untracked").run("start_hand")
    play.run("deal: {1: As Kd, 2: Ah Ks, 3: Qs Qd}", "act: 1 all_in_raise; 2 call; 3 call")
    play.run("deal: {board: Ad 7d 9s}", "act: 2 bet; 3 call", "deal: {board: 5h}")
    play.run("act: 2 check; 3 check", "deal: {board: 3d}", "act: 2 check; 3 check", "pay")
    # Odd chips would go left of the button first; seat 3 can win nothing that seat 2 has not.
    assert play.view["winners"] == [[2, 1]]


def test_a_hand_is_exported_with_all_that_is_known_of_it(tmp_path: Path) -> None:
    file = str(tmp_path / "station.db")
    with recorded_in(file) as recorded:
        on_disk: dict[str, Any] = {"record": recorded.record, "clock": recorded.clock}
        play = PotPlay(stacks={1: 0, 2: 0, 3: 0}, button=1, stakes="untracked", **on_disk)
        play.run("start_hand", HANDS, "act: 1 fold; 2 fold", "pay")
    lines: list[str] = []
    assert export_command(file, "t1", None, None, lines.append) == 0
    (told,) = map(json.loads, lines)
    assert (told["phase"], told["hand"]["winners"]) == ("settled", [[3]])
    lines.clear()
    assert export_command(file, "t1", None, 3, lines.append) == 0
    # His own cards and nobody else's.
    (told,) = map(json.loads, lines)
    assert told["view"]["cards"] == {"1": "## ##", "2": "## ##", "3": "Qs Qd"}
    assert told["hand"]["winners"] == [[3]]
