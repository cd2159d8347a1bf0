"""Irregularities and their rulings: data in `catalogue/`, conditions and choice in code. Pure."""
