"""The commands of a table at which players play against each other, one model each.

What a player does in a hand comes as `act`, as at every table; `show` and `muck` among it.
"""

from decimal import Decimal
from typing import Annotated, Literal

from pydantic import Field

from dealer_station.api.tables.bodies import (
    Amount,
    CardText,
    CommandBody,
    CommandContext,
    PictureCommandBody,
    RoundCommandBody,
    Seat,
)
from dealer_station.games.pot_rules import Entry
from dealer_station.table import commands
from dealer_station.table.pot import commands as pot

HOLE_CARDS_MAX = 7
"""So many cards a hand has at most; each of them may have to be named."""


class PlaceButtonBody(CommandBody):
    """Put the button before a seat, where high card drew it."""

    command: Literal["place_button"]
    seat: Seat

    def to_command(self, context: CommandContext) -> commands.Command:
        """Return PlaceButton."""
        return pot.PlaceButton(seat=self.seat, **self.head(context))


class StartHandBody(CommandBody):
    """Begin a hand: button and blinds, or antes, as the rules say."""

    command: Literal["start_hand"]

    def to_command(self, context: CommandContext) -> commands.Command:
        """Return StartHand."""
        return pot.StartHand(**self.head(context))


class TakeSeatBody(RoundCommandBody):
    """A player with these chips takes an empty seat, between hands.

    Without `stack` where the table follows cards and order only.
    """

    command: Literal["take_seat"]
    seat: Seat
    stack: Amount | None = None
    entry: Entry = Entry.WAIT

    def to_command(self, context: CommandContext) -> commands.Command:
        """Return TakeSeat."""
        return pot.TakeSeat(
            seat=self.seat,
            stack=Decimal(self.stack or 0),
            entry=self.entry,
            **self.head(context),
        )


class LeaveSeatBody(RoundCommandBody):
    """A player gives up his seat and takes his chips."""

    command: Literal["leave_seat"]
    seat: Seat

    def to_command(self, context: CommandContext) -> commands.Command:
        """Return LeaveSeat."""
        return pot.LeaveSeat(seat=self.seat, **self.head(context))


class SitOutBody(RoundCommandBody):
    """A player is away."""

    command: Literal["sit_out"]
    seat: Seat

    def to_command(self, context: CommandContext) -> commands.Command:
        """Return SitOut."""
        return pot.SitOut(seat=self.seat, **self.head(context))


class ComeBackBody(RoundCommandBody):
    """A player who was away is there again."""

    command: Literal["come_back"]
    seat: Seat
    entry: Entry = Entry.WAIT

    def to_command(self, context: CommandContext) -> commands.Command:
        """Return ComeBack."""
        return pot.ComeBack(seat=self.seat, entry=self.entry, **self.head(context))


class AddChipsBody(RoundCommandBody):
    """A player puts more chips on the table, between hands."""

    command: Literal["add_chips"]
    seat: Seat
    amount: Amount

    def to_command(self, context: CommandContext) -> commands.Command:
        """Return AddChips."""
        return pot.AddChips(seat=self.seat, amount=Decimal(self.amount), **self.head(context))


class CorrectChipsBody(RoundCommandBody):
    """A supervisor has counted a player's chips between hands: what lies there."""

    command: Literal["correct_chips"]
    seat: Seat
    stack: Amount

    def to_command(self, context: CommandContext) -> commands.Command:
        """Return CorrectChips."""
        return pot.CorrectChips(seat=self.seat, stack=Decimal(self.stack), **self.head(context))


class ShowHandBody(RoundCommandBody):
    """A hand is turned over at the showdown; `cards` are those of it that no reader has seen."""

    command: Literal["show_hand"]
    seat: Seat
    cards: Annotated[tuple[CardText, ...], Field(max_length=HOLE_CARDS_MAX)] = ()

    def to_command(self, context: CommandContext) -> commands.Command:
        """Return ShowHand."""
        return pot.ShowHand(seat=self.seat, cards=self.cards, **self.head(context))


class PushPotsBody(PictureCommandBody):
    """The pots are pushed as the picture shows them."""

    command: Literal["push_pots"]

    def to_command(self, context: CommandContext) -> commands.Command:
        """Return PushPots."""
        return pot.PushPots(**self.head(context))
