"""Texas Hold'em: two cards and a shared board, players against each other."""
