"""Sums by spot and decision: every stake is in one group, empty ones are left out."""

from bettors_builders import SHARED_HAND, WON, closed, deciding

from dealer_station.bettors.groups import Group, groups_of
from dealer_station.bettors.settlement import UNDECIDED, settle

WAGERS = [
    (1, "ante", 1000),
    (1, "bonus", 500),
    (2, "ante", 700),
    (3, "ante", 500),
    (3, "jumbo7", 100),
]


def test_before_decisions_everybody_is_undecided() -> None:
    book = deciding(*WAGERS)
    assert list(groups_of(SHARED_HAND, book.rows())) == [
        Group("ante", UNDECIDED, 3, 2200),
        Group("bonus", UNDECIDED, 1, 500),
        Group("jumbo7", UNDECIDED, 1, 100),
    ]


def test_groups_have_the_nets_of_their_bettors() -> None:
    settlement = settle(closed(WAGERS, [(1, "call"), (2, "call")]), WON)
    groups = list(groups_of(SHARED_HAND, settlement.rows, settlement.nets))
    assert groups == [
        Group("ante", "call", 2, 1700, 3400),
        Group("call", "call", 2, 3400, 3400),
        Group("bonus", "call", 1, 500, 3500),
        Group("ante", "fold", 1, 500, -500),
        Group("jumbo7", "fold", 1, 100, -100),
    ]
    assert sum(group.net_minor for group in groups) == -settlement.house_minor


def test_a_book_without_bettors_has_no_group() -> None:
    assert list(groups_of(SHARED_HAND, closed([], []).rows())) == []
