"""One act in a betting round, as an event."""

from dealer_station.games.pots.acting import act
from dealer_station.games.pots.betting import Act, BettingRound
from dealer_station.table import events as e
from dealer_station.table.draft import Draft
from dealer_station.table.pot.reasons import ActReason


def take(
    draft: Draft,
    betting: BettingRound,
    seat: int,
    kind: Act,
    to_minor: int | None,
    reason: ActReason,
    at: int | None = None,
) -> None:
    """Take an act of the seat whose turn it is. Raises ActRefusedError, and nothing has changed.

    `to_minor` is the total of the round for a bet or raise; `at` is when it counts, None: now.
    """
    after = act(betting, seat, kind, to_minor)
    before, now = betting.player(seat).bet, after.player(seat).bet
    is_free = kind is Act.FOLD and betting.price.cur <= before
    if kind is Act.RAISE and after.price is betting.price:
        # Nobody could answer it: what is written down is what it was taken as (HE-D03, ST-D10).
        kind = Act.CALL if now > before else Act.CHECK
    draft.emit(
        e.PlayerActed(
            at=draft.at if at is None else at,
            seat=seat,
            action=kind.value,
            to_minor=now,
            put_minor=now - before,
            keeps_receiving=is_free and draft.rules.pot.dead_seat_keeps_receiving,
            reason=reason,
            person_id=draft.command.actor.person_id,
        )
    )
