"""What follows by itself, and nothing while a ruling is open."""

from table_play import FLUSH, TablePlay, dealt, decided


def test_the_last_act_the_last_card_and_the_last_payment_carry_the_round_on():
    assert dealt({1: FLUSH}).history()[-1] == "deal_completed"
    assert decided({1: FLUSH}).history()[-1] == "decisions_closed"
    assert decided({1: FLUSH}).run("pay").history()[-1] == "round_settled"


def test_a_deal_in_which_every_hand_died_goes_on_to_payment_without_decisions():
    play = TablePlay(seats=(1,)).run(
        "open_betting", "wager: 1 ante 10", "close_betting", "shoe: 8h"
    )
    play.run("report: {irregularity: CS-I09, seat: 1}", "rule: dead_hand", "shoe: Ah Kh 9s 6c 4h")
    assert play.history()[-3:] == ["card_drawn", "deal_completed", "decisions_closed"]


def test_the_end_of_a_deal_waits_for_an_open_ruling():
    play = TablePlay(seats=(1,)).run("open_betting", "wager: 1 ante 10", "close_betting")
    play.run("shoe: 8h", "report: {irregularity: CS-I10, seat: 1}")
    play.run("shoe: Ah 7c Kh 5c 9s 4d 6c 2s 4h")
    assert play.history()[-1] == "card_drawn"
    play.run("rule: play_on")
    assert play.history()[-2:] == ["ruling_made", "deal_completed"]


def test_a_correction_that_makes_cards_due_resumes_the_deal():
    play = dealt({1: FLUSH})
    play.run("report: {irregularity: CS-I16, card: 4h}", "rule: burn_card")
    assert play.history()[-1] == "deal_resumed"
    play.run("shoe: 4c")
    assert play.history()[-1] == "deal_completed"
