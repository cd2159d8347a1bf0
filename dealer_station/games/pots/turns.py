"""Whose turn it is, and what he has to match."""

from collections.abc import Sequence

from dealer_station.games.pots.betting import Price
from dealer_station.games.pots.players import Chips, Standing

_IN = Standing.IN
_ALL_IN = Standing.ALL_IN


def next_to_act(
    players: Sequence[Chips], levels: Sequence[int | None], price: Price, start: int
) -> int | None:
    """The seat to act, looked for clockwise from the place `start` on; none: the round is over.

    Who has chips acts until he has acted on the amount to match (HE-D05). A player alone with chips
    is asked only if he owes something; the last live hand is not asked (ST-D14).
    """
    cur = price.cur
    found = -1
    able = live = 0
    count = len(players)
    for step in range(count):
        place = start + step
        if place >= count:
            place -= count
        standing = players[place].standing
        if standing is _IN:
            able += 1
            live += 1
            if found < 0 and levels[place] != cur:
                found = place
        elif standing is _ALL_IN:
            live += 1
    if found < 0 or live == 1:
        return None
    player = players[found]
    if able == 1 and owed(players, found, price) == 0:
        return None
    return player.seat


def owed(players: Sequence[Chips], place: int, price: Price) -> int:
    """What the player at this place has to add to match (HE-D04).

    Where no other live player has chips left, it is only up to the highest amount that another
    live one has put in this round.
    """
    mine = players[place]
    highest = 0
    for player in players:
        if player is mine:
            continue
        if player.standing is _IN:
            return max(0, price.cur - mine.bet)
        if player.standing is _ALL_IN and player.bet > highest:
            highest = player.bet
    return max(0, min(price.cur, highest) - mine.bet)
