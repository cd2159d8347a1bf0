"""The pots to their winners: rake, shares, odd units (HE-D09 to HE-D11, ST-D16 to ST-D19)."""

from collections.abc import Collection, Sequence

from dealer_station.games.pot_rules import PotGame
from dealer_station.games.pots.pots import Pot, pots_of, share, take_rake
from dealer_station.games.procedure import seat_hand
from dealer_station.table import events as e
from dealer_station.table.draft import Draft
from dealer_station.table.lifecycle import Phase
from dealer_station.table.pot import commands as pc
from dealer_station.table.pot.acting import refuse_unless
from dealer_station.table.pot.events import PotAward, PotShare
from dealer_station.table.pot.hands import known
from dealer_station.table.pot.leaving import let_leavers_go
from dealer_station.table.pot.state import PotHand


def push_pots(draft: Draft, command: pc.PushPots) -> None:
    """Push every pot, and end the hand; who has given up his seat takes his chips now."""
    draft.refuse_if_held()
    refuse_unless(draft, Phase.PAYING)
    hand, person = draft.hand, command.actor.person_id
    draft.emit(e.PotsPushed(at=draft.at, awards=awards_of(draft.rules.pot, hand), person_id=person))
    draft.emit(e.RoundSettled(at=draft.at, round_number=hand.number))
    let_leavers_go(draft)


def awards_of(game: PotGame, hand: PotHand) -> tuple[PotAward, ...]:
    """Return what becomes of every pot, main pot first; a hand that was mucked wins nothing."""
    pots = _winnable(pots_of(hand.pulled), hand.mucked)
    raked, _ = take_rake(pots, game.rake, flop_dealt=bool(hand.board))
    awards = []
    for pot, left in zip(pots, raked, strict=True):
        winners = _winners(game, hand, pot.seats)
        shares = share(left.amount, winners, game.chip_minor)
        awards.append(
            PotAward(
                pot.amount,
                pot.seats,
                pot.amount - left.amount,
                tuple(PotShare(seat, amount) for seat, amount in shares),
            )
        )
    return tuple(awards)


def _winnable(pots: Sequence[Pot], mucked: Collection[int]) -> tuple[Pot, ...]:
    """Let a pot whose hands are all given up go to the one below it (HE-D09, HE-D14, ST-D16).

    So where the hand that would have won it was declared dead after the others had mucked.
    """
    left: list[Pot] = []
    for pot in pots:
        if left and all(seat in mucked for seat in pot.seats):
            below = left.pop()
            pot = Pot(below.amount + pot.amount, below.seats)  # noqa: PLW2901 - both in one
        left.append(pot)
    return tuple(left)


def _winners(game: PotGame, hand: PotHand, seats: tuple[int, ...]) -> tuple[int, ...]:
    """Return who wins a pot, in the order of its odd units."""
    able = tuple(seat for seat in seats if seat not in hand.mucked)
    if len(able) == 1:
        return able
    cards = {seat: known(hand.cards(seat_hand(seat))) for seat in able}
    return game.winners(able, cards, known(hand.board), hand.positions)
