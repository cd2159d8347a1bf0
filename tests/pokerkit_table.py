"""One hand in pokerkit, seen the way the station sees a table: seats, totals, pots."""

from dataclasses import replace

from pokerkit import Automation, FixedLimitSevenCardStud, FixedLimitTexasHoldem, NoLimitTexasHoldem
from pot_hands import Choice, PotGame, RandomHand, Turn

AUTOMATIC = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.BLIND_OR_STRADDLE_POSTING,
)
WAGERS, WAGERS_BESIDE_THE_BIG_BLIND = 4, 3


class PokerkitTable:
    """The oracle: what pokerkit says of a hand while it is played.

    pokerkit counts the big blind as no wager, and caps two players too; both are settings of a
    street. They are set as the rule sheets want it, unless `has_own_caps`.
    """

    def __init__(
        self, hand: RandomHand, *, has_own_caps: bool = False, knows_burns: bool = False
    ) -> None:
        """`knows_burns`: they are the last cards of the deck; else pokerkit is told none."""
        self.hand = hand
        self._knows_burns = knows_burns
        self._has_own_caps = has_own_caps
        self.street = 0
        self._left = list(hand.deck)
        self._dealt = 0
        self._state = self._new_state()
        self._deal()

    def _new_state(self):
        hand, seats = self.hand, range(1, self.hand.count + 1)
        antes = [hand.ante + hand.dead.get(seat, 0) for seat in seats]
        # Of two players pokerkit gives the first blind to the second, as the station does.
        blinds = [hand.small // 2, hand.small, *(-hand.live.get(seat, 0) for seat in seats[2:])]
        facts = {
            "automations": AUTOMATIC,
            "ante_trimming_status": False,
            "raw_antes": antes,
            "raw_starting_stacks": hand.stacks,
            "player_count": hand.count,
        }
        match hand.game:
            case PotGame.NO_LIMIT_HOLDEM:
                make = NoLimitTexasHoldem.create_state
                return make(**facts, raw_blinds_or_straddles=blinds, min_bet=hand.small)
            case PotGame.LIMIT_HOLDEM:
                make = FixedLimitTexasHoldem.create_state
                facts["raw_blinds_or_straddles"] = blinds
            case PotGame.STUD:
                make = FixedLimitSevenCardStud.create_state
                facts["bring_in"] = hand.bring_in
        state = make(**facts, small_bet=hand.small, big_bet=hand.big)
        if self._has_own_caps:
            return state
        state.streets = tuple(
            replace(street, max_completion_betting_or_raising_count=self._cap(number))
            for number, street in enumerate(state.streets)
        )
        return state

    def _cap(self, street: int) -> int | None:
        if not self.hand.is_capped:
            return None
        is_after_blinds = street == 0 and not self.hand.is_stud
        return WAGERS_BESIDE_THE_BIG_BLIND if is_after_blinds else WAGERS

    # ----------------------------------------------------------------------------- turns

    def turn(self) -> Turn | None:
        state = self._state
        if state.actor_index is None:
            return None
        low = state.min_completion_betting_or_raising_to_amount
        return Turn(
            seat=state.actor_index + 1,
            call=state.checking_or_calling_amount,
            bring_in=state.effective_bring_in_amount,
            low=low,
            high=None if low is None else state.max_completion_betting_or_raising_to_amount,
        )

    @property
    def cur(self) -> int:
        return max(self._state.bets)

    @property
    def full(self) -> int:
        return self._state.completion_betting_or_raising_amount

    def take(self, choice: Choice) -> None:
        match choice.act:
            case "fold":
                self._state.fold()
            case "match":
                self._state.check_or_call()
            case "bring_in":
                self._state.post_bring_in()
            case "wager":
                self._state.complete_bet_or_raise_to(choice.to)

    # ---------------------------------------------------------------------------- streets

    @property
    def dealt(self) -> int:
        """How many cards of the deck lie in hands and on the board."""
        return self._dealt

    def next_street(self) -> bool:
        """Deal the next street; False when the hand is over and every pot has been pushed."""
        self._show()
        state = self._state
        if state.can_burn_card() or state.hole_dealee_index is not None:
            self.street += 1
            self._deal()
            return True
        while state.can_kill_hand():
            state.kill_hand()
        while state.can_push_chips():
            state.push_chips()
        while state.can_pull_chips():
            state.pull_chips()
        return False

    def _show(self) -> None:
        """Show or muck every hand whose turn it is: pokerkit does so before an all-in runs out."""
        while self._state.showdown_index is not None:
            self._state.show_or_muck_hole_cards()

    def _deal(self) -> None:
        state = self._state
        if state.can_burn_card():
            state.burn_card(self._left.pop() if self._knows_burns else "??")
        if state.board_dealing_count:
            state.deal_board("".join(self._take(state.board_dealing_count)))
            return
        due = [index for index in state.player_indices if state.hole_dealing_statuses[index]]
        rounds = len(state.hole_dealing_statuses[due[0]])
        dealt = [self._take(len(due)) for _ in range(rounds)]
        for place, index in enumerate(due):
            state.deal_hole("".join(cards[place] for cards in dealt), index)

    def _take(self, count: int) -> list[str]:
        taken, self._left = self._left[:count], self._left[count:]
        self._dealt += count
        return taken

    # ------------------------------------------------------------------------------ chips

    @property
    def stacks(self) -> dict[int, int]:
        return {index + 1: stack for index, stack in enumerate(self._state.stacks)}

    @property
    def bets(self) -> dict[int, int]:
        return {index + 1: bet for index, bet in enumerate(self._state.bets)}

    @property
    def pots(self) -> list[tuple[int, tuple[int, ...]]]:
        """Amount and seats of each pot that has been pulled in, main pot first."""
        return [
            (pot.amount, tuple(index + 1 for index in pot.player_indices))
            for pot in self._state.pots
        ]

    def up_cards(self, seat: int) -> list[str]:
        return [repr(card) for card in self._state.get_up_cards(seat - 1)]
