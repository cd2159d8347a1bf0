"""Exact odds and returns of every wager, judged by the games' own rules."""
