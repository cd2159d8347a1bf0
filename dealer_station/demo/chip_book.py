"""The chips of a table's players, recounted from the record by what each event says of a stack.

Knows nothing of betting: what was brought, put in, given back, pushed, taken away. Compared with
the stacks that lie on the table at the end, as its screen shows them.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import singledispatchmethod

from dealer_station.money import format_minor
from dealer_station.table.events import (
    AnteReturned,
    BetsPulledIn,
    ChipsAdded,
    ChipsCorrected,
    HandDeclaredDead,
    HandStarted,
    PlayerActed,
    PlayerLeft,
    PlayerSeated,
    PotsPushed,
    RoundVoided,
    TableEvent,
)


@dataclass(slots=True)
class ChipBook:
    """What became of all chips, in smallest units; `stacks` is what must lie there, by seat.

    `counted_minor` is by how much supervisors' counts differed from the record. `differences` names
    every hand that began with other stacks than the hand before left, or whose pots are not what
    was put in.
    """

    brought_minor: int = 0
    counted_minor: int = 0
    taken_minor: int = 0
    rake_minor: int = 0
    pots: int = 0
    split_pots: int = 0
    side_pots: int = 0
    pushed_minor: int = 0
    stacks: Counter[int] = field(default_factory=Counter)
    differences: list[str] = field(default_factory=list)
    _in_pots_minor: int = 0
    _before: Mapping[int, int] = field(default_factory=dict)

    @singledispatchmethod
    def see(self, event: TableEvent) -> None:
        """Enter what an event says of chips; most say nothing."""

    @see.register
    def _(self, event: PlayerSeated) -> None:
        self.brought_minor += event.stack_minor
        self.stacks[event.seat] += event.stack_minor

    @see.register
    def _(self, event: ChipsAdded) -> None:
        self.brought_minor += event.amount_minor
        self.stacks[event.seat] += event.amount_minor

    @see.register
    def _(self, event: ChipsCorrected) -> None:
        self.counted_minor += event.stack_minor - event.recorded_minor
        self.stacks[event.seat] += event.stack_minor - event.recorded_minor

    @see.register
    def _(self, event: PlayerLeft) -> None:
        self.taken_minor += event.stack_minor
        lay = self.stacks.pop(event.seat)
        if lay != event.stack_minor:
            took = f"took {format_minor(event.stack_minor)} where {format_minor(lay)} lay"
            self.differences.append(f"seat {event.seat} {took}")

    @see.register
    def _(self, event: HandStarted) -> None:
        there = +self.stacks
        if +Counter(event.stacks) != there:
            said = f"{_said(event.stacks)} where {_said(there)} lay"
            self.differences.append(f"hand {event.round_number} began with {said}")
        self._before, self._in_pots_minor = dict(self.stacks), 0
        for post in event.posts:
            self._put(post.seat, post.live_minor + post.dead_minor + post.ante_minor)

    @see.register
    def _(self, event: PlayerActed) -> None:
        self._put(event.seat, event.put_minor)

    @see.register
    def _(self, event: BetsPulledIn) -> None:
        self._put(event.uncalled_seat, -event.uncalled_minor)

    @see.register
    def _(self, event: HandDeclaredDead) -> None:
        self._put(event.seat, event.put_minor - event.back_minor)

    @see.register
    def _(self, event: AnteReturned) -> None:
        self._put(event.seat, -event.amount_minor)

    @see.register
    def _(self, event: PotsPushed) -> None:
        total = sum(award.amount_minor for award in event.awards)
        if total != self._in_pots_minor:
            said = f"{format_minor(total)} pushed, {format_minor(self._in_pots_minor)} put in"
            self.differences.append(f"a hand had {said}")
        self._in_pots_minor = 0
        self.pushed_minor += total
        self.pots += len(event.awards)
        self.side_pots += len(event.awards) - 1
        for award in event.awards:
            self.rake_minor += award.rake_minor
            self.split_pots += len(award.shares) > 1
            for share in award.shares:
                self.stacks[share.seat] += share.amount_minor

    @see.register
    def _(self, event: RoundVoided) -> None:  # noqa: ARG002 - whatever ended it, all goes back
        self.stacks = Counter(self._before)
        self._in_pots_minor = 0

    def _put(self, seat: int, amount_minor: int) -> None:
        if not amount_minor:
            return
        self.stacks[seat] -= amount_minor
        self._in_pots_minor += amount_minor

    @property
    def lying_minor(self) -> int:
        """What must lie on the table."""
        return self.stacks.total()

    def compare(self, seen: str) -> str:
        """Name the first difference, also to the stacks that were seen at the end; or nothing."""
        if self.differences:
            return self.differences[0]
        ends = self.taken_minor + self.lying_minor + self.rake_minor
        if ends != self.brought_minor + self.counted_minor:
            return f"{format_minor(ends)} chips in the end, not what was brought"
        told = _said(self.stacks)
        return "" if seen == told else f"{seen or 'nothing'} lies there, not {told}"

    def lines(self, seen: str) -> list[str]:
        """Write the book for people; `seen` are the stacks as the screen showed them."""
        counted = f", {format_minor(self.counted_minor)} by counts" if self.counted_minor else ""
        chips = (
            f"{format_minor(self.brought_minor)} brought and added{counted}",
            f"{format_minor(self.taken_minor)} taken away",
            f"{format_minor(self.lying_minor)} lie there",
            f"{format_minor(self.rake_minor)} rake",
        )
        kinds = f"{self.side_pots} of them side pots, {self.split_pots} split"
        return [
            f"pots     {self.pots} pushed, {format_minor(self.pushed_minor)}; {kinds}",
            f"chips    {', '.join(chips)}",
            f"stacks   {seen} on the screen",
        ]


def chip_book(events: Iterable[TableEvent]) -> ChipBook:
    """Recount a table's whole record."""
    book = ChipBook()
    for event in events:
        book.see(event)
    return book


def stacks_seen(stacks: Mapping[str, str]) -> str:
    """Write the stacks of a view (amounts as text, by seat) as `ChipBook` writes its own."""
    return " ".join(f"{seat}:{amount}" for seat, amount in sorted(stacks.items(), key=_seat))


def _seat(item: tuple[str, str]) -> int:
    return int(item[0])


def _said(stacks: Mapping[int, int]) -> str:
    return " ".join(f"{seat}:{format_minor(stacks[seat])}" for seat in sorted(stacks))
