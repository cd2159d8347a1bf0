"""Conditions that the catalogue of Texas Hold'em names (ids as in its rule sheet)."""

from collections.abc import Callable, Mapping

from dealer_station.games.pots.betting import Act
from dealer_station.games.pots.wagers import Correction, dealer_corrects_call
from dealer_station.games.procedure import BOARD, BURN, seat_hand, seat_of
from dealer_station.table.pot.case import Condition, PotCase
from dealer_station.table.pot.readings import is_under_call, owes_nothing, reading_of
from dealer_station.table.pot.substantial import is_substantial

EXPOSED = ("HE-I01", "HE-I02", "HE-I03")
BOXED = "HE-I12"

FLOP, HOLE_CARDS, FLOP_CARDS = 1, 2, 3
_SEVERAL = 2
_ANNOUNCED = frozenset(Act) - {Act.BRING_IN}


def _is_substantial(case: PotCase) -> bool:
    return is_substantial(case.hand, case.rules.pot.house_choices)


def _is_first_or_second(case: PotCase) -> bool:
    """Whether the exposed card is one of the first two off the deck (HE-I01, HE-D24)."""
    index = case.exposed_index
    if index is None:
        return False
    return case.draws_of_play(0) - case.draws_of_play(index) < _SEVERAL


def _is_button_short(case: PotCase) -> bool:
    """Whether the only card that is still due is one of the button's (HE-I10, HE-D32)."""
    hand, seat = case.hand, case.facts.seat
    if seat is None or len(hand.deal_order) - len(hand.draws) != 1:
        return False
    order = [owner for owner in hand.deal_order if seat_of(owner) is not None]
    return hand.deal_order[-1] == seat_hand(seat) == order[len(hand.seats) - 1]


def _was_boxed_before(case: PotCase) -> bool:
    """Whether a hole card was replaced already since it lay face up in the deck (HE-I12)."""
    return case.hand.street == 0 and bool(case.earlier(BOXED))


def _flop_cards_shown(case: PotCase) -> int:
    return case.street_order.count(BOARD)


def _names_these(case: PotCase, count: int) -> bool:
    """Whether the report names the newest cards, or none: they lie face up."""
    named = case.facts.cards
    return not named or sorted(named) == sorted(case.hand.draws[-count:])


def _is_four_card_flop(case: PotCase) -> bool:
    is_flop = case.hand.street == FLOP and _flop_cards_shown(case) == FLOP_CARDS
    return is_flop and case.extra_cards == 1 and _names_these(case, FLOP_CARDS + 1)


def _is_larger_flop(case: PotCase) -> bool:
    """Whether five or more cards came for the flop (HE-I21).

    Where nobody could act, turn and river look the same: the report has to say which it were.
    """
    extra = case.extra_cards
    if case.hand.street != FLOP or _flop_cards_shown(case) != FLOP_CARDS or extra <= 1:
        return False
    size = FLOP_CARDS + extra
    is_told = case.facts.count == size or len(case.facts.cards) == size
    return (is_told or not case.hand.is_street_over) and _names_these(case, size)


def _is_burn_error_before_flop(case: PotCase) -> bool:
    """Whether cards have come for the flop and none was turned over (HE-I25, HE-D28)."""
    shown = _flop_cards_shown(case)
    return case.hand.street == FLOP and case.hand.is_card_due and shown <= 1


def _is_burn_error_on_flop(case: PotCase) -> bool:
    """Whether cards of the flop were turned after a wrong number of burns (HE-I26, HE-D29)."""
    if case.hand.street != FLOP or not _flop_cards_shown(case):
        return False
    if case.hand.is_street_over and case.extra_cards > 1:
        return False
    return BURN in case.street_order if case.facts.count == 0 else True


def _is_burn_error_late(case: PotCase) -> bool:
    """Whether a wrong number of burns fits what came of turn or river (HE-I27, HE-D30)."""
    hand = case.hand
    came = len(hand.draws) - hand.street_from
    if hand.street <= FLOP or not came:
        return False
    if _is_street_untouched(case):
        return True
    if case.facts.count == 0:
        return hand.is_card_due and case.street_order == (BURN,)
    return bool(case.acts_on_street) and case.extra_cards == 1


def _is_street_untouched(case: PotCase) -> bool:
    """Whether nobody has acted on the street, as far as is entered or reported (HE-I27)."""
    return not case.acts_on_street and not case.hand.announced and not case.facts.action


def _is_two_card_street(case: PotCase) -> bool:
    """Whether turn or river came with a card too many (HE-I28)."""
    hand = case.hand
    if hand.street <= FLOP or hand.is_card_due or case.extra_cards < 1:
        return False
    is_second = case.extra_cards == 1 or not hand.is_street_over
    return is_second and _names_these(case, case.extra_cards + 1)


def _reads_as(correction: Correction) -> Callable[[PotCase], bool]:
    def reads(case: PotCase) -> bool:
        reading = reading_of(case, without_smallest=True)
        return reading is not None and reading.correction is correction

    return reads


def _is_above_the_bet(case: PotCase) -> bool:
    betting, amount = case.betting, case.facts.amount_minor
    return betting is not None and amount is not None and amount > betting.price.cur > 0


def _is_amount_possible(case: PotCase) -> bool:
    """Whether the seat has what it has announced; a bet or raise needs an amount (HE-D34).

    Where chips are not followed, no act has one.
    """
    chips, facts = case.chips, case.facts
    if not case.rules.pot.tracks_stakes:
        return facts.amount_minor is None
    if facts.action == Act.ALL_IN_RAISE:
        return False
    if facts.amount_minor is None:
        return facts.action not in {Act.BET, Act.RAISE}
    return chips is not None and chips.bet < facts.amount_minor <= chips.bet + chips.stack


def _is_statement_void(case: PotCase) -> bool:
    """Whether a call was said where nothing is owed, or a check where something is (HE-I42)."""
    if not case.is_to_act:
        return False
    return case.facts.action == (Act.CALL if owes_nothing(case) else Act.CHECK)


HOLDEM_CONDITIONS: Mapping[str, Condition] = {
    "substantial_action": _is_substantial,
    "card_dealt": lambda c: c.exposed_index is not None,
    "exposed_first_or_second": _is_first_or_second,
    "exposed_before": lambda c: bool(c.earlier(*EXPOSED)),
    "several_named": lambda c: len(c.facts.cards) > 1,
    "extra_card": lambda c: c.extra_cards >= 1,
    "several_extra_cards": lambda c: c.extra_cards >= _SEVERAL or (c.facts.count or 0) >= _SEVERAL,
    "button_short": _is_button_short,
    "hole_count_is_wrong": lambda c: c.facts.count != HOLE_CARDS,
    "hole_cards_complete": lambda c: c.hand.street > 0 or not c.hand.is_card_due,
    "boxed_before": _was_boxed_before,
    "four_card_flop": _is_four_card_flop,
    "larger_flop": _is_larger_flop,
    "burn_error_before_flop": _is_burn_error_before_flop,
    "burn_error_on_flop": _is_burn_error_on_flop,
    "burn_error_late": _is_burn_error_late,
    "street_untouched": _is_street_untouched,
    "two_card_street": _is_two_card_street,
    "redeals_flop": lambda c: "four_card_flop=redeal" in c.rules.pot.house_choices,
    "sets_turn_aside": lambda c: "premature_turn=set_aside" in c.rules.pot.house_choices,
    "act_announced": lambda c: c.facts.action in _ANNOUNCED,
    "amount_possible": _is_amount_possible,
    "statement_void": _is_statement_void,
    "owes_nothing": owes_nothing,
    "one_chip": lambda c: len(c.facts.chips_minor) == 1,
    "several_chips": lambda c: len(c.facts.chips_minor) > 1,
    "reads_as_put_in": _reads_as(Correction.AS_PUT_IN),
    "reads_made_up": _reads_as(Correction.MADE_UP),
    "readable": lambda c: reading_of(c, without_smallest=True) is not None,
    "above_the_bet": _is_above_the_bet,
    "nothing_bet": lambda c: c.betting is not None and c.betting.price.cur == 0,
    "under_call": is_under_call,
    "dealer_corrects_call": lambda c: c.betting is not None and dealer_corrects_call(c.betting),
}
"""By name; the catalogue's loader takes no other."""
