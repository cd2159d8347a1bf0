"""The five roads of a baccarat table: the rounds of one shoe, drawn for the patrons to read.

Knows which mark stands where. Does not know cards, wagers or who won: it is told the results.

The rules are general trade knowledge without a published rule sheet [GK]. In our words:

* Grid. Every road has six rows and as many columns as it needs. Columns and rows are counted from
  0, from the left and from the top.
* Bead plate. Every result, ties too, fills the next cell: down a column, then the next column.
* Streaks. Rounds won by the same side make a streak, however many ties lie between them. The
  streak is a column of the big road as it is meant, without a bottom; its `place`s are counted
  from 0. What follows is said of streaks, never of what the six rows made of them.
* Big road. One mark for every round that was not tied, one streak beside the other. A tie is
  counted on the mark before it. Ties before the first win wait, and are counted on its mark.
* Dragon tail. A streak begins in the top row, in the first free column to the right of where the
  streak before began. It goes down while the cell below is free. At the bottom row, or above a cell
  that an earlier tail took, it turns right and stays in that row. The cells there are free: an
  earlier tail that came so far in the same row would have taken the cell before as well.
* Derived roads. The big eye boy, the small road and the cockroach pig look back 1, 2 and 3 streaks
  (`back`). A mark of the big road asks one question of the streaks before it; a red mark means that
  they are regular, a blue mark that they are not. It is not about who won.
  - The mark continues its streak, at place p >= 1: blue when the streak `back` before has exactly p
    marks, so that this one just outgrew it; else red.
  - The mark begins its streak: red when the streak just ended is as long as the one `back` before
    that; else blue. (The opposite of what one more mark on the ended streak would have shown.)
  - No mark comes while there is no such streak to look at. So the first possible one comes from
    the second mark of streak 1 + `back`, counted from 1, else from the first mark of the next one.
* Drawing of derived roads. Marks of one colour make streaks, drawn with tails as on the big road.

Roads are always made anew from all results of the shoe, at most some ninety. Who calls leaves void
rounds out, and puts a corrected result in the place of the first one; the roads are then right
without being told of either. A mark of the past does not move when a round is added.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import count, groupby
from typing import Final

ROWS: Final = 6
"""Rows of every road."""

_BIG_EYE_BOY: Final = 1
_SMALL_ROAD: Final = 2
_COCKROACH_PIG: Final = 3

_DRAGON_TOTAL: Final = 7
_TIGER_TOTAL: Final = 8


class Winner(StrEnum):
    """Which hand was higher."""

    PLAYER = "player"
    BANKER = "banker"
    TIE = "tie"


class Colour(StrEnum):
    """Colour of a mark of a derived road; it does not say who won."""

    RED = "red"
    """The streaks before are regular."""
    BLUE = "blue"
    """They are not."""


@dataclass(frozen=True, slots=True)
class Result:
    """What the roads show of one finished round; ValueError where it contradicts itself.

    Attributes:
        winner: which hand was higher.
        total: the total of the winning hand, 0 to 9; of both hands after a tie.
        is_dragon7: whether the Banker won with a three-card 7 (BA-32).
        is_tiger8: whether the Player won with a three-card 8 (BA-41).
    """

    winner: Winner
    total: int
    is_dragon7: bool = False
    is_tiger8: bool = False

    def __post_init__(self) -> None:
        lowest = 0 if self.winner is Winner.TIE else 1
        if not lowest <= self.total <= 9:  # noqa: PLR2004 - the highest total there is
            raise ValueError(f"no round ends {self.winner} with {self.total}")
        shape = (self.winner, self.total)
        if self.is_dragon7 and shape != (Winner.BANKER, _DRAGON_TOTAL):
            raise ValueError(f"a Dragon 7 is no {self.winner} with {self.total}")
        if self.is_tiger8 and shape != (Winner.PLAYER, _TIGER_TOTAL):
            raise ValueError(f"a Tiger 8 is no {self.winner} with {self.total}")


@dataclass(frozen=True, slots=True)
class BeadMark:
    """One cell of the bead plate: a round, also a tied one."""

    column: int
    row: int
    result: Result


@dataclass(frozen=True, slots=True)
class BigRoadMark:
    """One cell of the big road: a round that was not tied.

    Attributes:
        column: where it is drawn, from the left, from 0.
        row: where it is drawn, from the top, 0 to 5.
        streak: the number of its streak, from 0.
        place: which mark of its streak it is, from 0.
        result: the round.
        ties: tied rounds after it and before the next mark; on the first mark also those before it.
    """

    column: int
    row: int
    streak: int
    place: int
    result: Result
    ties: int


@dataclass(frozen=True, slots=True)
class DerivedMark:
    """One cell of the big eye boy, the small road or the cockroach pig."""

    column: int
    row: int
    colour: Colour


@dataclass(frozen=True, slots=True)
class Preview:
    """The colour each derived road would show next; None where it would not show a mark yet.

    It says what a win would be drawn as, nothing about how likely that win is.
    """

    big_eye_boy: Colour | None
    small_road: Colour | None
    cockroach_pig: Colour | None


@dataclass(frozen=True, slots=True)
class Roads:
    """The five roads of a shoe, each with its marks in the order in which they came.

    Attributes:
        bead_plate: every round.
        big_road: every round that was not tied, with the ties counted on the marks.
        waiting_ties: ties that no mark counts, for want of a first win; 0 after it.
        big_eye_boy: derived by looking back one streak.
        small_road: derived by looking back two.
        cockroach_pig: derived by looking back three.
        if_player: what the derived roads would show next if the Player won.
        if_banker: what they would show if the Banker won. A tie adds to none of them.

    >>> shoe = [Result(Winner(word), total=9) for word in "banker player tie player".split()]
    >>> drawn = roads(shoe)
    >>> [(mark.column, mark.row, mark.ties) for mark in drawn.big_road]
    [(0, 0, 0), (1, 0, 1), (1, 1, 0)]
    >>> [str(mark.colour) for mark in drawn.big_eye_boy], str(drawn.if_player.big_eye_boy)
    (['blue'], 'red')
    """

    bead_plate: tuple[BeadMark, ...]
    big_road: tuple[BigRoadMark, ...]
    waiting_ties: int
    big_eye_boy: tuple[DerivedMark, ...]
    small_road: tuple[DerivedMark, ...]
    cockroach_pig: tuple[DerivedMark, ...]
    if_player: Preview
    if_banker: Preview


def roads(results: Iterable[Result]) -> Roads:
    """Draw the roads of one shoe from its finished rounds, in order, without void ones."""
    shoe = tuple(results)
    wins = tuple(result for result in shoe if result.winner is not Winner.TIE)
    steps = _steps([win.winner for win in wins])
    lengths = _lengths(steps)
    ties = _ties(shoe)
    return Roads(
        bead_plate=_bead_plate(shoe),
        big_road=_big_road(wins, steps, ties),
        waiting_ties=0 if wins else ties[0],
        big_eye_boy=_derived(steps, lengths, _BIG_EYE_BOY),
        small_road=_derived(steps, lengths, _SMALL_ROAD),
        cockroach_pig=_derived(steps, lengths, _COCKROACH_PIG),
        if_player=_preview(wins, steps, lengths, Winner.PLAYER),
        if_banker=_preview(wins, steps, lengths, Winner.BANKER),
    )


@dataclass(frozen=True, slots=True)
class _Step:
    """Where a mark belongs before it is drawn: which streak, and which mark of it."""

    streak: int
    place: int


def _steps(values: Iterable[object]) -> tuple[_Step, ...]:
    """Gather equal neighbours to streaks."""
    streaks = enumerate(groupby(values))
    return tuple(
        _Step(streak, place) for streak, (_, run) in streaks for place, _ in enumerate(run)
    )


def _lengths(steps: Iterable[_Step]) -> tuple[int, ...]:
    """Count the marks of each streak."""
    return tuple(Counter(step.streak for step in steps).values())


def _cells(steps: Iterable[_Step]) -> list[tuple[int, int]]:
    """Find the cell (column, row) of each mark: down, then right as a dragon tail."""
    taken: set[tuple[int, int]] = set()
    cells = []
    start, column, row = -1, 0, 0
    is_turned = False
    for step in steps:
        below = (column, row + 1)
        if step.place == 0:
            start = next(free for free in count(start + 1) if (free, 0) not in taken)
            column, row, is_turned = start, 0, False
        elif is_turned or row + 1 == ROWS or below in taken:
            column, is_turned = column + 1, True
        else:
            row += 1
        taken.add((column, row))
        cells.append((column, row))
    return cells


def _bead_plate(shoe: Iterable[Result]) -> tuple[BeadMark, ...]:
    """Every round in the next cell."""
    return tuple(BeadMark(*divmod(number, ROWS), result) for number, result in enumerate(shoe))


def _ties(shoe: Iterable[Result]) -> tuple[int, ...]:
    """Count the ties for each mark of the big road; one entry, those waiting, without a win."""
    counts = [0]
    is_first_win = True
    for result in shoe:
        if result.winner is Winner.TIE:
            counts[-1] += 1
        elif is_first_win:
            is_first_win = False
        else:
            counts.append(0)
    return tuple(counts)


def _big_road(
    wins: Sequence[Result], steps: Sequence[_Step], ties: Sequence[int]
) -> tuple[BigRoadMark, ...]:
    """Every win in its streak, with the ties that belong to it."""
    return tuple(
        BigRoadMark(column, row, step.streak, step.place, win, tied)
        for (column, row), step, win, tied in zip(
            _cells(steps), steps, wins, ties[: len(wins)], strict=True
        )
    )


def _colour(step: _Step, lengths: Sequence[int], back: int) -> Colour | None:
    """Ask the question of a derived road about one mark; None where there is nothing to look at."""
    if step.place == 0:
        ended = step.streak - 1
        if ended < back:
            return None
        is_regular = lengths[ended] == lengths[ended - back]
    else:
        if step.streak < back:
            return None
        is_regular = lengths[step.streak - back] != step.place
    return Colour.RED if is_regular else Colour.BLUE


def _derived(steps: Iterable[_Step], lengths: Sequence[int], back: int) -> tuple[DerivedMark, ...]:
    """One derived road.

    The lengths are those at the end of the shoe, yet each question was settled when its mark came:
    it is asked of streaks that had ended by then.
    """
    asked = (_colour(step, lengths, back) for step in steps)
    colours = [colour for colour in asked if colour is not None]
    return tuple(
        DerivedMark(column, row, colour)
        for (column, row), colour in zip(_cells(_steps(colours)), colours, strict=True)
    )


def _preview(
    wins: Sequence[Result], steps: Sequence[_Step], lengths: Sequence[int], winner: Winner
) -> Preview:
    """What the derived roads would show after one more win of that side."""
    if not wins:
        step = _Step(streak=0, place=0)
    elif wins[-1].winner is winner:
        step = _Step(steps[-1].streak, steps[-1].place + 1)
    else:
        step = _Step(steps[-1].streak + 1, place=0)
    return Preview(
        big_eye_boy=_colour(step, lengths, _BIG_EYE_BOY),
        small_road=_colour(step, lengths, _SMALL_ROAD),
        cockroach_pig=_colour(step, lengths, _COCKROACH_PIG),
    )
