"""What a sign is told beside the meters: names and limits that every player may read."""

from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel


class LevelShown(BaseModel):
    """One prize of a progressive, by the name that its meter carries."""

    name: str


class LimitsShown(BaseModel):
    """Least and most of a base wager, as decimal text; no `max` where there is none."""

    min: str
    max: str | None


class SignTable(BaseModel):
    """A table that plays for the progressive. `price` is that of its progressive wager.

    `currency` (ISO 4217) is that of its amounts, which need not be the progressive's.
    """

    id: str
    name: str
    game: str
    currency: str
    limits: LimitsShown
    price: str | None


class ProgressiveShown(BaseModel):
    """A progressive: what a sign writes around its meter."""

    progressive: str
    currency: str
    levels: list[LevelShown]
    tables: list[SignTable]


class SpotShown(BaseModel):
    """A wager of a table. Amounts are decimal text; `pays` is to one, null where it varies."""

    name: str
    min: str | None
    max: str | None
    pays: str | None


class TableShownToPlayers(BaseModel):
    """A table as everybody at it sees it; no card that lies face down, nobody's wager.

    `cards` are the hands of the table by name, `hands` their worth. `history` is what the game
    shows of the rounds before (baccarat: the five roads), null where it shows nothing.
    """

    id: str
    name: str
    game: str
    currency: str
    version: int
    round: int
    is_open: bool
    phase: str
    limits: LimitsShown
    spots: list[SpotShown]
    cards: Mapping[str, str]
    hands: Mapping[str, str | int]
    history: Mapping[str, Any] | None
