"""Caribbean Stud by its rule ids, and against a second opinion on ten thousand deals."""

import random
from dataclasses import replace

import pytest
from table_oracle import BET_TABLES, LOWEST_QUALIFIER, base_nets, rank_of
from table_play import CONFIG, classic

from dealer_station.cards.card import Card, parse_cards
from dealer_station.cards.deck import standard_deck
from dealer_station.cards.poker_hand import HandCategory, evaluate
from dealer_station.games.caribbean_stud.rules import CaribbeanStud, qualifies
from dealer_station.games.paytable import Prize, PrizeKind
from dealer_station.games.rules import Outcome, SpotsInPlay
from dealer_station.house_rules.loader import load_rules

STAKES = {"ante": 1000, "bet": 2000}


def game(rules: str = "classic", **overrides: str) -> CaribbeanStud:
    loaded = load_rules(CONFIG, "caribbean-stud", rules, overrides).game
    assert isinstance(loaded, CaribbeanStud)
    return loaded


def settled(own: str, dealer: str, rules: str = "classic", **overrides: str):
    hands = {"seat 1": parse_cards(own), "dealer": parse_cards(dealer)}
    wagers = game(rules, **overrides).settle(STAKES, "seat 1", hands)
    return {w.spot: (w.net_minor, w.outcome, w.rule, w.odds) for w in wagers}


# ------------------------------------------------------------------------------- the deal


def test_cs_d01_one_card_to_each_seat_clockwise_then_the_dealer_five_times_over():
    assert game().deal_order([5, 2]) == ("seat 2", "seat 5", "dealer") * 5


def test_one_deck_is_enough_for_nine_hands_and_the_dealers():
    assert game().seats_max == 9
    assert replace(game(), decks=2).seats_max == 19
    assert len(game().deal_order(range(1, game().seats_max + 1))) <= len(standard_deck())


def test_cs_04_the_dealers_fifth_card_is_the_up_card():
    up = [number for number in range(1, 7) if game().is_up_card("dealer", number)]
    assert up == [5]
    assert not any(game().is_up_card("seat 1", number) for number in range(1, 6))


def test_cs_d15_a_card_that_completes_the_dealers_hand_lies_face_down():
    for rules in (game(), game("evolution")):
        assert [n for n in range(1, 7) if rules.is_up_card("dealer", n, 1)] == [4]
    assert not any(game().is_up_card("seat 1", number, 1) for number in range(1, 6))
    assert all(game("evolution").is_up_card("seat 1", number, 1) for number in range(1, 6))


def test_cs_g14_player_cards_lie_open_where_the_house_deals_them_so():
    live = game("evolution")
    assert all(live.is_up_card("seat 1", number) for number in range(1, 6))
    assert not live.is_up_card("dealer", 4)
    assert not live.is_up_card("burn", 1)
    assert not live.is_up_card("aside", 1)


# ---------------------------------------------------------------------------- stakes, acts


def test_spots_are_ante_progressive_and_bet_where_a_progressive_is_offered():
    assert [spot.name for spot in game().spots] == ["ante", "progressive", "bet"]
    assert [spot.name for spot in game("evolution").spots] == ["ante", "bet"]
    ante, progressive, bet = game().spots
    assert (ante.is_base, ante.min_minor, ante.max_minor) == (True, 500, 50_000)
    assert progressive.price_minor == 100
    assert bet.is_decision


def test_cs_07_a_decision_is_a_bet_of_twice_the_ante_or_a_fold():
    assert game().act_stakes(1250) == {"bet": 2500, "fold": 0}
    assert game().act_spot("bet") == "bet"
    assert game().act_spot("fold") is None


# ------------------------------------------------------------------------------ settlement

QUALIFYING = [
    ("Ad Kc 4h 3s 2d", True),
    ("Ac Kd Qh Jh 9s", True),
    ("2c 2d 6h 5s 4d", True),
    ("Kc Qd Jh Ts 9d", True),
    ("7d 6d 4d 3d 2d", True),
    ("Ad 5c 4h 3s 2d", True),
    ("Ac Qd Jh Ts 9d", False),
    ("Kc Qd Jh Ts 8d", False),
    ("7c 5d 4h 3s 2d", False),
]


@pytest.mark.parametrize(("dealer", "opens"), QUALIFYING)
def test_cs_09_ace_king_or_better_qualifies(dealer, opens):
    assert qualifies(evaluate(parse_cards(dealer))) is opens


def test_cs_09_in_every_hand_of_the_deck_that_a_second_evaluator_ranks_so():
    chance = random.Random(9)
    for _ in range(3000):
        cards = chance.sample(standard_deck(), 5)
        expected = rank_of(tuple(str(card) for card in cards)) <= LOWEST_QUALIFIER
        assert qualifies(evaluate(cards)) is expected


def test_cs_10_no_qualifier_pays_the_ante_and_pushes_the_bet_whatever_the_player_holds():
    for own in ("Ah Kh Qh Jh Th", "3c 4d 5h 6s 8c"):
        result = settled(own, "Qd Js 9c 5s 2d")
        assert result["ante"] == (1000, Outcome.WIN, "CS-10", "1:1")
        assert result["bet"] == (0, Outcome.PUSH, "CS-10", "")


BET_LINES = [
    ("royal_flush", "Ah Kh Qh Jh Th"),
    ("straight_flush", "9s 8s 7s 6s 5s"),
    ("four_of_a_kind", "4c 4d 4h 4s 9c"),
    ("full_house", "3c 3d 3h 2c 2d"),
    ("flush", "Qd Jd 9d 8d 6d"),
    ("straight", "Tc 9h 8h 7c 6c"),
    ("three_of_a_kind", "Qs Qd Qc 5d 3s"),
    ("two_pair", "Jd Jc 5s 5h 2d"),
    ("pair", "6d 6c Qh 9h 3s"),
    ("high_card", "As Kh Qd 7c 4s"),
]
PRINTED_ODDS = {
    "classic": (100, 50, 20, 7, 5, 4, 3, 2, 1, 1),
    "evolution": (100, 50, 25, 10, 7, 5, 3, 2, 1, 1),
}


@pytest.mark.parametrize("rules", PRINTED_ODDS)
def test_cs_11_a_better_hand_wins_the_ante_and_the_bet_by_its_table(rules: str):
    for (category, own), odds in zip(BET_LINES, PRINTED_ODDS[rules], strict=True):
        result = settled(own, "Ac Kc Jh 8d 2s", rules)
        assert evaluate(parse_cards(own)).category == category
        assert result["ante"] == (1000, Outcome.WIN, "CS-11", "1:1"), category
        assert result["bet"] == (2000 * odds, Outcome.WIN, "CS-11", f"{odds}:1"), category


def test_cs_12_equal_ranks_push():
    result = settled("Ah Ks Qc Jd 8h", "Ad Kc Qs Jh 8d")
    assert result["ante"] == (0, Outcome.PUSH, "CS-12", "")
    assert result["bet"] == (0, Outcome.PUSH, "CS-12", "")


def test_cs_13_a_better_dealer_takes_both():
    result = settled("Kh Kd Qc 7s 2h", "Ad 5c 4h 3s 2d")
    assert result["ante"] == (-1000, Outcome.LOSE, "CS-13", "")
    assert result["bet"] == (-2000, Outcome.LOSE, "CS-13", "")


@pytest.mark.parametrize(
    ("cap", "net", "rule"),
    [("100", 100_00, "CS-15"), ("399.99", 399_99, "CS-15"), ("400", 400_00, "CS-11"),
     ("400.01", 400_00, "CS-11"), ("none", 400_00, "CS-11")],
)  # fmt: skip
def test_cs_d10_the_cap_limits_the_bet_and_not_the_ante(cap: str, net: int, rule: str):
    """Four of a kind wins 20:1 on 20.00; CS-15 is named where it took something away."""
    capped = settled("4c 4d 4h 4s 9c", "Ac Kc Jh 8d 2s", max_bet_payout=cap)
    assert capped["bet"] == (net, Outcome.WIN, rule, "20:1")
    assert capped["ante"] == (1000, Outcome.WIN, "CS-11", "1:1")


@pytest.mark.parametrize(("is_dead", "rule"), [(False, "CS-07"), (True, "CS-D09")])
def test_a_folded_or_dead_hand_loses_what_lies_but_not_the_progressive(is_dead, rule):
    lying = {"ante": 1000, "bet": 2000, "progressive": 100}
    wagers = game().forfeit(lying, is_dead=is_dead)
    assert [(w.spot, w.net_minor, w.outcome, w.rule) for w in wagers] == [
        ("ante", -1000, Outcome.LOSE, rule),
        ("bet", -2000, Outcome.LOSE, rule),
    ]


def test_cs_i13_a_bet_of_no_size_is_settled_too():
    for dealer in ("Ac Kc Jh 8d 2s", "Qd Js 9c 5s 2d", "Kc Kd Kh 8d 2s"):
        stakes = {"ante": 1000, "bet": 0}
        hands = {"seat 1": parse_cards("6d 6c Qh 9h 3s"), "dealer": parse_cards(dealer)}
        wagers = game().settle(stakes, "seat 1", hands)
        assert {w.spot: w.net_minor for w in wagers}["bet"] == 0


@pytest.mark.parametrize("name", ["classic", "evolution"])
def test_ten_thousand_deals_come_to_what_a_second_opinion_says(name: str):
    chance, rules = random.Random(4), load_rules(CONFIG, "caribbean-stud", name)
    table = {"classic": "BET_US", "evolution": "BET_EVO"}[name]
    values = {"bet_paytable": table, "max_bet_payout": "none"}
    for _ in range(5000):
        cards: list[Card] = chance.sample(standard_deck(), 10)
        own, dealer = cards[:5], cards[5:]
        wagers = rules.game.settle(STAKES, "seat 1", {"seat 1": own, "dealer": dealer})
        texts = [tuple(str(card) for card in hand) for hand in (own, dealer)]
        assert {w.spot: w.net_minor for w in wagers} == base_nets(values, STAKES, *texts)


def test_the_second_opinion_knows_the_printed_tables():
    for rules, odds in (("BET_US", "classic"), ("BET_EVO", "evolution")):
        lines = dict(zip([name for name, _ in BET_LINES], PRINTED_ODDS[odds], strict=True))
        assert BET_TABLES[rules] == lines


def test_category_is_that_of_five_cards():
    assert game().category(parse_cards("Ah 2d 3c 4s 5h")) is HandCategory.STRAIGHT


def test_a_hand_is_worth_something_once_it_is_complete():
    hands = {"seat 1": parse_cards("Ah 2d 3c 4s 5h"), "dealer": parse_cards("Ac Kd")}
    assert game().value_of("seat 1", hands) is HandCategory.STRAIGHT
    assert game().value_of("dealer", hands) is None
    assert game().value_of("seat 2", hands) is None


def test_no_card_comes_after_the_deal_and_nothing_is_burned():
    assert game().further_order({}, SpotsInPlay(in_hand=frozenset({"ante", "bet"}))) == ()
    assert game().surplus_case({}) == ""
    assert game().burn_after_first(parse_cards("Ts")[0]) == 0
    assert (game().shoe, game().table_hands) == (None, ("dealer",))
    assert not game().opens_after_decisions("dealer", 4)


def test_every_seat_plays_its_own_five_cards():
    assert game().hand_of(3) == "seat 3"
    assert game().plays_with("seat 3") == ("seat 3",)


def test_a_prize_is_that_of_five_cards_and_only_where_one_is_offered():
    flush = parse_cards("2h 5h 9h Jh Kh")
    assert game().prize(flush) == Prize(PrizeKind.FIXED, fixed_minor=50_00)
    assert game().prize(flush[:4]) is None
    assert game().prize(parse_cards("2h 2c 9h Jh Kh")) is None
    assert game("evolution").prize(flush) is None


def test_no_side_bet_stands_by_itself():
    hands = {"seat 1": parse_cards("2h 5h 9h Jh Kh"), "dealer": parse_cards("Ac Kd 4h 3s 2d")}
    assert game().side_bets({"ante": 1000}, "seat 1", hands, is_folded=True) == ()


def test_a_game_is_a_value():
    assert game() == game()
    assert game() != replace(game(), decision_ms=1)
    assert classic().game.name == "caribbean-stud"
