"""Baccarat as the table's core asks about it, by rule ids."""

from fractions import Fraction

import pytest
from table_play import CONFIG

from dealer_station.cards.card import Card, parse_cards
from dealer_station.games.baccarat.rules import Baccarat
from dealer_station.games.rules import Outcome, SettledWager, SpotsInPlay
from dealer_station.house_rules.loader import load_rules

STAKES = {"player": 1000, "banker": 1000, "dragon7": 500, "tiger8": 500, "tie": 500}


def game(**overrides: str) -> Baccarat:
    loaded = load_rules(CONFIG, "baccarat", "gardens", overrides).game
    assert isinstance(loaded, Baccarat)
    return loaded


def hands(player: str, banker: str) -> dict[str, tuple[Card, ...]]:
    return {"player": parse_cards(player), "banker": parse_cards(banker)}


def test_the_game_has_two_hands_of_the_table_and_nobody_decides():
    made = game()
    assert (made.name, made.table_hands, made.hand_size) == ("baccarat", ("player", "banker"), 3)
    assert (made.has_decisions, made.decision_ms, made.act_stakes(1000)) == (False, 0, {})
    assert made.act_spot("bet") is None
    assert (made.progressive, made.player_cards_public) == (None, True)
    assert made.may_deal_without_wagers
    assert (made.category(parse_cards("As")), made.prize(parse_cards("As"))) == (None, None)


def test_spots_are_two_bases_that_exclude_each_other_and_three_side_bets():
    spots = {spot.name: spot for spot in game(tiger8_max="100", tie_min="1").spots}
    assert list(spots) == ["player", "banker", "dragon7", "tiger8", "tie"]
    assert [name for name, spot in spots.items() if spot.is_base] == ["player", "banker"]
    assert (spots["player"].excludes, spots["banker"].excludes) == (("banker",), ("player",))
    assert [name for name, spot in spots.items() if spot.is_capped_by_base] == ["dragon7"]
    limits = {name: (spot.min_minor, spot.max_minor) for name, spot in spots.items()}
    assert limits == {
        "player": (500, 50_000),
        "banker": (500, 50_000),
        "dragon7": (500, 50_000),
        "tiger8": (500, 10_000),
        "tie": (100, 50_000),
    }
    assert not any(
        spot.is_decision or spot.is_trimmed or spot.price_minor for spot in spots.values()
    )


def test_ba_16_and_ba_v01_are_choices_of_the_house():
    spots = {s.name: s for s in game(both_sides="allow", dragon7_over_cap="trim").spots}
    assert (spots["player"].excludes, spots["banker"].excludes) == ((), ())
    assert [name for name, spot in spots.items() if spot.is_trimmed] == ["dragon7"]


@pytest.mark.parametrize("seats", [(), (1,), (3, 1, 2)])
def test_ba_20_four_cards_one_by_one_whoever_sits_there(seats: tuple[int, ...]):
    assert game().deal_order(seats) == ("player", "banker", "player", "banker")


@pytest.mark.parametrize(
    ("player", "banker", "order"),
    [
        ("5c 3d", "Kd 2h", ()),  # a natural: both stand (BA-22)
        ("2c 3d", "Kd 9h", ()),
        ("6c Kh", "3s 4d", ()),  # six and seven
        ("4h 2c", "Kd 3s", ("banker",)),  # the Player stands on six, the Banker draws to three
        ("2s 3d", "Kh 7c", ("player",)),
        ("Ks Qd 8s", "2h Ac", ()),  # three stands against an eight
        ("Ks Qd 9h", "2h Ac", ("banker",)),
        ("Ks Qd 9h", "2h Ac 5d", ()),
        ("4h 2c", "Kd 3s 4h", ()),
    ],
)
def test_ba_23_further_cards_come_one_by_one_and_are_forced(player: str, banker: str, order):
    assert game().further_order(hands(player, banker), SpotsInPlay()) == order


@pytest.mark.parametrize(
    ("player", "banker", "case"),
    [
        ("5c 3d", "Kd 2h", "natural"),
        ("6c Kh", "Kd 9h", "natural"),
        ("6c Kh", "3s 4d", ""),
        ("Ks Qd 8s", "2h Ac", "player_drew"),
        ("Ks Qd 9h", "2h Ac 5d", "banker_drew"),
        ("4h 2c", "Kd 3s 4h", "banker_drew"),
        # An eight of three cards is no natural (BA-04).
        ("Ks 5d 3h", "4d 3c", "player_drew"),
    ],
)
def test_a_needless_card_is_of_the_kind_that_the_cards_before_it_say(player, banker, case):
    assert game().surplus_case(hands(player, banker)) == case


def test_a_needless_card_while_a_hand_is_not_known_is_of_the_usual_kind():
    assert game().surplus_case({}) == ""
    assert game().surplus_case({"banker": parse_cards("Kd 9h")}) == "natural"


@pytest.mark.parametrize(
    ("card", "count"),
    [("As", 1), ("2c", 2), ("9h", 9), ("Td", 10), ("Jc", 10), ("Qh", 10), ("Ks", 10)],
)
def test_ba_50_the_first_card_of_a_shoe_says_how_many_more_are_burned(card: str, count: int):
    assert game().burn_after_first(Card.parse(card)) == count


def test_ba_21_every_card_lies_face_up_but_those_that_were_burned():
    made = game()
    for hand in ("player", "banker", "aside"):
        assert all(made.is_up_card(hand, number) for number in (1, 2, 3))
    assert not made.is_up_card("burn", 1)


def test_a_hand_is_worth_its_total_from_two_cards_on():
    made = game()
    cards = hands("4h", "Kd 2h")
    assert (made.value_of("player", cards), made.value_of("banker", cards)) == (None, 2)
    assert made.value_of("player", hands("Ks 5d 9h", "")) == 4
    assert made.value_of("seat 1", cards) is None
    assert made.value_of("player", {}) is None


def test_a_seat_is_settled_by_the_two_hands():
    wagers = game().settle(STAKES, "seat 1", hands("4h 2c", "Kd 3s 4h"))
    assert {w.spot: (w.net_minor, w.outcome, w.rule) for w in wagers} == {
        "player": (-1000, Outcome.LOSE, "BA-32"),
        "banker": (0, Outcome.PUSH, "BA-32"),
        "dragon7": (20_000, Outcome.WIN, "BA-40"),
        "tiger8": (-500, Outcome.LOSE, "BA-41"),
        "tie": (-500, Outcome.LOSE, "BA-42"),
    }


def test_the_house_says_what_side_bets_pay():
    made = game(tie_pays="9")
    (tie,) = made.settle({"tie": 500}, "seat 2", hands("6c Kh", "3s 3d"))
    assert (tie.net_minor, tie.odds) == (4500, "9:1")
    assert made.odds.tie == Fraction(9)


def test_no_hand_is_settled_while_a_card_is_due():
    with pytest.raises(ValueError, match="a card to come"):
        game().settle(STAKES, "seat 1", hands("Ks Qd", "2h Ac"))


def test_stakes_that_are_taken_are_lost():
    assert game().forfeit({"tie": 500}, is_dead=True) == (
        SettledWager("tie", 500, Outcome.LOSE, -500, "", "BA-15"),
    )


def test_the_house_chooses_what_a_card_face_up_in_the_shoe_does():
    assert game(face_up_in_shoe="discard").house_choices == {"face_up_in_shoe=discard"}
