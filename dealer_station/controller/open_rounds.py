"""Whether a table's newest round is open, as its record says and no station's memory.

A table that another station has taken over, or that is not configured here, is asked the same way.
"""

from dealer_station.controller.ports import Record
from dealer_station.event_log.registry import EventRegistry
from dealer_station.table.events import BettingOpened, RoundSettled, RoundVoided

_TAIL = 256
"""How many of a table's last events are read to see it; more if need be."""


def newest_round(record: Record, registry: EventRegistry, stream: str) -> tuple[int, bool]:
    """Return a table's version, and whether its newest round is open then."""
    version = record.version(stream)
    span = _TAIL
    while True:
        after = max(0, version - span)
        is_open = None
        for stored in record.read(stream, after):
            version = stored.version
            match registry.decode(stored):
                case BettingOpened():
                    is_open = True
                case RoundSettled() | RoundVoided():
                    is_open = False
                case _:
                    pass
        if is_open is not None or not after:
            return version, bool(is_open)
        span *= 8
