"""The table scripts of a rule set with several levels, which no house of ours has."""

from pathlib import Path

import pytest

from dealer_station.table_script.case import Case, read_cases
from dealer_station.table_script.runner import run_case

FOLDER = Path(__file__).parent.parent / "levels"
CASES = [pytest.param(case, id=case.id) for case in read_cases(FOLDER / "cases.yaml")]


@pytest.mark.parametrize("case", CASES)
def test_case_holds(case: Case):
    result = run_case(case, FOLDER / "config")
    assert [str(miss) for miss in result.misses] == []
