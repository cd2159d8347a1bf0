"""The pots to their winners, when the dealer pushes them."""

from dealer_station.table.draft import Draft
from dealer_station.table.lifecycle import Phase
from dealer_station.table.pot import commands as pc
from dealer_station.table.pot import moves
from dealer_station.table.pot.acting import refuse_unless
from dealer_station.table.pot.leaving import let_leavers_go


def push_pots(draft: Draft, command: pc.PushPots) -> None:
    """Push every pot, and end the hand; who has given up his seat takes his chips now."""
    draft.refuse_if_held()
    refuse_unless(draft, Phase.PAYING)
    moves.push(draft.play, draft.rules.pot, at=draft.at, person_id=command.actor.person_id)
    let_leavers_go(draft)
