"""What a rules page says in numbers, and how each kind of number is written in a language.

A figure is exact: amounts are smallest units, odds and shares are fractions. Nothing here knows a
game; a game's facts say which figures it has.
"""

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from dealer_station.money import format_minor

_SPACE = "\N{NO-BREAK SPACE}"


class Language(StrEnum):
    """A language that every page is written in, by its ISO 639-1 code."""

    EN = "en"
    PL = "pl"


@dataclass(frozen=True, slots=True)
class Amount:
    """A sum in smallest units of a currency, by its ISO 4217 code; empty: the table's."""

    minor: int
    currency: str = ""


@dataclass(frozen=True, slots=True)
class Odds:
    """What a wager wins beside itself, to one."""

    to_one: Fraction


@dataclass(frozen=True, slots=True)
class Times:
    """A prize as a multiple of its stake, which does not come back beside it."""

    times: Fraction


@dataclass(frozen=True, slots=True)
class Share:
    """A part of a whole: 0 to 1."""

    part: Fraction


@dataclass(frozen=True, slots=True)
class Whole:
    """A count of something."""

    count: int


@dataclass(frozen=True, slots=True)
class Word:
    """A word of the page's text, by its key: the name of a hand or of a wager."""

    key: str


@dataclass(frozen=True, slots=True)
class Code:
    """What is written alike in every language: the code of a currency."""

    text: str


@dataclass(frozen=True, slots=True)
class Name:
    """A name that the house has given, the same in every language."""

    text: str


@dataclass(frozen=True, slots=True)
class Exact:
    """An exact number, such as what one unit of a currency is in another."""

    value: Fraction


Number = Amount | Odds | Times | Share | Whole | Code | Exact

Figure = Number | Word | Name


@dataclass(frozen=True, slots=True)
class _Style:
    """How a language writes numbers: what stands between thousands, before cents, between odds."""

    group: str
    point: str
    to: str
    percent: str


_STYLES = {
    Language.EN: _Style(group=",", point=".", to="to", percent="%"),
    Language.PL: _Style(group=_SPACE, point=",", to="do", percent="%"),
}


def written(figure: Number, language: Language, currency: str) -> str:
    """Write a number for a reader; `currency` is the ISO 4217 code of amounts.

    >>> written(Amount(1_000_000), Language.EN, "USD").replace(chr(160), " ")
    '10,000.00 USD'
    >>> written(Odds(Fraction(3, 2)), Language.EN, "USD").replace(chr(160), " ")
    '3 to 2'
    """
    style = _STYLES[language]
    match figure:
        case Amount(minor, own):
            return f"{_amount(minor, style)}{_SPACE}{own or currency}"
        case Odds(to_one):
            parts = (str(to_one.numerator), style.to, str(to_one.denominator))
            return _SPACE.join(parts)
        case Times(times):
            return f"{times}{_SPACE}\N{MULTIPLICATION SIGN}"
        case Share(part):
            return _percent(part, style)
        case Exact(value):
            return _decimal(value, style)
        case Whole(said) | Code(said):
            return str(said)


def _amount(minor: int, style: _Style) -> str:
    whole, cents = format_minor(minor).split(".")
    return f"{_grouped(whole, style)}{style.point}{cents}"


def _grouped(digits: str, style: _Style) -> str:
    return f"{int(digits):,}".replace(",", style.group)


def _percent(part: Fraction, style: _Style) -> str:
    """Write a share in percent; one whose decimals do not end is written as a fraction."""
    written = _decimal(part * 100, style)
    if "/" in written:
        return f"{part.numerator}/{part.denominator}"
    return f"{written}{style.percent}"


def _decimal(value: Fraction, style: _Style) -> str:
    """Write a number with the decimals that it has; one whose decimals do not end as a fraction."""
    places, rest = 0, value.denominator
    for prime in (2, 5):
        while rest % prime == 0:
            rest //= prime
    if rest != 1:
        return f"{value.numerator}/{value.denominator}"
    while (value * 10**places).denominator != 1:
        places += 1
    digits = str((value * 10**places).numerator).rjust(places + 1, "0")
    whole = digits[: len(digits) - places]
    return f"{whole}{style.point + digits[-places:] if places else ''}"
