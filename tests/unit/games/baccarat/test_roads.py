"""The five roads of baccarat, against grids drawn by hand and against a second, slower way.

Grids are drawn as they hang on the wall: six lines, one character a cell, a dot where nothing is.
"""

import doctest
from itertools import groupby

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dealer_station.games.baccarat import roads as module
from dealer_station.games.baccarat.roads import (
    ROWS,
    BeadMark,
    BigRoadMark,
    Colour,
    Preview,
    Result,
    Roads,
    Winner,
    roads,
)

WINNERS = {"P": Winner.PLAYER, "B": Winner.BANKER, "T": Winner.TIE}
LETTERS = {winner: letter for letter, winner in WINNERS.items()}
RED, BLUE = Colour.RED, Colour.BLUE
COLOURS = {"R": RED, "B": BLUE}


def shoe_of(letters):
    """Read results from `PBT` letters; spaces are for the eye only."""
    return [Result(WINNERS[letter], total=6) for letter in letters.replace(" ", "")]


def streaks_of(*lengths, first="B"):
    """Streaks of these lengths, the sides taking turns."""
    sides = {"B": "BP", "P": "PB"}[first]
    return "".join(sides[number % 2] * length for number, length in enumerate(lengths))


def grid(marks, letter_of):
    """Draw marks as six lines; two marks on one cell fail."""
    cells = {(mark.column, mark.row): letter_of(mark) for mark in marks}
    assert len(cells) == len(marks)
    width = max((column for column, _ in cells), default=-1) + 1
    lines = ["".join(cells.get((x, y), ".") for x in range(width)) for y in range(ROWS)]
    return "\n".join(lines)


def drawn(text):
    """Read a grid of a test: its six lines without what the layout of the test put around them."""
    lines = text.split()
    assert len(lines) == ROWS
    return "\n".join(lines)


def bead_grid(shoe):
    return grid(roads(shoe).bead_plate, lambda mark: LETTERS[mark.result.winner])


def big_road_grid(shoe):
    return grid(roads(shoe).big_road, lambda mark: LETTERS[mark.result.winner])


def derived_grid(marks):
    return grid(marks, lambda mark: "R" if mark.colour is RED else "B")


def derived_of(found: Roads):
    return {1: found.big_eye_boy, 2: found.small_road, 3: found.cockroach_pig}


def preview_of(found: Preview):
    return {1: found.big_eye_boy, 2: found.small_road, 3: found.cockroach_pig}


# ------------------------------------------------------------------------ drawn by hand


def test_documentation_examples_hold():
    found = doctest.testmod(module)
    assert found.attempted > 0
    assert found.failed == 0


def test_shoe_without_rounds_has_empty_roads():
    nothing = Preview(None, None, None)
    assert roads([]) == Roads((), (), 0, (), (), (), nothing, nothing)


def test_bead_plate_fills_column_by_column():
    assert bead_grid(shoe_of("BPTBBP PTBPBB T")) == drawn("""
        BPT
        PT.
        TB.
        BP.
        BB.
        PB.
    """)


def test_bead_plate_keeps_what_a_bead_shows():
    dragon = Result(Winner.BANKER, 7, is_dragon7=True)
    tiger = Result(Winner.PLAYER, 8, is_tiger8=True)
    assert roads([dragon, tiger]).bead_plate == (BeadMark(0, 0, dragon), BeadMark(0, 1, tiger))


def test_big_road_gives_every_streak_a_column():
    assert big_road_grid(shoe_of("BB P BBB PP B")) == drawn("""
        BPBPB
        B.BP.
        ..B..
        .....
        .....
        .....
    """)


def test_ties_are_counted_on_the_mark_before_them():
    found = roads(shoe_of("B T B TTT P T"))
    assert [(mark.column, mark.row, mark.ties) for mark in found.big_road] == [
        (0, 0, 1),
        (0, 1, 3),
        (1, 0, 1),
    ]
    assert found.waiting_ties == 0


def test_ties_before_the_first_win_are_counted_on_its_mark():
    shoe = shoe_of("TT P T P")
    waiting = roads(shoe[:2])
    assert (waiting.big_road, waiting.waiting_ties) == ((), 2)
    found = roads(shoe)
    assert [mark.ties for mark in found.big_road] == [3, 0]
    assert found.waiting_ties == 0


def test_mark_of_the_big_road_says_all_of_its_round():
    dragon = Result(Winner.BANKER, 7, is_dragon7=True)
    shoe = [*shoe_of("PP B"), dragon, *shoe_of("T")]
    assert roads(shoe).big_road[-1] == BigRoadMark(
        column=1, row=1, streak=1, place=1, result=dragon, ties=1
    )


@pytest.mark.parametrize("length", [6, 7, 9])
def test_streak_turns_right_at_the_bottom(length):
    cells = [(mark.column, mark.row) for mark in roads(shoe_of("P" * length)).big_road]
    assert cells[:6] == [(0, 0), (0, 1), (0, 2), (0, 3), (0, 4), (0, 5)]
    assert cells[6:] == [(1, 5), (2, 5), (3, 5)][: length - 6]


def test_dragon_tails_that_meet_earlier_ones_turn_above_them():
    assert big_road_grid(shoe_of(streaks_of(8, 7, 6, 1, 5))) == drawn("""
        BPBPB..
        BPB.B..
        BPB.BBB
        BPBBB..
        BPPP...
        BBB....
    """)


def test_tail_in_the_top_row_moves_the_next_streak_past_it():
    assert big_road_grid(shoe_of(streaks_of(11, 9, 7, 5, 3, 3, 2))) == drawn("""
        BPBPBPPPB
        BPBPBB..B
        BPBPPP...
        BPBBBB...
        BPPPPP...
        BBBBBB...
    """)


def test_streak_goes_down_beside_a_tail_that_ended_before_it():
    assert big_road_grid(shoe_of(streaks_of(7, 1, 7))) == drawn("""
        BPB.
        B.B.
        B.B.
        B.B.
        B.B.
        BBBB
    """)


THIRTY = shoe_of("BB PPP B T P B PPPP BB T PP BBBBB P T BBBBB")
"""Thirty rounds: streaks of 2 3 1 1 1 4 2 2 5 1 5, and three ties."""


def test_thirty_rounds_on_the_big_road():
    assert len(THIRTY) == 30
    assert big_road_grid(THIRTY) == drawn("""
        BPBPBPBPBPB
        BP...PBPB.B
        .P...P..B.B
        .....P..B.B
        ........B.B
        ...........
    """)


def test_thirty_rounds_on_the_derived_roads():
    # Each streak of 2 3 1 1 1 4 2 2 5 1 5, asked by hand:
    # big eye boy    - RB B B R RBRR BR BR RRBRR B BBRRR
    # small road     - - - B B RBRR BB BR BRBRR B BRRRR
    # cockroach pig  - - - - B BBRR BB BB BRRRB B BRBRR
    found = roads(THIRTY)
    assert derived_grid(found.big_eye_boy) == drawn("""
        RBRBRBRBRBRBR
        .BR.R...R.RBR
        .B......R..BR
        .............
        .............
        .............
    """)
    assert derived_grid(found.small_road) == drawn("""
        BRBRBRBRBRBR
        B..RB....RBR
        ....B......R
        ...........R
        ............
        ............
    """)
    assert derived_grid(found.cockroach_pig) == drawn("""
        BRBRBRBR
        BRBRB..R
        B.BRB...
        ..B.....
        ..B.....
        ........
    """)


def test_thirty_rounds_and_what_would_come_next():
    found = roads(THIRTY)
    # The Banker's streak of 5 goes on to a sixth: the ones before it have 1, 5 and 2.
    assert found.if_banker == Preview(big_eye_boy=RED, small_road=BLUE, cockroach_pig=RED)
    assert found.if_player == Preview(big_eye_boy=BLUE, small_road=RED, cockroach_pig=BLUE)


@pytest.mark.parametrize(
    ("lengths", "starts"),
    [
        ([9, 1], {}),
        ([1, 2], {1: "B"}),
        ([2, 2], {1: "R"}),
        ([3, 1, 1], {1: "B"}),
        ([1, 1, 1], {1: "R"}),
        ([1, 1, 2], {1: "RB", 2: "B"}),
        ([2, 1, 1, 1], {1: "BR", 2: "B"}),
        ([1, 1, 1, 2], {1: "RRB", 2: "RB", 3: "B"}),
        ([1, 1, 1, 1, 1], {1: "RRR", 2: "RR", 3: "R"}),
        ([2, 1, 1, 1, 1], {1: "BRR", 2: "BR", 3: "B"}),
    ],
)
def test_derived_roads_start_at_the_second_mark_or_the_streak_after(lengths, starts):
    found = derived_of(roads(shoe_of(streaks_of(*lengths))))
    for back, marks in found.items():
        assert [mark.colour for mark in marks] == [COLOURS[c] for c in starts.get(back, "")]


def test_derived_roads_have_tails_that_meet_too():
    # Ten single wins, then streaks of 2 1 2 1 2 1: nine red marks, then eight blue ones.
    found = roads(shoe_of(streaks_of(*[1] * 10, 2, 1, 2, 1, 2, 1)))
    assert derived_grid(found.big_eye_boy) == drawn("""
        RB...
        RB...
        RB...
        RB...
        RBBBB
        RRRR.
    """)


def test_derived_roads_compare_streaks_and_not_what_the_six_rows_made_of_them():
    # Streaks of 8 and 8 are equal; their columns on the wall have six marks and five.
    found = roads(shoe_of(streaks_of(8, 8, 1)))
    assert [mark.colour for mark in found.big_eye_boy] == [RED] * 8
    # An eighth mark does not outgrow a streak of eight, a ninth does.
    outgrown = roads(shoe_of(streaks_of(8, 9)))
    assert [mark.colour for mark in outgrown.big_eye_boy] == [RED] * 7 + [BLUE]


@pytest.mark.parametrize(
    ("winner", "total", "flags"),
    [
        (Winner.PLAYER, 0, {}),
        (Winner.BANKER, 0, {}),
        (Winner.TIE, -1, {}),
        (Winner.TIE, 10, {}),
        (Winner.BANKER, 10, {}),
        (Winner.BANKER, 8, {"is_dragon7": True}),
        (Winner.PLAYER, 7, {"is_dragon7": True}),
        (Winner.TIE, 7, {"is_dragon7": True}),
        (Winner.PLAYER, 7, {"is_tiger8": True}),
        (Winner.BANKER, 8, {"is_tiger8": True}),
        (Winner.TIE, 8, {"is_tiger8": True}),
    ],
)
def test_result_that_no_round_can_have_is_refused(winner, total, flags):
    with pytest.raises(ValueError, match=str(winner)):
        Result(winner, total, **flags)


@pytest.mark.parametrize(("winner", "total"), [(Winner.TIE, 0), (Winner.PLAYER, 1)])
def test_lowest_totals_are_results(winner, total):
    assert Result(winner, total).total == total


# ------------------------------------------------------------------------ for every shoe


def _played(pieces):
    return [result for letter, length in pieces for result in shoe_of(letter * length)]


LENGTHS = st.one_of(st.integers(1, 3), st.integers(1, 14))
SHOES = st.lists(st.tuples(st.sampled_from("PBPBT"), LENGTHS), max_size=25).map(_played)
WON = st.sampled_from([Winner.PLAYER, Winner.BANKER])


def slow_colours(shoe, back):
    """Ask the derived road by looking left, cell by cell, on a big road without a bottom.

    A mark beside a mark is red. Beside the first empty cell of that column it is blue, further
    below red. A mark on top of a new column asks what it would have been one column before, right
    below the last mark there, and takes the other colour.
    """
    cells, colours = set(), []
    column, is_started, last = -1, False, None
    for winner in [result.winner for result in shoe if result.winner is not Winner.TIE]:
        column += winner is not last
        last = winner
        row = next(row for row in range(len(shoe)) if (column, row) not in cells)
        cells.add((column, row))
        is_started = is_started or (column, row) in {(back, 1), (back + 1, 0)}
        if not is_started:
            continue
        x, y = column, row
        if row == 0:
            x -= 1
            y = next(row for row in range(len(shoe)) if (x, row) not in cells)
        is_red = (x - back, y) in cells or (x - back, y - 1) not in cells
        colours.append(RED if is_red == (row > 0) else BLUE)
    return colours


@given(SHOES)
def test_derived_roads_are_those_of_looking_left_cell_by_cell(shoe):
    for back, marks in derived_of(roads(shoe)).items():
        assert [mark.colour for mark in marks] == slow_colours(shoe, back)


@pytest.mark.parametrize("back", [1, 2, 3])
def test_looking_left_agrees_on_the_thirty_rounds(back):
    assert slow_colours(THIRTY, back) == [mark.colour for mark in derived_of(roads(THIRTY))[back]]


@given(SHOES)
def test_every_round_has_its_marks(shoe):
    found = roads(shoe)
    wins = [result for result in shoe if result.winner is not Winner.TIE]
    assert [mark.result for mark in found.bead_plate] == shoe
    assert [mark.result for mark in found.big_road] == wins
    assert sum(mark.ties for mark in found.big_road) + found.waiting_ties == len(shoe) - len(wins)
    assert found.waiting_ties == 0 or not wins


@given(SHOES)
def test_a_derived_road_has_a_mark_for_each_win_from_its_start(shoe):
    found = roads(shoe)
    lengths = [len(list(run)) for _, run in groupby(mark.streak for mark in found.big_road)]
    for back, marks in derived_of(found).items():
        silent = sum(lengths[: back + 1])
        late = lengths[back] - 1 if len(lengths) > back else 0
        assert len(marks) == sum(lengths) - silent + late


def _assert_drawn_by_the_rule(cells, streaks):
    """Every cell follows from the ones before it; `streaks` says which are of one streak."""
    taken = {}
    start, is_turned = -1, False
    before = None
    for cell, streak in zip(cells, streaks, strict=True):
        assert cell not in taken
        assert 0 <= cell[1] < ROWS
        if before is None or taken[before] != streak:
            assert cell[1] == 0
            assert cell[0] > start
            assert all((x, 0) in taken for x in range(start + 1, cell[0]))
            start, is_turned = cell[0], False
        else:
            below, right = (before[0], before[1] + 1), (before[0] + 1, before[1])
            is_blocked = below[1] == ROWS or below in taken
            is_turned = is_turned or is_blocked
            assert cell == (right if is_turned else below)
        taken[cell] = streak
        before = cell


@given(SHOES)
def test_every_road_is_drawn_by_the_rule(shoe):
    found = roads(shoe)
    _assert_drawn_by_the_rule(
        [(mark.column, mark.row) for mark in found.big_road],
        [mark.streak for mark in found.big_road],
    )
    for marks in derived_of(found).values():
        runs = enumerate(groupby(mark.colour for mark in marks))
        streaks = [number for number, (_, run) in runs for _ in run]
        _assert_drawn_by_the_rule([(mark.column, mark.row) for mark in marks], streaks)


@given(SHOES, st.sampled_from(list(Winner)))
def test_another_round_moves_no_mark_of_the_past(shoe, winner):
    before, after = roads(shoe), roads([*shoe, Result(winner, 5)])
    assert after.bead_plate[:-1] == before.bead_plate
    count = len(before.big_road)
    assert after.big_road[: max(0, count - 1)] == before.big_road[:-1]
    for old, new in zip(before.big_road[-1:], after.big_road[count - 1 : count], strict=True):
        assert new.ties == old.ties + (winner is Winner.TIE)
        assert (new.column, new.row, new.result) == (old.column, old.row, old.result)
    for back, marks in derived_of(after).items():
        old = derived_of(before)[back]
        assert marks[: len(old)] == old
        assert len(marks) <= len(old) + (winner is not Winner.TIE)


@given(SHOES, WON)
def test_the_preview_comes_true(shoe, winner):
    before, after = roads(shoe), roads([*shoe, Result(winner, 5)])
    told = preview_of(before.if_player if winner is Winner.PLAYER else before.if_banker)
    for back, marks in derived_of(after).items():
        added = [mark.colour for mark in marks[len(derived_of(before)[back]) :]]
        assert added == [colour for colour in [told[back]] if colour is not None]


@given(SHOES)
def test_the_two_previews_are_opposite_colours(shoe):
    found = roads(shoe)
    for player, banker in zip(
        preview_of(found.if_player).values(), preview_of(found.if_banker).values(), strict=True
    ):
        assert {player, banker} in ({None}, {RED, BLUE})
