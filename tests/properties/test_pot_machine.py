"""Random lives of poker tables: each command is judged by an oracle.

Hands are steered so that they often reach their end, and disturbed by players who come, leave, sit
out and add chips, by commands out of place, cards that must not be, restarts, clocks that jump, and
commands sent again. After every command: chips are where the books of a second opinion have them,
pots are those laid out chip by chip, the record folds to the live state, a refusal and a repeat
have changed nothing, everything that is offered would be taken, and no view shows a card that its
role may not see.
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
from pot_books import HouseOfPots
from pot_lives import PotHouse, PotTable, some_entry
from random_lives import live_until_reached
from table_laws import OF_A_BOOK, OF_THE_LINK
from table_lives import DECK, IN_DOUBT, VIEWERS, HouseSetup
from table_play import DEALER, MANAGER, SHOE, STATION, SUPERVISOR

from dealer_station.games.pot_rules import Post, PostKind
from dealer_station.table import commands as c
from dealer_station.table.decide import COMMAND_TYPES
from dealer_station.table.lifecycle import Phase
from dealer_station.table.pot import commands as pc
from dealer_station.table.roles import Actor, Role

RUNS = int(os.environ.get("LIVES_RUNS", "40"))
"""Lives a machine; there are five machines. `make lives` has two thousand each, new ones."""
FEWER = {"stud_of_the_club": RUNS // 2}
"""Machines that live less: they come to all they must come to in fewer lives."""
STEPS = 16

ACTORS = (
    DEALER, SUPERVISOR, MANAGER, Actor("t1", Role.TECHNICIAN), Actor("a1", Role.AUDITOR), SHOE,
    STATION,
)  # fmt: skip
OF_OTHERS = OF_A_BOOK | OF_THE_LINK | {c.RecordToken, c.RecordWindow, c.RecordLamp}
"""Batches for a book, facts of acceptors, and a progressive, which these tables have not."""
OWN_RULES = frozenset({c.ResumeTable, c.AdvanceClock})
OUT_OF_PLACE = [kind for kind in COMMAND_TYPES if kind not in OWN_RULES | OF_OTHERS]
SEATS = tuple(range(1, 9))
SEAT = st.integers(1, 8)
CHANCE = st.integers(0, 2**32)
MOST_STEPS = 400
"""More commands no hand takes: it would be stuck."""


class PotMachine(RuleBasedStateMachine):
    """Takes poker tables through random lives."""

    houses: ClassVar[tuple[tuple[HouseSetup, HouseOfPots], ...]]
    reached: ClassVar[Counter[str]]

    @initialize(which=st.integers(0, 99), chance=CHANCE)
    def open_house(self, which: int, chance: int) -> None:
        setup, pots = self.houses[which % len(self.houses)]
        self.house = PotHouse(setup, self.reached, pots)
        luck = random.Random(chance)
        self.table.go_on(luck)
        if luck.random() < 0.3:
            # Two players sit there; hold'em has no button yet.
            for seat in luck.sample(SEATS, 2):
                self.table.sit_down(seat, luck)
            self.table.send(pc.StartHand)

    @property
    def table(self) -> PotTable:
        (table,) = self.house.tables
        assert isinstance(table, PotTable)
        return table

    def luck(self, chance: int) -> random.Random:
        """Return chance that differs from step to step, however small the drawn numbers are."""
        return random.Random(f"{chance} {self.house.versions()}")

    @rule(chance=CHANCE, steps=st.integers(1, 12))
    def go_on(self, chance: int, steps: int) -> None:
        for _ in range(steps):
            self.table.go_on(self.luck(chance))

    @rule(chance=CHANCE)
    def hand_in_peace(self, chance: int) -> None:
        """Play on until the hand is over, from wherever it is."""
        self.play(self.luck(chance), 0)

    @rule(chance=CHANCE)
    def hand_in_trouble(self, chance: int) -> None:
        self.play(self.luck(chance), 0.08)

    def play(self, luck: random.Random, trouble: float) -> None:
        table = self.table
        for _ in range(MOST_STEPS):
            table.go_on(luck)
            if not table.state.is_round_open:
                return
            if luck.random() < trouble:
                self.disturb(luck)
        raise AssertionError("a hand does not end")

    def disturb(self, luck: random.Random) -> None:
        seat = luck.choice(SEATS)
        match luck.randrange(6):
            case 0:
                self.table.send(pc.SitOut, seat=seat)
            case 1:
                self.table.send(pc.ComeBack, seat=seat, entry=some_entry(luck))
            case 2:
                self.table.send(pc.LeaveSeat, seat=seat)
            case 3:
                self.odd_card(luck, "any")
            case 4:
                self.odd_card(luck, "??")
            case _:
                self.wait(luck.choice((1, 9, 10, 25)))

    @rule(seat=SEAT, kind=st.sampled_from((pc.SitOut, pc.ComeBack, pc.LeaveSeat)), chance=CHANCE)
    def comes_and_goes(self, seat: int, kind: type[c.Command], chance: int) -> None:
        said: dict[str, Any] = {"seat": seat}
        if kind is pc.ComeBack:
            said["entry"] = some_entry(self.luck(chance))
        self.table.send(kind, **said)

    @rule(seat=SEAT, chance=CHANCE)
    def sits_down(self, seat: int, chance: int) -> None:
        self.table.sit_down(seat, self.luck(chance))

    @rule(seat=SEAT, amount=st.sampled_from(("0", "13", "100.50", "7")), is_count=st.booleans())
    def chips(self, seat: int, amount: str, is_count: bool) -> None:  # noqa: FBT001 - drawn by name
        if is_count:
            for actor in (DEALER, SUPERVISOR):
                self.table.send(pc.CorrectChips, actor, seat=seat, stack=Decimal(amount))
        else:
            self.table.send(pc.AddChips, seat=seat, amount=Decimal(amount))

    @rule(actor=st.sampled_from(ACTORS), chance=CHANCE)
    def commands_out_of_place(self, actor: Actor, chance: int) -> None:
        """Whoever may send it or may not, mostly one who may send most, and at any seat."""
        luck = self.luck(chance)
        for kind in luck.choices(OUT_OF_PLACE, k=4):
            sender = luck.choice((DEALER, SUPERVISOR, actor))
            self.send_out_of_place(kind, sender, luck.randrange(10), luck)

    def send_out_of_place(
        self, kind: type[c.Command], actor: Actor, seat: int, luck: random.Random
    ) -> None:
        table = self.table
        amount = luck.choice((None, "10", "20", "0", "-5", "10.005", "1e40", "NaN", "500.01"))
        said: dict[str, Any] = {
            "seat": seat,
            "spot": "ante",
            "amount": None if amount is None else Decimal(amount),
            "stack": Decimal(amount or 7),
            "action": luck.choice(("bet", "fold", "raise", "show", "muck", "dance")),
            "entry": some_entry(luck),
            "given": luck.choice((None, pc.GivenStart(seat, 1, 2, (Post(3, PostKind.ENTRY, 5),)))),
            "table_id": table.table_id,
            "seats": table.seats,
            "device_id": "shoe",
            "device_kind": "card_shoe",
            "device_state": luck.choice(("ready", "lost", "degraded")),
            "code": "jam",
            "reason": "it lasts",
            "cards": tuple(luck.sample(DECK, luck.randrange(4))),
            "card": luck.choice(("CUT", "10h", "Jo", *DECK)),
            "cleared_at": 0,
            "faults": luck.choice((IN_DOUBT, ())),
            "irregularity": luck.choice(tuple(table.controller.rules.catalogue.entries) or ("X",)),
            "facts": {"seat": str(seat)},
            "option": luck.choice(("as_proposed", "play_on", "misdeal", "fouled_deck")),
        }
        if kind in {pc.AddChips, pc.CorrectChips} and amount is None:
            said["amount"] = Decimal(3)
        if kind is c.NoteClockSet:
            said["from_at"] = self.house.clock.now()
            self.house.clock.set_wall_time(said["from_at"] + luck.choice((-3_600_000, 3_600_000)))
        fields = kind.__dataclass_fields__
        table.send(kind, actor, **{key: said[key] for key in fields if key in said})

    @rule(chance=CHANCE)
    def wrong_between_hands(self, chance: int) -> None:
        """Chips that nobody can have, and seats that are taken or are none."""
        table, luck = self.table, self.luck(chance)
        if table.state.is_round_open:
            self.play(luck, 0)
        taken = [one.seat for one in table.state.pot.players]
        for _ in range(2):
            seat = luck.choice((*taken, luck.randrange(10)))
            amount = Decimal(luck.choice(("0", "-5", "10.005", "1e40", "NaN")))
            table.send(pc.AddChips, seat=seat, amount=amount)
            table.sit_down(luck.choice((*taken, 0, 9)), luck)

    @rule(
        card=st.sampled_from(("copy", "Jo", "??", "??", "??", "CUT", "10h", "any", "any")),
        chance=CHANCE,
    )
    def card_that_must_not_be(self, card: str, chance: int) -> None:
        self.odd_card(self.luck(chance), card)

    @rule(chance=CHANCE)
    def unreadable_card(self, chance: int) -> None:
        """A card that is due cannot be read, and mostly is read again."""
        table, luck = self.table, self.luck(chance)
        for _ in range(luck.randrange(20)):
            table.go_on(luck)
        self.odd_card(luck, "??")
        table.go_on(luck)

    def odd_card(self, luck: random.Random, card: str) -> None:
        table = self.table
        drawn = [card for card in table.hand.draws if card != "??"] if table.hand else []
        if card == "copy":
            card = luck.choice(drawn) if drawn else "any"
        if card == "any":
            card = table.next_card(luck) if table.hand else luck.choice(DECK)
        table.send(c.RecordCard, SHOE, card=card)

    @rule(
        seat=SEAT,
        action=st.sampled_from(("fold", "check", "call", "raise", "all_in", "show", "muck")),
        chance=CHANCE,
    )
    def anybody_acts(self, seat: int, action: str, chance: int) -> None:
        """Whoever it is, when a hand is on: mostly it is not his turn."""
        table, luck = self.table, self.luck(chance)
        for _ in range(luck.randrange(20)):
            table.go_on(luck)
        table.send(c.Act, seat=seat, action=action)
        for other in table.hand.live if table.hand and table.state.phase is Phase.ACTING else ():
            if other != table.controller.record_view()["next"].get("seat"):
                table.send(c.Act, seat=other, action=action)
                return

    @rule(chance=CHANCE)
    def out_of_time(self, chance: int) -> None:
        """Nobody says anything for a while."""
        table, luck = self.table, self.luck(chance)
        for _ in range(60):
            if table.state.phase is Phase.ACTING:
                self.wait(luck.choice((9, 12, 25)))
                return
            table.go_on(luck)

    @rule(seat=SEAT, chance=CHANCE)
    def goes_in_his_hand(self, seat: int, chance: int) -> None:
        """A player leaves or sits out while cards are out."""
        table, luck = self.table, self.luck(chance)
        for _ in range(luck.randrange(30)):
            table.go_on(luck)
        table.send(luck.choice((pc.LeaveSeat, pc.LeaveSeat, pc.SitOut)), seat=seat)

    @rule()
    def out_of_service(self) -> None:
        """The table closes, where no hand is on."""
        self.table.send(c.CloseTable)

    @rule(steps=st.integers(0, 6), chance=CHANCE)
    def restart(self, steps: int, chance: int) -> None:
        luck = self.luck(chance)
        for _ in range(steps):
            self.table.go_on(luck)
        self.table.restart()

    @rule(seconds=st.sampled_from((0.1, 5, 9.9, 10, 25, 3600, -3600)))
    def clock_jumps(self, seconds: float) -> None:
        self.wait(seconds)

    def wait(self, seconds: float) -> None:
        clock = self.house.clock
        clock.set_wall_time(clock.now() + int(seconds * 1000))
        self.table.send(c.AdvanceClock, STATION)

    @rule(chance=CHANCE)
    def send_again(self, chance: int) -> None:
        if self.table.sent:
            self.table.send_again(self.luck(chance).choice(self.table.sent))

    @invariant()
    def nobody_sees_too_much(self) -> None:
        if hasattr(self, "house") and self.table.state.version != self.table.seen_at:
            self.table.seen_at = self.table.state.version
            self.table.check_views(*VIEWERS)

    def teardown(self) -> None:
        if hasattr(self, "house"):
            self.play(random.Random(0), 0)
            self.table.check_replay()
            self.table.restart()
            self.table.check_replay()
            assert self.table.state.phase in {Phase.SETTLED, Phase.VOID, Phase.IDLE}
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

RAKE = "percent: 10, cap: 4, unit: 1"
RAKED = {"rake_percent": 10, "rake_cap": 400, "rake_unit": 100}
LEVEL = {"ante": "1", "bring_in": "2", "small_bet": "5", "big_bet": "10"}
METHODS = ("moving", "moving_robert", "dead")


def holdem(rules: str, **overrides: str) -> tuple[HouseSetup, HouseOfPots]:
    """A hold'em house; `rake` alone changes what it does with pots."""
    pots = HouseOfPots(100, **(RAKED if "rake" in overrides else {}))  # type: ignore[arg-type]
    return HouseSetup(rules, overrides, (SEATS,)), pots


HOUSES: dict[str, tuple[tuple[HouseSetup, HouseOfPots], ...]] = {
    "limit": (
        *(holdem("gardens-limit", button_rule=method) for method in METHODS),
        holdem("gardens-limit", new_player="post", button_rule="dead", rake=RAKE),
        holdem(
            "gardens-limit",
            raise_cap="1",
            heads_up_unlimited="never",
            hole_cards="unread",
            button_rule="moving_robert",
        ),
    ),
    "no_limit": (
        *(holdem("gardens-no-limit", button_rule=method) for method in METHODS),
        holdem("gardens-no-limit", new_player="post", button_rule="moving", clock_s="10"),
        holdem(
            "gardens-no-limit", rake=RAKE, hole_cards="unread", button_rule="dead", clock_s="10"
        ),
        holdem("gardens-no-limit", allin_cards="up"),
    ),
    "stud_of_the_gardens": (
        (HouseSetup("gardens", LEVEL, (SEATS,)), HouseOfPots(100, by_suit=True)),
        (
            HouseSetup("gardens", LEVEL | {"rake": RAKE, "odd_unit": "position"}, (SEATS,)),
            HouseOfPots(100, **RAKED),  # type: ignore[arg-type]
        ),
    ),
    "stud_of_the_club": tuple(
        (HouseSetup("casino-club", level | {"buy_in": "none"}, (SEATS,)), HouseOfPots(1))
        for level in (
            {"level": "0.25-0.50"},
            LEVEL,
            {"level": "2-4"},
            LEVEL | {"clock_s": "0", "bring_in": "5"},
        )
    ),
    "order_alone": (
        holdem("gardens-limit", stakes="untracked", new_player="post", button_rule="dead"),
        holdem(
            "gardens-no-limit",
            stakes="untracked",
            allin_cards="up",
            hole_cards="unread",
            clock_s="10",
        ),
        (
            HouseSetup("gardens", LEVEL | {"stakes": "untracked"}, (SEATS,)),
            HouseOfPots(100, by_suit=True),
        ),
    ),
}
EVERYWHERE: tuple[str, ...] = (
    "idle", "dealing", "acting", "showdown", "paying", "settled", "restart", "repeat",
    "fold", "check", "call", "raise", "bet", "all-in", "side pots", "three pots", "split",
    "odd units", "uncalled", "HandMucked", "HandShown", "PlayerLeft", "SeatGivenUp", "PlayerAway",
    "PlayerBack", "ChipsAdded", "ChipsCorrected", "unread", "CardReread", "early burn",
    "two players", "TableClosed", "DeckChanged", "acted: himself",
)  # fmt: skip
REFUSALS: tuple[str, ...] = (
    "refused not_next", "refused not_offered", "refused wrong_amount",
    "refused wrong_phase", "refused round_open", "refused cards_missing", "refused seat_taken",
    "refused seat_empty", "refused no_such_seat", "refused bad_amount", "refused not_in_round",
    "refused too_few_players", "refused needs_supervisor", "refused not_applicable",
)  # fmt: skip
HOLDEM = (
    "opened: blinds", "opened: check", "posted small_blind", "posted big_blind", "posted entry",
    "missed blinds", "dead chips posted", "dead button", "no small blind", "two big blinds",
    "acted: absent", "refused no_button", "raked", "ButtonPlaced",
)  # fmt: skip
STUD = (
    "posted ante", "opened: forced", "opened: offered", "open pair", "bring_in", "complete",
    "raised ST-I11", "raised ST-I12", "StubMixed",
)  # fmt: skip
MUST_REACH: dict[str, tuple[str, ...]] = {
    "limit": (*EVERYWHERE, *REFUSALS, *HOLDEM, "HandDeclaredDead", "complete"),
    "no_limit": (*EVERYWHERE, *REFUSALS, *HOLDEM, "acted: timeout", "turned up"),
    "stud_of_the_gardens": (
        *EVERYWHERE, *REFUSALS, *STUD, "HandDeclaredDead", "dead seat receives", "raked",
        "acted: absent",
    ),
    "stud_of_the_club": (*EVERYWHERE, *STUD, "acted: timeout"),
    "order_alone": (
        "idle", "dealing", "acting", "showdown", "paying", "settled", "restart", "repeat",
        "fold", "check", "call", "bet", "raise", "bring_in", "complete", "all_in", "all_in_raise",
        "opened: blinds", "opened: check", "opened: forced", "posted entry", "missed blinds",
        "HandMucked", "HandShown", "PlayerLeft", "SeatGivenUp", "PlayerAway", "PlayerBack",
        "HandDeclaredDead", "acted: absent", "acted: timeout", "unread", "CardReread", "early burn",
        "turned up", "split", "winners beside an all-in", "refused not_next",
        "refused not_offered", "refused wrong_amount", "refused not_applicable",
    ),
}  # fmt: skip
"""What the lives of a machine must have come to, so that its checks mean something."""


@pytest.mark.slow
# Under a minute on a free core; a machine that is shared by many may take several.
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("name", HOUSES)
def test_lives_of_poker_tables_keep_every_law(name: str) -> None:
    reached: Counter[str] = Counter()
    runs = FEWER.get(name, RUNS)
    machine = type(
        f"{name.title()}Machine", (PotMachine,), {"houses": HOUSES[name], "reached": reached}
    )
    live_until_reached(machine, settings(LIVES, max_examples=runs), reached, MUST_REACH[name])
    assert reached["lives"] >= runs
