"""What rounds with Jumbo 7 hold: the same for a seed, and the pool is won now and then."""

import random

from dealer_station.cards.card import parse_cards
from dealer_station.demo.holdem_play import HoldemTrouble
from dealer_station.demo.jumbo7_play import LUCKY_CARDS, SharedPlan, plan_shared
from dealer_station.games.casino_holdem.jumbo7 import is_hit

SEATS = (1, 2, 3, 4, 5, 6, 7)


def plans(seed: int, count: int = 400) -> list[SharedPlan]:
    return [plan_shared(random.Random(f"{seed}/{number}"), SEATS) for number in range(count)]


def test_a_seed_has_one_plan_and_another_seed_another():
    assert plans(7) == plans(7)
    assert plans(7) != plans(8)


def test_every_trouble_comes_at_a_card_that_is_dealt():
    found = plans(7)
    assert {plan.boxes.trouble for plan in found} == set(HoldemTrouble)
    assert all(1 <= plan.boxes.trouble_card < 7 for plan in found)


def test_tickets_lie_at_seats_with_an_ante():
    found = plans(7)
    assert all(plan.tickets.keys() <= plan.boxes.antes.keys() for plan in found)
    assert 0.6 < sum(map(bool, (plan.tickets for plan in found))) / len(found) < 1


def test_now_and_then_the_pool_is_won_by_who_holds_a_ticket_and_nothing_goes_wrong():
    lucky = [plan for plan in plans(7) if plan.is_lucky]
    assert 5 < len(lucky) < 60
    for plan in lucky:
        assert plan.tickets
        assert plan.boxes.trouble is HoldemTrouble.NONE


def test_the_lucky_cards_are_seven_in_a_row_for_the_hand_that_all_play():
    player = [LUCKY_CARDS[place] for place in (0, 1, 4, 5, 6, 7, 8)]
    assert is_hit(parse_cards(" ".join(player)))
    assert len(set(LUCKY_CARDS)) == 9
