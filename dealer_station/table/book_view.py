"""What people see of the bettors' book in sums. No bettor stands in it, and no card."""

from typing import Any

from dealer_station.money import format_minor
from dealer_station.table.book_events import BookOutcome
from dealer_station.table.book_state import BookSums

BookJson = dict[str, Any]
"""A JSON object."""


def book_view(sums: BookSums) -> BookJson:
    """Return the book in sums: how many bettors, what lies where, and what it came to."""
    totals, terms = sums.totals, sums.terms
    nets: dict[str, int] = {}
    for outcome in sums.outcomes:
        nets[outcome.spot] = nets.get(outcome.spot, 0) + outcome.net_minor
    return {
        "stage": sums.stage.value,
        "batches": sums.batches,
        "entries_accepted": sums.accepted,
        "chain": sums.chain,
        "bettors": totals.bettors,
        "undecided": totals.undecided,
        "auto_folded": totals.auto_folded,
        "decisions": {
            action.name: count
            for action, count in zip(terms.actions, totals.decisions, strict=True)
        },
        "spots": [
            {
                "spot": spot.name,
                "stakes": count,
                "staked": format_minor(staked),
                "net": format_minor(nets.get(spot.name, 0)) if sums.is_settled else None,
            }
            for spot, count, staked in zip(
                terms.spots, totals.stakes, totals.staked_minor, strict=True
            )
        ],
        "outcomes": [outcome_view(outcome) for outcome in sums.outcomes],
        "house": format_minor(sums.house_minor) if sums.is_settled else None,
    }


def outcome_view(outcome: BookOutcome) -> BookJson:
    """Return what the stakes on a spot came to whose bettors decided alike, and by which rule."""
    return {
        "spot": outcome.spot,
        "action": outcome.action or None,
        "outcome": outcome.outcome.value,
        "odds": f"{outcome.odds_to_one}:1" if outcome.odds_to_one else None,
        "stakes": outcome.stakes,
        "staked": format_minor(outcome.staked_minor),
        "net": format_minor(outcome.net_minor),
        "rule": outcome.rule,
    }
