from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest
from people_builders import STAFF, hire, journal_kinds
from sqlalchemy import text

from dealer_station.clock import VirtualClock
from dealer_station.people.accounts import Account
from dealer_station.people.approvals import ApprovalRefused
from dealer_station.people.people import People
from dealer_station.people.sessions import Session
from dealer_station.people.storage import reading
from dealer_station.table.roles import Role


def account_of(people: People, role: Role) -> Account:
    account = people.accounts.find(STAFF[role][0])
    assert account is not None
    return account


def session_of(people: People, role: Role = Role.DEALER) -> Session:
    return people.sessions.open(account_of(people, role), terminal="pad-2")[1]


def refusal_of(people: People, token: str, session: Session, *, table: str = "CS-2") -> str:
    with pytest.raises(ApprovalRefused) as refused:
        people.approvals.use(token, session, table, "another-command")
    return refused.value.reason


@pytest.fixture(autouse=True)
def staff(people: People) -> None:
    hire(people)


def test_a_supervisor_lends_one_act_to_the_dealers_screen(
    people: People, clock: VirtualClock
) -> None:
    session = session_of(people)
    token, given = people.approvals.give(account_of(people, Role.SUPERVISOR), session, "CS-2")
    assert given.expires_at == clock.now() + 60_000
    used = people.approvals.use(token, session, "CS-2", "command-1")
    assert used == given
    assert (used.person_id, used.role) == ("S-201", Role.SUPERVISOR)
    assert journal_kinds(people)[-2:] == ["approval_given", "approval_used"]
    entry = people.journal.read()[0]
    assert (entry.person_id, entry.by_person_id) == ("S-201", "D-104")


def test_an_approval_serves_one_command_only(people: People) -> None:
    session = session_of(people)
    token, _ = people.approvals.give(account_of(people, Role.MANAGER), session, "CS-2")
    people.approvals.use(token, session, "CS-2", "command-1")
    assert refusal_of(people, token, session) == "used"


def test_the_same_command_may_come_again_even_late(people: People, clock: VirtualClock) -> None:
    session = session_of(people)
    token, given = people.approvals.give(account_of(people, Role.MANAGER), session, "CS-2")
    people.approvals.use(token, session, "CS-2", "command-1")
    clock.advance(120_000)
    again = people.approvals.use(token, session, "CS-2", "command-1")
    assert again == replace(given, is_repeat=True)
    people.approvals.give_back(again, "command-1")
    assert refusal_of(people, token, session) == "used"


def test_of_commands_at_once_exactly_one_gets_the_approval(people: People) -> None:
    session = session_of(people)
    token, _ = people.approvals.give(account_of(people, Role.SUPERVISOR), session, "CS-2")

    def use(number: int) -> bool:
        try:
            people.approvals.use(token, session, "CS-2", f"command-{number}")
        except ApprovalRefused:
            return False
        return True

    with ThreadPoolExecutor(6) as pool:
        assert sum(pool.map(use, range(12))) == 1


def test_an_approval_lasts_a_minute(people: People, clock: VirtualClock) -> None:
    session = session_of(people)
    token, _ = people.approvals.give(account_of(people, Role.SUPERVISOR), session, "CS-2")
    clock.advance(60_000)
    assert refusal_of(people, token, session) == "expired"


def test_an_approval_is_good_on_its_screen_and_table_only(people: People) -> None:
    session = session_of(people)
    token, _ = people.approvals.give(account_of(people, Role.SUPERVISOR), session, "CS-2")
    assert refusal_of(people, token, session_of(people)) == "other_screen"
    assert refusal_of(people, token, session, table="CS-3") == "other_screen"
    people.approvals.use(token, session, "CS-2", "command-1")


def test_a_refused_command_gives_the_approval_back(people: People) -> None:
    session = session_of(people)
    token, given = people.approvals.give(account_of(people, Role.SUPERVISOR), session, "CS-2")
    people.approvals.use(token, session, "CS-2", "command-1")
    people.approvals.give_back(given, "command-9")
    assert refusal_of(people, token, session) == "used"
    people.approvals.give_back(given, "command-1")
    people.approvals.use(token, session, "CS-2", "command-2")


def test_nobody_approves_his_own_act(people: People) -> None:
    session = session_of(people, Role.SUPERVISOR)
    with pytest.raises(ApprovalRefused, match="same_person"):
        people.approvals.give(account_of(people, Role.SUPERVISOR), session, "CS-2")
    assert journal_kinds(people)[-1] == "approval_refused"


@pytest.mark.parametrize("role", [Role.TECHNICIAN, Role.AUDITOR])
def test_only_supervisor_and_manager_approve(people: People, role: Role) -> None:
    with pytest.raises(ApprovalRefused, match="no_right"):
        people.approvals.give(account_of(people, role), session_of(people), "CS-2")


def test_a_leavers_approval_is_worth_nothing(people: People) -> None:
    session = session_of(people)
    token, _ = people.approvals.give(account_of(people, Role.SUPERVISOR), session, "CS-2")
    people.accounts.disable("S-201", by="M-301")
    assert refusal_of(people, token, session) == "unknown"
    people.accounts.enable("S-201", by="M-301")
    assert refusal_of(people, token, session) == "expired"


def test_the_role_counts_when_the_approval_is_used(people: People) -> None:
    session = session_of(people)
    token, _ = people.approvals.give(account_of(people, Role.SUPERVISOR), session, "CS-2")
    people.accounts.set_role("S-201", Role.MANAGER, by="M-301")
    assert people.approvals.use(token, session, "CS-2", "command-1").role is Role.MANAGER


def test_tokens_are_not_stored(people: People) -> None:
    token, _ = people.approvals.give(
        account_of(people, Role.SUPERVISOR), session_of(people), "CS-2"
    )
    with reading(people.engine) as connection:
        stored = repr(connection.execute(text("SELECT * FROM people_approval")).all())
    assert token not in stored
