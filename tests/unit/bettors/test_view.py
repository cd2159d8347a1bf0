from bettors_builders import SHARED_HAND, WON, betting, closed, deciding, placed

from dealer_station.bettors.batches import decision_batch
from dealer_station.bettors.book import Stage
from dealer_station.bettors.settlement import PoolHit, settle, void_pays
from dealer_station.bettors.view import (
    SHOWN_MAX,
    BettorView,
    SpotView,
    StakeOutcome,
    StakeView,
    bettor_view,
    book_view,
)

WAGERS = [
    (1, "ante", 1000),
    (1, "bonus", 500),
    (2, "ante", 700),
    (3, "ante", 500),
    (3, "bonus", 100),
]


def test_a_bettor_sees_his_own_stakes() -> None:
    book = betting(*WAGERS)
    assert bettor_view(book, 1) == BettorView(
        1, (StakeView("ante", 1000), StakeView("bonus", 500)), "", auto_folded=False,
        call_to_collect=False,
    )  # fmt: skip
    assert bettor_view(book, 4) is None


def test_a_bonus_that_has_won_calls_for_a_decision() -> None:
    book = deciding(*WAGERS)

    def calls(bettor: int, spots: tuple[str, ...] = ("bonus",)) -> bool:
        view = bettor_view(book, bettor, collected_by_calling=spots)
        assert view is not None
        return view.call_to_collect

    assert [calls(bettor) for bettor in (1, 2, 3)] == [True, False, True]
    assert not calls(1, ())
    batch = decision_batch("d", [(1, "call", None), (3, "fold", None)])
    book = placed(book, batch)
    assert [calls(bettor) for bettor in (1, 2, 3)] == [False, False, False]


def test_who_was_folded_by_the_closing_sees_it_and_his_result() -> None:
    book = closed(WAGERS, [(1, "call"), (2, "fold")])
    result = settle(book, WON)
    view = bettor_view(book, 3, result, ("bonus",))
    assert view == BettorView(
        3,
        (
            StakeView("ante", 500, StakeOutcome.LOSE, -500),
            StakeView("bonus", 100, StakeOutcome.LOSE, -100),
        ),
        "fold",
        auto_folded=True,
        call_to_collect=False,
    )
    assert view.net_minor == -600
    caller = bettor_view(book, 1, result)
    assert caller is not None
    assert [stake.outcome for stake in caller.stakes] == [StakeOutcome.WIN] * 3
    assert [stake.spot for stake in caller.stakes] == ["ante", "call", "bonus"]
    assert caller.net_minor == 2000 + 2000 + 3500
    assert bettor_view(book, 9, result) is None


def test_a_share_of_a_pool_is_a_win() -> None:
    book = closed([(1, "ante", 500), (1, "jumbo7", 100)], [])
    pays = {spot: by_action for spot, by_action in WON.items() if spot != "jumbo7"}
    view = bettor_view(book, 1, settle(book, pays, PoolHit("jumbo7", 5000)))
    assert view is not None
    assert view.stakes[1] == StakeView("jumbo7", 100, StakeOutcome.WIN, 4900)


def test_a_void_round_says_so() -> None:
    book = deciding(*WAGERS)
    view = bettor_view(book, 1, settle(book, void_pays(SHARED_HAND)))
    assert view is not None
    assert [stake.outcome for stake in view.stakes] == [StakeOutcome.VOID] * 2
    assert view.net_minor == 0


def test_the_table_shows_totals_and_few_bettors() -> None:
    book = placed(deciding(*WAGERS), decision_batch("d", [(2, "call", None)]))
    view = book_view(book, collected_by_calling=("bonus",))
    assert (view.stage, view.bettors, view.undecided, view.auto_folded) == (Stage.DECIDING, 3, 2, 0)
    assert view.decisions == {"call": 1, "fold": 0}
    assert view.spots == (
        SpotView("ante", 3, 2200),
        SpotView("call", 1, 1400),
        SpotView("bonus", 2, 600),
        SpotView("jumbo7", 0, 0),
    )
    assert [one.bettor for one in view.shown] == [1, 2, 3]
    assert [one.call_to_collect for one in view.shown] == [True, False, True]


def test_after_the_hand_the_totals_have_their_nets() -> None:
    book = closed(WAGERS, [(1, "call")])
    view = book_view(book, settle(book, WON), ("bonus",))
    assert view.auto_folded == 2
    assert [spot.net_minor for spot in view.spots] == [2000 - 1200, 2000, 3500 - 100, 0]
    assert sum(one.net_minor for one in view.shown) == 2000 - 1200 + 2000 + 3400
    assert not any(one.call_to_collect for one in view.shown)


def test_above_a_hundred_bettors_only_totals_are_shown() -> None:
    many = [(n, "ante", 500) for n in range(SHOWN_MAX + 1)]
    assert len(book_view(betting(*many[:-1])).shown) == SHOWN_MAX
    view = book_view(betting(*many))
    assert view.shown == ()
    assert view.bettors == SHOWN_MAX + 1
    book = closed(many, [])
    assert book_view(book, settle(book, WON)).shown == ()
    assert bettor_view(book, SHOWN_MAX, settle(book, WON)) is not None
