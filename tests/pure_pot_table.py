"""One hand played with the station's pure betting rounds and pots alone, without a table.

Who opens a street of stud is no matter of a betting round; the caller says it.
"""

from dataclasses import replace

from pot_hands import Choice, PotGame, RandomHand, Turn

from dealer_station.cards.card import Card
from dealer_station.cards.poker_hand import rank7
from dealer_station.games.pots.acting import act
from dealer_station.games.pots.betting import Act, BettingRound, Opening
from dealer_station.games.pots.offers import legal
from dealer_station.games.pots.opening import open_round
from dealer_station.games.pots.players import Chips, Standing, ante, post
from dealer_station.games.pots.pots import pots_of, pull_in, share
from dealer_station.games.pots.structure import FixedLimit, HeadsUp, NoLimit, Structure

RAISES = 3


def structure_of(hand: RandomHand) -> Structure:
    if hand.game is PotGame.NO_LIMIT_HOLDEM:
        return NoLimit(min_bet=hand.small, chip=1)
    heads_up = HeadsUp.NEVER if hand.is_capped else HeadsUp.ACTION
    return FixedLimit(hand.small, hand.big, RAISES, heads_up)


class PureTable:
    """The hand of a random deal in the station's rounds."""

    def __init__(self, hand: RandomHand, opener: int | None = None) -> None:
        """`opener`: stud's low card; in hold'em the blinds say who acts first."""
        self.hand = hand
        self.street = 0
        self._structure = structure_of(hand)
        self._cards: dict[int, list[str]] = {seat: [] for seat in range(1, hand.count + 1)}
        self._board: list[str] = []
        self._left = list(hand.deck)
        self._deal()
        players = tuple(
            Chips(seat, stack, dead=0) for seat, stack in enumerate(hand.stacks, start=1)
        )
        self._round = self._first_round(players, opener)

    def _first_round(self, players: tuple[Chips, ...], opener: int | None) -> BettingRound:
        hand = self.hand
        if hand.is_stud:
            assert opener is not None
            paid = tuple(ante(player, hand.ante) for player in players)
            forced = Opening.FORCED
            return open_round(self._structure, paid, opener, forced, amount=hand.bring_in)
        blinds = {hand.small_seat: hand.small // 2, hand.big_seat: hand.small}
        paid = tuple(
            post(
                player,
                blinds.get(player.seat, hand.live.get(player.seat, 0)),
                hand.dead.get(player.seat, 0),
            )
            for player in players
        )
        first = hand.big_seat + 1
        return open_round(self._structure, paid, first, Opening.BLINDS, amount=hand.small)

    # ----------------------------------------------------------------------------- turns

    def turn(self) -> Turn | None:
        if self._round.over:
            return None
        offer = legal(self._round)
        sizes = offer.bet or offer.raise_to
        low, high = (sizes.low, sizes.high) if sizes else (None, None)
        if offer.complete:
            low = high = offer.complete
        is_opening = bool(offer.bring_in)
        return Turn(
            seat=offer.seat,
            call=None if is_opening else offer.call,
            bring_in=offer.bring_in if is_opening else None,
            low=low,
            high=high,
        )

    def take(self, choice: Choice) -> None:
        offer = legal(self._round)
        match choice.act:
            case "fold":
                what = Act.FOLD
            case "match":
                what = Act.CHECK if offer.check else Act.CALL
            case "bring_in":
                what = Act.BRING_IN
            case _:
                what = Act.BET if offer.bet else Act.RAISE if offer.raise_to else Act.COMPLETE
        self._round = act(self._round, offer.seat, what, choice.to)

    def raise_nobody_can_answer(self, to: int) -> None:
        self._round = act(self._round, legal(self._round).seat, Act.RAISE, to)

    # ---------------------------------------------------------------------------- streets

    def pull_in(self) -> None:
        """The round is over: what nobody called goes back, the rest into the pots."""
        self._round = replace(self._round, players=pull_in(self._round.players)[0])

    def next_street(self, opener: int | None = None, *, has_open_pair: bool = False) -> None:
        self.street += 1
        self._deal()
        first = opener if self.hand.is_stud else 1
        assert first is not None
        self._round = open_round(
            self._structure,
            self._round.players,
            first,
            big=self.street >= 2,
            both_units=has_open_pair,
        )

    def _deal(self) -> None:
        live = self.live if self.street else list(self._cards)
        if not self.hand.is_stud and self.street:
            count = 3 if self.street == 1 else 1
            self._board += self._take(count)
            return
        rounds = 1 if self.street else 3 if self.hand.is_stud else 2
        for _ in range(rounds):
            for seat, card in zip(live, self._take(len(live)), strict=True):
                self._cards[seat].append(card)

    def _take(self, count: int) -> list[str]:
        taken, self._left = self._left[:count], self._left[count:]
        return taken

    # ------------------------------------------------------------------------------ chips

    @property
    def live(self) -> list[int]:
        return list(self._round.live)

    @property
    def stacks(self) -> dict[int, int]:
        return {player.seat: player.stack for player in self._round.players}

    @property
    def bets(self) -> dict[int, int]:
        return {player.seat: player.bet for player in self._round.players}

    @property
    def pots(self) -> list[tuple[int, tuple[int, ...]]]:
        return [(pot.amount, pot.seats) for pot in pots_of(self._round.players)]

    def pushed(self) -> dict[int, int]:
        """Stacks once every pot lies with its winners."""
        stacks = self.stacks
        for amount, seats in self.pots:
            worth = {seat: self._worth(seat) if len(seats) > 1 else 0 for seat in seats}
            winners = [seat for seat in seats if worth[seat] == max(worth.values())]
            for seat, won in share(amount, winners, 1):
                stacks[seat] += won
        return stacks

    def _worth(self, seat: int) -> int:
        cards = [*self._cards[seat], *self._board]
        return rank7([Card.parse(card).index for card in cards])

    def all_in(self) -> list[int]:
        players = self._round.players
        return [player.seat for player in players if player.standing is Standing.ALL_IN]
