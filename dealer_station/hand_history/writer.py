"""Writes hands as PHH: keys in the format's order, every amount with the hand's decimals.

What the reader has read is written back the same; a hand in this order comes back to the byte.
"""

from collections.abc import Iterable, Iterator, Mapping
from datetime import date, datetime, time
from decimal import Decimal
from typing import Any, Final

from dealer_station.hand_history.keys import KEYS, OTHER_KEYS
from dealer_station.hand_history.notation import format_action
from dealer_station.hand_history.phh import Hand

_ORDER: Final = (
    "variant", "ante_trimming_status", "antes", "blinds_or_straddles", "bring_in", "small_bet",
    "big_bet", "min_bet", "starting_stacks", "actions",
    "author", "event", "url", "venue", "address", "city", "region", "postal_code", "country",
    "time", "time_zone", "time_zone_abbreviation", "day", "month", "year", "hand", "level",
    "seats", "seat_count", "table", "players", "finishing_stacks", "winnings",
    "currency", "currency_symbol", "time_limit", "time_banks",
)  # fmt: skip
assert set(_ORDER) == {*KEYS, *OTHER_KEYS}, "every key has its place"

_BACKSLASH: Final = "\\"
_ESCAPES: Final = {_BACKSLASH: r"\\", '"': r"\"", "\n": r"\n", "\r": r"\r", "\t": r"\t"}
_PRINTABLE_FROM: Final = 0x20
_DELETE: Final = 0x7F


def write_hand(hand: Hand) -> str:
    """Write one hand, the text of a `.phh`."""
    return "".join(f"{line}\n" for line in _lines(hand))


def write_hands(hands: Iterable[tuple[str, Hand]]) -> str:
    """Write several hands with the names of their tables, the text of a `.phhs`."""
    return "".join(f"[{_key(name)}]\n{write_hand(hand)}\n" for name, hand in hands)


def _lines(hand: Hand) -> Iterator[str]:
    values = _values(hand)
    own = [key for key in hand.others if key not in OTHER_KEYS]
    for key in (*_ORDER, *own):
        if key in values:
            yield f"{_key(key)} = {values[key]}"


def _values(hand: Hand) -> Mapping[str, str]:
    """Return every value that the hand has, as TOML, by key."""
    amounts = {
        "antes": hand.antes,
        "blinds_or_straddles": hand.blinds,
        "starting_stacks": hand.starting_stacks,
        "finishing_stacks": hand.finishing_stacks,
    }
    one_amount = {
        "bring_in": hand.bring_in,
        "small_bet": hand.small_bet,
        "big_bet": hand.big_bet,
        "min_bet": hand.min_bet,
    }
    plain = {
        "variant": hand.variant.value,
        "ante_trimming_status": hand.has_trimmed_antes,
        "actions": [format_action(action, hand.written) for action in hand.actions],
        "seats": list(hand.seats) or None,
        "seat_count": hand.seat_count,
        "players": list(hand.players) or None,
        **hand.others,
    }
    return {
        **{key: _list(map(hand.written, value)) for key, value in amounts.items() if value},
        **{key: hand.written(value) for key, value in one_amount.items() if value is not None},
        **{key: toml_value(value) for key, value in plain.items() if value is not None},
    }


def toml_value(value: Any) -> str:
    """Write a value of TOML on one line.

    >>> toml_value(["p1 f", Decimal("0.10"), True, {"a key": 1}])
    "['p1 f', 0.10, true, {'a key' = 1}]"
    """
    match value:
        case bool() | int():
            text = str(value).lower()
        case Decimal():
            text = _decimal(value)
        case str():
            text = _text(value)
        case datetime() | date() | time():
            text = value.isoformat()
        case list() | tuple():
            text = _list(map(toml_value, value))
        case Mapping():
            entries = (f"{_key(key)} = {toml_value(item)}" for key, item in value.items())
            text = f"{{{', '.join(entries)}}}"
        case _:
            raise TypeError(f"TOML has no {type(value).__name__}")
    return text


def _list(values: Iterable[str]) -> str:
    return f"[{', '.join(values)}]"


def _key(key: str) -> str:
    is_bare = key.isascii() and key.replace("_", "a").replace("-", "a").isalnum()
    return key if is_bare else _text(key)


def _decimal(value: Decimal) -> str:
    """Write a number with a point: TOML would read it back as a whole number without one."""
    text = str(value).lower()
    return (
        text.replace("infinity", "inf") if "." in text or not value.is_finite() else f"{value:.1f}"
    )


def _text(text: str) -> str:
    is_literal = "'" not in text and text.isprintable()
    return f"'{text}'" if is_literal else f'"{"".join(map(_escaped, text))}"'


def _escaped(character: str) -> str:
    if character in _ESCAPES:
        return _ESCAPES[character]
    code = ord(character)
    return f"\\u{code:04x}" if code < _PRINTABLE_FROM or code == _DELETE else character
