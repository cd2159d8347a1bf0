"""Whose turn it is, and what he has to match."""

from collections.abc import Sequence

from dealer_station.games.pots.players import Chips, Standing

_IN = Standing.IN
_ALL_IN = Standing.ALL_IN


def next_turn(
    players: Sequence[Chips],
    levels: Sequence[int | None],
    cur: int,
    start: int,
    able: int,
    hands: int,
) -> int | None:
    """The place of the seat to act, looked for clockwise from `start` on; none: the round is over.

    Who has chips acts until he has acted on `cur`, the amount to match (HE-D05). A player alone
    with chips is asked only if he owes something; the last of the live `hands` is not (ST-D14).
    """
    if able == 0 or hands == 1:
        return None
    place = start
    seats = len(players)
    for _ in players:
        if place >= seats:
            place = 0
        if levels[place] != cur and players[place].standing is _IN:
            if able == 1 and owed_alone(players, place, cur) == 0:
                return None
            return place
        place += 1
    return None


def owed_alone(players: Sequence[Chips], place: int, cur: int) -> int:
    """What a player has to add where no other live one has chips left (HE-D04, P-08).

    Only up to the highest amount that another live player has put in this round.
    """
    mine = players[place]
    highest = 0
    for player in players:
        if player.standing is _ALL_IN and player.bet > highest:
            highest = player.bet
    return max(0, min(cur, highest) - mine.bet)


def count(players: Sequence[Chips]) -> tuple[int, int]:
    """How many players are in with chips, and how many hands are live."""
    able = all_in = 0
    for player in players:
        standing = player.standing
        if standing is _IN:
            able += 1
        elif standing is _ALL_IN:
            all_in += 1
    return able, able + all_in
