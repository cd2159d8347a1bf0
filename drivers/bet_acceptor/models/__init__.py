"""Protocols of bet acceptors, one folder each."""
