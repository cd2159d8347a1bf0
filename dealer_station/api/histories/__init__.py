"""Hand histories of players over HTTP."""
