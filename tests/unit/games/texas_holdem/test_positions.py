"""Button and blinds from hand to hand, in all three methods (HE-10 to HE-19, HE-50 to HE-55)."""

from dataclasses import dataclass, field

import pytest

from dealer_station.games.pot_rules import (
    NO_DEBT,
    BlindDebt,
    Candidate,
    Entry,
    HandPlan,
    PostKind,
    repeated,
)
from dealer_station.games.texas_holdem.positions import (
    BlindRules,
    ButtonRule,
    NewPlayer,
    next_positions,
)

SMALL, BIG = 500, 1000
MOVING, ROBERT, DEAD = ButtonRule.MOVING, ButtonRule.MOVING_ROBERT, ButtonRule.DEAD
EVERY_RULE = pytest.mark.parametrize("rule", ButtonRule, ids=lambda rule: rule.value)


@dataclass
class Table:
    """A table between hands: who sits where, who is away, what everybody owes."""

    rule: ButtonRule
    seats: list[int]
    button: int | None
    new_player: NewPlayer = NewPlayer.FREE
    away: set[int] = field(default_factory=set)
    debts: dict[int, BlindDebt] = field(default_factory=dict)
    entries: dict[int, Entry] = field(default_factory=dict)
    plan: HandPlan | None = None

    def candidates(self):
        return [
            Candidate(
                seat,
                seat not in self.away,
                self.debts.get(seat, NO_DEBT),
                self.entries.get(seat, Entry.WAIT),
            )
            for seat in self.seats
        ]

    def hand(self, button: int | None = None):
        last = None if self.plan is None else self.plan.positions
        given = self.button if self.plan is None else button
        rules = BlindRules(self.rule, self.new_player, SMALL, BIG)
        self.plan = next_positions(rules, self.candidates(), last, given)
        assert self.plan is not None
        self.debts = dict(self.plan.debts)
        return laid(self.plan)

    def leave(self, *seats: int):
        for seat in seats:
            self.seats.remove(seat)
            self.debts.pop(seat, None)

    def sit(self, seat: int, entry: Entry):
        self.seats.append(seat)
        self.debts[seat] = BlindDebt(is_new=True)
        self.entries[seat] = entry

    def back(self, seat: int, entry: Entry = Entry.WAIT):
        self.away.discard(seat)
        self.entries[seat] = entry

    def posts(self):
        assert self.plan is not None
        return {post.seat: (post.live_minor, post.dead_minor) for post in self.plan.posts}


def laid(plan: HandPlan):
    """Button, who posts the small blind (None: nobody), and the big blind."""
    positions = plan.positions
    assert positions is not None
    return positions.button, positions.small if positions.is_small_posted else None, positions.big


@EVERY_RULE
def test_he_d15_the_first_hand_takes_the_button_from_the_table(rule: ButtonRule):
    table = Table(rule, [1, 2, 3, 4, 5, 6], button=3)
    assert table.hand() == (3, 4, 5)
    assert table.posts() == {4: (SMALL, 0), 5: (BIG, 0)}


@EVERY_RULE
def test_he_11_button_and_blinds_go_round(rule: ButtonRule):
    table = Table(rule, [1, 2, 3, 4], button=1)
    went = [table.hand() for _ in range(5)]
    assert went == [(1, 2, 3), (2, 3, 4), (3, 4, 1), (4, 1, 2), (1, 2, 3)]


@pytest.mark.parametrize(
    ("rule", "gone", "next_hands"),
    [
        (MOVING, (3,), [(2, 4, 5), (4, 5, 1)]),
        (MOVING, (2,), [(3, 4, 5), (4, 5, 1)]),
        (MOVING, (2, 3), [(4, 5, 1), (5, 1, 4)]),
        (DEAD, (3,), [(2, None, 4), (3, 4, 5)]),
        (DEAD, (2,), [(2, 3, 4), (3, 4, 5)]),
        (DEAD, (2, 3), [(2, None, 4), (3, 4, 5)]),
    ],
)
def test_he_11_who_leaves_out_of_five(rule: ButtonRule, gone, next_hands):
    table = Table(rule, [1, 2, 3, 4, 5], button=1)
    table.hand()
    table.leave(*gone)
    assert [table.hand() for _ in next_hands] == next_hands


def test_he_11_robert_the_big_blind_leaves_and_two_pay_it():
    table = Table(ROBERT, [1, 2, 3, 4, 5], button=1)
    table.hand()
    table.leave(3)
    assert table.hand() == (2, None, 5)
    assert table.posts() == {4: (BIG, 0), 5: (BIG, 0)}
    assert table.hand() == (4, 5, 1)
    assert table.posts() == {4: (SMALL, 0), 5: (SMALL, 0), 1: (BIG, 0)}
    assert table.hand() == (5, 1, 2)
    assert table.posts() == {1: (SMALL, 0), 2: (BIG, 0)}


def test_he_11_robert_the_small_blind_leaves_and_the_button_pays_it():
    table = Table(ROBERT, [1, 2, 3, 4, 5], button=1)
    table.hand()
    table.leave(2)
    assert table.hand() == (3, 3, 5)
    assert table.posts() == {3: (SMALL, 0), 4: (BIG, 0), 5: (BIG, 0)}


def test_he_d16_robert_of_two_left_the_one_who_did_not_pay_the_big_blind_pays_it():
    """Seats 3 and 7 have just paid it; 7 is gone, and 2 is back."""
    table = Table(ROBERT, [2, 3, 8], button=8)
    assert table.hand() == (8, 2, 3)
    table.away.add(2)
    assert table.hand() == (3, 3, 8)
    table.sit(7, Entry.WAIT)
    assert table.hand() == (8, 8, 7)
    assert table.posts() == {8: (SMALL, 0), 3: (BIG, 0), 7: (BIG, 0)}
    table.leave(7)
    table.away.add(8)
    table.back(2, Entry.POST)
    assert table.hand() == (3, 3, 2)


@EVERY_RULE
def test_he_15_two_players_the_button_has_the_small_blind(rule: ButtonRule):
    table = Table(rule, [2, 5], button=5)
    assert [table.hand() for _ in range(3)] == [(5, 5, 2), (2, 2, 5), (5, 5, 2)]


@EVERY_RULE
@pytest.mark.parametrize(("gone", "expected"), [(1, (3, 3, 2)), (3, (2, 2, 1)), (2, (3, 3, 1))])
def test_he_t37_three_players_become_two(rule: ButtonRule, gone: int, expected):
    table = Table(rule, [1, 2, 3], button=1)
    table.hand()
    table.leave(gone)
    assert table.hand() == expected


@EVERY_RULE
def test_he_d15_a_button_on_an_empty_place_goes_to_one_of_two_players(rule: ButtonRule):
    assert Table(rule, [1, 4], button=2).hand() == (4, 4, 1)


@pytest.mark.parametrize(
    ("rule", "hands"),
    [
        (MOVING, [(2, 2, 1), (1, 2, 3), (2, 3, 1)]),
        # The big blind passes seat 2 on its way to 3, so both pay it; seat 1 owes its small one.
        (ROBERT, [(2, 2, 1), (1, 1, 3), (2, 3, 1)]),
        (DEAD, [(1, 2, 3), (2, 3, 1), (3, 1, 2)]),
    ],
)
def test_he_51_a_third_player_waits_for_his_big_blind(rule: ButtonRule, hands):
    table = Table(rule, [1, 2], button=1)
    table.hand()
    table.sit(3, Entry.WAIT)
    went = []
    for _ in hands:
        went.append(table.hand())
        assert table.plan is not None
        assert (3 in table.plan.dealt) == (3 in [big for _, _, big in went])
    assert went == hands


def test_he_d17_dead_button_a_third_player_waits_behind_the_big_blind():
    table = Table(DEAD, [1, 3], button=1)
    table.hand()
    table.sit(2, Entry.WAIT)
    assert table.hand() == (3, 3, 1)
    assert table.hand() == (3, 1, 2)


def test_he_t38_both_blinds_missed_and_posted():
    table = Table(MOVING, [1, 2, 3, 4, 5, 6], button=3, away={6})
    assert [table.hand() for _ in range(3)] == [(3, 4, 5), (4, 5, 1), (5, 1, 2)]
    assert table.debts[6] == BlindDebt(missed_small=True, missed_big=True)
    table.back(6, Entry.POST)
    assert table.hand() == (1, 2, 3)
    assert table.posts() == {2: (SMALL, 0), 3: (BIG, 0), 6: (BIG, SMALL)}
    assert table.debts[6] == NO_DEBT


def test_he_50_only_the_small_blind_missed():
    table = Table(MOVING, [1, 2, 3, 4, 5], button=1)
    table.hand()
    table.away.add(3)
    assert [table.hand(), table.hand()] == [(2, 4, 5), (4, 5, 1)]
    table.back(3, Entry.POST)
    assert table.hand() == (5, 1, 2)
    assert table.posts()[3] == (0, SMALL)


@EVERY_RULE
def test_he_50_who_waits_comes_in_as_big_blind_and_owes_nothing_else(rule: ButtonRule):
    table = Table(rule, [1, 2, 3, 4, 5, 6], button=3, away={6})
    for _ in range(3):
        table.hand()
    table.back(6, Entry.WAIT)
    while table.hand()[2] != 6:
        assert table.plan is not None
        assert 6 not in table.plan.dealt
    assert table.posts()[6] == (BIG, 0)


@pytest.mark.parametrize(("new_player", "posts"), [("post", (BIG, 0)), ("free", None)])
def test_he_51_a_new_player_posts_or_is_free(new_player: str, posts):
    table = Table(MOVING, [1, 2, 3, 4], button=1, new_player=NewPlayer(new_player))
    table.hand()
    table.sit(6, Entry.POST)
    assert table.hand() == (2, 3, 4)
    assert table.plan is not None
    assert table.plan.dealt == (1, 2, 3, 4, 6)
    assert table.posts().get(6) == posts
    kinds = {post.kind for post in table.plan.posts if post.seat == 6}
    assert kinds == ({PostKind.ENTRY} if posts else set())


def test_he_51_a_new_player_between_button_and_big_blind_is_not_dealt_in():
    table = Table(MOVING, [1, 2, 4, 5], button=1)
    assert table.hand() == (1, 2, 4)
    table.sit(3, Entry.POST)
    assert table.hand() == (2, 4, 5)
    assert table.plan is not None
    assert 3 not in table.plan.dealt
    assert table.debts[3] == BlindDebt(is_new=True), "a new player collects no missed blinds"
    assert table.hand() == (4, 5, 1)
    assert table.plan.dealt == (1, 2, 3, 4, 5)
    assert 3 not in table.posts()


@EVERY_RULE
def test_he_d19_away_without_missing_a_blind_owes_nothing(rule: ButtonRule):
    table = Table(rule, [1, 2, 3, 4, 5, 6], button=1)
    table.hand()
    table.away.add(6)
    assert table.hand() == (2, 3, 4)
    table.back(6)
    assert table.hand() == (3, 4, 5)
    assert table.plan is not None
    assert 6 in table.plan.dealt
    assert 6 not in table.posts()


def test_he_d19_dead_button_at_the_place_of_an_absent_small_blind():
    table = Table(DEAD, [1, 2, 3, 4, 5], button=1)
    table.hand()
    table.away.add(3)
    assert table.hand() == (2, None, 4)
    assert table.debts[3] == BlindDebt(missed_small=True)
    table.back(3, Entry.POST)
    assert table.hand() == (3, 4, 5)
    assert table.posts()[3] == (0, SMALL)


def test_he_d16_fewer_than_two_regular_seats_count_all():
    table = Table(MOVING, [1, 2, 3], button=1)
    table.hand()
    table.leave(1, 2)
    table.sit(5, Entry.WAIT)
    assert table.hand() == (3, 3, 5)
    assert table.plan is not None
    assert table.plan.dealt == (3, 5)


@EVERY_RULE
def test_he_d16_who_counts_as_regular_comes_in_without_a_post(rule: ButtonRule):
    """One is left; of two new ones and one who missed his blinds none is asked for a post."""
    table = Table(rule, [1, 2, 3, 4, 5], button=3, new_player=NewPlayer.POST, away={5})
    went = [table.hand() for _ in range(5)]
    assert went == [(3, 4, 1), (4, 1, 2), (1, 2, 3), (2, 3, 4), (3, 4, 1)]
    assert table.debts[5] == BlindDebt(missed_small=True, missed_big=True)
    table.leave(1, 2, 4)
    table.sit(1, Entry.WAIT)
    table.sit(2, Entry.POST)
    table.back(5, Entry.POST)
    table.hand()
    assert table.plan is not None
    assert table.plan.dealt == (1, 2, 3, 5)
    assert {post.kind for post in table.plan.posts} <= {PostKind.SMALL_BLIND, PostKind.BIG_BLIND}
    assert all(debt == NO_DEBT for debt in table.debts.values())


def test_he_d20_a_void_hand_is_repeated_exactly():
    table = Table(MOVING, [1, 2, 3], button=1)
    table.hand()
    plan = table.plan
    assert plan is not None
    assert repeated(plan, table.candidates()) is plan
    table.leave(2)
    assert repeated(plan, table.candidates()) is None


def test_he_d40_the_button_is_put_right_for_the_next_hand():
    table = Table(MOVING, [1, 2, 3, 4], button=1)
    table.hand()
    assert table.hand(button=3) == (3, 4, 1)


def test_fewer_than_two_players_have_no_hand():
    rules = BlindRules(MOVING, NewPlayer.FREE, SMALL, BIG)
    assert (
        next_positions(rules, [Candidate(1, is_in=True), Candidate(2, is_in=False)], None, 1)
        is None
    )


def test_the_first_hand_needs_a_button():
    rules = BlindRules(MOVING, NewPlayer.FREE, SMALL, BIG)
    with pytest.raises(ValueError, match="button"):
        next_positions(rules, [Candidate(1, is_in=True), Candidate(2, is_in=True)], None)


def test_he_d17_the_dead_button_never_lies_on_the_big_blind():
    """Who was away in the first hand has missed nothing, and may make the blinds run into it."""
    table = Table(DEAD, [1, 2, 3, 4], button=4, away={2})
    assert table.hand() == (4, 1, 3)
    table.back(2)
    table.leave(4)
    assert table.hand() == (2, 3, 1)
