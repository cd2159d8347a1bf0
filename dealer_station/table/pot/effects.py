"""What each ruling does to the hand of a pot game.

Options that mean the same in every game stand here; what an option means for one irregularity of a
game is in that game's file and goes first.
"""

from collections.abc import Callable, Mapping

from dealer_station.games.pots.rulings import kill
from dealer_station.games.procedure import seat_hand
from dealer_station.irregularities.kinds import RulingOption
from dealer_station.table import events as e
from dealer_station.table.draft import Draft
from dealer_station.table.house.situation import read_facts
from dealer_station.table.lifecycle import Phase
from dealer_station.table.pot.leaving import let_leavers_go
from dealer_station.table.pot.places import Places
from dealer_station.table.pot.reasons import ActReason
from dealer_station.table.refusals import RefusalReason, RefusedError
from dealer_station.table.state import Irregularity

Effect = Callable[[Draft, Irregularity, tuple[str, ...]], None]
"""Takes the effect of a ruling; the cards are those that it names."""

KEEP = -1
"""Stands for the street before which cards set aside go back, where a ruling leaves it as it is."""


def seat_of_item(item: Irregularity) -> int:
    """Return the seat that an irregularity concerns, by name or by a place; there must be one."""
    seat = read_facts(item.facts).seat
    assert seat is not None, f"{item.irregularity} concerns a seat"
    return seat


def correct_places(
    draft: Draft,
    irregularity: str,
    places: Places,
    *,
    is_shuffled: bool = False,
    aside_until: int | None = KEEP,
) -> None:
    """Let the cards of the hand lie like this; where cards are due again, the deal goes on."""
    hand = draft.hand
    draft.emit(
        e.PlacesCorrected(
            at=draft.at,
            deal_order=places.order,
            late=places.late,
            is_burn_out=places.is_burn_out,
            is_shuffled=is_shuffled,
            aside_until=hand.aside_until if aside_until == KEEP else aside_until,
            irregularity=irregularity,
        )
    )
    if draft.hand.is_card_due and draft.state.phase is Phase.ACTING:
        draft.emit(e.DealResumed(at=draft.at))


def nothing(_draft: Draft, _item: Irregularity, _cards: tuple[str, ...]) -> None:
    """The ruling changes nothing in the hand: the record and the table stand as they are."""


def void_hand(draft: Draft, item: Irregularity, _cards: tuple[str, ...]) -> None:
    """Every chip goes back to who put it in; the hand is played again as it was (HE-I09)."""
    draft.emit(e.RoundVoided(at=draft.at, round_number=draft.hand.number, reason=item.irregularity))
    let_leavers_go(draft)


def foul_deck(draft: Draft, item: Irregularity, cards: tuple[str, ...]) -> None:
    """Every chip goes back, and no hand is dealt with this deck (HE-D26, ST-D33)."""
    void_hand(draft, item, cards)
    draft.emit(e.DeckLocked(at=draft.at, irregularity=item.irregularity))


def kill_hand(draft: Draft, item: Irregularity, _cards: tuple[str, ...]) -> None:
    """The hand of the seat is dead; its chips stay, and it gets no more cards (HE-D37)."""
    declare_dead(draft, seat_of_item(item), item.irregularity)


def declare_dead(
    draft: Draft, seat: int, irregularity: str, *, takes_back: bool = False, put_minor: int = 0
) -> None:
    """Declare a hand dead by a ruling; `takes_back`: what nobody has called of it comes back."""
    if seat not in draft.hand.live:
        raise RefusedError(RefusalReason.NOT_APPLICABLE, irregularity=irregularity, seat=str(seat))
    back = _uncalled_minor(draft, seat) if takes_back else 0
    draft.emit(
        e.HandDeclaredDead(
            at=draft.at,
            seat=seat,
            reason=ActReason.RULED,
            keeps_receiving=False,
            person_id=draft.command.actor.person_id,
            takes_back=back > 0,
            back_minor=back,
            put_minor=put_minor,
        )
    )
    hand = draft.hand
    drawn = len(hand.draws)
    if seat_hand(seat) in hand.deal_order[drawn:]:
        places = hand.places.without_hand(seat_hand(seat), drawn)
        correct_places(draft, irregularity, places)


def _uncalled_minor(draft: Draft, seat: int) -> int:
    """Return how much of a seat's bet comes back when its hand dies: nobody has called it."""
    betting = draft.hand.betting
    if betting is None:
        return 0
    killed = kill(betting, seat, take_back=True)
    place = betting.place(seat)
    return betting.players[place].bet - killed.players[place].bet


def bar_seat(draft: Draft, item: Irregularity, _cards: tuple[str, ...]) -> None:
    """The seat may only call, check or fold in this round."""
    draft.emit(e.SeatBarred(at=draft.at, seat=seat_of_item(item)))


def shuffle_stub(draft: Draft, item: Irregularity, _cards: tuple[str, ...]) -> None:
    """The stub is shuffled; no card of the record lies elsewhere (HE-I29, ST-I48)."""
    correct_places(draft, item.irregularity, draft.hand.places, is_shuffled=True)


EFFECTS: Mapping[RulingOption, Effect] = {
    RulingOption.PLAY_ON: nothing,
    RulingOption.MISDEAL: void_hand,
    RulingOption.FOULED_DECK: foul_deck,
    RulingOption.DEAD_HAND: kill_hand,
    RulingOption.COMPLETE_HAND: nothing,
    RulingOption.REORDER: nothing,
    RulingOption.CALL_OR_FOLD: bar_seat,
    RulingOption.RESHUFFLE_STUB: shuffle_stub,
}
"""What an option does where no game says otherwise."""
