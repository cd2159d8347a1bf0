"""Accounts, sign-in attempts, sessions, approvals, and the append-only security journal."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

_BIG = sa.BigInteger().with_variant(sa.Integer, "sqlite")
_SQLITE_TRIGGERS = tuple(
    f"CREATE TRIGGER people_journal_no_{verb} BEFORE {verb.upper()} ON people_journal "
    "BEGIN SELECT RAISE(ABORT, 'the security journal is append-only'); END"
    for verb in ("update", "delete")
)
_POSTGRESQL_TRIGGERS = (
    (
        "CREATE FUNCTION people_journal_refuse() RETURNS trigger LANGUAGE plpgsql AS "
        "$$ BEGIN RAISE EXCEPTION 'the security journal is append-only'; END $$"
    ),
    (
        "CREATE TRIGGER people_journal_no_change BEFORE UPDATE OR DELETE ON people_journal "
        "FOR EACH ROW EXECUTE FUNCTION people_journal_refuse()"
    ),
    (
        "CREATE TRIGGER people_journal_no_truncate BEFORE TRUNCATE ON people_journal "
        "FOR EACH STATEMENT EXECUTE FUNCTION people_journal_refuse()"
    ),
)


def upgrade() -> None:
    """Make every table and the journal's triggers."""
    _make_account_tables()
    _make_session_tables()
    op.create_table(
        "people_journal",
        sa.Column("entry_id", sa.Text, primary_key=True),
        sa.Column("recorded_at", _BIG, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("person_id", sa.Text, nullable=False),
        sa.Column("by_person_id", sa.Text, nullable=False),
        sa.Column("terminal", sa.Text, nullable=False),
        sa.Column("facts", sa.Text, nullable=False),
    )
    op.create_index("people_journal_person", "people_journal", ["person_id", "recorded_at"])
    is_sqlite = op.get_bind().dialect.name == "sqlite"
    for statement in _SQLITE_TRIGGERS if is_sqlite else _POSTGRESQL_TRIGGERS:
        op.execute(statement)


def _make_account_tables() -> None:
    """Make the accounts and the count of failed sign-ins."""
    op.create_table(
        "people_account",
        sa.Column("person_id", sa.Text, primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("role", sa.Text, nullable=False),
        sa.Column("password_hash", sa.Text, nullable=False),
        sa.Column("is_active", sa.Boolean, nullable=False),
        sa.Column("created_at", _BIG, nullable=False),
        sa.Column("password_changed_at", _BIG, nullable=False),
    )
    op.create_table(
        "people_attempt",
        sa.Column("person_id", sa.Text, primary_key=True),
        sa.Column("failures", _BIG, nullable=False),
        sa.Column("first_at", _BIG, nullable=False),
        sa.Column("locked_until_at", _BIG, nullable=False),
    )


def _make_session_tables() -> None:
    """Make the sessions and the approvals."""
    op.create_table(
        "people_session",
        sa.Column("token_hash", sa.Text, primary_key=True),
        sa.Column("session_id", sa.Text, nullable=False, unique=True),
        sa.Column("person_id", sa.Text, sa.ForeignKey("people_account.person_id"), nullable=False),
        sa.Column("terminal", sa.Text, nullable=False),
        sa.Column("created_at", _BIG, nullable=False),
        sa.Column("seen_at", _BIG, nullable=False),
        sa.Column("expires_at", _BIG, nullable=False),
        sa.Column("ended_at", _BIG),
    )
    op.create_index("people_session_person", "people_session", ["person_id", "ended_at"])
    op.create_table(
        "people_approval",
        sa.Column("token_hash", sa.Text, primary_key=True),
        sa.Column("approval_id", sa.Text, nullable=False, unique=True),
        sa.Column("person_id", sa.Text, sa.ForeignKey("people_account.person_id"), nullable=False),
        sa.Column("session_id", sa.Text, nullable=False),
        sa.Column("table_id", sa.Text, nullable=False),
        sa.Column("created_at", _BIG, nullable=False),
        sa.Column("expires_at", _BIG, nullable=False),
        sa.Column("used_at", _BIG),
        sa.Column("command_id", sa.Text),
    )
