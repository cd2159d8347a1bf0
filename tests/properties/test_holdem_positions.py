"""Button, blinds and who is dealt in, against a second opinion by the rule sheet's words.

First the pure rules over long evenings, then a table with its commands, and void hands among them.
"""

from dataclasses import dataclass, field
from decimal import Decimal

from holdem_positions_oracle import Blinds, Sitter, Start
from hypothesis import event, given, settings
from hypothesis import strategies as st
from pot_tables import NO_LIMIT, PotPlay
from table_lives import DECK

from dealer_station.games.pot_rules import BlindDebt, Candidate, Entry, HandPlan, Positions, Post
from dealer_station.games.texas_holdem.positions import (
    BlindRules,
    ButtonRule,
    NewPlayer,
    next_positions,
)
from dealer_station.table import commands as c
from dealer_station.table import events as e
from dealer_station.table.pot import commands as pc

PLACES = range(1, 10)
TABLE = range(1, 9)
SMALL, BIG = 1, 2


def changes_at(places: range, most: int) -> st.SearchStrategy[list[tuple[str, int, bool]]]:
    """Who comes, goes and how he wants to come in, between two hands."""
    what = st.sampled_from(["sit", "sit", "leave", "away", "back", "back"])
    return st.lists(st.tuples(what, st.sampled_from(places), st.booleans()), max_size=most)


EVENINGS = st.lists(changes_at(PLACES, 7), min_size=4, max_size=30)


@dataclass
class Evening:
    """The same comings and goings at the product and at the second opinion."""

    rule: ButtonRule
    new_player: NewPlayer
    oracle: Blinds = field(init=False)
    debts: dict[int, BlindDebt] = field(default_factory=dict)
    plan: HandPlan | None = None

    def __post_init__(self) -> None:
        posts = self.new_player is NewPlayer.POST
        self.oracle = Blinds(self.rule.value, posts, len(PLACES))

    def change(self, what: str, seat: int, *, posts: bool) -> None:
        one = self.oracle.sitters.get(seat)
        if what == "sit" and one is None:
            is_new = self.plan is not None
            self.oracle.sitters[seat] = Sitter(is_new, posts)
            self.debts[seat] = BlindDebt(is_new=is_new)
        elif what == "leave" and one is not None:
            del self.oracle.sitters[seat], self.debts[seat]
        elif what == "away" and one is not None:
            one.is_here = False
        elif what == "back" and one is not None and not one.is_here:
            one.is_here, one.posts = True, posts

    def hand(self, button: int) -> None:
        last = None if self.plan is None else self.plan.positions
        seats = [
            Candidate(seat, one.is_here, self.debts[seat], Entry.POST if one.posts else Entry.WAIT)
            for seat, one in sorted(self.oracle.sitters.items())
        ]
        rules = BlindRules(self.rule, self.new_player, SMALL, BIG)
        plan = next_positions(rules, seats, last, button if last is None else None)
        start = self.oracle.next_hand(button)
        if plan is None or start is None:
            assert plan is None
            assert start is None
            return
        if start.unclear:
            event("the sheet leaves open where the button lies")
            believed = said(plan)
            assert self.rule is not ButtonRule.MOVING, "the default says where everything lies"
            assert believed.big == start.big or self.rule is ButtonRule.MOVING_ROBERT
            start = believed
        else:
            event("compared")
            assert said(plan) == start
        self.oracle.begun(start)
        self.plan, self.debts = plan, dict(plan.debts)
        owed = {seat: (one.missed_small, one.missed_big) for seat, one in self.owing()}
        assert owed == {
            seat: (debt.missed_small, debt.missed_big)
            for seat, debt in self.debts.items()
            if not debt.is_none
        }

    def owing(self):
        return [(seat, one) for seat, one in self.oracle.sitters.items() if one.owes]


def said(plan: HandPlan) -> Start:
    """The product's plan in the words of the second opinion."""
    assert plan.positions is not None
    return in_words(plan.dealt, plan.posts, plan.positions)


def in_words(dealt: tuple[int, ...], posts: tuple[Post, ...], now: Positions) -> Start:
    paid = {post.seat: (post.live_minor, post.dead_minor) for post in posts}
    return Start(now.button, now.small, now.big, list(dealt), paid, list(now.bigs))


@settings(max_examples=500, deadline=None)
@given(
    st.sampled_from(ButtonRule),
    st.sampled_from(NewPlayer),
    st.sets(st.sampled_from(PLACES), min_size=2),
    EVENINGS,
    st.data(),
)
def test_he_d15_to_d19_as_the_sheet_says(rule, new_player, start, changes, data):
    evening = Evening(rule, new_player)
    for seat in sorted(start):
        evening.change("sit", seat, posts=False)
    button = data.draw(st.sampled_from(sorted(start)))
    for some in changes:
        evening.hand(button)
        for what, seat, posts in some:
            evening.change(what, seat, posts=posts)


class TableEvening:
    """A table with eight seats and its commands, and the second opinion beside it."""

    def __init__(self, rule: ButtonRule, seats: list[int], button: int) -> None:
        stacks = dict.fromkeys(seats, 1000)
        blinds = {"small_blind": "0.01", "big_blind": "0.02", "chip": "0.01"}
        self.play = PotPlay(NO_LIMIT, stacks, button=button, button_rule=rule.value, **blinds)
        self.oracle = Blinds(rule.value, new_posts=False, places=len(TABLE))
        self.oracle.sitters = {seat: Sitter(is_new=False, posts=False) for seat in seats}
        self.button = button

    def change(self, what: str, seat: int, *, posts: bool) -> None:
        sitters, entry = self.oracle.sitters, Entry.POST if posts else Entry.WAIT
        one = sitters.get(seat)
        if what == "sit" and one is None:
            self.submit(pc.TakeSeat, seat=seat, stack=Decimal(1000), entry=entry)
            sitters[seat] = Sitter(is_new=True, posts=posts)
        elif what == "leave" and one is not None:
            self.submit(pc.LeaveSeat, seat=seat)
            del sitters[seat]
        elif what == "away" and one is not None and one.is_here:
            self.submit(pc.SitOut, seat=seat)
            one.is_here = False
        elif what == "back" and one is not None and not one.is_here:
            self.submit(pc.ComeBack, seat=seat, entry=entry)
            one.is_here, one.posts = True, posts

    def hand(self, *, voids: int) -> None:
        """Play a hand that is void some times before it counts (HE-D20)."""
        start = self.oracle.next_hand(self.button)
        refusal = self.play.submit(pc.StartHand).refusal
        assert (start is None) == (refusal is not None)
        if start is None:
            return
        if start.unclear:
            start = self.begun()
        assert self.begun() == start
        stacks = self.play.view["stacks"]
        for _ in range(voids):
            self.play.run("report: {irregularity: HE-I07}", "rule: misdeal")
            self.submit(pc.StartHand)
            assert self.begun() == start
            assert self.play.view["stacks"] == stacks
        self.oracle.begun(start)
        cards = iter(DECK)
        while self.play.next["kind"] == "card":
            self.submit(c.RecordCard, card=next(cards))
        while self.play.next["kind"] == "act":
            self.submit(c.Act, seat=self.play.next["seat"], action="fold")
        self.submit(pc.PushPots)
        assert self.play.view["phase"] == "settled"

    def submit(self, kind: type[c.Command], **said: object) -> None:
        assert self.play.submit(kind, **said).refusal is None

    def begun(self) -> Start:
        """The hand as it was recorded."""
        started = [one for one in self.play.all_events() if isinstance(one, e.HandStarted)][-1]
        assert started.positions is not None
        return in_words(started.seats, started.posts, started.positions)


@settings(max_examples=25, deadline=None)
@given(
    st.sampled_from(ButtonRule),
    st.sets(st.sampled_from(TABLE), min_size=2, max_size=5),
    st.lists(
        st.tuples(changes_at(TABLE, 4), st.sampled_from([0, 0, 0, 1, 2])), min_size=2, max_size=5
    ),
    st.data(),
)
def test_he_d15_to_d20_at_a_table(rule, start, hands, data):
    button = data.draw(st.sampled_from(sorted(start)))
    evening = TableEvening(rule, sorted(start), button)
    for changes, voids in hands:
        evening.hand(voids=voids)
        if evening.oracle.last is None:
            return
        for what, seat, posts in changes:
            evening.change(what, seat, posts=posts)
