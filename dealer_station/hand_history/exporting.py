"""What `dealer-station export` does: print what was played at a table, from the record alone.

A hand of players against each other comes in the PHH format; a house game, and a hand of a table
that follows no chips, as JSON, a line a round: the round with all that explains it, as an auditor
sees it. The record is opened for reading only and never changed.
"""

import sys
from collections.abc import Callable, Iterator
from typing import Final

import orjson

from dealer_station.event_log.errors import EventLogError
from dealer_station.event_log.station_registry import station_registry
from dealer_station.event_log.store import EventLog
from dealer_station.hand_history.histories import NoHistoryError, house_history
from dealer_station.hand_history.player_hands import player_hand
from dealer_station.hand_history.writer import write_hands
from dealer_station.projections.events.reading import Reading
from dealer_station.projections.queries import RecordQueries
from dealer_station.projections.rounds.explained import explained_round
from dealer_station.projections.rounds.played import PlayedRound, PlayedRounds
from dealer_station.table.roles import Role

GOOD: Final = 0
NOT_FOUND: Final = 1
NOT_OPENED: Final = 2


def export_command(
    database: str, table: str, number: int | None, seat: int | None, out: Callable[[str], None]
) -> int:
    """Print the rounds of a table, or the one of that number (from 1).

    `database` is a path or URL; `out` prints lines. With a `seat` it is the hand history of the
    player who sat there: he gets no card that he may not know. Returns 0, 1 when there is nothing
    of that kind, 2 when the record cannot be opened.
    """
    try:
        with EventLog(database, read_only=True) as log:
            export = _Export(log, table, seat)
            count = 0
            for text in export.rounds(number):
                out(text)
                count += 1
    except (EventLogError, ValueError) as error:
        sys.stderr.write(f"not opened: {error}\n")
        return NOT_OPENED
    except NoHistoryError as error:
        sys.stderr.write(f"nothing to export: {error}\n")
        return NOT_FOUND
    if not count:
        what = f"table {table} has no round" + ("" if number is None else f" {number}")
        sys.stderr.write(f"nothing to export: {what}\n")
        return NOT_FOUND
    return GOOD


class _Export:
    """The rounds of one table."""

    def __init__(self, log: EventLog, table: str, seat: int | None) -> None:
        registry = station_registry()
        self._queries = RecordQueries(log)
        self._rounds = PlayedRounds(self._queries, registry)
        self._reading = Reading(registry, self._rounds, Role.AUDITOR)
        self._table = table
        self._seat = seat

    def rounds(self, number: int | None) -> Iterator[str]:
        """Yield the text of each round, oldest first; a hand that is still on is left out."""
        newest = self._rounds.index(self._table).newest()
        for each in range(1, newest + 1) if number is None else [number]:
            played = self._rounds.load(self._table, each)
            if played is None:
                continue
            if number is None and _is_hand(played) and played.state.is_round_open:
                continue
            yield self._text(played)

    def _text(self, played: PlayedRound) -> str:
        if self._seat is not None:
            return str(player_hand(played, self._seat)["record"]).removesuffix("\n")
        if _has_chips(played):
            history = house_history(played)
            return write_hands([(str(played.part.number), history)]).rstrip("\n") + "\n"
        return orjson.dumps(explained_round(self._queries, self._reading, played)).decode()


def _is_hand(played: PlayedRound) -> bool:
    return played.rules is not None and played.rules.has_pots


def _has_chips(played: PlayedRound) -> bool:
    """Whether it is a hand that the format can tell: of a table that follows chips."""
    hand = played.state.pot.hand
    return _is_hand(played) and hand is not None and hand.structure is not None
