"""A floor made up by a test, as full as a busy night: for pictures that rounds rarely come to."""

from typing import Any

Json = dict[str, Any]

MINUTE_MS = 60_000
HOUR_MS = 60 * MINUTE_MS

RULES = "0a1b2c3d4e5f60718293a4b5c6d7e8f900112233445566778899aabbccddeeff"
ROYAL = ["Ah", "Kh", "Qh", "Jh", "Th"]
FLUSH = ["2h", "5h", "8h", "Th", "Jh"]


def tile(table: str, number: int, **parts: Any) -> Json:
    return {
        "id": table, "name": f"Caribbean Stud {number}", "game": "caribbean-stud",
        "currency": "USD", "is_open": True, "stage": "dealing", "phase": "dealing",
        "round": 100 + number, "limits": {"min": "5.00", "max": "500.00"},
        "seats_playing": 3 + number % 4, "bettors": None, "rounds_last_hour": 38 + number,
        "seconds_per_round": 81 + number, "held_since": None, "supervisor_called": False,
        "needs": 0, "alerts": 0, "dealer": f"D-{103 + number}",
        "next": {"kind": "card", "position": "seat 3 card 2"},
    } | parts  # fmt: skip


def item(kind: str, table: str, now: int, **parts: Any) -> Json:
    return {
        "id": f"{table}/{kind}", "kind": kind, "table": table,
        "table_name": f"Caribbean Stud {table[-1]}", "since": now - 42_000, "danger": 2,
        "title": "", "needs": "supervisor", "ruling": None, "cards": [], "round": 148,
        "seat": None, "amount": None, "category": None, "hand": None, "device": None,
        "faults": None, "reason": None, "version": 812, "played_version": 810, "command": None,
    } | parts  # fmt: skip


def ruling(**parts: Any) -> Json:
    return {
        "number": 1, "irregularity": "CS-I08", "title": "Dealer exposed a player's card",
        "facts": {"seat": "3", "card": "7h"}, "proposal": "play_on",
        "options": [
            {"option": "play_on", "needs": "supervisor"},
            {"option": "void_hand", "needs": "supervisor"},
        ],
        "source": (
            "House decision: the hand stands; void at the player's wish until he has decided. "
            "R6, R10 are stricter."
        ),
        "reported_by": "dealer", "reread": False,
    } | parts  # fmt: skip


def full_inbox(now: int) -> list[Json]:
    """One item of each kind, and a ruling that only a manager may give."""
    return [
        item("call", "CS-3", now, danger=1, since=now - 9 * MINUTE_MS,
             command={"command": "answer_call"}),
        item("ruling", "CS-1", now, danger=3, ruling=ruling(),
             title="Dealer exposed a player's card",
             cards=[{"position": "seat 3 card 3", "card": "7h"}]),
        item("verification", "CS-2", now, danger=4, seat=4, amount="5431.20",
             category="straight_flush", hand=["5c", "6c", "7c", "8c", "9c"],
             title="Seat 4 wins",
             command={"command": "verify_hand", "seat": 4, "round": 97}, round=97),
        item("device_fault", "CS-4", now, danger=2, since=now - 3 * MINUTE_MS, device="shoe-4",
             faults=["packet_lost"], reason="sequence 118 missing after 117",
             command={"command": "clear_device_faults", "device": "shoe-4",
                      "faults": ["packet_lost"]}),
        item("ruling", "CS-5", now, id="CS-5/ruling/2", danger=3, since=now - 2 * MINUTE_MS,
             needs="manager", title="Double, joker or foreign card in the deck",
             cards=[{"position": "seat 2 card 1", "card": "Jo"}],
             ruling=ruling(
                 number=2, irregularity="CS-I17", facts={"card": "Jo", "position": "seat 2 card 1"},
                 title="Double, joker or foreign card in the deck", proposal="fouled_deck",
                 options=[{"option": "fouled_deck", "needs": "manager"}],
                 source="R10 (defective deck): stop, void the current round, impound the deck; "
                 "finished rounds stand.",
                 reported_by="table")),
    ]  # fmt: skip


TERMS = {
    "base": "10000.00", "rate": "7/10", "reserve_rate": "1/10", "cap": None,
    "overflow_to": "overflow", "reserve_use": "pays_base", "probability": "1/649740",
}  # fmt: skip


def award(number: int, now: int, **parts: Any) -> Json:
    """A share of the meter that is fixed and not paid."""
    return {
        "award": f"CS-1-148-9-{number}", "kind": "win", "status": "locked", "is_doubted": False,
        "table": "CS-1", "round": 148, "seat": number, "follows": None, "category": "royal_flush",
        "cards": ROYAL, "amount": "5290.50", "currency": "USD", "at": now - 42_000,
        "void": {"meter": "5290.50", "house": "0.00", "base": "0.00", "lapses": []},
    } | parts  # fmt: skip


def full_meter(now: int) -> Json:
    """A level whose prizes are open in every way, while rounds are open."""
    return meter(
        now, cap="25000.00", terms=TERMS | {"cap": "25000.00"}, in_play=["CS-1", "CS-2", "CS-3"],
        awards=[
            award(2, now),
            award(3, now, status="verified"),
            award(4, now, status="disputed", amount="999999.99",
                  void={"meter": "999999.99", "house": "200.00", "base": "10000.00",
                        "lapses": [1, 5]}),
            award(5, now, is_doubted=True, kind="envy", follows=2, amount="100.00"),
        ],
    )  # fmt: skip


def meter(now: int, **parts: Any) -> Json:
    course = [
        [now - (24 * HOUR_MS) + step * 25 * MINUTE_MS, 900_000 + step * step * 310 + step * 900]
        for step in range(40)
    ]
    course += [[now - 7 * HOUR_MS + step * 30 * MINUTE_MS, 1_000_000 + step * 4_150]
               for step in range(15)]  # fmt: skip
    return {
        "progressive": "CS-main", "level": "main", "name": "main", "currency": "USD",
        "meter": "10581.00", "state": "live",
        "tables": ["CS-1", "CS-2", "CS-3"], "seed": "10000.00", "cap": None,
        "overflow": "0.00", "reserve": "0.00", "own": [], "terms": TERMS, "in_play": [],
        "awards": [],
        "last_hit": {
            "table": "CS-2", "round": 61, "seats": [5], "amount": "12482.16", "currency": "USD",
            "category": "royal_flush", "hand": ROYAL, "at": now - 7 * HOUR_MS,
        },
        "spark": course,
    } | parts  # fmt: skip


def device(table: str, name: str, kind: str, now: int, **parts: Any) -> Json:
    return {
        "table": table, "id": name, "kind": kind, "seat": None, "state": "ready",
        "since": now - 3 * HOUR_MS, "session": 4, "reason": None, "faults": [], "expected": True,
        "window": None, "lamp": None, "lit_at": None, "shown": None,
    } | parts  # fmt: skip


def devices(now: int) -> list[Json]:
    return [
        device("CS-1", "shoe-1", "card_shoe", now),
        device("CS-1", "acceptor-1", "bet_acceptor", now, seat=1, window="open", lamp=True,
               lit_at=now - 9_000),
        device("CS-1", "acceptor-2", "bet_acceptor", now, seat=2, window="open", lamp=False),
        device("CS-1", "sign-1", "meter_display", now,
               shown={"what": "amount", "text": "10581.00", "amount": "10581.00",
                      "is_read_back": True, "at": now}),
        device("CS-4", "shoe-4", "card_shoe", now, state="degraded", faults=["packet_lost"],
               since=now - 3 * MINUTE_MS, reason="sequence 118 missing after 117"),
        device("CS-2", "sign-2", "meter_display", now, state="lost", since=now - 26 * MINUTE_MS,
               shown={"what": "blank", "text": "", "amount": None, "is_read_back": False,
                      "at": now}),
    ]  # fmt: skip


def alert(kind: str, code: str, now: int, **parts: Any) -> Json:
    return {
        "id": f"{kind}-{code}", "table": "CS-4", "kind": kind, "code": code,
        "text_key": f"alert.{kind}.{code}", "since": now - 3 * MINUTE_MS, "facts": {},
    } | parts  # fmt: skip


def busy_floor(now: int) -> Json:
    """Six tables of which five need a person."""
    return {
        "now": now,
        "tables": [
            tile("CS-1", 1, round=148, phase="held", needs=1, held_since=now - 42_000,
                 next={"kind": "ruling"}),
            tile("CS-2", 2, round=97, phase="paying", stage="paying", needs=1,
                 next={"kind": "verify", "seat": 4}),
            tile("CS-3", 3, needs=1, supervisor_called=True),
            tile("CS-4", 4, needs=1, alerts=1),
            tile("CS-5", 5, phase="held", needs=1, held_since=now - 2 * MINUTE_MS,
                 next={"kind": "ruling"}),
            tile("CS-6", 6, is_open=False, phase="idle", stage="idle", round=0, seats_playing=0,
                 rounds_last_hour=0, seconds_per_round=None, dealer=None, next={"kind": "none"}),
        ],
        "inbox": full_inbox(now),
        "meters": [meter(now)],
        "devices": devices(now),
        "alerts": [
            alert("device", "degraded", now,
                  facts={"device": "shoe-4", "device_kind": "card_shoe"}),
            alert("sign", "blank", now, table="CS-2", facts={"device": "sign-2"}),
        ],
    }  # fmt: skip


def quiet_floor(now: int) -> Json:
    """One table where nothing has ever happened."""
    return {
        "now": now,
        "tables": [
            tile("CS-1", 1, is_open=False, phase="idle", stage="idle", round=0, seats_playing=0,
                 rounds_last_hour=0, seconds_per_round=None, dealer=None, next={"kind": "none"}),
        ],
        "inbox": [],
        "meters": [meter(now, meter="10000.00", last_hit=None, spark=[[now - 1000, 1_000_000]])],
        "devices": [],
        "alerts": [],
    }  # fmt: skip


# ---------------------------------------------------------------------- the record


def event(position: int, name: str, at: int, source: str, facts: Json, **parts: Any) -> Json:
    return {
        "position": position, "stream": "table/CS-1", "version": position - 200, "at": at,
        "recorded_at": at + 3, "type": name, "text": name, "source": source, "person": None,
        "facts": facts, "ledger": None, "rule": None,
    } | parts  # fmt: skip


def round_events(now: int) -> list[Json]:
    start = now - 80_000
    by_dealer = {"person": "D-104"}
    fed = [{"account": "contributions", "amount": "-0.714285"},
           {"account": "meter", "amount": "0.714285"}]  # fmt: skip
    return [
        event(1001, "betting_opened", start, "dealer", {"round_number": 148}, **by_dealer),
        event(1002, "wager_placed", start + 4_000, "dealer",
              {"seat": 3, "spot": "ante", "amount": "25.00", "is_coin": False}, **by_dealer),
        event(1003, "wager_placed", start + 6_000, "device",
              {"seat": 3, "spot": "progressive", "amount": "1.00", "is_coin": True}),
        event(1004, "betting_closed", start + 20_000, "dealer",
              {"deal_order": ["seat 3", "seat 5", "dealer"]}, **by_dealer),
        event(1005, "contribution_booked", start + 20_000, "station",
              {"seat": 3, "amount": "0.714285", "table_id": "CS-1", "round_number": 148},
              stream="progressive/CS-main", ledger=fed),
        event(1006, "card_drawn", start + 24_000, "device",
              {"card": "##", "position": "seat 3 card 1"}),
        event(1007, "card_drawn", start + 26_000, "device",
              {"card": "##", "position": "seat 5 card 1"}),
        event(1008, "irregularity_raised", start + 38_000, "dealer",
              {"number": 1, "irregularity": "CS-I08", "facts": {"seat": "3", "card": "7h"},
               "reported_by": "dealer", "is_held": True,
               "options": [{"option": "play_on", "needs": "supervisor"},
                           {"option": "void_hand", "needs": "supervisor"}]},
              rule="CS-I08", **by_dealer),
    ]  # fmt: skip


def wager(
    seat: int, spot: str, stake: str, outcome: str, wins: str, rule: str, **parts: Any
) -> Json:
    return {
        "seat": seat, "spot": spot, "stake": stake, "odds": "1:1" if outcome == "win" else "",
        "outcome": outcome, "wins": wins, "handed_back": "0.00", "rule": rule,
        "rule_text": {
            "en": "The player's hand is higher than the dealer's; the Ante pays even money.",
            "pl": "Ręka gracza jest wyższa niż grająca ręka krupiera; ante płaci jeden do jednego.",
        },
        "cards": [], "dealer_cards": [], "ledger": [],
    } | parts  # fmt: skip


def settled_round(now: int, number: int = 147) -> Json:
    start = now - 10 * MINUTE_MS
    booked = {"stream": "progressive/CS-main", "version": 51, "at": start + 61_000,
              "type": "prize_locked"}  # fmt: skip
    fed = booked | {"type": "contribution_booked", "version": 44, "at": start + 18_000}
    return {
        "number": number, "table": "CS-1", "game": "caribbean-stud",
        "rules": {"name": "classic", "digest": RULES}, "phase": "settled",
        "opened_at": start, "ended_at": start + 96_000, "dealer": "D-104",
        "house": "262.00", "compensated": "-5.00",
        "view": {
            "cards": {"2": " ".join(FLUSH), "4": "Ks Kd 4h 7c 2s", "5": "## ## ## ## ##",
                      "dealer": "Ah Kc 9d 4s 3c"},
            "hands": {"2": "flush", "4": "pair", "dealer": "ace_king"},
            "status": {"2": "in", "4": "in", "5": "folded"},
            "net": {}, "stakes": {}, "outcome": {},
        },
        "wagers": [
            wager(2, "ante", "10.00", "win", "10.00", "CS-11", handed_back="20.00"),
            wager(2, "bet", "20.00", "win", "100.00", "CS-11", odds="5:1", handed_back="120.00"),
            wager(2, "progressive", "1.00", "win", "49.00", "CS-20", odds="", handed_back="50.00",
                  ledger=[
                      fed | {"account": "contributions", "amount": "-0.714285"},
                      fed | {"account": "meter", "amount": "0.714285"},
                      booked | {"account": "meter", "amount": "-50.00"},
                      booked | {"account": "awards_payable", "amount": "50.00"},
                  ]),
            wager(4, "ante", "25.00", "win", "25.00", "CS-11", handed_back="50.00"),
            wager(4, "bet", "50.00", "win", "50.00", "CS-11", handed_back="100.00"),
            wager(5, "ante", "500.00", "lose", "-500.00", "CS-07"),
            wager(5, "progressive", "1.00", "lose", "-1.00", "CS-24"),
        ],
        "lights": [
            {"seat": 2, "lit_at": start + 6_000, "token_at": start + 6_000,
             "window_closed_at": start + 18_000, "dark_at": start + 96_000},
        ],
        "rulings": [
            {"number": 1, "irregularity": "CS-I08", "title": "Dealer exposed a player's card",
             "facts": {"seat": "4", "card": "Kd"},
             "options": [{"option": "play_on", "needs": "supervisor"}], "option": "play_on",
             "by": "supervisor", "person": "S-201", "raised_at": start + 31_000,
             "ruled_at": start + 52_000,
             "source": "House decision: the hand stands; void at the player's wish until he has "
             "decided. R6, R10 are stricter."},
        ],
        "events": round_events(start + 80_000),
    }  # fmt: skip


def current_round(now: int) -> Json:
    return settled_round(now, 148) | {
        "phase": "held", "ended_at": None, "events": round_events(now), "rulings": [],
    }  # fmt: skip


def round_rows(now: int) -> list[Json]:
    houses = ["-234.00", "501.00", "60.00", "-1205.50", "0.00", "75.00", "-20.00", "310.00"]
    return [
        {
            "number": 148 - ago, "phase": "void" if ago == 5 else "settled",
            "opened_at": now - ago * 95_000 - 90_000, "ended_at": now - ago * 95_000,
            "seats": [2, 4, 5], "staked": "607.00", "returned": "340.00", "house": house,
            "irregularities": ["CS-I08"] if ago == 1 else [],
            "prize": "50.00" if ago == 1 else None, "first_version": 1, "last_version": 2,
        }
        for ago, house in enumerate(houses, start=1)
    ]  # fmt: skip


def movements(now: int) -> list[Json]:
    made = []
    for step in range(12):
        is_prize = step == 4
        amount = "-50.00" if is_prize else "0.714285"
        made.append({
            "version": 60 - step, "position": 1200 - step, "at": now - step * 40_000,
            "type": "prize_locked" if is_prize else "contribution_booked",
            "text": "", "table": "CS-1", "round": 148 - step // 3, "seat": 2 + step % 3,
            "person": "D-104" if is_prize else None,
            "facts": {"table_id": "CS-1", "round_number": 148 - step // 3, "amount": "50.00"},
            "amount": amount, "meter_before": f"{10581 - step}.71",
            "meter_after": f"{10582 - step}.42",
            "entry": [
                {"account": "meter", "amount": amount},
                {"account": "awards_payable" if is_prize else "contributions",
                 "amount": amount.removeprefix("-") if is_prize else f"-{amount}"},
            ],
        })  # fmt: skip
    return made


# ---------------------------------------------------------------------- the table's view

SEATS = [1, 2, 3, 4, 5, 6, 7]


def view(now: int, **parts: Any) -> Json:
    """A table while cards come, four seats playing."""
    stakes = {"ante": "25.00", "progressive": "1.00"}
    return {
        "table": {
            "id": "CS-1", "name": "Caribbean Stud 1", "game": "caribbean-stud",
            "rules": "classic", "currency": "USD", "seats": SEATS,
            "limits": {"min": "5.00", "max": "500.00"}, "player_cards_public": False,
            "spots": [{"name": "ante", "base": True}, {"name": "progressive", "price": "1.00"},
                      {"name": "bet", "decision": True}],
        },
        "version": 812, "played_version": 810, "round": 148, "step": 3, "is_open": True,
        "phase": "dealing", "stage": "dealing",
        "next": {"kind": "card", "position": "seat 3 card 2"}, "commands": [],
        "cards": {"1": "## ## ##", "3": "## ## 7h", "5": "## ## ##", "7": "## ##",
                  "dealer": "## ##"},
        "stakes": {"1": stakes, "3": stakes, "5": {"ante": "500.00"}, "7": {"ante": "10.00"}},
        "status": {"1": "in", "3": "in", "5": "in", "7": "in"},
        "devices": [{"id": "shoe-1", "kind": "card_shoe", "state": "ready"}],
        "meters": {"main": "10581.00"}, "now": now,
    } | parts  # fmt: skip


def held_view(now: int) -> Json:
    return view(now, phase="held", next={"kind": "ruling"}, ruling=ruling())


def betting_view(now: int) -> Json:
    return view(now, phase="betting", stage="betting", next={"kind": "bets"}, cards={})


def closed_view(now: int) -> Json:
    return view(now, is_open=False, phase="idle", stage="idle", round=0, cards={}, stakes={},
                status={}, next={"kind": "none"})  # fmt: skip


def locked_view(now: int) -> Json:
    """The round is void and its deck locked out."""
    return view(now, phase="void", stage="void", next={"kind": "none"}, deck_locked=True,
                stakes={}, status={}, commands=["change_deck"])  # fmt: skip


def paying_view(now: int) -> Json:
    """Seat 4 wins the meter and must be seen."""
    won = {"outcome": "win", "rule": "CS-11"}
    wagers = [
        {"spot": "ante", "stake": "10.00", "odds": "1:1", "wins": "10.00"} | won,
        {"spot": "bet", "stake": "20.00", "odds": "50:1", "wins": "1000.00"} | won,
        {"spot": "progressive", "stake": "1.00", "wins": "5430.20"} | won | {"rule": "CS-22"},
    ]
    return view(
        now, phase="paying", stage="paying", next={"kind": "verify", "seat": 4},
        cards={"1": "Ks Kd 4h 7c 2s", "4": "5c 6c 7c 8c 9c", "dealer": "Ah Kc 9d 4s 3c"},
        hands={"dealer": "ace_king", "4": "straight_flush", "1": "pair"},
        stakes={"1": {"ante": "25.00"}, "4": {"ante": "10.00"}},
        status={"1": "in", "4": "in"},
        payouts=[
            {"seat": 4, "state": "current", "verify": True, "hand": "straight_flush",
             "hand_back": "6461.20", "wagers": wagers},
            {"seat": 1, "state": "waiting", "hand": "pair", "hand_back": "0.00", "wagers": []},
        ],
    )  # fmt: skip


def settled_view(now: int) -> Json:
    net = {"ante": "500.00", "bet": "99999.99", "progressive": "99999.99"}
    return view(
        now, phase="settled", stage="settled", next={"kind": "none"},
        cards={str(seat): " ".join(ROYAL) for seat in SEATS} | {"dealer": "Ah Kc 9d 4s 3c"},
        hands={str(seat): "royal_flush" for seat in SEATS} | {"dealer": "ace_king"},
        status={str(seat): "in" for seat in SEATS}, net={str(seat): net for seat in SEATS},
        outcome={str(seat): dict.fromkeys(net, "win") for seat in SEATS}, stakes={},
    )  # fmt: skip
