"""Wagers: open betting, place, withdraw, repeat, close."""

from collections.abc import Mapping
from decimal import Decimal

from dealer_station.games.rules import Spot
from dealer_station.money import format_minor, to_minor
from dealer_station.progressive.ledger import Ledger
from dealer_station.table import commands as c
from dealer_station.table import events as e
from dealer_station.table.book_fold import fold_book
from dealer_station.table.draft import Draft, TableRules, start
from dealer_station.table.house.book_terms import book_terms
from dealer_station.table.lifecycle import Phase, Service
from dealer_station.table.refusals import RefusalReason, RefusedError
from dealer_station.table.roles import Actor, Role
from dealer_station.table.state import TableState, Wager


def open_betting(draft: Draft, command: c.OpenBetting) -> None:
    """Begin a round."""
    draft.refuse_if_held()
    if draft.state.service is Service.CLOSED:
        raise RefusedError(RefusalReason.WRONG_PHASE, phase="closed")
    if draft.state.is_round_open:
        raise RefusedError(RefusalReason.ROUND_OPEN, phase=draft.state.phase)
    if draft.state.is_deck_locked or is_shoe_spent(draft.state):
        raise RefusedError(RefusalReason.DECK_LOCKED)
    if draft.state.shoe.is_burn_due:
        raise RefusedError(RefusalReason.BURN_MISSING)
    draft.emit(
        e.BettingOpened(
            at=draft.at,
            round_number=draft.state.round_number + 1,
            rules_digest=draft.rules.digest,
            person_id=command.actor.person_id,
            is_shuffled=draft.game.shoe is None,
        )
    )
    if draft.game.has_book:
        _open_book(draft)


def _open_book(draft: Draft) -> None:
    opened = e.BookOpened(
        at=draft.at, round_number=draft.round.number, terms=book_terms(draft.game)
    )
    draft.packed = fold_book(None, opened)
    draft.emit(opened)


def is_shoe_spent(state: TableState) -> bool:
    """Say whether the shoe has served its last round (BA-52, BA-D10)."""
    last = state.shoe.last_round
    return last is not None and state.round_number >= last


def place_wager(draft: Draft, command: c.PlaceWager) -> None:
    """Put a stake on a spot."""
    refuse_unless_betting(draft)
    spot = _spot(draft, command.seat, command.spot)
    if spot.name == suspended_spot(draft.state, draft.rules):
        raise RefusedError(RefusalReason.SUSPENDED, seat=str(command.seat), spot=spot.name)
    amount = _amount(spot, command)
    _check_place(draft, command, spot)
    _check_limits(draft, command.seat, spot, amount)
    amount = _within_base(draft, command.seat, spot, amount)
    draft.emit(
        e.WagerPlaced(
            at=draft.at,
            seat=command.seat,
            spot=spot.name,
            amount_minor=amount,
            is_coin=command.is_coin,
            source=command.source,
            person_id=command.actor.person_id,
        )
    )


def refuse_unless_betting(draft: Draft) -> None:
    """Refuse unless stakes may be placed and taken back."""
    draft.refuse_if_held()
    if draft.state.phase is not Phase.BETTING:
        raise RefusedError(RefusalReason.NOT_OPEN, phase=draft.state.phase)


def suspended_spot(state: TableState, rules: TableRules) -> str | None:
    """Return the spot whose stakes nobody may place now; None where nothing is suspended."""
    progressive = rules.house.progressive
    return progressive.spot if progressive is not None and state.is_suspended else None


def _spot(draft: Draft, seat: int, name: str) -> Spot:
    if seat not in draft.state.seats:
        raise RefusedError(RefusalReason.NO_SUCH_SEAT, seat=str(seat))
    for spot in draft.game.spots:
        if spot.name == name and not spot.is_decision:
            return spot
    raise RefusedError(RefusalReason.NOT_OFFERED, seat=str(seat), spot=name)


def _amount(spot: Spot, command: c.PlaceWager) -> int:
    """Return the stake in smallest units; a fixed-price stake needs none said."""
    facts = {"seat": str(command.seat), "spot": spot.name}
    if command.amount is None:
        if spot.price_minor is None:
            raise RefusedError(RefusalReason.BAD_AMOUNT, **facts)
        return spot.price_minor
    amount = to_minor(command.amount)
    if spot.price_minor is not None and amount != spot.price_minor:
        price = format_minor(spot.price_minor)
        raise RefusedError(RefusalReason.BAD_AMOUNT, price=price, **facts)
    if amount is None or amount <= 0:
        raise RefusedError(RefusalReason.BAD_AMOUNT, amount=str(command.amount), **facts)
    return amount


def _check_place(draft: Draft, command: c.PlaceWager, spot: Spot) -> None:
    """A side stake needs the base stake (a coin does not: CS-I12); a fixed price is taken once."""
    facts = {"seat": str(command.seat), "spot": spot.name}
    if not command.is_coin and is_placed_by_token(
        draft.state, draft.rules, command.seat, spot.name
    ):
        raise RefusedError(RefusalReason.NEEDS_TOKEN, **facts)
    has_base = base_minor(draft, command.seat) > 0
    if not spot.is_base and not has_base and not command.is_coin:
        raise RefusedError(RefusalReason.NO_BASE_WAGER, **facts)
    if spot.price_minor is not None and draft.round.wager(command.seat, spot.name) is not None:
        raise RefusedError(RefusalReason.ALREADY_PLACED, **facts)
    for other in spot.excludes:
        if draft.round.wager(command.seat, other) is not None:
            raise RefusedError(RefusalReason.BOTH_SIDES, other=other, **facts)
    if spot.is_base and not has_base:
        _refuse_without_cards(draft, facts)


def is_placed_by_token(state: TableState, rules: TableRules, seat: int, spot: str) -> bool:
    """Say whether a stake is taken by the seat's acceptor and by nobody else (CS-03)."""
    progressive = rules.house.progressive
    is_progressive = progressive is not None and progressive.spot == spot
    return is_progressive and state.acceptor_at(seat) is not None


def _refuse_without_cards(draft: Draft, facts: Mapping[str, str]) -> None:
    """Refuse one hand more than the deck can serve: such a deal would never be complete."""
    most = draft.game.seats_max
    if len(dealt_in(draft.state, draft.rules)) >= most:
        raise RefusedError(RefusalReason.NOT_OFFERED, seats_max=str(most), **facts)


def _check_limits(draft: Draft, seat: int, spot: Spot, amount: int) -> None:
    """Limits hold for the sum of what lies on the spot."""
    lying = draft.round.wager(seat, spot.name)
    total = amount + (lying.amount_minor if lying else 0)
    facts = {"seat": str(seat), "spot": spot.name, "amount": format_minor(total)}
    if total < spot.min_minor:
        raise RefusedError(RefusalReason.BELOW_MIN, limit=format_minor(spot.min_minor), **facts)
    if spot.max_minor is not None and total > spot.max_minor:
        raise RefusedError(RefusalReason.ABOVE_MAX, limit=format_minor(spot.max_minor), **facts)


def base_minor(draft: Draft, seat: int) -> int:
    """Return a seat's base stake, the larger one where it may have two; 0 without one."""
    stakes = draft.round.pending_stakes(seat)
    return max((stakes.get(name, 0) for name in base_spots(draft.rules)), default=0)


def base_spots(rules: TableRules) -> frozenset[str]:
    """Return the spots of which a seat must have one before any other."""
    return frozenset(spot.name for spot in rules.house.spots if spot.is_base)


def _within_base(draft: Draft, seat: int, spot: Spot, amount: int) -> int:
    """Return what may be added to a spot that the base stake caps (BA-13): all, or the rest.

    Where nothing at all would be left it is refused, also where the house trims (BA-V01).
    """
    if not spot.is_capped_by_base:
        return amount
    cap, lying = base_minor(draft, seat), draft.round.pending_stakes(seat).get(spot.name, 0)
    room = cap - lying
    if amount <= room:
        return amount
    if spot.is_trimmed and room > 0 and cap >= spot.min_minor:
        return room
    facts = {"seat": str(seat), "spot": spot.name, "amount": format_minor(lying + amount)}
    raise RefusedError(RefusalReason.ABOVE_BASE, limit=format_minor(cap), **facts)


def withdraw_wager(draft: Draft, command: c.WithdrawWager) -> None:
    """Take a stake back; with the base stake go the seat's side stakes."""
    refuse_unless_betting(draft)
    spot = _spot(draft, command.seat, command.spot)
    if draft.round.wager(command.seat, spot.name) is None:
        raise RefusedError(RefusalReason.NO_SUCH_STAKE, seat=str(command.seat), spot=command.spot)
    lying = draft.round.pending_stakes(command.seat)
    other_bases = base_spots(draft.rules) - {spot.name}
    with_it = [name for name in lying if name not in other_bases]
    for name in with_it if spot.is_base else (spot.name,):
        draft.emit(
            e.WagerWithdrawn(
                at=draft.at,
                seat=command.seat,
                spot=name,
                amount_minor=lying[name],
                person_id=command.actor.person_id,
            )
        )


def repeatable_wagers(state: TableState, rules: TableRules) -> tuple[Wager, ...]:
    """Return last round's wagers that can be placed again, each seat's base stake first.

    Left out is what lies there already, what a table with fewer seats no longer has, what only a
    token can place, and what is suspended.
    """
    current, suspended = state.round, suspended_spot(state, rules)
    if state.phase is not Phase.BETTING or current is None:
        return ()
    return tuple(
        wager
        for wager in state.last_wagers
        if wager.seat in state.seats
        and wager.spot != suspended
        and current.wager(wager.seat, wager.spot) is None
        and not is_placed_by_token(state, rules, wager.seat, wager.spot)
    )


def repeat_wagers(draft: Draft, command: c.RepeatWagers) -> None:
    """Place last round's stakes again, each under the same checks; all of them or none."""
    refuse_unless_betting(draft)
    repeatable = repeatable_wagers(draft.state, draft.rules)
    if not repeatable:
        raise RefusedError(RefusalReason.NO_SUCH_STAKE)
    bases = base_spots(draft.rules)
    for wager in sorted(repeatable, key=lambda wager: wager.spot not in bases):
        place_wager(
            draft,
            c.PlaceWager(
                command_id=command.command_id,
                issued_at=command.issued_at,
                actor=command.actor,
                seat=wager.seat,
                spot=wager.spot,
                amount=Decimal(format_minor(wager.amount_minor)),
            ),
        )


def can_repeat(state: TableState, rules: TableRules, meters: Mapping[str, Ledger]) -> bool:
    """Say whether `repeat_wagers` would be accepted: it is tried, and nothing is changed."""
    command = c.RepeatWagers(command_id="offer", issued_at=0, actor=Actor("station", Role.STATION))
    try:
        repeat_wagers(start(command, rules, state, meters), command)
    except RefusedError:
        return False
    return True


def dealt_in(state: TableState, rules: TableRules) -> tuple[int, ...]:
    """Return the seats with a base stake, in the table's order: only they get cards."""
    bases, current = base_spots(rules), state.round
    if current is None:
        return ()
    with_base = {wager.seat for wager in current.wagers if wager.spot in bases}
    return tuple(seat for seat in state.seats if seat in with_base)


def is_anyone_in(state: TableState, rules: TableRules) -> bool:
    """Say whether a hand has a stake to be dealt for: a seat's, or that of the book's bettors."""
    book = None if state.round is None else state.round.book
    return bool(dealt_in(state, rules)) or (book is not None and book.totals.bettors > 0)
