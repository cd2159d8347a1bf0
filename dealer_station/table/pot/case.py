"""What is the case at a pot game's table where something irregular is judged: report and hand.

Conditions of the catalogue are asked of it by name (`conditions.py`); no condition compares a card
that somebody names with one that lies face down: whoever reports could learn it from the answer.
"""

from collections.abc import Callable
from dataclasses import dataclass

from dealer_station.games.pot_rules import Street
from dealer_station.games.pots.betting import BettingRound
from dealer_station.games.pots.players import Chips
from dealer_station.games.procedure import BOARD, seat_hand, seat_of
from dealer_station.table.draft import TableRules
from dealer_station.table.house.situation import ReportFacts
from dealer_station.table.pot.piles import SCRAP
from dealer_station.table.pot.state import PotHand, TakenAct
from dealer_station.table.state import Irregularity, TableState


@dataclass(frozen=True, slots=True)
class PotCase:
    """A report's facts, and the table that they are about."""

    rules: TableRules
    state: TableState
    facts: ReportFacts

    @property
    def hand(self) -> PotHand:
        """The hand; there must be one."""
        assert self.state.pot.hand is not None, "no hand"
        return self.state.pot.hand

    @property
    def betting(self) -> BettingRound | None:
        """The betting round; None while none is open."""
        return None if self.state.pot.hand is None else self.hand.betting

    @property
    def street(self) -> Street:
        """The street that is dealt or bet."""
        return self.rules.pot.streets[self.hand.street]

    @property
    def acts_on_street(self) -> tuple[TakenAct, ...]:
        """What has been acted since the cards of the street came."""
        return tuple(one for one in self.hand.acts if one.street == self.hand.street)

    @property
    def chips(self) -> Chips | None:
        """The chips of the seat that the report names; None: no seat, or not dealt in."""
        hand, seat = self.state.pot.hand, self.facts.seat
        return None if hand is None or seat is None else hand.chips_of(seat)

    @property
    def is_to_act(self) -> bool:
        """Whether it is the turn of the seat that the report names."""
        betting, seat = self.betting, self.facts.seat
        return betting is not None and seat is not None and betting.to_act == seat

    @property
    def newest_owner(self) -> str:
        """The hand or pile of the card read last; empty: there is none, or it has no place."""
        at = len(self.hand.draws) - 1
        return self.hand.deal_order[at] if 0 <= at < len(self.hand.deal_order) else ""

    @property
    def exposed_index(self) -> int | None:
        """Which card of those that left the shoe a report of an exposed one is about.

        It is that at the place which it names, else the newest one of the seat's hand.
        """
        seat, position = self.facts.seat, self.facts.position
        if seat is None:
            return None
        drawn, places = len(self.hand.draws), self.hand.places
        if position is not None:
            index = places.index_of(position)
            return index if index is not None and index < drawn else None
        name = seat_hand(seat)
        order = self.hand.deal_order[:drawn]
        return max((i for i, owner in enumerate(order) if owner == name), default=None)

    @property
    def extra_cards(self) -> int:
        """How many cards came after the last one of the street, burns among them."""
        last = max(
            (
                index
                for index, owner in enumerate(self.hand.deal_order)
                if owner == BOARD or seat_of(owner) is not None
            ),
            default=-1,
        )
        return max(0, self.draws_of_play(last + 1))

    def draws_of_play(self, start: int) -> int:
        """Return how many cards came from the index on that are not out of play."""
        order = self.hand.deal_order
        return sum(
            index >= len(order) or order[index] != SCRAP
            for index in range(start, len(self.hand.draws))
        )

    @property
    def street_order(self) -> tuple[str, ...]:
        """The places of the cards that came since the street began, as far as they have any."""
        return self.hand.deal_order[self.hand.street_from : len(self.hand.draws)]

    def earlier(self, *ids: str) -> tuple[Irregularity, ...]:
        """Return the irregularities of this hand under these ids, open ones left out."""
        return tuple(
            one
            for one in self.state.irregularities
            if one.irregularity in ids and one.ruling is not None
        )


Condition = Callable[[PotCase], bool]
"""A condition of a catalogue."""
