"""Hands from text: what is read, and for every fault the file, the line, the key and the reason."""

from decimal import Decimal

import pytest
from recorded_hands import FILES, NO_LIMIT, STUD, recorded_hands

from dealer_station.hand_history.phh import (
    BoardCards,
    BringIn,
    CheckOrCall,
    Fold,
    HoleCards,
    Remark,
    ShowOrMuck,
    Variant,
    WagerTo,
)
from dealer_station.hand_history.reader import HandError, parse_hands, read_hands


def read(text, file="h.phh"):
    (recorded,) = parse_hands(text, file)
    return recorded.hand


def fault(text, file="h.phh"):
    with pytest.raises(HandError) as raised:
        list(parse_hands(text, file))
    return str(raised.value)


def test_every_recorded_hand_is_read():
    hands = recorded_hands()
    assert len(hands) == 274
    assert len(FILES) == 25
    games = [recorded.hand.variant for recorded in hands]
    assert {variant: games.count(variant) for variant in Variant} == {"FT": 9, "NT": 257, "F7S": 8}
    assert len({recorded.name for recorded in hands}) == 274


def test_amounts_count_in_the_last_decimal_place_of_the_hand():
    hand = read(NO_LIMIT)
    assert (hand.decimals, hand.unit) == (2, Decimal("0.01"))
    assert hand.starting_stacks == (2000, 1550, 1000)
    assert hand.antes == (0, 10, 0)
    assert hand.blinds == (10, 25, -25)
    assert hand.min_bet == 25
    assert read(STUD).starting_stacks == (1000, 2000)
    assert read(STUD).unit == 1


def test_an_amount_of_an_action_counts_too():
    hand = read(STUD.replace("cbr 200", "cbr 200.5"))
    assert hand.unit == Decimal("0.1")
    assert hand.bring_in == 400
    assert hand.actions[3] == WagerTo(1, 2005)


def test_every_kind_of_line_is_read():
    lines = [
        "d dh p1 As??", "d dh p2 KdKh # dealt last", "p1 cc", "p2 cbr 9", "p1 f", "d db 2c3c4c",
        "p2 sm KdKh", "p1 sm", "# lunch", "",
    ]  # fmt: skip
    text = NO_LIMIT.split("actions")[0] + f"actions = {lines}\n"
    hand = read(text)
    assert hand.actions == (
        HoleCards(1, ("As", "??")),
        HoleCards(2, ("Kd", "Kh"), comment="dealt last"),
        CheckOrCall(1),
        WagerTo(2, 900),
        Fold(1),
        BoardCards(("2c", "3c", "4c")),
        ShowOrMuck(2, ("Kd", "Kh")),
        ShowOrMuck(1),
        Remark(comment="lunch"),
        Remark(),
    )
    assert read(STUD).actions[2] == BringIn(2)


def test_a_file_of_several_hands_names_each():
    text = f"[1]\n{NO_LIMIT}\n['two b']\n{STUD}"
    hands = list(parse_hands(text, "evening.phhs"))
    assert [(hand.name, hand.line) for hand in hands] == [("evening 1", 1), ("evening two b", 10)]


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("variant = 'NT'", "variant = 'PO'",
         "1: variant: 'PO' is no game of this station; one of FT, NT, F7S"),
        ("variant = 'NT'\n", "", "1: variant: is missing"),
        ("min_bet = 0.25\n", "", "1: min_bet: is missing; a hand of NT has it"),
        ("min_bet = 0.25", "bring_in = 1\nmin_bet = 0.25",
         "4: bring_in: a hand of NT has no such key"),
        ("min_bet", "colour = 1\nmin_bet",
         "4: colour: the format has no such key; one of your own begins with _"),
        ("min_bet = 0.25", "min_bet = 0", "4: min_bet: 0 is no bet"),
        ("min_bet = 0.25", "min_bet = true", "4: min_bet: True is no amount"),
        ("min_bet = 0.25", "min_bet = inf", "4: min_bet: Infinity is no amount of chips"),
        ("20, 15.5,", "20, '15.5',", "5: starting_stacks[1]: '15.5' is no amount"),
        ("20, 15.5,", "20, 0,",
         "5: starting_stacks[1]: a player without chips plays no hand"),
        ("20, 15.5,", "20, nan,", "5: starting_stacks[1]: NaN is no amount of chips"),
        ("20, 15.5,", "20, 1_000_000_000_000_000,",
         "5: starting_stacks[1]: 1000000000000000 is no amount of chips"),
        ("[20, 15.5, 10.00]", "3", "5: starting_stacks: is no list of amounts"),
        ("[20, 15.5, 10.00]", "[20]", "5: starting_stacks: a hand has 2 players at least"),
        ("[0, 0.10, 0]", "[0, -0.10, 0]", "2: antes[1]: -0.10 is below zero"),
        ("[0, 0.10, 0]", "[0, 0]", "2: antes: has 2 entries; the hand has 3 players"),
        ("[0, 0.10, 0]", "[0, 0.1234567, 0]", "1: an amount has 7 decimals; at most 6"),
        ("[4, 7, 1]", "[4, 1, 7]", "7: seats: are not clockwise, each once, from 1"),
        ("[4, 7, 1]", "[4, 7, 4]", "7: seats: are not clockwise, each once, from 1"),
        ("[4, 7, 1]", "[4, 0, 1]", "7: seats[1]: 0 is no whole number from 1"),
        ("[4, 7, 1]", "1", "7: seats: is no list of one entry a player"),
        ("seats", "seat_count = 6\nseats", "8: seats: the table has 6 seats"),
        ("seats", "players = ['a']\nseats", "7: players: has 1 entries; the hand has 3 players"),
        ("seats", "ante_trimming_status = 1\nseats",
         "7: ante_trimming_status: 1 is neither true nor false"),
        ("seats", "finishing_stacks = [20, 15.5, 10.01]\nseats",
         "7: finishing_stacks: are more chips than the hand began with"),
        ("p1 cc", "p4 cc", "6: actions[4]: 'p4 cc': the hand has 3 players"),
        ("p1 cc", "p1 call",
         "6: actions[4]: 'p1 call': is none of `d dh`, `d db`, `f`, `cc`, `cbr`, `pb`, `sm`"),
        ("p1 cc", "pp cc", "6: actions[4]: 'pp cc': 'pp' is no player"),
        ("p1 cc", "p1 cbr x", "6: actions[4]: 'p1 cbr x': 'x' is no amount"),
        ("p1 cc", "p1 cbr 1e99", "6: actions[4]: 'p1 cbr 1e99': 1E+99 is no amount of chips"),
        ("p1 cc", "p1 sm As Kd",
         "6: actions[4]: 'p1 sm As Kd': a show is `pN sm CARDS`, a muck `pN sm`"),
        ("p1 cc", "d xx",
         "6: actions[4]: 'd xx': a deal is `d dh pN CARDS` or `d db CARDS`"),
        ("AsKd", "AsK", "6: actions[0]: 'd dh p1 AsK': 'AsK' are no cards: two characters each"),
        ("AsKd", "As1d", "6: actions[0]: 'd dh p1 As1d': '1d' is no card"),
        ("AsKd", "AsJo", "6: actions[0]: 'd dh p1 AsJo': 'Jo' is no card"),
        ("AsKd", "AsKdQd", "6: actions[0]: p1 has more than 2 cards"),
        ("QhQd", "QhAs", "6: actions[2]: As is dealt twice"),
        ("2c3c4c", "2c3cKd", "6: actions[6]: Kd is dealt twice"),
        ("2c3c4c", "2c3c4c5c6c7c", "6: actions[6]: the board has more than 5 cards"),
        ("'p2 f'", "'p1 sm AsKh'", "6: actions[5]: p1 shows Kh, but was dealt Kd"),
        ("'p2 f'", "'p1 sm As'", "6: actions[5]: p1 shows 1 cards of 2"),
        ("'p2 f'", "'p2 sm AsTh'", "6: actions[5]: As is dealt twice"),
        ("actions = [", "actions = [1, ", "6: actions: is no list of texts"),
        ("[0, 0.10, 0]", "[0, 0.10, 0", "3: no valid TOML: Unclosed array (at line 3, column 1)"),
    ],
)  # fmt: skip
def test_a_fault_is_named_with_its_line_and_key(old, new, expected):
    assert old in NO_LIMIT
    assert fault(NO_LIMIT.replace(old, new, 1)) == f"h.phh:{expected}"


def test_a_fault_of_a_later_hand_points_into_its_table():
    text = f"[1]\n{NO_LIMIT}\n[2]\n{STUD}\n[3]\n{NO_LIMIT}"
    broken = text.replace("bring_in = 40", "bring_in = 0")
    assert fault(broken, "h.phhs") == "h.phhs:13: [2] bring_in: 0 is no bet"
    missing = text.replace("bring_in = 40\n", "")
    assert fault(missing, "h.phhs") == "h.phhs:10: [2] bring_in: is missing; a hand of F7S has it"


def test_a_file_of_several_hands_has_tables_and_at_least_one():
    assert fault("", "h.phhs") == "h.phhs:1: the file has no hand"
    assert fault("a = 1", "h.phhs") == "h.phhs:1: [a]: a hand is a table `[n]`; this is a value"


def test_a_file_that_is_no_text_or_not_there_is_named(tmp_path):
    latin = tmp_path / "h.phh"
    latin.write_bytes(b"variant = 'NT'\nplayers = ['Zo\xeb']\n")
    with pytest.raises(HandError, match=r"h\.phh:2: no UTF-8 text"):
        list(read_hands(latin))
    with pytest.raises(HandError, match=r"gone\.phh:1: No such file or directory"):
        list(read_hands(tmp_path / "gone.phh"))


def test_cards_shown_fill_in_what_was_dealt_unknown():
    hand = read(NO_LIMIT.replace("'p2 f'", "'p2 sm TsTh'"))
    assert hand.actions[5] == ShowOrMuck(2, ("Ts", "Th"))


def test_stud_has_one_common_card_at_most():
    assert read(STUD.replace("'p2 f'", "'d db 2d'")).actions[4] == BoardCards(("2d",))
    expected = "h.phh:7: actions[4]: the board has more than 1 cards"
    assert fault(STUD.replace("'p2 f'", "'d db 2d3d'")) == expected
