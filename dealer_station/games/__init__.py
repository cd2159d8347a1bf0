"""Per-game rules: pure, one folder a game; data where houses differ, code where they agree."""
