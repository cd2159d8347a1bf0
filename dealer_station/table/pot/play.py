"""A hand while it is taken further: the one place where a hand of a pot game changes.

`HandInPlay` takes the effect of one event after the other on a copy of the hand that it alone has,
so that a decision with many events, or the replay of a thousand, copies the hand once. Cards and
acts, which are most of a hand, it keeps beside the hand, and the betting round that they belong to
in play; they come into the hand when somebody looks at it. Who asks for the hand gets a value that
never changes again: the next effect is taken on another copy.

Cards in places, bets, pots, showdown: it knows no roles, no devices and no irregularities. What the
events of reports and rulings do to a hand stands in `evolve` and `evolve_rulings`.
"""

from collections.abc import Callable, Mapping
from typing import Any

from dealer_station.games.pot_rules import PotGame
from dealer_station.games.pots.acting import take_act
from dealer_station.games.pots.betting import Act, BettingRound, RoundInPlay
from dealer_station.games.pots.players import Chips
from dealer_station.games.pots.pots import pulled_in
from dealer_station.games.procedure import BURN, texts_of
from dealer_station.table import events as e
from dealer_station.table.copying import alter, copy_of
from dealer_station.table.lifecycle import ROUND_EVENTS, Phase, next_phase
from dealer_station.table.pot.evolve_rulings import still_to_come
from dealer_station.table.pot.lying import Lying
from dealer_station.table.pot.opening import opened
from dealer_station.table.pot.reopening import taken_up
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

    `effects` counts the events whose effect it has taken, `drawn` the cards that have come.
    """

    __slots__ = (
        "_acts", "_betting", "_cards", "_hand", "_is_behind", "_is_own", "_lying", "_places",
        "clock", "drawn", "effects", "events", "phase",
    )  # fmt: skip

    def __init__(
        self,
        hand: PotHand,
        phase: Phase,
        clock: DecisionClock | None,
        events: list[e.TableEvent],
    ) -> None:
        self.events = events
        self._acts: list[TakenAct] = []
        self._cards: list[str] = []
        self.look_at(hand, phase, clock)

    def look_at(self, hand: PotHand, phase: Phase, clock: DecisionClock | None) -> None:
        """Go on with the hand as something else has left it."""
        self._hand, self.phase, self.clock = hand, phase, clock
        self._is_own = False
        self.effects, self.drawn = 0, len(hand.draws)
        self._forget()
        self._lying: Lying | None = None

    def _forget(self) -> None:
        """Whatever was read off the hand has to be read again."""
        self._is_behind = False
        self._betting: RoundInPlay | None = None
        self._places: tuple[str, ...] | None = None

    @property
    def hand(self) -> PotHand:
        """The hand as it is, not to be kept over an event: see `value`."""
        if self._is_behind:
            self._catch_up()
        return self._hand

    @property
    def value(self) -> PotHand:
        """The hand as it is, for good."""
        hand = self.hand
        self._is_own = False
        return hand

    def own(self) -> PotHand:
        """Return the hand as a copy that nobody else has, to be altered."""
        if self._is_behind:
            self._catch_up()
        elif not self._is_own:
            self._hand, self._is_own = copy_of(self._hand), True
        self._forget()
        return self._hand

    def change_to(self, hand: PotHand) -> None:
        """Go on with this hand, which was made of `own` and which nobody else has."""
        self._hand, self._is_own, self.drawn = hand, True, len(hand.draws)
        self._forget()
        self._lying = None

    def _catch_up(self) -> None:
        """Put into the hand what has come since: cards, acts, the betting round."""
        if not self._is_own:
            self._hand, self._is_own = copy_of(self._hand), True
        hand, betting = self._hand, self._betting
        if self._cards:
            alter(hand, draws=(*hand.draws, *self._cards))
            self._cards.clear()
        if self._acts:
            alter(hand, acts=(*hand.acts, *self._acts))
            self._acts.clear()
            if betting is not None:
                alter(hand, betting=betting.value)
        self._is_behind = False

    @property
    def betting(self) -> RoundInPlay | None:
        """The betting round, to be read; None: none is open."""
        betting = self._betting
        if betting is None and self._hand.betting is not None:
            betting = self._betting = RoundInPlay(self._hand.betting)
        return betting

    def end_betting(self) -> RoundInPlay:
        """Return the betting round, of which the hand has no need any more; one must be open."""
        betting, self._betting = self.betting, None
        assert betting is not None, "bets are pulled in at the end of a betting round"
        return betting

    @property
    def places(self) -> tuple[str, ...]:
        """The place of every card of the deal, by the order; none where something was moved."""
        if self._places is None:
            hand = self._hand
            is_regular = not hand.is_rearranged and not hand.late
            self._places = texts_of(hand.deal_order) if is_regular else ()
        return self._places

    def lying(self, game: PotGame) -> Lying | None:
        """Return the cards as they lie; None where something was moved."""
        hand = self.hand
        if not hand.is_as_dealt:
            return None
        if self._lying is None:
            self._lying = Lying(game)
        self._lying.read_on(hand)
        return self._lying

    def read_cards_again(self) -> None:
        """A card that was read is another one."""
        self._lying = None

    def emit(self, event: e.TableEvent) -> None:
        """Add an event and take its effect."""
        self.events.append(event)
        self.take(event)

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
        self.note_card(event)

    def emit_act(self, event: e.PlayerActed) -> None:
        """Add an act that has been taken in the betting round already."""
        self.events.append(event)
        self.effects += 1
        self.note_act(event)

    def emit_opening(self, event: e.BettingRoundOpened, betting: BettingRound) -> None:
        """Add the opening of a betting round that is known already, and take its effect."""
        self.events.append(event)
        self.phase = next_phase(self.phase, event)
        self.effects += 1
        _after_opening(self, event, betting)

    def note_card(self, event: e.CardDrawn) -> None:
        """The card lies in its place; a burn that comes early makes its own (HE-D22, ST-D24)."""
        if event.position == BURN and self.drawn >= len(self._hand.deal_order):
            hand = self.own()
            alter(hand, deal_order=(*hand.deal_order, BURN), is_burn_out=True)
        self._cards.append(event.card)
        self.drawn += 1
        self._is_behind = True

    def note_act(self, event: e.PlayerActed) -> None:
        """An act was taken in the betting round; the next one's time runs anew (HE-D39)."""
        hand, betting = self._hand, self._betting
        assert betting is not None, "an act is taken in a betting round"
        self._acts.append(_taken_act(hand.street, event.seat, event.action, event.put_minor))
        self._is_behind = True
        if hand.announced or hand.ruled_skips:
            said = still_to_come(hand, event.seat, betting.to_act)
            skips = tuple(seat for seat in hand.ruled_skips if seat != event.seat)
            alter(self.own(), announced=said, ruled_skips=skips)
        if hand.receiving and betting.price.by is not None:
            alter(self.own(), receiving=())
        if event.keeps_receiving:
            alter(self.own(), receiving=(*self._hand.receiving, event.seat))
        if self.clock is not None:
            self.clock = DecisionClock(self.clock.limit_ms, event.at)


def _card_reread(play: HandInPlay, event: e.CardReread) -> None:
    """The newest card is known now."""
    hand = play.own()
    alter(hand, draws=(*hand.draws[:-1], event.card))
    play.read_cards_again()


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
    """Chips move, and the turn passes on."""
    betting = play.betting
    assert betting is not None, "an act is taken in a betting round"
    kind = _ACTS[event.action]
    to = event.to_minor if kind in _SIZED else None
    _, _, put = take_act(betting, event.seat, kind, to)
    assert put == event.to_minor, f"seat {event.seat} has {put} in, not {event.to_minor}"
    play.note_act(event)


def _bets_pulled_in(play: HandInPlay, event: e.BetsPulledIn) -> None:
    """The bets are in the pots; what nobody called is back."""
    betting = play.end_betting()
    hand = play.own()
    rounds, first = hand.rounds, betting.terms.first
    acted = any(one.street == hand.street for one in reversed(hand.acts))
    if acted and first is not None:
        rounds = (*rounds, _finished_round(hand.street, first, betting.price.by))
    alter(
        hand,
        betting=None,
        rounds=rounds,
        pulled=pulled_in(betting.players, event.uncalled_seat, event.uncalled_minor),
        is_street_over=True,
        announced=(),
        ruled_skips=(),
    )
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
        starts=(*hand.starts, len(hand.draws)),
    )


def _street_reopened(play: HandInPlay, event: e.StreetReopened) -> None:
    """What was called after the street is called anew once the report is settled."""
    hand = play.own()
    play.change_to(taken_up(hand, event.street, event.deal_order, is_burn_out=event.is_burn_out))


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
    e.CardDrawn: HandInPlay.note_card,
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
    e.StreetReopened: _street_reopened,
    e.StubMixed: _stub_mixed,
}
"""What each event of regular play does to the hand, and every one that moves cards."""
