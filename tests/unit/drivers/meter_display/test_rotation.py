"""Whose turn it is: every page in its order, each for its whole time."""

import pytest

from drivers.meter_display.rotation import Part, Rotation

GRAND = ("grand", Part.AMOUNT)
MINI_NAME = ("mini", Part.NAME)
MINI = ("mini", Part.AMOUNT)
PAGES = (GRAND, MINI_NAME, MINI)


@pytest.fixture
def rotation():
    made = Rotation(3_000)
    made.tick(GRAND, PAGES, GRAND, 0)
    return made


def turn(rotation, pages, start_ms, end_ms):
    """Let time pass on a sign that takes every page at once; return the pages with their time."""
    seen = {}
    for now_ms in range(start_ms, end_ms, 100):
        page = rotation.page if rotation.page in pages else pages[0]
        rotation.tick(page, pages, page, now_ms)
        seen[page] = seen.get(page, 0) + 100
    return seen


def test_each_page_stands_its_time_and_then_the_next(rotation):
    assert rotation.page == GRAND
    rotation.tick(GRAND, PAGES, GRAND, 2_999)
    assert rotation.page == GRAND
    rotation.tick(GRAND, PAGES, GRAND, 3_000)
    assert rotation.page == MINI_NAME
    seen = turn(rotation, PAGES, 3_100, 3_100 + 3 * 3 * 3_100)
    assert list(seen) == [MINI_NAME, MINI, GRAND]
    assert min(seen.values()) >= 3 * 3_000


def test_time_begins_when_the_sign_is_told_the_page(rotation):
    rotation.hold(MINI)
    for standing in (GRAND, None):
        rotation.tick(MINI, PAGES, standing, 5_000)
    rotation.tick(MINI, PAGES, MINI, 9_000)
    rotation.tick(MINI, PAGES, MINI, 11_999)
    assert rotation.page == MINI
    rotation.tick(MINI, PAGES, MINI, 12_000)
    assert rotation.page == GRAND


def test_dashes_take_no_turn_and_the_page_after_them_has_its_whole_time(rotation):
    rotation.tick(None, (), None, 2_000)
    assert rotation.page == GRAND
    rotation.tick(GRAND, PAGES, GRAND, 9_000)
    rotation.tick(GRAND, PAGES, GRAND, 11_999)
    assert rotation.page == GRAND


def test_a_page_that_left_the_rotation_gives_way(rotation):
    rotation.hold(MINI)
    rotation.tick(GRAND, (GRAND,), GRAND, 100)
    assert rotation.page == GRAND
    rotation.tick(GRAND, (GRAND,), GRAND, 3_100)
    assert rotation.page == GRAND


def test_what_is_held_has_its_whole_time_afterwards(rotation):
    rotation.hold(MINI)
    rotation.tick(MINI, PAGES, MINI, 20_000)
    rotation.tick(MINI, PAGES, MINI, 22_999)
    assert rotation.page == MINI
    rotation.hold(None)
    assert rotation.page == MINI


def test_a_page_beside_which_another_comes_has_its_whole_time_from_then(rotation):
    alone = (MINI,)
    for now_ms in (5_000, 7_900):
        rotation.tick(MINI, alone, MINI, now_ms)
    both = (MINI, ("mini", Part.CAP))
    for now_ms in (8_100, 11_000):
        rotation.tick(MINI, both, MINI, now_ms)
        assert rotation.page == MINI
    rotation.tick(MINI, both, MINI, 11_100)
    assert rotation.page == ("mini", Part.CAP)
