"""What comes in as a batch of bettors, and how the book and one bettor are shown.

Amounts are decimal text ("10.00"), never JSON numbers. An amount that is not in whole cents is a
bad entry, and not a bad batch: it stands in the batch as one that no spot takes.
"""

from collections.abc import Mapping
from decimal import Decimal
from typing import Annotated, Any, Final, Literal
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, TypeAdapter

from dealer_station.api.tables.bodies import Amount, Version
from dealer_station.bettors.batches import (
    BETTOR_MAX,
    ENTRIES_MAX,
    Batch,
    decision_batch,
    wager_batch,
    withdrawal_batch,
)
from dealer_station.bettors.terms import AMOUNT_MAX
from dealer_station.money import to_minor

Bettor = Annotated[int, Field(ge=0, le=BETTOR_MAX, strict=True)]
Name = Annotated[str, StringConstraints(max_length=40)]

_NO_STAKE_MINOR: Final = 0
_NO_DECISION_MINOR: Final = AMOUNT_MAX + 1
"""Amounts that every spot and every decision refuses."""


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class WagerEntryBody(_Part):
    """A bettor puts an amount on a spot, on top of what lies there."""

    bettor: Bettor
    spot: Name
    amount: Amount


class WithdrawalEntryBody(_Part):
    """A bettor takes back what lies on a spot; with the base stake goes everything."""

    bettor: Bettor
    spot: Name


class DecisionEntryBody(_Part):
    """A bettor decides; an amount need not be said, but if it is, it must be right."""

    bettor: Bettor
    action: Name
    amount: Amount | None = None


class WagersBody(_Part):
    """Wagers, while betting is open."""

    kind: Literal["wagers"]
    batch_id: UUID
    entries: Annotated[tuple[WagerEntryBody, ...], Field(min_length=1, max_length=ENTRIES_MAX)]

    def to_batch(self) -> Batch:
        """Return the batch as the book knows it. Raises BatchError."""
        entries = (
            (one.bettor, one.spot, _minor(one.amount, _NO_STAKE_MINOR)) for one in self.entries
        )
        return wager_batch(str(self.batch_id), entries)


class WithdrawalsBody(_Part):
    """Stakes that are taken back, while betting is open."""

    kind: Literal["withdrawals"]
    batch_id: UUID
    entries: Annotated[tuple[WithdrawalEntryBody, ...], Field(min_length=1, max_length=ENTRIES_MAX)]

    def to_batch(self) -> Batch:
        """Return the batch as the book knows it. Raises BatchError."""
        return withdrawal_batch(
            str(self.batch_id), ((one.bettor, one.spot) for one in self.entries)
        )


class DecisionsBody(_Part):
    """Decisions, once the cards of the first deal are out."""

    kind: Literal["decisions"]
    batch_id: UUID
    entries: Annotated[tuple[DecisionEntryBody, ...], Field(min_length=1, max_length=ENTRIES_MAX)]

    def to_batch(self) -> Batch:
        """Return the batch as the book knows it. Raises BatchError."""
        entries = (
            (
                one.bettor,
                one.action,
                None if one.amount is None else _minor(one.amount, _NO_DECISION_MINOR),
            )
            for one in self.entries
        )
        return decision_batch(str(self.batch_id), entries)


AnyBatchBody = Annotated[WagersBody | WithdrawalsBody | DecisionsBody, Field(discriminator="kind")]
"""Any batch as JSON, told apart by `kind`."""

BATCH_BODY: Final[TypeAdapter[WagersBody | WithdrawalsBody | DecisionsBody]] = TypeAdapter(
    AnyBatchBody
)


def _minor(amount: str, otherwise: int) -> int:
    minor = to_minor(Decimal(amount))
    return otherwise if minor is None else minor


class EntryRefused(BaseModel):
    """An entry that was refused, alone: its place in the batch from 0, and why."""

    entry: int
    code: str


class BatchAnswered(BaseModel):
    """The batch is committed with its answers; entries that are not listed were accepted."""

    batch_id: str
    version: Version
    repeat: bool = Field(description="Whether the station had taken this very batch before.")
    entries: int
    accepted: int
    refused: list[EntryRefused]


class StakeShown(BaseModel):
    """One stake of a bettor; `net` is what it won (+) or lost (-), null while it is pending."""

    spot: str
    staked: str
    outcome: Literal["pending", "win", "lose", "push", "void"]
    net: str | None


class BettorShown(BaseModel):
    """One bettor of the round as he sees himself."""

    bettor: int
    hand: str | int | None = Field(description="What the shared hand is called by its open cards.")
    stakes: list[StakeShown]
    decision: str | None
    auto_folded: bool = Field(description="The time ran out, and he was folded.")
    call_to_collect: bool = Field(description="A stake has won already, and a fold would lose it.")
    result: str | None = Field(description="Net of all stakes; null until they are settled.")


class SpotShown(BaseModel):
    """One spot in sum; `net` is the bettors', null until the book is settled."""

    spot: str
    stakes: int
    staked: str
    net: str | None


class OutcomeShown(BaseModel):
    """What the stakes on a spot came to whose bettors decided alike; no action: none was taken."""

    spot: str
    action: str | None
    outcome: Literal["win", "lose", "push", "void"]
    odds: str | None
    stakes: int
    staked: str
    net: str
    rule: str


class BookShown(BaseModel):
    """The bettors' book of the round in sums; `shown` has its bettors while they are few.

    `outcomes` are empty until it is settled.
    """

    stage: Literal["betting", "deciding", "closed"]
    batches: int
    entries_accepted: int
    chain: str = Field(description="SHA-256 over all batches and answers, in their order.")
    bettors: int
    undecided: int
    auto_folded: int
    decisions: Mapping[str, int]
    spots: list[SpotShown]
    outcomes: list[OutcomeShown]
    house: str | None
    shown: list[BettorShown]


def batch_schema() -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the JSON schema of a batch, and those of the parts it refers to."""
    schema = BATCH_BODY.json_schema(ref_template="#/components/schemas/{model}")
    parts: dict[str, Any] = schema.pop("$defs")
    return schema, parts
