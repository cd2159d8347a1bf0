"""Rounds of the past over HTTP."""
