"""What the seat to act may do."""

from dealer_station.games.pots import order
from dealer_station.games.pots.betting import (
    Act,
    ActRefusedError,
    AnyRound,
    Legal,
    Opening,
    Refusal,
    Sizes,
)
from dealer_station.games.pots.players import Standing
from dealer_station.games.pots.turns import owed_alone
from dealer_station.values import maker

_IN = Standing.IN
_sizes = maker(Sizes)


def legal(betting: AnyRound) -> Legal:
    """What the seat to act may do (HE-D01); ActRefusedError where the round is over.

    Where only the order is followed no act has an amount: `order.offered` names them all.
    """
    if not betting.terms.is_tracked:
        acts = order.offered(betting)
        return Legal(betting.to_act or 0, fold=Act.FOLD in acts, check=Act.CHECK in acts)
    place = betting.turn
    if place is None:
        raise ActRefusedError(Refusal.NOT_NEXT, "the betting round is over")
    player = betting.players[place]
    if betting.price.unopened:
        return _opening_choice(betting, place)
    owes = owed(betting, place)
    call = min(owes, player.stack)
    check = owes == 0
    if not may_raise(betting, place, owes):
        return Legal(player.seat, check=check, call=call)
    complete, sizes = sizes_of(betting, player.bet + player.stack)
    if betting.price.cur == 0:
        return Legal(player.seat, check=check, call=call, bet=sizes)
    return Legal(player.seat, check=check, call=call, complete=complete, raise_to=sizes)


def owed(betting: AnyRound, place: int) -> int:
    """What the player in at this place has to add to match, whether or not he has it (HE-D04)."""
    if betting.able == 1:
        return owed_alone(betting.players, place, betting.price.cur)
    return max(0, betting.price.cur - betting.players[place].bet)


def may_raise(betting: AnyRound, place: int, owes: int) -> bool:
    """Whether the player at this place may bet, raise or complete when he owes so much.

    He needs chips beyond the call, no cap, somebody to answer, and betting that is open to him: he
    has not acted, or the amount to match has grown enough since he has (HE-33, HE-D06), or on third
    street the full bet has been made since (ST-D08).
    """
    player = betting.players[place]
    price = betting.price
    if price.capped or player.stack <= owes or player.seat in betting.terms.barred:
        return False
    level = betting.levels[place]
    if level is not None and price.cur - level < price.least:
        # A force of more than half a bet grows by less than that when it is completed.
        unit = betting.terms.unit
        if not betting.terms.bring_in or not level < unit <= price.full:
            return False
    return answerable(betting, place, owes)


def answerable(betting: AnyRound, place: int, owes: int) -> bool:
    """Whether another live player has more chips than the match takes (HE-D01, ST-D10)."""
    mine = betting.players[place]
    matched = mine.bet + owes
    for player in betting.players:
        if player.standing is _IN and player is not mine and player.bet + player.stack > matched:
            return True
    return False


def _opening_choice(betting: AnyRound, place: int) -> Legal:
    """Bring in, or bet full where that is more; only who is not forced may fold (ST-D03)."""
    player = betting.players[place]
    total = player.bet + player.stack
    terms = betting.terms
    forced = betting.price.opening is Opening.FORCED
    complete = 0
    if terms.bring_in < min(terms.unit, total) and player.seat not in betting.terms.barred:
        complete = min(terms.unit, total)
    return Legal(
        player.seat, fold=not forced, bring_in=min(terms.bring_in, total), complete=complete
    )


def sizes_of(betting: AnyRound, total: int) -> tuple[int, Sizes | None]:
    """The completion (0: none) and the sizes of a bet or raise, for a player who has `total`."""
    terms, price = betting.terms, betting.price
    if terms.chip:
        low = -(-(price.cur + price.least) // terms.chip) * terms.chip
        return 0, _sizes(min(low, total), total, chip=terms.chip)
    small = price.full + (terms.big_unit if price.big_only else terms.unit)
    big = price.full + terms.big_unit
    two = big > small
    if price.cur > price.full:
        complete = min(small, total)
        high = min(big, total)
        return complete, _sizes(high, high) if two and high > complete else None
    if total <= small or not two:
        size = min(small, total)
        return 0, _sizes(size, size)
    return 0, _sizes(small, min(big, total), fixed=True)
