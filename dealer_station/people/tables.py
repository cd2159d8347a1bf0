"""The tables of people, as SQLAlchemy Core. The migrations make them; a test compares both.

No password and no token is stored: a password as its argon2id hash, tokens as SHA-256. The
security journal is append-only; triggers (in the migrations) refuse UPDATE and DELETE.
Times are UTC milliseconds; 0 or null where something has not happened.
"""

from typing import Final

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    Table,
    Text,
)

metadata: Final = MetaData()

_BIG: Final = BigInteger().with_variant(Integer, "sqlite")

account: Final = Table(
    "people_account",
    metadata,
    # The staff number: what is typed at sign-in and what stands in events. Never a name.
    Column("person_id", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("role", Text, nullable=False),
    Column("password_hash", Text, nullable=False),
    Column("is_active", Boolean, nullable=False),
    Column("created_at", _BIG, nullable=False),
    Column("password_changed_at", _BIG, nullable=False),
)

attempt: Final = Table(
    "people_attempt",
    metadata,
    # What was typed, an account or not, so that an answer does not tell which accounts exist.
    Column("person_id", Text, primary_key=True),
    Column("failures", _BIG, nullable=False),
    Column("first_at", _BIG, nullable=False),
    Column("locked_until_at", _BIG, nullable=False),
)

session: Final = Table(
    "people_session",
    metadata,
    Column("token_hash", Text, primary_key=True),
    Column("session_id", Text, nullable=False, unique=True),
    Column("person_id", Text, ForeignKey("people_account.person_id"), nullable=False),
    Column("terminal", Text, nullable=False),
    Column("created_at", _BIG, nullable=False),
    Column("seen_at", _BIG, nullable=False),
    Column("expires_at", _BIG, nullable=False),
    Column("ended_at", _BIG),
    Index("people_session_person", "person_id", "ended_at"),
)

approval: Final = Table(
    "people_approval",
    metadata,
    Column("token_hash", Text, primary_key=True),
    Column("approval_id", Text, nullable=False, unique=True),
    Column("person_id", Text, ForeignKey("people_account.person_id"), nullable=False),
    # The session on whose screen it was given; nobody else can use it.
    Column("session_id", Text, nullable=False),
    Column("table_id", Text, nullable=False),
    Column("created_at", _BIG, nullable=False),
    Column("expires_at", _BIG, nullable=False),
    Column("used_at", _BIG),
    # The same as `act` while it is used.
    Column("command_id", Text),
    # The act that it was given for: a command's id and the SHA-256 of all that it says. Null in
    # approvals of releases before 0002, which named none: they serve no act.
    Column("act", Text),
)

journal: Final = Table(
    "people_journal",
    metadata,
    Column("entry_id", Text, primary_key=True),
    Column("recorded_at", _BIG, nullable=False),
    Column("kind", Text, nullable=False),
    # Whom it is about, and who did it; the same person at his own sign-in.
    Column("person_id", Text, nullable=False),
    Column("by_person_id", Text, nullable=False),
    Column("terminal", Text, nullable=False),
    Column("facts", Text, nullable=False),
    Index("people_journal_person", "person_id", "recorded_at"),
)
