"""Who has the button, who posts what, who is dealt in: from one hand to the next.

Three methods move the button (HE-11). `moving`: it goes to the next regular seat, and the blinds
are the next two; somebody may miss a blind by that. `dead`: the big blind goes to the seat that is
due, small blind and button lie behind it, even on empty seats. `moving_robert`: the button moves as
in the first, but everybody pays each blind once a round, so that there may be two big blinds, or a
blind on the button. Two players play by the same rule everywhere: the button has the small blind
(HE-15), and nobody pays the big blind twice running.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from dealer_station.games.pot_rules import (
    NO_DEBT,
    BlindDebt,
    Candidate,
    Entry,
    HandPlan,
    Positions,
    Post,
    PostKind,
    clockwise,
)

_HAND_MIN = 2
"""Fewer players have no hand to play."""


class ButtonRule(StrEnum):
    """How the button moves."""

    MOVING = "moving"
    MOVING_ROBERT = "moving_robert"
    DEAD = "dead"


class NewPlayer(StrEnum):
    """What a new player owes who does not wait for his big blind (HE-51)."""

    POST = "post"
    """A live big blind."""
    FREE = "free"
    """Nothing."""


@dataclass(frozen=True, slots=True)
class BlindRules:
    """What decides about button and blinds; amounts in smallest units."""

    button_rule: ButtonRule
    new_player: NewPlayer
    small_minor: int
    big_minor: int


def next_positions(
    rules: BlindRules,
    seats: Sequence[Candidate],
    last: Positions | None,
    button: int | None = None,
) -> HandPlan | None:
    """Return how the next hand begins; None: fewer than two players.

    `seats` are all taken ones. `last`: where button and blinds lay in the last hand that counted; a
    void hand does not (HE-D20). Without it, or beside it to put right where it lies (HE-D40),
    `button` says where the button is. A `button` or `last` has to be given, else ValueError.
    """
    playing = _Playing.of(seats)
    if playing is None:
        return None
    if button is not None:
        laid = _from_button(playing, button)
    elif last is None:
        raise ValueError("the first hand needs a button")
    elif rules.button_rule is ButtonRule.DEAD:
        laid = _dead(playing, last)
    elif rules.button_rule is ButtonRule.MOVING_ROBERT:
        laid = _everybody_pays(playing, last, _moving(playing, last))
    else:
        laid = _moving(playing, last)
    posting = {one.seat for one in seats if one.entry is Entry.POST}
    dealt = _dealt(playing, laid, posting)
    if len(dealt) == _HAND_MIN and not laid.is_for_two:
        laid = _Laid.for_two(laid.big, of=dealt)
    smalls = _smalls(playing, laid, last)
    positions = Positions(laid.button, laid.small, laid.big, bool(smalls), laid.bigs)
    entering = tuple(seat for seat in dealt if seat not in playing.regular)
    posts = _posts(rules, seats, entering, smalls, laid)
    return HandPlan(dealt, posts, _debts(seats, dealt, last, positions), positions)


@dataclass(frozen=True, slots=True)
class _Playing:
    """The seats that can be dealt in, ascending."""

    regular: tuple[int, ...]
    entering: tuple[int, ...]

    @staticmethod
    def of(seats: Sequence[Candidate]) -> "_Playing | None":
        """Sort the seats; None: fewer than two. Fewer than two regular ones: all count as such."""
        there = tuple(sorted(one.seat for one in seats if one.is_in))
        if len(there) < _HAND_MIN:
            return None
        regular = tuple(sorted(one.seat for one in seats if one.is_in and one.debt.is_none))
        if len(regular) < _HAND_MIN:
            return _Playing(there, ())
        return _Playing(regular, tuple(seat for seat in there if seat not in regular))

    @property
    def either(self) -> tuple[int, ...]:
        """Everybody who can have the big blind."""
        return self.regular + self.entering


def _next(seats: Collection[int], after: int) -> int:
    return clockwise(seats, after)[0]


def _between(seat: int, first: int, last: int) -> bool:
    """Say whether a seat lies strictly between two others, clockwise; none does if they are one."""
    if first <= last:
        return first < seat < last
    return seat > first or seat < last


@dataclass(frozen=True, slots=True)
class _Laid:
    """Where button and blinds come to lie; `bigs`: all who pay the big blind in their turn.

    `is_for_two`: the hand has two players, whoever else would like to come in.
    """

    button: int
    small: int
    big: int
    bigs: tuple[int, ...]
    is_for_two: bool = False

    @staticmethod
    def at(button: int, small: int, big: int) -> "_Laid":
        """Button and blinds at these places."""
        return _Laid(button, small, big, (big,))

    @staticmethod
    def for_two(big: int, of: Collection[int]) -> "_Laid":
        """Two players: who has not the big blind has the button and the small one (HE-15)."""
        other = _next(of, big)
        return _Laid(other, other, big, (big,), is_for_two=True)


def _from_button(playing: _Playing, button: int) -> _Laid:
    """The button is given: blinds on the next two (HE-D15)."""
    if len(playing.either) == _HAND_MIN:
        other = button if button in playing.either else _next(playing.either, button)
        return _Laid.for_two(_next(playing.either, other), playing.either)
    small = _next(playing.regular, button)
    big = _next(playing.either, small)
    if big == button:
        return _Laid.for_two(small, playing.regular)
    return _Laid.at(button, small, big)


def _moving(playing: _Playing, last: Positions) -> _Laid:
    """Button, small and big blind are the next three seats (HE-D16)."""
    button = _next(playing.regular, last.button)
    small = _next(playing.regular, button)
    big = _next(playing.either, small)
    if big != button:
        return _Laid.at(button, small, big)
    # Two players; going down to two, nobody pays the big blind twice running. Where several have
    # just paid it and both are such, it is not the last one of them.
    paid = {last.big, *last.bigs}
    has_paid = small == last.big or (small in paid and button not in paid)
    return _Laid.for_two(button if has_paid else small, playing.regular)


def _dead(playing: _Playing, last: Positions) -> _Laid:
    """The big blind goes to the seat that is due, the others lie behind it (HE-D17)."""
    big = _next(playing.either, last.big)
    if big != last.small and not _between(last.small, last.big, big):
        return _Laid.at(last.small, last.big, big)
    # The big blind has reached the button's place: that cannot lie behind both blinds.
    behind = [seat for seat in playing.regular if _between(seat, big, last.big)]
    if not behind:
        return _Laid.for_two(big, (big, last.big))
    return _Laid.at(clockwise(behind, last.big)[-1], last.big, big)


def _everybody_pays(playing: _Playing, last: Positions, moved: _Laid) -> _Laid:
    """As `moving` has laid them, but every seat that the big blind passes pays it (HE-11).

    Where several have just paid it and it lies ahead of the button by that, only the next one pays.
    """
    if moved.is_for_two:
        return moved
    passed = clockwise(playing.either, last.big)
    bigs = passed[: passed.index(moved.big) + 1]
    if not set(last.bigs).isdisjoint(bigs):
        bigs = passed[:1]
    return _Laid(moved.button, last.big, bigs[-1], bigs)


def _dealt(playing: _Playing, laid: _Laid, posting: Collection[int]) -> tuple[int, ...]:
    """Return who is dealt in, ascending (HE-D15, HE-D18)."""
    if laid.is_for_two:
        return tuple(sorted((laid.button, laid.big)))
    return tuple(
        sorted(
            (
                *playing.regular,
                *(
                    seat
                    for seat in playing.entering
                    if seat in laid.bigs
                    or (seat in posting and not _between(seat, laid.button, laid.big))
                ),
            )
        )
    )


def _smalls(playing: _Playing, laid: _Laid, last: Positions | None) -> tuple[int, ...]:
    """Return who posts the small blind: nobody, where its place is empty (HE-D17)."""
    due = last.bigs if last is not None and laid.small == last.big else ()
    return tuple(
        seat
        for seat in (*due, *((laid.small,) if laid.small not in due else ()))
        if seat in playing.regular and seat not in laid.bigs
    )


def _posts(
    rules: BlindRules,
    seats: Sequence[Candidate],
    entering: tuple[int, ...],
    smalls: tuple[int, ...],
    laid: _Laid,
) -> tuple[Post, ...]:
    """Return what everybody posts: small blinds, big blinds, then who comes in (HE-D18).

    Where hardly anybody is left who owes nothing, all count as regular: nobody comes in (HE-D16).
    """
    posts = [Post(seat, PostKind.SMALL_BLIND, rules.small_minor) for seat in smalls]
    posts += [Post(seat, PostKind.BIG_BLIND, rules.big_minor) for seat in laid.bigs]
    by_turn = {*smalls, *laid.bigs}
    debts = {one.seat: one.debt for one in seats}
    for seat in clockwise(entering, laid.big):
        debt = debts[seat]
        if seat in by_turn:
            continue
        owes_big = debt.missed_big or (debt.is_new and rules.new_player is NewPlayer.POST)
        live = rules.big_minor if owes_big else 0
        dead = rules.small_minor if debt.missed_small else 0
        if live or dead:
            posts.append(Post(seat, PostKind.ENTRY, live, dead))
    return tuple(posts)


def _debts(
    seats: Sequence[Candidate],
    dealt: tuple[int, ...],
    last: Positions | None,
    now: Positions,
) -> Mapping[int, BlindDebt]:
    """Return what every seat owes once the hand has begun (HE-D19)."""
    debts: dict[int, BlindDebt] = {}
    for one in seats:
        if one.seat in dealt:
            debts[one.seat] = NO_DEBT
        elif one.debt.is_new or last is None:
            debts[one.seat] = one.debt
        else:
            # The small blind's place itself is not paid where nobody dealt in sits at it.
            is_passed = _between(one.seat, last.small, now.small) or (
                one.seat == now.small and last.small != now.small
            )
            debts[one.seat] = BlindDebt(
                missed_small=one.debt.missed_small or is_passed,
                missed_big=one.debt.missed_big or _between(one.seat, last.big, now.big),
            )
    return debts
