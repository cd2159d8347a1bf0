"""Random lives of Caribbean Stud tables: each command is judged by an oracle.

Rounds are steered so that they often reach their end, and disturbed by commands out of place,
cards that must not be, reports, rulings, restarts, clocks that jump, and commands sent again.
After every command: money is conserved to the exact fraction, the record folds to the live state,
a refusal and a repeat have changed nothing, and no view shows a card that its role may not see.
"""

import os
import random
from collections import Counter
from decimal import Decimal
from typing import Any, ClassVar

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import Phase as HypothesisPhase
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    rule,
)
from random_lives import live_until_reached
from table_laws import OF_A_BOOK, OF_POTS, OF_THE_LINK
from table_lives import DECK, IN_DOUBT, VIEWERS, House, HouseSetup, LiveTable
from table_play import DEALER, MANAGER, SHOE, STATION, SUPERVISOR
from table_troubles import come_to, meet_trouble

from dealer_station.table import commands as c
from dealer_station.table.decide import COMMAND_TYPES
from dealer_station.table.lifecycle import Phase
from dealer_station.table.roles import Actor, Role

RUNS = int(os.environ.get("LIVES_RUNS", "50"))
"""Lives a machine; there are four machines. `make lives` has two thousand each, new ones."""
STEPS = 30

PEOPLE = (DEALER, SUPERVISOR, MANAGER)
ACTORS = (*PEOPLE, Actor("t1", Role.TECHNICIAN), Actor("a1", Role.AUDITOR), SHOE, STATION)
SPOTS = ("ante", "progressive", "bet", "bonus")
OPTIONS = (
    "as_proposed", "play_on", "void_round", "void_hand", "dead_hand", "fouled_deck", "burn_card",
    "reorder", "correct_wager", "return_wager", "honour_side_bets", "misdeal",
)  # fmt: skip

OF_OTHERS = OF_A_BOOK | OF_POTS | OF_THE_LINK | {c.RecordToken, c.RecordWindow, c.RecordLamp}
"""Batches and facts of acceptors, which these tables have not; machines of their own have them.

What the station tells of the link has a rule of its own.
"""

OUT_OF_PLACE = [
    kind
    for kind in COMMAND_TYPES
    if kind not in {c.ReportIrregularity, c.ApplyRuling, c.RecordCard, c.ResumeTable}
    and kind not in OF_OTHERS
]
"""Commands that have no rule of their own below, or may also be sent by anybody at any moment."""

TROUBLE = 0.4
"""How often a table that goes on meets what it comes to seldom; a life may have no rule for it."""
RESTARTS = (None, None, None, Phase.DEALING, Phase.DECIDING, Phase.PAYING)
"""Where a station is sent to before it dies: mostly it dies where it is."""

WHICH = st.integers(0, 1)
CHANCE = st.integers(0, 2**32)


class TableMachine(RuleBasedStateMachine):
    """Takes tables through random lives."""

    houses: ClassVar[tuple[HouseSetup, ...]]
    reached: ClassVar[Counter[str]]

    @initialize(which=st.integers(0, 99))
    def open_house(self, which: int) -> None:
        self.house = House(self.houses[which % len(self.houses)], self.reached)
        for table in self.house.tables:
            table.go_on(random.Random(0))

    def table(self, which: int) -> LiveTable:
        return self.house.tables[which % len(self.house.tables)]

    def luck(self, chance: int) -> random.Random:
        """Return chance that differs from step to step, however small the drawn numbers are."""
        return random.Random(f"{chance} {self.house.versions()}")

    @rule(which=WHICH, chance=CHANCE)
    def go_on(self, which: int, chance: int) -> None:
        table, luck = self.table(which), self.luck(chance)
        if luck.random() < TROUBLE:
            meet_trouble(table, luck)
        table.go_on(luck)

    @rule(which=WHICH, chance=CHANCE)
    def go_on_twice(self, which: int, chance: int) -> None:
        for _ in range(2):
            self.table(which).go_on(self.luck(chance))

    @rule(which=WHICH, chance=CHANCE)
    def go_on_to_the_end(self, which: int, chance: int) -> None:
        table, luck = self.table(which), self.luck(chance)
        if table.state.suspensions:
            table.send(c.ResumeProgressive, STATION, progressive_id="p1")
        if luck.random() < TROUBLE:
            meet_trouble(table, luck)
        for _ in range(12):
            if luck.random() < (0.3 if table.state.phase is Phase.PAYING else 0.12):
                table.disturb(luck)
            table.go_on(luck)
            if not table.state.is_round_open:
                return

    @rule(which=WHICH)
    def out_of_service(self, which: int) -> None:
        """The table closes, where no round is on."""
        self.table(which).send(c.CloseTable)

    @rule(which=WHICH)
    def shoe_in_doubt(self, which: int) -> None:
        """A fault of the shoe waits for a person, who says that it is over."""
        table = self.table(which)
        table.doubt_the_shoe()
        table.send(c.ClearDeviceFaults, SUPERVISOR, device_id="shoe", faults=IN_DOUBT)

    @rule(
        which=WHICH,
        actor=st.sampled_from(ACTORS),
        seat=st.integers(0, 8),
        chance=CHANCE,
    )
    def commands_out_of_place(self, which: int, actor: Actor, seat: int, chance: int) -> None:
        luck, table = self.luck(chance), self.table(which)
        for kind in luck.choices(OUT_OF_PLACE, k=3):
            self.send_out_of_place(table, kind, actor, seat, luck)

    def send_out_of_place(
        self, table: LiveTable, kind: type[c.Command], actor: Actor, seat: int, luck: random.Random
    ) -> None:
        amount = luck.choice((None, "10", "20", "0", "-5", "10.005", "1e40", "NaN", "500.01"))
        said: dict[str, Any] = {
            "seat": seat,
            "spot": luck.choice(SPOTS),
            "amount": None if amount is None else Decimal(amount),
            "action": luck.choice(("bet", "fold", "raise")),
            "table_id": table.table_id,
            "seats": table.seats,
            "device_id": "shoe",
            "device_kind": "card_shoe",
            "device_state": luck.choice(("ready", "lost", "degraded")),
            "faults": luck.choice((IN_DOUBT, IN_DOUBT, ())),
            "code": "jam",
            "cleared_at": max((d.cleared_at or 0 for d in table.state.devices), default=0),
            "reason": "it lasts",
            "cards": DECK[seat % 3 :],
        }
        if kind is c.NoteClockSet:
            said["from_at"] = self.house.clock.now()
            self.house.clock.set_wall_time(said["from_at"] + luck.choice((-3_600_000, 3_600_000)))
        if kind is c.ClearDeviceFaults:
            table.doubt_the_shoe()
            actor = luck.choice((SUPERVISOR, MANAGER, actor))
        fields = kind.__dataclass_fields__
        table.send(kind, actor, **{key: said[key] for key in fields if key in said})

    @rule(
        which=WHICH,
        card=st.sampled_from(("dup", "Jo", "??", "??", "??", "CUT", "10h", "any", "any")),
        chance=CHANCE,
    )
    def card_that_must_not_be(self, which: int, card: str, chance: int) -> None:
        luck, table = self.luck(chance), self.table(which)
        drawn = table.state.round.draws if table.state.round else ()
        if card == "dup":
            card = luck.choice(drawn) if drawn else "any"
        table.send(c.RecordCard, SHOE, card=luck.choice(DECK) if card == "any" else card)

    @rule(which=WHICH, chance=CHANCE)
    def report(self, which: int, chance: int) -> None:
        self.table(which).report(self.luck(chance))

    @rule(which=WHICH, chance=CHANCE)
    def report_and_rule(self, which: int, chance: int) -> None:
        table, luck = self.table(which), self.luck(chance)
        if luck.random() < TROUBLE:
            meet_trouble(table, luck)
        table.report(luck)
        table.go_on(luck)

    @rule(which=WHICH, chance=CHANCE)
    def seldom_trouble(self, which: int, chance: int) -> None:
        meet_trouble(self.table(which), self.luck(chance))

    @rule(
        which=WHICH,
        option=st.sampled_from(OPTIONS),
        actor=st.sampled_from(PEOPLE),
        number=st.sampled_from((0, 0, 1, 7)),
    )
    def ruling(self, which: int, option: str, actor: Actor, number: int) -> None:
        self.table(which).send(c.ApplyRuling, actor, option=option, number=number)

    @rule(which=WHICH, chance=CHANCE)
    def restart(self, which: int, chance: int) -> None:
        """The station comes back; after every second time it finds the link lost."""
        table, luck = self.table(which), self.luck(chance)
        phase = luck.choice(RESTARTS)
        if phase is not None:
            come_to(table, phase, luck)
        if luck.random() < 0.3:
            table.report(luck)
        table.restart()
        if table.state.version % 2:
            self.lose_link(table)
            table.go_on(luck)
            if luck.random() < 0.3:
                table.send(c.ResumeProgressive, STATION, progressive_id="p1")

    def lose_link(self, table: LiveTable) -> None:
        """The devices of the progressive cannot be reached; told again, it changes nothing."""
        before = table.state
        table.send(c.SuspendProgressive, STATION, progressive_id="p1")
        suspended = table.state
        assert (suspended.round, suspended.phase) == (before.round, before.phase)
        table.send(c.SuspendProgressive, STATION, progressive_id="p1")
        assert table.state == suspended

    @rule(which=WHICH, seconds=st.sampled_from((0.1, 5, 19.9, 20, 3600, -3600)))
    def clock_jumps(self, which: int, seconds: float) -> None:
        clock = self.house.clock
        clock.set_wall_time(clock.now() + int(seconds * 1000))
        self.table(which).send(c.AdvanceClock, STATION)

    @rule(which=WHICH, chance=CHANCE)
    def send_again(self, which: int, chance: int) -> None:
        table = self.table(which)
        if table.sent:
            table.send_again(self.luck(chance).choice(table.sent))

    @invariant()
    def nobody_sees_too_much(self) -> None:
        for table in self.house.tables if hasattr(self, "house") else ():
            if table.state.version != table.seen_at:
                table.seen_at = table.state.version
                table.check_views(*VIEWERS)

    def teardown(self) -> None:
        if hasattr(self, "house"):
            for table in self.house.tables:
                table.check_replay()
                table.restart()
                table.check_replay()
            self.reached["lives"] += 1


LIVES = settings(
    max_examples=RUNS,
    stateful_step_count=STEPS,
    deadline=None,
    # The same lives every time; with the variable set, others every time.
    derandomize="DEALER_STATION_RANDOM_LIVES" not in os.environ,
    database=None,
    report_multiple_bugs=False,
    suppress_health_check=list(HealthCheck),
    phases=(HypothesisPhase.generate, HypothesisPhase.shrink),
)

TURNS = {"contribution": "0.70", "seed_amount": "1000.00"}
HOUSES: dict[str, tuple[HouseSetup, ...]] = {
    # By turn, from either side, a fold loses or keeps the dollar; a meter that can be empty.
    "by_turn": (
        HouseSetup("classic", TURNS, ((1, 2, 3),)),
        HouseSetup("classic", TURNS | {"progressive_on_fold": "lose"}, ((2, 5),)),
        HouseSetup(
            "classic",
            {"contribution": "1/3", "seed_amount": "0", "payment_order": "left"},
            ((1, 2, 3, 4),),
            meter=7_01,
        ),
        HouseSetup(
            "classic",
            TURNS
            | {"progressive_paytable": "P7", "max_bet_payout": "500", "decision_seconds": "20"},
            ((1, 2, 3),),
        ),
    ),
    # Prizes honoured in a misdeal, fixed prizes from the meter, straight flushes first.
    "honour": (
        HouseSetup("classic", TURNS | {"progressive_on_dealer_misdeal": "honour"}, ((1, 2, 3),)),
        HouseSetup(
            "classic",
            TURNS
            | {
                "progressive_on_dealer_misdeal": "honour",
                "deduct_fixed_prizes": "true",
                "progressive_paytable": "P5",
            },
            ((1, 2, 3),),
            meter=300_00,
        ),
        HouseSetup(
            "classic",
            TURNS
            | {
                "progressive_on_dealer_misdeal": "honour",
                "progressive_order": "straight_flush_first",
                "royal_minimum": "4000",
                "payment_order": "left",
            },
            ((1, 2, 3, 4),),
        ),
    ),
    # Open cards, a clock, no progressive; the same clock at a table with hidden cards.
    "live": (
        HouseSetup("evolution", {"decision_seconds": "20"}, ((1, 2, 3),)),
        HouseSetup("evolution", {}, ((1, 4, 7),)),
        HouseSetup("classic", TURNS | {"decision_seconds": "20"}, ((1, 2),)),
        HouseSetup("classic", {"progressive_paytable": "none"}, ((1, 2),)),
    ),
    # Two tables, each with its own picture of one meter.
    "linked": (
        HouseSetup("classic", TURNS, ((1, 2), (1, 2))),
        HouseSetup("classic", TURNS | {"seed_amount": "0"}, ((1, 2), (3, 4)), meter=1_00),
        HouseSetup(
            "classic", TURNS | {"progressive_on_dealer_misdeal": "honour"}, ((1, 2), (1, 2, 3))
        ),
    ),
}
EVERYWHERE = (
    "settled", "void", "held", "betting", "dealing", "deciding", "paying", "idle", "restart",
    "repeat", "fouled deck", "restart held", "restart paying", "restart dealing", "HandVoided",
    "refused held", "refused not_offered", "refused wrong_phase", "refused bad_amount",
    "refused not_applicable", "refused needs_manager", "refused deck_locked", "TableClosed",
    "CardReread", "DealResumed", "WagerCorrected", "CompensationBooked", "IrregularityReplaced",
    "DeviceFaultsCleared", "ProgressiveSuspended", "ProgressiveResumed",
    "ruling void_round", "ruling void_hand", "ruling fouled_deck", "ruling burn_card",
    "ruling play_on", "ruling set_aside", "ruling complete_hand", "ruling correct_wager",
)  # fmt: skip
PRIZES = (
    "prize royal_flush", "prize straight_flush", "prize full_house", "SharesFixed",
    "prize undone", "locked up before the payment", "HandVerified", "refused suspended",
)  # fmt: skip
MUST_REACH: dict[str, tuple[str, ...]] = {
    "by_turn": (*EVERYWHERE, *PRIZES, "HandKilled", "prize flush", "ruling reorder"),
    "honour": (*EVERYWHERE, *PRIZES, "HandKilled", "ruling honour_side_bets"),
    "live": EVERYWHERE,
    "linked": (*EVERYWHERE, *PRIZES, "HandKilled"),
}
"""What the lives of a machine must have come to, so that its checks mean something."""


@pytest.mark.slow
# Under a minute on a free core; a machine that is shared by many may take several.
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("name", HOUSES)
def test_lives_of_tables_keep_every_law(name: str):
    reached: Counter[str] = Counter()
    machine = type(
        f"{name.title()}Machine", (TableMachine,), {"houses": HOUSES[name], "reached": reached}
    )
    live_until_reached(machine, LIVES, reached, MUST_REACH[name])
    assert reached["lives"] >= RUNS
