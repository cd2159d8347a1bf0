"""Where cards lie that belong to no hand, beside burns and cards set aside."""

STUB = "stub"
"""A card that had left the shoe and is among the undealt ones again: it may come once more."""

SCRAP = "scrap"
"""A card out of play: one that lay face up in the deck, a joker, one that cannot be there."""

EARLY = "early"
"""A card that came before its street, of which nobody has said yet where it goes."""
