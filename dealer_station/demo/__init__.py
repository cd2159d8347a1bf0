"""The demo: a whole table on one machine, with a simulated shoe and simulated people.

Starts every program as a process of its own and imports no driver.
"""
