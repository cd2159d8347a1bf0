"""Seven Card Stud's rule sets: two houses, their levels, and what is refused (section 7.1)."""

import shutil
import tomllib
from fractions import Fraction

import pytest
from table_play import CONFIG

from dealer_station.games.pots.pots import RakeRules
from dealer_station.games.pots.structure import FixedLimit, HeadsUp
from dealer_station.games.seven_card_stud.odd_units import OddUnit
from dealer_station.games.seven_card_stud.rules import SevenCardStud
from dealer_station.games.seven_card_stud.shortage import ShortageProcedure
from dealer_station.house_rules.files import RuleSetError
from dealer_station.house_rules.loader import load_rules, rules_from_content
from dealer_station.house_rules.pot_values import NOT_OFFERED

GARDENS, CLUB = "gardens", "casino-club"
LEVEL = {"ante": "1", "bring_in": "2", "small_bet": "5", "big_bet": "10"}

# Level, ante, bring-in, small and big bet, buy-in, in smallest units; and whether it is played.
LEVELS = [
    ("0.10-0.20", 5, 10, 10, 20, 100, True),
    ("0.25-0.50", 12, 25, 25, 50, 250, True),
    ("0.50-1", 25, 50, 50, 100, 500, True),
    ("1-2", 10, 20, 100, 200, 1000, True),
    ("2-4", 20, 40, 200, 400, 2000, True),
    ("3-6", 30, 60, 300, 600, 3000, True),
    ("5-10", 50, 100, 500, 1000, 5000, True),
    ("10-20", 100, 200, 1000, 2000, 10000, True),
    ("3-6-as-printed", 300, 600, 300, 600, 3000, False),
    ("5-10-as-printed", 500, 1000, 500, 1000, 5000, False),
    ("10-20-as-printed", 1000, 2000, 1000, 2000, 10000, False),
]


def game(rule_set: str, **overrides: str) -> SevenCardStud:
    loaded = load_rules(CONFIG, "seven-card-stud", rule_set, overrides)
    assert loaded.has_pots
    assert isinstance(loaded.game, SevenCardStud)
    return loaded.game


def test_the_card_room():
    assert game(GARDENS, **LEVEL) == SevenCardStud(
        structure=FixedLimit(500, 1000, 3, HeadsUp.ACTION),
        ante_minor=100,
        bring_in_minor=200,
        chip_minor=100,
        shortage=ShortageProcedure.LAST_CARD,
        odd_unit=OddUnit.SUIT,
        pair_option=True,
        dead_seat_keeps_receiving=True,
        says_draws=True,
        house_choices=frozenset(
            {"premature_card=set_aside", "seven_card_bet=false", "exposed_last_card=down"}
        ),
    )


def test_the_on_line_casino():
    assert game(CLUB, level="2-4") == SevenCardStud(
        level="2-4",
        structure=FixedLimit(200, 400, 3, HeadsUp.ACTION),
        ante_minor=20,
        bring_in_minor=40,
        chip_minor=1,
        shortage=ShortageProcedure.ALL_MIXED,
        odd_unit=OddUnit.POSITION,
        pair_option=True,
        dead_seat_keeps_receiving=False,
        says_draws=True,
        buy_in_minor=2000,
        clock_ms=10_000,
        discloses_mucked=True,
        house_choices=frozenset(
            {"premature_card=set_aside", "seven_card_bet=false", "exposed_last_card=down"}
        ),
    )


@pytest.mark.parametrize(
    ("level", "ante", "bring_in", "small", "big", "buy_in", "is_played"),
    LEVELS,
    ids=[line[0] for line in LEVELS],
)
def test_st_14_every_level_of_the_second_house(
    level, ante, bring_in, small, big, buy_in, is_played
):
    made = game(CLUB, level=level)
    assert (made.ante_minor, made.bring_in_minor) == (ante, bring_in)
    assert (made.structure.small_bet, made.structure.big_bet) == (small, big)
    assert made.buy_in_minor == buy_in
    assert made.fault == ("" if is_played else "ST-14: the bring-in is above the small bet")


def test_st_14_the_file_has_no_other_level():
    path = CONFIG / "games/seven_card_stud/casino-club.toml"
    shipped = tomllib.loads(path.read_text(encoding="utf-8"))["limit_levels"]
    assert list(shipped) == [line[0] for line in LEVELS]
    assert all(value["source"] for amounts in shipped.values() for value in amounts.values())


@pytest.mark.parametrize("rule_set", [GARDENS, CLUB])
def test_st_15_without_a_level_no_hand_starts(rule_set: str):
    fault = game(rule_set).fault
    assert fault == "ST-15: the house has not set ante, bring_in, small_bet, big_bet"
    assert game(rule_set, ante="1").fault.startswith("ST-15")


def test_amounts_of_the_table_go_before_those_of_the_level():
    made = game(CLUB, level="2-4", ante="0.50")
    assert (made.ante_minor, made.bring_in_minor) == (50, 40)


def test_st_11_the_buy_in():
    assert game(CLUB, **LEVEL).buy_in_minor == 5000
    assert game(CLUB, **LEVEL, buy_in="20L").buy_in_minor == 10_000
    assert game(CLUB, **LEVEL, buy_in="75").buy_in_minor == 7500
    assert game(CLUB, **LEVEL, buy_in="none").buy_in_minor is None
    assert game(CLUB).buy_in_minor is None


@pytest.mark.parametrize(
    ("small_bet", "said"), [("5", True), ("9.99", True), ("10", False), ("15", False)]
)
def test_st_70_draws_are_said_below_ten_twenty(small_bet: str, said: bool):  # noqa: FBT001
    level = {**LEVEL, "small_bet": small_bet, "big_bet": "30"}
    assert game(GARDENS, **level).says_draws == said
    assert not game(GARDENS, **level, announce_draws_below="none").says_draws


def test_every_key_reaches_the_game():
    made = game(
        GARDENS,
        **LEVEL,
        chip="0.50",
        buy_in="100",
        raise_cap="none",
        heads_up_unlimited="true",
        heads_up_from="round_start",
        fourth_street_pair_option="false",
        dead_seat_keeps_receiving="false",
        premature_card="reshuffle_stub",
        seven_card_bet="true",
        exposed_last_card="up",
        odd_unit="position",
        clock_s="15",
        rake="percent: 10, cap: 4, unit: 1",
        hole_cards="unread",
        stakes="untracked",
    )
    assert made == SevenCardStud(
        structure=FixedLimit(500, 1000, None, HeadsUp.ROUND_START),
        ante_minor=100,
        bring_in_minor=200,
        chip_minor=50,
        shortage=ShortageProcedure.LAST_CARD,
        odd_unit=OddUnit.POSITION,
        pair_option=False,
        dead_seat_keeps_receiving=False,
        says_draws=True,
        buy_in_minor=10_000,
        clock_ms=15_000,
        rake=RakeRules(Fraction(10), 100, 400),
        reads_hole_cards=False,
        tracks_stakes=False,
        house_choices=frozenset(
            {"premature_card=reshuffle_stub", "seven_card_bet=true", "exposed_last_card=up"}
        ),
    )


def test_st_46_two_players_with_a_cap():
    assert game(GARDENS, **LEVEL, heads_up_unlimited="false").structure.heads_up is HeadsUp.NEVER


@pytest.mark.parametrize(
    ("rule_set", "overrides", "key", "reason"),
    [
        (GARDENS, {"level": "2-4"}, "level", "there is none"),
        (CLUB, {"level": "20-40"}, "level", "0.10-0.20"),
        (GARDENS, {**LEVEL, "big_bet": "4"}, "big_bet", "below small_bet"),
        (GARDENS, {**LEVEL, "bring_in": "0"}, "bring_in", "more than nothing"),
        (GARDENS, {**LEVEL, "ante": "little"}, "ante", "no amount"),
        (GARDENS, {"buy_in": "0"}, "buy_in", "more than nothing"),
        (GARDENS, {"buy_in": "0L"}, "buy_in", "no amount"),
        (GARDENS, {"chip": "0"}, "chip", "greater than 0"),
        (GARDENS, {"odd_unit": "left_of_button"}, "odd_unit", "suit"),
        (GARDENS, {"premature_card": "burn"}, "premature_card", "set_aside"),
        (GARDENS, {"heads_up_from": "never"}, "heads_up_from", "action"),
        (GARDENS, {"shortage": "all_mixed"}, "shortage", "no such key"),
        (GARDENS, {"button_rule": "dead"}, "button_rule", "no such key"),
    ],
)
def test_what_contradicts_itself_is_refused(rule_set, overrides, key: str, reason: str):
    with pytest.raises(RuleSetError, match=reason) as refused:
        game(rule_set, **overrides)
    assert refused.value.key == key
    assert refused.value.file.endswith(f"seven_card_stud/{rule_set}.toml")


@pytest.mark.parametrize(
    ("old", "new", "key", "reason"),
    [
        ("small_bet", "smal_bet", "smal_bet", "unknown key"),
        ('value = "4.00"', 'value = "four"', "big_bet", "no amount"),
        ('value = "4.00"', 'value = "1.99"', "big_bet", "below small_bet"),
        ('value = "0.40"', 'value = "0"', "bring_in", "more than nothing"),
    ],
)
def test_a_level_that_no_table_plays_is_checked_too(tmp_path, old, new, key: str, reason: str):
    shutil.copytree(CONFIG / "games/seven_card_stud", tmp_path / "games/seven_card_stud")
    path = tmp_path / "games/seven_card_stud/casino-club.toml"
    head, marker, level = path.read_text().partition('[limit_levels."2-4"]')
    assert old in level
    path.write_text(head + marker + level.replace(old, new, 1))
    with pytest.raises(RuleSetError, match=reason) as refused:
        load_rules(tmp_path, "seven-card-stud", CLUB)
    assert (refused.value.file, refused.value.key) == (str(path), f"limit_levels.2-4.{key}")


@pytest.mark.parametrize("key", sorted(NOT_OFFERED))
def test_what_is_not_offered_is_refused(key: str):
    with pytest.raises(RuleSetError, match="is not offered"):
        game(GARDENS, **{key: "false"})


@pytest.mark.parametrize(
    ("rule_set", "overrides"), [(GARDENS, LEVEL), (CLUB, {"level": "3-6"}), (CLUB, {})]
)
def test_the_record_builds_the_same_rules_again(rule_set: str, overrides):
    rules = load_rules(CONFIG, "seven-card-stud", rule_set, overrides)
    assert rules_from_content(rules.content) == rules


def test_the_houses_procedure_and_its_levels_are_part_of_the_record():
    ours, theirs = (load_rules(CONFIG, "seven-card-stud", name, LEVEL) for name in (GARDENS, CLUB))
    assert '"fixed":{"shortage":"last_card"}' in ours.content
    assert '"limit_levels":{"0.10-0.20"' in theirs.content
    assert ours.digest != theirs.digest
