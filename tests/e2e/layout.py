"""Looks for what is wrong with a picture: scrolling, small or covered targets, words cut off."""

from pathlib import Path

from playwright.sync_api import Page

TOUCH_PX = 48
SEAT_PX = 88

_SCRIPT = (Path(__file__).parent / "layout.js").read_text(encoding="utf-8")
_CAME_TO_REST = """() => document.getAnimations().every((each) =>
    each.playState !== "running" || each.effect?.getComputedTiming().iterations === Infinity)"""


def come_to_rest(page: Page) -> None:
    """Wait until every movement that ends has ended."""
    page.evaluate("() => document.fonts.ready.then(() => true)")
    page.wait_for_function(_CAME_TO_REST)


def layout_faults(
    page: Page, touch_px: int = TOUCH_PX, seat_px: int = SEAT_PX, part: str = "#stage"
) -> list[str]:
    """Return what is wrong in a part of the picture, in words, each once.

    A part marked `data-scrolls` may scroll.
    """
    come_to_rest(page)
    options = {"touch": touch_px - 0.5, "seat": seat_px - 0.5, "part": part}
    found: list[str] = page.evaluate(_SCRIPT, options)
    return sorted(set(found))
