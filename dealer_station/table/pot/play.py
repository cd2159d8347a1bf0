"""A hand while it is taken further: the one place where a hand of a pot game changes.

`HandInPlay` takes the effect of one event after the other on a copy of the hand that it alone has,
so that a decision with many events, or the replay of a thousand, copies the hand once. Who asks for
the hand gets a value that never changes again: the next effect is taken on another copy.

Cards in places, bets, pots, showdown: it knows no roles, no devices and no irregularities. What the
events of reports and rulings do to a hand stands in `evolve` and `evolve_rulings`.
"""

from collections.abc import Callable, Mapping
from typing import Any

from dealer_station.games.pots.acting import act
from dealer_station.games.pots.betting import Act, BettingRound
from dealer_station.games.pots.players import Chips
from dealer_station.games.pots.pots import pull_in
from dealer_station.games.procedure import BURN
from dealer_station.table import events as e
from dealer_station.table.copying import alter, copy_of
from dealer_station.table.lifecycle import ROUND_EVENTS, Phase, next_phase
from dealer_station.table.pot.evolve_rulings import still_to_come
from dealer_station.table.pot.opening import opened
from dealer_station.table.pot.state import FinishedRound, PotHand, TakenAct
from dealer_station.table.state import DecisionClock
from dealer_station.values import maker

_SIZED = frozenset({Act.BET, Act.RAISE})
"""Acts whose amount is chosen; every other one has a single one."""

_ACTS = {kind.value: kind for kind in Act}
_chips = maker(Chips)
_taken_act = maker(TakenAct)
_finished_round = maker(FinishedRound)


class HandInPlay:
    """A hand that is taken further, its phase and its clock; `events` are those that it emitted.

    `effects` counts the events whose effect it has taken. `hand` is not to be kept over an event:
    who wants a hand that stays as it is asks for `value`.
    """

    __slots__ = ("_is_own", "clock", "effects", "events", "hand", "phase")

    def __init__(
        self,
        hand: PotHand,
        phase: Phase,
        clock: DecisionClock | None,
        events: list[e.TableEvent],
    ) -> None:
        self.hand = hand
        self.phase = phase
        self.clock = clock
        self.events = events
        self.effects = 0
        self._is_own = False

    @property
    def value(self) -> PotHand:
        """The hand as it is, for good."""
        self._is_own = False
        return self.hand

    def emit(self, event: e.TableEvent) -> None:
        """Add an event and take its effect."""
        self.events.append(event)
        kind = type(event)
        if kind in ROUND_EVENTS:
            self.phase = next_phase(self.phase, event)
        self.effects += 1
        EFFECTS[kind](self, event)

    def take(self, event: e.TableEvent) -> None:
        """Take the effect of an event, which must be one of `EFFECTS`."""
        kind = type(event)
        if kind in ROUND_EVENTS:
            self.phase = next_phase(self.phase, event)
        self.effects += 1
        EFFECTS[kind](self, event)

    def emit_card(self, event: e.CardDrawn) -> None:
        """Add a card, which changes no phase, and take its effect."""
        self.events.append(event)
        self.effects += 1
        _card_drawn(self, event)

    def emit_act(self, event: e.PlayerActed, after: BettingRound) -> None:
        """Add an act whose betting round is known already, and take its effect."""
        self.events.append(event)
        self.effects += 1
        _after_act(self, event, after)

    def emit_opening(self, event: e.BettingRoundOpened, betting: BettingRound) -> None:
        """Add the opening of a betting round that is known already, and take its effect."""
        self.events.append(event)
        self.phase = next_phase(self.phase, event)
        self.effects += 1
        _after_opening(self, event, betting)

    def own(self) -> PotHand:
        """Return the hand as a copy that nobody else has, to be altered."""
        if not self._is_own:
            self.hand = copy_of(self.hand)
            self._is_own = True
        return self.hand

    def look_at(self, hand: PotHand, phase: Phase, clock: DecisionClock | None) -> None:
        """Go on with the hand as something else has left it."""
        self.hand, self.phase, self.clock = hand, phase, clock
        self._is_own = False
        self.effects = 0


def _card_drawn(play: HandInPlay, event: e.CardDrawn) -> None:
    """The card lies in its place; a burn that comes early makes its own (HE-D22, ST-D24)."""
    hand = play.own()
    if event.position == BURN and not hand.is_card_due:
        alter(hand, deal_order=(*hand.deal_order, BURN), is_burn_out=True)
    alter(hand, draws=hand.draws + (event.card,))  # noqa: RUF005 - the quicker of the two


def _card_reread(play: HandInPlay, event: e.CardReread) -> None:
    """The newest card is known now."""
    hand = play.own()
    alter(hand, draws=(*hand.draws[:-1], event.card))


def _betting_round_opened(play: HandInPlay, event: e.BettingRoundOpened) -> None:
    """Somebody is to act, and his time runs."""
    hand = play.hand
    betting = opened(
        hand,
        event.first,
        event.opening,
        amount=event.amount_minor,
        big=event.is_big,
        both_units=event.has_both_units,
        barred=event.barred,
    )
    _after_opening(play, event, betting)


def _after_opening(play: HandInPlay, event: e.BettingRoundOpened, betting: BettingRound) -> None:
    alter(play.own(), street=event.street, betting=betting)
    play.clock = DecisionClock(event.clock_ms, event.at) if event.clock_ms else None


def _player_acted(play: HandInPlay, event: e.PlayerActed) -> None:
    """Chips move, and the turn passes on; the next one's time runs anew (HE-D39)."""
    betting = play.hand.betting
    assert betting is not None, "an act is taken in a betting round"
    kind = _ACTS[event.action]
    after = act(betting, event.seat, kind, event.to_minor if kind in _SIZED else None)
    put = after.player(event.seat).bet
    assert put == event.to_minor, f"seat {event.seat} has {put} in, not {event.to_minor}"
    _after_act(play, event, after)


def _after_act(play: HandInPlay, event: e.PlayerActed, after: BettingRound) -> None:
    hand = play.own()
    taken = _taken_act(hand.street, event.seat, event.action, event.put_minor)
    if hand.announced or hand.ruled_skips:
        skips = tuple(seat for seat in hand.ruled_skips if seat != event.seat)
        alter(hand, announced=still_to_come(hand, after), ruled_skips=skips)
    if hand.receiving and after.price.by is not None:
        alter(hand, receiving=())
    if event.keeps_receiving:
        alter(hand, receiving=(*hand.receiving, event.seat))
    alter(hand, betting=after, acts=(*hand.acts, taken))
    if play.clock is not None:
        play.clock = DecisionClock(play.clock.limit_ms, event.at)


def _bets_pulled_in(play: HandInPlay, _event: e.BetsPulledIn) -> None:
    """The bets are in the pots; what nobody called is back."""
    hand = play.own()
    betting = hand.betting
    assert betting is not None, "bets are pulled in at the end of a betting round"
    acted = any(one.street == hand.street for one in reversed(hand.acts))
    if acted and betting.first is not None:
        done = _finished_round(hand.street, betting.first, betting.aggressor)
        alter(hand, rounds=(*hand.rounds, done))
    pulled, _ = pull_in(betting.players)
    alter(hand, betting=None, pulled=pulled, is_street_over=True, announced=(), ruled_skips=())
    play.clock = None


def _street_called(play: HandInPlay, event: e.StreetCalled) -> None:
    """The cards of a street are due."""
    hand = play.own()
    alter(
        hand,
        street=event.street,
        deal_order=event.deal_order,
        after_mixing=event.after_mixing,
        is_street_over=False,
        is_burn_out=False,
        street_from=len(hand.draws),
    )


def _stub_mixed(play: HandInPlay, event: e.StubMixed) -> None:
    """The rest of the street comes from the mixed cards."""
    alter(play.own(), deal_order=event.deal_order, after_mixing=())


def _showdown_begun(play: HandInPlay, event: e.ShowdownBegun) -> None:
    """The live hands answer in this order."""
    alter(play.own(), shows=event.shows)


def _hand_shown(play: HandInPlay, event: e.HandShown) -> None:
    """The hand lies open."""
    hand = play.own()
    if event.cards:
        alter(hand, named=(*hand.named, (event.seat, event.cards)))
    alter(hand, shown=(*hand.shown, event.seat))


def _hand_mucked(play: HandInPlay, event: e.HandMucked) -> None:
    """The hand is out of every pot."""
    hand = play.own()
    alter(hand, mucked=(*hand.mucked, event.seat))


def _pots_ready(_play: HandInPlay, _event: e.PotsReady) -> None:
    """Only the phase has changed."""


def _pots_pushed(play: HandInPlay, event: e.PotsPushed) -> None:
    """The winners have their chips; no pot is left."""
    hand = play.own()
    won: dict[int, int] = {}
    for award in event.awards:
        for one in award.shares:
            won[one.seat] = won.get(one.seat, 0) + one.amount_minor
    pulled = tuple(
        [
            _chips(one.seat, one.stack + won.get(one.seat, 0), 0, 0, 0, one.standing)
            for one in hand.pulled
        ]
    )
    alter(hand, pulled=pulled, awards=event.awards)


def _places_corrected(play: HandInPlay, event: e.PlacesCorrected) -> None:
    """The cards lie where the ruling has put them."""
    alter(
        play.own(),
        deal_order=event.deal_order,
        late=event.late,
        is_burn_out=event.is_burn_out,
        aside_until=event.aside_until,
        is_rearranged=True,
    )


def _round_settled(play: HandInPlay, _event: e.RoundSettled) -> None:
    """The hand is over."""
    play.clock = None


EFFECTS: Mapping[type[e.TableEvent], Callable[[HandInPlay, Any], None]] = {
    e.BetsPulledIn: _bets_pulled_in,
    e.BettingRoundOpened: _betting_round_opened,
    e.CardDrawn: _card_drawn,
    e.CardReread: _card_reread,
    e.HandMucked: _hand_mucked,
    e.HandShown: _hand_shown,
    e.PlayerActed: _player_acted,
    e.PlacesCorrected: _places_corrected,
    e.PotsPushed: _pots_pushed,
    e.PotsReady: _pots_ready,
    e.RoundSettled: _round_settled,
    e.ShowdownBegun: _showdown_begun,
    e.StreetCalled: _street_called,
    e.StubMixed: _stub_mixed,
}
"""What each event of regular play does to the hand, and every one that moves cards."""
