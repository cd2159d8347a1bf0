from concurrent.futures import ThreadPoolExecutor

import pytest
from argon2 import PasswordHasher
from people_builders import PASSWORD, hire, journal_kinds
from sqlalchemy import text

from dealer_station.clock import VirtualClock
from dealer_station.people.people import People
from dealer_station.people.sign_in import LockedOut, SignInFailed
from dealer_station.people.storage import reading, writing
from dealer_station.table.roles import Role

MINUTE_MS = 60_000
WRONG = "not the password"


def attempt(people: People, person_id: str = "D-104", password: str = PASSWORD) -> str:
    """Sign in and say what came of it."""
    try:
        account = people.sign_in.identify(person_id, password, terminal="pad-2", purpose="session")
    except LockedOut:
        return "locked"
    except SignInFailed:
        return "failed"
    return account.role.value


@pytest.fixture(autouse=True)
def dealer(people: People) -> None:
    """A dealer works here."""
    hire(people, Role.DEALER)


def test_the_right_password_signs_in(people: People) -> None:
    assert attempt(people) == "dealer"


def test_a_wrong_password_a_stranger_and_a_leaver_get_the_same_answer(people: People) -> None:
    hire(people, Role.AUDITOR)
    people.accounts.disable("A-501", by="M-301")
    assert attempt(people, password=WRONG) == "failed"
    assert attempt(people, person_id="X-999") == "failed"
    assert attempt(people, person_id="A-501") == "failed"
    failures = [e for e in people.journal.read() if e.kind.value == "sign_in_failed"]
    assert {e.person_id for e in failures} == {"D-104", "X-999", "A-501"}
    assert {e.terminal for e in failures} == {"pad-2"}
    assert PASSWORD not in repr(people.journal.read())


@pytest.mark.parametrize("person_id", ["D-104", "X-999"])
def test_five_failures_lock_a_name_whether_it_exists_or_not(
    people: People, clock: VirtualClock, person_id: str
) -> None:
    outcomes = [attempt(people, person_id, "wrong") for _ in range(6)]
    assert outcomes == ["failed"] * 4 + ["locked"] * 2
    assert attempt(people, person_id) == "locked"
    assert people.sign_in.locked_until(person_id) == clock.now() + 15 * MINUTE_MS
    assert journal_kinds(people, person_id)[-3:] == [
        "locked_out", "sign_in_while_locked", "sign_in_while_locked",
    ]  # fmt: skip


def test_the_lock_out_ends_with_its_time(people: People, clock: VirtualClock) -> None:
    for _ in range(5):
        attempt(people, password=WRONG)
    clock.advance(15 * MINUTE_MS - 1)
    assert attempt(people) == "locked"
    clock.advance(1)
    assert people.sign_in.locked_until("D-104") is None
    assert attempt(people, password=WRONG) == "failed"
    assert attempt(people) == "dealer"


def test_after_a_lock_out_five_new_tries_are_free(people: People, clock: VirtualClock) -> None:
    for _ in range(5):
        attempt(people, password=WRONG)
    clock.advance(15 * MINUTE_MS)
    assert [attempt(people, password=WRONG) for _ in range(5)] == ["failed"] * 4 + ["locked"]


def test_success_forgets_the_failures(people: People) -> None:
    for _ in range(3):
        for _ in range(4):
            assert attempt(people, password=WRONG) == "failed"
        assert attempt(people) == "dealer"


def test_old_failures_do_not_count(people: People, clock: VirtualClock) -> None:
    for _ in range(4):
        attempt(people, password=WRONG)
    clock.advance(15 * MINUTE_MS + 1)
    assert attempt(people, password=WRONG) == "failed"
    assert attempt(people) == "dealer"


def test_names_that_nobody_tries_any_more_are_forgotten(
    people: People, clock: VirtualClock
) -> None:
    attempt(people, "X-999")
    clock.advance(16 * MINUTE_MS)
    attempt(people, "X-998")
    with reading(people.engine) as connection:
        names = connection.execute(text("SELECT person_id FROM people_attempt")).scalars().all()
    assert names == ["X-998"]


def test_a_manager_lifts_a_lock_out(people: People) -> None:
    for _ in range(5):
        attempt(people, password=WRONG)
    people.sign_in.lift_lock_out("D-104", by="M-301")
    assert attempt(people) == "dealer"
    lifted = next(e for e in people.journal.read() if e.kind.value == "lock_out_lifted")
    assert lifted.by_person_id == "M-301"


@pytest.mark.parametrize("failures", [0, 4])
def test_only_a_lock_out_that_stood_is_journalled_as_lifted(people: People, failures: int) -> None:
    for _ in range(failures):
        attempt(people, password=WRONG)
    people.sign_in.lift_lock_out("D-104", by="M-301")
    assert "lock_out_lifted" not in journal_kinds(people)
    assert [attempt(people, password=WRONG) for _ in range(4)] == ["failed"] * 4, "all tries anew"


def test_guesses_at_once_get_no_more_tries_than_in_a_row(people: People) -> None:
    with ThreadPoolExecutor(8) as pool:
        outcomes = list(pool.map(lambda _: attempt(people, password=WRONG), range(24)))
    checked = [e for e in people.journal.read() if e.kind.value == "sign_in_failed"]
    assert len(checked) == 5
    assert outcomes.count("failed") + outcomes.count("locked") == 24
    assert attempt(people) == "locked"


def test_a_try_that_was_cut_off_counts_until_the_window_ends(
    people: People, clock: VirtualClock
) -> None:
    with writing(people.engine) as connection:
        connection.execute(
            text("INSERT INTO people_attempt VALUES ('D-104', 5, :now, 0)"), {"now": clock.now()}
        )
    with pytest.raises(LockedOut) as refused:
        people.sign_in.identify("D-104", PASSWORD, terminal="", purpose="session")
    assert refused.value.until_at == clock.now() + 15 * MINUTE_MS
    clock.advance(15 * MINUTE_MS + 1)
    assert attempt(people) == "dealer"


def test_a_lock_out_by_tries_that_were_cut_off_can_be_lifted(
    people: People, clock: VirtualClock
) -> None:
    with writing(people.engine) as connection:
        connection.execute(
            text("INSERT INTO people_attempt VALUES ('D-104', 5, :now, 0)"), {"now": clock.now()}
        )
    people.sign_in.lift_lock_out("D-104", by="M-301")
    assert journal_kinds(people)[-1] == "lock_out_lifted"
    assert attempt(people) == "dealer"


@pytest.mark.parametrize("person_id", ["", "x" * 33, "no such\nname", "ä"])
def test_nonsense_is_refused_and_not_counted(people: People, person_id: str) -> None:
    assert attempt(people, person_id) == "failed"
    with reading(people.engine) as connection:
        assert connection.execute(text("SELECT count(*) FROM people_attempt")).scalar() == 0


def test_an_endless_password_is_refused_without_hashing_it(people: People) -> None:
    assert attempt(people, password="x" * 10_000_000) == "failed"


def test_a_hash_of_older_parameters_is_renewed_at_sign_in(people: People) -> None:
    weak = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1).hash(PASSWORD)
    with writing(people.engine) as connection:
        connection.execute(text("UPDATE people_account SET password_hash = :h"), {"h": weak})
    assert attempt(people) == "dealer"
    renewed = people.accounts.password_hash("D-104")
    assert renewed is not None
    assert "m=19456,t=2,p=1" in renewed
    assert attempt(people) == "dealer"
