"""A look at a picture: it is kept, and what is wrong with its layout or its words is said."""

import re
from collections.abc import Collection, Iterator

from e2e.layout import SEAT_PX, TOUCH_PX, layout_faults
from e2e.pages.glass import Glass
from e2e.words import language, strange_words

CODES = ("en", "pl")


def look(
    glass: Glass,
    prefix: str,
    code: str,
    name: str,
    names: Collection[str] | re.Pattern[str] = (),
    *,
    touch_px: int = TOUCH_PX,
    seat_px: int = SEAT_PX,
    part: str = "#stage",
) -> list[str]:
    """Keep the picture as `prefix-code-name` and return what is wrong with it, in words.

    `names` are people, tables and ids, which are the same in every language: whole words on the
    glass, or a pattern for them. The layout of `part` is looked at (see `layout`).
    """
    glass.picture("-".join(filter(None, (prefix, code, name))))
    (other,) = (each for each in CODES if each != code)
    known = set() if isinstance(names, re.Pattern) else set(names)
    strange = strange_words(glass.page, language(code), language(other), known)
    if isinstance(names, re.Pattern):
        strange = [words for words in strange if not names.fullmatch(words)]
    found = [
        *layout_faults(glass.page, touch_px, seat_px, part),
        *(f"no text of {code}: {words!r}" for words in strange),
    ]
    return [f"{code} {name}: {fault}" for fault in found]


def in_each_language(glass: Glass) -> Iterator[str]:
    """Change the language on the glass; yields the code of each."""
    for code in CODES:
        if glass.page.locator("html").get_attribute("lang") != code:
            glass.turn()
        yield code
