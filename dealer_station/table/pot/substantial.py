"""Substantial action: from when on it is too late for a misdeal (HE-I08, HE-D33).

Counted are acts since the hole cards were complete; blinds and posts do not count, and a call or
raise puts chips in. Which wording holds is a choice of the house; the count is told to the floor.
"""

from collections.abc import Mapping, Sequence

from dealer_station.games.pots.betting import Act
from dealer_station.table.pot.state import PotHand, TakenAct

CHOICE = "substantial_action"
"""The house choice, as `key=value`."""

ACTIONS = "actions"
SUBSTANTIAL = "substantial"
"""Facts that the table adds to a report: acts taken, and whether they are substantial."""

_TWO, _THREE = 2, 3
_PASSIVE = (Act.FOLD.value, Act.CHECK.value)


def _tda(acts: Sequence[TakenAct]) -> bool:
    """Two actions of which one puts in chips, or any three."""
    has_chips = any(one.action not in _PASSIVE for one in acts)
    return len(acts) >= _THREE or (len(acts) >= _TWO and has_chips)


def _two_players(acts: Sequence[TakenAct]) -> bool:
    """Two players after the blinds have acted."""
    return len(acts) >= _TWO


def _wsop(acts: Sequence[TakenAct]) -> bool:
    """Two actions unless both are folds or both checks; else the third."""
    is_same = any(all(one.action == kind for one in acts) for kind in _PASSIVE)
    return len(acts) >= _THREE or (len(acts) >= _TWO and not is_same)


_WORDINGS = {
    f"{CHOICE}=tda": _tda,
    f"{CHOICE}=two_players": _two_players,
    f"{CHOICE}=wsop": _wsop,
}


def is_substantial(hand: PotHand, choices: frozenset[str]) -> bool:
    """Say whether there was substantial action; on later streets there has been."""
    if hand.street > 0:
        return True
    wording = next((_WORDINGS[one] for one in choices if one in _WORDINGS), _tda)
    return wording(hand.acts)


def told(hand: PotHand, choices: frozenset[str]) -> Mapping[str, str]:
    """Return what the floor is told of it, as facts of a report."""
    return {
        ACTIONS: str(len(hand.acts)),
        SUBSTANTIAL: "yes" if is_substantial(hand, choices) else "no",
    }
