"""Random lives of baccarat tables: each command is judged by an oracle.

Rounds are steered so that they often reach their end, and disturbed by commands out of place,
cards that must not be, reports, rulings, restarts, counts of the shoe, new shoes, and commands sent
again. After every command: money is conserved, cards lie where the tableau puts them, the record
folds to the live state, each round alone to the same round, a refusal and a repeat have changed
nothing, the roads are those of the settled rounds of this shoe, and no view shows a card that its
role may not see.
"""

import os
import random
from collections import Counter
from decimal import Decimal
from typing import Any, ClassVar

import pytest
from baccarat_lives import BaccaratHouse, BaccaratTable
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
from table_lives import IN_DOUBT, VIEWERS, HouseSetup, LiveTable
from table_play import DEALER, MANAGER, SHOE, STATION, SUPERVISOR

from dealer_station.table import commands as c
from dealer_station.table.decide import COMMAND_TYPES
from dealer_station.table.lifecycle import Phase
from dealer_station.table.roles import Actor, Role

RUNS = int(os.environ.get("LIVES_RUNS", "35"))
"""Lives a machine; there are three machines. `make lives` has two thousand each, new ones."""
STEPS = 30

PEOPLE = (DEALER, SUPERVISOR, MANAGER)
ACTORS = (*PEOPLE, Actor("t1", Role.TECHNICIAN), Actor("a1", Role.AUDITOR), SHOE, STATION)
SPOTS = ("player", "banker", "dragon7", "tiger8", "tie", "ante")
OPTIONS = (
    "as_proposed", "play_on", "void_round", "void_hand", "fouled_deck", "burn_card", "set_aside",
    "reorder", "complete_hand", "return_wager", "honour_side_bets",
)  # fmt: skip
OF_OTHERS = OF_A_BOOK | OF_POTS | OF_THE_LINK | {c.RecordToken, c.RecordWindow, c.RecordLamp}
"""Batches for a book, facts of acceptors, and a progressive, which these tables have not."""
OWN_RULES = frozenset({c.ReportIrregularity, c.ApplyRuling, c.RecordCard, c.CheckDeck})
"""Commands that have rules of their own below."""

WHICH = st.integers(0, 1)
DEALT = st.sampled_from((4, 4, 4, 1, 2, 3, 5, 6))
"""Cards of a round that are out; after four of them it turns out how many there will be."""
CHANCE = st.integers(0, 2**32)


class BaccaratMachine(RuleBasedStateMachine):
    """Takes baccarat tables through random lives."""

    houses: ClassVar[tuple[HouseSetup, ...]]
    reached: ClassVar[Counter[str]]

    @initialize(which=st.integers(0, 99), is_new_shoe=st.booleans())
    def open_house(self, which: int, is_new_shoe: bool) -> None:  # noqa: FBT001 - drawn by name
        self.house = BaccaratHouse(self.houses[which % len(self.houses)], self.reached)
        for table in self.house.tables:
            table.go_on(random.Random(0))
            if is_new_shoe:
                table.send(c.ChangeDeck)

    def table(self, which: int) -> BaccaratTable:
        table: LiveTable = self.house.tables[which % len(self.house.tables)]
        assert isinstance(table, BaccaratTable)
        return table

    def luck(self, chance: int) -> random.Random:
        """Return chance that differs from step to step, however small the drawn numbers are."""
        return random.Random(f"{chance} {self.house.versions()}")

    @rule(which=WHICH, chance=CHANCE)
    def go_on(self, which: int, chance: int) -> None:
        self.table(which).go_on(self.luck(chance))

    @rule(which=WHICH, chance=CHANCE)
    def go_on_to_the_end(self, which: int, chance: int) -> None:
        table, luck = self.table(which), self.luck(chance)
        for _ in range(12):
            if luck.random() < (0.25 if table.state.phase is Phase.PAYING else 0.12):
                table.disturb(luck)
            table.go_on(luck)
            if not table.state.is_round_open:
                return

    @rule(which=WHICH, chance=CHANCE)
    def rounds_in_peace(self, which: int, chance: int) -> None:
        table, luck = self.table(which), self.luck(chance)
        for _ in range(12):
            table.go_on(luck)
        if chance % 2:
            table.odd_card("CUT", luck)

    @rule(
        which=WHICH,
        kind=st.sampled_from(
            [
                kind
                for kind in COMMAND_TYPES
                if kind not in OWN_RULES | OF_OTHERS | {c.ResumeTable, c.Act, c.VerifyHand}
            ]
            + [c.Act, c.VerifyHand]
        ),
        actor=st.sampled_from(ACTORS),
        seat=st.integers(0, 8),
        chance=CHANCE,
    )
    def command_out_of_place(
        self, which: int, kind: type[c.Command], actor: Actor, seat: int, chance: int
    ) -> None:
        luck, table = self.luck(chance), self.table(which)
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
        card=st.sampled_from(("copy", "Jo", "??", "??", "??", "CUT", "10h", "any", "any", "any")),
        chance=CHANCE,
    )
    def card_that_must_not_be(self, which: int, card: str, chance: int) -> None:
        self.table(which).odd_card(card, self.luck(chance))

    @rule(which=WHICH, chance=CHANCE)
    def card_seen_too_soon(self, which: int, chance: int) -> None:
        """It is found once the deal is over, so the deal is taken up again."""
        table, luck = self.table(which), self.luck(chance)
        for _ in range(8):
            if table.state.shown_phase in {Phase.DRAWING, Phase.PAYING}:
                table.report(luck, "BA-I09")
                table.go_on(luck)
                return
            table.go_on(luck)

    @rule(which=WHICH, chance=CHANCE)
    def needless_card(self, which: int, chance: int) -> None:
        """A card too many, once the hands are complete."""
        table, luck = self.table(which), self.luck(chance)
        for _ in range(8):
            if table.state.shown_phase is Phase.PAYING:
                table.odd_card("any", luck)
                return
            table.go_on(luck)

    @rule(which=WHICH, dealt=DEALT, waiting=st.sampled_from((0, 0, 1, 2)), chance=CHANCE)
    def trouble_in_the_deal(self, which: int, dealt: int, waiting: int, chance: int) -> None:
        """Something is reported at some card of the round; cards may come before it is ruled on."""
        table, luck = self.table(which), self.luck(chance)
        table.deal_up_to(dealt, luck)
        table.send(c.PlaceWager, seat=table.seats[0], spot="player", amount=Decimal(10))
        table.report(luck)
        for _ in range(waiting):
            table.odd_card(luck.choice(("any", "any", "??")), luck)
        table.go_on(luck)

    @rule(which=WHICH, dealt=DEALT, waiting=st.integers(0, 2), chance=CHANCE)
    def card_face_up_in_the_shoe(self, which: int, dealt: int, waiting: int, chance: int) -> None:
        """The last card lay face up in the shoe; others may come before it is ruled on."""
        table, luck = self.table(which), self.luck(chance)
        table.deal_up_to(dealt, luck)
        table.send(c.ReportIrregularity, irregularity="BA-I09", facts={})
        for _ in range(waiting):
            table.odd_card(luck.choice(("any", "any", "any", "??")), luck)
        option = luck.choice(("burn_card", "burn_card", "burn_card", "play_on", "void_round"))
        table.rule_out_of_turn(option, DEALER, 0)
        table.rule_out_of_turn(option, SUPERVISOR, 0)

    @rule(which=WHICH, amount=st.sampled_from(("0", "20", "35", "1.005")), chance=CHANCE)
    def wrong_payment(self, which: int, amount: str, chance: int) -> None:
        """A seat that was settled was handed something else."""
        table, luck = self.table(which), self.luck(chance)
        for _ in range(8):
            paid = table.state.round.paid_seats if table.state.round else ()
            if paid and not table.state.open_irregularity:
                facts = {"seat": str(luck.choice(sorted(paid))), "amount": amount}
                kind = luck.choice(("BA-I08", "BA-I23"))
                table.send(c.ReportIrregularity, irregularity=kind, facts=facts)
                table.rule_out_of_turn("as_proposed", MANAGER, 0)
                return
            table.go_on(luck)

    @rule(
        which=WHICH,
        amount=st.sampled_from(("0", "20", "35")),
        number=st.sampled_from((-2, -1, -1, 0, None)),
        chance=CHANCE,
    )
    def wrong_payment_of_before(
        self, which: int, amount: str, number: int | None, chance: int
    ) -> None:
        """A seat that was settled in the round before was handed something else."""
        table, luck = self.table(which), self.luck(chance)
        for _ in range(luck.choice((4, 12))):
            before = table.state.paid_before
            paid = before.handed_back if before is not None else ()
            if paid and not table.state.open_irregularity:
                facts = {"seat": str(luck.choice(paid)[0]), "amount": amount}
                if number is not None:
                    facts["round_paid"] = str(max(0, table.state.round_number + number))
                table.send(c.ReportIrregularity, irregularity="BA-I08", facts=facts)
                table.rule_out_of_turn("as_proposed", MANAGER, 0)
                return
            table.go_on(luck)

    @rule(which=WHICH, chance=CHANCE)
    def report(self, which: int, chance: int) -> None:
        self.table(which).report(self.luck(chance))

    @rule(which=WHICH, chance=CHANCE)
    def report_and_rule(self, which: int, chance: int) -> None:
        table, luck = self.table(which), self.luck(chance)
        table.report(luck)
        table.go_on(luck)

    @rule(
        which=WHICH,
        option=st.sampled_from(OPTIONS),
        actor=st.sampled_from(ACTORS),
        number=st.sampled_from((0, 0, 1, 7)),
    )
    def ruling(self, which: int, option: str, actor: Actor, number: int) -> None:
        self.table(which).rule_out_of_turn(option, actor, number)

    @rule(which=WHICH, chance=CHANCE)
    def count_deck(self, which: int, chance: int) -> None:
        self.table(which).count_deck(self.luck(chance))

    @rule(which=WHICH, card=st.sampled_from(("none", "none", "any", "CUT", "Jo")), chance=CHANCE)
    def out_of_service(self, which: int, card: str, chance: int) -> None:
        """The table closes between rounds; a card may come while it is closed."""
        table, luck = self.table(which), self.luck(chance)
        if table.send(c.CloseTable).refusal is None and card != "none":
            table.odd_card(card, luck)

    @rule(which=WHICH)
    def new_shoe(self, which: int) -> None:
        self.table(which).send(c.ChangeDeck)
        self.table(which).send(c.OpenBetting)

    @rule(which=WHICH, steps=st.integers(0, 3), chance=CHANCE)
    def restart(self, which: int, steps: int, chance: int) -> None:
        table, luck = self.table(which), self.luck(chance)
        for _ in range(steps):
            table.go_on(luck)
        if chance % 2:
            table.deal_up_to(luck.choice((4, 4, 9)), luck)
        table.restart()

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

HOUSES: dict[str, tuple[HouseSetup, ...]] = {
    # The house's own rules, and a small shoe with limits of its own.
    "gardens": (
        HouseSetup("gardens", {}, ((1, 2, 3),)),
        HouseSetup("gardens", {"face_up_in_shoe": "discard", "payment_order": "left"}, ((2, 5),)),
        HouseSetup(
            "gardens",
            {"decks": "3", "face_up_in_shoe": "void", "dragon7_over_cap": "trim"},
            ((1, 2, 3, 7),),
        ),
        HouseSetup(
            "gardens",
            {"tiger8_min": "1", "tiger8_max": "50", "tie_min": "2.50", "tie_max": "400"},
            ((1, 4),),
        ),
    ),
    # A card that was set aside is played in the next round; cards are burned between rounds.
    "kept": (
        HouseSetup("gardens", {"decks": "3", "set_aside_card": "next_round"}, ((1, 2),)),
        HouseSetup(
            "gardens",
            {
                "set_aside_card": "next_round",
                "burn_between_rounds": "2",
                "burn_rule": "decks",
                "after_cut": "none",
            },
            ((1, 2, 3),),
        ),
        HouseSetup(
            "gardens",
            {
                "decks": "3",
                "set_aside_card": "next_round",
                "burn_between_rounds": "1",
                "face_up_in_shoe": "discard",
                "both_sides": "allow",
                "dragon7_over_cap": "trim",
            },
            ((1, 2),),
        ),
    ),
    # Two tables of one house, each with its own shoe.
    "two_tables": (
        HouseSetup("gardens", {"both_sides": "allow", "burn_rule": "0"}, ((1, 2), (1, 2))),
        HouseSetup(
            "gardens",
            {"decks": "3", "burn_rule": "3", "burn_between_rounds": "1", "after_cut": "none"},
            ((1, 2), (3, 4)),
        ),
    ),
}
EVERYWHERE: tuple[str, ...] = (
    "settled", "void", "held", "betting", "dealing", "drawing", "paying", "idle", "repeat",
    "restart", "restart held", "restart paying", "restart dealing", "restart drawing",
    "result player", "result banker", "result tie", "result dragon7", "result tiger8",
    "player win", "player lose", "player push", "banker win", "banker lose", "banker push",
    "tie win", "tie lose", "dragon7 win", "dragon7 lose", "tiger8 win", "tiger8 lose",
    "ruling void_round", "ruling fouled_deck", "ruling burn_card", "ruling play_on",
    "ruling set_aside", "ruling reorder", "ruling complete_hand", "ruling return_wager",
    "raised BA-I04", "raised BA-I05", "raised BA-I06", "raised BA-I28", "raised BA-I10",
    "raised BA-I15", "raised BA-I16", "raised BA-I17", "raised BA-I21", "BA-I09 burn_card",
    "BA-I09 play_on", "BA-I16 fouled_deck", "BA-I21 play_on", "BA-I21 void_round",
    "fouled by a copy", "count right", "count wrong", "last round settled", "burn",
    "LastRoundFixed", "DealResumed", "CardReread", "CompensationBooked", "IrregularityReplaced",
    "compensated in the next round", "TableClosed", "DeckLocked",
    "BurnCalled",
    "refused held", "refused not_open", "refused no_base_wager",
    "refused below_min", "refused above_max", "refused above_base", "refused bad_amount",
    "refused deck_locked", "refused burn_missing", "refused not_offered", "refused needs_manager",
    "refused needs_supervisor", "refused round_open", "refused not_applicable",
)  # fmt: skip
MUST_REACH: dict[str, tuple[str, ...]] = {
    "gardens": (*EVERYWHERE, "BurnFixed", "trimmed", "refused both_sides", "BA-I09 void_round"),
    "kept": (*EVERYWHERE, "BurnFixed", "CardKept", "kept card played", "trimmed"),
    "two_tables": EVERYWHERE,
}
"""What the lives of a machine must have come to, so that its checks mean something."""


@pytest.mark.slow
# Under a minute on a free core; a machine that is shared by many may take several.
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("name", HOUSES)
def test_lives_of_baccarat_tables_keep_every_law(name: str) -> None:
    reached: Counter[str] = Counter()
    machine = type(
        f"{name.title()}Machine", (BaccaratMachine,), {"houses": HOUSES[name], "reached": reached}
    )
    live_until_reached(machine, LIVES, reached, MUST_REACH[name])
    assert reached["lives"] >= RUNS
