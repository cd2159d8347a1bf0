"""Random lives of a Casino Hold'em table: reports, rulings, restarts and cards that nobody wants.

Whatever comes, the laws below hold after every command. What is drawn is mostly what the table
waits for, so that rounds come to their end.
"""

import random
from collections import Counter
from decimal import Decimal

from holdem_oracle import RANKS
from holdem_play import HoldemPlay
from ledger_sum import reconcile
from table_play import DEALER, MANAGER, SHOE, STATION, SUPERVISOR

from dealer_station.controller.streams import table_stream
from dealer_station.irregularities.kinds import CatalogueEntry, Fact, RulingOption
from dealer_station.progressive.accounts import Account
from dealer_station.table import commands as c
from dealer_station.table.evolve import fold
from dealer_station.table.lifecycle import Phase
from dealer_station.table.roles import Actor, Role

LIVES, STEPS = 40, 90
SUITS = "cdhs"
DECK = tuple(rank + suit for rank in RANKS for suit in SUITS)
SEATS = (1, 2, 3, 4)
HOUSES = {
    "hand_mode": ("shared", "per_box"),
    "contribution": ("0", "0.5", "1/3"),
    "seed_amount": ("0", "100"),
    "jumbo7_paytable": ("none", "flush: 20, straight_flush: 5"),
    "jumbo7_price": ("none", "2.50"),
    "honour_finished_side_bets": ("true", "false"),
    "bonus_on_fold": ("lose", "independent"),
    "burns": ("none", "1, 1, 1"),
    "decision_seconds": ("0", "20"),
    "deal_out": ("always", "jumbo7"),
}
WORDS = {
    Fact.SEAT: ("1", "2", "5"),
    Fact.POSITION: (
        "dealer card 1", "dealer card 2", "dealer card 3", "board 1", "board 3", "board 4",
        "player card 2", "player card 3", "seat 1 card 2", "seat 2 card 1", "seat 2 card 3",
    ),
    Fact.CARD: ("Ah", "2c", "Jo", "??"),
    Fact.COUNT: ("0", "1", "3", "51"),
    Fact.AMOUNT: ("0", "10"),
    Fact.NOTE: ("seen by all",),
}  # fmt: skip


class Life:
    """One table's life, and the laws that it keeps."""

    def __init__(self, chance: random.Random, reached: Counter[str]) -> None:
        self.chance, self.reached = chance, reached
        house = {key: chance.choice(values) for key, values in HOUSES.items()}
        self.has_price = house["jumbo7_price"] != "none"
        self.play = HoldemPlay(seats=SEATS, meter=chance.choice((0, 5, 1_000_00)), **house)
        self.deck: list[str] = []

    def send(self, kind: type[c.Command], actor: Actor = DEALER, **said: object) -> None:
        """Send a command; a refusal changes nothing, and what is accepted keeps the laws."""
        before = (self.play.state, self.play.meter)
        outcome = self.play.submit(kind, actor, **said)
        if outcome.refusal is None:
            self.reached[kind.__name__] += 1
        else:
            assert (self.play.state, self.play.meter) == before
            self.reached["refused"] += 1
        self.keep_laws()

    def keep_laws(self) -> None:
        """The record folds to the state, the books balance, and no card is seen too soon."""
        play, state = self.play, self.play.state
        assert reconcile(play.postings()).is_balanced
        assert play.meter >= 0
        current = state.round
        if current is None:
            return
        shown = play.seen_by(Role.DEALER)["cards"]
        if not current.pay_order:
            assert set(shown.get("dealer", "").split()) <= {"##", "??"}
        if current.undecided:
            assert set(shown.get("board", "").split()[3:]) <= {"##", "??"}
        if state.phase in {Phase.SETTLED, Phase.VOID}:
            self.keep_laws_of_the_end()

    def keep_laws_of_the_end(self) -> None:
        """Everything is decided and paid; a void round gives all back but what was honoured."""
        play, state = self.play, self.play.state
        assert state.round is not None
        self.reached[state.phase.value] += 1
        stored = play.record.read(table_stream("t1"))
        assert fold(play.registry.decode(row) for row in stored) == state
        assert not any(wager.is_pending for wager in state.round.wagers)
        assert play.progressive.levels[0].holds(Account.AWARDS_PAYABLE) == 0
        honoured = any(i.ruling is RulingOption.HONOUR_SIDE_BETS for i in state.irregularities)
        nets = [wager.net_minor for wager in state.round.wagers]
        if state.phase is Phase.VOID:
            assert min(nets, default=0) >= (-100_00 if honoured else 0)
            assert honoured or not any(nets)

    # ------------------------------------------------------------------------------ steps

    def step(self) -> None:
        """Do one thing."""
        chance = self.chance.random()
        if self.play.state.open_irregularity and chance < 0.75:
            self.rule()
        elif chance < 0.04:
            self.report()
        elif chance < 0.07:
            before = self.play.view
            self.play.restart()
            assert self.play.view == before
        elif chance < 0.10:
            self.play.clock.advance(self.chance.choice((1_000, 25_000)))
            self.send(c.AdvanceClock, STATION)
        elif chance < 0.12:
            self.send(c.RecordCard, SHOE, card=self.chance.choice((*DECK, "??", "Jo", "CUT")))
        else:
            self.go_on()

    def rule(self) -> None:
        """Rule on what is open, also what is not offered."""
        item = self.play.state.open_irregularity
        assert item is not None
        option = self.chance.choice([*(o.option.value for o in item.options), "play_on"])
        self.send(c.ApplyRuling, self.chance.choice((SUPERVISOR, MANAGER)), option=option)
        if item not in self.play.state.irregularities:
            self.reached[f"{item.irregularity} {option}"] += 1

    def report(self) -> None:
        """Report anything, with facts that may fit."""
        entry = self.chance.choice(list(self.play.rules.catalogue.entries.values()))
        self.send(c.ReportIrregularity, irregularity=entry.id, facts=self.facts_of(entry))

    def facts_of(self, entry: CatalogueEntry) -> dict[str, str]:
        """Say what a report must say, and some of what it may."""
        said = [*entry.facts, *(f for f in entry.optional if self.chance.random() < 0.6)]
        facts = {fact.value: self.chance.choice(WORDS[fact]) for fact in said}
        if entry.id == "CH-I12":
            facts["position"] = f"dealer card {self.chance.choice((1, 2, 3))}"
        if entry.id == "CH-I11" and "seat" in facts:
            facts.pop("position", None)
        return facts

    def go_on(self) -> None:
        """Do what the table waits for, or nearly."""
        state, following = self.play.state, self.play.next
        match following["kind"]:
            case "bets":
                self.bet()
            case "card":
                self.deal()
            case "act" if self.chance.random() < 0.08:
                self.deal()
            case "act":
                seat = self.chance.choice((following["seat"], *SEATS))
                self.send(c.Act, seat=seat, action=self.chance.choice(("call", "call", "fold")))
            case "verify":
                self.send(c.VerifyHand, SUPERVISOR, seat=self.chance.choice(SEATS))
                self.send(c.PaySeat, seat=following["seat"])
            case "pay":
                self.send(c.PaySeat, seat=following["seat"])
            case _ if state.is_deck_locked:
                self.send(c.ChangeDeck)
            case _:
                self.deck = self.shuffled()
                self.send(c.OpenBetting)

    def bet(self) -> None:
        """Place a wager, or say "no more bets"."""
        if self.chance.random() < 0.12:
            self.send(c.CloseBetting)
            return
        spot = self.chance.choice(("ante", "ante", "bonus", "jumbo7", "jumbo7"))
        is_bare = spot == "jumbo7" and self.has_price
        amount = None if is_bare else Decimal(self.chance.choice(("5", "10.01")))
        self.send(c.PlaceWager, seat=self.chance.choice((1, 1, 2, 3)), spot=spot, amount=amount)

    def deal(self) -> None:
        """Draw the next card; now and then it cannot be read at first."""
        card = self.deck.pop(0) if self.deck else "2c"
        if self.chance.random() < 0.02:
            self.send(c.RecordCard, SHOE, card="??")
        self.send(c.RecordCard, SHOE, card=card)

    def shuffled(self) -> list[str]:
        """A deck; often with the shared hand and the board seven in a row of one suit."""
        deck = self.chance.sample(DECK, len(DECK))
        suit, first = self.chance.choice(SUITS), self.chance.randrange(8)
        run = [rank + suit for rank in ("A" + RANKS)[first : first + 7]]
        rest = [card for card in deck if card not in run]
        return [*run[:2], *rest[:2], *run[2:], *rest[2:]] if self.chance.random() < 0.7 else deck


def test_lives_of_a_table_keep_every_law_and_come_to_what_they_are_meant_to_try():
    reached: Counter[str] = Counter()
    for seed in range(LIVES):
        life = Life(random.Random(seed), reached)
        for _ in range(STEPS):
            life.step()
    needed = (
        "settled", "void", "refused", "VerifyHand", "PaySeat", "ChangeDeck", "CH-I01 play_on",
        "CH-I08 void_round", "CH-I09 play_on", "CH-I16 fouled_deck", "CH-I26 set_aside",
    )  # fmt: skip
    assert [word for word in needed if not reached[word]] == []
