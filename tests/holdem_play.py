"""A live Casino Hold'em table for tests, in the words of table scripts (see `table_play`)."""

from collections.abc import Sequence
from fractions import Fraction

from table_play import TablePlay, rules_of

from dealer_station.clock import VirtualClock
from dealer_station.controller.memory_record import MemoryRecord
from dealer_station.controller.ports import Record
from dealer_station.controller.table_controller import TableSetup
from dealer_station.event_log.station_registry import station_registry
from dealer_station.progressive.conversion import Conversion
from dealer_station.table.role_view import TableFacts


def in_euros(rate: str) -> dict[str, Conversion]:
    """The conversions of a table in dollars whose pool is in euros."""
    return {"jumbo7": Conversion("USD", "EUR", Fraction(rate))}


class HoldemPlay(TablePlay):
    """One table, open; the pool `jumbo7` where the rule set has one.

    `euros`: what a dollar of the table is in the pool's euros; empty: the pool is in dollars too.
    """

    def __init__(
        self,
        rules: str = "evolution",
        *,
        seats: Sequence[int] = (1, 2, 3),
        meter: int = 10_000_00,
        euros: str = "",
        table_id: str = "t1",
        record: Record | None = None,
        clock: VirtualClock | None = None,
        is_open: bool = True,
        **overrides: str,
    ) -> None:
        self.rules = rules_of("casino-holdem", rules, overrides)
        self.record = record or MemoryRecord()
        self.registry = station_registry()
        self.clock = clock or VirtualClock()
        pools = {"jumbo7": "p1"} if self.rules.game.progressive else {}
        facts = TableFacts(table_id, "Table", "USD")
        self.setup = TableSetup(
            facts, tuple(seats), self.rules, pools, conversions=in_euros(euros) if euros else {}
        )
        self._meter = meter
        self.controller = self._new_controller()
        if is_open:
            self.open_table()


def flopped(
    wagers: str = "1 ante 10; 1 bonus 5; 2 ante 20",
    cards: str = "player: As Kd, dealer: Td Jc, board: Ah 8c 5d",
    rules: str = "evolution",
    *,
    meter: int = 10_000_00,
    euros: str = "",
    **overrides: str,
) -> HoldemPlay:
    """A round with these wagers and cards, before any decision."""
    seats = sorted({int(words.split()[0]) for words in wagers.split(";")})
    play = HoldemPlay(rules, seats=seats, meter=meter, euros=euros, **overrides)
    play.run("open_betting", f"wager: {wagers}", "close_betting", f"deal: {{{cards}}}")
    return play
