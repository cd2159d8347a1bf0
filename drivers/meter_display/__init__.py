"""Jackpot signs: show the amount of a progressive while it is fresh, and dashes when it is not."""
