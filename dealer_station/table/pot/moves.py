"""The moves of a hand of a pot game: acts, the showdown, the pots, and what follows by itself.

Each takes a hand in play one step further by its events. Who may ask for it, and whether the table
is held, is the business of the table's decisions (`dealing`, `acting`, `progress`, ..), which are
built on this.
"""

from collections.abc import Callable

from dealer_station.cards.card import UNREADABLE
from dealer_station.games.pot_rules import PotGame, Shortage, StreetDeal, show_order
from dealer_station.games.pots.acting import take_act
from dealer_station.games.pots.betting import Act, RoundInPlay
from dealer_station.games.pots.pots import uncalled
from dealer_station.games.procedure import ASIDE, BURN
from dealer_station.table import events as e
from dealer_station.table.lifecycle import Phase
from dealer_station.table.pot.awards import awards_of
from dealer_station.table.pot.hands import (
    aside_of_street,
    barred_seats,
    in_sight,
    played_rounds,
    street_deal,
    street_of,
)
from dealer_station.table.pot.opening import opened
from dealer_station.table.pot.piles import STUB
from dealer_station.table.pot.play import HandInPlay
from dealer_station.table.pot.reasons import ActReason
from dealer_station.table.pot.rivals import rivals_of_pots
from dealer_station.table.pot.state import PotHand
from dealer_station.values import maker

_FOLD, _RAISE = Act.FOLD, Act.RAISE
_ACTING, _DEALING, _SHOWDOWN = Phase.ACTING, Phase.DEALING, Phase.SHOWDOWN
_NONE = Shortage.NONE
_card_drawn = maker(e.CardDrawn)
_player_acted = maker(e.PlayerActed)
_pots_ready = maker(e.PotsReady)
_stub_mixed = maker(e.StubMixed)
_betting_round_opened = maker(e.BettingRoundOpened)
_bets_pulled_in = maker(e.BetsPulledIn)
_street_called = maker(e.StreetCalled)
_showdown_begun = maker(e.ShowdownBegun)
_hand_shown = maker(e.HandShown)
_hand_mucked = maker(e.HandMucked)
_pots_pushed = maker(e.PotsPushed)
_round_settled = maker(e.RoundSettled)


def place_due(game: PotGame, hand: PotHand) -> str:
    """Return the place of the next card; a card that comes while none is due is the next burn.

    After the last street it has no place (HE-D22, ST-D24).
    """
    position = hand.next_position
    if position:
        return position
    streets, following = game.streets, hand.street + 1
    is_burn = following < len(streets) and streets[following].has_burn
    return BURN if is_burn and not hand.is_burn_out else ""


def deal(play: HandInPlay, game: PotGame, card: str, *, at: int, source: str) -> bool:
    """Put a card, as text, in the place that is due; return whether anything may follow from it.

    Nothing does while others are due and this one is right: who is alone was known before it came.
    """
    places, number = play.places, play.drawn
    position = places[number] if number < len(places) else place_due(game, play.hand)
    play.emit_card(_card_drawn(at=at, card=card, position=position, source=source))
    if number + 1 >= len(places) or play.phase is not _DEALING:
        return True
    return card == UNREADABLE and play.hand.has_unread_card


def take(
    play: HandInPlay,
    game: PotGame,
    seat: int,
    kind: Act,
    to_minor: int | None,
    *,
    at: int,
    person_id: str,
    reason: ActReason = ActReason.HIMSELF,
) -> bool:
    """Take an act of the seat whose turn it is; return whether anything may follow from it.

    Nothing does while it is somebody's turn. Raises ActRefusedError, and nothing has changed.
    `to_minor` is the total of the round for a bet or raise.
    """
    betting = play.betting
    assert betting is not None, "an act is taken in a betting round"
    plain, before, now = take_act(betting, seat, kind, to_minor)
    is_free = plain is _FOLD and betting.price.cur <= before
    # Where nobody could answer a raise, what is written down is what it was taken as (HE-D03,
    # ST-D10).
    event = _player_acted(
        at=at,
        seat=seat,
        action=(plain if kind is _RAISE else kind)._value_,
        to_minor=now,
        put_minor=now - before,
        keeps_receiving=is_free and game.dead_seat_keeps_receiving,
        reason=reason,
        person_id=person_id,
    )
    play.emit_act(event)
    return betting.turn is None


def follow(play: HandInPlay, game: PotGame, at: int) -> None:
    """Take every step that needs nobody, where no table adds its own to them."""
    while step(play, game, at):
        pass


def step(
    play: HandInPlay,
    game: PotGame,
    at: int,
    on_shortage: Callable[[Shortage], None] | None = None,
) -> bool:
    """Take one step that needs nobody; return whether there was one.

    `on_shortage` is called before a street that has too few cards for everybody.
    """
    phase = play.phase
    if phase is _DEALING:
        return _step_of_the_deal(play, game, at, on_shortage)
    if phase is _ACTING:
        betting = play.betting
        assert betting is not None, "a betting round is open"
        if betting.turn is not None:
            return False
        _pull_in(play, betting, at)
        return True
    if phase is _SHOWDOWN:
        if play.hand.next_to_show is not None and not play.hand.is_alone:
            return False
        play.emit(_pots_ready(at=at))
        return True
    return False


def _step_of_the_deal(
    play: HandInPlay,
    game: PotGame,
    at: int,
    on_shortage: Callable[[Shortage], None] | None,
) -> bool:
    hand = play.hand
    is_alone = hand.is_alone
    if (hand.is_card_due and not is_alone) or hand.has_unread_card:
        return False
    if is_alone and not any(one.bet for one in hand.pulled):
        play.emit(_pots_ready(at=at))
    elif hand.is_street_over:
        _leave_street(play, game, at, on_shortage)
    elif hand.after_mixing:
        _mix(play, at)
    else:
        _open_betting(play, game, at, on_shortage)
    return True


def _mix(play: HandInPlay, at: int) -> None:
    """Burns and cards set aside go back into the stub; what is still due comes from there."""
    hand = play.hand
    dealt = tuple(STUB if owner in {ASIDE, BURN} else owner for owner in hand.deal_order)
    play.emit(_stub_mixed(at=at, deal_order=dealt + hand.after_mixing))


def _open_betting(
    play: HandInPlay,
    game: PotGame,
    at: int,
    on_shortage: Callable[[Shortage], None] | None,
) -> None:
    """Open the betting round of the street; where nobody can act it is skipped (HE-D05, ST-D14)."""
    hand = play.hand
    street = street_of(game, hand)
    sight = in_sight(game, hand, play.lying(game))
    opener = game.opener(street, sight)
    both_units = game.has_pair_option(street, sight)
    barred = barred_seats(game, hand)
    betting = opened(
        hand,
        opener.seat,
        opener.opening,
        amount=opener.amount_minor,
        big=street.is_big,
        both_units=both_units,
        barred=barred,
    )
    if betting.over and not any(one.bet for one in betting.players):
        _leave_street(play, game, at, on_shortage)
        return
    event = _betting_round_opened(
        at=at,
        street=hand.street,
        first=opener.seat,
        opening=opener.opening,
        amount_minor=opener.amount_minor,
        is_big=street.is_big,
        has_both_units=both_units,
        barred=barred,
        clock_ms=game.clock_ms,
    )
    play.emit_opening(event, betting)


def _pull_in(play: HandInPlay, betting: RoundInPlay, at: int) -> None:
    back = uncalled(betting.players)
    seat, amount = (0, 0) if back is None else back
    play.emit(_bets_pulled_in(at=at, uncalled_seat=seat, uncalled_minor=amount))


def _leave_street(
    play: HandInPlay,
    game: PotGame,
    at: int,
    on_shortage: Callable[[Shortage], None] | None,
) -> None:
    """Deal the next street, or begin the showdown after the last one."""
    hand, following = play.hand, play.hand.street + 1
    if following == len(game.streets):
        _begin_showdown(play, game, at)
        return
    if hand.aside_until == following:
        _return_set_aside(play, at)
        hand = play.hand
    aside = aside_of_street(game, hand, following)
    deal = street_deal(game, hand, following, aside)
    if on_shortage is not None and deal.shortage is not _NONE:
        on_shortage(deal.shortage)
    _call_street(play, at, following, aside, deal)


def _call_street(play: HandInPlay, at: int, street: int, aside: int, deal: StreetDeal) -> None:
    play.emit(
        _street_called(
            at=at,
            street=street,
            deal_order=play.hand.deal_order + (ASIDE,) * aside + deal.before,
            after_mixing=deal.after if deal.is_mixed else (),
        )
    )


def _begin_showdown(play: HandInPlay, game: PotGame, at: int) -> None:
    hand = play.hand
    leader = game.show_leader(in_sight(game, hand, play.lying(game)), played_rounds(game, hand))
    play.emit(_showdown_begun(at=at, shows=show_order(rivals_of_pots(hand), leader)))


def _return_set_aside(play: HandInPlay, at: int) -> None:
    """Cards set aside go back into the stub; the street comes without a burn (HE-D23)."""
    hand = play.hand
    order = tuple(STUB if owner == ASIDE else owner for owner in hand.deal_order)
    play.emit(
        e.PlacesCorrected(
            at=at,
            deal_order=order,
            late=hand.late,
            is_burn_out=True,
            is_shuffled=True,
            aside_until=None,
            irregularity="",
        )
    )


def show(play: HandInPlay, seat: int, cards: tuple[str, ...], *, at: int, person_id: str) -> None:
    """Turn a hand over; `cards` are the whole hand where people have named some of it."""
    play.emit(_hand_shown(at=at, seat=seat, cards=cards, person_id=person_id))


def muck(play: HandInPlay, seat: int, *, at: int, person_id: str) -> None:
    """Give a hand up, face down."""
    play.emit(_hand_mucked(at=at, seat=seat, person_id=person_id))


def push(play: HandInPlay, game: PotGame, *, at: int, person_id: str) -> None:
    """Push every pot, and end the hand."""
    awards = awards_of(game, play.hand, play.lying(game))
    play.emit(_pots_pushed(at=at, awards=awards, person_id=person_id))
    play.emit(_round_settled(at=at, round_number=play.hand.number))
