"""What the rulings of Texas Hold'em do, where an id has an effect of its own (HE-D22 to HE-D41)."""

from collections.abc import Mapping

from dealer_station.cards.card import UNREADABLE
from dealer_station.games.pots.betting import Act
from dealer_station.games.procedure import ASIDE, BOARD, BURN, seat_hand
from dealer_station.irregularities.kinds import RulingOption
from dealer_station.table import events as e
from dealer_station.table.copying import replace
from dealer_station.table.draft import Draft
from dealer_station.table.house.situation import read_facts
from dealer_station.table.lifecycle import Phase
from dealer_station.table.pot.acts import take
from dealer_station.table.pot.case import PotCase
from dealer_station.table.pot.effects import (
    Effect,
    bar_seat,
    correct_places,
    declare_dead,
    kill_hand,
    nothing,
    seat_of_item,
)
from dealer_station.table.pot.naming import whole_hand
from dealer_station.table.pot.piles import SCRAP, STUB
from dealer_station.table.pot.places import LateCard, Places
from dealer_station.table.pot.readings import reading_of
from dealer_station.table.pot.reasons import ActReason
from dealer_station.table.refusals import RefusalReason, RefusedError
from dealer_station.table.state import Irregularity

_RIVER = 3
"""The last street, counted from 0."""


def _case(draft: Draft, item: Irregularity) -> PotCase:
    return PotCase(draft.rules, draft.state, read_facts(item.facts))


# ------------------------------------------------------------------------------- hole cards


def _replace_exposed(draft: Draft, item: Irregularity, _cards: tuple[str, ...]) -> None:
    """After the last hole card the next one takes its place; it is the burn itself (HE-D24)."""
    places, index = draft.hand.places, item.card_number - 1
    place = places.at(index)
    order = (*places.order[:index], BURN, *places.order[index + 1 :], place.hand)
    others = tuple(one for one in places.late if one.index != index)
    late = (*others, LateCard(len(order) - 1, place.number))
    correct_places(draft, item.irregularity, Places(order, late, is_burn_out=True))


def _replace_boxed(draft: Draft, item: Irregularity, _cards: tuple[str, ...]) -> None:
    """It is out of the hand, and the next card takes its place (HE-D25)."""
    places = draft.hand.places.without_newest(len(draft.hand.draws))
    correct_places(draft, item.irregularity, places)


def _burn_extra(draft: Draft, item: Irregularity, _cards: tuple[str, ...]) -> None:
    """The extra card is the burn: it lies there already, or beside one that does (HE-D22)."""
    hand = draft.hand
    if len(hand.draws) > len(hand.deal_order):
        order = (*hand.deal_order, BURN)
        correct_places(draft, item.irregularity, replace(hand.places, order=order))


# ------------------------------------------------------------------------------------ board


def _back_to_stub(draft: Draft, item: Irregularity, _cards: tuple[str, ...]) -> None:
    """Premature cards go back, the burn stays, the stub is shuffled (HE-D23)."""
    places = draft.hand.places.premature_to(STUB, len(draft.hand.draws))
    correct_places(draft, item.irregularity, places, is_shuffled=True)


def _set_turn_aside(draft: Draft, item: Irregularity, _cards: tuple[str, ...]) -> None:
    """The card is kept; before the river it goes back, which then comes unburned (HE-D23)."""
    places = draft.hand.places.premature_to(ASIDE, len(draft.hand.draws))
    correct_places(draft, item.irregularity, places, aside_until=_RIVER)


def _pick_burn(draft: Draft, item: Irregularity, cards: tuple[str, ...]) -> None:
    """Of four flop cards the named one is the next burn, the others are the flop (HE-D27)."""
    hand = draft.hand
    newest = len(hand.draws) - 1
    order = [BOARD if index == newest else owner for index, owner in enumerate(hand.deal_order)]
    dealt = list(zip(hand.draws, order, strict=False))
    if (cards[0], BOARD) not in dealt:
        raise RefusedError(
            RefusalReason.NOT_OFFERED, irregularity=item.irregularity, cards=" ".join(cards)
        )
    order[dealt.index((cards[0], BOARD))] = BURN
    places = replace(hand.places, order=tuple(order), is_burn_out=True)
    correct_places(draft, item.irregularity, places)


def _deal_street_anew(draft: Draft, item: Irregularity, _cards: tuple[str, ...]) -> None:
    """The cards shown go back, the burn stays, and the street comes without one.

    So for a flop of four or more cards and a turn or river of two (HE-D27, HE-D31), and where
    there were two burns before the flop (HE-D29). Without any burn nothing else had left the shoe:
    all goes back, then burn and flop.
    """
    hand = draft.hand
    case = _case(draft, item)
    has_burn = case.facts.count != 0
    start = hand.street_from
    came = hand.draws[start:]
    first_burn = 1 if has_burn and hand.deal_order[start : start + 1] == (BURN,) else 0
    laid = tuple(
        SCRAP
        if hand.deal_order[start + at : start + at + 1] == (SCRAP,)
        else BURN
        if at < first_burn
        else STUB
        for at in range(len(came))
    )
    due = (BOARD,) * case.street.board_cards
    order = hand.deal_order[:start] + laid + (due if has_burn else (BURN, *due))
    correct_places(
        draft, item.irregularity, Places(order, hand.late, is_burn_out=False), is_shuffled=True
    )


def _card_stands(draft: Draft, item: Irregularity, _cards: tuple[str, ...]) -> None:
    """After action on turn or river the card that was seen stands (HE-D30).

    Without a burn: what was read as the burn is the card of the street. After two burns: the card
    read last is it, and the one before it the next burn.
    """
    hand = draft.hand
    start, drawn = hand.street_from, len(hand.draws)
    if read_facts(item.facts).count == 0:
        order = (*hand.deal_order[:start], BOARD)
        correct_places(draft, item.irregularity, replace(hand.places, order=order))
        return
    order = (*hand.deal_order[: drawn - 2], BURN, BOARD)
    correct_places(draft, item.irregularity, replace(hand.places, order=order, is_burn_out=True))


# ----------------------------------------------------------------------------------- action


def _announce(draft: Draft, item: Irregularity, _cards: tuple[str, ...]) -> None:
    """Nothing moves until the seat's turn; a fold counts at once (HE-D34)."""
    facts, person = read_facts(item.facts), draft.command.actor.person_id
    seat, act = seat_of_item(item), Act(facts.action)
    if act is Act.FOLD:
        draft.emit(e.FoldedOutOfTurn(at=draft.at, seat=seat, person_id=person))
        return
    draft.emit(
        e.ActAnnounced(
            at=draft.at, seat=seat, action=act, to_minor=facts.amount_minor, person_id=person
        )
    )


def _check(draft: Draft, item: Irregularity, _cards: tuple[str, ...]) -> None:
    """Who says call where nothing is owed has checked (HE-I42)."""
    take(draft, seat_of_item(item), Act.CHECK, None, ActReason.HIMSELF)


def _take_as_read(draft: Draft, item: Irregularity, _cards: tuple[str, ...]) -> None:
    """What was put in or said is carried out as the act it comes to (HE-D36)."""
    reading = reading_of(_case(draft, item), without_smallest=True)
    assert reading is not None, "the report was checked to come to an act"
    take(draft, seat_of_item(item), reading.act, reading.to, ActReason.HIMSELF)


def _kill_and_take_back(draft: Draft, item: Irregularity, _cards: tuple[str, ...]) -> None:
    """A bet or raise that nobody has called comes back; once called, nothing does (HE-D37)."""
    declare_dead(draft, seat_of_item(item), item.irregularity, takes_back=True)


def _kill_short_caller(draft: Draft, item: Irregularity, _cards: tuple[str, ...]) -> None:
    """The chips that were put in stay there (HE-I49, HE-D37)."""
    case, seat = _case(draft, item), seat_of_item(item)
    assert case.chips is not None, "who calls was dealt in"
    assert case.facts.amount_minor is not None, "the report says what was put in"
    put = case.facts.amount_minor - case.chips.bet
    declare_dead(draft, seat, item.irregularity, put_minor=put)


def _skip_ruled(effect: Effect) -> Effect:
    def ruled(draft: Draft, item: Irregularity, cards: tuple[str, ...]) -> None:
        draft.emit(e.SkippedSeatRuled(at=draft.at, seat=seat_of_item(item)))
        effect(draft, item, cards)

    return ruled


# ------------------------------------------------------------------- showdown, between hands


def _retrieve(draft: Draft, item: Irregularity, _cards: tuple[str, ...]) -> None:
    """The mucked hand is taken back and counts as shown (HE-I52, HE-D41)."""
    hand, seat = draft.hand, seat_of_item(item)
    cards = hand.cards(seat_hand(seat))
    is_known = UNREADABLE not in cards
    whole = cards if is_known else whole_hand(hand, seat, read_facts(item.facts).cards)
    assert whole is not None, "the report was checked to name every card"
    draft.emit(
        e.HandRetrieved(
            at=draft.at,
            seat=seat,
            cards=() if is_known else whole,
            person_id=draft.command.actor.person_id,
        )
    )
    hand = draft.hand
    if draft.state.phase is Phase.PAYING and hand.next_to_show is not None:
        draft.emit(e.ShowdownBegun(at=draft.at, shows=hand.shows))


def _place_button(draft: Draft, item: Irregularity, _cards: tuple[str, ...]) -> None:
    """It lies there in the next hand, and the blinds follow as in a first one (HE-D40)."""
    person = draft.command.actor.person_id
    draft.emit(e.ButtonPlaced(at=draft.at, seat=seat_of_item(item), person_id=person))


_AS_READ: Mapping[RulingOption, Effect] = {
    RulingOption.PLAY_ON: _take_as_read,
    RulingOption.CORRECT_WAGER: _take_as_read,
    RulingOption.RETURN_WAGER: _take_as_read,
}
_STREET_ANEW: Mapping[RulingOption, Effect] = {RulingOption.RESHUFFLE_STUB: _deal_street_anew}
_PREMATURE: Mapping[RulingOption, Effect] = {
    RulingOption.RESHUFFLE_STUB: _back_to_stub,
    RulingOption.SET_ASIDE: _set_turn_aside,
}
_TAKEN_BACK: Mapping[RulingOption, Effect] = {RulingOption.DEAD_HAND: _kill_and_take_back}

HOLDEM_EFFECTS: Mapping[str, Mapping[RulingOption, Effect]] = {
    "HE-I02": {RulingOption.REPLACE_CARD: _replace_exposed},
    "HE-I06": {RulingOption.BURN_CARD: _burn_extra},
    "HE-I12": {RulingOption.REPLACE_CARD: _replace_boxed},
    "HE-I15": {RulingOption.REPLACE_CARD: nothing},
    "HE-I17": {RulingOption.REORDER: _place_button},
    "HE-I20": {
        RulingOption.BURN_CARD: _pick_burn,
        RulingOption.RESHUFFLE_STUB: _deal_street_anew,
    },
    "HE-I21": _STREET_ANEW,
    "HE-I22": _PREMATURE,
    "HE-I23": _PREMATURE,
    "HE-I24": _PREMATURE,
    "HE-I26": _STREET_ANEW,
    "HE-I27": {RulingOption.PLAY_ON: _card_stands},
    "HE-I28": _STREET_ANEW,
    "HE-I40": {RulingOption.PLAY_ON: _announce},
    "HE-I41": {
        RulingOption.PLAY_ON: _skip_ruled(nothing),
        RulingOption.CALL_OR_FOLD: _skip_ruled(bar_seat),
        RulingOption.DEAD_HAND: _skip_ruled(kill_hand),
    },
    "HE-I42": {RulingOption.PLAY_ON: _check},
    "HE-I43": _AS_READ,
    "HE-I44": _AS_READ,
    "HE-I45": _AS_READ,
    "HE-I48": _AS_READ,
    "HE-I49": {
        RulingOption.CORRECT_WAGER: _take_as_read,
        RulingOption.DEAD_HAND: _kill_short_caller,
    },
    "HE-I51": _TAKEN_BACK,
    "HE-I52": {RulingOption.PLAY_ON: _retrieve, RulingOption.DEAD_HAND: nothing},
    "HE-I53": _TAKEN_BACK,
}
"""By irregularity; an option that is not here does what it does in every game."""
