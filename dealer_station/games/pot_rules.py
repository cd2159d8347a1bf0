"""What a pot game tells the table: the protocol between a poker game's rules and the hand.

A pot game knows how its hands begin (positions, blinds, antes), how its streets are dealt, who acts
first on each, what a finished hand is worth, in which order hands are shown and who of the winners
takes an odd unit. It knows no wager in progress (see `games.pots`), no irregularity and no event.

Seats are numbers, clockwise ascending; amounts are in smallest units. Who gets which card is said
as in the house games: a tuple of hands in dealing order, one entry a card (`games.procedure`).
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol

from dealer_station.cards.card import Card, Rank, Suit
from dealer_station.cards.poker_hand import HandValue
from dealer_station.games.pots.betting import Opening
from dealer_station.games.pots.pots import RakeRules
from dealer_station.games.pots.structure import Structure
from dealer_station.values import made_quickly


@dataclass(frozen=True, slots=True)
class Street:
    """One betting round with the deal before it.

    `faces`: one entry a card that every hand gets, whether it lies face up. `board_cards` are
    common cards, turned over together. `is_big`: the unit of its wagers is the bigger one.
    """

    name: str
    faces: tuple[bool, ...] = ()
    board_cards: int = 0
    has_burn: bool = False
    is_big: bool = False


class Entry(StrEnum):
    """How a player who is not regular comes into the game (HE-50, HE-51)."""

    POST = "post"
    """He pays at the next hand what he owes."""
    WAIT = "wait"
    """He comes in with his next big blind."""


@dataclass(frozen=True, slots=True)
class BlindDebt:
    """What a seat owes before it is regular (HE-D15, HE-D19).

    `is_new`: never dealt in since the player sat down; a new player collects no missed blinds.
    """

    is_new: bool = False
    missed_small: bool = False
    missed_big: bool = False

    @property
    def is_none(self) -> bool:
        """Whether the seat is regular."""
        return not (self.is_new or self.missed_small or self.missed_big)


NO_DEBT = BlindDebt()


@made_quickly
@dataclass(frozen=True, slots=True)
class Candidate:
    """A taken seat when a hand is about to begin; all of them, also who will not be dealt in.

    `is_in`: has chips and is not away. `entry` counts only for a seat that owes something.
    """

    seat: int
    is_in: bool
    debt: BlindDebt = NO_DEBT
    entry: Entry = Entry.WAIT


@dataclass(frozen=True, slots=True)
class Positions:
    """Where button and blinds lie; the next hand's follow from them.

    `small` and `big` are places: with a dead button the small blind's may be empty, and then
    `is_small_posted` is false; the button may be empty too. `bigs`: everybody who posted the big
    blind in his turn, in the order in which it reached them; more than one only where the house
    moves the button by `moving_robert`.
    """

    button: int
    small: int
    big: int
    is_small_posted: bool = True
    bigs: tuple[int, ...] = ()


class PostKind(StrEnum):
    """What chips are posted for before the cards come."""

    ANTE = "ante"
    SMALL_BLIND = "small_blind"
    BIG_BLIND = "big_blind"
    ENTRY = "entry"


@made_quickly
@dataclass(frozen=True, slots=True)
class Post:
    """What a seat has to post, as far as its stack goes: what is live first, then what is dead.

    Live chips are its bet of the first round, dead ones belong to the pot and to no bet (HE-13).
    An ante is pulled in at once and counts as put in by the seat (ST-D16).
    """

    seat: int
    kind: PostKind
    live_minor: int = 0
    dead_minor: int = 0
    ante_minor: int = 0


@made_quickly
@dataclass(frozen=True, slots=True)
class HandPlan:
    """How a hand begins.

    `dealt`: the seats that get cards, ascending. `posts` in the order in which they are made, at
    most one of a seat. `debts`: what every taken seat owes once this hand has begun (who
    is dealt in owes nothing). `positions` None: the game has neither button nor blinds.
    """

    dealt: tuple[int, ...]
    posts: tuple[Post, ...]
    debts: Mapping[int, BlindDebt]
    positions: Positions | None = None


@made_quickly
@dataclass(frozen=True, slots=True)
class StubCount:
    """How many cards a street can be dealt from.

    `stub`: undealt ones; `burns`, `aside`: burned, and set aside under the premature card rule.
    `is_burn_out`: the street's burn has left the shoe already.
    """

    stub: int
    burns: int = 0
    aside: int = 0
    is_burn_out: bool = False


class Shortage(StrEnum):
    """What is done when there are too few cards for everybody."""

    NONE = "none"
    MIXED = "mixed"
    """Stub, burns and cards set aside are mixed; everybody gets a card of his own (ST-I11)."""
    COMMUNITY = "community"
    """One common card is turned instead (ST-I12)."""


@made_quickly
@dataclass(frozen=True, slots=True)
class StreetDeal:
    """The cards of a street in dealing order, and where in it the cards are mixed.

    `before`, `after`: hands as in `games.procedure` (`burn`, `seat 3`, `board`). Where
    `is_mixed`, what remains of the stub, every burn (that of this street too) and the cards set
    aside are shuffled between the two; otherwise all cards are in `before`.
    """

    before: tuple[str, ...]
    is_mixed: bool = False
    after: tuple[str, ...] = ()
    shortage: Shortage = Shortage.NONE

    @property
    def order(self) -> tuple[str, ...]:
        """Every card of the street."""
        return self.before + self.after


@made_quickly
@dataclass(frozen=True, slots=True)
class InSight:
    """What everybody sees of a hand: it decides who acts first and who shows first.

    `live`: seats with live hands, ascending, all-in ones among them. `up`: their cards that lie
    face up, in the order in which they came (stud). `board`: the common cards. `excused`: seats
    that owe no bring-in (ST-I03).
    """

    live: tuple[int, ...]
    positions: Positions | None = None
    up: Mapping[int, Sequence[Card]] = field(default_factory=dict)
    board: Sequence[Card] = ()
    excused: frozenset[int] = frozenset()


@made_quickly
@dataclass(frozen=True, slots=True)
class Opener:
    """Where a betting round begins, as `open_round` takes it.

    `seat` may be all-in: the round passes over it. `amount_minor`: what has to be matched before
    anybody acts, the big blind or the bring-in.
    """

    seat: int
    opening: Opening = Opening.CHECK
    amount_minor: int = 0


@made_quickly
@dataclass(frozen=True, slots=True)
class PlayedRound:
    """A betting round in which somebody acted.

    `first`: who acted first. `aggressor`: who bet or raised last; posts do not count.
    """

    street: str
    first: int
    aggressor: int | None = None


class AnnouncementKind(StrEnum):
    """What a dealer says aloud (ST-70)."""

    LOW = "low"
    HIGH = "high"
    RAISE = "raise"
    PAIR = "pair"
    THREE_OF_A_KIND = "three_of_a_kind"
    FOUR_OF_A_KIND = "four_of_a_kind"
    POSSIBLE_STRAIGHT = "possible_straight"
    POSSIBLE_FLUSH = "possible_flush"


@dataclass(frozen=True, slots=True)
class Announcement:
    """One thing to say, as data: a screen words it.

    `card`: the low card. `ranks`: of the pairs, or what makes a board the high one: its groups
    from the highest down. `suit`: of a possible flush. `to_minor`: what a raise is to.
    """

    kind: AnnouncementKind
    seat: int
    card: Card | None = None
    ranks: tuple[Rank, ...] = ()
    suit: Suit | None = None
    to_minor: int = 0


class PotGame(Protocol):
    """A game of players against each other. All methods are pure."""

    @property
    def name(self) -> str:
        """The game's id, e.g. `texas-holdem`."""

    @property
    def decks(self) -> int:
        """How many decks are in play."""

    @property
    def seats_max(self) -> int:
        """How many seats the game has room for."""

    @property
    def table_hands(self) -> tuple[str, ...]:
        """The hands that belong to no seat: the board."""

    @property
    def player_cards_public(self) -> bool:
        """Whether player cards lie face up for all."""

    @property
    def progressive(self) -> None:
        """No pot game has one."""

    @property
    def shoe(self) -> None:
        """The deck is shuffled for every hand."""

    @property
    def has_book(self) -> bool:
        """Whether any number of bettors play one hand by a book."""

    @property
    def has_button(self) -> bool:
        """Whether a button goes round, and blinds with it."""

    @property
    def reads_hole_cards(self) -> bool:
        """Whether face-down cards are read; if not, they are unknown until the showdown."""

    @property
    def structure(self) -> Structure:
        """The limits of betting."""

    @property
    def streets(self) -> tuple[Street, ...]:
        """Every street in order."""

    @property
    def level(self) -> str:
        """What the house calls the level that is played; empty where it has a name for none."""

    @property
    def ante_minor(self) -> int:
        """What everybody puts in before the cards; 0: none."""

    @property
    def bring_in_minor(self) -> int:
        """The forced bet of the low card; 0: none."""

    @property
    def small_blind_minor(self) -> int:
        """The small blind; 0: the game has none."""

    @property
    def big_blind_minor(self) -> int:
        """The big blind, which has to be matched also where it was posted short; 0: none."""

    @property
    def chip_minor(self) -> int:
        """The smallest chip: unit of the shares of a pot and of wagers without a limit."""

    @property
    def clock_ms(self) -> int:
        """Time for each decision; 0 means no limit."""

    @property
    def rake(self) -> RakeRules | None:
        """What the house takes; None: nothing."""

    @property
    def buy_in_minor(self) -> int | None:
        """What a player has to bring, exactly; None: what he likes."""

    @property
    def leader_must_show(self) -> bool:
        """Whether who is first at the showdown may not muck."""

    @property
    def dead_seat_keeps_receiving(self) -> bool:
        """Whether a hand folded without a wager is dealt on until somebody bets (ST-76)."""

    @property
    def discloses_mucked(self) -> bool:
        """Whether who was dealt in may see in his hand history what others mucked (ST-57)."""

    @property
    def absent_is_killed(self) -> bool:
        """Whether the hand of an absent player is dead in its turn, also where a check is free."""

    @property
    def tracks_stakes(self) -> bool:
        """Whether chips are followed; if not, the table follows cards and order only."""

    @property
    def house_choices(self) -> frozenset[str]:
        """What the rule set has chosen where a catalogue asks for it, as `key=value`."""

    @property
    def fault(self) -> str:
        """Why no hand can be dealt by this rule set (ST-14, ST-15); empty: it can."""

    def is_up_card(self, hand: str, number: int) -> bool:
        """Say whether the rules deal this card of a hand face up."""

    def next_hand(
        self, seats: Sequence[Candidate], last: Positions | None, button: int | None = None
    ) -> HandPlan | None:
        """Return how the next hand begins; None: fewer than two seats can be dealt in.

        `last`: positions of the last hand that counted; None: there was none, then `button` lies
        where the table says. A `button` beside `last` puts right where it lies (HE-D40).
        """

    def deal(
        self,
        street: Street,
        live: Sequence[int],
        positions: Positions | None,
        cards: StubCount,
        dead: Sequence[int] = (),
    ) -> StreetDeal:
        """Return the order in which a street is dealt; `dead` seats go on receiving cards."""

    def opener(self, street: Street, hand: InSight) -> Opener:
        """Return at whom the betting of a street begins."""

    def has_pair_option(self, street: Street, hand: InSight) -> bool:
        """Say whether an open pair lets everybody bet the bigger unit on this street (ST-35)."""

    def value(self, cards: Sequence[Card], board: Sequence[Card]) -> HandValue | None:
        """Return what a hand is worth; None: its number of cards cannot win."""

    def show_leader(self, hand: InSight, rounds: Sequence[PlayedRound]) -> int:
        """Return the seat at which the showdown begins (HE-D13, ST-D17)."""

    def winners(
        self,
        seats: Collection[int],
        hands: Mapping[int, Sequence[Card]],
        board: Sequence[Card],
        positions: Positions | None,
    ) -> tuple[int, ...]:
        """Return which of a pot's seats win it, in the order in which they take odd units."""

    def announcements(self, street: Street, hand: InSight) -> tuple[Announcement, ...]:
        """Return what the dealer says when a street has been dealt."""

    def said_of_raise(self, seat: int, to_minor: int) -> tuple[Announcement, ...]:
        """Return what the dealer says when a seat has raised or completed."""


def clockwise(seats: Collection[int], after: int) -> tuple[int, ...]:
    """Return the seats in clockwise order, beginning left of a seat, which comes last.

    >>> clockwise({1, 3, 5}, after=3)
    (5, 1, 3)
    """
    ordered = sorted(seats)
    return tuple(
        [seat for seat in ordered if seat > after] + [seat for seat in ordered if seat <= after]
    )


def repeated(plan: HandPlan, seats: Sequence[Candidate]) -> HandPlan | None:
    """Return the exact repeat of a void hand: same seats, button and posts (HE-D20, ST-I30).

    None: somebody who was dealt in is not there any more, so that it cannot be repeated.
    """
    there = {one.seat for one in seats if one.is_in}
    return plan if there.issuperset(plan.dealt) else None


def show_order(pots: Sequence[Collection[int]], leader: int) -> tuple[int, ...]:
    """Return the seats in the order in which they show (HE-D13, ST-D17).

    `pots`: the live seats of each, main pot first. Who is in the last side pot comes first, then
    who is in the pot before it; within a pot clockwise from the leader, who may be out of it.

    >>> show_order([{1, 2, 4}, {2, 4}], leader=4)
    (4, 2, 1)
    """
    shown: dict[int, None] = {}
    for seats in reversed(pots):
        shown |= dict.fromkeys(clockwise(seats, after=leader - 1))
    return tuple(shown)
