"""Where the chips of one player in a hand are, and what can become of them."""

from dataclasses import dataclass
from enum import StrEnum

from dealer_station.values import made_quickly


class Standing(StrEnum):
    """What a dealt-in seat is in the hand. IN and ALL_IN are live."""

    IN = "in"
    FOLDED = "folded"
    DEAD = "dead"
    """Killed by a ruling or by absence; its chips stay in the pots."""

    ALL_IN = "all_in"
    """Acts no more; also by choice, with chips left in front (ST-D29)."""


# A name of a module is found ten times as quickly as a member of an enumeration.
_IN = Standing.IN
_ALL_IN = Standing.ALL_IN


@made_quickly
@dataclass(frozen=True, slots=True)
class Chips:
    """The chips of one dealt-in seat; amounts in smallest units."""

    seat: int
    stack: int
    """In front of the player, beside the bet."""

    bet: int = 0
    """Live chips of the round that is open, blinds and forced bet included."""

    put_in: int = 0
    """Live chips that have been pulled in: antes and the bets of earlier rounds."""

    dead: int = 0
    """Chips that belong to the pot and not to a bet (HE-13)."""

    standing: Standing = Standing.IN

    @property
    def live(self) -> bool:
        """Whether the hand can still win."""
        return self.standing is _IN or self.standing is _ALL_IN

    @property
    def contribution(self) -> int:
        """All live chips of the hand; dead chips do not count (HE-D08)."""
        return self.put_in + self.bet


def ante(player: Chips, amount: int) -> Chips:
    """Pull in the ante, or what the player has of it: then he is all-in (ST-12, ST-D01)."""
    paid = min(amount, player.stack)
    stack = player.stack - paid
    return Chips(
        player.seat,
        stack,
        player.bet,
        player.put_in + paid,
        player.dead,
        player.standing if stack else Standing.ALL_IN,
    )


def post(player: Chips, live: int, dead: int = 0) -> Chips:
    """Post a blind: its live part is a bet, its dead part is not (HE-13, HE-50).

    Who has less puts in what he has, the live part first, and is all-in (HE-36).
    """
    bet = min(live, player.stack)
    lost = min(dead, player.stack - bet)
    stack = player.stack - bet - lost
    return Chips(
        player.seat,
        stack,
        player.bet + bet,
        player.put_in,
        player.dead + lost,
        player.standing if stack else Standing.ALL_IN,
    )
