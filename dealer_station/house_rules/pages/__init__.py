"""Rules pages: what players may read of a table's rules, made from the rule set that it plays by.

Text stands in `texts/`, English and Polish side by side; every figure in it comes from the loaded
game. `page.py` joins them.
"""
