"""The screens' texts as their sources hold them, and what of a picture does not come from there."""

import json
import re
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Page

_TEXTS = Path(__file__).parents[2] / "dealer_station" / "screens" / "src" / "shared" / "texts"
_ENTRY = re.compile(r'^\s*"([\w.\-]+)":\s*("(?:[^"\\]|\\.)*"),', re.MULTILINE)

# Figures, ids and names: the same in every language.
_SAME_EVERYWHERE = re.compile(
    r"[\d\s.,:/+\-\u2212\u2013·%∞?()]+|\d+ \u00d7 \d+|[A-Z]-\d+|CS-I\d+|CS-\d|EN|PL|[\d\s.,]*USD"
    r"|(?:10|[2-9AKQJ])|English|Polski"
)
_VISIBLE_WORDS = """() => {
    const words = [];
    const walker = document.createTreeWalker(document.querySelector("#stage"),
                                             NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
        const node = walker.currentNode, parent = node.parentElement;
        if (!node.data.trim() || parent.closest("svg, .key")) continue;
        if (!parent.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
        words.push(node.data.trim());
    }
    for (const element of document.querySelectorAll("#stage [aria-label]")) {
        if (!element.closest("svg, .pick-cards")) words.push(element.ariaLabel.trim());
    }
    return words;
}"""


@dataclass(frozen=True)
class Language:
    """One language's texts by key."""

    code: str
    texts: dict[str, str]

    def knows(self, words: str) -> bool:
        return any(pattern.fullmatch(words) for pattern in self._patterns)

    @property
    def _patterns(self) -> list[re.Pattern[str]]:
        return _patterns(tuple(self.texts.values()))


def _patterns(texts: tuple[str, ...]) -> list[re.Pattern[str]]:
    if texts not in _made:
        _made[texts] = [_pattern(text) for text in texts]
    return _made[texts]


_made: dict[tuple[str, ...], list[re.Pattern[str]]] = {}


def _pattern(text: str) -> re.Pattern[str]:
    """Make a text with {names} and [optional parts] into what matches it filled in."""
    made = re.escape(text)
    made = re.sub(r"\\\{\w+\\\}", "(?:.+?)", made)
    made = re.sub(r"\\\[(.*?)\\\]", r"(?:\1)?", made)
    return re.compile(made, re.IGNORECASE)


def language(code: str) -> Language:
    names = (f"{code}.ts", *(f"{part}.{code}.ts" for part in ("devices", "signage", "console")))
    source = "\n".join((_TEXTS / name).read_text(encoding="utf-8") for name in names)
    texts = {key: json.loads(value) for key, value in _ENTRY.findall(source)}
    assert len(texts) == source.count('":'), f"{code}.ts is not understood"
    return Language(code, texts)


def visible_words(page: Page) -> list[str]:
    found: list[str] = page.evaluate(_VISIBLE_WORDS)
    return found


def strange_words(page: Page, shown: Language, other: Language, names: set[str]) -> list[str]:
    """Return words on the glass that are no text of the language shown: codes, gaps, the other
    language. `names` are those of people and tables."""
    foreign = {
        text
        for key, text in other.texts.items()
        if key != "language.name" and text != shown.texts[key] and len(text) > 5 and "{" not in text
    }
    strange = []
    for words in visible_words(page):
        if words in names or words in shown.texts.values() or _SAME_EVERYWHERE.fullmatch(words):
            continue
        is_mixed = any(re.search(rf"\b{re.escape(text)}\b", words) for text in foreign)
        if not shown.knows(words) or is_mixed or re.search(r"[{}\[\]]", words):
            strange.append(words)
    return strange
