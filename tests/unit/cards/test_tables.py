"""The look-up tables: generated anew, and against another evaluator over every hand.

The oracle is phevaluator, which counts down from 7462 (worst) to 1 and numbers cards as we do.
"""

import random
from collections import Counter
from itertools import combinations, combinations_with_replacement

import pytest
from card_table_generator import generate
from phevaluator import evaluate_cards

from dealer_station.cards import tables
from dealer_station.cards.poker_hand import VALUES, HandCategory, rank5, rank6, rank7

FIVE_CARD_COUNTS = {
    HandCategory.HIGH_CARD: 1_302_540,
    HandCategory.PAIR: 1_098_240,
    HandCategory.TWO_PAIR: 123_552,
    HandCategory.THREE_OF_A_KIND: 54_912,
    HandCategory.STRAIGHT: 10_200,
    HandCategory.FLUSH: 5_108,
    HandCategory.FULL_HOUSE: 3_744,
    HandCategory.FOUR_OF_A_KIND: 624,
    HandCategory.STRAIGHT_FLUSH: 36,
    HandCategory.ROYAL_FLUSH: 4,
}


def test_tables_are_what_the_generator_makes():
    generated = generate()
    assert generated["FIVE_STRENGTHS"] == tables.FIVE_STRENGTHS
    assert generated["SEVEN_STRENGTHS"] == tables.SEVEN_STRENGTHS
    assert generated["FLUSH_STRENGTHS"] == tables.FLUSH_STRENGTHS
    assert tuple(generated["FIVE_OFFSETS"]) == tables.FIVE_OFFSETS
    assert tuple(generated["SEVEN_OFFSETS"]) == tables.SEVEN_OFFSETS


def test_every_five_card_hand_has_its_known_count_and_the_order_of_phevaluator():
    hands_of = Counter()
    for first in range(48):
        hands = [(first, *rest) for rest in combinations(range(first + 1, 52), 4)]
        strengths = list(map(rank5, hands))
        assert strengths == [7462 - evaluate_cards(*hand) for hand in hands]
        hands_of.update(strengths)
    assert hands_of.total() == 2_598_960
    assert sorted(hands_of) == list(range(7462))
    counts = Counter()
    for strength, count in hands_of.items():
        counts[VALUES[strength].category] += count
    assert counts == FIVE_CARD_COUNTS


@pytest.mark.parametrize("seed", range(4))
def test_random_seven_card_hands_have_the_order_of_phevaluator(seed):
    rnd = random.Random(seed)
    cards = list(range(52))
    for _ in range(250_000 // 7 + 1):
        rnd.shuffle(cards)
        for first in range(0, 49, 7):
            hand = cards[first : first + 7]
            assert rank7(hand) == 7462 - evaluate_cards(*hand), hand


def test_random_six_card_hands_have_the_order_of_phevaluator():
    rnd = random.Random(6)
    for _ in range(20_000):
        hand = rnd.sample(range(52), 6)
        assert rank6(hand) == 7462 - evaluate_cards(*hand), hand


def test_every_rank_pattern_of_seven_cards_is_worth_its_best_five():
    patterns = 0
    for ranks in combinations_with_replacement(range(13), 7):
        if max(Counter(ranks).values()) <= 4:
            patterns += 1
            hand = [4 * rank + place % 4 for place, rank in enumerate(ranks)]
            assert rank7(hand) == max(map(rank5, combinations(hand, 5))), hand
    assert patterns == 49_205


@pytest.mark.parametrize(
    ("size", "suit_keys", "is_flush"),
    [
        (5, tables.FIVE_SUIT_KEYS, tables.FIVE_IS_FLUSH),
        (7, tables.SEVEN_SUIT_KEYS, tables.SEVEN_IS_FLUSH),
    ],
)
def test_every_split_of_suits_is_told_from_its_sum(size, suit_keys, is_flush):
    for suits in combinations_with_replacement(range(4), size):
        total = sum(suit_keys[suit] for suit in suits)
        assert is_flush[total] == (max(Counter(suits).values()) >= 5), suits


@pytest.mark.parametrize("suit", range(4))
def test_every_flush_of_seven_cards_is_worth_its_best_five(suit):
    others = [4 * rank + other for rank in (12, 5) for other in range(4) if other != suit]
    rnd = random.Random(suit)
    for size in (5, 6, 7):
        for ranks in combinations(range(13), size):
            hand = [4 * rank + suit for rank in ranks] + rnd.sample(others, 7 - size)
            assert rank7(hand) == max(map(rank5, combinations(hand, 5))), hand
