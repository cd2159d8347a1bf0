"""All-in by choice: a player whose last card was exposed may play for the pots as they are.

The offer stands until the first action of the round, and may be taken out of turn (ST-D29).
"""

from dealer_station.games.pots.players import Standing
from dealer_station.table import events as e
from dealer_station.table.draft import Draft
from dealer_station.table.pot.state import PotHand


def may_declare_all_in(hand: PotHand, seat: int) -> bool:
    """Say whether `all_in` by this seat means all-in for the pots as they are."""
    chips = hand.chips_of(seat)
    is_untouched = all(one.street != hand.street for one in hand.acts)
    is_able = chips is not None and chips.standing is Standing.IN
    return seat in hand.offers and hand.betting is not None and is_untouched and is_able


def declare_all_in(draft: Draft, seat: int) -> None:
    """Take the choice."""
    person = draft.command.actor.person_id
    draft.emit(e.AllInDeclared(at=draft.at, seat=seat, person_id=person))
