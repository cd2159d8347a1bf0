"""Caribbean Stud: five cards each, one dealer card up, Bet twice the Ante or fold.

Rule ids (CS-..) are those of the rule sheet in this folder's README.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from dealer_station.cards.card import Card, Rank
from dealer_station.cards.deck import DECK_SIZE
from dealer_station.cards.poker_hand import HandCategory, HandValue, evaluate
from dealer_station.games.paytable import Paytable, Prize
from dealer_station.games.procedure import DEALER, seat_hand, seat_of
from dealer_station.games.rules import (
    Hands,
    OnDealerMisdeal,
    Outcome,
    PaymentOrder,
    ProgressiveRules,
    SettledWager,
    ShoeRules,
    Spot,
    SpotsInPlay,
)

NAME = "caribbean-stud"
ANTE = "ante"
BET = "bet"
PROGRESSIVE = "progressive"
HAND_SIZE = 5
BET_ANTES = 2
"""A Bet is exactly twice the Ante (CS-07)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CaribbeanStud:
    """One house's Caribbean Stud; amounts in smallest units. Implements `games.rules.HouseGame`."""

    table_min_minor: int
    table_max_minor: int
    bet_paytable: Paytable
    max_bet_payout_minor: int | None
    progressive: ProgressiveRules | None
    payment_order: PaymentOrder
    decision_ms: int
    player_cards_public: bool

    name: str = NAME
    decks: int = 1
    hand_size: int = HAND_SIZE
    shoe: ShoeRules | None = None
    table_hands: tuple[str, ...] = (DEALER,)
    has_decisions: bool = True
    may_deal_without_wagers: bool = False
    has_book: bool = False
    house_choices: frozenset[str] = frozenset()

    @property
    def honours_side_bets(self) -> bool:
        """Progressive winners may be paid in a dealer's misdeal (CS-I04)."""
        rules = self.progressive
        return rules is not None and rules.on_dealer_misdeal is OnDealerMisdeal.HONOUR

    @property
    def seats_max(self) -> int:
        """How many whole hands the deck holds beside the dealer's."""
        return self.decks * DECK_SIZE // self.hand_size - 1

    @property
    def spots(self) -> tuple[Spot, ...]:
        """Ante, the progressive where it is offered, and the Bet."""
        ante = Spot(
            ANTE, is_base=True, min_minor=self.table_min_minor, max_minor=self.table_max_minor
        )
        bet = Spot(BET, is_decision=True)
        if self.progressive is None:
            return (ante, bet)
        price = self.progressive.price_minor
        return (ante, Spot(PROGRESSIVE, price_minor=price), bet)

    def deal_order(self, seats: Sequence[int]) -> tuple[str, ...]:
        """One card to each seat clockwise, then one to the dealer, five times over (CS-D01)."""
        once = (*(seat_hand(seat) for seat in sorted(seats)), DEALER)
        return once * HAND_SIZE

    def further_order(self, hands: Hands, in_play: SpotsInPlay) -> tuple[str, ...]:
        """No card comes after the deal."""
        del hands, in_play
        return ()

    def hand_of(self, seat: int) -> str:
        """Every seat plays its own hand (CS-04)."""
        return seat_hand(seat)

    def plays_with(self, hand: str) -> tuple[str, ...]:
        """A hand is its own five cards."""
        return (hand,)

    def surplus_case(self, hands: Hands) -> str:
        """There is one kind (CS-I03)."""
        del hands
        return ""

    def shoe_history(self, rounds: Sequence[Hands]) -> Mapping[str, object] | None:
        """Every round has a deck of its own: there is no history to show."""
        del rounds
        return None

    def burn_after_first(self, card: Card) -> int:
        """The deck is new for every round; nothing is burned."""
        del card
        return 0

    def is_up_card(self, hand: str, number: int, late_dealer_cards: int = 0) -> bool:
        """The dealer's last card of the deal is up (CS-04), and player cards where they are public.

        Where the dealer was short, the card that completes his hand comes later and lies face down.
        """
        if hand == DEALER:
            return number == HAND_SIZE - late_dealer_cards
        return self.player_cards_public and seat_of(hand) is not None

    def opens_after_decisions(self, hand: str, number: int) -> bool:
        """No card comes before its time."""
        del hand, number
        return False

    def act_stakes(self, base_minor: int) -> Mapping[str, int]:
        """Bet twice the Ante, or fold; nothing in between (CS-07)."""
        return {BET: BET_ANTES * base_minor, "fold": 0}

    def act_spot(self, action: str) -> str | None:
        """A Bet lies on the bet spot."""
        return BET if action == BET else None

    def category(self, cards: Sequence[Card]) -> HandCategory | None:
        """Return the category of five cards; other numbers have none."""
        return evaluate(cards).category if len(cards) == HAND_SIZE else None

    def prize(self, cards: Sequence[Card]) -> Prize | None:
        """Return the prize of the hand's line (CS-20 to CS-24)."""
        category = self.category(cards)
        if self.progressive is None or category is None:
            return None
        return self.progressive.prize(category)

    def value_of(self, hand: str, hands: Hands) -> HandCategory | int | None:
        """A hand has its category once it is complete."""
        return self.category(hands.get(hand, ()))

    def settle(
        self, stakes: Mapping[str, int], hand: str, hands: Hands
    ) -> tuple[SettledWager, ...]:
        """Settle Ante and Bet (CS-09 to CS-13)."""
        player, house = evaluate(hands[hand]), evaluate(hands[DEALER])
        ante, bet = stakes.get(ANTE, 0), stakes.get(BET, 0)
        if not qualifies(house):
            return _wagers(
                stakes,
                SettledWager(ANTE, ante, Outcome.WIN, ante, "1:1", "CS-10"),
                SettledWager(BET, bet, Outcome.PUSH, 0, "", "CS-10"),
            )
        if player.strength == house.strength:
            return _wagers(
                stakes,
                SettledWager(ANTE, ante, Outcome.PUSH, 0, "", "CS-12"),
                SettledWager(BET, bet, Outcome.PUSH, 0, "", "CS-12"),
            )
        if player.strength < house.strength:
            return _lost(stakes, "CS-13")
        win = self.bet_paytable.win_minor(player.category, bet, self.max_bet_payout_minor)
        is_capped = win < self.bet_paytable.win_minor(player.category, bet, None)
        odds = f"{self.bet_paytable.odds(player.category)}:1"
        return _wagers(
            stakes,
            SettledWager(ANTE, ante, Outcome.WIN, ante, "1:1", "CS-11"),
            SettledWager(BET, bet, Outcome.WIN, win, odds, "CS-15" if is_capped else "CS-11"),
        )

    def side_bets(
        self, stakes: Mapping[str, int], hand: str, hands: Hands, *, is_folded: bool
    ) -> tuple[SettledWager, ...]:
        """There is none beside the progressive."""
        del stakes, hand, hands, is_folded
        return ()

    def forfeit(self, stakes: Mapping[str, int], *, is_dead: bool) -> tuple[SettledWager, ...]:
        """Take the stakes of a folded hand (CS-07) or a dead one (CS-D09)."""
        return _lost(stakes, "CS-D09" if is_dead else "CS-07")


def qualifies(dealer: HandValue) -> bool:
    """Ace-king or better opens; the lowest is A-K-4-3-2 (CS-09)."""
    if dealer.category is not HandCategory.HIGH_CARD:
        return True
    return dealer.kickers[:2] == (Rank.ACE, Rank.KING)


def _wagers(stakes: Mapping[str, int], *settled: SettledWager) -> tuple[SettledWager, ...]:
    """Leave out spots without a stake; a Bet found to be of no size (CS-I13) is settled too."""
    return tuple(wager for wager in settled if wager.spot in stakes)


def _lost(stakes: Mapping[str, int], rule: str) -> tuple[SettledWager, ...]:
    """Take every stake but the progressive, which has rules of its own."""
    return tuple(
        SettledWager(spot, stake, Outcome.LOSE, -stake, "", rule)
        for spot, stake in stakes.items()
        if spot != PROGRESSIVE
    )
