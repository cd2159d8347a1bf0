"""The progressive as a double-entry ledger: pure, exact, in a stream of its own."""
