"""A rule set's digest stands in every round: nothing of the law may change without it."""

import json
import shutil
from pathlib import Path

import pytest
from table_play import CONFIG, classic

from dealer_station.house_rules import catalogue, loader
from dealer_station.house_rules.files import read_rule_set, read_toml
from dealer_station.house_rules.loader import load_rules, rules_from_content
from dealer_station.settings import find_configuration

FOLDER = CONFIG / "games"
PAYTABLES = FOLDER / "caribbean_stud" / "paytables.toml"
RULE_SETS = [
    (path.parent.name.replace("_", "-"), path.stem)
    for path in sorted(FOLDER.glob("*/*.toml"))
    if path.name != "paytables.toml"
]
OTHER = {
    "table_min": "6.00",
    "table_max": "501.00",
    "bet_paytable": "BET_EVO",
    "max_bet_payout": "5000.00",
    "progressive_paytable": "P1",
    "contribution": "0.71",
    "seed_amount": "10000.01",
    "deduct_fixed_prizes": "true",
    "progressive_on_fold": "lose",
    "progressive_on_dealer_misdeal": "honour",
    "progressive_order": "straight_flush_first",
    "royal_minimum": "0.01",
    "payment_order": "left",
    "decision_seconds": "1",
    "player_cards_public": "true",
}
"""Another allowed value of every key."""


def test_there_are_rule_sets():
    assert len(RULE_SETS) >= 2


@pytest.mark.parametrize(("game", "name"), RULE_SETS)
def test_every_rule_set_in_the_configuration_loads_and_comes_back_from_its_content(game, name):
    rules = load_rules(CONFIG, game, name)
    assert rules_from_content(rules.content) == rules
    content = json.loads(rules.content)
    assert (content["game"], content["name"]) == (game, name)
    assert content["values"] == {
        key: value.value
        for key, value in read_rule_set(
            FOLDER / game.replace("-", "_") / f"{name}.toml"
        ).values.items()
    }


def test_every_key_has_another_value_here():
    assert OTHER.keys() == json.loads(classic().content)["values"].keys()


@pytest.mark.parametrize("key", OTHER)
def test_the_digest_changes_with_every_value(key):
    # A minimum for the royal is allowed in one order of prizes only (CS-26).
    others = {"progressive_order": "straight_flush_first"} if key == "royal_minimum" else {}
    changed = classic(**others, **{key: OTHER[key]})
    assert changed.digest != classic(**others).digest
    assert rules_from_content(changed.content) == changed


def test_the_same_rules_by_another_way_have_the_same_digest(tmp_path: Path):
    """Comments, order and sources are no rules; a value set by a table is one."""
    shutil.copytree(FOLDER, tmp_path / "games")
    path = tmp_path / "games" / "caribbean_stud" / "classic.toml"
    lines = path.read_text().splitlines()
    start = lines.index("[values]") + 1
    values = [line for line in lines[start:] if line]
    path.write_text("\n".join(["# other words", *lines[:start], *reversed(values)]))
    assert load_rules(tmp_path, "caribbean-stud", "classic").digest == classic().digest
    path.write_text(path.read_text().replace('value = "5.00"', 'value = "7.00"'))
    own = load_rules(tmp_path, "caribbean-stud", "classic", {"table_min": "5.00"})
    assert own.digest == classic().digest


def with_paytables(folder: Path, change) -> str:
    """Write the shipped rule sets with changed paytables; returns the digest of `classic`."""
    shutil.copytree(FOLDER, folder / "games", dirs_exist_ok=True)
    path = folder / "games" / "caribbean_stud" / "paytables.toml"
    tables = read_toml(FOLDER / "caribbean_stud" / "paytables.toml")
    change(tables)
    lines = []
    for kind, named in tables.items():
        for name, table in named.items():
            lines.append(f"[{kind}.{name}]")
            lines += [f"{key} = {json.dumps(value)}" for key, value in table.items()]
    path.write_text("\n".join(lines))
    return load_rules(folder, "caribbean-stud", "classic").digest


@pytest.mark.parametrize(
    ("kind", "name", "hand", "line"),
    [("bet", "BET_US", hand, "9") for hand in read_toml(PAYTABLES)["bet"]["BET_US"]]
    + [
        ("progressive", "P3", "flush", "51"),
        ("progressive", "P3", "full_house", "101"),
        ("progressive", "P3", "four_of_a_kind", "501"),
        ("progressive", "P3", "straight_flush", "11%"),
        ("progressive", "P3", "straight", "1"),
    ],
)
def test_the_digest_changes_with_every_line_of_the_chosen_paytables(
    tmp_path: Path, kind, name, hand, line
):
    def change(tables):
        tables[kind][name][hand] = line

    digest = with_paytables(tmp_path, change)
    assert (digest == classic().digest) is (hand == "source")


def test_paytables_written_in_another_order_are_the_same(tmp_path: Path):
    def change(tables):
        tables["bet"]["BET_US"] = dict(reversed(tables["bet"]["BET_US"].items()))

    assert with_paytables(tmp_path, change) == classic().digest


def test_paytables_that_are_not_chosen_do_not_count(tmp_path: Path):
    shutil.copytree(FOLDER, tmp_path / "games")
    path = tmp_path / "games" / "caribbean_stud" / "paytables.toml"
    text = path.read_text()
    path.write_text(text.replace('four_of_a_kind = "25"', 'four_of_a_kind = "26"'))
    assert path.read_text() != text
    assert load_rules(tmp_path, "caribbean-stud", "classic").digest == classic().digest
    assert (
        load_rules(tmp_path, "caribbean-stud", "evolution").digest
        != load_rules(CONFIG, "caribbean-stud", "evolution").digest
    )


def test_the_digest_changes_with_the_catalogue_of_irregularities(monkeypatch):
    before = classic().digest
    text = catalogue._text("caribbean-stud")
    assert text.count('needs = "manager"') > 1
    changed = text.replace('needs = "manager"', 'needs = "supervisor"', 1)
    monkeypatch.setattr(catalogue, "_text", lambda _: changed)
    # Read anew: `classic()` keeps what it has read.
    assert load_rules(CONFIG, "caribbean-stud", "classic").digest != before


def test_a_record_rebuilds_the_rules_that_were_in_force_and_not_those_of_the_package(monkeypatch):
    before = classic()
    text = catalogue._text("caribbean-stud")
    changed = text.replace('id = "CS-I22"', 'id = "CS-I23"').replace("play_on", "void_round")
    assert changed != text
    monkeypatch.setattr(catalogue, "_text", lambda _: changed)
    again = rules_from_content(before.content)
    assert again == before
    assert "CS-I22" in again.catalogue.entries
    now = load_rules(CONFIG, "caribbean-stud", "classic")
    assert again.digest == before.digest != now.digest


@pytest.mark.parametrize("paytables", ["bet = 3", "[bet]\nBET_US = 3", "progressive = []", ""])
def test_a_file_of_paytables_without_the_table_is_an_error(tmp_path: Path, paytables):
    shutil.copytree(FOLDER, tmp_path / "games")
    (tmp_path / "games" / "caribbean_stud" / "paytables.toml").write_text(paytables)
    with pytest.raises(loader.RuleSetError, match=r"classic\.toml: .*_paytable: there is no"):
        load_rules(tmp_path, "caribbean-stud", "classic")


def test_a_house_folder_with_a_rule_set_of_its_own_comes_first(tmp_path: Path):
    found = loader.rule_set_folder([tmp_path, CONFIG], "caribbean-stud", "classic")
    assert found == CONFIG
    shutil.copytree(FOLDER, tmp_path / "games")
    found = loader.rule_set_folder([tmp_path, CONFIG], "caribbean-stud", "classic")
    assert found == tmp_path
    assert find_configuration("games/caribbean_stud/classic.toml", [found]).is_file()


@pytest.mark.parametrize(
    ("content", "key"), [(b"\xff\xfe", "syntax"), (None, "file")], ids=["no text", "a folder"]
)
def test_a_file_that_cannot_be_read_is_named(tmp_path: Path, content, key):
    path = tmp_path / "x.toml"
    if content is None:
        path.mkdir()
    else:
        path.write_bytes(content)
    with pytest.raises(loader.RuleSetError) as caught:
        read_toml(path)
    assert (caught.value.file, caught.value.key) == (str(path), key)
