"""The sign's page: its pictures in both orientations and languages, and when it shows no number.

API, page, signature and line are the real ones; the meters are staged, so that they can be late,
forged or played back.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from e2e.pages.signage import (
    LANDSCAPE,
    PORTRAIT,
    PUBLIC_KEY,
    START,
    SignGlass,
    StagedMeters,
    a_hit,
    sign_faults,
    signed,
    staged_station,
)
from e2e.words import language, strange_words
from playwright.sync_api import Browser, expect

from dealer_station.messages.meter_display import METER_LATE_MS, LevelAmount, Meter, MeterState
from dealer_station.screens.mount import PAGE_HEADERS

pytestmark = pytest.mark.e2e

OTHER_KEY = Ed25519PrivateKey.from_private_bytes(bytes(range(1, 33))).public_key()
SIZES = {"landscape": LANDSCAPE, "portrait": PORTRAIT}
CODES = ("en", "pl")


class Stage:
    """A station with staged meters, and signs that hang there."""

    def __init__(self, address: str, meters: StagedMeters, chromium: Browser, folder: Path) -> None:
        self.address = address
        self.meters = meters
        self._chromium = chromium
        self._pictures = folder

    @contextmanager
    def hangs(self, size: tuple[int, int] = LANDSCAPE, **options: str) -> Iterator[SignGlass]:
        """A browser of its own for a sign; whatever it reports fails the test."""
        width, height = size
        context = self._chromium.new_context(
            viewport={"width": width, "height": height},
            **options,  # type: ignore[arg-type] # as playwright names them
        )
        glass = SignGlass(context, self.address, self._pictures)
        try:
            yield glass
        finally:
            glass.close()
        assert glass.faults == []


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, StagedMeters]]:
    meters = StagedMeters()
    with staged_station(tmp_path_factory.mktemp("sign"), meters) as address:
        yield address, meters


@pytest.fixture
def stage(served: tuple[str, StagedMeters], chromium: Browser, pictures: Path) -> Stage:
    address, meters = served
    meters.begin()
    return Stage(address, meters, chromium, pictures)


# ---------------------------------------------------------------------------- the pictures


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("size", SIZES)
def test_every_picture_in_each_language_and_orientation(stage: Stage, size: str, code: str) -> None:
    shown, other = (language(each) for each in sorted(CODES, key=lambda each: each != code))
    faults: list[str] = []

    def keep(name: str) -> None:
        glass.picture(f"signage-{name}-{size}-{code}")
        words = strange_words(glass.page, shown, other, {"Caribbean Stud 2"})
        faults.extend(f"{name}: {each}" for each in (*words, *sign_faults(glass.page)))

    # From one value to the next it only falls: a fall needs no time.
    with stage.hangs(SIZES[size]) as glass:
        stage.meters.amount_minor = 123_456_789_00
        glass.open_sign(lang=code)
        glass.expect_reading("meter", 123_456_789_00)
        keep("large")
        stage.meters.show(START)
        glass.expect_reading("meter", START)
        keep("meter")
        stage.meters.show(10_000_00, a_hit())
        glass.expect_reading("next-meter", 10_000_00)
        keep("hit")
        several = a_hit(2, seats=(2, 5, 7), hand=(), amount_minor=1_234_567_89)
        stage.meters.show(10_000_00, several)
        expect(glass.get("hit")).to_have_attribute("data-number", "2")
        keep("hit-shared")
        stage.meters.state = MeterState.SUSPENDED
        stage.meters.show(7)
        expect(glass.get("suspended")).to_be_visible()
        keep("suspended")
        stage.meters.is_silent = True
        glass.expect_blank("late")
        keep("checking")
    assert faults == []


def test_the_page_keeps_the_policy_of_all_screens(stage: Stage) -> None:
    answer = httpx.get(f"{stage.address}/signage")
    for name, value in PAGE_HEADERS.items():
        assert answer.headers[name] == value
    with stage.hangs() as glass:
        glass.open_sign()
        glass.expect_live()
        expect(glass.get("level")).to_have_text("Progressive jackpot")
        expect(glass.get("currency")).to_have_text("USD")
        table = glass.get("table-CS-2")
        expect(table).to_contain_text("Caribbean Stud 2")
        expect(table).to_contain_text("Limits 5 \u2013 500")
        expect(table).to_contain_text("Progressive wager 1")


def test_the_page_fills_a_glass_of_another_shape(stage: Stage) -> None:
    for size in ((1280, 800), (3840, 2160), (1024, 1280)):
        with stage.hangs(size) as glass:
            glass.open_sign()
            glass.expect_live(START)
            assert sign_faults(glass.page) == []


# --------------------------------------------------------------------------- no number


def test_dsp_09_silence_takes_the_number_away_after_two_seconds(stage: Stage) -> None:
    with stage.hangs() as glass:
        glass.open_sign(watched=True)
        glass.expect_live(START)
        stage.meters.is_silent = True
        glass.expect_blank("late")
        seen = glass.watched()
        gone = next(frame["at"] for frame in seen["frames"][::-1] if frame["state"] == "live")
        silent_ms = gone - seen["told"][-1]["at"]
        assert METER_LATE_MS - 100 < silent_ms < METER_LATE_MS + 400
        stage.meters.is_silent = False
        glass.expect_live(START)


def forged(meter: Meter) -> Meter:
    """A larger amount under the signature of the true one."""
    levels = tuple(level.model_copy(update={"amount_minor": 99_999_999}) for level in meter.levels)
    return meter.model_copy(update={"levels": levels})


def test_a_wrong_signature_takes_the_number_away_until_a_true_one_comes(stage: Stage) -> None:
    with stage.hangs() as glass:
        glass.open_sign(watched=True)
        glass.expect_live(START)
        stage.meters.change = forged
        glass.expect_blank("wrong_signature")
        stage.meters.change = lambda meter: meter
        glass.expect_live(START)
        read = {frame["floor"] for frame in glass.watched()["frames"]}
        assert max(read) <= START, "the forged amount was painted"


def test_a_meter_that_is_played_back_is_not_shown(stage: Stage) -> None:
    with stage.hangs() as glass:
        glass.open_sign()
        glass.expect_live(START)
        kept = Meter.from_bytes(glass.meters[-1].encode())
        stage.meters.show(5_000_00)
        glass.expect_live(5_000_00)
        stage.meters.change = lambda _: kept
        glass.expect_blank("not_newer")
        # Nor one of an epoch that is over, however high its sequence is.
        stage.meters.change = lambda _: signed(10**6, START, epoch=2)
        glass.expect_blank("not_newer")
        stage.meters.change = lambda meter: meter
        glass.expect_live(5_000_00)


def test_without_its_key_a_sign_shows_no_number(stage: Stage) -> None:
    other = OTHER_KEY.public_bytes_raw().hex()
    for keys, reason in ((None, "no_key"), ("", "no_key"), ("no key", "no_key"),
                         (other, "unknown_key")):  # fmt: skip
        with stage.hangs() as glass:
            glass.open_sign(keys=keys)
            expect(glass.get("tables")).to_contain_text("Caribbean Stud 2")
            glass.expect_blank(reason)
    with stage.hangs() as glass:
        glass.open_sign(keys=f"{other},{PUBLIC_KEY}")
        glass.expect_live(START)


def test_a_key_that_is_set_later_is_taken(stage: Stage) -> None:
    with stage.hangs() as glass:
        glass.open_sign(keys=None)
        glass.expect_blank("no_key")
        glass.page.evaluate(f"location.hash = 'keys={PUBLIC_KEY}'")
        glass.expect_live(START)


def test_a_meter_without_the_signs_prize_or_of_another_progressive_is_not_shown(
    stage: Stage,
) -> None:
    mini = (LevelAmount(level="mini", amount_minor=1, state=MeterState.LIVE),)
    with stage.hangs() as glass:
        glass.page.goto(f"{stage.address}/signage?progressive=main-1&level=main#keys={PUBLIC_KEY}")
        glass.expect_live(START)
        stage.meters.change = lambda meter: signed(meter.sequence, 1, levels=mini)
        glass.expect_blank("no_level")
        stage.meters.change = lambda meter: signed(meter.sequence, 1)
        glass.expect_live(1)


BROKEN = {
    "unsupported": "delete window.Worker;",
    "died": """window.Worker = class {
        constructor() { setTimeout(() => this.onerror(new Event("error"))); }
        postMessage() {}
        terminate() {}
    };""",
}


@pytest.mark.parametrize("broken", BROKEN.values(), ids=BROKEN)
def test_a_browser_that_cannot_check_says_so(stage: Stage, broken: str) -> None:
    with stage.hangs() as glass:
        glass.page.add_init_script(broken)
        glass.open_sign()
        glass.expect_blank("no_check")


def test_a_hit_of_another_prize_is_not_celebrated(stage: Stage) -> None:
    with stage.hangs() as glass:
        glass.open_sign()
        glass.expect_live(START)
        stage.meters.show(10_000_00, a_hit(level="mini"))
        glass.expect_live(10_000_00)
        expect(glass.get("hit")).to_have_count(0)


def test_an_unknown_progressive_is_waited_for(stage: Stage) -> None:
    with stage.hangs() as glass:
        glass.announce_answer(404, "/api/signage/none")
        glass.open_sign("none")
        glass.expect_blank("waiting")


# -------------------------------------------------------------------------------- a hit


def test_dsp_06_and_07_a_hit_takes_the_screen_with_the_new_value(stage: Stage) -> None:
    with stage.hangs() as glass:
        glass.open_sign()
        glass.expect_live(START)
        stage.meters.show(10_000_00, a_hit())
        expect(glass.get("hit-win")).to_have_text("WIN")
        expect(glass.get("hit-amount")).to_contain_text("54,312.07")
        expect(glass.get("hit-where")).to_contain_text("Royal flush")
        expect(glass.get("hit-where")).to_contain_text("Caribbean Stud 2")
        expect(glass.get("hit-where")).to_contain_text("Seat 3")
        cards = glass.get("hit-hand").locator(".card[data-card]").all()
        assert [card.get_attribute("data-card") for card in cards] == list(a_hit().hand)
        assert glass.reading("next-meter") == 10_000_00
        stage.meters.show(10_004_90, a_hit())
        expect(glass.sign).to_have_attribute("data-amount", "1000490")
        glass.expect_reading("next-meter", 10_004_90)
        stage.meters.show(10_004_90)
        expect(glass.get("hit")).to_have_count(0)
        glass.expect_reading("meter", 10_004_90)


def test_a_hit_without_a_hand_names_every_seat(stage: Stage) -> None:
    with stage.hangs() as glass:
        glass.open_sign()
        stage.meters.show(10_000_00, a_hit(seats=(2, 5), hand=()))
        expect(glass.get("hit-where")).to_contain_text("Seats 2 · 5")
        expect(glass.get("hit-hand")).to_have_count(0)


def test_a_hit_does_not_outlive_the_fresh_meters(stage: Stage) -> None:
    with stage.hangs() as glass:
        glass.open_sign()
        stage.meters.show(10_000_00, a_hit())
        expect(glass.get("hit")).to_be_visible()
        stage.meters.is_silent = True
        glass.expect_blank("late")
        expect(glass.get("hit")).to_have_count(0)
        stage.meters.is_silent = False
        expect(glass.get("hit")).to_be_visible()


def test_reduced_motion_is_honoured(stage: Stage) -> None:
    with stage.hangs(reduced_motion="reduce") as glass:
        glass.open_sign(watched=True)
        glass.expect_live(START)
        stage.meters.show(START + 4_90)
        glass.expect_reading("meter", START + 4_90)
        assert not any(frame["moves"] for frame in glass.watched()["frames"])
        stage.meters.show(10_000_00, a_hit())
        expect(glass.get("hit-win")).to_be_visible()
        assert glass.page.evaluate("document.getAnimations().length") == 0
