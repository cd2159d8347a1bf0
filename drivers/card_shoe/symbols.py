"""From the text of a symbol to the card it stands for.

Knows the mapping that a site configures (`[symbols]` of the driver's file). Does not know how the
text was read. A text without a meaning is the card ``??``: never guessed, never dropped.

How a text is read, first match counts:

1. one trailing CR, LF or CR LF is cut off (scanners are set up to add one);
2. `words`: the whole text, exactly, such as ``JOKER`` or a printer's own card number;
3. `patterns`: regular expressions that must match the whole text and name the groups ``rank`` and
   ``suit``; the groups' texts are looked up in `ranks` and `suits`.
"""

import re
from dataclasses import dataclass
from typing import Annotated, Final, Self

from pydantic import AfterValidator, Field, model_validator

from dealer_station.cards.card import CUT, UNREADABLE, Card, CardNotationError
from dealer_station.messages.card_shoe import SYMBOL_CHARACTERS_MAX
from dealer_station.settings import Section

_LINE_END: Final = re.compile(rb"\r?\n?\Z")


def _check_card(text: str) -> str:
    """Return a card's text if the notation knows it."""
    if text in (CUT, UNREADABLE):
        return text
    try:
        return str(Card.parse(text))
    except CardNotationError as error:
        raise ValueError(error.reason) from None


def _check_pattern(text: str) -> str:
    """Return a pattern if it compiles and names both groups."""
    try:
        groups = re.compile(text).groupindex
    except re.error as error:
        raise ValueError(f"no regular expression: {error}") from None
    if not {"rank", "suit"} <= groups.keys():
        raise ValueError("the pattern must name the groups (?P<rank>…) and (?P<suit>…)")
    return text


CardWord = Annotated[str, AfterValidator(_check_card)]
"""A card as the notation writes it, ``Jo``, ``CUT`` or ``??``."""

Pattern = Annotated[str, AfterValidator(_check_pattern)]
"""A regular expression with the groups ``rank`` and ``suit``."""

Word = Annotated[str, Field(min_length=1, max_length=SYMBOL_CHARACTERS_MAX)]


def _default_ranks() -> dict[str, str]:
    return {rank: rank for rank in "23456789TJQKA"} | {"10": "T", "1": "A"}


def _default_words() -> dict[str, str]:
    return {"JOKER": "Jo", "JO": "Jo", "CUT": "CUT", "CUTCARD": "CUT"}


class SymbolSettings(Section):
    """What the printed symbols of this site's cards say. The defaults read AS, 10H, Td, JOKER."""

    is_case_sensitive: bool = Field(default=False, description="Whether as and AS differ.")
    words: dict[Word, CardWord] = Field(
        default_factory=_default_words, description="Whole text -> card."
    )
    patterns: tuple[Pattern, ...] = Field(
        default=("(?P<rank>10|[1-9TJQKA])(?P<suit>[CDHS])",),
        description="Regular expressions of the whole text with the groups rank and suit.",
    )
    ranks: dict[Word, Annotated[str, Field(pattern="^[2-9TJQKA]$")]] = Field(
        default_factory=_default_ranks, description="Text of the group rank -> rank."
    )
    suits: dict[Word, Annotated[str, Field(pattern="^[cdhs]$")]] = Field(
        default_factory=lambda: {"C": "c", "D": "d", "H": "h", "S": "s"},
        description="Text of the group suit -> suit.",
    )

    @model_validator(mode="after")
    def _check_meaning(self) -> Self:
        """Refuse keys that differ in case only, where case does not count."""
        if self.is_case_sensitive:
            return self
        for name in ("words", "ranks", "suits"):
            seen: dict[str, str] = {}
            for key, card in getattr(self, name).items():
                if seen.setdefault(key.upper(), card) != card:
                    raise ValueError(f"{name}: {key!r} has two meanings when case does not count")
        return self


@dataclass(frozen=True, slots=True)
class Reading:
    """What a symbol means. `text` is the evidence: what was scanned, as far as it can be shown."""

    card: str
    text: str

    @property
    def is_known(self) -> bool:
        """Whether the symbol stands for a card, a joker or the cut card."""
        return self.card != UNREADABLE


class SymbolTable:
    """The mapping of one site, ready to use."""

    def __init__(self, settings: SymbolSettings) -> None:
        self._fold = str if settings.is_case_sensitive else str.upper
        flags = 0 if settings.is_case_sensitive else re.IGNORECASE
        self._words = {self._fold(key): card for key, card in settings.words.items()}
        self._ranks = {self._fold(key): rank for key, rank in settings.ranks.items()}
        self._suits = {self._fold(key): suit for key, suit in settings.suits.items()}
        self._patterns = tuple(re.compile(text, flags) for text in settings.patterns)

    def read(self, symbol: bytes) -> Reading:
        """Return the card that a symbol stands for, or ``??``."""
        content = _LINE_END.sub(b"", symbol, count=1)
        text = content.decode("ascii", "backslashreplace")
        if len(text) > SYMBOL_CHARACTERS_MAX:
            return Reading(UNREADABLE, text[: SYMBOL_CHARACTERS_MAX - 1] + "…")
        return Reading(self._card(text), text)

    def _card(self, text: str) -> str:
        word = self._words.get(self._fold(text))
        if word is not None:
            return word
        for pattern in self._patterns:
            match = pattern.fullmatch(text)
            if match is None:
                continue
            rank = self._ranks.get(self._fold(match["rank"] or ""))
            suit = self._suits.get(self._fold(match["suit"] or ""))
            if rank is not None and suit is not None:
                return rank + suit
        return UNREADABLE
