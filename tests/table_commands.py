"""Single commands with an id of the test's choice, for tests of repeats and of lost answers."""

from decimal import Decimal
from typing import Any

from table_play import DEALER, TablePlay

from dealer_station.table import commands as c
from dealer_station.table.roles import Actor


def command(
    kind: type[c.Command],
    play: TablePlay,
    actor: Actor = DEALER,
    command_id: str = "c-1",
    **said: Any,
) -> c.Command:
    """A command issued now at a table."""
    return kind(command_id=command_id, issued_at=play.clock.now(), actor=actor, **said)


def wager(play: TablePlay, amount: str = "10", command_id: str = "c-1", **said: Any) -> c.Command:
    """An ante of seat 1, unless said otherwise."""
    fields = {"seat": 1, "spot": "ante", "amount": Decimal(amount)} | said
    return command(c.PlaceWager, play, command_id=command_id, **fields)


def ticking_round() -> TablePlay:
    """Two seats that have 30 seconds left to decide."""
    return TablePlay(decision_seconds="30", seats=(1, 2)).run(
        "open_betting",
        "wager: 1 ante 10; 2 ante 10",
        "close_betting",
        "deal: {1: 9h 7h 5h 3h 2h, 2: 8h 7c 5c 4d 2s, dealer: Ah Kh 9s 6c 4h}",
    )
