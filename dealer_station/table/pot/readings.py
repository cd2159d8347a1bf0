"""What chips without a word, or an amount of a wrong size, come to for the seat to act (HE-D36)."""

from dealer_station.games.pots.betting import ActRefusedError
from dealer_station.games.pots.offers import legal
from dealer_station.games.pots.wagers import Reading, read_amount, read_chips
from dealer_station.table.pot.case import PotCase


def reading_of(case: PotCase, *, without_smallest: bool) -> Reading | None:
    """Return the act that a report's chips or amount are; None where they are none.

    `without_smallest`: several chips are a call where all but the smallest would not make it.
    """
    betting, facts = case.betting, case.facts
    if betting is None or not case.is_to_act:
        return None
    try:
        if facts.chips_minor:
            several = len(facts.chips_minor) > 1
            smallest = without_smallest and several
            return read_chips(betting, facts.chips_minor, without_smallest=smallest)
        if facts.amount_minor is not None:
            return read_amount(betting, facts.amount_minor)
    except (ActRefusedError, ValueError):
        return None
    return None


def is_under_call(case: PotCase) -> bool:
    """Say whether an amount is more than lies there and less than the call (HE-I49)."""
    betting, chips, amount = case.betting, case.chips, case.facts.amount_minor
    if betting is None or chips is None or amount is None or not case.is_to_act:
        return False
    return chips.bet < amount < chips.bet + legal(betting).call


def owes_nothing(case: PotCase) -> bool:
    """Say whether the seat to act may check."""
    return (
        case.betting is not None and case.betting.to_act is not None and legal(case.betting).check
    )
