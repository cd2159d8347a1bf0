"""A page says the whole rule set, nothing that it does not have, and the same in both languages."""

import json
from collections import defaultdict
from fractions import Fraction

import pytest
from rules_pages import (
    CONFIG,
    CURRENCY,
    MAIN,
    NEEDS,
    OTHER,
    PAGED,
    RULE_SETS,
    VALUES,
    changed,
    choices,
    page_of,
    text_of,
    variations,
    words_of,
)

from dealer_station.house_rules.loader import GAMES, POT_GAMES, load_rules
from dealer_station.house_rules.pages import page as module
from dealer_station.house_rules.pages.figures import Language, Word
from dealer_station.house_rules.pages.page import (
    UNSAID,
    PageTable,
    PageTextError,
    facts_of,
    rules_page,
)
from dealer_station.house_rules.pages.text import PLACE, load_text, read_text
from dealer_station.progressive.conversion import Conversion

EN, PL = Language.EN, Language.PL


def test_every_house_game_has_a_page_and_these_tests_know_it():
    for listed in (VALUES, MAIN, OTHER):
        assert set(listed) == set(GAMES) - POT_GAMES


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("game", PAGED)
def test_every_value_of_every_key_has_a_page_without_gaps(game, language):
    for name, rules in variations(game):
        page = rules_page(rules, language, CURRENCY)
        assert (page.game, page.rule_set) == (game, rules.name)
        assert page.digest == rules.digest
        for text in words_of(page):
            assert text.strip(), name
            assert not set("{}") & set(text), f"{name}: {text}"


@pytest.mark.parametrize(("game", "name"), RULE_SETS)
def test_languages_say_the_same_in_the_same_order(game, name):
    rules = load_rules(CONFIG, game, name)
    english, polish = (rules_page(rules, language, CURRENCY) for language in (EN, PL))
    assert text_of(english) != text_of(polish)
    assert [shape(section) for section in english.sections] == [
        shape(section) for section in polish.sections
    ]


def shape(section):
    return section.id, [
        (part.kind, len(part.head), len(part.lines)) if isinstance(part, PageTable) else "text"
        for part in section.parts
    ]


@pytest.mark.parametrize(("game", "name"), RULE_SETS)
def test_every_line_of_a_table_has_the_cells_of_its_head(game, name):
    page = rules_page(load_rules(CONFIG, game, name), EN, CURRENCY)
    tables = [p for s in page.sections for p in s.parts if isinstance(p, PageTable)]
    assert {table.kind.value for table in tables} >= {"limits", "paytable"}
    for table in tables:
        assert {len(line) for line in table.lines} == {len(table.head)}


# ------------------------------------------------------------- complete, from the rules' side


@pytest.mark.parametrize("game", PAGED)
def test_these_tests_try_another_value_of_every_key(game):
    values = json.loads(changed(game).content)["values"]
    assert values.keys() == OTHER[game].keys() == VALUES[game].model_fields.keys()
    assert [key for key in values if values[key] == OTHER[game][key]] == []


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize(("game", "key"), [(game, key) for game in PAGED for key in OTHER[game]])
def test_every_key_changes_the_page_or_is_left_unsaid_with_a_reason(game, key, language):
    needed = NEEDS.get(key, {})
    before = text_of(page_of(game, language, **needed))
    after = text_of(page_of(game, language, **{**needed, key: OTHER[game][key]}))
    assert (before == after) is (key in UNSAID[game])


@pytest.mark.parametrize("game", PAGED)
def test_what_is_left_unsaid_is_a_key_and_has_a_reason(game):
    assert UNSAID[game].keys() <= OTHER[game].keys()
    assert all(len(reason.split()) > 4 for reason in UNSAID[game].values())


@pytest.mark.parametrize("game", PAGED)
def test_every_value_of_a_choice_has_a_text_of_its_own(game):
    conditions = conditions_of(game)
    missing = [
        f"{key}={value}"
        for key, values in choices(game).items()
        if key not in UNSAID[game]
        for value in values
        if value not in conditions[key]
    ]
    assert missing == []


@pytest.mark.parametrize("game", PAGED)
def test_a_choice_of_the_page_is_the_one_of_the_rule_set(game):
    for key, values in choices(game).items():
        if key in UNSAID[game]:
            continue
        for value in values:
            assert facts_of(changed(game, {key: value})).choices[key] == value


# -------------------------------------------------------------- complete, from the text's side


def conditions_of(game):
    """Every name that a condition asks for, with the values asked for."""
    found = defaultdict(set)
    for section in load_text(game).section:
        for part in section.part:
            for condition in part.when:
                name, value = condition.split("=")
                found[name].add(value)
    return found


def all_facts(game):
    return [
        *(facts_of(rules) for _, rules in variations(game)),
        facts_of(changed(game), Conversion("USD", "EUR", Fraction(23, 25))),
    ]


@pytest.mark.parametrize("game", PAGED)
def test_text_and_rules_know_the_same_figures_and_tables(game):
    parts = [part for section in load_text(game).section for part in section.part]
    facts = all_facts(game)
    wanted = {name for part in parts for name in PLACE.findall(part.en)}
    words = load_text(game).words.values()
    wanted |= {name for word in words for name in PLACE.findall(word.en)}
    pays = {name for each in facts for name in each.figures if name.endswith("_pays")}
    # The odds of every wager stand in a table; not each of them in a sentence too.
    assert wanted | pays == {name for each in facts for name in each.figures}
    assert {part.table for part in parts if part.table} == {
        name for each in facts for name in each.tables
    }


@pytest.mark.parametrize("game", PAGED)
def test_every_condition_can_hold_and_every_choice_is_asked_for(game):
    facts = all_facts(game)
    known = defaultdict(set)
    for each in facts:
        for name, value in each.choices.items():
            known[name].add(value)
    # What is said of every game may hold in some of them only.
    for name in ("decisions", "unread_card"):
        known[name] = {facts_of(changed(other)).choices[name] for other in PAGED}
    conditions = conditions_of(game)
    for name, values in conditions.items():
        assert values <= known[name], name
    irregularities = set(changed(game).catalogue.entries)
    assert set(known) - irregularities == set(conditions) - irregularities


@pytest.mark.parametrize("game", PAGED)
def test_a_sentence_about_an_irregularity_is_what_the_catalogue_proposes(game):
    catalogue = changed(game).catalogue
    said = {
        name: values for name, values in conditions_of(game).items() if name in catalogue.entries
    }
    assert len(said) >= 9
    for name, values in said.items():
        assert values == {catalogue.entries[name].rulings[-1].options[0].option.value}


@pytest.mark.parametrize("game", PAGED)
def test_every_word_of_a_game_stands_in_a_table_and_the_other_way_round(game):
    used = {
        figure.key
        for facts in all_facts(game)
        for table in facts.tables.values()
        for line in (table.head, *table.lines)
        for figure in line
        if isinstance(figure, Word)
    }
    assert used <= load_text(game).words.keys()
    own = read_text(module_text(game), game).words.keys()
    assert own <= used


def module_text(game):
    return (
        (CONFIG.parent / "dealer_station/house_rules/pages/texts")
        .joinpath(f"{game.replace('-', '_')}.toml")
        .read_text(encoding="utf-8")
    )


# ------------------------------------------------------------------------------- what is refused


TEXT = """
title = {{ en = "Game", pl = "Gra" }}
words = {{ {word} = {{ en = "a", pl = "b" }} }}
[[section]]
id = "one"
heading = {{ en = "One", pl = "Jeden" }}
[[section.part]]
source = ["BA-01"]
table = "{table}"
en = "{{{figure}}}"
pl = "{{{figure}}}"
"""


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"figure": "nothing"}, "baccarat: the rules page has no figure nothing"),
        ({"table": "nothing"}, "baccarat: the rules page has no table nothing"),
        ({}, "baccarat: the rules page has no word wager"),
    ],
)
def test_a_text_that_asks_for_what_there_is_not_is_an_error(monkeypatch, asked, said):
    named = {"word": "hand", "figure": "decks", "table": "limits", **asked}
    text = read_text(TEXT.format(**named), "baccarat")
    monkeypatch.setattr(module, "load_text", lambda _: text)
    with pytest.raises(PageTextError, match=said):
        rules_page(changed("baccarat"), EN, CURRENCY)


def test_a_game_without_facts_is_an_error(monkeypatch):
    monkeypatch.setattr(module, "_FACTS", {})
    with pytest.raises(PageTextError, match="no facts"):
        facts_of(changed("baccarat"))
