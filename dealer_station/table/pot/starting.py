"""How a hand begins: who is dealt in, where button and blinds lie, what is posted."""

from dealer_station.games.pot_rules import (
    HandPlan,
    Positions,
    Post,
    PostKind,
    PotGame,
)
from dealer_station.games.pots.structure import FixedLimit, NoLimit
from dealer_station.table import events as e
from dealer_station.table.draft import Draft
from dealer_station.table.lifecycle import Phase, Service
from dealer_station.table.pot import commands as pc
from dealer_station.table.pot.hands import first_deal, up_numbers
from dealer_station.table.pot.readiness import candidates
from dealer_station.table.pot.state import PotTable
from dealer_station.table.refusals import RefusalReason, RefusedError


def start_hand(draft: Draft, command: pc.StartHand) -> None:
    """Begin a hand; a void one before it is played again as it was (HE-D20)."""
    _refuse_unless_possible(draft, command)
    game, state = draft.rules.pot, draft.state
    table = state.pot
    is_repeat = state.phase is Phase.VOID
    plan = _repeat(game, table) if is_repeat else None
    if plan is None and command.given is not None:
        plan = _given(game, table, command.given)
    if plan is None:
        plan = game.next_hand(candidates(game, table), table.positions, table.button)
    if plan is None:
        raise RefusedError(RefusalReason.TOO_FEW_PLAYERS)
    stacks = {one.seat: one.stack_minor for one in table.players}
    structure = game.structure if game.tracks_stakes else None
    posts = plan.posts
    if structure is not None:
        posts = tuple([_as_far_as_it_goes(post, stacks[post.seat]) for post in posts])
    draft.emit(
        e.HandStarted(
            at=draft.at,
            round_number=state.round_number + 1,
            rules_digest=draft.rules.digest,
            seats=plan.dealt,
            stacks=stacks,
            deal_order=first_deal(game, plan),
            posts=posts,
            debts={seat: debt for seat, debt in plan.debts.items() if not debt.is_none},
            positions=plan.positions,
            fixed_limit=structure if isinstance(structure, FixedLimit) else None,
            no_limit=structure if isinstance(structure, NoLimit) else None,
            is_repeat=is_repeat,
            reads_hole_cards=game.reads_hole_cards,
            person_id=command.actor.person_id,
            up_numbers=up_numbers(game),
        )
    )


def _refuse_unless_possible(draft: Draft, command: pc.StartHand) -> None:
    draft.refuse_if_held()
    game, state = draft.rules.pot, draft.state
    if state.service is Service.CLOSED:
        raise RefusedError(RefusalReason.WRONG_PHASE, phase="closed")
    if state.is_round_open:
        raise RefusedError(RefusalReason.ROUND_OPEN, phase=state.phase)
    if state.is_deck_locked:
        raise RefusedError(RefusalReason.DECK_LOCKED)
    if game.fault:
        raise RefusedError(RefusalReason.NO_LEVEL, rule=game.fault)
    table = state.pot
    if command.given is not None:
        if table.hands:
            raise RefusedError(RefusalReason.NOT_APPLICABLE)
    elif game.has_button and table.positions is None and table.button is None:
        raise RefusedError(RefusalReason.NO_BUTTON)


def _repeat(game: PotGame, table: PotTable) -> HandPlan | None:
    """Return the void hand's plan; None where somebody who was in it is not there any more."""
    hand = table.hand
    assert hand is not None, "a void hand has been begun"
    if not {one.seat for one in candidates(game, table) if one.is_in}.issuperset(hand.seats):
        return None
    after = {(one.seat, one.before): one.after for one in hand.debts}
    debts = {one.seat: after.get((one.seat, one.debt), one.debt) for one in table.players}
    ante = max((post.ante_minor for post in hand.posts), default=0)
    posts = tuple(_whole(game, post, ante) for post in hand.posts)
    return HandPlan(hand.seats, posts, debts, hand.positions)


def _whole(game: PotGame, post: Post, ante_minor: int) -> Post:
    """Return what a seat has to post that may have had too little the first time.

    Chips may have been added or counted since.
    """
    blinds = {
        PostKind.SMALL_BLIND: game.small_blind_minor,
        PostKind.BIG_BLIND: game.big_blind_minor,
    }
    live = max(post.live_minor, blinds.get(post.kind, 0))
    ante = ante_minor if post.kind is PostKind.ANTE else post.ante_minor
    return Post(post.seat, post.kind, live, post.dead_minor, ante)


def _given(game: PotGame, table: PotTable, given: pc.GivenStart) -> HandPlan | None:
    """Return the plan that somebody has stated, for a hand whose history nobody has."""
    dealt = tuple(one.seat for one in candidates(game, table) if one.is_in)
    named = {given.small, given.big, *(post.seat for post in given.posts)} - {None}
    if not named <= set(dealt):
        raise RefusedError(RefusalReason.NO_SUCH_SEAT)
    if len(dealt) < _PLAYERS_MIN:
        return None
    regular = game.next_hand(candidates(game, table), None, dealt[0])
    amounts = {post.kind: post.live_minor for post in (regular.posts if regular else ())}
    blinds = (
        (given.small, PostKind.SMALL_BLIND, amounts.get(PostKind.SMALL_BLIND, 0)),
        (given.big, PostKind.BIG_BLIND, amounts.get(PostKind.BIG_BLIND, 0)),
    )
    posts: dict[int, Post] = {
        seat: Post(seat, kind, live_minor=amount)
        for seat, kind, amount in blinds
        if seat is not None
    }
    for post in given.posts:
        posts[post.seat] = _together(posts.get(post.seat), post)
    positions = Positions(
        button=given.button,
        small=given.button if given.small is None else given.small,
        big=given.button if given.big is None else given.big,
        is_small_posted=given.small is not None,
        bigs=() if given.big is None else (given.big,),
    )
    return HandPlan(dealt, tuple(posts.values()), {}, positions if game.has_button else None)


_PLAYERS_MIN = 2


def _together(blind: Post | None, post: Post) -> Post:
    if blind is None:
        return post
    return Post(
        post.seat,
        blind.kind,
        blind.live_minor + post.live_minor,
        blind.dead_minor + post.dead_minor,
        blind.ante_minor + post.ante_minor,
    )


def _as_far_as_it_goes(post: Post, stack: int) -> Post:
    """Return what a stack is enough for: the ante, then what is live, then what is dead."""
    if post.ante_minor + post.live_minor + post.dead_minor <= stack:
        return post
    ante = min(post.ante_minor, stack)
    live = min(post.live_minor, stack - ante)
    dead = min(post.dead_minor, stack - ante - live)
    return Post(post.seat, post.kind, live, dead, ante)
