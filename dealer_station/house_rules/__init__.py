"""From a house's files to a game's rules: one typed loader a game, every error with file and key."""
