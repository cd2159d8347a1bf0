"""The chips of a poker table kept by other means than the table keeps them: counted by hand.

`PotBooks` takes every event of a table, moves chips from stacks to bets to pots as a cashier would,
and lays the pots out chip by chip (`pot_oracle`). Nothing of the package's arithmetic is used.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations
from math import gcd

from holdem_oracle import RANKS, Score, best, score
from pot_oracle import laid_out

from dealer_station.table import events as e

SUITS = "cdhs"


@cache
def _laid_out(
    pulled: tuple[tuple[int, int], ...], live: tuple[int, ...], dead: int
) -> tuple[tuple[int, tuple[int, ...]], ...]:
    unit = gcd(dead, *(total for _, total in pulled))
    if not unit:
        return ()
    totals = {seat: total // unit for seat, total in pulled}
    return tuple((n * unit, seats) for n, seats in laid_out(totals, live, dead // unit))


@dataclass(frozen=True)
class HouseOfPots:
    """What a house does with a pot; smallest units. `by_suit`: odd units go by the highest card."""

    chip: int
    by_suit: bool = False
    rake_percent: int = 0
    rake_unit: int = 1
    rake_cap: int | None = None


@dataclass
class PotBooks:
    """Who has what at one table. `inside`: every chip that came and has not gone."""

    house: HouseOfPots
    reached: Counter[str]
    stacks: dict[int, int] = field(default_factory=dict)
    inside: int = 0
    bets: dict[int, int] = field(default_factory=dict)
    pulled: dict[int, int] = field(default_factory=dict)
    dead: dict[int, int] = field(default_factory=dict)
    out: set[int] = field(default_factory=set)
    mucked: set[int] = field(default_factory=set)
    before: dict[int, int] = field(default_factory=dict)
    button: int = 0

    # ------------------------------------------------------------------------- what happens

    def take(
        self, event: e.TableEvent, cards: Mapping[int, Sequence[str]], bets: Mapping[int, int]
    ) -> None:
        """Take an event; `cards` are the hands as they lie, the common cards with seat 0.

        `bets` are what lies before the seats after it, for the one event that does not say it.
        """
        match event:
            case e.HandStarted():
                self._begin(event)
            case e.PlayerActed():
                self._put(event.seat, event.put_minor)
                assert self.bets[event.seat] == event.to_minor
                if event.action == "fold":
                    self.out.add(event.seat)
            case e.HandDeclaredDead():
                self._kill(event, bets)
            case e.BetsPulledIn():
                self._pull_in(event)
            case e.PotsPushed():
                self._push(event, cards)
            case e.RoundVoided():
                self.stacks |= self.before
                self._clear()
            case _:
                self._take_of_seats(event)
                self._take_of_rulings(event)

    def _take_of_seats(self, event: e.TableEvent) -> None:
        match event:
            case e.PlayerSeated():
                assert event.seat not in self.stacks
                self._move(event.seat, event.stack_minor)
            case e.ChipsAdded():
                self._move(event.seat, event.amount_minor)
            case e.ChipsCorrected():
                assert self.stacks[event.seat] == event.recorded_minor
                self._move(event.seat, event.stack_minor - event.recorded_minor)
            case e.PlayerLeft():
                assert self.stacks[event.seat] == event.stack_minor
                self._move(event.seat, -event.stack_minor)
                del self.stacks[event.seat]
            case _:
                pass

    def _take_of_rulings(self, event: e.TableEvent) -> None:
        match event:
            case e.FoldedOutOfTurn():
                self.out.add(event.seat)
            case e.AnteReturned():
                assert 0 < event.amount_minor <= self.pulled[event.seat]
                self.pulled[event.seat] -= event.amount_minor
                self.stacks[event.seat] += event.amount_minor
            case e.HandMucked():
                self.mucked.add(event.seat)
            case e.HandRetrieved():
                self.mucked.remove(event.seat)
            case _:
                pass

    def _move(self, seat: int, amount: int) -> None:
        self.stacks[seat] = self.stacks.get(seat, 0) + amount
        self.inside += amount

    def _begin(self, event: e.HandStarted) -> None:
        assert dict(event.stacks) == self.stacks
        self._clear()
        self.before = {seat: self.stacks[seat] for seat in event.seats}
        self.bets = dict.fromkeys(event.seats, 0)
        self.pulled = dict.fromkeys(event.seats, 0)
        self.button = event.positions.button if event.positions else 0
        for post in event.posts:
            self._put(post.seat, post.live_minor)
            self.stacks[post.seat] -= post.ante_minor + post.dead_minor
            self.pulled[post.seat] += post.ante_minor
            self.dead[post.seat] = post.dead_minor
            self.reached["dead chips posted"] += post.dead_minor > 0
        assert min(self.stacks.values()) >= 0

    def _kill(self, event: e.HandDeclaredDead, bets: Mapping[int, int]) -> None:
        """A dead hand's chips stay, but for a wager that nobody has called, if it is taken back."""
        seat = event.seat
        self.out.add(seat)
        if event.put_minor:
            self._put(seat, event.put_minor)
        if event.takes_back:
            back = event.back_minor
            others = [bet for other, bet in self.bets.items() if other != seat]
            assert 0 < back <= self.bets[seat]
            self.bets[seat] -= back
            assert self.bets[seat] == bets[seat]
            assert self.bets[seat] >= max(others)
            self.stacks[seat] += back
            self.reached["taken back"] += 1

    def _clear(self) -> None:
        self.bets, self.pulled, self.dead = {}, {}, {}
        self.out, self.mucked = set(), set()

    def _put(self, seat: int, amount: int) -> None:
        assert 0 <= amount <= self.stacks[seat]
        self.stacks[seat] -= amount
        self.bets[seat] += amount
        self.reached["all-in"] += amount > 0 and not self.stacks[seat]

    def _pull_in(self, event: e.BetsPulledIn) -> None:
        totals = {seat: self.pulled[seat] + bet for seat, bet in self.bets.items()}
        second, highest = sorted(totals.values())[-2:]
        owner = max(totals, key=lambda seat: totals[seat])
        back = (owner, highest - second) if highest > second and owner not in self.out else (0, 0)
        assert back == (event.uncalled_seat, event.uncalled_minor)
        for seat, total in totals.items():
            self.pulled[seat], self.bets[seat] = total, 0
        if back[1]:
            self.pulled[owner] -= back[1]
            self.stacks[owner] += back[1]
            self.reached["uncalled"] += 1

    # ------------------------------------------------------------------------------ the pots

    @property
    def live(self) -> list[int]:
        """The seats whose hands were neither folded nor killed; a mucked one counts."""
        return sorted(self.pulled.keys() - self.out)

    def pots(self) -> list[tuple[int, tuple[int, ...]]]:
        """Amount and seats of each pot that has been pulled in, laid out chip by chip."""
        dead = sum(self.dead.values())
        return list(_laid_out(tuple(self.pulled.items()), tuple(self.live), dead))

    def _push(self, event: e.PotsPushed, cards: Mapping[int, Sequence[str]]) -> None:
        pots, awards = self.pots(), event.awards
        assert not any(self.bets.values())
        assert [(award.amount_minor, tuple(award.seats)) for award in awards] == pots
        rake = self._rake(sum(amount for amount, _ in pots))
        self.inside -= rake
        self.reached["raked"] += rake > 0
        self.reached["side pots"] += len(pots) > 1
        self.reached["three pots"] += len(pots) > 2
        for award, (amount, seats) in zip(awards, pots, strict=True):
            taken = min(rake, amount)
            rake -= taken
            assert award.rake_minor == taken
            shares = {one.seat: one.amount_minor for one in award.shares}
            assert len(shares) == len(award.shares)
            assert shares == self._shares(amount - taken, seats, cards)
            for seat, won in shares.items():
                self.stacks[seat] += won
        assert not rake
        self._clear()

    def _rake(self, total: int) -> int:
        rake = total * self.house.rake_percent // 100
        rake -= rake % self.house.rake_unit
        return rake if self.house.rake_cap is None else min(rake, self.house.rake_cap)

    def _shares(
        self, amount: int, seats: Sequence[int], cards: Mapping[int, Sequence[str]]
    ) -> dict[int, int]:
        """Deal a pot out unit by unit to its winners, in the order of the house."""
        able = [seat for seat in seats if seat not in self.mucked]
        if len(able) > 1:
            worth = {seat: best(self._whole(cards, seat)) for seat in able}
            highest = max(worth.values())
            able = [seat for seat in able if worth[seat] == highest]
            able = self._in_order(able, cards, highest)
            self.reached["split"] += len(able) > 1
        shares = dict.fromkeys(able, 0)
        units, rest = divmod(amount, self.house.chip)
        whole, odd = divmod(units, len(able))
        for place, seat in enumerate(able):
            shares[seat] = (whole + (place < odd)) * self.house.chip
        shares[able[odd]] += rest
        self.reached["odd units"] += odd > 0
        return shares

    def _whole(self, cards: Mapping[int, Sequence[str]], seat: int) -> list[str]:
        whole = [*cards[seat], *cards.get(0, ())]
        assert len(whole) == 7
        return whole

    def _in_order(
        self, able: list[int], cards: Mapping[int, Sequence[str]], highest: Score
    ) -> list[int]:
        if not self.house.by_suit:
            return sorted(able, key=lambda seat: (seat <= self.button, seat))
        return sorted(
            able, key=lambda seat: self._by_suit(self._whole(cards, seat), highest), reverse=True
        )

    def _by_suit(self, cards: Sequence[str], highest: Score) -> list[tuple[int, int]]:
        """Return the five best cards by rank and suit, the highest choice of them."""
        fives = [five for five in combinations(cards, 5) if score(five) == highest]
        return max(
            sorted(((RANKS.index(c[0]), SUITS.index(c[1])) for c in five), reverse=True)
            for five in fives
        )
