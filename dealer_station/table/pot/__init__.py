"""Games in which players play against each other for a pot: a hand from its start to its payment.

Knows the seats, the chips and the cards of a hand, and what happens next. What the games differ in
is asked of their rules, how betting goes of `games.pots`.
"""
