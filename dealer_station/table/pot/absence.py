"""What a hand does whose player is not there, or is too late: it acts by itself in its turn."""

from dealer_station.games.pots.acting import default_act
from dealer_station.games.pots.betting import Act, BettingRound
from dealer_station.irregularities.kinds import RulingOption
from dealer_station.table import events as e
from dealer_station.table.draft import Draft
from dealer_station.table.pot.acts import take
from dealer_station.table.pot.entries import enter
from dealer_station.table.pot.reasons import ActReason

_ABSENT = "ST-I04"


def act_for_absent(draft: Draft, seat: int) -> bool:
    """Let the seat to act act by itself if its player is away; return whether it did.

    Hold'em: checked where that is free, else folded; who has left: dead (HE-D38). Stud: a forced
    bet is posted, else the hand is dead; where there is a clock, the clock acts (ST-D21).
    """
    game, player = draft.rules.pot, draft.folding.player(seat)
    if player is None:
        return False
    if not player.is_away and seat not in draft.play.hand.absent:
        return False
    if game.clock_ms and not game.has_button and not player.is_leaving:
        return False
    betting = draft.hand.betting
    assert betting is not None, "a betting round is open"
    act = default_act(betting)
    is_dead = player.is_leaving or game.absent_is_killed
    if is_dead and act is not Act.BRING_IN:
        _declare_dead(draft, betting, seat)
    else:
        take(draft, seat, act, None, ActReason.ABSENT)
    return True


def _declare_dead(draft: Draft, betting: BettingRound, seat: int) -> None:
    if not draft.rules.pot.has_button:
        enter(draft, _ABSENT, RulingOption.DEAD_HAND, {"seat": str(seat)})
    is_free = betting.price.cur <= betting.player(seat).bet
    draft.emit(
        e.HandDeclaredDead(
            at=draft.at,
            seat=seat,
            reason=ActReason.ABSENT,
            keeps_receiving=is_free and draft.rules.pot.dead_seat_keeps_receiving,
            person_id=draft.command.actor.person_id,
        )
    )
