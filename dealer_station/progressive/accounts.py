"""The chart of accounts of one progressive. An account that is not in it does not exist."""

from enum import StrEnum


class Account(StrEnum):
    """Where money of a progressive can be; the sum over all accounts is always zero."""

    METER = "meter"
    """What the players play for. Its whole smallest units are shown, its fraction is carried on."""
    AWARDS_PAYABLE = "awards_payable"
    """Won and fixed, not yet paid."""
    AWARDS_PAID = "awards_paid"
    """Paid to players, ever."""
    CONTRIBUTIONS = "contributions"
    """Where the players' contributions come from: minus all that was ever contributed."""
    HOUSE = "house"
    """The house's own money: seeds, fixed prizes, minimum guarantees."""
    RESERVE = "reserve"
    """Collected beside the meter and shown nowhere; it feeds the next base (PRG-04)."""
    OVERFLOW = "overflow"
    """Collected above a level's cap (PRG-06)."""
    TRANSFERS = "transfers"
    """On its way between two levels: zero over both of them together (CHG-04)."""
    REVENUE = "revenue"
    """Given up to the house as gross revenue: overflow, or a retired level's rest (PRG-06)."""
