"""Two people and a reason, or no."""

import pytest

from dealer_station.progressive.refusals import (
    Consent,
    LedgerRefusal,
    LedgerRefusalReason,
    consent_fault,
)


def test_two_people_with_a_reason_are_heard():
    assert consent_fault(Consent("ann", "bob", "why")) is None


@pytest.mark.parametrize(
    ("consent", "reason"),
    [
        (Consent("ann", "ann", "why"), LedgerRefusalReason.SAME_PERSON),
        (Consent("ann", "", "why"), LedgerRefusalReason.SAME_PERSON),
        (Consent("", "", "why"), LedgerRefusalReason.SAME_PERSON),
        (Consent("ann", "bob", " \n"), LedgerRefusalReason.NO_REASON),
    ],
)
def test_one_person_or_no_reason_is_refused(consent, reason):
    assert consent_fault(consent) == LedgerRefusal(reason)
