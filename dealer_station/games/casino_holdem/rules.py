"""Casino Hold'em: two cards each, five on the board, Call twice the Ante or fold.

Rule ids (CH-..) are those of the rule sheet in this folder's README. A hand is worth the best five
of its own cards and the board's; the Bonus and Jumbo 7 have files of their own.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from dealer_station.cards.card import Card, Rank
from dealer_station.cards.deck import DECK_SIZE
from dealer_station.cards.poker_hand import HandCategory, HandValue, evaluate
from dealer_station.games.casino_holdem.bonus import BonusPaytable
from dealer_station.games.casino_holdem.jumbo7 import CARDS, JUMBO7, is_hit
from dealer_station.games.paytable import Paytable, Prize, PrizeKind
from dealer_station.games.procedure import BOARD, BURN, DEALER, PLAYER, seat_hand, seat_of
from dealer_station.games.rules import (
    Hands,
    Outcome,
    PaymentOrder,
    ProgressiveRules,
    SettledWager,
    ShoeRules,
    Spot,
    SpotsInPlay,
)

NAME: Final = "casino-holdem"
ANTE: Final = "ante"
BONUS: Final = "bonus"
CALL: Final = "call"
FOLD: Final = "fold"
HOLE_CARDS: Final = 2
FLOP_CARDS: Final = 3
BOARD_CARDS: Final = 5
CALL_ANTES: Final = 2
"""A Call is exactly twice the Ante (CH-13)."""

BETTORS_MAX: Final = 1_000_000
"""One hand serves any number of bettors (CH-12b); their numbers are what is limited."""

_HOLDING_SIZES: Final = frozenset({5, 6, CARDS})


class HandMode(StrEnum):
    """Whether all bettors play one hand, or every box its own (CH-12a, CH-12b)."""

    SHARED = "shared"
    PER_BOX = "per_box"


class BettorsAt(StrEnum):
    """Where bettors play: from seats of the table, or all by the book of a shared hand (CH-12b)."""

    SEATS = "seats"
    BOOK = "book"


class BonusOnFold(StrEnum):
    """What a fold does to the Bonus (CH-32a, CH-32b)."""

    LOSE = "lose"
    INDEPENDENT = "independent"


class DealOut(StrEnum):
    """When turn and river are dealt though nobody plays on (CH-17)."""

    ALWAYS = "always"
    JUMBO7 = "jumbo7"


@dataclass(frozen=True, slots=True)
class Burns:
    """How many cards are burned before the flop, the turn and the river (CH-G04)."""

    flop: int = 0
    turn: int = 0
    river: int = 0

    @property
    def total(self) -> int:
        """How many cards a round burns."""
        return self.flop + self.turn + self.river


@dataclass(frozen=True, slots=True, kw_only=True)
class CasinoHoldem:
    """One house's Casino Hold'em; amounts in smallest units. Implements `games.rules.HouseGame`."""

    hand_mode: HandMode
    ante: Spot
    bonus: Spot
    jumbo7: Spot | None
    ante_paytable: Paytable
    bonus_paytable: BonusPaytable
    bonus_on_fold: BonusOnFold
    progressive: ProgressiveRules | None
    deal_out: DealOut
    burns: Burns
    honours_side_bets: bool
    payment_order: PaymentOrder
    decision_ms: int

    name: str = NAME
    decks: int = 1
    hand_size: int = HOLE_CARDS
    shoe: ShoeRules | None = None
    has_decisions: bool = True
    may_deal_without_wagers: bool = False
    has_book: bool = False
    player_cards_public: bool = True
    house_choices: frozenset[str] = field(default=frozenset())

    @property
    def table_hands(self) -> tuple[str, ...]:
        """The dealer's cards and the board, and the hand that all bettors share."""
        own = (PLAYER,) if self.hand_mode is HandMode.SHARED else ()
        return (*own, DEALER, BOARD)

    @property
    def seats_max(self) -> int:
        """How many boxes of two cards the deck serves beside dealer, board and burns (CH-D13)."""
        if self.hand_mode is HandMode.SHARED:
            return BETTORS_MAX
        others = HOLE_CARDS + BOARD_CARDS + self.burns.total
        return (self.decks * DECK_SIZE - others) // HOLE_CARDS

    @property
    def spots(self) -> tuple[Spot, ...]:
        """Ante, the Bonus, Jumbo 7 where it is offered, and the Call (CH-10, CH-13)."""
        jumbo7 = () if self.jumbo7 is None else (self.jumbo7,)
        return (self.ante, self.bonus, *jumbo7, Spot(CALL, is_decision=True))

    # ------------------------------------------------------------------------------ the deal

    def deal_order(self, seats: Sequence[int]) -> tuple[str, ...]:
        """One card to each box clockwise, then the dealer, twice over; a shared hand at once.

        The flop follows (CH-G03, CH-D01).
        """
        flop = (*(BURN,) * self.burns.flop, *(BOARD,) * FLOP_CARDS)
        if self.hand_mode is HandMode.SHARED:
            return (*(PLAYER,) * HOLE_CARDS, *(DEALER,) * HOLE_CARDS, *flop)
        once = (*(seat_hand(seat) for seat in sorted(seats)), DEALER)
        return (*once * HOLE_CARDS, *flop)

    def further_order(self, hands: Hands, in_play: SpotsInPlay) -> tuple[str, ...]:
        """Turn and river, as far as they are missing: where somebody plays on, else CH-17."""
        is_wanted = self.deal_out is DealOut.ALWAYS or in_play.in_hand or JUMBO7 in in_play.folded
        if not is_wanted:
            return ()
        dealt = len(hands.get(BOARD, ()))
        streets = ((FLOP_CARDS, self.burns.turn), (BOARD_CARDS - 1, self.burns.river))
        return tuple(
            hand
            for place, burned in streets
            if place >= dealt
            for hand in (*(BURN,) * burned, BOARD)
        )

    def hand_of(self, seat: int) -> str:
        """The shared hand, or the box's own (CH-12a, CH-12b)."""
        return PLAYER if self.hand_mode is HandMode.SHARED else seat_hand(seat)

    def plays_with(self, hand: str) -> tuple[str, ...]:
        """Every hand uses the board, the dealer's too (CH-04, CH-D11)."""
        return (hand,) if hand == BOARD else (hand, BOARD)

    def surplus_case(self, hands: Hands) -> str:
        """A card when no decision is open and none is due: there is one kind (CH-I26)."""
        del hands
        return ""

    def shoe_history(self, rounds: Sequence[Hands]) -> Mapping[str, object] | None:
        """Every round has a deck of its own: there is no history to show."""
        del rounds
        return None

    def burn_after_first(self, card: Card) -> int:
        """The deck is new for every round; nothing is burned before it."""
        del card
        return 0

    def is_up_card(self, hand: str, number: int, late_dealer_cards: int = 0) -> bool:
        """Player cards and the flop lie open; turn and river too, once they are called (CH-16)."""
        del late_dealer_cards
        if hand == BOARD:
            return number <= FLOP_CARDS
        return hand == PLAYER or seat_of(hand) is not None

    def opens_after_decisions(self, hand: str, number: int) -> bool:
        """Turn and river: one that came too early lies face down until then (CH-I09)."""
        return hand == BOARD and number > FLOP_CARDS

    # ------------------------------------------------------------------------- the decisions

    def act_stakes(self, base_minor: int) -> Mapping[str, int]:
        """Call twice the Ante, or fold; no other amount (CH-13, CH-D03)."""
        return {CALL: CALL_ANTES * base_minor, FOLD: 0}

    def act_spot(self, action: str) -> str | None:
        """A Call lies on the call spot."""
        return CALL if action == CALL else None

    # ----------------------------------------------------------------------------- the hands

    def category(self, cards: Sequence[Card]) -> HandCategory | None:
        """Return the category of the best five of all seven cards."""
        return evaluate(cards).category if len(cards) == CARDS else None

    def prize(self, cards: Sequence[Card]) -> Prize | None:
        """The pool for seven cards in one straight flush, else the hand's prize (CH-41, CH-43).

        The pool takes the place of the fixed prize (CH-G09).
        """
        category = self.category(cards)
        if self.progressive is None or category is None:
            return None
        if is_hit(cards):
            return Prize(PrizeKind.WHOLE_METER)
        return self.progressive.prize(category)

    def value_of(self, hand: str, hands: Hands) -> HandCategory | int | None:
        """The best five of a hand's cards and the board's so far; the board alone is nobody's."""
        own = tuple(hands.get(hand, ()))
        if hand == BOARD or len(own) != HOLE_CARDS:
            return None
        value = _value((*own, *hands.get(BOARD, ())))
        return None if value is None else value.category

    # ------------------------------------------------------------------------------ the money

    def settle(
        self, stakes: Mapping[str, int], hand: str, hands: Hands
    ) -> tuple[SettledWager, ...]:
        """Settle Ante, Call and Bonus (CH-20 to CH-25, CH-30, CH-31)."""
        board = tuple(hands[BOARD])
        player, house = evaluate((*hands[hand], *board)), evaluate((*hands[DEALER], *board))
        play = self._ante_and_call(stakes.get(ANTE, 0), stakes.get(CALL, 0), player, house)
        settled = (*play, *self.side_bets(stakes, hand, hands, is_folded=False))
        return tuple(wager for wager in settled if wager.spot in stakes)

    def _ante_and_call(
        self, ante: int, call: int, player: HandValue, house: HandValue
    ) -> tuple[SettledWager, SettledWager]:
        odds = f"{self.ante_paytable.odds(player.category)}:1"
        win = self.ante_paytable.win_minor(player.category, ante, None)
        if not qualifies(house):
            return (
                SettledWager(ANTE, ante, Outcome.WIN, win, odds, "CH-20"),
                SettledWager(CALL, call, Outcome.PUSH, 0, "", "CH-20"),
            )
        if player.strength > house.strength:
            return (
                SettledWager(ANTE, ante, Outcome.WIN, win, odds, "CH-21"),
                SettledWager(CALL, call, Outcome.WIN, call, "1:1", "CH-21"),
            )
        if player.strength == house.strength:
            return (
                SettledWager(ANTE, ante, Outcome.PUSH, 0, "", "CH-22"),
                SettledWager(CALL, call, Outcome.PUSH, 0, "", "CH-22"),
            )
        return (
            SettledWager(ANTE, ante, Outcome.LOSE, -ante, "", "CH-23"),
            SettledWager(CALL, call, Outcome.LOSE, -call, "", "CH-23"),
        )

    def side_bets(
        self, stakes: Mapping[str, int], hand: str, hands: Hands, *, is_folded: bool
    ) -> tuple[SettledWager, ...]:
        """The Bonus, decided by two cards and the flop; a fold may lose it (CH-30 to CH-32b)."""
        own, flop = tuple(hands.get(hand, ())), tuple(hands.get(BOARD, ()))[:FLOP_CARDS]
        is_lost = is_folded and self.bonus_on_fold is BonusOnFold.LOSE
        value = _value((*own, *flop)) if len(own) == HOLE_CARDS else None
        if BONUS not in stakes or is_lost or value is None:
            return ()
        stake, odds = stakes[BONUS], self.bonus_paytable.odds(value)
        rule = "CH-32b" if is_folded else "CH-31"
        if not odds:
            return (SettledWager(BONUS, stake, Outcome.LOSE, -stake, "", rule),)
        win = self.bonus_paytable.win_minor(value, stake)
        return (SettledWager(BONUS, stake, Outcome.WIN, win, f"{odds}:1", rule),)

    def forfeit(self, stakes: Mapping[str, int], *, is_dead: bool) -> tuple[SettledWager, ...]:
        """Take the stakes of a folded hand (CH-15), its Bonus too where it is lost (CH-D05)."""
        del is_dead
        return tuple(
            SettledWager(
                spot, stake, Outcome.LOSE, -stake, "", "CH-32a" if spot == BONUS else "CH-15"
            )
            for spot, stake in stakes.items()
            if spot != JUMBO7
        )


def qualifies(dealer: HandValue) -> bool:
    """A pair of fours or better, by the best five of seven (CH-20, CH-24)."""
    if dealer.category is HandCategory.PAIR:
        return dealer.kickers[0] >= Rank.FOUR
    return dealer.category > HandCategory.PAIR


def _value(cards: Sequence[Card]) -> HandValue | None:
    """Return the best five; None of too few cards, or where a card is there twice."""
    if len(cards) not in _HOLDING_SIZES or len(set(cards)) < len(cards):
        return None
    return evaluate(cards)
