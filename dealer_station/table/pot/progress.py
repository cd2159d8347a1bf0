"""What follows by itself in a hand: a street is dealt, a betting round is over, the pots are ready.

Called after everything that may have brought a hand further. While a ruling is open nothing moves.
The moves themselves are those of `moves`; here is what a table does beside them.
"""

from dealer_station.games.pot_rules import Shortage
from dealer_station.table.draft import Draft
from dealer_station.table.lifecycle import Phase
from dealer_station.table.pot import absence, moves, out_of_turn
from dealer_station.table.pot.entries import enter
from dealer_station.table.pot.play import HandInPlay
from dealer_station.table.pot.shortages import ENTRIES


def move_on(draft: Draft) -> None:
    """Take every step that needs nobody."""
    play = draft.folding.play
    if play is None:
        return
    while not draft.is_held and _step(draft, play):
        pass


def _step(draft: Draft, play: HandInPlay) -> bool:
    """Take one step; return whether there was one."""
    if play.phase is Phase.ACTING:
        betting = play.betting
        seat = None if betting is None else betting.to_act
        if seat is not None:
            if out_of_turn.is_settled(draft):
                return True
            return absence.act_for_absent(draft, seat)
    if play.phase is not Phase.DEALING:
        return moves.step(play, draft.rules.pot, draft.at)

    def on_shortage(shortage: Shortage) -> None:
        enter(draft, *ENTRIES[shortage])

    return moves.step(play, draft.rules.pot, draft.at, on_shortage)
