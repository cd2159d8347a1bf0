"""The keys on the glass: person id and password typed by touch."""

from e2e.pages.glass import Glass
from playwright.sync_api import Locator, expect

from dealer_station.demo.house import DemoPerson


class Credentials:
    """The form of the first sign-in and of the second person's signature."""

    def __init__(self, glass: Glass) -> None:
        self._glass = glass

    @property
    def problem(self) -> Locator:
        return self._glass.get("credentials-problem")

    def type_by_touch(self, person_id: str, password: str) -> None:
        """Touch each key; ids begin in capitals."""
        self._glass.tap("person-id")
        self._touch_keys(person_id)
        expect(self._glass.get("person-id")).to_have_value(person_id)
        self._glass.tap("password")
        self._touch_keys(password)
        expect(self._glass.get("password")).to_have_value(password)

    def write(self, person_id: str, password: str) -> None:
        """Write with a keyboard that is plugged in."""
        self._glass.get("person-id").fill(person_id)
        self._glass.get("password").fill(password)

    def submit(self) -> None:
        self._glass.tap("submit-credentials")

    def give(self, person: DemoPerson) -> None:
        self.write(person.person_id, person.password)
        self.submit()

    def _touch_keys(self, text: str) -> None:
        for letter in text:
            self._glass.tap(f"key-{'space' if letter == ' ' else letter.lower()}")


class Approval(Credentials):
    """The sheet on which a second person signs."""

    def expect_open(self) -> None:
        expect(self._glass.get("approval")).to_be_visible()

    def sign(self, person: DemoPerson) -> None:
        """Sign; the sheet goes when the order was carried out."""
        self.expect_open()
        self.give(person)
        expect(self._glass.get("approval")).to_have_count(0)
