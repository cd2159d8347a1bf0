"""What may happen at a table, and when: the law of moments that random lives are judged by."""

from dealer_station.table import commands as c
from dealer_station.table import events as e
from dealer_station.table.lifecycle import Phase

ALWAYS = {
    e.DeviceReported, e.DeviceFaultReported, e.DeviceFaultsCleared,
    e.DeviceFaultsNotCleared, e.TableResumed,
    e.SupervisorCalled, e.CallAnswered, e.CutCardSeen, e.CardDrawn, e.IrregularityRaised,
    e.IrregularityReplaced, e.RulingMade,
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
