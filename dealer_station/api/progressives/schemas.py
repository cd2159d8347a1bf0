"""Progressives as the API shows them. Amounts are decimal text, times UTC milliseconds."""

from collections.abc import Mapping
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from dealer_station.api.log.schemas import PostingShown
from dealer_station.api.progressives.change_schemas import TermsSaid
from dealer_station.progressive.award import AwardKind
from dealer_station.progressive.ledger import AwardStatus


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


class VoidEffect(BaseModel):
    """What taking an award back does, exact, in the progressive's currency, lapsing sums in it.

    `base` is what leaves the meter again, which it started with, where nothing of the hit stands;
    `lapses` are the seats whose envy sums for the hand fall with it.
    """

    model_config = ConfigDict(extra="forbid")

    meter: str
    house: str
    base: str
    lapses: list[int]


class OpenAward(BaseModel):
    """A prize that is fixed and neither paid nor taken back; told once its hand lies open.

    `seat` null: the bettors of a book. `follows`: the seat whose hand an envy sum is owed for.
    `is_doubted`: a dispute was settled, and nobody has seen the hand since.
    """

    model_config = ConfigDict(extra="forbid")

    award: str
    kind: AwardKind
    status: Literal[AwardStatus.LOCKED, AwardStatus.VERIFIED, AwardStatus.DISPUTED]
    is_doubted: bool
    table: str
    round: int
    seat: int | None
    follows: int | None
    category: str
    cards: list[str]
    amount: str
    currency: str
    at: int
    void: VoidEffect


class MeterRow(BaseModel):
    """One level of a progressive: what its meter shows, and how it came there.

    Amounts in the progressive's currency. `name` is what signs call it. `overflow` and `reserve`
    are whole units, shown to no player. `terms` null: an old record has filed none. `in_play` are
    this station's tables with an open round: no terms change meanwhile.
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
    terms: TermsSaid | None
    in_play: list[str]
    own: list[OwnMeter]
    awards: list[OpenAward]
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
    """One event of a progressive, with the meter before and after it as a sign shows it.

    `facts` and `person`, who brought it about, are those of the event.
    """

    model_config = ConfigDict(extra="forbid")

    version: int
    position: int
    at: int
    type: str
    text: str
    person: str | None
    facts: Mapping[str, Any]
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
