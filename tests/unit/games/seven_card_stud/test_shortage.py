"""Not enough cards for seventh street: both procedures, every case (ST-60 to ST-65)."""

from dataclasses import dataclass
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dealer_station.games.pot_rules import Shortage, StreetDeal, StubCount
from dealer_station.games.procedure import BOARD, BURN
from dealer_station.games.seven_card_stud.shortage import ShortageProcedure, street_deal

LAST_CARD, ALL_MIXED = ShortageProcedure.LAST_CARD, ShortageProcedure.ALL_MIXED
COMMON = "common"

# Dealt, folds on 3rd/4th/5th/6th street, live hands, stub; then how many cards the second house
# mixes (or that a common card is turned), and what the first deals: seats served from the stub,
# seats served from the mixed cards, whether it burns again.
CASES = """
8 0/0/0/0 8 1 common common
8 0/0/0/1 7 1 common common
8 0/0/0/2 6 1 common common
8 0/0/0/3 5 1 common common
8 0/0/1/0 7 2 common common
8 0/0/1/1 6 2 common common
8 0/0/1/2 5 2 5 0+5
8 0/0/2/0 6 3 6 1+5
8 0/0/2/1 5 3 6 1+4b
8 0/0/3/0 5 4 7 2+3b
8 0/1/0/0 7 3 common common
8 0/1/0/1 6 3 6 1+5
8 0/1/0/2 5 3 6 1+4b
8 0/1/1/0 6 4 7 2+4b
8 0/1/1/1 5 4 7 2+3b
8 0/1/2/0 5 5 8 3+2b
8 0/2/0/0 6 5 8 3+3b
8 0/2/0/1 5 5 8 3+2b
8 1/0/0/0 7 4 7 2+5
8 1/0/0/1 6 4 7 2+4b
8 1/0/0/2 5 4 7 2+3b
8 1/0/1/0 6 5 8 3+3b
8 1/0/1/1 5 5 8 3+2b
8 1/1/0/0 6 6 9 4+2b
7 0/0/0/0 7 7 10 5+2b
"""


@dataclass(frozen=True)
class Case:
    dealt: int
    folds: tuple[int, ...]
    live: int
    stub: int
    second: str
    first: str


def case_of(line: str) -> Case:
    dealt, folds, live, stub, second, first = line.split()
    return Case(int(dealt), tuple(map(int, folds.split("/"))), int(live), int(stub), second, first)


LISTED = [case_of(line) for line in CASES.split("\n") if line]
every_case = pytest.mark.parametrize("case", LISTED, ids=lambda case: f"{case.dealt} {case.folds}")


def stub_after(dealt: int, folds: tuple[int, ...]) -> int:
    """Count the stub when seventh street is due: card by card, three burns."""
    cards, live = 52 - 3 * dealt, dealt
    for folded in folds[:3]:
        live -= folded
        cards -= live + 1
    return cards


def seats_of(live: int) -> tuple[int, ...]:
    return tuple(range(1, live + 1))


def dealt_by(procedure: ShortageProcedure, case: Case) -> StreetDeal:
    return street_deal(procedure, seats_of(case.live), StubCount(case.stub, burns=3))


def seats_in(hands: tuple[str, ...]) -> int:
    return sum(hand.startswith("seat") for hand in hands)


def test_the_list_is_complete():
    """Up to three folds: nothing else runs short, and everything listed does."""
    short = set()
    for dealt, folds in product(range(2, 9), product(range(4), repeat=4)):
        live, stub = dealt - sum(folds), stub_after(dealt, folds)
        if sum(folds) <= 3 and live >= 2 and stub < live + 1:
            short.add((dealt, folds, live, stub))
    assert short == {(case.dealt, case.folds, case.live, case.stub) for case in LISTED}


@every_case
def test_st_60_the_second_house_mixes_everything(case: Case):
    deal = dealt_by(ALL_MIXED, case)
    assert deal.before == ()
    assert deal.is_mixed
    if case.second == COMMON:
        assert deal.after == (BOARD,)
        assert deal.shortage is Shortage.COMMUNITY
    else:
        assert int(case.second) == case.stub + 3
        assert deal.after == tuple(f"seat {seat}" for seat in seats_of(case.live))
        assert deal.shortage is Shortage.MIXED


@every_case
def test_st_61_the_first_house_deals_all_but_the_last_card(case: Case):
    deal = dealt_by(LAST_CARD, case)
    if case.first == COMMON:
        assert deal.order == (BURN, BOARD)
        assert deal.is_mixed == (case.stub <= 2), "ST-65"
        assert deal.shortage is Shortage.COMMUNITY
        return
    from_stub, _, rest = case.first.partition("+")
    assert deal.before == (BURN, *(f"seat {seat}" for seat in seats_of(int(from_stub))))
    assert deal.is_mixed
    assert deal.after.count(BURN) == rest.count("b")
    assert deal.after[:1] == (BURN,) or not rest.endswith("b")
    assert seats_in(deal.after) == int(rest.rstrip("b"))
    assert seats_in(deal.order) == case.live


@every_case
def test_st_64_both_houses_agree_whether_there_is_a_common_card(case: Case):
    assert (case.first == COMMON) == (case.second == COMMON)


@pytest.mark.parametrize("procedure", ShortageProcedure)
@pytest.mark.parametrize("dealt", range(2, 7))
def test_st_08_up_to_six_players_never_run_short(procedure: ShortageProcedure, dealt: int):
    cards = StubCount(stub_after(dealt, (0, 0, 0, 0)), burns=3)
    deal = street_deal(procedure, seats_of(dealt), cards)
    assert deal == StreetDeal((BURN, *(f"seat {seat}" for seat in seats_of(dealt))))


def test_st_06_third_street_has_no_burn_and_three_cards_each():
    deal = street_deal(LAST_CARD, (2, 5), StubCount(52), has_burn=False, rounds=3)
    assert deal == StreetDeal(("seat 2", "seat 5") * 3)


def test_st_d22_a_dead_seat_is_dealt_in_its_place_while_the_cards_suffice():
    assert street_deal(LAST_CARD, (1, 4), StubCount(20), dead=(2,)) == StreetDeal(
        (BURN, "seat 1", "seat 2", "seat 4")
    )
    assert street_deal(LAST_CARD, (1, 4), StubCount(3), dead=(2,)) == StreetDeal(
        (BURN, "seat 1", "seat 4")
    )


def test_st_d26_a_burn_that_is_out_is_not_needed_again():
    out = StubCount(7, burns=4, is_burn_out=True)
    assert street_deal(LAST_CARD, seats_of(7), out) == StreetDeal(
        tuple(f"seat {seat}" for seat in seats_of(7))
    )
    short = street_deal(LAST_CARD, seats_of(7), StubCount(6, burns=4, is_burn_out=True))
    assert short.before == tuple(f"seat {seat}" for seat in seats_of(5))
    assert short.after == (BURN, "seat 6", "seat 7")


def test_st_d26_cards_set_aside_count_in_both_houses():
    cards = StubCount(1, burns=3, aside=4)
    assert street_deal(ALL_MIXED, seats_of(8), cards).shortage is Shortage.MIXED
    first = street_deal(LAST_CARD, seats_of(8), cards)
    assert first == StreetDeal(
        (),
        is_mixed=True,
        after=tuple(f"seat {seat}" for seat in seats_of(8)),
        shortage=Shortage.MIXED,
    )


def test_st_d27_a_stub_of_one_card_is_mixed_before_the_first():
    deal = street_deal(LAST_CARD, seats_of(3), StubCount(1, burns=3))
    assert deal == StreetDeal(
        (), is_mixed=True, after=(BURN, "seat 1", "seat 2", "seat 3"), shortage=Shortage.MIXED
    )


def test_st_d28_a_common_card_out_of_a_stub_whose_burn_is_out():
    cards = StubCount(3, burns=1, is_burn_out=True)
    assert street_deal(LAST_CARD, seats_of(6), cards) == StreetDeal(
        (BOARD,), shortage=Shortage.COMMUNITY
    )


@given(
    st.sampled_from(ShortageProcedure),
    st.sets(st.integers(1, 8), min_size=2),
    st.integers(0, 12),
    st.integers(0, 4),
    st.integers(0, 8),
    st.booleans(),
)
def test_no_more_cards_are_dealt_than_there_are(procedure, live, stub, burns, aside, is_out):
    """Everybody gets a card of his own, or all a common one; the stub suffices until mixed."""
    if not stub + burns + aside or (is_out and not burns):
        return
    deal = street_deal(procedure, sorted(live), StubCount(stub, burns, aside, is_out))
    served = [hand for hand in deal.order if hand.startswith("seat")]
    if deal.shortage is Shortage.COMMUNITY:
        assert len(live) > stub + burns + aside
        assert deal.order.count(BOARD) == 1
        assert not served
    else:
        assert served == [f"seat {seat}" for seat in sorted(live)]
        assert len(served) <= stub + burns + aside
    assert len(deal.before) <= stub
    if deal.is_mixed:
        pool = stub + burns + aside - seats_in(deal.before)
        assert len(deal.after) <= pool or deal.shortage is Shortage.COMMUNITY
    assert (deal.shortage is Shortage.NONE) == (stub >= len(live) + (not is_out))
