"""Rounds of the past and of now, folded from the record whenever somebody asks."""
