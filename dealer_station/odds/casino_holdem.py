"""Exact odds of Casino Hold'em's side bets: the AA Bonus, and what a Jumbo 7 ticket may win.

Counts are hands of one deck: five cards for the Bonus (two and the flop, CH-30), seven for the
Jumbo 7 (two and the board, CH-41). Values are the station's evaluator's.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from dealer_station.cards.poker_hand import VALUES, HandCategory
from dealer_station.games.casino_holdem.bonus import BonusPaytable
from dealer_station.odds.poker_hands import (
    count_categories,
    count_strengths,
    count_suited_runs,
)

BONUS_CARDS: Final = 5
HAND_CARDS: Final = 7


@dataclass(frozen=True, slots=True)
class BonusReturn:
    """What the AA Bonus comes to over all hands of five cards.

    `net` is the sum of a unit's net over all of them; `by_category` counts the winning hands, of
    which those of the category pair are the pairs of aces (CH-31).
    """

    hands: int
    wins: int
    net: Fraction
    by_category: Mapping[HandCategory, int]

    @property
    def expectation(self) -> Fraction:
        """The mean net of a unit."""
        return self.net / self.hands


@dataclass(frozen=True, slots=True)
class SevenCardCounts:
    """How often seven cards make each category, and each longest run in one suit.

    `suited_runs` are by length, five to seven; seven is the jackpot of the Jumbo 7 (CH-41).
    """

    hands: int
    categories: Mapping[HandCategory, int]
    suited_runs: Mapping[int, int]

    @property
    def any_prize(self) -> int:
        """How many hands may win on a Jumbo 7 ticket: a straight or better (CH-43)."""
        prized = (n for held, n in self.categories.items() if held >= HandCategory.STRAIGHT)
        return sum(prized)


def bonus_return(paytable: BonusPaytable) -> BonusReturn:
    """Return what the AA Bonus comes to, every hand judged as the game judges it."""
    by_category = dict.fromkeys(HandCategory, 0)
    net = Fraction(0)
    counts = count_strengths(BONUS_CARDS)
    for strength, number in counts.items():
        value = VALUES[strength]
        odds = paytable.odds(value)
        net += number * (odds or -1)
        if odds:
            by_category[value.category] += number
    return BonusReturn(
        hands=sum(counts.values()),
        wins=sum(by_category.values()),
        net=net,
        by_category={category: number for category, number in by_category.items() if number},
    )


def seven_card_counts() -> SevenCardCounts:
    """Count the hands of seven cards."""
    categories = count_categories(HAND_CARDS)
    runs = count_suited_runs(HAND_CARDS)
    return SevenCardCounts(sum(categories.values()), categories, runs)
