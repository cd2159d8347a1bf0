"""Rounds against the house: wagers, deal, decisions, payment, irregularities and rulings."""
