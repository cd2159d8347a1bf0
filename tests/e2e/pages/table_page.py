"""The table on the glass: what a dealer sees and touches during rounds."""

from collections.abc import Mapping

from e2e.pages.glass import Glass
from playwright.sync_api import Locator, expect

from dealer_station.demo.shoe_control import ShoeControl

DEALER = "dealer"
HAND_SIZE = 5
_BACK = "##"


class TablePage:
    """Touches and expectations of the table page."""

    def __init__(self, glass: Glass) -> None:
        self._glass = glass

    # What is seen

    @property
    def primary(self) -> Locator:
        return self._glass.get("primary")

    @property
    def held(self) -> Locator:
        return self._glass.get("held")

    @property
    def stale(self) -> Locator:
        return self._glass.get("stale")

    @property
    def message(self) -> Locator:
        return self._glass.get("message")

    def expect_phase(self, phase: str) -> None:
        expect(self._glass.get("table-page")).to_have_attribute("data-phase", phase)

    def expect_next(self, label: str) -> None:
        """The primary action says what is legal next."""
        expect(self.primary.locator(".primary-label")).to_have_text(label)

    def expect_stake(self, seat: int, spot: str, amount: str) -> None:
        expect(self._glass.get(f"seat-{seat}-{spot}")).to_have_attribute("data-amount", amount)

    def expect_state(self, seat: int, state: str) -> None:
        expect(self._glass.get(f"seat-{seat}")).to_have_attribute("data-state", state)

    def expect_cards(self, hand: str, cards: str) -> None:
        """The cards of a seat ("3") or of the dealer, as they lie on the felt."""
        expect(self._cards_of(hand)).to_have_count(len(cards.split()))
        shown = [each.get_attribute("data-card") for each in self._cards_of(hand).all()]
        assert shown == cards.split()

    def expect_free_place(self, hand: str) -> None:
        """The next card goes here, and nowhere else."""
        expect(self._glass.page.locator(".card-slot")).to_have_count(1)
        expect(self._glass.get(_place(hand)).locator(".card-slot")).to_be_visible()

    def expect_named(self, seat: int) -> None:
        """The open ruling is about this seat's hand, and no other one is lit."""
        lit = self._glass.page.locator("[data-named=true]")
        expect(lit).to_have_count(1)
        expect(lit.get_by_test_id(f"seat-{seat}")).to_be_visible()

    def _cards_of(self, hand: str) -> Locator:
        return self._glass.get(_place(hand)).locator(".card[data-card]")

    # What is done

    def do(self, label: str) -> None:
        """Touch the primary action, once it says this."""
        self.expect_next(label)
        self.primary.tap()

    def choose_chip(self, chip: int) -> None:
        self._glass.tap(f"chip-{chip}")

    def stake(self, seat: int, *chips: int) -> None:
        """Put chips on a seat's ante, one touch each."""
        for chip in chips:
            self.choose_chip(chip)
            self._glass.tap(f"seat-{seat}-ante")

    def toggle_progressive(self, seat: int, *, is_on: bool) -> None:
        lamp = self._glass.get(f"seat-{seat}-progressive")
        lamp.tap()
        expect(lamp).to_have_attribute("data-on", str(is_on).lower())

    def fold(self, seat: int) -> None:
        button = self._glass.get(f"seat-{seat}-fold")
        button.tap()
        expect(button).to_have_attribute("aria-pressed", "true")

    def open_round(self, number: int) -> None:
        self.do(f"Open betting · round {number}")
        self.expect_phase("betting")

    # The payouts

    def expect_payout(self, seat: int, hand_back: str) -> None:
        current = self._glass.get("payout-current")
        expect(current).to_have_attribute("data-seat", str(seat))
        expect(self._glass.get("hand-back")).to_have_attribute("data-amount", hand_back)

    def expect_payout_cards(self, cards: str) -> None:
        lie = self._glass.get("payout-current").locator(".card[data-card]")
        expect(lie).to_have_count(len(cards.split()))
        assert [each.get_attribute("data-card") for each in lie.all()] == cards.split()

    def expect_wager(self, spot: str, outcome: str, odds: str | None = None) -> None:
        row = self._glass.get("payout-current").get_by_test_id(f"wager-{spot}")
        expect(row).to_have_attribute("data-outcome", outcome)
        if odds is not None:
            expect(row.get_by_role("cell").nth(1)).to_have_text(odds)

    def paying_order(self) -> list[int]:
        tiles = self._glass.get("payouts").locator(".payout-tile").all()
        return [int(tile.locator("b").inner_text()) for tile in tiles]


def _place(hand: str) -> str:
    return "dealer-hand" if hand == DEALER else f"seat-{hand}-cards"


class Dealing:
    """Cards drawn by name from the simulated shoe, dealt where the screen says they go."""

    def __init__(self, table: TablePage, shoe: ShoeControl, hands: Mapping[str, str]) -> None:
        self._table = table
        self._shoe = shoe
        self._left = {hand: cards.split() for hand, cards in hands.items()}
        self._lies: dict[str, list[str]] = {hand: [] for hand in hands}

    def one(self) -> str:
        """Deal the next card; returns it once the screen shows where it lies."""
        hand = self._due()
        card = self._left[hand].pop(0)
        number = len(self._lies[hand]) + 1
        self._table.expect_free_place(hand)
        self._shoe.draw(card)
        is_up = hand == DEALER and number == HAND_SIZE
        self._lies[hand].append(card if is_up else _BACK)
        if self._is_last():
            return card  # the table goes on to decisions, where hands lie in another way
        self._table.expect_cards(hand, " ".join(self._lies[hand]))
        return card

    def all(self) -> None:
        while not self._is_last():
            self.one()

    def _is_last(self) -> bool:
        return not any(self._left.values())

    def _due(self) -> str:
        seats = sorted((hand for hand in self._left if hand != DEALER), key=int)
        return min((*seats, DEALER), key=lambda hand: len(self._lies[hand]))
