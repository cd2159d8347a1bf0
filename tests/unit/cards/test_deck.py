"""Decks, their composition and what differs from it."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dealer_station.cards.card import JOKER, parse_cards
from dealer_station.cards.deck import (
    Discrepancy,
    compare,
    composition,
    first_surplus,
    standard_deck,
)

CARDS = [*standard_deck(), JOKER]


def test_deck_is_52_different_cards_without_joker():
    assert len(set(standard_deck())) == 52
    assert not any(card.is_joker for card in standard_deck())


@pytest.mark.parametrize("decks", [1, 2, 8])
def test_composition_holds_each_card_once_a_deck(decks):
    assert Counter(composition(decks)) == Counter(standard_deck() * decks)


def test_composition_cannot_be_changed():
    with pytest.raises(TypeError):
        composition(1)[JOKER] = 1  # type: ignore[index] - the point of the test


@pytest.mark.parametrize("decks", [0, -1])
def test_no_deck_is_refused(decks):
    for refused in (
        lambda: composition(decks),
        lambda: compare((), decks),
        lambda: first_surplus((), decks),
    ):
        with pytest.raises(ValueError, match="one deck or more"):
            refused()


@pytest.mark.parametrize("decks", [1, 8])
def test_complete_decks_in_any_order_have_no_discrepancy(decks):
    found = compare(reversed(standard_deck() * decks), decks)
    assert found.is_none
    assert found == Discrepancy(missing=(), surplus=())


def test_discrepancy_names_every_copy():
    seen = [card for card in standard_deck() * 2 if card not in parse_cards("7h 2c")]
    found = compare([JOKER, *seen, *parse_cards("Kd As Kd")], decks=2)
    assert found.missing == parse_cards("2c 2c 7h 7h")
    assert found.surplus == parse_cards("Jo Kd As Kd")
    assert not found.is_none


@pytest.mark.parametrize(
    ("seen", "decks", "place"),
    [
        ("", 1, None),
        ("As Kd 2c", 1, None),
        ("As Kd As 2c", 1, 2),
        ("As Kd As 2c", 2, None),
        ("As As As", 2, 2),
        ("As Jo As", 1, 1),
    ],
)
def test_first_surplus_is_the_first_card_too_many(seen, decks, place):
    assert first_surplus(parse_cards(seen), decks) == place


@given(st.lists(st.sampled_from(CARDS), max_size=80), st.integers(1, 3))
def test_surplus_and_missing_account_for_every_card(seen, decks):
    found = compare(seen, decks)
    assert Counter(seen) + Counter(found.missing) == Counter(found.surplus) + Counter(
        composition(decks)
    )
    assert not set(found.missing) & set(found.surplus)
    first = first_surplus(seen, decks)
    held = Counter(composition(decks))
    fouling = [place for place, card in enumerate(seen) if seen[:place].count(card) >= held[card]]
    assert first == (fouling[0] if fouling else None)
    assert bool(found.surplus) == (first is not None)
    assert found.surplus == tuple(seen[place] for place in fouling)
