"""One file a change. A released file is never edited."""
