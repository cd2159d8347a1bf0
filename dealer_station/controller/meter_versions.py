"""At which version of each progressive a decision may be appended: what it writes and what it read.

A meter is moved by other tables, also of other stations of one record, between a table's look at it
and its append. The record refuses an append whose version was passed; then it is decided anew.
"""

from collections.abc import Mapping

from dealer_station.controller.progressives import Known
from dealer_station.controller.streams import progressive_stream
from dealer_station.event_log.record import ANY_VERSION, AnyVersion, Append
from dealer_station.event_log.registry import EventRegistry
from dealer_station.progressive.ledger_events import LevelEvent, WagersCounted
from dealer_station.table import events as e
from dealer_station.table.decide import Decision
from dealer_station.table.draft import TableRules

_ORDER_FREE = (WagersCounted,)
"""Events of a progressive that are right at whatever version its stream has."""


def postings_by_pool(decision: Decision) -> dict[str, list[LevelEvent]]:
    """Return what a decision writes to each pool, in order."""
    pools: dict[str, list[LevelEvent]] = {}
    for pool, event in decision.postings:
        pools.setdefault(pool, []).append(event)
    return pools


def progressive_appends(
    decision: Decision,
    rules: TableRules,
    pools: Mapping[str, str],
    known: Mapping[str, Known],
    registry: EventRegistry,
) -> list[Append]:
    """Return the appends of a decision to the streams of its pools; one without events only guards.

    `pools` maps pool names to progressive ids, `known` to what the decision was made on.
    """
    written = postings_by_pool(decision)
    is_guarded = any(_reads_meters(event, rules) for event in decision.events)
    appends = []
    for pool, progressive_id in pools.items():
        if pool not in written and not is_guarded:
            continue
        events = written.get(pool, [])
        version = _version(known[pool], events, is_guarded=is_guarded)
        encoded = tuple(registry.encode(event) for event in events)
        appends.append(Append(progressive_stream(progressive_id), version, encoded))
    return appends


def _version(known: Known, events: list[LevelEvent], *, is_guarded: bool) -> int | AnyVersion:
    """A hit, a payment and a void name the version they were decided on; the rest does not."""
    if not is_guarded and all(isinstance(event, _ORDER_FREE) for event in events):
        return ANY_VERSION
    return known.version


def _reads_meters(event: e.TableEvent, rules: TableRules) -> bool:
    """Whether an event is right only while no meter has moved, though it may write to none.

    A round opens under terms that nobody has changed meanwhile (CHG-02); a change of terms demands
    in turn that no table has moved on (`LedgerDesk`): whichever is written second sees the first. A
    wager that wins a part of an empty meter writes nothing, and the meter may have grown since.
    """
    if isinstance(event, e.SeatPaid):
        progressive = rules.game.progressive
        spot = progressive.spot if progressive is not None else None
        return any(wager.spot == spot for wager in event.wagers)
    return isinstance(event, e.BettingOpened | e.SharesFixed | e.BookSettled)
