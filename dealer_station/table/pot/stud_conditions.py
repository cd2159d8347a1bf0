"""Conditions of stud's catalogue, by name: one small function each (ST 10.2)."""

from collections.abc import Mapping

from dealer_station.cards.card import UNREADABLE
from dealer_station.games.pots.betting import Act, ActRefusedError, Opening
from dealer_station.games.pots.players import Standing
from dealer_station.games.pots.wagers import Correction, Reading, made_up
from dealer_station.games.procedure import ASIDE, BURN, Position, seat_hand
from dealer_station.table.pot.case import Condition, PotCase
from dealer_station.table.pot.piles import SCRAP, STUB
from dealer_station.table.pot.places import JOKER, exposed_places
from dealer_station.table.pot.readings import reading_of
from dealer_station.table.pot.state import PotHand, TakenAct
from dealer_station.table.pot.unread import LAST_CARD, are_others_named, unread_index

_FIRST, _SIXTH, _SEVENTH = 0, 3, 4
"""Streets, counted from 0: third street is the first one."""

_OUT_OF_PLAY = frozenset({ASIDE, SCRAP, STUB})

_HOLE_CARDS = (1, 2)
_STARTING_CARDS = 3
_ALL_CARDS = 7
_SUBSTANTIAL = 2
"""Players behind the forced bet whose acts make a misdeal impossible (ST-I31, Q-25)."""


# --------------------------------------------------------------------------------- streets


def _forced_bet_due(case: PotCase) -> bool:
    """Whether the low card has still to open, and nobody has acted (ST-I07)."""
    betting = case.betting
    return betting is not None and betting.opening is Opening.FORCED and not case.acts_on_street


def acts_behind_the_opener(hand: PotHand) -> int:
    """Return how many acts followed the forced bet or the bet in its place (ST-I30, ST-I31)."""
    acts = [one for one in hand.acts if one.street == _FIRST]
    opened = [one for one in acts if one.action != Act.FOLD]
    if not opened:
        return 0
    return sum(one.seat != opened[0].seat for one in acts[acts.index(opened[0]) + 1 :])


def _is_substantial(case: PotCase) -> bool:
    return case.hand.street > _FIRST or acts_behind_the_opener(case.hand) >= _SUBSTANTIAL


def _nobody_completed(case: PotCase) -> bool:
    betting = case.betting
    return betting is not None and betting.price.by is None


# ----------------------------------------------------------------------------------- seats


def _is_in(case: PotCase) -> bool:
    return case.chips is not None and case.chips.standing is Standing.IN


def _is_all_in(case: PotCase) -> bool:
    return case.chips is not None and case.chips.standing is Standing.ALL_IN


def _acts_of(case: PotCase) -> tuple[TakenAct, ...]:
    return tuple(one for one in case.hand.acts if one.seat == case.facts.seat)


def _brought_in(case: PotCase) -> bool:
    """Whether the seat has made the forced bet and nothing more."""
    acts = _acts_of(case)
    return bool(acts) and acts[-1].action == Act.BRING_IN


def _has_called(case: PotCase) -> bool:
    acts = _acts_of(case)
    return bool(acts) and acts[-1].action == Act.CALL


def owes(case: PotCase) -> bool:
    """Say whether the seat faces a wager."""
    betting, chips = case.betting, case.chips
    return betting is not None and chips is not None and betting.price.cur > chips.bet


def _is_present(case: PotCase) -> bool:
    seat = case.facts.seat
    player = None if seat is None else case.state.pot.player(seat)
    return player is not None and not player.is_away and seat not in case.hand.absent


def _count_of_players(case: PotCase) -> bool:
    """Whether the count may be that of players behind a seat who have acted."""
    others = sum(one.standing is Standing.IN for one in case.hand.chips) - 1
    return 0 <= (case.facts.count or 0) <= others


def _is_first_dealt(case: PotCase) -> bool:
    return case.facts.seat == min(case.hand.live, default=None)


def _is_last_dealt(case: PotCase) -> bool:
    return case.facts.seat == max(case.hand.live, default=None)


# ----------------------------------------------------------------------------------- cards


def card_index(case: PotCase) -> int | None:
    """Return which draw the named card of the named seat is; None: it has no such card.

    Where no reader has seen it, it is one of the seat's unread cards.
    """
    hand, seat, card = case.hand, case.facts.seat, case.facts.card
    if seat is None or card is None or card == UNREADABLE:
        return None
    dealt = enumerate(zip(hand.draws, hand.deal_order, strict=False))
    name = seat_hand(seat)
    read = next((i for i, (drawn, owner) in dealt if (drawn, owner) == (card, name)), None)
    return unread_index(case) if read is None else read


def place_of(case: PotCase) -> Position | None:
    """Return the place of the named card of the named seat; None: it has no such card."""
    index = card_index(case)
    return None if index is None else case.hand.places.at(index)


def cards_of_seat(case: PotCase) -> int:
    """Return how many cards the named seat has, one that waits to be read among them."""
    if case.facts.seat is None:
        return 0
    return case.hand.deal_order[: len(case.hand.draws)].count(seat_hand(case.facts.seat))


def _is_hole_card(case: PotCase) -> bool:
    place = place_of(case)
    return place is not None and place.number in _HOLE_CARDS


def _no_hole_card_exposed(case: PotCase) -> bool:
    """Whether none of the seat's hole cards lies open; a second one is ST-I02."""
    seat = case.facts.seat
    return seat is not None and not exposed_places(case.hand.turned, seat_hand(seat))


def _is_last_card(case: PotCase) -> bool:
    """Whether the card is the seat's seventh, dealt face down, and still lies so."""
    place = place_of(case)
    if place is None or place.number != LAST_CARD:
        return False
    return LAST_CARD not in exposed_places(case.hand.turned, place.hand)


def _is_exposed_hole_card(case: PotCase) -> bool:
    is_third = case.hand.street == _FIRST and not case.acts_on_street
    return is_third and _is_hole_card(case) and _no_hole_card_exposed(case)


def _can_count_as_exposed(case: PotCase) -> bool:
    """Whether something is to be done with a card that fell, or it lies open anyway (ST-I15)."""
    place = place_of(case)
    if place is None:
        return False
    if place.number in _HOLE_CARDS:
        return _is_exposed_hole_card(case)
    if place.number == LAST_CARD:
        return _is_last_card(case) and not case.acts_on_street
    return True


def street_burn(case: PotCase) -> int | None:
    """Return which draw is the burn of the street; None: the street has none.

    It may have come while the betting round before was open, so that it lies before the street.
    """
    hand = case.hand
    if not case.street.has_burn:
        return None
    burn = hand.places.burn_from(hand.street_from)
    at = hand.street_from - 1
    while burn is None and at >= 0 and hand.deal_order[at] in _OUT_OF_PLAY:
        at -= 1
    return at if burn is None and at >= 0 and hand.deal_order[at] == BURN else burn


def is_burn_known(case: PotCase) -> bool:
    """Whether the burn of the street was read, or its card is still to come."""
    burn = street_burn(case)
    return burn is None or burn >= len(case.hand.draws) or case.hand.draws[burn] != UNREADABLE


def is_surplus_burn_named(case: PotCase) -> bool:
    """Whether the report names a burn that no reader has seen."""
    return case.facts.card is not None and case.facts.card not in case.hand.draws


def _do_burns_add_up(case: PotCase) -> bool:
    """Whether two burns, or none, can be put right with what is known (ST-D23).

    Two: they were read, or the second is named. Before the deal has begun there is nothing to do.
    After action only the surplus burn is kept, also unknown.
    """
    burn, drawn = street_burn(case), len(case.hand.draws)
    if burn is None or burn >= drawn:
        return False
    if case.facts.card in {UNREADABLE, JOKER} and not case.acts_on_street:
        return False
    if case.facts.count == 0 or case.acts_on_street:
        return True
    return is_burn_known(case) or is_surplus_burn_named(case) or case.facts.seat is not None


def _is_next_burn_out(case: PotCase) -> bool:
    hand = case.hand
    return hand.is_burn_out and hand.deal_order[-1:] == (BURN,)


def _is_named_card_next_burn(case: PotCase) -> bool:
    hand, card = case.hand, case.facts.card
    burn = len(hand.deal_order) - 1
    return card is None or (burn < len(hand.draws) and hand.draws[burn] == card)


def early_index(case: PotCase) -> int | None:
    """Return which draw the named card is among those that came before their street.

    Where no reader has seen them, it is that at the seat's place in the order of the deal; a single
    one was taken for the burn (ST-D25).
    """
    hand = case.hand
    early = list(hand.places.premature(len(hand.draws)))
    if _is_next_burn_out(case) and len(hand.draws) >= len(hand.deal_order):
        early.insert(0, len(hand.deal_order) - 1)
    if case.facts.card in {None, UNREADABLE}:
        return _unread_early_index(case, early)
    return next((i for i in early if hand.draws[i] == case.facts.card), None)


def _unread_early_index(case: PotCase, early: list[int]) -> int | None:
    hand = case.hand
    premature = hand.places.premature(len(hand.draws))
    order = hand.deal_order
    due = [seat for seat in hand.live if order.count(seat_hand(seat)) < _ALL_CARDS]
    at = due.index(case.facts.seat) if case.facts.seat in due else len(early)
    candidates = premature or tuple(early)
    index = candidates[at] if at < len(candidates) else None
    return index if index is not None and hand.draws[index] == UNREADABLE else None


def _is_of_this_street(case: PotCase) -> bool:
    """Whether the named card came to the seat on this street, or in the first deal (ST-I35)."""
    index = card_index(case)
    return index is not None and index >= case.hand.street_from


def _was_boxed(case: PotCase) -> bool:
    """Whether another card of the hand lay face up in the deck; a joker is none (ST-I35)."""
    hand = case.hand
    scraps = zip(hand.draws, hand.deal_order, strict=False)
    return any(owner == SCRAP and card != JOKER for card, owner in scraps)


# ---------------------------------------------------------------------------------- wagers


def wager_made_whole(case: PotCase) -> Reading | None:
    """Return the act of the next size for a wager below it; None where it is none (ST-I43)."""
    betting, facts = case.betting, case.facts
    if betting is None or not case.is_to_act or not facts.amount_minor:
        return None
    try:
        reading = made_up(betting, Act(facts.action), facts.amount_minor)
    except (ActRefusedError, ValueError):
        return None
    return reading if reading.correction is Correction.MADE_UP else None


def _go_back(case: PotCase) -> bool:
    return "premature_card=reshuffle_stub" in case.rules.pot.house_choices


STUD_CONDITIONS: Mapping[str, Condition] = {
    "sixth_street": lambda c: c.hand.street == _SIXTH,
    "seventh_street": lambda c: c.hand.street == _SEVENTH,
    "before_seventh_street": lambda c: c.hand.street < _SEVENTH,
    "street_with_burn": lambda c: street_burn(c) is not None,
    "forced_bet_due": _forced_bet_due,
    "nobody_completed": _nobody_completed,
    "before_substantial_action": lambda c: not _is_substantial(c),
    "after_substantial_action": _is_substantial,
    "absent_is_killed": lambda c: c.rules.pot.absent_is_killed,
    "seat_in": _is_in,
    "seat_all_in": _is_all_in,
    "seat_not_to_act": lambda c: not c.is_to_act,
    "seat_present": _is_present,
    "seat_owes": owes,
    "seat_has_acted": lambda c: bool(_acts_of(c)),
    "seat_has_called": _has_called,
    "brought_in": _brought_in,
    "count_of_players": _count_of_players,
    "some_acted_behind": lambda c: (c.facts.count or 0) >= 1,
    "two_acted_behind": lambda c: (c.facts.count or 0) >= _SUBSTANTIAL,
    "another_hand_live": lambda c: any(seat != c.facts.seat for seat in c.hand.live),
    "two_hands_live": lambda c: len(c.hand.live) == len(("first", "second")),
    "three_hands_live": lambda c: len(c.hand.live) > len(("first", "second")),
    "dealt_first": _is_first_dealt,
    "dealt_last": _is_last_dealt,
    "seat_has_two_cards": lambda c: cards_of_seat(c) == len(_HOLE_CARDS),
    "seat_has_three_cards": lambda c: cards_of_seat(c) == _STARTING_CARDS,
    "seat_has_six_cards": lambda c: cards_of_seat(c) == _ALL_CARDS - 1,
    "count_is_not_seven": lambda c: c.facts.count != _ALL_CARDS,
    "hole_card": _is_hole_card,
    "no_hole_card_exposed": _no_hole_card_exposed,
    "exposed_hole_card": _is_exposed_hole_card,
    "last_card": _is_last_card,
    "card_can_count_as_exposed": _can_count_as_exposed,
    "seat_only_on_seventh_street": lambda c: c.facts.seat is None or c.hand.street == _SEVENTH,
    "burns_add_up": _do_burns_add_up,
    "next_burn_is_out": _is_next_burn_out,
    "named_card_is_next_burn": _is_named_card_next_burn,
    "cards_came_early": lambda c: bool(c.hand.places.premature(len(c.hand.draws))),
    "card_came_early": lambda c: early_index(c) is not None,
    "premature_cards_go_back": _go_back,
    "card_of_this_street": _is_of_this_street,
    "others_named": are_others_named,
    "wager_too_small": lambda c: wager_made_whole(c) is not None,
    "chips_readable": lambda c: reading_of(c, without_smallest=False) is not None,
    "card_was_boxed": _was_boxed,
}
"""Asked by stud alone."""
