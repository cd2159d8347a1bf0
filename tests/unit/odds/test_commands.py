"""`dealer-station odds`: what is printed, and the exit status of wrong calls."""

import json
import shutil
import sys
from fractions import Fraction
from functools import cache

import pytest
from table_play import CONFIG

from dealer_station.cli import main
from dealer_station.games.baccarat.coup import WAGERS, BaccaratOdds
from dealer_station.odds.baccarat import EVENTS, CoupCounts, count_coups, points_of_decks
from dealer_station.odds.commands import (
    baccarat_json,
    baccarat_lines,
    print_baccarat,
    print_casino_holdem,
)
from dealer_station.settings import ConfigurationError

ODDS = BaccaratOdds(tie=Fraction(8), dragon7=Fraction(40), tiger8=Fraction(25))


@cache
def eight_decks() -> CoupCounts:
    return count_coups(points_of_decks(8))


def called(monkeypatch, capsys, *words: str) -> tuple[int, str, str]:
    """Call the program's entry with these words."""
    monkeypatch.setattr(sys, "argv", ["dealer-station", "odds", *words])
    with pytest.raises(SystemExit) as ended:
        main()
    printed = capsys.readouterr()
    assert isinstance(ended.value.code, int)
    return ended.value.code, printed.out, printed.err


# ---------------------------------------------------------------------------- baccarat


def test_baccarat_facts_for_machines():
    facts = json.loads(json.dumps(baccarat_json(eight_decks(), ODDS)))
    assert facts["draws"] == 4_998_398_275_503_360
    assert facts["events"] == {name: eight_decks().count(event) for name, event in EVENTS.items()}
    assert facts["events"]["dragon7"] == 112_633_011_329_024
    assert sum(facts["ties_by_total"]) == facts["events"]["tie"]
    assert facts["mean_cards"]["decimal"] == "4.938818849692"
    assert facts["pays"] == {"dragon7": "40/1", "tiger8": "25/1", "tie": "8/1"}
    assert list(facts["wagers"]) == list(WAGERS)


def test_baccarat_returns_are_exact_fractions_and_decimals():
    wagers = baccarat_json(eight_decks(), ODDS)["wagers"]
    for spot, made in eight_decks().returns(ODDS).items():
        assert Fraction(wagers[spot]["expectation"]["exact"]) == made.expectation
        assert Fraction(wagers[spot]["variance"]["exact"]) == made.variance
        assert (wagers[spot]["wins"], wagers[spot]["losses"]) == (made.wins, made.losses)
    assert wagers["banker"]["expectation"]["decimal"] == "-0.010183007571"
    assert wagers["banker"]["pushes"] == 588_260_437_802_240


def test_baccarat_lines_for_people():
    lines = list(baccarat_lines(eight_decks(), ODDS))
    words = [line.split() for line in lines]
    assert ["dragon7", "112,633,011,329,024", "0.022533820860"] in words
    assert ["tie_of_0", "28,979,901,420,544", "0.005797837592"] in words
    assert "mean cards of a coup: 4.938818849692" in lines
    returned = {line[0]: line[1:] for line in words if len(line) == 6}
    assert returned["wager"] == ["pays", "wins", "pushes", "losses", "expectation"]
    assert returned["banker"] == [
        "1:1",
        "2,179,619,555,108,864",
        "588,260,437,802,240",
        "2,230,518,282,592,256",
        "-0.010183007571",
    ]
    assert (returned["tiger8"][0], returned["tiger8"][-1]) == ("25:1", "-0.101876321693")


def test_columns_stand_below_each_other():
    lines = list(baccarat_lines(eight_decks(), ODDS))
    events = lines[1 : 2 + len(EVENTS) + 10]
    assert len({len(line) for line in events}) == 1
    assert all(len(line) <= 100 for line in lines)


def test_the_house_rules_say_decks_and_pays(monkeypatch, capsys):
    status, out, err = called(monkeypatch, capsys, "baccarat", "--json")
    assert (status, err) == (0, "")
    expected = {"game": "baccarat", "rules": "gardens", "decks": 8}
    expected |= baccarat_json(eight_decks(), ODDS)
    assert json.loads(out) == json.loads(json.dumps(expected))


def test_another_number_of_decks(monkeypatch, capsys):
    status, out, _ = called(monkeypatch, capsys, "baccarat", "--decks", "6")
    assert status == 0
    head, *lines = out.splitlines()
    assert head == "baccarat, rules gardens, 6 decks: 878,869,206,895,680 draws of six cards"
    assert any(line.split()[:1] == ["dragon7"] and "-0.076061904774" in line for line in lines)
    head = called(monkeypatch, capsys, "baccarat", "--decks", "1")[1].splitlines()[0]
    assert "1 deck: " in head


@pytest.mark.parametrize("decks", [0, 9])
def test_numbers_of_decks_that_no_odds_are_known_of(monkeypatch, capsys, decks):
    status, out, err = called(monkeypatch, capsys, "baccarat", "--decks", str(decks))
    assert (status, out) == (2, "")
    assert err == f"odds baccarat: --decks: {decks} decks: odds are known for 1 to 8\n"


def test_a_rule_set_that_is_not_there(monkeypatch, capsys):
    status, out, err = called(monkeypatch, capsys, "baccarat", "--rules", "moon")
    assert (status, out) == (2, "")
    assert "games/baccarat/moon.toml: not found" in err
    with pytest.raises(ConfigurationError, match=r"moon\.toml"):
        print_baccarat([CONFIG], "moon", 8, as_json=False, out=lambda _: None)


# ----------------------------------------------------------------------- casino hold'em


def test_seven_cards_for_machines(monkeypatch, capsys):
    status, out, err = called(monkeypatch, capsys, "casino-holdem", "--json")
    assert (status, err) == (0, "")
    facts = json.loads(out)
    assert (facts["game"], facts["hands"]) == ("casino-holdem", 133_784_560)
    assert facts["categories"]["royal_flush"] == 4_324
    assert sum(facts["categories"].values()) == facts["hands"]
    assert facts["straight_or_better"] == 13_967_280
    assert facts["longest_suited_run"] == {"5": 39_960, "6": 1_592, "7": 32}


def test_seven_cards_for_people():
    lines: list[str] = []
    print_casino_holdem(as_json=False, out=lines.append)
    assert lines[0] == "casino-holdem, one deck: 133,784,560 hands of seven cards"
    assert lines[2].split() == ["hand", "hands", "probability"]
    assert "full_house 3,473,184 0.025961022707" in [" ".join(line.split()) for line in lines]
    assert lines[-1].split() == ["longest", "run", "in", "one", "suit", "7", "32", "0.000000239191"]


def test_the_bonus_for_machines(monkeypatch, capsys):
    words = ("casino-holdem", "--bonus", "--rules", "boxes", "--json")
    status, out, err = called(monkeypatch, capsys, *words)
    assert (status, err) == (0, "")
    facts = json.loads(out)
    assert (facts["game"], facts["rules"], facts["hands"]) == ("casino-holdem", "boxes", 2_598_960)
    assert facts["wins"] == sum(facts["winning"].values()) == 282_660
    assert (facts["winning"]["pair_of_aces"], facts["winning"]["royal_flush"]) == (84_480, 4)
    assert (facts["pays"]["pair_of_aces"], facts["pays"]["flush"]) == ("7/1", "20/1")
    assert set(facts["pays"]) == set(facts["winning"])
    assert "pair" not in facts["pays"]
    assert facts["net"] == "-162652/1"
    assert Fraction(facts["expectation"]["exact"]) == Fraction(-162_652, 2_598_960)
    assert facts["expectation"]["decimal"] == "-0.062583494936"


def test_the_bonus_for_people(monkeypatch, capsys):
    status, out, _ = called(monkeypatch, capsys, "casino-holdem", "--bonus")
    assert status == 0
    head, *lines = out.splitlines()
    assert head == "casino-holdem, rules evolution, Bonus AA_STD: 2,598,960 hands"
    words = [" ".join(line.split()) for line in lines if line]
    assert words[0] == "hand pays hands probability"
    assert words[1] == "royal_flush 100:1 4 0.000001539077"
    assert words[9] == "pair_of_aces 7:1 84,480 0.032505309816"
    assert words[10:] == [
        "any win 282,660 0.108758888171",
        "loses 2,316,300 0.891241111829",
        "expectation: -0.062583494936",
    ]


def test_the_bonus_pays_as_the_house_says(monkeypatch, capsys, tmp_path):
    folder = tmp_path / "games" / "casino_holdem"
    shutil.copytree(CONFIG / "games" / "casino_holdem", folder)
    tables = folder / "paytables.toml"
    text = tables.read_text(encoding="utf-8")
    tables.write_text(text.replace('flush = "20"\nstraight = "7"', 'flush = "25"\nstraight = "7"'))
    words = ("casino-holdem", "--bonus", "--json", "--config", str(tmp_path))
    facts = json.loads(called(monkeypatch, capsys, *words)[1])
    assert facts["pays"]["flush"] == "25/1"
    assert facts["expectation"]["decimal"] == "-0.052756487210"


# ------------------------------------------------------------------------- wrong calls


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["chess"], "chess"),
        (["casino-holdem", "--decks", "2"], "--decks"),
        (["casino-holdem", "--rules", "boxes"], "--rules: says nothing without --bonus"),
        (
            ["casino-holdem", "--bonus", "--rules", "moon"],
            "games/casino_holdem/moon.toml: not found",
        ),
        (["baccarat", "--decks", "many"], "--decks"),
        (["baccarat", "--config", "nowhere"], "--config: nowhere does not exist"),
    ],
)
def test_a_wrong_call_ends_with_status_2_and_a_word(monkeypatch, capsys, words, says):
    status, out, err = called(monkeypatch, capsys, *words)
    assert status == 2
    assert says in out + err
