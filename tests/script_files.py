"""Table scripts for tests of the script format: a good one, and short ways to break it."""

from pathlib import Path

HEAD = """\
case: A-1
title: a pair against nothing
covers: [CS-11]
table:
  game: caribbean-stud
  rules: classic
  seats: [1, 2]
  meters: {main: 5000.00}
"""

ROUND = """\
steps:
  - open_betting
  - wager: 1 ante 10; 1 progressive
  - close_betting
  - deal: {1: 8s 8c 9c 4s 2h, dealer: Ah Kh 9s 6c 4h}
  - act: 1 bet
  - pay
"""

GOOD = f"""{HEAD}{ROUND}expect:
  phase: settled
  net: {{1: {{ante: 10, bet: 20, progressive: -1}}}}
  meters: {{main: 5000.70}}
"""


def with_steps(*lines: str) -> str:
    """A script with these steps, one a line; the first stands in line 10."""
    return HEAD + "steps:\n" + "".join(f"  - {line}\n" for line in lines)


def write(folder: Path, text: str | bytes, name: str = "s.yaml") -> Path:
    """Write a script into a folder; returns its path."""
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path
