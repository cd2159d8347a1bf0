"""One file a migration, in order of its number."""
