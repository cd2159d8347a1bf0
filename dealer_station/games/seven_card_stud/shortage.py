"""The deal of a street, also when there are too few cards for everybody (ST-60 to ST-65).

Both houses agree when there is a common card: when live hands outnumber what is left of the stub
with all burns and cards set aside. They differ in how the last cards are dealt.
"""

from collections.abc import Sequence
from enum import StrEnum
from typing import Final

from dealer_station.games.pot_rules import Shortage, StreetDeal, StubCount
from dealer_station.games.procedure import BOARD, BURN, seat_hand
from dealer_station.values import maker


class ShortageProcedure(StrEnum):
    """How the last cards are dealt when they do not suffice."""

    LAST_CARD = "last_card"
    """Deal all but the stub's last card, then mix that with the burns (ST-61, ST-62, ST-65)."""
    ALL_MIXED = "all_mixed"
    """Mix stub and burns before the first card, and deal without a burn (ST-60)."""


_MIXED_FROM: Final = 2
"""A common card out of a stub of so few cards is drawn from stub and burns mixed (ST-65)."""

_LAST: Final = 1
"""A stub of one card is mixed before the first card is dealt (ST-D27)."""


_street_deal = maker(StreetDeal)


def street_deal(
    procedure: ShortageProcedure,
    live: Sequence[int],
    cards: StubCount,
    dead: Sequence[int] = (),
    *,
    has_burn: bool = True,
    rounds: int = 1,
) -> StreetDeal:
    """Return the order of a street in which every seat gets `rounds` cards, one at a time.

    `live` and `dead` are seats due a card; a dead one goes on receiving only while the cards
    suffice (ST-D22). Short is the stub when it is smaller than the hands due a card and the burn,
    where that is not out already (ST-D26).
    """
    burn = int(has_burn and not cards.is_burn_out)
    for seats in (sorted({*live, *dead}), sorted(live)):
        if cards.stub >= len(seats) * rounds + burn:
            return _street_deal((BURN,) * burn + _hands(seats) * rounds)
    hands = _hands(sorted(live))
    if len(hands) > cards.stub + cards.burns + cards.aside:
        return _common_card(procedure, cards, burn)
    if procedure is ShortageProcedure.ALL_MIXED:
        return StreetDeal((), is_mixed=True, after=hands, shortage=Shortage.MIXED)
    return _all_but_the_last(hands, cards, burn)


def _hands(seats: Sequence[int]) -> tuple[str, ...]:
    return tuple(map(seat_hand, seats))


def _all_but_the_last(hands: tuple[str, ...], cards: StubCount, burn: int) -> StreetDeal:
    """Deal the stub down to its last card, mix that with the burns, burn again if it suffices."""
    is_mixed_first = cards.stub <= _LAST
    before = () if is_mixed_first else (BURN,) * burn + hands[: cards.stub - _LAST - burn]
    rest = hands[len(before) - before.count(BURN) :]
    # Whoever has been served took a card of the stub; the burn is among what is mixed.
    mixed = cards.stub + cards.burns + cards.aside - (len(hands) - len(rest))
    again = (BURN,) if mixed > len(rest) else ()
    return StreetDeal(before, is_mixed=True, after=again + rest, shortage=Shortage.MIXED)


def _common_card(procedure: ShortageProcedure, cards: StubCount, burn: int) -> StreetDeal:
    """Turn one card for everybody (ST-62, ST-D28)."""
    if procedure is ShortageProcedure.ALL_MIXED:
        return StreetDeal((), is_mixed=True, after=(BOARD,), shortage=Shortage.COMMUNITY)
    if cards.stub <= _MIXED_FROM:
        return StreetDeal((), is_mixed=True, after=(BURN, BOARD), shortage=Shortage.COMMUNITY)
    return StreetDeal((BURN,) * burn + (BOARD,), shortage=Shortage.COMMUNITY)
