"""What people may ask of a table at which players play against each other.

Cards, players' acts (`Act`, `show` and `muck` among them), irregularities and rulings come as the
commands that every table has.
"""

from dataclasses import dataclass
from decimal import Decimal

from dealer_station.games.pot_rules import Entry, Post
from dealer_station.table.commands import Command


@dataclass(frozen=True, slots=True)
class GivenStart:
    """Where button and blinds lie in a first hand whose history nobody has.

    The button may lie at an empty seat; `small` and `big` None: nobody posts that blind. `posts`
    are what else was posted (their kind is of no account); blinds are what the rules say.
    """

    button: int
    small: int | None
    big: int | None
    posts: tuple[Post, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceButton(Command):
    """Put the button before a seat: where the first hand has it, as high card drew it (HE-17)."""

    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class StartHand(Command):
    """Begin a hand: button and blinds, or antes, are set and posted; cards may come.

    `given` says where they are in the first hand of a table; None: the rules say it.
    """

    given: GivenStart | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeSeat(Command):
    """A player with these chips takes an empty seat, between hands.

    `stack` is 0 where the table follows cards and order only.
    """

    seat: int
    stack: Decimal = Decimal(0)
    entry: Entry = Entry.WAIT


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaveSeat(Command):
    """A player gives up his seat and takes his chips; a live hand is dead in its turn (HE-D38)."""

    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SitOut(Command):
    """A player is away: from the next hand on he is not dealt in; a live hand acts by itself."""

    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ComeBack(Command):
    """A player who was away is dealt in again, or is back in time for his hand (ST-D21)."""

    seat: int
    entry: Entry = Entry.WAIT


@dataclass(frozen=True, slots=True, kw_only=True)
class AddChips(Command):
    """A player puts more chips on the table, between hands (HE-38)."""

    seat: int
    amount: Decimal


@dataclass(frozen=True, slots=True, kw_only=True)
class CorrectChips(Command):
    """A supervisor has counted a player's chips between hands: `stack` is what lies there."""

    seat: int
    stack: Decimal


@dataclass(frozen=True, slots=True, kw_only=True)
class ShowHand(Command):
    """A player turns his hand over at the showdown.

    `cards` names those of it that no reader has seen, in the order in which they lie.
    """

    seat: int
    cards: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class PushPots(Command):
    """The dealer pushes every pot to whom it belongs."""
