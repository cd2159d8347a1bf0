"""A second opinion on betting rounds and pots: everything is worked out anew from what was done.

Nothing of the package is used. Amounts are asked one by one: may this seat's total become so much?
Pots are laid out chip by chip.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

FOLD = "fold"


@dataclass(frozen=True)
class House:
    """A structure in plain numbers; `chip` 0 says fixed limit."""

    small: int
    big: int
    chip: int = 0
    half: bool = True
    cap: int | None = 3
    heads_up: str = "action"


@dataclass
class Told:
    """A betting round told as a list of seats and their new totals, or folds."""

    house: House
    stacks: Mapping[int, int]
    """Chips behind when the round began, blinds already taken off."""

    posted: Mapping[int, int]
    out: frozenset[int]
    """Folded before the round."""

    opening: str
    first: int
    amount: int = 0
    big: bool = False
    both: bool = False
    told: list[tuple[int, int | str]] = field(default_factory=list)

    # --------------------------------------------------------------------------- who has what

    @property
    def seats(self) -> list[int]:
        return sorted(self.stacks)

    def bet(self, seat: int) -> int:
        totals = [what for who, what in self.told if who == seat and isinstance(what, int)]
        return max(totals, default=self.posted.get(seat, 0))

    def whole(self, seat: int) -> int:
        return self.stacks[seat] + self.posted.get(seat, 0)

    def live(self) -> list[int]:
        gone = {who for who, what in self.told if what == FOLD}
        return [seat for seat in self.seats if seat not in self.out | gone]

    def able(self) -> list[int]:
        return [seat for seat in self.live() if self.bet(seat) < self.whole(seat)]

    # --------------------------------------------------------------------------- what was wagered

    @property
    def opened(self) -> bool:
        if self.opening not in ("forced", "offered"):
            return True
        return any(what != FOLD for _, what in self.told)

    @property
    def units(self) -> tuple[int, ...]:
        unit = self.house.big if self.big else self.house.small
        return (unit, self.house.big) if self.both and not self.big else (unit,)

    def walk(self) -> tuple[int, int, int, int, bool, bool]:
        """Amount to match, level, growth of a full wager, number of them, capped, upper only."""
        house = self.house
        unit = self.units[0]
        cur, level, count, capped, upper = 0, 0, 0, False, False
        least = house.small if house.chip else self.half_of(unit)
        if self.opening == "blinds":
            cur = level = self.amount
            least = cur if house.chip else self.half_of(cur)
            count = 1
            capped = house.cap == 0 and not house.chip
        chips = dict(self.posted)
        able = {seat for seat in self.seats if seat not in self.out and self.stacks[seat]}
        began = len(able)
        first_wager = self.opening in ("forced", "offered")
        for who, what in self.told:
            if what == FOLD:
                able.discard(who)
                continue
            total = int(what)
            brought = first_wager and total <= self.amount
            first_wager = False
            rise = self.amount if brought else total
            if rise > cur or brought:
                is_full = (self.amount >= unit) if brought else rise - level >= least
                if is_full:
                    count += 1
                    upper = upper or (len(self.units) == 2 and rise - level >= self.units[1])
                    if house.chip:
                        least = rise - cur
                    elif upper:
                        least = self.half_of(self.units[1])
                    needed = {"action": 3, "never": 0}.get(house.heads_up, 0 if began > 2 else 99)
                    reached = house.cap is not None and count > house.cap
                    capped = capped or (reached and len(able) >= needed and not house.chip)
                    level = rise
                elif house.chip:
                    level = rise
                cur = rise
            chips[who] = total
            if total == self.whole(who):
                able.discard(who)
        return cur, level, least, count, capped, upper

    def half_of(self, unit: int) -> int:
        return -(-unit // 2) if self.house.half else unit

    def matched_before(self, seat: int) -> int | None:
        """What had to be matched when this seat acted last."""
        for at in range(len(self.told) - 1, -1, -1):
            if self.told[at][0] == seat and self.told[at][1] != FOLD:
                then = Told(**{**vars(self), "told": self.told[: at + 1]})
                return then.walk()[0]
        return None

    # --------------------------------------------------------------------------- whose turn it is

    def owed(self, seat: int) -> int:
        cur = self.walk()[0]
        others = [other for other in self.live() if other != seat]
        if not any(other in self.able() for other in others):
            cur = min(cur, max((self.bet(other) for other in others), default=0))
        return max(0, cur - self.bet(seat))

    def to_act(self) -> int | None:
        able = self.able()
        if len(self.live()) < 2 or not able:
            return None
        start = self.told[-1][0] + 1 if self.told else self.first
        order = [seat for seat in self.seats if seat >= start]
        order += [seat for seat in self.seats if seat < start]
        cur = self.walk()[0]
        waiting = [seat for seat in order if seat in able and self.matched_before(seat) != cur]
        if not waiting or (len(able) == 1 and not self.owed(waiting[0])):
            return None
        return waiting[0]

    def is_forced(self) -> bool:
        """Whether the seat to act may not fold: the low seat itself, and it has chips."""
        seats = [seat for seat in self.seats if seat >= self.first] or self.seats
        low = seats[0]
        return self.opening == "forced" and not self.told and low in self.able()

    # --------------------------------------------------------------------------- what it may do

    def answerable(self, seat: int) -> bool:
        matched = self.bet(seat) + self.owed(seat)
        return any(self.whole(other) > matched for other in self.able() if other != seat)

    def may_raise(self, seat: int) -> bool:
        cur, _, least, _, capped, _ = self.walk()
        before = self.matched_before(seat)
        is_open = before is None or cur - before >= least
        if self.opening in ("forced", "offered") and before is not None:
            own = max(at for at, (who, _) in enumerate(self.told) if who == seat)
            later = [int(what) for _, what in self.told[own + 1 :] if what != FOLD]
            is_open = is_open or (before < self.units[0] <= max(later, default=0))
        return is_open and not capped and self.answerable(seat)

    def totals(self, seat: int) -> dict[str, set[int]]:
        """Every total that this seat may go to, by the name of the act."""
        whole, bet, owed = self.whole(seat), self.bet(seat), self.owed(seat)
        cur, level, least, _, _, upper = self.walk()
        legal: dict[str, set[int]] = {}
        if not self.opened:
            legal["bring_in"] = {min(self.amount, whole)}
            full = min(self.units[0], whole)
            if self.amount < self.units[0] and full > self.amount:
                legal["complete"] = {full}
            return legal
        if owed:
            legal["call"] = {min(bet + owed, whole)}
        else:
            legal["check"] = {bet}
        if not self.may_raise(seat) or whole <= bet + owed:
            return legal
        name = "raise" if cur else "bet"
        if self.house.chip:
            chip = self.house.chip
            legal[name] = {
                total
                for total in range(cur + 1, whole + 1)
                if total == whole or (total % chip == 0 and total - cur >= least)
            }
            return legal
        units = self.units[-1:] if upper else self.units
        if cur > level:
            legal["complete"] = {min(level + units[0], whole)}
            units = units[1:]
            if units and whole > level + self.units[0]:
                legal[name] = {min(level + units[0], whole)}
            return legal
        sizes = {level + unit for unit in units}
        legal[name] = {size for size in sizes if size <= whole}
        if whole < max(sizes):
            legal[name].add(whole)
        return legal

    def judge(self, seat: int) -> "Judge":
        """The judge of this seat's acts at this moment."""
        return Judge(
            whole=self.whole(seat),
            bet=self.bet(seat),
            cur=self.walk()[0],
            totals=self.totals(seat),
            is_forced=self.is_forced(),
            is_answered=not self.opened or self.answerable(seat),
        )


@dataclass(frozen=True)
class Judge:
    """What one seat may do at one moment."""

    whole: int
    bet: int
    cur: int
    totals: Mapping[str, set[int]]
    is_forced: bool
    is_answered: bool

    def accepts(self, what: str, to: int | None) -> int | None:
        """The total that an act leads to; none: it is refused. A fold leads to -1."""
        if what == FOLD:
            return -1 if not self.is_forced and to in (None, self.bet) else None
        if what in ("raise", "all_in") and not self.is_answered:
            said = to in (None, self.whole)
            if what == "raise":
                said = to is not None and self.cur < to <= self.whole
            (total,) = self.totals.get("call") or self.totals["check"]
            return total if said else None
        if what == "all_in":
            sizes = set().union(*(self.totals[name] for name in self.totals if name != "check"))
            return self.whole if self.whole in sizes and to in (None, self.whole) else None
        if what in ("bet", "raise"):
            return to if to in self.totals.get(what, ()) else None
        totals = self.totals.get(what, ())
        return next((total for total in totals if to in (None, total)), None)


def laid_out(
    totals: Mapping[int, int], live: Sequence[int], dead: int = 0
) -> list[tuple[int, tuple[int, ...]]]:
    """Pots chip by chip: the n-th chip of everybody lies in the pot of the live hands that have it.

    Dead chips come before the first chip, so all live hands play for them. Chips that no live hand
    has matched fall into the last pot.
    """
    everybody = tuple(sorted(live))
    pots = [(dead, everybody)] if dead else []
    for nth in range(1, max(totals.values(), default=0) + 1):
        chips = sum(total >= nth for total in totals.values())
        seats = tuple(seat for seat in everybody if totals[seat] >= nth)
        if not seats:
            seats = pots[-1][1] if pots else everybody
        if pots and seats == pots[-1][1]:
            chips += pots.pop()[0]
        pots.append((chips, seats))
    return pots
