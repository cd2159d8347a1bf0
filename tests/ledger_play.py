"""Progressives of several levels under test: ask, take what is decided, keep the record.

Whatever is decided is written and read again as the station stores it, and every state is the fold
of what was read; so no test passes with an event that the record could not hold.
"""

from dataclasses import dataclass, field
from fractions import Fraction

from dealer_station.event_log.station_registry import station_registry
from dealer_station.progressive import ledger_events as e
from dealer_station.progressive.accounts import Account
from dealer_station.progressive.award import LevelPrize, PrizeTake
from dealer_station.progressive.award_life import pay_award, verify_award
from dealer_station.progressive.contributions import count_wagers, open_level
from dealer_station.progressive.hits import Claim, lock_up
from dealer_station.progressive.ledger import AnyEvent, Ledger, evolve
from dealer_station.progressive.levels import Level, LevelTerms
from dealer_station.progressive.recount import Recount, recount
from dealer_station.progressive.refusals import Consent, LedgerRefusal, LedgerRefusalReason

REGISTRY = station_registry()

WHOLE = LevelPrize(PrizeTake.WHOLE)
TENTH = LevelPrize(PrizeTake.PART, part=Fraction(1, 10))
NEVER_BELOW = (
    Account.METER,
    Account.RESERVE,
    Account.OVERFLOW,
    Account.AWARDS_PAYABLE,
    Account.AWARDS_PAID,
    Account.REVENUE,
)
"""Accounts of a level that never hold less than nothing."""
TWO = Consent("ann", "bob", "approved")


def terms(base_minor: int = 1000, rate: str = "1/3", **others: object) -> LevelTerms:
    return LevelTerms(base_minor, Fraction(rate), **others)  # type: ignore[arg-type]


@dataclass
class LedgerPlay:
    """One progressive: its record so far and the state that it folds to."""

    progressive_id: str = "p"
    state: Ledger = field(default_factory=Ledger)
    events: list[AnyEvent] = field(default_factory=list)
    at: int = 0

    def take(self, decision: tuple[AnyEvent, ...] | LedgerRefusal) -> tuple[AnyEvent, ...]:
        """Append what was decided; a refusal is a failure of the test."""
        assert not isinstance(decision, LedgerRefusal), decision
        stored = tuple(REGISTRY.decode(REGISTRY.encode(event)) for event in decision)
        assert stored == decision
        for event in stored:
            self.state = evolve(self.state, event)
        self.events.extend(stored)
        return stored

    def now(self) -> int:
        self.at += 1
        return self.at

    def open(
        self, filed: LevelTerms | None = None, opening: int | None = None, level_id: str = "main"
    ) -> "LedgerPlay":
        filed = filed or terms()
        self.take(
            open_level(
                self.state,
                level_id,
                filed,
                filed.base_minor if opening is None else opening,
                progressive_id=self.progressive_id,
                person_id="ann",
                at=self.now(),
                is_in_play=False,
            )
        )
        return self

    def wagers(self, number: int, *seats: int, table: str = "t", each: int = 100) -> "LedgerPlay":
        wagers = tuple(e.CountedWager(seat, each) for seat in seats)
        self.take(count_wagers(self.state, table, number, wagers, at=self.now()))
        return self

    def hit(
        self,
        hit_id: str,
        number: int,
        *winners: int,
        prize: LevelPrize = WHOLE,
        table: str = "t",
        level_id: str = "main",
    ) -> e.LevelHit:
        """Lock a claim up; every seat whose wager counts is owed the prize's envy sums."""
        counted = self.state.counted_round(table)
        seats = [one.seat for one in counted.wagers] if counted else []
        envy_seats = tuple(seat for seat in seats if seat is not None)
        claim = Claim(hit_id, level_id, table, number, "royal_flush", prize, winners, envy_seats)
        hit = self.take(lock_up(self.state, claim, at=self.now()))[-1]
        assert isinstance(hit, e.LevelHit)
        return hit

    def pay(self, award_id: str, paid_by: e.PaidBy = e.PaidBy.ATTENDANT) -> "LedgerPlay":
        self.take(verify_award(self.state, award_id, person_id="ann", at=self.now()))
        self.take(pay_award(self.state, award_id, paid_by=paid_by, person_id="bob", at=self.now()))
        return self

    def level(self, level_id: str = "main") -> Level:
        level = self.state.level(level_id)
        assert level is not None, level_id
        return level

    def holds(self, account: Account, level_id: str = "main") -> Fraction:
        return self.level(level_id).holds(account)

    def recount(self) -> Recount:
        return recount(self.events)

    def check(self) -> None:
        """The books balance, and an independent reading of the record finds the same."""
        found = self.recount()
        assert found.is_right, found.differences
        assert found.unexplained() == {}
        for level in self.state.levels:
            assert sum(posting.amount for posting in level.balances) == 0
            for posting in level.balances:
                assert found.recounted[level.level_id, posting.account] == posting.amount


def refused(decision: object) -> LedgerRefusalReason:
    """Return why something was refused; what was not refused is a failure of the test."""
    assert isinstance(decision, LedgerRefusal), decision
    return decision.reason
