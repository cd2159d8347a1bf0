"""What a shared hand offers its bettors: spots for stakes, and the decisions after the deal.

Plain data that the game's rules are turned into, so that the book knows no game. Everything is
checked once, here; the book relies on it.
"""

from dataclasses import dataclass
from hashlib import sha256

AMOUNT_MAX = 10**15
"""The most that may lie on a spot, in smallest units: sums of stakes stay far inside 64 bits."""

_TIMES_MAX = 1000
_NAMES_MAX = 255
"""A spot's and an action's number has one byte."""


class TermsError(ValueError):
    """Terms that contradict themselves: a fault of the rule set, not of a bettor."""


@dataclass(frozen=True, slots=True)
class BookSpot:
    """Where a stake may lie. `price_minor` set: taken once, at exactly that price.

    `is_base`: the stake that a bettor must have before any other. `is_decision`: staked by a
    decision, never placed. Limits, in smallest units, hold for the sum of what lies there; no
    `max_minor` means `AMOUNT_MAX`.
    """

    name: str
    is_base: bool = False
    is_decision: bool = False
    price_minor: int | None = None
    min_minor: int = 1
    max_minor: int | None = None

    @property
    def limit_minor(self) -> int:
        """The most that may lie there."""
        return AMOUNT_MAX if self.max_minor is None else self.max_minor


@dataclass(frozen=True, slots=True)
class BookAction:
    """A decision: it stakes `base_times` the base stake on `spot` (none: it stakes nothing)."""

    name: str
    spot: str = ""
    base_times: int = 0


@dataclass(frozen=True, slots=True)
class BookTerms:
    """The spots, the base spot among them, and the actions; `late_action` is for who is late.

    Raises TermsError when they do not fit together.
    """

    spots: tuple[BookSpot, ...]
    actions: tuple[BookAction, ...] = ()
    late_action: str = "fold"

    def __post_init__(self) -> None:
        _check_names("spot", [spot.name for spot in self.spots])
        _check_names("action", [action.name for action in self.actions])
        if [spot.is_base for spot in self.spots].count(True) != 1:
            raise TermsError("exactly one spot is the base")
        for spot in self.spots:
            _check_spot(spot)
        decided = {spot.name for spot in self.spots if spot.is_decision}
        for action in self.actions:
            _check_action(action, decided)
        late = [action for action in self.actions if action.name == self.late_action]
        if self.actions and (not late or late[0].spot):
            raise TermsError("the late action is none of the actions, or it stakes something")

    @property
    def base(self) -> int:
        """The number of the base spot."""
        return next(number for number, spot in enumerate(self.spots) if spot.is_base)

    def spot_number(self, name: str) -> int | None:
        """Return a spot's number; None when there is no such spot."""
        return next((n for n, spot in enumerate(self.spots) if spot.name == name), None)

    def action_code(self, name: str) -> int | None:
        """Return an action's code in the book, from 1; None when there is no such action."""
        return next((n for n, one in enumerate(self.actions, 1) if one.name == name), None)

    def digest(self) -> bytes:
        """Return the SHA-256 of everything that these terms say."""
        return sha256(
            repr((_rows(self.spots), _rows(self.actions), self.late_action)).encode()
        ).digest()


def _rows(parts: tuple[BookSpot, ...] | tuple[BookAction, ...]) -> list[tuple[object, ...]]:
    return [tuple(getattr(part, name) for name in part.__slots__) for part in parts]


def _check_names(what: str, names: list[str]) -> None:
    if len(set(names)) != len(names) or "" in names or len(names) >= _NAMES_MAX:
        raise TermsError(f"names of {what}s: each its own, none empty, fewer than {_NAMES_MAX}")


def _check_spot(spot: BookSpot) -> None:
    if spot.is_base and spot.is_decision:
        raise TermsError(f"{spot.name}: the base stake is placed, not decided")
    if not 1 <= spot.min_minor <= spot.limit_minor <= AMOUNT_MAX:
        raise TermsError(f"{spot.name}: limits from 1 to {AMOUNT_MAX}, the minimum first")
    price = spot.price_minor
    if price is not None and not spot.min_minor <= price <= spot.limit_minor:
        raise TermsError(f"{spot.name}: the price lies outside the limits")


def _check_action(action: BookAction, decided: set[str]) -> None:
    if action.spot and action.spot not in decided:
        raise TermsError(f"{action.name}: {action.spot} is no spot of decisions")
    if not bool(action.spot) <= action.base_times <= (_TIMES_MAX if action.spot else 0):
        raise TermsError(f"{action.name}: stakes {action.base_times} times the base")
