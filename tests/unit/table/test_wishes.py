"""What acceptors and lamps should be, at every moment of a round."""

from acceptor_play import AcceptorPlay
from table_play import SUPERVISOR, TablePlay

from dealer_station.table import commands as c
from dealer_station.table.acceptors import StrayReason
from dealer_station.table.wishes import AcceptorWish, acceptor_wishes


def windows(play: AcceptorPlay) -> dict[int, bool]:
    return {one.seat: play.wish(one.seat).is_open for one in play.state.acceptors}


def lamps(play: AcceptorPlay) -> list[int]:
    return [one.seat for one in play.state.acceptors if play.wish(one.seat).is_lit]


def test_a_table_without_acceptors_wishes_nothing():
    play = TablePlay()
    assert acceptor_wishes(play.state, play.rules) == ()


def test_windows_are_open_while_betting_is_and_nothing_lies_there():
    play = AcceptorPlay(seats=(1, 2))
    assert windows(play) == {1: False, 2: False}
    play.open_betting(1, 2)
    assert windows(play) == {1: True, 2: True}
    play.token(1)
    assert windows(play) == {1: False, 2: True}
    play.run("close_betting")
    assert windows(play) == {1: False, 2: False}


def test_a_held_table_shuts_every_window_and_opens_them_again():
    play = AcceptorPlay(seats=(1, 2)).open_betting(1)
    play.token(1)
    play.token(1)
    assert windows(play) == {1: False, 2: False}
    play.submit(c.ApplyRuling, SUPERVISOR, option="as_proposed")
    assert windows(play) == {1: False, 2: True}


def test_each_opening_and_each_closing_has_a_number_of_its_own():
    play = AcceptorPlay(seats=(1, 2))
    orders = [play.wish(1).order]
    for _ in range(2):
        play.open_betting(1)
        orders.append(play.wish(1).order)
        play.run("close_betting")
        orders.append(play.wish(1).order)
        play.obey()
        play.run("deal: {1: 9h 7h 5h 3h 2h, dealer: Ah Kh 9s 6c 4h}", "act: 1 bet", "pay")
        assert play.wish(1).order == orders[-1], "a window that is shut is told nothing new"
    assert orders[0] == 0
    assert orders == sorted(set(orders))


def test_a_lamp_burns_from_the_wager_to_its_end():
    play = AcceptorPlay(seats=(1, 2)).open_betting(1, 2)
    assert lamps(play) == []
    play.token(1)
    assert lamps(play) == [1]
    play.run("close_betting")
    play.obey()
    assert lamps(play) == [1]
    play.run("deal: {1: 8h 7c 5c 4d 2s, 2: 9h 7h 5h 3h 2h, dealer: Ah Kh 9s 6c 4h}")
    play.run("act: 1 bet; 2 bet")
    assert lamps(play) == [1]
    play.run("pay")
    assert lamps(play) == []


def test_a_wager_taken_back_is_dark_and_may_come_again():
    play = AcceptorPlay(seats=(1, 2)).open_betting(1)
    play.token(1)
    play.run("withdraw: 1 progressive")
    # An order of its own: its acceptor has shut after the first token, and waits for a new one.
    assert play.wish(1) == AcceptorWish(
        "acceptor-1", is_open=True, order=play.state.version, is_lit=False
    )
    assert play.wish(1).order > play.wish(2).order == play.state.betting_number
    play.token(1)
    assert lamps(play) == [1]
    again = play.wish(1).order
    play.run("close_betting")
    assert play.wish(1).order == play.wish(2).order > again


def test_chips_taken_back_leave_the_window_as_it_is():
    play = AcceptorPlay(seats=(1, 2)).open_betting(1, 2)
    play.run("withdraw: 1 ante")
    assert play.wish(1).order == play.state.betting_number


def test_a_token_given_back_while_betting_closes_leaves_the_answers_as_they_are():
    play = AcceptorPlay(seats=(1, 2)).open_betting(1, 2)
    play.run("close_betting")
    play.token(1, 5_00)
    play.obey(1)
    closing = play.state.closing.number
    assert play.state.acceptor("acceptor-1").shut_for == closing
    play.submit(c.ApplyRuling, SUPERVISOR, option="as_proposed")
    assert [play.wish(seat).order for seat in (1, 2)] == [closing, closing]
    play.obey(1)
    play.token(1)
    assert [token.reason for token in play.state.stray_tokens] == [StrayReason.LATE]


def test_a_token_that_was_no_wager_and_is_given_back_opens_the_window_anew():
    play = AcceptorPlay(seats=(1, 2)).open_betting(1, 2)
    play.token(1, 5_00)
    assert windows(play) == {1: False, 2: False}
    play.submit(c.ApplyRuling, SUPERVISOR, option="as_proposed")
    assert windows(play) == {1: True, 2: True}
    assert play.wish(1).order == play.state.version > play.wish(2).order


def test_a_void_round_is_dark():
    play = AcceptorPlay(seats=(1, 2)).open_betting(1)
    play.token(1)
    play.run("close_betting")
    play.obey()
    play.run("report: {irregularity: CS-I18}", "rule: void_round by supervisor")
    assert lamps(play) == []
