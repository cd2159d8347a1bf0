"""A sign in a real house: a round is played, a prize is won, the station dies and comes back."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from e2e.pages.signage import LANDSCAPE, SignGlass
from playwright.sync_api import Browser, expect
from running_house import RunningHouse

from dealer_station.demo.staff import Staff
from dealer_station.event_log.keys import public_keys_by_purpose
from dealer_station.messages.meter_display import HIT_SHOWN_MS
from dealer_station.table.roles import Role

pytestmark = [pytest.mark.e2e, pytest.mark.slow]

PROGRESSIVE = "caribbean-main"
HANDS = {
    "2": "9d 8d 7d 6d 5d",  # a straight flush: a tenth of the meter
    "4": "Ks Kd 4h 7c 2s",
    "dealer": "Ah Kc 9s 4s 3c",
}
FED = 10_001_40
WON = 1_000_14


@pytest.fixture
def sign(house: RunningHouse, chromium: Browser, pictures: Path) -> Iterator[SignGlass]:
    """A sign that is set up with the key that the station has made for itself."""
    width, height = LANDSCAPE
    context = chromium.new_context(viewport={"width": width, "height": height})
    glass = SignGlass(context, house.address, pictures)
    key = public_keys_by_purpose(house.house.data / "keys")["meter"]
    try:
        glass.open_sign(PROGRESSIVE, keys=key.public_bytes_raw().hex())
        yield glass
    finally:
        glass.close()
    assert glass.faults == []


def bet(dealer: Staff) -> None:
    dealer.do("open table", "open_table")
    dealer.do("open betting", "open_betting")
    for seat in (2, 4):
        dealer.do(f"ante {seat}", "place_wager", round=1, seat=seat, spot="ante", amount="10.00")
        dealer.do(f"token {seat}", "place_wager", round=1, seat=seat, spot="progressive")
    dealer.do("close betting", "close_betting", round=1)


def deal(dealer: Staff, house: RunningHouse) -> None:
    left = {hand: cards.split() for hand, cards in HANDS.items()}
    for drawn in range(15):
        view = dealer.wait_for("the next card", lambda view, n=drawn: view["draws"] == n)  # type: ignore[misc] # the view's type is Staff's
        place = view["next"]["position"].split(" card ")[0].removeprefix("seat ")
        house.shoe.draw(left[place].pop(0))
    dealer.wait_for("decisions", lambda view: view["phase"] == "deciding")


def settle(dealer: Staff, supervisor: Staff, seat: int) -> None:
    """See to the hand if it wins a prize, and pay the seat."""
    if dealer.view()["next"]["kind"] == "verify":
        supervisor.do_on_sight(f"verify {seat}", "verify_hand", round=1, seat=seat)
    dealer.do_on_sight(f"pay {seat}", "pay_seat", round=1, seat=seat)


def test_a_round_and_its_prize_on_the_sign(house: RunningHouse, sign: SignGlass) -> None:
    sign.expect_live(10_000_00)
    with house.signed_in(Role.DEALER) as dealer, house.signed_in(Role.SUPERVISOR) as supervisor:
        bet(dealer)
        sign.expect_reading("meter", FED)
        deal(dealer, house)
        for seat in (2, 4):
            dealer.do(f"act {seat}", "act", round=1, seat=seat, action="bet")
        settle(dealer, supervisor, 4)
        expect(sign.get("hit")).to_have_count(0)
        settle(dealer, supervisor, 2)
        expect_hit(sign)
        sign.picture("signage-house-hit")
        die_and_come_back(house, sign)
        # It is over when it has stood for its time, and the meter goes on.
        expect(sign.get("hit")).to_have_count(0, timeout=HIT_SHOWN_MS + 10_000)
        sign.expect_reading("meter", FED - WON)
        sign.picture("signage-house-after")


def expect_hit(sign: SignGlass) -> None:
    expect(sign.get("hit-win")).to_have_text("WIN")
    expect(sign.get("hit-amount")).to_contain_text("1,000.14")
    expect(sign.get("hit-where")).to_contain_text("Straight flush")
    expect(sign.get("hit-where")).to_contain_text("Caribbean Stud 1")
    expect(sign.get("hit-where")).to_contain_text("Seat 2")
    cards = sign.get("hit-hand").locator(".card[data-card]").all()
    assert [card.get_attribute("data-card") for card in cards] == HANDS["2"].split()
    sign.expect_reading("next-meter", FED - WON)


def die_and_come_back(house: RunningHouse, sign: SignGlass) -> None:
    """A hit outlives the station: it stands in the record, and is told until its time is over."""
    sign.announce("ERR_CONNECTION_REFUSED", "ERR_CONNECTION_RESET", "socket error", "WebSocket")
    with house.down("station"):
        sign.expect_blank("late")
        expect(sign.get("hit")).to_have_count(0)
    expect_hit(sign)
    sign.forget_announcements()
    assert {meter["epoch"] for meter in sign.told()} == {1, 2}
