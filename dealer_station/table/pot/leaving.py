"""Players who have given up their seats during a hand: they go when it is over."""

from dealer_station.table import events as e
from dealer_station.table.draft import Draft


def let_leavers_go(draft: Draft) -> None:
    """Empty the seats of those who leave; each takes what lies before him (HE-D38).

    To be called once the hand is settled or void: only then it is known what is his.
    """
    for player in draft.state.pot.players:
        if player.is_leaving:
            draft.emit(
                e.PlayerLeft(
                    at=draft.at,
                    seat=player.seat,
                    stack_minor=player.stack_minor,
                    person_id=draft.command.actor.person_id,
                )
            )
