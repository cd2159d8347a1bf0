"""A betting round of which only the order is followed: who acts, who is out, who has no chips left.

Rooms that leave chips and pots to the dealer tell an act without its amount. A wager counts one
step in `price.cur`, and whoever has not answered the newest one is still to act; stacks and bets
are 0. What hangs on amounts nobody can know here: caps, short all-ins that do not reopen the
betting, and raises that nobody could answer are the dealer's to see.
"""

from collections.abc import Sequence
from dataclasses import replace

from dealer_station.games.pots.betting import (
    Act,
    ActRefusedError,
    AnyRound,
    BettingRound,
    Opening,
    Price,
    Refusal,
    Terms,
)
from dealer_station.games.pots.players import Chips, Standing
from dealer_station.games.pots.turns import count

_WAGERS = frozenset({Act.BET, Act.RAISE, Act.COMPLETE, Act.ALL_IN_RAISE})
_LAST_CHIPS = frozenset({Act.ALL_IN, Act.ALL_IN_RAISE})
_NOBODY: frozenset[int] = frozenset()


def open_in_order(
    players: Sequence[Chips],
    first: int,
    opening: Opening = Opening.CHECK,
    *,
    posted: frozenset[int] = _NOBODY,
    barred: frozenset[int] = _NOBODY,
) -> BettingRound:
    """A betting round before anybody acts; what is given is as in `open_round`.

    `posted` are the seats whose blind stands for the whole wager before them: they may check.
    """
    seated = tuple(players)
    start = next((place for place, player in enumerate(seated) if player.seat >= first), 0)
    if opening is Opening.FORCED and seated[start].standing is not Standing.IN:
        opening = Opening.OFFERED
    able, hands = count(seated)
    blinds = int(opening is Opening.BLINDS)
    terms = Terms(
        unit=0, big_unit=0, chip=0, half_bet_rule=False, cap=None, cap_from=0, barred=barred,
        is_tracked=False, posted=posted,
    )  # fmt: skip
    price = Price(cur=blinds, full=blinds, least=0, opening=opening, wagers=blinds)
    levels: tuple[int | None, ...] = (None,) * len(seated)
    betting = BettingRound(terms, price, seated, levels, None, able, hands)
    opened = in_turn(betting, start)
    return replace(opened, terms=replace(terms, first=opened.to_act))


def offered(betting: AnyRound) -> tuple[Act, ...]:
    """What the seat to act may do; ActRefusedError where the round is over.

    `all_in`: with his last chips he has done no more than answer, or had none left before; nobody
    has to answer him. `all_in_raise`: they are a bet or raise.
    """
    place = betting.turn
    if place is None:
        raise ActRefusedError(Refusal.NOT_NEXT, "the betting round is over")
    if betting.price.unopened:
        passing = () if betting.price.opening is Opening.FORCED else (Act.FOLD,)
        plain: tuple[Act, ...] = (*passing, Act.BRING_IN, Act.ALL_IN)
    else:
        answer = Act.CALL if _faces(betting, place) else Act.CHECK
        plain = (Act.FOLD, answer, Act.ALL_IN)
    if betting.players[place].seat in betting.terms.barred:
        return plain
    return (*plain, _wager(betting), Act.ALL_IN_RAISE)


def act_in_order(betting: BettingRound, seat: int, what: Act) -> BettingRound:
    """The round after an act; the one that was given never changes.

    ActRefusedError where it is not the seat's turn, or the act is not offered.
    """
    check_in_order(betting, seat, what)
    place, price = betting.turn, betting.price
    assert place is not None, "an act is refused once the round is over"
    standing = Standing.IN
    if what is Act.FOLD:
        standing = Standing.FOLDED
    elif what in _LAST_CHIPS:
        standing = Standing.ALL_IN
    if what in _WAGERS:
        price = _raised(price, seat)
    elif betting.unopened and what is not Act.FOLD:
        price = Price(price.cur + 1, 0, 0, Opening.DONE)
    levels = betting.levels
    if what is not Act.FOLD:
        levels = (*levels[:place], price.cur, *levels[place + 1 :])
    player = Chips(seat, 0, standing=standing)
    players = (*betting.players[:place], player, *betting.players[place + 1 :])
    able, hands = count(players)
    after = BettingRound(betting.terms, price, players, levels, None, able, hands)
    return in_turn(after, place + 1)


def check_in_order(betting: BettingRound, seat: int, what: Act) -> None:
    """Raise ActRefusedError where it is not the seat's turn, or the act is not offered."""
    if betting.to_act != seat:
        raise ActRefusedError(Refusal.NOT_NEXT, f"it is not the turn of seat {seat}")
    if what not in offered(betting):
        raise ActRefusedError(Refusal.NOT_OFFERED, f"seat {seat} may not {what.value} now")


def in_turn(betting: BettingRound, start: int) -> BettingRound:
    """The round with the turn at the first place from `start` on, clockwise, that has to act."""
    return replace(betting, turn=_next_turn(betting, start))


def _next_turn(betting: BettingRound, start: int) -> int | None:
    """Who still has to act; one who is alone with chips only where he faces a wager (HE-D05)."""
    if betting.able == 0 or betting.hands == 1:
        return None
    seats = len(betting.players)
    for step in range(seats):
        place = (start + step) % seats
        is_in = betting.players[place].standing is Standing.IN
        if is_in and betting.levels[place] != betting.price.cur:
            return place if betting.able > 1 or _faces(betting, place) else None
    return None


def _faces(betting: AnyRound, place: int) -> bool:
    """Whether there is a wager that the player at this place has not answered."""
    level = betting.levels[place]
    if level is None:
        level = int(betting.players[place].seat in betting.terms.posted)
    return betting.price.cur > level


def _wager(betting: AnyRound) -> Act:
    """What a wager is called now: the first one of a round with a bring-in completes it (ST-27)."""
    price = betting.price
    if price.unopened or (price.cur and not price.wagers):
        return Act.COMPLETE
    return Act.RAISE if price.cur else Act.BET


def _raised(old: Price, seat: int) -> Price:
    opening = Opening.DONE if old.opening in (Opening.FORCED, Opening.OFFERED) else old.opening
    cur = old.cur + 1
    return Price(cur, cur, 0, opening, old.wagers + 1, by=seat, before=old)
