"""Reports: who says what, with which facts, and what the table books at once."""

import pytest
from table_play import FLUSH, NOTHING, PAIR_OF_EIGHTS, TablePlay, dealt, decided

from dealer_station.table import events as e
from dealer_station.table.lifecycle import Phase


def dealing() -> TablePlay:
    """Seats 1, 2 and 3 have antes; each hand has two cards, the dealer one."""
    play = TablePlay().run(
        "open_betting", "wager: 1 ante 10; 2 ante 10; 3 ante 10", "close_betting"
    )
    return play.run("shoe: 8h 7h Ks Ad 8d 9c Qs")


def test_a_report_is_raised_with_its_facts_options_and_reporter():
    play = dealing().run("report: {irregularity: CS-I09, seat: 2, note: told seat 3}")
    (raised,) = play.events(e.IrregularityRaised)
    assert (raised.number, raised.irregularity, raised.reported_by) == (1, "CS-I09", "dealer")
    assert raised.facts == {"seat": "2", "note": "told seat 3"}
    assert [option.option.value for option in raised.options] == ["dead_hand", "play_on"]
    assert raised.is_held


def test_what_the_dealer_decides_holds_nothing_and_is_ruled_by_him():
    play = dealing().run("report: {irregularity: CS-I14, card: Qs}")
    (raised,), (ruled,) = play.events(e.IrregularityRaised), play.events(e.RulingMade)
    assert not raised.is_held
    assert (ruled.option, ruled.role, ruled.person_id) == ("set_aside", "dealer", "dealer")
    assert play.state.phase is Phase.DEALING


def test_reports_of_a_round_are_numbered_on_and_on():
    play = dealing().run("report: {irregularity: CS-I10, seat: 1}", "rule: play_on")
    play.run("report: {irregularity: CS-I18}", "rule: void_round", "open_betting")
    play.run("report: {irregularity: CS-I22}")
    assert [raised.number for raised in play.events(e.IrregularityRaised)] == [1, 2, 3]


def test_cs_i01_too_few_cards_book_the_later_ones_anew_before_anybody_rules():
    play = dealing().run("report: {irregularity: CS-I01, position: seat 2 card 1, count: 4}")
    (corrected,) = play.events(e.DealOrderCorrected)
    assert corrected.irregularity == "CS-I01"
    assert play.round.cards("seat 2") == ("8d",)
    assert play.round.cards("seat 3") == ("7h", "9c")
    assert play.round.deal_order.count("seat 2") == 4


def test_cs_i01_too_many_cards_likewise():
    play = dealing().run("report: {irregularity: CS-I01, position: seat 1 card 2, count: 6}")
    assert play.round.cards("seat 1") == ("8h", "7h", "9c")
    assert play.round.cards("seat 2") == ("Ks", "Qs")
    assert play.round.deal_order.count("seat 1") == 6


def test_cs_d15_the_dealers_missing_card_comes_after_all_others():
    play = dealing().run("report: {irregularity: CS-I02, position: dealer card 1, count: 4}")
    assert play.round.deal_order[-1] == "dealer"
    assert play.round.cards("dealer") == ("Qs",)
    assert play.round.cards("seat 1") == ("8h", "Ad")
    assert play.state.open_irregularity is None


def test_cs_i15_a_skipped_seat_books_nothing_until_the_ruling():
    play = dealing().run("report: {irregularity: CS-I15, seat: 2}")
    assert play.events(e.DealOrderCorrected) == []
    assert play.state.shown_phase is Phase.HELD


def test_cs_i21_a_wrong_payment_is_written_beside_the_record_of_what_was_due():
    play = decided({1: FLUSH, 2: NOTHING}).run("pay: 2")
    play.run("report: {irregularity: CS-I21, seat: 2, amount: 30}", "rule: as_proposed")
    (booked,) = play.events(e.CompensationBooked)
    assert (booked.seat, booked.paid_minor, booked.due_minor) == (2, 30_00, -30_00)


def test_a_report_replaces_what_the_table_has_found():
    play = dealt({1: FLUSH, 2: PAIR_OF_EIGHTS}).run("shoe: 5d", "report: {irregularity: CS-I18}")
    assert [item.irregularity for item in play.state.irregularities] == ["CS-I18"]
    (replaced,) = play.events(e.IrregularityReplaced)
    assert replaced.number == 1


def test_a_report_never_replaces_a_report_or_a_fouled_deck():
    play = dealt({1: FLUSH}).run("report: {irregularity: CS-I10, seat: 1}")
    assert play.refused("report: {irregularity: CS-I18}") == "held"
    play = dealt({1: FLUSH}).run("shoe: 9h")
    assert play.refused("report: {irregularity: CS-I18}") == "held"


# what a report says, and what is wrong with it; each against `dealing` above
NO_CAUSE = [
    ("CS-I01, position: seat 1 card 2", "missing", "count"),
    ("CS-I01, position: seat 1 card 2, count: 4, card: 8h", "unknown", "card"),
    ("CS-I01, position: seat 1 card 2, count: 4, seat: 2", "fact", "seat"),
    ("CS-I01, position: dealer card 2, count: 4, seat: 2", "fact", "seat"),
    ("CS-I01, position: dealer card 2, count: 4", "missing", "seat_in_round"),
    ("CS-I01, position: seat 9 card 2, count: 4", "missing", "seat_in_round"),
    ("CS-I01, position: seat 1 card 2, count: 5", "missing", "count_is_wrong"),
    ("CS-I01, position: seat 1 card 9, count: 6", "missing", "correction_adds_up"),
    ("CS-I01, position: seat 1 card 2, count: 13", "missing", "correction_adds_up"),
    ("CS-I01, position: seat 1 card 2, count: 999999999", "missing", "correction_adds_up"),
    ("CS-I01, position: seat 1 card 2, count: 9999999999", "fact", "count"),
    ("CS-I01, position: seat 1 card 2, count: -1", "fact", "count"),
    ("CS-I01, position: first card, count: 4", "fact", "position"),
    ("CS-I02, position: seat 1 card 2, count: 4", "missing", "dealer_position"),
    ("CS-I02, position: dealer card 2, count: 3", "missing", "count_is_one_short"),
    ("CS-I02, position: dealer card 7, count: 4", "missing", "correction_adds_up"),
    ("CS-I03, count: 4", "missing", "count_is_not_one_short"),
    ("CS-I03, count: 5", "missing", "count_is_wrong"),
    ("CS-I05, position: seat 1 card 1", "missing", "dealer_position"),
    ("CS-I05, position: dealer card 5", "missing", "other_face_seen"),
    ("CS-I08, seat: 7", "missing", "seat_in_round"),
    ("CS-I08, seat: one", "fact", "seat"),
    ("CS-I08, seat: 1, card: 10h", "fact", "card"),
    ("CS-I08, seat: 1, cards: 8h 10h", "fact", "card"),
    ("CS-I11, seat: 7", "missing", "seat_exists"),
    ("CS-I14, card: 9c", "missing", "card_is_last_read"),
    ("CS-I14, card: Qs, seat: 1", "missing", "seat_without_hand"),
    ("CS-I15, seat: 7", "missing", "seat_in_round"),
    ("CS-I16, card: 9c", "missing", "card_is_last_read"),
    ("CS-I06", "missing", "stage"),
    ("CS-I13, seat: 1, amount: 10", "missing", "stage"),
    ("CS-I21, seat: 1, amount: 10", "missing", "stage"),
]  # fmt: skip


@pytest.mark.parametrize(("said", "fact", "value"), NO_CAUSE)
def test_a_report_without_a_cause_is_refused_and_says_what_is_missing(said, fact, value):
    refusal = dealing().refusal(f"report: {{irregularity: {said}}}")
    assert refusal.reason == "not_applicable"
    assert refusal.facts[fact] == value


def test_a_correction_must_leave_a_place_for_every_card_that_came():
    """All cards are out: a hand cannot have had four, unless there is a card too many."""
    play = dealt({1: FLUSH})
    refusal = play.refusal("report: {irregularity: CS-I01, position: seat 1 card 5, count: 4}")
    assert refusal.facts["missing"] == "correction_adds_up"


def test_a_hand_of_no_cards_at_all_can_be_reported():
    play = dealing().run("report: {irregularity: CS-I01, position: seat 1 card 1, count: 0}")
    assert "seat 1" not in play.round.deal_order
    play.run("rule: void_hand")
    assert play.round.cards("seat 2") == ("8h", "Ad", "Qs")
