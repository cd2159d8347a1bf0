"""What came out of a shoe and what may still be inside."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dealer_station.cards.card import JOKER, Card, parse_cards
from dealer_station.cards.deck import compare, standard_deck
from dealer_station.cards.shoe import Departure, DrawnCard, Shoe

ACE = Card.parse("As")


def drawn_from(decks, cards):
    shoe = Shoe(decks)
    for card in cards:
        shoe = shoe.draw(card)
    return shoe


@pytest.mark.parametrize("decks", [1, 8])
def test_new_shoe_may_hold_every_card_but_the_joker(decks):
    shoe = Shoe(decks)
    assert shoe.undealt_count == 52 * decks
    assert all(shoe.may_hold(card) for card in standard_deck())
    assert not shoe.may_hold(JOKER)
    assert not shoe.is_fouled


@pytest.mark.parametrize("decks", [1, 8])
def test_shoe_dealt_out_is_empty_and_complete(decks):
    shoe = drawn_from(decks, standard_deck() * decks)
    assert shoe.undealt_count == 0
    assert shoe.discrepancy.is_none
    assert not shoe.is_fouled
    assert not any(shoe.may_hold(card) for card in standard_deck())


def test_shoe_of_eight_decks_may_hold_a_card_until_its_eighth_copy():
    shoe = drawn_from(8, [ACE] * 7)
    assert shoe.may_hold(ACE)
    shoe = shoe.draw(ACE)
    assert not shoe.may_hold(ACE)
    assert shoe.is_surplus(ACE)
    assert not shoe.is_fouled


@pytest.mark.parametrize("card", [ACE, JOKER])
def test_surplus_card_fouls_the_shoe(card):
    shoe = drawn_from(1, [ACE]).draw(card)
    assert shoe.is_fouled
    assert shoe.discrepancy.surplus == (card,)


def test_cards_count_by_how_they_left():
    shoe = Shoe(1).draw(None, Departure.BURNED).draw(ACE).draw(JOKER, Departure.SET_ASIDE)
    assert [shoe.count_of(departure) for departure in Departure] == [1, 1, 0, 0, 1]
    assert shoe.drawn[0] == DrawnCard(None, Departure.BURNED)


def test_unread_card_is_gone_but_not_known():
    shoe = drawn_from(1, [None, *standard_deck()[1:]])
    assert shoe.undealt_count == 0
    assert shoe.unread_count == 1
    assert not shoe.is_fouled
    assert shoe.discrepancy.missing == parse_cards("2c")
    assert not shoe.is_surplus(Card.parse("2c"))
    assert not shoe.may_hold(Card.parse("2c"))


def test_unread_card_turned_up_is_known_and_keeps_its_place():
    shoe = Shoe(1).draw(ACE).draw(None, Departure.BURNED).draw(Card.parse("Kd"))
    named = shoe.identify(1, Card.parse("7h"))
    assert named.seen == parse_cards("As 7h Kd")
    assert named.count_of(Departure.BURNED) == 1
    assert named.unread_count == 0
    assert shoe.identify(1, ACE).is_fouled


def test_known_card_cannot_be_named_again():
    with pytest.raises(ValueError, match="known: As"):
        drawn_from(1, [ACE]).identify(0, ACE)
    with pytest.raises(IndexError):
        Shoe(1).identify(0, ACE)


def test_cut_card_is_remembered_where_it_came_first():
    shoe = drawn_from(8, [ACE, ACE]).see_cut_card()
    later = shoe.draw(ACE).see_cut_card()
    assert Shoe(8).cut_card_after is None
    assert shoe.cut_card_after == later.cut_card_after == 2
    assert later.undealt_count == 413
    assert Shoe(8).see_cut_card().cut_card_after == 0


def test_one_card_more_than_went_in_fouls_the_shoe_even_unread():
    shoe = drawn_from(1, [*standard_deck(), None])
    assert shoe.is_overdrawn
    assert shoe.is_fouled
    assert shoe.undealt_count == 0


def test_impossible_shoe_is_refused():
    with pytest.raises(ValueError, match="one deck or more"):
        Shoe(0)
    with pytest.raises(ValueError, match="cut card"):
        Shoe(1, cut_card_after=1)


@given(st.lists(st.sampled_from([*standard_deck(), JOKER, None]), max_size=60), st.integers(1, 2))
def test_shoe_agrees_with_its_cards(cards, decks):
    shoe = drawn_from(decks, cards)
    seen = [card for card in cards if card is not None]
    assert shoe.seen == tuple(seen)
    assert shoe.discrepancy == compare(seen, decks)
    assert shoe.undealt_count + len(cards) == max(decks * 52, len(cards))
    if not shoe.is_fouled:
        assert len(shoe.discrepancy.missing) == shoe.undealt_count + shoe.unread_count
