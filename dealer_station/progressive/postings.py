"""Postings and entries: every entry moves exact amounts between accounts and sums to zero.

Amounts are fractions of the smallest unit, so a contribution of a third of a cent loses nothing.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from dealer_station.progressive.accounts import Account


@dataclass(frozen=True, slots=True)
class Posting:
    """One account's change by an entry, in smallest units."""

    account: Account
    amount: Fraction


Entry = tuple[Posting, ...]
"""Postings that belong together and sum to zero."""

Balances = tuple[Posting, ...]
"""Every account that was ever posted to, in the chart's order."""


@dataclass(frozen=True, slots=True)
class LevelPosting:
    """One account's change in the books of one level, in smallest units."""

    level_id: str
    account: Account
    amount: Fraction


LevelEntry = tuple[LevelPosting, ...]
"""Postings to the books of one level or more; those of each level sum to zero by themselves."""


class UnbalancedEntryError(ValueError):
    """An entry that would create or destroy money."""


def move(amount: Fraction | int, source: Account, destination: Account) -> Entry:
    """Return the entry that moves an amount; nothing moved is an empty entry."""
    exact = Fraction(amount)
    if not exact:
        return ()
    return (Posting(source, -exact), Posting(destination, exact))


def post(balances: Balances, entry: Entry) -> Balances:
    """Return the balances after an entry; one that does not sum to zero raises."""
    if sum((posting.amount for posting in entry), Fraction(0)):
        raise UnbalancedEntryError(f"postings do not sum to zero: {entry}")
    return _total((*balances, *entry))


def balance(balances: Balances, account: Account) -> Fraction:
    """Return what is in an account."""
    return sum((p.amount for p in balances if p.account is account), Fraction(0))


def reverse(entry: Iterable[Posting]) -> Entry:
    """Return the entry that undoes another, one posting an account."""
    return tuple(
        Posting(posting.account, -posting.amount) for posting in _total(entry) if posting.amount
    )


def at_level(level_id: str, entry: Entry) -> LevelEntry:
    """Return an entry as one to the books of a level."""
    return tuple(LevelPosting(level_id, posting.account, posting.amount) for posting in entry)


def by_level(entry: LevelEntry) -> dict[str, Entry]:
    """Return what an entry posts to the books of each level that it touches."""
    found: dict[str, list[Posting]] = {}
    for part in entry:
        found.setdefault(part.level_id, []).append(Posting(part.account, part.amount))
    return {level_id: tuple(postings) for level_id, postings in found.items()}


def _total(postings: Iterable[Posting]) -> Balances:
    """Add up postings by account."""
    sums: dict[Account, Fraction] = {}
    for posting in postings:
        sums[posting.account] = sums.get(posting.account, Fraction(0)) + posting.amount
    return tuple(Posting(account, sums[account]) for account in Account if account in sums)
