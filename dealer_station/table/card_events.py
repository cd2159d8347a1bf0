"""What happens to the cards of a table: those that leave the shoe, and the shoe or deck itself.

`events.py` has them all by name. Cards are notation text; `source` is the identity of a device's
fact: device, session, sequence.
"""

from dataclasses import dataclass

from dealer_station.table.device_events import TableEvent
from dealer_station.values import made_quickly


@made_quickly
@dataclass(frozen=True, slots=True, kw_only=True)
class CardDrawn(TableEvent):
    """A card left the shoe. `position` is empty when none was due."""

    card: str
    position: str
    source: str


@made_quickly
@dataclass(frozen=True, slots=True, kw_only=True)
class CardReread(TableEvent):
    """The unreadable card was read again; between rounds it is the first of a new shoe."""

    card: str
    position: str
    source: str


@made_quickly
@dataclass(frozen=True, slots=True, kw_only=True)
class CardCorrected(TableEvent):
    """A card had been read wrong, and what it is in truth counts (CH-I02).

    `card_number` counts the round's cards from 1 in the order in which they left the shoe.
    """

    card: str
    card_number: int
    position: str
    irregularity: str


@made_quickly
@dataclass(frozen=True, slots=True, kw_only=True)
class CutCardSeen(TableEvent):
    """The cut card left the shoe."""

    source: str


@made_quickly
@dataclass(frozen=True, slots=True, kw_only=True)
class CardKept(TableEvent):
    """A card that was set aside will be the first of the next round (BA-D02)."""

    card: str


@made_quickly
@dataclass(frozen=True, slots=True, kw_only=True)
class KeptCardPlayed(TableEvent):
    """The card kept from the round before took its place; it had left the shoe then."""

    card: str
    position: str


@made_quickly
@dataclass(frozen=True, slots=True, kw_only=True)
class BurnCalled(TableEvent):
    """A shoe in play turned out never to have been burned: it is now, before any round (BA-I14).

    `count` cards; None: the first one is turned over and says how many more.
    """

    count: int | None
    irregularity: str


@made_quickly
@dataclass(frozen=True, slots=True, kw_only=True)
class BurnFixed(TableEvent):
    """The first card of a new shoe says how many more are burned (BA-50)."""

    count: int


@made_quickly
@dataclass(frozen=True, slots=True, kw_only=True)
class LastRoundFixed(TableEvent):
    """The cut card came: after this round the shoe is changed (BA-52)."""

    round_number: int


@made_quickly
@dataclass(frozen=True, slots=True, kw_only=True)
class DeckLocked(TableEvent):
    """The deck is impounded: no round opens until it is changed."""

    irregularity: str


@made_quickly
@dataclass(frozen=True, slots=True, kw_only=True)
class DeckChanged(TableEvent):
    """A new, checked deck or shoe is in use.

    `burn_count`: cards to be burned before the first round; None: the first one says it.
    """

    person_id: str
    burn_count: int | None = 0


@made_quickly
@dataclass(frozen=True, slots=True, kw_only=True)
class DeckChecked(TableEvent):
    """The cards were compared with complete decks, each by its identity.

    `count` cards were there, `unread` of them not known; `missing` and `surplus` name every copy.
    """

    count: int
    unread: int
    missing: tuple[str, ...]
    surplus: tuple[str, ...]
    is_rest: bool
    person_id: str
