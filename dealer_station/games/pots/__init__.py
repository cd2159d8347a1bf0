"""Betting rounds and pots of games that players play against each other."""
