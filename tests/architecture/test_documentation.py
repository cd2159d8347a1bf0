"""What the code cites stands in the rule sheet, with the very numbers and rulings it uses."""

import re
import tomllib
from pathlib import Path

import pytest

from dealer_station.api.refusal_texts import REFUSAL_TEXTS
from dealer_station.event_log.catalogue import drift, station_catalogue
from dealer_station.event_log.station_registry import station_registry
from dealer_station.house_rules.catalogue import load_catalogue
from dealer_station.irregularities.kinds import RulingOption
from dealer_station.table.refusals import RefusalReason

ROOT = Path(__file__).resolve().parents[2]
SHEET = ROOT / "dealer_station" / "games" / "caribbean_stud" / "README.md"
RULE_ID = re.compile(r"\bCS-(?:[GDI])?\d\d\b")
SOURCE = re.compile(r"(?<![-\w])(?:S4|W\d{1,2}|R\d{1,2}|PRG-\d\d)\b")
GAME_FILES = (
    "dealer_station/games",
    "dealer_station/progressive",
    "dealer_station/irregularities",
    "dealer_station/house_rules",
    "dealer_station/table",
    "config/games",
    "tests/scenarios",
)
NOT_REAL = {"CS-I99"}


def text_of(*folders: str) -> str:
    suffixes = {".py", ".toml", ".yaml", ".md"}
    return "\n".join(
        path.read_text(encoding="utf-8")
        for folder in folders
        for path in sorted((ROOT / folder).rglob("*"))
        if path.suffix in suffixes and path != SHEET
    )


def rows(heading: str) -> list[list[str]]:
    """Return the cells of the first table below a heading of the sheet, without its head."""
    part = SHEET.read_text(encoding="utf-8").split(heading, 1)[1].split("\n#", 1)[0]
    lines = [line for line in part.splitlines() if line.startswith("|")]
    return [[cell.strip().strip("`") for cell in line.strip("|").split("|")] for line in lines[2:]]


def test_every_rule_that_is_cited_stands_in_the_sheet():
    defined = {row[0] for row in rows("## 1. Rules") + rows("## 4. Irreg") + rows("## 5. Gaps")}
    defined |= {row[0] for row in rows("## 6. Decisions")}
    cited = set(RULE_ID.findall(text_of(*GAME_FILES, "dealer_station/api"))) - NOT_REAL
    assert len(cited) > 60
    assert cited - defined == set()


def test_the_sheet_cites_no_rule_that_it_does_not_have():
    text = SHEET.read_text(encoding="utf-8")
    defined = set(re.findall(r"^\| (CS-\w+) \|", text, re.MULTILINE))
    assert set(RULE_ID.findall(text)) - defined == set()


def test_every_source_that_is_cited_stands_in_the_sheet():
    listed = {key for row in rows("## 0. Sources") for key in row[0].split(", ")}
    cited = set(SOURCE.findall(text_of(*GAME_FILES) + SHEET.read_text(encoding="utf-8")))
    assert cited - listed == set()


def test_the_sheet_lists_every_irregularity_with_its_rulings():
    entries = load_catalogue("caribbean-stud").entries
    listed = {row[0]: row for row in rows("## 4. Irreg")}
    assert set(entries) <= set(listed)
    for name, entry in entries.items():
        offered = {option.option.value for rule in entry.rulings for option in rule.options}
        said = set(listed[name][2].split(", "))
        if name == "CS-I03":
            said |= set(listed["CS-I04"][2].split(", "))
        assert said == offered, name
        proposer = entry.rulings[-1].options[0].needs.value
        assert listed[name][3] == proposer, name


def test_the_sheet_explains_every_ruling():
    assert [row[0] for row in rows("### 7.2")] == [option.value for option in RulingOption]


@pytest.mark.parametrize(("heading", "kind"), [("### 2.1", "bet"), ("### 2.2", "progressive")])
def test_the_sheets_paytables_are_those_of_the_rule_sets(heading: str, kind: str):
    tables = tomllib.loads((ROOT / "config/games/caribbean_stud/paytables.toml").read_text())[kind]
    part = SHEET.read_text(encoding="utf-8").split(heading, 1)[1]
    head = next(line for line in part.splitlines() if line.startswith("|"))
    columns = [cell.strip().strip("`") for cell in head.strip("|").split("|")]
    printed: dict[str, dict[str, str]] = {name: {} for name in tables}
    for row in rows(heading):
        for column, cell in zip(columns[1:], row[1:], strict=True):
            name, hand = (column, row[0]) if kind == "bet" else (row[0], column)
            if cell != "-" and hand in tables[name]:
                printed[name][hand] = cell
    for name, table in tables.items():
        lines = {hand: line for hand, line in table.items() if hand != "source"}
        if kind == "progressive":
            assert printed[name].pop("source") == table["source"].split(";")[0]
        else:
            printed[name].pop("source", None)
        assert printed[name] == lines, name


def test_the_sheet_explains_every_key_of_a_rule_set_with_its_values():
    keys = {key: row for row in rows("### 7.1") for key in row[0].replace("`", "").split(", ")}
    for column, name in ((2, "classic"), (3, "evolution")):
        path = ROOT / f"config/games/caribbean_stud/{name}.toml"
        values = tomllib.loads(path.read_text(encoding="utf-8"))["values"]
        assert set(values) == set(keys)
        for key, value in values.items():
            said = keys[key][column].replace("`", "").split(", ")
            names = keys[key][0].replace("`", "").split(", ")
            assert said[names.index(key)] == value["value"], f"{name}: {key}"


def test_every_refusal_has_words_for_the_person_at_the_screen():
    assert set(REFUSAL_TEXTS) == set(RefusalReason)


def test_every_event_of_the_record_is_described():
    assert drift(station_catalogue(), station_registry()) == []
