"""A live Casino Hold'em table whose bettors are a book, for tests: rounds in short words.

play = BookPlay().bet((1, "ante", 10_00), (1, "bonus", 5_00)).deal().decide((1, "call")).finish()
"""

from collections.abc import Sequence

from table_play import DEALER, SUPERVISOR, TablePlay, rules_of

from dealer_station.bettors.answers import Answer
from dealer_station.bettors.batches import (
    Batch,
    BatchKind,
    decision_batch,
    wager_batch,
    withdrawal_batch,
)
from dealer_station.bettors.book import BettorsBook
from dealer_station.bettors.settlement import Settlement
from dealer_station.clock import VirtualClock
from dealer_station.controller.memory_record import MemoryRecord
from dealer_station.controller.ports import Record
from dealer_station.controller.table_controller import Outcome, TableSetup
from dealer_station.event_log.station_registry import station_registry
from dealer_station.table import commands as c
from dealer_station.table.book_state import BOOK_SEAT, BookSums
from dealer_station.table.role_view import TableFacts
from dealer_station.table.roles import Actor

COMMAND_OF: dict[BatchKind, type[c.PlaceWagers | c.WithdrawWagers | c.TakeDecisions]] = {
    BatchKind.WAGERS: c.PlaceWagers,
    BatchKind.WITHDRAWALS: c.WithdrawWagers,
    BatchKind.DECISIONS: c.TakeDecisions,
}

# The player's two aces win the Bonus and, unless the board says otherwise, the hand.
ACES = "player: As Ad, dealer: Td Jc, board: Ah 8c 5d"
NOTHING = "player: 2s 7d, dealer: Td Jc, board: Kh 8c 5d"
SEVEN = "player: 5h 6h, dealer: Td Jc, board: 7h 8h 9h"


class BookPlay(TablePlay):
    """One table, open, with a book and no seats; the pool `jumbo7` is progressive p1."""

    def __init__(
        self,
        rules: str = "evolution",
        *,
        meter: int = 10_000_00,
        record: Record | None = None,
        clock: VirtualClock | None = None,
        is_open: bool = True,
        **overrides: str,
    ) -> None:
        values = {"bettors": "book", "decision_seconds": "20", **overrides}
        self.rules = rules_of("casino-holdem", rules, values)
        self.record = record or MemoryRecord()
        self.registry = station_registry()
        self.clock = clock or VirtualClock()
        pools = {"jumbo7": "p1"} if self.rules.game.progressive else {}
        self.setup = TableSetup(TableFacts("t1", "Table", "USD"), (), self.rules, pools)
        self._meter = meter
        self.controller = self._new_controller()
        if is_open:
            self.open_table()

    # ------------------------------------------------------------------------------ batches

    def send(self, batch: Batch, actor: Actor = DEALER) -> Outcome:
        """Send a batch under its own id."""
        command = COMMAND_OF[batch.kind](
            command_id=batch.batch_id, issued_at=self.clock.now(), actor=actor, batch=batch
        )
        return self.controller.submit(command)

    def answers(self, batch: Batch) -> list[str]:
        """Send a batch that must be taken; returns the reason of each entry, empty: accepted."""
        outcome = self.send(batch)
        assert outcome.refusal is None, outcome.refusal
        codes = self.controller.batch_answers(batch.batch_id)
        assert codes is not None
        return [Answer(int(code)).reason for code in codes]

    def bet(self, *wagers: tuple[int, str, int]) -> "BookPlay":
        """Open betting and put these stakes into the book, all accepted."""
        self.run("open_betting")
        return self.bet_more(*wagers) if wagers else self

    def bet_more(self, *wagers: tuple[int, str, int]) -> "BookPlay":
        """Put these stakes into the book, all accepted."""
        assert not any(self.answers(wager_batch(self.clock.new_id(), wagers)))
        return self

    def withdraw(self, *stakes: tuple[int, str]) -> "BookPlay":
        """Take these stakes back, all accepted."""
        assert not any(self.answers(withdrawal_batch(self.clock.new_id(), stakes)))
        return self

    def deal(self, cards: str = ACES) -> "BookPlay":
        """No more bets, then the first deal."""
        self.run("close_betting", f"deal: {{{cards}}}")
        return self

    def decide(self, *decisions: tuple[int, str]) -> "BookPlay":
        """Take these decisions, all accepted."""
        rows = [(bettor, action, None) for bettor, action in decisions]
        assert not any(self.answers(decision_batch(self.clock.new_id(), rows)))
        return self

    def time_out(self) -> "BookPlay":
        """Let the time for decisions run out."""
        self.run("wait: 20")
        return self

    def finish(self, cards: str = "2c 2h") -> "BookPlay":
        """Turn and river, and the book is paid."""
        self.run(f"shoe: {cards}")
        return self.finish_payment()

    def finish_payment(self) -> "BookPlay":
        """The book is paid, its hand seen before where that must be."""
        if self.next["kind"] == "verify":
            self.submit(c.VerifyHand, SUPERVISOR, seat=BOOK_SEAT)
        outcome = self.submit(c.PaySeat, seat=BOOK_SEAT)
        assert outcome.refusal is None, outcome.refusal
        return self

    # ------------------------------------------------------------------------------ reading

    @property
    def sums(self) -> BookSums:
        """The book as the table's state has it."""
        assert self.round.book is not None
        return self.round.book

    @property
    def book(self) -> BettorsBook:
        """The packed book."""
        seen = self.controller.book()
        assert seen is not None
        return seen.packed.book

    @property
    def settlement(self) -> Settlement:
        """What everybody has won or lost."""
        seen = self.controller.book()
        assert seen is not None
        assert seen.packed.settlement is not None
        return seen.packed.settlement

    def bettor(self, number: int) -> dict[str, object]:
        """What a bettor sees of himself."""
        seen = self.controller.book()
        assert seen is not None
        view = seen.bettor(number)
        assert view is not None, f"bettor {number} is not in the round"
        return view

    def results(self) -> dict[int, str]:
        """What each bettor has won or lost, as he sees it."""
        seen = self.controller.book()
        assert seen is not None
        return {one["bettor"]: one["result"] for one in seen.view()["shown"]}


def rows_of(entries: Sequence[tuple[int, str]]) -> list[tuple[int, str, None]]:
    """Decisions that name no amount."""
    return [(bettor, action, None) for bettor, action in entries]
