"""Signs of a Jumbo 7 pool in a real house: the pool's own currency, and that of its table."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path

import httpx
import pytest
from e2e.pages.signage import LANDSCAPE, PORTRAIT, SignGlass, sign_faults
from playwright.sync_api import Browser, expect
from running_house import RunningHouse, running_house

from dealer_station.demo.games import JUMBO7, SAMPLE
from dealer_station.demo.jumbo7_play import LUCKY_CARDS
from dealer_station.demo.staff import Staff
from dealer_station.event_log.keys import public_keys_by_purpose
from dealer_station.table.roles import Role

pytestmark = [pytest.mark.e2e, pytest.mark.slow]

IN_EUROS = (
    JUMBO7.file
    + """\
[conversions.jumbo7]
currency = "EUR"
rate = "0.92"
"""
)
SEED = 25_000_00
# Tickets of 1.00 and 2.00, of which 0.60 each feed the pool.
FED_OWN = SEED + 1_80
FED_EUROS = SEED + 1_65  # 1.80 dollars are 1.656 euros

Opened = Callable[..., SignGlass]


@contextmanager
def signs(house: RunningHouse, chromium: Browser, pictures: Path) -> Iterator[Opened]:
    """Open signs that are set up with the station's key; each must stay without a fault."""
    key = public_keys_by_purpose(house.house.data / "keys")["meter"].public_bytes_raw().hex()
    glasses: list[SignGlass] = []
    with ExitStack() as stack:

        def opened(size: tuple[int, int], **asked: str) -> SignGlass:
            width, height = size
            context = chromium.new_context(viewport={"width": width, "height": height})
            glass = SignGlass(context, house.address, pictures)
            stack.callback(glass.close)
            glass.open_sign(JUMBO7.progressive or "", keys=key, **asked)
            glasses.append(glass)
            return glass

        yield opened
    assert [glass.faults for glass in glasses] == [[] for _ in glasses]


def bet(dealer: Staff) -> None:
    dealer.do("open table", "open_table")
    dealer.do("open betting", "open_betting")
    for seat, ticket in ((2, "1.00"), (4, "2.00")):
        dealer.do(f"ante {seat}", "place_wager", round=1, seat=seat, spot="ante", amount="10.00")
        dealer.do(f"ticket {seat}", "place_wager", round=1, seat=seat, spot="jumbo7", amount=ticket)
    dealer.do("close betting", "close_betting", round=1)


def deal(dealer: Staff, house: RunningHouse, first: int, last: int) -> None:
    for drawn in range(first, last):
        dealer.wait_for("the next card", lambda view, n=drawn: view["draws"] == n)  # type: ignore[misc] # the view's type is Staff's
        house.shoe.draw(LUCKY_CARDS[drawn])
    dealer.wait_for("the cards", lambda view: view["draws"] == last)


def hit(dealer: Staff, supervisor: Staff, house: RunningHouse) -> None:
    """Seven in a row; the supervisor sees the hand, and both tickets are paid."""
    deal(dealer, house, 0, 7)
    for seat in (2, 4):
        dealer.do(f"act {seat}", "act", round=1, seat=seat, action="call")
    deal(dealer, house, 7, 9)
    dealer.wait_for("the payment", lambda view: view["stage"] == "paying")
    while (step := dealer.view()["next"])["kind"] in {"verify", "pay"}:
        person, command = (
            (supervisor, "verify_hand") if step["kind"] == "verify" else (dealer, "pay_seat")
        )
        person.do_on_sight(f"{command} {step['seat']}", command, round=1, seat=step["seat"])


def expect_hit(glass: SignGlass, amount: str, currency: str, next_minor: int) -> None:
    expect(glass.get("hit-win")).to_have_text("WIN")
    expect(glass.get("hit-amount")).to_contain_text(amount)
    expect(glass.get("hit-amount")).to_contain_text(currency)
    expect(glass.get("hit-where")).to_contain_text("Straight flush")
    expect(glass.get("hit-where")).to_contain_text(SAMPLE)
    expect(glass.get("hit-where")).to_contain_text("2 · 4")
    cards = glass.get("hit-hand").locator(".card[data-card]").all()
    shown = [card.get_attribute("data-card") for card in cards]
    assert shown == [LUCKY_CARDS[place] for place in (0, 1, 4, 5, 6, 7, 8)]
    glass.expect_reading("next-meter", next_minor)
    assert sign_faults(glass.page) == []


def net_of(dealer: Staff, seat: int) -> str:
    net: str = dealer.view()["net"][str(seat)]["jumbo7"]
    return net


def test_a_pool_in_its_tables_currency_rises_and_is_won(
    tmp_path: Path, chromium: Browser, pictures: Path
) -> None:
    with (
        running_house(tmp_path / "house", game=JUMBO7) as house,
        signs(house, chromium, pictures) as opened,
        house.signed_in(Role.DEALER) as dealer,
        house.signed_in(Role.SUPERVISOR) as supervisor,
    ):
        glass = opened(LANDSCAPE)
        glass.expect_live(SEED)
        expect(glass.get("level")).to_have_text("Jumbo 7")
        expect(glass.get("tables")).to_contain_text(SAMPLE)
        bet(dealer)
        glass.expect_reading("meter", FED_OWN)
        hit(dealer, supervisor, house)
        expect_hit(glass, "25,001.80", "USD", SEED)
        glass.picture("signage-jumbo7-hit")
        assert (net_of(dealer, 2), net_of(dealer, 4)) == ("8332.93", "16665.87")


def test_lnk_12_each_sign_shows_its_currency_and_the_winner_is_paid_his_own(
    tmp_path: Path, chromium: Browser, pictures: Path
) -> None:
    with (
        running_house(tmp_path / "house", game=replace(JUMBO7, file=IN_EUROS)) as house,
        signs(house, chromium, pictures) as opened,
        house.signed_in(Role.DEALER) as dealer,
        house.signed_in(Role.SUPERVISOR) as supervisor,
    ):
        pool, own = opened(LANDSCAPE), opened(PORTRAIT, currency="USD")
        pool.expect_live(SEED)
        own.expect_live(27_173_91)
        expect(pool.get("currency")).to_have_text("EUR")
        expect(own.get("currency")).to_have_text("USD")
        bet(dealer)
        pool.expect_reading("meter", FED_EUROS)
        own.expect_reading("meter", 27_175_70)
        assert dealer.view()["meters"] == {"jumbo7": "27175.70"}
        page = httpx.get(f"{house.address}/rules", params={"table": JUMBO7.table}).text
        assert "one USD that is staked on it counts there as 0.92 EUR" in page
        hit(dealer, supervisor, house)
        # Both signs say what the winners are paid; the next pool is told in each one's currency.
        # 27,175.70 dollars are 25,001.6444 of 25,001.656 euros: the rest is in the next pool.
        expect_hit(pool, "27,175.70", "USD", SEED + 1)
        expect_hit(own, "27,175.70", "USD", 27_173_92)
        own.picture("signage-jumbo7-own-currency")
        assert (net_of(dealer, 2), net_of(dealer, 4)) == ("9057.57", "18115.13")


def test_a_currency_that_no_table_plays_in_is_not_guessed(
    tmp_path: Path, chromium: Browser, pictures: Path
) -> None:
    with (
        running_house(tmp_path / "house", game=JUMBO7) as house,
        signs(house, chromium, pictures) as opened,
    ):
        opened(LANDSCAPE, currency="GBP").expect_blank("no_currency")
