"""How a Casino Hold'em rule set's text becomes the game's values; what is wrong is named."""

import json
import shutil
from fractions import Fraction
from pathlib import Path

import pytest
from table_play import CONFIG

from dealer_station.cards.poker_hand import HandCategory
from dealer_station.games.casino_holdem.rules import (
    BonusOnFold,
    Burns,
    CasinoHoldem,
    DealOut,
    HandMode,
)
from dealer_station.games.paytable import PrizeKind
from dealer_station.games.rules import (
    MeterGoesTo,
    OnDealerMisdeal,
    OnFold,
    PaymentOrder,
    ProgressiveRules,
)
from dealer_station.house_rules.files import RuleSetError
from dealer_station.house_rules.loader import load_rules, rules_from_content
from dealer_station.house_rules.tables import load_tables
from dealer_station.settings import ConfigurationError

GAME = "casino-holdem"
RULE_SETS = ("evolution", "evolution-current", "boxes")
FOLDER = "games/casino_holdem"


def game(name: str = "evolution", **overrides: str) -> CasinoHoldem:
    loaded = load_rules(CONFIG, GAME, name, overrides).game
    assert isinstance(loaded, CasinoHoldem)
    return loaded


def jumbo7(**overrides: str) -> ProgressiveRules:
    rules = game(**overrides).progressive
    assert rules is not None
    return rules


def error_of(config: Path = CONFIG, rules: str = "evolution", **overrides: str) -> RuleSetError:
    with pytest.raises(RuleSetError) as caught:
        load_rules(config, GAME, rules, overrides)
    return caught.value


def spoiled(folder: Path, old: str, new: str) -> Path:
    """Return a copy of the shipped rule sets with other paytables."""
    shutil.copytree(CONFIG / FOLDER, folder / FOLDER)
    path = folder / FOLDER / "paytables.toml"
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))
    return folder


@pytest.mark.parametrize("name", RULE_SETS)
def test_every_shipped_rule_set_loads_and_comes_back_from_the_record(name: str):
    rules = load_rules(CONFIG, GAME, name)
    assert (rules.name, rules.game.name, len(rules.digest)) == (name, GAME, 64)
    again = rules_from_content(rules.content)
    assert (again.game, again.digest) == (rules.game, rules.digest)


def test_the_rule_sets_differ_where_the_rule_sheet_says_so():
    shared, current, boxes = (game(name) for name in RULE_SETS)
    assert [one.hand_mode for one in (shared, current, boxes)] == [
        HandMode.SHARED, HandMode.SHARED, HandMode.PER_BOX,
    ]  # fmt: skip
    assert [one.bonus_on_fold for one in (shared, current, boxes)] == [
        BonusOnFold.LOSE, BonusOnFold.INDEPENDENT, BonusOnFold.LOSE,
    ]  # fmt: skip
    assert [one.deal_out for one in (shared, current, boxes)] == [
        DealOut.ALWAYS, DealOut.ALWAYS, DealOut.JUMBO7,
    ]  # fmt: skip
    assert [one.jumbo7 is None for one in (shared, current, boxes)] == [False, False, True]
    assert boxes.progressive is None


def test_every_key_reaches_the_game():
    made = game(
        hand_mode="per_box",
        table_min="10",
        table_max="200.50",
        bonus_min="2",
        bonus_max="20",
        bonus_on_fold="independent",
        deal_out="jumbo7",
        honour_finished_side_bets="true",
        decision_seconds="25",
        payment_order="left",
        burns="1, 0, 2",
    )
    ante, bonus = made.ante, made.bonus
    assert (ante.min_minor, ante.max_minor, ante.is_base) == (10_00, 200_50, True)
    assert (bonus.min_minor, bonus.max_minor, bonus.is_base) == (2_00, 20_00, False)
    assert (made.hand_mode, made.bonus_on_fold) == (HandMode.PER_BOX, BonusOnFold.INDEPENDENT)
    assert (made.deal_out, made.honours_side_bets) == (DealOut.JUMBO7, True)
    assert (made.decision_ms, made.payment_order) == (25_000, PaymentOrder.LEFT)
    assert made.burns == Burns(1, 0, 2)


def test_every_key_reaches_jumbo7():
    rules = jumbo7(
        contribution="1/3",
        seed_amount="250",
        jumbo7_price="2.50",
        jumbo7_paytable="straight: 4, royal_flush: 1/2",
        honour_finished_side_bets="true",
    )
    assert (rules.spot, rules.pool, rules.price_minor) == ("jumbo7", "jumbo7", 250)
    assert (rules.contribution, rules.seed_minor) == (Fraction(1, 3), 250_00)
    assert rules.on_fold is OnFold.SURVIVE
    assert rules.on_dealer_misdeal is OnDealerMisdeal.HONOUR
    assert rules.meter_goes_to is MeterGoesTo.EVERY_STAKE
    assert rules.unseen_kinds == {PrizeKind.TIMES_STAKE}
    times = {hand: prize.times for hand, prize in rules.table.prizes.items()}
    assert times == {HandCategory.STRAIGHT: 4, HandCategory.ROYAL_FLUSH: Fraction(1, 2)}


def test_a_ticket_has_its_price_or_is_of_any_amount_from_one():
    free, fixed = game().jumbo7, game(jumbo7_price="2.50").jumbo7
    assert free is not None
    assert fixed is not None
    assert (free.price_minor, free.min_minor) == (None, 100)
    assert fixed.price_minor == 250
    assert jumbo7().table.prizes == {}


def test_the_largest_ticket_can_be_paid_and_recorded():
    ticket = game(jumbo7_paytable="straight: 999999999999").jumbo7
    assert ticket is not None
    assert ticket.max_minor is not None
    assert 999_999_999_999 * ticket.max_minor < 2**63
    assert ticket.max_minor > ticket.min_minor


def test_an_ante_paytable_may_be_written_out():
    table = game(ante_paytable="50/20/8/3/2/1").ante_paytable
    odds = {hand.value: int(table.odds(hand)) for hand in HandCategory}
    assert odds == {
        "royal_flush": 50, "straight_flush": 20, "four_of_a_kind": 8, "full_house": 3, "flush": 2,
        "straight": 1, "three_of_a_kind": 1, "two_pair": 1, "pair": 1, "high_card": 1,
    }  # fmt: skip
    std = game().ante_paytable
    assert (std.name, std.odds(HandCategory.ROYAL_FLUSH)) == ("ANTE_STD", 100)
    assert std.odds(HandCategory.HIGH_CARD) == 1


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("hand_mode", "both"),
        ("table_min", "0"),
        ("table_max", "4.99"),
        ("bonus_min", "0"),
        ("bonus_max", "0.99"),
        ("table_max", "10000000000000.01"),
        ("ante_paytable", "ANTE_OLD"),
        ("ante_paytable", "100/20/10/3/2"),
        ("ante_paytable", "100/20/10/3/2/x"),
        ("ante_paytable", "100/20/10/3/2/0"),
        ("ante_paytable", "none"),
        ("bonus_paytable", "100/50/40/30/20/7"),
        ("bonus_paytable", "none"),
        ("bonus_on_fold", "keep"),
        ("jumbo7", "yes"),
        ("jumbo7_price", "0"),
        ("jumbo7_price", "2.505"),
        ("jumbo7_paytable", "straight"),
        ("jumbo7_paytable", "straight: ten"),
        ("jumbo7_paytable", "straight: 0"),
        ("jumbo7_paytable", "pair: 1"),
        ("jumbo7_paytable", "straights: 1"),
        ("jumbo7_paytable", "straight: 1, straight: 2"),
        ("jumbo7_paytable", "straight: 1,"),
        ("jumbo7_paytable", ""),
        ("contribution", "1.01"),
        ("seed_amount", "none"),
        ("deal_out", "never"),
        ("honour_finished_side_bets", "1"),
        ("decision_seconds", "-1"),
        ("decision_seconds", "3601"),
        ("payment_order", "middle"),
        ("burns", "1, 1"),
        ("burns", "1, 1, x"),
        ("burns", "1, 1, 4"),
        ("burns", "1, 1, -1"),
        ("bet_paytable", "BET_US"),
    ],
)
def test_a_wrong_value_names_file_and_key(key: str, value: str):
    error = error_of(**{key: value})
    assert error.key == key
    assert error.file.endswith("casino_holdem/evolution.toml")


def test_what_cannot_be_recorded_is_refused_before_it_is_played(tmp_path: Path):
    ticket = {"jumbo7_price": "9999999999", "jumbo7_paytable": "straight: 999999999999"}
    assert error_of(**ticket).key == "jumbo7_paytable"
    ante = {"table_max": "9999999999999", "ante_paytable": "999999999999/20/10/3/2/1"}
    assert error_of(**ante).key == "table_max"
    path = spoiled(tmp_path, 'pair_of_aces = "7"', 'pair_of_aces = "999999999999"')
    assert error_of(path, bonus_max="9999999999999").key == "bonus_max"
    assert load_rules(path, GAME, "evolution")


@pytest.mark.parametrize(
    ("old", "new", "key"),
    [
        ('pair_of_aces = "7"\n', "", "bonus_paytable"),
        ('pair_of_aces = "7"', 'pair_of_aces = "7"\npair = "1"', "bonus_paytable"),
        ('high_card = "1"\n', "", "ante_paytable"),
        ('high_card = "1"', 'high_card = "1"\njoker = "1"', "ante_paytable"),
        ('full_house = "30"', 'full_house = "much"', "bonus_paytable"),
    ],
)
def test_a_spoiled_paytable_names_its_key(tmp_path: Path, old: str, new: str, key: str):
    assert error_of(spoiled(tmp_path, old, new)).key == key


@pytest.mark.parametrize("name", RULE_SETS)
def test_every_value_and_paytable_names_its_source(name: str, tmp_path: Path):
    shutil.copytree(CONFIG / FOLDER, tmp_path / FOLDER)
    path = tmp_path / FOLDER / f"{name}.toml"
    path.write_text(path.read_text().replace('source = "CH-G04"', 'source = " "'))
    assert error_of(tmp_path, name).key == "values.burns.source"


# --------------------------------------------------------------------------- a live table

TABLE = """\
id = "CH-1"
name = "Casino Hold'em 1"
game = "casino-holdem"
rules = "evolution"
seats = [1, 2, 3]
currency = "EUR"
[set]
contribution = "0.50"
seed_amount = "10000.00"
jumbo7_paytable = "straight: 5, flush: 12.5"
[progressives]
jumbo7 = "holdem-jumbo7"
"""


def table_of(folder: Path, text: str) -> CasinoHoldem:
    (folder / "tables").mkdir()
    (folder / "tables" / "ch-1.toml").write_text(text)
    (made,) = load_tables([folder, CONFIG], ())
    assert isinstance(made.rules.game, CasinoHoldem)
    return made.rules.game


def test_a_live_table_plays_for_a_pool_as_the_house_says(tmp_path: Path):
    rules = table_of(tmp_path, TABLE).progressive
    assert rules is not None
    assert (rules.contribution, rules.seed_minor) == (Fraction(1, 2), 10_000_00)
    times = {hand: prize.times for hand, prize in rules.table.prizes.items()}
    assert times == {HandCategory.STRAIGHT: 5, HandCategory.FLUSH: Fraction(25, 2)}


@pytest.mark.parametrize("key", ["contribution", "seed_amount", "jumbo7_paytable"])
def test_ch_43_ch_44_a_live_table_must_say_what_nobody_publishes(tmp_path: Path, key: str):
    lines = [line for line in TABLE.splitlines() if not line.startswith(key)]
    with pytest.raises(ConfigurationError, match=rf"ch-1\.toml: set\.{key}: "):
        table_of(tmp_path, "\n".join(lines))


def test_a_house_without_fixed_prizes_says_so(tmp_path: Path):
    text = TABLE.replace('"straight: 5, flush: 12.5"', '"none"')
    rules = table_of(tmp_path, text).progressive
    assert rules is not None
    assert rules.table.prizes == {}


@pytest.mark.parametrize("name", ["evolution", "evolution-current"])
def test_no_shipped_rule_set_makes_an_amount_up(name: str):
    rules = game(name).progressive
    assert rules is not None
    assert (rules.contribution, rules.seed_minor, rules.table.prizes) == (0, 0, {})


def test_a_table_without_jumbo7_need_not(tmp_path: Path):
    text = TABLE[: TABLE.index("[set]")] + '[set]\njumbo7 = "false"\n'
    assert table_of(tmp_path, text).progressive is None


def test_tokens_are_no_wager_of_this_game(tmp_path: Path):
    with pytest.raises(ConfigurationError, match="acceptors: casino-holdem takes no tokens"):
        table_of(tmp_path, TABLE + '[acceptors]\n1 = "acceptor-1"\n')


def test_a_book_needs_one_hand_for_all_and_a_limit_of_time():
    assert not game().has_book
    assert game(bettors="book", decision_seconds="20").has_book
    assert "hand_mode shared" in str(error_of(rules="boxes", bettors="book", decision_seconds="20"))
    assert "decision_seconds" in str(error_of(bettors="book"))
    assert "bettors" in str(error_of(bettors="some"))


def test_rules_recorded_before_there_was_a_book_have_seats():
    content = json.loads(load_rules(CONFIG, GAME, "evolution").content)
    del content["values"]["bettors"]
    assert not rules_from_content(json.dumps(content)).game.has_book


def test_a_bettor_of_a_book_cannot_win_more_than_adds_up_in_64_bits():
    wide = {"ante_paytable": "2000/20/10/3/2/1", "table_max": "9000000000000.00"}
    assert game(**wide).ante.max_minor == 9 * 10**14
    assert error_of(**wide, bettors="book", decision_seconds="20").key == "table_max"


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("jumbo7_price", "2.00"),
        ("jumbo7_paytable", "flush: 2"),
        ("contribution", "0.5"),
        ("seed_amount", "100.00"),
    ],
)
def test_what_is_said_of_a_jumbo7_that_is_not_offered_names_file_and_key(key: str, value: str):
    with pytest.raises(RuleSetError, match=rf"boxes\.toml: {key}: there is no Jumbo 7") as error:
        load_rules(CONFIG, "casino-holdem", "boxes", {key: value})
    assert error.value.key == key
    offered = {"jumbo7": "true", "seed_amount": "1.00", "contribution": "0.1"} | {key: value}
    assert load_rules(CONFIG, "casino-holdem", "boxes", offered).game.progressive is not None
    # A pool of nothing, which the rule sets of a live studio have, says nothing.
    load_rules(CONFIG, "casino-holdem", "evolution", {"jumbo7": "false"})
