"""Bettors of a book in a script: a step is a batch, and every entry of it has its own answer.

At a table whose bettors are a book `wager`, `withdraw` and `act` put all their entries into one
batch. `batch` says more of it: an id, under which the same batch may come again, and which entries
are refused. `bettors` of a view are what each of them sees of himself.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Final

from dealer_station.bettors.answers import Answer
from dealer_station.bettors.batches import (
    Batch,
    BatchError,
    BatchKind,
    decision_batch,
    wager_batch,
    withdrawal_batch,
)
from dealer_station.bettors.terms import AMOUNT_MAX
from dealer_station.clock import Clock
from dealer_station.money import to_minor
from dealer_station.table import commands as c
from dealer_station.table.draft import TableRules
from dealer_station.table.roles import Actor, Role
from dealer_station.table.seen_book import SeenBook
from dealer_station.table_script.case import Step, whole
from dealer_station.table_script.document import Node
from dealer_station.table_script.steps import entries_of

BATCH: Final = "batch"
_KINDS: Final = {
    "wager": BatchKind.WAGERS,
    "withdraw": BatchKind.WITHDRAWALS,
    "act": BatchKind.DECISIONS,
}
VERBS: Final = frozenset({BATCH, *_KINDS})
"""The steps that are batches where the bettors are a book."""

BatchCommand = c.PlaceWagers | c.WithdrawWagers | c.TakeDecisions
"""A command that brings a batch."""

_COMMANDS: Final[Mapping[BatchKind, type[BatchCommand]]] = {
    BatchKind.WAGERS: c.PlaceWagers,
    BatchKind.WITHDRAWALS: c.WithdrawWagers,
    BatchKind.DECISIONS: c.TakeDecisions,
}
_PLATFORM: Final = Actor("platform", Role.PLATFORM)
_REASONS: Final = frozenset(answer.reason for answer in Answer if answer)
_NO_STAKE_MINOR: Final = 0
_NO_DECISION_MINOR: Final = AMOUNT_MAX + 1
"""Amounts that are refused: an entry that has none in whole cents is a bad one, no bad script."""

_Entries = list[tuple[int, str, Decimal | None]]


@dataclass(frozen=True, slots=True)
class ScriptBatch:
    """A batch of a script: its command, and the reason with which each entry must be answered.

    Empty: the entry must be accepted.
    """

    command: BatchCommand
    reasons: tuple[str, ...]


def batch_of(step: Step, clock: Clock, rules: TableRules) -> ScriptBatch:
    """Read a step as a batch. Raises ScriptError."""
    said = step.argument.mapping if step.verb == BATCH else {step.verb: step.argument}
    verbs = [verb for verb in said if verb in _KINDS]
    unknown = [key for key in said if key not in {*_KINDS, "id", "refused"}]
    if unknown:
        raise said[unknown[0]].error(f"a batch has no key {unknown[0]!r}")
    if len(verbs) != 1:
        raise step.argument.error(f"a batch is one of {', '.join(_KINDS)}")
    node = said[verbs[0]]
    entries, kind = entries_of(node), _KINDS[verbs[0]]
    # A script's own ids and those of the clock never meet.
    batch_id = f"batch {said['id'].text}" if "id" in said else clock.new_id()
    try:
        batch = _batch(kind, batch_id, entries, node, rules)
    except BatchError as error:
        raise node.error(str(error)) from error
    command = _COMMANDS[kind](
        command_id=batch_id, issued_at=clock.now(), actor=_PLATFORM, batch=batch
    )
    return ScriptBatch(command, _reasons(said.get("refused"), len(entries)))


def _batch(
    kind: BatchKind, batch_id: str, entries: _Entries, node: Node, rules: TableRules
) -> Batch:
    match kind:
        case BatchKind.WAGERS:
            prices = {spot.name: spot.price_minor for spot in rules.house.spots}
            rows = [
                (bettor, spot, (prices.get(spot) or 0) if amount is None else _minor(amount))
                for bettor, spot, amount in entries
            ]
            return wager_batch(batch_id, rows)
        case BatchKind.WITHDRAWALS:
            if any(amount is not None for _, _, amount in entries):
                raise node.error("a stake is taken back whole: BETTOR NAME")
            return withdrawal_batch(batch_id, [(bettor, spot) for bettor, spot, _ in entries])
        case BatchKind.DECISIONS:
            decided = [
                (bettor, action, None if amount is None else _minor(amount, _NO_DECISION_MINOR))
                for bettor, action, amount in entries
            ]
            return decision_batch(batch_id, decided)


def _minor(amount: Decimal, otherwise: int = _NO_STAKE_MINOR) -> int:
    minor = to_minor(amount)
    return otherwise if minor is None or minor < 0 else minor


def _reasons(refused: Node | None, count: int) -> tuple[str, ...]:
    """Return the reason of every entry, which `refused` names by its place from 1."""
    reasons = [""] * count
    for place, reason in ({} if refused is None else refused.mapping).items():
        number = whole(Node(reason.file, reason.line, place))
        if not 1 <= number <= count:
            raise reason.error(f"the batch has no entry {number}")
        if reason.text not in _REASONS:
            raise reason.error(f"no entry is refused with {reason.text!r}")
        reasons[number - 1] = reason.text
    return tuple(reasons)


def bettors_view(book: SeenBook | None, named: Iterable[str]) -> Mapping[str, Any]:
    """Return what bettors see of themselves, by number: all while they are few, and those named."""
    if book is None:
        return {}
    shown = {one["bettor"]: one for one in book.view()["shown"]}
    for number in (int(name) for name in named if name.isascii() and name.isdecimal()):
        found = None if number in shown else book.bettor(number)
        if found is not None:
            shown[number] = found
    return {str(number): _by_spot(shown[number]) for number in sorted(shown)}


def _by_spot(bettor: Mapping[str, Any]) -> dict[str, Any]:
    """Return one bettor with his stakes as the view has a seat's: by spot, pending ones apart."""
    stakes = bettor["stakes"]
    return {
        "hand": bettor["hand"],
        "decision": bettor["decision"],
        "auto_folded": bettor["auto_folded"],
        "call_to_collect": bettor["call_to_collect"],
        "stakes": {one["spot"]: one["staked"] for one in stakes if one["net"] is None},
        "outcome": {one["spot"]: one["outcome"] for one in stakes},
        "net": {one["spot"]: one["net"] for one in stakes if one["net"] is not None},
        "result": bettor["result"],
    }
