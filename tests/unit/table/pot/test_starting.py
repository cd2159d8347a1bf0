"""How a hand begins: by the rules, as somebody states it, and again after a void one."""

from decimal import Decimal

from pot_tables import LEVEL, STUD, PotPlay
from table_commands import command

from dealer_station.games.pot_rules import Post, PostKind
from dealer_station.table import events as e
from dealer_station.table.decide import decide
from dealer_station.table.evolve import evolve
from dealer_station.table.pot import commands as pc


def started(play: PotPlay) -> e.HandStarted:
    return play.events(e.HandStarted)[-1]


def test_a_hand_says_what_lay_before_everybody_and_what_was_posted():
    play = PotPlay(stacks={1: 200, 2: 1, 5: 200}, button=5).run("away: 1", "start_hand")
    begun = started(play)
    assert begun.stacks == {1: 20000, 2: 100, 5: 20000}
    assert (begun.seats, begun.positions.button) == ((2, 5), 5)
    # Seat 2 has one dollar of the two that the big blind is, and is all-in with it (HE-36).
    assert [(post.seat, post.live_minor) for post in begun.posts] == [(5, 100), (2, 100)]
    assert play.view["status"]["2"] == "all_in"


def test_antes_are_pulled_in_at_once():
    play = PotPlay(STUD, stacks={1: 50, 2: 50}, **LEVEL).run("start_hand")
    assert [(post.kind, post.ante_minor) for post in started(play).posts] == [
        (PostKind.ANTE, 100),
        (PostKind.ANTE, 100),
    ]
    assert play.view["pots"] == [{"amount": "2.00", "seats": [1, 2]}]


def test_the_first_hand_may_begin_as_somebody_states_it():
    play = PotPlay(stacks={1: 200, 2: 200, 4: 200})
    posts = (Post(4, PostKind.ENTRY, live_minor=200, dead_minor=100),)
    given = pc.GivenStart(button=7, small=None, big=2, posts=posts)
    assert play.submit(pc.StartHand, given=given).refusal is None
    assert (play.view["button"], play.view["blinds"]) == (7, {"small": None, "big": 2})
    assert play.view["stacks"] == {"1": "200.00", "2": "198.00", "4": "197.00"}
    assert play.next["position"] == "seat 1 card 1"


def test_a_blind_and_what_else_a_seat_posts_are_one_post():
    play = PotPlay(stacks={1: 200, 2: 200})
    given = pc.GivenStart(1, 1, 2, (Post(2, PostKind.ENTRY, dead_minor=300),))
    play.submit(pc.StartHand, given=given)
    (_, big) = started(play).posts
    assert big == Post(2, PostKind.BIG_BLIND, live_minor=200, dead_minor=300)


def test_a_void_hand_is_played_again_as_it_was():
    play = PotPlay(button=2).run("start_hand")
    void = evolve(play.state, e.RoundVoided(at=1, round_number=1, reason="HE-I01"))
    assert [one.stack_minor for one in void.pot.players] == [20000] * 3
    again = decide(command(pc.StartHand, play), void, play.rules, {}).events[0]
    first = started(play)
    assert again.is_repeat
    assert (again.seats, again.posts, again.positions, again.stacks) == (
        first.seats,
        first.posts,
        first.positions,
        first.stacks,
    )


def test_a_void_hand_whose_player_has_gone_begins_anew_with_the_same_button():
    play = PotPlay(button=2).run("start_hand")
    void = evolve(play.state, e.RoundVoided(at=1, round_number=1, reason="HE-I01"))
    gone = evolve(void, e.PlayerLeft(at=1, seat=3, stack_minor=20000, person_id="d1"))
    again = decide(command(pc.StartHand, play), gone, play.rules, {}).events[0]
    assert (again.seats, again.positions.button) == ((1, 2), 2)


def test_a_hand_that_is_played_again_has_whole_blinds_where_chips_came_in_between():
    play = PotPlay(stacks={1: 200, 2: 200, 3: 1}, button=1).run(
        "start_hand", "report: {irregularity: HE-I07}", "rule: misdeal"
    )
    assert play.submit(pc.AddChips, seat=3, amount=Decimal(50)).refusal is None
    play.run("start_hand")
    assert [(post.seat, post.live_minor) for post in started(play).posts] == [(2, 100), (3, 200)]


def test_an_ante_that_is_paid_again_is_whole_where_chips_came_in_between():
    play = PotPlay(STUD, stacks={1: 50, 2: 1}, **(LEVEL | {"ante": "2"})).run(
        "start_hand", "report: {irregularity: ST-I30}", "rule: misdeal"
    )
    assert play.submit(pc.AddChips, seat=2, amount=Decimal(10)).refusal is None
    play.run("start_hand")
    assert [post.ante_minor for post in started(play).posts] == [200, 200]
