"""The commands that a screen may send to a table, one model each, and their way into the core.

Those of tables at which players play against each other stand in `pot_bodies.py`.
"""

from collections.abc import Mapping
from decimal import Decimal
from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field, StringConstraints

from dealer_station.api.tables.bodies import (
    Amount,
    CardText,
    CommandBody,
    CommandContext,
    Count,
    FaultCode,
    PaidSeat,
    PictureCommandBody,
    RoundCommandBody,
    Seat,
    Version,
    Word,
)
from dealer_station.api.tables.pot_bodies import (
    AddChipsBody,
    ComeBackBody,
    CorrectChipsBody,
    LeaveSeatBody,
    PlaceButtonBody,
    PushPotsBody,
    ShowHandBody,
    SitOutBody,
    StartHandBody,
    TakeSeatBody,
)
from dealer_station.table import commands


class OpenTableBody(CommandBody):
    """Take the table into service."""

    command: Literal["open_table"]

    def to_command(self, context: CommandContext) -> commands.Command:
        """Return OpenTable with the seats that the table has."""
        return commands.OpenTable(
            table_id=context.table_id, seats=context.seats, **self.head(context)
        )


class CloseTableBody(CommandBody):
    """Take the table out of service."""

    command: Literal["close_table"]

    def to_command(self, context: CommandContext) -> commands.Command:
        """Return CloseTable."""
        return commands.CloseTable(**self.head(context))


class OpenBettingBody(CommandBody):
    """Begin a round."""

    command: Literal["open_betting"]

    def to_command(self, context: CommandContext) -> commands.Command:
        """Return OpenBetting."""
        return commands.OpenBetting(**self.head(context))


class PlaceWagerBody(RoundCommandBody):
    """Put a stake on a spot; a fixed-price spot needs no amount."""

    command: Literal["place_wager"]
    seat: Seat
    spot: Word
    amount: Amount | None = None

    def to_command(self, context: CommandContext) -> commands.Command:
        """Return PlaceWager."""
        return commands.PlaceWager(
            seat=self.seat, spot=self.spot, amount=_decimal(self.amount), **self.head(context)
        )


class WithdrawWagerBody(RoundCommandBody):
    """Take a stake back."""

    command: Literal["withdraw_wager"]
    seat: Seat
    spot: Word

    def to_command(self, context: CommandContext) -> commands.Command:
        """Return WithdrawWager."""
        return commands.WithdrawWager(seat=self.seat, spot=self.spot, **self.head(context))


class RepeatWagersBody(RoundCommandBody):
    """Place last round's stakes again."""

    command: Literal["repeat_wagers"]

    def to_command(self, context: CommandContext) -> commands.Command:
        """Return RepeatWagers."""
        return commands.RepeatWagers(**self.head(context))


class CloseBettingBody(RoundCommandBody):
    """No more bets."""

    command: Literal["close_betting"]

    def to_command(self, context: CommandContext) -> commands.Command:
        """Return CloseBetting."""
        return commands.CloseBetting(**self.head(context))


class ActBody(RoundCommandBody):
    """A player's decision."""

    command: Literal["act"]
    seat: Seat
    action: Word
    amount: Amount | None = None

    def to_command(self, context: CommandContext) -> commands.Command:
        """Return Act."""
        return commands.Act(
            seat=self.seat,
            action=self.action,
            amount=_decimal(self.amount),
            **self.head(context),
        )


class VerifyHandBody(PictureCommandBody):
    """A supervisor has seen the hand that wins a progressive prize."""

    command: Literal["verify_hand"]
    seat: PaidSeat

    def to_command(self, context: CommandContext) -> commands.Command:
        """Return VerifyHand."""
        return commands.VerifyHand(seat=self.seat, **self.head(context))


class PaySeatBody(PictureCommandBody):
    """The seat has been paid; `hand_back` is the amount on the screen, stakes included."""

    command: Literal["pay_seat"]
    seat: PaidSeat
    hand_back: Amount | None = None

    def to_command(self, context: CommandContext) -> commands.Command:
        """Return PaySeat."""
        return commands.PaySeat(
            seat=self.seat, hand_back=_decimal(self.hand_back), **self.head(context)
        )


class ReportIrregularityBody(RoundCommandBody):
    """Report a departure from procedure, with the facts that its kind needs."""

    command: Literal["report_irregularity"]
    irregularity: Word
    seat: Seat | None = None
    position: (
        Annotated[str, StringConstraints(pattern=r"^[a-z0-9]([a-z0-9 ]{0,38}[a-z0-9])?$")] | None
    ) = None
    card: CardText | None = None
    cards: Annotated[tuple[CardText, ...], Field(max_length=20)] | None = None
    count: Count | None = None
    action: Word | None = None
    amount: Amount | None = None
    chips: Annotated[tuple[Amount, ...], Field(min_length=1, max_length=60)] | None = None
    round_paid: Version | None = None
    note: Annotated[str, StringConstraints(max_length=500)] | None = None

    def to_command(self, context: CommandContext) -> commands.Command:
        """Return ReportIrregularity with the facts that were given, as text."""
        given = {
            "seat": self.seat,
            "position": self.position,
            "card": self.card,
            "cards": None if self.cards is None else " ".join(self.cards),
            "count": self.count,
            "action": self.action,
            "amount": self.amount,
            "chips": None if self.chips is None else " ".join(self.chips),
            "round_paid": self.round_paid,
            "note": self.note,
        }
        facts = {name: str(value) for name, value in given.items() if value is not None}
        return commands.ReportIrregularity(
            irregularity=self.irregularity, facts=facts, **self.head(context)
        )


class ApplyRulingBody(PictureCommandBody):
    """Decide an open irregularity."""

    command: Literal["apply_ruling"]
    number: Version
    option: Word
    cards: Annotated[tuple[CardText, ...], Field(max_length=20)] = ()

    def to_command(self, context: CommandContext) -> commands.Command:
        """Return ApplyRuling."""
        return commands.ApplyRuling(
            number=self.number, option=self.option, cards=self.cards, **self.head(context)
        )


class CheckDeckBody(CommandBody):
    """Compare every card of the deck or shoe with complete decks; only between rounds.

    `rest`: the cards left at the end of a shoe; those that had left it are known.
    """

    command: Literal["check_deck"]
    cards: Annotated[tuple[CardText, ...], Field(min_length=1, max_length=8 * 52 + 16)]
    rest: bool = False

    def to_command(self, context: CommandContext) -> commands.Command:
        """Return CheckDeck."""
        return commands.CheckDeck(cards=self.cards, is_rest=self.rest, **self.head(context))


class ChangeDeckBody(CommandBody):
    """A new, checked deck is in use."""

    command: Literal["change_deck"]

    def to_command(self, context: CommandContext) -> commands.Command:
        """Return ChangeDeck."""
        return commands.ChangeDeck(**self.head(context))


class CallSupervisorBody(CommandBody):
    """Ask for a supervisor."""

    command: Literal["call_supervisor"]

    def to_command(self, context: CommandContext) -> commands.Command:
        """Return CallSupervisor."""
        return commands.CallSupervisor(**self.head(context))


class AnswerCallBody(CommandBody):
    """A supervisor is at the table."""

    command: Literal["answer_call"]

    def to_command(self, context: CommandContext) -> commands.Command:
        """Return AnswerCall."""
        return commands.AnswerCall(**self.head(context))


class ClearDeviceFaultsBody(CommandBody):
    """A supervisor has looked after a device's faults: those that he saw, by their codes."""

    command: Literal["clear_device_faults"]
    device: Annotated[str, StringConstraints(min_length=1, max_length=64)]
    faults: Annotated[tuple[FaultCode, ...], Field(min_length=1, max_length=32)]

    def to_command(self, context: CommandContext) -> commands.Command:
        """Return ClearDeviceFaults."""
        return commands.ClearDeviceFaults(
            device_id=self.device, faults=self.faults, **self.head(context)
        )


AnyCommandBody = Annotated[
    OpenTableBody
    | CloseTableBody
    | OpenBettingBody
    | PlaceWagerBody
    | WithdrawWagerBody
    | RepeatWagersBody
    | CloseBettingBody
    | ActBody
    | VerifyHandBody
    | PaySeatBody
    | ReportIrregularityBody
    | ApplyRulingBody
    | ChangeDeckBody
    | CheckDeckBody
    | CallSupervisorBody
    | AnswerCallBody
    | ClearDeviceFaultsBody
    | PlaceButtonBody
    | StartHandBody
    | TakeSeatBody
    | LeaveSeatBody
    | SitOutBody
    | ComeBackBody
    | AddChipsBody
    | CorrectChipsBody
    | ShowHandBody
    | PushPotsBody,
    Field(discriminator="command"),
]
"""Any command that a screen may send, told apart by `command`."""


class CommandAccepted(BaseModel):
    """The command is committed; a snapshot of this version or a later one contains it."""

    command_id: str
    version: int
    repeat: bool = Field(description="Whether the station had decided this very command before.")


class TableListed(BaseModel):
    """A table of this station."""

    id: str
    name: str
    game: str


class TableShown(BaseModel):
    """The whole table as the session's role may see it."""

    view: Mapping[str, Any]


def _decimal(text: str | None) -> Decimal | None:
    """Return the exact amount."""
    return None if text is None else Decimal(text)
