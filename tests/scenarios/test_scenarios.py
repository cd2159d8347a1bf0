"""Every table script in this folder, a case a test, through the controller of a live table."""

from pathlib import Path

import pytest
from table_play import CONFIG

from dealer_station.table_script.case import Case, read_cases
from dealer_station.table_script.runner import run_case

FILES = sorted(Path(__file__).parent.rglob("*.yaml"))
CASES = [pytest.param(case, id=case.id) for file in FILES for case in read_cases(file)]


@pytest.mark.parametrize("case", CASES)
def test_case_holds(case: Case):
    result = run_case(case, CONFIG)
    assert [str(miss) for miss in result.misses] == []


def test_case_ids_are_unique():
    ids = [case.values[0].id for case in CASES]
    assert len(ids) == len(set(ids))


def test_acceptance_cases_are_all_there():
    cases = list(read_cases(Path(__file__).parent / "caribbean_stud.yaml"))
    assert len(cases) == 97
