"""Searching the record."""
