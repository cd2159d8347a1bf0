"""A bettors' book made up by a test, as full as one can be: a million bettors, the largest sums."""

from typing import Any

from e2e.pages import holdem_stage as holdem
from e2e.pages.staged import Parts, card

from dealer_station.projections.rounds.rule_texts import rule_text

BETTORS = 1_000_000
SPOTS = {
    "ante": (1_000_000, "500000000.00", "123456789.50"),
    "call": (712_345, "712345000.00", "-12345678.00"),
    "bonus": (456_789, "45678900.00", "2283945000.00"),
    "jumbo7": (98_765, "9876500.00", "-8641932.11"),
}
_PLACED = ("ante", "bonus", "jumbo7")


def book(
    stage: str,
    *,
    is_settled: bool = False,
    is_void: bool = False,
    bettors: int = BETTORS,
    **parts: Any,
) -> Parts:
    """The book at a stage of the round; before the decisions nothing lies on Call."""
    house = "0.00" if is_void else "-2386414179.39"
    spots = [
        {
            "spot": spot,
            "stakes": count if bettors and (stage != "betting" or spot in _PLACED) else 0,
            "staked": staked if bettors and (stage != "betting" or spot in _PLACED) else "0.00",
            "net": ("0.00" if is_void else net) if is_settled else None,
        }
        for spot, (count, staked, net) in SPOTS.items()
    ]
    is_open = stage == "betting"
    return {
        "stage": stage, "batches": 12, "entries_accepted": 2_267_899, "chain": "0" * 64,
        "bettors": bettors, "undecided": bettors if is_open else 0,
        "auto_folded": 123_456 if stage == "closed" else 0,
        "decisions": {"call": 0 if is_open else 712_345, "fold": 0 if is_open else 287_655},
        "spots": spots, "outcomes": [], "house": house if is_settled else None,
    } | parts  # fmt: skip


def payouts(*, must_show: bool) -> Parts:
    """The book's turn to be paid."""
    row = {
        "seat": 0, "state": "current", "verify": must_show, "hand": "straight_flush",
        "hand_back": "0.00",
        "wagers": [{"spot": spot, "stake": SPOTS[spot][1]} for spot in SPOTS],
    }  # fmt: skip
    return {"payouts": [row], "next": {"kind": "verify" if must_show else "pay", "seat": 0}}


CLOCK = {"remaining_ms": 4_000, "running": True}
DOWN = {"1": holdem.SEVEN, "dealer": "## ##"}
FLOP = DOWN | {"board": holdem.FLOP}
END = FLOP | {"board": holdem.BOARD, "dealer": "2c 2d"}
WORTH = {"1": "straight_flush"}
END_WORTH = WORTH | {"dealer": "flush"}
CLOSED: Parts = {"cards": FLOP, "hands": WORTH, "book": book("closed")}
ENDED: Parts = CLOSED | {"cards": END, "hands": END_WORTH}

STATES: dict[str, Parts] = {
    "idle": {"phase": "idle", "commands": ["open_betting"]},
    "betting-empty": {
        "phase": "betting", "next": {"kind": "bets"}, "book": book("betting", bettors=0),
    },
    "betting": {
        "phase": "betting", "next": {"kind": "bets"}, "book": book("betting"),
        "commands": ["close_betting"],
    },
    "dealing": {
        "phase": "dealing", "next": card("board 1"), "cards": DOWN,
        "book": book("deciding", undecided=BETTORS, decisions={"call": 0, "fold": 0}),
    },
    "deciding": {
        "phase": "deciding", "next": {"kind": "act", "undecided": 345_678}, "cards": FLOP,
        "hands": WORTH, "clock": CLOCK, "book": book("deciding", undecided=345_678),
    },
    "drawing": CLOSED | {"phase": "drawing", "next": card("board 4")},
    "paying-to-see": ENDED | {"phase": "paying"} | payouts(must_show=True),
    "paying": ENDED | {"phase": "paying"} | payouts(must_show=False),
    "settled": ENDED | {
        "phase": "settled", "commands": ["open_betting", "change_deck"],
        "book": book("closed", is_settled=True),
    },
    "void": CLOSED | {
        "phase": "void", "commands": ["open_betting", "change_deck"],
        "book": book("closed", is_settled=True, is_void=True),
    },
    "deck-locked": CLOSED | {
        "phase": "void", "deck_locked": True, "commands": ["change_deck"],
        "book": book("closed", is_settled=True, is_void=True),
    },
}  # fmt: skip

OUTCOMES = [
    ("ante", "call", "win", "100:1", 712_345, "356172500.00", "CH-21"),
    ("ante", "fold", "lose", None, 287_655, "143827500.00", "CH-15"),
    ("call", "call", "win", "1:1", 712_345, "712345000.00", "CH-21"),
    ("bonus", "call", "win", "100:1", 412_345, "41234500.00", "CH-31"),
    ("bonus", "fold", "lose", None, 44_444, "4444400.00", "CH-32a"),
    ("jumbo7", "call", "win", None, 54_321, "5432100.00", "CH-42"),
    ("jumbo7", None, "void", None, 1, "100.00", "CH-I22"),
]


def recalled() -> Parts:
    """The book of a round that is recalled; one outcome has no decision, and no rule in words."""
    outcomes = [
        {
            "spot": spot, "action": action, "outcome": outcome, "odds": odds, "stakes": stakes,
            "staked": staked, "net": staked if outcome == "win" else f"-{staked}", "rule": rule,
            "rule_text": rule_text(rule),
        }
        for spot, action, outcome, odds, stakes, staked, rule in OUTCOMES
    ]  # fmt: skip
    return book("closed", is_settled=True) | {"outcomes": outcomes}
