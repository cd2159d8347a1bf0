"""Every table script in this folder, a case a test, through the controller of a live table."""

from pathlib import Path

import pytest
from table_play import CONFIG

from dealer_station.table_script.case import Case, read_cases
from dealer_station.table_script.runner import run_case

HERE = Path(__file__).parent
FILES = sorted(HERE.rglob("*.yaml"))
CASES = [pytest.param(case, id=case.id) for file in FILES for case in read_cases(file)]


@pytest.mark.parametrize("case", CASES)
def test_case_holds(case: Case):
    result = run_case(case, CONFIG)
    assert [str(miss) for miss in result.misses] == []


def test_case_ids_are_unique():
    ids = [case.values[0].id for case in CASES]
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize(
    ("name", "count"), [("caribbean_stud", 97), ("texas_holdem", 171), ("seven_card_stud", 127)]
)
def test_acceptance_cases_are_all_there(name: str, count: int):
    assert len(list(read_cases(HERE / f"{name}.yaml"))) == count
