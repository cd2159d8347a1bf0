"""The changes of a progressive's level, one model each, and their way into the ledger.

Amounts are decimal text of the currency, rates and probabilities fractions in text ("7/10"): a
float must not come near money. What a change signs is all that it says, so no term has a default.
"""

from collections.abc import Mapping
from fractions import Fraction
from typing import Annotated, Final, Literal
from uuid import UUID

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, StringConstraints

from dealer_station.api.auth import Credentials
from dealer_station.api.tables.bodies import Word, number_only
from dealer_station.money import EXPONENT
from dealer_station.progressive.accounts import Account
from dealer_station.progressive.changes import Correction
from dealer_station.progressive.ledger_events import CorrectionReason
from dealer_station.progressive.levels import LevelTerms, ReserveUse

_UNITS: Final = 10**EXPONENT

WholeAmount = Annotated[str, StringConstraints(pattern=r"^[0-9]{1,12}(\.[0-9]{1,2})?$")]
# As a movement shows it: with decimals where they end, else as a fraction of the currency.
ExactAmount = Annotated[
    str, StringConstraints(pattern=r"^-?[0-9]{1,12}(\.[0-9]{1,12}|/[1-9][0-9]{0,11})?$")
]
Rate = Annotated[str, StringConstraints(pattern=r"^(0|1|[0-9]{1,12}/[1-9][0-9]{0,11})$")]
Reason = Annotated[
    str, StringConstraints(min_length=1, max_length=500, pattern=r"^[^\x00-\x1f\x7f]*$")
]
AwardId = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{1,80}$")]
EventVersion = Annotated[int, Field(ge=1, le=2**53), BeforeValidator(number_only)]


class ReadingBody(BaseModel):
    """Take a reading of what the level holds now."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    command: Literal["read_meter"]
    command_id: UUID


class ChangeBody(BaseModel):
    """What every change brings: its id, made once per touch, and why it is made."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    command_id: UUID
    reason: Reason


class TermsSaid(BaseModel):
    """All terms of a level. `rate` and `reserve_rate` are parts of each qualifying wager.

    `cap` null: none. `probability` of one wager winning the whole level; null: not declared.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    base: WholeAmount
    rate: Rate
    reserve_rate: Rate
    cap: WholeAmount | None
    overflow_to: Literal["overflow", "reserve", "revenue"]
    reserve_use: ReserveUse
    probability: Rate | None

    def to_terms(self) -> LevelTerms:
        """Return them as the ledger knows them."""
        return LevelTerms(
            base_minor=_whole(self.base),
            rate=Fraction(self.rate),
            reserve_rate=Fraction(self.reserve_rate),
            cap_minor=None if self.cap is None else _whole(self.cap),
            overflow_to=Account(self.overflow_to),
            reserve_use=self.reserve_use,
            probability=None if self.probability is None else Fraction(self.probability),
        )


class TermsBody(ChangeBody):
    """Give the level new terms: rate and cap count at once, a base from the next reset."""

    command: Literal["change_terms"]
    terms: TermsSaid


class CorrectionBody(ChangeBody):
    """Put an amount right by a new entry: by how much, why, and which entry it makes good.

    `corrects` is that entry's version in the progressive's record, null where there is none.
    """

    command: Literal["correct_level"]
    account: Literal["meter", "reserve", "overflow"]
    amount: ExactAmount
    correction: CorrectionReason
    corrects: EventVersion | None

    def to_correction(self) -> Correction:
        """Return it as the ledger knows it."""
        return Correction(
            Account(self.account),
            Fraction(self.amount) * _UNITS,
            self.correction,
            self.corrects,
        )


class TransferBody(ChangeBody):
    """Move the whole meter to another level, of this progressive or of another one."""

    command: Literal["transfer_meter"]
    to_progressive: Word
    to_level: Word


class IntoAccount(BaseModel):
    """What a closed level holds goes to the house's own money, or is given up as revenue."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    account: Literal["house", "revenue"]


class IntoLevel(BaseModel):
    """What a closed level holds goes to another level of the progressive."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    level: Word


class RetirementBody(ChangeBody):
    """Close the level for good."""

    command: Literal["retire_level"]
    into: IntoAccount | IntoLevel

    def heir(self) -> Account | str:
        """Return the account, or the id of the level."""
        return Account(self.into.account) if isinstance(self.into, IntoAccount) else self.into.level


class DisputeBody(ChangeBody):
    """Freeze an award that is in doubt: nothing of it is paid until the dispute is settled."""

    command: Literal["dispute_award"]
    award: AwardId


class SettlementBody(ChangeBody):
    """Let a disputed award stand; it has to be verified anew before it is paid."""

    command: Literal["settle_dispute"]
    award: AwardId


class VoidBody(ChangeBody):
    """Take a disputed award back that is not owed, and with it the envy sums for its hand.

    A new entry returns each part to where it came from: to the meter, or to the house.
    """

    command: Literal["void_award"]
    award: AwardId


AnyChangeBody = Annotated[
    TermsBody
    | CorrectionBody
    | TransferBody
    | RetirementBody
    | DisputeBody
    | SettlementBody
    | VoidBody,
    Field(discriminator="command"),
]
"""Any change that two people sign, told apart by `command`."""


class LevelApprovalRequest(Credentials):
    """Credentials of the person who approves, and the change, whole as it will be sent."""

    change: AnyChangeBody


class ChangeAccepted(BaseModel):
    """The change is committed: the version that each progressive has with it."""

    command_id: str
    versions: Mapping[str, int]
    repeat: bool = Field(description="Whether the station had made this very change before.")


def _whole(amount: str) -> int:
    """Return an amount in smallest units; its form has no more decimals than they have."""
    minor = Fraction(amount) * _UNITS
    assert minor.denominator == 1, "a whole number of smallest units"
    return int(minor)
