"""Every outcome of the shared hand (CH-13 to CH-33, CH-40 to CH-43), and that it adds up."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from bettors_builders import LOST, PUSHED, SHARED_HAND, WON, betting, closed, deciding, placed

from dealer_station.bettors import settlement as s
from dealer_station.bettors.batches import decision_batch
from dealer_station.bettors.terms import AMOUNT_MAX, BookAction, BookSpot, BookTerms
from dealer_station.money import FloatAmountError

WAGERS = [
    (1, "ante", 1000), (1, "bonus", 500), (2, "ante", 700), (2, "bonus", 300), (3, "ante", 500),
    (1, "jumbo7", 100), (3, "jumbo7", 200),
]  # fmt: skip
DECISIONS = [(1, "call"), (2, "fold")]
"""The third is folded by the closing."""


def nets(result: s.Settlement) -> dict[int, list[int]]:
    return dict(zip(result.rows.bettors.tolist(), result.nets.T.tolist(), strict=True))


def test_a_hand_that_wins() -> None:
    result = s.settle(closed(WAGERS, DECISIONS), WON)
    assert nets(result) == {
        1: [2000, 2000, 3500, -100],
        2: [-700, 0, -300, 0],  # a folded Bonus is lost (CH-32a)
        3: [-500, 0, 0, -200],
    }
    assert result.net_of_bettors().tolist() == [7400, -1000, -700]
    assert result.house_minor == -5700
    assert result.pool_minor == 0


def test_a_hand_that_loses_with_fixed_prizes() -> None:
    result = s.settle(closed(WAGERS, DECISIONS), LOST)
    assert nets(result) == {
        1: [-1000, -2000, -500, 900],
        2: [-700, 0, -300, 0],
        3: [-500, 0, 0, 1800],
    }
    assert result.house_minor == 2300


def test_a_hand_that_pushes_with_a_bonus_that_survives_a_fold() -> None:
    result = s.settle(closed(WAGERS, DECISIONS), PUSHED)
    assert nets(result) == {1: [0, 0, 3500, -100], 2: [-700, 0, 2100, 0], 3: [-500, 0, 0, -200]}


def test_totals_of_the_spots() -> None:
    ante, call, bonus, jumbo7 = s.settle(closed(WAGERS, DECISIONS), WON).spots
    assert ante == s.SpotResult("ante", 3, 2200, 2000, 1200)
    assert (ante.net_minor, ante.house_minor) == (800, -800)
    assert call == s.SpotResult("call", 1, 2000, 2000, 0)
    assert bonus == s.SpotResult("bonus", 2, 800, 3500, 300)
    assert jumbo7 == s.SpotResult("jumbo7", 2, 300, 0, 300)


def test_a_pool_is_shared_by_all_tickets_whatever_was_decided() -> None:
    pays = {spot: by_action for spot, by_action in WON.items() if spot != "jumbo7"}
    result = s.settle(closed(WAGERS, DECISIONS), pays, s.PoolHit("jumbo7", 1_000_000))
    # 333333.33 and 666666.67 of the pool, less the tickets (CH-D08).
    assert nets(result)[1][3] == 333_333 - 100
    assert nets(result)[3][3] == 666_667 - 200
    assert nets(result)[2][3] == 0
    jumbo7 = result.spots[3]
    assert (jumbo7.pool_minor, jumbo7.net_minor, jumbo7.house_minor) == (1_000_000, 999_700, 300)
    assert int(result.nets.sum()) + result.house_minor - result.pool_minor == 0


def test_a_pool_smaller_than_the_tickets_is_shared_all_the_same() -> None:
    pays = {spot: by_action for spot, by_action in WON.items() if spot != "jumbo7"}
    result = s.settle(closed(WAGERS, DECISIONS), pays, s.PoolHit("jumbo7", 100))
    assert [row[3] for row in nets(result).values()] == [33 - 100, 0, 67 - 200]
    assert result.spots[3].house_minor == 300


@pytest.mark.parametrize(
    ("wagers", "pool"),
    [
        ([(1, "ante", 500)], s.PoolHit("jumbo7", 100)),
        ([(1, "ante", 500), (1, "jumbo7", 100)], s.PoolHit("jumbo7", -1)),
        ([(1, "ante", 500), (1, "jumbo7", 100)], s.PoolHit("jumbo7", 2**62)),
        ([(1, "ante", 500), (1, "jumbo7", 100)], s.PoolHit("grand", 100)),
        ([(1, "ante", 500), (1, "jumbo7", 100)], s.PoolHit("ante", 100)),
    ],
)
def test_a_pool_that_cannot_be_paid_is_refused(
    wagers: list[tuple[int, str, int]], pool: s.PoolHit
) -> None:
    pays = {spot: by_action for spot, by_action in WON.items() if spot != "jumbo7"}
    with pytest.raises(s.SettlementError):
        s.settle(closed(wagers, []), pays, pool)


def test_nobody_is_forgotten() -> None:
    for spot, action in (("ante", "fold"), ("ante", "call"), ("call", "call"), ("jumbo7", "fold")):
        without = {key: value for key, value in WON[spot].items() if key != action}
        with pytest.raises(s.SettlementError, match=spot):
            s.settle(closed(WAGERS, DECISIONS), {**WON, spot: without})
    with pytest.raises(s.SettlementError, match="decided ''"):
        s.settle(deciding(*WAGERS), WON)


def test_what_the_hand_has_not_is_not_paid() -> None:
    book = closed(WAGERS, DECISIONS)
    for other in ({"tie": {"call": s.wins(8)}}, {"ante": {**WON["ante"], "raise": s.wins(1)}}):
        with pytest.raises(s.SettlementError, match="no such"):
            s.settle(book, {**WON, **other})


def test_a_void_round_returns_every_stake_decided_or_not() -> None:
    book = placed(deciding(*WAGERS), decision_batch("d", [(1, "call", None)]))
    for one in (betting(*WAGERS), book, book.close_decisions()):
        result = s.settle(one, s.void_pays(SHARED_HAND))
        assert not result.nets.any()
        assert result.house_minor == 0


def test_wins_that_are_no_whole_number_are_rounded_down_for_each_bettor() -> None:
    terms = BookTerms((BookSpot("banker", is_base=True),))
    book = betting((1, "banker", 10), (2, "banker", 31), (3, "banker", 100), terms=terms)
    pays = {"banker": {s.UNDECIDED: s.wins(Fraction(19, 20))}}
    result = s.settle(book, pays)
    assert result.nets.tolist() == [[9, 29, 95]]
    assert result.house_minor == -133


def test_a_prize_for_one_may_be_less_than_the_ticket() -> None:
    terms = BookTerms((BookSpot("jumbo7", is_base=True),))
    book = betting((1, "jumbo7", 3), (2, "jumbo7", 100), terms=terms)
    result = s.settle(book, {"jumbo7": {s.UNDECIDED: s.wins_for_one(Fraction(1, 2))}})
    assert result.nets.tolist() == [[1 - 3, 50 - 100]]
    assert result.spots[0].lost_minor == 52


def test_decisions_with_odds_of_their_own() -> None:
    pays = {**WON, "ante": {"call": s.wins(Fraction(3, 2)), "fold": s.wins(Fraction(-1, 2))}}
    result = s.settle(closed([(1, "ante", 501), (2, "ante", 501)], [(1, "call")]), pays)
    assert result.nets[0].tolist() == [751, -251]


def test_what_would_not_fit_64_bits_is_refused() -> None:
    terms = BookTerms(
        (BookSpot("ante", is_base=True), BookSpot("call", is_decision=True)),
        (BookAction("call", "call", 1000), BookAction("fold")),
    )
    book = closed([(1, "ante", AMOUNT_MAX)], [(1, "call")], terms)
    push = {"ante": {"call": s.PUSHES}}
    assert s.settle(book, {**push, "call": {"call": s.wins(4)}}).house_minor == -4 * 10**18
    with pytest.raises(s.SettlementError, match="64 bits"):
        s.settle(book, {**push, "call": {"call": s.wins(5)}})
    with pytest.raises(s.SettlementError, match="64 bits"):
        s.settle(book, {**push, "call": {"call": s.wins(Fraction(1, 2**63))}})
    with pytest.raises(s.SettlementError, match="64 bits"):
        s.settle(book, {**push, "call": {"call": s.wins(2**70)}})


def test_a_bettor_whose_nets_together_would_not_fit_is_refused() -> None:
    sides = tuple(BookSpot(f"side {number}") for number in range(3))
    terms = BookTerms((BookSpot("ante", is_base=True), *sides))
    wagers = [(1, "ante", 1), *((1, side.name, AMOUNT_MAX) for side in sides)]
    pays = {spot.name: {s.UNDECIDED: s.wins(4000)} for spot in terms.spots}
    with pytest.raises(s.SettlementError, match="a bettor's nets"):
        s.settle(betting(*wagers, terms=terms), pays)


def test_sums_beyond_64_bits_are_exact() -> None:
    terms = BookTerms((BookSpot("ante", is_base=True),))
    book = betting(*((n, "ante", AMOUNT_MAX) for n in range(10_000)), terms=terms)
    result = s.settle(book, {"ante": {s.UNDECIDED: s.wins(1000)}})
    assert result.house_minor == -1000 * AMOUNT_MAX * 10_000
    assert result.spots[0].staked_minor == AMOUNT_MAX * 10_000


def test_a_result_that_does_not_add_up_is_found() -> None:
    result = s.settle(closed(WAGERS, DECISIONS), WON)
    wrong = result.nets.copy()
    wrong[0, 0] += 1
    with pytest.raises(s.SettlementError, match="zero"):
        s._prove(replace(result, nets=wrong))
    first = replace(result.spots[0], won_minor=result.spots[0].won_minor + 1)
    with pytest.raises(s.SettlementError, match="ante"):
        s._prove(replace(result, nets=wrong, spots=(first, *result.spots[1:])))
    moved = result.nets.copy()
    moved[0, 1:] += (-100, 100)
    with pytest.raises(s.SettlementError, match="more than his stake"):
        s._prove(replace(result, nets=moved))


def test_nobody_at_all_is_settled_too() -> None:
    result = s.settle(closed([], []), WON)
    assert result.nets.shape == (4, 0)
    assert result.house_minor == 0


def test_the_digest_knows_every_net() -> None:
    book = closed(WAGERS, DECISIONS)
    assert s.settle(book, WON).digest() == s.settle(book, WON).digest()
    assert s.settle(book, WON).digest() != s.settle(book, LOST).digest()
    assert s.settle(closed(WAGERS[:-1], DECISIONS), WON).digest() != s.settle(book, WON).digest()


def test_nets_cannot_be_changed() -> None:
    result = s.settle(closed(WAGERS, DECISIONS), WON)
    with pytest.raises(ValueError, match="read-only"):
        result.nets[0, 0] = 5


def test_odds_are_exact_and_only_with_a_win() -> None:
    with pytest.raises(FloatAmountError):
        s.Pay(s.PayKind.ODDS, 0.95)  # type: ignore[arg-type]
    with pytest.raises(s.SettlementError):
        s.Pay(s.PayKind.PUSH, Fraction(1))
    with pytest.raises(s.SettlementError):
        s.wins_for_one(-1)
    assert s.LOSES.rate == -1
    assert s.PUSHES.rate == s.VOIDED.rate == 0
    assert s.wins_for_one(10) == s.wins(9)


def test_forty_bettors_of_the_published_case() -> None:
    """CH-A07: a flush (2:1) beats a qualified pair; every fifth folds and loses his Bonus too."""
    antes = {bettor: 100 * (10, 15, 20, 25, 30, 35, 5)[(bettor - 1) % 7] for bettor in range(1, 41)}
    bonuses = {bettor: 100 * (1, 4, 7)[bettor // 3 % 3] for bettor in range(3, 41, 3)}
    wagers = [(bettor, "ante", amount) for bettor, amount in antes.items()]
    wagers += [(bettor, "bonus", amount) for bettor, amount in bonuses.items()]
    decisions = [(bettor, "call" if bettor % 5 else "fold") for bettor in antes]
    pays = {**WON, "bonus": {"call": s.wins(20), "fold": s.LOSES}}
    result = s.settle(closed(wagers, decisions), pays)
    for place, bettor in enumerate(result.rows.bettors.tolist()):
        ante, bonus = antes[bettor], bonuses.get(bettor, 0)
        due = [2 * ante, 2 * ante, 20 * bonus, 0] if bettor % 5 else [-ante, 0, -bonus, 0]
        assert result.nets[:, place].tolist() == due
    published = {
        3: [4000, 4000, 8000],
        5: [-3000, 0, 0],
        15: [-1000, 0, -700],
        39: [5000, 5000, 8000],
    }
    assert {one: nets(result)[one][:3] for one in published} == published
    assert np.count_nonzero(result.nets[0] < 0) == 8
