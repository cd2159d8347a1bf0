"""Which report has a cause, and what is proposed."""

from dataclasses import replace

import pytest

from dealer_station.irregularities.kinds import (
    Authority,
    CatalogueEntry,
    OfferedRuling,
    RulingOption,
    RulingRule,
)
from dealer_station.irregularities.rulings import missing_cause, propose
from dealer_station.irregularities.situation import Situation

PLAY_ON = OfferedRuling(RulingOption.PLAY_ON, Authority.DEALER)
VOID = OfferedRuling(RulingOption.VOID_ROUND, Authority.SUPERVISOR)
HONOUR = OfferedRuling(RulingOption.HONOUR_SIDE_BETS, Authority.MANAGER)
ENTRY = CatalogueEntry(
    id="X",
    title="",
    source="",
    stages=("dealing", "deciding"),
    facts=(),
    optional=(),
    requires=("seat_exists", "seat_unpaid"),
    rulings=(
        RulingRule(("honours_side_bets", "live_prize"), (HONOUR, VOID)),
        RulingRule(("live_prize",), (VOID,)),
        RulingRule((), (PLAY_ON, VOID)),
    ),
)


@pytest.mark.parametrize(
    ("facts", "missing"),
    [
        ({"stage": "paying", "seat_exists": True}, "stage"),
        ({"stage": "dealing"}, "seat_exists"),
        ({"stage": "dealing", "seat_exists": True, "seat_is_paid": True}, "seat_unpaid"),
        # The moment is looked at first, then the conditions in their order.
        ({"stage": "paying", "seat_is_paid": True}, "stage"),
        ({"stage": "deciding", "seat_is_paid": True}, "seat_exists"),
        ({"stage": "deciding", "seat_exists": True}, None),
    ],
)
def test_a_report_without_a_cause_names_what_is_missing(facts, missing: str | None):
    assert missing_cause(ENTRY, Situation(**facts)) == missing


@pytest.mark.parametrize(
    ("facts", "options"),
    [
        ({}, (PLAY_ON, VOID)),
        ({"honours_side_bets": True}, (PLAY_ON, VOID)),
        ({"has_live_prize": True}, (VOID,)),
        ({"has_live_prize": True, "honours_side_bets": True}, (HONOUR, VOID)),
    ],
)
def test_the_first_rule_whose_conditions_all_hold_is_proposed(facts, options):
    assert propose(ENTRY, Situation(stage="dealing", **facts)).options == options


def test_an_entry_that_proposes_nothing_is_a_programmers_error():
    with pytest.raises(AssertionError, match="X has no ruling"):
        propose(replace(ENTRY, rulings=ENTRY.rulings[:1]), Situation(stage="dealing"))
