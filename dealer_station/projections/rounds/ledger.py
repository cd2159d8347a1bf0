"""Behind every cent of a round: the lines of the record that moved it, by seat and spot.

A plain wager is explained by the table's own event: what it cost (-) or brought (+) the house. A
progressive one by the postings of the progressive. Amounts are exact, in the currency of the stream
that a line stands in: the table's, or the progressive's.
"""

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from typing import Any, Final

from dealer_station.event_log.streams import progressive_stream
from dealer_station.money import format_exact
from dealer_station.progressive import events as p
from dealer_station.progressive import ledger_events as level
from dealer_station.progressive.accounts import Account
from dealer_station.progressive.award import AwardKind
from dealer_station.projections.events.reading import Reading
from dealer_station.projections.events.shown import ReadEvent, posting_lines
from dealer_station.projections.events.sight import Sight
from dealer_station.projections.queries import RecordQueries, Wanted
from dealer_station.projections.rounds.played import PlayedRound
from dealer_station.table import events as e
from dealer_station.table.view import ENVY

EVENTS_A_COMMAND: Final = 64
"""More than one command ever adds to a progressive: a few for each of at most twenty seats."""

ROWS_MAX: Final = 100_000
"""More events of progressives than all tables together write while one round lasts."""

Ledger = dict[tuple[int, str], list[dict[str, Any]]]
"""Seat and spot -> lines, in the order in which they were written."""


def progressive_events(
    queries: RecordQueries, reading: Reading, played: PlayedRound
) -> list[ReadEvent]:
    """Return the events by which a round moved its progressives, in order.

    They were written with the round's own events, so they lie between its first and last ones.
    """
    if played.opening is None or not played.rows:
        return []
    ends = [
        row.position
        for row, event in zip(played.rows, played.events, strict=True)
        if isinstance(event, e.RoundSettled | e.RoundVoided)
    ]
    first, last = played.rows[0].position, ends[0] if ends else played.rows[-1].position
    streams = tuple(
        progressive_stream(progressive_id)
        for progressive_id in sorted(set(played.opening.progressives.values()))
    )
    rows = queries.window(first, last + EVENTS_A_COMMAND, Wanted(streams), ROWS_MAX)
    found = [reading.read(row) for row in reversed(rows)]
    return [read for read in found if _is_of_round(read, played)]


def _is_of_round(read: ReadEvent, played: PlayedRound) -> bool:
    place = (getattr(read.event, "table_id", ""), getattr(read.event, "round_number", 0))
    return place == (played.table_id, played.part.number)


def ledger_of_round(sight: Sight, moved: Iterable[ReadEvent]) -> Ledger:
    """Return the lines behind every wager of a round, as far as they give no hand away."""
    ledger: Ledger = {}
    for row, event in zip(sight.played.rows, sight.played.events, strict=True):
        for key, amount in _plain_lines(event, _progressive_spot(sight)):
            line = {"account": Account.HOUSE.value, "amount": format_exact(Fraction(amount))}
            ledger.setdefault(key, []).append(_head(row, event) | line)
    for read in moved:
        for seat, spot in _places(read.event, sight, ledger):
            lines = [_head(read.row, read.event) | one for one in _lines_of(read.event, seat)]
            ledger.setdefault((seat, spot), []).extend(lines)
    return ledger


def _lines_of(event: Any, seat: int) -> list[dict[str, str]]:
    """Return the postings that concern a seat: of a round's wagers, the part that its own brought.

    A level takes the same part of every wager, so a seat's share of the entry is its wager's share
    of all of them, exactly.
    """
    if not isinstance(event, level.WagersCounted):
        return posting_lines(event.entry)
    staked = sum(wager.amount_minor for wager in event.wagers)
    own = sum(wager.amount_minor for wager in event.wagers if wager.seat == seat)
    part = Fraction(own, staked)
    return posting_lines(tuple(replace(one, amount=one.amount * part) for one in event.entry))


def _progressive_spot(sight: Sight) -> str:
    rules = sight.played.rules
    return rules.game.progressive.spot if rules and rules.game.progressive else ""


def _head(row: Any, event: Any) -> dict[str, Any]:
    return {"stream": row.stream, "version": row.version, "at": event.at, "type": row.name}


def _plain_lines(event: Any, progressive_spot: str) -> list[tuple[tuple[int, str], int]]:
    """Return what an event of the table brought the house from each plain wager."""
    match event:
        case e.SeatPaid():
            return [
                ((event.seat, wager.spot), -wager.net_minor)
                for wager in event.wagers
                if wager.spot != progressive_spot
            ]
        case e.WagerReturned():
            undone = 0 if event.spot == progressive_spot else event.net_undone_minor
            return [((event.seat, event.spot), undone)]
        case _:
            return []


def _places(event: Any, sight: Sight, ledger: Ledger) -> list[tuple[int, str]]:
    """Return which seats' wagers and envy sums an event of the progressive explains."""
    if isinstance(event, p.AwardsReversed | level.HitVoided):
        return [place for place, lines in ledger.items() if _has_prize(lines)]
    own = [(seat, _progressive_spot(sight)) for seat in _seats(event, sight)]
    return [*own, *((seat, ENVY) for seat in _envious(event, sight))]


def _envious(event: Any, sight: Sight) -> list[int]:
    """Return who got an envy sum by an event; never for a hand that is hidden."""
    if isinstance(event, level.AwardVerified | level.LevelAwardPaid):
        # It is paid in the open, together with the hand that it follows from.
        return [event.seat] if event.kind is AwardKind.ENVY and event.seat is not None else []
    owed = event.awards if isinstance(event, level.LevelHit) else ()
    return [
        one.seat
        for one in owed
        if one.seat is not None and one.follows is not None and sight.sees_hand(one.follows)
    ]


def _seats(event: Any, sight: Sight) -> list[int]:
    """Return whose wagers an event of the progressive explains; never a hand that is hidden."""
    if isinstance(event, level.AwardEvent) and event.kind is AwardKind.ENVY:
        return []
    if isinstance(event, p.PrizeLocked):
        seats: list[int | None] = [seat for seat, _ in event.shares]
    elif isinstance(event, level.LevelHit):
        seats = [award.seat for award in event.awards if award.kind is AwardKind.WIN]
    elif isinstance(event, level.WagersCounted):
        seats = [wager.seat for wager in event.wagers]
    else:
        seats = [getattr(event, "seat", None)]
    is_open = isinstance(event, _OF_EVERY_STAKE)
    return [seat for seat in seats if seat is not None and (is_open or sight.sees_hand(seat))]


_OF_EVERY_STAKE: Final = (
    p.ContributionBooked,
    p.ContributionReturned,
    p.AwardPaid,
    level.WagersCounted,
    level.CountedWagerReturned,
)
"""Events that say nothing of a hand: a stake alone, or a prize that was paid in the open."""


def _has_prize(lines: list[dict[str, Any]]) -> bool:
    return any(line["type"] in {"prize_locked", "level_hit"} for line in lines)
