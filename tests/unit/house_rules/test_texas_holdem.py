"""Texas Hold'em's rule sets: what a file becomes, and what is refused (rule sheet, section 7.1)."""

from fractions import Fraction

import pytest
from table_play import CONFIG

from dealer_station.games.pots.pots import RakeRules
from dealer_station.games.pots.structure import FixedLimit, HeadsUp, NoLimit
from dealer_station.games.texas_holdem.positions import BlindRules, ButtonRule, NewPlayer
from dealer_station.games.texas_holdem.rules import TexasHoldem
from dealer_station.house_rules.files import RuleSetError
from dealer_station.house_rules.loader import load_rules, rules_from_content
from dealer_station.house_rules.pot_values import NOT_OFFERED

LIMIT, NO_LIMIT = "gardens-limit", "gardens-no-limit"


def game(rule_set: str, **overrides: str) -> TexasHoldem:
    loaded = load_rules(CONFIG, "texas-holdem", rule_set, overrides)
    assert loaded.has_pots
    assert isinstance(loaded.game, TexasHoldem)
    return loaded.game


def test_he_20_the_limit_game():
    assert game(LIMIT) == TexasHoldem(
        structure=FixedLimit(400, 800, 3, HeadsUp.ACTION, half_bet_rule=True),
        blinds=BlindRules(ButtonRule.MOVING, NewPlayer.POST, 200, 400),
        chip_minor=100,
        house_choices=frozenset(
            {
                "four_card_flop=pick_burn",
                "premature_turn=reshuffle",
                "substantial_action=tda",
                "allin_cards=down",
            }
        ),
    )


def test_he_30_the_game_without_a_limit():
    made = game(NO_LIMIT)
    assert made.structure == NoLimit(200, 100)
    assert made.blinds == BlindRules(ButtonRule.MOVING, NewPlayer.FREE, 100, 200)


def test_he_20_blinds_follow_the_small_bet():
    blinds = game(LIMIT, small_bet="10", big_bet="20").blinds
    assert (blinds.small_minor, blinds.big_minor) == (500, 1000)
    assert game(LIMIT, small_bet="5", big_bet="10", small_blind="2").blinds.small_minor == 200


def test_he_31_the_smallest_bet_follows_the_big_blind():
    assert game(NO_LIMIT, small_blind="5", big_blind="10").structure == NoLimit(1000, 100)
    assert game(NO_LIMIT, min_bet="5").structure == NoLimit(500, 100)


def test_every_key_reaches_the_game():
    made = game(
        LIMIT,
        small_bet="3",
        big_bet="6",
        small_blind="1",
        chip="0.50",
        raise_cap="4",
        heads_up_unlimited="round_start",
        half_bet_rule="false",
        button_rule="dead",
        new_player="free",
        four_card_flop="redeal",
        premature_turn="set_aside",
        substantial_action="two_players",
        clock_s="30",
        rake="percent: 5, cap: 4, unit: 0.25, no_flop_no_drop: true",
        allin_cards="up",
        hole_cards="unread",
        stakes="untracked",
    )
    assert made == TexasHoldem(
        structure=FixedLimit(300, 600, 4, HeadsUp.ROUND_START, half_bet_rule=False),
        blinds=BlindRules(ButtonRule.DEAD, NewPlayer.FREE, 100, 300),
        chip_minor=50,
        clock_ms=30_000,
        rake=RakeRules(Fraction(5), 25, 400, no_flop_no_drop=True),
        reads_hole_cards=False,
        tracks_stakes=False,
        house_choices=frozenset(
            {
                "four_card_flop=redeal",
                "premature_turn=set_aside",
                "substantial_action=two_players",
                "allin_cards=up",
            }
        ),
    )


@pytest.mark.parametrize(
    ("overrides", "key", "reason"),
    [
        ({"small_bet": "10"}, "big_bet", "below small_bet"),
        ({"small_bet": "0"}, "small_bet", "more than nothing"),
        ({"small_bet": "none"}, "small_bet", "needs it"),
        ({"small_blind": "5"}, "small_blind", "above big_blind"),
        ({"small_blind": "0"}, "small_blind", "more than nothing"),
        ({"small_blind": "half"}, "small_blind", "no amount"),
        ({"small_bet": "0.05", "big_bet": "0.10"}, "small_blind", "no whole amount"),
        ({"big_blind": "2"}, "big_blind", "not small_bet"),
        ({"min_bet": "5"}, "min_bet", "must be none"),
        ({"heads_up_unlimited": "none"}, "heads_up_unlimited", "needs it"),
        ({"half_bet_rule": "none"}, "half_bet_rule", "needs it"),
        ({"raise_cap": "0"}, "raise_cap", "number of raises"),
        ({"raise_cap": "many"}, "raise_cap", "number of raises"),
        ({"button_rule": "still"}, "button_rule", "moving"),
        ({"odd_unit": "suit"}, "odd_unit", "left_of_button"),
        ({"chip": "0"}, "chip", "greater than 0"),
        ({"clock_s": "-1"}, "clock_s", "seconds"),
        ({"clock_s": "4000"}, "clock_s", "more than 3600"),
        ({"rake": "10"}, "rake", "no part of a rake"),
        ({"rake": "percent: 10"}, "rake", "needs unit"),
        ({"rake": "percent: 0, unit: 1"}, "rake", "no share"),
        ({"rake": "percent: 101, unit: 1"}, "rake", "no share"),
        ({"rake": "percent: 10, unit: 0"}, "rake", "more than nothing"),
        ({"rake": "percent: 10, percent: 9, unit: 1"}, "rake", "no part"),
        ({"rake": "percent: 10, unit: 1, tip: 1"}, "rake", "no part"),
        ({"structure": "no_limit"}, "small_bet", "must be none"),
        ({"ante": "1"}, "ante", "no such key"),
    ],
)
def test_a_limit_game_that_contradicts_itself_is_refused(overrides, key: str, reason: str):
    with pytest.raises(RuleSetError, match=reason) as refused:
        game(LIMIT, **overrides)
    assert refused.value.key == key
    assert refused.value.file.endswith("texas_holdem/gardens-limit.toml")


@pytest.mark.parametrize(
    ("overrides", "key", "reason"),
    [
        ({"raise_cap": "3"}, "raise_cap", "must be none"),
        ({"small_bet": "4"}, "small_bet", "must be none"),
        ({"half_bet_rule": "true"}, "half_bet_rule", "must be none"),
        ({"heads_up_unlimited": "never"}, "heads_up_unlimited", "must be none"),
        ({"min_bet": "1"}, "min_bet", "below big_blind"),
        ({"min_bet": "none"}, "min_bet", "needs it"),
        ({"big_blind": "L"}, "big_blind", "needs a small_bet"),
        ({"small_blind": "3"}, "small_blind", "above big_blind"),
        ({"structure": "limit"}, "small_bet", "needs it"),
    ],
)
def test_a_game_without_a_limit_that_contradicts_itself_is_refused(overrides, key, reason):
    with pytest.raises(RuleSetError, match=reason) as refused:
        game(NO_LIMIT, **overrides)
    assert refused.value.key == key


@pytest.mark.parametrize("key", sorted(NOT_OFFERED))
@pytest.mark.parametrize("value", ["true", "none"])
def test_he_19_he_51_what_is_not_offered_is_refused_whatever_it_says(key: str, value: str):
    with pytest.raises(RuleSetError, match="is not offered") as refused:
        game(NO_LIMIT, **{key: value})
    assert refused.value.key == key


@pytest.mark.parametrize("rule_set", [LIMIT, NO_LIMIT])
def test_the_record_builds_the_same_rules_again(rule_set: str):
    rules = load_rules(CONFIG, "texas-holdem", rule_set, {"rake": "percent: 10, unit: 1"})
    assert rules_from_content(rules.content) == rules


def test_the_catalogue_knows_a_fouled_deck_and_an_unread_card():
    catalogue = load_rules(CONFIG, "texas-holdem", LIMIT).catalogue
    assert (catalogue.fouled_deck, catalogue.unread_card) == ("HE-I13", "HE-I18")
