"""The shipped paytables: every number as the rule sheet prints it, and what follows from them.

Returns are per 1.00 staked, "for one", over all 2,598,960 five-card hands.
"""

import tomllib
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction

import pytest
from table_play import CONFIG, classic

from dealer_station.cards.poker_hand import HandCategory
from dealer_station.games.caribbean_stud.rules import CaribbeanStud
from dealer_station.games.paytable import PrizeKind
from dealer_station.games.rules import ProgressiveRules

HANDS = 2_598_960
COUNTS = {"flush": 5108, "full_house": 3744, "four_of_a_kind": 624}
STRAIGHT_FLUSHES, ROYALS = 36, 4

# name: flush, full house, quads, break-even meter, base return
PROGRESSIVES = {
    "P1": (50, 75, 100, "263205.26", "0.230323"),
    "P2": (50, 100, 150, "246784.21", "0.278342"),
    "P3": (50, 100, 500, "218047.37", "0.362376"),
    "P4": (75, 150, 500, "176613.16", "0.483540"),
    "P5": (100, 250, 500, "110547.37", "0.676732"),
    "P6": (100, 150, 250, "180336.84", "0.472651"),
    "P7": (0, 100, 500, "251652.63", "0.264106"),
}
BET_US = (100, 50, 20, 7, 5, 4, 3, 2, 1, 1)
BET_EVO = (100, 50, 25, 10, 7, 5, 3, 2, 1, 1)


def progressive(name: str) -> ProgressiveRules:
    rules = classic(progressive_paytable=name).game.progressive
    assert rules is not None
    return rules


def fixed(rules: ProgressiveRules, hand: str) -> int:
    prize = rules.prize(HandCategory(hand))
    if prize is None:
        return 0
    assert prize.kind is PrizeKind.FIXED
    return prize.fixed_minor


def rounded(value: Fraction, places: str) -> str:
    exact = Decimal(value.numerator) / Decimal(value.denominator)
    return str(exact.quantize(Decimal(places), ROUND_HALF_UP))


@pytest.mark.parametrize("name", PROGRESSIVES)
def test_a_progressive_table_has_the_printed_prizes(name: str):
    flush, full_house, quads, *_ = PROGRESSIVES[name]
    rules = progressive(name)
    assert rules.table.name == name
    assert [fixed(rules, hand) for hand in COUNTS] == [flush * 100, full_house * 100, quads * 100]
    tenth, whole = rules.prize(HandCategory.STRAIGHT_FLUSH), rules.prize(HandCategory.ROYAL_FLUSH)
    assert tenth is not None
    assert (tenth.kind, tenth.share) == (PrizeKind.METER_SHARE, Fraction(1, 10))
    assert whole is not None
    assert whole.kind is PrizeKind.WHOLE_METER
    assert rules.prize(HandCategory.STRAIGHT) is None


@pytest.mark.parametrize("name", PROGRESSIVES)
def test_a_progressive_table_returns_and_breaks_even_as_the_sheet_says(name: str):
    *_, break_even, base_return = PROGRESSIVES[name]
    rules = progressive(name)
    prizes = sum(Fraction(fixed(rules, hand), 100) * count for hand, count in COUNTS.items())
    assert rounded(prizes / HANDS, "0.000001") == base_return
    per_meter = ROYALS + STRAIGHT_FLUSHES * Fraction(1, 10)
    assert per_meter == Fraction("7.6")
    even_at = (HANDS - prizes) / per_meter
    assert rounded(even_at, "0.01") == break_even
    assert (prizes + per_meter * even_at) / HANDS == 1


def test_ten_thousand_more_on_the_meter_return_2_924_cents_more():
    assert rounded(Fraction("7.6") / HANDS * 10_000 * 100, "0.001") == "2.924"


@pytest.mark.parametrize(
    ("rules", "name", "odds"), [("classic", "BET_US", BET_US), ("evolution", "BET_EVO", BET_EVO)]
)
def test_a_bet_table_has_the_printed_odds(rules: str, name: str, odds: tuple[int, ...]):
    game = classic(bet_paytable=name).game
    assert isinstance(game, CaribbeanStud)
    table = game.bet_paytable
    assert table.name == name
    assert tuple(table.odds(hand) for hand in reversed(HandCategory)) == odds
    shipped = tomllib.loads((CONFIG / "games/caribbean_stud" / f"{rules}.toml").read_text())
    assert shipped["values"]["bet_paytable"]["value"] == name


def test_no_table_is_shipped_that_no_test_knows_and_each_names_its_source():
    tables = tomllib.loads((CONFIG / "games/caribbean_stud/paytables.toml").read_text())
    assert tables["progressive"].keys() == PROGRESSIVES.keys()
    assert tables["bet"].keys() == {"BET_US", "BET_EVO"}
    for kind in tables.values():
        assert all(table["source"].strip() for table in kind.values())
