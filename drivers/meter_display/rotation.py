"""Whose turn it is on a sign that shows several pages: one after the other, each in full.

Knows how long a page stands and what comes after it (DSP-10). Does not know amounts, fonts or
files. Times are monotonic milliseconds.
"""

from collections.abc import Sequence
from enum import StrEnum


class Part(StrEnum):
    """What of a level a page shows: its name alone, its amount, or that it is at its cap."""

    NAME = "name"
    AMOUNT = "amount"
    CAP = "cap"


Page = tuple[str, Part]
"""A level by its meter's name, and what of it."""


class Rotation:
    """The page that is to be shown. Its time begins when it leaves for the sign, not when wished.

    So a sign that is busy, or must be told twice, takes no time from any level; `dwell_ms` includes
    what a page needs on its way.
    """

    def __init__(self, dwell_ms: int) -> None:
        self._dwell_ms = dwell_ms
        self._since_ms: int | None = None
        self._pages: Sequence[Page] = ()
        self.page: Page | None = None

    def hold(self, page: Page | None) -> None:
        """Stay with a page, whose time begins anew; None: with the one that was last."""
        self.page = page or self.page
        self._since_ms = None

    def tick(
        self, page: Page | None, pages: Sequence[Page], standing: Page | None, now_ms: int
    ) -> None:
        """Turn to the next of `pages` when `page`, which is wished, has stood long enough.

        `page` None: dashes are wished. `standing` is the page that the sign was told; None: none.
        Where other pages come or go the one that stands begins its time anew.
        """
        if page is None or page != self.page or pages != self._pages:
            self.hold(page)
        self._pages = pages
        if page is None or page not in pages:
            return
        if self._since_ms is None:
            self._since_ms = now_ms if standing == page else None
        elif now_ms - self._since_ms >= self._dwell_ms:
            self.hold(pages[(pages.index(page) + 1) % len(pages)])
