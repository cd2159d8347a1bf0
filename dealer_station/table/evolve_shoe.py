"""How cards and the life of the shoe change a table's state (see `evolve`)."""

from dealer_station.games.procedure import BURN
from dealer_station.table import events as e
from dealer_station.table.copying import replace
from dealer_station.table.lifecycle import Service
from dealer_station.table.state import CheckedDeck, ShoeState, TableState


def card_drawn(state: TableState, event: e.CardDrawn) -> TableState:
    """Count the card; it goes to the round, is burned on a new shoe, or is a stray one."""
    shoe = replace(state.shoe, seen=(*state.shoe.seen, event.card))
    if not state.is_round_open and state.service is Service.OPEN:
        if event.position == BURN:
            left = None if shoe.burn_left is None else shoe.burn_left - 1
            return replace(state, shoe=replace(shoe, burn_left=left))
        return replace(state, shoe=shoe, stray_card=state.stray_card or event.card)
    counted = replace(state, shoe=shoe)
    if state.round is None or not state.is_round_open:
        return counted
    return replace(counted, round=replace(state.round, draws=(*state.round.draws, event.card)))


def card_reread(state: TableState, event: e.CardReread) -> TableState:
    """The newest card is known now: one of the round, or the first of a new shoe."""
    shoe = replace(state.shoe, seen=(*state.shoe.seen[:-1], event.card))
    if not state.is_round_open:
        return replace(state, shoe=shoe)
    assert state.round is not None, "a round that is open is there"
    current = replace(state.round, draws=(*state.round.draws[:-1], event.card))
    return replace(state, shoe=shoe, round=current)


def card_corrected(state: TableState, event: e.CardCorrected) -> TableState:
    """The card is another one: who has seen a hand, and what it was to share, counts no more."""
    current = state.round
    assert current is not None, "a card is corrected in a round"
    index = event.card_number - 1
    draws = (*current.draws[:index], event.card, *current.draws[index + 1 :])
    place = len(state.shoe.seen) - len(current.draws) + index
    seen = (*state.shoe.seen[:place], event.card, *state.shoe.seen[place + 1 :])
    corrected = replace(current, draws=draws, seen=(), shares=())
    return replace(state, shoe=replace(state.shoe, seen=seen), round=corrected)


def card_kept(state: TableState, event: e.CardKept) -> TableState:
    """A card waits for the next round, after those that wait already."""
    kept = (*state.shoe.kept_cards, event.card)
    return replace(state, shoe=replace(state.shoe, kept_cards=kept))


def kept_card_played(state: TableState, event: e.KeptCardPlayed) -> TableState:
    """The card that has waited longest is in the round; a round read alone has not seen it wait."""
    assert state.round is not None, "a kept card is played in a round"
    played = replace(state.round, draws=(*state.round.draws, event.card))
    shoe = replace(state.shoe, kept_cards=state.shoe.kept_cards[1:])
    return replace(state, shoe=shoe, round=played)


def burn_called(state: TableState, event: e.BurnCalled) -> TableState:
    """The burn begins anew, with the cards that leave the shoe from now on."""
    shoe = replace(state.shoe, burn_left=event.count, burn_from=len(state.shoe.seen))
    return replace(state, shoe=shoe)


def burn_fixed(state: TableState, event: e.BurnFixed) -> TableState:
    """So many cards more are burned."""
    return replace(state, shoe=replace(state.shoe, burn_left=event.count))


def last_round_fixed(state: TableState, event: e.LastRoundFixed) -> TableState:
    """The shoe serves no round after that one."""
    return replace(state, shoe=replace(state.shoe, last_round=event.round_number))


def deck_locked(state: TableState, _event: e.DeckLocked) -> TableState:
    """No round is opened with these cards."""
    return replace(state, is_deck_locked=True)


def deck_checked(state: TableState, event: e.DeckChecked) -> TableState:
    """What was found stands until the cards are changed or used again."""
    check = CheckedDeck(event.count, event.unread, event.missing, event.surplus, event.is_rest)
    return replace(state, shoe=replace(state.shoe, check=check))


def deck_changed(state: TableState, event: e.DeckChanged) -> TableState:
    """The cards are whole again."""
    shoe = ShoeState(burn_left=event.burn_count)
    return replace(state, is_deck_locked=False, shoe=shoe, stray_card="")
