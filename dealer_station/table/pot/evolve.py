"""How the events of a pot game change a table's state (see `table.evolve`). Pure and total."""

from collections.abc import Callable, Mapping
from typing import Any

from dealer_station.games.pot_rules import NO_DEBT, Positions, Post
from dealer_station.games.pots.players import Chips, Standing
from dealer_station.games.pots.rulings import kill, with_chips_in
from dealer_station.games.pots.structure import Structure
from dealer_station.table import events as e
from dealer_station.table.copying import replace
from dealer_station.table.pot import evolve_rulings, stud_evolve
from dealer_station.table.pot.evolve_rulings import hand_of, still_to_come, with_hand
from dealer_station.table.pot.state import (
    Player,
    PotHand,
    PotTable,
    SeatDebt,
)
from dealer_station.table.state import DecisionClock, ShoeState, TableState
from dealer_station.values import maker

_IN, _ALL_IN = Standing.IN, Standing.ALL_IN
_chips, _player_of, _seat_debt = maker(Chips), maker(Player), maker(SeatDebt)

_NO_HAND = PotHand(number=0, seats=(), structure=None, deal_order=(), pulled=())
"""What a hand has before it is begun: its other fields are copied from here."""


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
    posts = {} if structure is None else {one.seat: one for one in event.posts}
    hand = replace(
        _NO_HAND,
        number=event.round_number,
        seats=event.seats,
        structure=structure,
        deal_order=event.deal_order,
        pulled=tuple([_posted(seat, event.stacks[seat], posts.get(seat)) for seat in event.seats]),
        positions=event.positions,
        before=table.positions,
        placed_button=table.button,
        posts=event.posts,
        debts=tuple(
            [
                _seat_debt(one.seat, one.debt, event.debts.get(one.seat, NO_DEBT))
                for one in table.players
            ]
        ),
        reads_hole_cards=event.reads_hole_cards,
        up_numbers=event.up_numbers,
        dealer_id=event.person_id,
    )
    there = {one.seat: one for one in table.players}
    players = tuple([_seated(there.get(seat), event, seat) for seat in sorted(event.stacks)])
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


def _seated(player: Player | None, event: e.HandStarted, seat: int) -> Player:
    """Return who sits there; a hand that is read alone tells what came before it."""
    debt, stack = event.debts.get(seat, NO_DEBT), event.stacks[seat]
    if player is None:
        return _player_of(seat, stack, debt=debt)
    return _player_of(seat, stack, player.is_away, player.is_leaving, player.entry, debt)


def _counted(table: PotTable, event: e.HandStarted) -> Positions | None:
    return table.positions if event.positions is None else event.positions


def _posted(seat: int, stack: int, post: Post | None) -> Chips:
    if post is None:
        return _chips(seat, stack)
    left = stack - post.live_minor - post.ante_minor - post.dead_minor
    assert left >= 0, f"seat {seat} cannot post more than it has"
    standing = _IN if left else _ALL_IN
    return _chips(seat, left, post.live_minor, post.ante_minor, post.dead_minor, standing)


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
        hand = replace(hand, betting=betting, announced=still_to_come(hand, turn, betting.to_act))
        changed = with_hand(state, hand)
        return changed if betting.to_act == turn else _restarted(changed, event.at)
    pulled = tuple(
        Chips(one.seat, one.stack, one.bet, one.put_in, one.dead, Standing.DEAD)
        if one.seat == event.seat
        else one
        for one in hand.pulled
    )
    return with_hand(state, replace(hand, pulled=pulled))


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
    table = with_stacks(replace(state.pot, hand=replace(hand, betting=None, pulled=back)), back)
    is_first = hand.positions is not None and hand.before is None
    button = hand.positions.button if hand.positions and is_first else hand.placed_button
    owed = {one.seat: one.before for one in hand.debts}
    players = tuple(replace(one, debt=owed.get(one.seat, one.debt)) for one in table.players)
    table = replace(table, players=players, positions=hand.before, button=button)
    return replace(state, clock=None, pot=table)


def _with_stack(one: Player, stack: int | None) -> Player:
    """Return the player with what lies before him; None: he was not in the hand."""
    if stack is None:
        return one
    return _player_of(one.seat, stack, one.is_away, one.is_leaving, one.entry, one.debt)


def with_stacks(table: PotTable, chips: tuple[Chips, ...]) -> PotTable:
    """Return the table with what lies before the players of a hand as theirs for the next one."""
    stacks = {one.seat: one.stack for one in chips}
    players = tuple([_with_stack(one, stacks.get(one.seat)) for one in table.players])
    return replace(table, players=players)


EVOLVERS: Mapping[type[e.TableEvent], Callable[[TableState, Any], TableState]] = {
    **evolve_rulings.EVOLVERS,
    **stud_evolve.STUD_EVOLVERS,
    e.ButtonPlaced: button_placed,
    e.ChipsAdded: chips_added,
    e.ChipsCorrected: chips_corrected,
    e.HandDeclaredDead: hand_declared_dead,
    e.HandStarted: hand_started,
    e.PlayerAway: player_away,
    e.PlayerBack: player_back,
    e.PlayerLeft: player_left,
    e.PlayerSeated: player_seated,
    e.SeatGivenUp: seat_given_up,
}
"""How each event of a pot game changes the state, beside those of a hand in play."""
