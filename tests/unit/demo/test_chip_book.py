"""The chips of a poker table, counted again from what the record says of them."""

from dataclasses import replace

import pytest

from dealer_station.demo.chip_book import chip_book, stacks_seen
from dealer_station.games.pot_rules import Entry, Post, PostKind
from dealer_station.table.events import (
    AnteReturned,
    BetsPulledIn,
    ChipsAdded,
    ChipsCorrected,
    HandDeclaredDead,
    HandStarted,
    PlayerActed,
    PlayerLeft,
    PlayerSeated,
    PotsPushed,
    RoundVoided,
)
from dealer_station.table.pot.events import PotAward, PotShare
from dealer_station.table.pot.reasons import ActReason


def seated(seat, stack):
    return PlayerSeated(
        at=1, seat=seat, stack_minor=stack, entry=Entry.WAIT, is_new=False, person_id="D"
    )


def started(stacks, *posts):
    return HandStarted(
        at=1, round_number=1, rules_digest="", seats=tuple(stacks), stacks=stacks, deal_order=(),
        posts=posts, debts={}, positions=None, fixed_limit=None, no_limit=None, is_repeat=False,
        reads_hole_cards=True, person_id="D", up_numbers=(),
    )  # fmt: skip


def acted(seat, put):
    return PlayerActed(
        at=1, seat=seat, action="call", to_minor=put, put_minor=put, keeps_receiving=False,
        reason=ActReason.HIMSELF, person_id="D",
    )  # fmt: skip


def pulled(seat=0, amount=0):
    return BetsPulledIn(at=1, uncalled_seat=seat, uncalled_minor=amount)


def pushed(*awards):
    return PotsPushed(at=1, awards=awards, person_id="D")


def award(amount, rake, **shares):
    parts = tuple(PotShare(int(seat[1:]), share) for seat, share in shares.items())
    return PotAward(amount, (1, 2, 3), rake, parts)


HAND = (
    seated(1, 100_00),
    seated(2, 40_00),
    seated(3, 60_00),
    ChipsAdded(at=1, seat=2, amount_minor=10_00, person_id="D"),
    started(
        {1: 100_00, 2: 50_00, 3: 60_00},
        Post(1, PostKind.SMALL_BLIND, live_minor=1_00),
        Post(2, PostKind.BIG_BLIND, live_minor=2_00, dead_minor=1_00, ante_minor=1_00),
    ),
    acted(3, 60_00),
    acted(1, 99_00),
    acted(2, 46_00),
    pulled(1, 40_00),
    pushed(award(148_00, 4_00, s1=72_00, s3=72_00), award(22_00, 0, s1=22_00)),
    PlayerLeft(at=1, seat=3, stack_minor=72_00, person_id="D"),
)
"""Three players all-in, what nobody called, a split main pot and a side pot, rake."""


def test_a_hand_is_counted_to_the_cent():
    book = chip_book(HAND)
    assert book.compare("1:134.00 2:0.00") == ""
    assert (book.brought_minor, book.taken_minor, book.rake_minor) == (210_00, 72_00, 4_00)
    assert (book.pots, book.side_pots, book.split_pots) == (2, 1, 1)
    assert book.lines("1:134.00 2:0.00") == [
        "pots     2 pushed, 170.00; 1 of them side pots, 1 split",
        "chips    210.00 brought and added, 72.00 taken away, 134.00 lie there, 4.00 rake",
        "stacks   1:134.00 2:0.00 on the screen",
    ]


def test_other_stacks_on_the_screen_are_named():
    assert chip_book(HAND).compare("1:134.00") == "1:134.00 lies there, not 1:134.00 2:0.00"
    assert chip_book(HAND).compare("") == "nothing lies there, not 1:134.00 2:0.00"


def test_a_count_of_a_supervisor_is_no_difference_and_is_told():
    counted = ChipsCorrected(at=1, seat=1, stack_minor=139_00, recorded_minor=134_00, person_id="S")
    book = chip_book((*HAND, counted))
    assert book.compare("1:139.00 2:0.00") == ""
    assert "210.00 brought and added, 5.00 by counts, 72.00" in book.lines("")[1]


def test_all_chips_of_a_void_hand_go_back():
    voided = RoundVoided(at=1, round_number=1, reason="")
    book = chip_book((*HAND[:7], voided, started({1: 100_00, 2: 50_00, 3: 60_00})))
    assert book.compare("1:100.00 2:50.00 3:60.00") == ""


def test_chips_of_a_dead_hand_stay_in_and_an_ante_that_is_given_back_does_not():
    dead = HandDeclaredDead(
        at=1, seat=1, reason=ActReason.HIMSELF, keeps_receiving=False, person_id="S", put_minor=3_00
    )
    events = (
        seated(1, 50_00),
        seated(2, 50_00),
        started(
            {1: 50_00, 2: 50_00},
            Post(1, PostKind.ANTE, ante_minor=1_00),
            Post(2, PostKind.ANTE, ante_minor=1_00),
        ),
        dead,
        AnteReturned(at=1, seat=1, amount_minor=1_00),
        pulled(),
        pushed(award(4_00, 0, s2=4_00)),
    )
    assert chip_book(events).compare("1:47.00 2:53.00") == ""


@pytest.mark.parametrize(
    ("place", "wrong", "said"),
    [
        (4, started({1: 100_00, 2: 50_00, 3: 61_00}), "hand 1 began with 1:100.00"),
        (9, pushed(award(170_00, 4_00, s1=95_00, s3=72_00)), "211.00 chips in the end"),
        (9, pushed(award(169_00, 4_00, s1=93_00, s3=72_00)), "169.00 pushed, 170.00 put in"),
        (10, replace(HAND[10], stack_minor=71_00), "seat 3 took 71.00 where 72.00 lay"),
        (10, replace(HAND[10], stack_minor=73_00), "seat 3 took 73.00 where 72.00 lay"),
    ],
)
def test_a_chip_too_many_or_too_few_is_found(place, wrong, said):
    events = (*HAND[:place], wrong, *HAND[place + 1 :])
    assert said in chip_book(events).compare("1:134.00 2:0.00")


def test_stacks_are_written_by_seat():
    assert stacks_seen({"10": "5.00", "2": "0.00"}) == "2:0.00 10:5.00"
