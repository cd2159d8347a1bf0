"""The vocabulary of cards and hands: notation, decks, poker and baccarat values.

Knows what a card is and which hand beats which. Knows no game, no table, no device, no money;
imports nothing of ours, does no I/O.
"""
