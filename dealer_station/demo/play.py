"""Simulated people play rounds: they see cards on the table, act, err, and rule, as people would.

Every step waits for the committed view of the step before, so a round comes out the same however
often the station, the driver or the broker dies on the way.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass, field

from dealer_station.cards.card import Rank, parse_cards
from dealer_station.cards.poker_hand import HandCategory, evaluate
from dealer_station.demo.crew import Crew, RoundReport
from dealer_station.demo.plan import RoundPlan, Trouble, plan_round
from dealer_station.demo.round_at_table import RoundAtTable, SeededPlayer
from dealer_station.demo.shoe_control import ShoeControl
from dealer_station.demo.staff import View
from dealer_station.demo.token_control import TokenControl

HAND_SIZE = 5


@dataclass(frozen=True, slots=True)
class Hands:
    """What people touch that is no screen: the shoe, and the tokens of players with acceptors."""

    shoe: ShoeControl
    tokens: TokenControl


@dataclass(slots=True)
class _Laid:
    """The cards as they lie on the table, by position: people see what the screen may not."""

    cards: dict[str, list[str]] = field(default_factory=dict)

    def lay(self, position: str, card: str) -> None:
        """Put a card where the screen said it goes."""
        hand, _, _ = position.partition(" card ")
        self.cards.setdefault(hand, []).append(card)

    def is_worth_a_bet(self, seat: int) -> bool:
        """A pair or better, or ace-king, is bet on: the usual strategy."""
        cards = self.cards.get(f"seat {seat}", [])
        if len(cards) != HAND_SIZE:
            return False
        value = evaluate(parse_cards(" ".join(cards)))
        if value.category is not HandCategory.HIGH_CARD:
            return True
        return value.kickers[:2] == (Rank.ACE, Rank.KING)


class Player(SeededPlayer):
    """Plays rounds of one seed at one table."""

    def __init__(self, crew: Crew, hands: Hands, seed: int, pace_s: float = 0) -> None:
        super().__init__(crew, seed, pace_s)
        self._hands = hands

    def play_round(self) -> RoundReport:
        """Play one round from the first stake to the last payment."""
        view = self._crew.dealer.view()
        number = view["round"] + 1
        plan = plan_round(self._chance(number), tuple(view["table"]["seats"]))
        return _Round(self._crew, self._hands, plan, number, self._pace_s).play()


class _Round(RoundAtTable):
    """One round being played."""

    def __init__(
        self, crew: Crew, hands: Hands, plan: RoundPlan, number: int, pace_s: float
    ) -> None:
        super().__init__(crew, hands.shoe, number, pace_s)
        self._tokens = hands.tokens
        self._plan = plan
        self._hands = _Laid()

    def play(self) -> RoundReport:
        """Go through the round; trouble may end it early."""
        self._shoe.shuffle(self._plan.shuffle)
        self._take_stakes()
        self._deal()
        self._decide()
        self._pay()
        view = self._crew.dealer.wait_for(
            "the end of the round", lambda view: view["phase"] in {"settled", "void"}
        )
        if view["deck_locked"]:
            self._crew.supervisor.do(self._purpose("deck"), "change_deck")
        return RoundReport(self._number, self._plan.trouble.value, view["phase"])

    # ---------------------------------------------------------------------------- stakes

    def _take_stakes(self) -> None:
        self._open_betting()
        for seat, ante in self._plan.antes.items():
            self._do("place_wager", seat=seat, spot="ante", amount=f"{ante}.00")
        for seat in self._plan.progressives:
            self._play_progressive(seat)
        self._close_betting()

    def _play_progressive(self, seat: int) -> None:
        """The player drops a token and looks at his light; without an acceptor the dealer does."""
        acceptor = self._crew.dealer.view()["acceptors"].get(str(seat))
        if acceptor is None:
            self._do("place_wager", seat=seat, spot="progressive")
            return
        while True:
            self._crew.dealer.wait_for(
                f"an open window at seat {seat}",
                lambda view: view["acceptors"][str(seat)]["open"],
            )
            # A window that has just been shut (its driver died, say) gives the token back.
            if self._tokens.drop(acceptor["device"]):
                break
        self._crew.dealer.wait_for(
            f"the light of seat {seat}", lambda view: view["acceptors"][str(seat)]["lit"]
        )

    # ------------------------------------------------------------------------------ deal

    def _deal(self) -> None:
        """Deal until every card is out, with the planned trouble on the way."""
        trouble = _DEAL_TROUBLES.get(self._plan.trouble)
        is_due = trouble is not None
        while True:
            view = self._crew.dealer.wait_for("no hold", lambda view: view["phase"] != "held")
            if view["phase"] != "dealing":
                return
            if is_due and trouble is not None and self._is_trouble_time(view):
                is_due = False
                trouble(self, view)
                continue
            self._lay_next(view)

    def _is_trouble_time(self, view: View) -> bool:
        if self._plan.trouble is Trouble.DEALER_SHORT:
            return bool(view["next"]["position"] == f"dealer card {HAND_SIZE}")
        return self._drawn >= self._plan.trouble_card

    def _lay_next(self, view: View) -> str:
        """Deal one card to where the screen says, and wait until it is recorded."""
        time.sleep(self._pace_s / 2)
        card = self._shoe.next_card()
        self._hands.lay(view["next"]["position"], card)
        self._see_drawn()
        return card

    def read_badly(self, view: View) -> None:
        """A damaged card is read a second time."""
        self._shoe.draw("??")
        self._see_drawn()
        self._crew.dealer.wait_for("a hold", lambda view: view["phase"] == "held")
        card = self._shoe.next_card()
        self._hands.lay(view["next"]["position"], card)

    def leave_dealer_short(self, _view: View) -> None:
        """The dealer finds that his third card never came; everything after it moves up."""
        self._report("CS-I02", position="dealer card 3", count=HAND_SIZE - 1)

    def deal_to_empty_seat(self, _view: View) -> None:
        empty = next(seat for seat in _view["table"]["seats"] if seat not in self._plan.antes)
        card = self._shoe.next_card()
        self._see_drawn()
        self._report("CS-I14", seat=empty, card=card)

    def find_boxed_card(self, _view: View) -> None:
        card = self._shoe.next_card()
        self._see_drawn()
        self._report("CS-I16", card=card)
        self._rule("burn_card")

    def meet_joker(self, _view: View) -> None:
        self.find_joker()

    def jam(self, _view: View) -> None:
        self._report("CS-I18", note="shuffler jammed")
        self._rule()

    # ------------------------------------------------------------------------- decisions

    def _decide(self) -> None:
        """Every seat decides; trouble comes before the last one."""
        trouble = _DECISION_TROUBLES.get(self._plan.trouble)
        while True:
            view = self._crew.dealer.wait_for("no hold", lambda view: view["phase"] != "held")
            if view["phase"] != "deciding":
                return
            seat = view["next"]["seat"]
            if trouble is not None and self._is_last_decision(view):
                trouble(self)
                trouble = None
                continue
            action = "bet" if self._hands.is_worth_a_bet(seat) else "fold"
            self._do("act", seat=seat, action=action)

    def _is_last_decision(self, view: View) -> bool:
        undecided = [
            seat
            for seat, status in view["status"].items()
            if status == "in" and "bet" not in view["stakes"].get(seat, {})
        ]
        return len(undecided) == 1

    def show_card(self) -> None:
        seat = self._crew.dealer.view()["next"]["seat"]
        card = self._hands.cards[f"seat {seat}"][0]
        self._report("CS-I08", seat=seat, card=card)
        self._rule("void_hand")

    def talk(self) -> None:
        seat = self._crew.dealer.view()["next"]["seat"]
        self._report("CS-I09", seat=seat, note="showed his cards")
        self._rule()

    def flash_hole_card(self) -> None:
        self._report("CS-I05", position="dealer card 2")
        self._rule()

    def drop_card(self) -> None:
        self._shoe.next_card()
        self._see_drawn()
        self._rule()

    def bet_wrong(self) -> None:
        """The last seat bets, and the chips turn out to be too few."""
        view = self._crew.dealer.view()
        bettors = [seat for seat, stakes in view["stakes"].items() if "bet" in stakes]
        if not bettors:
            return
        self._report("CS-I13", seat=int(bettors[0]), amount="1.00")
        self._rule()


_DEAL_TROUBLES: dict[Trouble, Callable[[_Round, View], None]] = {
    Trouble.UNREADABLE: _Round.read_badly,
    Trouble.DEALER_SHORT: _Round.leave_dealer_short,
    Trouble.EMPTY_SEAT: _Round.deal_to_empty_seat,
    Trouble.BOXED_CARD: _Round.find_boxed_card,
    Trouble.JOKER: _Round.meet_joker,
    Trouble.JAM: _Round.jam,
}
_DECISION_TROUBLES: dict[Trouble, Callable[[_Round], None]] = {
    Trouble.CARD_SHOWN: _Round.show_card,
    Trouble.TALKING: _Round.talk,
    Trouble.HOLE_CARD: _Round.flash_hole_card,
    Trouble.SURPLUS_CARD: _Round.drop_card,
    Trouble.WRONG_BET: _Round.bet_wrong,
    Trouble.CALL: _Round.call_supervisor,
}
