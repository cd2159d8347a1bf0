"""Writes `dealer_station/table/LIFECYCLE.md` from the transition tables.

Run it from the root of the repository after a change of the tables:
`python tests/lifecycle_document.py`. A test compares the file with them.
"""

from pathlib import Path

from dealer_station.table import lifecycle

PATH = Path(__file__).parent.parent / "dealer_station" / "table" / "LIFECYCLE.md"

HEAD = """# The life of a table and of a round

Written by `tests/lifecycle_document.py` from `lifecycle.py`. Do not edit it by hand.

Every change of phase is one arrow below; there are no others. An open irregularity holds the
table: screens then show the phase `held`, and the phase below it stays what it is until the ruling.

## A round
"""
SERVICE = """
## A table

A table goes out of service only between rounds and only while nothing is held.
"""
EVENTS = """
## What each event means
"""


def text() -> str:
    """Return the whole document."""
    rows = {**lifecycle.ROUND, **lifecycle.SERVICE}
    kinds = sorted({kind for _, kind in rows}, key=lambda kind: kind.__name__)
    meaning = [f"- `{kind.__name__}`: {(kind.__doc__ or '').splitlines()[0]}" for kind in kinds]
    return "\n".join(
        (
            HEAD,
            lifecycle.diagram(lifecycle.ROUND),
            SERVICE,
            lifecycle.diagram(lifecycle.SERVICE),
            EVENTS,
            *meaning,
            "",
        )
    )


if __name__ == "__main__":
    PATH.write_text(text(), encoding="utf-8")
