"""What the table finds itself, most dangerous first."""

import pytest

from dealer_station.table.house.faults import Fault, FoundFault, faults
from dealer_station.table.state import HouseRound

ORDER = ("seat 1", "dealer", "seat 1", "dealer")


@pytest.mark.parametrize(
    ("draws", "found"),
    [
        ("", []),
        ("As Kd", []),
        ("As ??", [(Fault.UNREAD_CARD, "??", "dealer card 1")]),
        ("?? Kd", []),
        ("As Jo", [(Fault.FOULED_DECK, "Jo", "dealer card 1")]),
        ("As Kd As", [(Fault.FOULED_DECK, "As", "seat 1 card 2")]),
        ("As Kd 2c 3c 4c", [(Fault.SURPLUS_CARD, "4c", None)]),
        ("As Kd 2c 3c 4c 5c", [(Fault.SURPLUS_CARD, "4c", None)]),
        ("As Kd 2c 3c ??", [(Fault.UNREAD_CARD, "??", None), (Fault.SURPLUS_CARD, "??", None)]),
        ("As Kd 2c 3c As", [(Fault.FOULED_DECK, "As", None), (Fault.SURPLUS_CARD, "As", None)]),
        ("As As ??", [(Fault.FOULED_DECK, "As", "dealer card 1"),
                      (Fault.UNREAD_CARD, "??", "seat 1 card 2")]),
        ("?? Kd ??", [(Fault.UNREAD_CARD, "??", "seat 1 card 2")]),
    ],
)  # fmt: skip
def test_faults_are_read_off_the_cards(draws: str, found):
    current = HouseRound(1, deal_order=ORDER, draws=tuple(draws.split()))
    assert [
        (fault.fault, fault.facts["card"], fault.facts.get("position"))
        for fault in faults(current, 1)
    ] == found


def test_two_decks_hold_each_card_twice():
    current = HouseRound(1, deal_order=ORDER, draws=("As", "As", "As"))
    assert faults(current, 2) == (
        FoundFault(Fault.FOULED_DECK, {"card": "As", "position": "seat 1 card 2"}),
    )
    assert faults(current, 3) == ()
