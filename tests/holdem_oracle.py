"""A second opinion on Casino Hold'em: hands ranked and money settled by other means than the code.

Hands are scored by counting ranks over all fives; nothing of the package is used but cards' text.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations

RANKS = "23456789TJQKA"
CATEGORIES = (
    "high_card", "pair", "two_pair", "three_of_a_kind", "straight", "flush", "full_house",
    "four_of_a_kind", "straight_flush", "royal_flush",
)  # fmt: skip
ANTE_STD = dict(zip(CATEGORIES, (1, 1, 1, 1, 1, 2, 3, 10, 20, 100), strict=True))
AA_STD = dict(zip(CATEGORIES, (0, 0, 7, 7, 7, 20, 30, 40, 50, 100), strict=True))
_SHAPES = {
    (1, 1, 1, 1, 1): 0, (2, 1, 1, 1): 1, (2, 2, 1): 2, (3, 1, 1): 3, (3, 2): 6, (4, 1): 7,
}  # fmt: skip
_WHEEL = [12, 3, 2, 1, 0]

Score = tuple[int, tuple[int, ...]]
"""Place of the category and the deciding ranks: greater is better."""


def score(five: Sequence[str]) -> Score:
    """Score five cards."""
    ranks = sorted((RANKS.index(card[0]) for card in five), reverse=True)
    counted = sorted(Counter(ranks).items(), key=lambda item: (-item[1], -item[0]))
    deciding = tuple(rank for rank, _ in counted)
    category = _SHAPES[tuple(count for _, count in counted)]
    is_run = len(deciding) == 5 and (ranks[0] - ranks[4] == 4 or ranks == _WHEEL)
    if is_run:
        deciding = (3,) if ranks == _WHEEL else (ranks[0],)
    if len({card[1] for card in five}) == 1 and len(set(ranks)) == 5:
        category = (9 if deciding == (12,) else 8) if is_run else 5
    elif is_run:
        category = 4
    return category, deciding


def best(cards: Iterable[str]) -> Score:
    """Score the best five of five to seven cards."""
    return max(map(score, combinations(cards, 5)))


def is_qualified(dealer: Score) -> bool:
    """A pair of fours or anything better."""
    return dealer[0] > 1 or (dealer[0] == 1 and dealer[1][0] >= RANKS.index("4"))


def bonus_odds(own: Sequence[str], flop: Sequence[str]) -> int:
    """What the Bonus pays to one; 0: it loses."""
    category, deciding = score((*own, *flop))
    if category == 1:
        return 7 if deciding[0] == RANKS.index("A") else 0
    return AA_STD[CATEGORIES[category]]


def nets(
    stakes: Mapping[str, int],
    own: Sequence[str],
    dealer: Sequence[str],
    board: Sequence[str],
    *,
    is_folded: bool,
    is_bonus_independent: bool,
) -> dict[str, int]:
    """What Ante, Call and Bonus of one hand come to, in smallest units."""
    found: dict[str, int] = {}
    if is_folded:
        found["ante"] = -stakes["ante"]
    else:
        mine, his = best((*own, *board)), best((*dealer, *board))
        win = ANTE_STD[CATEGORIES[mine[0]]] * stakes["ante"]
        sign = (mine > his) - (mine < his)
        if not is_qualified(his):
            found |= {"ante": win, "call": 0}
        else:
            found["ante"] = {1: win, 0: 0, -1: -stakes["ante"]}[sign]
            found["call"] = sign * stakes["call"]
    if "bonus" in stakes:
        odds = bonus_odds(own, board[:3])
        is_lost = is_folded and not is_bonus_independent
        found["bonus"] = odds * stakes["bonus"] if odds and not is_lost else -stakes["bonus"]
    return found
