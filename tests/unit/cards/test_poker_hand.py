"""Values of poker hands: categories, kickers, thresholds, best five."""

import random
from itertools import combinations, pairwise

import pytest
from pokerkit import StandardHighHand

from dealer_station.cards.card import JOKER, Card, Rank, Suit, format_cards, parse_cards
from dealer_station.cards.deck import standard_deck
from dealer_station.cards.poker_hand import (
    VALUES,
    HandCategory,
    HandValue,
    best_five,
    evaluate,
    rank5,
)

A, K, Q, J, T = Rank.ACE, Rank.KING, Rank.QUEEN, Rank.JACK, Rank.TEN

LABELS = {
    "High card": HandCategory.HIGH_CARD,
    "One pair": HandCategory.PAIR,
    "Two pair": HandCategory.TWO_PAIR,
    "Three of a kind": HandCategory.THREE_OF_A_KIND,
    "Straight": HandCategory.STRAIGHT,
    "Flush": HandCategory.FLUSH,
    "Full house": HandCategory.FULL_HOUSE,
    "Four of a kind": HandCategory.FOUR_OF_A_KIND,
    "Straight flush": HandCategory.STRAIGHT_FLUSH,
}


def category_of(label, strength):
    """Our category for a label of pokerkit, which knows no royal flush."""
    return HandCategory.ROYAL_FLUSH if strength == 7461 else LABELS[label]


def hand_of(value):
    """Five cards that have the value, written from its category and kickers alone."""
    shapes = {
        HandCategory.PAIR: (2, 1, 1, 1),
        HandCategory.TWO_PAIR: (2, 2, 1),
        HandCategory.THREE_OF_A_KIND: (3, 1, 1),
        HandCategory.FULL_HOUSE: (3, 2),
        HandCategory.FOUR_OF_A_KIND: (4, 1),
    }
    suits = list(Suit)
    if value.category in shapes:
        shape = zip(value.kickers, shapes[value.category], strict=True)
        return [Card(rank, suit) for rank, count in shape for suit in suits[:count]]
    ranks = value.kickers
    if len(ranks) == 1:
        ranks = [Rank(top if top > 1 else 14) for top in range(ranks[0], ranks[0] - 5, -1)]
    is_flush = "flush" in value.category
    return [
        Card(rank, Suit.HEARTS if is_flush or place else Suit.SPADES)
        for place, rank in enumerate(ranks)
    ]


def test_categories_are_exactly_the_ten_and_in_order():
    assert [category.value for category in HandCategory] == [
        "high_card",
        "pair",
        "two_pair",
        "three_of_a_kind",
        "straight",
        "flush",
        "full_house",
        "four_of_a_kind",
        "straight_flush",
        "royal_flush",
    ]
    assert [category.place for category in HandCategory] == list(range(10))


def test_categories_compare_by_strength_not_as_text():
    ordered = list(HandCategory)
    shuffled = random.Random(1).sample(ordered, 10)
    assert sorted(shuffled) == ordered
    for weaker, stronger in combinations(ordered, 2):
        assert weaker < stronger
        assert weaker <= stronger
        assert stronger > weaker
        assert stronger >= weaker
        assert not stronger < weaker
        assert not weaker > stronger
    assert HandCategory.FLUSH <= HandCategory.FLUSH >= HandCategory.FLUSH
    assert HandCategory.FLUSH > "pair"
    assert HandCategory.FLUSH == "flush"


def test_category_does_not_compare_with_other_text():
    with pytest.raises(ValueError, match="ten high"):
        _ = HandCategory.FLUSH < "ten high"


@pytest.mark.parametrize(
    ("cards", "category", "kickers"),
    [
        ("7h 5d 4c 3s 2h", "high_card", "7 5 4 3 2"),
        ("Ah Kd 4c 3s 2h", "high_card", "A K 4 3 2"),
        ("4s 4d Ah 9c 2d", "pair", "4 A 9 2"),
        ("2s 2d 3h 3c 4d", "two_pair", "3 2 4"),
        ("9s 9d 9h 2c Kd", "three_of_a_kind", "9 K 2"),
        ("Ah 2d 3c 4s 5h", "straight", "5"),
        ("Ah Kd Qc Js Th", "straight", "A"),
        ("Kh Ah 2d 3c 4s", "high_card", "A K 4 3 2"),
        ("2h 9h 4h Kh 7h", "flush", "K 9 7 4 2"),
        ("3s 3d 3h Ac Ad", "full_house", "3 A"),
        ("3s 3d 3h 3c Ad", "four_of_a_kind", "3 A"),
        ("Ah 2h 3h 4h 5h", "straight_flush", "5"),
        ("9s Ks Qs Js Ts", "straight_flush", "K"),
        ("Ad Kd Qd Jd Td", "royal_flush", "A"),
        ("3s 3d 3h Ac Ad Ah", "full_house", "A 3"),
        ("3s 3d 3h Ac Ad Kh Kc", "full_house", "3 A"),
        ("2s 2d 3h 3c 4d 4h Ks", "two_pair", "4 3 K"),
        ("2s 2d 3h 3c 4d 4h 2h", "full_house", "2 4"),
        ("Ah 2h 3d 4s 5h 6c 6d", "straight", "6"),
        ("2h 3h 4h 5h 6h 7h Ah", "straight_flush", "7"),
        ("2h 3h 4h 5h Ah Ks Ac", "straight_flush", "5"),
        ("Th Jh Qh Kh 9h 9s 9c", "straight_flush", "K"),
        ("9h Jh Qh Kh Ah Ts Tc", "flush", "A K Q J 9"),
        ("5s 5d 5h 5c Ad Ah As", "four_of_a_kind", "5 A"),
    ],
)
def test_hand_has_category_and_kickers(cards, category, kickers):
    value = evaluate(parse_cards(cards))
    assert value.category is HandCategory(category)
    assert " ".join(rank.letter for rank in value.kickers) == kickers


@pytest.mark.parametrize("category", HandCategory)
def test_every_value_has_the_category_kickers_and_strength_of_pokerkit(category):
    values = [value for value in VALUES if value.category is category]
    for value in values:
        hand = hand_of(value)
        entry = StandardHighHand("".join(map(str, hand))).entry
        assert entry.index == value.strength
        assert category_of(entry.label.value, value.strength) is category
        assert evaluate(hand) is value
        assert best_five(hand) == tuple(hand)


def test_values_of_all_strengths_in_order():
    assert [value.strength for value in VALUES] == list(range(7462))
    assert [HandValue.of_strength(strength) for strength in range(7462)] == list(VALUES)
    for weaker, stronger in pairwise(VALUES):
        assert weaker < stronger
        assert (weaker.category, weaker.kickers) < (stronger.category, stronger.kickers)


@pytest.mark.parametrize("strength", [-1, 7462])
def test_strength_beyond_the_hands_is_refused(strength):
    with pytest.raises(IndexError):
        HandValue.of_strength(strength)


@pytest.mark.parametrize("seed", range(3))
def test_best_five_of_random_seven_cards_as_pokerkit(seed):
    rnd = random.Random(seed)
    for _ in range(300):
        cards = rnd.sample(standard_deck(), 7)
        theirs = StandardHighHand.from_game(
            "".join(map(str, cards[:2])), "".join(map(str, cards[2:]))
        )
        value = evaluate(cards)
        assert value.strength == theirs.entry.index
        assert value.category is category_of(theirs.entry.label.value, value.strength)
        ranks = sorted(Rank.from_letter(card.rank.value) for card in theirs.cards)
        assert sorted(card.rank for card in best_five(cards)) == ranks


@pytest.mark.parametrize("size", [5, 6, 7])
def test_best_five_is_worth_the_hand_and_no_five_are_worth_more(size):
    rnd = random.Random(size)
    # A short deck makes the rare categories common.
    deck = [card for card in standard_deck() if card.rank >= T or card.rank is Rank.TWO]
    for _ in range(3_000):
        cards = rnd.sample(deck, size)
        five = best_five(cards)
        assert len(set(five)) == 5
        assert set(five) <= set(cards)
        best = max(rank5([card.index for card in hand]) for hand in combinations(cards, 5))
        assert evaluate(five).strength == evaluate(cards).strength == best


@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        ("2c Ah 3d 4s 5h 9c 9d", "5h 4s 3d 2c Ah"),
        ("3s Ah 3d Ac 3h Ad Kc", "Ah Ac Ad 3s 3d"),
        ("9h Kd 9c 2s 2d Kh 4c", "Kd Kh 9h 9c 4c"),
        ("9h 9s Kh 8h 7h 6h 5h", "9h 8h 7h 6h 5h"),
        ("2h 3h Ts Kh 8h 7h 6h", "Kh 8h 7h 6h 3h"),
        ("6c 5d 4h 3s 2c 6d 6h", "6c 5d 4h 3s 2c"),
        ("6c 7d 2h 6s Kc 6d 6h", "6c 6s 6d 6h Kc"),
    ],
)
def test_best_five_come_in_deciding_order_and_the_first_given_counts(cards, expected):
    assert format_cards(best_five(parse_cards(cards))) == expected


def test_value_does_not_depend_on_the_order_of_cards():
    rnd = random.Random(9)
    for _ in range(500):
        cards = rnd.sample(standard_deck(), 7)
        assert evaluate(cards) is evaluate(rnd.sample(cards, 7))
        assert evaluate(cards[:5]) is evaluate(rnd.sample(cards[:5], 5))


@pytest.mark.parametrize("function", [evaluate, best_five])
@pytest.mark.parametrize(
    ("cards", "says"),
    [
        ("", "not of 0"),
        ("Ah Kh Qh Jh", "not of 4"),
        ("Ah Kh Qh Jh Th 9h 8h 7h", "not of 8"),
        ("Ah Kh Qh Jh Ah", "Ah Kh Qh Jh Ah"),
        ("Ah Kh Qh Jh Th 9h 9h", "card twice"),
        ("Ah Kh Qh Jh Jo", "joker"),
        ("Ah Kh Qh Jh Jo 2c", "joker"),
        ("Ah Kh Qh Jh Th Jo 2c", "joker"),
    ],
)
def test_hand_of_wrong_cards_is_refused(function, cards, says):
    with pytest.raises(ValueError, match=says):
        function(parse_cards(cards))


def test_joker_alone_reaches_no_table():
    with pytest.raises(IndexError):
        rank5([JOKER.index, 0, 1, 2, 3])


def test_the_lowest_ace_king_parts_the_hands_at_ace_queen():
    threshold = evaluate(parse_cards("As Kc 4h 3d 2c"))
    assert evaluate(parse_cards("Ah Qd Jc Ts 9h")) < threshold
    assert evaluate(parse_cards("Ah Kd 4c 3s 2h")) >= threshold
    assert evaluate(parse_cards("2h 2d 5c 4s 3h")) > threshold


def test_hands_compare_equal_across_suits_and_by_kicker():
    assert evaluate(parse_cards("Ah Ad Kc Qs 2h")) == evaluate(parse_cards("As Ac Kd Qh 2d"))
    assert evaluate(parse_cards("Ah Ad Kc Qs 3h")) > evaluate(parse_cards("As Ac Kd Qh 2d"))
    assert (
        len({evaluate(parse_cards("Ah Ad Kc Qs 2h")), evaluate(parse_cards("As Ac Kd Qh 2d"))}) == 1
    )
