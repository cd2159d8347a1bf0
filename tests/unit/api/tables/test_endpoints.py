import re
import uuid
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest
from api_builders import (
    CARDS,
    SEATS,
    TABLE,
    Station,
    code_of,
    must,
    send,
    send_approved,
    shown,
    sign_in,
)
from log_capture import captured_log

from dealer_station.event_log.errors import LogUnavailable
from dealer_station.people.people import People
from dealer_station.people.rights import COMMAND_RIGHTS, RIGHTS, Right
from dealer_station.table.roles import Role

PERSONS = (Role.DEALER, Role.SUPERVISOR, Role.MANAGER, Role.TECHNICIAN, Role.AUDITOR, Role.PLATFORM)
COMMANDS_URL = f"/api/tables/{TABLE}/commands"

APPROVABLE_COMMANDS = {
    "apply_ruling", "verify_hand", "change_deck", "check_deck", "answer_call",
    "clear_device_faults", "correct_chips",
}  # fmt: skip

# One well-formed body for every command; the table may refuse it, the API must not.
BODIES: dict[str, dict[str, Any]] = {
    "open_table": {},
    "close_table": {},
    "open_betting": {},
    "place_wager": {"seat": 1, "spot": "ante", "amount": "10.00"},
    "withdraw_wager": {"seat": 1, "spot": "ante"},
    "repeat_wagers": {},
    "close_betting": {},
    "act": {"seat": 1, "action": "fold"},
    "verify_hand": {"seat": 2},
    "pay_seat": {"seat": 2},
    "report_irregularity": {"irregularity": "CS-I09", "seat": 1},
    "apply_ruling": {"number": 1, "option": "as_proposed"},
    "change_deck": {},
    "check_deck": {"cards": ["As", "Kd"]},
    "call_supervisor": {},
    "answer_call": {},
    "clear_device_faults": {"device": "shoe-1", "faults": ["device_lost"]},
    "place_button": {"seat": 1},
    "start_hand": {},
    "take_seat": {"seat": 1, "stack": "200.00", "entry": "post"},
    "leave_seat": {"seat": 1},
    "sit_out": {"seat": 1},
    "come_back": {"seat": 1},
    "add_chips": {"seat": 1, "amount": "50.00"},
    "correct_chips": {"seat": 1, "stack": "195.00"},
    "show_hand": {"seat": 1, "cards": ["As", "Kd"]},
    "push_pots": {},
}


def test_the_tables_of_the_station_are_listed(dealer: httpx.Client) -> None:
    assert dealer.get("/api/tables").json() == [
        {"id": "CS-2", "name": "Caribbean Stud 2", "game": "caribbean-stud"}
    ]


def test_opening_gives_the_table_its_seats(dealer: httpx.Client) -> None:
    assert not shown(dealer)["is_open"]
    must(send(dealer, "open_table"))
    view = shown(dealer)
    assert view["is_open"]
    assert view["table"]["seats"] == list(SEATS)


def test_a_whole_round_is_played_by_commands(betting: httpx.Client, station: Station) -> None:
    for seat in (1, 2):
        must(send(betting, "place_wager", seat=seat, spot="ante", amount="10.00"))
    must(send(betting, "place_wager", seat=2, spot="progressive"))
    must(send(betting, "close_betting"))
    station.deal()
    for seat in (1, 2):
        must(send(betting, "act", seat=seat, action="bet"))
    assert shown(betting)["next"] == {"kind": "verify", "seat": 2}
    assert code_of(send(betting, "pay_seat", seat=2)) == "unverified"
    must(send_approved(betting, Role.SUPERVISOR, "verify_hand", seat=2))
    must(send(betting, "pay_seat", seat=2))
    must(send(betting, "pay_seat", seat=1))
    view = shown(betting)
    assert view["phase"] == "settled"
    assert view["net"]["1"] == {"ante": "10.00", "bet": "20.00"}
    assert view["net"]["2"]["bet"] == "2000.00"


def test_an_accepted_command_names_the_version_that_contains_it(dealer: httpx.Client) -> None:
    command_id = str(uuid.uuid4())
    answer = must(send(dealer, "open_table", command_id=command_id))
    assert answer == {
        "command_id": command_id, "version": shown(dealer)["version"], "repeat": False,
    }  # fmt: skip


def test_a_refusal_says_what_to_do_and_changes_nothing(betting: httpx.Client) -> None:
    before = shown(betting)
    answer = send(betting, "place_wager", seat=3, spot="ante", amount="5000.00")
    assert answer.status_code == 409
    assert answer.json() == {
        "type": "about:blank",
        "status": 409,
        "code": "above_max",
        "title": "Above the maximum",
        "detail": f"Seat 3: ante above the maximum ({before['table']['limits']['max']}). "
        "Take chips back.",
        "facts": {
            "seat": "3", "spot": "ante", "amount": "5000.00",
            "limit": before["table"]["limits"]["max"],
        },
    }  # fmt: skip
    assert shown(betting) == before


def test_a_touch_for_another_round_is_stale(betting: httpx.Client) -> None:
    for named in (0, 2):
        answer = send(betting, "place_wager", seat=1, spot="ante", amount="10.00", round=named)
        assert (answer.status_code, code_of(answer)) == (409, "stale_round")
        assert answer.json()["facts"] == {"round": "1", "named": str(named)}
    assert shown(betting)["stakes"] == {}


def test_a_payment_on_an_old_picture_is_stale(betting: httpx.Client) -> None:
    version = shown(betting)["version"]
    answer = send(betting, "pay_seat", seat=1, version=version - 1)
    assert (answer.status_code, code_of(answer)) == (409, "stale_version")
    assert answer.json()["facts"] == {"version": str(version), "named": str(version - 1)}


def test_a_command_sent_again_is_carried_out_once(betting: httpx.Client) -> None:
    body = {
        "command_id": str(uuid.uuid4()), "command": "place_wager", "round": 1,
        "seat": 1, "spot": "ante", "amount": "10.00",
    }  # fmt: skip
    first = must(betting.post(COMMANDS_URL, json=body))
    must(send(betting, "place_wager", seat=2, spot="ante", amount="10.00"))
    again = must(betting.post(COMMANDS_URL, json=body))
    assert again == {**first, "repeat": True}
    assert shown(betting)["stakes"]["1"] == {"ante": "10.00"}


def test_a_repeat_gets_its_first_answer_though_the_picture_is_old(
    betting: httpx.Client, station: Station
) -> None:
    must(send(betting, "place_wager", seat=1, spot="ante", amount="10.00"))
    must(send(betting, "close_betting"))
    station.deal()
    must(send(betting, "act", seat=1, action="bet"))
    view = shown(betting)
    body = {
        "command_id": str(uuid.uuid4()), "command": "pay_seat", "seat": 1,
        "round": view["round"], "version": view["version"],
    }  # fmt: skip
    first = must(betting.post(COMMANDS_URL, json=body))
    must(send(betting, "open_betting"))
    assert must(betting.post(COMMANDS_URL, json=body)) == {**first, "repeat": True}


def test_touches_at_once_carry_out_a_command_once(betting: httpx.Client) -> None:
    body = {
        "command_id": str(uuid.uuid4()), "command": "place_wager", "round": 1,
        "seat": 1, "spot": "ante", "amount": "10.00",
    }  # fmt: skip
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda _: betting.post(COMMANDS_URL, json=body), range(16)))
    assert {answer.status_code for answer in answers} == {200}
    assert [answer.json()["repeat"] for answer in answers].count(False) == 1
    assert shown(betting)["stakes"] == {"1": {"ante": "10.00"}}


def test_of_two_openings_at_once_one_is_carried_out(dealer: httpx.Client) -> None:
    must(send(dealer, "open_table"))
    bodies = [
        {"command_id": str(uuid.uuid4()), "command": "open_betting", "round": 0} for _ in range(6)
    ]
    with ThreadPoolExecutor(6) as pool:
        answers = list(pool.map(lambda body: dealer.post(COMMANDS_URL, json=body), bodies))
    codes = sorted(answer.json().get("code", "accepted") for answer in answers)
    assert codes == ["accepted"] + ["stale_round"] * 5
    assert shown(dealer)["round"] == 1


def test_an_id_used_for_another_command_is_a_conflict(betting: httpx.Client) -> None:
    command_id = str(uuid.uuid4())
    must(send(betting, "call_supervisor", command_id=command_id))
    answer = send(
        betting, "place_wager", seat=1, spot="ante", amount="10.00", command_id=command_id
    )
    assert (answer.status_code, code_of(answer)) == (409, "command_conflict")
    assert shown(betting)["stakes"] == {}


def test_the_command_stands_in_the_record_under_the_sessions_person(
    betting: httpx.Client, station: Station, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = []
    submit = station.controller.submit

    def spy(command: Any, **given: Any) -> Any:
        seen.append(command)
        return submit(command, **given)

    monkeypatch.setattr(station.controller, "submit", spy)
    must(send(betting, "call_supervisor"))
    must(send_approved(betting, Role.MANAGER, "answer_call"))
    actors = [(command.actor.person_id, command.actor.role) for command in seen]
    assert actors == [("D-104", Role.DEALER), ("M-301", Role.MANAGER)]
    assert {command.issued_at for command in seen} == {station.services.clock.now()}


@pytest.mark.parametrize("role", PERSONS)
def test_the_matrix_of_commands_and_roles(client: httpx.Client, people: People, role: Role) -> None:
    """Exactly the roles of the table of rights get past the API, command by command."""
    sign_in(client, role)
    for command, right in COMMAND_RIGHTS.items():
        answer = send(client, command, **BODIES[command])
        if role in RIGHTS[right]:
            assert answer.status_code in {200, 409}, (command, answer.text)
            continue
        assert answer.status_code == 403, command
        may_be_approved = role is Role.DEALER and command in APPROVABLE_COMMANDS
        expected = "approval_needed" if may_be_approved else "right_missing"
        assert code_of(answer) == expected, command
        assert answer.json()["facts"]["right"] == right.value
        entry = people.journal.read(limit=1)[0]
        assert (entry.kind.value, entry.facts["act"]) == ("right_refused", command)


def test_no_command_without_a_session(client: httpx.Client, station: Station) -> None:
    for command in COMMAND_RIGHTS:
        body = {"command_id": str(uuid.uuid4()), "command": command, "round": 0, "version": 0}
        answer = client.post(COMMANDS_URL, json=body | BODIES[command])
        assert (answer.status_code, code_of(answer)) == (401, "signed_out"), command
    assert station.controller.version == 0


def test_every_command_has_a_body_in_this_test() -> None:
    assert set(BODIES) == set(COMMAND_RIGHTS)


@pytest.mark.parametrize("role", [*PERSONS, None])
def test_every_person_may_look_and_nobody_else(client: httpx.Client, role: Role | None) -> None:
    if role is not None:
        sign_in(client, role)
    for path in ("/api/tables", f"/api/tables/{TABLE}"):
        assert client.get(path).status_code == (401 if role is None else 200), path
    assert (role in RIGHTS[Right.VIEW_TABLE]) == (role is not None)


def test_a_supervisor_rules_on_the_dealers_screen(held: httpx.Client) -> None:
    number = shown(held)["ruling"]["number"]
    refused = send(held, "apply_ruling", number=number, option="as_proposed")
    assert (refused.status_code, code_of(refused)) == (403, "approval_needed")
    must(send_approved(held, Role.SUPERVISOR, "apply_ruling", number=number, option="as_proposed"))
    assert shown(held)["rulings"][-1]["by"] == "supervisor"


def test_a_table_of_another_station_is_not_found(dealer: httpx.Client) -> None:
    body = {"command_id": str(uuid.uuid4()), "command": "open_table"}
    for answer in (dealer.get("/api/tables/X"), dealer.post("/api/tables/X/commands", json=body)):
        assert (answer.status_code, code_of(answer)) == (404, "not_found")


# What is changed in a good command; None: the field is left out.
BAD_FORMS: list[dict[str, Any]] = [
    {"command_id": None},
    {"command_id": "1"},
    {"command": "fly"},
    {"command": None},
    {"round": None},
    {"round": -1},
    {"round": "1"},
    {"seat": 0},
    {"seat": 100},
    {"seat": 1.5},
    {"seat": None},
    {"spot": "ante; drop"},
    {"spot": ""},
    {"amount": 10.0},
    {"amount": 10},
    {"amount": "-10.00"},
    {"amount": "1e3"},
    {"amount": "NaN"},
    {"amount": "10,00"},
    {"amount": " 10"},
    {"amount": "9" * 13},
    {"extra": True},
]


def test_a_command_in_another_form_is_not_understood(betting: httpx.Client) -> None:
    for change in BAD_FORMS:
        body: dict[str, Any] = {
            "command_id": str(uuid.uuid4()), "command": "place_wager", "round": 1,
            "seat": 1, "spot": "ante", "amount": "10.00",
        } | change  # fmt: skip
        body = {name: value for name, value in body.items() if value is not None}
        answer = betting.post(COMMANDS_URL, json=body)
        assert (answer.status_code, code_of(answer)) == (422, "bad_input"), change
        assert answer.json()["facts"], change
    assert shown(betting)["stakes"] == {}


@pytest.mark.parametrize("command", ["pay_seat", "verify_hand", "apply_ruling"])
def test_rulings_and_payments_must_name_the_version(client: httpx.Client, command: str) -> None:
    sign_in(client, Role.MANAGER)
    body = {"command_id": str(uuid.uuid4()), "command": command, "round": 0}
    answer = client.post(COMMANDS_URL, json=body | BODIES[command])
    assert answer.status_code == 422
    assert list(answer.json()["facts"]) == [f"body.{command}.version"]


@pytest.mark.parametrize("content", [b"{", b"\xff", b'{"a":1} x', b""])
def test_a_body_that_is_no_json_is_not_readable(dealer: httpx.Client, content: bytes) -> None:
    headers = {"Content-Type": "application/json"}
    answer = dealer.post(COMMANDS_URL, content=content, headers=headers)
    assert (answer.status_code, code_of(answer)) in {(400, "malformed"), (422, "bad_input")}


def test_a_form_of_a_foreign_page_is_no_command(dealer: httpx.Client) -> None:
    answer = dealer.post(COMMANDS_URL, data={"command": "open_table"})
    assert answer.status_code == 422


def test_a_record_that_fails_is_told_and_the_command_may_come_again(
    dealer: httpx.Client, station: Station, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = station.controller._record
    append = record.append
    monkeypatch.setattr(record, "append", _unavailable)
    command_id = str(uuid.uuid4())
    answer = send(dealer, "open_table", command_id=command_id)
    assert (answer.status_code, code_of(answer)) == (503, "record_unavailable")
    assert answer.headers["retry-after"] == "1"
    monkeypatch.setattr(record, "append", append)
    assert must(send(dealer, "open_table", command_id=command_id))["repeat"] is False


def _unavailable(*_args: object, **_kwargs: object) -> None:
    raise LogUnavailable("disk full")


def test_a_fault_of_the_station_tells_nothing_of_itself(
    dealer: httpx.Client, station: Station, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(station.controller, "view", _broken)
    answer = dealer.get(f"/api/tables/{TABLE}")
    assert (answer.status_code, code_of(answer)) == (500, "internal_fault")
    assert "As Kd" not in answer.text
    assert answer.headers["x-content-type-options"] == "nosniff"


def _broken(*_args: object) -> None:
    raise RuntimeError("As Kd")


def test_commands_are_counted_by_what_became_of_them(
    betting: httpx.Client, station: Station
) -> None:
    send(betting, "place_wager", seat=1, spot="ante", amount="5000.00")
    text = station.services.metrics.render()[0].decode()
    assert 'ds_commands_accepted_total{command="open_betting"} 1.0' in text
    assert 'ds_commands_refused_total{command="place_wager",reason="above_max"} 1.0' in text


@pytest.mark.parametrize("role", PERSONS)
def test_no_role_sees_a_card_that_lies_face_down(
    betting: httpx.Client, station: Station, role: Role
) -> None:
    must(send(betting, "place_wager", seat=1, spot="ante", amount="10.00"))
    must(send(betting, "close_betting"))
    station.deal()
    with station.screen() as screen:
        sign_in(screen, role)
        answer = screen.get(f"/api/tables/{TABLE}")
    dealt = station.controller.state.round
    assert dealt is not None
    up = [card for card in must(answer)["view"]["cards"]["dealer"].split() if card != "##"]
    assert len(up) == 1
    hidden = {*dealt.cards("dealer"), *dealt.seat_cards(1)} - set(up)
    assert len(hidden) == 9
    assert not [card for card in hidden if card in answer.text]


def test_the_log_shows_no_face_down_card(betting: httpx.Client, station: Station) -> None:
    log = captured_log("debug")
    must(send(betting, "place_wager", seat=1, spot="ante", amount="10.00"))
    must(send(betting, "close_betting"))
    station.deal()
    refused = send(betting, "report_irregularity", irregularity="CS-I10", seat=1, card="2c")
    assert code_of(refused) == "not_applicable"
    written = log.text()
    assert '"event":"command_refused"' in written
    for card in {card for hand in CARDS.values() for card in hand}:
        assert not re.search(rf"\b{card}\b", written), card
