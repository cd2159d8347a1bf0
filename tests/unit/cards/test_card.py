"""Cards and their notation."""

import copy
import os
import pickle
import random
import subprocess
import sys
from dataclasses import FrozenInstanceError

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dealer_station.cards.card import (
    CUT,
    JOKER,
    UNREADABLE,
    Card,
    CardNotationError,
    Rank,
    Suit,
    format_cards,
    parse_cards,
)

EVERY_CARD = [Card.from_index(index) for index in range(53)]


def test_notation_of_every_card_reads_back():
    texts = [str(card) for card in EVERY_CARD]
    expected = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
    assert texts == [*expected, "Jo"]
    assert [Card.parse(text) for text in texts] == EVERY_CARD


def test_rank_and_suit_of_every_card_make_the_same_card():
    assert [Card(card.rank, card.suit) for card in EVERY_CARD[:52]] == EVERY_CARD[:52]
    assert all(Card(card.rank, card.suit) is card for card in EVERY_CARD[:52])


def test_index_counts_suits_within_ranks():
    assert [card.index for card in EVERY_CARD] == list(range(53))
    assert Card.parse("2s").index == 3
    assert Card.parse("3c").index == 4


@pytest.mark.parametrize("index", [-1, 53])
def test_index_beyond_the_joker_is_refused(index):
    with pytest.raises(IndexError):
        Card.from_index(index)


def test_rank_letters_read_back():
    assert [Rank.from_letter(rank.letter) for rank in Rank] == list(Rank)
    assert [int(rank) for rank in Rank] == list(range(2, 15))


@pytest.mark.parametrize("letter", ["", "1", "t", "TJ", "23"])
def test_rank_letter_malformed_is_refused(letter):
    with pytest.raises(CardNotationError):
        Rank.from_letter(letter)


def test_suit_values_are_the_letters():
    assert [suit.value for suit in Suit] == ["c", "d", "h", "s"]


def test_card_order_is_rank_then_suit():
    assert Card.parse("2s") < Card.parse("3c") < Card.parse("3d") <= Card.parse("3d")
    assert JOKER > Card.parse("As") >= Card.parse("Ah")
    assert sorted(random.Random(1).sample(EVERY_CARD, 53)) == EVERY_CARD


def test_card_is_a_key_and_a_member_of_sets():
    assert len(set(EVERY_CARD)) == 53
    assert {Card.parse("As"): 1}[Card(Rank.ACE, Suit.SPADES)] == 1
    assert Card.parse("As") != "As"
    assert Card.parse("As") != 51


@pytest.mark.parametrize("card", [Card.parse("As"), JOKER])
def test_card_stays_the_one_object_when_copied(card):
    assert copy.copy(card) is card
    assert copy.deepcopy({"card": [card]})["card"][0] is card
    assert pickle.loads(pickle.dumps(card)) is card  # noqa: S301 - our own bytes


def test_card_cannot_be_changed():
    with pytest.raises(FrozenInstanceError):
        Card.parse("As").rank = Rank.TWO  # type: ignore[misc] - the point of the test
    with pytest.raises(FrozenInstanceError):
        del Card.parse("As").rank  # type: ignore[misc] - the point of the test


def test_sets_of_cards_have_the_same_order_in_every_process():
    program = (
        "from dealer_station.cards.card import parse_cards;"
        "print(*set(parse_cards('As 7d 2c Jo Th 9s Kd 3h')))"
    )
    orders = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONHASHSEED": seed},
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(orders) == 1


def test_joker_is_marked_and_has_neither_rank_nor_suit():
    assert [card for card in EVERY_CARD if card.is_joker] == [JOKER]
    with pytest.raises(AttributeError):
        _ = JOKER.rank
    with pytest.raises(AttributeError):
        _ = JOKER.suit


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "a card is two letters"),
        ("A", "a card is two letters"),
        ("Asd", "a card is two letters"),
        (" As", "a card is two letters"),
        ("1s", "'1' is no rank"),
        ("Ax", "'x' is no suit"),
        ("aS", "did you mean 'As'?"),
        ("JO", "did you mean 'Jo'?"),
        ("10h", "a ten is written 'Th'"),
        ("10", "a ten is written 'Th'"),
        (UNREADABLE, "a card that could not be read"),
        (CUT, "the cut card"),
        ("A♠", "'♠' is no suit"),
    ],
)
def test_malformed_card_says_what_is_wrong(text, says):
    with pytest.raises(CardNotationError, match="at character 0") as caught:
        Card.parse(text)
    assert says in caught.value.reason
    assert isinstance(caught.value, ValueError)


@pytest.mark.parametrize(
    ("text", "position", "word"),
    [("As Kx", 3, "Kx"), ("As  \n As ?? Qx", 9, "??"), ("  jo", 2, "jo"), ("As sA As", 3, "sA")],
)
def test_malformed_cards_say_where(text, position, word):
    with pytest.raises(CardNotationError) as caught:
        parse_cards(text)
    assert (caught.value.text, caught.value.position) == (text, position)
    assert repr(word) in caught.value.reason
    assert str(caught.value).endswith(f"at character {position} of {text!r}")


def test_notation_error_survives_another_process():
    error = CardNotationError("As Kx", 3, "no card")
    twin = pickle.loads(pickle.dumps(error))  # noqa: S301 - our own bytes
    assert (str(twin), twin.position) == (str(error), 3)


def test_text_without_cards_is_no_card():
    assert parse_cards(" \n") == ()
    assert format_cards(()) == ""


@given(st.lists(st.sampled_from(EVERY_CARD)))
def test_lists_of_cards_read_back(cards):
    assert parse_cards(format_cards(cards)) == tuple(cards)


@given(st.text(max_size=3))
def test_text_is_a_card_or_refused(text):
    try:
        card = Card.parse(text)
    except CardNotationError:
        assert text not in [str(card) for card in EVERY_CARD]
    else:
        assert str(card) == text
