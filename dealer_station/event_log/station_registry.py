"""The events of the station: every class that may stand in its record, by name.

Knows the classes of the core and the texts of their types. A new event is registered here and
described in `events/`; a test keeps both in step.
"""

from base64 import b64decode, b64encode
from collections.abc import Mapping
from functools import cache

from dealer_station.cards.card import Card
from dealer_station.event_log.codec import Converter
from dealer_station.event_log.registry import EventRegistry
from dealer_station.event_log.upcasters import UPCASTERS
from dealer_station.progressive import events as progressive
from dealer_station.progressive import ledger_events as ledger
from dealer_station.table import events as table

EVENTS: Mapping[str, type] = {
    "table_opened": table.TableOpened,
    "table_closed": table.TableClosed,
    "betting_opened": table.BettingOpened,
    "wager_placed": table.WagerPlaced,
    "wager_withdrawn": table.WagerWithdrawn,
    "stray_token_taken": table.StrayTokenTaken,
    "closing_begun": table.ClosingBegun,
    "acceptor_excused": table.AcceptorExcused,
    "betting_closed": table.BettingClosed,
    "wager_returned": table.WagerReturned,
    "card_drawn": table.CardDrawn,
    "card_reread": table.CardReread,
    "card_corrected": table.CardCorrected,
    "cut_card_seen": table.CutCardSeen,
    "deal_order_corrected": table.DealOrderCorrected,
    "card_kept": table.CardKept,
    "kept_card_played": table.KeptCardPlayed,
    "cards_called": table.CardsCalled,
    "hands_completed": table.HandsCompleted,
    "burn_called": table.BurnCalled,
    "burn_fixed": table.BurnFixed,
    "last_round_fixed": table.LastRoundFixed,
    "deal_completed": table.DealCompleted,
    "deal_resumed": table.DealResumed,
    "act_taken": table.ActTaken,
    "decisions_closed": table.DecisionsClosed,
    "hand_verified": table.HandVerified,
    "shares_fixed": table.SharesFixed,
    "seat_paid": table.SeatPaid,
    "envy_paid": table.EnvyPaid,
    "round_settled": table.RoundSettled,
    "round_voided": table.RoundVoided,
    "hand_voided": table.HandVoided,
    "hand_killed": table.HandKilled,
    "wager_corrected": table.WagerCorrected,
    "irregularity_raised": table.IrregularityRaised,
    "irregularity_replaced": table.IrregularityReplaced,
    "ruling_made": table.RulingMade,
    "compensation_booked": table.CompensationBooked,
    "deck_locked": table.DeckLocked,
    "deck_changed": table.DeckChanged,
    "deck_checked": table.DeckChecked,
    "book_opened": table.BookOpened,
    "batch_taken": table.BatchTaken,
    "book_wagers_closed": table.BookWagersClosed,
    "book_decisions_closed": table.BookDecisionsClosed,
    "book_settled": table.BookSettled,
    "supervisor_called": table.SupervisorCalled,
    "call_answered": table.CallAnswered,
    "device_reported": table.DeviceReported,
    "device_faults_cleared": table.DeviceFaultsCleared,
    "device_faults_not_cleared": table.DeviceFaultsNotCleared,
    "device_fault_reported": table.DeviceFaultReported,
    "window_reported": table.WindowReported,
    "lamp_reported": table.LampReported,
    "table_resumed": table.TableResumed,
    "clock_set": table.ClockSet,
    "progressive_suspended": table.ProgressiveSuspended,
    "progressive_resumed": table.ProgressiveResumed,
    "player_seated": table.PlayerSeated,
    "seat_given_up": table.SeatGivenUp,
    "player_left": table.PlayerLeft,
    "player_away": table.PlayerAway,
    "player_back": table.PlayerBack,
    "chips_added": table.ChipsAdded,
    "chips_corrected": table.ChipsCorrected,
    "button_placed": table.ButtonPlaced,
    "hand_started": table.HandStarted,
    "betting_round_opened": table.BettingRoundOpened,
    "player_acted": table.PlayerActed,
    "bets_pulled_in": table.BetsPulledIn,
    "street_called": table.StreetCalled,
    "stub_mixed": table.StubMixed,
    "hand_declared_dead": table.HandDeclaredDead,
    "showdown_begun": table.ShowdownBegun,
    "hand_shown": table.HandShown,
    "hand_mucked": table.HandMucked,
    "pots_ready": table.PotsReady,
    "pots_pushed": table.PotsPushed,
    "places_corrected": table.PlacesCorrected,
    "street_reopened": table.StreetReopened,
    "act_announced": table.ActAnnounced,
    "folded_out_of_turn": table.FoldedOutOfTurn,
    "announcement_lapsed": table.AnnouncementLapsed,
    "seat_barred": table.SeatBarred,
    "skipped_seat_ruled": table.SkippedSeatRuled,
    "hand_retrieved": table.HandRetrieved,
    "faces_turned": table.FacesTurned,
    "card_named": table.CardNamed,
    "ante_returned": table.AnteReturned,
    "player_absent": table.PlayerAbsent,
    "all_in_offered": table.AllInOffered,
    "all_in_declared": table.AllInDeclared,
    "progressive_opened": progressive.ProgressiveOpened,
    "contribution_booked": progressive.ContributionBooked,
    "contribution_returned": progressive.ContributionReturned,
    "prize_locked": progressive.PrizeLocked,
    "award_paid": progressive.AwardPaid,
    "awards_reversed": progressive.AwardsReversed,
    "share_released": progressive.ShareReleased,
    "level_opened": ledger.LevelOpened,
    "wagers_counted": ledger.WagersCounted,
    "counted_wager_returned": ledger.CountedWagerReturned,
    "overflow_booked": ledger.OverflowBooked,
    "level_hit": ledger.LevelHit,
    "award_verified": ledger.AwardVerified,
    "level_award_paid": ledger.LevelAwardPaid,
    "award_disputed": ledger.AwardDisputed,
    "dispute_settled": ledger.DisputeSettled,
    "award_voided": ledger.AwardVoided,
    "hit_voided": ledger.HitVoided,
    "level_terms_changed": ledger.LevelTermsChanged,
    "meter_sent": ledger.MeterSent,
    "meter_received": ledger.MeterReceived,
    "level_retired": ledger.LevelRetired,
    "level_corrected": ledger.LevelCorrected,
    "meter_read": ledger.MeterRead,
}
"""Name in the record and class of every event."""

VERSIONS: Mapping[str, int] = {
    "award_disputed": 2,
    "award_verified": 2,
    "award_voided": 3,
    "betting_closed": 2,
    "betting_opened": 2,
    "compensation_booked": 2,
    "counted_wager_returned": 2,
    "deck_changed": 2,
    "device_fault_reported": 2,
    "device_reported": 2,
    "dispute_settled": 2,
    "hand_declared_dead": 2,
    "hand_started": 2,
    "level_award_paid": 2,
    "level_hit": 2,
    "table_opened": 3,
    "wager_placed": 2,
    "wagers_counted": 2,
}
"""Newest version of each event whose form has changed; the others are at version 1."""


@cache
def station_registry() -> EventRegistry:
    """The registry of all events of this release: one for the process, made when first asked for.

    Nothing is added to it afterwards, so that every thread may read it.
    """
    registry = EventRegistry([Converter(Card, str, Card.parse), Converter(bytes, _text, _bytes)])
    for name, event_class in EVENTS.items():
        registry.add(event_class, name, VERSIONS.get(name, 1))
    for upcaster in UPCASTERS:
        registry.add_upcaster(upcaster)
    return registry


def _text(content: bytes) -> str:
    """Write bytes as base64, RFC 4648 section 4."""
    return b64encode(content).decode("ascii")


def _bytes(text: str) -> bytes:
    """Read base64 in its one form: two spellings would be two contents."""
    content = b64decode(text, validate=True)
    if _text(content) != text:
        raise ValueError("it is no canonical base64")
    return content
