"""How the events of a pot game change a table's state (see `table.evolve`). Pure and total."""

from collections.abc import Callable, Mapping
from typing import Any

from dealer_station.games.pot_rules import NO_DEBT, Positions, Post
from dealer_station.games.pots.acting import act
from dealer_station.games.pots.betting import Act, BettingRound
from dealer_station.games.pots.opening import open_round
from dealer_station.games.pots.players import Chips, Standing
from dealer_station.games.pots.pots import pull_in
from dealer_station.games.pots.rulings import kill, with_chips_in
from dealer_station.games.pots.structure import Structure
from dealer_station.games.procedure import BURN
from dealer_station.table import events as e
from dealer_station.table.copying import replace
from dealer_station.table.pot import evolve_rulings, stud_evolve
from dealer_station.table.pot.evolve_rulings import hand_of, still_to_come, with_hand
from dealer_station.table.pot.state import (
    FinishedRound,
    Player,
    PotHand,
    PotTable,
    SeatDebt,
    TakenAct,
)
from dealer_station.table.state import DecisionClock, ShoeState, TableState

_SIZED = frozenset({Act.BET, Act.RAISE})
"""Acts whose amount is chosen; every other one has a single one."""


def _with_player(state: TableState, player: Player) -> TableState:
    others = [one for one in state.pot.players if one.seat != player.seat]
    players = tuple(sorted([*others, player], key=lambda one: one.seat))
    return replace(state, pot=replace(state.pot, players=players))


def _player(state: TableState, seat: int) -> Player:
    player = state.pot.player(seat)
    assert player is not None, f"nobody has seat {seat}"
    return player


# ---------------------------------------------------------------------------------- seats


def player_seated(state: TableState, event: e.PlayerSeated) -> TableState:
    """Somebody sits there now; who comes when hands have been played is new."""
    debt = replace(NO_DEBT, is_new=event.is_new)
    return _with_player(state, Player(event.seat, event.stack_minor, entry=event.entry, debt=debt))


def seat_given_up(state: TableState, event: e.SeatGivenUp) -> TableState:
    """He goes when the hand is over, and is away until then."""
    player = _player(state, event.seat)
    return _with_player(state, replace(player, is_away=True, is_leaving=True))


def player_left(state: TableState, event: e.PlayerLeft) -> TableState:
    """The seat is empty."""
    players = tuple(one for one in state.pot.players if one.seat != event.seat)
    return replace(state, pot=replace(state.pot, players=players))


def player_away(state: TableState, event: e.PlayerAway) -> TableState:
    """He is not dealt in again until he is back."""
    return _with_player(state, replace(_player(state, event.seat), is_away=True))


def player_back(state: TableState, event: e.PlayerBack) -> TableState:
    """He is dealt in again, as he chose."""
    player = _player(state, event.seat)
    back = _with_player(state, replace(player, is_away=False, entry=event.entry))
    hand = state.pot.hand
    if hand is None or event.seat not in hand.absent:
        return back
    absent = tuple(seat for seat in hand.absent if seat != event.seat)
    return with_hand(back, replace(hand, absent=absent))


def chips_added(state: TableState, event: e.ChipsAdded) -> TableState:
    """More lies there."""
    player = _player(state, event.seat)
    stack = player.stack_minor + event.amount_minor
    return _with_player(state, replace(player, stack_minor=stack))


def chips_corrected(state: TableState, event: e.ChipsCorrected) -> TableState:
    """What was counted lies there."""
    player = _player(state, event.seat)
    return _with_player(state, replace(player, stack_minor=event.stack_minor))


def button_placed(state: TableState, event: e.ButtonPlaced) -> TableState:
    """The next hand has the button there."""
    return replace(state, pot=replace(state.pot, button=event.seat))


# ------------------------------------------------------------------------------- the hand


def hand_started(state: TableState, event: e.HandStarted) -> TableState:
    """Chips are posted, and cards may come."""
    table = state.pot
    structure: Structure | None = event.fixed_limit or event.no_limit
    assert structure is not None, "a hand has a structure of betting"
    posts = {one.seat: one for one in event.posts}
    hand = PotHand(
        number=event.round_number,
        seats=event.seats,
        structure=structure,
        deal_order=event.deal_order,
        pulled=tuple(_posted(seat, event.stacks[seat], posts.get(seat)) for seat in event.seats),
        positions=event.positions,
        before=table.positions,
        placed_button=table.button,
        posts=event.posts,
        debts=tuple(
            SeatDebt(one.seat, one.debt, event.debts.get(one.seat, NO_DEBT))
            for one in table.players
        ),
        reads_hole_cards=event.reads_hole_cards,
        dealer_id=event.person_id,
    )
    players = tuple(_seated(table, event, seat) for seat in sorted(event.stacks))
    pot = PotTable(players, _counted(table, event), None, hand, table.hands + 1)
    return replace(
        state,
        pot=pot,
        round_number=event.round_number,
        step=1,
        irregularities=(),
        clock=None,
        shoe=ShoeState(),
        stray_card="",
    )


def _seated(table: PotTable, event: e.HandStarted, seat: int) -> Player:
    """Return who sits there; a hand that is read alone tells what came before it."""
    player = table.player(seat) or Player(seat, event.stacks[seat])
    debt = event.debts.get(seat, NO_DEBT)
    return replace(player, stack_minor=event.stacks[seat], debt=debt)


def _counted(table: PotTable, event: e.HandStarted) -> Positions | None:
    return table.positions if event.positions is None else event.positions


def _posted(seat: int, stack: int, post: Post | None) -> Chips:
    if post is None:
        return Chips(seat, stack)
    left = stack - post.live_minor - post.ante_minor - post.dead_minor
    assert left >= 0, f"seat {seat} cannot post more than it has"
    standing = Standing.IN if left else Standing.ALL_IN
    return Chips(seat, left, post.live_minor, post.ante_minor, post.dead_minor, standing)


def card_drawn(state: TableState, event: e.CardDrawn) -> TableState:
    """The card lies in its place; a burn that comes early makes its own (HE-D22, ST-D24)."""
    hand = hand_of(state)
    draws = (*hand.draws, event.card)
    if event.position == BURN and not hand.is_card_due:
        order = (*hand.deal_order, BURN)
        return with_hand(state, replace(hand, draws=draws, deal_order=order, is_burn_out=True))
    return with_hand(state, replace(hand, draws=draws))


def card_reread(state: TableState, event: e.CardReread) -> TableState:
    """The newest card is known now."""
    hand = hand_of(state)
    return with_hand(state, replace(hand, draws=(*hand.draws[:-1], event.card)))


def betting_round_opened(state: TableState, event: e.BettingRoundOpened) -> TableState:
    """Somebody is to act, and his time runs."""
    hand = hand_of(state)
    betting = open_round(
        hand.structure,
        hand.pulled,
        event.first,
        event.opening,
        amount=event.amount_minor,
        big=event.is_big,
        both_units=event.has_both_units,
        barred=frozenset(event.barred),
    )
    clock = DecisionClock(event.clock_ms, event.at) if event.clock_ms else None
    changed = with_hand(state, replace(hand, street=event.street, betting=betting))
    return replace(changed, clock=clock)


def player_acted(state: TableState, event: e.PlayerActed) -> TableState:
    """Chips move, and the turn passes on; the next one's time runs anew (HE-D39)."""
    hand = hand_of(state)
    assert hand.betting is not None, "an act is taken in a betting round"
    kind = Act(event.action)
    betting = act(hand.betting, event.seat, kind, event.to_minor if kind in _SIZED else None)
    return after_act(state, event, betting)


def after_act(state: TableState, event: e.PlayerActed, betting: BettingRound) -> TableState:
    """Return the state after an act, when the round after it is known."""
    hand = hand_of(state)
    put = betting.player(event.seat).bet
    assert put == event.to_minor, f"seat {event.seat} has {put} in, not {event.to_minor}"
    receiving = hand.receiving if betting.price.by is None else ()
    if event.keeps_receiving:
        receiving = (*receiving, event.seat)
    taken = TakenAct(hand.street, event.seat, event.action, event.put_minor)
    changed = replace(hand, betting=betting, acts=(*hand.acts, taken), receiving=receiving)
    if hand.announced or hand.ruled_skips:
        skips = tuple(seat for seat in hand.ruled_skips if seat != event.seat)
        ahead = still_to_come(hand, betting)
        changed = replace(changed, announced=ahead, ruled_skips=skips)
    return _restarted(with_hand(state, changed), event.at)


def _restarted(state: TableState, at: int) -> TableState:
    if state.clock is None:
        return state
    return replace(state, clock=DecisionClock(state.clock.limit_ms, at))


def hand_declared_dead(state: TableState, event: e.HandDeclaredDead) -> TableState:
    """The hand is out of every pot; its chips stay, and its turn passes on (HE-D37)."""
    hand = hand_of(state)
    if event.keeps_receiving:
        hand = replace(hand, receiving=(*hand.receiving, event.seat))
    if event.seat in hand.shows:
        hand = replace(hand, shows=tuple(seat for seat in hand.shows if seat != event.seat))
    if hand.betting is not None:
        turn = hand.betting.to_act
        entered = with_chips_in(hand.betting, event.seat, event.put_minor)
        betting = kill(entered, event.seat, take_back=event.takes_back)
        hand = replace(hand, betting=betting, announced=still_to_come(hand, betting))
        changed = with_hand(state, hand)
        return changed if betting.to_act == turn else _restarted(changed, event.at)
    pulled = tuple(
        Chips(one.seat, one.stack, one.bet, one.put_in, one.dead, Standing.DEAD)
        if one.seat == event.seat
        else one
        for one in hand.pulled
    )
    return with_hand(state, replace(hand, pulled=pulled))


def bets_pulled_in(state: TableState, _event: e.BetsPulledIn) -> TableState:
    """The bets are in the pots; what nobody called is back."""
    hand = hand_of(state)
    assert hand.betting is not None, "bets are pulled in at the end of a betting round"
    rounds = hand.rounds
    acted = any(one.street == hand.street for one in hand.acts)
    if acted and hand.betting.first is not None:
        done = FinishedRound(hand.street, hand.betting.first, hand.betting.aggressor)
        rounds = (*rounds, done)
    pulled, _ = pull_in(hand.betting.players)
    over = replace(
        hand,
        betting=None,
        pulled=pulled,
        rounds=rounds,
        is_street_over=True,
        announced=(),
        ruled_skips=(),
    )
    return replace(with_hand(state, over), clock=None)


def street_called(state: TableState, event: e.StreetCalled) -> TableState:
    """The cards of a street are due."""
    hand = hand_of(state)
    called = replace(
        hand,
        street=event.street,
        deal_order=event.deal_order,
        after_mixing=event.after_mixing,
        is_street_over=False,
        is_burn_out=False,
        street_from=len(hand.draws),
    )
    return with_hand(state, called)


def stub_mixed(state: TableState, event: e.StubMixed) -> TableState:
    """The rest of the street comes from the mixed cards."""
    mixed = replace(hand_of(state), deal_order=event.deal_order, after_mixing=())
    return with_hand(state, mixed)


def showdown_begun(state: TableState, event: e.ShowdownBegun) -> TableState:
    """The live hands answer in this order."""
    return with_hand(state, replace(hand_of(state), shows=event.shows))


def hand_shown(state: TableState, event: e.HandShown) -> TableState:
    """The hand lies open."""
    hand = hand_of(state)
    named = (*hand.named, (event.seat, event.cards)) if event.cards else hand.named
    return with_hand(state, replace(hand, shown=(*hand.shown, event.seat), named=named))


def hand_mucked(state: TableState, event: e.HandMucked) -> TableState:
    """The hand is out of every pot."""
    hand = hand_of(state)
    return with_hand(state, replace(hand, mucked=(*hand.mucked, event.seat)))


def pots_pushed(state: TableState, event: e.PotsPushed) -> TableState:
    """The winners have their chips; no pot is left."""
    hand = hand_of(state)
    won: dict[int, int] = {}
    for award in event.awards:
        for one in award.shares:
            won[one.seat] = won.get(one.seat, 0) + one.amount_minor
    pulled = tuple(
        Chips(one.seat, one.stack + won.get(one.seat, 0), 0, 0, 0, one.standing)
        for one in hand.pulled
    )
    return with_hand(state, replace(hand, pulled=pulled, awards=event.awards))


def hand_settled(state: TableState) -> TableState:
    """What lies before the players is theirs for the next hand."""
    return replace(state, clock=None, pot=_with_stacks(state.pot, hand_of(state).chips))


def hand_voided(state: TableState) -> TableState:
    """Every chip of the hand goes back, and with them what they had paid (HE-D20, ST-D33).

    Positions and missed blinds are as if it had not been: somebody may leave, so that another hand
    comes in its place. A first hand leaves the button where it lay.
    """
    hand = hand_of(state)
    back = tuple(
        Chips(one.seat, one.stack + one.bet + one.put_in + one.dead, 0, 0, 0, one.standing)
        for one in hand.chips
    )
    table = _with_stacks(replace(state.pot, hand=replace(hand, betting=None, pulled=back)), back)
    is_first = hand.positions is not None and hand.before is None
    button = hand.positions.button if hand.positions and is_first else hand.placed_button
    owed = {one.seat: one.before for one in hand.debts}
    players = tuple(replace(one, debt=owed.get(one.seat, one.debt)) for one in table.players)
    table = replace(table, players=players, positions=hand.before, button=button)
    return replace(state, clock=None, pot=table)


def _with_stacks(table: PotTable, chips: tuple[Chips, ...]) -> PotTable:
    stacks = {one.seat: one.stack for one in chips}
    players = tuple(
        replace(one, stack_minor=stacks.get(one.seat, one.stack_minor)) for one in table.players
    )
    return replace(table, players=players)


def _unchanged(state: TableState, _event: e.PotsReady) -> TableState:
    return state


EVOLVERS: Mapping[type[e.TableEvent], Callable[[TableState, Any], TableState]] = {
    **evolve_rulings.EVOLVERS,
    **stud_evolve.STUD_EVOLVERS,
    e.BetsPulledIn: bets_pulled_in,
    e.BettingRoundOpened: betting_round_opened,
    e.ButtonPlaced: button_placed,
    e.ChipsAdded: chips_added,
    e.ChipsCorrected: chips_corrected,
    e.HandDeclaredDead: hand_declared_dead,
    e.HandMucked: hand_mucked,
    e.HandShown: hand_shown,
    e.HandStarted: hand_started,
    e.PlayerActed: player_acted,
    e.PlayerAway: player_away,
    e.PlayerBack: player_back,
    e.PlayerLeft: player_left,
    e.PlayerSeated: player_seated,
    e.PotsPushed: pots_pushed,
    e.PotsReady: _unchanged,
    e.SeatGivenUp: seat_given_up,
    e.ShowdownBegun: showdown_begun,
    e.StreetCalled: street_called,
    e.StubMixed: stub_mixed,
}
"""How each event of a pot game changes the state."""
