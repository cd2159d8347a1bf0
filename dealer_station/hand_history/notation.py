"""One line of `actions`, from text and to text: ``p3 cbr 1.20 # the comment``."""

import re
from collections.abc import Callable, Mapping
from decimal import Decimal, InvalidOperation
from typing import Final

from dealer_station.cards.card import UNREADABLE, Card, CardNotationError
from dealer_station.hand_history.phh import (
    Action,
    BoardCards,
    BringIn,
    Cards,
    CheckOrCall,
    Fold,
    HoleCards,
    Remark,
    ShowOrMuck,
    WagerTo,
)

_PLAYER: Final = re.compile(r"p([1-9][0-9]?)")
_NOTATION: Final = 2
_WORDS_OF_A_WAGER: Final = 3


class NotationError(ValueError):
    """A text that is no line of a hand; says what is wrong with it."""


ToUnits = Callable[[Decimal], int]
"""How an amount becomes a whole number of the hand's unit."""


def amount_of(text: str) -> Decimal:
    """Read an amount. Raises NotationError."""
    try:
        amount = Decimal(text)
    except InvalidOperation:
        raise NotationError(f"{text!r} is no amount") from None
    if not amount.is_finite():
        raise NotationError(f"{text!r} is no amount")
    return amount


def amounts_in(text: str) -> list[Decimal]:
    """Return the amounts that a line names: one, of a wager, or none. Raises NotationError."""
    words = _words(text)[0]
    if words[1:2] == ["cbr"] and len(words) == _WORDS_OF_A_WAGER:
        return [amount_of(words[2])]
    return []


def parse_action(text: str, units: ToUnits) -> Action:
    """Read a line of `actions`. Raises NotationError.

    >>> parse_action("p2 cbr 400", int)
    WagerTo(comment='', player=2, amount=400)
    """
    words, comment = _words(text)
    match words:
        case []:
            return Remark(comment=comment)
        case ["d", "dh", player, cards]:
            return HoleCards(_player(player), _cards(cards), comment=comment)
        case ["d", "db", cards]:
            return BoardCards(_cards(cards), comment=comment)
        case ["d", *_]:
            raise NotationError("a deal is `d dh pN CARDS` or `d db CARDS`")
        case [player, "cbr", amount]:
            return WagerTo(_player(player), units(amount_of(amount)), comment=comment)
        case [player, "sm", *shown]:
            if len(shown) > 1:
                raise NotationError("a show is `pN sm CARDS`, a muck `pN sm`")
            return ShowOrMuck(_player(player), _cards(shown[0]) if shown else (), comment=comment)
        case [player, act] if act in _BARE:
            return _BARE[act](_player(player), comment=comment)
    raise NotationError("is none of `d dh`, `d db`, `f`, `cc`, `cbr`, `pb`, `sm`")


_BARE: Final[Mapping[str, Callable[..., Fold | CheckOrCall | BringIn]]] = {
    "f": Fold,
    "cc": CheckOrCall,
    "pb": BringIn,
}


def format_action(action: Action, written: Callable[[int], str]) -> str:
    """Write a line of `actions`; `written` writes an amount of the hand.

    >>> format_action(WagerTo(2, 400, comment="quickly"), str)
    'p2 cbr 400 # quickly'
    """
    words = _format(action, written)
    if not action.comment:
        return words
    return f"{words} # {action.comment}" if words else f"# {action.comment}"


def _format(action: Action, written: Callable[[int], str]) -> str:
    match action:
        case HoleCards(player=player, cards=cards):
            text = f"d dh p{player} {''.join(cards)}"
        case BoardCards(cards=cards):
            text = f"d db {''.join(cards)}"
        case Fold(player=player):
            text = f"p{player} f"
        case CheckOrCall(player=player):
            text = f"p{player} cc"
        case WagerTo(player=player, amount=amount):
            text = f"p{player} cbr {written(amount)}"
        case BringIn(player=player):
            text = f"p{player} pb"
        case ShowOrMuck(player=player, cards=cards):
            text = f"p{player} sm {''.join(cards)}".rstrip()
        case Remark():
            text = ""
    return text


def _words(text: str) -> tuple[list[str], str]:
    """Return the words of a line, and what is said behind its `#`."""
    words, _, comment = text.partition("#")
    return words.split(), comment.strip()


def _player(word: str) -> int:
    found = _PLAYER.fullmatch(word)
    if found is None:
        raise NotationError(f"{word!r} is no player")
    return int(found.group(1))


def _cards(text: str) -> Cards:
    if len(text) % _NOTATION:
        raise NotationError(f"{text!r} are no cards: two characters each")
    cards = tuple(text[at : at + _NOTATION] for at in range(0, len(text), _NOTATION))
    for card in cards:
        if card != UNREADABLE and not _is_of_the_deck(card):
            raise NotationError(f"{card!r} is no card")
    return cards


def _is_of_the_deck(text: str) -> bool:
    try:
        return not Card.parse(text).is_joker
    except CardNotationError:
        return False
