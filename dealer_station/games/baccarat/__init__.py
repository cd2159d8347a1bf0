"""Baccarat without commission, with the Dragon 7, Tiger 8 and Tie wagers."""
