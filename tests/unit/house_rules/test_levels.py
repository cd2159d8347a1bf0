"""Levels of a progressive as a rule set has them: read, and refused where they contradict."""

import json
import shutil
from fractions import Fraction
from pathlib import Path

import pytest
from table_play import CONFIG, classic

from dealer_station.games.paytable import EnvyFrom, Prize, PrizeKind
from dealer_station.games.rules import LevelRules, OverflowTo, ProgressiveRules, ReserveUse
from dealer_station.house_rules.files import RuleSetError
from dealer_station.house_rules.loader import keys_of_the_house, load_rules, rules_from_content
from dealer_station.house_rules.tables import load_tables
from dealer_station.progressive.accounts import Account
from dealer_station.progressive.levels import LevelTerms
from dealer_station.progressive.levels import ReserveUse as LedgerReserveUse
from dealer_station.settings import ConfigurationError
from dealer_station.table.levels import terms_of

LEVELS = Path(__file__).parents[2] / "levels" / "config"
FOLDER = "games/caribbean_stud"


def progressive(**overrides: str) -> ProgressiveRules:
    rules = load_rules(LEVELS, "caribbean-stud", "envy", overrides).game.progressive
    assert rules is not None
    return rules


@pytest.fixture
def config(tmp_path: Path) -> Path:
    """A copy of the rule set with levels, to be spoiled."""
    shutil.copytree(LEVELS / FOLDER, tmp_path / FOLDER)
    return tmp_path


def spoil(config: Path, old: str, new: str, file: str = "envy.toml") -> None:
    path = config / FOLDER / file
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))


def error_of(config: Path, **overrides: str) -> RuleSetError:
    with pytest.raises(RuleSetError) as caught:
        load_rules(config, "caribbean-stud", "envy", overrides)
    return caught.value


def test_levels_are_what_the_file_says():
    rules = progressive()
    assert rules.levels == {
        "main": LevelRules(
            base_minor=1000_00,
            rate=Fraction(1, 3),
            cap_minor=1200_00,
            overflow_to=OverflowTo.RESERVE,
            reserve_rate=Fraction(1, 20),
            reserve_use=ReserveUse.PAYS_BASE,
            probability=Fraction(1, 649740),
        ),
        "minor": LevelRules(
            base_minor=100_00,
            rate=Fraction(1, 5),
            cap_minor=150_00,
            overflow_to=OverflowTo.REVENUE,
        ),
    }
    assert (rules.seed_minor, rules.contribution) == (1000_00, Fraction(1, 3))


def test_prizes_name_their_level_and_their_envy_sum():
    prizes = {hand.value: prize for hand, prize in progressive().table.prizes.items()}
    whole = PrizeKind.WHOLE_METER
    assert prizes == {
        "flush": Prize(PrizeKind.FIXED, fixed_minor=50_00),
        "straight_flush": Prize(whole, level="minor", envy_minor=30_00),
        "royal_flush": Prize(whole, envy_minor=100_00),
    }
    shared = progressive(progressive_paytable="E2").table.prizes
    (share,) = (prize for prize in shared.values() if prize.kind is PrizeKind.METER_SHARE)
    assert (share.envy_minor, share.envy_from) == (20_00, EnvyFrom.LEVEL)


def test_the_ledger_files_every_level_the_main_one_first():
    assert list(terms_of(progressive()).items()) == [
        (
            "main",
            LevelTerms(
                1000_00,
                Fraction(1, 3),
                reserve_rate=Fraction(1, 20),
                cap_minor=1200_00,
                overflow_to=Account.RESERVE,
                probability=Fraction(1, 649740),
            ),
        ),
        (
            "minor",
            LevelTerms(100_00, Fraction(1, 5), cap_minor=150_00, overflow_to=Account.REVENUE),
        ),
    ]


@pytest.mark.parametrize(
    ("own", "ledgers"), [(OverflowTo, Account), (ReserveUse, LedgerReserveUse)]
)
def test_every_word_of_a_file_is_one_of_the_ledgers(own, ledgers):
    assert {each.value for each in own} <= {each.value for each in ledgers}


def test_a_rule_set_without_levels_is_as_it_was():
    rules = classic()
    assert "levels" not in json.loads(rules.content)
    assert rules.game.progressive is not None
    assert terms_of(rules.game.progressive) == {"main": LevelTerms(10_000_00, Fraction(7, 10))}


def test_levels_come_back_from_the_record():
    rules = load_rules(LEVELS, "caribbean-stud", "envy")
    assert rules_from_content(rules.content) == rules
    assert list(json.loads(rules.content)["levels"]) == ["main", "minor"]


def test_a_table_sets_a_value_of_a_level_of_its_own(config: Path):
    assert progressive(**{"levels.minor.base": "120.00"}).levels["minor"].base_minor == 120_00
    spoil(config, 'rate = { value = "0.20",', 'rate = { house = true, value = "0.20",')
    assert keys_of_the_house(config, "caribbean-stud", "envy") == {"levels.minor.rate"}
    error = error_of(config, **{"levels.minor.reserve_rate": "0.1"})
    assert (error.key, error.reason) == (
        "levels.minor.reserve_rate",
        "the rule set has no such key",
    )


TERMS = {
    "a cap below the base": ({"levels.main.cap": "999.99"}, "levels.main.cap", "no less than"),
    "a base that is no amount": ({"levels.main.base": "1.005"}, "levels.main.base", "no amount"),
    "a rate above one": ({"levels.minor.rate": "1.2"}, "levels.minor.rate", "more than the whole"),
    "a rate that leaves no reserve": (
        {"levels.main.rate": "1"},
        "levels.main.reserve_rate",
        "leaves of a wager",
    ),
    "rates above one together": ({"levels.minor.rate": "0.9"}, "levels", "are 77/60 of a wager"),
    "overflow to nowhere": (
        {"levels.main.overflow_to": "house"},
        "levels.main.overflow_to",
        "'overflow', 'reserve' or 'revenue'",
    ),
    "overflow without a cap": (
        {"levels.main.cap": "none"},
        "levels.main.overflow_to",
        "no cap to flow over",
    ),
    "a jackpot that is too far away": (
        {"levels.main.probability": "1/100000001"},
        "levels.main.probability",
        "1 in 100,000,000",
    ),
    "first shares of a level without any": (
        {"progressive_order": "straight_flush_first"},
        "progressive_order",
        "no level has shares",
    ),
    "levels of no progressive": (
        {"progressive_paytable": "none"},
        "levels",
        "there is no progressive",
    ),
}


@pytest.mark.parametrize("name", TERMS)
def test_terms_that_cannot_be_are_refused_with_their_key(name: str):
    overrides, key, reason = TERMS[name]
    error = error_of(LEVELS, **overrides)
    assert error.key == key
    assert reason in error.reason
    assert error.file.endswith("envy.toml")


MINI = """\
[levels.mini]
base = { value = "1.00", source = "x" }
rate = { value = "0", source = "x" }

"""
SPOILED = {
    "a second truth": (
        "table_min = {",
        'seed_amount = { value = "1.00", source = "x" }\ntable_min = {',
        "envy.toml",
        "seed_amount",
        "stands as levels.main.base already",
    ),
    "no main level": ("[levels.main]", "[levels.grand]", "envy.toml", "levels.main", "is missing"),
    "a level that nobody wins": (
        "[levels.minor]",
        MINI + "[levels.minor]",
        "envy.toml",
        "levels.mini",
        "no prize takes from it",
    ),
    "a reserve that nothing feeds": (
        "[levels.minor]",
        '[levels.minor]\nreserve_use = { value = "pays_base", source = "x" }',
        "envy.toml",
        "levels.minor.reserve_use",
        "nothing feeds a reserve",
    ),
    "an unknown term": (
        "[levels.minor]",
        '[levels.minor]\nceiling = { value = "1", source = "x" }',
        "envy.toml",
        "levels.minor.ceiling",
        "unknown key",
    ),
    "a level that has no base": (
        'base = { value = "100.00", source = "CS-G07" }\n',
        "",
        "envy.toml",
        "levels.minor.base",
        "Field required",
    ),
    "a prize of no level": (
        'level = "minor", envy = "30.00"',
        'level = "mini", envy = "30.00"',
        "paytables.toml",
        "paytables.progressive.straight_flush.level",
        "there is no level 'mini'",
    ),
    "a level that is never won whole": (
        '"100%", level = "minor", envy = "30.00"',
        '"10%", level = "minor", envy = "30.00"',
        "paytables.toml",
        "levels.minor",
        "no hand wins it whole",
    ),
    "others' money where nothing is left": (
        'prize = "100%", envy = "100.00" }',
        'prize = "100%", envy = "100.00", envy_from = "level" }',
        "paytables.toml",
        "paytables.progressive.royal_flush",
        "envy_from: the winner has the whole meter",
    ),
    "a payer of nothing": (
        'prize = "100%", envy = "100.00" }',
        'prize = "100%", envy_from = "house" }',
        "paytables.toml",
        "paytables.progressive.royal_flush",
        "envy_from: there is no envy sum",
    ),
    "an envy sum of nothing": (
        'envy = "100.00"',
        'envy = "0.00"',
        "paytables.toml",
        "paytables.progressive.royal_flush",
        "envy: Input should be greater than 0",
    ),
    "two envy sums for one hit": (
        '\nflush = "50"',
        '\nfour_of_a_kind = { prize = "100%", level = "minor", envy = "3.00" }',
        "paytables.toml",
        "paytables.progressive.straight_flush.envy",
        "another hand shares level minor",
    ),
    "an unknown part of a prize": (
        'envy = "100.00" }',
        'envie = "100.00" }',
        "paytables.toml",
        "paytables.progressive.royal_flush",
        "envie: unknown key",
    ),
    "a prize that is no text": (
        'prize = "100%", envy = "100.00" }',
        "prize = 100 }",
        "paytables.toml",
        "paytables.progressive.royal_flush.prize",
        "100 must be text",
    ),
    "a Bet that pays a level": (
        'royal_flush = "100"',
        'royal_flush = { prize = "100%" }',
        "paytables.toml",
        "paytables.bet.royal_flush",
        "must be text",
    ),
}


@pytest.mark.parametrize("name", SPOILED)
def test_what_contradicts_is_refused_with_file_and_key(config: Path, name: str):
    old, new, file, key, reason = SPOILED[name]
    spoil(config, old, new, file)
    error = error_of(config)
    assert error.key == key
    assert reason in error.reason
    assert error.file.endswith(".toml")


def test_a_prize_of_a_rule_set_with_one_level_names_no_other(config: Path):
    shutil.copy(CONFIG / FOLDER / "classic.toml", config / FOLDER)
    with pytest.raises(RuleSetError, match="there is no level 'minor'"):
        load_rules(config, "caribbean-stud", "classic", {"progressive_paytable": "E1"})


def test_a_game_without_a_progressive_has_no_levels():
    content = json.loads(load_rules(CONFIG, "baccarat", "gardens").content)
    content["levels"] = {"main": {"base": "1", "rate": "0"}}
    with pytest.raises(RuleSetError, match="levels: the game has no progressive"):
        rules_from_content(json.dumps(content))


def jumbo7(**levels: dict[str, str]) -> ProgressiveRules:
    content = json.loads(load_rules(CONFIG, "casino-holdem", "evolution").content)
    for key in ("seed_amount", "contribution"):
        del content["values"][key]
    content["levels"] = levels
    rules = rules_from_content(json.dumps(content)).game.progressive
    assert rules is not None
    return rules


def test_a_jumbo_7_pool_may_have_a_cap_and_a_reserve():
    main = {"base": "100.00", "rate": "0.5", "cap": "900.00", "reserve_rate": "0.1"}
    rules = jumbo7(main=main)
    assert rules.levels == {
        "main": LevelRules(100_00, Fraction(1, 2), cap_minor=900_00, reserve_rate=Fraction(1, 10))
    }
    with pytest.raises(RuleSetError, match=r"levels\.mini: no prize takes from it"):
        jumbo7(main=main, mini={"base": "1.00", "rate": "0.1"})


TABLE = """\
id = "{0}"
name = "{0}"
game = "caribbean-stud"
rules = "envy"
seats = [1, 2]
currency = "USD"
[progressives]
main = "shared"
[set]
"levels.minor.base" = "{1}"
"""


@pytest.mark.parametrize("base", ["100.00", "110.00"])
def test_tables_of_one_progressive_agree_on_every_level(config: Path, base: str):
    (config / "tables").mkdir()
    (config / "tables" / "a.toml").write_text(TABLE.format("A", "100.00"))
    (config / "tables" / "b.toml").write_text(TABLE.format("B", base))
    if base == "100.00":
        assert len(load_tables([config], ())) == 2
        return
    with pytest.raises(ConfigurationError, match="B plays for shared with another"):
        load_tables([config], ())
