"""Levels that can be played, odd ones, and misprints (ST-14, ST-15)."""

import doctest

import pytest

from dealer_station.games.seven_card_stud import levels as module
from dealer_station.games.seven_card_stud.levels import Level, LevelNote, fault, notes


def test_the_examples_of_the_documentation():
    assert doctest.testmod(module).attempted
    assert not doctest.testmod(module).failed


def test_st_14_a_bring_in_above_the_small_bet_is_refused():
    assert fault(Level(1000, 2000, 1000, 2000)).startswith("ST-14")
    assert fault(Level(100, 200, 1000, 2000)) == ""


def test_st_14_a_bring_in_that_is_the_small_bet_is_accepted():
    level = Level(5, 10, 10, 20)
    assert fault(level) == ""
    assert notes(level, 1) == (LevelNote.NO_COMPLETION,)


@pytest.mark.parametrize(
    ("level", "said"),
    [
        (Level(None, None, None, None), "ante, bring_in, small_bet, big_bet"),
        (Level(100, None, 500, 1000), "bring_in"),
    ],
)
def test_st_15_what_the_house_has_not_set_is_named(level: Level, said: str):
    assert fault(level) == f"ST-15: the house has not set {said}"
    assert notes(level, 1) == ()


@pytest.mark.parametrize(
    ("level", "chip", "expected"),
    [
        (Level(251, 200, 500, 1000), 1, (LevelNote.ANTE_ABOVE_HALF,)),
        (Level(250, 200, 500, 1000), 1, ()),
        (Level(50, 200, 500, 1000), 100, (LevelNote.ANTE_NO_CHIPS,)),
        (Level(100, 250, 500, 1000), 100, (LevelNote.BRING_IN_NO_CHIPS,)),
    ],
)
def test_st_14_what_is_odd_is_noted(level: Level, chip: int, expected):
    assert notes(level, chip) == expected
