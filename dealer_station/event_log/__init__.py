"""The record: an append-only, hash-chained log of every event, on SQLite or PostgreSQL.

Knows streams, versions, commands and digests. Does not know what an event means: the classes
of events are registered by name in `station_registry`.
"""
