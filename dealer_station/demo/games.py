"""The games that the demo can play: the table of each, and which devices it has."""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class DemoGame:
    """One game's table. `progressive` is what it plays for; None: no acceptors and no sign.

    `file` is the table's file; empty where the packaged example is used.
    """

    name: str
    table: str
    progressive: str | None = None
    file: str = ""


CARIBBEAN_STUD: Final = DemoGame("caribbean-stud", "CS-1", "caribbean-main")
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

GAMES: Final = {game.name: game for game in (CARIBBEAN_STUD, BACCARAT, CASINO_HOLDEM)}
