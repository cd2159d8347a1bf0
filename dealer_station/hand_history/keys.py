"""The keys of a hand in the order in which they are written, and which a game must have."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from dealer_station.hand_history.phh import Variant


@dataclass(frozen=True, slots=True)
class KeyFacts:
    """What stands behind a key: one entry a player or not, amounts of chips or not."""

    is_by_player: bool = False
    is_amount: bool = False


_ONE = KeyFacts()
_AMOUNT = KeyFacts(is_amount=True)
_BY_PLAYER = KeyFacts(is_by_player=True)
_AMOUNTS = KeyFacts(is_by_player=True, is_amount=True)

KEYS: Final[Mapping[str, KeyFacts]] = {
    "variant": _ONE,
    "ante_trimming_status": _ONE,
    "antes": _AMOUNTS,
    "blinds_or_straddles": _AMOUNTS,
    "bring_in": _AMOUNT,
    "small_bet": _AMOUNT,
    "big_bet": _AMOUNT,
    "min_bet": _AMOUNT,
    "starting_stacks": _AMOUNTS,
    "actions": _ONE,
    "seats": _BY_PLAYER,
    "seat_count": _ONE,
    "players": _BY_PLAYER,
    "finishing_stacks": _AMOUNTS,
}
"""Keys that the station reads, in their order."""

OTHER_KEYS: Final = (
    "author", "event", "url", "venue", "address", "city", "region", "postal_code", "country",
    "time", "time_zone", "time_zone_abbreviation", "day", "month", "year", "hand", "level",
    "table", "winnings", "currency", "currency_symbol", "time_limit", "time_banks",
)  # fmt: skip
"""Keys that the station keeps and does not read."""

_ALWAYS: Final = ("antes", "starting_stacks", "actions")

REQUIRED: Final[Mapping[Variant, tuple[str, ...]]] = {
    Variant.LIMIT_HOLDEM: (*_ALWAYS, "blinds_or_straddles", "small_bet", "big_bet"),
    Variant.NO_LIMIT_HOLDEM: (*_ALWAYS, "blinds_or_straddles", "min_bet"),
    Variant.SEVEN_CARD_STUD: (*_ALWAYS, "bring_in", "small_bet", "big_bet"),
}
"""Keys that a hand of a game must have; no other game's are allowed in it."""
