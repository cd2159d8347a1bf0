"""The deck check: a shoe put in or taken out against the decks it should be."""

import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dealer_station.cards.card import JOKER, Card, CardNotationError, format_cards, parse_cards
from dealer_station.cards.deck import standard_deck
from dealer_station.cards.deck_check import Copies, DeckCheck, check_decks

DECK = standard_deck()


def without(text, decks=1):
    """Complete decks without these cards, one copy each time a card is named."""
    cards = Counter(DECK * decks)
    cards.subtract(parse_cards(text))
    return list(cards.elements())


def copies(text):
    """Read `2c 1 As 3` as copies."""
    words = text.split()
    pairs = zip(words[::2], words[1::2], strict=True)
    return tuple(Copies(Card.parse(card), int(count)) for card, count in pairs)


def test_complete_decks_in_any_order_are_complete():
    cards = list(DECK * 8)
    random.Random(8).shuffle(cards)
    found = check_decks(cards, decks=8)
    assert found == DeckCheck(decks=8, count=416, unread=0, missing=(), surplus=())
    assert found.is_complete
    assert not found.is_proven_wrong


def test_cards_may_be_given_as_text():
    cards = without("9h")
    text = format_cards(cards) + "\n??"
    assert check_decks(text, decks=1) == check_decks([*cards, None], decks=1)


@pytest.mark.parametrize("text", ["As CUT", "As 10h", "As ?"])
def test_word_that_is_no_card_is_refused(text):
    with pytest.raises(CardNotationError):
        check_decks(text, decks=1)


@pytest.mark.parametrize("decks", [0, -1])
def test_no_deck_is_refused(decks):
    with pytest.raises(ValueError, match="one deck or more"):
        check_decks((), decks)


def test_exchanged_card_is_one_missing_and_one_too_many():
    found = check_decks([*without("9h", decks=8), Card.parse("4c")], decks=8)
    assert (found.missing, found.surplus) == (copies("9h 1"), copies("4c 1"))
    assert found.count == 416
    assert (found.certainly_missing, found.certainly_surplus) == (1, 1)
    assert found.is_proven_wrong
    assert not found.is_complete


def test_copies_are_counted_card_by_card():
    cards = [*without("Kd 2c Kd Kd", decks=8), *parse_cards("Jo As As")]
    found = check_decks(cards, decks=8)
    assert found.missing == copies("2c 1 Kd 3")
    assert found.surplus == copies("As 2 Jo 1")
    assert (found.certainly_missing, found.certainly_surplus) == (4, 3)


def test_unread_card_may_stand_for_the_missing_one():
    found = check_decks([*without("9h"), None], decks=1)
    assert (found.missing, found.unread, found.count) == (copies("9h 1"), 1, 52)
    assert (found.certainly_missing, found.certainly_surplus) == (0, 0)
    assert not found.is_complete
    assert not found.is_proven_wrong


@pytest.mark.parametrize(
    ("cards", "certainly_missing", "certainly_surplus"),
    [
        (without("9h"), 1, 0),
        ([*without("9h 2c 2d"), None], 2, 0),
        ([*DECK, None], 0, 1),
        ([*without("9h"), None, None, None], 0, 2),
        ([*without("9h"), JOKER, None], 0, 1),
        ([*without("9h 2c"), JOKER, None], 1, 1),
        ([], 52, 0),
    ],
)
def test_wrong_number_or_a_surplus_card_proves_the_decks_wrong(
    cards, certainly_missing, certainly_surplus
):
    found = check_decks(cards, decks=1)
    assert found.certainly_missing == certainly_missing
    assert found.certainly_surplus == certainly_surplus
    assert found.is_proven_wrong
    assert not found.is_complete


CHANGES = st.lists(st.integers(0, 103), max_size=6, unique=True)
ADDED = st.lists(st.sampled_from([*DECK[:4], JOKER]), max_size=4)


@given(lost=CHANGES, hidden=CHANGES, added=ADDED, unread_added=st.integers(0, 2))
def test_proof_is_never_against_the_truth(lost, hidden, added, unread_added):
    true_cards = [card for place, card in enumerate(DECK * 2) if place not in lost] + added
    seen = [
        None if place in hidden else card
        for place, card in enumerate(DECK * 2)
        if place not in lost
    ]
    found = check_decks([*seen, *added, *[None] * unread_added], decks=2)
    truth = check_decks([*true_cards, *[JOKER] * unread_added], decks=2)
    assert found.certainly_missing <= truth.certainly_missing
    assert found.certainly_surplus <= truth.certainly_surplus
    assert found.count == truth.count
    assert found.certainly_surplus - found.certainly_missing == found.count - 104
    if found.is_proven_wrong:
        assert not truth.is_complete
    if found.is_complete:
        assert truth.is_complete


@given(lost=CHANGES, added=ADDED)
def test_what_is_not_proven_wrong_could_be_the_decks(lost, added):
    seen = [card for place, card in enumerate(DECK * 2) if place not in lost] + added
    found = check_decks([*seen, *[None] * len(lost)], decks=2)
    named = [one.card for one in found.missing for _ in range(one.count)]
    could_be = len(named) == found.unread and check_decks([*seen, *named], decks=2).is_complete
    assert could_be == (not found.is_proven_wrong)
