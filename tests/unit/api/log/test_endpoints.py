"""The search over HTTP."""

from typing import Any

import httpx
import pytest
from api_builders import TABLE, Station, code_of, must, send, sign_in

from dealer_station.api.log.schemas import EventsFound
from dealer_station.clock import VirtualClock
from dealer_station.table.roles import Role


@pytest.fixture
def supervisor(station: Station, betting: httpx.Client) -> httpx.Client:
    """A supervisor on the dealer's screen, after a deal and a report."""
    must(send(betting, "place_wager", seat=1, spot="ante", amount="10.00"))
    must(send(betting, "close_betting"))
    station.deal()
    must(send(betting, "report_irregularity", irregularity="CS-I08", seat=1, card="2c"))
    sign_in(betting, Role.SUPERVISOR)
    return betting


def found(client: httpx.Client, **query: Any) -> dict[str, Any]:
    content = must(client.get("/api/log", params=query))
    EventsFound.model_validate(content)
    return content


def kinds(client: httpx.Client, **query: Any) -> list[str]:
    return [event["type"] for event in found(client, **query)["events"]]


def test_the_newest_events_come_first_page_by_page(supervisor: httpx.Client) -> None:
    first = found(supervisor, limit=3)
    assert first["events"][0]["type"] == "irregularity_raised"
    assert first["before"] == first["events"][-1]["position"]
    second = found(supervisor, limit=3, before=first["before"])
    assert second["events"][0]["position"] == first["before"] - 1


def test_every_part_of_a_question_counts(supervisor: httpx.Client, clock: VirtualClock) -> None:
    assert kinds(supervisor, text="CS-I08") == ["irregularity_raised"]
    assert kinds(supervisor, type="table_opened") == ["table_opened"]
    assert kinds(supervisor, type="security") == []
    assert set(kinds(supervisor, table=TABLE, type="money")) == {"wager_placed"}
    assert kinds(supervisor, **{"from": clock.now() + 1}) == []
    assert kinds(supervisor, until=clock.now() - 1) == []
    assert len(kinds(supervisor, **{"from": clock.now(), "until": clock.now()})) > 10


def test_the_card_of_an_open_ruling_is_found_by_who_rules_and_nobody_else(
    supervisor: httpx.Client,
) -> None:
    assert kinds(supervisor, text="2c") == ["irregularity_raised", "card_drawn"]
    sign_in(supervisor, Role.AUDITOR)
    assert kinds(supervisor, text="2c") == []


BAD_QUESTIONS = (
    "limit=0",
    "limit=201",
    "before=0",
    "from=x",
    "until=-1",
    f"from={2**60}",
    "text=" + "x" * 101,
    "type=no_such_event",
    "table=CS-99",
    "from=2000&until=1999",
)


def test_a_question_in_another_form_is_not_understood(
    supervisor: httpx.Client, subtests: pytest.Subtests
) -> None:
    for query in BAD_QUESTIONS:
        with subtests.test(query):
            answer = supervisor.get(f"/api/log?{query}")
            assert (answer.status_code, code_of(answer)) == (422, "bad_input")
