"""Steps of a round that a ruling takes: hands killed, seats barred, acts out of turn.

The rulings and who may give them are the table's; here is what they do to the betting
(HE 10.2, 10.3 and ST 10.2, 10.3).
"""

from dataclasses import dataclass, replace

from dealer_station.games.pots.acting import plain_act
from dealer_station.games.pots.betting import (
    Act,
    ActRefusedError,
    BettingRound,
    Opening,
    Refusal,
)
from dealer_station.games.pots.order import check_in_order, in_turn
from dealer_station.games.pots.players import Chips, Standing
from dealer_station.games.pots.turns import count, next_turn


@dataclass(frozen=True, slots=True)
class Announcement:
    """An act said or done before its turn (HE-I40, ST-I41)."""

    seat: int
    act: Act
    to: int | None
    cur: int
    """The amount to match when it was said."""


def kill(
    betting: BettingRound,
    seat: int,
    standing: Standing = Standing.DEAD,
    *,
    take_back: bool = False,
) -> BettingRound:
    """The hand of this seat is out, in or out of its turn; its chips stay (HE-D37, ST-I05, ST-I46).

    `standing`: DEAD, or FOLDED for a fold out of turn, which counts at once (HE-D34, ST-D31).
    `take_back`: a bet or raise of the seat that nobody has called comes back down to the bet before
    it, and that is what the others face (HE-I51, HE-I53). ValueError where the hand is not live.
    """
    place = betting.place(seat)
    if not betting.players[place].live:
        raise ValueError(f"the hand of seat {seat} is not live")
    if take_back and betting.price.by == seat and not _called(betting):
        betting = _taken_back(betting, place)
    if betting.opening is Opening.FORCED and betting.to_act == seat:
        betting = replace(betting, price=replace(betting.price, opening=Opening.OFFERED))
    return _reseated(betting, place, replace(betting.players[place], standing=standing))


def with_chips_in(betting: BettingRound, seat: int, amount: int) -> BettingRound:
    """This seat has put in chips that are no act yet; its turn stays (HE-I49)."""
    if not amount:
        return betting
    place = betting.place(seat)
    player = betting.players[place]
    paid = replace(player, stack=player.stack - amount, bet=player.bet + amount)
    return replace(betting, players=(*betting.players[:place], paid, *betting.players[place + 1 :]))


def bar(betting: BettingRound, seat: int) -> BettingRound:
    """This seat may not bet, raise or complete any more on this round.

    So `call_or_fold` for a skipped player (HE-I41, HE-I42, ST-I42), and a player who has his
    seventh card on sixth street (ST-D25).
    """
    betting.place(seat)
    terms = betting.terms
    return replace(betting, terms=replace(terms, barred=terms.barred | {seat}))


def declare_all_in(betting: BettingRound, seat: int) -> BettingRound:
    """This seat is all-in for the pots as they are, with its chips in front of it (ST-D29).

    In or out of turn, before the first action on the round: ValueError later, or where the seat
    cannot act any more.
    """
    place = betting.place(seat)
    if betting.price.cur or any(level is not None for level in betting.levels):
        raise ValueError("the offer ended with the first action on the round")
    player = betting.players[place]
    if player.standing is not Standing.IN:
        raise ValueError(f"seat {seat} does not act any more")
    declared = _reseated(betting, place, replace(player, standing=Standing.ALL_IN))
    return replace(declared, terms=replace(declared.terms, first=declared.to_act))


def announce(betting: BettingRound, seat: int, what: Act, to: int | None = None) -> Announcement:
    """Keep what a seat has said or done before its turn; nothing moves (HE-D34, ST-D31).

    A fold is none: it counts at once, see `kill`. ActRefusedError for the seat whose turn it is,
    for one that does not act any more, and for a bet or raise without an amount.
    """
    place = betting.place(seat)
    if seat == betting.to_act or betting.players[place].standing is not Standing.IN:
        raise ActRefusedError(Refusal.NOT_NEXT, f"seat {seat} does not act out of turn")
    if what is Act.FOLD:
        raise ActRefusedError(Refusal.NOT_OFFERED, "a fold out of turn counts at once")
    if what in (Act.BET, Act.RAISE) and to is None and betting.terms.is_tracked:
        raise ActRefusedError(Refusal.WRONG_AMOUNT, f"a {what.value} needs an amount")
    return Announcement(seat, what, to, betting.price.cur)


def carried_out(betting: BettingRound, announcement: Announcement) -> tuple[Act, int] | None:
    """The plain act and total that an announcement has become, now that it is its seat's turn.

    None where it has lapsed and the seat has all its choices: the amount to match has changed, or
    the act is not legal (HE-D34, ST-D31). ActRefusedError where it is not the seat's turn.
    """
    if betting.to_act != announcement.seat:
        raise ActRefusedError(Refusal.NOT_NEXT, f"it is not the turn of seat {announcement.seat}")
    if betting.price.cur != announcement.cur:
        return None
    try:
        if not betting.terms.is_tracked:
            check_in_order(betting, announcement.seat, announcement.act)
            return announcement.act, 0
        return plain_act(betting, announcement.seat, announcement.act, announcement.to)
    except ActRefusedError:
        return None


def _called(betting: BettingRound) -> bool:
    """Whether anybody has called the standing wager: has acted on it and is not its author.

    Who raised it has called it too, also when his raise has gone back.
    """
    price = betting.price
    return any(
        level is not None and level >= price.cur and player.seat != price.by
        for player, level in zip(betting.players, betting.levels, strict=True)
    )


def _taken_back(betting: BettingRound, place: int) -> BettingRound:
    """The standing wager of the player at this place goes back, down to the bet before it."""
    before = betting.price.before
    assert before is not None, "every wager of a player keeps the price before it"
    player = betting.players[place]
    kept = min(player.bet, before.cur)
    returned = Chips(
        player.seat,
        player.stack + player.bet - kept,
        kept,
        player.put_in,
        player.dead,
        player.standing,
    )
    if before.opening is Opening.FORCED:
        before = replace(before, opening=Opening.OFFERED)
    players = (*betting.players[:place], returned, *betting.players[place + 1 :])
    return replace(betting, price=before, players=players)


def _reseated(betting: BettingRound, place: int, player: Chips) -> BettingRound:
    """The round with this player in his place; the turn passes on if it cannot stay."""
    players = (*betting.players[:place], player, *betting.players[place + 1 :])
    able, hands = count(players)
    turn = betting.turn
    if not betting.terms.is_tracked:
        after = replace(betting, players=players, turn=None, able=able, hands=hands)
        return after if turn is None else in_turn(after, turn)
    if turn is not None:
        turn = next_turn(players, betting.levels, betting.price.cur, turn, able, hands)
    return replace(betting, players=players, turn=turn, able=able, hands=hands)
