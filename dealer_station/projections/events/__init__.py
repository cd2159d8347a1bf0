"""Events of the record as a role may read them: facts, words, source, ledger."""
