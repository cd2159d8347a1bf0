"""Reports: who says what, with which facts, and what the table books at once."""

import pytest
from table_play import FLUSH, NOTHING, PAIR_OF_EIGHTS, TablePlay, baccarat, dealt, decided

from dealer_station.table import events as e
from dealer_station.table.lifecycle import Phase
from dealer_station.table.roles import Role

HANDS = ("seat 1", "seat 2", "seat 3", "dealer")


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
    assert (raised.person_id, raised.card_number) == ("dealer", 0)
    assert raised.facts == {"seat": "2", "note": "told seat 3"}
    assert [option.option.value for option in raised.options] == ["dead_hand", "play_on"]
    assert raised.is_held


def test_what_the_dealer_decides_holds_nothing_and_is_ruled_by_him():
    play = dealing().run("report: {irregularity: CS-I14, card: Qs}")
    (raised,), (ruled,) = play.events(e.IrregularityRaised), play.events(e.RulingMade)
    assert not raised.is_held
    assert raised.card_number == len(play.round.draws) == 7
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


@pytest.mark.parametrize(
    ("count", "place", "order"),
    [
        (4, "seat 2 card 5", ("seat 1", "seat 3", "dealer")),
        (3, "seat 2 card 5", ("seat 1", "seat 3", "dealer")),
        (6, "seat 2 card 6", ("seat 1", "seat 2", "seat 2", "seat 3", "dealer")),
    ],
)
def test_cs_i01_without_a_place_the_last_one_of_the_hand_is_meant(count, place, order):
    """The faces that are out stay where they are; the facts say which place was taken."""
    play = dealing()
    before = [play.round.cards(hand) for hand in HANDS]
    play.run(f"report: {{irregularity: CS-I01, seat: 2, count: {count}}}")
    (raised,) = play.events(e.IrregularityRaised)
    assert raised.facts == {"seat": "2", "count": str(count), "position": place}
    assert play.round.deal_order[-len(order) :] == order
    assert play.round.deal_order.count("seat 2") == count
    assert [play.round.cards(hand) for hand in HANDS] == before


def test_cs_d15_the_dealers_missing_card_comes_after_all_others():
    play = dealing().run("report: {irregularity: CS-I02, position: dealer card 1, count: 4}")
    assert play.round.deal_order[-1] == "dealer"
    assert play.round.cards("dealer") == ("Qs",)
    assert play.round.cards("seat 1") == ("8h", "Ad")
    assert play.state.open_irregularity is None
    (corrected,) = play.events(e.DealOrderCorrected)
    assert (corrected.is_dealer_card_last, play.round.late_dealer_cards) == (True, 1)


def test_only_the_dealers_missing_card_is_called_late():
    play = dealing().run("report: {irregularity: CS-I01, position: seat 2 card 1, count: 4}")
    (corrected,) = play.events(e.DealOrderCorrected)
    assert (corrected.is_dealer_card_last, play.round.late_dealer_cards) == (False, 0)


def test_cs_i02_the_dealers_hand_is_completed_once_a_round():
    said = "report: {irregularity: CS-I02, position: dealer card 1, count: 4}"
    play = dealing().run(said)
    assert play.refusal(said).facts["missing"] == "dealer_not_completed"


def test_cs_i15_a_skipped_seat_books_nothing_until_the_ruling():
    play = dealing().run("report: {irregularity: CS-I15, seat: 2}")
    assert play.events(e.DealOrderCorrected) == []
    assert play.state.shown_phase is Phase.HELD


@pytest.mark.parametrize(
    ("said", "facts"),
    [
        ("seat: 2", {"seat": "2", "position": "seat 2 card 2"}),
        ("seat: 2, position: seat 2 card 1", {"seat": "2", "position": "seat 2 card 1"}),
    ],
)
def test_cs_i15_the_newest_booked_place_is_meant_where_none_is_named(said: str, facts):
    play = dealing().run(f"report: {{irregularity: CS-I15, {said}}}")
    (raised,) = play.events(e.IrregularityRaised)
    assert raised.facts == facts


def test_cs_i15_a_seat_that_was_never_dealt_to_has_no_place():
    play = TablePlay().run("open_betting", "wager: 1 ante 10; 2 ante 10", "close_betting")
    play.run("shoe: 8h", "report: {irregularity: CS-I15, seat: 2}", "rule: void_hand")
    (raised,) = play.events(e.IrregularityRaised)
    assert raised.facts == {"seat": "2"}
    assert play.round.deal_order == ("seat 1", *("dealer", "seat 1") * 4, "dealer")


def test_cs_i21_a_wrong_payment_is_written_beside_the_record_of_what_was_due():
    play = decided({1: FLUSH, 2: NOTHING}).run("pay: 2")
    play.run("report: {irregularity: CS-I21, seat: 2, amount: 30}")
    assert play.events(e.CompensationBooked) == []
    play.run("rule: as_proposed")
    (booked,) = play.events(e.CompensationBooked)
    assert (booked.seat, booked.paid_minor, booked.due_minor) == (2, 30_00, 0)
    assert (booked.irregularity_number, booked.person_id) == (1, "supervisor")
    assert play.history()[-2:] == ["ruling_made", "compensation_booked"]


def test_cs_i21_what_was_handed_over_counts_with_the_stakes_and_after_a_correction_as_corrected():
    """Ante and Bet of 30.00 and the wins of 110.00 are due to the flush."""
    play = decided({1: FLUSH}).run("pay")
    said = "report: {{irregularity: CS-I21, seat: 1, amount: {}}}"
    assert play.refusal(said.format(140)).facts["missing"] == "payment_differs"
    play.run(said.format(110), "rule: play_on")
    assert play.refusal(said.format("110.00")).facts["missing"] == "payment_differs"
    play.run(said.format(140), "rule: play_on")
    assert [(b.paid_minor, b.due_minor) for b in play.events(e.CompensationBooked)] == [
        (110_00, 140_00),
        (140_00, 110_00),
    ]
    assert play.round.compensated == ((1, 140_00),)


@pytest.mark.parametrize("named", ["Qs", "9c", "2h"])
def test_cs_i14_i16_the_card_read_last_is_meant_whatever_the_dealer_calls_it(named: str):
    """Qs was read last, 9c lies in a hand, 2h in the shoe: his answer is the same."""
    play = dealing().run(f"report: {{irregularity: CS-I16, card: {named}}}")
    (raised,) = play.events(e.IrregularityRaised)
    assert raised.facts == {"card": named, "read": "Qs"}
    assert play.seen_by(Role.DEALER)["ruling"]["facts"] == {"card": "##", "read": "##"}
    assert play.run("rule: burn_card").round.cards("burn") == ("Qs",)
    play = dealing().run(f"report: {{irregularity: CS-I14, card: {named}}}")
    assert play.round.cards("aside") == ("Qs",)


HOLE_CARD_REPORTS = (
    "",
    ", card: Kh",
    ", card: 9c",
    ", position: dealer card 2",
    ", position: dealer card 2, card: Kh",
    ", position: dealer card 2, card: 9c",
)


@pytest.mark.parametrize("said", HOLE_CARD_REPORTS)
def test_cs_i05_a_hole_card_is_reported_by_its_face_or_its_place_and_the_answer_tells_nothing(
    said: str,
):
    """Kh is a hole card, 9c is nobody's: both reports are taken alike, for a ruler to look."""
    play = dealt({1: FLUSH}).run(f"report: {{irregularity: CS-I05{said}}}")
    assert play.state.shown_phase is Phase.HELD


def test_cs_i05_the_up_card_is_seen_by_all():
    for said in ("card: 4h", "position: dealer card 5", "position: dealer card 5, card: Kh"):
        refusal = dealt({1: FLUSH}).refusal(f"report: {{irregularity: CS-I05, {said}}}")
        assert refusal.facts["missing"] == "no_up_card_named"


def test_cs_i05_after_a_completed_hand_the_up_card_is_the_dealers_fourth():
    play = dealing().run("report: {irregularity: CS-I02, position: dealer card 1, count: 4}")
    play.run("shoe: 2c 3c 4c 5c 6c 2d 3d 4d 5d 6d 2s 3s 4s")
    assert play.round.cards("dealer") == ("Qs", "5c", "4d", "3s", "4s")
    refusal = play.refusal("report: {irregularity: CS-I05, position: dealer card 4}")
    assert refusal.facts["missing"] == "no_up_card_named"
    play.run("report: {irregularity: CS-I05, position: dealer card 5}")
    assert play.state.shown_phase is Phase.HELD


def test_cs_i19_the_stub_is_counted_against_the_cards_that_have_left_the_shoe():
    for play, stub in ((dealing(), 45), (decided({1: FLUSH}).run("pay"), 42), (TablePlay(), 52)):
        refusal = play.refusal(f"report: {{irregularity: CS-I19, count: {stub}}}")
        assert refusal.facts["missing"] == "stub_count_is_wrong"
        play.run(f"report: {{irregularity: CS-I19, count: {stub - 1}}}")
        play.run("rule: fouled_deck by manager")
        assert play.state.is_deck_locked


def test_cs_i17_a_bad_card_is_found_at_an_idle_table_too():
    play = TablePlay().run("report: {irregularity: CS-I17, card: 5d}")
    assert play.run("rule: fouled_deck by manager").state.is_deck_locked


def test_cs_i06_a_hole_card_that_was_seen_at_payment_is_one_of_the_dealers():
    said = "report: {{irregularity: CS-I06{}}}"
    for more in (
        "",
        ", position: dealer card 1",
        ", card: Kh",
        ", position: dealer card 2, card: Kh",
    ):
        play = decided({1: FLUSH}).run(said.format(more))
        assert play.state.irregularities[-1].ruling == "play_on"
    for more, missing in (
        (", position: seat 1 card 1", "dealer_position_or_none"),
        (", position: dealer card 6", "position_dealt"),
    ):
        refusal = decided({1: FLUSH}).refusal(said.format(more))
        assert refusal.facts["missing"] == missing


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
    ("CS-I01, position: dealer card 2, count: 4", "missing", "seat_named"),
    ("CS-I01, count: 4", "missing", "seat_named"),
    ("CS-I01, seat: 9, count: 4", "missing", "seat_in_round"),
    ("CS-I01, seat: 1, count: 5", "missing", "count_is_wrong"),
    ("CS-I01, seat: 1, count: 13", "missing", "correction_adds_up"),
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
    ("CS-I05, position: seat 1 card 1", "missing", "dealer_position_or_none"),
    ("CS-I03, position: seat 1 card 1, count: 6", "missing", "dealer_position_or_none"),
    ("CS-I05, position: dealer card 5", "missing", "position_dealt"),
    ("CS-I07, position: seat 1 card 1", "missing", "dealer_position_or_none"),
    ("CS-I07, position: dealer card 2", "missing", "position_dealt"),
    ("CS-I08, seat: 1, card: 8h, cards: 2c 3c 4c 5c 6c", "missing", "cards_of_one_hand"),
    ("CS-I19, count: 45", "missing", "stub_count_is_wrong"),
    ("CS-I08, seat: 7", "missing", "seat_in_round"),
    ("CS-I08, seat: one", "fact", "seat"),
    ("CS-I08, seat: 1, card: 10h", "fact", "card"),
    ("CS-I08, seat: 1, cards: 8h 10h", "fact", "card"),
    ("CS-I11, seat: 7", "missing", "seat_exists"),
    ("CS-I14, card: Qs, seat: 1", "missing", "seat_without_hand"),
    ("CS-I15, seat: 7", "missing", "seat_in_round"),
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


@pytest.mark.parametrize(
    "said", ["seat: 1, amount: 20", "seat: 2, amount: 5", "seat: 9, amount: 5", "amount: 5"]
)
@pytest.mark.parametrize("irregularity", ["BA-I08", "BA-I23"])
def test_a_payment_that_is_right_or_of_nobody_is_no_cause_for_a_report(
    irregularity: str, said: str
):
    """Seat 1 was handed its 20.00, seat 2 not yet: as with CS-I21 and CH-I24."""
    play = baccarat(seats=(1, 2), payment_order="left").run("open_betting")
    play.run("wager: 1 player 10; 2 banker 10", "close_betting", "shoe: 9s 3h Kd 4c", "pay: 1")
    refusal = play.refusal(f"report: {{irregularity: {irregularity}, {said}}}")
    assert (refusal.reason, refusal.facts) == (
        "not_applicable",
        {"irregularity": irregularity, "missing": "payment_differs_if_said"},
    )
    assert not play.state.irregularities
    play.run(f"report: {{irregularity: {irregularity}, seat: 1, amount: 25}}")


def test_ba_i08_a_payment_of_the_round_before_that_is_right_is_no_cause_for_a_report():
    play = baccarat(seats=(1,)).run("open_betting", "wager: 1 player 10", "close_betting")
    play.run("shoe: 9s 3h Kd 4c", "pay", "open_betting", "wager: 1 player 20")
    for said in ("seat: 1, amount: 20", "seat: 1, amount: 20, round_paid: 1", "seat: 3, amount: 9"):
        refusal = play.refusal(f"report: {{irregularity: BA-I08, {said}}}")
        assert refusal.facts["missing"] == "payment_differs_if_said"
    assert not play.state.irregularities
