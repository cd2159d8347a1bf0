"""What a table is at which players play against each other: the seats, and the hand.

Frozen values, no behaviour beyond reading. Amounts are in smallest units.
"""

from dataclasses import dataclass

from dealer_station.cards.card import UNREADABLE
from dealer_station.games.pot_rules import NO_DEBT, BlindDebt, Entry, Positions, Post
from dealer_station.games.pots.betting import BettingRound
from dealer_station.games.pots.players import Chips, Standing
from dealer_station.games.pots.rulings import Announcement
from dealer_station.games.pots.structure import Structure
from dealer_station.games.procedure import (
    ASIDE,
    BOARD,
    BURN,
    Position,
    position_at,
    seat_hand,
    text_of,
)
from dealer_station.table.pot.events import PotAward
from dealer_station.table.pot.piles import EARLY, SCRAP, STUB
from dealer_station.table.pot.places import LateCard, Places, TurnedCard, is_turned_up
from dealer_station.values import made_quickly

_IN = Standing.IN
_ALL_IN = Standing.ALL_IN

_PILES = frozenset({ASIDE, BURN, EARLY, SCRAP, STUB})
"""Where cards lie that are in no hand."""


@made_quickly
@dataclass(frozen=True, slots=True)
class Player:
    """A taken seat. `stack_minor` is what lay there when no hand was on; `hand.chips` go on.

    `is_leaving`: he has given up his seat, and takes his chips when the hand is over.
    """

    seat: int
    stack_minor: int
    is_away: bool = False
    is_leaving: bool = False
    entry: Entry = Entry.WAIT
    debt: BlindDebt = NO_DEBT


@made_quickly
@dataclass(frozen=True, slots=True)
class TakenAct:
    """An act of the hand: on which street (from 0), whose, what, and the chips put in by it."""

    street: int
    seat: int
    action: str
    put_minor: int


@made_quickly
@dataclass(frozen=True, slots=True)
class FinishedRound:
    """A betting round in which somebody acted: its street (from 0) and who decides the showdown."""

    street: int
    first: int
    aggressor: int | None


@made_quickly
@dataclass(frozen=True, slots=True)
class SeatDebt:
    """What a seat owed before a hand, and what it owes once the hand has begun."""

    seat: int
    before: BlindDebt
    after: BlindDebt


@dataclass(frozen=True)
class PotHand:
    """A hand from its start until the next one.

    `structure` None: no chips are followed, all amounts are 0 but those of `posts`, which are due.
    `draws` are cards as text in the order of the shoe; `deal_order` says to which hand or pile each
    belongs; a draw beyond it has no place.
    `pulled` are the chips of every dealt-in seat between betting rounds; `chips` is right always.
    `after_mixing` are the hands that get the last cards of the street, once the stub is mixed;
    `is_street_over`: its betting is over; `is_burn_out`: the burn of the next one lies there
    already. `receiving`: dead seats that are dealt on until somebody
    bets. `shows` is the order of the showdown, `shown` and `mucked` who has answered. `named` are
    whole hands of which people have named cards, by seat. `before` are the positions of the hand
    before, `placed_button` where the button was put by hand for this one, `posts` what was posted,
    `debts` what all taken seats owed: a void hand leaves them as they were.
    What rulings leave behind: `late` are cards that take places which had stayed open; cards set
    aside go back into the stub before the street `aside_until` (None: they stay). `announced` are
    acts said out of turn whose turn is still to come, folds among them; `ruled_skips` are seats
    whose being passed over has been ruled on; `is_rearranged`: cards were moved from where the deal
    had put them. `starts`: how many cards came before each street so far.
    """

    number: int
    seats: tuple[int, ...]
    structure: Structure | None
    deal_order: tuple[str, ...]
    pulled: tuple[Chips, ...]
    positions: Positions | None = None
    before: Positions | None = None
    placed_button: int | None = None
    posts: tuple[Post, ...] = ()
    debts: tuple[SeatDebt, ...] = ()
    draws: tuple[str, ...] = ()
    street: int = 0
    after_mixing: tuple[str, ...] = ()
    is_street_over: bool = False
    is_burn_out: bool = False
    betting: BettingRound | None = None
    acts: tuple[TakenAct, ...] = ()
    rounds: tuple[FinishedRound, ...] = ()
    receiving: tuple[int, ...] = ()
    shows: tuple[int, ...] = ()
    shown: tuple[int, ...] = ()
    mucked: tuple[int, ...] = ()
    named: tuple[tuple[int, tuple[str, ...]], ...] = ()
    awards: tuple[PotAward, ...] = ()
    reads_hole_cards: bool = True
    up_numbers: tuple[int, ...] = ()
    dealer_id: str = ""
    late: tuple[LateCard, ...] = ()
    aside_until: int | None = None
    is_rearranged: bool = False
    starts: tuple[int, ...] = (0,)
    announced: tuple[Announcement, ...] = ()
    ruled_skips: tuple[int, ...] = ()
    turned: tuple[TurnedCard, ...] = ()
    excused: tuple[int, ...] = ()
    offers: tuple[int, ...] = ()
    absent: tuple[int, ...] = ()

    @property
    def street_from(self) -> int:
        """How many cards came before the street."""
        return self.starts[-1]

    @property
    def places(self) -> Places:
        """To whom the cards belong, as rulings move them."""
        return Places(self.deal_order, self.late, self.is_burn_out)

    def position_of(self, index: int) -> Position:
        """Return the place of the card number `index` (from 0) of those that have a place."""
        return self.places.at(index) if self.late else position_at(self.deal_order, index)

    @property
    def chips(self) -> tuple[Chips, ...]:
        """The chips of every dealt-in seat, ascending."""
        return self.pulled if self.betting is None else self.betting.players

    def chips_of(self, seat: int) -> Chips | None:
        """Return the chips of a seat; None when it was not dealt in."""
        return next((chips for chips in self.chips if chips.seat == seat), None)

    @property
    def live(self) -> tuple[int, ...]:
        """The seats whose hands can still win, ascending; one that was mucked cannot."""
        mucked = self.mucked
        return tuple(
            [
                one.seat
                for one in self.chips
                if (one.standing is _IN or one.standing is _ALL_IN) and one.seat not in mucked
            ]
        )

    @property
    def is_alone(self) -> bool:
        """Whether one hand alone can still win."""
        mucked, count = self.mucked, 0
        for one in self.chips:
            standing = one.standing
            is_live = standing is _IN or standing is _ALL_IN
            if is_live and one.seat not in mucked:
                count += 1
                if count > 1:
                    return False
        return count == 1

    @property
    def is_card_due(self) -> bool:
        """Whether cards of this street are still to come."""
        return len(self.draws) < len(self.deal_order)

    @property
    def next_position(self) -> str:
        """The place of the next card; empty when none is due."""
        index, order = len(self.draws), self.deal_order
        if index >= len(order):
            return ""
        if self.late:
            return str(self.position_of(index))
        owner = order[index]
        return text_of(owner, order[: index + 1].count(owner))

    @property
    def has_unread_card(self) -> bool:
        """Whether the newest card waits to be read again (HE-I18, ST-D02).

        A burn may stay unread, and so may a player's card where the table has no reader for them,
        unless it lies face up: then people see it, and key it in.
        """
        at = len(self.draws) - 1
        if at < 0 or self.draws[at] != UNREADABLE or at >= len(self.deal_order):
            return False
        owner = self.deal_order[at]
        if owner in _PILES:
            return False
        return self.reads_hole_cards or owner == BOARD or self._lies_up(at)

    def _lies_up(self, index: int) -> bool:
        place = self.position_of(index)
        turned = is_turned_up(self.turned, place.hand, place.number)
        return place.number in self.up_numbers if turned is None else turned

    def cards(self, hand: str) -> tuple[str, ...]:
        """Return the cards of a hand or pile as text, in the order in which it holds them.

        Where people have named cards that no reader had seen, they stand in their places. A card
        that waits to be read again is not among them.
        """
        count = len(self.draws) - self.has_unread_card
        if self.late:
            drawn = self.places.in_hand(self.draws[:count], hand)
        else:
            dealt = zip(self.draws[:count], self.deal_order, strict=False)
            drawn = tuple([card for card, owner in dealt if owner == hand])
        for seat, named in self.named:
            if seat_hand(seat) == hand:
                return named
        return drawn

    @property
    def is_as_dealt(self) -> bool:
        """Whether every card lies where and as the deal has put it, and none was named since."""
        return not (self.is_rearranged or self.turned or self.named)

    @property
    def cards_out(self) -> tuple[str, ...]:
        """The cards that left the shoe and did not go back into the stub, as text."""
        order = self.deal_order
        return tuple(
            card
            for index, card in enumerate(self.draws)
            if index >= len(order) or order[index] != STUB
        )

    @property
    def board(self) -> tuple[str, ...]:
        """The common cards."""
        return self.cards(BOARD)

    def hands_dealt(self) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """Return every hand that got cards, by name; the piles are no hands."""
        names = dict.fromkeys(self.deal_order[: len(self.draws)])
        return tuple((name, self.cards(name)) for name in names if name not in _PILES)

    @property
    def next_to_show(self) -> int | None:
        """Whose turn it is at the showdown; None when all have answered."""
        shown, mucked, chips = self.shown, self.mucked, self.chips
        for seat in self.shows:
            if seat in shown or seat in mucked:
                continue
            for one in chips:
                if one.seat == seat and one.live:
                    return seat
        return None


@dataclass(frozen=True)
class PotTable:
    """The seats and the hand. `positions` are those of the last hand that counted.

    `button` is where it was put by hand, for the next hand; None: it goes by the rules.
    `hands` counts those that were begun.
    """

    players: tuple[Player, ...] = ()
    positions: Positions | None = None
    button: int | None = None
    hand: PotHand | None = None
    hands: int = 0

    def player(self, seat: int) -> Player | None:
        """Return who has a seat; None when it is empty."""
        for one in self.players:
            if one.seat == seat:
                return one
        return None


NO_PLAYERS = PotTable()
"""The seats of a table before anybody has taken one, and of every table against the house."""


def total_minor(table: PotTable, *, is_hand_open: bool) -> int:
    """Return all chips at the table: stacks, bets and pots."""
    hand = table.hand if is_hand_open else None
    in_hand = () if hand is None else hand.chips
    dealt = {one.seat for one in in_hand}
    stacks = sum(one.stack_minor for one in table.players if one.seat not in dealt)
    return stacks + sum(one.stack + one.bet + one.put_in + one.dead for one in in_hand)
