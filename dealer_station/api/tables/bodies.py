"""What the bodies of all commands share: fields and their bounds, and what a station adds to them.

A model checks form and bounds; whether the command makes sense now is the table's business.
Amounts are decimal text ("10.00"), never JSON numbers: a float must not come near money.
"""

from abc import abstractmethod
from dataclasses import dataclass
from typing import Annotated, Any
from uuid import UUID

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, StringConstraints

from dealer_station.table import commands
from dealer_station.table.roles import Actor

Word = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9][A-Za-z0-9_-]{0,39}$")]
Amount = Annotated[str, StringConstraints(pattern=r"^[0-9]{1,12}(\.[0-9]{1,4})?$")]
FaultCode = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_]{0,63}$")]
CardText = Annotated[str, StringConstraints(pattern=r"^([2-9TJQKA][cdhs]|Jo|\?\?)$")]


def number_only(value: object) -> object:
    """Refuse what is no JSON number: text and truth values would else be taken for numbers."""
    if isinstance(value, str | bytes | bool):
        raise ValueError("must be a number")  # noqa: TRY004 - the model reports a ValueError
    return value


# The bounds stand before the check of the type, else they would not be in the schema.
Seat = Annotated[int, Field(ge=1, le=99), BeforeValidator(number_only)]
# 0 stands for all bettors of the book, where a table has one.
PaidSeat = Annotated[int, Field(ge=0, le=99), BeforeValidator(number_only)]
Version = Annotated[int, Field(ge=0, le=2**53), BeforeValidator(number_only)]
Count = Annotated[int, Field(ge=0, le=60), BeforeValidator(number_only)]


class CommandBody(BaseModel):
    """What every command brings: its id, made once per touch, and the round on the screen.

    `round` and `version` are those of the snapshot that the person acted on.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    command_id: UUID
    round: Version | None = None
    version: Version | None = None

    @abstractmethod
    def to_command(self, context: "CommandContext") -> commands.Command:
        """Return the command as the table's core knows it."""

    def head(self, context: "CommandContext") -> dict[str, Any]:
        """Return the fields that every command of the core has."""
        return {
            "command_id": str(self.command_id),
            "issued_at": context.issued_at,
            "actor": context.actor,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandContext:
    """What the station adds to a command: when, by whom, at which table."""

    issued_at: int
    actor: Actor
    table_id: str
    seats: tuple[int, ...]


class RoundCommandBody(CommandBody):
    """A command within a round: it names the round, so that it cannot slip into the next one."""

    round: Version


class PictureCommandBody(RoundCommandBody):
    """A ruling or payment: it names the very picture that the person acted on."""

    version: Version
