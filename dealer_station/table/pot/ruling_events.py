"""What reports and rulings change in a hand of a pot game: places of cards, acts out of turn.

Amounts are in smallest units; seats by number. That an irregularity was raised and ruled on are
the events of every table.
"""

from dataclasses import dataclass

from dealer_station.games.pots.betting import Act
from dealer_station.table.device_events import TableEvent
from dealer_station.table.pot.places import LateCard


@dataclass(frozen=True, slots=True, kw_only=True)
class PlacesCorrected(TableEvent):
    """Cards of a hand lie elsewhere, or other ones are due: the whole order anew, after a ruling.

    `late` are cards of it that take places which had stayed open. `is_burn_out`: the burn of the
    next street lies there. `is_shuffled`: the stub was shuffled, so that nobody knows the order of
    the undealt cards. `aside_until` is the street (from 0) before which cards that are set aside go
    back into the stub; None: they stay. `irregularity`: whose ruling it was; empty: it was due.
    """

    deal_order: tuple[str, ...]
    late: tuple[LateCard, ...]
    is_burn_out: bool
    is_shuffled: bool
    aside_until: int | None
    irregularity: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StreetReopened(TableEvent):
    """A street is taken up again because of a report: nobody could act since it was dealt.

    `deal_order` ends with its cards and the burn of the next one, if that is out (`is_burn_out`);
    what came after them has no place.
    """

    street: int
    deal_order: tuple[str, ...]
    is_burn_out: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ActAnnounced(TableEvent):
    """A player has said or done something before his turn; nothing moves until then (HE-D34).

    `to_minor` is the total of the round for a bet or raise; None: the act has but one size.
    """

    seat: int
    action: Act
    to_minor: int | None
    person_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FoldedOutOfTurn(TableEvent):
    """A player has folded before his turn: that counts at once (HE-D34, ST-D31).

    `keeps_receiving`: he faced no wager, and his seat is dealt on until somebody bets (ST-I05).
    """

    seat: int
    person_id: str
    keeps_receiving: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class AnnouncementLapsed(TableEvent):
    """What a seat had said before its turn does not bind it any more: it has all its choices."""

    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatBarred(TableEvent):
    """The seat may neither bet nor raise in this round any more (HE-I41, HE-I42, ST-I42)."""

    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SkippedSeatRuled(TableEvent):
    """It was ruled what a seat may do that was passed over; what is behind it is no new cause."""

    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class HandRetrieved(TableEvent):
    """A hand that had been mucked was identified and taken back: it counts as shown (HE-I52).

    `cards` is the whole hand where people have named cards of it that no reader had seen.
    """

    seat: int
    cards: tuple[str, ...]
    person_id: str
