"""What one betting round is: whose turn it is, what must be matched, what has been acted.

A round is a value. `opening.open_round` makes the first one, `acting.act` the next one, and
`rulings` has the steps of a floor. Who takes one further act by act does it on a `RoundInPlay`,
which he alone has. Rule ids (HE-.., ST-..) are those of the rule sheets of the two
poker games; amounts are integers of the smallest unit, "to" amounts are totals for the round.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from dealer_station.games.pots.players import Chips
from dealer_station.values import made_quickly, maker


class Act(StrEnum):
    """What a player can do in a betting round."""

    FOLD = "fold"
    CHECK = "check"
    CALL = "call"
    BET = "bet"
    RAISE = "raise"
    COMPLETE = "complete"
    """Opens third street in full, or fills a short all-in up to a full wager (ST-D03)."""

    BRING_IN = "bring_in"
    ALL_IN = "all_in"
    ALL_IN_RAISE = "all_in_raise"
    """Where no amounts are followed: the last chips are a bet or raise, see `order`."""


class Opening(StrEnum):
    """How a round begins, and while nobody has opened it, where it stands."""

    CHECK = "check"
    """Nothing is owed: check or bet."""

    BLINDS = "blinds"
    """Blinds are in front; their posters have not acted yet (HE-16)."""

    FORCED = "forced"
    """The seat to act owes the bring-in or a full bet, it may not fold (ST-21)."""

    OFFERED = "offered"
    """The seat to act may fold, bring in or bet full; a fold passes it on (ST-26, ST-D15)."""

    DONE = "done"
    """The bring-in, or a full bet in its place, has been made."""


_FORCED = Opening.FORCED
_OFFERED = Opening.OFFERED


class Refusal(StrEnum):
    """Why an act was refused."""

    NOT_NEXT = "not_next"
    """It is not this seat's turn, or the round is over."""

    NOT_OFFERED = "not_offered"
    """The act is not among those offered now."""

    WRONG_AMOUNT = "wrong_amount"
    """The amount is outside the offered sizes, missing, or given where none belongs."""


class ActRefusedError(Exception):
    """An act that is not legal now; nothing has changed."""

    def __init__(self, reason: Refusal, message: str) -> None:
        super().__init__(message)
        self.reason = reason


@made_quickly
@dataclass(frozen=True, slots=True)
class Sizes:
    """The totals a wager may go to: `low` and `high` alone, or everything between them."""

    low: int
    high: int
    fixed: bool = False
    """Two sizes of a fixed limit, nothing between them (ST-35)."""

    chip: int = 1
    """Between `low` and `high` only multiples of it (HE-D02)."""

    def allows(self, to: int) -> bool:
        """Whether a wager may go to this total."""
        if to in (self.low, self.high):
            return True
        return not self.fixed and self.low < to < self.high and to % self.chip == 0


@made_quickly
@dataclass(frozen=True, slots=True)
class Legal:
    """What the seat to act may do (HE-D01, ST-D03, ST-D04). Zero or none: not offered."""

    seat: int
    fold: bool = True
    check: bool = False
    call: int = 0
    """Chips to add."""

    bring_in: int = 0
    """Total for the round."""

    complete: int = 0
    """Total for the round."""

    bet: Sizes | None = None
    raise_to: Sizes | None = None


@made_quickly
@dataclass(frozen=True, slots=True)
class Terms:
    """What does not change in a round."""

    unit: int
    """Size of a bet in a fixed limit; in no-limit the smallest opening bet."""

    big_unit: int
    """The other size where both may be bet (ST-35), else the same."""

    chip: int
    """In no-limit wagers are multiples of it (HE-D02); in a fixed limit 0."""

    half_bet_rule: bool
    cap: int | None
    """Full wagers of a round, the bet included (HE-21); none: no cap."""

    cap_from: int
    """So many players with chips make the cap hold (HE-D07, ST-D09)."""

    bring_in: int = 0
    first: int | None = None
    """The seat that was the first to act; none where nobody could (ST-D17)."""

    barred: frozenset[int] = frozenset()
    """Seats that may not bet, raise or complete on this round (ST-D25, HE-I41)."""

    is_tracked: bool = True
    """Whether amounts are followed; if not, order alone, see `order`."""

    posted: frozenset[int] = frozenset()
    """Where only the order is followed: seats whose blind stands for the first wager."""

    def least(self, size: int) -> int:
        """What a wager of this size has to add to be a full one (HE-23, HE-32, ST-49)."""
        return (size + 1) // 2 if self.half_bet_rule else size


@made_quickly
@dataclass(frozen=True, slots=True)
class Price:
    """The wager that has to be matched; a new one for every bet, raise and completion."""

    cur: int
    """Total to match; where only the order is followed, how many wagers there are to answer."""

    full: int
    """The level from which the next full wager is counted: in a fixed limit the total of the last
    full one (`base` in ST section 4), in no-limit `cur`.
    """

    least: int
    """What a wager has to add to `full` to count as full, and what the amount to match has to grow
    for a player who has acted to raise again (HE-D06, HE 4.1 `last`, ST-D08).
    """

    opening: Opening = Opening.CHECK
    wagers: int = 0
    """Full wagers made, the bet included (HE-21, ST-D07)."""

    capped: bool = False
    big_only: bool = False
    """Somebody has wagered the upper limit: no other size any more (ST-37)."""

    by: int | None = None
    """Who made it: the last aggressor. None while only blinds or a bring-in stand."""

    before: "Price | None" = None
    """The price before it, which comes back if it is taken back uncalled (HE-D37)."""

    @property
    def unopened(self) -> bool:
        """Whether a bring-in is due or offered and nobody has opened."""
        opening = self.opening
        return opening is _FORCED or opening is _OFFERED


@made_quickly
@dataclass(frozen=True, slots=True)
class BettingRound:
    """A betting round at one moment."""

    terms: Terms
    price: Price
    players: tuple[Chips, ...]
    """Every dealt-in seat, ascending, folded ones included."""

    levels: tuple[int | None, ...]
    """By place in `players`: what had to be matched at the seat's last act; none: not acted."""

    turn: int | None
    """The place in `players` of the seat to act; none: the round is over."""

    able: int
    """How many players are in and have chips."""

    hands: int
    """How many hands are live."""

    @property
    def to_act(self) -> int | None:
        """The seat whose turn it is; none: the round is over."""
        return None if self.turn is None else self.players[self.turn].seat

    @property
    def over(self) -> bool:
        """Whether nobody has to act any more."""
        return self.turn is None

    @property
    def opening(self) -> Opening:
        """How the round began, and while a bring-in is to be made, for whom."""
        return self.price.opening

    @property
    def first(self) -> int | None:
        """The seat that was the first to act; none where nobody could (ST-D17)."""
        return self.terms.first

    @property
    def unopened(self) -> bool:
        """Whether a bring-in is due or offered and nobody has opened."""
        return self.price.unopened

    @property
    def aggressor(self) -> int | None:
        """The last seat that raised the amount to match, short all-ins included (HE-D13)."""
        return self.price.by

    @property
    def live(self) -> tuple[int, ...]:
        """Seats of the hands that can still win, ascending."""
        return tuple(player.seat for player in self.players if player.live)

    def player(self, seat: int) -> Chips:
        """The chips of a dealt-in seat; KeyError for any other."""
        return self.players[self.place(seat)]

    def place(self, seat: int) -> int:
        """Where a dealt-in seat stands in `players`; KeyError for any other."""
        for place, player in enumerate(self.players):
            if player.seat == seat:
                return place
        raise KeyError(seat)


_betting_round = maker(BettingRound)


class RoundInPlay:
    """A betting round that its only owner takes further: every act changes it where it is.

    It reads like the round that it is at the moment; `value` is that round for good.
    """

    __slots__ = ("able", "hands", "levels", "players", "price", "terms", "turn")

    def __init__(self, betting: BettingRound) -> None:
        self.look_at(betting)

    def look_at(self, betting: BettingRound) -> None:
        """Go on with this round."""
        self.terms = betting.terms
        self.price = betting.price
        self.players = [*betting.players]
        self.levels = [*betting.levels]
        self.turn = betting.turn
        self.able = betting.able
        self.hands = betting.hands

    @property
    def value(self) -> BettingRound:
        """The round as it is."""
        players, levels = tuple(self.players), tuple(self.levels)
        return _betting_round(
            self.terms, self.price, players, levels, self.turn, self.able, self.hands
        )

    @property
    def to_act(self) -> int | None:
        """The seat whose turn it is; none: the round is over."""
        return None if self.turn is None else self.players[self.turn].seat


AnyRound: TypeAlias = BettingRound | RoundInPlay
"""A round that is read, whoever has it."""
