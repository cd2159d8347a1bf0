"""Button and blinds over many hands, with players coming, leaving and sitting out at random."""

from dataclasses import dataclass, field

from hypothesis import example, given, settings
from hypothesis import strategies as st

from dealer_station.games.pot_rules import (
    NO_DEBT,
    BlindDebt,
    Candidate,
    Entry,
    HandPlan,
    Positions,
    PostKind,
)
from dealer_station.games.texas_holdem.positions import (
    BlindRules,
    ButtonRule,
    NewPlayer,
    next_positions,
)

SEATS = range(1, 10)
SMALL, BIG = 100, 200
MOVING, DEAD = ButtonRule.MOVING, ButtonRule.DEAD


@dataclass
class Owes:
    """What a player owes by a slow count of the places that the blinds have passed."""

    is_new: bool = False
    small: bool = False
    big: bool = False

    @property
    def is_regular(self):
        return not (self.is_new or self.small or self.big)


@dataclass
class Room:
    """A table and everything that has happened at it."""

    rule: ButtonRule
    new_player: NewPlayer
    owes: dict[int, Owes] = field(default_factory=dict)
    away: set[int] = field(default_factory=set)
    entries: dict[int, Entry] = field(default_factory=dict)
    debts: dict[int, BlindDebt] = field(default_factory=dict)
    plans: list[HandPlan] = field(default_factory=list)
    regulars: list[set[int]] = field(default_factory=list)
    """Who owed nothing when each hand of `plans` began."""

    @property
    def last(self) -> Positions | None:
        return self.plans[-1].positions if self.plans else None

    def change(self, what: str, seat: int, entry: Entry):
        if what == "sit" and seat not in self.owes:
            is_new = bool(self.plans)
            self.owes[seat] = Owes(is_new=is_new)
            self.debts[seat] = BlindDebt(is_new=is_new)
            self.entries[seat] = entry
        elif what == "leave":
            self.owes.pop(seat, None)
            self.debts.pop(seat, None)
            self.away.discard(seat)
        elif what == "away" and seat in self.owes:
            self.away.add(seat)
        elif what == "back" and seat in self.away:
            self.away.discard(seat)
            self.entries[seat] = entry

    def hand(self, button: int = 1) -> HandPlan | None:
        """Play a hand and check what must be true of every one."""
        before = self.last
        seats = [
            Candidate(seat, seat not in self.away, self.debts[seat], self.entries[seat])
            for seat in self.owes
        ]
        rules = BlindRules(self.rule, self.new_player, SMALL, BIG)
        plan = next_positions(rules, seats, before, None if before else button)
        playing = {seat for seat in self.owes if seat not in self.away}
        if plan is None:
            assert len(playing) < 2
            return None
        assert plan.positions is not None
        regular = {seat for seat in playing if self.owes[seat].is_regular}
        check_sense(plan, playing, self.rule)
        self.check_posts(plan, plan.positions, regular if len(regular) > 1 else playing)
        self.count(plan, before)
        self.plans.append(plan)
        self.regulars.append(regular)
        self.debts = dict(plan.debts)
        for seat, owes in self.owes.items():
            expected = BlindDebt(owes.is_new, owes.small, owes.big)
            assert self.debts[seat] == expected, (seat, plan)
        return plan

    def check_posts(self, plan: HandPlan, now: Positions, regular: set[int]):
        """Exactly the owed blinds are posted by who comes in, and by nobody else."""
        entered = {post.seat: post for post in plan.posts if post.kind is PostKind.ENTRY}
        by_turn = {post.seat for post in plan.posts} - entered.keys()
        assert regular - set(plan.dealt) == set()
        for seat in set(plan.dealt) - by_turn:
            if seat in regular:  # where hardly anybody is left, all count as regular (HE-D16)
                assert seat not in entered
                continue
            owes = self.owes[seat]
            posts_new = owes.is_new and self.new_player is NewPlayer.POST
            live = BIG if owes.big or posts_new else 0
            dead = SMALL if owes.small else 0
            post = entered.get(seat)
            assert (live, dead) == ((post.live_minor, post.dead_minor) if post else (0, 0))
        for seat in set(plan.dealt) - regular - by_turn:
            assert self.entries[seat] is Entry.POST
            assert seat not in walk(now.button, now.big)

    def count(self, plan: HandPlan, before: Positions | None):
        now = plan.positions
        assert now is not None
        for seat, owes in self.owes.items():
            if seat in plan.dealt:
                owes.is_new = owes.small = owes.big = False
            elif before is not None and not owes.is_new:
                owes.big |= seat in walk(before.big, now.big)
                owes.small |= seat in walk(before.small, now.small)
                owes.small |= seat == now.small != before.small


def walk(first: int, last: int) -> list[int]:
    """The places strictly between two, one step clockwise after the other."""
    passed = []
    place = first % 9 + 1
    while last not in {first, place}:
        passed.append(place)
        place = place % 9 + 1
    return passed


def check_sense(plan: HandPlan, playing: set[int], rule: ButtonRule):
    now = plan.positions
    assert now is not None
    assert set(plan.dealt) <= playing
    assert len(plan.dealt) >= 2
    assert list(plan.dealt) == sorted(plan.dealt)
    assert len({post.seat for post in plan.posts}) == len(plan.posts)
    assert {post.seat for post in plan.posts} <= set(plan.dealt)
    bigs = [post.seat for post in plan.posts if post.kind is PostKind.BIG_BLIND]
    smalls = [post.seat for post in plan.posts if post.kind is PostKind.SMALL_BLIND]
    assert bigs == list(now.bigs)
    assert now.big == bigs[-1]
    assert now.is_small_posted == bool(smalls)
    # `moving_robert` puts a blind on the button; a big one where all others have just paid theirs.
    assert now.button != now.big or rule is ButtonRule.MOVING_ROBERT
    assert all(plan.debts[seat] == NO_DEBT for seat in plan.dealt)
    if len(plan.dealt) == 2:
        assert now.button == now.small == smalls[0]
        assert bigs == [seat for seat in plan.dealt if seat != now.button]


changes = st.lists(
    st.tuples(
        st.sampled_from(["sit", "sit", "leave", "away", "back", "back"]),
        st.sampled_from(SEATS),
        st.sampled_from(Entry),
    ),
    max_size=3,
)
evenings = st.lists(changes, min_size=5, max_size=40)


def evening(rule: ButtonRule, new_player: NewPlayer, start: set[int], between) -> Room:
    """Play hand after hand with the changes between them."""
    room = Room(rule, new_player)
    for seat in start:
        room.change("sit", seat, Entry.WAIT)
    for some in between:
        room.hand()
        for what, seat, entry in some:
            room.change(what, seat, entry)
    return room


starts = st.sets(st.sampled_from(SEATS), min_size=2)


BACK_BETWEEN_THE_BLINDS = [
    [("sit", 8, Entry.POST)],
    [("sit", 4, Entry.POST), ("leave", 1, Entry.POST), ("away", 4, Entry.POST)],
    [],
    [("sit", 1, Entry.POST), ("back", 4, Entry.POST)],
    [("away", 7, Entry.POST)],
    [("back", 7, Entry.POST)],
    [],
]
"""Seat 7 is away for one hand in which no blind passes it, and comes back before the big blind."""


@settings(max_examples=400, deadline=None)
@given(st.sampled_from(ButtonRule), st.sampled_from(NewPlayer), starts, evenings)
@example(MOVING, NewPlayer.POST, {1, 7}, BACK_BETWEEN_THE_BLINDS)
def test_he_t37_nobody_pays_the_big_blind_twice_running(rule, new_player, start, between):
    room = evening(rule, new_player, start, between)
    hands = zip(room.plans, room.plans[1:], room.regulars[1:], strict=False)
    for before, plan, regular in hands:
        assert before.positions is not None
        assert plan.positions is not None
        twice = set(before.positions.bigs) & set(plan.positions.bigs)
        # Where several paid it and only such are left, one of them has to pay again; where all
        # others come in anew, they count as regular and may lie before him (HE-D16).
        is_anew = len(regular) < 2
        # Where the button moves to the next seat, and one comes back between both blinds, the small
        # one is his and the big one stays where it was: the three lie side by side (HE-D16).
        back = set(walk(before.positions.small, before.positions.big)) & regular
        is_between = rule is MOVING and back - set(before.dealt)
        only_payers = set(plan.dealt) <= set(before.positions.bigs)
        assert not twice or is_anew or is_between or only_payers, (before, plan)


@settings(max_examples=400, deadline=None)
@given(st.sampled_from([MOVING, ButtonRule.MOVING_ROBERT]), starts, evenings)
def test_he_11_the_moving_button_always_moves_forward(rule, start, between):
    room = evening(rule, NewPlayer.FREE, start, between)
    hands = zip(room.plans, room.plans[1:], room.regulars[1:], strict=False)
    for before, plan, regular in hands:
        assert before.positions is not None
        assert plan.positions is not None
        passed = walk(before.positions.button, plan.positions.button)
        # A big blind on the button, and two left: who has paid it pays the small one now.
        is_paid = rule is not MOVING and before.positions.button in before.positions.bigs
        assert before.positions.button != plan.positions.button or is_paid, (before, plan)
        assert before.positions.button not in passed
        # Only who had the big blind may be passed by, and only when two are left. Somebody may sit
        # where a player of the last hand has left: he is no regular one.
        skipped = set(passed) & set(plan.dealt) & regular
        assert not skipped or len(plan.dealt) == 2, (before, plan)


@settings(max_examples=400, deadline=None)
@given(starts, evenings)
def test_he_d17_the_dead_big_blind_goes_to_the_very_next(start, between):
    room = evening(DEAD, NewPlayer.FREE, start, between)
    for before, plan in zip(room.plans, room.plans[1:], strict=False):
        assert before.positions is not None
        assert plan.positions is not None
        passed = set(walk(before.positions.big, plan.positions.big))
        assert not passed & set(plan.dealt)


@settings(max_examples=400, deadline=None)
@given(st.sampled_from(ButtonRule), st.sampled_from(NewPlayer), starts, evenings)
def test_he_11_everybody_pays_each_blind_once_an_orbit(rule, new_player, start, between):
    room = evening(rule, new_player, start, between)
    for seat in tuple(room.owes):  # nobody is away, and everybody has paid what he owes
        room.change("back", seat, Entry.POST)
    if len(room.owes) < 2:
        return
    for _ in range(4 * len(SEATS)):
        room.hand()
    players = sorted(room.owes)
    assert room.plans[-1].dealt == tuple(players)
    orbit = room.plans[-len(players) :]
    for kind in (PostKind.SMALL_BLIND, PostKind.BIG_BLIND):
        paid = [post.seat for plan in orbit for post in plan.posts if post.kind is kind]
        assert sorted(paid) == players, kind
    assert all(post.kind is not PostKind.ENTRY for plan in orbit for post in plan.posts)


@settings(max_examples=300, deadline=None)
@given(
    st.sets(st.sampled_from(SEATS), min_size=5),
    st.lists(st.one_of(st.none(), st.sampled_from(SEATS)), min_size=5, max_size=40),
)
def test_he_11_robert_everybody_pays_each_blind_once_a_round_while_some_leave(start, leaving):
    """Between two big blinds of a seat lies exactly one small one, as long as three play."""
    room = Room(ButtonRule.MOVING_ROBERT, NewPlayer.FREE)
    for seat in start:
        room.change("sit", seat, Entry.WAIT)
    since: dict[int, int] = {}
    for gone in leaving:
        plan = room.hand()
        if plan is None or len(plan.dealt) < 3:
            return
        for post in plan.posts:
            if post.kind is PostKind.SMALL_BLIND:
                since[post.seat] = since.get(post.seat, 0) + 1
            elif post.seat in since:
                assert since[post.seat] == 1, (post, room.plans)
                since[post.seat] = 0
            else:
                since[post.seat] = 0
        if gone is not None:
            room.change("leave", gone, Entry.WAIT)
