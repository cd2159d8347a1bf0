"""A Casino Hold'em table on the glass: cards dealt where the screen says that they go."""

from e2e.pages.glass import Glass
from playwright.sync_api import expect

from dealer_station.demo.shoe_control import ShoeControl


def deal(glass: Glass, shoe: ShoeControl, *cards: str) -> None:
    """Draw cards by name, each once the screen has a place for it; they lie on the felt then."""
    lie = glass.page.locator(".felt .card[data-card]")
    for card in cards:
        expect(glass.page.locator(".card-slot")).to_have_count(1)
        before = lie.count()
        shoe.draw(card)
        expect(lie).to_have_count(before + 1)


def cards_at(glass: Glass, place: str) -> str:
    """Return the cards that lie at a place, as text."""
    lie = glass.get(place).locator(".card[data-card]")
    return " ".join(str(each.get_attribute("data-card")) for each in lie.all())
