"""The browser tests' own check of words: it must notice what no text of the screens says."""

import pytest
from e2e.words import is_said, language


@pytest.mark.parametrize(
    "words",
    [
        "No more bets",
        "Dealer D-104",
        "CS-I08 · Dealer exposed a player's card",
        "Play on (Supervisor), Void the hand (Supervisor)",
        "Window open · Lamp on 11:26:39",
        "Seat 3: Lamp on · acceptor-3",
    ],
)
def test_texts_and_what_is_put_together_from_them_are_said(words):
    assert is_said(words, language("en"))


@pytest.mark.parametrize(
    "words", ["zzz", "place_wager", "Krupier D-104", "Dealer zzz", "Window open · otwarte", "a: b"]
)
def test_other_words_are_not(words):
    assert not is_said(words, language("en"))
