"""Casino Hold'em made up by a test, as full as a table can be: for pictures rarely come to.

Seven boxes with the largest stakes. Box 1 holds the hand that takes the Jumbo 7, box 4 was folded
by time, box 6 has folded. With one hand for all bettors the same seats have no cards of their own.
"""

from typing import Any

from e2e.pages.staged import Parts, wager

SEATS = (1, 2, 3, 4, 5, 6, 7)
BOARD = "5s 6s 7s Ts Js"
FLOP = "5s 6s 7s"
SEVEN = "8s 9s"
HANDS = {
    "1": SEVEN, "2": "Ac Ad", "3": "6h 6d", "4": "Kc Kd", "5": "Qh Jh", "6": "2h 3d", "7": "7c 7d",
}  # fmt: skip
FLOP_WORTH = {
    "1": "straight_flush", "2": "pair", "3": "three_of_a_kind", "4": "pair", "5": "high_card",
    "6": "high_card", "7": "three_of_a_kind",
}  # fmt: skip
WORTH = FLOP_WORTH | {"2": "flush", "4": "flush", "5": "flush", "6": "flush"}
ALL_IN = {str(seat): "in" for seat in SEATS}
DECIDED = ALL_IN | {"4": "folded", "6": "folded"}
BETS = {"ante": "500.00", "bonus": "100.00"}
STAKES = {str(seat): BETS for seat in SEATS}
CALLED = {
    seat: BETS if status == "folded" else BETS | {"call": "1000.00"}
    for seat, status in DECIDED.items()
}
COLLECT = {seat: ["bonus"] for seat in ("1", "2", "3", "7")}
POOL = "1234567.89"
JUMBO = {"name": "jumbo7", "min": "1.00", "max": "100.00"}
PRICED = {"name": "jumbo7", "price": "1.00"}


def spots(jumbo7: Parts | None = None) -> list[Parts]:
    """The printed spots; with Jumbo 7 where the rule set has it."""
    return [
        {"name": "ante", "base": True, "min": "5.00", "max": "500.00"},
        {"name": "bonus", "min": "1.00", "max": "100.00"},
        *([] if jumbo7 is None else [jumbo7]),
        {"name": "call", "decision": True},
    ]


def with_ticket(stakes: dict[str, Parts]) -> dict[str, Parts]:
    """The same stakes with a Jumbo 7 ticket at every seat."""
    return {seat: own | {"jumbo7": "100.00"} for seat, own in stakes.items()}


def shared(cards: Parts) -> Parts:
    """The same cards where all bettors play one hand."""
    seats = {str(seat) for seat in SEATS}
    own = {place: lie for place, lie in cards.items() if place not in seats}
    return own | ({"player": cards["1"]} if "1" in cards else {})


WON = [
    wager("ante", "500.00", "win", "50000.00", "CH-21", "100:1"),
    wager("bonus", "100.00", "win", "10000.00", "CH-31", "100:1"),
    wager("call", "1000.00", "win", "1000.00", "CH-21", "1:1"),
]
PUSHED = [
    wager("ante", "500.00", "push", "0.00", "CH-22"),
    wager("bonus", "100.00", "lose", "-100.00", "CH-31"),
    wager("call", "1000.00", "push", "0.00", "CH-22"),
]
UNQUALIFIED = [
    wager("ante", "500.00", "win", "1000.00", "CH-20", "2:1"),
    wager("bonus", "100.00", "lose", "-100.00", "CH-31"),
    wager("call", "1000.00", "push", "0.00", "CH-20"),
]
LOST = [
    wager("ante", "500.00", "lose", "-500.00", "CH-23"),
    wager("bonus", "100.00", "lose", "-100.00", "CH-31"),
    wager("call", "1000.00", "lose", "-1000.00", "CH-23"),
]
FOLDED = [
    wager("ante", "500.00", "lose", "-500.00", "CH-15"),
    wager("bonus", "100.00", "lose", "-100.00", "CH-32a"),
]
FOLDED_WITH_BONUS = [
    wager("ante", "500.00", "lose", "-500.00", "CH-15"),
    wager("bonus", "100.00", "win", "10000.00", "CH-32b", "100:1"),
]
TICKET_WINS = wager("jumbo7", "100.00", "win", "1234467.89", "CH-42")
TICKET_PRIZE = wager("jumbo7", "100.00", "win", "2000.00", "CH-43", "20:1")
TICKET_LOSES = wager("jumbo7", "100.00", "lose", "-100.00", "CH-G06")


def paying(seat: int, wagers: list[Parts], back: str, hand: str, **parts: Any) -> Parts:
    """The turn of one seat; those before it, from the highest, are paid."""
    rows = [
        {
            "seat": other, "verify": False, "hand": WORTH[str(other)],
            "state": "paid" if other > seat else "waiting",
            "wagers": LOST if other > seat else [{"spot": "ante", "stake": "500.00"}],
            "hand_back": "61600.00" if other == 7 else "0.00",
        }
        for other in SEATS[::-1] if other != seat
    ]  # fmt: skip
    current = {
        "seat": seat, "state": "current", "verify": False, "hand": hand, "wagers": wagers,
        "hand_back": back,
    } | parts  # fmt: skip
    kind = "verify" if current["verify"] else "pay"
    payouts = sorted([*rows, current], key=lambda row: -row["seat"])
    return {"payouts": payouts, "next": {"kind": kind, "seat": seat}}


def nets(wagers: list[Parts]) -> Parts:
    return {each["spot"]: each["wins"] for each in wagers}


NET = {
    "1": nets(WON), "2": nets(WON), "3": nets(UNQUALIFIED), "4": nets(FOLDED), "5": nets(LOST),
    "6": nets(FOLDED_WITH_BONUS), "7": nets(PUSHED),
}  # fmt: skip
