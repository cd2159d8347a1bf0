"""One bettor of a past round over HTTP: what he staked and won, who may ask, and no hidden card."""

import re

import httpx
import pytest
from api_builders import code_of, must, send, sign_in
from book_play import SEVEN
from book_station import URL, BookStation
from people_builders import STAFF

from dealer_station.people.people import People
from dealer_station.people.rights import RIGHTS, Right
from dealer_station.table.roles import Role

ACCOUNTS = tuple(STAFF)
CARD = re.compile(r"\b(?:[2-9TJQKA][cdhs]|Jo)\b")
LATER = 2**64 - 1


def past(client: httpx.Client, number: int, bettor: int) -> httpx.Response:
    return client.get(f"{URL}/rounds/{number}/bettors/{bettor}")


def play_two_rounds(book: BookStation) -> None:
    """In the first bettor 1 wins and bettor 2 is folded by time; the second hits the Jumbo 7."""
    play = book.play.bet((1, "ante", 1000), (1, "bonus", 500), (LATER, "ante", 700))
    play.deal().decide((1, "call")).time_out().finish()
    play.bet((1, "ante", 1000), (1, "jumbo7", 100), (3, "ante", 500), (3, "jumbo7", 200))
    play.deal(SEVEN).decide((1, "fold"), (3, "call")).finish("Th Jh")


def test_a_past_round_says_of_each_bettor_what_it_said_at_its_end(
    book: BookStation, platform: httpx.Client
) -> None:
    play = book.play.bet((1, "ante", 1000), (1, "bonus", 500), (LATER, "ante", 700))
    play.deal().decide((1, "call")).time_out().finish()
    ended = [must(platform.get(f"{URL}/bettors/{bettor}")) for bettor in (1, LATER)]
    assert [one["result"] for one in ended] == ["65.00", "-7.00"]
    play.bet((1, "ante", 2000))
    assert [must(past(platform, 1, bettor)) for bettor in (1, LATER)] == ended
    assert must(past(platform, 2, 1)) == must(platform.get(f"{URL}/bettors/1"))
    assert must(past(platform, 2, 1))["stakes"] == [
        {"spot": "ante", "staked": "20.00", "outcome": "pending", "net": None}
    ]
    play.deal().decide((1, "fold")).finish()
    assert [must(past(platform, 1, bettor)) for bettor in (1, LATER)] == ended
    assert must(past(platform, 2, 1))["result"] == "-20.00"


def test_shares_of_a_pool_are_told_to_the_cent(book: BookStation, platform: httpx.Client) -> None:
    play_two_rounds(book)
    book.play.bet((9, "ante", 1000))
    nets = {
        bettor: {one["spot"]: one["net"] for one in must(past(platform, 2, bettor))["stakes"]}
        for bettor in (1, 3)
    }
    assert nets[1] == {"ante": "-10.00", "jumbo7": "3332.33"}
    # The seven hearts are the board's best five for the dealer too: he who called ties.
    assert nets[3] == {"ante": "0.00", "call": "0.00", "jumbo7": "6664.67"}


def test_what_there_is_none_of_is_said(book: BookStation, platform: httpx.Client) -> None:
    play_two_rounds(book)
    for number, bettor, what in ((1, 3, "bettor"), (2, LATER, "bettor"), (0, 1, "round"),
                                 (3, 1, "round"), (2**53, 1, "round")):  # fmt: skip
        answer = past(platform, number, bettor)
        assert (answer.status_code, code_of(answer)) == (404, "not_found")
        assert answer.json()["facts"] == {"what": what}
    elsewhere = platform.get("/api/tables/nowhere/rounds/1/bettors/1")
    assert (elsewhere.status_code, code_of(elsewhere)) == (404, "not_found")
    for path in ("rounds/x/bettors/1", "rounds/1/bettors/-1", f"rounds/1/bettors/{2**64}"):
        assert platform.get(f"{URL}/{path}").status_code == 422


def test_a_round_of_seats_has_no_book(book: BookStation, platform: httpx.Client) -> None:
    with book.station.screen() as dealer:
        sign_in(dealer, Role.DEALER)
        must(send(dealer, "open_table"))
        must(send(dealer, "open_betting"))
    answer = platform.get("/api/tables/CS-2/rounds/1/bettors/1")
    assert (answer.status_code, answer.json()["facts"]) == (404, {"what": "book"})


@pytest.mark.parametrize("role", ACCOUNTS)
def test_who_may_ask(book: BookStation, screen: httpx.Client, people: People, role: Role) -> None:
    play_two_rounds(book)
    sign_in(screen, role)
    for number in (1, 2):
        answer = past(screen, number, 1)
        if role in RIGHTS[Right.RECALL_BETTORS]:
            assert answer.status_code == 200
        else:
            assert (answer.status_code, code_of(answer)) == (403, "right_missing")
            assert answer.json()["facts"]["right"] == Right.RECALL_BETTORS.value
            assert people.journal.read(limit=1)[0].kind.value == "right_refused"
    assert {Role.PLATFORM, Role.SUPERVISOR} <= RIGHTS[Right.RECALL_BETTORS]
    assert Role.DEALER not in RIGHTS[Right.RECALL_BETTORS]


def test_nobody_asks_without_a_session(book: BookStation, screen: httpx.Client) -> None:
    play_two_rounds(book)
    assert code_of(past(screen, 1, 1)) == "signed_out"


@pytest.mark.parametrize("role", sorted(RIGHTS[Right.RECALL_BETTORS]))
def test_no_role_is_told_a_card_that_does_not_lie_open(
    book: BookStation, screen: httpx.Client, role: Role
) -> None:
    """At every card of a round that is voided at last, then, and when another one is on."""
    sign_in(screen, role)
    play = book.play.bet((1, "ante", 1000), (1, "bonus", 500)).run("close_betting")
    hands = []
    for card in ("As", "Ad", "Td", "Jc", "Ah", "8c", "5d", "Ac"):
        play.run(f"shoe: {card}")
        answer = past(screen, 1, 1)
        assert not CARD.search(answer.text), answer.text
        hands.append(must(answer)["hand"])
    # Three aces lie open with the flop; the turn that came too early does not count.
    assert hands[-2:] == ["three_of_a_kind", "three_of_a_kind"]
    assert "four_of_a_kind" not in hands
    play.run("rule: void_round")
    voided = must(past(screen, 1, 1))
    assert (voided["hand"], voided["result"]) == ("three_of_a_kind", "0.00")
    play.bet((1, "ante", 500))
    later = past(screen, 1, 1)
    assert must(later) == voided
    assert not CARD.search(later.text)
