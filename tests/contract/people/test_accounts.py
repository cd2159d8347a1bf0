import pytest
from people_builders import PASSWORD, hire, journal_kinds
from sqlalchemy import text

from dealer_station.people.accounts import AccountError
from dealer_station.people.passwords import PasswordRefusedError
from dealer_station.people.people import People
from dealer_station.people.storage import reading
from dealer_station.table.roles import Role


def test_an_account_is_found_as_it_was_made(people: People) -> None:
    made = people.accounts.create("D-104", "Dana Wilk", Role.DEALER, PASSWORD, by="M-301")
    assert people.accounts.find("D-104") == made
    assert (made.name, made.role, made.is_active) == ("Dana Wilk", Role.DEALER, True)
    entry = people.journal.read()[0]
    assert (entry.kind.value, entry.person_id, entry.by_person_id) == (
        "account_created", "D-104", "M-301",
    )  # fmt: skip
    assert entry.facts == {"role": "dealer"}


def test_no_password_is_stored(people: People) -> None:
    hire(people, Role.DEALER)
    with reading(people.engine) as connection:
        rows = connection.execute(text("SELECT * FROM people_account")).all()
    assert PASSWORD not in repr(rows)
    assert "$argon2id$v=19$m=19456,t=2,p=1$" in repr(rows)


def test_a_staff_number_is_taken_once(people: People) -> None:
    hire(people, Role.DEALER)
    with pytest.raises(AccountError, match="already"):
        people.accounts.create("D-104", "Another", Role.MANAGER, PASSWORD, by="station")
    assert len(people.accounts.all()) == 1


@pytest.mark.parametrize("person_id", ["", " ", "a b", "ä", "x" * 33, "-1", "D;DROP"])
def test_a_staff_number_is_a_plain_word(people: People, person_id: str) -> None:
    with pytest.raises(AccountError, match="staff number"):
        people.accounts.create(person_id, "Name", Role.DEALER, PASSWORD, by="station")


@pytest.mark.parametrize("role", [Role.DEVICE, Role.STATION])
def test_a_person_is_neither_device_nor_station(people: People, role: Role) -> None:
    with pytest.raises(AccountError, match="role"):
        people.accounts.create("D-104", "Name", role, PASSWORD, by="station")


def test_a_weak_password_makes_no_account(people: People) -> None:
    with pytest.raises(PasswordRefusedError):
        people.accounts.create("D-104", "Name", Role.DEALER, "short", by="station")
    assert people.accounts.all() == ()


def test_a_new_role_is_journalled_with_before_and_after(people: People) -> None:
    hire(people, Role.DEALER)
    people.accounts.set_role("D-104", Role.SUPERVISOR, by="M-301")
    account = people.accounts.find("D-104")
    assert account is not None
    assert account.role is Role.SUPERVISOR
    assert people.journal.read()[0].facts == {"before": "dealer", "after": "supervisor"}


def test_a_new_password_ends_the_sessions(people: People) -> None:
    hire(people, Role.DEALER)
    account = people.accounts.find("D-104")
    assert account is not None
    token, _ = people.sessions.open(account, terminal="pad-2")
    people.accounts.set_password("D-104", "four brown river stones", by="M-301")
    assert people.sessions.find(token) is None
    people.sign_in.identify("D-104", "four brown river stones", terminal="", purpose="session")


def test_a_leaver_is_out_at_once_and_can_come_back(people: People) -> None:
    hire(people, Role.DEALER)
    account = people.accounts.find("D-104")
    assert account is not None
    token, _ = people.sessions.open(account, terminal="pad-2")
    people.accounts.disable("D-104", by="M-301")
    assert people.sessions.find(token) is None
    assert people.accounts.password_hash("D-104") is None
    people.accounts.enable("D-104", by="M-301")
    assert people.sessions.find(token) is None
    assert people.accounts.password_hash("D-104") is not None
    assert journal_kinds(people)[-2:] == ["account_disabled", "account_enabled"]


@pytest.mark.parametrize("change", ["disable", "enable"])
def test_an_unknown_account_cannot_be_changed(people: People, change: str) -> None:
    with pytest.raises(AccountError, match="no account"):
        getattr(people.accounts, change)("nobody", by="M-301")
    assert journal_kinds(people) == []
