"""Devices of the tables as the console shows them."""
