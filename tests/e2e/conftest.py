"""The real stack as processes, and a real browser whose every fault fails the test."""

import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from e2e.pages.credentials import Credentials
from e2e.pages.glass import HEIGHT, WIDTH, Glass
from e2e.pages.table_page import TablePage
from playwright.sync_api import Browser, expect, sync_playwright
from running_house import RunningHouse, person, running_house

from dealer_station.table.roles import Role

CHROMIUM = "/usr/bin/chromium"
SWITCHES = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
)  # fmt: skip
# The machine may be busy with the rest of the tests.
PATIENCE_MS = 15_000
LOG_TAIL = 5_000
BROWSER = pytest.StashKey[Browser]()


# Fixtures of our own: those of pytest-playwright keep an event loop running in the worker until it
# ends, and other tests there run loops of their own. This one ends with its folder.
@pytest.fixture(scope="module")
def chromium(request: pytest.FixtureRequest) -> Browser:
    """One browser for all modules of the folder: starting it takes as long as a short test."""
    folder = request.node.parent
    if BROWSER not in folder.stash:
        expect.set_options(timeout=PATIENCE_MS)
        with ExitStack() as started:
            playwright = started.enter_context(sync_playwright())
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(SWITCHES))
            started.callback(browser.close)
            folder.stash[BROWSER] = browser
            # Tests of other folders may come between: those after them have a new browser.
            started.callback(folder.stash.__delitem__, BROWSER)
            folder.addfinalizer(started.pop_all().close)
    running: Browser = folder.stash[BROWSER]
    return running


@pytest.fixture
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningHouse]:
    with running_house(tmp_path_factory.mktemp("e2e") / "house") as running:
        yield running


@pytest.fixture
def pictures(pytestconfig: pytest.Config) -> Path:
    return pytestconfig.rootpath / "test-results" / "screens"


@pytest.fixture
def glass(
    request: pytest.FixtureRequest, house: RunningHouse, chromium: Browser, pictures: Path
) -> Iterator[Glass]:
    """A fresh browser profile with the dealer screen, nobody signed in."""
    context = chromium.new_context(viewport={"width": WIDTH, "height": HEIGHT}, has_touch=True)
    context.set_default_timeout(PATIENCE_MS)
    glass = Glass(context, house.address, pictures)
    failures = request.session.testsfailed
    try:
        glass.open()
        yield glass
        if request.session.testsfailed > failures:
            glass.picture(f"failed-{request.node.name}")
            sys.stdout.write(house.log_of("station")[-LOG_TAIL:])
    finally:
        glass.close()
    assert glass.faults == []


@pytest.fixture
def table(glass: Glass) -> TablePage:
    """The table on the glass, opened for play by a dealer who has signed in."""
    Credentials(glass).give(person(Role.DEALER))
    page = TablePage(glass)
    page.do("Open the table")
    page.expect_phase("idle")
    return page
