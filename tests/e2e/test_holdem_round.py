"""A round of Casino Hold'em by touch, on the real stack with the simulated shoe."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from e2e import looking
from e2e.pages.credentials import Credentials
from e2e.pages.glass import Glass
from e2e.pages.holdem_page import cards_at, deal
from e2e.pages.table_page import TablePage
from playwright.sync_api import expect
from running_house import RunningHouse, person, running_house

from dealer_station.demo.games import CASINO_HOLDEM
from dealer_station.table.roles import Role

pytestmark = pytest.mark.e2e


@pytest.fixture
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningHouse]:
    with running_house(tmp_path_factory.mktemp("holdem") / "house", game=CASINO_HOLDEM) as running:
        yield running


def look(glass: Glass, name: str) -> None:
    """Keep a picture; nothing on it is cut off or said in words that are no text."""
    names = {"Casino Hold'em 1", "CH-1"}
    assert looking.look(glass, "holdem-round", "en", name, names) == []


def test_a_round_with_a_bonus_a_fold_and_a_dealer_who_does_not_qualify(
    glass: Glass, house: RunningHouse
) -> None:
    """CH-T27 for seat 3: a non-qualifier, the Bonus from pocket aces; seat 5 folds."""
    Credentials(glass).give(person(Role.DEALER))
    table = TablePage(glass)
    table.do("Open the table")
    table.open_round(1)
    table.stake(3, 10)
    table.stake(5, 10)
    table.choose_chip(5)
    glass.tap("seat-3-bonus")
    table.expect_stake(3, "bonus", "5.00")
    look(glass, "betting")
    table.do("No more bets")
    table.expect_phase("dealing")
    # One card to each box clockwise, one to the dealer, and again; then the flop (CH-D01).
    deal(glass, house.shoe, "Ac", "2h", "Qc", "As", "7h", "8d", "Kd", "9s")
    house.shoe.draw("5c")
    table.expect_phase("deciding")
    assert cards_at(glass, "board-hand") == "Kd 9s 5c"
    assert cards_at(glass, "seat-3-cards") == "Ac As"
    expect(glass.get("seat-3-hand")).to_have_text("Pair")
    assert "Qc" not in glass.view["cards"]["dealer"]
    look(glass, "deciding")
    table.fold(5)
    table.do("Confirm: 1 call · 1 fold")
    table.expect_phase("drawing")
    deal(glass, house.shoe, "3d")
    house.shoe.draw("Jh")
    table.expect_phase("paying")
    assert cards_at(glass, "board-hand") == "Kd 9s 5c 3d Jh"
    assert cards_at(glass, "dealer-hand") == "Qc 8d"
    look(glass, "paying")
    table.expect_payout(5, "0.00")
    table.do("Take seat 5's stakes")
    # Ante 10 and win 10, Call 20 back, Bonus 5 and win 35.
    table.expect_payout(3, "80.00")
    table.expect_wager("ante", "win", "1:1")
    table.expect_wager("call", "push")
    table.expect_wager("bonus", "win", "7:1")
    table.do("Pay seat 3 · 80.00")
    table.expect_phase("settled")
    expect(glass.get("seat-3-net")).to_have_attribute("data-amount", "45.00")
    look(glass, "settled")


@pytest.fixture
def clocked_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningHouse]:
    """The same table with a clock for decisions."""
    game = replace(CASINO_HOLDEM, file=f'{CASINO_HOLDEM.file}[set]\ndecision_seconds = "12"\n')
    with running_house(tmp_path_factory.mktemp("clock") / "house", game=game) as running:
        yield running


class TestClock:
    """The end of the time for decisions."""

    @pytest.fixture
    def house(self, clocked_house: RunningHouse) -> RunningHouse:
        return clocked_house

    def test_ch_14_time_folds_a_box_and_with_it_a_bonus_that_has_won(
        self, glass: Glass, house: RunningHouse
    ) -> None:
        Credentials(glass).give(person(Role.DEALER))
        table = TablePage(glass)
        table.do("Open the table")
        table.open_round(1)
        for seat in (3, 5):
            table.stake(seat, 10)
            table.choose_chip(5)
            glass.tap(f"seat-{seat}-bonus")
            table.expect_stake(seat, "bonus", "5.00")
        table.do("No more bets")
        table.expect_phase("dealing")
        deal(glass, house.shoe, "Ac", "2h", "Qc", "As", "7h", "8d", "Kd", "9s")
        house.shoe.draw("5c")
        table.expect_phase("deciding")
        glass.tap("seat-5-bet")
        expect(glass.get("seat-3-collect")).to_have_text("Call to collect")
        expect(glass.get("seat-5-collect")).to_have_count(0)
        # Nobody touches box 3.
        table.expect_phase("drawing")
        expect(glass.get("seat-3-auto-folded")).to_have_text("Time ran out: folded")
        expect(glass.get("seat-3-collect")).to_have_count(0)
        expect(glass.get("seat-5-auto-folded")).to_have_count(0)
        look(glass, "time-ran-out")
        deal(glass, house.shoe, "3d")
        house.shoe.draw("Jh")
        table.expect_phase("paying")
        # The dealer does not qualify: Ante 10 and win 10, Call 20 back, Bonus lost.
        table.do("Pay seat 5 · 40.00")
        expect(glass.get("payout-current").locator(".payout-status")).to_have_text(
            "Time ran out: folded"
        )
        table.expect_wager("bonus", "lose")
        table.do("Take seat 3's stakes")
        table.expect_phase("settled")
        expect(glass.get("seat-3-net")).to_have_attribute("data-amount", "-15.00")
        expect(glass.get("seat-3-auto-folded")).to_be_visible()
        look(glass, "settled-after-time")
