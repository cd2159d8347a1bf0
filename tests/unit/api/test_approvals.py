import uuid
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest
from api_builders import (
    CARDS,
    Body,
    Station,
    approval_of,
    ask_approval,
    body_of,
    code_of,
    must,
    post,
    send,
    send_approved,
    shown,
    sign_in,
)
from people_builders import PASSWORD, STAFF

from dealer_station.clock import VirtualClock
from dealer_station.event_log.errors import LogUnavailable
from dealer_station.people.people import People
from dealer_station.people.rights import APPROVABLE, COMMAND_RIGHTS
from dealer_station.table.roles import Role

WRONG = "not the password"
CALL = {"command_id": "5b2c1f0e-8f0a-4c58-9a43-0d6f3c1a7e11", "command": "answer_call"}


def ruling(screen: httpx.Client, **changes: Any) -> Body:
    """Make the command that decides the open ruling as proposed."""
    fields = {"number": shown(screen)["ruling"]["number"], "option": "as_proposed"} | changes
    return body_of(screen, "apply_ruling", **fields)


def attempts(people: People) -> list[dict[str, str]]:
    """Return the facts of every approval that was refused, oldest first."""
    refused = [e for e in people.journal.read() if e.kind.value == "approval_refused"]
    return [dict(entry.facts) for entry in reversed(refused)]


# ------------------------------------------------------------------------------ asking


def test_an_approval_names_the_person_and_lasts_a_minute(
    dealer: httpx.Client, clock: VirtualClock
) -> None:
    said = must(ask_approval(dealer, "S-201", CALL))
    assert len(said.pop("approval")) == 43
    assert said == {"person": "S-201", "role": "supervisor", "expires_at": clock.now() + 60_000}
    assert dealer.get("/api/session").json()["person"] == "D-104"


def test_the_journal_says_which_act_was_approved(held: httpx.Client, people: People) -> None:
    body = ruling(held)
    approval_of(held, Role.SUPERVISOR, body)
    entry = people.journal.read(limit=1)[0]
    assert (entry.kind.value, entry.person_id) == ("approval_given", "S-201")
    assert entry.facts["act"] == "apply_ruling"
    assert entry.facts["command_id"].startswith(body["command_id"])


@pytest.mark.parametrize(
    ("signed_in", "approver", "status", "code"),
    [
        (Role.DEALER, "T-401", 403, "approval_no_right"),
        (Role.DEALER, "A-501", 403, "approval_no_right"),
        (Role.DEALER, "D-104", 403, "approval_same_person"),
        (Role.SUPERVISOR, "S-201", 403, "approval_same_person"),
        (Role.SUPERVISOR, "M-301", 200, ""),
        (None, "S-201", 401, "signed_out"),
    ],
)
def test_who_may_approve_on_whose_screen(
    client: httpx.Client, signed_in: Role | None, approver: str, status: int, code: str
) -> None:
    if signed_in is not None:
        sign_in(client, signed_in)
    answer = ask_approval(client, approver, CALL)
    assert (answer.status_code, answer.json().get("code", "")) == (status, code)


@pytest.mark.parametrize("command", ["pay_seat", "open_betting", "close_betting", "close_table"])
def test_what_takes_no_approval_is_not_approved(dealer: httpx.Client, command: str) -> None:
    assert COMMAND_RIGHTS[command] not in APPROVABLE
    fields = {"seat": 2} if command == "pay_seat" else {}
    body = body_of(dealer, command, **fields)
    answer = ask_approval(dealer, "S-201", body)
    assert (answer.status_code, code_of(answer)) == (403, "approval_not_here")


def test_an_approval_is_for_a_table_of_this_station(dealer: httpx.Client) -> None:
    answer = ask_approval(dealer, "S-201", CALL, table="CS-9")
    assert (answer.status_code, code_of(answer)) == (404, "not_found")


def test_failed_approvals_count_towards_the_lock_out(dealer: httpx.Client) -> None:
    answers = [ask_approval(dealer, "S-201", CALL, password=WRONG) for _ in range(5)]
    assert [answer.status_code for answer in answers] == [401, 401, 401, 401, 429]
    answer = dealer.post("/api/session", json={"person": "S-201", "password": PASSWORD})
    assert (answer.status_code, code_of(answer)) == (429, "locked_out")
    assert must(dealer.get("/api/session"))["person"] == "D-104"


BAD_COMMANDS: list[object] = [
    None,
    {},
    "answer_call",
    {"command": "answer_call"},
    {"command": "fly", "command_id": CALL["command_id"]},
    {"command": "verify_hand", "command_id": CALL["command_id"], "seat": 2},
    {**CALL, "extra": 1},
]


def test_an_approval_needs_the_whole_command(dealer: httpx.Client) -> None:
    whole = {"person": "S-201", "password": PASSWORD, "table": "CS-2"}
    for command in BAD_COMMANDS:
        answer = dealer.post("/api/approvals", json=whole | {"command": command})
        assert (answer.status_code, code_of(answer)) == (422, "bad_input"), command
        assert PASSWORD not in answer.text
    answer = dealer.post("/api/approvals", json=whole)
    assert (answer.status_code, code_of(answer)) == (422, "bad_input")


# ------------------------------------------------------------------------------ using


def test_a_signature_for_one_act_cannot_be_spent_on_another(
    betting: httpx.Client, station: Station, people: People
) -> None:
    """The dealer's session holds the signature for an answered call, and a royal is to be seen."""
    must(send(betting, "place_wager", seat=2, spot="ante", amount="10.00"))
    must(send(betting, "place_wager", seat=2, spot="progressive"))
    must(send(betting, "close_betting"))
    station.deal({hand: CARDS[hand] for hand in ("2", "dealer")})
    must(send(betting, "act", seat=2, action="bet"))
    must(send(betting, "call_supervisor"))
    call = body_of(betting, "answer_call")
    token = approval_of(betting, Role.SUPERVISOR, call)
    for command_id in (str(uuid.uuid4()), call["command_id"]):
        verify = body_of(betting, "verify_hand", seat=2, command_id=command_id)
        answer = post(betting, verify, token)
        assert (answer.status_code, code_of(answer)) == (403, "approval_other_act")
    assert shown(betting)["next"] == {"kind": "verify", "seat": 2}
    assert attempts(people) == [{"act": "verify_hand", "reason": "other_act"}] * 2
    must(post(betting, call, token))


@pytest.mark.parametrize(
    "change",
    [
        {"option": "no_action"},
        {"cards": ["2c"]},
        {"command_id": "5b2c1f0e-8f0a-4c58-9a43-0d6f3c1a7e11"},
        {"version": 0},
        {"round": 0},
        {"number": 99},
    ],
    ids=lambda change: next(iter(change)),
)
def test_a_signature_is_for_every_field_of_the_command(
    held: httpx.Client, change: dict[str, Any]
) -> None:
    body = ruling(held)
    token = approval_of(held, Role.SUPERVISOR, body)
    answer = post(held, body | change, token)
    assert (answer.status_code, code_of(answer)) == (403, "approval_other_act")
    must(post(held, body, token))
    answer = post(held, body | change, token)
    assert code_of(answer) == "approval_other_act", "not won back either"


def test_an_approved_command_may_be_sent_again(held: httpx.Client, clock: VirtualClock) -> None:
    body = ruling(held)
    token = approval_of(held, Role.SUPERVISOR, body)
    first = must(post(held, body, token))
    clock.advance(120_000)
    assert must(post(held, body, token)) == {**first, "repeat": True}


def test_an_approved_command_sent_many_times_at_once_is_carried_out_once(
    held: httpx.Client,
) -> None:
    body = ruling(held)
    token = approval_of(held, Role.SUPERVISOR, body)
    with ThreadPoolExecutor(6) as pool:
        answers = list(pool.map(lambda _: must(post(held, body, token)), range(8)))
    assert [answer["repeat"] for answer in answers].count(False) == 1
    assert len(shown(held)["rulings"]) == 1


def test_the_same_person_may_sign_again_for_a_command_whose_answer_was_lost(
    held: httpx.Client,
) -> None:
    body = ruling(held)
    first = must(post(held, body, approval_of(held, Role.SUPERVISOR, body)))
    again = must(post(held, body, approval_of(held, Role.SUPERVISOR, body)))
    assert again == {**first, "repeat": True}


def test_a_stale_command_leaves_the_approval_usable_and_the_supervisor_signs_for_a_new_one(
    held: httpx.Client,
) -> None:
    old = ruling(held, version=shown(held)["version"] - 1)
    token = approval_of(held, Role.SUPERVISOR, old)
    for _ in range(2):
        assert code_of(post(held, old, token)) == "stale_version"
    new = ruling(held)
    assert code_of(post(held, new, token)) == "approval_other_act"
    must(post(held, new, approval_of(held, Role.SUPERVISOR, new)))


def test_a_command_that_the_table_refuses_leaves_the_approval_usable(held: httpx.Client) -> None:
    body = ruling(held, option="nonsense")
    token = approval_of(held, Role.SUPERVISOR, body)
    for _ in range(2):
        assert code_of(post(held, body, token)) == "not_offered"
    must(send_approved(held, Role.SUPERVISOR, **ruling(held)))


def test_a_command_that_the_record_could_not_take_may_come_again(
    held: httpx.Client, station: Station, monkeypatch: pytest.MonkeyPatch, clock: VirtualClock
) -> None:
    def unavailable(*_args: object, **_kwargs: object) -> None:
        raise LogUnavailable("disk full")

    body = ruling(held)
    token = approval_of(held, Role.SUPERVISOR, body)
    with monkeypatch.context() as patch:
        patch.setattr(station.controller._record, "append", unavailable)
        assert code_of(post(held, body, token)) == "record_unavailable"
    clock.advance(120_000)
    must(post(held, body, token))


def test_an_approval_is_worth_nothing_late_elsewhere_or_invented(
    held: httpx.Client, station: Station, clock: VirtualClock
) -> None:
    must(send(held, "call_supervisor"))
    body = body_of(held, "answer_call")
    token = approval_of(held, Role.SUPERVISOR, body)
    with station.screen() as other:
        sign_in(other, Role.DEALER)
        assert code_of(post(other, body, token)) == "approval_other_screen"
    assert code_of(post(held, body, "invented")) == "approval_unknown"
    clock.advance(60_000)
    assert code_of(post(held, body, token)) == "approval_expired"


def test_an_approval_does_not_let_a_dealer_pay_as_somebody_else(held: httpx.Client) -> None:
    token = approval_of(held, Role.SUPERVISOR, ruling(held))
    for body in (
        body_of(held, "pay_seat", seat=2),
        body_of(held, "place_wager", seat=1, spot="ante", amount="10.00"),
        body_of(held, "open_betting"),
    ):
        answer = post(held, body, token)
        assert (answer.status_code, code_of(answer)) == (403, "approval_not_here")


def test_a_supervisor_who_became_a_technician_meanwhile_approves_nothing(
    held: httpx.Client, people: People
) -> None:
    body = ruling(held)
    token = approval_of(held, Role.SUPERVISOR, body)
    people.accounts.set_role(STAFF[Role.SUPERVISOR][0], Role.TECHNICIAN, by="M-301")
    assert code_of(post(held, body, token)) == "approval_needed"
