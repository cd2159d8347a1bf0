"""The games that the demo can play: the table of each, and which devices it has."""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class DemoGame:
    """One game's table. `progressive` is what it plays for; None: no sign.

    `pool` is what the rule set calls it and `spot` where its wagers lie; `has_acceptors`: these are
    tokens. `file` is the table's file; empty where the packaged example is used. `sample` says that
    amounts of the file are made up, in the words that stand beside them; empty: none is.
    """

    name: str
    table: str
    progressive: str | None = None
    file: str = ""
    pool: str = "main"
    spot: str = "progressive"
    has_acceptors: bool = False
    sample: str = ""


CARIBBEAN_STUD: Final = DemoGame("caribbean-stud", "CS-1", "caribbean-main", has_acceptors=True)
BACCARAT: Final = DemoGame(
    "baccarat",
    "BA-1",
    file="""\
id = "BA-1"
name = "Baccarat 1"
game = "baccarat"
rules = "gardens"
seats = [1, 2, 3, 4, 5, 6, 7, 8, 9]
currency = "USD"
shoe = "shoe-1"
""",
)
CASINO_HOLDEM: Final = DemoGame(
    "casino-holdem",
    "CH-1",
    file="""\
id = "CH-1"
name = "Casino Hold'em 1"
game = "casino-holdem"
rules = "boxes"
seats = [1, 2, 3, 4, 5, 6, 7]
currency = "USD"
shoe = "shoe-1"
""",
)
SAMPLE: Final = "SAMPLE"
"""Marks an amount that no source gives and no house has set (CH-43, CH-44)."""

JUMBO7: Final = DemoGame(
    "casino-holdem-jumbo7",
    "CH-7",
    "jumbo7-sample",
    # The name carries the mark to every screen, the rules page and the browser sign.
    file=f"""\
id = "CH-7"
name = "Casino Hold'em Jumbo 7 ({SAMPLE} amounts)"
game = "casino-holdem"
rules = "evolution"
seats = [1, 2, 3, 4, 5, 6, 7]
currency = "USD"
shoe = "shoe-1"
[set]
# {SAMPLE}: no source publishes these amounts. A house sets its own.
contribution = "0.60"
seed_amount = "25000.00"
jumbo7_paytable = "straight: 2, flush: 3, full_house: 5, four_of_a_kind: 20, straight_flush: 100"
[progressives]
jumbo7 = "jumbo7-sample"
""",
    pool="jumbo7",
    spot="jumbo7",
    sample=SAMPLE,
)

GAMES: Final = {game.name: game for game in (CARIBBEAN_STUD, BACCARAT, CASINO_HOLDEM, JUMBO7)}
