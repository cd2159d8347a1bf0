"""A second opinion on a Caribbean Stud table, written from the rule sheet and design section 9.

Follows a table's events with books of its own (who paid what in, what lies, what came back), a
meter of its own, payouts of its own (hands valued by phevaluator), and says who may see which
card. Shares no rule with the code it judges: from there come only the words for things.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache
from typing import Any

from phevaluator import evaluate_cards

from dealer_station.games.rules import Outcome
from dealer_station.irregularities.kinds import RulingOption
from dealer_station.table import events as e
from dealer_station.table.evolve import evolve
from dealer_station.table.lifecycle import Phase
from dealer_station.table.roles import Role
from dealer_station.table.state import HandStatus, HouseRound, Irregularity, TableState

HAND_SIZE = 5
CATEGORY_LIMITS = (
    (1, "royal_flush"),
    (10, "straight_flush"),
    (166, "four_of_a_kind"),
    (322, "full_house"),
    (1599, "flush"),
    (1609, "straight"),
    (2467, "three_of_a_kind"),
    (3325, "two_pair"),
    (6185, "pair"),
    (7462, "high_card"),
)
"""Worst rank of phevaluator (1 is best) that still belongs to a category."""

BET_US = {
    "royal_flush": 100, "straight_flush": 50, "four_of_a_kind": 20, "full_house": 7, "flush": 5,
    "straight": 4, "three_of_a_kind": 3, "two_pair": 2, "pair": 1, "high_card": 1,
}  # fmt: skip
BET_EVO = BET_US | {"four_of_a_kind": 25, "full_house": 10, "flush": 7, "straight": 5}
BET_TABLES = {"BET_US": BET_US, "BET_EVO": BET_EVO}
FIXED_PRIZES = {
    "P1": {"flush": 50, "full_house": 75, "four_of_a_kind": 100},
    "P3": {"flush": 50, "full_house": 100, "four_of_a_kind": 500},
    "P5": {"flush": 100, "full_house": 250, "four_of_a_kind": 500},
    "P7": {"full_house": 100, "four_of_a_kind": 500},
}
"""Prizes in whole currency; a straight flush is a tenth of the meter, a royal all of it."""


@cache
def rank_of(cards: tuple[str, ...]) -> int:
    """Return the rank of five cards: 1 is a royal flush."""
    rank: int = evaluate_cards(*cards)
    return rank


def category_of(cards: tuple[str, ...]) -> str | None:
    """Return the category of a complete, known hand."""
    if len(cards) != HAND_SIZE or "??" in cards or "Jo" in cards or len(set(cards)) < HAND_SIZE:
        return None
    rank = rank_of(cards)
    return next(name for limit, name in CATEGORY_LIMITS if rank <= limit)


LOWEST_QUALIFIER = rank_of(("Ad", "Kc", "4h", "3s", "2d"))


def base_nets(
    values: Mapping[str, str],
    stakes: Mapping[str, int],
    own: tuple[str, ...],
    dealer: tuple[str, ...],
) -> dict[str, int]:
    """Return what Ante and Bet of a hand that was bet come to."""
    ante, bet = stakes["ante"], stakes["bet"]
    dealer_rank, own_rank = rank_of(dealer), rank_of(own)
    if dealer_rank > LOWEST_QUALIFIER:
        return {"ante": ante, "bet": 0}
    if own_rank == dealer_rank:
        return {"ante": 0, "bet": 0}
    if own_rank > dealer_rank:
        return {"ante": -ante, "bet": -bet}
    win = BET_TABLES[values["bet_paytable"]][category_of(own) or ""] * bet
    if values["max_bet_payout"] != "none":
        win = min(win, cents(values["max_bet_payout"]))
    return {"ante": ante, "bet": win}


def cents(amount: str) -> int:
    """Return an amount of the currency in cents."""
    return int(Fraction(amount) * 100)


def holds_prize(values: Mapping[str, str], current: HouseRound, seat: int) -> str | None:
    """Return the category of a prize-winning hand that is in play; None without one."""
    if values["progressive_paytable"] == "none":
        return None
    hand = next((hand for hand in current.hands if hand.seat == seat), None)
    staked = any(w.seat == seat and w.spot == "progressive" for w in current.wagers)
    if hand is None or not staked or hand.status in {HandStatus.VOID, HandStatus.DEAD}:
        return None
    if hand.status is HandStatus.FOLDED and values["progressive_on_fold"] == "lose":
        return None
    category = category_of(cards_of(current, f"seat {seat}"))
    lines = {*FIXED_PRIZES[values["progressive_paytable"]], "straight_flush", "royal_flush"}
    return category if category in lines else None


def cards_of(current: HouseRound, hand: str) -> tuple[str, ...]:
    """Return the cards that the order of the deal gives to a hand."""
    return tuple(
        card
        for card, owner in zip(current.draws, current.deal_order, strict=False)
        if owner == hand
    )


# ------------------------------------------------------------------------------ who sees what


@dataclass(frozen=True)
class Sight:
    """Who may see which card of a table at one moment (design section 9)."""

    state: TableState
    values: Mapping[str, str]
    opened: frozenset[tuple[int, int]] = frozenset()
    """Round and seat of the hands that lay open after earlier commands."""

    def open_hands(self) -> frozenset[tuple[int, int]]:
        """Return round and seat of the hands that lie open now: they stay so."""
        current = self.state.round
        if current is None:
            return frozenset()
        return frozenset(
            (current.number, hand.seat)
            for hand in current.hands
            if self._is_face_up(f"seat {hand.seat}", 1)
        )

    def cards(self, hand: str, role: Role) -> list[str]:
        """Return a hand as a role must see it, face-down cards as `##`; `??` names no card."""
        current = self.state.round
        assert current is not None
        return [
            card if card == "??" or self._may_see(role, hand, number, card) else "##"
            for number, card in enumerate(cards_of(current, hand), start=1)
        ]

    def facts(self, item: Irregularity, role: Role) -> dict[str, str]:
        """Return the facts of an open ruling as a role must be told them."""
        told = dict(item.facts)
        if role not in {Role.SUPERVISOR, Role.MANAGER}:
            for name in told.keys() & {"card", "cards", "read"}:
                told[name] = re.sub("[^? ]+", "##", told[name])
            if "note" in told:
                told["note"] = re.sub(r"\b([2-9TJQKA][cdhs]|Jo)\b", "##", told["note"])
        return told

    def _may_see(self, role: Role, hand: str, number: int, card: str) -> bool:
        if self._is_face_up(hand, number):
            return True
        if role is Role.AUDITOR:
            return self.state.phase in {Phase.IDLE, Phase.SETTLED, Phase.VOID}
        is_ruler = role in {Role.SUPERVISOR, Role.MANAGER}
        if is_ruler and self._is_named(hand, number, card):
            return True
        return (is_ruler or role is Role.DEALER) and self._may_be_paid_by_ruling(hand)

    def _may_be_paid_by_ruling(self, hand: str) -> bool:
        """Whether the open ruling may honour this prize (CS-I04): it must be seen (CS-21)."""
        options = [
            offered.option
            for item in self.state.irregularities
            if item.ruling is None
            for offered in item.options
        ]
        if RulingOption.HONOUR_SIDE_BETS not in options or not hand.startswith("seat "):
            return False
        assert self.state.round is not None
        seat = int(hand.removeprefix("seat "))
        return holds_prize(self.values, self.state.round, seat) is not None

    def _is_face_up(self, hand: str, number: int) -> bool:
        current = self.state.round
        assert current is not None
        if hand == "dealer":
            # A card that completes a short hand comes last and lies face down.
            return bool(current.pay_order) or number == HAND_SIZE - current.late_dealer_cards
        if not hand.startswith("seat "):
            return False
        if self.values["player_cards_public"] == "true":
            return True
        seat = int(hand.removeprefix("seat "))
        if (current.number, seat) in self.opened:
            return True
        status = next(h.status for h in current.hands if h.seat == seat)
        is_shown = status is HandStatus.IN or holds_prize(self.values, current, seat) is not None
        return is_shown and self._has_come_up(current, seat)

    def _has_come_up(self, current: HouseRound, seat: int) -> bool:
        """Whether the seat was settled, verified, or its turn has come."""
        if seat in current.verified or any(p.seat == seat for p in current.payments):
            return True
        lying = {w.seat for w in current.wagers if w.outcome is Outcome.PENDING}
        return next((s for s in current.pay_order if s in lying), None) == seat

    def _is_named(self, hand: str, number: int, card: str) -> bool:
        for item in self.state.irregularities:
            if item.ruling is None:
                facts = item.facts
                if item.irregularity in {"CS-I14", "CS-I16"}:
                    # About the card that was read last then, and no other.
                    lies = list(cards_of(self._just_dealt(item.card_number), hand))
                    before = list(cards_of(self._just_dealt(item.card_number - 1), hand))
                    return number == len(lies) > len(before)
                if item.reported_by == "dealer" and "position" in facts:
                    is_there = facts["position"] == f"{hand} card {number}"
                    return is_there and facts.get("card") in {None, card}
                if facts.get("position") == f"{hand} card {number}":
                    return True
                if "seat" in facts and f"seat {facts['seat']}" != hand:
                    return False
                return card in {facts.get("card"), *facts.get("cards", "").split()}
        return False

    def _just_dealt(self, count: int) -> HouseRound:
        """Return the round as if only so many cards had left the shoe."""
        assert self.state.round is not None
        return replace(self.state.round, draws=self.state.round.draws[:count])


# ---------------------------------------------------------------------------------------- books


@dataclass
class RoundBooks:
    """Money of one table's round, by (seat, spot), in cents."""

    lying: dict[tuple[int, str], int] = field(default_factory=dict)
    results: dict[tuple[int, str], int] = field(default_factory=dict)
    bettors: int = 0
    """What all bettors together have taken home (+) or left on the table (-) since it began."""
    shares: dict[int, int] = field(default_factory=dict)
    meter_moved: Fraction = Fraction(0)
    """What prizes of this round have added to the meter."""
    is_fed: bool = False
    is_honoured: bool = False


@dataclass
class Books:
    """Books of all tables that play for one progressive, and its meter."""

    meter: Fraction
    contributed: Fraction = Fraction(0)
    paid_out: int = 0
    rounds: dict[str, RoundBooks] = field(default_factory=dict)
    reached: Counter[str] = field(default_factory=Counter)

    def take(
        self,
        table_id: str,
        values: Mapping[str, str],
        before: TableState,
        events: Iterable[e.TableEvent],
    ) -> None:
        """Take in the events of one command; `before` is the state they were decided on."""
        state = before
        for event in events:
            name = type(event).__name__
            handler = getattr(self, "_on" + re.sub("([A-Z])", r"_\1", name).lower(), None)
            self.reached[name] += 1
            if handler is not None:
                handler(self.rounds.setdefault(table_id, RoundBooks()), values, state, event)
            # Only the place of cards and the standing of seats are read from the state.
            state = evolve(state, event)

    def _on_betting_opened(self, _books: RoundBooks, _v: Any, state: TableState, _e: Any) -> None:
        books = self.rounds[state.table_id]
        assert not books.lying, "a round began while stakes of the last one lay"
        self.rounds[state.table_id] = RoundBooks()

    def _on_wager_placed(self, books: RoundBooks, _v: Any, _s: Any, event: e.WagerPlaced) -> None:
        key = (event.seat, event.spot)
        assert event.amount_minor > 0
        books.lying[key] = books.lying.get(key, 0) + event.amount_minor
        books.bettors -= event.amount_minor

    def _on_wager_withdrawn(
        self, books: RoundBooks, _v: Any, _s: Any, event: e.WagerWithdrawn
    ) -> None:
        assert books.lying.pop((event.seat, event.spot)) == event.amount_minor
        books.bettors += event.amount_minor

    def _on_betting_closed(self, books: RoundBooks, values: Any, _s: Any, _e: Any) -> None:
        books.is_fed = True
        antes = {seat for seat, spot in books.lying if spot == "ante"}
        for seat, spot in books.lying:
            if spot == "progressive" and seat in antes:
                self._feed(Fraction(values["contribution"]) * 100)

    def _feed(self, amount: Fraction) -> None:
        self.contributed += amount
        self.meter += amount

    def _on_wager_returned(
        self, books: RoundBooks, values: Any, _s: Any, event: e.WagerReturned
    ) -> None:
        key = (event.seat, event.spot)
        if key in books.lying:
            assert books.lying.pop(key) == event.amount_minor
            assert event.net_undone_minor == 0
            books.bettors += event.amount_minor
        else:
            assert event.net_undone_minor == books.results[key]
            books.bettors -= event.net_undone_minor
            if event.spot == "progressive":
                self.paid_out -= max(0, event.net_undone_minor + event.amount_minor)
        books.results[key] = 0
        if event.spot == "progressive" and books.is_fed and event.reason != "CS-I12":
            amount = Fraction(values["contribution"]) * 100
            self.contributed -= amount
            self.meter = max(Fraction(0), self.meter - amount)

    def _on_act_taken(self, books: RoundBooks, _v: Any, _s: Any, event: e.ActTaken) -> None:
        if event.action == "bet":
            assert event.stake_minor == 2 * books.lying[event.seat, "ante"]
            books.lying[event.seat, "bet"] = event.stake_minor
            books.bettors -= event.stake_minor
        else:
            assert (event.action, event.stake_minor, event.spot) == ("fold", 0, "")

    def _on_wager_corrected(
        self, books: RoundBooks, _v: Any, state: TableState, event: e.WagerCorrected
    ) -> None:
        key, due = (event.seat, event.spot), 2 * books.lying[event.seat, "ante"]
        is_open = state.phase is Phase.DECIDING
        assert event.amount_minor == (due if is_open else min(due, event.found_minor))
        books.bettors -= event.amount_minor - books.lying[key]
        books.lying[key] = event.amount_minor

    def _on_shares_fixed(
        self, books: RoundBooks, values: Any, state: TableState, event: e.SharesFixed
    ) -> None:
        assert not books.shares, "shares are fixed once"
        assert state.round is not None
        whole = int(self.meter)
        royals = [
            seat
            for seat in state.round.pay_order or [seat for seat, _ in event.shares]
            if holds_prize(values, state.round, seat) == "royal_flush"
        ]
        assert [seat for seat, _ in event.shares] == royals
        each, odd = divmod(whole, len(royals))
        least = cents(values["royal_minimum"])
        expected = [max(each + (odd if index == 0 else 0), least) for index in range(len(royals))]
        assert [amount for _, amount in event.shares] == expected
        books.shares = dict(event.shares)
        self._move_meter(books, Fraction(cents(values["seed_amount"]) - whole))

    def _move_meter(self, books: RoundBooks, amount: Fraction) -> None:
        self.meter += amount
        books.meter_moved += amount

    def _release_share(self, books: RoundBooks, seat: int) -> None:
        """A share not paid yet is owed to nobody, though the killed hand's dollar still lies."""
        if (seat, "progressive") in books.lying:
            self._move_meter(books, Fraction(books.shares.pop(seat, 0)))

    def _on_hand_voided(self, books: RoundBooks, _v: Any, _s: Any, event: e.HandVoided) -> None:
        self._release_share(books, event.seat)

    def _on_hand_killed(self, books: RoundBooks, _v: Any, _s: Any, event: e.HandKilled) -> None:
        self._release_share(books, event.seat)

    def _on_seat_paid(
        self, books: RoundBooks, values: Any, state: TableState, event: e.SeatPaid
    ) -> None:
        lying = {spot: amount for (seat, spot), amount in books.lying.items() if seat == event.seat}
        nets = {wager.spot: wager.net_minor for wager in event.wagers}
        assert nets.keys() == lying.keys(), "everything at a seat is settled at once"
        assert nets == self._due(books, values, state, event.seat, lying)
        for wager in event.wagers:
            assert wager.stake_minor == books.lying.pop((event.seat, wager.spot))
            books.bettors += wager.stake_minor + wager.net_minor
            books.results[event.seat, wager.spot] = wager.net_minor

    def _due(
        self, books: RoundBooks, values: Any, state: TableState, seat: int, lying: dict[str, int]
    ) -> dict[str, int]:
        """Return what a seat must get; takes the prize from the meter."""
        current = state.round
        assert current is not None
        due = {spot: -amount for spot, amount in lying.items()}
        status = next(hand.status for hand in current.hands if hand.seat == seat)
        if status is HandStatus.IN and "bet" in lying:
            own = cards_of(current, f"seat {seat}")
            due |= base_nets(values, lying, own, cards_of(current, "dealer"))
        if "progressive" in lying:
            prize = self._prize(books, values, current, seat)
            self.paid_out += prize
            due["progressive"] = prize - lying["progressive"]
        return due

    def _prize(self, books: RoundBooks, values: Any, current: HouseRound, seat: int) -> int:
        category = holds_prize(values, current, seat)
        if category is None:
            return 0
        self.reached[f"prize {category}"] += 1
        if category == "royal_flush":
            return books.shares[seat]
        if category == "straight_flush":
            prize = int(self.meter) // 10
            self._move_meter(books, Fraction(-prize))
            return prize
        prize = FIXED_PRIZES[values["progressive_paytable"]][category] * 100
        if values["deduct_fixed_prizes"] == "true":
            self._move_meter(books, Fraction(-min(prize, int(self.meter))))
        return prize

    def _on_ruling_made(
        self, books: RoundBooks, _v: Any, state: TableState, event: e.RulingMade
    ) -> None:
        self.reached[f"ruling {event.option.value}"] += 1
        books.is_honoured = event.option is RulingOption.HONOUR_SIDE_BETS
        voids = {RulingOption.VOID_ROUND, RulingOption.FOULED_DECK}
        if event.option in voids and state.phase in {
            Phase.BETTING, Phase.DEALING, Phase.DECIDING, Phase.PAYING
        }:  # fmt: skip
            if books.meter_moved:
                self.reached["prize undone"] += 1
            self.meter = max(Fraction(0), self.meter - books.meter_moved)
            books.meter_moved = Fraction(0)

    def _on_round_settled(self, books: RoundBooks, _v: Any, _s: Any, _e: Any) -> None:
        assert not books.lying, "a settled round leaves no stake"
        assert books.bettors == sum(books.results.values())

    def _on_round_voided(self, books: RoundBooks, _v: Any, _s: Any, _e: Any) -> None:
        assert not books.lying, "a void round leaves no stake"
        if books.is_honoured:
            assert all(
                net >= 0 or spot == "progressive" for (_, spot), net in books.results.items()
            )
        else:
            assert books.bettors == 0
            assert not any(books.results.values())

    def check_state(self, state: TableState) -> None:
        """Compare what lies and what was decided with the table's state."""
        if state.round is None:
            return
        books = self.rounds[state.table_id]
        wagers = state.round.wagers
        assert books.lying == {
            (w.seat, w.spot): w.amount_minor for w in wagers if w.outcome is Outcome.PENDING
        }
        assert books.results == {
            (w.seat, w.spot): w.net_minor for w in wagers if w.outcome is not Outcome.PENDING
        }
        # Stakes in are stakes out and what was won or lost: the house's result is the other side.
        assert books.bettors == sum(books.results.values()) - sum(books.lying.values())
