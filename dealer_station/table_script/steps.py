"""From a step's text to commands: the abbreviations of the script format, one function a verb."""

from collections.abc import Callable, Mapping
from decimal import Decimal

from dealer_station.cards.card import CUT, UNREADABLE
from dealer_station.clock import Clock
from dealer_station.games.procedure import ASIDE, BURN, seat_of
from dealer_station.table import commands as c
from dealer_station.table.book_state import BOOK_SEAT
from dealer_station.table.draft import TableRules
from dealer_station.table.house.dealing import is_notation
from dealer_station.table.roles import Role
from dealer_station.table_script import pot_steps
from dealer_station.table_script.case import Step, decimal, seat_of_text, whole
from dealer_station.table_script.document import Node
from dealer_station.table_script.maker import Maker

_FACTS = {
    "seat", "position", "card", "cards", "count", "action", "amount", "chips", "round_paid", "note",
}  # fmt: skip
BOOK = "book"
"""All bettors of a book, where a step names whose hand is seen or paid."""
_RULERS = {"supervisor": Role.SUPERVISOR, "manager": Role.MANAGER}
_MS = 1000
_WAIT_MAX_S = 10**9
_WORDS_WITHOUT_AMOUNT, _WORDS_WITH_AMOUNT = 2, 3


def commands_of(step: Step, clock: Clock, rules: TableRules) -> list[c.Command]:
    """Return the commands that a step abbreviates."""
    return _VERBS[step.verb](step, Maker(clock, rules))


def wait_ms(step: Step) -> int:
    """Read the seconds of a `wait` as milliseconds."""
    seconds = decimal(step.argument, step.argument.text)
    if not 0 <= seconds <= _WAIT_MAX_S or seconds * _MS != int(seconds * _MS):
        raise step.argument.error(f"cannot wait {seconds} seconds")
    return int(seconds * _MS)


class NamedCards:
    """The cards of a `deal` by position, taken one by one as the table wants them."""

    def __init__(self, step: Step, rules: TableRules) -> None:
        self._node = step.argument
        self._left = {
            _hand_of(step.argument, name, rules): node.text.split()
            for name, node in step.argument.mapping.items()
        }
        for card in (card for cards in self._left.values() for card in cards):
            if not is_notation(card):
                raise step.argument.error(f"{card!r} is no card")
            if card in {UNREADABLE, CUT}:
                # Neither takes a place of its own, so no order of the deal can hold it.
                raise step.argument.error(f"a deal has no {card}; say it with `shoe`")

    def take(self, hand: str) -> str:
        """Return the next card of a hand; a burn that is not named is an unknown card."""
        if not self._left.get(hand):
            if hand == BURN:
                return UNREADABLE
            raise self._node.error(f"the deal has too few cards for {hand}")
        return self._left[hand].pop(0)

    def end(self, count: int) -> None:
        """The stretch is over after so many cards: it must have been covered exactly."""
        for hand, cards in self._left.items():
            if cards:
                raise self._node.error(f"the deal has cards too many for {hand}")
        if not count:
            raise self._node.error("no cards are due")


def _hand_of(node: Node, name: str, rules: TableRules) -> str:
    hand = f"seat {name}" if name.isdecimal() else name
    if seat_of(hand) is None and name not in {*rules.game.table_hands, ASIDE, BURN}:
        raise node.error(f"there is no position {name!r}")
    return hand


def _parts(node: Node) -> list[list[str]]:
    """Split a step's text at its semicolons into words."""
    parts = [part.split() for part in node.text.split(";")]
    if not all(parts):
        raise node.error("nothing between semicolons")
    return parts


def entries_of(node: Node) -> list[tuple[int, str, Decimal | None]]:
    """Read `SEAT NAME [AMOUNT]; …`."""
    return [_seat_word_amount(node, words) for words in _parts(node)]


def _seat_word_amount(node: Node, words: list[str]) -> tuple[int, str, Decimal | None]:
    if len(words) not in {_WORDS_WITHOUT_AMOUNT, _WORDS_WITH_AMOUNT}:
        raise node.error(f"expected SEAT NAME [AMOUNT], not {' '.join(words)!r}")
    has_amount = len(words) == _WORDS_WITH_AMOUNT
    amount = decimal(node, words[2]) if has_amount else None
    return seat_of_text(node, words[0]), words[1], amount


def _wager(step: Step, maker: Maker) -> list[c.Command]:
    return [
        maker.make(c.PlaceWager, Role.DEALER, seat=seat, spot=spot, amount=amount)
        for seat, spot, amount in entries_of(step.argument)
    ]


def _withdraw(step: Step, maker: Maker) -> list[c.Command]:
    read = entries_of(step.argument)
    if any(amount is not None for _, _, amount in read):
        raise step.argument.error("a stake is taken back whole: SEAT NAME")
    return [
        maker.make(c.WithdrawWager, Role.DEALER, seat=seat, spot=spot) for seat, spot, _ in read
    ]


def _coin(step: Step, maker: Maker) -> list[c.Command]:
    progressive = maker.rules.game.progressive
    spot = progressive.spot if progressive else "progressive"
    seat = whole(step.argument)
    return [maker.make(c.PlaceWager, Role.DEVICE, seat=seat, spot=spot, is_coin=True)]


def _shoe(step: Step, maker: Maker) -> list[c.Command]:
    cards = step.argument.text.split()
    if not cards:
        raise step.argument.error("no cards")
    for card in cards:
        if not is_notation(card):
            raise step.argument.error(f"{card!r} is no card")
    return [maker.make(c.RecordCard, Role.DEVICE, card=card) for card in cards]


def _act(step: Step, maker: Maker) -> list[c.Command]:
    return [
        maker.make(c.Act, Role.DEALER, seat=seat, action=action, amount=amount)
        for seat, action, amount in entries_of(step.argument)
    ]


def _report(step: Step, maker: Maker) -> list[c.Command]:
    said = {
        key: " ".join(item.text for item in node.items) if key == "chips" else node.text
        for key, node in step.argument.mapping.items()
    }
    irregularity = said.pop("irregularity", None)
    if irregularity is None:
        raise step.argument.error("a report names its irregularity")
    for key in said:
        if key not in _FACTS:
            raise step.argument.error(f"a report has no fact {key!r}")
    return [maker.make(c.ReportIrregularity, Role.DEALER, irregularity=irregularity, facts=said)]


def _rule(step: Step, maker: Maker) -> list[c.Command]:
    """Read `OPTION [CARD …] [by ROLE]`."""
    words = step.argument.text.split()
    role = Role.SUPERVISOR
    if words[-2:-1] == ["by"]:
        if words[-1] not in _RULERS:
            raise step.argument.error(f"{words[-1]!r} does not rule; supervisor or manager does")
        role = _RULERS[words[-1]]
        words = words[:-2]
    if not words:
        raise step.argument.error("a ruling names its option")
    return [maker.make(c.ApplyRuling, role, option=words[0], cards=tuple(words[1:]))]


def _verify(step: Step, maker: Maker) -> list[c.Command]:
    seat = BOOK_SEAT if step.argument.value == BOOK else whole(step.argument)
    return [maker.make(c.VerifyHand, Role.SUPERVISOR, seat=seat)]


def _pay(step: Step, maker: Maker) -> list[c.Command]:
    named = [" ".join(words) for words in _parts(step.argument)]
    seats = [BOOK_SEAT if name == BOOK else seat_of_text(step.argument, name) for name in named]
    return [maker.make(c.PaySeat, Role.DEALER, seat=seat) for seat in seats]


def _bare(command: type[c.Command]) -> Callable[[Step, Maker], list[c.Command]]:
    return lambda _, maker: [maker.make(command, Role.DEALER)]


_VERBS: Mapping[str, Callable[[Step, Maker], list[c.Command]]] = {
    "open_betting": _bare(c.OpenBetting),
    "close_betting": _bare(c.CloseBetting),
    "new_deck": _bare(c.ChangeDeck),
    "wager": _wager,
    "withdraw": _withdraw,
    "coin": _coin,
    "shoe": _shoe,
    "act": _act,
    "report": _report,
    "rule": _rule,
    "verify": _verify,
    "pay": _pay,
    **pot_steps.VERBS,
}
