"""State plus event gives state: the only place where a table's state changes.

Total over every event of `events.py`; pure; needs no rules, since events carry what they mean.
"""

from collections.abc import Callable, Iterable
from typing import Any

from dealer_station.games.procedure import seat_hand, without_future_cards
from dealer_station.games.rules import Outcome
from dealer_station.table import events as e
from dealer_station.table import (
    evolve_book,
    evolve_devices,
    evolve_irregularities,
    evolve_shoe,
    evolve_suspension,
)
from dealer_station.table.acceptors import Acceptor
from dealer_station.table.copying import replace
from dealer_station.table.lifecycle import OPEN_ROUND, Phase, next_phase, next_service
from dealer_station.table.pot import evolve as evolve_pot
from dealer_station.table.pot import evolve_rulings
from dealer_station.table.pot.play import EFFECTS, HandInPlay
from dealer_station.table.pot.state import Player
from dealer_station.table.state import (
    DecisionClock,
    Envy,
    FinishedRound,
    HandStatus,
    HouseRound,
    Irregularity,
    Payment,
    SeatHand,
    ShoeState,
    TableState,
    Wager,
)

_BESIDE_THE_PLAY = (
    e.DeviceReported,
    e.DeviceFaultReported,
    e.DeviceFaultsCleared,
    e.DeviceFaultsNotCleared,
    e.TableResumed,
    e.ClockSet,
    e.SupervisorCalled,
    e.CallAnswered,
    e.WindowReported,
    e.LampReported,
    e.ProgressiveSuspended,
    e.ProgressiveResumed,
)


class Folding:
    """A state into which one event after the other is folded, and each state in between on demand.

    The events of a hand in play are taken on a copy of the hand that is here alone; every other
    event makes a new state. `events` is the list to which a hand in play adds what it emits.
    """

    __slots__ = ("_events", "_play", "_state")

    def __init__(self, state: TableState, events: list[e.TableEvent] | None = None) -> None:
        self._state = state
        self._events = [] if events is None else events
        self._play: HandInPlay | None = None

    @property
    def state(self) -> TableState:
        """The table's state now, which never changes."""
        play = self._play
        if play is not None and play.effects:
            self._state = _with_play(self._state, play)
            if play.phase not in OPEN_ROUND:
                self._play = None
        return self._state

    @property
    def irregularities(self) -> tuple[Irregularity, ...]:
        """Those of this round; a hand in play has no part in them."""
        return self._state.irregularities

    def player(self, seat: int) -> Player | None:
        """Return who has a seat; a hand in play changes nothing of it before it is over."""
        return self._state.pot.player(seat)

    @property
    def phase(self) -> Phase:
        """The phase of the round."""
        return self._state.phase if self._play is None else self._play.phase

    @property
    def play(self) -> HandInPlay | None:
        """The hand in play; None where no hand of a pot game is open."""
        play = self._play
        if play is not None and play.phase in OPEN_ROUND:
            return play
        state = self.state
        if state.pot.hand is not None and state.phase in OPEN_ROUND:
            self._play = HandInPlay(state.pot.hand, state.phase, state.clock, self._events)
        return self._play

    def take(self, event: e.TableEvent) -> None:
        """Take the effect of an event."""
        play = self.play
        if play is not None and type(event) in EFFECTS:
            play.take(event)
            return
        self._state = _evolved(self.state, event)
        hand = self._state.pot.hand
        if play is not None and hand is not None:
            play.look_at(hand, self._state.phase, self._state.clock)
            if not self._state.is_round_open:
                self._play = None


def _with_play(state: TableState, play: HandInPlay) -> TableState:
    """Return the state as the hand in play leaves it; all its events are of the play."""
    version = state.version + play.effects
    hand = play.value
    table = replace(state.pot, hand=hand)
    if play.phase is Phase.SETTLED:
        table = evolve_pot.with_stacks(table, hand.chips)
    changed = replace(
        state,
        pot=table,
        phase=play.phase,
        clock=play.clock,
        version=version,
        played_version=version,
        step=state.step + play.effects,
    )
    play.effects = 0
    return changed


def evolve(state: TableState, event: e.TableEvent) -> TableState:
    """Return the state after one event."""
    folding = Folding(state)
    folding.take(event)
    return folding.state


def fold(events: Iterable[e.TableEvent], state: TableState | None = None) -> TableState:
    """Return the state after many events."""
    folding = Folding(TableState() if state is None else state)
    for event in events:
        folding.take(event)
    return folding.state


def _evolved(state: TableState, event: e.TableEvent) -> TableState:
    version = state.version + 1
    moved = replace(
        state,
        service=next_service(state.service, event),
        phase=next_phase(state.phase, event),
        version=version,
        played_version=state.played_version if isinstance(event, _BESIDE_THE_PLAY) else version,
        step=state.step + 1,
    )
    evolver = _EVOLVERS.get(type(event))
    assert evolver is not None, f"{type(event).__name__} without a hand that is open"
    return evolver(moved, event)


def _round(state: TableState) -> HouseRound:
    assert state.round is not None, "no round"
    return state.round


def _opened(state: TableState, event: e.TableOpened) -> TableState:
    return replace(
        state,
        table_id=event.table_id,
        game=event.game,
        rules_name=event.rules_name,
        rules_digest=event.rules_digest,
        seats=event.seats,
        acceptors=tuple(Acceptor(seat, device_id) for seat, device_id in event.acceptors),
        conversions=event.conversions,
        progressives=event.progressives,
    )


def _betting_opened(state: TableState, event: e.BettingOpened) -> TableState:
    return replace(
        state,
        round=HouseRound(event.round_number, dealer_id=event.person_id),
        paid_before=None if state.round is None else state.round.paid,
        round_number=event.round_number,
        step=1,
        irregularities=(),
        clock=None,
        shoe=ShoeState() if event.is_shuffled else replace(state.shoe, check=None),
        stray_card="",
        betting_number=state.version,
        window_order=state.version,
        acceptors=tuple(replace(one, is_in_doubt=False) for one in state.acceptors),
    )


def _wager_placed(state: TableState, event: e.WagerPlaced) -> TableState:
    lying = _round(state).wager(event.seat, event.spot)
    amount = event.amount_minor + (lying.amount_minor if lying and lying.is_pending else 0)
    return _with_wager(state, Wager(event.seat, event.spot, amount, is_token=bool(event.source)))


def _wager_withdrawn(state: TableState, event: e.WagerWithdrawn) -> TableState:
    """Take a wager away; a token that was given back leaves room for another."""
    current = _round(state)
    lying = current.wager(event.seat, event.spot)
    if lying is not None and lying.is_token:
        state = evolve_devices.with_room_for_token(state, event.seat)
    rest = tuple(w for w in current.wagers if (w.seat, w.spot) != (event.seat, event.spot))
    return replace(state, round=replace(current, wagers=rest))


def _with_wager(state: TableState, wager: Wager) -> TableState:
    current = _round(state)
    key = (wager.seat, wager.spot)
    if any((w.seat, w.spot) == key for w in current.wagers):
        wagers = tuple(wager if (w.seat, w.spot) == key else w for w in current.wagers)
    else:
        wagers = (*current.wagers, wager)
    return replace(state, round=replace(current, wagers=wagers))


def _betting_closed(state: TableState, event: e.BettingClosed) -> TableState:
    current = _round(state)
    hands = tuple(SeatHand(seat) for seat in event.seats)
    return replace(
        state,
        closing=None,
        shoe=replace(state.shoe, rounds=state.shoe.rounds + 1),
        round=replace(current, deal_order=event.deal_order, hands=hands),
        last_wagers=tuple(w for w in current.wagers if w.is_pending and w.seat in event.seats),
    )


def _wager_returned(state: TableState, event: e.WagerReturned) -> TableState:
    void = Wager(event.seat, event.spot, event.amount_minor, Outcome.VOID)
    return _with_wager(state, void)


def _deal_order_corrected(state: TableState, event: e.DealOrderCorrected) -> TableState:
    current = _round(state)
    late = current.late_dealer_cards + event.is_dealer_card_last
    return replace(
        state, round=replace(current, deal_order=event.deal_order, late_dealer_cards=late)
    )


def _deal_completed(state: TableState, event: e.DealCompleted) -> TableState:
    clock = DecisionClock(event.decision_ms, event.at) if event.decision_ms else None
    return replace(state, clock=clock)


def _deal_resumed(state: TableState, _event: e.DealResumed) -> TableState:
    """Decisions wait for the cards, and begin anew with their full time."""
    if state.pot.hand is not None:
        return evolve_rulings.deal_resumed(state)
    return replace(state, clock=None)


def _act_taken(state: TableState, event: e.ActTaken) -> TableState:
    status = HandStatus.FOLDED if event.action == "fold" else HandStatus.IN
    hand = SeatHand(event.seat, status, event.action, is_auto_folded=event.is_timeout)
    decided = _with_hand(state, hand)
    if not event.spot:
        return decided
    return _with_wager(decided, Wager(event.seat, event.spot, event.stake_minor))


def _with_hand(state: TableState, changed: SeatHand) -> TableState:
    return replace(state, round=_with_hand_of(_round(state), changed))


def _with_hand_of(current: HouseRound, changed: SeatHand) -> HouseRound:
    hands = tuple(changed if hand.seat == changed.seat else hand for hand in current.hands)
    return replace(current, hands=hands)


def _decisions_closed(state: TableState, event: e.DecisionsClosed) -> TableState:
    current = replace(_round(state), pay_order=event.pay_order)
    return replace(state, clock=None, round=_with_turn(current))


def _cards_called(state: TableState, event: e.CardsCalled) -> TableState:
    current = replace(_round(state), deal_order=event.deal_order)
    return replace(state, clock=None, round=current)


def _hands_completed(state: TableState, event: e.HandsCompleted) -> TableState:
    current = replace(_round(state), pay_order=event.pay_order)
    return replace(state, clock=None, round=_with_turn(current))


def _with_turn(current: HouseRound) -> HouseRound:
    """Note whose turn to be settled has come; a hand that is void has none."""
    void = {hand.seat for hand in current.hands if hand.status is HandStatus.VOID}
    turn = next((seat for seat in current.turns if seat not in void), None)
    return current if turn is None else _with_turned(current, turn)


def _with_turned(current: HouseRound, seat: int) -> HouseRound:
    """Note what a hand is when it may be turned over; later changes do not count."""
    hand = current.hand(seat)
    if hand is None or hand.turned_as is not None:
        return current
    return _with_hand_of(current, replace(hand, turned_as=hand.status))


def _hand_verified(state: TableState, event: e.HandVerified) -> TableState:
    current = _with_turned(_round(state), event.seat)
    seen = (*current.seen, (event.seat, event.person_id))
    return replace(state, round=replace(current, seen=seen))


def _shares_fixed(state: TableState, event: e.SharesFixed) -> TableState:
    current = _round(state)
    return replace(state, round=replace(current, shares=(*current.shares, *event.shares)))


def _envy_paid(state: TableState, event: e.EnvyPaid) -> TableState:
    current = _round(state)
    paid = (
        Envy(one.seat, event.seat, event.spot, one.amount_minor, event.rule) for one in event.sums
    )
    return replace(state, round=replace(current, envies=(*current.envies, *paid)))


def _seat_paid(state: TableState, event: e.SeatPaid) -> TableState:
    for settled in event.wagers:
        wager = Wager(
            event.seat, settled.spot, settled.stake_minor, settled.outcome, settled.net_minor
        )
        state = _with_wager(state, wager)
    current = _with_turned(_round(state), event.seat)
    payment = Payment(event.seat, event.wagers)
    paid = replace(current, payments=(*current.payments, payment))
    return replace(state, round=_with_turn(paid))


def _round_settled(state: TableState, event: e.RoundSettled) -> TableState:
    finished = FinishedRound(event.round_number, _round(state).hands_dealt())
    shoe = replace(state.shoe, finished=(*state.shoe.finished, finished))
    return _round_ended(replace(state, shoe=shoe), event)


def _round_voided(state: TableState, event: e.RoundVoided) -> TableState:
    if state.pot.hand is not None:
        return evolve_pot.hand_voided(state)
    return _round_ended(state, event)


def _round_ended(state: TableState, _event: e.RoundSettled | e.RoundVoided) -> TableState:
    return replace(state, clock=None, closing=None)


def _hand_voided(state: TableState, event: e.HandVoided) -> TableState:
    changed = _out_of_round(state, event.seat, HandStatus.VOID)
    return replace(changed, round=_with_turn(_round(changed)))


def _hand_killed(state: TableState, event: e.HandKilled) -> TableState:
    return _out_of_round(state, event.seat, HandStatus.DEAD)


def _out_of_round(state: TableState, seat: int, status: HandStatus) -> TableState:
    """Take a hand out; a void or dead hand gets no more cards."""
    current = _round(state)
    hand = current.hand(seat)
    assert hand is not None, f"seat {seat} is not in the round"
    order = without_future_cards(current.deal_order, len(current.draws), seat_hand(seat))
    changed = replace(state, round=replace(current, deal_order=order))
    return _with_hand(changed, replace(hand, status=status))


def _wager_corrected(state: TableState, event: e.WagerCorrected) -> TableState:
    return _with_wager(state, Wager(event.seat, event.spot, event.amount_minor))


def _compensation_booked(state: TableState, event: e.CompensationBooked) -> TableState:
    """Note what a seat was handed in truth, in the round in which it was."""
    current, handed = _round(state), (event.seat, event.paid_minor)
    if event.round_number in {None, current.number}:
        compensated = (*_others(current.compensated, event.seat), handed)
        return replace(state, round=replace(current, compensated=compensated))
    before = state.paid_before
    if before is None or before.number != event.round_number:
        # A round that is folded alone knows nothing of the one before it.
        return state
    handed_back = (*_others(before.handed_back, event.seat), handed)
    return replace(state, paid_before=replace(before, handed_back=handed_back))


def _others(pairs: tuple[tuple[int, int], ...], seat: int) -> tuple[tuple[int, int], ...]:
    return tuple(pair for pair in pairs if pair[0] != seat)


def _supervisor_called(state: TableState, _event: e.SupervisorCalled) -> TableState:
    return replace(state, is_supervisor_called=True)


def _call_answered(state: TableState, _event: e.CallAnswered) -> TableState:
    return replace(state, is_supervisor_called=False)


def _unchanged(state: TableState, _event: e.TableEvent) -> TableState:
    return state


_EVOLVERS: dict[type[e.TableEvent], Callable[[TableState, Any], TableState]] = {
    e.TableOpened: _opened,
    e.TableClosed: _unchanged,
    e.BettingOpened: _betting_opened,
    e.WagerPlaced: _wager_placed,
    e.WagerWithdrawn: _wager_withdrawn,
    e.StrayTokenTaken: evolve_devices.stray_token_taken,
    e.ClosingBegun: evolve_devices.closing_begun,
    e.AcceptorExcused: evolve_devices.acceptor_excused,
    e.BettingClosed: _betting_closed,
    e.WagerReturned: _wager_returned,
    e.CardDrawn: evolve_shoe.card_drawn,
    e.CardReread: evolve_shoe.card_reread,
    e.CardCorrected: evolve_shoe.card_corrected,
    e.CutCardSeen: _unchanged,
    e.DealOrderCorrected: _deal_order_corrected,
    e.CardKept: evolve_shoe.card_kept,
    e.KeptCardPlayed: evolve_shoe.kept_card_played,
    e.CardsCalled: _cards_called,
    e.HandsCompleted: _hands_completed,
    e.BurnCalled: evolve_shoe.burn_called,
    e.BurnFixed: evolve_shoe.burn_fixed,
    e.LastRoundFixed: evolve_shoe.last_round_fixed,
    e.DealCompleted: _deal_completed,
    e.DealResumed: _deal_resumed,
    e.ActTaken: _act_taken,
    e.DecisionsClosed: _decisions_closed,
    e.HandVerified: _hand_verified,
    e.SharesFixed: _shares_fixed,
    e.SeatPaid: _seat_paid,
    e.EnvyPaid: _envy_paid,
    e.RoundSettled: _round_settled,
    e.RoundVoided: _round_voided,
    e.HandVoided: _hand_voided,
    e.HandKilled: _hand_killed,
    e.WagerCorrected: _wager_corrected,
    e.IrregularityRaised: evolve_irregularities.irregularity_raised,
    e.IrregularityReplaced: evolve_irregularities.irregularity_replaced,
    e.RulingMade: evolve_irregularities.ruling_made,
    e.CompensationBooked: _compensation_booked,
    e.DeckLocked: evolve_shoe.deck_locked,
    e.DeckChanged: evolve_shoe.deck_changed,
    e.DeckChecked: evolve_shoe.deck_checked,
    e.BookOpened: evolve_book.book_opened,
    e.BatchTaken: evolve_book.batch_taken,
    e.BookWagersClosed: evolve_book.wagers_closed,
    e.BookDecisionsClosed: evolve_book.decisions_closed,
    e.BookSettled: evolve_book.settled,
    e.SupervisorCalled: _supervisor_called,
    e.CallAnswered: _call_answered,
    e.DeviceReported: evolve_devices.device_reported,
    e.DeviceFaultsCleared: evolve_devices.device_faults_cleared,
    e.DeviceFaultsNotCleared: evolve_devices.device_faults_not_cleared,
    e.DeviceFaultReported: evolve_devices.device_fault_reported,
    e.WindowReported: evolve_devices.window_reported,
    e.LampReported: evolve_devices.lamp_reported,
    e.ProgressiveSuspended: evolve_suspension.progressive_suspended,
    e.ProgressiveResumed: evolve_suspension.progressive_resumed,
    e.TableResumed: evolve_irregularities.table_resumed,
    e.ClockSet: evolve_irregularities.clock_set,
    **evolve_pot.EVOLVERS,
}
"""How each event changes the state; a test asserts that none is missing."""

EVENT_TYPES = tuple({**_EVOLVERS, **EFFECTS})
"""Every kind of event of a table."""
