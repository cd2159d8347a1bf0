"""Casino Hold'em: two cards and a shared board against the dealer, with a Bonus and Jumbo 7."""
