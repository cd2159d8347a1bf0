"""A case of a table script, read and checked: the table, the steps, what is true at the end."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from decimal import Decimal, InvalidOperation
from pathlib import Path

from dealer_station.house_rules.loader import GAMES, POT_GAMES
from dealer_station.table.refusals import RefusalReason
from dealer_station.table_script.document import Node, documents

_CASE_KEYS = {"case", "title", "covers", "table", "steps", "expect"}
_TABLE_KEYS = {"game", "rules", "set", "seats", "button", "meters"}
_VIEW_KEYS = {
    "phase", "next", "cards", "up", "hands", "status", "net", "stakes", "outcome", "stacks",
    "won", "winners", "pots", "shows", "button", "blinds", "rake", "meters", "rulings", "book",
    "bettors",
}  # fmt: skip
_BARE_STEPS = {"open_betting", "close_betting", "start_hand", "pay", "new_deck", "restart"}
_STEPS = _BARE_STEPS | {
    "wager", "withdraw", "coin", "shoe", "deal", "act", "wait", "report", "rule",
    "verify", "refuse", "expect", "batch", "seat", "leave", "away", "back",
}  # fmt: skip
_DIGITS_MAX = 9
_POT_STEPS = {"start_hand", "seat", "leave", "away", "back"}


@dataclass(frozen=True, slots=True)
class TableLine:
    """What a case plays at. `meters` are opening amounts of pools; a book leaves no `seats`.

    Where players play against each other, `stacks` are their chips by seat, and `button` is the
    seat before which it lies in the first hand.
    """

    game: str
    rules: str
    overrides: Mapping[str, str]
    seats: tuple[int, ...]
    meters: Mapping[str, Decimal]
    stacks: Mapping[int, Decimal] = field(default_factory=dict)
    button: int | None = None


@dataclass(frozen=True, slots=True)
class Step:
    """One step: its verb, its argument, and for `refuse` the reason that must be given."""

    verb: str
    argument: Node
    reason: str | None = None

    @property
    def where(self) -> str:
        """File and line, for reports."""
        return f"{self.argument.file}:{self.argument.line}"


@dataclass(frozen=True, slots=True)
class Case:
    """One case of a script."""

    id: str
    title: str
    node: Node
    table: TableLine
    steps: tuple[Step, ...]
    expect: Node | None


def read_cases(path: Path) -> Iterator[Case]:
    """Read every case of a file; the first error ends it."""
    ids: set[str] = set()
    for node in documents(_text_of(path), str(path)):
        case = _case(node)
        if case.id in ids:
            raise node.mapping["case"].error(f"case {case.id!r} stands twice")
        ids.add(case.id)
        yield case
    if not ids:
        raise Node(str(path), 1, "").error("the file has no case")


def _text_of(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        raise Node(str(path), line, "").error("no UTF-8 text") from None
    except OSError as error:
        raise Node(str(path), 1, "").error(error.strerror or str(error)) from None


def _case(node: Node) -> Case:
    entries = node.mapping
    _check_keys(node, _CASE_KEYS, {"case", "table", "steps"}, "case")
    if "expect" in entries:
        _check_view_keys(entries["expect"])
    table = _table(entries["table"])
    steps = tuple(_step(item) for item in entries["steps"].items)
    if table.game not in POT_GAMES:
        for step in steps:
            _refuse_pots(step)
    return Case(
        id=entries["case"].text,
        title=entries["title"].text if "title" in entries else "",
        node=node,
        table=table,
        steps=steps,
        expect=entries.get("expect"),
    )


def _refuse_pots(step: Step) -> None:
    """A game against the house has no step of the others."""
    inner = inner_step(step) if step.verb == "refuse" else step
    if inner.verb in _POT_STEPS:
        raise inner.argument.error(f"{inner.verb!r} is a step of pot games")


def _check_keys(node: Node, known: set[str], needed: set[str], what: str) -> None:
    for key, value in node.mapping.items():
        if key not in known:
            raise value.error(f"a {what} has no key {key!r}")
    for key in sorted(needed - set(node.mapping)):
        raise node.error(f"the {what} has no {key!r}")


def _table(node: Node) -> TableLine:
    _check_keys(node, _TABLE_KEYS, {"game", "rules", "seats"}, "table")
    entries = node.mapping
    game = entries["game"].text
    if game not in GAMES:
        raise entries["game"].error(f"no rules for game {game!r}; there are: {', '.join(GAMES)}")
    if "button" in entries and game not in POT_GAMES:
        raise entries["button"].error(f"{game} has no button")
    stacks: Mapping[int, Decimal] = {}
    if game in POT_GAMES and not isinstance(entries["seats"].value, tuple):
        stacks = _stacks(entries["seats"])
    seats = tuple(stacks) or tuple(whole(seat) for seat in entries["seats"].items)
    if len(set(seats)) < len(seats) or 0 in seats:
        raise entries["seats"].error("a table needs seats from 1, each number once")
    overrides = entries["set"].mapping if "set" in entries else {}
    meters = entries["meters"].mapping if "meters" in entries else {}
    for value in meters.values():
        if amount(value) < 0:
            raise value.error("a meter is not negative")
    return TableLine(
        game=game,
        rules=entries["rules"].text,
        overrides={key: _written(value) for key, value in overrides.items()},
        seats=seats,
        meters={pool: amount(value) for pool, value in meters.items()},
        stacks=stacks or (dict.fromkeys(seats, Decimal(0)) if game in POT_GAMES else {}),
        button=whole(entries["button"]) if "button" in entries else None,
    )


def _stacks(seats: Node) -> Mapping[int, Decimal]:
    """Read `{SEAT: STACK}`."""
    return {seat_of_text(node, seat): amount(node) for seat, node in seats.mapping.items()}


def _written(value: Node) -> str:
    """Return a value as rule sets write it: one word, `1, 1, 1`, or `straight: 10, flush: 20`."""
    if isinstance(value.value, tuple):
        return ", ".join(item.text for item in value.items)
    if isinstance(value.value, dict):
        return ", ".join(f"{key}: {item.text}" for key, item in value.mapping.items())
    return value.text


def whole(node: Node) -> int:
    """Read a whole number."""
    if not is_whole(node.text):
        raise node.error(f"{node.text!r} is no whole number")
    return int(node.text)


def is_whole(text: str) -> bool:
    """Say whether a text is a whole number that can be a seat."""
    return text.isascii() and text.isdecimal() and len(text) <= _DIGITS_MAX


def seat_of_text(node: Node, text: str) -> int:
    """Read a seat's number that is part of a step's text."""
    if not is_whole(text):
        raise node.error(f"{text!r} is no seat")
    return int(text)


def amount(node: Node) -> Decimal:
    """Read a decimal amount."""
    return decimal(node, node.text)


def decimal(node: Node, text: str) -> Decimal:
    """Read a decimal that is part of a step's text."""
    try:
        value = Decimal(text)
    except InvalidOperation:
        raise node.error(f"{text!r} is no amount") from None
    if not value.is_finite():
        raise node.error(f"{text!r} is no amount")
    return value


def _step(node: Node) -> Step:
    if isinstance(node.value, str):
        return _checked(Step(node.text, node), is_bare=True)
    entries = dict(node.mapping)
    reason = entries.pop("reason", None)
    if len(entries) != 1:
        raise node.error("a step has one verb")
    ((verb, argument),) = entries.items()
    if reason is not None and verb != "refuse":
        raise reason.error("only a refusal has a reason")
    if reason is not None and reason.text not in set(RefusalReason):
        raise reason.error(f"there is no refusal code {reason.text!r}")
    if verb == "pay" and argument.value == "":
        return Step("pay", replace(argument, value="pay"))
    if verb == "expect":
        _check_view_keys(argument)
    step = Step(verb, argument, reason.text if reason else None)
    if verb == "refuse":
        _step(argument)
    return _checked(step, is_bare=False)


def _check_view_keys(node: Node) -> None:
    for key, value in node.mapping.items():
        if key not in _VIEW_KEYS:
            raise value.error(f"the view has no key {key!r}")


def inner_step(step: Step) -> Step:
    """Return the step inside a `refuse`."""
    return _step(step.argument)


def _checked(step: Step, *, is_bare: bool) -> Step:
    if step.verb not in _STEPS:
        raise step.argument.error(f"there is no step {step.verb!r}")
    if is_bare and step.verb not in _BARE_STEPS:
        raise step.argument.error(f"{step.verb!r} needs its argument")
    if not is_bare and step.verb in _BARE_STEPS - {"pay", "start_hand"}:
        raise step.argument.error(f"{step.verb!r} takes no argument")
    return step
