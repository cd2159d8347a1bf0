"""The answers to a batch: one for every entry, accepted or refused with its reason.

Reasons are those of the table, as text; their numbers stand in the record and are never given to
another reason.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum

import numpy as np

from dealer_station.bettors.columns import Codes, frozen


class Answer(IntEnum):
    """What became of an entry, in one byte."""

    ACCEPTED = 0
    NOT_OFFERED = 1
    """A spot or action that the hand does not have, or a spot that only a decision stakes on."""
    BAD_AMOUNT = 2
    """Not a positive amount, or not the fixed price."""
    NO_BASE_WAGER = 3
    ALREADY_PLACED = 4
    """A stake at a fixed price is taken once."""
    BELOW_MIN = 5
    ABOVE_MAX = 6
    NO_SUCH_STAKE = 7
    """Nothing lies there that could be taken back."""
    NOT_IN_ROUND = 8
    """The bettor has no base stake and nothing to decide."""
    ALREADY_DECIDED = 9
    WRONG_AMOUNT = 10
    """Not the amount that the decision stakes (CH-D03)."""
    SUSPENDED = 11
    """The spot's progressive is suspended (LNK-05)."""

    @property
    def reason(self) -> str:
        """The reason of the refusal as the table names it; empty when accepted."""
        return self.name.lower() if self else ""


@dataclass(frozen=True, slots=True, eq=False)
class Answers:
    """The answers in the order of the entries, and what they came to.

    `moved_minor` says how much each spot gained (a withdrawal: lost), in the order of the terms,
    with what decisions staked. `codes` are numbers of `Answer`.
    """

    codes: Codes
    moved_minor: tuple[int, ...]
    accepted: int = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "codes", frozen(self.codes))
        accepted = int(np.count_nonzero(self.codes == Answer.ACCEPTED))
        object.__setattr__(self, "accepted", accepted)

    def __len__(self) -> int:
        return len(self.codes)

    def __getitem__(self, number: int) -> Answer:
        return Answer(int(self.codes[number]))

    @property
    def refused(self) -> int:
        """How many entries were refused."""
        return len(self.codes) - self.accepted

    def reasons(self) -> tuple[str, ...]:
        """Return the reason of every entry, empty where it was accepted."""
        texts = [answer.reason for answer in Answer]
        return tuple(texts[code] for code in self.codes.tolist())

    def refused_by_reason(self) -> Mapping[str, int]:
        """Return how many entries each reason refused; reasons that did not occur are absent."""
        counts = np.bincount(self.codes, minlength=len(Answer)).tolist()
        return {answer.reason: counts[answer] for answer in Answer if answer and counts[answer]}
