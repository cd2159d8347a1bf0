"""One act of the seat whose turn it is."""

from dealer_station.games.pots.betting import (
    Act,
    ActRefusedError,
    BettingRound,
    Opening,
    Price,
    Refusal,
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
_FORCED = Opening.FORCED
_FOLD, _CHECK, _CALL = Act.FOLD, Act.CHECK, Act.CALL
_BRING_IN, _RAISE, _ALL = Act.BRING_IN, Act.RAISE, Act.ALL_IN
_betting_round = maker(BettingRound)
_chips = maker(Chips)
_price = maker(Price)


def act(betting: BettingRound, seat: int, what: Act, to: int | None = None) -> BettingRound:
    """The round after this act; the one that was given never changes.

    `to` is the total of the round that a bet or raise goes to; with any other act it may be left
    out, and has to be right if it is not. ActRefusedError where the act is not legal now.
    """
    if not betting.terms.is_tracked:
        return act_in_order(betting, seat, what)
    plain, total = plain_act(betting, seat, what, to)
    place = betting.turn
    assert place is not None, "an act is refused once the round is over"
    if plain is _FOLD:
        return _folded(betting, place)
    price = betting.price
    if plain is _BRING_IN:
        price = _brought_in(betting)
    elif plain is not _CALL and plain is not _CHECK:
        price = _raised(betting, total, seat)
    return _paid(betting, place, total, price)


def plain_act(
    betting: BettingRound, seat: int, what: Act, to: int | None = None
) -> tuple[Act, int]:
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
    if betting.unopened:
        return _opened(betting, player, what, to)
    owes = owed(betting, place)
    if (what is _ALL or what is _RAISE) and not answerable(betting, place, owes):
        return _unanswered(betting, player, owes, what, to)
    complete, sizes = 0, None
    if may_raise(betting, place, owes):
        complete, sizes = sizes_of(betting, player.bet + player.stack)
    if what is _ALL:
        return _all_in(betting, player, owes, complete, sizes, to)
    if what is Act.COMPLETE and complete:
        return what, _exactly(what, complete, to)
    if sizes is None or what is not (_RAISE if betting.price.cur else Act.BET):
        raise ActRefusedError(Refusal.NOT_OFFERED, f"seat {seat} may not {what.value} now")
    if to is None or not sizes.allows(to):
        raise ActRefusedError(
            Refusal.WRONG_AMOUNT, f"seat {seat} may {what.value} {_said(sizes)}, not {to}"
        )
    return what, to


def default_act(betting: BettingRound) -> Act:
    """What a seat does that says nothing: out of time or absent (ST-D20, ST-D21, HE-D38).

    Check where that is free, bring in where that is due, else fold.
    """
    if betting.price.opening is Opening.FORCED:
        return Act.BRING_IN
    return Act.CHECK if legal(betting).check else Act.FOLD


def _exactly(what: Act, total: int, to: int | None) -> int:
    """The total of an act that follows from the round, whatever may be said with it."""
    if to is not None and to != total:
        raise ActRefusedError(Refusal.WRONG_AMOUNT, f"{what.value} is to {total}, not {to}")
    return total


def _without_wager(betting: BettingRound, place: int, what: Act) -> int | None:
    """The total after a fold, check or call; none where it is none of them, or not legal."""
    player = betting.players[place]
    if what is _FOLD:
        return None if betting.price.opening is _FORCED else player.bet
    if (what is not _CALL and what is not _CHECK) or betting.unopened:
        return None
    owes = owed(betting, place)
    if (what is _CALL) != (owes > 0):
        return None
    return player.bet + min(owes, player.stack)


def _opened(betting: BettingRound, player: Chips, what: Act, to: int | None) -> tuple[Act, int]:
    """A bring-in, or a full bet in its place (ST-D03, ST-D06)."""
    offered = legal(betting)
    plain = what
    if what is _ALL:
        to = _exactly(what, player.bet + player.stack, to)
        if to <= max(offered.bring_in, offered.complete):
            plain = _BRING_IN if to <= offered.bring_in else Act.COMPLETE
    if plain is _BRING_IN:
        return plain, _exactly(plain, offered.bring_in, to)
    if plain is Act.COMPLETE and offered.complete:
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
    betting: BettingRound, player: Chips, owes: int, what: Act, to: int | None
) -> tuple[Act, int]:
    """A raise or all-in against nobody who could answer it (P-16)."""
    total = player.bet + player.stack
    if what is Act.RAISE and (to is None or not betting.price.cur < to <= total):
        raise ActRefusedError(
            Refusal.WRONG_AMOUNT,
            f"a raise goes above {betting.price.cur}, at most to {total}, not to {to}",
        )
    if what is Act.ALL_IN:
        _exactly(what, total, to)
    if owes:
        return Act.CALL, player.bet + min(owes, player.stack)
    return Act.CHECK, player.bet


def _all_in(
    betting: BettingRound,
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
        return Act.COMPLETE, total
    if sizes is not None and sizes.allows(total):
        return _RAISE if betting.price.cur else Act.BET, total
    raise ActRefusedError(
        Refusal.NOT_OFFERED, f"seat {player.seat} may not put in all of its {player.stack}"
    )


def _folded(betting: BettingRound, place: int) -> BettingRound:
    gone = betting.players[place]
    gone = _chips(gone.seat, gone.stack, gone.bet, gone.put_in, gone.dead, _FOLDED)
    players = (*betting.players[:place], gone, *betting.players[place + 1 :])
    price, levels = betting.price, betting.levels
    able, hands = betting.able - 1, betting.hands - 1
    turn = next_turn(players, levels, price.cur, place + 1, able, hands)
    return _betting_round(betting.terms, price, players, levels, turn, able, hands)


def _brought_in(betting: BettingRound) -> Price:
    """The bring-in has to be matched in full; it is the bet where it is no less (ST-27, ST-D05)."""
    old, terms = betting.price, betting.terms
    due = terms.bring_in
    if due < terms.unit:
        return _price(due, 0, old.least, Opening.DONE)
    return _price(due, due, old.least, Opening.DONE, 1, _caps(betting, 1))


def _raised(betting: BettingRound, total: int, seat: int) -> Price:
    """A full wager moves the level and counts, a short one is only to be matched (HE-D06)."""
    old, terms = betting.price, betting.terms
    opening = Opening.DONE if betting.unopened else old.opening
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


def _caps(betting: BettingRound, wagers: int) -> bool:
    """Whether this wager, counting before it is made, reaches the cap (HE-D07, ST-D09)."""
    terms = betting.terms
    if terms.cap is None or wagers < terms.cap:
        return False
    return betting.able >= terms.cap_from


def _paid(betting: BettingRound, place: int, total: int, price: Price) -> BettingRound:
    """The player at this place has acted and has `total` in this round."""
    player = betting.players[place]
    players, able = betting.players, betting.able
    if total != player.bet:
        stack = player.stack + player.bet - total
        standing = _IN if stack else _ALL_IN
        able -= stack == 0
        player = _chips(player.seat, stack, total, player.put_in, player.dead, standing)
        players = (*players[:place], player, *players[place + 1 :])
    levels = (*betting.levels[:place], price.cur, *betting.levels[place + 1 :])
    turn = next_turn(players, levels, price.cur, place + 1, able, betting.hands)
    return _betting_round(betting.terms, price, players, levels, turn, able, betting.hands)
