"""Betting rounds written as a table script writes them, for the tests of the betting engine."""

from collections.abc import Mapping

from dealer_station.games.pots.acting import act
from dealer_station.games.pots.betting import Act, BettingRound, Legal, Opening, Sizes
from dealer_station.games.pots.offers import legal
from dealer_station.games.pots.opening import open_round
from dealer_station.games.pots.players import Chips, post
from dealer_station.games.pots.pots import pots_of, pull_in
from dealer_station.games.pots.structure import FixedLimit, HeadsUp, Structure


def limit(small: int, big: int, cap: int | None = 3, *, half: bool = True) -> FixedLimit:
    return FixedLimit(small, big, cap, HeadsUp.ACTION, half_bet_rule=half)


def seated(stacks: Mapping[int, int]) -> tuple[Chips, ...]:
    return tuple(Chips(seat, stack) for seat, stack in sorted(stacks.items()))


def street(
    structure: Structure, stacks: Mapping[int, int], first: int = 1, **options: object
) -> BettingRound:
    """A round in which nothing is owed."""
    return open_round(structure, seated(stacks), first, **options)  # type: ignore[arg-type]


def blinds(
    structure: Structure, stacks: Mapping[int, int], button: int, small: int, big: int
) -> BettingRound:
    """The round before the flop; with two players the button posts the small blind."""
    players = seated(stacks)
    seats = [player.seat for player in players]
    after = [seat for seat in seats if seat > button] + [seat for seat in seats if seat <= button]
    order = after if len(seats) > 2 else [button, *after[:1]]
    dues = {order[0]: small, order[1]: big}
    posted = tuple(
        post(player, dues[player.seat]) if player.seat in dues else player for player in players
    )
    return open_round(structure, posted, order[2 % len(order)], Opening.BLINDS, amount=big)


def bring_in(structure: Structure, players: tuple[Chips, ...], low: int, due: int) -> BettingRound:
    """Third street."""
    return open_round(structure, players, low, Opening.FORCED, amount=due)


def play(betting: BettingRound, line: str) -> BettingRound:
    """The round after a line such as `1 bet 10; 2 all_in; 3 call`."""
    for step in line.split(";"):
        seat, what, *amount = step.split()
        betting = act(betting, int(seat), Act(what), int(amount[0]) if amount else None)
    return betting


def offer(betting: BettingRound) -> tuple[int, dict[str, object]]:
    """The seat to act, and what it may do as a table script's `next.legal` says it."""
    offered = legal(betting)
    return offered.seat, said(offered)


def said(offered: Legal) -> dict[str, object]:
    words: dict[str, object] = {}
    for name in ("fold", "check"):
        if getattr(offered, name):
            words[name] = True
    for name in ("call", "bring_in", "complete"):
        if getattr(offered, name):
            words[name] = getattr(offered, name)
    for name, sizes in (("bet", offered.bet), ("raise", offered.raise_to)):
        if sizes is not None:
            words[name] = sizes_said(sizes)
    return words


def sizes_said(sizes: Sizes) -> object:
    if sizes.low == sizes.high:
        return sizes.low
    return {sizes.low, sizes.high} if sizes.fixed else (sizes.low, sizes.high)


def pots(betting: BettingRound) -> list[tuple[int, tuple[int, ...]]]:
    """The pots after the round, what nobody called gone back."""
    return [(pot.amount, pot.seats) for pot in pots_of(pull_in(betting.players)[0])]


def stacks(betting: BettingRound) -> dict[int, int]:
    """Chips in front of the players after the round."""
    return {player.seat: player.stack for player in pull_in(betting.players)[0]}
