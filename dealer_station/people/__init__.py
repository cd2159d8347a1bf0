"""People: accounts, roles and rights, sign-in, sessions, approvals by a second person.

Kept in tables of their own beside the event log, in the same database. Events name a person by
id only; names and password hashes never leave this package's tables.
"""
