"""Changes of a progressive's levels over HTTP: two managers sign, and each no says what to do."""

import uuid
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

import httpx
import pytest
from api_builders import METER, KeptRecord, Station, code_of, must, send, shown, sign_in
from people_builders import PASSWORD, STAFF

from dealer_station.api.problems import LedgerRefused
from dealer_station.controller.progressives import Progressives
from dealer_station.controller.streams import progressive_stream
from dealer_station.event_log.errors import LogUnavailable
from dealer_station.event_log.record import Append, AppendRequest
from dealer_station.event_log.station_registry import station_registry
from dealer_station.people.people import People
from dealer_station.people.rights import LEVEL_RIGHTS, RIGHTS, Right
from dealer_station.progressive import ledger_events as e
from dealer_station.progressive.accounts import Account
from dealer_station.progressive.award import LevelPrize, PrizeTake
from dealer_station.progressive.contributions import count_wagers
from dealer_station.progressive.hits import Claim, lock_up
from dealer_station.progressive.ledger import fold
from dealer_station.progressive.levels import LevelTerms
from dealer_station.progressive.refusals import LedgerRefusal, LedgerRefusalReason
from dealer_station.table.roles import Role

PERSONS = (Role.DEALER, Role.SUPERVISOR, Role.MANAGER, Role.TECHNICIAN, Role.AUDITOR)
LEVEL = f"/api/progressives/{METER}/levels/main"
MINI = f"/api/progressives/{METER}/levels/mini"
SECOND = "M-302"
TERMS = {
    "base": "5000.00",
    "rate": "1/2",
    "reserve_rate": "1/10",
    "cap": "20000",
    "overflow_to": "reserve",
    "reserve_use": "adds_to_base",
    "probability": "1/649740",
}
NEW_TERMS: dict[str, Any] = {"command": "change_terms", "terms": TERMS}
GIFT: dict[str, Any] = {
    "command": "correct_level",
    "account": "meter",
    "amount": "1.005",
    "correction": "house_gift",
    "corrects": None,
}
TO_MAIN = {"command": "transfer_meter", "to_progressive": METER, "to_level": "main"}
INTO_HOUSE = {"command": "retire_level", "into": {"account": "house"}}
READING = {"command": "read_meter"}
CHANGES = (NEW_TERMS, GIFT, TO_MAIN, INTO_HOUSE)
AWARD = "T1-1-1-1"
OF_AWARDS: tuple[dict[str, Any], ...] = (
    {"command": "dispute_award", "award": AWARD},
    {"command": "settle_dispute", "award": AWARD},
    {"command": "void_award", "award": AWARD},
)
SIGNED = (*CHANGES, *OF_AWARDS)


def body_of(change: dict[str, Any], **other: Any) -> dict[str, Any]:
    """Make a change as a screen sends it."""
    body = {"command_id": str(uuid.uuid4()), "reason": "filed with the regulator", **change}
    if change["command"] == "read_meter":
        del body["reason"]
    return body | other


def post(
    client: httpx.Client, body: dict[str, Any], approval: str | None = None, level: str = LEVEL
) -> httpx.Response:
    headers = {"X-Approval": approval} if approval else {}
    path = "readings" if body["command"] == "read_meter" else "changes"
    return client.post(f"{level}/{path}", json=body, headers=headers)


def ask(
    client: httpx.Client, body: dict[str, Any], person: str = SECOND, level: str = LEVEL
) -> httpx.Response:
    asked = {"person": person, "password": PASSWORD, "change": body}
    return client.post(f"{level}/approvals", json=asked)


def signed(
    client: httpx.Client, change: dict[str, Any], *, level: str = LEVEL, **other: Any
) -> httpx.Response:
    """Let the second manager sign a change, and send it."""
    body = body_of(change, **other)
    approval = must(ask(client, body, level=level))["approval"]
    return post(client, body, approval, level)


@pytest.fixture
def manager(client: httpx.Client, people: People, kept: KeptRecord) -> httpx.Client:
    """A manager's screen; a second one is in the house, and a second level was opened."""
    people.accounts.create(SECOND, "Nora Berg", Role.MANAGER, PASSWORD, by="station")
    mini = {"mini": LevelTerms(50_00, Fraction(1, 10))}
    Progressives(kept.record, station_registry()).open(METER, mini, command_id="open-mini", at=1)
    sign_in(client, Role.MANAGER)
    return client


@pytest.fixture
def events(kept: KeptRecord) -> Callable[[], list[e.LevelEvent]]:
    """What the record has of the progressive."""
    registry = station_registry()
    return lambda: [registry.decode(row) for row in kept.log.read(progressive_stream(METER))]


Events = Callable[[], list[e.LevelEvent]]


def test_two_managers_give_a_level_new_terms(manager: httpx.Client, events: Events) -> None:
    answer = must(signed(manager, NEW_TERMS))
    assert (answer["versions"], answer["repeat"]) == ({METER: 3}, False)
    changed = events()[-1]
    assert isinstance(changed, e.LevelTermsChanged)
    assert (changed.person_id, changed.approver_id) == (STAFF[Role.MANAGER][0], SECOND)
    assert changed.reason == "filed with the regulator"
    terms = changed.new_terms
    assert (terms.base_minor, terms.cap_minor) == (5_000_00, 20_000_00)
    assert (terms.rate, terms.reserve_rate) == (Fraction(1, 2), Fraction(1, 10))
    assert (terms.overflow_to.value, terms.reserve_use.value) == ("reserve", "adds_to_base")
    assert terms.probability == Fraction(1, 649_740)


def test_every_change_stands_in_the_record_and_is_shown(
    manager: httpx.Client, events: Events
) -> None:
    must(signed(manager, GIFT))
    must(signed(manager, GIFT, amount="1/3"))
    must(signed(manager, TO_MAIN, level=MINI))
    must(signed(manager, INTO_HOUSE, level=MINI))
    must(post(manager, body_of(READING)))
    corrected, third, sent, received, retired, reading = events()[2:]
    assert isinstance(corrected, e.LevelCorrected)
    assert isinstance(third, e.LevelCorrected)
    assert (corrected.amount, third.amount) == (Fraction(201, 2), Fraction(100, 3))
    assert isinstance(sent, e.MeterSent)
    assert isinstance(received, e.MeterReceived)
    assert isinstance(retired, e.LevelRetired)
    assert isinstance(reading, e.MeterRead)
    assert reading.person_id == STAFF[Role.MANAGER][0]
    must(manager.get("/api/progressives"))
    shown = must(manager.get(f"/api/progressives/{METER}/movements"))["movements"]
    assert [row["version"] for row in shown][:3] == [8, 7, 6]
    must(manager.get("/api/log"))


def test_a_lost_answer_is_asked_for_again_with_the_same_approval(
    manager: httpx.Client, events: Events
) -> None:
    body = body_of(GIFT)
    approval = must(ask(manager, body))["approval"]
    first = must(post(manager, body, approval))
    again = must(post(manager, body, approval))
    assert (again["versions"], again["repeat"]) == (first["versions"], True)
    other = body | {"amount": "2.00"}
    answer = post(manager, other, must(ask(manager, other))["approval"])
    assert (answer.status_code, code_of(answer)) == (409, "command_conflict")
    assert len(events()) == 3
    reading = body_of(READING)
    assert [must(post(manager, reading))["repeat"] for _ in range(2)] == [False, True]


def test_one_manager_alone_changes_nothing(
    manager: httpx.Client, events: Events, subtests: pytest.Subtests
) -> None:
    for change in SIGNED:
        with subtests.test(change["command"]):
            body = body_of(change)
            alone = post(manager, body)
            assert (alone.status_code, code_of(alone)) == (403, "approval_needed")
            assert alone.json()["facts"] == {"right": "change_levels", "roles": "manager"}
            for person, code in (
                (STAFF[Role.MANAGER][0], "approval_same_person"),
                (STAFF[Role.SUPERVISOR][0], "approval_no_right"),
            ):
                answer = ask(manager, body, person)
                assert (answer.status_code, code_of(answer)) == (403, code)
            assert len(events()) == 2


def test_an_approval_is_for_one_change_of_one_level(manager: httpx.Client) -> None:
    body = body_of(GIFT)
    approval = must(ask(manager, body))["approval"]
    other = post(manager, body | {"amount": "100.00"}, approval)
    assert (other.status_code, code_of(other)) == (403, "approval_other_act")
    elsewhere = post(manager, body, approval, MINI)
    assert (elsewhere.status_code, code_of(elsewhere)) == (403, "approval_other_screen")
    unknown = post(manager, body, "made-up")
    assert (unknown.status_code, code_of(unknown)) == (403, "approval_unknown")


def test_nothing_changes_while_in_play_and_the_signature_serves_afterwards(
    manager: httpx.Client, station: Station
) -> None:
    sign_in(manager, Role.DEALER)
    must(send(manager, "open_table"))
    must(send(manager, "open_betting"))
    sign_in(manager, Role.MANAGER)
    body = body_of(NEW_TERMS)
    approval = must(ask(manager, body))["approval"]
    for _ in range(2):
        answer = post(manager, body, approval)
        assert (answer.status_code, code_of(answer)) == (409, "ledger_in_play")
    with station.screen() as dealer:
        sign_in(dealer, Role.DEALER)
        must(send(dealer, "place_wager", seat=1, spot="ante", amount="10.00"))
        must(send(dealer, "close_betting"))
        must(send(dealer, "report_irregularity", irregularity="CS-I18"))
    assert code_of(post(manager, body, approval)) == "ledger_in_play"
    ruling = shown(manager)["ruling"]["number"]
    must(send(manager, "apply_ruling", number=ruling, option="void_round"))
    must(post(manager, body, approval))


NOES: tuple[tuple[str, dict[str, Any], str], ...] = (
    ("nought", NEW_TERMS, "no_such_level"),
    ("main", NEW_TERMS | {"terms": TERMS | {"rate": "3/2"}}, "bad_terms"),
    ("main", NEW_TERMS | {"terms": TERMS | {"cap": "9999.99"}}, "cap_below_meter"),
    ("main", NEW_TERMS | {"reason": "  "}, "no_reason"),
    ("main", GIFT | {"amount": "0"}, "nothing_changes"),
    ("main", GIFT | {"amount": "-1"}, "decrease_unexplained"),
    ("main", GIFT | {"amount": "-99999", "correction": "malfunction"}, "below_zero"),
    ("main", GIFT | {"corrects": 99}, "no_such_version"),
    ("main", GIFT | {"correction": "reserve_to_revenue"}, "bad_account"),
    ("main", TO_MAIN, "nothing_changes"),
    ("main", INTO_HOUSE, "played_for"),
    ("mini", INTO_HOUSE | {"into": {"level": "mini"}}, "nothing_changes"),
    ("mini", INTO_HOUSE | {"into": {"level": "nought"}}, "no_such_level"),
    ("main", OF_AWARDS[0], "no_such_award"),
    ("main", OF_AWARDS[1], "no_such_award"),
    ("main", OF_AWARDS[2], "no_such_award"),
)


def test_each_no_of_the_ledger_is_a_problem_with_words(
    manager: httpx.Client, events: Events, subtests: pytest.Subtests
) -> None:
    for level, change, reason in NOES:
        with subtests.test(reason, level=level):
            answer = signed(manager, change, level=f"/api/progressives/{METER}/levels/{level}")
            assert answer.status_code == 409, answer.text
            problem = LedgerRefused.model_validate(answer.json())
            assert problem.code == f"ledger_{LedgerRefusalReason(reason)}"
            assert problem.detail
            assert len(events()) == 2


def shared_hit(kept: KeptRecord) -> None:
    """Two seats of a table have won the whole meter, and nothing of it is paid."""
    registry, stream = station_registry(), progressive_stream(METER)
    before = [registry.decode(row) for row in kept.log.read(stream)]
    wagers = (e.CountedWager(1, 1_00), e.CountedWager(2, 1_00))
    counted = count_wagers(fold(before), "T1", 1, wagers, at=1)
    assert not isinstance(counted, LedgerRefusal)
    prize = LevelPrize(PrizeTake.WHOLE)
    claim = Claim("T1-1-1", "main", "T1", 1, "royal_flush", prize, (1, 2))
    hit = lock_up(fold((*before, *counted)), claim, at=1)
    assert not isinstance(hit, LedgerRefusal)
    events = tuple(registry.encode(event) for event in (*counted, *hit))
    written = Append(stream, len(before), events)
    kept.record.append(
        AppendRequest(
            (written,), command_id="hit", content_digest=bytes(32), epoch=0, recorded_at=1
        )
    )


def test_two_managers_void_a_prize_whose_dispute_falls(
    manager: httpx.Client, events: Events, kept: KeptRecord
) -> None:
    shared_hit(kept)
    dispute, settle, void = OF_AWARDS
    assert code_of(signed(manager, void)) == "ledger_not_disputed"
    must(signed(manager, dispute))
    before = events()
    (hit,) = [event for event in before if isinstance(event, e.LevelHit)]
    body = body_of(void, reason="the light was dark")
    approval = must(ask(manager, body))["approval"]
    assert [must(post(manager, body, approval))["repeat"] for _ in range(2)] == [False, True]
    *earlier, fallen = events()
    assert earlier == before
    assert isinstance(fallen, e.AwardVoided)
    assert (fallen.award_id, fallen.reason) == (AWARD, "the light was dark")
    assert (fallen.person_id, fallen.approver_id) == (STAFF[Role.MANAGER][0], SECOND)
    share = hit.awards[0].amount_minor
    assert {one.account: one.amount for one in fallen.entry} == {
        Account.AWARDS_PAYABLE: -share, Account.METER: share,
    }  # fmt: skip
    for late in (dispute, settle, void):
        assert code_of(signed(manager, late)) == "ledger_already_void"
    moved = must(manager.get(f"/api/progressives/{METER}/movements"))["movements"]
    assert moved[0]["type"] == "award_voided"


def test_a_closed_level_takes_no_change(manager: httpx.Client) -> None:
    must(signed(manager, INTO_HOUSE | {"into": {"level": "main"}}, level=MINI))
    for change in CHANGES:
        answer = signed(manager, change, level=MINI)
        assert (answer.status_code, code_of(answer)) == (409, "ledger_level_retired")


def test_a_meter_goes_nowhere_unknown(manager: httpx.Client) -> None:
    answer = signed(manager, TO_MAIN | {"to_progressive": "nought"})
    assert (answer.status_code, code_of(answer)) == (404, "not_found")
    assert answer.json()["facts"] == {"where": "body.to_progressive"}
    answer = post(manager, body_of(READING), level="/api/progressives/nought/levels/main")
    assert (answer.status_code, code_of(answer)) == (404, "not_found")


def test_a_meter_does_not_change_its_currency(
    manager: httpx.Client, station: Station, kept: KeptRecord
) -> None:
    main = {"main": LevelTerms(50_00, Fraction(1, 10))}
    Progressives(kept.record, station_registry()).open("euro", main, command_id="open-euro", at=1)
    served = station.services.progressives
    assert isinstance(served, dict)
    served["euro"] = replace(served[METER], progressive_id="euro", currency="EUR")
    answer = signed(manager, TO_MAIN | {"to_progressive": "euro"})
    assert (answer.status_code, code_of(answer)) == (422, "bad_input")
    assert answer.json()["facts"] == {"body.to_progressive": "has another currency"}


def test_a_meter_whose_currency_nobody_knows_is_not_moved(
    manager: httpx.Client, events: Events, station: Station, kept: KeptRecord
) -> None:
    """A progressive that no table here plays for may be in any currency: one for one is a guess."""
    main = {"main": LevelTerms(50_00, Fraction(1, 10))}
    Progressives(kept.record, station_registry()).open("far", main, command_id="open-far", at=1)
    before = events()
    away = TO_MAIN | {"to_progressive": "far"}
    back = TO_MAIN | {"to_level": "mini"}
    for change, level in ((away, MINI), (back, "/api/progressives/far/levels/main")):
        answer = signed(manager, change, level=level)
        assert (answer.status_code, code_of(answer)) == (422, "bad_input")
        why = "no table here plays for far, so its currency is not known"
        assert answer.json()["facts"] == {"body.to_progressive": why}
    assert events() == before
    served = station.services.progressives
    assert isinstance(served, dict)
    served["far"] = replace(served[METER], progressive_id="far")
    must(signed(manager, away, level=MINI))


BAD_INPUT: tuple[tuple[dict[str, Any], str], ...] = (
    (NEW_TERMS | {"terms": TERMS | {"base": "1.005"}}, "body.terms.base"),
    (NEW_TERMS | {"terms": TERMS | {"base": 5000.0}}, "body.terms.base"),
    (NEW_TERMS | {"terms": TERMS | {"rate": "0.7"}}, "body.terms.rate"),
    (NEW_TERMS | {"terms": TERMS | {"rate": "7/0"}}, "body.terms.rate"),
    (NEW_TERMS | {"terms": {"base": "1.00"}}, "body.terms.cap"),
    (GIFT | {"account": "house"}, "body.account"),
    (GIFT | {"amount": "1,00"}, "body.amount"),
    (GIFT | {"corrects": "1"}, "body.corrects"),
    (GIFT | {"reason": ""}, "body.reason"),
    (OF_AWARDS[0] | {"award": "one two"}, "body.award"),
    (OF_AWARDS[2] | {"award": ""}, "body.award"),
    (INTO_HOUSE | {"into": {"account": "reserve"}}, "body.into.IntoAccount.account"),
    (TO_MAIN | {"extra": 1}, "body.extra"),
    (READING | {"command_id": "1"}, "body.command_id"),
)


def test_bad_input_says_what_and_where(manager: httpx.Client, subtests: pytest.Subtests) -> None:
    for change, where in BAD_INPUT:
        with subtests.test(where):
            answer = post(manager, body_of(change))
            assert (answer.status_code, code_of(answer)) == (422, "bad_input")
            named = (
                where
                if change["command"] == "read_meter"
                else where.replace("body.", f"body.{change['command']}.", 1)
            )
            assert named in answer.json()["facts"]


def test_a_record_that_fails_leaves_the_signature_with_its_change(
    manager: httpx.Client, kept: KeptRecord, monkeypatch: pytest.MonkeyPatch
) -> None:
    body = body_of(GIFT)
    approval = must(ask(manager, body))["approval"]

    def gone(*_: object) -> None:
        raise LogUnavailable("gone")

    with monkeypatch.context() as patched:
        patched.setattr(kept.record, "append", gone)
        answer = post(manager, body, approval)
        assert (answer.status_code, code_of(answer)) == (503, "record_unavailable")
    must(post(manager, body, approval))


@pytest.mark.parametrize("role", PERSONS)
def test_the_matrix_of_changes_and_roles(manager: httpx.Client, people: People, role: Role) -> None:
    sign_in(manager, role)
    for change in (*SIGNED, READING):
        right = LEVEL_RIGHTS[change["command"]]
        answers = [post(manager, body_of(change))]
        if change is not READING:
            answers.append(ask(manager, body_of(change)))
        for answer in answers:
            if role in RIGHTS[right]:
                assert code_or_good(answer) in {"", "approval_needed"}
                continue
            assert (answer.status_code, code_of(answer)) == (403, "right_missing")
            assert answer.json()["facts"]["right"] == right.value
            assert people.journal.read(limit=1)[0].kind.value == "right_refused"


def code_or_good(answer: httpx.Response) -> str:
    return "" if answer.status_code == 200 else code_of(answer)


def test_no_change_without_a_session(manager: httpx.Client, events: Events) -> None:
    manager.delete("/api/session")
    for change in (*SIGNED, READING):
        answer = post(manager, body_of(change))
        assert (answer.status_code, code_of(answer)) == (401, "signed_out")
    assert len(events()) == 2


def test_every_change_of_a_level_is_in_this_test(manager: httpx.Client) -> None:
    assert {change["command"] for change in (*SIGNED, READING)} == set(LEVEL_RIGHTS)
    stem = "/api/progressives/{progressive_id}/levels/{level_id}/"
    paths = must(manager.get("/api/openapi.json"))["paths"]
    posted = {path.removeprefix(stem) for path in paths if path.startswith(stem)}
    assert posted == {"changes", "readings", "approvals"}
    assert set(RIGHTS[Right.CHANGE_LEVELS]) == {Role.MANAGER}
