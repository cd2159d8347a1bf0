"""What a sign shall show: the amount, a hit, or dashes, as texts of seven-bit characters.

Knows how an amount is written, and that a text which does not fit is not shown at all: part of a
number is another number. Does not know protocols, files or freshness.
"""

import unicodedata
from dataclasses import dataclass
from typing import Final

from dealer_station.messages.meter_display import Hit

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


def hit_pages(hit: Hit, style: AmountStyle, length_max: int) -> tuple[str, str]:
    """Return the pages that tell of a hit, before that with the new amount (DSP-06, DSP-08).

    The word and the amount, then the table that won; the amount is never cut.
    """
    return f"{WIN} {amount_text(hit.amount_minor, style)}", plain_text(hit.table, length_max)
