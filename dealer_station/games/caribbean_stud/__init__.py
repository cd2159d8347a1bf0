"""Caribbean Stud Poker with a $1 progressive."""
