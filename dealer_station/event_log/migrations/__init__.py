"""Migrations of the record's tables, run by Alembic when a log is opened.

Rules, each kept by a test:
- `event_log`, `command` and `seal` only ever get ADD COLUMN, the column with a default or null.
  Never a batch rebuild: it drops the triggers, and with them the promise that nothing is edited.
- A new column is not part of the digests of old rows; digests never change.
- A migration is never edited once released. It states its tables itself and imports nothing
  from `tables`, which moves on.
- There is no way down: an older release refuses a newer database.
"""
