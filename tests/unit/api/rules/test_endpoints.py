"""A table's rules for everybody: the very page of its rule set, without a sign-in."""

from dataclasses import replace
from fractions import Fraction

import httpx
import pytest
from api_builders import (
    METER,
    TABLE,
    KeptRecord,
    Station,
    code_of,
    must,
    new_services,
    send,
    shown,
    sign_in,
)

from dealer_station.api.rules import desk as desk_module
from dealer_station.api.rules.schemas import shown_rules
from dealer_station.clock import VirtualClock
from dealer_station.controller.ledger_desk import LevelPlace, Order
from dealer_station.house_rules.pages.figures import Language
from dealer_station.house_rules.pages.page import rules_page
from dealer_station.people.people import People
from dealer_station.progressive.refusals import Consent
from dealer_station.table.roles import Role

PATH = f"/api/tables/{TABLE}/rules"
ASKED = {"table": TABLE}


def test_it_is_the_page_of_the_rule_set_that_the_table_plays_by(
    client: httpx.Client, station: Station
) -> None:
    for language in Language:
        page = rules_page(station.controller.rules, language, "USD")
        answer = client.get(PATH, params={"language": language.value})
        expected = shown_rules(TABLE, "Caribbean Stud 2", "USD", page)
        assert must(answer) == expected.model_dump(mode="json")
        assert answer.headers["content-type"] == "application/json"
        assert "set-cookie" not in answer.headers


def test_without_a_language_it_is_english(client: httpx.Client) -> None:
    assert must(client.get(PATH)) == must(client.get(PATH, params={"language": "en"}))
    assert must(client.get(PATH))["language"] == "en"


def test_the_digest_is_the_one_that_rounds_name(betting: httpx.Client) -> None:
    must(send(betting, "place_wager", seat=1, spot="ante", amount="10.00"))
    must(send(betting, "close_betting"))
    digest = must(betting.get(PATH))["digest"]
    sign_in(betting, Role.AUDITOR)
    rounds = must(betting.get(f"/api/tables/{TABLE}/rounds/1"))
    assert rounds["round"]["rules"]["digest"] == digest


def test_hit_06_players_read_the_terms_that_two_managers_have_changed(
    client: httpx.Client, station: Station
) -> None:
    def told() -> str:
        return " ".join(str(must(client.get(PATH))).split("\N{NO-BREAK SPACE}"))

    assert "5,000.00" not in told()
    filed = station.controller.filed_terms()["main"]
    changed = station.services.ledgers.change_terms(
        LevelPlace(METER, "main"),
        replace(filed, base_minor=5_000_00, rate=Fraction(1, 20)),
        Consent("m1", "m2", "as approved"),
        Order("change-1", 1),
    )
    assert changed.refusal is None
    assert "5,000.00" in told()
    assert must(client.get(PATH))["digest"] == station.controller.rules.digest


def test_limits_are_those_that_the_table_refuses_by(betting: httpx.Client) -> None:
    (wagers,) = (each for each in must(betting.get(PATH))["sections"] if each["id"] == "wagers")
    (limits,) = (part for part in wagers["parts"] if part["kind"] == "table")
    assert limits["about"] == "limits"
    _, least, most = (cell.replace("\N{NO-BREAK SPACE}USD", "") for cell in limits["lines"][0])
    for amount, reason in (("4.99", "below_min"), ("500.01", "above_max")):
        answer = send(betting, "place_wager", seat=1, spot="ante", amount=amount)
        assert code_of(answer) == reason
    for seat, amount in ((1, least), (2, most)):
        must(send(betting, "place_wager", seat=seat, spot="ante", amount=amount))


@pytest.mark.parametrize("table", ["CS-9", "x" * 300, "%2e%2e", "%00"])
def test_an_unknown_table_is_not_found(client: httpx.Client, table: str) -> None:
    answer = client.get(f"/api/tables/{table}/rules")
    assert (answer.status_code, code_of(answer)) == (404, "not_found")


@pytest.mark.parametrize("language", ["de", "", "EN", "en\0"])
@pytest.mark.parametrize("path", [PATH, "/rules"])
def test_a_language_that_there_is_not_is_refused(
    client: httpx.Client, path: str, language: str
) -> None:
    answer = client.get(path, params={"language": language})
    assert (answer.status_code, code_of(answer)) == (422, "bad_input")


def test_a_page_is_made_once_however_many_ask(
    client: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = []

    def counted(*given):  # type: ignore[no-untyped-def] # as the function it stands for
        made.append(given[1])
        return rules_page(*given)

    monkeypatch.setattr(desk_module, "rules_page", counted)
    for _ in range(5):
        for language in ("en", "pl"):
            must(client.get(PATH, params={"language": language}))
            assert client.get("/rules", params={"table": TABLE, "language": language}).is_success
    assert made == [Language.EN, Language.PL]


def test_the_page_follows_the_table_to_other_rules_at_its_next_opening(
    people: People, clock: VirtualClock, kept: KeptRecord
) -> None:
    first = Station(new_services(people, clock, kept))
    with first.running(), first.screen() as screen:
        sign_in(screen, Role.DEALER)
        must(send(screen, "open_table"))
        must(send(screen, "close_table"))
    again = Station(new_services(people, clock, kept, table_min="10.00"))
    with again.running(), again.screen() as screen:
        sign_in(screen, Role.DEALER)
        before = [must(screen.get(PATH))["digest"], screen.get("/rules", params=ASKED).text]
        must(send(screen, "open_table"))
        after = [must(screen.get(PATH))["digest"], screen.get("/rules", params=ASKED).text]
        assert shown(screen)["table"]["limits"]["min"] == "10.00"
    assert before[0] != after[0]
    assert before[0] in before[1]
    assert after[0] in after[1]
    assert "<td>5.00\N{NO-BREAK SPACE}USD</td>" in before[1]
    assert "<td>5.00\N{NO-BREAK SPACE}USD</td>" not in after[1]
