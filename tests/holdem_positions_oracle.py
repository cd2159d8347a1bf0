"""Button and blinds of Texas Hold'em a second time, by the words of the sheet (HE-D15 to HE-D19).

It shares nothing with `games.texas_holdem.positions`: a walk round the table, place by place.
Where the words leave open where the button lies, the hand is `unclear` and the table is believed.
"""

from dataclasses import dataclass, field

MOVING, ROBERT, DEAD = "moving", "moving_robert", "dead"


@dataclass
class Sitter:
    """Who sits at a place, and what the blinds have passed while he was not dealt in."""

    is_new: bool
    posts: bool
    """Chose `post`; otherwise he waits for his big blind."""
    is_here: bool = True
    """Has chips and is not away."""
    missed_small: bool = False
    missed_big: bool = False

    @property
    def owes(self) -> bool:
        return self.is_new or self.missed_small or self.missed_big


@dataclass
class Start:
    """How a hand begins. `posts`: seat to live and dead chips, in blinds: 1 small, 2 big."""

    button: int
    small_place: int
    big: int
    dealt: list[int]
    posts: dict[int, tuple[int, int]]
    bigs: list[int]
    unclear: bool = False


@dataclass
class Blinds:
    """A table with this many places, before and between its hands."""

    method: str
    new_posts: bool
    places: int
    sitters: dict[int, Sitter] = field(default_factory=dict)
    last: Start | None = None

    # --------------------------------------------------------------------- walking round

    def walk(self, place: int) -> list[int]:
        """All places clockwise from the next one on, the place itself last."""
        return [(place + step - 1) % self.places + 1 for step in range(1, self.places + 1)]

    def following(self, place: int, wanted: set[int]) -> int:
        return next(seat for seat in self.walk(place) if seat in wanted)

    def passed(self, first: int, last: int) -> set[int]:
        """The places between two; none where they are the same."""
        way = self.walk(first)
        return set(way[: way.index(last)]) if first != last else set()

    # ---------------------------------------------------------------------- the next hand

    def next_hand(self, button: int) -> Start | None:
        """HE-D15 to HE-D18; `button` is the table's, for the first hand. None: too few players."""
        here = {seat for seat, one in self.sitters.items() if one.is_here}
        if len(here) < 2:
            return None
        regular = {seat for seat in here if not self.sitters[seat].owes}
        if len(regular) < 2:
            regular = here
        start = self._laid(button, regular, here)
        if start.unclear:
            return start
        self._post(start, regular)
        return start

    def _laid(self, table_button: int, regular: set[int], here: set[int]) -> Start:
        last = self.last
        if last is None:
            return self._in_a_row(table_button, regular, here)
        if self.method == DEAD:
            return self._dead(last, regular, here)
        start = self._in_a_row(self.following(last.button, regular), regular, here)
        if self.method == ROBERT and len(start.dealt) > 2:
            return self._each_once(last, start, regular, here)
        return start

    def _in_a_row(self, button: int, regular: set[int], here: set[int]) -> Start:
        """HE-D16: the button, and the blinds on the next two."""
        small = self.following(button, regular)
        big = self.following(small, here)
        if big == button:
            paid = set() if self.last is None else set(self.last.bigs)
            if small in paid:
                button, small = small, button
            both = {button, small}
            return Start(button, button, small, sorted(both), {}, [small], unclear=both <= paid)
        return self._filled(button, small, [big], regular, here)

    def _dead(self, last: Start, regular: set[int], here: set[int]) -> Start:
        """HE-D17: the big blind to the next, small one and button on the places behind."""
        big = self.following(last.big, here)
        start = self._filled(last.small_place, last.big, [big], regular, here)
        if len(start.dealt) == 2:
            return start
        way = self.walk(start.button)
        start.unclear = not way.index(last.big) < way.index(big) < self.places - 1
        return start

    def _each_once(self, last: Start, moved: Start, regular: set[int], here: set[int]) -> Start:
        """Section 1.2: the button as in `moving`, and everybody whom the big blind passes pays."""
        bigs = [seat for seat in self.walk(last.big) if seat in here]
        bigs = bigs[: bigs.index(moved.big) + 1]
        start = self._filled(moved.button, last.big, bigs, regular, here)
        start.unclear = bool(set(bigs) & set(last.bigs))
        return start

    def _filled(
        self, button: int, small_place: int, bigs: list[int], regular: set[int], here: set[int]
    ) -> Start:
        """HE-D18: who is dealt in beside the regular seats."""
        big = bigs[-1]
        closed = self.passed(button, big)
        coming = {seat for seat in here - regular if self.sitters[seat].posts} - closed
        dealt = sorted(regular | coming | set(bigs))
        if len(dealt) == 2:
            other = next(seat for seat in dealt if seat != big)
            return Start(other, other, big, dealt, {}, [big])
        return Start(button, small_place, big, dealt, {}, bigs)

    def _post(self, start: Start, regular: set[int]) -> None:
        smalls = {start.small_place}
        if self.method == ROBERT and self.last is not None and start.small_place == self.last.big:
            smalls |= set(self.last.bigs)  # Who paid the big blind pays the small one next.
        for seat in start.dealt:
            one = self.sitters[seat]
            if seat in start.bigs:
                start.posts[seat] = (2, 0)
            elif seat in smalls & regular:
                start.posts[seat] = (1, 0)
            elif seat not in regular:
                live = 2 if one.missed_big or (one.is_new and self.new_posts) else 0
                dead = 1 if one.missed_small else 0
                if live or dead:
                    start.posts[seat] = (live, dead)

    # --------------------------------------------------------------------- after the start

    def begun(self, start: Start) -> None:
        """HE-D19: what everybody owes once the hand has begun."""
        for seat, one in self.sitters.items():
            if seat in start.dealt:
                one.is_new = one.missed_small = one.missed_big = False
            elif self.last is not None and not one.is_new:
                # A place that a blind has reached, and nobody there was dealt in, is passed too.
                reached = {start.small_place} - {self.last.small_place}
                small = self.passed(self.last.small_place, start.small_place) | reached
                one.missed_small = one.missed_small or seat in small
                one.missed_big |= seat in self.passed(self.last.big, start.big)
        self.last = start
