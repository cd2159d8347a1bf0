"""The station's API: sign-in, commands, live snapshots, health. Decides nothing about a game."""
