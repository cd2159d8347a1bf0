"""What people see of the book: sums above a hundred bettors, one's own row, and no hidden card."""

import json

from book_play import BookPlay
from table_play import TablePlay

from dealer_station.table.roles import Role
from dealer_station.table.seen_book import SeenBook

HIDDEN = ("Td", "Jc", "2c", "2h")
"""The dealer's two cards, the turn and the river."""


def seen(play: BookPlay) -> SeenBook:
    book = play.controller.book()
    assert book is not None
    return book


def test_a_table_without_a_book_shows_none() -> None:
    assert TablePlay().run("open_betting").controller.book() is None
    assert BookPlay().controller.book() is None
    assert "book" not in BookPlay().view


def test_the_table_shows_the_book_in_sums() -> None:
    play = BookPlay().bet((1, "ante", 1000), (2, "ante", 700), (2, "bonus", 100))
    shown = play.seen_by(Role.DEALER)["book"]
    assert (shown["stage"], shown["bettors"], shown["undecided"]) == ("betting", 2, 2)
    assert shown["spots"][0] == {"spot": "ante", "stakes": 2, "staked": "17.00", "net": None}
    assert (shown["outcomes"], shown["house"]) == ([], None)
    play.deal().decide((1, "call"), (2, "fold")).finish()
    shown = play.seen_by(Role.DEALER)["book"]
    assert (shown["stage"], shown["decisions"]) == ("closed", {"call": 1, "fold": 1})
    assert shown["spots"][0]["net"] == "23.00"
    assert shown["house"] == "-22.00"
    assert shown["outcomes"][0] == {
        "spot": "ante", "action": "call", "outcome": "win", "odds": "3:1", "stakes": 1,
        "staked": "10.00", "net": "30.00", "rule": "CH-20",
    }  # fmt: skip
    assert play.controller.public_view()["book"] == shown


def test_few_bettors_are_shown_one_by_one_and_many_in_sums_only() -> None:
    play = BookPlay().bet(*((number, "ante", 500) for number in range(100)))
    assert [one["bettor"] for one in seen(play).view()["shown"]] == list(range(100))
    play.bet_more((100, "ante", 500))
    assert seen(play).view()["shown"] == []
    assert seen(play).view()["bettors"] == 101
    assert seen(play).bettor(100) is not None


def test_a_bettor_sees_his_hand_his_stakes_and_what_became_of_him() -> None:
    play = BookPlay().bet((1, "ante", 1000), (1, "bonus", 500), (2, "ante", 700))
    assert play.bettor(1)["hand"] is None
    assert seen(play).bettor(3) is None
    play.deal()
    assert play.bettor(1) == {
        "bettor": 1,
        "hand": "three_of_a_kind",
        "stakes": [
            {"spot": "ante", "staked": "10.00", "outcome": "pending", "net": None},
            {"spot": "bonus", "staked": "5.00", "outcome": "pending", "net": None},
        ],
        "decision": None,
        "auto_folded": False,
        "call_to_collect": True,
        "result": None,
    }
    play.decide((1, "call")).time_out().finish()
    assert (play.bettor(1)["hand"], play.bettor(1)["result"]) == ("full_house", "65.00")
    assert (play.bettor(2)["decision"], play.bettor(2)["auto_folded"]) == ("fold", True)


def test_no_view_of_the_book_tells_a_card_that_is_not_open() -> None:
    """The hand is named by open cards alone, also where a card came too early."""
    play = BookPlay().bet((1, "ante", 1000), (1, "bonus", 500)).run("close_betting")
    names = []
    for card in ("As", "Ad", "Td", "Jc", "Ah", "8c", "5d", "Ac"):
        play.run(f"shoe: {card}")
        said = json.dumps([seen(play).view(), play.bettor(1)])
        assert not any(f'"{one}"' in said for one in (*HIDDEN, "Ac", "As"))
        names.append(play.bettor(1)["hand"])
    # The fourth ace belongs nowhere yet: it makes no four of a kind.
    assert names[-2:] == ["three_of_a_kind", "three_of_a_kind"]
    play.run("rule: play_on")
    # It is the turn now and lies face down: what the hand is called is not said.
    assert play.controller.public_view()["cards"]["board"] == "Ah 8c 5d ##"
    assert play.bettor(1)["hand"] is None
    play.decide((1, "call")).run("shoe: 2h")
    assert play.bettor(1)["hand"] == "four_of_a_kind"
