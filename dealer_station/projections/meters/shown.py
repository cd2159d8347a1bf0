"""A progressive as the console shows it: its row, and its movements with the meter around each.

The hand that has won is told as far as its reader may see it; where the prize was shared, only
seats whose hands he may see are named.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from dealer_station.money import format_exact, format_minor, whole_minor
from dealer_station.progressive.accounts import Account
from dealer_station.progressive.award import AwardKind
from dealer_station.progressive.conversion import Conversion, to_pool, to_table
from dealer_station.progressive.events import PrizeLocked
from dealer_station.progressive.ledger import Hit
from dealer_station.progressive.ledger_events import (
    AwardVoided,
    CountedWagerReturned,
    HitVoided,
    LevelAwardPaid,
    LevelHit,
)
from dealer_station.progressive.levels import Level, LevelTerms
from dealer_station.projections.events.facts import facts_of
from dealer_station.projections.events.reading import Reading
from dealer_station.projections.events.shown import shown_event
from dealer_station.projections.meters.awards import open_awards
from dealer_station.projections.meters.movements import MeterMovements, Movement
from dealer_station.table.book_state import BOOK_SEAT
from dealer_station.table.visibility import FACE_DOWN


@dataclass(frozen=True, slots=True)
class PlayedFor:
    """A level as this station plays for it: its name, its currency (ISO 4217), its tables.

    `conversions` are those of tables in another currency, by table; `hits` the remembered ones.
    `in_play`: tables with an open round, which no change of terms may touch (CHG-02).
    `is_suspended`: one of them takes no wager for it at present.
    """

    progressive_id: str
    name: str
    currency: str
    tables: tuple[str, ...]
    level: Level
    conversions: Mapping[str, Conversion] = field(default_factory=dict)
    hits: tuple[Hit, ...] = ()
    in_play: tuple[str, ...] = ()
    is_suspended: bool = False


def meter_row(
    progressive: PlayedFor, history: MeterMovements, reading: Reading, now: int
) -> dict[str, Any]:
    """Return the row of a progressive's level as JSON at a moment (ms).

    Its amounts are the progressive's own; `own` is what tables in another currency show.
    """
    meter_minor, level = history.meter().minor, progressive.level
    base_minor = 0 if level.terms is None else level.terms.base_minor
    return {
        "progressive": progressive.progressive_id,
        "level": level.level_id,
        "name": progressive.name,
        "currency": progressive.currency,
        "meter": format_minor(meter_minor),
        "state": "suspended" if progressive.is_suspended else "live",
        "tables": list(progressive.tables),
        "seed": format_minor(base_minor),
        "cap": None if level.cap_minor is None else format_minor(level.cap_minor),
        "overflow": format_minor(whole_minor(level.overflow)),
        "reserve": format_minor(whole_minor(level.reserve)),
        "terms": None if level.terms is None else _terms(level.terms),
        "in_play": list(progressive.in_play),
        "own": [_own(table, one, meter_minor) for table, one in progressive.conversions.items()],
        "awards": open_awards(
            level, progressive.hits, reading, progressive.currency, progressive.conversions
        ),
        "last_hit": _hit(history.last_hit(), progressive, reading),
        "spark": [list(point) for point in history.spark(now)],
    }


def _terms(terms: LevelTerms) -> dict[str, Any]:
    """Return the terms in force in the form in which a change says them."""
    cap, probability = terms.cap_minor, terms.probability
    return {
        "base": format_minor(terms.base_minor),
        "rate": str(terms.rate),
        "reserve_rate": str(terms.reserve_rate),
        "cap": None if cap is None else format_minor(cap),
        "overflow_to": terms.overflow_to.value,
        "reserve_use": terms.reserve_use.value,
        "probability": None if probability is None else str(probability),
    }


def _own(table: str, conversion: Conversion, meter_minor: int) -> dict[str, Any]:
    return {
        "table": table,
        "currency": conversion.currency,
        "conversion": str(conversion.rate),
        "meter": format_minor(to_table(meter_minor, conversion.rate)),
    }


def _hit(
    hit: PrizeLocked | LevelHit | None, progressive: PlayedFor, reading: Reading
) -> dict[str, Any] | None:
    """Return a prize in the winners' currency; in the progressive's where theirs is not known."""
    if hit is None:
        return None
    sight = reading.sight(hit.table_id, hit.round_number)
    facts = facts_of(hit, 0, sight)
    shares = facts.get("awards" if isinstance(hit, LevelHit) else "shares", [])
    won = [share["seat"] for share in shares if share.get("kind") != AwardKind.ENVY]
    # The bettors of a book have won as a whole, and at no seat.
    hand = () if sight is None or not won else sight.seat_hand(won[0] or BOOK_SEAT)
    won_minor = hit.won_minor if isinstance(hit, LevelHit) else hit.amount_minor
    currency = progressive.currency
    if hit.table_id in progressive.conversions:
        currency = progressive.conversions[hit.table_id].currency
    elif isinstance(hit, LevelHit):
        won_minor = whole_minor(to_pool(won_minor, hit.conversion))
    return {
        "table": hit.table_id,
        "round": hit.round_number,
        "seats": [seat for seat in won if seat is not None],
        "amount": format_minor(won_minor),
        "currency": currency,
        "category": facts.get("hand", FACE_DOWN),
        "hand": list(hand),
        "at": hit.at,
    }


def shown_movements(movements: Sequence[Movement], reading: Reading) -> list[dict[str, Any]]:
    """Return movements as JSON; `meter_before` and `meter_after` are what the sign shows."""
    return [_movement(movement, reading) for movement in movements]


def _movement(movement: Movement, reading: Reading) -> dict[str, Any]:
    shown = shown_event(reading.read(movement.row))
    seat = shown["facts"].get("seat")
    return {
        "version": shown["version"],
        "position": shown["position"],
        "at": shown["at"],
        "type": shown["type"],
        "text": shown["text"],
        "person": shown["person"],
        "facts": shown["facts"],
        "table": shown["facts"].get("table_id"),
        "round": shown["facts"].get("round_number"),
        "seat": seat if isinstance(seat, int) else None,
        "amount": format_exact(_amount(movement)),
        "meter_before": format_minor(whole_minor(movement.before)),
        "meter_after": format_minor(whole_minor(movement.after)),
        "entry": shown["ledger"],
    }


def _amount(movement: Movement) -> Fraction:
    """Return the amount that an event is about, in smallest units: its own, or what it moved.

    In the progressive's currency, whatever the table plays in.
    """
    event = movement.event
    if isinstance(event, CountedWagerReturned):
        return to_pool(event.amount_minor, event.conversion)
    if isinstance(event, LevelHit | LevelAwardPaid | AwardVoided | HitVoided):
        paid, owed = (
            sum((part.amount for part in event.entry if part.account is account), Fraction(0))
            for account in (Account.AWARDS_PAID, Account.AWARDS_PAYABLE)
        )
        return paid if isinstance(event, LevelAwardPaid) else abs(paid + owed)
    said = getattr(event, "amount", getattr(event, "amount_minor", None))
    return movement.after - movement.before if said is None else Fraction(said)
