"""Table scripts: read them, run them against the live table's controller, compare."""
