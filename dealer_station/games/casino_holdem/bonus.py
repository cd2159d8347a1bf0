"""The Bonus (AA): what two cards and the flop win, whatever comes after (CH-30, CH-31)."""

from dataclasses import dataclass
from fractions import Fraction

from dealer_station.cards.card import Rank
from dealer_station.cards.poker_hand import HandCategory, HandValue
from dealer_station.games.paytable import Paytable
from dealer_station.money import whole_minor


@dataclass(frozen=True, slots=True)
class BonusPaytable:
    """Odds to one: a line for a pair of aces, and one for each hand above any pair (CH-31).

    `lines` has no line for a pair or a high card: a lower pair than aces loses.
    """

    lines: Paytable
    pair_of_aces: Fraction

    def odds(self, hand: HandValue) -> Fraction:
        """Return the odds to one of five cards; 0: the Bonus loses."""
        if hand.category is HandCategory.PAIR:
            return self.pair_of_aces if hand.kickers[0] is Rank.ACE else Fraction(0)
        return self.lines.odds(hand.category)

    def win_minor(self, hand: HandValue, stake_minor: int) -> int:
        """Return what a stake wins: odds times stake, whole smallest units (CH-G14)."""
        return whole_minor(self.odds(hand) * stake_minor)
