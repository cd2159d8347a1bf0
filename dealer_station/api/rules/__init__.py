"""Rules pages for players: as content for a screen, and printed; without a sign-in."""
