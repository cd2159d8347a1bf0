"""Which function decides which command where players play against each other."""

from collections.abc import Callable
from typing import Any

from dealer_station.table import commands as c
from dealer_station.table.draft import Draft
from dealer_station.table.pot import (
    acting,
    dealing,
    paying,
    reporting,
    ruling,
    seats,
    showing,
    starting,
)
from dealer_station.table.pot import commands as pc

POT_HANDLERS: dict[type[c.Command], Callable[[Draft, Any], None]] = {
    pc.PlaceButton: seats.place_button,
    pc.TakeSeat: seats.take_seat,
    pc.LeaveSeat: seats.leave_seat,
    pc.SitOut: seats.sit_out,
    pc.ComeBack: seats.come_back,
    pc.AddChips: seats.add_chips,
    pc.CorrectChips: seats.correct_chips,
    pc.StartHand: starting.start_hand,
    c.RecordCard: dealing.record_card,
    c.Act: acting.act,
    c.AdvanceClock: acting.advance_clock,
    pc.ShowHand: showing.show_hand,
    pc.PushPots: paying.push_pots,
    c.ReportIrregularity: reporting.report,
    c.ApplyRuling: ruling.apply_ruling,
}
"""Beside what every table decides alike."""
