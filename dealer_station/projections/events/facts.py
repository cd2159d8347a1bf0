"""What an event says, as JSON that its reader may see: cards masked, amounts as decimal text.

Knows the forms of fields, and the few events whose fields give a hand away. A field that ends in
`_minor` loses the ending and becomes decimal text; exact amounts are written as `format_exact`
does. Time, person, source and ledger stand beside the facts, so they are left out here.
"""

from collections.abc import Callable, Mapping
from dataclasses import fields
from enum import Enum
from fractions import Fraction
from typing import Any, Final

from dealer_station.bettors.terms import BookTerms
from dealer_station.bettors.totals import BookTotals
from dealer_station.games.pot_rules import BlindDebt, Positions, Post
from dealer_station.games.pots.structure import FixedLimit, NoLimit
from dealer_station.games.rules import SettledWager
from dealer_station.irregularities.kinds import OfferedRuling
from dealer_station.money import format_exact, format_minor
from dealer_station.progressive import events as p
from dealer_station.progressive import ledger_events as level
from dealer_station.progressive.award import AwardKind, AwardOwed, LevelPrize
from dealer_station.progressive.conversion import Conversion
from dealer_station.progressive.levels import LevelTerms
from dealer_station.projections.events.sight import Sight
from dealer_station.table import events as e
from dealer_station.table.book_events import BookOutcome
from dealer_station.table.book_view import outcome_view
from dealer_station.table.pot.events import PotAward
from dealer_station.table.visibility import FACE_DOWN, without_cards

Facts = dict[str, Any]
"""A JSON object."""

# The content of a rule set is long, and its digest says which it is.
# A batch of bettors is longer still, and its hash does.
_ELSEWHERE: Final = frozenset({"at", "entry", "source", "person_id", "rules_content", "content"})
_MINOR: Final = "_minor"

_OF_DEVICES: Final = frozenset({"reason", "detail"})
_OF_DEVICE_EVENTS: Final = (
    e.DeviceReported,
    e.DeviceFaultReported,
    e.DeviceFaultsCleared,
    e.DeviceFaultsNotCleared,
)
_TELLING: Final = frozenset({"card", "facts", "pay_order", "shares", "awards", "hand", "seat"})


def facts_of(event: object, position: int, sight: Sight | None) -> Facts:
    """Return an event's facts as a role may see them.

    `position` is the event's own; `sight` is that of its round, None for an event of no round.
    """
    facts: Facts = {}
    for field in fields(event):  # type: ignore[arg-type] # every event is a dataclass
        if field.name not in _ELSEWHERE:
            name, value = _plain(field.name, getattr(event, field.name))
            facts[name] = value
    if isinstance(event, _OF_DEVICE_EVENTS):
        for name in _OF_DEVICES & facts.keys():
            facts[name] = without_cards(facts[name])
    mask = _MASKS.get(type(event))
    if mask is not None and sight is not None:
        mask(facts, event, position, sight)
    elif mask is not None:
        # Its round is not to be found: then nobody can say who may see it.
        facts = {name: value for name, value in facts.items() if name not in _TELLING}
    return facts


def _plain(name: str, value: Any) -> tuple[str, Any]:
    """Return name and value of a field as JSON, nothing masked."""
    if name.endswith(_MINOR) and isinstance(value, Mapping):
        amounts = {str(key): format_minor(amount) for key, amount in value.items()}
        return name.removesuffix(_MINOR), amounts
    if name.endswith(_MINOR):
        return name.removesuffix(_MINOR), None if value is None else format_minor(value)
    if name in _RATES:
        return name, None if value is None else str(value)
    if name == "shares":
        return name, [{"seat": seat, "amount": format_minor(amount)} for seat, amount in value]
    return name, _json(value)


def _json(value: Any) -> Any:
    if isinstance(value, tuple):
        return [_json(one) for one in value]
    if isinstance(value, Mapping):
        return {str(key): _json(one) for key, one in value.items()}
    for kind, write in _WRITERS:
        if isinstance(value, kind):
            return write(value)
    return value


def settled(wager: SettledWager) -> Facts:
    """Return what a wager came to; `wins` is what the bettor won (+) or lost (-)."""
    return {
        "spot": wager.spot,
        "stake": format_minor(wager.stake_minor),
        "odds": wager.odds or None,
        "outcome": wager.outcome.value,
        "wins": format_minor(wager.net_minor),
        "handed_back": format_minor(wager.handed_back_minor),
        "rule": wager.rule,
    }


def _parts(value: Any) -> Facts:
    """Return a part of an event with its own fields, the rates as fractions of a wager."""
    written: Facts = {}
    for field in fields(value):
        name, said = _plain(field.name, getattr(value, field.name))
        written[name] = said
    return written


_RATES: Final = frozenset({"rate", "reserve_rate", "probability", "part", "conversion"})
"""Fractions of a wager or a meter, and between currencies: no amounts of money."""


def _totals(totals: BookTotals) -> Facts:
    """Return a book's totals; spots and actions are in the order of its terms."""
    return {
        "bettors": totals.bettors,
        "stakes": list(totals.stakes),
        "staked": [format_minor(staked) for staked in totals.staked_minor],
        "decisions": list(totals.decisions),
        "auto_folded": totals.auto_folded,
    }


def _terms(terms: BookTerms) -> Facts:
    """Return the names of what a book offers; limits stand with the rules of the round."""
    return {
        "spots": [spot.name for spot in terms.spots],
        "actions": [action.name for action in terms.actions],
    }


def _structure(structure: FixedLimit | NoLimit) -> Facts:
    """Return the limits of a hand's betting; its amounts bear no ending that says so."""
    if isinstance(structure, NoLimit):
        amounts = {"min_bet": structure.min_bet, "chip": structure.chip}
        return {name: format_minor(amount) for name, amount in amounts.items()}
    return {
        "small_bet": format_minor(structure.small_bet),
        "big_bet": format_minor(structure.big_bet),
        "raise_cap": structure.raise_cap,
    }


PARTS: Final = (
    LevelTerms,
    LevelPrize,
    AwardOwed,
    level.CountedWager,
    Conversion,
    e.EnvySum,
    Post,
    Positions,
    BlindDebt,
)
"""Parts of events whose fields are told under their own names."""


def _award(award: PotAward) -> Facts:
    """Return a pot that was pushed: to whom how much of it went."""
    return {
        "amount": format_minor(award.amount_minor),
        "seats": list(award.seats),
        "rake": format_minor(award.rake_minor),
        "shares": [
            {"seat": share.seat, "amount": format_minor(share.amount_minor)}
            for share in award.shares
        ],
    }


_WRITERS: Final[tuple[tuple[type | tuple[type, ...], Callable[[Any], Any]], ...]] = (
    (SettledWager, settled),
    (BookTotals, _totals),
    (BookTerms, _terms),
    (BookOutcome, outcome_view),
    (OfferedRuling, lambda offered: {"option": offered.option.value, "needs": offered.needs.value}),
    (PARTS, _parts),
    ((FixedLimit, NoLimit), _structure),
    (PotAward, _award),
    (Fraction, format_exact),
    (Enum, lambda member: member.value),
)

# ---------------------------------------------------------------- what would give a hand away


def _mask_card(facts: Facts, event: Any, position: int, sight: Sight) -> None:
    facts["card"] = sight.drawn(position, event.card)


def _mask_corrected(facts: Facts, event: Any, _position: int, sight: Sight) -> None:
    facts["card"] = sight.numbered(event.card_number, event.card)


def _mask_irregularity(facts: Facts, event: Any, _position: int, sight: Sight) -> None:
    facts["facts"] = dict(sight.facts(event))


def _mask_pay_order(facts: Facts, event: Any, _position: int, sight: Sight) -> None:
    facts["pay_order"] = sight.pay_order(event.pay_order)


def _mask_shares(facts: Facts, event: Any, _position: int, sight: Sight) -> None:
    """A share names a hand that wins the meter; the others' shares wait until theirs are open."""
    facts["shares"] = [
        share
        for share, (seat, _) in zip(facts["shares"], event.shares, strict=True)
        if sight.sees_hand(seat)
    ]


def _mask_prize(facts: Facts, event: Any, position: int, sight: Sight) -> None:
    _mask_shares(facts, event, position, sight)
    if not facts["shares"]:
        facts["hand"] = FACE_DOWN


def _mask_released(facts: Facts, event: Any, _position: int, sight: Sight) -> None:
    """That a share was released says that the hand had won it."""
    if not sight.sees_hand(event.seat):
        facts["seat"] = FACE_DOWN


def _mask_hit(facts: Facts, event: Any, _position: int, sight: Sight) -> None:
    """An award names a hand that wins, an envy sum the hand that it follows from."""
    winners = [a.seat for a in event.awards if a.kind is AwardKind.WIN]
    is_open = any(_is_seen(seat, sight) for seat in winners)
    facts["awards"] = [
        award
        for award, owed in zip(facts["awards"], event.awards, strict=True)
        if is_open and _is_seen(owed.seat if owed.kind is AwardKind.WIN else owed.follows, sight)
    ]
    if not is_open:
        facts["hand"] = FACE_DOWN


def _mask_award(facts: Facts, event: Any, _position: int, sight: Sight) -> None:
    """That a seat has an award says that its hand has won it."""
    if not _is_seen(event.seat, sight):
        facts["seat"] = FACE_DOWN


def _is_seen(seat: int | None, sight: Sight) -> bool:
    """Say whether the hand of a seat lies open; that of a bettors' book is dealt face up."""
    return seat is None or sight.sees_hand(seat)


_MASKS: Final[Mapping[type, Callable[[Facts, Any, int, Sight], None]]] = {
    e.CardDrawn: _mask_card,
    e.CardReread: _mask_card,
    e.CardKept: _mask_card,
    e.KeptCardPlayed: _mask_card,
    e.CardCorrected: _mask_corrected,
    e.IrregularityRaised: _mask_irregularity,
    e.DecisionsClosed: _mask_pay_order,
    e.SharesFixed: _mask_shares,
    p.PrizeLocked: _mask_prize,
    p.ShareReleased: _mask_released,
    level.LevelHit: _mask_hit,
    level.AwardVerified: _mask_award,
    level.LevelAwardPaid: _mask_award,
    level.AwardDisputed: _mask_award,
    level.DisputeSettled: _mask_award,
    level.AwardVoided: _mask_award,
}
