"""Every table script in this folder, a case a test, through the controller of a live table.

A file is played once, as `dealer-station play` plays it, so that every case is told as well.
"""

from functools import cache
from pathlib import Path

import pytest
from table_play import CONFIG

from dealer_station.table_script.case import read_cases
from dealer_station.table_script.play import EXIT_PASSED, play

HERE = Path(__file__).parent
FILES = sorted(HERE.rglob("*.yaml"))
CASES = {file: list(read_cases(file)) for file in FILES}


@cache
def told(file: Path) -> tuple[int, tuple[str, ...]]:
    """Play a file: the exit status, and every line that is told."""
    lines: list[str] = []
    status = play([file], [CONFIG], as_json=False, out=lines.append)
    return status, tuple(lines)


@pytest.mark.parametrize(
    ("file", "case_id", "title"),
    [
        pytest.param(file, case.id, case.title, id=case.id)
        for file, cases in CASES.items()
        for case in cases
    ],
)
def test_case_holds(file: Path, case_id: str, title: str):
    _, lines = told(file)
    assert [line for line in lines if line.startswith(f"  {case_id}: ")] == []
    assert lines.count(f"{case_id}: passed: {title}") == 1


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_file_passes_as_a_whole(file: Path):
    status, lines = told(file)
    assert (status, lines[-1]) == (EXIT_PASSED, f"{len(CASES[file])} passed, 0 failed")


def test_case_ids_are_unique():
    ids = [case.id for cases in CASES.values() for case in cases]
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize(
    ("name", "count"), [("caribbean_stud", 97), ("texas_holdem", 171), ("seven_card_stud", 127)]
)
def test_acceptance_cases_are_all_there(name: str, count: int):
    assert len(CASES[HERE / f"{name}.yaml"]) == count
