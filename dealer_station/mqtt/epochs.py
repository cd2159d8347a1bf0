"""The fence at the reader's side: a station that lost its lease is not obeyed.

Drivers and signs ask here before they act on anything a station said.
"""


class EpochGuard:
    """Remembers the highest epoch of every table or progressive; not thread-safe.

    ``known`` are epochs that an earlier run had stored.
    """

    def __init__(self, known: dict[str, int] | None = None) -> None:
        self._highest = dict(known or {})

    def admits(self, scope: str, epoch: int) -> bool:
        """Whether a payload of this epoch counts; a higher one raises the bar for all later."""
        if epoch < self._highest.get(scope, 0):
            return False
        self._highest[scope] = epoch
        return True

    def highest(self, scope: str) -> int:
        """The highest epoch seen, 0 if none."""
        return self._highest.get(scope, 0)
