"""A poker table played by touch: seats, acts, cards from the simulated shoe."""

from collections.abc import Callable

from e2e.pages.glass import Glass
from e2e.pages.table_page import TablePage
from playwright.sync_api import Locator, expect

from dealer_station.demo.games import DemoGame
from dealer_station.demo.shoe_control import ShoeControl

HOLDEM = DemoGame(
    "texas-holdem",
    "TH-1",
    file="""\
id = "TH-1"
name = "Texas Hold'em 1"
game = "texas-holdem"
rules = "gardens-no-limit"
seats = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
currency = "USD"
shoe = "shoe-1"
""",
)
STUD = DemoGame(
    "seven-card-stud",
    "SS-1",
    file="""\
id = "SS-1"
name = "Seven Card Stud 1"
game = "seven-card-stud"
rules = "gardens"
seats = [1, 2, 3, 4, 5, 6, 7, 8]
currency = "USD"
shoe = "shoe-1"
[set]
ante = "1.00"
bring_in = "2.00"
small_bet = "5.00"
big_bet = "10.00"
""",
)


class PokerPage:
    """The dealer's page of a poker table. `shoe` deals what is asked for."""

    def __init__(self, glass: Glass, shoe: ShoeControl) -> None:
        self.glass = glass
        self.shoe = shoe

    def get(self, name: str) -> Locator:
        return self.glass.get(name)

    def seat(self, seat: int, stack: str) -> None:
        """Seat a player with these chips."""
        self.glass.tap(f"seat-{seat}")
        self.glass.tap("take-seat")
        self.enter(stack)
        self.glass.tap("confirm-amount")
        expect(self.get(f"seat-{seat}-stack")).to_have_attribute("data-amount", f"{stack}.00")

    def enter(self, amount: str) -> None:
        for digit in amount:
            self.glass.tap(f"pad-{digit}")

    def start(self, label: str) -> None:
        """Start a hand, and wait until cards may come: what comes before is no card of it."""
        TablePage(self.glass).do(label)
        self.expect_phase("dealing")

    def act(self, seat: int, name: str) -> None:
        """Touch a button of the seat whose turn it must be; wait until the table knows of it."""
        expect(self.get("acts").locator(".acts-seat")).to_have_text(str(seat))
        awaited = self.glass.view["next"]
        self.get(name).tap()
        self._wait(
            lambda: self.glass.view["next"] != awaited, f"{name} of seat {seat} is not known"
        )

    def deal(self, *cards: str) -> None:
        """Draw cards one by one, each when the screen has shown the one before."""
        for card in cards:
            drawn = self.glass.view["draws"]
            self.shoe.draw(card)
            self._wait_for(drawn + 1)

    def _wait_for(self, drawn: int) -> None:
        def has_come() -> bool:
            view = self.glass.view
            return bool(view["draws"] >= drawn or view["phase"] == "held")

        self._wait(has_come, f"card {drawn} has not come")

    def _wait(self, is_so: Callable[[], bool], otherwise: str) -> None:
        for _ in range(600):
            if is_so():
                return
            self.glass.page.wait_for_timeout(25)
        raise AssertionError(otherwise)

    def expect_phase(self, phase: str) -> None:
        expect(self.get("table-page")).to_have_attribute("data-phase", phase)

    def expect_stack(self, seat: int, amount: str) -> None:
        expect(self.get(f"seat-{seat}-stack")).to_have_attribute("data-amount", amount)
