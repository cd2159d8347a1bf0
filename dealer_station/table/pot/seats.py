"""Who sits where with which chips: seats, absence, chips between hands, the button by hand."""

from decimal import Decimal

from dealer_station.money import to_minor
from dealer_station.table import events as e
from dealer_station.table.draft import Draft
from dealer_station.table.lifecycle import Service
from dealer_station.table.pot import commands as pc
from dealer_station.table.pot.progress import move_on
from dealer_station.table.pot.state import Player
from dealer_station.table.refusals import RefusalReason, RefusedError
from dealer_station.table.roles import Role


def place_button(draft: Draft, command: pc.PlaceButton) -> None:
    """Put the button where it was drawn, before the first hand of the table (HE-17)."""
    _refuse_unless_between_hands(draft)
    if not draft.rules.pot.has_button or draft.state.pot.hands:
        raise RefusedError(RefusalReason.NOT_APPLICABLE)
    _refuse_other_seats(draft, command.seat)
    draft.emit(e.ButtonPlaced(at=draft.at, seat=command.seat, person_id=command.actor.person_id))


def take_seat(draft: Draft, command: pc.TakeSeat) -> None:
    """Seat a player, between hands; a rule set may want an exact sum (ST-11).

    A supervisor may bring a player with other chips: from a table that is closed, say.
    """
    _refuse_unless_between_hands(draft)
    _refuse_other_seats(draft, command.seat)
    if draft.state.pot.player(command.seat) is not None:
        raise RefusedError(RefusalReason.SEAT_TAKEN, seat=str(command.seat))
    stack = _brought(draft, command)
    draft.emit(
        e.PlayerSeated(
            at=draft.at,
            seat=command.seat,
            stack_minor=stack,
            entry=command.entry,
            is_new=draft.state.pot.hands > 0,
            person_id=command.actor.person_id,
        )
    )


def _brought(draft: Draft, command: pc.TakeSeat) -> int:
    """Return what a player brings; nothing where chips are not followed, and nothing else there."""
    game, seat = draft.rules.pot, str(command.seat)
    if not game.tracks_stakes:
        if command.stack:
            raise RefusedError(RefusalReason.WRONG_AMOUNT, seat=seat)
        return 0
    stack = _chips(command.stack, command.seat)
    is_brought = command.actor.role in {Role.SUPERVISOR, Role.MANAGER}
    if game.buy_in_minor is not None and stack != game.buy_in_minor and not is_brought:
        raise RefusedError(RefusalReason.WRONG_AMOUNT, seat=seat)
    return stack


def leave_seat(draft: Draft, command: pc.LeaveSeat) -> None:
    """Empty a seat; who is in the hand takes his chips when it is over (HE-D38)."""
    draft.refuse_if_held()
    player = _player(draft, command.seat)
    person = command.actor.person_id
    if player.is_leaving:
        raise RefusedError(RefusalReason.NOT_APPLICABLE, seat=str(command.seat))
    if _is_in_hand(draft, command.seat):
        draft.emit(e.SeatGivenUp(at=draft.at, seat=command.seat, person_id=person))
        move_on(draft)
        return
    draft.emit(
        e.PlayerLeft(
            at=draft.at, seat=command.seat, stack_minor=player.stack_minor, person_id=person
        )
    )


def sit_out(draft: Draft, command: pc.SitOut) -> None:
    """Let a player be away; if it is his turn, his hand acts by itself at once."""
    draft.refuse_if_held()
    if _player(draft, command.seat).is_away:
        raise RefusedError(RefusalReason.NOT_APPLICABLE, seat=str(command.seat))
    draft.emit(e.PlayerAway(at=draft.at, seat=command.seat, person_id=command.actor.person_id))
    move_on(draft)


def come_back(draft: Draft, command: pc.ComeBack) -> None:
    """Deal a player in again; during a hand it ends an absence that had no effect yet (ST-D21)."""
    draft.refuse_if_held()
    player = _player(draft, command.seat)
    if player.is_leaving or not (player.is_away or _is_absent(draft, command.seat)):
        raise RefusedError(RefusalReason.NOT_APPLICABLE, seat=str(command.seat))
    draft.emit(
        e.PlayerBack(
            at=draft.at,
            seat=command.seat,
            entry=command.entry,
            person_id=command.actor.person_id,
        )
    )


def add_chips(draft: Draft, command: pc.AddChips) -> None:
    """Put chips of a player on the table, between hands: table stakes (HE-38, ST-13)."""
    _refuse_unless_between_hands(draft)
    _refuse_unless_tracked(draft)
    _player(draft, command.seat)
    draft.emit(
        e.ChipsAdded(
            at=draft.at,
            seat=command.seat,
            amount_minor=_chips(command.amount, command.seat),
            person_id=command.actor.person_id,
        )
    )


def correct_chips(draft: Draft, command: pc.CorrectChips) -> None:
    """Enter what a supervisor has counted before a player, between hands."""
    draft.refuse_if_held()
    draft.require_role(Role.SUPERVISOR, Role.MANAGER)
    _refuse_unless_between_hands(draft)
    _refuse_unless_tracked(draft)
    player = _player(draft, command.seat)
    stack = 0 if command.stack == 0 else _chips(command.stack, command.seat)
    if stack == player.stack_minor:
        raise RefusedError(RefusalReason.NOT_APPLICABLE, seat=str(command.seat))
    draft.emit(
        e.ChipsCorrected(
            at=draft.at,
            seat=command.seat,
            stack_minor=stack,
            recorded_minor=player.stack_minor,
            person_id=command.actor.person_id,
        )
    )


def _refuse_unless_between_hands(draft: Draft) -> None:
    draft.refuse_if_held()
    if draft.state.service is Service.CLOSED:
        raise RefusedError(RefusalReason.WRONG_PHASE, phase="closed")
    if draft.state.is_round_open:
        raise RefusedError(RefusalReason.ROUND_OPEN, phase=draft.state.phase)


def _refuse_unless_tracked(draft: Draft) -> None:
    if not draft.rules.pot.tracks_stakes:
        raise RefusedError(RefusalReason.NOT_APPLICABLE)


def _refuse_other_seats(draft: Draft, seat: int) -> None:
    if seat not in draft.state.seats:
        raise RefusedError(RefusalReason.NO_SUCH_SEAT, seat=str(seat))


def _player(draft: Draft, seat: int) -> Player:
    _refuse_other_seats(draft, seat)
    player = draft.state.pot.player(seat)
    if player is None:
        raise RefusedError(RefusalReason.SEAT_EMPTY, seat=str(seat))
    return player


def _is_absent(draft: Draft, seat: int) -> bool:
    hand = draft.state.pot.hand
    return draft.state.is_round_open and hand is not None and seat in hand.absent


def _is_in_hand(draft: Draft, seat: int) -> bool:
    hand = draft.state.pot.hand
    return draft.state.is_round_open and hand is not None and seat in hand.seats


def _chips(amount: Decimal, seat: int) -> int:
    minor = to_minor(amount)
    if minor is None or minor <= 0:
        raise RefusedError(RefusalReason.BAD_AMOUNT, seat=str(seat))
    return minor
