"""Exact odds of baccarat: how often each coup comes from a shoe, and what each wager returns.

Counts are ordered draws of six cards without replacement, N(N-1)...(N-5) of them, whether or not a
coup needs all six. Every sequence of points is dealt by the game's own tableau and weighted with
the number of ways in which the shoe deals it; every wager is settled by the game's own code.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, product
from math import lcm, perm, prod
from types import MappingProxyType
from typing import Final

from dealer_station.cards.baccarat_hand import point_value
from dealer_station.cards.deck import standard_deck
from dealer_station.games.baccarat.coup import WAGERS, BaccaratOdds, Coup, settle
from dealer_station.games.baccarat.tableau import (
    BANKER,
    FIRST_CARDS,
    HAND_MAX,
    PLAYER,
    next_hand,
)
from dealer_station.games.rules import Outcome

DECKS_MIN: Final = 1
DECKS_MAX: Final = 8
DRAWS: Final = 6
"""Cards of a draw: as many as the longest coup needs."""

_POINTS: Final = range(10)
_CARDS: Final = tuple(
    next(card for card in standard_deck() if point_value(card) == points) for points in _POINTS
)
"""A card for each number of points; the tableau knows no suits and no courts."""

_SIX: Final = 6
_THREE_CARD_7: Final = (HAND_MAX, 7)
_THREE_CARD_8: Final = (HAND_MAX, 8)

Event = Callable[[Coup], bool]


def _cards(coup: Coup) -> int:
    """The cards of a coup."""
    return coup.player_size + coup.banker_size


def _is_banker_7(coup: Coup) -> bool:
    """Whether the Banker has a seven of three cards, won or not."""
    return (coup.banker_size, coup.banker_total) == _THREE_CARD_7


def _is_player_8(coup: Coup) -> bool:
    """Whether the Player has an eight of three cards, won or not."""
    return (coup.player_size, coup.player_total) == _THREE_CARD_8


def _takes(cards: int) -> Event:
    """The event that a coup takes so many cards."""
    return lambda coup: _cards(coup) == cards


EVENTS: Final[Mapping[str, Event]] = MappingProxyType(
    {
        "player_wins": lambda coup: coup.winner == PLAYER,
        "banker_wins": lambda coup: coup.winner == BANKER,
        "dragon7": lambda coup: coup.is_dragon7,
        "banker_wins_without_dragon7": lambda c: c.winner == BANKER and not c.is_dragon7,
        "tie": lambda coup: coup.is_tie,
        "tiger8": lambda coup: coup.is_tiger8,
        "natural": lambda coup: coup.has_natural,
        "tie_or_dragon7": lambda coup: coup.is_tie or coup.is_dragon7,
        "banker_wins_with_6": lambda c: c.winner == BANKER and c.banker_total == _SIX,
        "three_card_banker_7_ties": lambda coup: _is_banker_7(coup) and coup.is_tie,
        "three_card_banker_7_loses": lambda c: _is_banker_7(c) and c.winner == PLAYER,
        "three_card_player_8_ties": lambda coup: _is_player_8(coup) and coup.is_tie,
        "three_card_player_8_loses": lambda c: _is_player_8(c) and c.winner == BANKER,
        **{f"cards_{cards}": _takes(cards) for cards in range(2 * FIRST_CARDS, DRAWS + 1)},
    }
)
"""What is counted, by name."""


@dataclass(frozen=True, slots=True)
class WagerReturn:
    """What a wager comes to: how many draws win, push and lose, and the mean net of a unit."""

    wins: int
    pushes: int
    losses: int
    expectation: Fraction
    variance: Fraction


@dataclass(frozen=True, slots=True)
class CoupCounts:
    """How many of the ordered draws of six cards lead to each coup."""

    coups: Mapping[Coup, int]

    @property
    def draws(self) -> int:
        """All draws."""
        return sum(self.coups.values())

    @property
    def mean_cards(self) -> Fraction:
        """Cards that a coup takes in the mean."""
        return Fraction(sum(_cards(coup) * n for coup, n in self.coups.items()), self.draws)

    def count(self, event: Event) -> int:
        """Return the draws whose coup is such an event."""
        return sum(number for coup, number in self.coups.items() if event(coup))

    def ties(self) -> tuple[int, ...]:
        """Return the draws that end in a tie, by total 0 to 9."""
        ties: Counter[int] = Counter()
        for coup, number in self.coups.items():
            if coup.is_tie:
                ties[coup.player_total] += number
        return tuple(ties[total] for total in _POINTS)

    def returns(self, odds: BaccaratOdds) -> Mapping[str, WagerReturn]:
        """Settle every wager on every coup; by spot, in the order of settlement."""
        # A stake of which every win is whole: nothing is rounded.
        unit = lcm(*(pays.denominator for pays in (odds.tie, odds.dragon7, odds.tiger8)))
        stakes = dict.fromkeys(WAGERS, unit)
        nets: dict[str, Counter[int]] = {spot: Counter() for spot in WAGERS}
        outcomes: dict[str, Counter[Outcome]] = {spot: Counter() for spot in WAGERS}
        for coup, number in self.coups.items():
            for wager in settle(stakes, coup, odds):
                nets[wager.spot][wager.net_minor] += number
                outcomes[wager.spot][wager.outcome] += number
        return {spot: self._return(nets[spot], outcomes[spot], unit) for spot in WAGERS}

    def _return(
        self, nets: Mapping[int, int], outcomes: Mapping[Outcome, int], unit: int
    ) -> WagerReturn:
        draws = self.draws
        mean = Fraction(sum(net * n for net, n in nets.items()), draws * unit)
        mean_square = Fraction(sum(net * net * n for net, n in nets.items()), draws * unit * unit)
        return WagerReturn(
            wins=outcomes[Outcome.WIN],
            pushes=outcomes[Outcome.PUSH],
            losses=outcomes[Outcome.LOSE],
            expectation=mean,
            variance=mean_square - mean * mean,
        )


def points_of_decks(decks: int) -> tuple[int, ...]:
    """Return how many cards of 0 to 9 points so many decks hold; ValueError beyond 1 to 8."""
    if not DECKS_MIN <= decks <= DECKS_MAX:
        raise ValueError(f"{decks} decks: odds are known for {DECKS_MIN} to {DECKS_MAX}")
    held = Counter(map(point_value, standard_deck()))
    return tuple(decks * held[points] for points in _POINTS)


def count_coups(shoe: Sequence[int]) -> CoupCounts:
    """Count the coups of a shoe given by its number of cards of 0 to 9 points.

    ValueError where these are not ten numbers from 0 up, or fewer cards than a draw takes.
    """
    cards = sum(shoe)
    if len(shoe) != len(_POINTS) or min(shoe) < 0 or cards < DRAWS:
        raise ValueError(f"no shoe to draw {DRAWS} cards from: {tuple(shoe)}")
    counts: Counter[Coup] = Counter()
    for (drawn, coup), sequences in _dealt().items():
        size = sum(drawn)
        ways = prod(perm(held, taken) for held, taken in zip(shoe, drawn, strict=True) if taken)
        if ways:
            # The cards after the coup may be any of the rest.
            counts[coup] += sequences * ways * perm(cards - size, DRAWS - size)
    return CoupCounts(MappingProxyType(dict(counts)))


@cache
def _dealt() -> Mapping[tuple[tuple[int, ...], Coup], int]:
    """How many sequences of points draw so many cards of each and end in that coup.

    The first two cards of a hand count for both orders in which they may come.
    """
    sequences: Counter[tuple[tuple[int, ...], Coup]] = Counter()
    pairs = tuple(combinations_with_replacement(_POINTS, FIRST_CARDS))
    for player, banker in product(pairs, repeat=2):
        orders = len(set(player)) * len(set(banker))
        for points, coup in _coups(player, banker):
            sequences[tuple(sorted(points)), coup] += orders
    return MappingProxyType(
        {
            (tuple(map(points.count, _POINTS)), coup): number
            for (points, coup), number in sequences.items()
        }
    )


def _coups(
    player: tuple[int, ...], banker: tuple[int, ...]
) -> Iterator[tuple[tuple[int, ...], Coup]]:
    """Deal every way in which two hands, given in points, can go on; with the points dealt."""
    hands = tuple(map(_CARDS.__getitem__, player)), tuple(map(_CARDS.__getitem__, banker))
    due = next_hand(*hands)
    if due is None:
        yield player + banker, Coup.of(*hands)
        return
    for points in _POINTS:
        if due == PLAYER:
            yield from _coups((*player, points), banker)
        else:
            yield from _coups(player, (*banker, points))
