"""The table's functional core: commands, events, state, `decide`, `evolve`, views."""
