"""Bet acceptors of the seats: tokens in, a lamp out; up to sixteen on one line."""
