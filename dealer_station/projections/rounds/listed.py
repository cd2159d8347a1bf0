"""One line a round for the list: when, who played, what was staked and what the house kept.

Amounts are totals over all seats, so no card and no hand can be told from them but by who knows
the payments, which everybody at the table sees.
"""

from dataclasses import dataclass
from typing import Any

from dealer_station.games.rules import Outcome
from dealer_station.money import format_minor
from dealer_station.projections.rounds.played import PlayedRound
from dealer_station.table import events as e
from dealer_station.table.state import Wager


@dataclass(frozen=True, slots=True)
class RoundTimes:
    """When a round began and ended, UTC ms; `ended_at` None while it is open."""

    opened_at: int
    ended_at: int | None


def times_of(played: PlayedRound) -> RoundTimes:
    """Return when a round began and ended."""
    ended = (
        event.at for event in played.events if isinstance(event, e.RoundSettled | e.RoundVoided)
    )
    return RoundTimes(played.events[0].at, next(ended, None))


def listed_round(played: PlayedRound) -> dict[str, Any]:
    """Return the line of a round as JSON.

    `house` is what was staked on settled wagers less what was handed back: a progressive prize
    counts, whoever bears it, and so does a wrong payment.
    """
    current = played.state.round
    assert current is not None, "a round has begun"
    times = times_of(played)
    decided = [wager for wager in current.wagers if not wager.is_pending]
    returned = sum(current.handed_back_minor(seat) for seat in sorted({w.seat for w in decided}))
    prizes = sum(_prize(played, wager) for wager in decided)
    return {
        "number": played.part.number,
        "phase": played.state.phase.value,
        "opened_at": times.opened_at,
        "ended_at": times.ended_at,
        "seats": sorted({wager.seat for wager in current.wagers}),
        "staked": format_minor(sum(wager.amount_minor for wager in current.wagers)),
        "returned": format_minor(returned),
        "house": format_minor(sum(wager.amount_minor for wager in decided) - returned),
        "irregularities": [item.irregularity for item in played.state.irregularities],
        "prize": format_minor(prizes) if prizes else None,
        "first_version": played.part.first_version,
        "last_version": played.part.last_version,
    }


def _prize(played: PlayedRound, wager: Wager) -> int:
    progressive = played.rules.game.progressive if played.rules else None
    is_prize = progressive is not None and wager.spot == progressive.spot
    return wager.amount_minor + wager.net_minor if is_prize and wager.outcome is Outcome.WIN else 0
