"""Hand histories: recorded hands of pot games in the PHH format, read, written and as steps."""
