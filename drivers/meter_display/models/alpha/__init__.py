"""The Alpha Sign Communications Protocol, over serial lines and USB."""
