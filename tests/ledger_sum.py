"""The sum of a progressive's postings, account by account: no money is made or lost.

Adds the postings up by account without the state that play uses, so a difference shows an error
in either.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from dealer_station.progressive.accounts import Account
from dealer_station.progressive.ledger import AnyEvent


@dataclass(frozen=True, slots=True)
class Reconciliation:
    """Exact balances by account, and whether the whole ledger sums to zero."""

    balances: dict[Account, Fraction]

    @property
    def is_balanced(self) -> bool:
        """Whether no money was created or destroyed."""
        return not sum(self.balances.values(), Fraction(0))


def reconcile(events: Iterable[AnyEvent]) -> Reconciliation:
    """Add up every posting of every event, all levels together."""
    balances = dict.fromkeys(Account, Fraction(0))
    for event in events:
        for posting in event.entry:
            balances[posting.account] += posting.amount
    return Reconciliation(balances)
