"""The second reading of events of old records, which belong to the one level they had.

Knows the amounts that they name; what they do not name it takes from their entries.
"""

from fractions import Fraction

from dealer_station.progressive import events as old
from dealer_station.progressive.accounts import Account
from dealer_station.progressive.levels import SOLE_LEVEL


def old_amounts(event: old.MoneyEvent) -> dict[tuple[str, Account], Fraction]:
    """Return what an event of an old record of one level comes to.

    Its amount is its only raw fact: it names neither rate nor source, so where the house's part
    lies is taken from its entry.
    """
    told: dict[tuple[str, Account], Fraction] = {}
    for part in event.entry:
        key = (SOLE_LEVEL, part.account)
        told[key] = told.get(key, Fraction(0)) + part.amount
    house = told.get((SOLE_LEVEL, Account.HOUSE), Fraction(0))
    facts: dict[Account, Fraction] = {}
    match event:
        case old.ContributionBooked():
            facts = {Account.CONTRIBUTIONS: -event.amount, Account.METER: event.amount - house}
        case old.ContributionReturned():
            facts = {Account.CONTRIBUTIONS: event.amount, Account.METER: -event.amount - house}
        case old.PrizeLocked():
            owed = Fraction(event.amount_minor)
            facts = {Account.AWARDS_PAYABLE: owed, Account.METER: -owed - house}
        case old.AwardPaid():
            paid = Fraction(event.amount_minor)
            facts = {Account.AWARDS_PAYABLE: -paid, Account.AWARDS_PAID: paid}
        case old.ShareReleased():
            back = Fraction(event.amount_minor)
            facts = {Account.AWARDS_PAYABLE: -back, Account.METER: back}
        case old.ProgressiveOpened() | old.AwardsReversed():
            return told
    if house:
        facts[Account.HOUSE] = house
    return {(SOLE_LEVEL, account): amount for account, amount in facts.items() if amount}
