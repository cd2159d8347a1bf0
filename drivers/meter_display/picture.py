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
"""Longest name of a level on a sign of several."""

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

    `levels` take turns in their order. `currency`: None is the progressive's own.
    """

    device: str
    progressive: str
    levels: tuple[LevelOnSign, ...]
    style: AmountStyle
    width: int
    shows_suspended: bool = False
    currency: str | None = None


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a text on the sign stands for; `mark` is the meter's that it came from.

    `level` is whose amount, name or hit it is; empty: of none.
    """

    what: What
    text: str
    amount_minor: int | None = None
    mark: Mark = NO_MARK
    level: str = ""

    @property
    def page(self) -> Page | None:
        """Which page of the rotation it is; None for what is none."""
        match self.what:
            case "amount" if self.level:
                return self.level, Part.AMOUNT
            case "notice":
                return self.level, Part.NAME
            case _:
                return None


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

    Name and amount stand together where the glass is wide enough, else one after the other.
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
    together = f"{shown.label} {text}".lstrip()
    if len(together) <= rules.width:
        return (_amount(level, together, fresh.mark),), None
    name_page = Meaning("notice", shown.label, None, fresh.mark, shown.level)
    return (name_page, _amount(level, text, fresh.mark)), None


def _amount(level: LevelAmount, text: str, mark: Mark) -> Meaning:
    return Meaning("amount", text, level.amount_minor, mark, level.level)


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
