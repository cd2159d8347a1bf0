"""The Bonus paytable, line by line and over every hand of five cards."""

from collections import Counter
from fractions import Fraction

import pytest
from table_play import CONFIG

from dealer_station.cards.card import parse_cards
from dealer_station.cards.poker_hand import HandCategory, evaluate
from dealer_station.games.casino_holdem.bonus import BonusPaytable
from dealer_station.games.casino_holdem.rules import CasinoHoldem
from dealer_station.games.paytable import Paytable
from dealer_station.house_rules.loader import load_rules


def aa_std() -> BonusPaytable:
    game = load_rules(CONFIG, "casino-holdem", "evolution").game
    assert isinstance(game, CasinoHoldem)
    return game.bonus_paytable


@pytest.mark.parametrize(
    ("cards", "odds"),
    [
        ("Ah Kh Qh Jh Th", 100),
        ("Ah 2h 3h 4h 5h", 50),
        ("6h 6d 6c 6s Ad", 40),
        ("Kc Kd 7c 7d 7h", 30),
        ("Qs 7s As 9s 3s", 20),
        ("Ac Kc Qd Jd Td", 7),
        ("7s 2c 7c 7d 4h", 7),
        ("2c 2d 3c 3d 4h", 7),
        ("Ac As Kd 9s 5c", 7),
        ("Ac As 2d 3s 4c", 7),
        ("Kc Ks Ad Qs Jc", 0),
        ("Ad Kc Qh Js 9d", 0),
    ],
)
def test_ch_31_a_pair_of_aces_is_the_lowest_that_wins(cards: str, odds: int):
    assert aa_std().odds(evaluate(parse_cards(cards))) == odds


def test_the_published_edge_follows_from_the_lines():
    """Combinations of five cards by line, from the rule sheet; edge 6.26 % (W6)."""
    table = aa_std()
    counts = Counter(
        {
            HandCategory.ROYAL_FLUSH: 4,
            HandCategory.STRAIGHT_FLUSH: 36,
            HandCategory.FOUR_OF_A_KIND: 624,
            HandCategory.FULL_HOUSE: 3_744,
            HandCategory.FLUSH: 5_108,
            HandCategory.STRAIGHT: 10_200,
            HandCategory.THREE_OF_A_KIND: 54_912,
            HandCategory.TWO_PAIR: 123_552,
        }
    )
    aces, losing = 84_480, 2_316_300
    won = sum(table.lines.odds(hand) * count for hand, count in counts.items())
    net = won + table.pair_of_aces * aces - losing
    assert counts.total() + aces + losing == 2_598_960
    assert net == -162_652


def test_a_win_is_rounded_down_to_whole_units():
    table = BonusPaytable(Paytable("house", {}), Fraction(3, 2))
    aces = evaluate(parse_cards("Ac As Kd 9s 5c"))
    assert [table.win_minor(aces, stake) for stake in (1, 2, 3)] == [1, 3, 4]
    assert table.win_minor(evaluate(parse_cards("Kc Ks Ad 9s 5c")), 100) == 0
