"""Rounds as the API shows them. Amounts are decimal text, times UTC milliseconds."""

from collections.abc import Mapping
from typing import Any, Final

from pydantic import BaseModel, ConfigDict, Field

from dealer_station.api.log.schemas import EventShown, PostingShown

_HOUSE: Final = (
    "Settled stakes less what was handed back; a progressive prize counts, whoever bears it, and "
    "so does a wrong payment."
)


class RoundListed(BaseModel):
    """One line a round."""

    model_config = ConfigDict(extra="forbid")

    number: int
    phase: str
    opened_at: int
    ended_at: int | None
    seats: list[int]
    bettors: int = Field(description="How many played by the book of a shared hand.")
    staked: str
    returned: str
    house: str = Field(description=_HOUSE)
    irregularities: list[str]
    prize: str | None
    first_version: int
    last_version: int


class RoundsListed(BaseModel):
    """Rounds, newest first; `before` goes into the next question, null: nothing is left."""

    model_config = ConfigDict(extra="forbid")

    rounds: list[RoundListed]
    before: int | None


class RulesNamed(BaseModel):
    """The rule set that a round was played under, and the digest of its content."""

    model_config = ConfigDict(extra="forbid")

    name: str
    digest: str


class RoundView(BaseModel):
    """The keys of the table's view that say how the round went, masked for the role."""

    model_config = ConfigDict(extra="forbid")

    cards: Mapping[str, str]
    hands: Mapping[str, str | int]
    status: Mapping[str, str]
    net: Mapping[str, Mapping[str, str]]
    stakes: Mapping[str, Mapping[str, str]]
    outcome: Mapping[str, Mapping[str, str]]
    auto_folded: list[int] = Field(description="Seats that time folded.")


class LedgerLine(PostingShown):
    """One line of the record that moved money for a wager."""

    stream: str
    version: int
    at: int
    type: str


class WagerShown(BaseModel):
    """A settled wager and everything that explains it."""

    model_config = ConfigDict(extra="forbid")

    seat: int
    spot: str
    stake: str
    odds: str | None
    outcome: str
    wins: str
    handed_back: str
    rule: str
    rule_text: Mapping[str, str] | None = Field(description="By language: `en`, `pl`.")
    cards: list[str]
    dealer_cards: list[str]
    ledger: list[LedgerLine]


class CompensationShown(BaseModel):
    """A wrong payment that was put right: what was handed out, and what was due."""

    model_config = ConfigDict(extra="forbid")

    seat: int
    paid: str
    due: str
    difference: str
    rule: str | None
    rule_text: Mapping[str, str] | None
    person: str | None
    stream: str
    version: int
    at: int


class LightShown(BaseModel):
    """A seat's token and light in the round, by the station's clock."""

    model_config = ConfigDict(extra="forbid")

    seat: int
    lit_at: int | None
    dark_at: int | None
    window_closed_at: int | None
    token_at: int | None


class OptionShown(BaseModel):
    """A ruling that was offered, and who had to give it."""

    model_config = ConfigDict(extra="forbid")

    option: str
    needs: str


class RulingShown(BaseModel):
    """An irregularity and what was ruled; `option`, `by`, `person`, `ruled_at` null while open."""

    model_config = ConfigDict(extra="forbid")

    number: int
    irregularity: str
    title: str
    facts: Mapping[str, str]
    options: list[OptionShown]
    option: str | None
    by: str | None
    person: str | None
    raised_at: int
    ruled_at: int | None
    source: str


class RoundExplained(BaseModel):
    """One round with all that explains it."""

    model_config = ConfigDict(extra="forbid")

    number: int
    table: str
    game: str
    rules: RulesNamed
    phase: str
    opened_at: int
    ended_at: int | None
    dealer: str | None
    view: RoundView
    hand: Mapping[str, Any] | None = Field(
        description="What a hand of a pot game has besides: stacks, pots, who won what, button."
    )
    wagers: list[WagerShown]
    book: Mapping[str, Any] | None = Field(description="The bettors' book in sums.")
    house: str = Field(description=_HOUSE)
    compensated: str = Field(description="The part of `house` that wrong payments brought.")
    compensations: list[CompensationShown]
    lights: list[LightShown]
    rulings: list[RulingShown]
    events: list[EventShown]


class RoundShown(BaseModel):
    """The round that was asked for."""

    model_config = ConfigDict(extra="forbid")

    round: RoundExplained
