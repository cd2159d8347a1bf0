"""Random hands of poker in which anything may be reported and ruled at any moment.

Whatever is said and decided: no chip is lost, the record is the state, nothing happens but in its
moment, a hand comes to its end, and nobody at the table sees a card that does not lie open.
"""

import random
from decimal import Decimal

import pytest
from pot_laws import check_moment
from pot_tables import CLUB, LEVEL, LIMIT, NO_LIMIT, STUD, PotPlay
from table_play import MANAGER, SUPERVISOR

from dealer_station.cards.deck import standard_deck
from dealer_station.games.procedure import Position, seat_hand
from dealer_station.irregularities.kinds import CatalogueEntry, Fact, RulingOption
from dealer_station.table import commands as c
from dealer_station.table.lifecycle import Phase
from dealer_station.table.pot import commands as pc
from dealer_station.table.pot.hands import lies_up, numbers_of
from dealer_station.table.pot.state import total_minor
from dealer_station.table.roles import Role
from dealer_station.table.state import TableState
from dealer_station.table.view import base_view
from dealer_station.table.visibility import FACE_DOWN

CARDS = tuple(str(card) for card in standard_deck())
ACTS = ("bet", "call", "fold", "check", "raise", "complete", "bring_in", "all_in")
ENDING = {RulingOption.MISDEAL, RulingOption.FOULED_DECK, RulingOption.DEAD_HAND}
"""Rulings that make a hand short, and so are to be rare."""
STEPS_MAX = 3000
OF_STUD = (
    {},
    {"premature_card": "reshuffle_stub", "exposed_last_card": "up"},
    {"seven_card_bet": "true", "dead_seat_keeps_receiving": "false"},
)
OF_HOLDEM = (
    {},
    {"four_card_flop": "redeal", "premature_turn": "set_aside"},
    {"hole_cards": "unread"},
)


class RandomHands:
    """One table at which chance plays, reports and rules."""

    def __init__(self, seed: int) -> None:
        self.luck = random.Random(seed)
        count = self.luck.randint(2, 8)
        chips = (self.luck.choice((1, 3, 20, 100, 100, 100)) for _ in range(count))
        stacks = dict(enumerate(chips, start=1))
        self.total = sum(stacks.values()) * 100
        self.play = self.table(stacks)
        self.deck: list[str] = []
        self.seen: set[str] = set()

    def table(self, stacks: dict[int, int]) -> PotPlay:
        """Open a table of either house of stud."""
        rules = self.luck.choice((STUD, STUD, CLUB))
        return PotPlay(rules, stacks, **LEVEL, **self.luck.choice(OF_STUD))

    def play_hand(self) -> None:
        """Play one hand to its end, and hold every promise after every step."""
        if self.play.submit(pc.StartHand).refusal is not None:
            self.play.submit(c.ChangeDeck)
            return
        self.deck = self.luck.sample(CARDS, len(CARDS))
        for _ in range(STEPS_MAX):
            if not self.play.state.is_round_open and not self.play.state.open_irregularity:
                break
            self.step()
            self.hold_promises()
        else:
            raise AssertionError("the hand has no end")
        if self.play.state.phase is Phase.SETTLED:
            self.report()
            self.rule()

    def step(self) -> None:
        chance = self.luck.random()
        if self.play.state.open_irregularity is not None and chance < 0.8:
            self.rule()
        elif chance < 0.15:
            self.report()
        elif chance < 0.19:
            for _ in range(self.luck.randint(1, 3)):
                self.play.submit(c.RecordCard, card=self.card())
        elif chance < 0.195:
            kind = self.luck.choice((pc.SitOut, pc.ComeBack))
            self.play.submit(kind, seat=self.luck.randint(1, 8))
        else:
            self.go_on()

    def go_on(self) -> None:
        """Deal, act, show or pay, whatever is due."""
        following = self.play.next
        match following["kind"]:
            case "card":
                self.play.submit(c.RecordCard, card=self.card())
            case "act":
                self.act(following)
            case "pay":
                assert self.play.submit(pc.PushPots).refusal is None
            case _:
                self.rule()

    def card(self) -> str:
        """Return the next card; now and then a joker or one that nobody could read."""
        chance = self.luck.random()
        if chance < 0.004:
            return "Jo"
        if chance < 0.02:
            return "??"
        out = set(self.play.hand.draws)
        self.deck = [card for card in self.deck if card not in out] or list(self.back())
        return self.deck[self.luck.randrange(len(self.deck))] if self.deck else "??"

    def back(self) -> tuple[str, ...]:
        """Return the cards that went back into the stub."""
        hand = self.play.hand
        dealt = list(zip(hand.draws, hand.deal_order, strict=False))
        out = {card for card, owner in dealt if owner != "stub"}
        return tuple(c for c, owner in dealt if owner == "stub" and c not in out and c != "??")

    def act(self, following: dict) -> None:
        offered = following["legal"]
        action = self.luck.choice(sorted(offered))
        if action in {"fold", "muck", "all_in"} and self.luck.random() < 0.9:
            action = next(iter(sorted(set(offered) - {"fold", "muck"})), action)
        said, amount = offered[action], None
        if isinstance(said, dict):
            amount = Decimal(self.luck.choice(said.get("sizes") or [said["min"], said["max"]]))
        seat = following["seat"]
        unknown = self.play.hand.cards(seat_hand(seat)).count("??")
        if action == "show" and unknown:
            self.play.submit(pc.ShowHand, seat=seat, cards=self.named(unknown))
            return
        if self.play.hand.offers and self.luck.random() < 0.5:
            seat, action, amount = self.luck.choice(self.play.hand.offers), "all_in", None
            self.play.submit(c.Act, seat=seat, action=action)
            return
        outcome = self.play.submit(c.Act, seat=seat, action=action, amount=amount)
        assert outcome.refusal is None, (following, action, amount, outcome.refusal)

    def named(self, count: int) -> tuple[str, ...]:
        """Return cards that a hand which nobody has read may turn out to be."""
        hand = self.play.hand
        out = {*hand.draws, *(card for _, told in hand.named for card in told)}
        return tuple(self.luck.sample([card for card in CARDS if card not in out], count))

    def report(self) -> None:
        """Report until something is taken, whatever the catalogue has at this moment."""
        phase = self.play.state.phase.value
        entries = [one for one in self.play.rules.catalogue.entries.values() if phase in one.stages]
        # First what needs much, since that is rarely the case.
        for entry in sorted(entries, key=lambda one: self.luck.random() - len(one.requires) / 6):
            if entry.rulings[0].options[0].option in ENDING and self.luck.random() < 0.8:
                continue
            facts = self.facts_of(entry)
            said = self.play.submit(c.ReportIrregularity, irregularity=entry.id, facts=facts)
            if said.refusal is None:
                return

    def facts_of(self, entry: CatalogueEntry) -> dict[str, str]:
        """Return facts for a report that may fit."""
        turn = self.play.next.get("seat") or self.play.hand.seats[0]
        seat = self.luck.choice((*self.play.hand.seats, *[turn] * 4, 8))
        facts = {
            Fact.SEAT: str(seat),
            Fact.CARD: self.some_card(seat),
            Fact.CARDS: self.some_cards(),
            Fact.POSITION: f"seat {seat} card {self.luck.randint(1, 3)}",
            Fact.COUNT: str(self.luck.choice((0, 0, 1, 2, 2, 6))),
            Fact.ACTION: self.luck.choice(ACTS),
            Fact.AMOUNT: self.luck.choice(("2", "5", "7", "10", "20")),
            Fact.CHIPS: self.luck.choice(("5", "25", "5 5", "5 5 5", "1 1")),
            Fact.NOTE: "so it was",
        }
        named = [fact for fact in entry.optional if fact in facts and self.luck.random() < 0.4]
        return {fact.value: facts[fact] for fact in (*entry.facts, *named)}

    def some_card(self, seat: int) -> str:
        hand = self.play.hand
        pile = self.luck.choice((seat_hand(seat), seat_hand(seat), "burn"))
        cards = [card for card in hand.cards(pile) if card != "??"]
        early = [card for card in hand.draws[len(hand.deal_order) :] if card != "??"]
        return self.luck.choice((*cards, *early, *self.deck[:1], "??"))

    def some_cards(self) -> str:
        """Return cards that a report may name: mostly those that were read last."""
        drawn = [card for card in self.play.hand.draws if card != "??"]
        return " ".join(drawn[-self.luck.randint(1, 4) :] or self.deck[:1])

    def rule(self) -> None:
        """Rule anything that is offered, mostly the proposal."""
        item = self.play.state.open_irregularity
        if item is None:
            return
        offered = self.luck.choice((item.options[0], *item.options))
        if offered.option in ENDING and self.luck.random() < 0.7:
            offered = item.options[-1]
        cards: tuple[str, ...] = ()
        if offered.names_card:
            hand = self.play.hand
            seat = item.facts.get("seat")
            held = hand.cards(seat_hand(int(seat))) if seat else hand.draws[-4:]
            cards = (self.luck.choice(held),)
        actor = self.luck.choice((SUPERVISOR, MANAGER, MANAGER))
        self.play.submit(c.ApplyRuling, actor, option=offered.option.value, cards=cards)

    def hold_promises(self) -> None:
        state = self.play.state
        self.seen |= {one.irregularity for one in state.irregularities}
        assert total_minor(state.pot, is_hand_open=state.is_round_open) == self.total
        for role in (Role.DEALER, Role.SUPERVISOR):
            seen = base_view(state, self.play.rules, {}, role)
            for name, text in seen["cards"].items():
                self.hold_cards_back(name, text.split(), role)

    def hold_cards_back(self, name: str, seen: list[str], role: Role) -> None:
        """Who rules sees the card that the open ruling is about; else nobody a card face down."""
        item = self.play.state.open_irregularity
        ruled = item.card_number if item is not None and role is Role.SUPERVISOR else 0
        hand, game = self.play.hand, self.play.rules.pot
        pile = seat_hand(int(name)) if name.isdecimal() else name
        is_shown = name.isdecimal() and int(name) in hand.shown
        cards = zip(numbers_of(hand, pile), hand.cards(pile), seen, strict=True)
        for number, card, told in cards:
            is_ruled_on = 0 < ruled <= len(hand.deal_order) and hand.position_of(
                ruled - 1
            ) == Position(pile, number)
            is_open = card == "??" or is_shown or lies_up(game, hand, pile, number) or is_ruled_on
            assert told == (card if is_open else FACE_DOWN), (pile, number)


class RandomHoldem(RandomHands):
    """A table of hold'em."""

    def table(self, stacks: dict[int, int]) -> PotPlay:
        """Open a table of hold'em, with a limit or without one."""
        rules, button = self.luck.choice((LIMIT, NO_LIMIT)), self.luck.choice(tuple(stacks))
        return PotPlay(rules, stacks, button=button, **self.luck.choice(OF_HOLDEM))


@pytest.mark.parametrize("seed", range(40))
@pytest.mark.parametrize("game", [RandomHands, RandomHoldem])
def test_nothing_that_is_reported_or_ruled_loses_a_chip_or_a_card(
    game: type[RandomHands], seed: int
) -> None:
    hands = game(seed)
    for _ in range(4):
        hands.play_hand()
    before = TableState()
    for event, state in hands.play.states():
        check_moment(before, event)
        before = state
    assert before == hands.play.state
