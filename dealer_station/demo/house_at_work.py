"""What happens by itself while a person deals: cards come, players sit down and drop tokens.

Knows the table as its dealer sees it. Decides nothing that a dealer or a supervisor decides.
"""

import random
import time
from typing import Final, NoReturn

from dealer_station.cards.card import CUT
from dealer_station.cards.deck import DECK_SIZE
from dealer_station.clock import SystemClock
from dealer_station.demo.plan import PROGRESSIVE_SHARE, SHUFFLES
from dealer_station.demo.play import Hands
from dealer_station.demo.poker_plan import changes
from dealer_station.demo.poker_shoe import PokerShoe
from dealer_station.demo.staff import Staff, View

LOOK_EVERY_S: Final = 0.6
"""How often the house looks at the table: a card or a token comes no faster than this."""


class HouseAtWork:
    """Shuffles, deals what is due, seats players and drops their tokens, for ever."""

    def __init__(self, dealer: Staff, hands: Hands, seed: int) -> None:
        self._dealer = dealer
        self._hands = hands
        self._seed = seed
        self._shuffled = -1
        # Where the table stood when the last card left: the next waits until that is recorded.
        self._dealt: tuple[int, int, int] | None = None
        self._asked: set[tuple[int, int]] = set()
        self._poker_shoe = PokerShoe(hands.shoe)

    def work(self) -> NoReturn:
        """Go on until somebody ends the demo."""
        while True:
            self.look(self._dealer.view())
            time.sleep(LOOK_EVERY_S)

    def look(self, view: View) -> None:
        """Do what the table waits for, if it is no person's part."""
        self._shuffle(view)
        if view["stage"] == "betting":
            self._drop_tokens(view)
        if _has_pots(view):
            self._sit_down(view)
        out = view["shoe"]["cards_out"] if view["shoe"] else 0
        place = (view["round"], view["draws"], out)
        is_due = view["next"]["kind"] == "card" and place != self._dealt
        if is_due and self._deal(view) != CUT:
            self._dealt = place

    def _deal(self, view: View) -> str:
        """Let the next card leave; returns how it reads."""
        if _has_pots(view):
            return self._poker_shoe.next_card(view)
        return self._hands.shoe.next_card()

    def _shuffle(self, view: View) -> None:
        """Shuffle for every round, or a whole shoe where one serves many."""
        shoe = view["shoe"]
        if _has_pots(view):
            is_due = view["stage"] == "dealing" and not view["draws"]
        else:
            is_due = view["stage"] == "betting" if shoe is None else shoe["cards_out"] == 0
        if not is_due or view["round"] == self._shuffled:
            return
        self._shuffled = view["round"]
        shuffle = SystemClock().now() % SHUFFLES
        if _has_pots(view):
            self._poker_shoe.shuffle(shuffle)
        else:
            decks = 1 if shoe is None else shoe["cards"] // DECK_SIZE
            self._hands.shoe.shuffle(shuffle, decks)

    def _sit_down(self, view: View) -> None:
        """Players take seats at an open table at which nobody sits and no hand was played."""
        if not view["is_open"] or view["stacks"] or view["round"]:
            return
        chance = random.Random(self._seed)  # noqa: S311 - play, no secret
        for one in changes(chance, view):
            purpose = f"sit down/{view['version']}/{one.seat}"
            said = {"seat": one.seat, **one.said}
            self._dealer.do(purpose, one.command, round=view["round"], **said)

    def _drop_tokens(self, view: View) -> None:
        """A player whose ante lies there makes up his mind once a round."""
        for seat, acceptor in view["acceptors"].items():
            decision = (view["round"], int(seat))
            has_ante = "ante" in view["stakes"].get(seat, {})
            if not has_ante or not acceptor["open"] or decision in self._asked:
                continue
            self._asked.add(decision)
            chance = random.Random(f"{self._seed}/{decision}")  # noqa: S311 - play, no secret
            if chance.random() < PROGRESSIVE_SHARE:
                self._hands.tokens.drop(acceptor["device"])


def _has_pots(view: View) -> bool:
    """Whether players play against each other at the table."""
    return "is_pot_game" in view["table"]
