"""Books of a Caribbean Stud table, kept from its events: stakes, results, the meter and its prizes.

The money part of the second opinion in `table_oracle`; it shares no rule with the code it judges.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from table_oracle import FIXED_PRIZES, base_nets, cards_of, cents, holds_prize

from dealer_station.games.rules import Outcome
from dealer_station.irregularities.kinds import RulingOption
from dealer_station.table import events as e
from dealer_station.table.evolve import evolve
from dealer_station.table.lifecycle import Phase
from dealer_station.table.state import HandStatus, HouseRound, TableState


@dataclass
class RoundBooks:
    """Money of one table's round, by (seat, spot), in cents."""

    lying: dict[tuple[int, str], int] = field(default_factory=dict)
    results: dict[tuple[int, str], int] = field(default_factory=dict)
    bettors: int = 0
    """What all bettors together have taken home (+) or left on the table (-) since it began."""
    shares: dict[int, int] = field(default_factory=dict)
    """What is fixed for a seat's hand, paid or not."""
    from_meter: dict[int, int] = field(default_factory=dict)
    """How much of that came out of the meter."""
    royals: set[int] = field(default_factory=set)
    """Seats of royals whose shares stand."""
    seen: set[int] = field(default_factory=set)
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
        if state.phase is Phase.PAYING and not state.open_irregularity:
            self._lock_up(self.rounds[table_id], values, state)

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
        assert not books.royals, "shares are fixed once"
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
        books.shares |= dict(event.shares)
        books.from_meter |= dict(event.shares)
        books.royals = set(royals)
        self._move_meter(books, Fraction(cents(values["seed_amount"]) - whole))

    def _move_meter(self, books: RoundBooks, amount: Fraction) -> None:
        self.meter += amount
        books.meter_moved += amount

    def _on_hand_verified(self, books: RoundBooks, _v: Any, _s: Any, event: e.HandVerified) -> None:
        books.seen.add(event.seat)

    def _lock_up(self, books: RoundBooks, values: Any, state: TableState) -> None:
        """A hand that was seen has its prize from the moment on at which its turn has come."""
        current = state.round
        assert current is not None
        seat = next((turn for turn in current.turns), 0)
        if seat not in books.seen or (seat, "progressive") not in books.lying:
            return
        category = holds_prize(values, current, seat)
        if category is None or category == "royal_flush" or seat in books.shares:
            return
        prize, part = self._worth(values, category)
        if prize:
            books.shares[seat], books.from_meter[seat] = prize, part
            self._move_meter(books, Fraction(-part))
            self.reached["locked up before the payment"] += 1

    def _release_share(self, books: RoundBooks, values: Any, seat: int) -> None:
        """A share not paid yet is owed to nobody, though the killed hand's dollar still lies.

        With the last share of the royals the meter is what it was before they came.
        """
        if (seat, "progressive") not in books.lying or seat not in books.shares:
            return
        del books.shares[seat]
        back = Fraction(books.from_meter.pop(seat))
        if books.royals == {seat}:
            back -= cents(values["seed_amount"])
        books.royals.discard(seat)
        self._move_meter(books, max(back, -self.meter))

    def _on_hand_voided(self, books: RoundBooks, values: Any, _s: Any, event: e.HandVoided) -> None:
        self._release_share(books, values, event.seat)

    def _on_hand_killed(self, books: RoundBooks, values: Any, _s: Any, event: e.HandKilled) -> None:
        self._release_share(books, values, event.seat)

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
        if category == "royal_flush" or seat in books.shares:
            return books.shares[seat]
        prize, part = self._worth(values, category)
        self._move_meter(books, Fraction(-part))
        return prize

    def _worth(self, values: Any, category: str) -> tuple[int, int]:
        """Return what a prize but the whole meter is, and how much of it is the meter's."""
        if category == "straight_flush":
            prize = int(self.meter) // 10
            return prize, prize
        prize = FIXED_PRIZES[values["progressive_paytable"]][category] * 100
        is_deducted = values["deduct_fixed_prizes"] == "true"
        return prize, min(prize, int(self.meter)) if is_deducted else 0

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
