"""The hands of one player: his and nobody else's, page by page, to be looked at and to be kept."""

import json
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from pot_tables import LEVEL
from recorded_play import Recorded, recorded_in
from table_play import SUPERVISOR, TablePlay

from dealer_station.hand_history.exporting import export_command
from dealer_station.hand_history.player_hands import (
    NoPlayerError,
    PlayersHands,
    SeveralPlayersError,
    players_hands,
)
from dealer_station.hand_history.reader import parse_hands
from dealer_station.table.pot import commands as pc

HOLES = {1: "As Ad", 2: "Ks Kd", 3: "Qs Qd"}
BOARD = ("2c 7d 9s", "5h", "3d")


def seated(play: TablePlay, seat: int, stack: int | None = 200) -> None:
    said = {} if stack is None else {"stack": Decimal(stack)}
    assert play.submit(pc.TakeSeat, SUPERVISOR, seat=seat, **said).refusal is None


def hand(play: TablePlay, *, is_shown: bool = True) -> None:
    """Seat 3 folds when he may; the others check and call down; the second to show may muck."""
    play.run("start_hand")
    holes = {seat: cards.split() for seat, cards in HOLES.items()}
    board = " ".join(BOARD).split()
    while play.state.is_round_open:
        following = play.next
        if following["kind"] == "card":
            place, *number = following["position"].split()
            stack = holes[int(number[0])] if place == "seat" else board
            play.run(f"shoe: {'??' if place == 'burn' else stack.pop(0)}")
        elif following["kind"] == "act":
            play.run(f"act: {following['seat']} {_act(following, is_shown=is_shown)}")
        else:
            assert play.submit(pc.PushPots).refusal is None


def _act(following: dict[str, Any], *, is_shown: bool) -> str:
    legal = following["legal"]
    if "show" in legal:
        return "muck" if "muck" in legal and not is_shown else "show"
    if following["seat"] == 3 and "check" not in legal:
        return "fold"
    return "check" if "check" in legal else "call"


@pytest.fixture
def recorded(tmp_path: Path) -> Any:
    with recorded_in(str(tmp_path / "log.db")) as opened:
        yield opened


@pytest.fixture
def play(recorded: Recorded) -> TablePlay:
    """Three hands, then another player at seat 2, and two more hands."""
    play = recorded.play(rules="texas-holdem/gardens-no-limit", seats=range(1, 9))
    for seat in HOLES:
        seated(play, seat)
    play.submit(pc.PlaceButton, seat=3)
    for _ in range(3):
        hand(play)
    assert play.submit(pc.LeaveSeat, seat=2).refusal is None
    seated(play, 2)
    for _ in range(2):
        hand(play, is_shown=False)
    return play


def asked(
    recorded: Recorded,
    seat: int,
    first: int | None = None,
    before: int | None = None,
    limit: int = 50,
) -> PlayersHands:
    return players_hands(recorded.reads, "t1", seat, first, before, limit)


def numbers(found: PlayersHands) -> list[int]:
    return [one["number"] for one in found.hands]


@pytest.mark.usefixtures("play")
def test_without_a_range_they_are_of_who_sits_there(recorded: Recorded) -> None:
    found = asked(recorded, 2)
    assert (numbers(found), found.before, found.stay.first) == ([5, 4], None, 4)
    assert numbers(asked(recorded, 1)) == [5, 4, 3, 2, 1]


@pytest.mark.usefixtures("play")
def test_a_range_is_that_of_one_player_or_none(recorded: Recorded) -> None:
    assert numbers(asked(recorded, 2, 1, 4)) == [3, 2, 1]
    assert numbers(asked(recorded, 2, 2, 3)) == [2]
    assert numbers(asked(recorded, 2, 4)) == [5, 4]
    with pytest.raises(SeveralPlayersError) as several:
        asked(recorded, 2, 3, 5)
    assert [(stay.first, stay.last) for stay in several.value.stays] == [(4, None), (1, 3)]
    for seat, first in ((8, None), (2, 99)):
        with pytest.raises(NoPlayerError):
            asked(recorded, seat, first)


@pytest.mark.usefixtures("play")
def test_pages_follow_each_other(recorded: Recorded) -> None:
    first = asked(recorded, 1, limit=2)
    assert (numbers(first), first.before) == ([5, 4], 4)
    second = asked(recorded, 1, first.stay.first, first.before, 2)
    assert (numbers(second), second.before) == ([3, 2], 2)
    third = asked(recorded, 1, first.stay.first, second.before, 2)
    assert (numbers(third), third.before) == ([1], None)


def test_a_question_ends_where_it_has_looked_at_enough(
    recorded: Recorded, play: TablePlay, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A player who was away for long: the screen asks on."""
    monkeypatch.setattr("dealer_station.hand_history.player_hands.LOOKED_AT_MAX", 2)
    monkeypatch.setattr("dealer_station.hand_history.player_hands.READ_AT_ONCE", 2)
    seated(play, 4)
    assert play.submit(pc.SitOut, seat=4).refusal is None
    for _ in range(3):
        hand(play)
    found = asked(recorded, 4)
    assert (numbers(found), found.before) == ([], 7)
    assert (numbers(asked(recorded, 4, 6, 7)), asked(recorded, 4, 6, 7).before) == ([], None)


def test_a_hand_that_is_on_is_left_out(recorded: Recorded, play: TablePlay) -> None:
    play.run("start_hand", "shoe: As Ks Qs Ad Kd")
    assert numbers(asked(recorded, 1)) == [5, 4, 3, 2, 1]
    assert numbers(asked(recorded, 1, 6, 7)) == []


@pytest.mark.usefixtures("play")
def test_a_hand_tells_his_cards_and_what_lay_open(recorded: Recorded) -> None:
    (third,) = asked(recorded, 3, 1, 2).hands
    assert third["view"]["cards"] == {
        "1": "As Ad", "2": "Ks Kd", "3": "Qs Qd", "board": "2c 7d 9s 5h 3d",
    }  # fmt: skip
    assert third["view"]["status"]["3"] == "folded"
    (mucked,) = asked(recorded, 1, 5).hands
    assert mucked["view"]["cards"]["1"] == "As Ad"
    assert mucked["view"]["cards"]["3"] == "## ##"
    assert mucked["hand"]["won"].keys() == {mucked_winner(mucked)}
    assert {event["type"] for event in mucked["events"]} == {
        "betting_round_opened", "player_acted", "pots_pushed",
    }  # fmt: skip


def mucked_winner(hand: dict[str, Any]) -> str:
    """Of two hands one was shown: the other was given up."""
    (winner,) = hand["hand"]["winners"][0]
    return str(winner)


@pytest.mark.usefixtures("play")
def test_what_he_won_and_lost_adds_up(recorded: Recorded) -> None:
    for number in (1, 5):
        nets = []
        for seat in HOLES:
            (one,) = asked(recorded, seat, number, number + 1).hands
            nets.append(Decimal(one["net"]))
        assert sum(nets) == 0
        assert any(nets)


@pytest.mark.usefixtures("play")
def test_records_of_several_hands_join_to_a_file(recorded: Recorded) -> None:
    found = asked(recorded, 2, 1, 4)
    assert {one["format"] for one in found.hands} == {"phhs"}
    text = "".join(one["record"] for one in reversed(found.hands))
    assert [one.name for one in parse_hands(text, "seat-2.phhs")] == [
        "seat-2 1", "seat-2 2", "seat-2 3",
    ]  # fmt: skip


@pytest.mark.parametrize("rules", ["texas-holdem/gardens-no-limit", "seven-card-stud/gardens"])
def test_where_no_chips_are_followed_he_gets_cards_and_order(
    recorded: Recorded, tmp_path: Path, rules: str
) -> None:
    """PHH has no hand without stacks, so it is JSON: what he is shown, a line a hand."""
    is_stud = rules.startswith("seven")
    values = (LEVEL if is_stud else {}) | {"stakes": "untracked"}
    play = recorded.play(rules=rules, seats=range(1, 9), **values)
    for seat in HOLES:
        seated(play, seat, None)
    if is_stud:
        play.run("start_hand", "shoe: 4c Qc Ts 6s Ah 4s Kd 9c 3h", "act: 3 bring_in; 1 fold")
        play.run("act: 2 fold")
        assert play.submit(pc.PushPots).refusal is None
    else:
        play.submit(pc.PlaceButton, seat=3)
        hand(play)
    (shown,) = asked(recorded, 1).hands
    assert (shown["format"], shown["net"], shown["hand"]["won"]) == ("jsonl", None, {})
    line = json.loads(shown["record"])
    assert line == {"table": "t1", "seat": 1} | {
        key: value for key, value in shown.items() if key not in {"format", "record"}
    }
    own = "4c 6s Kd" if is_stud else "As Ad"
    assert line["view"]["cards"]["1"] == own
    if is_stud:
        assert line["view"]["cards"]["2"] == "## ## 9c"
    acts = [one["facts"] for one in line["events"] if one["type"] == "player_acted"]
    assert acts
    assert {(act["to"], act["put"]) for act in acts} == {("0.00", "0.00")}
    printed: list[str] = []
    assert export_command(str(tmp_path / "log.db"), "t1", 1, 1, printed.append) == 0
    assert [json.loads(text) for text in printed] == [line]
