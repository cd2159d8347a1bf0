"""Changes of the tables of people, in order; run by `people.storage.migrate`."""
