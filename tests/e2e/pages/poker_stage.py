"""Poker tables made up by a test, as full as they can be: for pictures rarely come to.

Ten seats at hold'em and eight at stud, with the longest amounts that a table of this house has.
"""

from typing import Any

from e2e.pages.staged import Parts, card

SEATS = tuple(range(1, 11))
STUD_SEATS = tuple(range(1, 9))
BOARD = "Kd 9s 5c 3d Jh"
DOWN = "## ##"


def table(*, is_stud: bool = False, is_limit: bool = False, **parts: Any) -> Parts:
    """The table's facts in a snapshot."""
    limits = {"min": "2.00", "max": None}
    if is_stud or is_limit:
        limits = {"min": "500.00", "max": "1000.00"}
    return {
        "id": "SS-1" if is_stud else "TH-1",
        "name": "Seven Card Stud 1" if is_stud else "Texas Hold'em 1",
        "game": "seven-card-stud" if is_stud else "texas-holdem",
        "rules": "gardens", "currency": "USD", "player_cards_public": False, "spots": [],
        "seats": list(STUD_SEATS if is_stud else SEATS), "limits": limits, "is_pot_game": True,
        "has_button": not is_stud, "reads_hole_cards": True, "tracks_stakes": True,
        "buy_in": None, "chip": "1.00", "level": "500-1000" if is_stud else None,
        "ante": "100.00" if is_stud else "0.00", "bring_in": "250.00" if is_stud else "0.00",
        "small_blind": "0.00" if is_stud else "1.00", "big_blind": "0.00" if is_stud else "2.00",
    } | parts  # fmt: skip


def player(**parts: Any) -> Parts:
    return {"is_away": False, "is_leaving": False, "entry": "wait", "owes": []} | parts


PLAYERS = {str(seat): player() for seat in SEATS if seat != 9} | {
    "4": player(is_away=True), "10": player(owes=["small", "big"], entry="post"),
}  # fmt: skip
STACKS = {
    "1": "12345.50", "2": "98765.00", "3": "194.00", "4": "500.00", "5": "0.00", "6": "1840.00",
    "7": "2000.00", "8": "66.00", "10": "400.00",
}  # fmt: skip
STATUS = {
    "1": "in", "2": "in", "3": "folded", "4": "out", "5": "all_in", "6": "in", "7": "dead",
    "8": "in", "9": "out", "10": "out",
}  # fmt: skip
BETS = {"1": "12500.50", "2": "25000.00", "5": "300.00", "6": "12500.00", "8": "2.00"}
SAID = {
    "1": {"action": "call", "put": "0.00"}, "2": {"action": "raise", "put": "0.00"},
    "3": {"action": "fold", "put": "0.00"}, "5": {"action": "all_in", "put": "0.00"},
    "6": {"action": "complete", "put": "0.00"},
}  # fmt: skip
CARDS = {seat: DOWN for seat, status in STATUS.items() if status != "out"}
POTS = [
    {"amount": "12600.50", "seats": [1, 2, 5, 6, 8]}, {"amount": "34000.00", "seats": [1, 2, 6, 8]},
]  # fmt: skip
MANY_POTS = [
    *POTS,
    {"amount": "4000.00", "seats": [1, 2, 6]},
    {"amount": "800.00", "seats": [1, 2]},
]
LEGAL = {"fold": True, "call": "12500.00", "raise": {"min": "37500.00", "max": "98765.00"}}
ACTING: Parts = {
    "phase": "acting", "next": {"kind": "act", "seat": 8, "legal": LEGAL}, "cards": CARDS,
    "players": PLAYERS, "stacks": STACKS, "status": STATUS, "bets": BETS, "said": SAID,
    "button": 3, "blinds": {"small": 5, "big": 6}, "street": "pre_flop",
    "commands": ["leave_seat", "sit_out", "come_back", "call_supervisor"],
}  # fmt: skip
AT_TURN = ACTING | {
    "street": "turn", "pots": POTS, "cards": CARDS | {"board": BOARD[:11], "burn": DOWN},
}  # fmt: skip
BETWEEN: Parts = {
    "players": PLAYERS, "stacks": STACKS, "button": 3, "status": {},
    "commands": [
        "start_hand", "take_seat", "leave_seat", "sit_out", "come_back", "add_chips",
        "correct_chips", "change_deck", "close_table", "call_supervisor",
    ],
}  # fmt: skip


def awards(*, is_raked: bool = False, pots: list[Parts] = POTS) -> list[Parts]:
    """What becomes of the pots: the first is shared, the others fall to one seat."""
    rake = "4.00" if is_raked else "0.00"
    shared = [{"seat": 1, "amount": "6300.50"}, {"seat": 5, "amount": "6296.00"}]
    first = pots[0] | {"rake": rake, "shares": shared}
    others = [
        pot | {"rake": "0.00", "shares": [{"seat": 1, "amount": pot["amount"]}]} for pot in pots[1:]
    ]
    return [first, *others]


SHOWDOWN = AT_TURN | {
    "phase": "showdown", "street": "river", "bets": {}, "said": {}, "shows": [2, 5, 6, 8, 1],
    "shown": [2], "mucked": [5], "next": {
        "kind": "act", "seat": 6, "legal": {"show": True, "muck": True},
    },
    "cards": CARDS | {"board": BOARD, "burn": "## ## ##", "2": "Ks 9d"}, "hands": {"2": "two_pair"},
}  # fmt: skip
SHOWN = {"1": "5h 5d", "2": "Ks 9d", "5": "Ah Jc"}
PAYING = SHOWDOWN | {
    "phase": "paying", "next": {"kind": "pay"}, "shown": [1, 2, 5], "mucked": [6, 8],
    "cards": SHOWDOWN["cards"] | SHOWN,
    "hands": {"1": "three_of_a_kind", "2": "two_pair", "5": "pair"}, "awards": awards(),
    "commands": ["push_pots", "leave_seat", "sit_out", "come_back", "call_supervisor"],
}  # fmt: skip
SETTLED = PAYING | BETWEEN | {
    "phase": "settled", "next": {"kind": "none"}, "status": STATUS, "pots": [], "awards": awards(),
    "won": {"1": "44300.50", "5": "6296.00"}, "blinds": {"small": 5, "big": 6},
}  # fmt: skip

HELD_RULING = {
    "number": 3, "irregularity": "HE-I20", "title": "flop of four cards", "facts": {},
    "proposal": "burn_card",
    "options": [
        {"option": "burn_card", "needs": "supervisor", "card": True},
        {"option": "reshuffle_stub", "needs": "supervisor"},
    ],
    "source": "", "reported_by": "table",
}  # fmt: skip

STATES: dict[str, Parts] = {
    "closed": {"phase": "idle", "is_open": False, "commands": ["open_table"]},
    "empty": {
        "phase": "idle", "players": {}, "stacks": {}, "start_fault": "too_few_players",
        "commands": ["place_button", "take_seat", "close_table", "call_supervisor"],
    },
    "no-button": BETWEEN | {"phase": "idle", "button": None, "start_fault": "no_button",
                            "commands": ["place_button", "take_seat", "call_supervisor"]},
    "no-level": BETWEEN | {"phase": "idle", "start_fault": "no_level",
                           "commands": ["take_seat", "call_supervisor"]},
    "idle": BETWEEN | {"phase": "idle"},
    "dealing": ACTING | {
        "phase": "dealing", "next": card("seat 8 card 2"), "cards": CARDS | {"8": "##"},
        "said": {},
    },
    "acting": ACTING,
    "acting-ruled": ACTING | {
        "announced": {
            "6": {"action": "raise", "to": "500.00"}, "1": {"action": "complete", "to": None},
        },
        "rulings": [{"irregularity": "HE-I40", "option": "play_on", "by": "dealer"}],
    },
    "acting-clock": ACTING | {"clock": {"remaining_ms": 4_000, "running": True}},
    "acting-limit": ACTING | {
        "next": {"kind": "act", "seat": 8, "legal": {
            "fold": True, "call": "12500.00", "raise": {"min": "37500.00", "max": "37500.00"}}},
    },
    "acting-all-in": ACTING | {
        "next": {"kind": "act", "seat": 8, "legal": {"fold": True, "call": "66.00"}},
    },
    "acting-check": AT_TURN | {
        "bets": {}, "said": {},
        "next": {"kind": "act", "seat": 1, "legal": {
            "fold": True, "check": True, "bet": {"min": "2.00", "max": "12345.50"}}},
    },
    "burn": AT_TURN | {"phase": "dealing", "bets": {}, "said": {}, "next": card("burn")},
    "board": AT_TURN | {"phase": "dealing", "bets": {}, "said": {}, "next": card("board 5")},
    "many-pots": AT_TURN | {"pots": MANY_POTS},
    "showdown": SHOWDOWN,
    "showdown-first": SHOWDOWN | {
        "shown": [], "mucked": [], "next": {"kind": "act", "seat": 2, "legal": {"show": True}},
    },
    "paying": PAYING,
    "paying-rake": PAYING | {"awards": awards(is_raked=True)},
    "paying-many": PAYING | {"awards": awards(pots=MANY_POTS, is_raked=True)},
    "settled": SETTLED,
    "settled-leaving": SETTLED | {
        "players": PLAYERS | {"2": player(is_leaving=True), "6": player(is_away=True)},
    },
    "void": BETWEEN | {"phase": "void"},
    "deck-locked": BETWEEN | {"phase": "void", "deck_locked": True, "commands": ["change_deck"]},
    "held": AT_TURN | {
        "phase": "held", "stage": "acting", "next": {"kind": "ruling"}, "ruling": HELD_RULING,
        "commands": ["apply_ruling", "call_supervisor"],
    },
}  # fmt: skip

UP = {
    "1": "2c 9d Th", "2": "Ah Kc As", "3": "7d", "4": "Qs Qd 4c", "5": "3h 5h 6h", "6": "8c 8d",
    "7": "Jd Tc Ks", "8": "9h 2s 4d",
}  # fmt: skip
STUD_CARDS = {seat: f"## ## {up}" for seat, up in UP.items()}
STUD_STATUS = dict.fromkeys(map(str, STUD_SEATS), "in") | {"3": "folded", "6": "dead"}
STUD: Parts = {
    "phase": "acting", "street": "fifth_street", "cards": STUD_CARDS, "up": UP,
    "status": STUD_STATUS,
    "players": {str(seat): player() for seat in STUD_SEATS},
    "stacks": {str(seat): "12345.50" for seat in STUD_SEATS},
    "bets": {"2": "1000.00", "4": "2000.00"}, "pots": [{"amount": "5400.00", "seats": [1, 2, 4]}],
    "said": {"2": {"action": "bet", "put": "0.00"}, "4": {"action": "raise", "put": "0.00"}},
    "next": {"kind": "act", "seat": 5, "legal": {
        "fold": True, "call": "2000.00", "raise": {"min": "3000.00", "max": "3000.00"}}},
    "announcements": [
        {"kind": "high", "seat": 2, "card": None, "ranks": ["A", "K"], "suit": None, "to": None},
        {"kind": "pair", "seat": 2, "card": None, "ranks": ["A"], "suit": None, "to": None},
        {"kind": "pair", "seat": 4, "card": None, "ranks": ["Q"], "suit": None, "to": None},
        {"kind": "possible_flush", "seat": 5, "card": None, "ranks": [], "suit": "h", "to": None},
        {"kind": "raise", "seat": 4, "card": None, "ranks": [], "suit": None, "to": "2000.00"},
    ],
    "commands": ["leave_seat", "sit_out", "come_back", "call_supervisor"],
}  # fmt: skip
THIRD = {seat: f"## ## {up[:2]}" for seat, up in UP.items()}
FULL = dict.fromkeys(map(str, STUD_SEATS), "## ## 2c 9d Th Ah ##")
STUD_STATES: dict[str, Parts] = {
    "all-in-offered": STUD | {"all_in_offers": [5]},
    "third": STUD | {
        "street": "third_street", "cards": THIRD, "bets": {}, "said": {},
        "next": {"kind": "act", "seat": 1, "legal": {"bring_in": "50.00", "complete": "500.00"}},
        "announcements": [
            {"kind": "low", "seat": 1, "card": "2c", "ranks": [], "suit": None, "to": None},
        ],
    },
    "fourth-pair": STUD | {
        "street": "fourth_street", "next": {"kind": "act", "seat": 4, "legal": {
            "fold": True, "check": True, "bet": {"sizes": ["500.00", "1000.00"]}}},
        "bets": {}, "said": {},
    },
    "fifth": STUD,
    "dealing": STUD | {
        "phase": "dealing", "next": card("seat 5 card 6"), "bets": {}, "said": {},
        "announcements": [],
    },
    "aside": STUD | {
        "phase": "dealing", "next": card("aside"), "bets": {}, "said": {}, "announcements": [],
        "cards": STUD_CARDS | {"burn": "## ##", "aside": "## ##"},
    },
    "seventh": STUD | {
        "street": "seventh_street", "cards": FULL, "announcements": STUD["announcements"][:1],
    },
    "community": STUD | {
        "phase": "dealing", "street": "seventh_street", "cards": STUD_CARDS | {"board": "Kd"},
        "next": card("board 1"), "bets": {}, "said": {}, "announcements": [],
    },
    **{
        f"short-{step}": STUD | {
            "phase": "dealing", "street": "seventh_street", "next": card("seat 5 card 7"),
            "bets": {}, "cards": STUD_CARDS | {"burn": "## ## ##", "aside": "## ##"}, "said": {},
            "announcements": [], "shortage": {"step": step, "cards": 6},
        }
        for step in ("deal_to_last", "mix", "community", "mix_community")
    },
    "showdown": STUD | {
        "phase": "showdown", "street": "seventh_street", "bets": {}, "said": {},
        "announcements": [], "shown": [2], "shows": [2, 4, 5],
        "cards": FULL | {"2": "Ad 3c Ah Kc As 4s 9c"},
        "hands": {"2": "three_of_a_kind"},
        "next": {"kind": "act", "seat": 4, "legal": {"show": True, "muck": True}},
    },
    "held": STUD | {
        "phase": "held", "stage": "acting", "next": {"kind": "ruling"},
        "ruling": HELD_RULING | {"irregularity": "ST-I30"},
        "commands": ["apply_ruling", "call_supervisor"],
    },
}  # fmt: skip
