"""What may happen at a poker table, and when: the law of moments for random lives."""

from table_laws import ALWAYS, NOT_WHILE_HELD

from dealer_station.table import events as e
from dealer_station.table.lifecycle import Phase
from dealer_station.table.state import TableState

SEATS = {
    e.PlayerSeated, e.PlayerLeft, e.PlayerAway, e.PlayerBack, e.ChipsAdded, e.ChipsCorrected,
    e.ButtonPlaced, e.TableOpened, e.TableClosed, e.DeckChanged, e.DeckLocked, e.HandStarted,
}  # fmt: skip
OF_RULINGS = {
    e.PlacesCorrected, e.ActAnnounced, e.FoldedOutOfTurn, e.AnnouncementLapsed, e.SeatBarred,
    e.SkippedSeatRuled, e.HandRetrieved, e.FacesTurned, e.AnteReturned, e.PlayerAbsent,
    e.AllInOffered, e.AllInDeclared, e.HandDeclaredDead, e.DealResumed, e.RoundVoided,
    e.CardReread, e.DeckLocked, e.StreetReopened, e.CardNamed,
}  # fmt: skip
AT_ANY_MOMENT = OF_RULINGS | {e.PlayerAway, e.PlayerBack, e.SeatGivenUp, e.PlayerLeft}
MAY_HAPPEN: dict[Phase, set[type[e.TableEvent]]] = {
    Phase.IDLE: SEATS,
    Phase.SETTLED: SEATS,
    Phase.VOID: SEATS,
    Phase.DEALING: AT_ANY_MOMENT | {
        e.CardReread, e.BettingRoundOpened, e.StreetCalled, e.StubMixed, e.ShowdownBegun,
        e.PotsReady, e.RoundVoided,
    },
    Phase.ACTING: AT_ANY_MOMENT | {
        e.PlayerActed, e.HandDeclaredDead, e.BetsPulledIn, e.CardReread, e.RoundVoided,
    },
    Phase.SHOWDOWN: AT_ANY_MOMENT | {e.HandShown, e.HandMucked, e.PotsReady, e.RoundVoided},
    Phase.PAYING: AT_ANY_MOMENT | {
        e.PotsPushed, e.RoundSettled, e.RoundVoided, e.ShowdownBegun,
    },
}  # fmt: skip
"""What may happen by phase, beside what may happen always.

The showdown begins anew when a mucked hand is retrieved before the pots are pushed.
"""
STANDS_STILL = NOT_WHILE_HELD | {
    e.PlayerActed, e.BetsPulledIn, e.BettingRoundOpened, e.StreetCalled, e.StubMixed,
    e.ShowdownBegun, e.HandShown, e.HandMucked, e.PotsPushed, e.HandStarted, e.PlayerSeated,
    e.StreetReopened,
    e.ChipsAdded, e.ChipsCorrected,
}  # fmt: skip


def check_moment(state: TableState, event: e.TableEvent) -> None:
    """Fail where an event may not happen on a state."""
    kind = type(event)
    assert kind in ALWAYS | MAY_HAPPEN[state.phase], f"{kind} in {state.phase}"
    if state.open_irregularity is not None:
        assert kind not in STANDS_STILL, f"{kind} while held"
