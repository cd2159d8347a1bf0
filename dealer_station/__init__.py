"""Dealer Station: table management for live-dealer casino tables."""

__version__ = "0.1.0"
