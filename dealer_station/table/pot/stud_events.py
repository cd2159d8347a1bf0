"""What rulings of stud change in a hand: faces of cards, an ante, absence, all-in by choice.

Amounts are in smallest units; seats by number.
"""

from dataclasses import dataclass

from dealer_station.table.device_events import TableEvent
from dealer_station.table.pot.places import TurnedCard


@dataclass(frozen=True, slots=True, kw_only=True)
class FacesTurned(TableEvent):
    """Cards lie the other way than the rules deal them: `turned` are all of the hand.

    `excused`: seats that owe no forced bet, because the dealer turned a hole card up (ST-I03).
    """

    turned: tuple[TurnedCard, ...]
    excused: tuple[int, ...]
    irregularity: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CardNamed(TableEvent):
    """A card that no reader had seen lies open, and people have said which it is.

    `card_number` counts the cards of the hand from 1 in the order in which they left the shoe.
    """

    card_number: int
    position: str
    card: str
    irregularity: str
    person_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AnteReturned(TableEvent):
    """A seat got its ante back out of the pot (ST-I02)."""

    seat: int
    amount_minor: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerAbsent(TableEvent):
    """A player was reported absent: in this hand his turns are acted by themselves (ST-I04)."""

    seat: int
    person_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AllInOffered(TableEvent):
    """Until the first action of the round a seat may be all-in for the pots as they are."""

    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class AllInDeclared(TableEvent):
    """A seat is all-in for the pots as they are, with its chips in front of it (ST-D29)."""

    seat: int
    person_id: str
