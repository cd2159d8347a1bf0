import threading
from contextlib import closing

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from people_builders import hire, journal_kinds
from sqlalchemy import Connection, inspect, text
from sqlalchemy.exc import DBAPIError

from dealer_station.clock import VirtualClock
from dealer_station.people.approvals import Act, ApprovalRefused
from dealer_station.people.people import People, open_people
from dealer_station.people.sessions import Session, token_hash
from dealer_station.people.storage import VERSION_TABLE, migrate, open_engine, reading, writing
from dealer_station.people.tables import metadata
from dealer_station.settings import SignInSettings
from dealer_station.table.roles import Role


def test_migrations_make_exactly_the_declared_tables(people: People) -> None:
    with people.engine.connect() as connection:
        context = MigrationContext.configure(
            connection, opts={"version_table": VERSION_TABLE, "compare_type": True}
        )
        differences = [
            difference
            for difference in compare_metadata(context, metadata)
            if "people" in repr(difference)
        ]
    assert differences == []


def test_migrating_again_changes_nothing(people: People) -> None:
    hire(people, Role.DEALER)
    migrate(people.engine)
    assert [account.person_id for account in people.accounts.all()] == ["D-104"]


def test_an_approval_from_before_acts_were_named_serves_none(
    database_url: str, clock: VirtualClock
) -> None:
    """A station is updated within the minute that an approval lasts."""
    engine = open_engine(database_url)
    migrate(engine, "0001")
    with writing(engine) as connection:
        assert not column_names(connection, "people_approval") & {"act"}
        connection.execute(
            text("INSERT INTO people_account VALUES ('S-201', 'S', 'supervisor', 'h', true, 0, 0)")
        )
        connection.execute(
            text(
                "INSERT INTO people_approval VALUES "
                "(:token, 'a-1', 'S-201', 's-1', 'CS-2', :now, :end, NULL, NULL)"
            ),
            {"token": token_hash("t"), "now": clock.now(), "end": clock.now() + 60_000},
        )
    engine.dispose()
    with closing(open_people(database_url, clock, SignInSettings())) as people:
        session = Session(
            session_id="s-1", person_id="D-104", name="D", role=Role.DEALER, terminal="",
            created_at=0, expires_at=0,
        )  # fmt: skip
        act = Act(command="verify_hand", command_id="c-1", digest="d1")
        with pytest.raises(ApprovalRefused, match="other_act"):
            people.approvals.use("t", session, "CS-2", act)


def column_names(connection: Connection, table: str) -> set[str]:
    return {column["name"] for column in inspect(connection).get_columns(table)}


def test_two_stations_starting_together_both_find_the_tables(database_url: str) -> None:
    faults: list[BaseException] = []

    def start() -> None:
        try:
            open_people(database_url, VirtualClock(), SignInSettings()).close()
        except BaseException as fault:  # noqa: BLE001 - shown by the assertion
            faults.append(fault)

    threads = [threading.Thread(target=start) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert faults == []


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE people_journal SET kind = 'signed_out'",
        "DELETE FROM people_journal",
    ],
)
def test_the_security_journal_is_append_only(people: People, statement: str) -> None:
    hire(people, Role.DEALER)
    with pytest.raises(DBAPIError, match="append-only"), writing(people.engine) as connection:
        connection.execute(text(statement))
    assert journal_kinds(people) == ["account_created"]


def test_a_failed_transaction_leaves_nothing(people: People) -> None:
    def fail_halfway() -> None:
        with writing(people.engine) as connection:
            connection.execute(text("INSERT INTO people_attempt VALUES ('D-104', 1, 0, 0)"))
            raise RuntimeError

    with pytest.raises(RuntimeError):
        fail_halfway()
    with reading(people.engine) as connection:
        assert connection.execute(text("SELECT count(*) FROM people_attempt")).scalar() == 0


def test_a_reader_does_not_wait_for_a_writer(people: People) -> None:
    with writing(people.engine) as writer:
        writer.execute(text("INSERT INTO people_attempt VALUES ('D-104', 1, 0, 0)"))
        with reading(people.engine) as reader:
            assert reader.execute(text("SELECT count(*) FROM people_attempt")).scalar() == 0


def test_a_database_in_memory_is_refused() -> None:
    with pytest.raises(ValueError, match="memory"):
        open_engine("sqlite://")
