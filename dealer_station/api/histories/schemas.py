"""A player's hand history as the API shows it. Amounts are decimal text, times UTC milliseconds."""

from collections.abc import Mapping
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from dealer_station.api.rounds.schemas import RulesNamed


class PlayerShown(BaseModel):
    """One player who sat at the seat: nobody is named, so he is known by his hands."""

    model_config = ConfigDict(extra="forbid")

    first: int = Field(description="The first hand that he could be dealt in.")
    last: int | None = Field(description="The last one; null while he sits there.")
    seated_at: int
    left_at: int | None


class HandView(BaseModel):
    """Keys of the table's view, as the player may have them."""

    model_config = ConfigDict(extra="forbid")

    cards: Mapping[str, str] = Field(
        description="By seat, and the board; `##` is a card that he may not know, `??` one that "
        "nobody has read."
    )
    hands: Mapping[str, str]
    status: Mapping[str, str]


class HandEvent(BaseModel):
    """An event by which the hand is told: its betting rounds, acts and pots."""

    model_config = ConfigDict(extra="forbid")

    position: int
    type: Literal["betting_round_opened", "player_acted", "pots_pushed"]
    facts: Mapping[str, Any]


class HandShown(BaseModel):
    """One hand of the player, with no card that he may not know."""

    model_config = ConfigDict(extra="forbid")

    number: int
    game: str
    rules: RulesNamed
    phase: str
    opened_at: int
    ended_at: int | None
    net: str | None = Field(description="What he won or lost; null where no chips are followed.")
    view: HandView
    hand: Mapping[str, Any] = Field(description="Who won what, button, blinds.")
    events: list[HandEvent]
    format: Literal["phhs", "jsonl"] = Field(
        description="Form of `record`: a part of a PHH file of several hands, or a line of JSON "
        "where no chips are followed, which PHH cannot tell."
    )
    record: str = Field(description="The hand as the player may keep it; hands join to a file.")


class HistoryShown(BaseModel):
    """Hands of one player, newest first, and who else has sat at his seat.

    `player` null: nobody has sat there. `before` goes into the next question, with the `first` of
    this player; null: nothing is left.
    """

    model_config = ConfigDict(extra="forbid")

    seat: int
    player: PlayerShown | None
    hands: list[HandShown]
    before: int | None
    players: list[PlayerShown] = Field(description="Newest first; at most twenty.")
