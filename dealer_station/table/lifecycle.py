"""The life of a table and of a round as tables: phase, event, next phase.

Every change of phase in the system is a row here; `evolve` looks the row up and asserts that it
exists. A hold (an open irregularity) lies over any phase and is no row: it changes nothing below.
The diagrams in LIFECYCLE.md are generated from these tables.
"""

from collections.abc import Mapping
from enum import StrEnum

from dealer_station.table import events as e


class Phase(StrEnum):
    """Where a round stands; `held` is what a view shows while a ruling is open."""

    IDLE = "idle"
    BETTING = "betting"
    CLOSING = "closing"
    DEALING = "dealing"
    DECIDING = "deciding"
    DRAWING = "drawing"
    ACTING = "acting"
    SHOWDOWN = "showdown"
    PAYING = "paying"
    SETTLED = "settled"
    VOID = "void"
    HELD = "held"


class Service(StrEnum):
    """Whether the table is in service."""

    CLOSED = "closed"
    OPEN = "open"


ROUND: Mapping[tuple[Phase, type[e.TableEvent]], Phase] = {
    (Phase.IDLE, e.BettingOpened): Phase.BETTING,
    (Phase.SETTLED, e.BettingOpened): Phase.BETTING,
    (Phase.VOID, e.BettingOpened): Phase.BETTING,
    (Phase.BETTING, e.BettingClosed): Phase.DEALING,
    (Phase.BETTING, e.ClosingBegun): Phase.CLOSING,
    (Phase.CLOSING, e.BettingClosed): Phase.DEALING,
    (Phase.DEALING, e.DealCompleted): Phase.DECIDING,
    (Phase.DECIDING, e.DealResumed): Phase.DEALING,
    (Phase.DECIDING, e.DecisionsClosed): Phase.PAYING,
    (Phase.DEALING, e.CardsCalled): Phase.DRAWING,
    (Phase.DECIDING, e.CardsCalled): Phase.DRAWING,
    (Phase.DRAWING, e.CardsCalled): Phase.DRAWING,
    (Phase.PAYING, e.CardsCalled): Phase.DRAWING,
    (Phase.DRAWING, e.DealResumed): Phase.DEALING,
    (Phase.PAYING, e.DealResumed): Phase.DEALING,
    (Phase.DEALING, e.HandsCompleted): Phase.PAYING,
    (Phase.DRAWING, e.HandsCompleted): Phase.PAYING,
    (Phase.PAYING, e.RoundSettled): Phase.SETTLED,
    (Phase.BETTING, e.RoundVoided): Phase.VOID,
    (Phase.CLOSING, e.RoundVoided): Phase.VOID,
    (Phase.DEALING, e.RoundVoided): Phase.VOID,
    (Phase.DECIDING, e.RoundVoided): Phase.VOID,
    (Phase.DRAWING, e.RoundVoided): Phase.VOID,
    (Phase.PAYING, e.RoundVoided): Phase.VOID,
    (Phase.IDLE, e.HandStarted): Phase.DEALING,
    (Phase.SETTLED, e.HandStarted): Phase.DEALING,
    (Phase.VOID, e.HandStarted): Phase.DEALING,
    (Phase.DEALING, e.BettingRoundOpened): Phase.ACTING,
    (Phase.ACTING, e.BetsPulledIn): Phase.DEALING,
    (Phase.DEALING, e.StreetCalled): Phase.DEALING,
    (Phase.DEALING, e.StubMixed): Phase.DEALING,
    (Phase.DEALING, e.StreetReopened): Phase.DEALING,
    (Phase.SHOWDOWN, e.StreetReopened): Phase.DEALING,
    (Phase.PAYING, e.StreetReopened): Phase.DEALING,
    (Phase.DEALING, e.ShowdownBegun): Phase.SHOWDOWN,
    (Phase.DEALING, e.PotsReady): Phase.PAYING,
    (Phase.SHOWDOWN, e.PotsReady): Phase.PAYING,
    (Phase.ACTING, e.DealResumed): Phase.DEALING,
    (Phase.PAYING, e.ShowdownBegun): Phase.SHOWDOWN,
    (Phase.ACTING, e.RoundVoided): Phase.VOID,
    (Phase.SHOWDOWN, e.RoundVoided): Phase.VOID,
}

SERVICE: Mapping[tuple[Service, type[e.TableEvent]], Service] = {
    (Service.CLOSED, e.TableOpened): Service.OPEN,
    (Service.OPEN, e.TableClosed): Service.CLOSED,
}

ROUND_EVENTS = frozenset(event for _, event in ROUND)
SERVICE_EVENTS = frozenset(event for _, event in SERVICE)

OPEN_ROUND = frozenset(
    {
        Phase.BETTING,
        Phase.CLOSING,
        Phase.DEALING,
        Phase.DECIDING,
        Phase.DRAWING,
        Phase.ACTING,
        Phase.SHOWDOWN,
        Phase.PAYING,
    }
)
"""Phases in which a round is not finished."""

BEFORE_THE_DEAL = frozenset({Phase.BETTING, Phase.CLOSING})
"""Phases in which a stake has not fed the meter yet and nobody has a hand."""


def next_phase(phase: Phase, event: e.TableEvent) -> Phase:
    """Return the phase after an event; an event that may not come here is a programmer's error."""
    if type(event) not in ROUND_EVENTS:
        return phase
    following = ROUND.get((phase, type(event)))
    assert following is not None, f"{type(event).__name__} in phase {phase}"
    return following


def next_service(service: Service, event: e.TableEvent) -> Service:
    """Return whether the table is in service after an event."""
    if type(event) not in SERVICE_EVENTS:
        return service
    following = SERVICE.get((service, type(event)))
    assert following is not None, f"{type(event).__name__} while {service}"
    return following


def diagram(rows: Mapping[tuple[StrEnum, type[e.TableEvent]], StrEnum]) -> str:
    """Draw a table of transitions as a Mermaid state diagram."""
    lines = [f"    {start} --> {end} : {event.__name__}" for (start, event), end in rows.items()]
    return "\n".join(["```mermaid", "stateDiagram-v2", *lines, "```"])
