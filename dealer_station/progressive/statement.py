"""The statement of a level's meter over a day: what it was, each cause that moved it, what it is.

The fund is told, which is the meter and what lies above its cap; amounts are exact. Opening plus
all causes is always the closing amount (PRG-14, CHG-07).
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from dealer_station.progressive import events as old
from dealer_station.progressive import ledger_events as e
from dealer_station.progressive.accounts import Account
from dealer_station.progressive.ledger import AnyEvent
from dealer_station.progressive.levels import SOLE_LEVEL
from dealer_station.progressive.postings import LevelEntry, at_level


class Cause(StrEnum):
    """Why a meter rises or falls."""

    OPENING = "opening"
    CONTRIBUTION = "contribution"
    RETURN = "return"
    OVERFLOW = "overflow"
    AWARD = "award"
    ENVY = "envy"
    """What other bettors got out of the meter for a hand that won (CS-25)."""
    RESEED = "reseed"
    VOID = "void"
    TRANSFER = "transfer"
    RETIREMENT = "retirement"
    CORRECTION = "correction"


@dataclass(frozen=True, slots=True)
class Statement:
    """One level over a time: opening and closing fund, and what moved it, by cause."""

    level_id: str
    opened: Fraction
    moved: Mapping[Cause, Fraction]
    closed: Fraction
    hits: int


def statement(
    events: Iterable[AnyEvent], level_id: str, *, since_at: int, until_at: int
) -> Statement:
    """Return the statement of a level from `since_at` (ms, included) to `until_at` (excluded).

    The events are the progressive's whole record; those before the time make the opening amount.
    """
    opened, moved, hits = Fraction(0), dict.fromkeys(Cause, Fraction(0)), 0
    for event in events:
        if event.at >= until_at:
            continue
        parts = _causes(event, level_id)
        if event.at < since_at:
            opened += sum(parts.values(), Fraction(0))
            continue
        for cause, amount in parts.items():
            moved[cause] += amount
        is_old_hit = isinstance(event, old.PrizeLocked) and level_id == SOLE_LEVEL
        is_hit = isinstance(event, e.LevelHit) and event.level_id == level_id
        hits += is_hit or is_old_hit
    return Statement(level_id, opened, moved, opened + sum(moved.values(), Fraction(0)), hits)


def _causes(event: AnyEvent, level_id: str) -> dict[Cause, Fraction]:
    """Return by how much an event moves the fund of a level, by cause."""
    entry = event.entry if isinstance(event, e.LedgerEvent) else at_level(SOLE_LEVEL, event.entry)
    parts = [part.amount for part in _of_fund(entry, level_id)]
    if not parts:
        return {}
    if isinstance(event, e.LevelHit | old.PrizeLocked):
        # A hit takes from the meter and, where it resets the level, puts the next base on it.
        envy_minor = event.envy_from_meter_minor if isinstance(event, e.LevelHit) else 0
        return {
            Cause.AWARD: sum((part for part in parts if part < 0), Fraction(envy_minor)),
            Cause.ENVY: Fraction(-envy_minor),
            Cause.RESEED: sum((part for part in parts if part > 0), Fraction(0)),
        }
    return {_CAUSES[type(event)]: sum(parts, Fraction(0))}


def _of_fund(entry: LevelEntry, level_id: str) -> LevelEntry:
    return tuple(
        part for part in entry if part.level_id == level_id and part.account is Account.METER
    )


_CAUSES: Mapping[type, Cause] = {
    old.ProgressiveOpened: Cause.OPENING,
    old.ContributionBooked: Cause.CONTRIBUTION,
    old.ContributionReturned: Cause.RETURN,
    old.AwardsReversed: Cause.VOID,
    old.ShareReleased: Cause.VOID,
    e.LevelOpened: Cause.OPENING,
    e.WagersCounted: Cause.CONTRIBUTION,
    e.CountedWagerReturned: Cause.RETURN,
    e.OverflowBooked: Cause.OVERFLOW,
    e.AwardVoided: Cause.VOID,
    e.HitVoided: Cause.VOID,
    e.MeterSent: Cause.TRANSFER,
    e.MeterReceived: Cause.TRANSFER,
    e.LevelRetired: Cause.RETIREMENT,
    e.LevelCorrected: Cause.CORRECTION,
}
