import pytest
from rules_pages import PAGED

from dealer_station.house_rules.files import RuleSetError
from dealer_station.house_rules.pages.figures import Language
from dealer_station.house_rules.pages.text import EVERY_GAME, PLACE, load_text, read_text

GOOD = """
title = { en = "Game", pl = "Gra" }
[[section]]
id = "one"
heading = { en = "One", pl = "Jeden" }
[[section.part]]
source = ["CS-01"]
en = "At most {most}."
pl = "Najwyżej {most}."
"""


def error_of(old: str, new: str) -> RuleSetError:
    assert old in GOOD
    with pytest.raises(RuleSetError) as caught:
        read_text(GOOD.replace(old, new), "game")
    return caught.value


def test_a_good_text_is_read():
    (section,) = read_text(GOOD, "game").section
    assert section.heading.said(Language.PL) == "Jeden"
    assert section.part[0].said(Language.EN) == "At most {most}."


@pytest.mark.parametrize(
    ("old", "new", "key"),
    [
        ('pl = "Najwyżej {most}."', "", "section.0.part.0.pl"),
        ('pl = "Najwyżej {most}."', 'pl = " "', "section.0.part.0.pl"),
        ("Najwyżej {most}", "Najwyżej {least}", "section.0.part.0"),
        ('source = ["CS-01"]', "source = []", "section.0.part.0.source"),
        ('source = ["CS-01"]', 'source = ["CS-01"]\nwhen = ["a>b"]', "section.0.part.0.when.0"),
        ('source = ["CS-01"]', 'source = ["CS-01"]\nother = 1', "section.0.part.0.other"),
        (', pl = "Jeden"', "", "section.0.heading.pl"),
        ('id = "one"', 'id = "One!"', "section.0.id"),
    ],
)
def test_what_is_wrong_is_named_by_file_and_key(old, new, key):
    error = error_of(old, new)
    assert (error.file, error.key) == ("game.toml", key)


def test_a_section_stands_once():
    section = GOOD.split("\n", 2)[2]
    assert "stands twice" in str(error_of(section, section + section))


def test_a_section_of_every_game_is_no_section_of_a_game():
    with pytest.raises(RuleSetError, match="stands twice"):
        load_text(EVERY_GAME)


@pytest.mark.parametrize("game", PAGED)
def test_a_games_own_sections_come_first_and_those_of_every_game_last(game):
    ids = [section.id for section in load_text(game).section]
    assert ids[-3:] == ["payment", "irregularities", "record"]
    assert len(ids) > 6


@pytest.mark.parametrize("game", PAGED)
def test_languages_are_two_texts_and_not_one_twice(game):
    for section in load_text(game).section:
        for part in section.part:
            assert part.en != part.pl
            # Sentences end, captions do not.
            assert part.en.endswith(".") is part.pl.endswith(".") is (part.table is None)
            assert len(PLACE.findall(part.en)) == len(PLACE.findall(part.pl))
