"""A second opinion on a Caribbean Stud table, written from the rule sheet and design section 9.

Values hands by phevaluator, has payouts of its own, and says who may see which card; the books of
money are in `table_books`. Shares no rule with the code it judges: from there come only the words.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache

from phevaluator import evaluate_cards

from dealer_station.games.rules import Outcome
from dealer_station.irregularities.kinds import RulingOption
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
