"""What happens at a table at which players play against each other.

Amounts are in smallest units, cards are notation text, hands are named as positions read. Cards
that leave the shoe, irregularities and rulings, and the end of a hand (`RoundSettled`,
`RoundVoided`) are the events of every table.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from dealer_station.games.pot_rules import BlindDebt, Entry, Positions, Post
from dealer_station.games.pots.betting import Opening
from dealer_station.games.pots.structure import FixedLimit, NoLimit
from dealer_station.table.device_events import TableEvent
from dealer_station.table.pot.reasons import ActReason
from dealer_station.values import made_quickly


@made_quickly
@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerSeated(TableEvent):
    """A player took a seat with these chips; `is_new`: hands had been played at the table."""

    seat: int
    stack_minor: int
    entry: Entry
    is_new: bool
    person_id: str


@made_quickly
@dataclass(frozen=True, slots=True, kw_only=True)
class SeatGivenUp(TableEvent):
    """A player of the hand leaves: he takes his chips when it is over."""

    seat: int
    person_id: str


@made_quickly
@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerLeft(TableEvent):
    """The seat is empty; the player took these chips along."""

    seat: int
    stack_minor: int
    person_id: str


@made_quickly
@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerAway(TableEvent):
    """The player is away: he is not dealt in, and a live hand of his acts by itself."""

    seat: int
    person_id: str


@made_quickly
@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerBack(TableEvent):
    """The player is there again; `entry` is how he comes in if he owes something."""

    seat: int
    entry: Entry
    person_id: str


@made_quickly
@dataclass(frozen=True, slots=True, kw_only=True)
class ChipsAdded(TableEvent):
    """A player put more chips on the table."""

    seat: int
    amount_minor: int
    person_id: str


@made_quickly
@dataclass(frozen=True, slots=True, kw_only=True)
class ChipsCorrected(TableEvent):
    """A supervisor counted a player's chips: what lies there, and what the record had."""

    seat: int
    stack_minor: int
    recorded_minor: int
    person_id: str


@made_quickly
@dataclass(frozen=True, slots=True, kw_only=True)
class ButtonPlaced(TableEvent):
    """The button was put before a seat; the next hand has it there."""

    seat: int
    person_id: str


@made_quickly
@dataclass(frozen=True, slots=True, kw_only=True)
class HandStarted(TableEvent):
    """A hand began with a shuffled deck, under the rules of this hash.

    `stacks` is what lay before every player at the table, then `posts` were put in, as far as each
    stack went. `seats` are dealt in; the cards go to the hands of `deal_order`. `debts` is what
    every taken seat owes now (who is not named: nothing). `positions` None: the game has neither
    button nor blinds. One of `fixed_limit` and `no_limit` is the structure of the betting.
    `is_repeat`: the hand before was void. `reads_hole_cards`: the table's reader sees them; where
    it does not, they may be `??`, but not the `up_numbers` (from 1), which lie face up for all.
    """

    round_number: int
    rules_digest: str
    seats: tuple[int, ...]
    stacks: Mapping[int, int]
    deal_order: tuple[str, ...]
    posts: tuple[Post, ...]
    debts: Mapping[int, BlindDebt]
    positions: Positions | None
    fixed_limit: FixedLimit | None
    no_limit: NoLimit | None
    is_repeat: bool
    reads_hole_cards: bool
    person_id: str
    up_numbers: tuple[int, ...]


@made_quickly
@dataclass(frozen=True, slots=True, kw_only=True)
class BettingRoundOpened(TableEvent):
    """A betting round began; `street` counts from 0, `first` is who opens or may act first.

    `opening` and `amount_minor` (a full big blind, or a bring-in) say where it stands. `is_big`:
    the unit is the bigger one; `has_both_units`: an open pair lets everybody choose. `barred`: may
    neither bet nor raise. `clock_ms` is the time for each act (0: no limit).
    """

    street: int
    first: int
    opening: Opening
    amount_minor: int
    is_big: bool
    has_both_units: bool
    barred: tuple[int, ...]
    clock_ms: int


@made_quickly
@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerActed(TableEvent):
    """A player acted in turn: his total of the round is now `to_minor`, `put_minor` of it new.

    `reason` says who acted for him, where he did not himself. `keeps_receiving`: he has folded
    without a wager, and his seat is dealt on until somebody bets (ST-76).
    """

    seat: int
    action: str
    to_minor: int
    put_minor: int
    keeps_receiving: bool
    reason: ActReason
    person_id: str


@made_quickly
@dataclass(frozen=True, slots=True, kw_only=True)
class BetsPulledIn(TableEvent):
    """A betting round is over; what nobody had called went back to that seat (0: nothing)."""

    uncalled_seat: int
    uncalled_minor: int


@made_quickly
@dataclass(frozen=True, slots=True, kw_only=True)
class StreetCalled(TableEvent):
    """Cards of the next street are due; the order begins with all cards before.

    Where there are too few, those of `after_mixing` come when stub, burns and cards set aside have
    been mixed (ST-60, ST-61).
    """

    street: int
    deal_order: tuple[str, ...]
    after_mixing: tuple[str, ...] = ()


@made_quickly
@dataclass(frozen=True, slots=True, kw_only=True)
class StubMixed(TableEvent):
    """Cards that had left the shoe went back into the stub, which was shuffled.

    In `deal_order` their places are the stub; they may come a second time (ST-D27).
    """

    deal_order: tuple[str, ...]


@made_quickly
@dataclass(frozen=True, slots=True, kw_only=True)
class HandDeclaredDead(TableEvent):
    """A hand is out of every pot; its chips stay (HE-D37, ST-75).

    `keeps_receiving`: nobody has bet, and the seat is dealt on until somebody does (ST-76).
    `takes_back`: a bet or raise of the seat that nobody had called came back (HE-I51, HE-I53).
    `put_minor` are chips that it had put in without completing an act: they stay in (HE-I49).
    """

    seat: int
    reason: ActReason
    keeps_receiving: bool
    person_id: str
    takes_back: bool = False
    put_minor: int = 0


@made_quickly
@dataclass(frozen=True, slots=True, kw_only=True)
class ShowdownBegun(TableEvent):
    """All betting is over and more than one hand is live: they answer in this order."""

    shows: tuple[int, ...]


@made_quickly
@dataclass(frozen=True, slots=True, kw_only=True)
class HandShown(TableEvent):
    """A hand was turned over; `cards` are those that no reader had seen, as people named them."""

    seat: int
    cards: tuple[str, ...]
    person_id: str


@made_quickly
@dataclass(frozen=True, slots=True, kw_only=True)
class HandMucked(TableEvent):
    """A hand was given up at the showdown, face down: it is out of every pot."""

    seat: int
    person_id: str


@made_quickly
@dataclass(frozen=True, slots=True, kw_only=True)
class PotsReady(TableEvent):
    """It is known whose the pots are: only their payment remains."""


@made_quickly
@dataclass(frozen=True, slots=True)
class PotShare:
    """What a seat got of a pot, in smallest units."""

    seat: int
    amount_minor: int


@made_quickly
@dataclass(frozen=True, slots=True)
class PotAward:
    """A pot and what became of it: `rake_minor` to the house, the shares to its winners."""

    amount_minor: int
    seats: tuple[int, ...]
    rake_minor: int
    shares: tuple[PotShare, ...]


@made_quickly
@dataclass(frozen=True, slots=True, kw_only=True)
class PotsPushed(TableEvent):
    """The dealer pushed the pots, main pot first."""

    awards: tuple[PotAward, ...]
    person_id: str
