"""What a sign shall show at a moment, decided from the freshest meter.

Knows when an amount may stand on a sign and when dashes must. Does not know protocols or lines.
"""

from dataclasses import dataclass, replace
from typing import Final, Literal

from dealer_station.messages.meter_display import MeterState
from drivers.meter_display.conditions import FaultCode
from drivers.meter_display.feed import NO_MARK, Fresh, Mark
from drivers.meter_display.wording import (
    DASHES,
    AmountStyle,
    amount_text,
    hit_pages,
    paged,
    plain_text,
)

What = Literal["amount", "hit", "blank"]

TABLE_LENGTH_MAX: Final = 40
"""Longest name of a table in a message."""

HIT_AMOUNT_LENGTH_MAX: Final = 54
"""Longest amount of a hit: with its table it fits into every sign's message."""

Wrong = tuple[FaultCode, str]
"""Why there are dashes although the meter is fresh: what, and in words."""


@dataclass(frozen=True, slots=True)
class DisplayRules:
    """What this sign is for. `width`: how many characters stand side by side on its glass.

    `currency`: None is the progressive's own.
    """

    device: str
    progressive: str
    level: str
    style: AmountStyle
    width: int
    shows_suspended: bool = False
    currency: str | None = None


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a text on the sign stands for; `mark` is the meter's that it came from."""

    what: What
    text: str
    amount_minor: int | None = None
    mark: Mark = NO_MARK


@dataclass(frozen=True, slots=True)
class Message:
    """Pages that take turns over the value; `with_value`: the value is the last of them."""

    pages: tuple[str, ...]
    meaning: Meaning
    with_value: bool


@dataclass(frozen=True, slots=True)
class Picture:
    """What shall be shown: a value, and a message over it or none."""

    value: Meaning
    message: Message | None = None
    wrong: Wrong | None = None


def picture(fresh: Fresh | None, rules: DisplayRules, mark: Mark) -> Picture:
    """Return what shall be shown; `mark` is the newest meter's, fresh or not."""
    if fresh is None:
        return Picture(dashes(mark))
    if fresh.level is None:
        level = rules.level if rules.currency is None else f"{rules.level} in {rules.currency}"
        missing = (FaultCode.LEVEL_MISSING, f"the meter has no level {level}")
        return Picture(dashes(mark), wrong=missing)
    hit, wrong_hit = _hit(fresh, rules)
    if fresh.level.state is not MeterState.LIVE and not rules.shows_suspended:
        return Picture(dashes(mark), hit, wrong_hit)
    text = amount_text(fresh.level.amount_minor, rules.style)
    wrong = _too_long(text, rules.width)
    if wrong is not None:
        return Picture(dashes(mark), hit, wrong)
    return Picture(Meaning("amount", text, fresh.level.amount_minor, fresh.mark), hit, wrong_hit)


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
    text = amount_text(fresh.hit.amount_minor, style)
    wrong = _too_long(text, min(rules.width, HIT_AMOUNT_LENGTH_MAX))
    if wrong is not None:
        amount_minor, text = None, DASHES
    pages = hit_pages(text, plain_text(fresh.hit.table, TABLE_LENGTH_MAX), rules.width)
    meaning = Meaning("hit", " / ".join(pages), amount_minor, fresh.mark)
    return Message(pages, meaning, with_value=True), wrong


def _too_long(amount: str, width: int) -> Wrong | None:
    """Return what is wrong with an amount that does not fit: part of a number is another one."""
    if len(amount) <= width:
        return None
    return FaultCode.AMOUNT_TOO_LONG, f"{len(amount)} characters; the sign shows {width}"
