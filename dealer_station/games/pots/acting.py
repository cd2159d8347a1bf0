"""One act of the seat whose turn it is."""

from dealer_station.games.pots.betting import (
    Act,
    ActRefusedError,
    BettingRound,
    Legal,
    Opening,
    Price,
    Refusal,
    Sizes,
)
from dealer_station.games.pots.offers import answerable, legal
from dealer_station.games.pots.players import Chips, Standing
from dealer_station.games.pots.turns import next_to_act, owed


def act(betting: BettingRound, seat: int, what: Act, to: int | None = None) -> BettingRound:
    """The round after this act; the one that was given never changes.

    `to` is the total of the round that a bet or raise goes to; with any other act it may be left
    out, and has to be right if it is not. ActRefusedError where the act is not legal now.
    """
    plain, total = plain_act(betting, seat, what, to)
    place = betting.place(seat)
    if plain is Act.FOLD:
        return _folded(betting, place)
    if plain is Act.CALL or plain is Act.CHECK:
        return _matched(betting, place, total)
    return _wagered(betting, place, total, brings_in=plain is Act.BRING_IN)


def plain_act(
    betting: BettingRound, seat: int, what: Act, to: int | None = None
) -> tuple[Act, int]:
    """What an act amounts to, never an all-in, and the seat's total of the round after it.

    An all-in is a bet, raise, completion, call or bring-in, whatever the stack makes it. Where
    nobody could answer, an all-in or raise is a call, or a check where nothing is owed (HE-D03,
    ST-D10). ActRefusedError as in `act`.
    """
    if seat != betting.to_act:
        raise ActRefusedError(Refusal.NOT_NEXT, f"it is not the turn of seat {seat}")
    place = betting.place(seat)
    free = _without_wager(betting, place, what)
    if free is not None:
        return _exactly(what, free, to)
    player = betting.players[place]
    if what in (Act.ALL_IN, Act.RAISE) and not betting.unopened:
        owes = owed(betting.players, place, betting.price)
        if not answerable(betting, place, owes):
            return _unanswered(betting, player, owes, what, to)
    offered = legal(betting)
    if what is Act.ALL_IN:
        return _all_in(player, offered, to)
    return _offered(offered, what, to)


def default_act(betting: BettingRound) -> Act:
    """What a seat does that says nothing: out of time or absent (ST-D20, ST-D21, HE-D38).

    Check where that is free, bring in where that is due, else fold.
    """
    if betting.opening is Opening.FORCED:
        return Act.BRING_IN
    return Act.CHECK if legal(betting).check else Act.FOLD


def _exactly(what: Act, total: int, to: int | None) -> tuple[Act, int]:
    """An act whose total follows from the round."""
    if to is not None and to != total:
        raise ActRefusedError(Refusal.WRONG_AMOUNT, f"{what.value} is to {total}, not {to}")
    return what, total


def _without_wager(betting: BettingRound, place: int, what: Act) -> int | None:
    """The total after a fold, check or call; none where it is none of them, or not legal."""
    player = betting.players[place]
    if what is Act.FOLD:
        return None if betting.opening is Opening.FORCED else player.bet
    if betting.unopened or (what is not Act.CALL and what is not Act.CHECK):
        return None
    owes = owed(betting.players, place, betting.price)
    if (what is Act.CALL) != (owes > 0):
        return None
    return player.bet + min(owes, player.stack)


def _offered(offered: Legal, what: Act, to: int | None) -> tuple[Act, int]:
    """An act of an amount or of a choice of amounts."""
    if what is Act.BRING_IN and offered.bring_in:
        return _exactly(what, offered.bring_in, to)
    if what is Act.COMPLETE and offered.complete:
        return _exactly(what, offered.complete, to)
    sizes = {Act.BET: offered.bet, Act.RAISE: offered.raise_to}.get(what)
    if sizes is None:
        raise ActRefusedError(Refusal.NOT_OFFERED, f"seat {offered.seat} may not {what.value} now")
    if to is None or not sizes.allows(to):
        raise ActRefusedError(
            Refusal.WRONG_AMOUNT, f"seat {offered.seat} may {what.value} {_said(sizes)}, not {to}"
        )
    return what, to


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


def _all_in(player: Chips, offered: Legal, to: int | None) -> tuple[Act, int]:
    """The whole stack as whatever it amounts to (ST-D04, HE-D03)."""
    total = player.bet + player.stack
    _exactly(Act.ALL_IN, total, to)
    if 0 < player.stack <= offered.call:
        return Act.CALL, total
    if 0 < total <= offered.bring_in:
        return Act.BRING_IN, total
    if 0 < total <= offered.complete:
        return Act.COMPLETE, total
    for what, sizes in ((Act.BET, offered.bet), (Act.RAISE, offered.raise_to)):
        if sizes is not None and sizes.allows(total):
            return what, total
    raise ActRefusedError(
        Refusal.NOT_OFFERED, f"seat {player.seat} may not put in all of its {player.stack}"
    )


def _folded(betting: BettingRound, place: int) -> BettingRound:
    player = betting.players[place]
    gone = Chips(player.seat, player.stack, player.bet, player.put_in, player.dead, Standing.FOLDED)
    players = (*betting.players[:place], gone, *betting.players[place + 1 :])
    return BettingRound(
        betting.terms,
        betting.price,
        players,
        betting.levels,
        next_to_act(players, betting.levels, betting.price, place + 1),
        betting.opening,
        betting.first,
        betting.barred,
    )


def _matched(betting: BettingRound, place: int, total: int) -> BettingRound:
    return _paid(betting, place, total, betting.price, betting.opening)


def _wagered(betting: BettingRound, place: int, total: int, *, brings_in: bool) -> BettingRound:
    """A bet, raise, completion or bring-in of the player at this place, to `total`."""
    opening = Opening.DONE if betting.unopened else betting.opening
    if brings_in:
        price = _brought_in(betting)
    else:
        price = _raised(betting, total, betting.players[place].seat)
    return _paid(betting, place, total, price, opening)


def _brought_in(betting: BettingRound) -> Price:
    """The bring-in has to be matched in full; it is the bet where it is no less (ST-27, ST-D05)."""
    old, terms = betting.price, betting.terms
    due = terms.bring_in
    if due < terms.unit:
        return Price(due, 0, old.least)
    return Price(due, due, old.least, 1, _caps(betting, 1))


def _raised(betting: BettingRound, total: int, seat: int) -> Price:
    """A full wager moves the level and counts, a short one is only to be matched (HE-D06)."""
    old, terms = betting.price, betting.terms
    added = total - old.full
    if added < old.least:
        level = total if terms.chip else old.full
        return Price(total, level, old.least, old.wagers, old.capped, old.big_only, seat, old)
    wagers = old.wagers + 1
    capped = _caps(betting, wagers)
    if terms.chip:
        return Price(total, total, added, wagers, capped, False, seat, old)  # noqa: FBT003
    big_only = old.big_only or terms.unit < terms.big_unit <= added
    least = terms.least(terms.big_unit) if big_only else old.least
    return Price(total, total, least, wagers, capped, big_only, seat, old)


def _caps(betting: BettingRound, wagers: int) -> bool:
    """Whether this wager, counting before it is made, reaches the cap (HE-D07, ST-D09)."""
    terms = betting.terms
    if terms.cap is None or wagers < terms.cap:
        return False
    able = sum(player.standing is Standing.IN for player in betting.players)
    return able >= terms.cap_from


def _paid(
    betting: BettingRound, place: int, total: int, price: Price, opening: Opening
) -> BettingRound:
    """The player at this place has acted and has `total` in this round."""
    player = betting.players[place]
    players = betting.players
    if total != player.bet:
        stack = player.stack + player.bet - total
        paid = Chips(
            player.seat,
            stack,
            total,
            player.put_in,
            player.dead,
            Standing.IN if stack else Standing.ALL_IN,
        )
        players = (*players[:place], paid, *players[place + 1 :])
    levels = (*betting.levels[:place], price.cur, *betting.levels[place + 1 :])
    return BettingRound(
        betting.terms,
        price,
        players,
        levels,
        next_to_act(players, levels, price, place + 1),
        opening,
        betting.first,
        betting.barred,
    )
