"""Expected against got: `expect` is a subset of the view (table-script: the view).

Maps: the named keys; lists and strings: equal; numbers: equal as decimals; null: absent or empty.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from typing import Any

NULL = frozenset({"null", "~", ""})


@dataclass(frozen=True, slots=True)
class Difference:
    """One expectation that does not hold: the key's path, what was expected, what is there."""

    key: str
    expected: Any
    got: Any


def differences(expected: Any, got: Any, key: str = "") -> Iterator[Difference]:
    """Yield every place where the view is not what was expected (text, lists and dicts)."""
    if isinstance(expected, dict):
        yield from _map_differences(expected, got, key)
    elif isinstance(expected, list):
        yield from _list_differences(expected, got, key)
    elif expected in NULL:
        if got not in (None, "", {}, []):
            yield Difference(key, None, got)
    elif not _same(expected, got):
        yield Difference(key, expected, got)


def _map_differences(expected: dict[str, Any], got: Any, key: str) -> Iterator[Difference]:
    there = got if isinstance(got, dict) else {}
    if not isinstance(got, dict) and got is not None:
        yield Difference(key, expected, got)
        return
    for name, value in expected.items():
        yield from differences(value, there.get(name), f"{key}.{name}" if key else name)


def _list_differences(expected: list[Any], got: Any, key: str) -> Iterator[Difference]:
    if not isinstance(got, list) or len(got) != len(expected):
        if expected or got:
            yield Difference(key, expected, got)
        return
    for index, (one, other) in enumerate(zip(expected, got, strict=True)):
        yield from differences(one, other, f"{key}[{index}]")


def _same(expected: str, got: Any) -> bool:
    if got is None or isinstance(got, dict | list):
        return False
    if isinstance(got, bool):
        return expected == str(got).lower()
    text = str(got)
    if expected == text:
        return True
    try:
        return Decimal(expected) == Decimal(text)
    except InvalidOperation:
        return False
