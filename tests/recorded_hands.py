"""The recorded hands of `tests/hands`, and short texts of hands for tests."""

from pathlib import Path

from dealer_station.hand_history.reader import RecordedHand, read_hands

FOLDER = Path(__file__).parent / "hands"
FILES = tuple(sorted(file for file in FOLDER.rglob("*") if file.suffix in {".phh", ".phhs"}))

NO_LIMIT = """\
variant = 'NT'
antes = [0, 0.10, 0]
blinds_or_straddles = [0.10, 0.25, -0.25]
min_bet = 0.25
starting_stacks = [20, 15.5, 10.00]
actions = ['d dh p1 AsKd', 'd dh p2 ????', 'd dh p3 QhQd', 'p3 cbr 1.20', 'p1 cc', 'p2 f', \
'd db 2c3c4c']
seats = [4, 7, 1]
"""

STUD = """\
variant = 'F7S'
antes = [20, 20]
bring_in = 40
small_bet = 200
big_bet = 400
starting_stacks = [1000, 2000]
actions = ['d dh p1 AhAd8d', 'd dh p2 7s7h2c', 'p2 pb', 'p1 cbr 200', 'p2 f']
"""


def recorded_hands() -> list[RecordedHand]:
    """Every recorded hand."""
    return [hand for file in FILES for hand in read_hands(file)]
