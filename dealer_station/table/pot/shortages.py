"""What the dealer does about a street with too few cards for everybody (ST-60 to ST-65).

What the table has entered by itself (ST-I11, ST-I12) is told as the step that is due now: the
screen asks for cards one by one, and cannot say otherwise that the stub is mixed between two.
"""

from enum import StrEnum
from typing import Any, Final

from dealer_station.games.pot_rules import Shortage
from dealer_station.games.procedure import BURN
from dealer_station.irregularities.kinds import RulingOption
from dealer_station.table.lifecycle import Phase
from dealer_station.table.pot.state import PotHand
from dealer_station.table.state import TableState

ENTRIES: Final = {
    Shortage.MIXED: ("ST-I11", RulingOption.RESHUFFLE_STUB),
    Shortage.COMMUNITY: ("ST-I12", RulingOption.COMMUNITY_CARD),
}
"""What is entered about a shortage, and what is done by the rules."""


class ShortageStep(StrEnum):
    """What is due at a shortage."""

    DEAL_TO_LAST = "deal_to_last"
    """Deal the stub down to its last card (ST-61)."""
    MIX = "mix"
    """Mix what is left of the stub with the burns, and deal on (ST-60, ST-61)."""
    COMMUNITY = "community"
    """Announce a common card and turn it from the stub (ST-62)."""
    MIX_COMMUNITY = "mix_community"
    """Mix stub and burns first, then turn the common card (ST-60, ST-65)."""


def shortage_view(state: TableState) -> dict[str, Any] | None:
    """Return the step that is due and how many cards come before the stub is mixed; None: none.

    Told while the cards of the street are dealt, and while a ruling holds them up.
    """
    hand = state.pot.hand
    if hand is None or state.phase is not Phase.DEALING:
        return None
    entered = {item.irregularity for item in state.irregularities}
    kinds = [kind for kind, (irregularity, _) in ENTRIES.items() if irregularity in entered]
    if not kinds:
        return None
    step = _step(hand, kinds[-1])
    before = len(hand.deal_order) - len(hand.draws) if hand.after_mixing else 0
    return {"step": step.value, "cards": before}


def _step(hand: PotHand, kind: Shortage) -> ShortageStep:
    if hand.after_mixing:
        return ShortageStep.DEAL_TO_LAST
    # Every burn of the streets before has gone back where the stub was mixed.
    is_mixed = BURN not in hand.deal_order[: hand.street_from]
    if kind is Shortage.COMMUNITY:
        return ShortageStep.MIX_COMMUNITY if is_mixed else ShortageStep.COMMUNITY
    return ShortageStep.MIX
