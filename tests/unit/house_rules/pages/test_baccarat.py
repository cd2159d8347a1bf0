"""The figures on baccarat's page are those by which the game deals and settles."""

from fractions import Fraction

import pytest
from rules_pages import changed, lines_of, page_of, table_of, text_of
from table_play import baccarat

from dealer_station.cards.card import parse_cards
from dealer_station.games.procedure import BANKER, PLAYER
from dealer_station.games.rules import SpotsInPlay
from dealer_station.house_rules.pages.figures import Language

EN, PL = Language.EN, Language.PL
WINNERS = {
    "Player": ("6 3 3 K", "player"),
    "Banker": ("5 4 3 5", "banker"),
    "Dragon 7": ("4 K 2 3 4", "dragon7"),
    "Tiger 8": ("K 2 Q A 8", "tiger8"),
    "Tie": ("5 2 2 A 4", "tie"),
}
"""Cards out of the shoe with which each wager wins (BA-T..)."""


def cards(ranks: str) -> str:
    return " ".join(
        f"{rank.replace('10', 'T')}{'cdhs'[at % 4]}" for at, rank in enumerate(ranks.split())
    )


def won(spot: str, ranks: str, stake: int, **overrides: str) -> Fraction:
    """What a live table pays on a spot for a stake, in units of the currency."""
    base = spot if spot in {"player", "banker"} else "banker"
    wagers = f"wager: 1 {base} {stake}" + ("" if base == spot else f"; 1 {spot} {stake}")
    play = baccarat(seats=(1,), burn_rule="0", **overrides)
    play.run("new_deck", "open_betting", wagers, "close_betting", f"shoe: {cards(ranks)}", "pay")
    assert play.view["phase"] == "settled"
    return Fraction(play.view["net"]["1"][spot])


def paid(line: tuple[str, ...]) -> Fraction:
    """The odds that a line of the page says."""
    wins, one = line[-1].split(" to ")
    return Fraction(int(wins), int(one))


@pytest.mark.parametrize("name", WINNERS)
@pytest.mark.parametrize(
    "overrides", [{}, {"tie_pays": "9", "dragon7_pays": "30", "tiger8_pays": "24.5"}]
)
def test_each_line_is_what_a_table_pays(name, overrides):
    (line,) = (each for each in lines_of(table_of(page_of("baccarat", **overrides), "pays"))
               if each[0] == name)  # fmt: skip
    ranks, spot = WINNERS[name]
    assert won(spot, ranks, 100, **overrides) == paid(line) * 100


def test_every_wager_has_its_line_of_odds_and_of_limits():
    page = page_of("baccarat")
    named = [line[0] for line in lines_of(table_of(page, "pays"))]
    assert named == list(WINNERS)
    assert [line[0] for line in lines_of(table_of(page, "wagers"))] == named
    assert len(changed("baccarat").game.spots) == len(named)


def test_another_value_at_the_table_is_another_figure_on_the_page():
    said = {
        (EN, "8"): "Tie 8 to 1",
        (EN, "9"): "Tie 9 to 1",
        (PL, "8"): "Remis 8 do 1",
        (PL, "9"): "Remis 9 do 1",
    }
    for (language, pays), words in said.items():
        text = text_of(page_of("baccarat", language, tie_pays=pays))
        assert words in text
        (other,) = (each for (of, value), each in said.items() if of is language and value != pays)
        assert other not in text


def test_odds_that_are_no_whole_number_are_written_in_whole_numbers():
    page = page_of("baccarat", tiger8_pays="24.5")
    assert "Tiger 8 wins 49 to 2" in text_of(page)


def test_limits_are_those_of_the_spots():
    page = page_of("baccarat", tie_min="2.00", tie_max="60.00", tiger8_max="5000.00")
    assert lines_of(table_of(page, "wagers")) == [
        ("Player", "5.00 USD", "500.00 USD"),
        ("Banker", "5.00 USD", "500.00 USD"),
        ("Dragon 7", "5.00 USD", "500.00 USD"),
        ("Tiger 8", "5.00 USD", "5,000.00 USD"),
        ("Tie", "2.00 USD", "60.00 USD"),
    ]


@pytest.mark.parametrize(("minimum", "is_taken"), [("5", True), ("4.99", False)])
def test_the_least_on_the_page_is_the_least_that_is_taken(minimum, is_taken):
    play = baccarat(seats=(1,), burn_rule="0").run("new_deck", "open_betting")
    line = f"wager: 1 player {minimum}"
    if is_taken:
        play.run(line)
    else:
        assert play.refused(line) == "below_min"


PAIRS = {total: f"{total}c Kd" if total else "Kc Kd" for total in range(1, 8)} | {0: "Kc Kd"}
"""Two cards of each total."""


NOBODY = SpotsInPlay()


def drawn(player: str, banker: str) -> tuple[str, ...]:
    """Who gets the next card, as the game says."""
    hands = {PLAYER: parse_cards(player.replace("1c", "Ac")),
             BANKER: parse_cards(banker.replace("1c", "Ac"))}  # fmt: skip
    return changed("baccarat").game.further_order(hands, NOBODY)


def test_the_players_draws_are_those_of_the_game():
    lines = dict(lines_of(table_of(page_of("baccarat"), "deal", 0)))
    assert list(lines) == [str(total) for total in range(8)]
    for total, word in lines.items():
        draws = drawn(PAIRS[int(total)], "7c Kd") == (PLAYER,)
        assert word == ("draws" if draws else "stands")


def test_the_bankers_draws_are_those_of_the_game():
    table = table_of(page_of("baccarat"), "deal", 1)
    lines = lines_of(table)
    assert table.head[2:] == tuple(str(points) for points in range(10))
    assert [line[0] for line in lines] == [str(total) for total in range(8)]
    for total, stood, *by_points in lines:
        pair = PAIRS[int(total)]
        assert (drawn("6c Kd", pair) == (BANKER,)) is (stood == "D")
        for points, letter in enumerate(by_points):
            third = {0: "Kh", 1: "Ah"}.get(points, f"{points}h")
            assert (drawn(f"Kc Kd {third}", pair) == (BANKER,)) is (letter == "D")
            assert letter in "DS"


def test_a_dragon_pushes_the_banker_and_takes_the_player_as_the_page_says():
    assert "a wager on the Banker is a push, a wager on the Player loses" in text_of(
        page_of("baccarat")
    )
    assert won("banker", WINNERS["Dragon 7"][0], 10) == 0
    assert won("player", WINNERS["Dragon 7"][0], 10) == -10


def test_a_tie_gives_player_and_banker_back_as_the_page_says():
    assert "On a tie, wagers on the Player and on the Banker are a push" in text_of(
        page_of("baccarat")
    )
    assert [won(spot, WINNERS["Tie"][0], 10) for spot in ("player", "banker")] == [0, 0]


@pytest.mark.parametrize(
    ("rule", "said"),
    [
        ("first_card", "The first card of a new shoe is turned over"),
        ("decks", "before its first round: 8."),
        ("0", "before its first round: 0."),
        ("12", "before its first round: 12."),
    ],
)
def test_the_burn_of_a_new_shoe_is_told(rule, said):
    assert said in text_of(page_of("baccarat", burn_rule=rule))
