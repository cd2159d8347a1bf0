"""The games that the demo can play: the table of each, and which devices it has."""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class DemoGame:
    """One game's table. `progressive` is what it plays for; None: no sign.

    `pool` is what the rule set calls it and `spot` where its wagers lie; `has_acceptors`: these are
    tokens. `file` is the table's file; empty where the packaged example is used. `sample` says that
    amounts of the file are made up, in the words that stand beside them; empty: none is.
    `made_up` says which, in lines for people. `has_pots`: players play against each other.
    """

    name: str
    table: str
    progressive: str | None = None
    file: str = ""
    pool: str = "main"
    spot: str = "progressive"
    has_acceptors: bool = False
    sample: str = ""
    made_up: tuple[str, ...] = ()
    has_pots: bool = False


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
    made_up=(
        "what feeds the pool, what it starts from and its fixed prizes",
        "are made up for this demo; no source publishes them, and a house sets its own.",
    ),
)
TEXAS_HOLDEM: Final = DemoGame(
    "texas-holdem",
    "HE-1",
    file=f"""\
id = "HE-1"
name = "Texas Hold'em no limit 1/2 ({SAMPLE} amounts)"
game = "texas-holdem"
rules = "gardens-no-limit"
seats = [1, 2, 3, 4, 5, 6, 7, 8, 9]
currency = "USD"
shoe = "shoe-1"
[set]
# {SAMPLE}: the source prints neither blinds nor a rake. A house sets its own.
small_blind = "1.00"
big_blind = "2.00"
rake = "percent: 5, cap: 4, unit: 1, no_flop_no_drop: true"
""",
    sample=SAMPLE,
    made_up=(
        "blinds and rake are made up for this demo;",
        "no source prints them, and a house sets its own.",
    ),
    has_pots=True,
)
SEVEN_CARD_STUD: Final = DemoGame(
    "seven-card-stud",
    "ST-1",
    file=f"""\
id = "ST-1"
name = "Seven Card Stud 10/20 ({SAMPLE} amounts)"
game = "seven-card-stud"
rules = "gardens"
seats = [1, 2, 3, 4, 5, 6, 7, 8]
currency = "USD"
shoe = "shoe-1"
[set]
# {SAMPLE}: the source prints neither levels nor a rake (ST-15). A house sets its own.
ante = "1.00"
bring_in = "3.00"
small_bet = "10.00"
big_bet = "20.00"
rake = "percent: 5, cap: 4, unit: 1"
""",
    sample=SAMPLE,
    made_up=(
        "ante, bring-in, bets and rake are made up for this demo;",
        "no source prints them, and a house sets its own.",
    ),
    has_pots=True,
)

GAMES: Final = {
    game.name: game
    for game in (CARIBBEAN_STUD, BACCARAT, CASINO_HOLDEM, JUMBO7, TEXAS_HOLDEM, SEVEN_CARD_STUD)
}
