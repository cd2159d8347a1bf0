"""A second opinion on a baccarat table, written from the rule sheet and design section 9.

Follows a table's events with books of its own: which cards left the shoe, where each of them lies
by its own tableau, who paid what in and what came back by its own payouts, how long the shoe lasts.
Shares no rule with the code it judges: from there come only the words for things.
"""

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from table_oracle import Sight, cents

from dealer_station.games.rules import Outcome
from dealer_station.irregularities.kinds import RulingOption
from dealer_station.table import events as e
from dealer_station.table.lifecycle import Phase
from dealer_station.table.state import TableState

HANDS = ("player", "banker")
PILES = ("aside", "burn")
SIDE_BETS = ("dragon7", "tiger8", "tie")
UNKNOWN = "unknown"
"""Who draws next, while a card of the hands is not known."""

BANKER_DRAWS_AGAINST = {
    0: range(10), 1: range(10), 2: range(10), 3: (0, 1, 2, 3, 4, 5, 6, 7, 9),
    4: range(2, 8), 5: range(4, 8), 6: range(6, 8), 7: (),
}  # fmt: skip
"""Third cards of the Player against which the Banker draws, by the Banker's total (2.2)."""


def points(card: str) -> int:
    """Return what a card counts (BA-02)."""
    return 1 if card[0] == "A" else int(card[0]) if card[0].isdecimal() else 0


def total(cards: list[str]) -> int:
    """Return the last digit of the sum (BA-03)."""
    return sum(map(points, cards)) % 10


def who_draws(player: list[str], banker: list[str]) -> str:
    """Return the hand that gets the next card after four; empty when nobody does (BA-22, BA-23)."""
    if {"??", "Jo"} & {*player, *banker}:
        return UNKNOWN
    mine, his = total(player[:2]), total(banker[:2])
    if len(banker) == 3 or max(mine, his) >= 8:
        return ""
    if mine <= 5 and len(player) == 2:
        return "player"
    against = BANKER_DRAWS_AGAINST[his] if len(player) == 3 else range(10 if his <= 5 else 0)
    third = points(player[2]) if len(player) == 3 else 0
    return "banker" if third in against else ""


def result_of(player: list[str], banker: list[str]) -> str:
    """Return what a finished round came to: player, tiger8, banker, dragon7 or tie."""
    mine, his = total(player), total(banker)
    if mine == his:
        return "tie"
    if mine > his:
        return "tiger8" if mine == 8 and len(player) == 3 else "player"
    return "dragon7" if his == 7 and len(banker) == 3 else "banker"


def net_of(values: Mapping[str, str], spot: str, stake: int, result: str) -> int:
    """Return what a stake wins or loses (BA-30 to BA-43)."""
    if spot in SIDE_BETS:
        return int(Fraction(values[f"{spot}_pays"]) * stake) if spot == result else -stake
    if result == "tie" or (spot, result) == ("banker", "dragon7"):
        return 0
    won = {"player": {"player", "tiger8"}, "banker": {"banker"}}[spot]
    return stake if result in won else -stake


class BaccaratSight(Sight):
    """Both hands and what was set aside lie open; burned cards lie face down."""

    def _is_face_up(self, hand: str, number: int) -> bool:
        del number
        return hand in {*HANDS, "aside"}

    def _is_named(self, hand: str, number: int, card: str) -> bool:
        item, current = self.state.open_irregularity, self.state.round
        assert current is not None
        if item is None:
            return False
        if item.card_number:
            before = current.deal_order[: item.card_number]
            return before[-1] == hand and before.count(hand) == number
        facts = item.facts
        if "position" in facts and item.reported_by == "dealer":
            is_there = facts["position"] == f"{hand} card {number}"
            return is_there and facts.get("card") in {None, card}
        return "seat" not in facts and card == facts.get("card")


@dataclass
class Follower:
    """One table's shoe, round and money, followed from its events alone. Amounts in cents."""

    values: Mapping[str, str]
    reached: Counter[str]
    is_open: bool = False
    left: list[str] = field(default_factory=list)
    """Every card that left the shoe since it was new."""
    burn_due: int | None = 0
    last_round: int | None = None
    is_locked: bool = False
    kept: list[str] = field(default_factory=list)
    rounds_dealt: int = 0
    finished: list[tuple[tuple[str, ...], tuple[str, ...]]] = field(default_factory=list)

    number: int = 0
    in_round: bool = False
    draws: list[str] = field(default_factory=list)
    outs: dict[int, str] = field(default_factory=dict)
    template: list[str] | None = None
    """To whom the first cards go; None while wagers are open."""
    lying: dict[tuple[int, str], int] = field(default_factory=dict)
    results: dict[tuple[int, str], int] = field(default_factory=dict)
    bettors: int = 0
    house: int = 0
    stakes: dict[tuple[int, str], int] = field(default_factory=dict)
    """What lay when it was settled or given back."""
    paid: set[tuple[int, str]] = field(default_factory=set)
    handed: dict[int, int] = field(default_factory=dict)
    """Seat -> what a report said that it was handed in truth."""
    before: dict[int, int] = field(default_factory=dict)
    """The same of every seat that was settled in the round before, by results where none said."""
    named_cards: dict[int, int] = field(default_factory=dict)
    """Ruling number -> the card of the round it is about, from 0."""

    # ------------------------------------------------------------------------------ cards

    def lay(self) -> tuple[dict[str, list[str]], str, list[int]]:
        """Lay the round's cards: hands and piles, who gets the next, which belong to nobody."""
        lain: dict[str, list[str]] = {name: [] for name in (*HANDS, *PILES)}
        slots, surplus = list(self.template or ()), []
        for index, card in enumerate(self.draws):
            if index in self.outs:
                lain[self.outs[index]].append(card)
                continue
            place = self._place(slots, lain)
            if place in lain:
                lain[place].append(card)
            else:
                surplus.append(index)
        return lain, self._place(slots[:], lain), surplus

    def _place(self, slots: list[str], lain: dict[str, list[str]]) -> str:
        if self.template is None:
            return ""
        return slots.pop(0) if slots else who_draws(lain["player"], lain["banker"])

    def first_deal_open(self) -> bool:
        """Whether cards of the first deal are due."""
        assert self.template is not None
        return len(self.draws) - len(self.outs) < len(self.template)

    def is_fouled(self) -> bool:
        """Whether a joker or a copy too many has left the shoe (BA-I16)."""
        counts = Counter(card for card in self.left if card != "??")
        return "Jo" in counts or max(counts.values(), default=0) > int(self.values["decks"])

    def copies_left(self, card: str) -> int:
        """Return how many copies of a card may still come."""
        return int(self.values["decks"]) - self.left.count(card)

    def why_not_open(self, state: TableState) -> str | None:
        """Return for which reason betting cannot be opened."""
        if state.open_irregularity is not None:
            return "held"
        if not self.is_open:
            return "wrong_phase"
        if self.in_round:
            return "round_open"
        if self.is_locked or (self.last_round is not None and self.number >= self.last_round):
            return "deck_locked"
        return None if self.burn_due == 0 else "burn_missing"

    # ----------------------------------------------------------------------------- events

    def take(self, event: e.TableEvent) -> None:
        """Take in one event."""
        name = type(event).__name__
        self.reached[name] += 1
        handler = getattr(self, "_on" + re.sub("([A-Z])", r"_\1", name).lower(), None)
        if handler is not None:
            handler(event)

    def _on_table_opened(self, _event: e.TableOpened) -> None:
        self.is_open = True

    def _on_table_closed(self, _event: e.TableClosed) -> None:
        self.is_open = False

    def _on_betting_opened(self, event: e.BettingOpened) -> None:
        assert not event.is_shuffled
        assert not self.lying, "a round began while stakes of the last one lay"
        self.number += 1
        assert event.round_number == self.number
        self.in_round, self.template, self.bettors, self.house = True, None, 0, 0
        self.draws, self.outs, self.named_cards = [], {}, {}
        seats = {seat for seat, _ in self.paid}
        self.before = {seat: self._handed_to(seat) for seat in seats}
        self.results, self.stakes, self.handed, self.paid = {}, {}, {}, set()

    def _on_betting_closed(self, event: e.BettingClosed) -> None:
        burns = int(self.values["burn_between_rounds"]) if self.rounds_dealt else 0
        first = ["player", "banker", "player", "banker"]
        kept = min(len(self.kept), len(first))
        self.template = [*first[:kept], *["burn"] * burns, *first[kept:]]
        self.rounds_dealt += 1
        assert set(event.seats) == {seat for seat, spot in self.lying if spot in HANDS}

    def _on_card_drawn(self, event: e.CardDrawn) -> None:
        self.left.append(event.card)
        if self.in_round:
            self.draws.append(event.card)
        elif self.is_open and self.burn_due != 0:
            assert event.position == "burn"
            self.reached["burn"] += 1
            self._burn_of_new_shoe(event.card)
        if self.is_fouled() and event.card not in {"Jo", "??"}:
            self.reached["fouled by a copy"] += 1

    def _burn_of_new_shoe(self, card: str) -> None:
        if self.burn_due is not None:
            self.burn_due -= 1
        elif card not in {"??", "Jo"} and not self.is_fouled():
            self.burn_due = points(card) or 10

    def _on_card_reread(self, event: e.CardReread) -> None:
        assert self.left[-1] == "??"
        self.left[-1] = event.card
        if self.in_round:
            assert self.draws[-1] == "??"
            self.draws[-1] = event.card
            return
        assert event.position == "burn"
        assert self.burn_due is None, "only the first card of a new shoe is read again"
        self._burn_of_new_shoe(event.card)

    def _on_card_kept(self, event: e.CardKept) -> None:
        assert event.card == self.kept[-1], "what was set aside is what is kept"

    def _on_kept_card_played(self, event: e.KeptCardPlayed) -> None:
        assert event.card == self.kept.pop(0)
        self.draws.append(event.card)
        self.reached["kept card played"] += 1

    def _on_cut_card_seen(self, _event: e.CutCardSeen) -> None:
        if self.last_round is not None:
            return
        lain, _, _ = self.lay()
        is_first = not any(lain[hand] for hand in HANDS)
        if not self.in_round:
            self.last_round = self.number + 1
        else:
            one_more = self.values["after_cut"] == "one_more" and not is_first
            self.last_round = self.number + one_more

    def _on_last_round_fixed(self, event: e.LastRoundFixed) -> None:
        assert event.round_number == self.last_round

    def _on_deck_locked(self, _event: e.DeckLocked) -> None:
        self.is_locked = True

    def _burn_of_the_house(self) -> int | None:
        rule, decks = self.values["burn_rule"], int(self.values["decks"])
        return None if rule == "first_card" else decks if rule == "decks" else int(rule)

    def _on_burn_called(self, event: e.BurnCalled) -> None:
        """A shoe that was never burned is burned after its void round (BA-I14)."""
        assert not self.in_round
        assert event.irregularity == "BA-I14"
        assert event.count == self.burn_due, "due since the ruling"

    def _on_deck_changed(self, _event: e.DeckChanged) -> None:
        self.burn_due = self._burn_of_the_house()
        self.left, self.kept, self.finished = [], [], []
        self.last_round, self.is_locked, self.rounds_dealt = None, False, 0

    def _on_deck_checked(self, event: e.DeckChecked) -> None:
        self.reached["DeckChecked rest" if event.is_rest else "DeckChecked all"] += 1
        assert not self.in_round

    # ------------------------------------------------------------------------------ money

    def _on_wager_placed(self, event: e.WagerPlaced) -> None:
        key = (event.seat, event.spot)
        assert event.amount_minor > 0
        self.lying[key] = self.lying.get(key, 0) + event.amount_minor
        self.bettors -= event.amount_minor
        self._check_limits(event.seat, event.spot)

    def limits(self, spot: str) -> tuple[int, int]:
        """Return the least and the most that may lie on a spot (BA-12, BA-G07)."""
        least, most = self.values["table_min"], self.values["table_max"]
        own = {"min": least, "max": most}
        if spot in {"tiger8", "tie"}:
            own = {end: self.values[f"{spot}_{end}"] for end in own}
        own_least, own_most = own["min"], own["max"]
        return (
            cents(least if own_least == "table" else own_least),
            cents(most if own_most == "table" else own_most),
        )

    def _check_limits(self, seat: int, spot: str) -> None:
        least, most = self.limits(spot)
        assert least <= self.lying[seat, spot] <= most
        bases = [self.lying.get((seat, base), 0) for base in HANDS]
        assert any(bases), "a side bet without a base"
        assert self.values["both_sides"] == "allow" or not all(bases)
        assert self.lying.get((seat, "dragon7"), 0) <= max(bases)

    def _on_wager_withdrawn(self, event: e.WagerWithdrawn) -> None:
        assert self.lying.pop((event.seat, event.spot)) == event.amount_minor
        self.bettors += event.amount_minor

    def _on_wager_returned(self, event: e.WagerReturned) -> None:
        key = (event.seat, event.spot)
        if key in self.lying:
            assert self.lying.pop(key) == event.amount_minor
            assert event.net_undone_minor == 0
            self.bettors += event.amount_minor
        else:
            assert event.net_undone_minor == self.results[key]
            self.bettors -= event.net_undone_minor
            self.house += event.net_undone_minor
        self.stakes[key], self.results[key] = event.amount_minor, 0

    def _on_seat_paid(self, event: e.SeatPaid) -> None:
        at_seat = {spot: cash for (seat, spot), cash in self.lying.items() if seat == event.seat}
        waiting = sorted({seat for seat, _ in self.lying})
        assert event.seat == waiting[0 if self.values["payment_order"] == "left" else -1]
        lain, due, surplus = self.lay()
        assert (due, surplus) == ("", []), "paid before the cards were complete"
        result = result_of(lain["player"], lain["banker"])
        nets = {wager.spot: wager.net_minor for wager in event.wagers}
        assert nets == {s: net_of(self.values, s, stake, result) for s, stake in at_seat.items()}
        for wager in event.wagers:
            stake = self.lying.pop((event.seat, wager.spot))
            assert stake == wager.stake_minor
            self.results[event.seat, wager.spot] = wager.net_minor
            self.bettors += stake + wager.net_minor
            self.house -= wager.net_minor
            self.stakes[event.seat, wager.spot] = stake
            self.paid.add((event.seat, wager.spot))
            self.reached[f"{wager.spot} {wager.outcome.value}"] += 1

    def _on_compensation_booked(self, event: e.CompensationBooked) -> None:
        if event.round_number == self.number:
            assert event.due_minor == self._handed_to(event.seat)
            self.handed[event.seat] = event.paid_minor
        else:
            assert event.round_number == self.number - 1
            assert event.due_minor == self.before[event.seat]
            self.before[event.seat] = event.paid_minor
            self.reached["compensated in the next round"] += 1

    def _handed_to(self, seat: int) -> int:
        """Return what a seat has got in the round, by the results or as a report has said."""
        settled = [key for key in self.results if key[0] == seat]
        due = sum(self.stakes[key] + self.results[key] for key in settled)
        return self.handed.get(seat, due)

    def _on_round_settled(self, _event: e.RoundSettled) -> None:
        assert not self.lying, "a settled round leaves no stake"
        assert self.bettors == sum(self.results.values()) == -self.house
        lain, due, surplus = self.lay()
        assert (due, surplus) == ("", [])
        result = result_of(lain["player"], lain["banker"])
        for key, net in self.results.items():
            due_now = net_of(self.values, key[1], self.stakes[key], result)
            assert net == due_now or key not in self.paid, "one round, one result"
        self.finished.append((tuple(lain["player"]), tuple(lain["banker"])))
        self.reached[f"result {result}"] += 1
        if self.number == self.last_round:
            self.reached["last round settled"] += 1
        self.in_round = False

    def _on_round_voided(self, _event: e.RoundVoided) -> None:
        assert not self.lying, "a void round leaves no stake"
        assert self.bettors == self.house == 0
        assert not any(self.results.values())
        self.in_round = False

    # ---------------------------------------------------------------------------- rulings

    def _on_irregularity_raised(self, event: e.IrregularityRaised) -> None:
        self.reached[f"raised {event.irregularity}"] += 1
        if event.card_number:
            self.named_cards[event.number] = event.card_number - 1

    def _on_ruling_made(self, event: e.RulingMade) -> None:
        option = event.option
        self.reached[f"ruling {option.value}"] += 1
        self.reached[f"{event.irregularity} {option.value}"] += 1
        if event.irregularity == "BA-I14":
            self.burn_due = self._burn_of_the_house()
        if option not in {RulingOption.SET_ASIDE, RulingOption.BURN_CARD} or not self.in_round:
            return
        index = self.named_cards.get(event.number)
        if index is None:
            index = self.lay()[2][0]
        self.outs[index] = "aside" if option is RulingOption.SET_ASIDE else "burn"
        card = self.draws[index]
        if (
            option is RulingOption.SET_ASIDE
            and self.values["set_aside_card"] == "next_round"
            and card not in {"??", "Jo"}
        ):
            self.kept.append(card)

    # ------------------------------------------------------------------------------ state

    def check_state(self, state: TableState) -> None:
        """Compare the shoe, the cards and the money with the table's state."""
        shoe = state.shoe
        assert (shoe.burn_left, shoe.last_round) == (self.burn_due, self.last_round)
        assert state.is_deck_locked == self.is_locked
        assert (state.cards_out, list(shoe.kept_cards)) == (len(self.left), self.kept)
        is_judged = self.is_locked or not self.is_open
        if self.is_fouled() and not is_judged:
            item = state.open_irregularity
            assert item is not None, "a fouled shoe holds the table"
            assert item.irregularity == "BA-I16"
        if state.round is not None:
            self._check_money(state)
            self._check_cards(state)

    def _check_money(self, state: TableState) -> None:
        assert state.round is not None
        wagers = state.round.wagers
        assert self.lying == {
            (w.seat, w.spot): w.amount_minor for w in wagers if w.outcome is Outcome.PENDING
        }
        assert self.results == {
            (w.seat, w.spot): w.net_minor for w in wagers if w.outcome is not Outcome.PENDING
        }
        assert self.bettors == sum(self.results.values()) - sum(self.lying.values())

    def _check_cards(self, state: TableState) -> None:
        """Where nothing holds the table every card lies where the rules say, and the phase too."""
        current = state.round
        assert current is not None
        assert list(current.draws) == self.draws
        if state.open_irregularity is not None or state.phase is Phase.VOID:
            return
        lain, due, surplus = self.lay()
        assert not surplus, "a card that is not due holds the table"
        assert {name: list(current.cards(name)) for name in lain} == lain
        if state.phase is Phase.SETTLED:
            return
        assert due != UNKNOWN, "a card that is not known holds the table"
        if self.template is None:
            assert state.phase is Phase.BETTING
        elif self.first_deal_open():
            assert state.phase is Phase.DEALING
        else:
            assert state.phase is (Phase.DRAWING if due else Phase.PAYING)
            assert due or self.lying, "a round with nothing to pay is over"

    def shown(self) -> dict[str, Any]:
        """Return what a view must show of the shoe."""
        last = self.last_round
        return {
            "cards_out": len(self.left),
            "cards": int(self.values["decks"]) * 52,
            "burn_left": self.burn_due,
            "is_burn_due": self.burn_due != 0,
            "is_cut_out": last is not None,
            "rounds_left": None if last is None else max(0, last - self.number),
        }
