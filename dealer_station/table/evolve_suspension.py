"""How a suspended progressive changes a table's state (see `evolve`). Pure and total."""

from dealer_station.table import events as e
from dealer_station.table.copying import replace
from dealer_station.table.lifecycle import Phase
from dealer_station.table.state import TableState
from dealer_station.table.suspension import Suspension


def progressive_suspended(state: TableState, event: e.ProgressiveSuspended) -> TableState:
    """One reason more stands against the progressive."""
    stands = Suspension(event.progressive_id, event.level_id, event.reason, event.at)
    return replace(state, suspensions=(*_without(state, event), stands))


def progressive_resumed(state: TableState, event: e.ProgressiveResumed) -> TableState:
    """The reason is gone: windows open anew, each for an order of its own.

    What falls into one that was shut and has not opened since is no wager. Where betting is being
    closed, the acceptors' silence counts anew.
    """
    if event.progressive_id not in state.progressives.values():
        return replace(state, suspensions=_without(state, event))
    acceptors, shutting = state.acceptors, state.closing
    if state.phase is Phase.BETTING:
        acceptors = tuple(replace(one, reopened_at=state.version) for one in acceptors)
    return replace(
        state,
        suspensions=_without(state, event),
        acceptors=acceptors,
        closing=None if shutting is None else replace(shutting, waiting_since_at=event.at),
        resumed_order=state.version,
    )


def _without(
    state: TableState, event: e.ProgressiveSuspended | e.ProgressiveResumed
) -> tuple[Suspension, ...]:
    told = (event.progressive_id, event.level_id, event.reason)
    return tuple(one for one in state.suspensions if not one.is_of(*told))
