"""Whether a hand may begin, and if not, why: asked by the view at any moment, changing nothing."""

from dealer_station.games.pot_rules import Candidate, PotGame
from dealer_station.table.lifecycle import Service
from dealer_station.table.pot.state import PotTable
from dealer_station.table.refusals import RefusalReason
from dealer_station.table.state import TableState
from dealer_station.values import maker

_candidate = maker(Candidate)


def start_fault(state: TableState, game: PotGame) -> RefusalReason | None:
    """Return why no hand can be started now; None: it can."""
    table = state.pot
    seats = candidates(game, table)
    in_the_way = (
        (state.open_irregularity is not None, RefusalReason.HELD),
        (state.service is Service.CLOSED, RefusalReason.WRONG_PHASE),
        (state.is_round_open, RefusalReason.ROUND_OPEN),
        (state.is_deck_locked, RefusalReason.DECK_LOCKED),
        (bool(game.fault), RefusalReason.NO_LEVEL),
        (sum(one.is_in for one in seats) < _PLAYERS_MIN, RefusalReason.TOO_FEW_PLAYERS),
        (
            game.has_button and table.positions is None and table.button is None,
            RefusalReason.NO_BUTTON,
        ),
    )
    fault = next((reason for is_so, reason in in_the_way if is_so), None)
    if fault is None and game.next_hand(seats, table.positions, table.button) is None:
        return RefusalReason.TOO_FEW_PLAYERS
    return fault


def candidates(game: PotGame, table: PotTable) -> tuple[Candidate, ...]:
    """Return every taken seat as the rules of the next hand see it."""
    is_untracked = not game.tracks_stakes
    return tuple(
        [
            _candidate(
                one.seat,
                (is_untracked or one.stack_minor > 0) and not one.is_away,
                one.debt,
                one.entry,
            )
            for one in table.players
        ]
    )


_PLAYERS_MIN = 2
