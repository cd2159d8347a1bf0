"""One random hand at a table of the station: every card and act is a command that is decided.

Decisions and folds alone, without record or controller, so that many thousands of hands can be
played; `test_recorded_hands` goes through the controller.
"""

from decimal import Decimal
from functools import cache
from typing import Any

from pot_hands import Choice, PotGame, RandomHand, Turn
from table_play import CONFIG, DEALER, SHOE

from dealer_station.games.pot_rules import Post, PostKind
from dealer_station.house_rules.loader import load_rules
from dealer_station.money import format_minor, to_minor
from dealer_station.table import commands as c
from dealer_station.table.decide import decide
from dealer_station.table.draft import TableRules
from dealer_station.table.evolve import evolve
from dealer_station.table.lifecycle import Phase
from dealer_station.table.pot import commands as pc
from dealer_station.table.pot.state import total_minor
from dealer_station.table.pot.view import next_of_hand
from dealer_station.table.state import TableState
from dealer_station.table.view import View, base_view

NEVER, ACTION = "never", "action"


@cache
def rules_of(game: PotGame, small: int, ante: int, bring_in: int, *, is_capped: bool) -> TableRules:
    """Load the rule set of a random hand: the Gardens', with the hand's amounts and caps."""
    amounts = {
        PotGame.NO_LIMIT_HOLDEM: {"small_blind": small // 2, "big_blind": small, "chip": 1},
        PotGame.LIMIT_HOLDEM: {"small_bet": small, "big_bet": 2 * small, "chip": 1},
        PotGame.STUD: {
            "small_bet": small, "big_bet": 2 * small, "ante": ante, "bring_in": bring_in, "chip": 1,
        },
    }[game]  # fmt: skip
    values = {key: format_minor(amount) for key, amount in amounts.items()}
    match game:
        case PotGame.NO_LIMIT_HOLDEM:
            return load_rules(CONFIG, "texas-holdem", "gardens-no-limit", values)
        case PotGame.LIMIT_HOLDEM:
            values["heads_up_unlimited"] = NEVER if is_capped else ACTION
            return load_rules(CONFIG, "texas-holdem", "gardens-limit", values)
        case PotGame.STUD:
            values["heads_up_unlimited"] = "false" if is_capped else "true"
            values["fourth_street_pair_option"] = "false"
            return load_rules(CONFIG, "seven-card-stud", "gardens", values)


class EngineTable:
    """The hand of a random deal at a table that was opened for it."""

    def __init__(self, hand: RandomHand, rules: TableRules | None = None) -> None:
        self.hand = hand
        self.rules = rules or rules_of(
            hand.game, hand.small, hand.ante, hand.bring_in, is_capped=hand.is_capped
        )
        self.state = TableState()
        self.dealt = 0
        self._commands = 0
        seats = tuple(range(1, hand.count + 1))
        self._do(c.OpenTable, table_id="t1", seats=seats)
        for seat, stack in enumerate(hand.stacks, start=1):
            self._do(pc.TakeSeat, seat=seat, stack=Decimal(format_minor(stack)))
        self._do(pc.StartHand, given=None if hand.is_stud else self._start())

    def _start(self) -> pc.GivenStart:
        hand = self.hand
        posts = tuple(
            Post(seat, PostKind.ENTRY, hand.live.get(seat, 0), hand.dead.get(seat, 0))
            for seat in sorted({*hand.live, *hand.dead})
        )
        return pc.GivenStart(hand.count, hand.small_seat, hand.big_seat, posts)

    def _do(self, kind: type[c.Command], actor: Any = DEALER, **said: Any) -> None:
        self._commands += 1
        self._decided(kind(command_id=f"c{self._commands}", issued_at=0, actor=actor, **said))

    def _decided(self, command: c.Command) -> None:
        decision = decide(command, self.state, self.rules, {})
        assert decision.refusal is None, f"{command}: {decision.refusal}"
        for event in decision.events:
            self.state = evolve(self.state, event)

    # ----------------------------------------------------------------------------- turns

    @property
    def view(self) -> View:
        return base_view(self.state, self.rules, {}, None)

    @property
    def next(self) -> View:
        """`next` of the view alone, which is quicker."""
        return next_of_hand(self.state, self.rules.pot)

    def turn(self) -> Turn | None:
        if self.state.phase is not Phase.ACTING:
            return None
        following = self.next
        legal = following["legal"]
        sizes = legal.get("bet") or legal.get("raise") or {}
        low, high = _minor(sizes.get("min")), _minor(sizes.get("max"))
        if "complete" in legal:
            low = high = _minor(legal["complete"])
        is_opening = "bring_in" in legal
        call = 0 if legal.get("check") else _minor(legal.get("call"))
        return Turn(
            seat=following["seat"],
            call=None if is_opening else call,
            bring_in=_minor(legal["bring_in"]) if is_opening else None,
            low=low,
            high=high,
        )

    def take(self, choice: Choice) -> None:
        following = self.next
        legal = following["legal"]
        amount = None
        match choice.act:
            case "match":
                action = "check" if legal.get("check") else "call"
            case "wager":
                action = next(name for name in ("complete", "bet", "raise") if name in legal)
                amount = Decimal(format_minor(choice.to or 0))
            case action:
                pass
        self._do(c.Act, seat=following["seat"], action=action, amount=amount)

    # ---------------------------------------------------------------------------- streets

    def deal_to(self, count: int) -> None:
        """Deal until so many cards of the deck lie in hands and on the board."""
        while self.dealt < count:
            card = "??"
            if self.next["position"] != "burn":
                card = self.hand.deck[self.dealt]
                self.dealt += 1
            self._do(c.RecordCard, SHOE, card=card)

    def finish(self) -> None:
        """Let every hand show that has to answer, and push the pots."""
        while self.state.phase is Phase.SHOWDOWN:
            self._do(pc.ShowHand, seat=self.next["seat"])
        self._do(pc.PushPots)

    # ------------------------------------------------------------------------------ chips

    @property
    def live(self) -> int:
        hand = self.state.pot.hand
        assert hand is not None
        return len(hand.live)

    @property
    def total(self) -> int:
        return total_minor(self.state.pot, is_hand_open=self.state.is_round_open)

    @property
    def stacks(self) -> dict[int, int]:
        hand = self.state.pot.hand
        assert hand is not None
        if self.state.is_round_open:
            return {chips.seat: chips.stack for chips in hand.chips}
        return {player.seat: player.stack_minor for player in self.state.pot.players}

    @property
    def pots(self) -> list[tuple[int, tuple[int, ...]]]:
        return [(_minor(pot["amount"]), tuple(pot["seats"])) for pot in self.view["pots"]]


def _minor(amount: str | None) -> int | None:
    return None if amount is None else to_minor(Decimal(str(amount)))
