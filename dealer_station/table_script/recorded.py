"""Plays a recorded hand through a live table's controller and compares the chips in the end.

The table has the amounts, players and start of the hand; every card and act is a command as people
and devices give it. Where the record says "matches" or "wagers to an amount", the table's own offer
at that moment says what that is: check or call; bet, raise or completion.
"""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from decimal import Decimal
from pathlib import Path
from typing import Any, Final

from dealer_station.cards.card import UNREADABLE
from dealer_station.clock import Clock, VirtualClock
from dealer_station.controller.memory_record import MemoryRecord
from dealer_station.controller.ports import Record
from dealer_station.controller.progressives import Progressives
from dealer_station.controller.table_controller import TableController, TableSetup
from dealer_station.event_log.station_registry import station_registry
from dealer_station.games.pot_rules import Post, PostKind
from dealer_station.games.procedure import BOARD, BURN, seat_of
from dealer_station.hand_history.phh import Cards, Variant
from dealer_station.hand_history.reader import RecordedHand
from dealer_station.hand_history.steps import (
    Choice,
    Deal,
    PlayableHand,
    Start,
    Terms,
    Turn,
    UnplayableError,
    playable,
)
from dealer_station.house_rules.loader import load_rules, rule_set_folder
from dealer_station.money import format_minor
from dealer_station.table import commands as c
from dealer_station.table.pot import commands as pc
from dealer_station.table.refusals import Refusal
from dealer_station.table.role_view import TableFacts
from dealer_station.table.roles import Actor, Role
from dealer_station.table.view import View
from dealer_station.table_script.compare import differences
from dealer_station.table_script.document import ScriptError
from dealer_station.table_script.runner import Miss

_DEALER: Final = Actor("dealer", Role.DEALER)
_SHOE: Final = Actor("shoe", Role.DEVICE)

_RULE_SETS: Final[Mapping[Variant, tuple[str, str]]] = {
    Variant.LIMIT_HOLDEM: ("texas-holdem", "gardens-limit"),
    Variant.NO_LIMIT_HOLDEM: ("texas-holdem", "gardens-no-limit"),
    Variant.SEVEN_CARD_STUD: ("seven-card-stud", "gardens"),
}
"""Game and rule set by which a recorded hand is played, with its own amounts."""


@dataclass(slots=True)
class Result:
    """What came of a hand; it passed when nothing was missed."""

    id: str
    title: str
    view: View = field(default_factory=dict)
    misses: list[Miss] = field(default_factory=list)

    @property
    def is_passed(self) -> bool:
        """Whether the hand was taken and everybody has the chips that the record says."""
        return not self.misses


class _Stopped(Exception):  # noqa: N818 - no error: it ends a hand that does not go on
    """The table does not take what the record says: what follows means nothing."""


def play_recorded(
    recorded: RecordedHand,
    directories: Sequence[Path],
    record: Record | None = None,
    clock: Clock | None = None,
) -> Result:
    """Play a hand; one that no table of the station plays is a `ScriptError`.

    The table has the hand's name in `record`; where none is given, in one of its own in memory, and
    so with the clock.
    """
    try:
        hand = playable(recorded.hand)
    except UnplayableError as error:
        raise ScriptError(recorded.file, recorded.line, str(error)) from None
    result = Result(recorded.name, "a recorded hand")
    setup = _setup(recorded.name, hand, directories)
    run = _Run(recorded, hand, setup, record or MemoryRecord(), result)
    run.clock = clock or run.clock
    with suppress(_Stopped):
        run.play()
    result.view = run.view()
    return result


def _setup(name: str, hand: PlayableHand, directories: Sequence[Path]) -> TableSetup:
    game, rules = _RULE_SETS[hand.terms.variant]
    folder = rule_set_folder(directories, game, rules)
    return TableSetup(
        facts=TableFacts(name, "a recorded hand", "USD"),
        seats=tuple(range(1, max(hand.start.stacks_minor) + 1)),
        rules=load_rules(folder, game, rules, _values(hand.terms)),
        progressives={},
    )


def _values(terms: Terms) -> dict[str, str]:
    """Return the values of the rule set that are those of the hand."""
    amounts = {
        "chip": terms.chip_minor,
        "ante": terms.ante_minor,
        "bring_in": terms.bring_in_minor,
        "small_bet": terms.small_bet_minor,
        "big_bet": terms.big_bet_minor,
        "small_blind": terms.small_blind_minor,
        "big_blind": terms.big_blind_minor,
    }
    written = {key: format_minor(minor) for key, minor in amounts.items() if minor is not None}
    written["hole_cards"] = "unread"
    if terms.variant is Variant.SEVEN_CARD_STUD:
        # The format has no cards of a seat that is out: no record tells of those that it received.
        written["dead_seat_keeps_receiving"] = "false"
    return written


class _Run:
    """One hand being played."""

    def __init__(
        self,
        recorded: RecordedHand,
        hand: PlayableHand,
        setup: TableSetup,
        record: Record,
        result: Result,
    ) -> None:
        self._recorded = recorded
        self._hand = hand
        self._setup = setup
        self._result = result
        self.clock: Clock = VirtualClock()
        registry = station_registry()
        progressives = Progressives(record, registry)
        self._controller = TableController(setup, record, registry, progressives)
        self._answers = {answer.seat: answer.cards for answer in hand.answers}

    def view(self) -> View:
        """Return the table's view."""
        return self._controller.record_view()

    def play(self) -> None:
        """Play the hand from its start until its pots have been pushed."""
        self._start(self._hand.start)
        for step in self._hand.steps:
            match step:
                case Deal(cards=cards):
                    self._deal(cards)
                case Turn():
                    self._turn(step)
        self._show()
        self._must_take("the pots", pc.PushPots, _DEALER)
        self._compare()

    # ----------------------------------------------------------------------------- steps

    def _start(self, start: Start) -> None:
        opening: dict[str, Any] = {
            "table_id": self._setup.facts.id,
            "seats": self._setup.seats,
        }
        self._must_take("the table", c.OpenTable, _DEALER, **opening)
        for seat, minor in start.stacks_minor.items():
            stack = Decimal(format_minor(minor))
            self._must_take(f"seat {seat}", pc.TakeSeat, _DEALER, seat=seat, stack=stack)
        given = None
        if start.button is not None:
            posts = tuple(
                Post(one.seat, PostKind.ENTRY, one.live_minor, one.dead_minor)
                for one in start.posts
            )
            given = pc.GivenStart(start.button, start.small, start.big, posts)
        self._must_take("the start", pc.StartHand, _DEALER, given=given)

    def _deal(self, cards: Mapping[int | str, Cards]) -> None:
        """Deal what is due; a burn is a card that nobody knows."""
        left = {key: list(some) for key, some in cards.items()}
        while (following := self.view()["next"])["kind"] == "card" and any(left.values()):
            position = str(following["position"])
            card = UNREADABLE
            if not position.startswith(BURN):
                key = BOARD if position.startswith(BOARD) else _seat_in(position)
                if not left.get(key):
                    self._stop(f"a card for {position}", "the record has none")
                card = left[key].pop(0)
            self._must_take(position, c.RecordCard, _SHOE, card=card)
        for key, some in left.items():
            if some:
                self._stop(f"{' '.join(some)} for {key}", f"next is {self.view()['next']}")

    def _turn(self, turn: Turn) -> None:
        """Let a seat act as the record says, by the name that the table has for it now."""
        following = self.view()["next"]
        where = f"actions[{turn.place}]"
        if following["kind"] != "act" or following.get("seat") != turn.seat:
            self._stop(f"{where}: seat {turn.seat} acts", f"next is {following}")
        action, amount = _act_of(turn, following["legal"])
        said = {"seat": turn.seat, "action": action, "amount": amount}
        self._must_take(where, c.Act, _DEALER, **said)

    def _show(self) -> None:
        """Let every hand answer in the table's order; who has not answered in the record shows."""
        while (following := self.view()["next"])["kind"] == "act":
            seat = int(following["seat"])
            cards = self._answers.get(seat, (UNREADABLE,))
            if not cards and following["legal"].get("muck"):
                said = {"seat": seat, "action": "muck"}
                self._must_take(f"seat {seat} mucks", c.Act, _DEALER, **said)
            else:
                self._must_take(f"seat {seat} shows", pc.ShowHand, _DEALER, seat=seat)

    # -------------------------------------------------------------------------- compared

    def _compare(self) -> None:
        finishing = self._hand.finishing_minor
        expected = {str(seat): format_minor(minor) for seat, minor in finishing.items()}
        got = {str(seat): stack for seat, stack in self.view()["stacks"].items()}
        for one in differences(expected, got, "stacks"):
            self._miss("end", one.key, one.expected, one.got)

    def _must_take(self, what: str, command: type[c.Command], actor: Actor, **said: Any) -> None:
        outcome = self._controller.submit(
            command(command_id=self.clock.new_id(), issued_at=self.clock.now(), actor=actor, **said)
        )
        if outcome.refusal is not None:
            self._stop(what, _written(outcome.refusal))

    def _stop(self, expected: str, got: str) -> None:
        self._miss("the hand", "taken", expected, got)
        raise _Stopped

    def _miss(self, where: str, key: str, expected: object, got: object) -> None:
        place = f"{self._recorded.file}:{self._recorded.line}: {where}"
        self._result.misses.append(Miss(place, key, str(expected), str(got)))


def _seat_in(position: str) -> int | str:
    """Return the seat of `seat 3 card 2`."""
    hand = " ".join(position.split()[:2])
    return seat_of(hand) or hand


def _act_of(turn: Turn, legal: Mapping[str, Any]) -> tuple[str, Decimal | None]:
    """Return the act that a choice is under what the table offers, and its amount."""
    match turn.choice:
        case Choice.FOLD | Choice.BRING_IN:
            return turn.choice.value, None
        case Choice.CHECK_OR_CALL:
            return ("check" if legal.get("check") else "call"), None
        case Choice.WAGER_TO:
            assert turn.to_minor is not None, "a wager has its amount"
            to = Decimal(format_minor(turn.to_minor))
            if "complete" in legal and Decimal(str(legal["complete"])) == to:
                return "complete", None
            return ("bet" if "bet" in legal else "raise"), to


def _written(refusal: Refusal) -> str:
    facts: Iterable[str] = (f"{key}={value}" for key, value in refusal.facts.items())
    return f"refused: {refusal.reason} {' '.join(facts)}".rstrip()
