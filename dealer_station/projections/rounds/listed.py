"""One line a round for the list: when, who played, what was staked and what the house kept.

Amounts are totals over all seats, so no card and no hand can be told from them but by who knows
the payments, which everybody at the table sees.
"""

from dataclasses import dataclass
from typing import Any

from dealer_station.games.rules import Outcome
from dealer_station.money import format_minor
from dealer_station.projections.rounds.played import PlayedRound, compensations
from dealer_station.projections.rounds.pot_hands import hand_money
from dealer_station.table import events as e
from dealer_station.table.state import HouseRound, Wager


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
    """Return the line of a round as JSON."""
    times = times_of(played)
    return {
        "number": played.part.number,
        "phase": played.state.phase.value,
        "opened_at": times.opened_at,
        "ended_at": times.ended_at,
        **(_money(played) if played.state.round is not None else hand_money(played)),
        "irregularities": [item.irregularity for item in played.state.irregularities],
        "first_version": played.part.first_version,
        "last_version": played.part.last_version,
    }


def _money(played: PlayedRound) -> dict[str, Any]:
    """Return seats and sums of a round against the house."""
    current = played.state.round
    assert current is not None, "a round has begun"
    prizes = sum(_prize(played, wager) for wager in _decided(current))
    prizes += _book_prizes_minor(played, current)
    prizes += sum(envy.amount_minor for envy in current.standing_envies)
    return {
        "seats": sorted({wager.seat for wager in current.wagers}),
        "bettors": 0 if current.book is None else current.book.totals.bettors,
        "staked": format_minor(_staked_minor(current)),
        "returned": format_minor(_returned_minor(current)),
        "house": format_minor(house_minor(current)),
        "prize": format_minor(prizes) if prizes else None,
    }


def house_minor(current: HouseRound) -> int:
    """Return what the house kept of a round: stakes on settled wagers less what was handed back.

    A progressive prize counts, whoever bears it, and so does a wrong payment.
    """
    decided = sum(wager.amount_minor for wager in _decided(current)) + _book_decided_minor(current)
    return decided - _returned_minor(current)


def compensated_minor(played: PlayedRound) -> int:
    """Return the part of `house_minor` that wrong payments brought: below 0, they cost it."""
    return sum(event.due_minor - event.paid_minor for _, event in compensations(played))


def _decided(current: HouseRound) -> list[Wager]:
    return [wager for wager in current.wagers if not wager.is_pending]


def _staked_minor(current: HouseRound) -> int:
    book = 0 if current.book is None else sum(current.book.totals.staked_minor)
    return book + sum(wager.amount_minor for wager in current.wagers)


def _book_decided_minor(current: HouseRound) -> int:
    """Return the stakes in the bettors' book that are settled; it is settled whole."""
    outcomes = () if current.book is None else current.book.outcomes
    return sum(outcome.staked_minor for outcome in outcomes)


def _returned_minor(current: HouseRound) -> int:
    seats = {w.seat for w in _decided(current)}
    outcomes = () if current.book is None else current.book.outcomes
    book = sum(outcome.staked_minor + outcome.net_minor for outcome in outcomes)
    return book + sum(current.handed_back_minor(seat) for seat in seats)


def _prize(played: PlayedRound, wager: Wager) -> int:
    progressive = played.rules.game.progressive if played.rules else None
    is_prize = progressive is not None and wager.spot == progressive.spot
    return wager.amount_minor + wager.net_minor if is_prize and wager.outcome is Outcome.WIN else 0


def _book_prizes_minor(played: PlayedRound, current: HouseRound) -> int:
    progressive = played.rules.game.progressive if played.rules else None
    outcomes = () if current.book is None else current.book.outcomes
    return sum(
        one.staked_minor + one.net_minor
        for one in outcomes
        if progressive and one.spot == progressive.spot and one.outcome is Outcome.WIN
    )
