"""What follows by itself in a hand: a street is dealt, a betting round is over, the pots are ready.

Called after everything that may have brought a hand further. While a ruling is open nothing moves.
"""

from dealer_station.games.pot_rules import Shortage, show_order
from dealer_station.games.pots.betting import BettingRound
from dealer_station.games.pots.opening import open_round
from dealer_station.games.pots.pots import pots_of, uncalled
from dealer_station.games.procedure import ASIDE, BURN
from dealer_station.irregularities.kinds import RulingOption
from dealer_station.table import events as e
from dealer_station.table.draft import Draft
from dealer_station.table.lifecycle import Phase
from dealer_station.table.pot import absence, out_of_turn
from dealer_station.table.pot.entries import enter
from dealer_station.table.pot.hands import (
    aside_of_street,
    barred_seats,
    in_sight,
    played_rounds,
    street_deal,
    street_of,
)
from dealer_station.table.pot.piles import STUB
from dealer_station.table.pot.state import PotHand

_SHORTAGES = {
    Shortage.MIXED: ("ST-I11", RulingOption.RESHUFFLE_STUB),
    Shortage.COMMUNITY: ("ST-I12", RulingOption.COMMUNITY_CARD),
}


def move_on(draft: Draft) -> None:
    """Take every step that needs nobody."""
    while not draft.state.open_irregularity and _step(draft):
        pass


def _step(draft: Draft) -> bool:
    """Take one step; return whether there was one."""
    match draft.state.phase:
        case Phase.DEALING:
            return _step_of_the_deal(draft, draft.hand)
        case Phase.ACTING:
            return _step_of_the_betting(draft, draft.hand)
        case Phase.SHOWDOWN:
            return _step_of_the_showdown(draft, draft.hand)
        case _:
            return False


def _step_of_the_deal(draft: Draft, hand: PotHand) -> bool:
    is_alone = len(hand.live) == 1
    if (hand.is_card_due and not is_alone) or hand.has_unread_card:
        return False
    if is_alone and not any(one.bet for one in hand.pulled):
        draft.emit(e.PotsReady(at=draft.at))
        return True
    if hand.is_street_over:
        _leave_street(draft, hand)
    elif hand.after_mixing:
        _mix(draft, hand)
    else:
        _open_betting(draft, hand)
    return True


def _mix(draft: Draft, hand: PotHand) -> None:
    """Burns and cards set aside go back into the stub; what is still due comes from there."""
    dealt = tuple(STUB if owner in {ASIDE, BURN} else owner for owner in hand.deal_order)
    draft.emit(e.StubMixed(at=draft.at, deal_order=dealt + hand.after_mixing))


def _open_betting(draft: Draft, hand: PotHand) -> None:
    """Open the betting round of the street; where nobody can act it is skipped (HE-D05, ST-D14)."""
    game, street = draft.rules.pot, street_of(draft.rules.pot, hand)
    sight = in_sight(game, hand)
    opener = game.opener(street, sight)
    both_units = game.has_pair_option(street, sight)
    barred = barred_seats(game, hand)
    betting = open_round(
        hand.structure,
        hand.pulled,
        opener.seat,
        opener.opening,
        amount=opener.amount_minor,
        big=street.is_big,
        both_units=both_units,
        barred=frozenset(barred),
    )
    if betting.over and not any(one.bet for one in betting.players):
        _leave_street(draft, hand)
        return
    draft.emit(
        e.BettingRoundOpened(
            at=draft.at,
            street=hand.street,
            first=opener.seat,
            opening=opener.opening,
            amount_minor=opener.amount_minor,
            is_big=street.is_big,
            has_both_units=both_units,
            barred=barred,
            clock_ms=game.clock_ms,
        )
    )


def _step_of_the_betting(draft: Draft, hand: PotHand) -> bool:
    betting = hand.betting
    assert betting is not None, "a betting round is open"
    if betting.to_act is None:
        _pull_in(draft, betting)
        return True
    if hand.announced and out_of_turn.act_as_announced(draft, betting):
        return True
    if hand.announced and out_of_turn.hold_for_skipped(draft, betting):
        return True
    return absence.act_for_absent(draft, betting)


def _pull_in(draft: Draft, betting: BettingRound) -> None:
    back = uncalled(betting.players)
    seat, amount = (0, 0) if back is None else back
    draft.emit(e.BetsPulledIn(at=draft.at, uncalled_seat=seat, uncalled_minor=amount))


def _leave_street(draft: Draft, hand: PotHand) -> None:
    """Deal the next street, or begin the showdown after the last one."""
    game, following = draft.rules.pot, hand.street + 1
    if following == len(game.streets):
        _begin_showdown(draft, hand)
        return
    if hand.aside_until == following:
        _return_set_aside(draft, hand)
        hand = draft.hand
    aside = aside_of_street(game, hand, following)
    deal = street_deal(game, hand, following, aside)
    if deal.shortage is not Shortage.NONE:
        enter(draft, *_SHORTAGES[deal.shortage])
    draft.emit(
        e.StreetCalled(
            at=draft.at,
            street=following,
            deal_order=hand.deal_order + (ASIDE,) * aside + deal.before,
            after_mixing=deal.after if deal.is_mixed else (),
        )
    )


def _return_set_aside(draft: Draft, hand: PotHand) -> None:
    """Cards set aside go back into the stub; the street comes without a burn (HE-D23)."""
    order = tuple(STUB if owner == ASIDE else owner for owner in hand.deal_order)
    draft.emit(
        e.PlacesCorrected(
            at=draft.at,
            deal_order=order,
            late=hand.late,
            is_burn_out=True,
            is_shuffled=True,
            aside_until=None,
            irregularity="",
        )
    )


def _begin_showdown(draft: Draft, hand: PotHand) -> None:
    game = draft.rules.pot
    leader = game.show_leader(in_sight(game, hand), played_rounds(game, hand))
    pots = [pot.seats for pot in pots_of(hand.pulled)]
    draft.emit(e.ShowdownBegun(at=draft.at, shows=show_order(pots, leader)))


def _step_of_the_showdown(draft: Draft, hand: PotHand) -> bool:
    if len(hand.live) > 1 and hand.next_to_show is not None:
        return False
    draft.emit(e.PotsReady(at=draft.at))
    return True
