"""A progressive of one level as the first release kept it: events of old records, their fold.

The station reads such records and writes none; what they came to is checked against this.
"""

from dataclasses import dataclass, replace
from fractions import Fraction

from dealer_station.money import whole_minor
from dealer_station.progressive.accounts import Account
from dealer_station.progressive.events import (
    AwardPaid,
    AwardsReversed,
    ContributionBooked,
    ContributionReturned,
    MoneyEvent,
    PrizeLocked,
    ProgressiveOpened,
    ShareReleased,
)
from dealer_station.progressive.postings import Balances, Entry, balance, move, post, reverse


@dataclass(frozen=True, slots=True)
class RoundAwards:
    """What a table's newest round with a prize has moved, so that a void can undo it."""

    table_id: str
    round_number: int
    entry: Entry


@dataclass(frozen=True, slots=True)
class Progressive:
    """A fold of a progressive's events."""

    progressive_id: str = ""
    balances: Balances = ()
    awards: tuple[RoundAwards, ...] = ()

    @property
    def meter_minor(self) -> int:
        """The amount shown: whole smallest units, never more than is there."""
        return whole_minor(balance(self.balances, Account.METER))

    def awards_of(self, table_id: str, round_number: int) -> Entry:
        """Return what prizes of that round have moved so far."""
        for awards in self.awards:
            if (awards.table_id, awards.round_number) == (table_id, round_number):
                return awards.entry
        return ()


def evolve(state: Progressive, event: MoneyEvent) -> Progressive:
    """Return the state after one event."""
    balances = post(state.balances, event.entry)
    match event:
        case ProgressiveOpened():
            return replace(state, progressive_id=event.progressive_id, balances=balances)
        case ContributionBooked() | ContributionReturned():
            return replace(state, balances=balances)
        case PrizeLocked() | AwardPaid() | AwardsReversed() | ShareReleased():
            return replace(state, balances=balances, awards=_awards_after(state, event))


def _awards_after(
    state: Progressive, event: PrizeLocked | AwardPaid | AwardsReversed | ShareReleased
) -> tuple[RoundAwards, ...]:
    """Keep, for each table, only its newest round: an older one is finished and stands."""
    moved = (*state.awards_of(event.table_id, event.round_number), *event.entry)
    others = tuple(awards for awards in state.awards if awards.table_id != event.table_id)
    return (*others, RoundAwards(event.table_id, event.round_number, moved))


def opening(amount_minor: int) -> Entry:
    """Put the opening amount on the meter."""
    return move(amount_minor, Account.HOUSE, Account.METER)


def contribution(amount: Fraction) -> Entry:
    """Feed the meter with a wager's part."""
    return move(amount, Account.CONTRIBUTIONS, Account.METER)


def contribution_return(state: Progressive, amount: Fraction) -> Entry:
    """Take a returned wager's part out of the meter again."""
    return _above_zero(state, move(amount, Account.METER, Account.CONTRIBUTIONS))


def _above_zero(state: Progressive, entry: Entry) -> Entry:
    """Let the house make good what an entry would take out of the meter beyond what is there.

    A meter that was won between a contribution and its return may hold less than the return.
    """
    left = balance(post(state.balances, entry), Account.METER)
    return (*entry, *move(-left, Account.HOUSE, Account.METER)) if left < 0 else entry


def fixed_prize(state: Progressive, amount_minor: int, *, from_meter: bool) -> Entry:
    """Owe a fixed prize: from the meter as far as it reaches (CS-G06), else from the house."""
    part = min(amount_minor, state.meter_minor) if from_meter else 0
    return (
        *move(part, Account.METER, Account.AWARDS_PAYABLE),
        *move(amount_minor - part, Account.HOUSE, Account.AWARDS_PAYABLE),
    )


def meter_share(amount_minor: int) -> Entry:
    """Owe a part of the meter; the rest stays in it (CS-D06)."""
    return move(amount_minor, Account.METER, Account.AWARDS_PAYABLE)


def whole_meter(state: Progressive, amount_minor: int, seed_minor: int) -> Entry:
    """Owe the whole meter and restart it at the seed (CS-D08).

    What a minimum guarantees beyond the meter comes from the house (CS-26), and a fraction of the
    smallest unit stays in the meter.
    """
    return (
        *move(state.meter_minor, Account.METER, Account.AWARDS_PAYABLE),
        *move(amount_minor - state.meter_minor, Account.HOUSE, Account.AWARDS_PAYABLE),
        *move(seed_minor, Account.HOUSE, Account.METER),
    )


def award_payment(amount_minor: int) -> Entry:
    """Pay what is owed."""
    return move(amount_minor, Account.AWARDS_PAYABLE, Account.AWARDS_PAID)


def share_release(amount_minor: int) -> Entry:
    """Put what was owed, and is no longer, back on the meter."""
    return move(amount_minor, Account.AWARDS_PAYABLE, Account.METER)


def meter_minor_after(state: Progressive, entry: Entry) -> int:
    """Return what the meter shows after an entry."""
    return whole_minor(balance(post(state.balances, entry), Account.METER))


def awards_reversal(state: Progressive, table_id: str, round_number: int) -> Entry:
    """Undo every prize of a void round."""
    return _above_zero(state, reverse(state.awards_of(table_id, round_number)))
