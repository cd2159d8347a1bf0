"""Simulated people play Casino Hold'em, a hand for every box: they bet, decide, err, and rule.

Like `play`, every step waits for the committed view of the step before, so a run comes out the
same however often the station, the driver or the broker dies on the way.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from dealer_station.cards.card import Card, Rank, parse_cards
from dealer_station.demo.crew import Crew, RoundReport
from dealer_station.demo.plan import SHUFFLES
from dealer_station.demo.round_at_table import RoundAtTable, SeededPlayer
from dealer_station.demo.shoe_control import ShoeControl
from dealer_station.demo.staff import View

_CHIPS: Final = (5, 10, 25, 50, 100)
_CLEAN_SHARE: Final = 0.6
_BONUS_SHARE: Final = 0.4


class HoldemTrouble(StrEnum):
    """What goes wrong in a round; the value names it in the summary."""

    NONE = "clean"
    UNREADABLE = "CH-I01 card read again"
    WRONG_PLACES = "CH-I03 cards laid in the wrong places"
    HOLE_CARD = "CH-I04 dealer's card seen, round void"
    FACE_DOWN = "CH-I07 player's card face down"
    EARLY_TURN = "CH-I09 card while decisions are open"
    SURPLUS_CARD = "CH-I26 card after the river"
    JOKER = "CH-I16 joker, deck changed"
    CALL = "supervisor called"


@dataclass(frozen=True, slots=True)
class BoxesPlan:
    """One round: antes and Bonus wagers by seat in whole units, the shuffle, and the trouble."""

    antes: dict[int, int]
    bonuses: tuple[int, ...]
    shuffle: int
    trouble: HoldemTrouble
    trouble_card: int


def plan_boxes(chance: random.Random, seats: tuple[int, ...]) -> BoxesPlan:
    """Draw a round's plan."""
    players = sorted(chance.sample(seats, chance.randint(2, min(5, len(seats)))))
    troubles = [one for one in HoldemTrouble if one is not HoldemTrouble.NONE]
    is_clean = chance.random() < _CLEAN_SHARE
    return BoxesPlan(
        antes={seat: chance.choice(_CHIPS) for seat in players},
        bonuses=tuple(seat for seat in players if chance.random() < _BONUS_SHARE),
        shuffle=chance.randrange(SHUFFLES),
        trouble=HoldemTrouble.NONE if is_clean else chance.choice(troubles),
        trouble_card=chance.randint(1, 2 * len(players)),
    )


class HoldemPlayer(SeededPlayer):
    """Plays rounds of one seed at one Casino Hold'em table."""

    def __init__(self, crew: Crew, shoe: ShoeControl, seed: int, pace_s: float = 0) -> None:
        super().__init__(crew, seed, pace_s)
        self._shoe = shoe

    def play_round(self) -> RoundReport:
        """Play one round from the first stake to the last payment."""
        view = self._crew.dealer.view()
        number = view["round"] + 1
        plan = plan_boxes(self._chance(number), tuple(view["table"]["seats"]))
        return HoldemRound(self._crew, self._shoe, plan, number, self._pace_s).play()


class HoldemRound(RoundAtTable):
    """One round being played; a table where all play one hand overrides what differs."""

    def __init__(
        self, crew: Crew, shoe: ShoeControl, plan: BoxesPlan, number: int, pace_s: float
    ) -> None:
        super().__init__(crew, shoe, number, pace_s)
        self._plan = plan
        self._troubles = dict(_TROUBLES)

    def play(self) -> RoundReport:
        """Go through the round; trouble may end it early."""
        self._shoe.shuffle(self._plan.shuffle)
        self._open_betting()
        self._stake()
        self._close_betting()
        self._go_on()
        self._pay()
        view = self._crew.dealer.wait_for(
            "the end of the round", lambda view: view["phase"] in {"settled", "void"}
        )
        if view["deck_locked"]:
            self._crew.supervisor.do(self._purpose("deck"), "change_deck")
        return RoundReport(self._number, self._plan.trouble.value, view["phase"])

    def _stake(self) -> None:
        """Place the planned wagers."""
        for seat, ante in self._plan.antes.items():
            self._do("place_wager", seat=seat, spot="ante", amount=f"{ante}.00")
        for seat in self._plan.bonuses:
            self._do("place_wager", seat=seat, spot="bonus", amount="5.00")

    def _hand_of(self, seat: int) -> str:
        """Return the hand that a seat plays, as the view names it."""
        return str(seat)

    def _deal_card(self) -> None:
        """Let the card leave the shoe that is due."""
        self._shoe.next_card()

    def _go_on(self) -> None:
        """Deal and decide until the payment, with the planned trouble at its moment."""
        while True:
            view = self._crew.dealer.wait_for("no hold", lambda view: view["phase"] != "held")
            moment = _MOMENTS.get(self._plan.trouble, "")
            is_time = view["stage"] == moment and self._drawn >= self._plan.trouble_card
            if is_time and self._plan.trouble in self._troubles:
                self._troubles.pop(self._plan.trouble)(self)
            elif view["stage"] in {"dealing", "drawing"}:
                self._deal_card()
                self._see_drawn()
            elif view["stage"] == "deciding":
                seat = view["next"]["seat"]
                is_worth = _is_worth(view, self._hand_of(seat))
                self._do("act", seat=seat, action="call" if is_worth else "fold")
            else:
                return

    # -------------------------------------------------------------------------- trouble

    def read_badly(self) -> None:
        """A damaged card is read a second time; a supervisor confirms it (CH-I01)."""
        self._shoe.draw("??")
        self._see_drawn()
        self._crew.dealer.wait_for("a hold", lambda view: view["phase"] == "held")
        self._shoe.next_card()
        self._crew.dealer.wait_for(
            "the card", lambda view: view["ruling"] and view["ruling"]["proposal"] == "play_on"
        )
        self._rule("play_on")

    def lay_wrongly(self) -> None:
        """Cards lie in each other's places; the order of the shoe decides (CH-I03)."""
        self._report("CH-I03", note="cards laid in the wrong places")
        self._rule()

    def flash_hole_card(self) -> None:
        """A card of the dealer is seen too early (CH-I04)."""
        self._report("CH-I04", position="dealer card 1")
        self._rule("void_round")

    def turn_up(self) -> None:
        """A player's card lay face down and is turned up (CH-I07)."""
        self._report("CH-I07", note="a player's card lay face down")

    def drop_card(self) -> None:
        """A card leaves the shoe while none is due (CH-I09, CH-I26)."""
        self._shoe.next_card()
        self._see_drawn()
        self._rule()


def _is_worth(view: View, hand: str) -> bool:
    """A pair with the board, or a card above nine, is called: close to the usual strategy."""
    own, board = (parse_cards(view["cards"].get(key, "")) for key in (hand, "board"))
    return _has_pair(own, board) or any(card.rank > Rank.NINE for card in own)


def _has_pair(own: tuple[Card, ...], board: tuple[Card, ...]) -> bool:
    ranks = [card.rank for card in own]
    return len(set(ranks)) < len(ranks) or any(card.rank in ranks for card in board)


_MOMENTS: Final = {
    HoldemTrouble.UNREADABLE: "dealing",
    HoldemTrouble.WRONG_PLACES: "dealing",
    HoldemTrouble.JOKER: "dealing",
    HoldemTrouble.FACE_DOWN: "dealing",
    HoldemTrouble.HOLE_CARD: "deciding",
    HoldemTrouble.EARLY_TURN: "deciding",
    HoldemTrouble.CALL: "deciding",
    HoldemTrouble.SURPLUS_CARD: "paying",
}
"""The stage of the table at which each trouble happens."""

_TROUBLES: dict[HoldemTrouble, Callable[[HoldemRound], None]] = {
    HoldemTrouble.UNREADABLE: HoldemRound.read_badly,
    HoldemTrouble.WRONG_PLACES: HoldemRound.lay_wrongly,
    HoldemTrouble.HOLE_CARD: HoldemRound.flash_hole_card,
    HoldemTrouble.FACE_DOWN: HoldemRound.turn_up,
    HoldemTrouble.EARLY_TURN: HoldemRound.drop_card,
    HoldemTrouble.SURPLUS_CARD: HoldemRound.drop_card,
    HoldemTrouble.JOKER: HoldemRound.find_joker,
    HoldemTrouble.CALL: HoldemRound.call_supervisor,
}
