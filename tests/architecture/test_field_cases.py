"""Every field case says where it is shown, and what it names is there and is really run."""

import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from dealer_station.table_script.case import Case, read_cases

ROOT = Path(__file__).resolve().parents[2]
FILES = sorted((ROOT / "tests" / "field_cases").glob("*.toml"))
PARTS = (range(1, 45), range(66, 156), range(201, 226))
"""The numbers of the cases: rulings and disputes, software, casinos."""

KEYS = {"what", "shown_by", "lacks", "not_here"}
LINE_MAX = 140


def entries() -> dict[str, dict[str, Any]]:
    """Return every case by its id, in the order of the files."""
    read = [tomllib.loads(path.read_text(encoding="utf-8")) for path in FILES]
    return {case_id: entry for file in read for case_id, entry in file.items()}


def shown_by() -> Iterator[tuple[str, str]]:
    for case_id, entry in entries().items():
        for name in entry.get("shown_by", ()):
            yield case_id, name


def script_cases() -> dict[str, Case]:
    files = (ROOT / "tests" / "scenarios").glob("*.yaml")
    return {case.id: case for path in files for case in read_cases(path)}


def covered_by(case: Case) -> set[str]:
    """Return the field cases that a script's case carries."""
    covers = case.node.mapping["covers"].items
    return {item.text for item in covers if item.text.startswith("FC-")}


def without_parameters(node_id: str) -> str:
    return node_id.split("[", maxsplit=1)[0]


def collected(node_ids: set[str]) -> set[str]:
    """Return which of these tests pytest collects, asked anew in a process of its own."""
    named = {node_id.split("::", maxsplit=1)[0] for node_id in node_ids}
    files = sorted(name for name in named if (ROOT / name).is_file())
    options = ("--collect-only", "-q", "-p", "no:randomly")
    found = subprocess.run(
        [sys.executable, "-m", "pytest", *options, *files],
        cwd=ROOT, capture_output=True, text=True, check=True, timeout=200,
    )  # fmt: skip
    return {without_parameters(line) for line in found.stdout.splitlines() if "::" in line}


def test_every_field_case_is_listed_once():
    listed = [case_id for path in FILES for case_id in tomllib.loads(path.read_text())]
    assert sorted(listed) == [f"FC-{number:03}" for part in PARTS for number in part]


@pytest.mark.parametrize("case_id", entries())
def test_an_entry_says_what_went_wrong_and_where_it_is_shown_or_why_not(case_id: str):
    entry = entries()[case_id]
    assert set(entry) <= KEYS
    assert ("not_here" in entry) != bool({"shown_by", "lacks"} & set(entry))
    for key in set(entry) - {"shown_by"}:
        assert entry[key].strip() == entry[key] != ""
        assert len(entry[key]) <= LINE_MAX
    names = entry.get("shown_by", [case_id])
    assert len(names) == len(set(names)) > 0


def test_what_is_shown_by_a_script_stands_there_with_the_id():
    cases = script_cases()
    named = {(case_id, name) for case_id, name in shown_by() if "::" not in name}
    assert len(named) > 100
    carried = {(case_id, case.id) for case in cases.values() for case_id in covered_by(case)}
    assert carried == named


def test_every_test_that_is_named_is_collected(request: pytest.FixtureRequest):
    named = {name for _, name in shown_by() if "::" in name}
    assert len(named) > 100
    assert {name for name in named if without_parameters(name) != name} == set()
    # A run of the whole suite has collected all of them; a run of a part asks for the rest.
    here = {without_parameters(item.nodeid) for item in request.session.items}
    elsewhere = named - here
    assert elsewhere - (collected(elsewhere) if elsewhere else set()) == set()
