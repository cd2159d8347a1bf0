"""A second opinion on the bettors' book: dicts, one entry at a time, fractions for shares and odds.

Written from the rule sheet (CH-10 to CH-15, CH-G05 to CH-G07, CH-D03 to CH-D09) and slow on
purpose. Shares no code with the book; the terms are read as data.
"""

from dataclasses import dataclass, field
from fractions import Fraction
from math import floor

from dealer_station.bettors.settlement import HandPays, PayKind
from dealer_station.bettors.terms import AMOUNT_MAX, BookSpot, BookTerms


@dataclass
class OracleBettor:
    """What one bettor has: stakes by spot, when each came, and his decision."""

    stakes: dict[str, int] = field(default_factory=dict)
    orders: dict[str, int] = field(default_factory=dict)
    decision: str = ""
    auto_folded: bool = False


@dataclass
class OracleBook:
    """A book in dicts, changed in place. Answers are reasons, empty for accepted."""

    terms: BookTerms
    bettors: dict[int, OracleBettor] = field(default_factory=dict)
    accepted: int = 0

    def spot(self, name: str) -> BookSpot | None:
        return {spot.name: spot for spot in self.terms.spots}.get(name)

    @property
    def base(self) -> str:
        return next(spot.name for spot in self.terms.spots if spot.is_base)

    def wager(self, number: int, name: str, amount: int) -> str:
        spot = self.spot(name)
        if spot is None or spot.is_decision:
            return "not_offered"
        stakes = self.bettors[number].stakes if number in self.bettors else {}
        reason = self.why_not(spot, stakes, amount)
        if not reason:
            self.accepted += 1
            bettor = self.bettors.setdefault(number, OracleBettor())
            bettor.stakes[name] = bettor.stakes.get(name, 0) + amount
            bettor.orders.setdefault(name, self.accepted)
        return reason

    def why_not(self, spot: BookSpot, stakes: dict[str, int], amount: int) -> str:
        total = stakes.get(spot.name, 0) + amount
        if amount <= 0 or spot.price_minor not in {None, amount}:
            return "bad_amount"
        if not spot.is_base and self.base not in stakes:
            return "no_base_wager"
        if spot.price_minor is not None and spot.name in stakes:
            return "already_placed"
        if total < spot.min_minor:
            return "below_min"
        most = AMOUNT_MAX if spot.max_minor is None else spot.max_minor
        return "above_max" if total > most else ""

    def withdraw(self, number: int, name: str) -> str:
        spot = self.spot(name)
        if spot is None or spot.is_decision:
            return "not_offered"
        bettor = self.bettors.get(number)
        if bettor is None or name not in bettor.stakes:
            return "no_such_stake"
        self.accepted += 1
        if spot.is_base:
            del self.bettors[number]
        else:
            del bettor.stakes[name], bettor.orders[name]
        return ""

    def decide(self, number: int, name: str, amount: int | None) -> str:
        bettor = self.bettors.get(number)
        if bettor is None:
            return "not_in_round"
        if bettor.decision:
            return "already_decided"
        actions = {action.name: action for action in self.terms.actions}
        if name not in actions:
            return "not_offered"
        due = bettor.stakes[self.base] * actions[name].base_times
        if amount not in {None, due}:
            return "wrong_amount"
        self.accepted += 1
        bettor.decision = name
        if actions[name].spot:
            bettor.stakes[actions[name].spot] = due
            bettor.orders[actions[name].spot] = self.accepted
        return ""

    def close(self) -> None:
        for bettor in self.bettors.values():
            if not bettor.decision:
                bettor.decision, bettor.auto_folded = self.terms.late_action, True

    def settled(
        self, pays: HandPays, pool_spot: str = "", pool_minor: int = 0
    ) -> dict[int, dict[str, int]]:
        """Return every bettor's net on every stake of his."""
        tickets = {
            number: (bettor.stakes[pool_spot], bettor.orders[pool_spot])
            for number, bettor in self.bettors.items()
            if pool_spot in bettor.stakes
        }
        shares = oracle_shares(pool_minor, tickets) if tickets else {}
        nets: dict[int, dict[str, int]] = {}
        for number, bettor in self.bettors.items():
            nets[number] = {}
            for spot, stake in bettor.stakes.items():
                if spot == pool_spot:
                    nets[number][spot] = shares[number] - stake
                    continue
                pay = pays[spot][bettor.decision]
                if pay.kind is PayKind.LOSE:
                    nets[number][spot] = -stake
                elif pay.kind is PayKind.ODDS:
                    nets[number][spot] = floor(pay.odds_to_one * stake)
                else:
                    nets[number][spot] = 0
        return nets


def oracle_shares(pool_minor: int, tickets: dict[int, tuple[int, int]]) -> dict[int, int]:
    """Share a pool by value: {holder: (value, order)} -> {holder: share}, largest remainder."""
    total = sum(value for value, _ in tickets.values())
    exact = {who: Fraction(pool_minor * value, total) for who, (value, _) in tickets.items()}
    shares = {who: floor(part) for who, part in exact.items()}
    by_claim = sorted(tickets, key=lambda who: (shares[who] - exact[who], tickets[who][1]))
    for who in by_claim[: pool_minor - sum(shares.values())]:
        shares[who] += 1
    return shares
