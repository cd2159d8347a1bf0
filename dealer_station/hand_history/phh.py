"""One recorded hand of a pot game, as the PHH format holds it (texas-holdem sheet, section 8).

A hand knows its players as ``p1``, ``p2`` …: in hold'em p1 sits left of the button and the last
player has it, in stud p1 sits at the dealer's left. Every amount is a whole number of the hand's
own unit, which the reader finds: the last decimal place that any amount of the hand is written
with. So a hand of 0.10 and 0.25 counts in hundredths, and one of 100000 in ones; nothing is
rounded, and the writer puts the same digits back.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from enum import StrEnum
from types import MappingProxyType
from typing import Any, Final

from dealer_station.cards.card import UNREADABLE


class Variant(StrEnum):
    """The games of this station that the format has codes for."""

    LIMIT_HOLDEM = "FT"
    NO_LIMIT_HOLDEM = "NT"
    SEVEN_CARD_STUD = "F7S"


HOLE_CARDS: Final[Mapping[Variant, int]] = {
    Variant.LIMIT_HOLDEM: 2,
    Variant.NO_LIMIT_HOLDEM: 2,
    Variant.SEVEN_CARD_STUD: 7,
}
"""How many cards of his own a player can have."""

PLAYERS_MIN: Final = 2
NOTHING: Final[Mapping[str, Any]] = MappingProxyType({})

Cards = tuple[str, ...]
"""Cards in the notation of this station; `??` is one that nobody knows."""


@dataclass(frozen=True, slots=True)
class _Line:
    """What every line of `actions` may have beside its act: what somebody said of it."""

    comment: str = field(default="", kw_only=True)


@dataclass(frozen=True, slots=True)
class HoleCards(_Line):
    """Cards dealt to a player (from 1): his own in hold'em, those of a street in stud."""

    player: int
    cards: Cards


@dataclass(frozen=True, slots=True)
class BoardCards(_Line):
    """Cards dealt to the middle."""

    cards: Cards


@dataclass(frozen=True, slots=True)
class Fold(_Line):
    """A player gives up his hand."""

    player: int


@dataclass(frozen=True, slots=True)
class CheckOrCall(_Line):
    """A player matches what stands, which may be nothing."""

    player: int


@dataclass(frozen=True, slots=True)
class WagerTo(_Line):
    """A player completes, bets or raises to an amount: his total of the betting round."""

    player: int
    amount: int


@dataclass(frozen=True, slots=True)
class BringIn(_Line):
    """A player posts the forced bet of stud."""

    player: int


@dataclass(frozen=True, slots=True)
class ShowOrMuck(_Line):
    """A player shows all his cards at the showdown, or mucks them: then there are none."""

    player: int
    cards: Cards = ()


@dataclass(frozen=True, slots=True)
class Remark(_Line):
    """A line that says something and does nothing."""


Action = HoleCards | BoardCards | Fold | CheckOrCall | WagerTo | BringIn | ShowOrMuck | Remark
"""One line of `actions`."""

Amounts = tuple[int, ...]
"""One amount a player, in the hand's unit."""


@dataclass(frozen=True, slots=True)
class Hand:
    """A recorded hand. Lists have one entry a player; amounts are whole numbers of `unit`.

    Attributes:
        variant: which game.
        decimals: places after the point that amounts are written with; the unit is 10^-decimals.
        antes: what each put in before the cards, which is no part of a bet: the ante of stud, and
            dead chips of hold'em.
        starting_stacks: chips before the hand.
        actions: what happened, in order.
        blinds: hold'em: small and big blind in that order (with two players the first amount is
            that of p2, who has the button); below zero the live post of a player who comes in.
        bring_in: stud: the forced bet.
        small_bet: limit games: the lower limit.
        big_bet: limit games: the upper limit.
        min_bet: no-limit: the smallest opening bet.
        has_trimmed_antes: the format's `ante_trimming_status`: whether uneven antes were trimmed
            to what all could match; None when the hand does not say. It changes no stack here.
        seats: the seat of each player, clockwise.
        seat_count: seats of the table.
        players: names.
        finishing_stacks: chips after the hand.
        others: further keys of the format and of users (those begin with `_`), in their order,
            as TOML gives them; the station keeps them and does not look at them.
    """

    variant: Variant
    decimals: int
    antes: Amounts
    starting_stacks: Amounts
    actions: tuple[Action, ...]
    blinds: Amounts = ()
    bring_in: int | None = None
    small_bet: int | None = None
    big_bet: int | None = None
    min_bet: int | None = None
    has_trimmed_antes: bool | None = None
    seats: tuple[int, ...] = ()
    seat_count: int | None = None
    players: tuple[str, ...] = ()
    finishing_stacks: Amounts = ()
    others: Mapping[str, Any] = field(default_factory=lambda: NOTHING)

    @property
    def unit(self) -> Decimal:
        """What every amount counts: 1, 0.1, 0.01 or less, of the hand's currency."""
        return Decimal(1).scaleb(-self.decimals)

    @property
    def player_count(self) -> int:
        """How many players were dealt in."""
        return len(self.starting_stacks)

    def written(self, amount: int) -> str:
        """Write an amount of this hand with all its decimals.

        >>> Hand(Variant.NO_LIMIT_HOLDEM, 2, (), (), ()).written(-25)
        '-0.25'
        """
        return f"{Decimal(amount).scaleb(-self.decimals):.{self.decimals}f}"


def are_known(cards: Cards) -> bool:
    """Say whether somebody knows every one of these cards."""
    return UNREADABLE not in cards
