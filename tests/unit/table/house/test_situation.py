"""From a report and the table to the facts that conditions ask for."""

import pytest
from table_play import FLUSH, NOTHING, PAIR_OF_EIGHTS, TablePlay, dealt, decided

from dealer_station.games.procedure import Position
from dealer_station.irregularities.kinds import Correction
from dealer_station.table.house.situation import ReportFacts, read_facts, situation_of
from dealer_station.table.refusals import RefusedError


def at(play: TablePlay, correction: Correction = Correction.NONE, **facts: str):
    return situation_of(play.rules, play.state, facts, correction)


def test_facts_are_read_and_the_seat_follows_from_the_place():
    read = read_facts(
        {"position": "seat 2 card 3", "card": "As", "cards": "Kd ?? Jo", "count": "4",
         "amount": "12.50", "note": "any words"}
    )  # fmt: skip
    assert read == ReportFacts(
        seat=2,
        position=Position("seat 2", 3),
        card="As",
        cards=("Kd", "??", "Jo"),
        count=4,
        amount_minor=1250,
    )
    assert read_facts({}) == ReportFacts()
    assert read_facts({"position": "dealer card 1"}).seat is None


@pytest.mark.parametrize(
    ("facts", "code"),
    [
        ({"seat": "one"}, "not_applicable"),
        ({"seat": "1.0"}, "not_applicable"),
        ({"seat": ""}, "not_applicable"),
        ({"seat": "9" * 5000}, "not_applicable"),
        ({"count": "1234567890"}, "not_applicable"),
        ({"position": "there"}, "not_applicable"),
        ({"position": "seat 1 card " + "9" * 5000}, "not_applicable"),
        ({"position": "dealer card 1", "seat": "1"}, "not_applicable"),
        ({"position": "seat 2 card 1", "seat": "1"}, "not_applicable"),
        ({"card": ""}, "not_applicable"),
        ({"card": "As Kd"}, "not_applicable"),
        ({"card": "CUT"}, "not_applicable"),
        ({"cards": "As 10h"}, "not_applicable"),
        ({"amount": "ten"}, "bad_amount"),
        ({"amount": "1.001"}, "bad_amount"),
        ({"amount": "-0.01"}, "bad_amount"),
        ({"amount": "NaN"}, "bad_amount"),
        ({"amount": "1e999999999"}, "bad_amount"),
    ],
)
def test_a_malformed_fact_is_refused(facts: dict[str, str], code: str):
    with pytest.raises(RefusedError) as caught:
        read_facts(facts)
    assert caught.value.refusal.reason == code


def test_before_the_first_round_little_is_the_case():
    here = at(TablePlay(), seat="1", count="4", amount="5")
    assert (here.stage, here.count, here.hand_size, here.amount_minor) == ("idle", 4, 5, 500)
    assert here.is_progressive_offered
    assert not here.seat_exists


def test_a_seat_is_described():
    play = decided({1: FLUSH, 2: PAIR_OF_EIGHTS, 3: NOTHING}, progressive=(1,), folds=(3,))
    one, three, none = at(play, seat="1"), at(play, seat="3"), at(play, seat="9")
    assert (one.seat_exists, one.seat_status, one.bet_minor) == (True, "in", 2000)
    assert one.seat_has_progressive
    assert (three.seat_status, three.bet_minor, three.seat_has_progressive) == ("folded", 0, False)
    assert (none.seat_exists, none.seat_status) == (False, "out")
    assert not one.seat_is_paid
    play.run("pay: 3")
    assert at(play, seat="3").seat_is_paid


def test_a_decision_is_taken_when_the_seat_has_or_nobody_may_any_more():
    play = dealt({1: FLUSH, 2: NOTHING}).run("act: 1 bet")
    assert at(play, seat="1").seat_has_decided
    assert not at(play, seat="2").seat_has_decided
    play.run("report: {irregularity: CS-I10, seat: 2}", "rule: dead_hand")
    assert at(play, seat="2").seat_has_decided


def test_a_progressive_stake_counts_until_it_is_given_back():
    play = decided({1: FLUSH, 2: NOTHING}, progressive=(2,)).run("pay: 2")
    assert at(play, seat="2").seat_has_progressive
    token = TablePlay().run("open_betting", "coin: 2", "wager: 1 ante 10")
    assert at(token, seat="2").seat_has_progressive
    token.run("close_betting")
    assert not at(token, seat="2").seat_has_progressive


@pytest.mark.parametrize(
    ("facts", "seen"),
    [
        ({}, False),
        ({"position": "dealer card 5"}, False),
        ({"position": "dealer card 1"}, True),
        ({"card": "4h"}, False),
        ({"card": "Ah"}, True),
        ({"card": "2d"}, True),
    ],
)
def test_a_face_beside_the_up_card(facts, seen):
    assert at(dealt({1: FLUSH}), **facts).names_other_face is seen


def test_a_place_and_a_seat_are_known_from_what_is_said():
    play = dealt({1: FLUSH, 2: NOTHING})
    none, seat, place = at(play), at(play, seat="1"), at(play, position="seat 1 card 2")
    assert [(s.is_seat_named, s.has_position) for s in (none, seat, place)] == [
        (False, False),
        (True, False),
        (True, True),
    ]
    dealers = at(play, position="dealer card 2")
    assert (dealers.is_seat_named, dealers.has_position) == (False, True)


@pytest.mark.parametrize(
    ("facts", "is_dealers"),
    [
        ({}, False),
        ({"position": "dealer card 9"}, True),
        ({"position": "seat 1 card 1"}, False),
        ({"position": "seat 1 card 1", "card": "Ah"}, False),
        ({"card": "Ah"}, False),
        ({"card": "4h"}, False),
    ],
)
def test_a_card_of_the_dealer_is_told_by_its_place_and_never_by_its_face(facts, is_dealers):
    assert at(dealt({1: FLUSH}), **facts).is_dealer_position is is_dealers


@pytest.mark.parametrize(
    ("position", "is_dealt"),
    [(None, True), ("dealer card 1", True), ("dealer card 2", False), ("seat 1 card 2", True),
     ("seat 1 card 3", False), ("seat 2 card 2", False), ("seat 9 card 1", False)],
)  # fmt: skip
def test_a_place_is_dealt_when_its_card_has_left_the_shoe(position, is_dealt):
    play = TablePlay().run("open_betting", "wager: 1 ante 10; 2 ante 10", "close_betting")
    play.run("shoe: 9h 8s Ah 7h")
    facts = {} if position is None else {"position": position}
    assert at(play, **facts).is_position_dealt is is_dealt


@pytest.mark.parametrize(
    ("facts", "named"),
    [
        ({}, 0),
        ({"card": "2d"}, 1),
        ({"cards": "9h 2h"}, 2),
        ({"card": "9h", "cards": "9h 2h"}, 2),
        ({"card": "As", "cards": "9h 9h 2h 3h 4h 5h"}, 6),
    ],
)
def test_the_cards_that_a_report_names_are_counted_once(facts, named):
    assert at(dealt({1: FLUSH}), **facts).named_cards == named


@pytest.mark.parametrize(
    ("facts", "is_up"),
    [
        ({}, False),
        ({"card": "4h"}, True),
        ({"card": "Ah"}, False),
        ({"card": "9h"}, False),
        ({"card": "2d"}, False),
        ({"position": "dealer card 5"}, True),
        ({"position": "dealer card 5", "card": "Ah"}, True),
        ({"position": "dealer card 1"}, False),
        ({"position": "dealer card 1", "card": "4h"}, False),
        ({"position": "seat 1 card 5"}, False),
    ],
)
def test_a_report_about_the_card_that_lies_open_anyway(facts, is_up):
    assert at(dealt({1: FLUSH}), **facts).names_up_card is is_up


FACE_DOWN = {"Ah", "Kh", "9s", "6c", *FLUSH.split()}


@pytest.mark.parametrize("place", [{}, {"seat": "1"}, {"position": "dealer card 2"}])
@pytest.mark.parametrize("seat_has_it", [True, False])
def test_the_answer_to_a_report_tells_nothing_of_cards_that_lie_face_down(place, seat_has_it):
    """Every card but the up card comes to the same: whoever reports cannot ask for cards."""
    play = dealt({1: FLUSH})
    hidden = sorted(card for card in FACE_DOWN if (card in FLUSH) is seat_has_it)
    assert hidden
    elsewhere = at(play, card="2d", **place)
    for card in hidden:
        assert at(play, card=card, **place) == elsewhere


def test_the_stub_is_the_deck_without_the_cards_that_are_out():
    assert at(TablePlay()).stub_count == 52
    assert at(dealt({1: FLUSH})).stub_count == 42
    assert at(dealt({1: FLUSH}).run("shoe: 5d")).stub_count == 41
    # Cards between rounds have left the same deck; a new deck and a new shuffle are whole.
    play = decided({1: FLUSH}).run("pay", "shoe: 5d", "shoe: ??", "shoe: CUT")
    assert at(play).stub_count == 40
    assert at(play.run("rule: void_round", "new_deck")).stub_count == 52
    assert at(play.run("shoe: 5d", "rule: void_round")).stub_count == 51
    assert at(play.run("open_betting", "wager: 1 ante 10", "close_betting")).stub_count == 52
    assert at(TablePlay().run("shoe: 5d")).stub_count == 51
    # A card that is read once more left the shoe once.
    assert at(play.run("shoe: ?? 9h 8h")).stub_count == 50


def test_what_a_seat_was_paid_counts_as_it_was_last_corrected():
    play = decided({1: FLUSH, 2: NOTHING}).run("pay")
    assert [at(play, seat=seat).paid_minor for seat in ("1", "2", "9")] == [140_00, 0, None]
    assert at(play).paid_minor is None
    play.run("report: {irregularity: CS-I21, seat: 1, amount: 40}", "rule: play_on")
    assert at(play, seat="1").paid_minor == 40_00


def test_after_a_completed_hand_the_fourth_card_is_the_up_card():
    play = TablePlay(seats=(1,)).run("open_betting", "wager: 1 ante 10", "close_betting")
    play.run("shoe: 9h Ah 7h Kh")
    assert not at(play).is_dealer_completed
    play.run("report: {irregularity: CS-I02, position: dealer card 2, count: 4}")
    play.run("shoe: 9s 5h 6c 3h 4h Td")
    assert play.round.cards("dealer") == ("Ah", "9s", "6c", "4h", "Td")
    assert at(play).is_dealer_completed
    for facts, seen in (
        ({"position": "dealer card 4"}, False),
        ({"card": "4h"}, False),
        ({"position": "dealer card 5"}, True),
        ({"card": "Td"}, True),
    ):
        assert at(play, **facts).names_other_face is seen
        assert at(play, **facts).names_up_card is not seen


def test_the_card_read_last_lies_in_a_hand_whatever_card_is_named():
    play = dealt({1: FLUSH})
    assert all(at(play, card=card).is_last_card_in_hand for card in ("4h", "6c", "5d"))
    assert not at(play.run("shoe: 5d"), card="5d").is_last_card_in_hand
    assert not at(TablePlay().run("open_betting"), card="5d").is_last_card_in_hand


@pytest.mark.parametrize(
    "lines",
    [
        ("report: {irregularity: CS-I14, card: 4h}",),
        ("report: {irregularity: CS-I16, card: 4h}", "rule: burn_card"),
    ],
)
def test_a_card_that_is_out_of_play_is_the_last_one_no_more(lines: tuple[str, ...]):
    play = dealt({1: FLUSH}).run(*lines)
    assert not at(play, card="4h").is_last_card_in_hand
    assert at(play.run("shoe: 5d"), card="5d").is_last_card_in_hand


def test_what_the_house_honours_and_what_is_held():
    play = decided({1: FLUSH}, progressive=(1,), progressive_on_dealer_misdeal="honour")
    assert (at(play).honours_side_bets, at(play).has_live_prize) == (True, True)
    play = decided({1: NOTHING}, progressive=(1,))
    assert (at(play).honours_side_bets, at(play).has_live_prize) == (False, False)
    assert not at(dealt({1: FLUSH}, rules="evolution")).is_progressive_offered
    assert at(dealt({1: FLUSH}, rules="evolution")).player_cards_public


def test_whether_a_correction_adds_up():
    play = TablePlay().run("open_betting", "wager: 1 ante 10", "close_betting", "shoe: 8h Ah")
    hand = Correction.HAND_SIZE
    assert at(play, hand, position="seat 1 card 2", count="4").correction_adds_up
    assert not at(play, hand, position="seat 1 card 7", count="6").correction_adds_up
    assert at(play).is_card_due
