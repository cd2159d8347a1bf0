"""How a baccarat rule set's text becomes the game's values, and how a wrong one is named."""

import tomllib
from fractions import Fraction

import pytest
from table_play import CONFIG

from dealer_station.games.baccarat.coup import BaccaratOdds
from dealer_station.games.baccarat.rules import Baccarat, Limits
from dealer_station.games.rules import AfterCut, PaymentOrder, ShoeRules
from dealer_station.house_rules.files import RuleSetError
from dealer_station.house_rules.loader import load_rules

FILE = str(CONFIG / "games/baccarat/gardens.toml")


def game(**overrides: str) -> Baccarat:
    loaded = load_rules(CONFIG, "baccarat", "gardens", overrides).game
    assert isinstance(loaded, Baccarat)
    return loaded


def test_the_gardens_play_by_the_sheet():
    assert game() == Baccarat(
        table_limits=Limits(500, 50_000),
        tiger8_limits=Limits(500, 50_000),
        tie_limits=Limits(500, 50_000),
        refuses_both_sides=True,
        trims_dragon7=False,
        odds=BaccaratOdds(tie=Fraction(8), dragon7=Fraction(40), tiger8=Fraction(25)),
        decks=8,
        shoe=ShoeRules(burn_count=None, after_cut=AfterCut.ONE_MORE),
        payment_order=PaymentOrder.RIGHT,
        house_choices=frozenset({"face_up_in_shoe=play"}),
    )


def test_every_key_reaches_the_game():
    made = game(
        decks="6",
        table_min="10",
        table_max="200.50",
        tiger8_min="1",
        tiger8_max="50",
        tie_min="2",
        tie_max="table",
        both_sides="allow",
        dragon7_over_cap="trim",
        tie_pays="9",
        dragon7_pays="30.5",
        tiger8_pays="49/2",
        burn_rule="7",
        burn_between_rounds="1",
        after_cut="none",
        set_aside_card="next_round",
        face_up_in_shoe="void",
        payment_order="left",
    )
    assert made.table_limits == Limits(10_00, 200_50)
    assert (made.tiger8_limits, made.tie_limits) == (Limits(1_00, 50_00), Limits(2_00, 200_50))
    assert (made.refuses_both_sides, made.trims_dragon7, made.decks) == (False, True, 6)
    assert made.odds == BaccaratOdds(Fraction(9), Fraction(61, 2), Fraction(49, 2))
    assert made.shoe == ShoeRules(
        burn_count=7,
        after_cut=AfterCut.NONE,
        burn_between_rounds=1,
        keeps_set_aside_card=True,
    )
    assert made.payment_order is PaymentOrder.LEFT
    assert made.house_choices == frozenset({"face_up_in_shoe=void"})


@pytest.mark.parametrize(
    ("rule", "count"), [("first_card", None), ("decks", 6), ("0", 0), ("52", 52)]
)
def test_how_many_cards_a_new_shoe_burns(rule: str, count: int | None):
    assert game(decks="6", burn_rule=rule).shoe.burn_count == count


WRONG = [
    *(("decks", value) for value in ("2", "9", "-3", "8.0", "eight", "", "٨")),
    *(("table_min", value) for value in ("0", "-1", "none", "0.005", "five", "")),
    *(("table_max", value) for value in ("4.99", "none", "-1", "1,000", "")),
    *(("tiger8_min", value) for value in ("0", "none", "-1", "0.001", "500.01")),
    *(("tiger8_max", value) for value in ("4.99", "none", "0", "Table")),
    *(("tie_min", value) for value in ("0", "none", "-1", "0.001", "500.01")),
    *(("tie_max", value) for value in ("4.99", "none", "0", "")),
    *(("both_sides", value) for value in ("yes", "true", "")),
    *(("dragon7_over_cap", value) for value in ("cap", "Trim", "")),
    *(("tie_pays", value) for value in ("0", "0/1", "-8", "8:1", "8/0", "none", "")),
    *(("dragon7_pays", value) for value in ("0", "40 to 1", "NaN", "")),
    *(("tiger8_pays", value) for value in ("0", "1e2", "inf", "")),
    *(("burn_rule", value) for value in ("53", "-1", "first", "1.5", "٣", "")),
    *(("burn_between_rounds", value) for value in ("53", "-1", "none", "")),
    *(("after_cut", value) for value in ("two", "0", "")),
    *(("set_aside_card", value) for value in ("keep", "")),
    *(("face_up_in_shoe", value) for value in ("burn", "")),
    *(("payment_order", value) for value in ("middle", "")),
]
BLAMED = {("tiger8_min", "500.01"): "tiger8_max", ("tie_min", "500.01"): "tie_max"}
"""Where two values contradict each other, the second of them is named."""


@pytest.mark.parametrize(("key", "value"), WRONG)
def test_a_wrong_value_is_named_with_its_file_and_key(key: str, value: str):
    with pytest.raises(RuleSetError) as caught:
        game(**{key: value})
    assert (caught.value.file, caught.value.key) == (FILE, BLAMED.get((key, value), key))
    assert caught.value.reason


def test_every_key_has_its_wrong_values():
    written = tomllib.loads((CONFIG / "games/baccarat/gardens.toml").read_text(encoding="utf-8"))
    assert {key for key, _ in WRONG} == set(written["values"])


def test_a_key_that_there_is_not_is_named():
    with pytest.raises(RuleSetError, match="commission"):
        game(commission="0.05")


def test_a_seat_never_wins_more_than_the_record_can_hold():
    most = "10000000000000.00"
    with pytest.raises(RuleSetError) as caught:
        game(table_max=most, tie_pays="999999999999")
    assert caught.value.key == "table_max"
    assert game(table_max=most, dragon7_pays="1000").table_limits.max_minor == 10**15
