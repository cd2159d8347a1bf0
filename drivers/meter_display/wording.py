"""What a sign shall show: the amount, a hit, or dashes, as texts of seven-bit characters.

Knows how an amount is written, and that a text which does not fit is not shown at all: part of a
number is another number. Does not know protocols, files or freshness.
"""

import textwrap
import unicodedata
from dataclasses import dataclass
from typing import Final

DASHES: Final = "-------"
"""What stands on a sign that has no fresh amount; never a number."""

WIN: Final = "WIN"
"""The word that says that a jackpot was awarded (DSP-07)."""

_DECIMALS: Final = 2
_GROUP: Final = 3
# Letters that carry no accent which could be taken off.
_PLAIN: Final = str.maketrans({"ł": "l", "Ł": "L", "ø": "o", "Ø": "O", "ß": "ss", "æ": "ae"})
_NO_LETTER: Final = "?"


@dataclass(frozen=True, slots=True)
class AmountStyle:
    """How amounts are written (DSP-02): `54,312.07` with what stands before and after it."""

    thousands: str = ","
    decimal: str = "."
    before: str = ""
    after: str = ""


def amount_text(amount_minor: int, style: AmountStyle) -> str:
    """Return an amount of a currency with two decimals, as people read it."""
    whole, part = divmod(amount_minor, 10**_DECIMALS)
    digits = str(whole)
    start = len(digits) % _GROUP
    groups = [digits[:start]] if start else []
    groups += [digits[place : place + _GROUP] for place in range(start, len(digits), _GROUP)]
    number = f"{style.thousands.join(groups)}{style.decimal}{part:0{_DECIMALS}}"
    return f"{style.before}{number}{style.after}"


def plain_text(text: str, length_max: int) -> str:
    """Return a name in the letters that every sign has, cut to a length."""
    bare = unicodedata.normalize("NFKD", text.translate(_PLAIN))
    letters = (letter for letter in bare if not unicodedata.combining(letter))
    plain = "".join(x if " " <= x < "~" else _NO_LETTER for x in letters)
    return plain[:length_max].strip()


def paged(text: str, width: int) -> tuple[str, ...]:
    """Return a plain text in pages that are no wider than the glass, broken between words.

    As few as it takes, and of about one length: the number of a table shall not stand alone, where
    it could be taken for an amount.
    """
    widest = _wrapped(text, width)
    longest_word = max((len(word) for word in text.split()), default=width)
    for narrower in range(min(longest_word, width), width):
        pages = _wrapped(text, narrower)
        if len(pages) == len(widest):
            return pages
    return widest


def _wrapped(text: str, width: int) -> tuple[str, ...]:
    return tuple(textwrap.wrap(text, width, break_on_hyphens=False))


def hit_pages(amount: str, table: str, width: int, label: str = "") -> tuple[str, ...]:
    """Return the pages that tell of a hit, before that with the new amount (DSP-06, DSP-08).

    The word, the level's name where the sign has several, and the amount; then the table that won,
    all as plain texts. The amount is never cut: what does not fit beside it gets a page of its own.
    """
    return (*_packed([word for word in (WIN, label, amount) if word], width), *paged(table, width))


def _packed(texts: list[str], width: int) -> tuple[str, ...]:
    """Return whole texts side by side on as few pages as go in their order."""
    pages = texts[:1]
    for text in texts[1:]:
        together = f"{pages[-1]} {text}"
        if len(together) <= width:
            pages[-1] = together
        else:
            pages.append(text)
    return tuple(pages)
