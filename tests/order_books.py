"""Whose turn it is at a table that follows no chips, kept by other means than the table keeps it.

`OrderBooks` writes down who has still to answer, as a dealer would count them off around the table,
and judges the winners by `holdem_oracle`. Nothing of the package's rules of order is used.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from holdem_oracle import best
from pot_books import PotBooks

from dealer_station.table import events as e

WAGERS = {"bet", "raise", "complete", "all_in_raise"}
LAST_CHIPS = {"all_in", "all_in_raise"}
UNOPENED = {"forced", "offered"}


@dataclass
class OrderBooks(PotBooks):
    """Who is in the hand, who has chips left, and who has still to act; no chip is anywhere."""

    seats: list[int] = field(default_factory=list)
    all_in: set[int] = field(default_factory=set)
    queue: list[int] = field(default_factory=list)
    facing: set[int] = field(default_factory=set)
    big_blinds: set[int] = field(default_factory=set)
    is_unopened: bool = False

    def take(
        self, event: e.TableEvent, cards: Mapping[int, Sequence[str]], bets: Mapping[int, int]
    ) -> None:
        """Take an event, as of every table; it may name no amount."""
        if isinstance(event, e.PlayerActed):
            assert event.seat == self.next_seat, (event, self.queue)
            assert (event.to_minor, event.put_minor) == (0, 0)
        if not isinstance(event, e.AnteReturned):
            super().take(event, cards, bets)
        match event:
            case e.BettingRoundOpened():
                self._open(event)
            case e.PlayerActed():
                self._act(event)
            case e.AllInDeclared():
                self.all_in.add(event.seat)
            case e.DealResumed():
                self.queue = []
            case _:
                pass

    @property
    def with_chips(self) -> list[int]:
        """Who can still act."""
        return [seat for seat in self.seats if seat not in self.out | self.all_in]

    @property
    def next_seat(self) -> int | None:
        """Whose turn it is; None: nobody's."""
        able = self.with_chips
        if len(self.live) < 2 or (len(able) == 1 and able[0] not in self.facing):
            return None
        return next((seat for seat in self.queue if seat in able), None)

    def _begin(self, event: e.HandStarted) -> None:
        assert not any(event.stacks.values())
        self._clear()
        self.before = dict.fromkeys(event.seats, 0)
        self.bets = dict.fromkeys(event.seats, 0)
        self.pulled = dict.fromkeys(event.seats, 0)
        self.button = event.positions.button if event.positions else 0
        self.seats, self.all_in, self.queue = sorted(event.seats), set(), []
        most = max((post.live_minor for post in event.posts), default=0)
        self.big_blinds = {post.seat for post in event.posts if post.live_minor == most > 0}

    def _around(self, first: int) -> list[int]:
        """Everybody with chips, from a seat on."""
        return sorted(self.with_chips, key=lambda seat: (seat < first, seat))

    def _open(self, event: e.BettingRoundOpened) -> None:
        self.queue = self._around(event.first)
        is_blinds = event.opening.value == "blinds"
        self.facing = set(self.seats) - self.big_blinds if is_blinds else set()
        self.is_unopened = event.opening.value in UNOPENED

    def _act(self, event: e.PlayerActed) -> None:
        seat, action = event.seat, event.action
        if action in LAST_CHIPS:
            self.all_in.add(seat)
        self.queue.remove(seat)
        self.facing.discard(seat)
        if action in WAGERS or (self.is_unopened and action != "fold"):
            self.queue = [other for other in self._around(seat) if other != seat]
            self.facing = set(self.seats) - {seat}
            self.is_unopened = False

    def _kill(self, event: e.HandDeclaredDead, bets: Mapping[int, int]) -> None:
        assert not event.put_minor
        assert not any(bets.values())
        assert not event.takes_back, "no life of these comes to a wager that is taken back"
        self.out.add(event.seat)

    def _push(self, event: e.PotsPushed, cards: Mapping[int, Sequence[str]]) -> None:
        """The best hand wins; beside a winner without chips the best of the others."""
        left, told = [seat for seat in self.live if seat not in self.mucked], []
        while left:
            winners = left
            if len(left) > 1:
                worth = {seat: best(self._whole(cards, seat)) for seat in left}
                most = max(worth.values())
                winners = [seat for seat in left if worth[seat] == most]
                winners = self._in_order(winners, cards, most)
            told.append((tuple(left), tuple(winners)))
            self.reached["split"] += len(winners) > 1
            if set(winners) - self.all_in:
                break
            left = [seat for seat in left if seat not in winners]
        self.reached["winners beside an all-in"] += len(told) > 1
        assert told == [
            (tuple(one.seats), tuple(share.seat for share in one.shares)) for one in event.awards
        ]
        amounts = [(one.amount_minor, one.rake_minor) for one in event.awards]
        assert set(amounts) == {(0, 0)}
        self._clear()
