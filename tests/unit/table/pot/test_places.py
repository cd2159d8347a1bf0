"""Where cards lie and how rulings move them (ST-I01, I08 to I10, I34, I35, ST-D23 to ST-D32)."""

from dealer_station.games.procedure import ASIDE, BURN, Position
from dealer_station.table.pot.piles import EARLY, SCRAP, STUB
from dealer_station.table.pot.places import (
    LateCard,
    Places,
    TurnedCard,
    came_too_early,
    due_aside,
    exposed_places,
    faced,
    first_double,
    is_turned_up,
    left_in_stub,
)

S1, S2, S3, S4 = "seat 1", "seat 2", "seat 3", "seat 4"
FOURTH = (BURN, S1, S2, S3)


def test_st_i08_two_burns_that_were_not_read_give_every_card_the_next_place() -> None:
    draws = ("??", "7d", "8s", "Jh", "3c")
    places = Places(FOURTH).with_surplus_burn(0, 5)
    assert [places.in_hand(draws, hand) for hand in (S1, S2, S3)] == [("3c",), ("7d",), ("8s",)]
    assert places.in_hand(draws, BURN) == ("??", "Jh"), "the last card is the next street's burn"
    assert places.is_burn_out


def test_st_i08_a_second_burn_may_be_noticed_in_the_middle_of_the_deal() -> None:
    draws = ("??", "7d", "3c")
    places = Places(FOURTH).with_surplus_burn(0, 3)
    assert places == Places((BURN, S2, S1, S3))
    assert places.in_hand(draws, S1) == ("3c",)
    assert Places(FOURTH).with_surplus_burn(0, 2) == Places(FOURTH), "nothing was dealt yet"


def test_st_i08_a_card_that_was_taken_for_the_next_burn_waits_beside_two_unread_burns() -> None:
    places = Places((*FOURTH, BURN), is_burn_out=True).with_surplus_burn(0, 6)
    assert places == Places((BURN, S2, S3, BURN, EARLY, S1), is_burn_out=True)


def test_st_i08_cards_out_of_play_stay_what_they_are() -> None:
    order = (BURN, S1, SCRAP, S2, S3)
    assert Places(order).with_surplus_burn(0, 6).order == (BURN, S2, SCRAP, S3, BURN, S1)
    assert Places(order).with_surplus_burn(0, 4).order == (BURN, S2, SCRAP, S1, S3)
    assert Places(order).without_burn(0, 5).order == (STUB, BURN, SCRAP, S1, S2, S3)


def test_st_i08_the_next_burn_is_the_last_card_where_the_burn_never_was() -> None:
    places = Places((*FOURTH, BURN), is_burn_out=True).without_burn(0, 5)
    assert places == Places((STUB, BURN, S1, S2, S3))


def test_st_i08_places_that_stayed_open_keep_their_numbers() -> None:
    order = (S1, S2, BURN, S1, S2)
    places = Places(order, (LateCard(4, 1),)).with_surplus_burn(2, 4)
    assert places.order == (S1, S2, BURN, S1, S2)
    assert places.late == (LateCard(4, 1),)
    assert Places(order, (LateCard(4, 1),)).without_burn(2, 4).late == (LateCard(5, 1),)


def test_st_i08_a_burn_that_never_was_gives_every_card_the_place_before() -> None:
    draws = ("??", "2c", "7d", "8s")
    places = Places(FOURTH).without_burn(0, 4)
    assert places.in_hand(draws, BURN) == ("2c",)
    assert places.in_hand(draws, S1) == ("7d",)
    assert places.in_hand(draws, S2) == ("8s",)
    assert places.at(4) == Position(S3, 1), "the last seat is due a card"
    assert left_in_stub(draws, places.order, 52) == 49, "the burn has never left the stub"


def test_st_i08_the_burn_of_a_street_is_looked_for_in_that_street() -> None:
    order = (S1, S2, *FOURTH, ASIDE, BURN, S1, S2)
    assert Places(order).burn_from(2) == 2
    assert Places(order).burn_from(6) == 7
    assert Places(order).burn_from(8) is None


def test_st_i09_the_first_card_is_the_burn_and_the_others_came_too_early() -> None:
    places = Places((S1, S2))
    assert places.premature(2) == ()
    assert places.premature(3) == (), "one card alone is the next burn"
    assert places.premature(5) == (3, 4)
    assert Places((S1, S2), is_burn_out=True).premature(3) == (2,)


def test_st_i09_premature_cards_are_set_aside_and_the_next_street_burns_again() -> None:
    aside = Places((S1, S2)).premature_to(ASIDE, 5)
    assert aside == Places((S1, S2, BURN, ASIDE, ASIDE))


def test_st_i09_premature_cards_go_back_and_their_burn_serves_the_next_street() -> None:
    back = Places((S1, S2)).premature_to(STUB, 5)
    assert back == Places((S1, S2, BURN, STUB, STUB), is_burn_out=True)


def test_st_i09_as_many_cards_are_set_aside_as_seats_are_due_one() -> None:
    assert due_aside(due=4, came=2, stub=30) == 2
    assert due_aside(due=2, came=3, stub=30) == 0
    assert due_aside(due=6, came=1, stub=3) == 3


def test_st_i09_cards_that_came_too_early_are_told_from_those_asked_for() -> None:
    assert came_too_early((S1, S2, BURN, ASIDE, ASIDE), 0) == 2
    order = (S1, S2, BURN, ASIDE, ASIDE, BURN, S1, S2)
    assert came_too_early(order, 3) == 0
    assert came_too_early((*order, BURN, ASIDE), 3) == 1
    assert came_too_early((S1, ASIDE), 1) == 0


def test_st_i10_a_premature_seventh_card_is_kept_behind_the_burn() -> None:
    kept = Places((S1, S2, S3)).kept(4, S1)
    assert kept == Places((S1, S2, S3, BURN, S1), is_burn_out=True)
    assert kept.at(4) == Position(S1, 2)


def test_st_i10_without_a_burn_the_kept_card_is_the_one_taken_for_it() -> None:
    kept = Places((S1, S2, S3)).kept(3, S1)
    assert kept == Places((S1, S2, S3, S1))
    assert kept.premature(4) == ()
    assert kept.premature(5) == (), "what comes next is the burn"


def test_st_i10_the_kept_card_may_lie_there_as_the_burn_already() -> None:
    kept = Places((S1, S2, S3, BURN), is_burn_out=True).kept(3, S1)
    assert kept == Places((S1, S2, S3, S1))
    behind = Places((S1, S2, S3, BURN), is_burn_out=True).kept(4, S1)
    assert behind == Places((S1, S2, S3, BURN, S1), is_burn_out=True)


def test_st_i10_premature_cards_beside_the_kept_one_wait_for_their_ruling() -> None:
    places = Places((S1, S2, S3)).kept(5, S2)
    assert places.order == (S1, S2, S3, BURN, EARLY, S2)
    assert places.premature(7) == (4, 6)
    second = places.kept(4, S1)
    assert second.order == (S1, S2, S3, BURN, S1, S2)
    assert second.premature(7) == (6,)
    assert places.premature_to(ASIDE, 7).order == (S1, S2, S3, BURN, ASIDE, S2, ASIDE)
    assert not places.premature_to(ASIDE, 7).is_burn_out


def test_st_i35_the_place_of_the_newest_card_is_due_at_once() -> None:
    places = Places((S1, S2, S1, S2)).scrapped(1, 2)
    assert places.order == (S1, SCRAP, S2, S1, S2)
    assert places.at(2) == Position(S2, 1)


def test_st_i35_a_place_behind_which_others_were_served_is_due_after_the_deal() -> None:
    order = (S1, S2, S3, S1, S2, S3, S1, S2, S3)
    draws = ("4h", "8s", "2c", "Jd", "Qh", "6s", "Kd", "7h", "Th", "9s")
    places = Places(order).scrapped(0, 6)
    assert places.order == (SCRAP, S2, S3, S1, S2, S3, S1, S2, S3, S1)
    assert places.at(6) == Position(S1, 3), "places keep their numbers"
    assert places.at(9) == Position(S1, 1)
    assert places.in_hand(draws[:9], S1) == ("Jd", "Kd")
    assert places.in_hand(draws, S1) == ("9s", "Jd", "Kd")
    assert places.index_of(Position(S1, 2)) == 3
    assert places.index_of(Position(S1, 4)) is None


def test_st_i35_a_card_that_took_an_open_place_may_be_boxed_too() -> None:
    places = Places((S1, S2, S1, S2)).scrapped(0, 2)
    assert places.late == (LateCard(4, 1),)
    at_once = places.scrapped(4, 5)
    assert at_once.order == (SCRAP, S2, S1, S2, SCRAP, S1)
    assert at_once.at(5) == Position(S1, 1)
    later = places.scrapped(4, 6)
    assert later.order == (SCRAP, S2, S1, S2, SCRAP, S1)
    assert later.at(5) == Position(S1, 1)


def test_st_i37_a_joker_takes_no_place_and_no_burn() -> None:
    assert Places((S1, S2)).without_newest(2).order == (S1, SCRAP, S2)
    assert Places((S1, S2)).without_newest(3).order == (S1, S2, SCRAP)
    after_burn = Places((S1, S2)).without_newest(4)
    assert after_burn == Places((S1, S2, BURN, SCRAP), is_burn_out=True)
    assert after_burn.premature(4) == ()
    third = Places((S1, S2)).without_newest(5)
    assert third.order == (S1, S2, BURN, EARLY, SCRAP)
    assert third.premature(5) == (3,)


def test_st_i02_a_hand_without_a_third_card_leaves_the_others_theirs() -> None:
    order = (S1, S2, S3, S1, S2, S3, S1, S2, S3)
    assert Places(order).without_hand(S2, 6).order == (S1, S2, S3, S1, S2, S3, S1, S3)


def test_st_i02_open_places_move_with_the_cards_that_are_left_out() -> None:
    places = Places((S1, S2, S3, S1, S2, S3, S1, S2, S3)).scrapped(0, 6)
    without = places.without_hand(S2, 6)
    assert without.order == (SCRAP, S2, S3, S1, S2, S3, S1, S3, S1)
    assert without.at(8) == Position(S1, 1)
    assert places.without_hand(S1, 6).late == ()


def test_st_i36_a_card_that_comes_twice_is_found_and_one_that_went_back_may_come() -> None:
    assert first_double(("Kd", "7h", "Kd"), (S1, S2, S3)) == 2
    assert first_double(("Kd", "7h", "Kd"), (STUB, S2, S3)) is None
    assert first_double(("Kd", "7h", "Kd", "Kd"), (STUB, S2, S3)) == 3
    assert first_double(("??", "??", "Jo", "Jo"), ()) is None
    assert first_double(("Th", "9s", "Th"), (SCRAP, S2, S3)) == 2, "a boxed card is out for good"


def test_st_d26_the_stub_is_what_has_not_left_the_shoe_for_good() -> None:
    assert left_in_stub(("Kd", "7h", "??"), (S1, S2), 52) == 49
    assert left_in_stub(("Kd", "7h", "Jo"), (STUB, S2, SCRAP), 52) == 51


def test_st_i01_a_card_lies_the_other_way_than_it_was_dealt() -> None:
    turned = faced(faced((), S3, 1, is_up=True), S3, 3, is_up=False)
    assert turned == (TurnedCard(S3, 1, is_up=True), TurnedCard(S3, 3, is_up=False))
    assert is_turned_up(turned, S3, 1) is True
    assert is_turned_up(turned, S3, 3) is False
    assert is_turned_up(turned, S3, 2) is None
    assert exposed_places(turned, S3) == (1,)
    assert faced(turned, S3, 1, is_up=False)[-1] == TurnedCard(S3, 1, is_up=False)
