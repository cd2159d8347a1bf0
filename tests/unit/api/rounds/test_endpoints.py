"""Rounds over HTTP."""

from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from api_builders import TABLE, Station, code_of, must, send, send_approved, sign_in

from dealer_station.api.rounds.schemas import RoundShown, RoundsListed
from dealer_station.event_log.errors import LogUnavailable
from dealer_station.projections.queries import RecordQueries
from dealer_station.table.roles import Role

ROUNDS = f"/api/tables/{TABLE}/rounds"


def play(dealer: httpx.Client, station: Station) -> None:
    """Seat 2 holds a royal and the progressive, seat 1 folds."""
    must(send(dealer, "open_betting"))
    for seat in (1, 2):
        must(send(dealer, "place_wager", seat=seat, spot="ante", amount="10.00"))
    must(send(dealer, "place_wager", seat=2, spot="progressive"))
    must(send(dealer, "close_betting"))
    station.deal()
    must(send(dealer, "act", seat=1, action="fold"))
    must(send(dealer, "act", seat=2, action="bet"))
    must(send_approved(dealer, Role.SUPERVISOR, "verify_hand", seat=2))
    must(send(dealer, "pay_seat", seat=2))
    must(send(dealer, "pay_seat", seat=1))


@pytest.fixture
def console(client: httpx.Client) -> httpx.Client:
    """A supervisor's console; nothing was played."""
    sign_in(client, Role.SUPERVISOR)
    return client


@pytest.fixture
def supervisor(station: Station, dealer: httpx.Client) -> Iterator[httpx.Client]:
    """A supervisor's console, after three rounds."""
    must(send(dealer, "open_table"))
    for _ in range(3):
        play(dealer, station)
    with station.screen() as screen:
        sign_in(screen, Role.SUPERVISOR)
        yield screen


def listed(client: httpx.Client, **query: Any) -> dict[str, Any]:
    content = must(client.get(ROUNDS, params=query))
    RoundsListed.model_validate(content)
    return content


def test_rounds_are_listed_page_by_page(supervisor: httpx.Client) -> None:
    first = listed(supervisor, limit=2)
    assert ([row["number"] for row in first["rounds"]], first["before"]) == ([3, 2], 2)
    second = listed(supervisor, limit=2, before=first["before"])
    assert ([row["number"] for row in second["rounds"]], second["before"]) == ([1], None)
    assert listed(supervisor, before=1) == {"rounds": [], "before": None}


def test_a_round_is_in_the_form_of_its_document(supervisor: httpx.Client) -> None:
    content = must(supervisor.get(f"{ROUNDS}/2"))
    RoundShown.model_validate(content)
    shown = content["round"]
    assert (shown["number"], shown["phase"], shown["dealer"]) == (2, "settled", "D-104")
    assert shown["view"]["cards"]["1"] == "## ## ## ## ##", "a folded hand stays down"
    assert {wager["rule"] for wager in shown["wagers"]} == {"CS-07", "CS-11", "CS-23"}


def test_a_round_that_was_not_played_is_not_found(supervisor: httpx.Client) -> None:
    for path in (f"{ROUNDS}/4", f"{ROUNDS}/0", "/api/tables/X/rounds", "/api/tables/X/rounds/1"):
        answer = supervisor.get(path)
        assert (answer.status_code, code_of(answer)) == (404, "not_found"), path


def test_a_question_in_another_form_is_not_understood(
    console: httpx.Client, subtests: pytest.Subtests
) -> None:
    for query in ("before=0", "before=x", "limit=0", "limit=101", "before=1e3", f"before={2**60}"):
        with subtests.test(query):
            answer = console.get(f"{ROUNDS}?{query}")
            assert (answer.status_code, code_of(answer)) == (422, "bad_input")


def test_a_number_must_be_one(console: httpx.Client, subtests: pytest.Subtests) -> None:
    for number in ("x", "-1", "1.5", str(2**60)):
        with subtests.test(number):
            answer = console.get(f"{ROUNDS}/{number}")
            assert (answer.status_code, code_of(answer)) == (422, "bad_input")


def test_a_database_that_is_away_is_told(
    supervisor: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(RecordQueries, "head", _away)
    for path in (ROUNDS, f"{ROUNDS}/1"):
        answer = supervisor.get(path)
        assert (answer.status_code, code_of(answer)) == (503, "record_unavailable")
        assert answer.headers["retry-after"] == "1"


def _away(*_args: object) -> None:
    raise LogUnavailable("gone")
