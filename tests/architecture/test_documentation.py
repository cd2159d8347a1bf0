"""What the code cites stands in the rule sheet, with the very numbers and rulings it uses."""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import dropwhile, takewhile
from pathlib import Path

import pytest

from dealer_station.api.refusal_texts import REFUSAL_TEXTS
from dealer_station.cards.card import parse_cards
from dealer_station.event_log.catalogue import drift, station_catalogue
from dealer_station.event_log.station_registry import station_registry
from dealer_station.games.baccarat.coup import DRAGON7, TIE, TIGER8, WAGERS
from dealer_station.games.baccarat.tableau import BANKER, next_hand
from dealer_station.house_rules.catalogue import load_catalogue
from dealer_station.irregularities.kinds import RulingOption
from dealer_station.table.refusals import RefusalReason

ROOT = Path(__file__).resolve().parents[2]
LEDGER = ROOT / "dealer_station" / "progressive" / "README.md"
REQUIREMENT = re.compile(r"\b(?:PRG|DSP|HIT|CHG|LNK|FC)-\d{2,3}\b")
SHARED = (
    "dealer_station/progressive",
    "dealer_station/irregularities",
    "dealer_station/house_rules",
    "dealer_station/table",
    "dealer_station/api",
)
"""Code that serves every game, and may cite the sheet of any."""


@dataclass(frozen=True)
class Sheet:
    """A game's rule sheet, the ids and sources that it defines, and the rule sets made from it."""

    game: str
    prefix: str
    rule_sets: tuple[str, ...]
    cited_at_least: int
    sources: str
    proposed_elsewhere: Mapping[str, frozenset[str]] = field(default_factory=dict)
    not_real: frozenset[str] = frozenset()

    @property
    def folder(self) -> str:
        return self.game.replace("-", "_")

    @property
    def path(self) -> Path:
        return ROOT / "dealer_station" / "games" / self.folder / "README.md"

    @property
    def text(self) -> str:
        return self.path.read_text(encoding="utf-8")

    @property
    def rule_id(self) -> re.Pattern[str]:
        return re.compile(rf"\b{self.prefix}-[GDIV]?\d\d\b")

    @property
    def source(self) -> re.Pattern[str]:
        return re.compile(rf"(?<![-\w])(?:{self.sources})\b")

    @property
    def defined(self) -> set[str]:
        return set(re.findall(rf"^\| ({self.prefix}-\w+) \|", self.text, re.MULTILINE))

    @property
    def listed_sources(self) -> set[str]:
        return {key for row in self.rows("## 0. Sources") for key in row[0].split(", ")}

    @property
    def own_files(self) -> tuple[str, ...]:
        """What is about this game alone: it may cite no other sheet's sources."""
        return (
            f"dealer_station/games/{self.folder}",
            f"dealer_station/house_rules/{self.folder}.py",
            f"dealer_station/irregularities/catalogue/{self.folder}.toml",
            f"config/games/{self.folder}",
            *(
                f"tests/scenarios/{path.name}"
                for path in (ROOT / "tests/scenarios").glob(f"{self.folder}*.yaml")
            ),
        )

    def rows(self, heading: str) -> list[list[str]]:
        """Return the cells of the first table below a heading, without its head."""
        return table_below(self.text, heading)[1:]

    def column_of(self, heading: str, name: str) -> int:
        """Return which column of the first table below a heading has this head."""
        return table_below(self.text, heading)[0].index(name)


HONOURED = (1, 2, 4, 6, 8, 9, 11, 12, 13, 14, 22)
"""The irregularities of Casino Hold'em under which CH-I25 is proposed."""

SHEETS = (
    Sheet(
        game="caribbean-stud",
        prefix="CS",
        rule_sets=("classic", "evolution"),
        cited_at_least=60,
        sources=r"S4|W\d{1,2}|R\d{1,2}|PRG-\d\d",
        proposed_elsewhere={"CS-I04": frozenset({"CS-I03"})},
        not_real=frozenset({"CS-I99"}),
    ),
    Sheet(
        game="baccarat",
        prefix="BA",
        rule_sets=("gardens",),
        cited_at_least=60,
        sources=r"S\d|[WRCX]\d{1,2}|PRG-\d\d",
    ),
    Sheet(
        game="casino-holdem",
        prefix="CH",
        rule_sets=("boxes", "evolution", "evolution-current"),
        cited_at_least=70,
        sources=r"S\d|[WI]\d{1,2}",
        proposed_elsewhere={"CH-I25": frozenset(f"CH-I{number:02}" for number in HONOURED)},
    ),
    Sheet(
        game="texas-holdem",
        prefix="HE",
        rule_sets=("gardens-limit", "gardens-no-limit"),
        cited_at_least=40,
        sources=r"S\d|RR|WSOP-[LT]|TDA|NJ|PA|DE|QLD|CA-DOJ|FL|BARGE|POKERMANIA|BOSTON|GPC",
    ),
    Sheet(
        game="seven-card-stud",
        prefix="ST",
        rule_sets=("casino-club", "gardens"),
        cited_at_least=40,
        sources=r"S\d|RR|WSOP-[LT]|TDA|BARGE|PA|FL|QLD|POKERPLEX|SUNPOKER",
    ),
)
STUD, BACCARAT, HOLDEM = SHEETS[:3]
every_sheet = pytest.mark.parametrize("sheet", SHEETS, ids=lambda sheet: sheet.game)


def text_of(*places: str) -> str:
    """Return the text of these files, and of all files in these folders but the sheets."""
    suffixes = {".py", ".toml", ".yaml", ".md"}
    sheets = {sheet.path for sheet in SHEETS}
    return "\n".join(
        path.read_text(encoding="utf-8")
        for place in places
        for path in sorted({ROOT / place} | set((ROOT / place).rglob("*")))
        if path.is_file() and path.suffix in suffixes and path not in sheets
    )


def table_below(text: str, heading: str) -> list[list[str]]:
    """Return the cells of the first table below a heading, its head first."""
    lines = text.split(heading, 1)[1].split("\n#", 1)[0].splitlines()
    table = takewhile(is_row, dropwhile(lambda line: not is_row(line), lines))
    head, _, *rows = [
        [cell.strip().strip("`") for cell in row.strip("|").split("|")] for row in table
    ]
    return [head, *rows]


def is_row(line: str) -> bool:
    return line.startswith("|")


def test_every_game_has_its_sheet():
    folders = {path.parent.name for path in (ROOT / "dealer_station/games").glob("*/rules.py")}
    assert {sheet.folder for sheet in SHEETS} == folders
    for sheet in SHEETS:
        written = (ROOT / "config/games" / sheet.folder).glob("*.toml")
        assert set(sheet.rule_sets) == {path.stem for path in written} - {"paytables"}


@every_sheet
def test_every_rule_that_is_cited_stands_in_the_sheet(sheet: Sheet):
    games = ("dealer_station/games", "config/games", "tests/scenarios")
    cited = set(sheet.rule_id.findall(text_of(*games, *SHARED))) - sheet.not_real
    assert len(cited) > sheet.cited_at_least
    assert cited - sheet.defined == set()


@every_sheet
def test_the_sheet_cites_no_rule_that_it_does_not_have(sheet: Sheet):
    assert set(sheet.rule_id.findall(sheet.text)) - sheet.defined == set()


@every_sheet
def test_every_source_that_is_cited_stands_in_the_sheet(sheet: Sheet):
    cited = set(sheet.source.findall(text_of(*sheet.own_files) + sheet.text))
    assert len(cited) > 10
    assert cited - sheet.listed_sources == set()


def test_every_source_that_shared_code_cites_stands_in_some_sheet():
    listed = {source for sheet in SHEETS for source in sheet.listed_sources}
    _, *rows = table_below(LEDGER.read_text(encoding="utf-8"), "## 2. Requirements")
    listed |= {row[0] for row in rows}
    games = ("dealer_station/games/rules.py", "dealer_station/games/procedure.py")
    code = text_of(*games, *SHARED)
    cited = {source for sheet in SHEETS for source in sheet.source.findall(code)}
    assert cited
    assert cited - listed == set()


@every_sheet
def test_the_sheet_lists_every_irregularity_with_its_rulings(sheet: Sheet):
    entries = load_catalogue(sheet.game).entries
    listed = {row[0]: row for row in sheet.rows("## 4. Irreg")}
    assert set(entries) <= set(listed)
    for name, entry in entries.items():
        offered = {option.option.value for rule in entry.rulings for option in rule.options}
        said = set(listed[name][2].split(", "))
        for other, proposers in sheet.proposed_elsewhere.items():
            if name in proposers:
                said |= set(listed[other][2].split(", "))
        assert said == offered, name
        proposer = entry.rulings[-1].options[0].needs.value
        assert listed[name][3] == proposer, name


@every_sheet
def test_an_irregularity_that_nobody_rules_on_is_in_no_catalogue(sheet: Sheet):
    silent = {row[0] for row in sheet.rows("## 4. Irreg") if row[2] == "none"}
    listed = {row[0] for row in sheet.rows("## 4. Irreg")}
    known = set(load_catalogue(sheet.game).entries)
    assert silent & known <= {load_catalogue(sheet.game).unbacked_wager}
    assert listed - known <= silent | set(sheet.proposed_elsewhere)


@every_sheet
def test_the_sheet_explains_every_ruling_of_its_catalogue(sheet: Sheet):
    offered = {
        option.option
        for entry in load_catalogue(sheet.game).entries.values()
        for rule in entry.rulings
        for option in rule.options
    }
    explained = [row[0] for row in sheet.rows("### 7.2")]
    assert explained == [option.value for option in RulingOption if option in offered]


def test_every_ruling_is_explained_in_some_sheet():
    explained = {row[0] for sheet in SHEETS for row in sheet.rows("### 7.2")}
    assert explained == {option.value for option in RulingOption}


@pytest.mark.parametrize(("heading", "kind"), [("### 2.1", "bet"), ("### 2.2", "progressive")])
def test_the_sheets_paytables_are_those_of_the_rule_sets(heading: str, kind: str):
    tables = tomllib.loads((ROOT / "config/games/caribbean_stud/paytables.toml").read_text())[kind]
    columns = table_below(STUD.text, heading)[0]
    printed: dict[str, dict[str, str]] = {name: {} for name in tables}
    for row in STUD.rows(heading):
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


@pytest.mark.parametrize(("heading", "kind"), [("### 2.1", "ante"), ("### 2.2", "bonus")])
def test_the_paytables_of_holdem_are_those_of_the_rule_sets(heading: str, kind: str):
    path = ROOT / "config/games/casino_holdem/paytables.toml"
    tables = tomllib.loads(path.read_text(encoding="utf-8"))[kind]
    assert tables
    for name, table in tables.items():
        column = HOLDEM.column_of(heading, name)
        printed = {row[0]: row[column] for row in HOLDEM.rows(heading)}
        assert printed == {hand: line for hand, line in table.items() if hand != "source"}, name


def test_the_sheets_payouts_are_those_of_the_rule_set():
    path = ROOT / "config/games/baccarat/gardens.toml"
    values = tomllib.loads(path.read_text(encoding="utf-8"))["values"]
    printed = {row[0]: row[1] for row in BACCARAT.rows("### 2.1")}
    for spot in (TIE, DRAGON7, TIGER8):
        assert printed[spot] == values[f"{spot}_pays"]["value"], spot
    assert set(printed) == set(WAGERS)


def test_the_sheets_tableau_is_the_one_that_is_played():
    third_cards = {0: "Kc", 1: "Ac"} | {points: f"{points}c" for points in range(2, 10)}
    seconds = {0: "Kh Kd"} | {points: f"Kh {points}d" for points in range(2, 8)} | {1: "Kh Ad"}
    head, *rows = table_below(BACCARAT.text, "### 2.2")
    assert [row[0] for row in rows] == [str(points) for points in range(8)]
    for row in rows:
        banker = parse_cards(seconds[int(row[0])])
        for points, said in zip(head[1:], row[1:], strict=True):
            player = parse_cards(f"Ks Qs {third_cards[int(points)]}")
            assert (next_hand(player, banker) == BANKER) == (said == "D"), (row[0], points)


@every_sheet
def test_the_sheet_explains_every_key_of_a_rule_set_with_its_values(sheet: Sheet):
    table = sheet.rows("### 7.1")
    keys = {key: row for row in table for key in row[0].replace("`", "").split(", ")}
    for name in sheet.rule_sets:
        column = sheet.column_of("### 7.1", name)
        path = ROOT / f"config/games/{sheet.folder}/{name}.toml"
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


def test_every_requirement_that_the_ledger_cites_stands_in_its_own_sheet():
    cited = set(
        REQUIREMENT.findall(text_of("dealer_station/progressive", "tests/unit/progressive"))
    )
    _, *rows = table_below(LEDGER.read_text(encoding="utf-8"), "## 2. Requirements")
    assert len(cited) > 25
    assert cited == {row[0] for row in rows}


def test_every_refusal_code_is_explained_to_writers_of_scripts() -> None:
    readme = (ROOT / "dealer_station" / "table_script" / "README.md").read_text(encoding="utf-8")
    codes = readme.split("## Refusal codes")[1]
    rows = [line.split("|")[1] for line in codes.splitlines() if line.startswith("| `")]
    named = [code for row in rows for code in re.findall(r"`(\w+)`", row)]
    assert sorted(named) == sorted(reason.value for reason in RefusalReason)
