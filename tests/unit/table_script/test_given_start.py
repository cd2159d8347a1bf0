"""A start that states button, blinds and posts: what is read, and every fault with its line."""

import pytest

from dealer_station.games.pot_rules import Post, PostKind
from dealer_station.table.pot.commands import GivenStart
from dealer_station.table_script.document import ScriptError, documents
from dealer_station.table_script.given_start import given_start


def read(text):
    (node,) = documents(text, "s.yaml")
    return given_start(node)


def test_button_blinds_and_posts_are_read():
    text = "{button: 3, small: 1, big: 2, posts: {4: {live: 0.25, dead: 0.10}, 2: {dead: 5}}}"
    assert read(text) == GivenStart(
        button=3,
        small=1,
        big=2,
        posts=(
            Post(4, PostKind.ENTRY, live_minor=25, dead_minor=10),
            Post(2, PostKind.ENTRY, dead_minor=500),
        ),
    )


@pytest.mark.parametrize("text", ["{button: 3, small: null, big: 2}", "{button: 3, big: 2}"])
def test_a_blind_may_be_posted_by_nobody(text):
    assert read(text) == GivenStart(button=3, small=None, big=2)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("{small: 1}", "1: the start has no 'button'"),
        ("button: 0", "1: seats count from 1"),
        ("button: x", "1: 'x' is no whole number"),
        ("button: 3\nblind: 2", "2: a start has no key 'blind'; one of button, small, big, posts"),
        ("button: 3\nposts:\n  2:\n    alive: 1", "4: a post is live or dead, not 'alive'"),
        ("button: 3\nposts:\n  2: {}", "3: nothing is posted"),
        ("button: 3\nposts:\n  2: {live: 0.001}", "3: 0.001 is no amount in whole cents"),
        ("button: 3\nposts:\n  2: {dead: -1}", "3: -1 is no amount in whole cents"),
        ("button: 3\nposts: 2", "2: expected a mapping"),
    ],
)
def test_a_fault_is_named(text, says):
    with pytest.raises(ScriptError) as raised:
        read(text)
    assert str(raised.value) == f"s.yaml:{says}"
