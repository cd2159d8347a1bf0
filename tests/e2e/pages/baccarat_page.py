"""A baccarat table on the glass: spots and hands by their names, on top of what every table has."""

from e2e.pages.glass import Glass
from e2e.pages.table_page import TablePage
from playwright.sync_api import Locator, expect

from dealer_station.demo.shoe_control import ShoeControl

SPOTS = ("player", "banker", "dragon7", "tiger8", "tie")


class BaccaratPage(TablePage):
    """Touches and expectations of a baccarat table."""

    def bet(self, seat: int, spot: str, *chips: int) -> None:
        """Put chips on a spot, one touch each; comes back once the station has them all."""
        for chip in chips:
            self.choose_chip(chip)
            self._glass.tap(f"seat-{seat}-{spot}")
        self.expect_stake(seat, spot, f"{sum(chips)}.00")

    def hand(self, side: str) -> Locator:
        return self._glass.get(f"hand-{side}")

    def expect_hand(self, side: str, cards: str, total: int | None) -> None:
        """The cards of a side as they lie, and its total; none before its second card."""
        expect(self.hand(side)).to_have_attribute("data-cards", cards)
        words = "" if total is None else str(total)
        expect(self._glass.get(f"total-{side}")).to_have_attribute("data-total", words)

    def expect_next_at(self, side: str) -> None:
        """The next card goes to this side and nowhere else."""
        slots = self._glass.page.locator(".card-slot")
        expect(slots).to_have_count(1)
        expect(self.hand(side).locator(".card-slot")).to_be_visible()
        expect(self.hand(side)).to_have_attribute("data-next", "true")

    def expect_coup(self, winner: str, *, event: str = "", natural: str = "") -> None:
        coup = self._glass.get("coup")
        expect(coup).to_have_attribute("data-winner", winner)
        expect(coup).to_have_attribute("data-event", event)
        expect(coup).to_have_attribute("data-natural", natural)

    def deal(self, shoe: ShoeControl, *cards: tuple[str, str]) -> None:
        """Deal each card to the side that is named, which the glass must have lit."""
        for side, card in cards:
            self.expect_next_at(side)
            shoe.draw(card)
            expect(self.hand(side).locator(f'[data-card="{card}"]').first).to_be_visible()


def page_of(glass: Glass) -> BaccaratPage:
    """Return the table on the glass as a baccarat table."""
    return BaccaratPage(glass)
