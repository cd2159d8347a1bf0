"""The sheet on which a dealer reports an irregularity."""

from e2e.pages.glass import Glass
from playwright.sync_api import Locator, expect


class Report:
    """Kinds of irregularity, then their facts, all by touch."""

    def __init__(self, glass: Glass) -> None:
        self._glass = glass

    @property
    def problem(self) -> Locator:
        return self._glass.get("report-problem")

    def open(self) -> None:
        self._glass.tap("irregularity")
        expect(self._glass.get("irregularity-sheet")).to_be_visible()

    def choose(self, kind: str) -> None:
        """Choose a kind, turning pages until it is there."""
        wanted = self._glass.get(f"kind-{kind}")
        for _ in range(3):
            if wanted.count():
                break
            self._glass.tap("next-page")
        wanted.tap()

    def pick_seat(self, seat: int) -> None:
        self._ask("seat")
        self._glass.tap(f"pick-seat-{seat}")

    def pick_card(self, card: str) -> None:
        self._ask("card")
        self._glass.tap(f"pick-card-{card}")

    def pick_position(self, place: str, number: int) -> None:
        self._ask("position")
        self._glass.tap(f"pick-place-{place}")
        self._glass.tap(f"pick-card-number-{number}")

    def pick_number(self, fact: str, digits: str) -> None:
        self._ask(fact)
        for digit in digits:
            self._glass.tap(f"pad-{digit}")

    def write_note(self, note: str) -> None:
        self._ask("note")
        self._glass.get("note").fill(note)

    def send(self) -> None:
        self._glass.tap("send-report")

    def close(self) -> None:
        self._glass.tap("close")
        expect(self._glass.get("irregularity-sheet")).to_have_count(0)

    def _ask(self, fact: str) -> None:
        self._glass.tap(f"fact-{fact}")
