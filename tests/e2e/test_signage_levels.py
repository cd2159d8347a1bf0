"""A sign of a progressive with several levels: all of them stand there, each with name and cap."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from e2e.pages.signage import (
    LANDSCAPE,
    PORTRAIT,
    SignGlass,
    StagedMeters,
    a_hit,
    sign_faults,
    signed,
    staged_station,
)
from e2e.words import language, strange_words
from playwright.sync_api import Browser, expect

from dealer_station.messages.meter_display import (
    Hit,
    LevelAmount,
    LevelCap,
    Meter,
    MeterState,
    OverflowTo,
)

pytestmark = pytest.mark.e2e

SIZES = {"landscape": LANDSCAPE, "portrait": PORTRAIT}
CODES = ("en", "pl")
MAIN, MINOR, MINI = 11_006_633, 1_204_055, 55_07
MAIN_CAP, MINOR_CAP = 250_000_00, 15_000_00
# What the page says of what is collected at a cap, by where it goes.
FLOWS = {
    OverflowTo.OVERFLOW: {"en": "kept apart", "pl": "osobno"},
    OverflowTo.RESERVE: {"en": "next start", "pl": "następny start"},
    OverflowTo.REVENUE: {"en": "to the house", "pl": "kasyna"},
}


class LevelMeters(StagedMeters):
    """Staged meters of three levels."""

    def begin(self) -> None:
        super().begin()
        self.amounts = {"main": MAIN, "minor": MINOR, "mini": MINI}
        self.caps = {"main": MAIN_CAP, "minor": MINOR_CAP}
        self.flows = {"main": OverflowTo.RESERVE, "minor": OverflowTo.REVENUE}
        self.change = self._with_levels

    def _with_levels(self, meter: Meter) -> Meter:
        levels = tuple(
            LevelAmount(
                level=level,
                amount_minor=amount,
                state=MeterState.LIVE,
                cap=self._cap(level, amount),
            )
            for level, amount in self.amounts.items()
        )
        return signed(meter.sequence, 0, meter.hit, levels=levels)

    def _cap(self, level: str, amount: int) -> LevelCap | None:
        cap = self.caps.get(level)
        if cap is None:
            return None
        return LevelCap(cap_minor=cap, is_reached=amount == cap, overflow_to=self.flows[level])

    def play(self, hit: Hit | None = None, **amounts: int) -> None:
        self.amounts |= amounts
        self.hit = hit
        self.say()


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, LevelMeters]]:
    meters = LevelMeters()
    with staged_station(tmp_path_factory.mktemp("levels"), meters) as address:
        yield address, meters


@pytest.fixture
def meters(served: tuple[str, LevelMeters]) -> LevelMeters:
    served[1].begin()
    return served[1]


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("size", SIZES)
def test_every_level_stands_with_name_value_and_cap(
    served: tuple[str, LevelMeters],
    meters: LevelMeters,
    chromium: Browser,
    pictures: Path,
    size: str,
    code: str,
) -> None:
    shown, other = (language(each) for each in sorted(CODES, key=lambda each: each != code))
    width, height = SIZES[size]
    context = chromium.new_context(viewport={"width": width, "height": height})
    glass = SignGlass(context, served[0], pictures)
    try:
        glass.open_sign(lang=code)
        glass.expect_live(MAIN)
        glass.expect_reading("meter", MAIN)
        others = glass.get("others")
        expect(others.locator("li")).to_have_count(2)
        for level, amount in (("minor", MINOR), ("mini", MINI)):
            beside = glass.get(f"level-{level}")
            expect(beside).to_have_attribute("data-amount", str(amount))
        # PRG-05: what is capped says so; what is not says nothing.
        expect(glass.get("cap")).to_contain_text("250")
        expect(glass.get("cap")).to_have_attribute("data-reached", "false")
        expect(glass.get("level-minor").locator("small")).to_have_count(1)
        expect(glass.get("level-mini").locator("small")).to_have_count(0)
        words = strange_words(glass.page, shown, other, {"Caribbean Stud 2"})
        faults = [*words, *sign_faults(glass.page)]
        glass.picture(f"signage-levels-{size}-{code}")
        meters.play(a_hit(1, level="minor", amount_minor=MINOR), minor=100_00)
        glass.expect_reading("next-meter", 100_00)
        expect(glass.get("hit-level")).to_be_visible()
        glass.picture(f"signage-levels-hit-{size}-{code}")
        faults += sign_faults(glass.page)
        # DSP-10: the others go on beneath the hit, and all stand there when it is over.
        meters.play(None, main=MAIN + 33)
        glass.expect_reading("meter", MAIN + 33)
        expect(glass.get("level-minor")).to_have_attribute("data-amount", "10000")
    finally:
        glass.close()
    assert glass.faults == []
    assert faults == []


def test_a_sign_of_one_level_shows_that_one_alone(
    served: tuple[str, LevelMeters], meters: LevelMeters, chromium: Browser, pictures: Path
) -> None:
    context = chromium.new_context(viewport={"width": 1920, "height": 1080})
    glass = SignGlass(context, served[0], pictures)
    try:
        glass.open_sign(level="minor")
        glass.expect_live(MINOR)
        expect(glass.get("others")).to_have_count(0)
        expect(glass.get("cap")).to_contain_text("15")
        meters.play(a_hit(1, level="main"))
        meters.play(a_hit(1, level="main"), minor=MINOR + 5)
        glass.expect_live(MINOR + 5)
        expect(glass.get("hit")).to_have_count(0)
        meters.play(a_hit(2, level="minor"))
        expect(glass.get("hit")).to_have_attribute("data-number", "2")
    finally:
        glass.close()
    assert glass.faults == []


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("size", SIZES)
def test_prg_05_a_level_at_its_cap_says_so_and_what_becomes_of_more(
    served: tuple[str, LevelMeters],
    meters: LevelMeters,
    chromium: Browser,
    pictures: Path,
    size: str,
    code: str,
) -> None:
    shown, other = (language(each) for each in sorted(CODES, key=lambda each: each != code))
    width, height = SIZES[size]
    context = chromium.new_context(viewport={"width": width, "height": height})
    glass = SignGlass(context, served[0], pictures)
    faults: list[str] = []
    try:
        glass.open_sign(lang=code)
        glass.expect_live(MAIN)
        for flow, words in FLOWS.items():
            meters.flows = {"main": flow, "minor": flow}
            meters.play(main=MAIN_CAP, minor=MINOR_CAP)
            # The number rolls up to the cap, and no further.
            glass.expect_reading("meter", MAIN_CAP)
            for notice in (glass.get("cap"), glass.get("level-minor").locator(".sign-cap")):
                expect(notice).to_have_attribute("data-reached", "true")
                expect(notice).to_contain_text(words[code])
            expect(glass.get("level-mini").locator("small")).to_have_count(0)
            faults += strange_words(glass.page, shown, other, {"Caribbean Stud 2"})
            faults += sign_faults(glass.page)
            glass.picture(f"signage-at-cap-{flow}-{size}-{code}")
        # The level is won and grows again: nothing of the notice is left.
        meters.play(main=1000_00)
        expect(glass.get("cap")).to_have_attribute("data-reached", "false")
    finally:
        glass.close()
    assert glass.faults == []
    assert faults == []
