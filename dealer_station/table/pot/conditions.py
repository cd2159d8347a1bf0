"""Conditions of the catalogues of pot games, by name: one small function each.

Those that several games ask stand here; what one game alone asks is in its own file.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from dealer_station.cards.card import UNREADABLE
from dealer_station.games.pots.players import Standing
from dealer_station.games.procedure import BOARD, seat_hand, seat_of
from dealer_station.table.pot.case import Condition, PotCase
from dealer_station.table.pot.holdem_conditions import HOLDEM_CONDITIONS
from dealer_station.table.pot.naming import whole_hand
from dealer_station.table.pot.stud_conditions import STUD_CONDITIONS


def _is_live(case: PotCase) -> bool:
    return case.facts.seat is not None and case.facts.seat in case.hand.live


def _is_last_read(case: PotCase) -> bool:
    """Whether the newest card is one of the street that lies in a hand or on the board."""
    is_in_hand = case.newest_owner == BOARD or seat_of(case.newest_owner) is not None
    return is_in_hand and len(case.hand.draws) > case.hand.street_from


def _is_mucked(case: PotCase) -> bool:
    return case.facts.seat is not None and case.facts.seat in case.hand.mucked


def _is_out_of_turn(case: PotCase) -> bool:
    """Whether a seat that may still act has spoken before its turn, for the first time."""
    chips, betting = case.chips, case.betting
    if chips is None or betting is None or betting.to_act is None or case.is_to_act:
        return False
    return chips.standing is Standing.IN and all(
        one.seat != chips.seat for one in case.hand.announced
    )


def _is_hand_known(case: PotCase) -> bool:
    """Whether a hand's cards were read, or the report names every one that was not."""
    seat, hand = case.facts.seat, case.hand
    if seat is None:
        return False
    is_known = UNREADABLE not in hand.cards(seat_hand(seat))
    return is_known or whole_hand(hand, seat, case.facts.cards) is not None


SHARED: Mapping[str, Condition] = {
    "seat_named": lambda c: c.facts.seat is not None,
    "seat_taken": lambda c: (
        c.facts.seat is not None and c.state.pot.player(c.facts.seat) is not None
    ),
    "seat_dealt_in": lambda c: c.chips is not None,
    "seat_live": _is_live,
    "seat_mucked": _is_mucked,
    "seat_to_act": lambda c: c.is_to_act,
    "out_of_turn": _is_out_of_turn,
    "hand_known_or_named": _is_hand_known,
    "first_street": lambda c: c.hand.street == 0,
    "nobody_acted": lambda c: not c.acts_on_street and not c.hand.announced,
    "somebody_acted": lambda c: bool(c.acts_on_street),
    "deck_locked": lambda c: c.state.is_deck_locked,
    "card_is_last_read": _is_last_read,
    "last_card_is_hole_card": lambda c: seat_of(c.newest_owner) is not None,
    "count_is_none_or_two": lambda c: c.facts.count in {0, 2},
}
"""Asked by more than one game."""

POT_CONDITIONS: Mapping[str, Condition] = {**SHARED, **HOLDEM_CONDITIONS, **STUD_CONDITIONS}
"""Every condition that a catalogue of a pot game may name."""


@dataclass(frozen=True, slots=True)
class AskedCase:
    """A case as the catalogue asks for it: its stage, and conditions by name."""

    case: PotCase

    @property
    def stage(self) -> str:
        """The phase of the hand."""
        return self.case.state.phase.value

    def holds(self, condition: str) -> bool:
        """Say whether a condition of the catalogue holds."""
        return POT_CONDITIONS[condition](self.case)
