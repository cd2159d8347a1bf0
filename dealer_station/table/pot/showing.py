"""The showdown: the hands answer in their order, each by showing or by giving up (HE-D14)."""

from dealer_station.cards.card import UNREADABLE
from dealer_station.games.pot_rules import PotGame
from dealer_station.games.pots.pots import pots_of
from dealer_station.games.procedure import seat_hand
from dealer_station.table import events as e
from dealer_station.table.draft import Draft
from dealer_station.table.lifecycle import Phase
from dealer_station.table.pot import commands as pc
from dealer_station.table.pot.naming import whole_hand
from dealer_station.table.pot.progress import move_on
from dealer_station.table.pot.state import PotHand
from dealer_station.table.refusals import RefusalReason, RefusedError

SHOW = "show"
MUCK = "muck"
ANSWERS = frozenset({SHOW, MUCK})


def show_hand(draft: Draft, command: pc.ShowHand) -> None:
    """Turn a hand over, and name the cards of it that no reader has seen."""
    draft.refuse_if_held()
    answer(draft, command.seat, SHOW, command.cards)


def answer(draft: Draft, seat: int, action: str, named: tuple[str, ...] = ()) -> None:
    """Take the answer of the hand whose turn it is."""
    hand = _refuse_unless_next(draft, seat)
    person = draft.command.actor.person_id
    if action == MUCK:
        if not may_be_mucked(draft.rules.pot, hand, seat):
            raise RefusedError(RefusalReason.NOT_OFFERED, seat=str(seat), action=action)
        draft.emit(e.HandMucked(at=draft.at, seat=seat, person_id=person))
    else:
        cards = _all_known(hand, seat, named)
        draft.emit(e.HandShown(at=draft.at, seat=seat, cards=cards, person_id=person))
    move_on(draft)


def _refuse_unless_next(draft: Draft, seat: int) -> PotHand:
    if draft.phase is not Phase.SHOWDOWN:
        if draft.phase is Phase.DEALING:
            position = draft.hand.next_position
            raise RefusedError(RefusalReason.CARDS_MISSING, position=position)
        raise RefusedError(RefusalReason.WRONG_PHASE, phase=draft.phase)
    hand = draft.hand
    if seat == hand.next_to_show:
        return hand
    if seat not in draft.state.seats:
        raise RefusedError(RefusalReason.NO_SUCH_SEAT, seat=str(seat))
    if seat not in hand.live:
        raise RefusedError(RefusalReason.NOT_IN_ROUND, seat=str(seat))
    raise RefusedError(RefusalReason.NOT_NEXT, seat=str(seat))


def may_be_mucked(game: PotGame, hand: PotHand, seat: int) -> bool:
    """Say whether a hand may be given up: not where a pot would be nobody's (HE-D14, ST-D17)."""
    if game.leader_must_show and seat == hand.shows[0]:
        return False
    live = set(hand.live)
    return all(
        seat not in pot.seats or len(live.intersection(pot.seats)) > 1
        for pot in pots_of(hand.pulled)
    )


def _all_known(hand: PotHand, seat: int, named: tuple[str, ...]) -> tuple[str, ...]:
    """Return the whole hand with the cards that were named; nothing where a reader saw it all."""
    cards = hand.cards(seat_hand(seat))
    if UNREADABLE not in cards and not named:
        return ()
    if len(named) != cards.count(UNREADABLE):
        raise RefusedError(RefusalReason.CARDS_MISSING, seat=str(seat))
    whole = whole_hand(hand, seat, named)
    if whole is None:
        raise RefusedError(RefusalReason.NOT_APPLICABLE, cards=" ".join(named))
    return whole
