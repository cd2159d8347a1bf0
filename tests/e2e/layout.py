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


def layout_faults(page: Page) -> list[str]:
    """Return what is wrong, in words, each once."""
    come_to_rest(page)
    found: list[str] = page.evaluate(_SCRIPT, {"touch": TOUCH_PX - 0.5, "seat": SEAT_PX - 0.5})
    return sorted(set(found))
