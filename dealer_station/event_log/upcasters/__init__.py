"""Steps from an old version of an event's body to the next: one file each, pure.

A file `v1_to_v2_card_drawn.py` holds one function and its `UPCASTER`; the tuple here lists
them all (a test compares it with the files). An upcaster never looks at another event, a clock
or a database, and is never removed: records are kept for years.
"""

from typing import Final

from dealer_station.event_log.registry import Upcaster
from dealer_station.event_log.upcasters import (
    v1_to_v2_award_disputed,
    v1_to_v2_award_verified,
    v1_to_v2_award_voided,
    v1_to_v2_betting_closed,
    v1_to_v2_betting_opened,
    v1_to_v2_counted_wager_returned,
    v1_to_v2_deck_changed,
    v1_to_v2_device_fault_reported,
    v1_to_v2_device_reported,
    v1_to_v2_dispute_settled,
    v1_to_v2_hand_started,
    v1_to_v2_level_award_paid,
    v1_to_v2_level_hit,
    v1_to_v2_table_opened,
    v1_to_v2_wager_placed,
    v1_to_v2_wagers_counted,
    v2_to_v3_table_opened,
)

UPCASTERS: Final[tuple[Upcaster, ...]] = (
    v1_to_v2_award_disputed.UPCASTER,
    v1_to_v2_award_verified.UPCASTER,
    v1_to_v2_award_voided.UPCASTER,
    v1_to_v2_betting_closed.UPCASTER,
    v1_to_v2_betting_opened.UPCASTER,
    v1_to_v2_counted_wager_returned.UPCASTER,
    v1_to_v2_deck_changed.UPCASTER,
    v1_to_v2_device_fault_reported.UPCASTER,
    v1_to_v2_device_reported.UPCASTER,
    v1_to_v2_dispute_settled.UPCASTER,
    v1_to_v2_hand_started.UPCASTER,
    v1_to_v2_level_award_paid.UPCASTER,
    v1_to_v2_level_hit.UPCASTER,
    v1_to_v2_table_opened.UPCASTER,
    v2_to_v3_table_opened.UPCASTER,
    v1_to_v2_wager_placed.UPCASTER,
    v1_to_v2_wagers_counted.UPCASTER,
)
"""Every upcaster of the station's events, in order of name and version."""
