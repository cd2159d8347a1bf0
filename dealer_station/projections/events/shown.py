"""One event as a person reads it: in words, with its source, its facts, its rule, its ledger lines.

Knows the catalogue of events: its words, and who may read which event at all. Cards are masked by
`facts.py`. Does not know how events are found.
"""

from dataclasses import dataclass
from typing import Any, Final

from dealer_station.event_log.catalogue import CatalogueEntry, station_catalogue
from dealer_station.event_log.record import StoredEvent
from dealer_station.money import format_exact
from dealer_station.progressive import events as p
from dealer_station.progressive import ledger_events as level
from dealer_station.progressive.award import AwardKind
from dealer_station.progressive.postings import Entry, LevelEntry, LevelPosting
from dealer_station.projections.events.facts import Facts, facts_of
from dealer_station.projections.events.sight import Sight
from dealer_station.table import events as e
from dealer_station.table.book_state import BOOK_SEAT
from dealer_station.table.roles import Role
from dealer_station.table.state import TABLE
from dealer_station.table.visibility import FACE_DOWN

CONTRIBUTION_RULE: Final = "PRG-15"
"""The house's requirement by which a stake feeds the meter (section 0 of the rule sheets)."""

_OF_DEVICES: Final = (e.DeviceReported, e.DeviceFaultReported, e.CardDrawn, e.CardReread)
_STATION: Final = "station"
_NOWHERE: Final = "-"
# Its letters and digits would be taken for words.
_DIGEST: Final = "rules_digest"


@dataclass(frozen=True, slots=True)
class ReadEvent:
    """A row of the record with its event, and the sight of its reader on its round (if any)."""

    row: StoredEvent
    event: Any
    sight: Sight | None


def is_readable(name: str, role: Role) -> bool:
    """Whether a role may read events of this name at all; what they say may still be masked."""
    entry = station_catalogue().get(name)
    return entry is not None and role in entry.roles


def shown_event(read: ReadEvent) -> dict[str, Any]:
    """Return an event as JSON for its reader."""
    row, event = read.row, read.event
    facts = facts_of(event, row.position, read.sight)
    source, person = source_of(event, read.sight)
    return {
        "position": row.position,
        "stream": row.stream,
        "version": row.version,
        "at": event.at,
        "recorded_at": row.recorded_at,
        "type": row.name,
        "text": text_of(station_catalogue()[row.name], facts),
        "source": source,
        "person": person,
        "facts": facts,
        "ledger": ledger_of(event),
        "rule": rule_of(event, facts, read.sight),
    }


def text_of(entry: CatalogueEntry, facts: Facts) -> str:
    """Return the catalogue's words with the facts as their reader may see them."""
    words = {name: _word(name, facts) for name in entry.placeholders()}
    return entry.text.format_map(words)


def _word(name: str, facts: Facts) -> str:
    value = facts.get(name.removesuffix("_minor"), FACE_DOWN)
    if isinstance(value, list):
        return ", ".join(dict.fromkeys(str(one) for one in value))
    return str(value) if value not in {None, ""} else _NOWHERE


def ledger_of(event: Any) -> list[dict[str, str]] | None:
    """Return the postings that an event carries, exact; None where it carries none.

    The entry of a player who takes a seat is how he comes in, and no posting.
    """
    entry = getattr(event, "entry", None)
    return posting_lines(entry) if isinstance(entry, tuple) else None


def posting_lines(entry: Entry | LevelEntry) -> list[dict[str, str]]:
    """Return an entry's postings as account and exact amount in the currency.

    With the level where the entry names one: an old record had one only.
    """
    lines = []
    for posting in entry:
        line = {"account": posting.account.value, "amount": format_exact(posting.amount)}
        if isinstance(posting, LevelPosting):
            line["level"] = posting.level_id
        lines.append(line)
    return lines


def source_of(event: Any, sight: Sight | None) -> tuple[str, str | None]:
    """Return `device`, `station`, `dealer` or a person's id, and the person (None where none)."""
    is_fact = bool(getattr(event, "source", None))
    if is_fact or isinstance(event, _OF_DEVICES):
        return "device", None
    if isinstance(event, e.IrregularityRaised) and event.reported_by == TABLE:
        return _STATION, None
    person: str = getattr(event, "person_id", "")
    role = getattr(event, "role", None)
    if role is Role.DEVICE:
        return "device", None
    if person in {"", _STATION}:
        return _STATION, None
    return ("dealer" if person == dealer_of(sight) else person), person


def dealer_of(sight: Sight | None) -> str | None:
    """Return who deals the round: whoever opened its betting, or began the hand."""
    first = sight.played.events[0] if sight is not None and sight.played.events else None
    return first.person_id if isinstance(first, e.BettingOpened | e.HandStarted) else None


def rule_of(event: Any, facts: Facts, sight: Sight | None) -> str | None:
    """Return the id of the rule that explains an event; None where a SeatPaid names several."""
    rule: str | None = None
    match event:
        case (
            e.IrregularityRaised()
            | e.RulingMade()
            | e.DealOrderCorrected()
            | e.CardCorrected()
            | e.DeckLocked()
        ):
            rule = event.irregularity
        case level.AwardVoided() if event.approver_id:
            # A dispute that fell: the reason is in the words of the two who signed.
            rule = None
        case e.WagerReturned() | e.RoundVoided() | e.BookSettled() | level.AwardVoided():
            rule = event.reason or None
        case level.HitVoided():
            # By a ruling, whose irregularity is the reason; or in a dispute that fell, as above.
            rule = event.reason if _is_reported(event.reason, sight) else None
        case p.ContributionBooked() | level.WagersCounted():
            rule = CONTRIBUTION_RULE
        case e.CompensationBooked():
            rule = _irregularity(event.irregularity_number, sight)
        case (
            p.PrizeLocked()
            | p.AwardPaid()
            | level.LevelHit()
            | level.AwardVerified()
            | level.LevelAwardPaid()
        ):
            is_hidden = facts.get("hand") == FACE_DOWN
            rule = None if is_hidden else _award_rule(event, sight)
        case e.EnvyPaid():
            rule = event.rule
        case _:
            pass
    return rule


def _award_rule(event: Any, sight: Sight | None) -> str | None:
    """Return the rule by which an award is owed: an envy sum is owed whatever the seat holds."""
    if getattr(event, "kind", AwardKind.WIN) is AwardKind.WIN:
        return _prize_rule(_winner_of(event), sight)
    rules = sight.played.rules if sight is not None else None
    progressive = rules.game.progressive if rules is not None else None
    return None if progressive is None else progressive.sources.envy or None


def _winner_of(event: Any) -> int:
    """Return a seat that has won what an event is about; `BOOK_SEAT`: a bettors' book."""
    if isinstance(event, p.PrizeLocked):
        return event.shares[0][0]
    if isinstance(event, level.LevelHit):
        return event.awards[0].seat or BOOK_SEAT if event.awards else BOOK_SEAT
    return event.seat or BOOK_SEAT


def _irregularity(number: int, sight: Sight | None) -> str | None:
    items = sight.played.state.irregularities if sight else ()
    return next((item.irregularity for item in items if item.number == number), None)


def _is_reported(reason: str, sight: Sight | None) -> bool:
    items = sight.played.state.irregularities if sight else ()
    return any(item.irregularity == reason for item in items)


def _prize_rule(seat: int, sight: Sight | None) -> str | None:
    """Return the rule by which a seat's progressive stake was settled, once it was."""
    if sight is None or sight.played.rules is None or sight.played.state.round is None:
        return None
    progressive = sight.played.rules.game.progressive
    for payment in sight.played.state.round.payments:
        for wager in payment.wagers:
            if progressive and (payment.seat, wager.spot) == (seat, progressive.spot):
                return wager.rule
    return None


def words_of(shown: dict[str, Any]) -> str:
    """Return everything that a search looks through in a shown event."""
    said = [shown["type"], shown["text"], shown["source"], shown["person"] or ""]
    return "\n".join([*said, *_texts(shown["facts"]), shown["rule"] or ""])


def _texts(value: Any) -> list[str]:
    if isinstance(value, dict):
        return [text for key, one in value.items() if key != _DIGEST for text in _texts(one)]
    if isinstance(value, list):
        return [text for one in value for text in _texts(one)]
    return [] if value is None else [str(value)]
