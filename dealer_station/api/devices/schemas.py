"""Devices as the API shows them."""

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field


class SignShown(BaseModel):
    """What a sign shows. `is_read_back`: the device told it, not only what it was asked to show."""

    model_config = ConfigDict(extra="forbid")

    what: str
    text: str
    amount: str | None
    is_read_back: bool
    at: int


class DeviceRow(BaseModel):
    """One device of a table; what does not belong to its kind, or was never told, is null."""

    model_config = ConfigDict(extra="forbid")

    table: str
    id: str
    kind: str
    seat: int | None
    state: str = Field(description="The device's own word, or `missing`: expected and never heard.")
    since: int | None
    session: int | None
    reason: str | None = Field(default=None, description="Not for dealers.")
    faults: list[str]
    expected: bool
    window: Literal["open", "closed"] | None
    lamp: bool | None
    lit_at: int | None
    shown: SignShown | None


class DevicesShown(BaseModel):
    """Every device of the station's tables."""

    model_config = ConfigDict(extra="forbid")

    devices: list[DeviceRow]
