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
    if play.phase is Phase.ACTING and play.hand.betting is not None:
        betting = play.hand.betting
        if betting.turn is not None:
            if play.hand.announced and (
                out_of_turn.act_as_announced(draft, betting)
                or out_of_turn.hold_for_skipped(draft, betting)
            ):
                return True
            return absence.act_for_absent(draft, betting)

    if play.phase is not Phase.DEALING:
        return moves.step(play, draft.rules.pot, draft.at)

    def on_shortage(shortage: Shortage) -> None:
        enter(draft, *ENTRIES[shortage])

    return moves.step(play, draft.rules.pot, draft.at, on_shortage)
