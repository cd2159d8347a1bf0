"""A progressive is suspended or resumed, and what is refused meanwhile (LNK-05).

New wagers on it are refused; those that lie stand, may be taken back, feed the meter and win. The
rest of the game goes on: betting is closed without waiting for acceptors that nobody can reach. A
token that one of them has and could not tell lit no lamp: told later, it goes back to its player.
"""

from dealer_station.table import commands as c
from dealer_station.table import events as e
from dealer_station.table.draft import Draft
from dealer_station.table.house import closing
from dealer_station.table.house.progress import move_on
from dealer_station.table.lifecycle import Phase


def suspend(draft: Draft, command: c.SuspendProgressive) -> None:
    """Suspend a progressive; one that is already suspended for this reason stays so."""
    told = (command.progressive_id, command.level_id, command.reason)
    if any(one.is_of(*told) for one in draft.state.suspensions):
        return
    progressive_id, level_id, reason = told
    draft.emit(
        e.ProgressiveSuspended(
            at=draft.at, progressive_id=progressive_id, level_id=level_id, reason=reason
        )
    )
    closing.end_silence(draft)
    if draft.state.phase is Phase.CLOSING:
        move_on(draft)


def resume(draft: Draft, command: c.ResumeProgressive) -> None:
    """Lift a suspension; one that does not stand needs no lifting."""
    told = (command.progressive_id, command.level_id, command.reason)
    if not any(one.is_of(*told) for one in draft.state.suspensions):
        return
    progressive_id, level_id, reason = told
    draft.emit(
        e.ProgressiveResumed(
            at=draft.at, progressive_id=progressive_id, level_id=level_id, reason=reason
        )
    )
