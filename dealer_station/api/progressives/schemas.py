"""Progressives as the API shows them. Amounts are decimal text, times UTC milliseconds."""

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from dealer_station.api.log.schemas import PostingShown


class HitShown(BaseModel):
    """The newest prize. Where it was shared, seats whose hands are hidden are not named.

    `currency` is that of the amount: the winners', or the progressive's where theirs is not known.
    """

    model_config = ConfigDict(extra="forbid")

    table: str
    round: int
    seats: list[int]
    amount: str
    currency: str
    category: str
    hand: list[str]
    at: int


class OwnMeter(BaseModel):
    """What a table in another currency shows of a progressive: rounded down, by its conversion.

    `conversion` is what one unit of the table's currency is in the progressive's, exact.
    """

    model_config = ConfigDict(extra="forbid")

    table: str
    currency: str
    conversion: str
    meter: str


class MeterRow(BaseModel):
    """One level of a progressive: what its meter shows, and how it came there.

    Amounts in the progressive's currency. `name` is what signs call it. `overflow` and `reserve`
    are whole units, shown to no player.
    """

    model_config = ConfigDict(extra="forbid")

    progressive: str
    level: str
    name: str
    currency: str
    meter: str
    state: Literal["live", "suspended"]
    tables: list[str]
    seed: str
    own: list[OwnMeter]
    cap: str | None
    overflow: str
    reserve: str
    last_hit: HitShown | None
    spark: list[tuple[int, int]] = Field(
        description="Moment and meter in smallest units over the last day, at most sixty points."
    )


class ProgressivesShown(BaseModel):
    """Every level of every progressive that the station's tables play for."""

    model_config = ConfigDict(extra="forbid")

    progressives: list[MeterRow]


class MovementShown(BaseModel):
    """One event of a progressive, with the meter before and after it as a sign shows it."""

    model_config = ConfigDict(extra="forbid")

    version: int
    position: int
    at: int
    type: str
    text: str
    table: str | None
    round: int | None
    seat: int | None
    amount: str = Field(
        description="Exact, in the progressive's currency; see the entry for what it moved."
    )
    meter_before: str
    meter_after: str
    entry: list[PostingShown]


class MovementsShown(BaseModel):
    """Movements, newest first; `before` goes into the next question, null: nothing is left."""

    model_config = ConfigDict(extra="forbid")

    movements: list[MovementShown]
    before: int | None
