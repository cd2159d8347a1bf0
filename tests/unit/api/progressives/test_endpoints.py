"""Progressives over HTTP."""

from typing import Any

import httpx
import pytest
from api_builders import METER, Station, code_of, must, send, sign_in

from dealer_station.api.progressives.schemas import MovementsShown, ProgressivesShown
from dealer_station.table.roles import Role

MOVEMENTS = f"/api/progressives/{METER}/movements"


@pytest.fixture
def supervisor(station: Station, betting: httpx.Client) -> httpx.Client:
    """A supervisor on the dealer's screen; two wagers have fed the meter."""
    for seat in (1, 2):
        must(send(betting, "place_wager", seat=seat, spot="ante", amount="10.00"))
        must(send(betting, "place_wager", seat=seat, spot="progressive"))
    must(send(betting, "close_betting"))
    sign_in(betting, Role.SUPERVISOR)
    return betting


def moved(client: httpx.Client, **query: Any) -> dict[str, Any]:
    content = must(client.get(MOVEMENTS, params=query))
    MovementsShown.model_validate(content)
    return content


def test_meters_are_in_the_form_of_their_document(supervisor: httpx.Client) -> None:
    content = must(supervisor.get("/api/progressives"))
    ProgressivesShown.model_validate(content)
    (row,) = content["progressives"]
    assert (row["progressive"], row["meter"], row["tables"]) == (METER, "10001.40", ["CS-2"])


def test_movements_come_page_by_page(supervisor: httpx.Client) -> None:
    first = moved(supervisor, limit=1)
    assert [row["version"] for row in first["movements"]] == [2]
    assert [row["meter_after"] for row in first["movements"]] == ["10001.40"]
    assert first["before"] == 2
    second = moved(supervisor, limit=1, before=2)
    assert ([row["type"] for row in second["movements"]], second["before"]) == (
        ["level_opened"], None,
    )  # fmt: skip
    assert moved(supervisor, before=1) == {"movements": [], "before": None}


def test_a_progressive_of_no_table_here_is_not_found(supervisor: httpx.Client) -> None:
    answer = supervisor.get("/api/progressives/X/movements")
    assert (answer.status_code, code_of(answer)) == (404, "not_found")


@pytest.mark.parametrize("query", ["before=0", "limit=0", "limit=201", "before=x"])
def test_a_question_in_another_form_is_not_understood(supervisor: httpx.Client, query: str) -> None:
    answer = supervisor.get(f"{MOVEMENTS}?{query}")
    assert (answer.status_code, code_of(answer)) == (422, "bad_input")
