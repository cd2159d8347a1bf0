"""A player's hand history over HTTP: who may ask, what he gets, and that the journal says so."""

from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal
from typing import Any

import httpx
import pytest
from api_builders import TABLE, KeptRecord, Station, code_of, must, new_services, sign_in
from people_builders import STAFF
from table_play import SUPERVISOR, TablePlay

from dealer_station.api.histories.schemas import HistoryShown
from dealer_station.api.ports import ServedTable
from dealer_station.clock import VirtualClock
from dealer_station.people.people import People
from dealer_station.people.rights import RIGHTS, Right
from dealer_station.table.pot import commands as pc
from dealer_station.table.roles import Role

POKER = "TH-1"
SEATS = tuple(range(1, 9))


def history(seat: int, table: str = POKER) -> str:
    return f"/api/tables/{table}/seats/{seat}/history"


@pytest.fixture
def play(kept: KeptRecord, clock: VirtualClock) -> TablePlay:
    """A hand that seat 1 wins with aces against a mucked hand; seat 3 has folded."""
    play = TablePlay(
        "texas-holdem/gardens-no-limit",
        seats=SEATS,
        table_id=POKER,
        record=kept.record,
        clock=clock,
    )
    for seat in (1, 2, 3):
        play.submit(pc.TakeSeat, SUPERVISOR, seat=seat, stack=Decimal(200))
    play.submit(pc.PlaceButton, seat=3)
    hand(play)
    return play


def hand(play: TablePlay) -> None:
    """Play a hand: seat 3 folds, seat 1 shows aces, seat 2 mucks."""
    play.run("start_hand", "shoe: As Ks Qs Ad Kd Qd", "act: 3 fold; 1 call; 2 check")
    for street in ("?? 2c 7d 9s", "?? 5h", "?? 3d"):
        play.run(f"shoe: {street}", "act: 1 check; 2 check")
    play.run("act: 1 show; 2 muck")
    assert play.submit(pc.PushPots).refusal is None


@pytest.fixture
def screen(
    people: People, clock: VirtualClock, kept: KeptRecord, play: TablePlay
) -> Iterator[httpx.Client]:
    """A screen of a station with the poker table; nobody is signed in."""
    services = new_services(people, clock, kept)
    table = ServedTable(
        table_id=POKER,
        name="Texas Hold'em 1",
        game="texas-holdem",
        seats=SEATS,
        controller=play.controller,
    )
    station = Station(replace(services, tables={**services.tables, POKER: table}))
    with station.running(), station.screen() as opened:
        yield opened


@pytest.fixture
def supervisor(screen: httpx.Client) -> httpx.Client:
    sign_in(screen, Role.SUPERVISOR)
    return screen


def given(client: httpx.Client, seat: int, **query: Any) -> dict[str, Any]:
    content = must(client.get(history(seat), params=query))
    HistoryShown.model_validate(content)
    return content


@pytest.mark.parametrize("role", [*STAFF, None])
def test_who_may_look_up_rounds_may_ask(
    screen: httpx.Client, people: People, role: Role | None
) -> None:
    if role is not None:
        sign_in(screen, role)
    answer = screen.get(history(1))
    if role is None:
        assert (answer.status_code, code_of(answer)) == (401, "signed_out")
    elif role in RIGHTS[Right.VIEW_ROUNDS]:
        assert must(answer)["hands"]
    else:
        assert (answer.status_code, code_of(answer)) == (403, "right_missing")
        assert people.journal.read(limit=1)[0].kind.value == "right_refused"


def test_a_history_is_his_own_with_what_lay_open_and_what_was_shown(
    supervisor: httpx.Client,
) -> None:
    (third,) = given(supervisor, 3)["hands"]
    assert third["view"]["cards"] == {
        "1": "As Ad", "2": "## ##", "3": "Qs Qd", "board": "2c 7d 9s 5h 3d",
    }  # fmt: skip
    assert third["net"] == "0.00"
    (second,) = given(supervisor, 2)["hands"]
    assert second["view"]["cards"]["2"] == "Ks Kd"
    assert second["view"]["cards"]["3"] == "## ##"
    assert second["net"] == "-2.00"
    assert "Ks" in second["record"]
    assert "Qs" not in second["record"]


def test_the_journal_says_who_has_read_whose_hands(
    supervisor: httpx.Client, people: People
) -> None:
    given(supervisor, 2)
    entry = people.journal.read(limit=1)[0]
    assert (entry.kind.value, entry.person_id) == ("history_given", STAFF[Role.SUPERVISOR][0])
    facts = {"role": "supervisor", "table": POKER, "seat": "2", "first": "1", "last": "1"}
    assert entry.facts == facts
    given(supervisor, 8)
    assert people.journal.read(limit=1)[0] == entry, "nothing was given"


def test_who_has_sat_there_is_told_and_each_gets_his_own(
    supervisor: httpx.Client, play: TablePlay
) -> None:
    assert play.submit(pc.LeaveSeat, seat=2).refusal is None
    assert play.submit(pc.TakeSeat, SUPERVISOR, seat=2, stack=Decimal(50)).refusal is None
    content = given(supervisor, 2)
    assert [(one["first"], one["last"]) for one in content["players"]] == [(2, None), (1, 1)]
    assert (content["player"]["first"], content["hands"]) == (2, []), "nothing of who left"
    assert [one["number"] for one in given(supervisor, 2, before=2)["hands"]] == [1]
    play.run("start_hand")
    answer = supervisor.get(history(2), params={"first": 1})
    assert (answer.status_code, code_of(answer)) == (409, "several_players")
    assert answer.json()["facts"] == {"seat": "2", "hands": "2-, 1-1"}


@pytest.mark.parametrize(
    ("path", "what"),
    [
        (history(9), "seat"),
        (history(1, TABLE), "history"),
        (history(1, "X"), None),
    ],
)
def test_what_is_not_there_is_told(supervisor: httpx.Client, path: str, what: str | None) -> None:
    answer = supervisor.get(path)
    assert (answer.status_code, code_of(answer)) == (404, "not_found")
    assert answer.json()["facts"].get("what") == what


def test_a_question_in_another_form_is_not_understood(supervisor: httpx.Client) -> None:
    for query in ("first=0", "before=x", "limit=101", f"first={2**60}"):
        answer = supervisor.get(f"{history(1)}?{query}")
        assert (answer.status_code, code_of(answer)) == (422, "bad_input"), query
