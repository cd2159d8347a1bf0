"""The floor as the API shows it. Amounts are decimal text, times UTC milliseconds."""

from collections.abc import Mapping
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from dealer_station.api.devices.schemas import DeviceRow
from dealer_station.api.progressives.schemas import MeterRow


class Tile(BaseModel):
    """One table on the floor wall."""

    model_config = ConfigDict(extra="forbid")

    id: str
    name: str
    game: str
    currency: str
    is_open: bool
    stage: str
    phase: str
    round: int
    limits: Mapping[str, str | None]
    seats_playing: int
    bettors: int | None = Field(description="How many play by a book; null: they play at seats.")
    rounds_last_hour: int
    seconds_per_round: int | None
    held_since: int | None
    supervisor_called: bool
    needs: int = Field(description="How many items of the inbox are this table's.")
    alerts: int
    dealer: str | None
    next: Mapping[str, Any] = Field(description="What the table waits for, as in its view.")


class CardPlaced(BaseModel):
    """A card that an item concerns, masked for the role; no position: it has no place."""

    model_config = ConfigDict(extra="forbid")

    position: str
    card: str


class InboxItem(BaseModel):
    """Something that waits for a person; what does not belong to its kind is null or empty."""

    model_config = ConfigDict(extra="forbid")

    id: str = Field(description="Stays the same while the thing waits.")
    kind: Literal["ruling", "verification", "call", "device_fault"]
    table: str
    table_name: str
    since: int
    danger: int = Field(ge=1, le=4, description="4 is worst.")
    title: str
    needs: Literal["supervisor", "manager"]
    ruling: Mapping[str, Any] | None = Field(description="The open ruling, as in the table's view.")
    cards: list[CardPlaced]
    round: int
    seat: int | None
    amount: str | None
    category: str | None
    hand: list[str] | None
    device: str | None
    faults: list[str] | None
    reason: str | None
    version: int
    played_version: int
    command: Mapping[str, Any] | None = Field(
        description="The command that settles it, without `command_id` and `version`."
    )


class AlertShown(BaseModel):
    """Something that is not as it should be; `table` null: of the whole station."""

    model_config = ConfigDict(extra="forbid")

    id: str
    table: str | None
    kind: Literal["device", "sign", "progressive", "record", "deck_locked", "called"]
    code: str
    text_key: str
    since: int
    facts: Mapping[str, str]


class Floor(BaseModel):
    """The whole floor for one role."""

    model_config = ConfigDict(extra="forbid")

    now: int
    tables: list[Tile]
    inbox: list[InboxItem] = Field(description="The most dangerous first, then the newest.")
    meters: list[MeterRow]
    devices: list[DeviceRow]
    alerts: list[AlertShown]


class FloorShown(BaseModel):
    """The floor now."""

    model_config = ConfigDict(extra="forbid")

    floor: Floor
