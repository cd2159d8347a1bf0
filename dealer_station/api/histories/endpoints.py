"""A player's hand history on request, for the supervisor who gives it to him (ST-57).

He may have his own cards, what lay open, what was shown, and mucked hands where the house discloses
them. Whoever asks reads a hand that he may not see otherwise, so the security journal says who did.
"""

from dataclasses import asdict
from typing import Annotated, Any, Final

import orjson
from fastapi import APIRouter, Depends, Path, Query, Response

from dealer_station.api.dependencies import ServicesDep, session_with, table_of
from dealer_station.api.histories.schemas import HistoryShown
from dealer_station.api.log.schemas import PLACE_MAX
from dealer_station.api.ports import ServedTable
from dealer_station.api.problems import (
    BadInput,
    NotFound,
    ProblemError,
    RecordUnavailable,
    RightMissing,
    SeveralPlayers,
    SignedOut,
    responses,
)
from dealer_station.hand_history.player_hands import (
    NoPlayerError,
    PlayersHands,
    SeveralPlayersError,
    players_hands,
)
from dealer_station.people.rights import Right
from dealer_station.people.sessions import Session
from dealer_station.projections.rounds.stays import Stay

router = APIRouter(prefix="/api/tables/{table_id}/seats/{seat}/history", tags=["rounds"])

ReaderDep = Annotated[Session, Depends(session_with(Right.VIEW_ROUNDS))]

PLAYERS_MAX: Final = 20
"""How many who have sat at a seat are named."""


@router.get(
    "",
    response_model=HistoryShown,
    responses=responses(
        SignedOut, RightMissing, NotFound, SeveralPlayers, BadInput, RecordUnavailable
    ),
)
def show_history(
    table_id: str,
    seat: Annotated[int, Path(ge=1, le=PLACE_MAX)],
    session: ReaderDep,
    services: ServicesDep,
    *,
    first: Annotated[int | None, Query(ge=1, le=PLACE_MAX)] = None,
    before: Annotated[int | None, Query(ge=1, le=PLACE_MAX)] = None,
    limit: Annotated[int, Query(ge=1, le=100)] = 50,
) -> Response:
    """Show the hands of one player at a seat, newest first: from a number on, below another.

    Where neither is given they are those of who sat there last. A hand that is on is left out.
    """
    table = table_of(services, table_id)
    _check_seat(table, seat)
    players = services.reads.stays(table.table_id, seat)
    try:
        found = players_hands(services.reads, table.table_id, seat, first, before, limit)
    except NoPlayerError:
        found = None
    except SeveralPlayersError as error:
        facts = {"seat": str(seat), "hands": ", ".join(map(_range, error.stays))}
        raise ProblemError(SeveralPlayers(facts=facts)) from error
    if found is not None and found.hands:
        numbers = (found.hands[-1]["number"], found.hands[0]["number"])
        services.people.note_history(session, table.table_id, seat, numbers)
    content = {
        "seat": seat,
        **_told(found),
        "players": [_player(stay) for stay in players[:PLAYERS_MAX]],
    }
    return Response(orjson.dumps(content), media_type="application/json")


def _check_seat(table: ServedTable, seat: int) -> None:
    """Raise NotFound where the table has no such seat, or no hands of players."""
    if not table.controller.rules.has_pots:
        detail = "The table plays against the house: it has no hand histories."
        raise ProblemError(NotFound(detail=detail, facts={"what": "history"}))
    if seat not in table.seats:
        raise ProblemError(NotFound(detail="The table has no such seat.", facts={"what": "seat"}))


def _told(found: PlayersHands | None) -> dict[str, Any]:
    if found is None:
        return {"player": None, "hands": [], "before": None}
    return {"player": _player(found.stay), "hands": list(found.hands), "before": found.before}


def _player(stay: Stay) -> dict[str, Any]:
    return {name: value for name, value in asdict(stay).items() if name != "seat"}


def _range(stay: Stay) -> str:
    return f"{stay.first}-{'' if stay.last is None else stay.last}"
