"""A recorded hand as steps of a table: seats, cents, who posts what, deals between decisions."""

from collections import Counter

import pytest
from recorded_hands import NO_LIMIT, STUD, recorded_hands

from dealer_station.hand_history.reader import parse_hands
from dealer_station.hand_history.steps import (
    Answer,
    Choice,
    Deal,
    Post,
    Start,
    Terms,
    Turn,
    UnplayableError,
    playable,
)


def play(text):
    (recorded,) = parse_hands(text, "h.phh")
    return playable(recorded.hand)


def test_a_holdem_hand_begins_with_its_seats_blinds_and_posts():
    hand = play(NO_LIMIT)
    assert hand.terms == Terms("NT", 1, small_blind_minor=10, big_blind_minor=25)
    assert hand.start == Start(
        {4: 2000, 7: 1550, 1: 1000},
        button=1,
        small=4,
        big=7,
        posts=(Post(7, 0, 10), Post(1, 25, 0)),
    )
    assert hand.steps == (
        Deal({4: ("As", "Kd"), 7: ("??", "??"), 1: ("Qh", "Qd")}),
        Turn(3, 1, Choice.WAGER_TO, 120),
        Turn(4, 4, Choice.CHECK_OR_CALL),
        Turn(5, 7, Choice.FOLD),
        Deal({"board": ("2c", "3c", "4c")}),
    )
    assert hand.answers == ()
    assert hand.finishing_minor == {}


def test_a_hand_in_whole_units_counts_in_cents_and_keeps_its_chip():
    hand = play(STUD)
    assert hand.terms == Terms(
        "F7S", 100, ante_minor=2000, bring_in_minor=4000, small_bet_minor=20000,
        big_bet_minor=40000,
    )  # fmt: skip
    assert hand.start == Start({1: 100000, 2: 200000})
    assert hand.steps == (
        Deal({1: ("Ah", "Ad", "8d"), 2: ("7s", "7h", "2c")}),
        Turn(2, 2, Choice.BRING_IN),
        Turn(3, 1, Choice.WAGER_TO, 20000),
        Turn(4, 2, Choice.FOLD),
    )


@pytest.mark.parametrize(
    ("blinds", "small", "big", "small_minor"),
    [
        ("[0.10, 0.25, 0]", 4, 7, 10),
        ("[0.25, 0, 0]", None, 4, 12),
        ("[0, 0.25, 0]", None, 7, 12),
    ],
)
def test_a_small_blind_may_be_missing(blinds, small, big, small_minor):
    hand = play(NO_LIMIT.replace("[0.10, 0.25, -0.25]", blinds))
    assert (hand.start.small, hand.start.big) == (small, big)
    assert hand.terms.small_blind_minor == small_minor


def test_of_two_players_the_second_has_the_button_and_the_small_blind():
    hand = play("""\
variant = 'FT'
antes = [0, 0]
blinds_or_straddles = [2, 4]
small_bet = 4
big_bet = 8
starting_stacks = [100, 100]
actions = ['d dh p1 ????', 'd dh p2 ????', 'p2 f']
finishing_stacks = [102, 98]
""")
    assert (hand.start.button, hand.start.small, hand.start.big) == (2, 2, 1)
    assert hand.terms == Terms(
        "FT", 100, small_bet_minor=400, big_bet_minor=800, small_blind_minor=200,
        big_blind_minor=400,
    )  # fmt: skip
    assert hand.finishing_minor == {1: 10200, 2: 9800}


def test_hands_shown_before_the_last_cards_answer_after_them():
    text = NO_LIMIT.replace(
        "'p2 f', 'd db 2c3c4c'", "'p1 sm', 'p3 sm QhQd', 'd db 2c3c4c', 'd db 5h'"
    )
    hand = play(text)
    assert hand.steps[-1] == Deal({"board": ("2c", "3c", "4c", "5h")})
    assert hand.answers == (Answer(4, ()), Answer(1, ("Qh", "Qd")))


def test_cards_that_are_shown_were_known_when_they_were_dealt():
    hand = play(NO_LIMIT.replace("'p2 f'", "'p2 sm TsTh'"))
    assert hand.steps[0] == Deal({4: ("As", "Kd"), 7: ("Ts", "Th"), 1: ("Qh", "Qd")})


@pytest.mark.parametrize(
    ("text", "old", "new", "expected"),
    [
        (NO_LIMIT, "-0.25]", "0.50]", "blinds_or_straddles: straddles are not offered"),
        (NO_LIMIT, "[0.10, 0.25, -0.25]", "[0, 0, 0]",
         "blinds_or_straddles: nobody posts the big blind"),
        (NO_LIMIT, "-0.25]", "-0.50]", "blinds_or_straddles: a live post is a big blind"),
        (NO_LIMIT, "min_bet = 0.25", "min_bet = 0.50",
         "blinds_or_straddles: the big blind is not the smallest bet"),
        (NO_LIMIT, "0.10, 0]", "0.100, 0]",
         "unit: 0.001 is less than the smallest unit of a table"),
        (STUD, "[20, 20]", "[20, 0]", "antes: in stud everybody has the same ante"),
        (STUD, "antes", "seats = [2, 1]\nantes",
         "seats: in stud the first player sits nearest the dealer's left"),
    ],
)  # fmt: skip
def test_what_no_table_offers_is_refused(text, old, new, expected):
    assert old in text
    with pytest.raises(UnplayableError) as raised:
        play(text.replace(old, new, 1))
    assert str(raised.value) == expected


def test_every_recorded_hand_can_be_played_and_keeps_its_chips():
    kinds = Counter()
    for recorded in recorded_hands():
        hand = playable(recorded.hand)
        assert sum(hand.finishing_minor.values()) == sum(hand.start.stacks_minor.values())
        kinds["no small blind"] += hand.start.small is None and hand.start.button is not None
        kinds["live post"] += any(post.live_minor for post in hand.start.posts)
        kinds["dead post"] += any(post.dead_minor for post in hand.start.posts)
        kinds["unknown cards"] += "??" in str(hand.steps[0])
        kinds["answers"] += bool(hand.answers)
    assert kinds == {
        "no small blind": 17, "live post": 41, "dead post": 67, "unknown cards": 222,
        "answers": 159,
    }  # fmt: skip
