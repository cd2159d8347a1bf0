"""How reports and rulings of a pot game change its hand (see `table.evolve`). Pure and total."""

from collections.abc import Callable, Mapping
from typing import Any

from dealer_station.games.pot_rules import clockwise
from dealer_station.games.pots.betting import Act, BettingRound
from dealer_station.games.pots.players import Standing
from dealer_station.games.pots.rulings import Announcement, bar, kill
from dealer_station.table import events as e
from dealer_station.table.copying import replace
from dealer_station.table.pot.state import PotHand, TakenAct
from dealer_station.table.state import TableState


def hand_of(state: TableState) -> PotHand:
    """Return the hand; there must be one."""
    assert state.pot.hand is not None, "no hand"
    return state.pot.hand


def with_hand(state: TableState, hand: PotHand) -> TableState:
    """Return the state with another hand."""
    return replace(state, pot=replace(state.pot, hand=hand))


def still_to_come(hand: PotHand, before: int | None, after: int | None) -> tuple[Announcement, ...]:
    """Return what was said out of turn by seats that the turn has yet to reach.

    The turn went from the seat `before` to `after`; None: the betting round was, or is, over.
    """
    if not hand.announced or before is None or before == after:
        return hand.announced
    if after is None:
        return ()
    round_trip = clockwise(hand.seats, after=before)
    passed = {before, *round_trip[: round_trip.index(after)]}
    return tuple(one for one in hand.announced if one.seat not in passed)


def deal_resumed(state: TableState) -> TableState:
    """Cards are due again: a betting round in which nobody has acted begins anew after them.

    Who has folded out of turn, or is dead by a ruling, stays so.
    """
    hand = replace(hand_of(state), pulled=hand_of(state).chips, betting=None, announced=())
    return replace(with_hand(state, hand), clock=None)


def act_announced(state: TableState, event: e.ActAnnounced) -> TableState:
    """It waits for its turn."""
    hand, betting = hand_of(state), betting_of(state)
    said = Announcement(event.seat, event.action, event.to_minor, betting.price.cur)
    return with_hand(state, replace(hand, announced=(*hand.announced, said)))


def folded_out_of_turn(state: TableState, event: e.FoldedOutOfTurn) -> TableState:
    """The hand is folded; whose turn it is stays."""
    hand, betting = hand_of(state), betting_of(state)
    said = Announcement(event.seat, Act.FOLD, None, betting.price.cur)
    folded = replace(
        hand,
        betting=kill(betting, event.seat, Standing.FOLDED),
        acts=(*hand.acts, TakenAct(hand.street, event.seat, Act.FOLD.value, 0)),
        announced=(*hand.announced, said),
        receiving=(*hand.receiving, event.seat) if event.keeps_receiving else hand.receiving,
    )
    return with_hand(state, folded)


def announcement_lapsed(state: TableState, event: e.AnnouncementLapsed) -> TableState:
    """The seat has all its choices."""
    hand = hand_of(state)
    left = tuple(one for one in hand.announced if one.seat != event.seat)
    return with_hand(state, replace(hand, announced=left))


def seat_barred(state: TableState, event: e.SeatBarred) -> TableState:
    """The seat may only call, check or fold in this round."""
    hand = replace(hand_of(state), betting=bar(betting_of(state), event.seat))
    return with_hand(state, hand)


def skipped_seat_ruled(state: TableState, event: e.SkippedSeatRuled) -> TableState:
    """The seat is not asked about again before it has acted."""
    hand = hand_of(state)
    return with_hand(state, replace(hand, ruled_skips=(*hand.ruled_skips, event.seat)))


def hand_retrieved(state: TableState, event: e.HandRetrieved) -> TableState:
    """The hand lies open, and can win again."""
    hand = hand_of(state)
    retrieved = replace(
        hand,
        mucked=tuple(seat for seat in hand.mucked if seat != event.seat),
        shown=(*hand.shown, event.seat),
        named=(*hand.named, (event.seat, event.cards)) if event.cards else hand.named,
    )
    return with_hand(state, retrieved)


def betting_of(state: TableState) -> BettingRound:
    """Return the betting round; one must be open."""
    betting = hand_of(state).betting
    assert betting is not None, "a betting round is open"
    return betting


EVOLVERS: Mapping[type[e.TableEvent], Callable[[TableState, Any], TableState]] = {
    e.ActAnnounced: act_announced,
    e.AnnouncementLapsed: announcement_lapsed,
    e.FoldedOutOfTurn: folded_out_of_turn,
    e.HandRetrieved: hand_retrieved,
    e.SeatBarred: seat_barred,
    e.SkippedSeatRuled: skipped_seat_ruled,
}
"""How each event of a ruling changes the hand."""
