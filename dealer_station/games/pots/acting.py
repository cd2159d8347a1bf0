"""One act of the seat whose turn it is."""

from dealer_station.games.pots.betting import (
    Act,
    ActRefusedError,
    AnyRound,
    BettingRound,
    Opening,
    Price,
    Refusal,
    RoundInPlay,
    Sizes,
)
from dealer_station.games.pots.offers import answerable, legal, may_raise, owed, sizes_of
from dealer_station.games.pots.order import act_in_order
from dealer_station.games.pots.players import Chips, Standing
from dealer_station.games.pots.turns import next_turn
from dealer_station.values import maker

_IN = Standing.IN
_ALL_IN = Standing.ALL_IN
_FOLDED = Standing.FOLDED
_DONE, _FORCED = Opening.DONE, Opening.FORCED
_FOLD, _CHECK, _CALL = Act.FOLD, Act.CHECK, Act.CALL
_BET, _COMPLETE = Act.BET, Act.COMPLETE
_BRING_IN, _RAISE, _ALL = Act.BRING_IN, Act.RAISE, Act.ALL_IN
_chips = maker(Chips)
_price = maker(Price)


def act(betting: BettingRound, seat: int, what: Act, to: int | None = None) -> BettingRound:
    """The round after this act; the one that was given never changes.

    `to` is the total of the round that a bet or raise goes to; with any other act it may be left
    out, and has to be right if it is not. ActRefusedError where the act is not legal now.
    """
    after = RoundInPlay(betting)
    take_act(after, seat, what, to)
    return after.value


def take_act(
    betting: RoundInPlay, seat: int, what: Act, to: int | None = None
) -> tuple[Act, int, int]:
    """Take an act, as in `act`, in a round that is in play; if it is refused, nothing has changed.

    What the act amounts to, as `plain_act` says, and the seat's total of the round before it and
    after it.
    """
    if not betting.terms.is_tracked:
        betting.look_at(act_in_order(betting.value, seat, what))
        return what, 0, 0
    plain, total = plain_act(betting, seat, what, to)
    place = betting.turn
    assert place is not None, "an act is refused once the round is over"
    before = betting.players[place].bet
    if plain is _FOLD:
        _fold(betting, place)
        return plain, before, before
    if plain is _BRING_IN:
        betting.price = _brought_in(betting)
    elif plain is not _CALL and plain is not _CHECK:
        betting.price = _raised(betting, total, seat)
    _pay(betting, place, total)
    return plain, before, total


def plain_act(betting: AnyRound, seat: int, what: Act, to: int | None = None) -> tuple[Act, int]:
    """What an act amounts to, never an all-in, and the seat's total of the round after it.

    An all-in is a bet, raise, completion, call or bring-in, whatever the stack makes it. Where
    nobody could answer, an all-in or raise is a call, or a check where nothing is owed (HE-D03,
    ST-D10). ActRefusedError as in `act`.
    """
    place = betting.turn
    if place is None or betting.players[place].seat != seat:
        raise ActRefusedError(Refusal.NOT_NEXT, f"it is not the turn of seat {seat}")
    total = _without_wager(betting, place, what)
    if total is not None:
        return what, total if to is None else _exactly(what, total, to)
    player = betting.players[place]
    if betting.price.unopened:
        return _opened(betting, player, what, to)
    owes = owed(betting, place)
    if (what is _ALL or what is _RAISE) and not answerable(betting, place, owes):
        return _unanswered(betting, player, owes, what, to)
    complete, sizes = 0, None
    if may_raise(betting, place, owes):
        complete, sizes = sizes_of(betting, player.bet + player.stack)
    if what is _ALL:
        return _all_in(betting, player, owes, complete, sizes, to)
    if what is _COMPLETE and complete:
        return what, _exactly(what, complete, to)
    if sizes is None or what is not (_RAISE if betting.price.cur else _BET):
        raise ActRefusedError(Refusal.NOT_OFFERED, f"seat {seat} may not {what.value} now")
    if to is None or not sizes.allows(to):
        raise ActRefusedError(
            Refusal.WRONG_AMOUNT, f"seat {seat} may {what.value} {_said(sizes)}, not {to}"
        )
    return what, to


def default_act(betting: AnyRound) -> Act:
    """What a seat does that says nothing: out of time or absent (ST-D20, ST-D21, HE-D38).

    Check where that is free, bring in where that is due, else fold.
    """
    if betting.price.opening is _FORCED:
        return _BRING_IN
    return _CHECK if legal(betting).check else _FOLD


def _exactly(what: Act, total: int, to: int | None) -> int:
    """The total of an act that follows from the round, whatever may be said with it."""
    if to is not None and to != total:
        raise ActRefusedError(Refusal.WRONG_AMOUNT, f"{what.value} is to {total}, not {to}")
    return total


def _without_wager(betting: AnyRound, place: int, what: Act) -> int | None:
    """The total after a fold, check or call; none where it is none of them, or not legal."""
    player = betting.players[place]
    if what is _FOLD:
        return None if betting.price.opening is _FORCED else player.bet
    if (what is not _CALL and what is not _CHECK) or betting.price.unopened:
        return None
    owes = owed(betting, place)
    if (what is _CALL) != (owes > 0):
        return None
    return player.bet + min(owes, player.stack)


def _opened(betting: AnyRound, player: Chips, what: Act, to: int | None) -> tuple[Act, int]:
    """A bring-in, or a full bet in its place (ST-D03, ST-D06)."""
    offered = legal(betting)
    plain = what
    if what is _ALL:
        to = _exactly(what, player.bet + player.stack, to)
        if to <= max(offered.bring_in, offered.complete):
            plain = _BRING_IN if to <= offered.bring_in else _COMPLETE
    if plain is _BRING_IN:
        return plain, _exactly(plain, offered.bring_in, to)
    if plain is _COMPLETE and offered.complete:
        return plain, _exactly(plain, offered.complete, to)
    raise ActRefusedError(
        Refusal.NOT_OFFERED, f"seat {player.seat} may not {what.value} before anybody has opened"
    )


def _said(sizes: Sizes) -> str:
    if sizes.low == sizes.high:
        return f"to {sizes.low}"
    if sizes.fixed:
        return f"to {sizes.low} or {sizes.high}"
    return f"from {sizes.low} to {sizes.high} in multiples of {sizes.chip}"


def _unanswered(
    betting: AnyRound, player: Chips, owes: int, what: Act, to: int | None
) -> tuple[Act, int]:
    """A raise or all-in against nobody who could answer it (P-16)."""
    total = player.bet + player.stack
    if what is _RAISE and (to is None or not betting.price.cur < to <= total):
        raise ActRefusedError(
            Refusal.WRONG_AMOUNT,
            f"a raise goes above {betting.price.cur}, at most to {total}, not to {to}",
        )
    if what is _ALL:
        _exactly(what, total, to)
    if owes:
        return _CALL, player.bet + min(owes, player.stack)
    return _CHECK, player.bet


def _all_in(
    betting: AnyRound,
    player: Chips,
    owes: int,
    complete: int,
    sizes: Sizes | None,
    to: int | None,
) -> tuple[Act, int]:
    """The whole stack as whatever it amounts to (ST-D04, HE-D03)."""
    total = _exactly(_ALL, player.bet + player.stack, to)
    if player.stack <= owes:
        return _CALL, total
    if total <= complete:
        return _COMPLETE, total
    if sizes is not None and sizes.allows(total):
        return _RAISE if betting.price.cur else _BET, total
    raise ActRefusedError(
        Refusal.NOT_OFFERED, f"seat {player.seat} may not put in all of its {player.stack}"
    )


def _fold(betting: RoundInPlay, place: int) -> None:
    gone = betting.players[place]
    betting.players[place] = _chips(
        gone.seat, gone.stack, gone.bet, gone.put_in, gone.dead, _FOLDED
    )
    betting.able -= 1
    betting.hands -= 1
    _pass_on(betting, place)


def _brought_in(betting: AnyRound) -> Price:
    """The bring-in has to be matched in full; it is the bet where it is no less (ST-27, ST-D05)."""
    old, terms = betting.price, betting.terms
    due = terms.bring_in
    if due < terms.unit:
        return _price(due, 0, old.least, _DONE)
    return _price(due, due, old.least, _DONE, 1, _caps(betting, 1))


def _raised(betting: AnyRound, total: int, seat: int) -> Price:
    """A full wager moves the level and counts, a short one is only to be matched (HE-D06)."""
    old, terms = betting.price, betting.terms
    opening = _DONE if old.unopened else old.opening
    added = total - old.full
    if added < old.least:
        level = total if terms.chip else old.full
        return _price(
            total, level, old.least, opening, old.wagers, old.capped, old.big_only, seat, old
        )
    wagers = old.wagers + 1
    capped = _caps(betting, wagers)
    big_only = old.big_only or terms.unit < terms.big_unit <= added
    least = added if terms.chip else terms.least(terms.big_unit) if big_only else old.least
    return _price(total, total, least, opening, wagers, capped, big_only, seat, old)


def _caps(betting: AnyRound, wagers: int) -> bool:
    """Whether this wager, counting before it is made, reaches the cap (HE-D07, ST-D09)."""
    terms = betting.terms
    if terms.cap is None or wagers < terms.cap:
        return False
    return betting.able >= terms.cap_from


def _pay(betting: RoundInPlay, place: int, total: int) -> None:
    """The player at this place has acted and has `total` in this round."""
    player = betting.players[place]
    if total != player.bet:
        stack = player.stack + player.bet - total
        standing = _IN
        if not stack:
            standing = _ALL_IN
            betting.able -= 1
        betting.players[place] = _chips(
            player.seat, stack, total, player.put_in, player.dead, standing
        )
    betting.levels[place] = betting.price.cur
    _pass_on(betting, place)


def _pass_on(betting: RoundInPlay, place: int) -> None:
    """The turn passes on from this place."""
    betting.turn = next_turn(
        betting.players, betting.levels, betting.price.cur, place + 1, betting.able, betting.hands
    )
