"""Rules pages of games between players: complete from the rules' side and from the text's."""

import json
from collections import defaultdict
from collections.abc import Mapping
from enum import StrEnum

import pytest
from rules_pages import CURRENCY, lines_of, table_of, text_of, words_of
from table_play import CONFIG

from dealer_station.games.pots.structure import FixedLimit
from dealer_station.house_rules import seven_card_stud, texas_holdem
from dealer_station.house_rules.loader import GAMES, POT_GAMES, load_rules
from dealer_station.house_rules.pages import page as module
from dealer_station.house_rules.pages.figures import Language, Word
from dealer_station.house_rules.pages.page import UNSAID, PageTable, facts_of, rules_page
from dealer_station.house_rules.pages.text import PLACE, load_text, read_text

HOLDEM, STUD = "texas-holdem", "seven-card-stud"
EN, PL = Language.EN, Language.PL
LEVEL = {"ante": "1", "bring_in": "2", "small_bet": "5", "big_bet": "10"}
RAKE = "percent: 10, cap: 4, unit: 1"

MAIN: Mapping[str, tuple[str, Mapping[str, str]]] = {
    HOLDEM: ("gardens-limit", {}),
    STUD: ("gardens", LEVEL),
}
"""A rule set of each game, with what its table sets."""

RULE_SETS = [
    (HOLDEM, "gardens-limit"),
    (HOLDEM, "gardens-no-limit"),
    (STUD, "gardens"),
    (STUD, "casino-club"),
]

NO_LIMIT = {
    "small_bet": "none",
    "big_bet": "none",
    "raise_cap": "none",
    "heads_up_unlimited": "none",
    "half_bet_rule": "none",
    "small_blind": "2",
    "big_blind": "4",
    "min_bet": "big_blind",
}

OTHER: Mapping[str, Mapping[str, Mapping[str, str]]] = {
    HOLDEM: {
        "structure": {"structure": "no_limit", **NO_LIMIT},
        "small_bet": {"small_bet": "5"},
        "big_bet": {"big_bet": "10"},
        "small_blind": {"small_blind": "1"},
        "big_blind": {"big_blind": "L", "small_bet": "5"},
        "min_bet": {"structure": "no_limit", **NO_LIMIT, "min_bet": "6"},
        "chip": {"chip": "0.50"},
        "raise_cap": {"raise_cap": "4"},
        "heads_up_unlimited": {"heads_up_unlimited": "never"},
        "half_bet_rule": {"half_bet_rule": "false"},
        "button_rule": {"button_rule": "dead"},
        "new_player": {"new_player": "free"},
        "four_card_flop": {"four_card_flop": "redeal"},
        "premature_turn": {"premature_turn": "set_aside"},
        "substantial_action": {"substantial_action": "wsop"},
        "clock_s": {"clock_s": "30"},
        "rake": {"rake": RAKE},
        "odd_unit": {"odd_unit": "left_of_button"},
        "allin_cards": {"allin_cards": "up"},
        "hole_cards": {"hole_cards": "unread"},
        "stakes": {"stakes": "untracked"},
    },
    STUD: {
        "level": {"level": "2-4"},
        "ante": {"ante": "2"},
        "bring_in": {"bring_in": "3"},
        "small_bet": {"small_bet": "6"},
        "big_bet": {"big_bet": "12"},
        "chip": {"chip": "0.50"},
        "buy_in": {"buy_in": "10L"},
        "raise_cap": {"raise_cap": "4"},
        "heads_up_unlimited": {"heads_up_unlimited": "false"},
        "heads_up_from": {"heads_up_from": "round_start"},
        "fourth_street_pair_option": {"fourth_street_pair_option": "false"},
        "dead_seat_keeps_receiving": {"dead_seat_keeps_receiving": "false"},
        "premature_card": {"premature_card": "reshuffle_stub"},
        "seven_card_bet": {"seven_card_bet": "true"},
        "exposed_last_card": {"exposed_last_card": "up"},
        "odd_unit": {"odd_unit": "position"},
        "muck_disclosure": {"muck_disclosure": "on_request"},
        "announce_draws_below": {"announce_draws_below": "5"},
        "clock_s": {"clock_s": "10"},
        "rake": {"rake": RAKE},
        "hole_cards": {"hole_cards": "unread"},
        "stakes": {"stakes": "untracked"},
    },
}
"""By key, what a table sets so that another of its values holds."""

FURTHER = [
    (HOLDEM, {"rake": "percent: 5, unit: 0.25, no_flop_no_drop: true"}),
    (HOLDEM, {"raise_cap": "none"}),
    (HOLDEM, {"heads_up_unlimited": "round_start"}),
    (STUD, {"raise_cap": "none"}),
    (STUD, {"bring_in": "5"}),
    (STUD, {"bring_in": "6"}),
    (STUD, {"rake": "percent: 1/3, unit: 1"}),
]


def rules_of(game: str, overrides: Mapping[str, str] | None = None):
    name, own = MAIN[game]
    return load_rules(CONFIG, game, name, {**own, **(overrides or {})})


def variations(game: str):
    """Every rule set, and the main one with another value of every key and every choice."""
    found = [load_rules(CONFIG, game, name) for of, name in RULE_SETS if of == game]
    found += [changed(game, key) for key in OTHER[game]]
    found += [rules_of(game, overrides) for of, overrides in FURTHER if of == game]
    found += [rules_of(game, {key: value}) for key, value in choices(game)]
    return found


def changed(game: str, key: str):
    """The rules with another value of a key."""
    return load_rules(CONFIG, game, main(game, key)[0], {**main(game, key)[1], **OTHER[game][key]})


def main(game: str, key: str) -> tuple[str, Mapping[str, str]]:
    """A rule set in which a key counts: only one of stud has levels to choose from."""
    return ("casino-club", {}) if key == "level" else MAIN[game]


def choices(game: str):
    """Every key that is a choice among names, with every value that the main rule set may take."""
    values = {HOLDEM: texas_holdem.Values, STUD: seven_card_stud.Values}[game]
    for key, field in values.model_fields.items():
        kind = field.annotation
        if kind is bool:
            yield from ((key, value) for value in ("true", "false"))
        elif isinstance(kind, type) and issubclass(kind, StrEnum) and key != "structure":
            yield from ((key, each.value) for each in kind)


def page_of(game: str, language: Language = EN, **overrides: str):
    return rules_page(rules_of(game, overrides), language, CURRENCY)


def test_every_game_has_a_page():
    assert set(module._FACTS) == set(UNSAID) == set(GAMES)
    assert set(OTHER) == set(MAIN) == POT_GAMES


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("game", MAIN)
def test_every_value_of_every_key_has_a_page_without_gaps(game: str, language: Language):
    for rules in variations(game):
        page = rules_page(rules, language, CURRENCY)
        assert (page.game, page.digest) == (game, rules.digest)
        for text in words_of(page):
            assert text.strip()
            assert not set("{}") & set(text), text


@pytest.mark.parametrize(("game", "rule_set"), RULE_SETS)
def test_languages_say_the_same_in_the_same_order(game: str, rule_set: str):
    rules = load_rules(CONFIG, game, rule_set)
    english, polish = (rules_page(rules, language, CURRENCY) for language in (EN, PL))
    assert text_of(english) != text_of(polish)
    shapes = [
        [(s.id, [type(part).__name__ for part in s.parts]) for s in page.sections]
        for page in (english, polish)
    ]
    assert shapes[0] == shapes[1]


@pytest.mark.parametrize("game", MAIN)
def test_these_tests_try_every_key(game: str):
    values = json.loads(rules_of(game).content)["values"]
    assert values.keys() == OTHER[game].keys()


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize(("game", "key"), [(game, key) for game in OTHER for key in OTHER[game]])
def test_every_key_changes_the_page_or_is_left_unsaid_with_a_reason(game, key, language):
    name, own = main(game, key)
    rules = load_rules(CONFIG, game, name, own)
    before = text_of(rules_page(rules, language, CURRENCY))
    after = text_of(rules_page(changed(game, key), language, CURRENCY))
    assert (before == after) is (key in UNSAID[game])


@pytest.mark.parametrize("game", MAIN)
def test_what_is_left_unsaid_is_a_key_and_has_a_reason(game: str):
    assert UNSAID[game].keys() <= OTHER[game].keys()
    assert all(len(reason.split()) > 4 for reason in UNSAID[game].values())


@pytest.mark.parametrize("game", MAIN)
def test_every_value_of_a_choice_has_words_of_its_own(game: str):
    pages = defaultdict(set)
    for key, value in choices(game):
        if key not in UNSAID[game]:
            pages[key].add((value, text_of(page_of(game, **{key: value}))))
    for key, found in pages.items():
        assert len({text for _, text in found}) == len(found) >= 2, key


def parts_of(game: str):
    return [part for section in load_text(game).section for part in section.part]


@pytest.mark.parametrize("game", MAIN)
def test_text_and_rules_know_the_same_figures_tables_and_choices(game: str):
    facts = [facts_of(rules) for rules in variations(game)]
    asked = {name for part in parts_of(game) for name in PLACE.findall(part.en)}
    assert asked == {name for each in facts for name in each.figures}
    tables = {part.table for part in parts_of(game) if part.table}
    assert tables == {name for each in facts for name in each.tables}
    known = defaultdict(set)
    for each in facts:
        for name, value in each.choices.items():
            known[name].add(value)
    asked_for = defaultdict(set)
    for part in parts_of(game):
        for condition in part.when:
            name, value = condition.split("=")
            asked_for[name].add(value)
    # What is said of both games may hold in one of them only.
    shared = {"no_flop_no_drop": {"true", "false"}}
    for name, values in asked_for.items():
        assert values <= known[name] | shared.get(name, set()), name
    every = {"decisions", "unread_card", "pool_currency"}
    irregularities = set(rules_of(game).catalogue.entries)
    assert set(known) - irregularities - every == set(asked_for) - irregularities


@pytest.mark.parametrize("game", MAIN)
def test_every_word_of_a_game_stands_in_a_table(game: str):
    tables = [table for rules in variations(game) for table in facts_of(rules).tables.values()]
    used = {
        figure.key
        for table in tables
        for line in (table.head, *table.lines)
        for figure in line
        if isinstance(figure, Word)
    }
    path = CONFIG.parent / f"dealer_station/house_rules/pages/texts/{game.replace('-', '_')}.toml"
    assert set(read_text(path.read_text(encoding="utf-8"), game).words) <= used
    assert used <= set(load_text(game).words)


def test_he_20_the_blinds_and_bets_are_those_that_are_played():
    rules = rules_of(HOLDEM, {"small_bet": "10", "big_bet": "20"})
    limit = rules.pot.structure
    assert isinstance(limit, FixedLimit)
    assert (limit.small_bet, limit.big_bet, rules.pot.small_blind_minor) == (1000, 2000, 500)
    page = rules_page(rules, EN, CURRENCY)
    assert [amount for _, amount in lines_of(table_of(page, "blinds"))] == [
        "5.00 USD",
        "10.00 USD",
        "10.00 USD",
        "20.00 USD",
    ]


def test_st_14_a_level_as_printed_says_that_no_hand_is_dealt():
    rules = load_rules(CONFIG, STUD, "casino-club", {"level": "3-6-as-printed"})
    page = rules_page(rules, EN, CURRENCY)
    assert "no hand is dealt yet" in text_of(page)
    assert not [p for s in page.sections for p in s.parts if isinstance(p, PageTable)]


def test_st_5r_st_53_the_rake_and_the_clock_have_their_figures():
    text = text_of(page_of(STUD, rake=RAKE, clock_s="10"))
    assert "The house takes 10% of all pots" in text
    assert "never more than 4.00 USD" in text
    assert "Each decision has 10 seconds" in text
