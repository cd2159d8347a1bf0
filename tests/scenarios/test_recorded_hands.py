"""Every recorded hand through the controller of a live table: in the end all have their chips."""

import pytest
from recorded_hands import FOLDER, NO_LIMIT, STUD, recorded_hands
from table_play import CONFIG

from dealer_station.hand_history.reader import parse_hands
from dealer_station.table_script.document import ScriptError
from dealer_station.table_script.play import play
from dealer_station.table_script.recorded import play_recorded

HANDS = [pytest.param(recorded, id=recorded.name) for recorded in recorded_hands()]


@pytest.mark.parametrize("recorded", HANDS)
def test_the_hand_ends_with_its_recorded_stacks(recorded):
    result = play_recorded(recorded, [CONFIG])
    assert [str(miss) for miss in result.misses] == []
    assert result.view["phase"] == "settled"
    stacks = result.view["stacks"]
    assert len(stacks) == recorded.hand.player_count
    assert recorded.hand.finishing_stacks


def misses(text, file="h.phh"):
    (recorded,) = parse_hands(text, file)
    return [str(miss) for miss in play_recorded(recorded, [CONFIG]).misses]


def test_other_stacks_than_recorded_are_named():
    text = STUD.replace("actions", "finishing_stacks = [1060, 1939]\nactions")
    assert misses(text) == ["h.phh:1: end: stacks.2: expected 1939.00, got 1940.00"]


@pytest.mark.parametrize(
    ("text", "old", "new", "says"),
    [
        (
            NO_LIMIT,
            "'p3 cbr 1.20', 'p1 cc'",
            "'p1 cc', 'p3 cbr 1.20'",
            "h.phh:1: the hand: taken: expected actions[3]: seat 4 acts, got next is ",
        ),
        (
            NO_LIMIT,
            "cbr 1.20",
            "cbr 0.30",
            "h.phh:1: the hand: taken: expected actions[3], got refused: ",
        ),
        (
            NO_LIMIT,
            "'d db 2c3c4c'",
            "'d db 2c3c4c5c'",
            "h.phh:1: the hand: taken: expected 5c for board, got next is ",
        ),
        (
            NO_LIMIT,
            "'d db 2c3c4c'",
            "'d db 2c3c', 'p1 cc'",
            "h.phh:1: the hand: taken: expected actions[7]: seat 4 acts, got next is ",
        ),
        (
            NO_LIMIT,
            "'d dh p2 ????', ",
            "",
            "h.phh:1: the hand: taken: expected a card for seat 7 card 1, got the record has none",
        ),
        (
            NO_LIMIT,
            "'p2 f', ",
            "",
            "h.phh:1: the hand: taken: expected 2c 3c 4c for board, got next is ",
        ),
    ],
)
def test_what_the_table_does_not_take_is_named(text, old, new, says):
    assert old in text
    (miss,) = misses(text.replace(old, new))
    assert miss.startswith(says)


def test_a_hand_that_no_table_plays_is_no_valid_script():
    (recorded,) = parse_hands(NO_LIMIT.replace("-0.25]", "0.50]"), "h.phh")
    with pytest.raises(ScriptError, match=r"h\.phh:1: blinds_or_straddles: straddles are not off"):
        play_recorded(recorded, [CONFIG])


def test_a_folder_of_hands_is_played_with_one_sum(tmp_path):
    lines: list[str] = []
    (tmp_path / "deep").mkdir()
    (tmp_path / "README.md").write_text("no hand")
    (tmp_path / "deep" / "a.phh").write_text(
        STUD.replace("actions", "finishing_stacks = [1060, 1940]\nactions")
    )
    hand = (FOLDER / "limit-holdem-01.phh").read_text()
    (tmp_path / "b.phhs").write_text(f"[1]\n{hand}\n[2]\n{hand.replace('11925000', '11924999')}")
    status = play([tmp_path], [CONFIG], as_json=False, out=lines.append)
    assert status == 1
    assert "a: passed: a recorded hand" in lines
    assert "b 2: FAILED: a recorded hand" in lines
    assert lines[-1] == "2 passed, 1 failed"
    (tmp_path / "b.phhs").write_text(f"[1]\n{hand.replace('FT', 'XX')}")
    assert play([tmp_path], [CONFIG], as_json=True, out=lines.append) == 2
    assert lines[-1].startswith(f"invalid hand: {tmp_path}/b.phhs:2: [1] variant: 'XX' is no game")
