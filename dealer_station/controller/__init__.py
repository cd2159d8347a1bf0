"""The table controller's imperative shell: take input, decide, record, evolve, hand out."""
