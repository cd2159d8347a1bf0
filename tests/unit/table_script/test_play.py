"""`dealer-station play`: what is printed, and the exit status."""

import json
from pathlib import Path

import pytest
from table_play import CONFIG

from dealer_station.table_script.play import EXIT_FAILED, EXIT_INVALID, EXIT_PASSED, play

GOOD = """case: A
title: stakes
table: {game: caribbean-stud, rules: classic, seats: [1, 2]}
steps:
  - open_betting
  - wager: 1 ante 10; 1 progressive
  - close_betting
  - deal: {1: 9h 7h 5h 3h 2h, dealer: Ah Kh 9s 6c 4h}
  - report: {irregularity: CS-I10, seat: 1}
  - rule: play_on
  - act: 1 bet
  - pay
expect: {phase: settled}
"""
BAD = GOOD.replace("case: A", "case: B").replace("{phase: settled}", "{phase: void}")


def run(*paths: Path, as_json: bool = False) -> tuple[int, list[str]]:
    lines: list[str] = []
    status = play(paths, [CONFIG], as_json=as_json, out=lines.append)
    return status, lines


def written(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


def test_every_case_is_told_with_its_table_and_the_sum(tmp_path: Path):
    status, lines = run(written(tmp_path, "a.yaml", GOOD))
    won = "ante win 10.00, progressive win 49.00, bet win 100.00"
    assert status == EXIT_PASSED
    assert lines == [
        "A: passed: stakes",
        "  settled, meter main 10000.70",
        f"    seat 1, in, 9h 7h 5h 3h 2h, flush, {won}",
        "    dealer, Ah Kh 9s 6c 4h, high_card",
        "    CS-I10 play_on (supervisor)",
        "1 passed, 0 failed",
    ]


def test_a_miss_is_told_by_case_place_key_expected_and_got(tmp_path: Path):
    status, lines = run(written(tmp_path, "a.yaml", GOOD + "---\n" + BAD))
    assert status == EXIT_FAILED
    assert "  B: end: phase: expected void, got settled" in lines
    assert lines[-1] == "1 passed, 1 failed"


INVALID = {
    "an unknown card from the shoe": ("act: 1 bet", "shoe: 10h", 11, "'10h' is no card"),
    "an unknown card in a deal": ("9h 7h 5h", "9H 7h 5h", 8, "'9H' is no card"),
    "an unreadable card in a deal": ("9h 7h 5h 3h 2h", "'9h 7h 5h 3h ??'", 8, "a deal has no ??"),
    "an unknown refusal code": (
        "open_betting",
        "{refuse: {pay: 1}, reason: maybe}",
        5,
        "there is no refusal code 'maybe'",
    ),
    "an unknown key of the view": ("phase: settled", "fase: settled", 13, "the view has no key"),
    "a part of a stake": ("close_betting", "withdraw: 1 ante 5", 7, "a stake is taken back whole"),
    "a seat nought": ("[1, 2]", "[0, 1]", 3, "a table needs seats from 1"),
    "a negative meter": ("seats:", "meters: {main: -1}, seats:", 3, "a meter is not negative"),
}


@pytest.mark.parametrize(("old", "new", "line", "reason"), INVALID.values(), ids=INVALID)
def test_a_script_that_says_what_cannot_be_is_invalid(tmp_path: Path, old, new, line, reason):
    assert GOOD.count(old) == 1
    path = written(tmp_path, "a.yaml", GOOD.replace(old, new))
    status, lines = run(path)
    assert status == EXIT_INVALID == 2
    assert lines[-1].startswith(f"invalid script: {path}:{line}: {reason}")


def test_json_is_one_object_a_case(tmp_path: Path):
    status, lines = run(written(tmp_path, "a.yaml", GOOD + "---\n" + BAD), as_json=True)
    first, second, miss, total = lines
    assert status == EXIT_FAILED
    assert json.loads(first)["case"] == "A"
    assert json.loads(first)["net"] == {
        "1": {"ante": "10.00", "bet": "100.00", "progressive": "49.00"}
    }
    assert json.loads(second)["case"] == "B"
    assert miss == "B: end: phase: expected void, got settled"
    assert total == "1 passed, 1 failed"


def test_a_folder_plays_every_script_in_it_in_order_of_name(tmp_path: Path):
    written(tmp_path, "b/two.yml", BAD.replace("void", "settled"))
    written(tmp_path, "a.yaml", GOOD)
    written(tmp_path, "notes.txt", "no script")
    status, lines = run(tmp_path)
    assert status == EXIT_PASSED
    assert [line for line in lines if "passed:" in line] == [
        "A: passed: stakes",
        "B: passed: stakes",
    ]
    assert lines[-1] == "2 passed, 0 failed"


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ("", 1, "the file has no case"),
        ("case: [", 1, "no valid YAML"),
        (GOOD.replace("open_betting", "open"), 5, "there is no step 'open'"),
        (GOOD.replace("1 ante 10;", "one ante 10;"), 6, "'one' is no seat"),
        (GOOD.replace("9h 7h 5h 3h 2h", "9h 7h"), 8, "too few cards for seat 1"),
        (GOOD.replace("classic", "strange"), 3, "does not exist"),
    ],
)
def test_a_malformed_script_is_told_by_file_line_and_reason(tmp_path, text, line, reason):
    path = written(tmp_path, "a.yaml", text)
    status, lines = run(path)
    assert status == EXIT_INVALID
    assert lines[-1].startswith(f"invalid script: {path}:{line}: ")
    assert reason in lines[-1]


def test_what_is_not_there_is_told(tmp_path: Path):
    status, lines = run(tmp_path / "none.yaml")
    assert (status, lines) == (
        EXIT_INVALID,
        [f"invalid script: {tmp_path / 'none.yaml'}:1: there is no such file"],
    )
    status, lines = run(tmp_path)
    assert status == EXIT_INVALID
