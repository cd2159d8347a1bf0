"""Where cards lie that belong to no hand, beside burns and cards set aside."""

STUB = "stub"
"""A card that had left the shoe and is among the undealt ones again: it may come once more."""
