"""The triggers that keep the record append-only: what they must say, and what stands instead.

A trigger of the right name that does nothing guards nothing. Therefore each is compared word for
word with what the migrations make (a test holds both together), on PostgreSQL also the function
that it calls. Beside the guards no trigger belongs on a table of the record: it could write there,
or keep a row out.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple

from sqlalchemy import TextClause, text

from dealer_station.event_log import tables
from dealer_station.event_log.findings import FindingKind
from dealer_station.event_log.store import EventLog

_APPEND_ONLY: Final = ("event_log", "command", "seal")

_NO_APPEND: Final = {
    "event_log": (
        "new.position <= (SELECT max(position) FROM event_log) OR EXISTS "
        "(SELECT 1 FROM event_log WHERE stream = new.stream AND version >= new.version)"
    ),
    "command": "EXISTS (SELECT 1 FROM command WHERE command_id = new.command_id)",
    "seal": "new.number <= (SELECT max(number) FROM seal)",
}
"""Of each table: what tells SQLite that an INSERT would replace a row."""

_FUNCTION: Final = "event_log_refuse_change"
_FUNCTION_BODY: Final = (
    " BEGIN RAISE EXCEPTION '% is append-only', TG_TABLE_NAME "
    "USING ERRCODE = 'restrict_violation'; END "
)
_ALWAYS_FIRES: Final = ("O", "A")


class Guard(NamedTuple):
    """A trigger as the database states it. `calls`: the body of its function, on PostgreSQL."""

    name: str
    definition: str
    calls: str | None = None


def guards_due(dialect: str) -> frozenset[Guard]:
    """The guards that must stand in a database of this kind."""
    make = _sqlite_guards if dialect == "sqlite" else _postgresql_guards
    return frozenset(guard for table in _APPEND_ONLY for guard in make(table))


def faults_of_guards(log: EventLog) -> Iterator[tuple[FindingKind, str]]:
    """What is wrong with the triggers on the record's tables. Raises LogUnavailable."""
    due = guards_due(log.dialect)
    present = {Guard(*row) for row in log.query(triggers_present(log.dialect))}
    strange = {guard.name for guard in present - due}
    lacking = {guard.name for guard in due - present}
    for name in sorted(lacking - strange):
        yield FindingKind.MISSING_TRIGGER, f"the trigger {name} is gone"
    for name in sorted(lacking & strange):
        yield FindingKind.CHANGED_TRIGGER, f"the trigger {name} is not the one that guards"
    for name in sorted(strange - lacking):
        yield FindingKind.UNKNOWN_TRIGGER, f"the trigger {name} is none of the record's"


def triggers_present(dialect: str) -> TextClause:
    """A statement that lists the triggers on the record's tables, as columns of `Guard`.

    On PostgreSQL one that is switched off is left out, and a definition without its function's
    body comes where the function is more than its body (an owner's rights, settings of its own).
    """
    names = ", ".join(f"'{name}'" for name in tables.metadata.tables)
    if dialect == "sqlite":
        return text(
            "SELECT name, sql, NULL FROM sqlite_master"  # noqa: S608 - names of our own tables
            f" WHERE type = 'trigger' AND lower(tbl_name) IN ({names})"
        )
    fires = ", ".join(f"'{letter}'" for letter in _ALWAYS_FIRES)
    return text(
        "SELECT tgname, pg_get_triggerdef(pg_trigger.oid, true),"  # noqa: S608 - likewise
        " CASE WHEN lanname = 'plpgsql' AND NOT prosecdef AND proconfig IS NULL THEN prosrc END"
        " FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid"
        " JOIN pg_proc ON pg_proc.oid = tgfoid JOIN pg_language ON pg_language.oid = prolang"
        f" WHERE NOT tgisinternal AND tgenabled IN ({fires}) AND relname IN ({names})"
        " AND relnamespace = current_schema()::regnamespace"
    )


def _sqlite_guards(table: str) -> Iterator[Guard]:
    refuse = f"BEGIN SELECT RAISE(ABORT, '{table} is append-only'); END"
    conditions = {
        "update": f"BEFORE UPDATE ON {table}",
        "delete": f"BEFORE DELETE ON {table}",
        "replace": f"BEFORE INSERT ON {table} WHEN {_NO_APPEND[table]}",
    }
    for act, condition in conditions.items():
        name = f"{table}_no_{act}"
        yield Guard(name, f"CREATE TRIGGER {name} {condition} {refuse}")


def _postgresql_guards(table: str) -> Iterator[Guard]:
    for act in ("update", "delete", "truncate"):
        name = f"{table}_no_{act}"
        definition = (
            f"CREATE TRIGGER {name} BEFORE {act.upper()} ON {table} "
            f"FOR EACH STATEMENT EXECUTE FUNCTION {_FUNCTION}()"
        )
        yield Guard(name, definition, _FUNCTION_BODY)
