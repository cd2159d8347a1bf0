"""What a sign shall show at a moment, decided from the freshest meter.

Knows when an amount may stand on a sign and when dashes must. Does not know protocols or lines.
"""

from dataclasses import dataclass, replace
from typing import Final, Literal

from dealer_station.messages.meter_display import LevelAmount, MeterState
from drivers.meter_display.conditions import FaultCode
from drivers.meter_display.feed import NO_MARK, Fresh, Mark
from drivers.meter_display.rotation import Page, Part
from drivers.meter_display.wording import (
    DASHES,
    AmountStyle,
    amount_text,
    hit_pages,
    paged,
    plain_text,
)

What = Literal["amount", "notice", "hit", "blank"]

TABLE_LENGTH_MAX: Final = 40
"""Longest name of a table in a message."""

HIT_AMOUNT_LENGTH_MAX: Final = 54
"""Longest amount of a hit: with its table it fits into every sign's message."""

LABEL_LENGTH_MAX: Final = 12
"""Longest name of a level on a sign of several, and longest notice of a cap."""

AT_CAP: Final = "MAX"
"""What says that a level is at its cap where a house has no words of its own (PRG-05)."""

# Of a message that names the level as well.
_LABELLED_TABLE_LENGTH_MAX: Final = 34
_LABELLED_HIT_AMOUNT_LENGTH_MAX: Final = 36

Wrong = tuple[FaultCode, str]
"""Why there are dashes although the meter is fresh: what, and in words."""


@dataclass(frozen=True, slots=True)
class LevelOnSign:
    """A level that the sign shows and what stands before its amount; no label: nothing does."""

    level: str
    label: str = ""


@dataclass(frozen=True, slots=True)
class DisplayRules:
    """What this sign is for. `width`: how many characters stand side by side on its glass.

    `levels` take turns in their order; `at_cap` says of one that it has reached its cap.
    `currency`: None is the progressive's own.
    """

    device: str
    progressive: str
    levels: tuple[LevelOnSign, ...]
    style: AmountStyle
    width: int
    shows_suspended: bool = False
    currency: str | None = None
    at_cap: str = AT_CAP


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a text on the sign stands for; `mark` is the meter's that it came from.

    `level` is whose amount, name, notice or hit it is; empty: of none. `part` is what of it a page
    of the rotation shows; None: it is no such page.
    """

    what: What
    text: str
    amount_minor: int | None = None
    mark: Mark = NO_MARK
    level: str = ""
    part: Part | None = None

    @property
    def page(self) -> Page | None:
        """Which page of the rotation it is; None for what is none."""
        return None if self.part is None else (self.level, self.part)


@dataclass(frozen=True, slots=True)
class Message:
    """Pages that take turns over the value; `with_value`: the value is the last of them."""

    pages: tuple[str, ...]
    meaning: Meaning
    with_value: bool


@dataclass(frozen=True, slots=True)
class Picture:
    """What shall be shown: a value, and a message over it or none.

    `pages` are all that have their turns in the place of the value.
    """

    value: Meaning
    message: Message | None = None
    wrong: Wrong | None = None
    pages: tuple[Page, ...] = ()


def picture(
    fresh: Fresh | None, rules: DisplayRules, mark: Mark, turn: Page | None = None
) -> Picture:
    """Return what shall be shown; `mark` is the newest meter's, fresh or not.

    `turn` is the page whose turn it is; one that may not be shown gives way to the first that may.
    While a hit is told its own level's new amount stands and nothing rotates (DSP-06, DSP-10). A
    level that may not be shown has no turn; where none may be, there are dashes.
    """
    if fresh is None:
        return Picture(dashes(mark))
    found = [_pages_of(each, fresh, rules) for each in rules.levels]
    values = [value for pages, _ in found for value in pages]
    hit, wrong_hit = _hit(fresh, rules)
    wrong = next((wrong for _, wrong in found if wrong is not None), None) or wrong_hit
    if fresh.hit is not None:
        turn = (fresh.hit.level, Part.AMOUNT)
        values = [value for value in values if value.page == turn]
    shown = {value.page: value for value in values}
    value = shown.get(turn) or next(iter(values), dashes(mark))
    return Picture(value, hit, wrong, tuple(page for page in shown if page is not None))


def _pages_of(
    shown: LevelOnSign, fresh: Fresh, rules: DisplayRules
) -> tuple[tuple[Meaning, ...], Wrong | None]:
    """Return a level's pages, none where its amount may not stand, and what is wrong with it.

    Name, amount and the notice of a cap that is reached stand together as far as the glass is wide
    enough, else one after the other. What the cap is needs no telling then: it is the amount.
    """
    level = fresh.levels.get(shown.level)
    if level is None:
        name = shown.level if rules.currency is None else f"{shown.level} in {rules.currency}"
        return (), (FaultCode.LEVEL_MISSING, f"the meter has no level {name}")
    if level.state is not MeterState.LIVE and not rules.shows_suspended:
        return (), None
    text = amount_text(level.amount_minor, rules.style)
    wrong = _too_long(text, rules.width)
    if wrong is not None:
        return (), wrong
    before, after = shown.label, rules.at_cap if _is_full(level) else ""
    if before and len(f"{before} {text}") <= rules.width:
        before, text = "", f"{before} {text}"
    if after and len(f"{text} {after}") <= rules.width:
        after, text = "", f"{text} {after}"
    mark, name = fresh.mark, level.level
    pages = (
        Meaning("notice", before, None, mark, name, Part.NAME),
        Meaning("amount", text, level.amount_minor, mark, name, Part.AMOUNT),
        Meaning("notice", after, None, mark, name, Part.CAP),
    )
    return tuple(page for page in pages if page.text), None


def _is_full(level: LevelAmount) -> bool:
    """Whether a level has reached its cap, as the station says (PRG-05)."""
    return level.cap is not None and level.cap.is_reached


def dashes(mark: Mark) -> Meaning:
    """Return what stands on the sign where there is no amount that may."""
    return Meaning("blank", DASHES, None, mark)


def name_of(rules: DisplayRules, mark: Mark) -> Message:
    """Return the message by which a person finds the sign: its name."""
    text = plain_text(rules.device, TABLE_LENGTH_MAX)
    return Message(paged(text, rules.width), Meaning("blank", text, None, mark), with_value=False)


def _hit(fresh: Fresh, rules: DisplayRules) -> tuple[Message | None, Wrong | None]:
    """Return the message of a hit; dashes are in it where its amount is wider than the glass.

    One that was won in another currency than the sign's says in which.
    """
    if fresh.hit is None:
        return None, None
    amount_minor: int | None = fresh.hit.amount_minor
    style = rules.style
    if fresh.hit_currency is not None:
        style = replace(style, before="", after=f" {fresh.hit_currency}")
    label = next(each.label for each in rules.levels if each.level == fresh.hit.level)
    amount_max = _LABELLED_HIT_AMOUNT_LENGTH_MAX if label else HIT_AMOUNT_LENGTH_MAX
    table_max = _LABELLED_TABLE_LENGTH_MAX if label else TABLE_LENGTH_MAX
    text = amount_text(fresh.hit.amount_minor, style)
    wrong = _too_long(text, min(rules.width, amount_max))
    if wrong is not None:
        amount_minor, text = None, DASHES
    pages = hit_pages(text, plain_text(fresh.hit.table, table_max), rules.width, label)
    meaning = Meaning("hit", " / ".join(pages), amount_minor, fresh.mark, fresh.hit.level)
    return Message(pages, meaning, with_value=True), wrong


def _too_long(amount: str, width: int) -> Wrong | None:
    """Return what is wrong with an amount that does not fit: part of a number is another one."""
    if len(amount) <= width:
        return None
    return FaultCode.AMOUNT_TOO_LONG, f"{len(amount)} characters; the sign shows {width}"
