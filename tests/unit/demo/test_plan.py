import random

from dealer_station.cards.card import parse_cards
from dealer_station.cards.poker_hand import HandCategory, evaluate
from dealer_station.demo.plan import Trouble, plan_round
from drivers.card_shoe.simulated_shoe import _shuffled

SEATS = (1, 2, 3, 4, 5, 6, 7)


def plans(seed: int, count: int = 400):
    return [plan_round(random.Random(f"{seed}/{number}"), SEATS) for number in range(count)]


def test_a_seed_has_one_plan_and_another_seed_another():
    assert plans(7) == plans(7)
    assert plans(7) != plans(8)


def test_every_trouble_comes_and_half_the_rounds_are_clean():
    found = [plan.trouble for plan in plans(7)]
    assert set(found) == set(Trouble)
    assert 160 < found.count(Trouble.NONE) < 260


def test_trouble_in_the_deal_leaves_at_least_one_pass_to_deal():
    for plan in plans(3):
        assert 1 <= plan.trouble_card < 4 * (len(plan.antes) + 1)
        assert plan.trouble_seat in plan.antes
        assert set(plan.progressives) <= set(plan.antes)
        assert len(plan.antes) < len(SEATS), "a seat must be empty for CS-I14"


def test_now_and_then_a_player_with_the_dollar_is_dealt_a_straight_flush():
    lucky = [plan for plan in plans(7, 2000) if plan.winner is not None]
    assert {len(plan.antes) for plan in lucky} == {2, 3, 4, 5}
    for plan in lucky:
        assert plan.trouble is Trouble.NONE
        assert plan.winner in plan.progressives
        order = [*sorted(plan.antes), "dealer"]
        place = order.index(plan.winner)
        cards = _shuffled(plan.shuffle, 1)[place :: len(order)][:5]
        assert evaluate(parse_cards(" ".join(cards))).category is HandCategory.STRAIGHT_FLUSH
