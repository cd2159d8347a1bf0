from http.cookies import SimpleCookie

import httpx
import pytest
from api_builders import KeptRecord, Station, approval_of, body_of, new_services, sign_in
from log_capture import captured_log
from people_builders import PASSWORD, journal_kinds

from dealer_station.clock import VirtualClock
from dealer_station.people.people import People
from dealer_station.settings import HttpSettings
from dealer_station.table.roles import Role

WRONG = "not the password"


def sign_in_as(client: httpx.Client, person: str, password: str = PASSWORD) -> tuple[int, str]:
    answer = client.post("/api/session", json={"person": person, "password": password})
    return answer.status_code, answer.json().get("code", "")


def test_signing_in_shows_who_is_signed_in(client: httpx.Client, clock: VirtualClock) -> None:
    answer = client.post("/api/session", json={"person": "D-104", "password": PASSWORD})
    shown = {
        "person": "D-104",
        "name": "Dana Wilk",
        "role": "dealer",
        "expires_at": clock.now() + 43_200_000,
    }
    assert (answer.status_code, answer.json()) == (200, shown)
    assert client.get("/api/session").json() == shown


@pytest.mark.parametrize("is_secure", [True, False])
def test_the_cookie_is_out_of_reach_of_scripts_and_foreign_pages(
    people: People, clock: VirtualClock, kept: KeptRecord, *, is_secure: bool
) -> None:
    station = Station(new_services(people, clock, kept, http=HttpSettings(secure_cookie=is_secure)))
    with station.running(), station.screen() as client:
        answer = client.post("/api/session", json={"person": "D-104", "password": PASSWORD})
    cookie = SimpleCookie(answer.headers["set-cookie"])["ds_session"]
    assert cookie["httponly"]
    assert cookie["samesite"] == "strict"
    assert cookie["path"] == "/"
    assert cookie["domain"] == ""
    assert bool(cookie["secure"]) == is_secure
    assert len(cookie.value) == 43


def test_nobody_is_signed_in_at_first(client: httpx.Client) -> None:
    answer = client.get("/api/session")
    assert answer.status_code == 200
    assert answer.json() is None


def test_who_is_signed_out_may_see_nothing(client: httpx.Client) -> None:
    answer = client.get("/api/tables")
    assert answer.status_code == 401
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.json() == {
        "type": "about:blank",
        "status": 401,
        "code": "signed_out",
        "title": "Signed out",
        "detail": "You are signed out. Sign in again.",
        "facts": {},
    }


def test_wrong_password_and_stranger_get_the_same_answer(client: httpx.Client) -> None:
    wrong = client.post("/api/session", json={"person": "D-104", "password": WRONG})
    stranger = client.post("/api/session", json={"person": "X-1", "password": WRONG})
    assert wrong.status_code == stranger.status_code == 401
    assert wrong.json() == stranger.json()
    assert wrong.json()["code"] == "wrong_credentials"
    assert "set-cookie" not in wrong.headers


def test_the_fifth_failure_locks_with_the_time_to_wait(
    client: httpx.Client, clock: VirtualClock
) -> None:
    codes = [sign_in_as(client, "D-104", WRONG) for _ in range(5)]
    assert codes == [(401, "wrong_credentials")] * 4 + [(429, "locked_out")]
    answer = client.post("/api/session", json={"person": "D-104", "password": PASSWORD})
    assert answer.status_code == 429
    assert answer.headers["retry-after"] == "900"
    assert answer.json()["facts"] == {"until": "2025-11-29T22:49:07.123Z", "wait_s": "900"}
    clock.advance(900_000)
    assert sign_in_as(client, "D-104") == (200, "")


def test_signing_out_ends_the_session_for_good(client: httpx.Client) -> None:
    sign_in(client, Role.DEALER)
    token = client.cookies["ds_session"]
    assert client.delete("/api/session").status_code == 204
    assert "ds_session" not in client.cookies
    client.cookies.set("ds_session", token)
    assert client.get("/api/session").json() is None
    assert client.delete("/api/session").status_code == 204


def test_a_new_sign_in_ends_the_screens_old_session(client: httpx.Client, people: People) -> None:
    sign_in(client, Role.DEALER)
    sign_in(client, Role.SUPERVISOR)
    assert [session.person_id for session in people.sessions.open_sessions()] == ["S-201"]


def test_a_session_ends_when_idle_revoked_or_its_person_leaves(
    client: httpx.Client, people: People, clock: VirtualClock
) -> None:
    sign_in(client, Role.DEALER)
    clock.advance(900_000)
    assert client.get("/api/session").json() is None
    sign_in(client, Role.DEALER)
    people.sessions.revoke("D-104", by="M-301")
    assert client.get("/api/session").json() is None
    sign_in(client, Role.DEALER)
    people.accounts.disable("D-104", by="M-301")
    assert client.get("/api/tables").status_code == 401


BAD_FORMS: list[object] = [
    {},
    {"person": "D-104"},
    {"person": "", "password": WRONG},
    {"person": "D-104", "password": ""},
    {"person": ["D-104"], "password": WRONG},
    {"person": "D-104", "password": 123456789},
    {"person": "D-104", "password": WRONG, "role": "manager"},
    {"person": "x" * 65, "password": WRONG},
    {"person": "D-104", "password": "x" * 1025},
    [],
    "text",
    None,
]


def test_credentials_in_another_form_are_not_understood(client: httpx.Client) -> None:
    for body in BAD_FORMS:
        answer = client.post("/api/session", json=body)
        assert (answer.status_code, answer.json()["code"]) == (422, "bad_input"), body
        assert WRONG not in answer.text


def test_neither_password_nor_token_reaches_the_log(client: httpx.Client) -> None:
    log = captured_log("debug")
    sign_in(client, Role.DEALER)
    token = client.cookies["ds_session"]
    sign_in_as(client, "D-104", WRONG)
    client.post("/api/session", json={"person": "D-104", "password": WRONG, "extra": 1})
    approval = approval_of(client, Role.SUPERVISOR, body_of(client, "answer_call"))
    written = log.text()
    assert "signed_in" in written
    for secret in (PASSWORD, WRONG, token, approval):
        assert secret not in written


@pytest.fixture
def counted(station: Station, client: httpx.Client) -> str:
    """The metrics after one success and one failure."""
    sign_in(client, Role.DEALER)
    sign_in_as(client, "D-104", WRONG)
    return station.services.metrics.render()[0].decode()


def test_attempts_are_counted_and_journalled(counted: str, people: People) -> None:
    assert 'ds_sign_ins_total{outcome="signed_in"} 1.0' in counted
    assert 'ds_sign_ins_total{outcome="failed"} 1.0' in counted
    assert journal_kinds(people, "D-104") == ["account_created", "signed_in", "sign_in_failed"]
    assert people.journal.read("D-104")[0].terminal == "127.0.0.1"


def test_a_screen_that_reads_by_itself_is_signed_out_when_idle(
    dealer: httpx.Client, clock: VirtualClock
) -> None:
    unattended = {"X-Unattended": "1"}
    clock.advance(600_000)
    assert dealer.get("/api/tables", headers=unattended).status_code == 200
    clock.advance(300_000)
    assert dealer.get("/api/tables", headers=unattended).status_code == 401


def test_what_a_person_does_keeps_him_signed_in(dealer: httpx.Client, clock: VirtualClock) -> None:
    for _ in range(3):
        clock.advance(600_000)
        assert dealer.get("/api/tables").status_code == 200
