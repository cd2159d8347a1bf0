"""Envy sums: what every other bettor of the progressive gets for a hand that wins (CS-25).

They are worked out with the award of the hand that they follow from, and paid with it, seen by the
same person and handed out by the same (HIT-14). Nobody gets one for his own hand or the dealer's,
for a stake that went back, or with a hand that is out. What a level's prizes bring is the rule
set's; the amounts are the ledger's.
"""

from dataclasses import replace

from dealer_station.games.paytable import EnvyFrom, Prize
from dealer_station.games.rules import Outcome, ProgressiveRules
from dealer_station.progressive.award import AwardKind, LevelPrize
from dealer_station.progressive.ledger import OPEN, Award
from dealer_station.table import events as e
from dealer_station.table.draft import Draft
from dealer_station.table.house.jackpot import is_in_play
from dealer_station.table.state import Envy


def with_envy(asked: LevelPrize, prize: Prize) -> LevelPrize:
    """Return what is asked of a level with the envy sum that the rule set's prize brings."""
    return replace(
        asked,
        envy_minor=prize.envy_minor,
        is_envy_from_meter=bool(prize.envy_minor) and prize.envy_from is EnvyFrom.LEVEL,
    )


def envy_seats(draft: Draft, rules: ProgressiveRules) -> tuple[int, ...]:
    """Return the bettors whose progressive stake stands and is in play, by seat."""
    current = draft.round
    return tuple(
        sorted(
            wager.seat
            for wager in current.wagers
            if wager.spot == rules.spot
            and wager.outcome is not Outcome.VOID
            and (hand := current.hand(wager.seat)) is not None
            and is_in_play(rules, hand.status)
        )
    )


def open_envies(draft: Draft, rules: ProgressiveRules, seat: int) -> tuple[Award, ...]:
    """Return the envy sums that follow from a seat's hand and are still owed."""
    return tuple(one for one in _owed(draft, rules) if one.owed.follows == seat)


def tell_paid(draft: Draft, rules: ProgressiveRules, seat: int, awards: tuple[Award, ...]) -> None:
    """Write down at the table who got envy sums for a seat's hand; nothing where nobody did."""
    sums = tuple(
        e.EnvySum(one.owed.seat, one.owed.amount_minor)
        for one in awards
        if one.owed.seat is not None
    )
    if sums:
        draft.emit(
            e.EnvyPaid(
                at=draft.at,
                seat=seat,
                spot=rules.spot,
                sums=sums,
                rule=rules.sources.envy,
                person_id=draft.command.actor.person_id,
            )
        )


def lapsed(draft: Draft, seat: int) -> tuple[Award, ...]:
    """Return the envy sums that are no longer owed once a seat is out: its own, and for its hand.

    What was paid stands.
    """
    rules = draft.game.progressive
    owed = () if rules is None else _owed(draft, rules)
    return tuple(one for one in owed if seat in {one.owed.seat, one.owed.follows})


def _owed(draft: Draft, rules: ProgressiveRules) -> tuple[Award, ...]:
    place = (draft.state.table_id, draft.round.number)
    return tuple(
        award
        for hit in draft.pool(rules).hits
        if (hit.table_id, hit.round_number) == place and not hit.is_void
        for award in hit.awards
        if award.owed.kind is AwardKind.ENVY and award.status in OPEN
    )


def given_for(envies: tuple[Envy, ...], winner: int) -> tuple[Envy, ...]:
    """Return the sums that others got, or are about to get, for a seat's hand."""
    return tuple(envy for envy in envies if envy.winner == winner)
