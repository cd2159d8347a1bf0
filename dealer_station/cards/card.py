"""One playing card and its two-letter notation: ``As Td 9c 2h``, and ``Jo`` for a joker.

Knows ranks, suits, the 52 cards and the joker. Does not know decks, hands or values of a game.

The notation is the interface: what a table script, a log line, a message and a screen say is what
`Card.parse` reads and ``str(card)`` writes. It is strict (``As``, never ``aS`` or ``10h``), since
every card has exactly one spelling in the record.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum, StrEnum
from functools import total_ordering
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable

UNREADABLE: Final = "??"
"""How a card that the scanner could not read is written. A word of the notation, not a card."""

CUT: Final = "CUT"
"""How the cut card is written. It is a marker of plastic and a word of the notation, not a card."""


class CardNotationError(ValueError):
    """Text that is no card; says which text, where it stands and what is wrong with it.

    Attributes:
        text: the whole text that was read.
        position: place of the bad word in it, counted in characters from 0.
        reason: what is wrong, in words.
    """

    def __init__(self, text: str, position: int, reason: str) -> None:
        super().__init__(f"{reason}, at character {position} of {text!r}")
        self.text = text
        self.position = position
        self.reason = reason

    def __reduce__(self) -> tuple[type[CardNotationError], tuple[str, int, str]]:
        return CardNotationError, (self.text, self.position, self.reason)


class Rank(IntEnum):
    """Rank of a card; its number is the pips, 11 to 13 for the court, 14 for the ace.

    >>> Rank.ACE > Rank.KING, Rank.TEN.letter, Rank.from_letter("T") is Rank.TEN
    (True, 'T', True)
    """

    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    JACK = 11
    QUEEN = 12
    KING = 13
    ACE = 14

    @property
    def letter(self) -> str:
        """The rank's letter in the notation: ``2`` to ``9``, ``T J Q K A``."""
        return _RANK_LETTERS[self - Rank.TWO]

    @classmethod
    def from_letter(cls, letter: str) -> Rank:
        """The rank of that letter; `CardNotationError` when there is none."""
        place = _RANK_LETTERS.find(letter)
        if len(letter) != 1 or place < 0:
            raise CardNotationError(letter, 0, f"{letter!r} is no rank ({_RANK_LETTERS})")
        return _RANKS[place]


class Suit(StrEnum):
    """Suit of a card; its value is the letter of the notation. No suit is higher than another."""

    CLUBS = "c"
    DIAMONDS = "d"
    HEARTS = "h"
    SPADES = "s"


_RANK_LETTERS: Final = "23456789TJQKA"
_RANKS: Final = tuple(Rank)
_SUITS: Final = tuple(Suit)
_SUIT_PLACE: Final = {suit: place for place, suit in enumerate(_SUITS)}
_JOKER_INDEX: Final = 52


@total_ordering
@dataclass(frozen=True, slots=True, init=False, repr=False, eq=False)
class Card:
    """One of the 52 cards, or the joker; a value that never changes and exists once a process.

    ``Card(rank, suit)``, `parse` and `from_index` hand out the same object for the same card, so
    comparing, hashing and looking up are cheap; copying and pickling keep that true.

    Cards are ordered by `index`: rank first, then suit in the order clubs, diamonds, hearts,
    spades. This is the order in which poker breaks a tie of single cards (bring-in, odd chip,
    drawing for the button). It says nothing about the worth of a hand.

    Attributes:
        index: 4 x (rank - 2) + place of the suit in ``c d h s``: 2c is 0, 2d 1, ... As 51;
            the joker is 52.
        rank: the rank; a joker has none and raises AttributeError.
        suit: the suit; likewise.
        is_joker: whether it is the joker, which no deck of ours holds.

    >>> card = Card.parse("As")
    >>> str(card), card.rank.name, card.suit.name, card.index, card.is_joker
    ('As', 'ACE', 'SPADES', 51, False)
    >>> Card(Rank.ACE, Suit.SPADES) is card is Card.from_index(51)
    True
    >>> Card.parse("2s") < Card.parse("3c")
    True
    """

    index: int
    rank: Rank
    suit: Suit
    is_joker: bool
    _text: str

    def __new__(cls, rank: Rank, suit: Suit) -> Card:  # noqa: PYI034 - an existing one, not Self
        """The card of that rank and suit."""
        return _CARDS[4 * (Rank(rank) - Rank.TWO) + _SUIT_PLACE[suit]]

    @classmethod
    def parse(cls, text: str) -> Card:
        """The card that the text names; `CardNotationError` for anything else.

        >>> Card.parse("Jo") is JOKER
        True
        >>> Card.parse("10h")
        Traceback (most recent call last):
        ...
        dealer_station.cards.card.CardNotationError: '10h' is no card: a ten is written 'Th', \
at character 0 of '10h'
        """
        card = _BY_TEXT.get(text)
        if card is None:
            raise CardNotationError(text, 0, _what_is_wrong(text))
        return card

    @classmethod
    def from_index(cls, index: int) -> Card:
        """The card of that index, 0 to 51, or the joker for 52; IndexError beyond."""
        if index < 0:
            raise IndexError(f"no card has the index {index}")
        return _CARDS[index]

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return f"Card.parse({self._text!r})"

    def __hash__(self) -> int:
        return self.index  # the same in every process: sets of cards keep their order in a replay

    def __lt__(self, other: Card) -> bool:
        return self.index < other.index

    def __reduce__(self) -> tuple[object, tuple[int]]:
        return _card_at, (self.index,)


def _card_at(index: int) -> Card:
    """Unpickling: the one card of that index."""
    return _CARDS[index]


def _make(index: int, text: str) -> Card:
    """Make the object of one card; called once a card, here only."""
    card: Card = object.__new__(Card)
    object.__setattr__(card, "index", index)
    object.__setattr__(card, "is_joker", index == _JOKER_INDEX)
    object.__setattr__(card, "_text", text)
    if index != _JOKER_INDEX:
        object.__setattr__(card, "rank", _RANKS[index // 4])
        object.__setattr__(card, "suit", _SUITS[index % 4])
    return card


_CARDS: Final[tuple[Card, ...]] = (
    *(_make(index, _RANK_LETTERS[index // 4] + _SUITS[index % 4]) for index in range(52)),
    _make(_JOKER_INDEX, "Jo"),
)
_BY_TEXT: Final = {str(card): card for card in _CARDS}
_NO_CARDS: Final = {UNREADABLE: "a card that could not be read", CUT: "the cut card"}

JOKER: Final = _CARDS[_JOKER_INDEX]
"""The joker, ``Jo``: it may come out of a shoe, but never belongs in one. It has no rank, no suit
and no value in a hand."""


def parse_cards(text: str) -> tuple[Card, ...]:
    """The cards of a text, separated by white space; none for an empty text.

    >>> parse_cards("Ah  Kd")
    (Card.parse('Ah'), Card.parse('Kd'))
    >>> parse_cards("Ah ?? Kd")
    Traceback (most recent call last):
    ...
    dealer_station.cards.card.CardNotationError: '??' is a card that could not be read, which is \
no card, at character 3 of 'Ah ?? Kd'
    """
    words = text.split()
    try:
        return tuple([_BY_TEXT[word] for word in words])
    except KeyError:
        raise _first_error(text, words) from None


def format_cards(cards: Iterable[Card]) -> str:
    """The text of some cards, separated by one space: what `parse_cards` reads.

    >>> format_cards(parse_cards("Ah   Kd"))
    'Ah Kd'
    """
    return " ".join(map(str, cards))


def _first_error(text: str, words: list[str]) -> CardNotationError:
    """The error that names the first word of the text that is no card."""
    position = 0
    for word in words:
        position = text.index(word, position)
        if word not in _BY_TEXT:
            return CardNotationError(text, position, _what_is_wrong(word))
        position += len(word)
    raise AssertionError("every word is a card")


def _what_is_wrong(word: str) -> str:
    """Why the word is no card, for the person who typed it."""
    if word in _NO_CARDS:
        return f"{word!r} is {_NO_CARDS[word]}, which is no card"
    if word.startswith("10"):
        return f"{word!r} is no card: a ten is written {'T' + (word[2:3] or 'h')!r}"
    right_case = word[:1].upper() + word[1:].lower()
    if right_case in _BY_TEXT:
        return f"{word!r} is no card: did you mean {right_case!r}?"
    if len(word) != len("As"):
        return f"{word!r} is no card: a card is two letters, rank then suit"
    if word[0] not in _RANK_LETTERS:
        return f"{word!r} is no card: {word[0]!r} is no rank ({_RANK_LETTERS})"
    return f"{word!r} is no card: {word[1]!r} is no suit ({''.join(_SUITS)})"
