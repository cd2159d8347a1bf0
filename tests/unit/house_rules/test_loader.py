"""Rule sets by name, with a table's own values, and again from the record."""

import json
import shutil
from pathlib import Path

import pytest
from table_play import CONFIG, classic

from dealer_station.games.rules import PaymentOrder
from dealer_station.house_rules.files import RuleSetError, read_rule_set
from dealer_station.house_rules.loader import GAMES, load_rules, rules_from_content

FOLDER = "games/caribbean_stud"


@pytest.fixture
def config(tmp_path: Path) -> Path:
    """A copy of the shipped rule sets, to be spoiled."""
    shutil.copytree(CONFIG / FOLDER, tmp_path / FOLDER)
    return tmp_path


def spoil(config: Path, old: str, new: str, file: str = "classic.toml") -> Path:
    path = config / FOLDER / file
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))
    return path


def error_of(config: Path, rules: str = "classic", **overrides: str) -> RuleSetError:
    with pytest.raises(RuleSetError) as caught:
        load_rules(config, "caribbean-stud", rules, overrides)
    return caught.value


@pytest.mark.parametrize("name", ["classic", "evolution"])
def test_every_shipped_rule_set_loads_and_is_named(name: str):
    rules = load_rules(CONFIG, "caribbean-stud", name)
    assert rules.name == name
    assert rules.game.name == "caribbean-stud"
    assert len(rules.digest) == 64


def test_classic_says_what_the_rule_sheet_says():
    game, progressive = classic().game, classic().game.progressive
    assert progressive is not None
    assert game.payment_order is PaymentOrder.RIGHT
    assert (game.decision_ms, game.player_cards_public) == (0, False)
    assert (progressive.table.name, progressive.seed_minor) == ("P3", 10_000_00)
    assert progressive.contribution * 100 == 70
    assert (progressive.price_minor, progressive.royal_minimum_minor) == (100, 0)
    flags = (progressive.deduct_fixed_prizes, progressive.on_fold, progressive.on_dealer_misdeal)
    assert flags == (False, "survive", "void")


def test_evolution_has_no_progressive_and_open_cards():
    game = load_rules(CONFIG, "caribbean-stud", "evolution").game
    assert game.progressive is None
    assert game.player_cards_public


def test_the_rules_that_a_round_was_played_under_come_back_from_the_record():
    rules = classic(table_min="25", contribution="1/3", max_bet_payout="5000")
    again = rules_from_content(rules.content)
    assert again == rules
    assert again.game.spots[0].min_minor == 25_00


def test_the_digest_tells_rules_apart_and_equal_rules_together():
    assert classic().digest == classic().digest
    assert classic(table_min="5").digest != classic(table_min="6").digest
    assert json.loads(classic().content)["values"]["bet_paytable"] == "BET_US"


def test_the_digest_covers_the_paytables_lines(config: Path):
    before = load_rules(config, "caribbean-stud", "classic").digest
    spoil(config, 'four_of_a_kind = "20"', 'four_of_a_kind = "21"', "paytables.toml")
    assert load_rules(config, "caribbean-stud", "classic").digest != before


def test_an_unknown_game_is_named_with_those_that_there_are():
    with pytest.raises(RuleSetError) as caught:
        load_rules(CONFIG, "bridge", "classic")
    error = caught.value
    assert (error.file, error.key) == ("bridge", "game")
    assert "caribbean-stud" in error.reason
    assert GAMES == (
        "caribbean-stud",
        "casino-holdem",
        "baccarat",
        "seven-card-stud",
        "texas-holdem",
    )


def test_a_rule_set_that_does_not_exist_is_named(config: Path):
    error = error_of(config, "strange")
    assert error.file.endswith("strange.toml")
    assert error.reason == "does not exist"


def test_a_file_that_is_no_toml_is_named(config: Path):
    path = spoil(config, "[values]", "[values")
    error = error_of(config)
    assert (error.file, error.key) == (str(path), "syntax")


def test_a_file_under_another_name_is_an_error(config: Path):
    spoil(config, 'name = "classic"', 'name = "other"')
    error = error_of(config)
    assert (error.key, error.reason) == ("name", "is caribbean-stud other")


SPOILED = [
    # (what stands there, what is written instead, the key that the error must name)
    ("table_min = {", "table_mim = {", "table_min"),
    ('decision_seconds = { value = "0"', 'decision_seconds = { value = "soon"', "decision_seconds"),
    ('table_min = { value = "5.00"', 'table_min = { value = "five"', "table_min"),
    ('table_min = { value = "5.00"', 'table_min = { value = "5.005"', "table_min"),
    ('table_min = { value = "5.00"', 'table_min = { value = "0"', "table_min"),
    ('table_min = { value = "5.00"', 'table_min = { value = "-5"', "table_min"),
    ('table_min = { value = "5.00"', "table_min = { value = 5.0", "values.table_min.value"),
    ('table_max = { value = "500.00"', 'table_max = { value = "4.99"', "table_max"),
    ('value = "BET_US"', 'value = "BET_XX"', "bet_paytable"),
    ('value = "P3"', 'value = "P9"', "progressive_paytable"),
    ('seed_amount = { value = "10000.00"', 'seed_amount = { value = "none"', "seed_amount"),
    ('contribution = { value = "0.70"', 'contribution = { value = "1.01"', "contribution"),
    ('contribution = { value = "0.70"', 'contribution = { value = "-0.1"', "contribution"),
    ('contribution = { value = "0.70"', 'contribution = { value = "1/0"', "contribution"),
    ('contribution = { value = "0.70"', 'contribution = { value = "1e-9"', "contribution"),
    ('source = "CS-G13: configuration; smallest Ante"', 'source = ""',
     "values.table_min.source"),
    ('value = "survive"', 'value = "perhaps"', "progressive_on_fold"),
    ('value = "right"', 'value = "middle"', "payment_order"),
    ('player_cards_public = { value = "false"', 'player_cards_public = { value = "half"',
     "player_cards_public"),
    ('title = "House rules with a $1 progressive"', 'titel = "House rules"', "title"),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "key"), SPOILED)
def test_a_bad_value_is_named_by_file_and_key(config: Path, old: str, new: str, key: str):
    path = spoil(config, old, new)
    error = error_of(config)
    assert (error.file, error.key) == (str(path), key)
    assert str(error).startswith(f"{path}: {key}: ")


def test_an_unknown_key_in_the_file_is_named(config: Path):
    path = spoil(config, "[values]", '[values]\nhole_cards = { value = "4", source = "?" }')
    error = error_of(config)
    assert (error.file, error.key) == (str(path), "hole_cards")


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("table_minimum", "5"),
        ("bet_paytable", "BET_XX"),
        ("table_max", "1"),
        ("royal_minimum", "x"),
    ],
)
def test_a_bad_value_of_a_table_is_named_by_file_and_key(key: str, value: str):
    error = error_of(CONFIG, **{key: value})
    assert error.file.endswith("classic.toml")
    assert error.key == key


UNREAD_PARTS = [
    # (game, rule set, a part that no loader of the game reads)
    ("baccarat", "gardens", "fixed", "decks"),
    ("baccarat", "gardens", "limit_levels.low", "table_min"),
    ("casino-holdem", "boxes", "fixed", "hand_mode"),
    ("caribbean-stud", "classic", "limit_levels.low", "table_min"),
    ("texas-holdem", "gardens-limit", "fixed", "structure"),
]


@pytest.mark.parametrize(("game", "name", "part", "key"), UNREAD_PARTS)
def test_a_part_that_nothing_would_read_is_named(
    tmp_path: Path, game: str, name: str, part: str, key: str
):
    """A value that stands twice, once where it counts for nothing, is a contradiction."""
    shutil.copytree(CONFIG / "games", tmp_path / "games")
    path = tmp_path / "games" / game.replace("-", "_") / f"{name}.toml"
    with path.open("a", encoding="utf-8") as file:
        file.write(f'\n[{part}]\n{key} = {{ value = "6", source = "?" }}\n')
    with pytest.raises(RuleSetError) as caught:
        load_rules(tmp_path, game, name)
    assert (caught.value.file, caught.value.key) == (str(path), part.partition(".")[0])


LARGEST = "10000000000000.00"


@pytest.mark.parametrize(
    "key", ["table_min", "table_max", "max_bet_payout", "seed_amount", "royal_minimum"]
)
def test_an_amount_that_sums_could_carry_beyond_the_record_is_named(key: str):
    for amount in ("10000000000000.01", "9999999999999999"):
        error = error_of(CONFIG, **{key: amount})
        assert (error.key, error.reason) == (key, f"Value error, is more than {LARGEST}")


def test_a_limit_whose_best_bet_could_not_be_recorded_is_named(config: Path):
    """The Ante and the Bet go back with it: at 100000 to 1 that is 200004 times the Ante."""
    path = config / FOLDER / "paytables.toml"
    path.write_text(path.read_text().replace('royal_flush = "100"\n', 'royal_flush = "100000"\n'))
    largest = (2**63 - 1) // 200_004
    assert load_rules(config, "caribbean-stud", "classic", {"table_max": in_currency(largest)})
    error = error_of(config, table_max=in_currency(largest + 1))
    assert error.file.endswith("classic.toml")
    assert (error.key, error.reason) == (
        "table_max",
        "at 100000 to 1 a Bet would win more than can be recorded",
    )


def in_currency(cents: int) -> str:
    return f"{cents // 100}.{cents % 100:02}"


@pytest.mark.parametrize("key", ["deduct_fixed_prizes", "player_cards_public"])
@pytest.mark.parametrize("value", ["1", "0", "yes", "no", "on", "off", "True", "FALSE", "t", ""])
def test_only_true_and_false_are_switches(key: str, value: str):
    error = error_of(CONFIG, **{key: value})
    assert (error.key, error.reason) == (key, f"Value error, {value!r} is neither true nor false")


@pytest.mark.parametrize(
    "value", ["", "1.0", "+5", " 5", "5 ", "1_0", "-1", "1e1", "\u0663", "\uff13", "soon"]
)
def test_only_plain_digits_are_seconds(value: str):
    error = error_of(CONFIG, decision_seconds=value)
    assert (error.key, error.reason) == (
        "decision_seconds",
        f"Value error, {value!r} is no whole number",
    )


@pytest.mark.parametrize(("value", "ms"), [("0", 0), ("3600", 3_600_000), ("3601", None)])
def test_a_decision_takes_an_hour_at_most(value: str, ms: int | None):
    if ms is None:
        assert error_of(CONFIG, decision_seconds=value).key == "decision_seconds"
    else:
        assert classic(decision_seconds=value).game.decision_ms == ms


def test_cs_26_a_minimum_for_the_royal_belongs_to_its_order_of_prizes():
    error = error_of(CONFIG, royal_minimum="0.01", progressive_order="by_turn")
    assert (error.key, error.reason) == (
        "royal_minimum",
        "Value error, belongs to straight_flush_first (CS-26)",
    )
    rules = classic(royal_minimum="0.01", progressive_order="straight_flush_first")
    progressive = rules.game.progressive
    assert progressive is not None
    assert progressive.royal_minimum_minor == 1
    for order in ("by_turn", "straight_flush_first"):
        assert classic(royal_minimum="0.00", progressive_order=order).game.progressive


HANDS = (
    "royal_flush", "straight_flush", "four_of_a_kind", "full_house", "flush", "straight",
    "three_of_a_kind", "two_pair", "pair", "high_card",
)  # fmt: skip


@pytest.mark.parametrize("hand", HANDS)
def test_a_bet_paytable_has_a_line_for_every_hand(config: Path, hand: str):
    path = config / FOLDER / "paytables.toml"
    head, table = path.read_text().split("[bet.BET_EVO]")
    lines = [line for line in head.splitlines() if not line.startswith(f"{hand} = ")]
    assert len(lines) == len(head.splitlines()) - 1
    path.write_text("\n".join(lines) + "\n[bet.BET_EVO]" + table)
    error = error_of(config)
    assert (error.key, error.reason) == (f"paytables.bet.{hand}", "is missing")


@pytest.mark.parametrize("line", ["99%", "5000"])
def test_a_progressive_has_a_hand_that_wins_the_meter(config: Path, line: str):
    spoil(config, 'royal_flush = "100%"', f'royal_flush = "{line}"', "paytables.toml")
    error = error_of(config)
    assert (error.key, error.reason) == (
        "paytables.progressive",
        "no hand wins the meter (100%)",
    )
    assert load_rules(config, "caribbean-stud", "classic", {"progressive_paytable": "none"})


SOURCES = [
    ("bet", "BET_US", 'source = "S4 as US houses print it (CS-G01)"'),
    ("progressive", "P3", 'source = "W3, W5; default preset (CS-G01)"'),
]


@pytest.mark.parametrize(("kind", "name", "source"), SOURCES)
@pytest.mark.parametrize("instead", ["", 'source = ""', 'source = " "', "source = 4"])
def test_a_paytable_says_where_it_comes_from(config: Path, kind, name, source, instead):
    spoil(config, source, instead, "paytables.toml")
    error = error_of(config)
    assert (error.key, error.reason) == (f"paytables.{kind}.{name}", "has no source")


BAD_LINES = [
    ('full_house = "7"', 'full_hose = "7"', "paytables.bet.full_hose"),
    ('full_house = "7"', 'full_house = "-7"', "paytables.bet.full_house"),
    ('full_house = "7"', 'full_house = "seven"', "paytables.bet.full_house"),
    ('full_house = "7"', "full_house = 7", "paytables.bet.full_house"),
    ('straight_flush = "10%"', 'straight_flush = "110%"', "paytables.progressive.straight_flush"),
    ('straight_flush = "10%"', 'straight_flush = "ten%"', "paytables.progressive.straight_flush"),
    ('full_house = "100"', 'full_house = "100.005"', "paytables.progressive.full_house"),
    ('full_house = "100"', 'full_house = "1/3"', "paytables.progressive.full_house"),
]


@pytest.mark.parametrize(("old", "new", "key"), BAD_LINES)
def test_a_bad_line_of_a_paytable_is_named_by_paytable_and_hand(config: Path, old, new, key):
    spoil(config, old, new, "paytables.toml")
    error = error_of(config)
    assert error.key == key


def test_a_source_stands_beside_every_value_of_every_rule_set():
    for path in sorted((CONFIG / FOLDER).glob("*.toml")):
        if path.name != "paytables.toml":
            values = read_rule_set(path).values
            assert len(values) == 15
            assert all(value.source.strip() for value in values.values())
