"""Acts said before their turn, when the turn comes; and the player whom others have passed over.

An announced act is carried out if what has to be matched is unchanged, else it lapses and the seat
has all its choices (HE-D34, ST-D31). Where too much has been done behind a seat that kept silent,
the floor says what it may do (HE-I41, HE-D35).
"""

from dealer_station.games.pots.betting import Act, BettingRound
from dealer_station.games.pots.rulings import Announcement, carried_out
from dealer_station.irregularities.rulings import propose
from dealer_station.table import events as e
from dealer_station.table.draft import Draft
from dealer_station.table.house.raising import raise_irregularity
from dealer_station.table.house.situation import ReportFacts
from dealer_station.table.pot.acts import take
from dealer_station.table.pot.case import PotCase
from dealer_station.table.pot.conditions import AskedCase
from dealer_station.table.pot.reasons import ActReason

_WITHOUT_CHIPS = frozenset({Act.FOLD, Act.CHECK})
_TWO, _THREE = 2, 3


def is_settled(draft: Draft) -> bool:
    """Settle what the seat to act has said before, or whether it was passed over.

    Return whether anything has happened.
    """
    hand = draft.play.hand
    if not hand.announced or hand.betting is None:
        return False
    return act_as_announced(draft, hand.betting) or hold_for_skipped(draft, hand.betting)


def act_as_announced(draft: Draft, betting: BettingRound) -> bool:
    """Let the seat to act do what it had announced; return whether anything has happened."""
    said = next(
        (
            one
            for one in draft.hand.announced
            if one.seat == betting.to_act and one.act is not Act.FOLD
        ),
        None,
    )
    if said is None:
        return False
    binding = carried_out(betting, said)
    if binding is None:
        draft.emit(e.AnnouncementLapsed(at=draft.at, seat=said.seat))
        return True
    kind, to = binding
    take(draft, said.seat, kind, to, ActReason.ANNOUNCED)
    return True


def hold_for_skipped(draft: Draft, betting: BettingRound) -> bool:
    """Hold the table where the seat to act was passed over; return whether it does."""
    seat, skipped = betting.to_act, draft.rules.catalogue.skipped_seat
    hand = draft.hand
    if not skipped or seat is None or seat in hand.ruled_skips or not _is_enough(hand.announced):
        return False
    facts = {"seat": str(seat)}
    asked = AskedCase(PotCase(draft.rules, draft.state, ReportFacts(seat=seat)))
    options = propose(draft.rules.catalogue.entries[skipped], asked).options
    raise_irregularity(draft, skipped, facts, options)
    return True


def _is_enough(behind: tuple[Announcement, ...]) -> bool:
    """Two actions with chips in one of them, or three (HE-D35)."""
    has_chips = any(one.act not in _WITHOUT_CHIPS for one in behind)
    return len(behind) >= _THREE or (len(behind) >= _TWO and has_chips)
