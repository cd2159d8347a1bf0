"""A whole round whose bettors are a book, on the real stack: a platform sends their wagers and
decisions, the dealer deals and settles by touch, the console follows and recalls it."""

import re
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest
from e2e import looking
from e2e.looking import in_each_language
from e2e.pages.credentials import Approval, Credentials
from e2e.pages.glass import Glass
from e2e.pages.holdem_page import cards_at, deal
from e2e.pages.supervisor import ConsolePage, console_glass
from e2e.pages.table_page import TablePage
from playwright.sync_api import Browser, expect
from running_house import RunningHouse, person, running_house
from station_programs import run

from dealer_station.demo.games import CASINO_HOLDEM
from dealer_station.projections.rounds.rule_texts import rule_text
from dealer_station.table.roles import Role

pytestmark = [pytest.mark.slow, pytest.mark.e2e]

PASSWORD = "every bettor has a number"  # noqa: S105 - of this test
GAME = replace(
    CASINO_HOLDEM,
    file="""\
id = "CH-1"
name = "Casino Hold'em 1"
game = "casino-holdem"
rules = "evolution"
seats = []
currency = "USD"
shoe = "shoe-1"
[set]
bettors = "book"
decision_seconds = "20"
contribution = "0.5"
seed_amount = "1000"
jumbo7_paytable = "none"
[progressives]
jumbo7 = "holdem-jumbo"
""",
)
WAGERS = (
    (1, "ante", "10.00"), (1, "bonus", "5.00"), (1, "jumbo7", "2.00"),
    (2, "ante", "20.00"), (2, "jumbo7", "1.00"), (3, "ante", "7.50"), (4, "ante", "4.00"),
)  # fmt: skip
# CH-T24: Ante 20:1, Call 1:1, Bonus 50:1; the pool of 1,001.50 goes to the tickets, two to one.
RESULTS = {1: "1135.67", 2: "312.83", 3: "-7.50"}
NETS = {"ante": "172.50", "call": "20.00", "bonus": "250.00", "jumbo7": "998.50"}
RULES = {
    ("ante", "call"): "CH-21", ("ante", "fold"): "CH-15", ("call", "call"): "CH-21",
    ("bonus", "call"): "CH-31", ("jumbo7", "call"): "CH-42", ("jumbo7", "fold"): "CH-42",
}  # fmt: skip
NAMES = (
    r"j|k|holdem-jumbo"
    r"|CH-1|Casino Hold'em(?: \d)?|evolution|[0-9a-f]{8}|shoe-\d|[DSMP]-\d{3}|CH-[A-Z0-9]+[ab]?"
    r"|table/CH-1 \d+|Console|Konsola|\d{4}-\d\d-\d\d [\d:]{8}|\d+ s|\d+ min|\d+:\d+|\+?[\d,. ]+"
    r"|.*[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-.*"
)


@pytest.fixture
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningHouse]:
    with running_house(tmp_path_factory.mktemp("book") / "house", game=GAME) as running:
        words = ["P-601", "--role", "platform", "--name", "Platform"]
        config = running.house.config
        made = run("account", *words, "--config", config, cwd=config, stdin=PASSWORD)
        assert made.returncode == 0, made.stderr
        yield running


class Platform:
    """The betting platform: it sends batches and asks for its bettors."""

    def __init__(self, client: httpx.Client) -> None:
        self._client = client

    def send(self, kind: str, *entries: dict[str, Any]) -> list[dict[str, Any]]:
        """Send a batch, twice as if its answer had been lost; returns the entries refused."""
        body = {"kind": kind, "batch_id": str(uuid.uuid4()), "entries": list(entries)}
        first, again = (
            self._client.post("/api/tables/CH-1/batches?round=1", json=body) for _ in range(2)
        )
        assert (first.status_code, again.status_code) == (200, 200), first.text
        assert again.json() == first.json() | {"repeat": True}
        refused: list[dict[str, Any]] = first.json()["refused"]
        return refused

    def bettor(self, number: int) -> dict[str, Any]:
        answer = self._client.get(f"/api/tables/CH-1/rounds/1/bettors/{number}")
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        return found


@contextmanager
def platform_of(house: RunningHouse) -> Iterator[Platform]:
    with httpx.Client(base_url=house.address, headers={"origin": house.address}) as client:
        said = {"person": "P-601", "password": PASSWORD}
        assert client.post("/api/session", json=said).status_code == 200
        yield Platform(client)


def look(glass: Glass, name: str) -> list[str]:
    """Look at the dealer's glass in each language, and leave it in English."""
    names = {"Casino Hold'em 1", "CH-1"}
    found = [
        fault
        for code in in_each_language(glass)
        for fault in looking.look(glass, "book-round", code, name, names)
    ]
    glass.turn()
    return found


def expect_figures(glass: Glass, **values: str) -> None:
    for name, value in values.items():
        figure = glass.get(f"book-{name.replace('_', '-')}")
        expect(figure).to_have_attribute("data-value", value)


def test_a_round_of_a_book_is_dealt_settled_and_recalled(
    glass: Glass, house: RunningHouse, chromium: Browser, pictures: Path
) -> None:
    with (
        platform_of(house) as platform,
        console_glass(chromium, house.address, pictures) as console,
    ):
        page = ConsolePage(console)
        page.sign_in(person(Role.SUPERVISOR))
        faults = play(glass, house, platform, page)
        assert {bettor: platform.bettor(bettor)["result"] for bettor in RESULTS} == RESULTS
        assert platform.bettor(3)["auto_folded"] is True
        faults += recall(page)
        assert not faults, "\n".join(faults)


def play(glass: Glass, house: RunningHouse, platform: Platform, console: ConsolePage) -> list[str]:
    Credentials(glass).give(person(Role.DEALER))
    table = TablePage(glass)
    table.do("Open the table")
    table.open_round(1)
    table.expect_next("Waiting for the platform's wagers")
    expect(glass.get("same-stakes")).to_have_count(0)
    entries = [{"bettor": b, "spot": spot, "amount": amount} for b, spot, amount in WAGERS]
    assert platform.send("wagers", *entries) == [{"entry": 6, "code": "below_min"}]
    expect_figures(glass, bettors="3", staked="45.50")
    expect(glass.get("next-large")).to_have_text("3")
    expect(console.get("tile-CH-1")).to_contain_text("Bettors: 3")
    faults = look(glass, "betting")
    table.do("No more bets")
    table.expect_phase("dealing")
    deal(glass, house.shoe, "8s", "9s", "2c", "2d", "5s", "6s")
    house.shoe.draw("7s")
    table.expect_phase("deciding")
    table.expect_next("Bettors decide · 3 to go")
    decided = ({"bettor": 1, "action": "call", "amount": "20.00"}, {"bettor": 2, "action": "fold"})
    assert platform.send("decisions", *decided) == []
    table.expect_next("Bettors decide · 1 to go")
    expect_figures(glass, undecided="1", call="1", fold="1", staked="65.50")
    faults += look(glass, "deciding")
    # Bettor 3 says nothing until the time is over.
    expect(glass.get("table-page")).to_have_attribute("data-phase", "drawing", timeout=40_000)
    expect_figures(glass, auto_folded="1", call="1", fold="2")
    deal(glass, house.shoe, "Ts")
    house.shoe.draw("Js")
    table.expect_phase("paying")
    assert cards_at(glass, "player-hand") == "8s 9s"
    console.expect_waiting("The bettors' hand wins a progressive prize")
    faults += look(glass, "to-see")
    table.do("Supervisor must see the bettors' hand")
    Approval(glass).sign(person(Role.SUPERVISOR))
    expect(glass.get("payout-verify")).to_have_count(0)
    expect(glass.get("book-note")).to_contain_text("No chip crosses this table")
    expect(glass.page.locator(".chip-stack")).to_have_count(0)
    faults += look(glass, "paying")
    table.do("Settle the bettors · 3")
    table.expect_phase("settled")
    expect_figures(glass, staked="65.50", paid="1,506.50", house="\u2212439.50")
    for spot, net in NETS.items():
        expect(glass.get(f"book-spot-{spot}")).to_have_attribute("data-net", net)
    expect(glass.get("meter-jumbo7").locator("output")).to_have_attribute("data-amount", "1000.00")
    return faults + look(glass, "settled")


def recall(page: ConsolePage) -> list[str]:
    """The console recalls the round: the book in sums, each outcome with its rule."""
    page.expect_nothing_waiting()
    page.recall(1)
    expect(page.get("recall-player")).to_have_attribute("data-cards", "8s 9s")
    for (spot, action), rule in RULES.items():
        line = page.get(f"book-{spot}-{action}")
        expect(line.locator(f'[data-rule="{rule}"]')).to_be_visible()
    expect(page.get("book-ante-call")).to_have_attribute("data-net", "200.00")
    expect(page.get("book-ante-fold")).to_have_attribute("data-net", "-27.50")
    expect(page.get("recall")).to_contain_text("The bettors' hand seen and confirmed")
    faults: list[str] = []
    for code in in_each_language(page.glass):
        texts = [rule_text(rule) for rule in RULES.values()]
        words = [re.escape(text[code]) for text in texts if text is not None]
        assert len(words) == len(RULES)
        names = re.compile("|".join([NAMES, *words]))
        recalled = page.get("recall-book")
        recalled.scroll_into_view_if_needed()
        faults += looking.look(
            page.glass, "book-round", code, "recalled", names, touch_px=22, seat_px=0
        )
    return faults
