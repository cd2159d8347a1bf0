"""What one role may see now of one round: its cards, wherever an event or a fact names them.

Every answer comes from `table/visibility.py`, asked about the state at the end of what is recorded
of the round; this module only finds the card that is meant.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from dealer_station.games.procedure import DEALER, seat_hand
from dealer_station.games.rules import ProgressiveOrder
from dealer_station.projections.rounds.played import STRAY_CARD, PlayedRound
from dealer_station.table.events import IrregularityRaised
from dealer_station.table.roles import Role
from dealer_station.table.state import Irregularity
from dealer_station.table.visibility import (
    FACE_DOWN,
    masked,
    visible_cards,
    visible_draw,
    visible_facts,
    visible_stray,
)


@dataclass(frozen=True, slots=True)
class Sight:
    """One role's sight of one round."""

    played: PlayedRound
    role: Role

    def drawn(self, position: int, card: str) -> str:
        """Return the card that the event at a position of the record tells.

        A card that the scanner could not read stays what it was, whatever was read in its place.
        """
        played, draw = self.played, self.played.draws[position]
        if draw == STRAY_CARD:
            return visible_stray(played.state, card, self.role)
        return self.numbered(draw + 1, card)

    def numbered(self, number: int, card: str) -> str:
        """Return what an event tells of the round's card of that number, counted from 1."""
        played = self.played
        assert played.rules is not None, "a round is played under rules"
        seen = visible_draw(played.state, played.rules, number - 1, self.role)
        return masked(card) if seen == FACE_DOWN else card

    def hand(self, name: str) -> tuple[str, ...]:
        """Return a hand's cards, named as positions read: `seat 3`, `dealer`."""
        played = self.played
        if played.rules is None:
            return ()
        return visible_cards(played.state, played.rules, name, self.role)

    def dealer_hand(self) -> tuple[str, ...]:
        """Return the dealer's cards."""
        return self.hand(DEALER)

    def seat_hand(self, seat: int) -> tuple[str, ...]:
        """Return the cards that a seat plays with, be they shared with others."""
        rules = self.played.rules
        if rules is None:
            return ()
        return self.hand(seat_hand(seat) if rules.has_pots else rules.house.hand_of(seat))

    def sees_hand(self, seat: int) -> bool:
        """Whether every card of a seat's hand is seen: then all that follows from it may be."""
        return FACE_DOWN not in (self.seat_hand(seat) or (FACE_DOWN,))

    def facts(self, raised: IrregularityRaised) -> Mapping[str, str]:
        """Return what was said of an irregularity."""
        played = self.played
        assert played.rules is not None, "an irregularity is raised at an open table"
        return visible_facts(played.state, played.rules, self.item_of(raised), self.role)

    def item_of(self, raised: IrregularityRaised) -> Irregularity:
        """Return the irregularity as it stands now; one that was replaced is open no more."""
        for item in self.played.state.irregularities:
            if item.number == raised.number:
                return item
        return Irregularity(
            raised.number,
            raised.irregularity,
            raised.facts,
            raised.options,
            raised.reported_by,
            raised.is_held,
            raised.card_number,
        )

    def pay_order(self, order: tuple[int, ...]) -> list[int | str]:
        """Return the order of payment as far as it gives no hand away.

        Where straight flushes are paid first (CS-26), a place in the order tells what is held.
        """
        rules, current = self.played.rules, self.played.state.round
        progressive = rules.game.progressive if rules else None
        if progressive is None or progressive.order is ProgressiveOrder.BY_TURN or not current:
            return list(order)
        turned = {hand.seat for hand in current.hands if hand.turned_as is not None}
        return [seat if seat in turned or self.sees_hand(seat) else FACE_DOWN for seat in order]
