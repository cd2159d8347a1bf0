"""The screens' texts as their sources hold them, and what of a picture does not come from there."""

import json
import re
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

from playwright.sync_api import Page

_TEXTS = Path(__file__).parents[2] / "dealer_station" / "screens" / "src" / "shared" / "texts"
_PARTS = (
    "baccarat", "cards", "casino_holdem", "irregularities", "devices", "signage", "console",
    "record", "poker", "irregularities_holdem", "irregularities_stud", "poker_record",
    "levels",
)  # fmt: skip
_ENTRY = re.compile(r'^\s*"([\w.\-]+)":\s*("(?:[^"\\]|\\.)*"),', re.MULTILINE)

# Figures, ids and names: the same in every language.
_SAME_EVERYWHERE = re.compile(
    r"[\d\s.,:/+\-\u2212\u2013·%∞?()]+|\d+ \u00d7 \d+|[A-Z]-\d+|EN|PL"
    r"|(?:CS|CH|BA|TH|SS|HE|ST)-I?\d+|[\d\s.,]*USD|(?:10|[2-9AKQJ])|English|Polski"
)
# A device, a person, a table: `shoe-1`, `S-201`.
_ID = r"\w+-\d+"
# What texts are put together with, and what may stand after one: a person, a time.
_JOINTS = re.compile(r"\s*(?:·|, |[()])\s*")
_ENDING = re.compile(rf" (?:{_ID}|\d\d:\d\d:\d\d)$")
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


@dataclass(frozen=True, eq=False)
class Language:
    """One language's texts by key."""

    code: str
    texts: dict[str, str]

    def knows(self, words: str) -> bool:
        return any(pattern.fullmatch(words) for pattern in self._patterns)

    @cached_property
    def _patterns(self) -> list[re.Pattern[str]]:
        plain = "|".join(re.escape(text) for text in self.texts.values() if "{" not in text)
        return [_pattern(text, plain) for text in self.texts.values()]


def _pattern(text: str, plain: str) -> re.Pattern[str]:
    """Make a text with {names} and [optional parts] into what matches it filled in.

    A text without a word of its own would match everything: its names may only be texts or ids.
    """
    has_words = any(each.isalpha() for each in re.sub(r"\[.*?\]|\{\w+\}", "", text))
    filled = "(?:.+?)" if has_words else rf"(?:{plain}|{_ID})"
    made = re.escape(text)
    made = re.sub(r"\\\{\w+\\\}", lambda _: filled, made)
    made = re.sub(r"\\\[(.*?)\\\]", r"(?:\1)?", made)
    return re.compile(made, re.IGNORECASE)


@cache
def language(code: str) -> Language:
    names = (f"{code}.ts", *(f"{part}.{code}.ts" for part in _PARTS))
    source = "\n".join((_TEXTS / name).read_text(encoding="utf-8") for name in names)
    texts = {key: json.loads(value) for key, value in _ENTRY.findall(source)}
    assert len(texts) == source.count('":'), f"{code}.ts is not understood"
    return Language(code, texts)


def visible_words(page: Page) -> list[str]:
    found: list[str] = page.evaluate(_VISIBLE_WORDS)
    return found


@cache
def _foreign(shown: Language, other: Language) -> re.Pattern[str]:
    """Return what finds a whole text of the other language that is none of the one shown."""
    texts = {
        text
        for key, text in other.texts.items()
        if text != shown.texts[key] and len(text) > 5 and "{" not in text
    }
    return re.compile(rf"\b(?:{'|'.join(map(re.escape, texts))})\b")


def strange_words(page: Page, shown: Language, other: Language, names: set[str]) -> list[str]:
    """Return words on the glass that are no text of the language shown: codes, gaps, the other
    language. `names` are those of people and tables."""
    foreign = _foreign(shown, other)
    strange = []
    for words in visible_words(page):
        if words in names or words in shown.texts.values() or _SAME_EVERYWHERE.fullmatch(words):
            continue
        if not is_said(words, shown) or foreign.search(words) or re.search(r"[{}\[\]]", words):
            strange.append(words)
    return strange


def is_said(words: str, shown: Language) -> bool:
    """Whether words are a text, or are put together from texts, ids and times."""
    if shown.knows(words):
        return True
    parts = (_ENDING.sub("", part) for part in _JOINTS.split(words))
    return all(not part or _SAME_EVERYWHERE.fullmatch(part) or shown.knows(part) for part in parts)
