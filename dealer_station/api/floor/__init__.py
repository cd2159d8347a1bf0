"""The floor over HTTP and live: all tables at once, and what waits for a person."""
