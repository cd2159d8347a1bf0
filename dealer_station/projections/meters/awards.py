"""Prizes of a level that are fixed and neither paid nor taken back, as each reader may see them.

A prize names a hand that has won, an envy sum the hand that it follows from: it is told once that
hand lies open to its reader.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from dealer_station.money import format_exact, format_minor, whole_minor
from dealer_station.progressive.accounts import Account
from dealer_station.progressive.award_life import falling_with
from dealer_station.progressive.conversion import Conversion, to_pool
from dealer_station.progressive.hits import award_return
from dealer_station.progressive.ledger import OPEN, Award, Hit
from dealer_station.projections.events.reading import Reading
from dealer_station.table.book_state import BOOK_SEAT


def open_awards(
    hits: Sequence[Hit], reading: Reading, currency: str, conversions: Mapping[str, Conversion]
) -> list[dict[str, Any]]:
    """Return the open awards of a level as JSON, oldest hit first.

    Amounts are in the winners' currency; in the progressive's, `currency`, where theirs is not
    known. `void` is in the progressive's: what taking the award back moves, the lapsing sums in it.
    """
    shown = []
    for hit in hits:
        if not hit.is_open:
            continue
        sight = reading.sight(hit.table_id, hit.round_number)
        if sight is None:
            continue
        for award in hit.awards:
            seat = _won_at(award)
            if award.status in OPEN and (seat is None or sight.sees_hand(seat)):
                cards = list(sight.seat_hand(seat or BOOK_SEAT))
                of_hit = {"cards": cards, **_of_hit(hit, currency, conversions)}
                shown.append(_award(hit, award, is_converted=hit.table_id in conversions) | of_hit)
    return shown


def _won_at(award: Award) -> int | None:
    """Return the seat whose hand has won; None for a bettors' book, which is dealt face up."""
    return award.owed.seat if award.owed.follows is None else award.owed.follows


def _of_hit(hit: Hit, currency: str, conversions: Mapping[str, Conversion]) -> dict[str, Any]:
    known = conversions.get(hit.table_id)
    return {
        "table": hit.table_id,
        "round": hit.round_number,
        "category": hit.hand,
        "at": hit.at,
        "currency": currency if known is None else known.currency,
    }


def _award(hit: Hit, award: Award, *, is_converted: bool) -> dict[str, Any]:
    owed = award.owed
    minor = owed.amount_minor
    if not is_converted:
        minor = whole_minor(to_pool(minor, hit.conversion))
    return {
        "award": owed.award_id,
        "kind": owed.kind.value,
        "status": award.status.value,
        "is_doubted": award.is_doubted,
        "seat": owed.seat,
        "follows": owed.follows,
        "amount": format_minor(minor),
        "void": _void(hit, award),
    }


def _void(hit: Hit, award: Award) -> dict[str, Any]:
    """Return what taking an award back gives to the meter and to the house, and what lapses."""
    lapsing = falling_with(hit, award)
    back = {Account.METER: Fraction(0), Account.HOUSE: Fraction(0)}
    for one in (award, *lapsing):
        for posting in award_return(hit, one):
            if posting.account in back:
                back[posting.account] += posting.amount
    return {
        "meter": format_exact(back[Account.METER]),
        "house": format_exact(back[Account.HOUSE]),
        "lapses": [one.owed.seat for one in lapsing],
    }
