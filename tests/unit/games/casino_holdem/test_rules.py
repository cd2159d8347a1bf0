"""Casino Hold'em by its rule ids, and against a second opinion on hundreds of deals."""

import random
from collections.abc import Mapping
from dataclasses import replace

import pytest
from holdem_oracle import nets
from table_play import CONFIG

from dealer_station.cards.card import Card, parse_cards
from dealer_station.cards.deck import standard_deck
from dealer_station.cards.poker_hand import HandCategory, evaluate
from dealer_station.games.casino_holdem.rules import Burns, CasinoHoldem, qualifies
from dealer_station.games.paytable import PrizeKind
from dealer_station.games.rules import Outcome, SpotsInPlay
from dealer_station.house_rules.loader import load_rules

STAKES = {"ante": 1000, "call": 2000, "bonus": 500}
PLAYING = SpotsInPlay(in_hand=frozenset({"ante", "call"}))


def game(rules: str = "evolution", **overrides: str) -> CasinoHoldem:
    loaded = load_rules(CONFIG, "casino-holdem", rules, overrides).game
    assert isinstance(loaded, CasinoHoldem)
    return loaded


def hands(
    own: str, board: str, dealer: str = "", name: str = "player"
) -> dict[str, tuple[Card, ...]]:
    words = {name: own, "board": board, "dealer": dealer}
    return {hand: parse_cards(cards) if cards else () for hand, cards in words.items()}


def net(wagers: tuple) -> dict[str, int]:
    return {wager.spot: wager.net_minor for wager in wagers}


# ------------------------------------------------------------------------------- the deal


def test_ch_d01_boxes_get_one_card_each_clockwise_then_the_dealer_twice_over_then_the_flop():
    once = ("seat 2", "seat 5", "dealer")
    assert game("boxes").deal_order([5, 2]) == (*once, *once, "board", "board", "board")


def test_ch_g03_a_shared_hand_comes_first_whoever_bets():
    order = ("player", "player", "dealer", "dealer", "board", "board", "board")
    assert game().deal_order([1]) == game().deal_order(range(1, 100)) == order


def test_ch_g04_burns_come_before_each_street():
    house = game(burns="1, 2, 3")
    assert house.deal_order([1])[3:6] == ("dealer", "burn", "board")
    rest = ("burn", "burn", "board", "burn", "burn", "burn", "board")
    assert house.further_order({"board": standard_deck()[:3]}, PLAYING) == rest
    assert house.further_order({"board": standard_deck()[:4]}, PLAYING) == rest[3:]
    assert house.house_choices == {"burns=configured"}
    assert game().house_choices == frozenset()


@pytest.mark.parametrize(
    ("deal_out", "in_play", "is_dealt"),
    [
        ("always", SpotsInPlay(), True),
        ("jumbo7", PLAYING, True),
        ("jumbo7", SpotsInPlay(folded=frozenset({"ante", "bonus"})), False),
        ("jumbo7", SpotsInPlay(folded=frozenset({"ante", "jumbo7"})), True),
        ("jumbo7", SpotsInPlay(), False),
    ],
)
def test_ch_17_turn_and_river_come_for_who_plays_on_or_a_ticket(
    deal_out: str, in_play: SpotsInPlay, *, is_dealt: bool
):
    order = game(deal_out=deal_out).further_order({"board": standard_deck()[:3]}, in_play)
    assert order == (("board", "board") if is_dealt else ())


def test_a_complete_board_wants_no_more_cards():
    assert game().further_order({"board": standard_deck()[:5]}, PLAYING) == ()


def test_ch_d13_twenty_two_boxes_at_most():
    boxes = game("boxes")
    assert boxes.seats_max == 22
    assert len(boxes.deal_order(range(1, 23))) + 2 <= 52
    assert len(boxes.deal_order(range(1, 24))) + 2 > 52
    assert replace(boxes, burns=Burns(1, 1, 1)).seats_max == 21
    assert game().seats_max > 1000


def test_hands_of_the_table_and_of_a_seat():
    assert game().table_hands == ("player", "dealer", "board")
    assert game("boxes").table_hands == ("dealer", "board")
    assert (game().hand_of(7), game("boxes").hand_of(7)) == ("player", "seat 7")
    assert game().plays_with("dealer") == ("dealer", "board")
    assert game().plays_with("board") == ("board",)


def test_ch_16_the_dealers_cards_lie_face_down_and_a_turn_waits_for_the_decisions():
    up = {
        (hand, number)
        for hand in ("player", "seat 3", "dealer", "board", "burn", "aside")
        for number in range(1, 6)
        if game().is_up_card(hand, number)
    }
    assert {hand for hand, _ in up} == {"player", "seat 3", "board"}
    assert {number for hand, number in up if hand == "board"} == {1, 2, 3}
    early = [number for number in range(1, 6) if game().opens_after_decisions("board", number)]
    assert early == [4, 5]
    assert not game().opens_after_decisions("dealer", 4)


# -------------------------------------------------------------------------- the decisions


def test_ch_13_a_call_is_exactly_twice_the_ante():
    assert game().act_stakes(1250) == {"call": 2500, "fold": 0}
    assert (game().act_spot("call"), game().act_spot("fold")) == ("call", None)


def test_the_spots_with_the_base_first():
    names = [spot.name for spot in game().spots]
    assert names == ["ante", "bonus", "jumbo7", "call"]
    assert [spot.name for spot in game("boxes").spots] == ["ante", "bonus", "call"]
    assert [s.name for s in game().spots if s.is_base] == ["ante"]
    assert [s.name for s in game().spots if s.is_decision] == ["call"]


# ------------------------------------------------------------------------------ the hands


@pytest.mark.parametrize(
    ("dealer", "is_qualified"),
    [
        ("3c Qs Kd 7s 3h Jc 5d", False),  # CH-T01: a pair of threes
        ("4c Qs Kd 7s 4h Jc 5d", True),  # CH-T02: a pair of fours
        ("4c 4d 2s 3s 7h 8h 9d", True),
        ("3c 3d As Ks Qh Jh 9d", False),
        ("3d 7s 2h 2s Kd 3c 9h", True),  # CH-24: threes and twos
        ("2d 2c Js 8h 2s 6c Td", True),  # CH-24: trips of twos
        ("Ac Kc 9s 8d 3h 4c 6h", False),
        ("9d 7c Js 8h 2s 3c Td", True),
        ("2c 3c 9s 8s 2s 4s 6s", True),  # CH-D11: a flush on the board
    ],
)
def test_ch_24_fours_or_better_by_the_best_five_of_seven(dealer: str, *, is_qualified: bool):
    assert qualifies(evaluate(parse_cards(dealer))) is is_qualified


def test_a_hand_is_worth_its_best_five_with_the_board_so_far():
    house, cards = game(), hands("Ah 9c", "Kd 7s 3h Jc 5d", "3c Qs")
    assert house.value_of("player", cards) is HandCategory.HIGH_CARD
    assert house.value_of("dealer", cards) is HandCategory.PAIR
    assert house.value_of("board", cards) is None
    assert house.value_of("seat 1", cards) is None
    assert house.value_of("player", hands("As Kd", "Ah 8c 5d")) is HandCategory.PAIR
    assert house.value_of("player", hands("As Kd", "Ah 8c 5d 3s")) is HandCategory.PAIR
    assert house.value_of("player", hands("As Kd", "Ah 8c")) is None
    assert house.value_of("player", hands("As", "Ah 8c 5d 3s")) is None
    assert house.value_of("player", hands("As Kd", "Ah 8c As")) is None


def test_only_seven_cards_have_a_category_that_wins_prizes():
    seven = parse_cards("8s 9s 5s 6s 7s Ts Qs")
    assert game().category(seven) is HandCategory.STRAIGHT_FLUSH
    assert game().category(seven[:6]) is None
    assert game().prize(seven[:6]) is None
    assert game("boxes").prize(seven) is None


def test_ch_g09_the_pool_takes_the_place_of_the_fixed_prize():
    house = game(jumbo7_paytable="straight: 10, straight_flush: 1000")
    hit = house.prize(parse_cards("8s 9s 5s 6s 7s Ts Js"))
    fixed = house.prize(parse_cards("8s 9s 5s 6s 7s Ts Qs"))
    assert hit is not None
    assert fixed is not None
    assert (hit.kind, fixed.kind, fixed.times) == (
        PrizeKind.WHOLE_METER,
        PrizeKind.TIMES_STAKE,
        1000,
    )
    assert house.prize(parse_cards("8s 9s 5s 6s 2h 2s Qs")) is None


# ------------------------------------------------------------------------------ the money

# id: player, flop, turn and river, dealer, what Ante 10, Call 20, Bonus 5 come to (section 6)
WORKED = {
    "CH-T01": ("Ah 9c", "Kd 7s 3h", "Jc 5d", "3c Qs", 10, 0, -5),
    "CH-T02": ("Ah 9c", "Kd 7s 4h", "Jc 5d", "4c Qs", -10, -20, -5),
    "CH-T03": ("Ac Qd", "2h 2s Kd", "3c 9h", "3d 7s", -10, -20, -5),
    "CH-T05": ("Ah 5h", "2h 3h 4h", "Kd Kc", "Ks Kh", 200, 20, 250),
    "CH-T07": ("2c 3d", "Ts Js Qd", "Kc Ah", "4h 4c", 0, 0, -5),
    "CH-T08": ("2c 2d", "Th Jh Qh", "Kh Ah", "9h 9c", 0, 0, -5),
    "CH-T09": ("Ah Kh", "Qh Jh Th", "2c 2d", "2s 2h", 1000, 20, 500),
    "CH-T10": ("As Kd", "Ah 8c 5d", "3s Qc", "Ad Jc", 10, 20, 35),
    "CH-T14": ("Kc Kd", "9s 9d 4h", "4c As", "Ah 7c", -10, -20, 35),
    "CH-T17": ("Qs 7s", "As 9s 3s", "Kd 5c", "2c 8h", 20, 0, 100),
    "CH-T19": ("Qc 2d", "7c 7d 7h", "7s Jd", "Ks 3c", -10, -20, 35),
    "CH-T20": ("Kc Kd", "7c 7d 7h", "7s Ac", "Qs 3c", 0, 0, 150),
    "CH-T21": ("Ad 6c", "Kc 9h 2s", "As 6h", "Kd Qh", 10, 20, -5),
    "CH-T24": ("8s 9s", "5s 6s 7s", "Ts Js", "2c 2d", 200, 20, 250),
    "CH-T27": ("Ac As", "Kd 9s 5c", "3d Jh", "Qc 8d", 10, 0, 35),
    "CH-T28": ("6h 6d", "6c 6s Ad", "Kc Kd", "Ks 2h", 100, 20, 200),
    "CH-T30": ("Ac 2d", "As Ad 9c", "9h 9s", "Qh Jd", 30, 20, 35),
    "CH-T31": ("Qc Jh", "4h 4s 9d", "Kc 2d", "7c 3d", 10, 20, -5),
}


@pytest.mark.parametrize("name", WORKED)
def test_the_worked_hands_of_the_rule_sheet(name: str):
    own, flop, rest, dealer, ante, call, bonus = WORKED[name]
    settled = game().settle(STAKES, "player", hands(own, f"{flop} {rest}", dealer))
    assert net(settled) == {"ante": ante * 100, "call": call * 100, "bonus": bonus * 100}


def test_each_result_names_its_rule_and_odds():
    house = game()
    seen = {}
    for name, (own, flop, rest, dealer, *_) in WORKED.items():
        for wager in house.settle(STAKES, "player", hands(own, f"{flop} {rest}", dealer)):
            seen[name, wager.spot] = (wager.outcome, wager.odds, wager.rule)
    assert seen["CH-T01", "ante"] == (Outcome.WIN, "1:1", "CH-20")
    assert seen["CH-T01", "call"] == (Outcome.PUSH, "", "CH-20")
    assert seen["CH-T28", "ante"] == (Outcome.WIN, "10:1", "CH-21")
    assert seen["CH-T28", "call"] == (Outcome.WIN, "1:1", "CH-21")
    assert seen["CH-T28", "bonus"] == (Outcome.WIN, "40:1", "CH-31")
    assert seen["CH-T08", "ante"] == (Outcome.PUSH, "", "CH-22")
    assert seen["CH-T14", "call"] == (Outcome.LOSE, "", "CH-23")
    assert seen["CH-T01", "bonus"] == (Outcome.LOSE, "", "CH-31")


def test_a_ticket_is_none_of_the_plain_wagers():
    stakes = {"ante": 1000, "call": 2000, "jumbo7": 100}
    board = hands("As Kd", "Ah 8c 5d 3s Qc", "Ad Jc")
    assert set(net(game().settle(stakes, "player", board))) == {"ante", "call"}
    assert set(net(game().forfeit(stakes, is_dead=False))) == {"ante", "call"}


def test_ch_15_a_folded_hand_loses_its_stakes_each_by_its_rule():
    taken = game().forfeit({"ante": 1000, "bonus": 500}, is_dead=False)
    assert [(w.spot, w.net_minor, w.outcome, w.rule) for w in taken] == [
        ("ante", -1000, Outcome.LOSE, "CH-15"),
        ("bonus", -500, Outcome.LOSE, "CH-32a"),
    ]


@pytest.mark.parametrize(
    ("rules", "is_folded", "expected"),
    [
        ("evolution", False, {"bonus": 3500}),
        ("evolution", True, {}),
        ("evolution-current", False, {"bonus": 3500}),
        ("evolution-current", True, {"bonus": 3500}),
    ],
)
def test_ch_32_a_fold_loses_the_bonus_or_leaves_it_alone(
    rules: str, expected: Mapping[str, int], *, is_folded: bool
):
    cards = hands("As Kd", "Ah 8c 5d")
    settled = game(rules).side_bets(STAKES, "player", cards, is_folded=is_folded)
    assert net(settled) == expected


@pytest.mark.parametrize(
    ("own", "board"), [("As Kd", "Ah 8c"), ("As", "Ah 8c 5d"), ("As Kd", "Ah 8c As"), ("", "")]
)
def test_ch_30_a_bonus_is_decided_by_two_cards_and_a_whole_flop(own: str, board: str):
    assert game().side_bets(STAKES, "player", hands(own, board), is_folded=False) == ()


def test_ch_30_turn_and_river_never_count_for_the_bonus():
    cards = hands("Ad 6c", "Kc 9h 2s As 6h")
    assert net(game().side_bets(STAKES, "player", cards, is_folded=False)) == {"bonus": -500}
    assert game().side_bets({"ante": 1000}, "player", cards, is_folded=False) == ()


@pytest.mark.parametrize("rules", ["evolution", "evolution-current", "boxes"])
def test_hundreds_of_deals_come_to_what_a_second_opinion_says(rules: str):
    house, chance = game(rules), random.Random(rules)
    deck, seat = list(standard_deck()), game(rules).hand_of(1)
    for _ in range(700):
        cards = chance.sample(deck, 9)
        own, dealer, board = cards[:2], cards[2:4], cards[4:]
        dealt = {seat: tuple(own), "dealer": tuple(dealer), "board": tuple(board)}
        is_folded = chance.random() < 0.3
        stakes = {spot: stake for spot, stake in STAKES.items() if not is_folded or spot != "call"}
        if is_folded:
            alone = house.side_bets(stakes, seat, dealt, is_folded=True)
            lost = {s: m for s, m in stakes.items() if s not in {w.spot for w in alone}}
            settled = (*house.forfeit(lost, is_dead=False), *alone)
        else:
            settled = house.settle(stakes, seat, dealt)
        texts = [[str(card) for card in part] for part in (own, dealer, board)]
        expected = nets(
            stakes,
            *texts,
            is_folded=is_folded,
            is_bonus_independent=rules == "evolution-current",
        )
        assert net(settled) == expected, texts
