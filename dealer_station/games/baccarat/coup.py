"""A finished coup and what it pays: Player, Banker, Dragon 7, Tiger 8 and Tie.

Knows totals and numbers of cards of both hands, and settles wagers by them. Amounts are in
smallest units. Does not know limits or which wagers a seat may combine: that is the game's rules.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, Self

from dealer_station.cards.baccarat_hand import NATURAL_TOTALS, total
from dealer_station.cards.card import Card
from dealer_station.games.baccarat.tableau import BANKER, FIRST_CARDS, HAND_MAX, PLAYER, next_hand
from dealer_station.games.rules import Outcome, SettledWager
from dealer_station.money import whole_minor

DRAGON7: Final = "dragon7"
TIGER8: Final = "tiger8"
TIE: Final = "tie"

WAGERS: Final = (PLAYER, BANKER, DRAGON7, TIGER8, TIE)
"""The spots of all wagers, in the order in which they are settled."""

EVEN_MONEY: Final = Fraction(1)
"""What Player and Banker pay to one: no commission (BA-30, BA-31)."""

_DRAGON_TOTAL: Final = 7
_TIGER_TOTAL: Final = 8


@dataclass(frozen=True, slots=True)
class BaccaratOdds:
    """What the side bets pay, to one; Player and Banker pay even money without commission."""

    tie: Fraction
    dragon7: Fraction
    tiger8: Fraction


@dataclass(frozen=True, slots=True)
class Coup:
    """Two finished hands, as far as they decide a wager: total and number of cards of each."""

    player_total: int
    player_size: int
    banker_total: int
    banker_size: int

    @classmethod
    def of(cls, player: Sequence[Card], banker: Sequence[Card]) -> Self:
        """Return the coup of two hands; ValueError where a card is still due, or one too many."""
        due = next_hand(player, banker)
        if due is not None:
            raise ValueError(f"the {due} has a card to come")
        return cls(total(player), len(player), total(banker), len(banker))

    @property
    def winner(self) -> str | None:
        """The hand with the higher total; None for a tie, whatever the numbers of cards (BA-24)."""
        if self.is_tie:
            return None
        return PLAYER if self.player_total > self.banker_total else BANKER

    @property
    def is_tie(self) -> bool:
        """Whether the totals are equal (BA-24)."""
        return self.player_total == self.banker_total

    @property
    def has_natural(self) -> bool:
        """Whether either hand is an eight or nine of two cards (BA-04)."""
        hands = ((self.player_size, self.player_total), (self.banker_size, self.banker_total))
        return any(size == FIRST_CARDS and points in NATURAL_TOTALS for size, points in hands)

    @property
    def is_dragon7(self) -> bool:
        """Whether the Banker wins with a seven of three cards (BA-32)."""
        is_three_card_7 = self.banker_size == HAND_MAX and self.banker_total == _DRAGON_TOTAL
        return is_three_card_7 and self.winner == BANKER

    @property
    def is_tiger8(self) -> bool:
        """Whether the Player wins with an eight of three cards (BA-41)."""
        is_three_card_8 = self.player_size == HAND_MAX and self.player_total == _TIGER_TOTAL
        return is_three_card_8 and self.winner == PLAYER


def settle(stakes: Mapping[str, int], coup: Coup, odds: BaccaratOdds) -> tuple[SettledWager, ...]:
    """Settle each wager on its own (BA-30 to BA-43), in the order of `WAGERS`.

    `stakes` are smallest units by spot. ValueError for a spot that baccarat does not have: no
    stake may get lost.
    """
    unknown = sorted(set(stakes) - set(WAGERS))
    if unknown:
        raise ValueError(f"baccarat has no wager {', '.join(unknown)}")
    return tuple(_settled(spot, stakes[spot], coup, odds) for spot in WAGERS if spot in stakes)


def _settled(spot: str, stake: int, coup: Coup, odds: BaccaratOdds) -> SettledWager:
    if spot in (PLAYER, BANKER):
        return _settled_base(spot, stake, coup)
    if spot == DRAGON7:
        return _side_bet(spot, stake, odds.dragon7 if coup.is_dragon7 else None, "BA-40")
    if spot == TIGER8:
        return _side_bet(spot, stake, odds.tiger8 if coup.is_tiger8 else None, "BA-41")
    return _side_bet(spot, stake, odds.tie if coup.is_tie else None, "BA-42")


def _settled_base(spot: str, stake: int, coup: Coup) -> SettledWager:
    """Settle Player or Banker; the Banker's Dragon 7 is barred: it pushes, the Player loses."""
    if coup.is_tie:
        return SettledWager(spot, stake, Outcome.PUSH, 0, "", "BA-33")
    if coup.is_dragon7 and spot == BANKER:
        return SettledWager(spot, stake, Outcome.PUSH, 0, "", "BA-32")
    rule = "BA-32" if coup.is_dragon7 else "BA-30" if coup.winner == PLAYER else "BA-31"
    return _won(spot, stake, EVEN_MONEY, rule) if coup.winner == spot else _lost(spot, stake, rule)


def _side_bet(spot: str, stake: int, pays: Fraction | None, rule: str) -> SettledWager:
    """Settle a side bet: `pays` is what its event pays to one, None where it did not come."""
    return _lost(spot, stake, rule) if pays is None else _won(spot, stake, pays, rule)


def _won(spot: str, stake: int, pays: Fraction, rule: str) -> SettledWager:
    return SettledWager(spot, stake, Outcome.WIN, whole_minor(pays * stake), f"{pays}:1", rule)


def _lost(spot: str, stake: int, rule: str) -> SettledWager:
    return SettledWager(spot, stake, Outcome.LOSE, -stake, "", rule)
