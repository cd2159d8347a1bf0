"""What may happen at a table, and when: the law of moments that random lives are judged by."""

from dealer_station.table import commands as c
from dealer_station.table import events as e
from dealer_station.table.lifecycle import Phase
from dealer_station.table.pot.handlers import POT_HANDLERS
from dealer_station.table.state import TableState

ALWAYS = {
    e.DeviceReported, e.DeviceFaultReported, e.DeviceFaultsCleared,
    e.DeviceFaultsNotCleared, e.TableResumed, e.ClockSet,
    e.SupervisorCalled, e.CallAnswered, e.CutCardSeen, e.CardDrawn, e.IrregularityRaised,
    e.IrregularityReplaced, e.RulingMade, e.ProgressiveSuspended, e.ProgressiveResumed,
}  # fmt: skip
BETWEEN_ROUNDS = {
    e.BettingOpened,
    e.TableOpened,
    e.TableClosed,
    e.DeckChanged,
    e.DeckLocked,
    e.DeckChecked,
}
ENDING = {e.CardReread, e.WagerReturned, e.RoundVoided}
HANDS = {
    e.DealOrderCorrected, e.HandVoided, e.HandKilled, e.HandVerified, e.SeatPaid, e.SharesFixed,
    e.EnvyPaid,
}  # fmt: skip
MAY_HAPPEN: dict[Phase, set[type[e.TableEvent]]] = {
    Phase.IDLE: BETWEEN_ROUNDS,
    Phase.SETTLED: BETWEEN_ROUNDS | {e.CompensationBooked},
    Phase.VOID: BETWEEN_ROUNDS,
    Phase.BETTING: ENDING | {e.WagerPlaced, e.WagerWithdrawn, e.BettingClosed},
    Phase.DEALING: ENDING | HANDS | {e.DealCompleted},
    Phase.DECIDING: ENDING
    | HANDS
    | {e.ActTaken, e.WagerCorrected, e.DealResumed, e.DecisionsClosed},
    Phase.PAYING: ENDING | HANDS | {e.WagerCorrected, e.CompensationBooked, e.RoundSettled},
}
"""What may happen at a table by phase, beside what may happen always."""
NOT_WHILE_HELD = {
    e.BettingOpened, e.BettingClosed, e.WagerPlaced, e.WagerWithdrawn, e.DealCompleted,
    e.DealResumed, e.ActTaken, e.DecisionsClosed, e.HandVerified, e.SeatPaid, e.SharesFixed,
    e.EnvyPaid, e.RoundSettled, e.TableClosed, e.DeckChanged,
}  # fmt: skip
MONEY = {e.WagerPlaced, e.WagerWithdrawn, e.WagerReturned, e.SeatPaid, e.ActTaken, e.WagerCorrected}
OF_A_BOOK = frozenset({c.PlaceWagers, c.WithdrawWagers, c.TakeDecisions})
"""Commands for a book of bettors, which the tables of these lives have not (test_book_lives)."""
FAVOURITES: dict[Phase, tuple[str, ...]] = {
    Phase.DEALING: ("CS-I01", "CS-I01", "CS-I02", "CS-I14", "CS-I15", "CS-I16", "CS-I09"),
    Phase.DECIDING: ("CS-I08", "CS-I10", "CS-I13", "CS-I13", "CS-I14", "CS-I16"),
    Phase.PAYING: ("CS-I03", "CS-I09", "CS-I13", "CS-I19", "CS-I19", "CS-I19", "CS-I21"),
    Phase.SETTLED: ("CS-I21", "CS-I21", "CS-I22"),
}
"""Irregularities that bend a round rather than end it, by phase: reported most."""
OF_POTS = frozenset(
    kind for kind in POT_HANDLERS if kind.__module__ == "dealer_station.table.pot.commands"
)
"""Commands of pot games, each of which a table of a house game refuses (test_pot_refusals)."""
OF_THE_LINK = frozenset({c.SuspendProgressive, c.ResumeProgressive})
"""Commands of the station about the link of a progressive: a rule of the machine sends them."""


def check_moment(state: TableState, event: e.TableEvent) -> None:
    """Fail where an event may not happen on a state."""
    kind = type(event)
    assert kind in ALWAYS | MAY_HAPPEN[state.phase], f"{kind} in {state.phase}"
    if state.open_irregularity is not None:
        assert kind not in NOT_WHILE_HELD, f"{kind} while held"
    if not state.is_round_open:
        assert kind not in MONEY
    if state.is_suspended and isinstance(event, e.WagerPlaced):
        assert event.spot != "progressive", "a new wager on what is suspended"
