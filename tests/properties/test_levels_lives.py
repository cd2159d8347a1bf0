"""Random lives of tables that share two levels with cap, overflow, reserve and envy prizes.

After every command: the record folds to the live state of table and ledger; the books balance and a
recount of the record agrees to the last fraction; no meter shows more than its cap; and whoever was
paid for a hand brought every other bettor in play exactly the envy sum of his paytable, and nobody
else. At the end of a round what the ledger paid is what the table handed out.
"""

import os
import random
from collections import Counter
from decimal import Decimal
from typing import ClassVar

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule
from random_lives import live_until_reached
from table_lives import DECK, GOOD_HANDS
from table_oracle import category_of
from table_play import DEALER, MANAGER, SUPERVISOR, TablePlay

from dealer_station.clock import VirtualClock
from dealer_station.controller.memory_record import MemoryRecord
from dealer_station.controller.streams import progressive_stream, table_stream
from dealer_station.controller.table_controller import replayed
from dealer_station.games.rules import Outcome
from dealer_station.money import to_minor
from dealer_station.progressive.ledger import fold as fold_ledger
from dealer_station.progressive.ledger_events import HitVoided, LevelAwardPaid, LevelHit
from dealer_station.progressive.recount import recount
from dealer_station.table import commands as c
from dealer_station.table import events as e
from dealer_station.table.evolve import evolve
from dealer_station.table.lifecycle import Phase
from dealer_station.table.roles import Role
from dealer_station.table.state import HandStatus, TableState

RUNS = max(20, int(os.environ.get("LIVES_RUNS", "110")) // 5)
STEPS = 15
SEATS = (1, 2, 3, 4)
CHANCE = st.integers(0, 2**32)
SETS: tuple[dict[str, str], ...] = (
    {},
    {"progressive_paytable": "E2"},
    {"progressive_on_fold": "lose", "progressive_on_dealer_misdeal": "honour"},
    {
        "progressive_paytable": "E2",
        "progressive_order": "straight_flush_first",
        "royal_minimum": "1000.00",
        "payment_order": "left",
    },
    {"progressive_paytable": "E2", "levels.main.base": "5.00", "deduct_fixed_prizes": "true"},
)
ENVY = {
    "E1": {"royal_flush": 100_00, "straight_flush": 30_00},
    "E2": {"royal_flush": 100_00, "straight_flush": 20_00},
}
"""What each other bettor gets by the paytable, in cents."""


class Table:
    """One table under test, and what is known of it from its record alone."""

    def __init__(self, name: str, record: MemoryRecord, values: dict[str, str]) -> None:
        clock = VirtualClock(seed=len(name))
        self.play = TablePlay(
            "envy",
            seats=SEATS,
            table_id=name,
            record=record,
            clock=clock,
            # Some wagers below the cap, or at a base that no envy sum can be paid from.
            meter=1199_50 if "levels.main.base" not in values else 5_00,
            **values,
        )
        self.name = name
        self.survives = values.get("progressive_on_fold") != "lose"
        self.envy = ENVY[values.get("progressive_paytable", "E1")]
        self.shadow = TableState()

    def news(self) -> list[e.TableEvent]:
        rows = self.play.record.read(table_stream(self.name), self.shadow.version)
        return [self.play.registry.decode(row) for row in rows]


class LevelsMachine(RuleBasedStateMachine):
    """Takes two tables of one progressive through random lives."""

    reached: ClassVar[Counter[str]] = Counter()

    @initialize(which=st.integers(0, len(SETS) - 1))
    def open_house(self, which: int) -> None:
        self.record = MemoryRecord()
        self.tables = [Table(name, self.record, SETS[which]) for name in ("t1", "t02")]
        self.reached["lives"] += 1
        self.moved = 0
        self.check(self.tables[0])

    def luck(self, chance: int) -> random.Random:
        versions = [table.play.state.version for table in self.tables]
        return random.Random(f"{chance} {versions}")

    @rule(chance=CHANCE)
    def go_on(self, chance: int) -> None:
        luck = self.luck(chance)
        self.step(luck, luck.choice(self.tables))

    @rule(chance=CHANCE)
    def a_round(self, chance: int) -> None:
        luck = self.luck(chance)
        table = luck.choice(self.tables)
        for _ in range(14):
            if luck.random() < 0.15:
                self.disturb(luck, table)
            self.step(luck, table)
            if not table.play.state.is_round_open:
                return

    def step(self, luck: random.Random, table: Table) -> None:
        """Do what the table waits for."""
        state = table.play.state
        if state.open_irregularity:
            option = "as_proposed"
            table.play.submit(c.ApplyRuling, MANAGER, option=option, cards=())
        elif state.phase in {Phase.IDLE, Phase.SETTLED, Phase.VOID}:
            self.open_round(luck, table)
        elif state.phase is Phase.BETTING:
            table.play.submit(c.CloseBetting)
        elif state.phase is Phase.DEALING:
            self.deal(luck, table)
        elif state.phase is Phase.DECIDING:
            seat = luck.choice(table.play.round.undecided)
            action = luck.choice(("bet", "bet", "fold"))
            table.play.run(f"act: {seat} {action}")
        elif state.phase is Phase.PAYING:
            self.pay(table)
        self.check(table)

    def open_round(self, luck: random.Random, table: Table) -> None:
        if table.play.state.is_deck_locked:
            table.play.run("new_deck")
        table.play.run("open_betting")
        for seat in luck.sample(SEATS, luck.randint(1, len(SEATS))):
            table.play.run(f"wager: {seat} ante 10")
            if luck.random() < 0.85:
                table.play.run(f"wager: {seat} progressive")

    def deal(self, luck: random.Random, table: Table) -> None:
        """Deal; most hands are good ones, so that prizes are won."""
        current = table.play.round
        left = [card for card in DECK if card not in current.draws]
        hands: dict[str, list[str]] = {}
        for name in dict.fromkeys(current.deal_order[len(current.draws) :]):
            due = current.deal_order[len(current.draws) :].count(name)
            fitting = [list(hand) for hand in GOOD_HANDS if set(hand) <= set(left)]
            is_good = due == 5 and fitting and luck.random() < 0.6
            hands[name] = luck.choice(fitting) if is_good else luck.sample(left, due)
            left = [card for card in left if card not in hands[name]]
        for name in current.deal_order[len(current.draws) :]:
            table.play.run(f"shoe: {hands[name].pop()}")

    def pay(self, table: Table) -> None:
        following = table.play.next
        if following["kind"] == "verify":
            table.play.submit(c.VerifyHand, SUPERVISOR, seat=following["seat"])
        else:
            table.play.submit(c.PaySeat, DEALER, seat=following["seat"])

    def disturb(self, luck: random.Random, table: Table) -> None:
        """Something that must not be, or a restart; refused as often as it may be."""
        seat = luck.choice(SEATS)
        kinds = ["dead", "dead", "void_hand", "foul", "card", "restart", "restart"]
        if table.play.state.phase is Phase.PAYING and table.play.round.payments:
            kinds += ["foul"] * 4
        kind = luck.choice(kinds)
        self.reached[kind] += 1
        match kind:
            case "dead":
                table.play.attempt(f"report: {{irregularity: CS-I09, seat: {seat}}}")
            case "void_hand":
                table.play.attempt(f"report: {{irregularity: CS-I08, seat: {seat}}}")
                if table.play.state.open_irregularity:
                    table.play.attempt("rule: void_hand")
            case "foul":
                table.play.attempt("report: {irregularity: CS-I19, count: 3}")
            case "card" if table.play.state.phase is Phase.PAYING:
                left = [card for card in DECK if card not in table.play.round.draws]
                table.play.attempt(f"shoe: {luck.choice(left)}")
            case _:
                table.play.restart()
        self.check(table)

    # ------------------------------------------------------------------------- laws

    def check(self, table: Table) -> None:
        is_over = False
        for event in table.news():
            self.reached[type(event).__name__] += 1
            if isinstance(event, e.SeatPaid):
                self.check_envy(table, event)
            table.shadow = evolve(table.shadow, event)
            if isinstance(event, e.RoundSettled | e.RoundVoided):
                self.check_round(table)
                is_over = True
        state = table.play.state
        assert table.shadow == state
        if is_over:
            assert replayed(self.record, table.play.registry, table.name) == state
        moved = self.record.version(progressive_stream("p1"))
        if moved != self.moved:
            self.check_ledger(table)
            self.moved = moved
        if state.phase in {Phase.PAYING, Phase.SETTLED, Phase.VOID}:
            self.check_screens(table)

    def check_envy(self, table: Table, event: e.SeatPaid) -> None:
        """Who is paid for a hand brings every other bettor in play the sum of the paytable."""
        current = table.shadow.round
        assert current is not None
        won = [one for one in event.wagers if one.spot == "progressive"]
        is_won = any(one.outcome is Outcome.WIN for one in won)
        category = category_of(current.seat_cards(event.seat)) if is_won else None
        due = table.envy.get(str(category), 0)
        playing = {HandStatus.IN, HandStatus.FOLDED} if table.survives else {HandStatus.IN}
        bettors = {
            wager.seat
            for wager in current.wagers
            if wager.spot == "progressive" and wager.outcome is not Outcome.VOID
        }
        expected = {
            hand.seat: due
            for hand in current.hands
            if due and hand.seat != event.seat and hand.seat in bettors and hand.status in playing
        }
        paid = {one.seat: one.amount_minor for one in current.envies if one.winner == event.seat}
        assert paid == expected
        self.reached[f"envy for {len(paid)}"] += 1

    def check_round(self, table: Table) -> None:
        """What the ledger paid and did not take back is what the table handed out."""
        current = table.shadow.round
        assert current is not None
        prizes = sum(
            wager.amount_minor + wager.net_minor
            for wager in current.wagers
            if wager.spot == "progressive" and wager.outcome is Outcome.WIN
        )
        envies = sum(envy.amount_minor for envy in current.standing_envies)
        place = (table.name, current.number)
        postings = [
            one
            for one in table.play.postings()
            if (getattr(one, "table_id", ""), getattr(one, "round_number", 0)) == place
        ]
        paid = sum(one.amount_minor for one in postings if isinstance(one, LevelAwardPaid))
        back = sum(one.recovered_minor for one in postings if isinstance(one, HitVoided))
        assert paid - back == prizes + envies
        levels = {one.level_id for one in postings if isinstance(one, LevelHit)}
        self.reached[f"round with {len(levels)} levels hit"] += 1
        self.reached["taken back"] += back > 0
        open_awards = [
            award
            for hit in table.play.progressive.hits
            if (hit.table_id, hit.round_number) == place and hit.is_open
            for award in hit.awards
        ]
        assert open_awards == []

    def check_ledger(self, table: Table) -> None:
        events = tuple(table.play.postings())
        assert fold_ledger(events) == table.play.progressive
        found = recount(events)
        assert found.is_right, found.differences
        assert found.unexplained() == {}
        for level in table.play.progressive.levels:
            assert sum(posting.amount for posting in level.balances) == 0
            assert level.cap_minor is not None
            assert 0 <= level.meter <= level.cap_minor
            self.reached["overflow"] += level.overflow > 0
        assert self.record.version(progressive_stream("p1")) == len(events)

    def check_screens(self, table: Table) -> None:
        """What is about to be paid is told before, and is what is paid then."""
        current = table.play.state.round
        if current is None:
            return
        for row in table.play.seen_by(Role.DEALER)["payouts"]:
            if row["state"] == "paid":
                paid = [
                    (one.seat, one.amount_minor)
                    for one in current.standing_envies
                    if one.winner == row["seat"]
                ]
                shown = [(one["seat"], to_minor(Decimal(one["amount"]))) for one in row["envy"]]
                assert shown == paid


MUST_REACH = (
    "EnvyPaid", "envy for 1", "envy for 3", "round with 2 levels hit", "taken back", "overflow",
    "restart", "dead", "void_hand", "card", "RoundVoided", "HandKilled", "HandVoided",
)  # fmt: skip


LIVES = settings(
    max_examples=RUNS,
    stateful_step_count=STEPS,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)


@pytest.mark.timeout(600)
def test_random_lives_of_tables_with_two_levels():
    LevelsMachine.reached = Counter()
    live_until_reached(LevelsMachine, LIVES, LevelsMachine.reached, MUST_REACH)
    assert LevelsMachine.reached["lives"] >= RUNS
