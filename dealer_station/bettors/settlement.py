"""What a hand comes to for everybody, in one pass over the book, and the proof that it adds up.

Which outcome a stake has depends on the hand, which all share, and on the bettor's decision. So the
game says for each spot and each decision what it pays, and that is all that is needed. Nets are in
smallest units: what a bettor won (+) or lost (-); a win that is no whole number is rounded down.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from hashlib import sha256
from math import ceil, lcm

import numpy as np

from dealer_station.bettors.book import BettorsBook
from dealer_station.bettors.columns import Amounts, Index, Rows, exact_sum, frozen
from dealer_station.bettors.shares import POOL_MAX, shares_of_pool
from dealer_station.bettors.terms import BookTerms
from dealer_station.money import refuse_float

UNDECIDED = ""
"""The decision of bettors who have none: of a void round, or where nothing is decided."""

_NET_MAX = 2**62
_DIGEST_FORM = b"dealer-station bettors settlement 1\n"


class SettlementError(ValueError):
    """What a hand pays and the book do not fit together; nothing is settled."""


class PayKind(StrEnum):
    """What becomes of a stake."""

    ODDS = "odds"
    PUSH = "push"
    LOSE = "lose"
    VOID = "void"


@dataclass(frozen=True, slots=True)
class Pay:
    """What a stake comes to; with ODDS it wins `odds_to_one` times itself."""

    kind: PayKind
    odds_to_one: Fraction = Fraction(0)

    def __post_init__(self) -> None:
        refuse_float(self.odds_to_one)
        if self.kind is not PayKind.ODDS and self.odds_to_one:
            raise SettlementError(f"odds with {self.kind}")
        if self.odds_to_one < -1:
            raise SettlementError("a stake loses no more than itself")

    @property
    def rate(self) -> Fraction:
        """The net for each unit staked."""
        return Fraction(-1) if self.kind is PayKind.LOSE else self.odds_to_one


LOSES = Pay(PayKind.LOSE)
PUSHES = Pay(PayKind.PUSH)
VOIDED = Pay(PayKind.VOID)


def wins(odds_to_one: int | Fraction) -> Pay:
    """Return a win at odds "x to 1"."""
    return Pay(PayKind.ODDS, Fraction(odds_to_one))


def wins_for_one(prize: int | Fraction) -> Pay:
    """Return a prize "x for 1": the stake is not returned with it (CH-D08)."""
    return Pay(PayKind.ODDS, Fraction(prize) - 1)


HandPays = Mapping[str, Mapping[str, Pay]]
"""By spot, by action (`UNDECIDED` for none): what a stake there comes to."""


@dataclass(frozen=True, slots=True)
class PoolHit:
    """A pool that all stakes on a spot share by value, whatever their bettors decided (CH-D07)."""

    spot: str
    pool_minor: int


@dataclass(frozen=True, slots=True)
class SpotResult:
    """One spot in sum; of what was won, `pool_minor` came from a pool."""

    spot: str
    stakes: int
    staked_minor: int
    won_minor: int
    lost_minor: int
    pool_minor: int = 0

    @property
    def net_minor(self) -> int:
        """What all bettors together won (+) or lost (-)."""
        return self.won_minor - self.lost_minor

    @property
    def house_minor(self) -> int:
        """What the house won (+) or lost (-), with what a pool paid set aside."""
        return self.pool_minor - self.net_minor


@dataclass(frozen=True, slots=True, eq=False)
class Settlement:
    """The result for every bettor; `nets` has a line for each spot, beside the rows' columns."""

    terms: BookTerms
    rows: Rows
    nets: Amounts
    spots: tuple[SpotResult, ...]
    pays: HandPays
    pool: PoolHit | None

    @property
    def house_minor(self) -> int:
        """What the house won (+) or lost (-) on the hand."""
        return sum(spot.house_minor for spot in self.spots)

    @property
    def pool_minor(self) -> int:
        """What the pool paid."""
        return self.pool.pool_minor if self.pool else 0

    def net_of_bettors(self) -> Amounts:
        """Return what each bettor won or lost in all."""
        total: Amounts = self.nets.sum(axis=0)
        return total

    def digest(self) -> bytes:
        """Return the SHA-256 of bettors and nets in little-endian columns, spot by spot."""
        digest = sha256(_DIGEST_FORM + self.terms.digest())
        digest.update(self.rows.bettors.astype("<u8", copy=False).tobytes())
        for line in self.nets:
            digest.update(line.astype("<i8", copy=False).tobytes())
        return digest.digest()


def void_pays(terms: BookTerms) -> HandPays:
    """Return what a void round pays: every stake goes back, decided or not (CH-D12)."""
    decisions = _names(terms)
    return {spot.name: dict.fromkeys(decisions, VOIDED) for spot in terms.spots}


def settle(book: BettorsBook, pays: HandPays, pool: PoolHit | None = None) -> Settlement:
    """Settle every stake in the book. Raises SettlementError.

    A stake whose spot and decision `pays` does not name is an error, so nobody is forgotten, and so
    is a hand that could pay more than 64 bits hold. The result has been proved to add up.
    """
    _refuse_other_names(book.terms, pays, pool)
    rows = book.rows()
    nets = np.zeros_like(rows.stakes)
    results = []
    for number, spot in enumerate(book.terms.spots):
        pool_minor = 0
        if pool is not None and pool.spot == spot.name:
            nets[number], pool_minor = _pool_nets(rows, number, pool), pool.pool_minor
        else:
            nets[number] = _nets(book.terms, rows, number, pays.get(spot.name, {}))
        results.append(_result(spot.name, rows.stakes[number], nets[number], pool_minor))
    settlement = Settlement(book.terms, rows, frozen(nets), tuple(results), pays, pool)
    _prove(settlement)
    return settlement


def _refuse_other_names(terms: BookTerms, pays: HandPays, pool: PoolHit | None) -> None:
    """Refuse pays for what the hand has not, and a pool that is no spot's or not its only pay."""
    actions = set(_names(terms))
    for spot, by_action in pays.items():
        if terms.spot_number(spot) is None or not actions.issuperset(by_action):
            raise SettlementError(f"{spot}: no such spot, or no such action")
    if pool is not None and (terms.spot_number(pool.spot) is None or pool.spot in pays):
        raise SettlementError(f"a pool for {pool.spot}, which is no spot or is paid otherwise")


def _nets(terms: BookTerms, rows: Rows, number: int, pays: Mapping[str, Pay]) -> Amounts:
    """Settle one spot: look the rate of each decision up, multiply, and round down."""
    stakes: Amounts = rows.stakes[number]
    decisions = rows.decisions
    names = _names(terms)
    for code, name in enumerate(names):
        if name not in pays and (count := np.count_nonzero(stakes[decisions == code])):
            spot = terms.spots[number].name
            raise SettlementError(f"{spot}: nothing is said for {count} who decided {name!r}")
    rates = [pays[name].rate if name in pays else Fraction(0) for name in names]
    common = lcm(*(rate.denominator for rate in rates))
    times = [int(rate * common) for rate in rates]
    most = int(stakes.max(initial=1)) * max(map(abs, times))
    if most >= _NET_MAX or common >= _NET_MAX:
        raise SettlementError(f"{terms.spots[number].name}: a win would not fit 64 bits")
    nets: Amounts = stakes * np.array(times, np.int64).take(decisions)
    if common > 1:
        nets //= common
    return nets


def _pool_nets(rows: Rows, number: int, pool: PoolHit) -> Amounts:
    """Share a pool among the tickets; a share is "for one": the ticket is not returned (CH-D08)."""
    tickets: Amounts = rows.stakes[number]
    holders = np.flatnonzero(tickets)
    if not len(holders) or not 0 <= pool.pool_minor < POOL_MAX:
        raise SettlementError(f"{pool.spot}: nobody holds a ticket, or no pool is that large")
    values = tickets[holders]
    nets = np.zeros_like(tickets)
    shares = shares_of_pool(pool.pool_minor, values, rows.orders[number, holders])
    nets[holders] = shares - values
    return nets


def _result(spot: str, stakes: Amounts, nets: Amounts, pool_minor: int) -> SpotResult:
    return SpotResult(
        spot,
        int(np.count_nonzero(stakes)),
        exact_sum(stakes),
        exact_sum(np.maximum(nets, 0)),
        -exact_sum(np.minimum(nets, 0)),
        pool_minor,
    )


def _prove(settlement: Settlement) -> None:
    """Show that it adds up; the house's side is worked out anew, by outcomes instead of bettors.

    The sum of what bettors have, and of what house and pool have, is zero. Where odds are whole
    numbers the house's side is exact; where wins are rounded down the house keeps less than one
    unit for every stake of that outcome.
    """
    rows, stakes = settlement.rows, settlement.rows.stakes
    if len(rows) and _widest(settlement.nets) * len(stakes) >= 2 * _NET_MAX:
        raise SettlementError("a bettor's nets would not fit 64 bits")
    bettors_minor = exact_sum(settlement.net_of_bettors())
    if bettors_minor + settlement.house_minor - settlement.pool_minor != 0:
        raise SettlementError("the nets do not sum to zero")
    if (settlement.nets < -stakes).any():
        raise SettlementError("somebody loses more than his stake")
    names = _names(settlement.terms)
    deciders = {name: np.flatnonzero(rows.decisions == code) for code, name in enumerate(names)}
    for number, result in enumerate(settlement.spots):
        least, most = _house_by_outcome(settlement, number, deciders)
        if not least <= result.house_minor <= most:
            raise SettlementError(f"{result.spot}: the house's side does not fit the outcomes")


def _widest(nets: Amounts) -> int:
    return max(abs(int(nets.min())), abs(int(nets.max())))


def _house_by_outcome(
    settlement: Settlement, number: int, deciders: Mapping[str, Index]
) -> tuple[int, int]:
    """Return the least and the most that the house can have on a spot: stakes by decision only."""
    spot, stakes = settlement.terms.spots[number].name, settlement.rows.stakes[number]
    if settlement.pool is not None and settlement.pool.spot == spot:
        total = exact_sum(stakes)
        return total, total
    least = most = 0
    for name, pay in settlement.pays.get(spot, {}).items():
        of_decision = stakes.take(deciders[name])
        exactly = -pay.rate * exact_sum(of_decision)
        rounded = 0 if pay.rate.denominator == 1 else int(np.count_nonzero(of_decision))
        least += ceil(exactly)
        most += ceil(exactly) + rounded
    return least, most


def _names(terms: BookTerms) -> tuple[str, ...]:
    return (UNDECIDED, *(action.name for action in terms.actions))
