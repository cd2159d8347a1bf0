"""Reads hands: `.phh` holds one, `.phhs` several, each a table `[n]`.

An error says file, line, key and what is wrong. The line of a key is that of its first character;
the format is TOML, so a key may go on over several lines.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

from dealer_station.hand_history.checking import check_cards
from dealer_station.hand_history.keys import KEYS, OTHER_KEYS, REQUIRED
from dealer_station.hand_history.notation import NotationError, amounts_in, parse_action
from dealer_station.hand_history.phh import PLAYERS_MIN, Action, Amounts, Hand, Variant

ONE_HAND: Final = ".phh"
SEVERAL_HANDS: Final = ".phhs"
SUFFIXES: Final = frozenset({ONE_HAND, SEVERAL_HANDS})
"""Endings of the names of files that hold hands."""

_DECIMALS_MAX: Final = 6
_DIGITS_MAX: Final = 15
_HEADER: Final = re.compile(r"^[ \t]*\[", re.MULTILINE)
_LINE: Final = re.compile(r"at line (\d+)")


class HandError(Exception):
    """A file that holds no hand; says where, which key and why. `line` counts from 1."""

    def __init__(self, file: str, line: int, key: str, reason: str) -> None:
        super().__init__(f"{file}:{line}: {f'{key}: ' if key else ''}{reason}")
        self.file = file
        self.line = line
        self.key = key
        self.reason = reason


@dataclass(frozen=True, slots=True)
class RecordedHand:
    """A hand and where it stands: `name` is that of its file, and of its table where it has one."""

    name: str
    file: str
    line: int
    hand: Hand


def read_hands(path: Path) -> Iterator[RecordedHand]:
    """Read every hand of a file by the ending of its name; the first error ends it (HandError)."""
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        raise HandError(str(path), line, "", "no UTF-8 text") from None
    except OSError as error:
        raise HandError(str(path), 1, "", error.strerror or str(error)) from None
    yield from parse_hands(text, str(path))


def parse_hands(text: str, file: str) -> Iterator[RecordedHand]:
    """Read every hand of a text; `file` is its name, whose ending says which format it has."""
    entries, stem = _toml(text, file), Path(file).stem
    if Path(file).suffix != SEVERAL_HANDS:
        yield RecordedHand(stem, file, 1, _Reader(text, file, "").hand(entries))
        return
    if not entries:
        raise HandError(file, 1, "", "the file has no hand")
    for name, table in entries.items():
        reader = _Reader(text, file, name)
        if not isinstance(table, dict):
            raise reader.error("", "a hand is a table `[n]`; this is a value")
        yield RecordedHand(f"{stem} {name}", file, reader.line_of(""), reader.hand(table))


def _toml(text: str, file: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text, parse_float=Decimal)
    except tomllib.TOMLDecodeError as error:
        found = _LINE.search(str(error))
        line = int(found.group(1)) if found else text.count("\n") + 1
        raise HandError(file, line, "", f"no valid TOML: {error}") from None
    except RecursionError:
        raise HandError(file, 1, "", "nested too deeply") from None


class _Reader:
    """Reads one table of a file."""

    def __init__(self, text: str, file: str, table: str) -> None:
        self._text = text
        self._file = file
        self._table = table
        self._decimals = 0

    def error(self, key: str, reason: str) -> HandError:
        """Return an error that points at a key of this hand, or at the hand."""
        head = f"[{self._table}] " if self._table else ""
        return HandError(self._file, self.line_of(key), f"{head}{key}".strip(), reason)

    def line_of(self, key: str) -> int:
        """Return the line, from 1, where a key begins; that of its table where it has none."""
        start, end = 0, len(self._text)
        if self._table:
            header = rf"^[ \t]*\[[ \t]*[\"']?{re.escape(self._table)}[\"']?[ \t]*\]"
            found = re.search(header, self._text, re.MULTILINE)
            start = found.end() if found else start
            following = _HEADER.search(self._text, start)
            end = following.start() if following else end
        name = re.escape(key.partition("[")[0])
        found = re.compile(rf"^[ \t]*{name}[ \t]*=", re.MULTILINE).search(self._text, start, end)
        return self._text.count("\n", 0, found.start() if found and key else start) + 1

    def hand(self, entries: Mapping[str, Any]) -> Hand:
        """Read the hand; raises HandError."""
        variant = self._variant(entries)
        self._check_keys(entries, variant)
        self._decimals = self._find_decimals(entries)
        stacks = self._amounts(entries, "starting_stacks")
        if len(stacks) < PLAYERS_MIN:
            raise self.error("starting_stacks", f"a hand has {PLAYERS_MIN} players at least")
        self._check_lengths(entries, len(stacks))
        hand = Hand(
            variant=variant,
            decimals=self._decimals,
            antes=self._amounts(entries, "antes"),
            starting_stacks=stacks,
            actions=self._actions(entries, len(stacks)),
            blinds=self._amounts(entries, "blinds_or_straddles", is_signed=True),
            bring_in=self._amount(entries, "bring_in"),
            small_bet=self._amount(entries, "small_bet"),
            big_bet=self._amount(entries, "big_bet"),
            min_bet=self._amount(entries, "min_bet"),
            has_trimmed_antes=self._flag(entries, "ante_trimming_status"),
            seats=self._wholes(entries, "seats"),
            seat_count=self._whole(entries, "seat_count"),
            players=self._texts(entries, "players"),
            finishing_stacks=self._amounts(entries, "finishing_stacks"),
            others={key: value for key, value in entries.items() if key not in KEYS},
        )
        self._check_hand(hand)
        return hand

    # ------------------------------------------------------------------------------ keys

    def _variant(self, entries: Mapping[str, Any]) -> Variant:
        if "variant" not in entries:
            raise self.error("variant", "is missing")
        try:
            return Variant(entries["variant"])
        except ValueError:
            games = ", ".join(Variant)
            reason = f"{entries['variant']!r} is no game of this station; one of {games}"
            raise self.error("variant", reason) from None

    def _check_keys(self, entries: Mapping[str, Any], variant: Variant) -> None:
        for key in REQUIRED[variant]:
            if key not in entries:
                raise self.error(key, f"is missing; a hand of {variant} has it")
        of_others = {key for keys in REQUIRED.values() for key in keys} - set(REQUIRED[variant])
        for key in entries:
            if key in of_others:
                raise self.error(key, f"a hand of {variant} has no such key")
            if key not in KEYS and key not in OTHER_KEYS and not key.startswith("_"):
                raise self.error(key, "the format has no such key; one of your own begins with _")

    def _check_lengths(self, entries: Mapping[str, Any], players: int) -> None:
        for key, what in KEYS.items():
            if not what.is_by_player or key not in entries:
                continue
            if not isinstance(entries[key], list):
                raise self.error(key, "is no list of one entry a player")
            if len(entries[key]) != players:
                reason = f"has {len(entries[key])} entries; the hand has {players} players"
                raise self.error(key, reason)

    def _check_hand(self, hand: Hand) -> None:
        for place, stack in enumerate(hand.starting_stacks):
            if stack == 0:
                raise self.error(
                    f"starting_stacks[{place}]", "a player without chips plays no hand"
                )
        if not _are_clockwise(hand.seats):
            raise self.error("seats", "are not clockwise, each once, from 1")
        if hand.seat_count is not None and any(seat > hand.seat_count for seat in hand.seats):
            raise self.error("seats", f"the table has {hand.seat_count} seats")
        if hand.finishing_stacks and sum(hand.finishing_stacks) > sum(hand.starting_stacks):
            raise self.error("finishing_stacks", "are more chips than the hand began with")
        fault = check_cards(hand)
        if fault is not None:
            raise self.error(f"actions[{fault.place}]", fault.reason)

    # ---------------------------------------------------------------------------- values

    def _find_decimals(self, entries: Mapping[str, Any]) -> int:
        """Return the most decimal places that an amount of this hand is written with."""
        found = 0
        for key, what in KEYS.items():
            if what.is_amount and key in entries:
                found = max(found, *map(_decimals_of, self._decimals_in(entries, key)), 0)
        for place, line in enumerate(self._texts(entries, "actions")):
            try:
                found = max(found, *map(_decimals_of, amounts_in(line)), 0)
            except NotationError as error:
                raise self.error(f"actions[{place}]", f"{line!r}: {error}") from None
        if found > _DECIMALS_MAX:
            raise self.error("", f"an amount has {found} decimals; at most {_DECIMALS_MAX}")
        return found

    def _decimals_in(self, entries: Mapping[str, Any], key: str) -> list[Decimal]:
        value = entries[key]
        named = (
            [(f"{key}[{place}]", item) for place, item in enumerate(value)]
            if isinstance(value, list)
            else [(key, value)]
        )
        return [self._decimal(name, item) for name, item in named]

    def _decimal(self, key: str, value: Any) -> Decimal:
        if isinstance(value, bool) or not isinstance(value, int | Decimal):
            raise self.error(key, f"{value!r} is no amount")
        amount = Decimal(value)
        if not amount.is_finite() or amount.adjusted() >= _DIGITS_MAX:
            raise self.error(key, f"{value} is no amount of chips")
        return amount

    def _units(self, amount: Decimal) -> int:
        """Return an amount in the hand's unit, which divides it. Raises NotationError."""
        if amount.adjusted() >= _DIGITS_MAX:
            raise NotationError(f"{amount} is no amount of chips")
        return int(amount.scaleb(self._decimals))

    def _amounts(self, entries: Mapping[str, Any], key: str, *, is_signed: bool = False) -> Amounts:
        if key not in entries:
            return ()
        if not isinstance(entries[key], list):
            raise self.error(key, "is no list of amounts")
        amounts = self._decimals_in(entries, key)
        for place, amount in enumerate(amounts):
            if amount < 0 and not is_signed:
                raise self.error(f"{key}[{place}]", f"{amount} is below zero")
        return tuple(map(self._units, amounts))

    def _amount(self, entries: Mapping[str, Any], key: str) -> int | None:
        if key not in entries:
            return None
        amount = self._decimal(key, entries[key])
        if amount <= 0:
            raise self.error(key, f"{amount} is no bet")
        return self._units(amount)

    def _flag(self, entries: Mapping[str, Any], key: str) -> bool | None:
        value = entries.get(key)
        if value is not None and not isinstance(value, bool):
            raise self.error(key, f"{value!r} is neither true nor false")
        return value

    def _whole(self, entries: Mapping[str, Any], key: str) -> int | None:
        return None if key not in entries else self._checked_whole(key, entries[key])

    def _wholes(self, entries: Mapping[str, Any], key: str) -> tuple[int, ...]:
        return tuple(
            self._checked_whole(f"{key}[{place}]", value)
            for place, value in enumerate(entries.get(key, []))
        )

    def _checked_whole(self, key: str, value: Any) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or value < 1:
            raise self.error(key, f"{value!r} is no whole number from 1")
        return value

    def _texts(self, entries: Mapping[str, Any], key: str) -> tuple[str, ...]:
        values = entries.get(key, [])
        if not isinstance(values, list) or not all(isinstance(value, str) for value in values):
            raise self.error(key, "is no list of texts")
        return tuple(values)

    def _actions(self, entries: Mapping[str, Any], players: int) -> tuple[Action, ...]:
        actions = []
        for place, line in enumerate(self._texts(entries, "actions")):
            try:
                action = parse_action(line, self._units)
            except NotationError as error:
                raise self.error(f"actions[{place}]", f"{line!r}: {error}") from None
            player = getattr(action, "player", 1)
            if player > players:
                reason = f"{line!r}: the hand has {players} players"
                raise self.error(f"actions[{place}]", reason)
            actions.append(action)
        return tuple(actions)


def _decimals_of(amount: Decimal) -> int:
    exponent = amount.as_tuple().exponent
    assert isinstance(exponent, int), "the amount is finite"
    return max(0, -exponent)


def _are_clockwise(seats: tuple[int, ...]) -> bool:
    """Say whether seats follow each other clockwise: ascending, but for one step round the end."""
    turned = sum(one >= following for one, following in pairwise(seats))
    is_round = turned == 0 or (turned == 1 and seats[-1] < seats[0])
    return is_round and len(set(seats)) == len(seats)
