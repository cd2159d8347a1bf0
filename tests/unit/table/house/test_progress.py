"""What follows by itself, and nothing while a ruling is open."""

import pytest
from table_play import FLUSH, TablePlay, baccarat, dealt, decided

from dealer_station.table import events as e
from dealer_station.table.lifecycle import Phase
from dealer_station.table.roles import Role


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


def coup(*lines: str) -> TablePlay:
    """A baccarat round with ten on the Player, after these steps."""
    return baccarat().run("open_betting", "wager: 1 player 10", "close_betting", *lines)


@pytest.mark.parametrize(
    ("cards", "called"),
    [
        ("5c 4h 3d 5s", []),
        ("6c 3s Kh 4d", []),
        ("4h Kd 2c 3s", ["banker"]),
        ("Ks 2h Qd Ac", ["player"]),
        ("Ks 2h Qd Ac 8s", ["player"]),
        ("Ks 2h Qd Ac 9h", ["player", "banker"]),
    ],
)
def test_further_cards_are_called_for_one_by_one_as_the_cards_before_them_say(cards, called):
    play = coup(f"shoe: {cards}")
    orders = [event.deal_order for event in play.events(e.CardsCalled)]
    assert [order[-1] for order in orders] == called
    is_due = len(cards.split()) < 4 + len(called)
    assert play.state.phase is (Phase.DRAWING if is_due else Phase.PAYING)
    assert (play.history()[-1] == "hands_completed") is not is_due


def test_the_hands_are_complete_in_the_order_of_payment():
    play = baccarat().run("open_betting", "wager: 1 player 10; 3 banker 10", "close_betting")
    play.run("shoe: 5c 4h 3d 5s")
    (completed,) = play.events(e.HandsCompleted)
    assert (completed.pay_order, play.round.turns) == ((3, 1), (3, 1))


def test_no_card_is_called_for_while_a_ruling_is_open():
    play = coup("shoe: Ks 2h Qd", "report: {irregularity: BA-I11}", "shoe: Ac")
    assert (play.history()[-1], play.state.phase) == ("card_drawn", Phase.DEALING)
    play.run("rule: play_on")
    assert (play.history()[-1], play.state.phase) == ("cards_called", Phase.DRAWING)


@pytest.mark.parametrize(
    ("cards", "phase", "last", "position"),
    [
        # A third card was burned: before and after the hands were complete.
        ("Ks 2h Qd Ac 9h", Phase.DRAWING, "cards_called", "player card 3"),
        ("Ks 2h Qd Ac 8s", Phase.DRAWING, "cards_called", "player card 3"),
        ("Ks 2h Qd Ac 9h 5d", Phase.DRAWING, "cards_called", "banker card 3"),
        # A card of the first deal was burned, with a third card called for and without.
        ("Ks 2h Qd Ac", Phase.DEALING, "deal_resumed", "banker card 2"),
        ("5c 4h 3d 5s", Phase.DEALING, "deal_resumed", "banker card 2"),
    ],
)
def test_a_burned_card_takes_the_round_back_to_where_it_is_due(cards, phase, last, position):
    play = coup(f"shoe: {cards}", "report: {irregularity: BA-I09}", "rule: burn_card")
    assert (play.state.phase, play.round.next_position) == (phase, position)
    assert play.history()[-1] == last


def test_what_was_called_for_before_a_burn_is_called_for_anew():
    """With the new fourth card the Banker has a natural: no third card is due any more."""
    play = coup("shoe: Ks 2h Qd Ac", "report: {irregularity: BA-I09}", "rule: burn_card")
    play.run("shoe: 6d")
    assert (play.state.phase, play.history()[-1]) == (Phase.PAYING, "hands_completed")
    assert play.round.deal_order == ("player", "banker", "player", "burn", "banker")


def natural(*lines: str, **overrides: str) -> TablePlay:
    """A baccarat round that the Banker wins with a natural, before the payment."""
    play = baccarat(seats=(1, 2), **overrides).run(
        "open_betting", "wager: 1 player 10; 2 banker 10"
    )
    return play.run("close_betting", "shoe: 7c 8d Kc Kh", *lines)


def test_a_card_that_the_round_needs_waits_for_the_ruling_and_is_called_for_then():
    play = baccarat().run("open_betting", "close_betting", "shoe: 2c 2d 3c")
    play.run("report: {irregularity: BA-I19}", "shoe: 2h 9d", "rule: play_on")
    assert play.view["cards"] == {"player": "2c 3c 9d", "banker": "2d 2h"}
    assert [ruling["irregularity"] for ruling in play.view["rulings"]] == ["BA-I19"]


def test_what_was_called_for_by_a_card_that_is_burned_is_called_for_anew():
    play = baccarat(seats=(1,)).run("open_betting", "wager: 1 player 10", "close_betting")
    play.run("shoe: 2c 2d 3c 2h", "report: {irregularity: BA-I09}", "shoe: 6d", "rule: burn_card")
    assert play.view["cards"] == {"player": "2c 3c", "banker": "2d 6d", "burn": "2h"}
    assert play.next["kind"] == "pay"


def test_a_card_in_the_place_of_a_burned_one_may_call_for_another_before_the_payment():
    play = natural("report: {irregularity: BA-I09}", "shoe: 2d", "rule: burn_card")
    assert play.next == {"kind": "card", "position": "banker card 3"}
    waiting = natural("report: {irregularity: BA-I09}", "shoe: 2d 3d", "rule: burn_card")
    assert waiting.view["cards"]["banker"] == "8d 2d 3d"
    assert waiting.run("pay").view["phase"] == "settled"


def test_an_unread_card_in_the_place_of_a_burned_one_takes_the_table_out_of_the_payment():
    play = natural("report: {irregularity: BA-I09}", "shoe: ??", "rule: burn_card")
    assert play.seen_by(Role.DEALER)["stage"] == "dealing"
    assert play.run("shoe: 9s").next == {"kind": "pay", "seat": 2}
