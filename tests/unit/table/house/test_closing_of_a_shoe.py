"""The order of a round from a shoe: burns between rounds, a card kept from the round before."""

from table_play import TablePlay, baccarat

from dealer_station.table import events as e

COUP = "4h Kd 2c 3s 4h"
NATURAL = "9h 9h Kh Kh"
FIRST = ("player", "banker", "player", "banker")


def closed(play: TablePlay) -> TablePlay:
    return play.run("open_betting", "wager: 1 player 10", "close_betting")


def kept(**options: str) -> TablePlay:
    """The four of diamonds waits for the second round; its betting is closed."""
    play = closed(baccarat(set_aside_card="next_round", **options))
    play.run(f"shoe: {NATURAL} 4d", "rule: set_aside", "pay")
    return closed(play)


def test_a_round_says_who_is_in_it_though_seats_get_no_cards():
    play = baccarat().run("open_betting", "wager: 3 player 10; 1 banker 10; 1 tie 5")
    play.run("close_betting")
    (event,) = play.events(e.BettingClosed)
    assert (event.deal_order, event.seats) == (FIRST, (1, 3))
    assert [hand.seat for hand in play.round.hands] == [1, 3]


def test_ba_d14_cards_are_burned_before_every_round_but_the_first_of_a_shoe():
    play = closed(baccarat(burn_between_rounds="2"))
    assert play.round.deal_order == FIRST
    play.run(f"shoe: {COUP}", "pay")
    closed(play)
    assert play.round.deal_order == ("burn", "burn", *FIRST)
    play.run("shoe: Ks Qs")
    assert (play.round.cards("burn"), play.round.next_position) == (("Ks", "Qs"), "player card 1")
    play.run(f"shoe: {COUP}", "pay", "new_deck", "shoe: As 2d")
    assert closed(play).round.deal_order == FIRST


def test_a_void_round_was_a_round_of_the_shoe():
    play = closed(baccarat(burn_between_rounds="1")).run("report: {irregularity: BA-I02}")
    closed(play.run("rule: void_round"))
    assert play.round.deal_order == ("burn", *FIRST)


def test_a_round_that_was_void_before_the_deal_was_none():
    play = baccarat(burn_between_rounds="1").run("open_betting", "shoe: 5d", "rule: void_round")
    assert closed(play).round.deal_order == FIRST


def test_ba_d02_a_kept_card_lies_there_when_betting_is_closed_and_is_not_read_again():
    play = kept()
    (event,) = play.events(e.KeptCardPlayed)
    assert (event.card, event.position) == ("4d", "player card 1")
    assert (play.round.cards("player"), play.round.next_position) == (("4d",), "banker card 1")
    assert (play.state.shoe.kept_cards, play.state.cards_out) == ((), 5)
    play.run("shoe: Kd 2c 3s 4h")
    assert play.round.cards("player") == ("4d", "2c")
    assert play.state.phase == "paying"


def test_a_kept_card_comes_before_the_burns_since_it_has_left_the_shoe():
    play = kept(burn_between_rounds="2")
    assert play.round.deal_order == ("player", "burn", "burn", *FIRST[1:])
    play.run("shoe: Ks Qs Kd")
    assert (play.round.cards("player"), play.round.cards("banker")) == (("4d",), ("Kd",))


def test_a_kept_card_and_one_burned_while_wagers_are_open_lie_each_in_its_place():
    play = closed(baccarat(set_aside_card="next_round"))
    play.run(f"shoe: {NATURAL} 4d", "rule: set_aside", "pay", "open_betting", "shoe: 7s")
    play.run("rule: burn_card", "close_betting")
    assert play.round.draws == ("7s", "4d")
    assert (play.round.cards("burn"), play.round.cards("player")) == (("7s",), ("4d",))
    assert play.state.cards_out == 6


def test_a_new_shoe_has_no_card_of_the_old_one():
    play = closed(baccarat(set_aside_card="next_round"))
    play.run(f"shoe: {NATURAL} 4d", "rule: set_aside", "pay", "new_deck", "shoe: As 2d")
    closed(play)
    assert play.events(e.KeptCardPlayed) == []
    assert play.round.next_position == "player card 1"
