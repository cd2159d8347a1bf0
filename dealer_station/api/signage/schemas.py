"""What a sign is told beside the meters: names and limits that every player may read."""

from pydantic import BaseModel


class LevelShown(BaseModel):
    """One prize of a progressive, by the name that its meter carries."""

    name: str


class LimitsShown(BaseModel):
    """Least and most of a base wager, as decimal text; no `max` where there is none."""

    min: str
    max: str | None


class SignTable(BaseModel):
    """A table that plays for the progressive. `price` is that of its progressive wager."""

    id: str
    name: str
    game: str
    limits: LimitsShown
    price: str | None


class ProgressiveShown(BaseModel):
    """A progressive: what a sign writes around its meter."""

    progressive: str
    currency: str
    levels: list[LevelShown]
    tables: list[SignTable]
