"""What rulings of stud do to a hand (ST 10.2, ST-D19 to ST-D35).

What both games rule alike (a dead hand, a misdeal, acts out of turn) is in `effects`.
"""

from collections.abc import Callable, Mapping

from dealer_station.cards.card import UNREADABLE
from dealer_station.games.pots.betting import Act, Opening
from dealer_station.games.pots.players import Standing
from dealer_station.games.pots.wagers import Reading
from dealer_station.games.procedure import ASIDE, BURN, Position, seat_hand
from dealer_station.irregularities.kinds import RulingOption
from dealer_station.table import events as e
from dealer_station.table.draft import Draft
from dealer_station.table.house.situation import ReportFacts, read_facts
from dealer_station.table.lifecycle import Phase
from dealer_station.table.pot.acts import take
from dealer_station.table.pot.case import PotCase
from dealer_station.table.pot.effects import Effect, correct_places, nothing, seat_of_item
from dealer_station.table.pot.holdem_effects import HOLDEM_EFFECTS
from dealer_station.table.pot.naming import may_be
from dealer_station.table.pot.piles import STUB
from dealer_station.table.pot.places import TurnedCard, faced
from dealer_station.table.pot.readings import reading_of
from dealer_station.table.pot.reasons import ActReason
from dealer_station.table.pot.stud_conditions import (
    card_index,
    early_index,
    is_surplus_burn_named,
    owes,
    place_of,
    street_burn,
    wager_made_whole,
)
from dealer_station.table.pot.unread import unread_of, unread_with
from dealer_station.table.refusals import RefusalReason, RefusedError
from dealer_station.table.state import Irregularity

_UP_CARD, _LAST_CARD = 3, 7
_TWO = 2


def case_of(draft: Draft, item: Irregularity) -> PotCase:
    """Return the case that a report describes, as the hand is now."""
    return PotCase(draft.rules, draft.state, read_facts(item.facts))


def _name(draft: Draft, item: Irregularity, index: int, card: str) -> None:
    """Say which card an unread one is: it lies open now."""
    hand = draft.hand
    if hand.draws[index] != UNREADABLE:
        return
    draft.emit(
        e.CardNamed(
            at=draft.at,
            card_number=index + 1,
            position=str(hand.places.at(index)),
            card=card,
            irregularity=item.irregularity,
            person_id=draft.command.actor.person_id,
        )
    )


def _naming(effect: Effect) -> Effect:
    """Let a ruling take effect on cards that the report names; what was unread is known then."""

    def named(draft: Draft, item: Irregularity, cards: tuple[str, ...]) -> None:
        case = case_of(draft, item)
        index, others = card_index(case), unread_with(case)
        assert index is not None, f"{item.irregularity} names a card of the seat"
        assert case.facts.card is not None, f"{item.irregularity} names a card"
        _name(draft, item, index, case.facts.card)
        for at, card in zip(others, case.facts.cards, strict=False):
            _name(draft, item, at, card)
        effect(draft, item, cards)

    return named


def _place(draft: Draft, item: Irregularity) -> Position:
    place = place_of(case_of(draft, item))
    assert place is not None, f"{item.irregularity} names a card of the seat"
    return place


# ------------------------------------------------------------------------- faces of cards


def _turn(draft: Draft, item: Irregularity, turned: tuple[TurnedCard, ...], *excused: int) -> None:
    """Lay cards the other way; who acts first is found anew (ST-I20, ST-D30)."""
    hand = draft.hand
    draft.emit(
        e.FacesTurned(
            at=draft.at,
            turned=turned,
            excused=(*hand.excused, *excused),
            irregularity=item.irregularity,
        )
    )
    open_anew(draft)


def open_anew(draft: Draft) -> None:
    """Begin an open betting round anew, in which nobody has acted: cards have moved or turned."""
    if draft.state.phase is Phase.ACTING:
        draft.emit(e.DealResumed(at=draft.at))


def _turn_hole_card_up(draft: Draft, item: Irregularity, _cards: tuple[str, ...]) -> None:
    """The exposed card is the up card, the third is a down card; no forced bet (ST-I01, ST-I03)."""
    place = _place(draft, item)
    _turn(draft, item, _instead_of_the_door(draft, place), seat_of_item(item))


def _instead_of_the_door(draft: Draft, place: Position) -> tuple[TurnedCard, ...]:
    """Return the faces with this card as the only one of its hand that lies up."""
    turned = draft.hand.turned
    for number in range(1, _UP_CARD + 1):
        is_up = number == place.number
        turned = faced(turned, place.hand, number, is_up=is_up)
    return turned


def _turn_drawn_card_up(draft: Draft, item: Irregularity, cards: tuple[str, ...]) -> None:
    """The card that the supervisor has drawn of the three is the up card (ST-I33)."""
    name = seat_hand(seat_of_item(item))
    hand = draft.hand
    dealt = enumerate(zip(hand.draws, hand.deal_order, strict=False))
    index = next((at for at, one in dealt if one == (cards[0], name)), None)
    if index is None and may_be(hand, cards[0]):
        index = max(unread_of(case_of(draft, item), seat_of_item(item)), default=None)
    if index is None or cards[0] == UNREADABLE:
        raise RefusedError(
            RefusalReason.NOT_OFFERED, irregularity=item.irregularity, cards=cards[0]
        )
    _name(draft, item, index, cards[0])
    _turn(draft, item, _instead_of_the_door(draft, hand.places.at(index)))


def _turn_last_up(draft: Draft, item: Irregularity, *others: int) -> None:
    turned = draft.hand.turned
    for seat in (seat_of_item(item), *others):
        turned = faced(turned, seat_hand(seat), _LAST_CARD, is_up=True)
    _turn(draft, item, turned)


def _keep_open(draft: Draft, item: Irregularity, _cards: tuple[str, ...]) -> None:
    """The last card lies open, and nothing follows from it (ST-I39)."""
    _turn_last_up(draft, item)


def _deal_up(draft: Draft, item: Irregularity, _cards: tuple[str, ...]) -> None:
    """The last card of the other hand lies open too (ST-I18)."""
    _turn_last_up(draft, item, *_others(draft, seat_of_item(item)))


def _offer_all_in(draft: Draft, item: Irregularity, _cards: tuple[str, ...]) -> None:
    """The player may be all-in for the pots as they are (ST-I17, ST-I19, ST-D29)."""
    seat, hand = seat_of_item(item), draft.hand
    is_first = seat == min(hand.live) and len(hand.live) > _TWO
    all_up = is_first and "exposed_last_card=up" in draft.rules.pot.house_choices
    draft.emit(e.AllInOffered(at=draft.at, seat=seat))
    _turn_last_up(draft, item, *(_others(draft, seat) if all_up else ()))


def _others(draft: Draft, seat: int) -> tuple[int, ...]:
    return tuple(other for other in draft.hand.live if other != seat)


def _play_fallen_card(draft: Draft, item: Irregularity, _cards: tuple[str, ...]) -> None:
    """A card that fell is played; a last card counts as exposed (ST-I15)."""
    if _place(draft, item).number == _LAST_CARD:
        _turn_last_up(draft, item)


# ----------------------------------------------------------------------- seats and chips


def _dead_hand_ante_back(draft: Draft, item: Irregularity, _cards: tuple[str, ...]) -> None:
    """The hand is dead, its ante goes back, and the seat gets no third card (ST-I02, Q-16)."""
    seat, hand = seat_of_item(item), draft.hand
    chips = hand.chips_of(seat)
    assert chips is not None, f"seat {seat} was dealt in"
    places = hand.places.without_hand(seat_hand(seat), len(hand.draws))
    draft.emit(
        e.HandDeclaredDead(
            at=draft.at,
            seat=seat,
            reason=ActReason.RULED,
            keeps_receiving=False,
            person_id=draft.command.actor.person_id,
        )
    )
    draft.emit(e.AnteReturned(at=draft.at, seat=seat, amount_minor=chips.put_in))
    correct_places(draft, item.irregularity, places)


def _fold_after_bring_in(draft: Draft, item: Irregularity, _cards: tuple[str, ...]) -> None:
    """The fold stands; the seat is dealt on until somebody bets (ST-I05)."""
    _fold(draft, seat_of_item(item), is_free=True)


def _announce(draft: Draft, item: Irregularity, cards: tuple[str, ...]) -> None:
    """As in every game; who folds without a wager is dealt on (ST-I41, ST-76)."""
    case = case_of(draft, item)
    if case.facts.action != Act.FOLD:
        HOLDEM_EFFECTS["HE-I40"][RulingOption.PLAY_ON](draft, item, cards)
        return
    is_bet = case.betting is not None and case.betting.price.by is not None
    _fold(draft, seat_of_item(item), is_free=not is_bet and not owes(case))


def _fold(draft: Draft, seat: int, *, is_free: bool) -> None:
    draft.emit(
        e.FoldedOutOfTurn(
            at=draft.at,
            seat=seat,
            person_id=draft.command.actor.person_id,
            keeps_receiving=is_free and draft.rules.pot.dead_seat_keeps_receiving,
        )
    )


def _let_low_stand(draft: Draft, item: Irregularity, _cards: tuple[str, ...]) -> None:
    """Who was wrongly designated has posted the forced bet; action goes on at his left (ST-I07)."""
    seat, game = seat_of_item(item), draft.rules.pot
    before = draft.hand.betting
    assert before is not None, "the forced bet is due"
    draft.emit(e.DealResumed(at=draft.at))
    draft.emit(
        e.BettingRoundOpened(
            at=draft.at,
            street=draft.hand.street,
            first=seat,
            opening=Opening.FORCED,
            amount_minor=game.bring_in_minor,
            is_big=False,
            has_both_units=False,
            barred=(),
            clock_ms=game.clock_ms,
        )
    )
    take(draft, seat, Act.BRING_IN, None, ActReason.RULED)


# ----------------------------------------------------------------------- burns and deals


def _reorder(draft: Draft, item: Irregularity, _cards: tuple[str, ...]) -> None:
    """Every card goes where the order of the shoe says (ST-I08, ST-D23).

    Cards that were read lie there already; a burn that was not read is entered or struck out.
    """
    case = case_of(draft, item)
    burn, hand = street_burn(case), draft.hand
    assert burn is not None, "the street has a burn"
    if case.facts.count == 0:
        if hand.draws[burn] == UNREADABLE:
            correct_places(
                draft, item.irregularity, hand.places.without_burn(burn, len(hand.draws))
            )
        return
    if is_surplus_burn_named(case) and case.facts.card is not None:
        drawn = len(hand.draws) + 1
        places = hand.places.with_surplus_burn(burn, drawn)
        _enter(draft, case.facts.card, str(places.at(drawn - 1)))
        correct_places(draft, item.irregularity, places)
        open_anew(draft)


def _enter(draft: Draft, card: str, position: str) -> None:
    """Enter a card that left the shoe and was not read."""
    draft.emit(e.CardDrawn(at=draft.at, card=card, position=position, source=""))


def _let_cards_stand(draft: Draft, item: Irregularity, _cards: tuple[str, ...]) -> None:
    """The cards stand; after action a second burn is the burn of the next street (ST-I08)."""
    case, hand = case_of(draft, item), draft.hand
    is_last = hand.street + 1 == len(draft.rules.pot.streets)
    if case.facts.count != _TWO or not case.acts_on_street or is_last or hand.is_burn_out:
        return
    card = case.facts.card
    _enter(draft, UNREADABLE if card is None else card, BURN)


def _set_aside(draft: Draft, item: Irregularity, _cards: tuple[str, ...]) -> None:
    """The premature cards are out, and the next street burns again (ST-I09, ST-D24)."""
    hand = draft.hand
    correct_places(draft, item.irregularity, hand.places.premature_to(ASIDE, len(hand.draws)))


def _reshuffle(draft: Draft, item: Irregularity, _cards: tuple[str, ...]) -> None:
    """The premature cards go back, the stub is shuffled, their burn serves (ST-I09, ST-D24)."""
    hand = draft.hand
    places = hand.places.premature_to(STUB, len(hand.draws))
    correct_places(draft, item.irregularity, places, is_shuffled=True)


def _keep_seventh(draft: Draft, item: Irregularity, _cards: tuple[str, ...]) -> None:
    """He keeps the card, and may neither bet nor raise on sixth street (ST-I10, ST-D25)."""
    seat = seat_of_item(item)
    index = early_index(case_of(draft, item))
    assert index is not None, "the card came too early"
    correct_places(draft, item.irregularity, draft.hand.places.kept(index, seat_hand(seat)))
    chips = draft.hand.chips_of(seat)
    is_in = chips is not None and chips.standing is Standing.IN
    if is_in and "seven_card_bet=true" not in draft.rules.pot.house_choices:
        draft.emit(e.SeatBarred(at=draft.at, seat=seat))


def _replace_boxed(draft: Draft, item: Irregularity, _cards: tuple[str, ...]) -> None:
    """The card is a scrap of paper; its place is due at once or after the deal (ST-I35)."""
    index = card_index(case_of(draft, item))
    assert index is not None, "the seat has the card"
    hand = draft.hand
    correct_places(draft, item.irregularity, hand.places.scrapped(index, len(hand.draws)))


# --------------------------------------------------------------------------------- wagers


def _make_wager_whole(draft: Draft, item: Irregularity, _cards: tuple[str, ...]) -> None:
    """The act is carried out with the next allowed size (ST-I43)."""
    reading = wager_made_whole(case_of(draft, item))
    assert reading is not None, "the report was checked to be about a wager too small"
    _carry_out(draft, item, reading)


def _take_as_read(draft: Draft, item: Irregularity, _cards: tuple[str, ...]) -> None:
    """Chips without a word are the act that they come to; what is too much goes back (ST-I44)."""
    reading = reading_of(case_of(draft, item), without_smallest=False)
    assert reading is not None, "the report was checked to come to an act"
    _carry_out(draft, item, reading)


def _carry_out(draft: Draft, item: Irregularity, reading: Reading) -> None:
    to = reading.to if reading.act in {Act.BET, Act.RAISE} else None
    take(draft, seat_of_item(item), reading.act, to, ActReason.HIMSELF)


def be_absent(draft: Draft, facts: ReportFacts) -> None:
    """Let a player be absent in this hand; what is entered is the death of his hand (ST-I04)."""
    assert facts.seat is not None, "a player is absent"
    person = draft.command.actor.person_id
    draft.emit(e.PlayerAbsent(at=draft.at, seat=facts.seat, person_id=person))


STUD_EFFECTS: Mapping[str, Mapping[RulingOption, Effect]] = {
    "ST-I01": {RulingOption.TURN_UP: _naming(_turn_hole_card_up)},
    "ST-I02": {RulingOption.DEAD_HAND_ANTE_BACK: _dead_hand_ante_back},
    "ST-I05": {RulingOption.PLAY_ON: _fold_after_bring_in},
    "ST-I07": {RulingOption.PLAY_ON: _let_low_stand, RulingOption.CORRECT_LOW: nothing},
    "ST-I08": {RulingOption.REORDER: _reorder, RulingOption.PLAY_ON: _let_cards_stand},
    "ST-I09": {RulingOption.SET_ASIDE: _set_aside, RulingOption.RESHUFFLE_STUB: _reshuffle},
    "ST-I10": {RulingOption.PLAY_ON: _keep_seventh},
    "ST-I15": {
        RulingOption.TURN_UP: _naming(_turn_hole_card_up),
        RulingOption.PLAY_ON: _naming(_play_fallen_card),
        RulingOption.DEAL_UP: _naming(_deal_up),
        RulingOption.OFFER_ALL_IN: _naming(_offer_all_in),
    },
    "ST-I17": {RulingOption.OFFER_ALL_IN: _naming(_offer_all_in)},
    "ST-I18": {RulingOption.DEAL_UP: _naming(_deal_up)},
    "ST-I19": {RulingOption.OFFER_ALL_IN: _naming(_offer_all_in)},
    "ST-I33": {RulingOption.TURN_UP: _turn_drawn_card_up},
    "ST-I34": {RulingOption.BURN_CARD: nothing},
    "ST-I35": {RulingOption.REPLACE_CARD: _naming(_replace_boxed)},
    "ST-I37": {RulingOption.REPLACE_CARD: nothing},
    "ST-I39": {RulingOption.PLAY_ON: _naming(_keep_open)},
    "ST-I41": {RulingOption.PLAY_ON: _announce},
    "ST-I43": {RulingOption.CORRECT_WAGER: _make_wager_whole},
    "ST-I44": {RulingOption.PLAY_ON: _take_as_read},
    "ST-I46": HOLDEM_EFFECTS["HE-I51"],
    "ST-I47": HOLDEM_EFFECTS["HE-I52"],
}
"""By id: what a ruling of stud does beyond what every pot game's does."""

UNENTERED: Mapping[str, Callable[[Draft, ReportFacts], None]] = {"ST-I04": be_absent}
"""By id: what a report does that is not entered itself."""
