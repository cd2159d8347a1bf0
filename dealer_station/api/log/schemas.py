"""Events of the record as the API shows them."""

from collections.abc import Mapping
from typing import Any, Final, Self

from pydantic import BaseModel, ConfigDict, Field, field_validator, model_validator

from dealer_station.projections.log.search import is_kind

PLACE_MAX: Final = 2**53
"""Largest version, position and moment in a query: the largest number that JSON keeps whole."""


class LogQuery(BaseModel):
    """What is looked for in the record; what is left out does not matter."""

    text: str | None = Field(
        default=None,
        max_length=100,
        description="Words that must all stand in type, text, source, facts or rule, as the record "
        "has them: English words, codes, amounts such as 1250.00 (1,250.00 and 1250,00 are the "
        "same). A card that is masked for the session's role is never found.",
    )
    table: str | None = Field(default=None, max_length=40)
    kind: str | None = Field(
        default=None,
        alias="type",
        max_length=40,
        description="An event's name, or a type of the catalogue: money, game, device, security.",
    )
    since: int | None = Field(
        default=None,
        alias="from",
        ge=0,
        le=PLACE_MAX,
        description="Moment of recording, included; so is `until`.",
    )
    until: int | None = Field(default=None, ge=0, le=PLACE_MAX)
    before: int | None = Field(
        default=None, ge=1, le=PLACE_MAX, description="A position: only older events."
    )
    limit: int = Field(default=50, ge=1, le=200)

    @field_validator("kind")
    @classmethod
    def _is_known(cls, kind: str | None) -> str | None:
        """A kind that is misspelt matches nothing: that would look as if nothing had happened."""
        if kind is not None and not is_kind(kind):
            raise ValueError("no such kind of event")
        return kind

    @model_validator(mode="after")
    def _is_forwards(self) -> Self:
        if self.since is not None and self.until is not None and self.since > self.until:
            raise ValueError("from is later than until")
        return self


class PostingShown(BaseModel):
    """One account's change by an entry."""

    model_config = ConfigDict(extra="forbid")

    account: str
    amount: str = Field(
        description="Exact, in the currency of the stream, a table's or a progressive's: decimals "
        "where they end, else a fraction such as 1/3."
    )
    level: str | None = Field(
        default=None, description="Whose books: a level of the progressive, null in old records."
    )


class EventShown(BaseModel):
    """One event of the record, masked for its reader. Times are UTC milliseconds."""

    model_config = ConfigDict(extra="forbid")

    position: int = Field(description="Place in the whole record.")
    stream: str
    version: int = Field(description="Place in its stream.")
    at: int
    recorded_at: int
    type: str = Field(description="The event's name in the catalogue of events.")
    text: str
    source: str = Field(description="`dealer`, `device`, `station`, or a person's id.")
    person: str | None
    facts: Mapping[str, Any]
    ledger: list[PostingShown] | None
    rule: str | None = Field(description="The rule or irregularity that explains it.")


class EventsFound(BaseModel):
    """Events, newest first.

    `before` goes into the next question; null: nothing is left. There may be fewer events than
    were asked for, or none, and still more to come: a question looks for a second, and no longer.
    """

    model_config = ConfigDict(extra="forbid")

    events: list[EventShown]
    before: int | None
