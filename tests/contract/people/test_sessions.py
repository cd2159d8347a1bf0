import pytest
from people_builders import STAFF, hire, journal_kinds
from sqlalchemy import text

from dealer_station.clock import VirtualClock
from dealer_station.people.people import People
from dealer_station.people.sessions import Session
from dealer_station.people.storage import reading
from dealer_station.table.roles import Role

IDLE_MS = 900_000
SESSION_MS = 43_200_000


def open_session(people: People, role: Role = Role.DEALER) -> tuple[str, Session]:
    account = people.accounts.find(STAFF[role][0])
    assert account is not None
    return people.sessions.open(account, terminal="pad-2")


@pytest.fixture(autouse=True)
def staff(people: People) -> None:
    hire(people, Role.DEALER, Role.SUPERVISOR)


def test_a_token_finds_its_session(people: People, clock: VirtualClock) -> None:
    token, session = open_session(people)
    assert people.sessions.find(token) == session
    assert (session.person_id, session.name, session.role) == ("D-104", "Dana Wilk", Role.DEALER)
    assert session.expires_at == clock.now() + SESSION_MS


def test_tokens_are_long_and_never_stored(people: People) -> None:
    tokens = {open_session(people)[0] for _ in range(10)}
    assert len(tokens) == 10
    assert all(len(token) == 43 for token in tokens)
    with reading(people.engine) as connection:
        stored = repr(connection.execute(text("SELECT * FROM people_session")).all())
    assert not any(token in stored for token in tokens)


@pytest.mark.parametrize("token", ["", "guess", "' OR 1=1 --", "x" * 10_000])
def test_a_guess_finds_nothing(people: People, token: str) -> None:
    open_session(people)
    assert people.sessions.find(token) is None


def test_an_idle_session_ends(people: People, clock: VirtualClock) -> None:
    token, _ = open_session(people)
    clock.advance(IDLE_MS)
    assert people.sessions.find(token) is None
    ended = people.journal.read()[0]
    assert (ended.kind.value, ended.by_person_id, ended.facts["reason"]) == (
        "session_expired", "station", "idle",
    )  # fmt: skip
    assert people.sessions.find(token) is None
    assert journal_kinds(people).count("session_expired") == 1


def test_use_keeps_a_session_until_its_time_is_over(people: People, clock: VirtualClock) -> None:
    token, _ = open_session(people)
    for _ in range(SESSION_MS // (IDLE_MS // 2) - 1):
        clock.advance(IDLE_MS // 2)
        assert people.sessions.find(token) is not None
    clock.advance(IDLE_MS // 2)
    assert people.sessions.find(token) is None
    assert people.journal.read()[0].facts["reason"] == "time_over"


def test_what_a_screen_reads_by_itself_is_no_use(people: People, clock: VirtualClock) -> None:
    token, _ = open_session(people)
    clock.advance(IDLE_MS - 1)
    assert people.sessions.find(token, is_use=False) is not None
    clock.advance(1)
    assert people.sessions.find(token, is_use=False) is None


def test_use_is_written_down_only_now_and_then(people: People, clock: VirtualClock) -> None:
    token, session = open_session(people)

    def seen_at() -> int | None:
        with reading(people.engine) as connection:
            return connection.execute(text("SELECT seen_at FROM people_session")).scalar_one()

    clock.advance(14_999)
    people.sessions.find(token)
    assert seen_at() == session.created_at
    clock.advance(1)
    people.sessions.find(token)
    assert seen_at() == session.created_at + 15_000


def test_signing_out_ends_the_session_once(people: People) -> None:
    token, _ = open_session(people)
    assert people.sessions.close(token)
    assert people.sessions.find(token) is None
    assert not people.sessions.close(token)
    assert journal_kinds(people).count("signed_out") == 1


def test_revoking_ends_every_session_of_a_person_and_no_other(people: People) -> None:
    tokens = [open_session(people)[0] for _ in range(2)]
    other, _ = open_session(people, Role.SUPERVISOR)
    assert people.sessions.revoke("D-104", by="M-301") == 2
    assert [people.sessions.find(token) for token in tokens] == [None, None]
    assert people.sessions.find(other) is not None
    revoked = [e for e in people.journal.read() if e.kind.value == "session_revoked"]
    assert [e.by_person_id for e in revoked] == ["M-301", "M-301"]


def test_a_new_role_counts_from_the_next_request_on(people: People) -> None:
    token, _ = open_session(people)
    people.accounts.set_role("D-104", Role.AUDITOR, by="M-301")
    session = people.sessions.find(token)
    assert session is not None
    assert session.role is Role.AUDITOR


def test_watching_does_not_keep_a_session_alive(people: People, clock: VirtualClock) -> None:
    _, session = open_session(people)
    for _ in range(3):
        clock.advance(IDLE_MS // 3 - 1)
        assert people.sessions.still_open([session.session_id]) == {session.session_id: Role.DEALER}
    clock.advance(3)
    assert people.sessions.still_open([session.session_id]) == {}


def test_still_open_answers_only_what_is_asked(people: People) -> None:
    _, mine = open_session(people)
    open_session(people, Role.SUPERVISOR)
    assert people.sessions.still_open([mine.session_id, "unknown"]) == {
        mine.session_id: Role.DEALER
    }


def test_sessions_that_ran_out_unnoticed_are_written_down(
    people: People, clock: VirtualClock
) -> None:
    open_session(people)
    clock.advance(IDLE_MS)
    kept, _ = open_session(people, Role.SUPERVISOR)
    assert people.sessions.end_overdue() == 1
    assert people.sessions.end_overdue() == 0
    assert people.sessions.find(kept) is not None
