"""One act in a betting round, at a table."""

from dealer_station.games.pots.betting import Act
from dealer_station.table.draft import Draft
from dealer_station.table.pot import moves
from dealer_station.table.pot.reasons import ActReason


def take(
    draft: Draft,
    seat: int,
    kind: Act,
    to_minor: int | None,
    reason: ActReason,
    at: int | None = None,
) -> None:
    """Take an act of the seat whose turn it is. Raises ActRefusedError, and nothing has changed.

    `to_minor` is the total of the round for a bet or raise; `at` is when it counts, None: now.
    """
    moves.take(
        draft.play,
        draft.rules.pot,
        seat,
        kind,
        to_minor,
        at=draft.at if at is None else at,
        person_id=draft.command.actor.person_id,
        reason=reason,
    )
