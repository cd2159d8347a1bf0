"""Seven Card Stud: seven cards, four of them face up, players against each other."""
