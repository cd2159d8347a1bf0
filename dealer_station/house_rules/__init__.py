"""From a house's files to a game's rules: a typed loader a game, errors with file and key."""
